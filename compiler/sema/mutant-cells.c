/* mutant-cells.c: the cells in which a mutant is tried.
 *
 * They are cells of the specification itself, of all blocks, in their order.  A
 * property catches a mutant only where the specification is expected not to break
 * it: elsewhere its failure says nothing of the mutant. */
#include "compiler/sema/cells.h"

#include <string.h>

static const struct sem_claim *claim_of(const struct sem_cell *cell, const char *property)
{
	for (size_t i = 0; i < cell->claim_count; i++)
		if (!strcmp(cell->claims[i].property, property))
			return &cell->claims[i];
	return NULL;
}

/* Whether PROPERTY is expected to hold in the cell at position FIRST, and no block expects it to
 * fail there. */
static bool catches(const struct sem_blocks *blocks, size_t first, const char *property)
{
	bool holds = false;

	for (size_t i = first; i < blocks->own.count && blocks->sorted[i].first == first; i++) {
		const struct sem_claim *claim = claim_of(blocks->sorted[i].cell, property);

		if (claim && claim->expected == SEM_FAILS)
			return false;
		holds |= claim != NULL;
	}
	return holds;
}

/* Whether the cell must be tried for the mutant.  Every run with fewer workers is also a run with
 * any number, so a cell with fewer workers is not tried if one with any number is. */
static bool catches_here(const struct sem_blocks *blocks, size_t at, const char *property)
{
	size_t any = blocks->sorted[at].place;

	return catches(blocks, at, property) &&
	    (any == at || blocks->sorted[any].cell->workers->kind != SYN_WORKERS_ANY ||
		!catches(blocks, any, property));
}

/* Whether cell INDEX is the first of several equal ones, and MUTANT names it. */
static bool is_meant(const struct sem_blocks *blocks, size_t index, const struct syn_decl *mutant)
{
	const struct sem_cell *cell = &blocks->own.at[index];
	size_t at = blocks->position[index];

	return blocks->sorted[at].first == at &&
	    (!mutant->caught_in.count || sem_names_have(&mutant->caught_in, cell->scenario)) &&
	    (!mutant->caught_under.count || sem_names_have(&mutant->caught_under, cell->memory));
}

bool sem_mutant_has_cell(const struct sem_blocks *blocks, const struct syn_decl *mutant)
{
	for (size_t i = 0; i < blocks->own.count; i++)
		for (size_t k = 0; is_meant(blocks, i, mutant) && k < mutant->caught_by.count; k++)
			if (catches(blocks, blocks->position[i], mutant->caught_by.at[k].text))
				return true;
	return false;
}

static void make_claims(const struct sem_blocks *blocks, size_t at, const struct syn_decl *mutant,
    struct gd_arena *arena, struct sem_cell *cell)
{
	GD_VEC(struct sem_claim) claims = { 0 };

	for (size_t i = 0; i < mutant->caught_by.count; i++) {
		struct sem_claim claim = { mutant->caught_by.at[i].text, SEM_FAILS, mutant->head };

		if (catches_here(blocks, at, claim.property))
			GD_PUSH(arena, claims, claim);
	}
	cell->claims = claims.at;
	cell->claim_count = claims.count;
}

static void add_cell(const struct sem_blocks *blocks, size_t index, const struct syn_decl *mutant,
    struct gd_arena *arena, sem_cell_list *cells)
{
	struct sem_variant *variant = GD_NEW(arena, struct sem_variant);
	struct sem_cell cell = blocks->own.at[index];

	make_claims(blocks, blocks->position[index], mutant, arena, &cell);
	if (!cell.claim_count)
		return;
	*variant = *cell.variant;
	variant->mutant = mutant;
	cell.variant = variant;
	cell.mutant = mutant;
	cell.is_unexpected = false;
	cell.loc = mutant->head;
	GD_PUSH(arena, *cells, cell);
}

/* Adds the cell of a mutant that the static checks catch. */
static void add_check_cell(const struct sem_spec *spec, const struct syn_decl *mutant,
    struct gd_arena *arena, sem_cell_list *cells)
{
	struct sem_variant *variant = GD_NEW(arena, struct sem_variant);
	struct syn_workers *workers = GD_NEW(arena, struct syn_workers);
	struct sem_cell cell = { .mutant = mutant,
		.loc = mutant->head,
		.workers = workers,
		.memory = sem_memory_models[0],
		.variant = variant };

	workers->kind = SYN_WORKERS_ANY;
	variant->values = sem_default_values(spec, arena);
	variant->mutant = mutant;
	GD_PUSH(arena, *cells, cell);
}

static void add_mutant_cells(const struct sem_spec *spec, struct gd_arena *arena,
    const struct sem_blocks *blocks, sem_cell_list *cells)
{
	for (size_t i = 0; i < spec->decls.count; i++) {
		const struct syn_decl *mutant = spec->decls.at[i];

		if (mutant->kind != SYN_DECL_MUTANT)
			continue;
		if (mutant->caught_by_check)
			add_check_cell(spec, mutant, arena, cells);
		for (size_t k = 0; !mutant->caught_by_check && k < blocks->own.count; k++)
			if (is_meant(blocks, k, mutant))
				add_cell(blocks, k, mutant, arena, cells);
	}
}

size_t sem_cells(struct syn_context *context, const struct sem_spec *spec, struct sem_cell **cells)
{
	struct sem_blocks blocks = sem_all_blocks(spec, context->arena);
	sem_cell_list all = blocks.own;

	add_mutant_cells(spec, context->arena, &blocks, &all);
	*cells = all.at;
	return all.count;
}
