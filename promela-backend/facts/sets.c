/* sets.c: sets of parts of the state: what steps write and checks read. */
#include "promela-backend/facts/sets.h"

#include <string.h>

static size_t cell_base(const struct pml_model *model, enum pml_cell cell)
{
	const struct ir_spec *spec = model->spec;
	size_t base = 4;

	switch (cell) {
	case PML_CELL_SLOTS: return 0;
	case PML_CELL_ROOTS: return 1;
	case PML_CELL_LIVE: return 2;
	case PML_CELL_STOPPED: return 3;
	case PML_CELL_META: return base;
	case PML_CELL_OPEN: return base + spec->meta_count;
	case PML_CELL_UNITS: return base + spec->meta_count + spec->bucket_count;
	case PML_CELL_BUSY: break;
	case PML_CELL_PHASE: base += spec->kind_count; break;
	case PML_CELL_RUNNING: base += spec->kind_count + spec->phase_count; break;
	case PML_CELL_REQUESTED:
		base += spec->kind_count + spec->phase_count + spec->cycle_count;
		break;
	case PML_CELL_GHOST:
		base += spec->kind_count + spec->phase_count + 2 * spec->cycle_count;
		break;
	case PML_CELL_SPACES:
		base += spec->kind_count + spec->phase_count + 2 * spec->cycle_count +
		    spec->ghost_count;
		break;
	}
	return base + spec->meta_count + spec->bucket_count + spec->kind_count;
}

void pml_set_add(struct pml_model *model, struct pml_set *set, enum pml_cell cell, size_t index)
{
	size_t bit = cell_base(model, cell) + index;

	set->word[bit / 64] |= UINT64_C(1) << bit % 64;
}

void pml_set_join(struct pml_set *set, const struct pml_set *other)
{
	for (size_t i = 0; i < PML_SET_BITS / 64; i++)
		set->word[i] |= other->word[i];
}

bool pml_set_meets(const struct pml_set *a, const struct pml_set *b)
{
	for (size_t i = 0; i < PML_SET_BITS / 64; i++)
		if (a->word[i] & b->word[i])
			return true;
	return false;
}

void pml_set_fill(struct pml_set *set)
{
	memset(set, 0xff, sizeof *set);
}
