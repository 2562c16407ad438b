/* effect.c: the rows of effects.def: their texts, and what they write. */
#include "promela-backend/steps/effect.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/sets.h"

#include <stdlib.h>
#include <string.h>

#define A(argument) #argument,
#define EFFECT(name, arguments, writes, text)                                                      \
	static const char *const arguments_of_##name[] = { arguments NULL };
#include "promela-backend/steps/effects.def"
#undef A

/* What the third column consists of. */
#define IT(cell)  (1u << PML_CELL_##cell)
#define ALL(cell) (1u << (PML_CELL_##cell + PML_CELLS))
enum {
	NOTHING = 0,
	PLACE = 1 << (2 * PML_CELLS),
	WINDOW = PLACE << 1,
	KINDS = WINDOW << 1,
	BEGUN = KINDS << 1
};

static const struct {
	const char *const *arguments;
	unsigned writes;
	const char *text;
} rows[] = {
#define EFFECT(name, arguments, writes, text) { arguments_of_##name, writes, text },
#include "promela-backend/steps/effects.def"
};

/* ---------------------------------------------------------------- arguments */
static size_t argument_count(enum pml_effect effect)
{
	size_t count = 0;

	while (rows[effect].arguments[count])
		count++;
	return count;
}

const char *const *pml_copied_arguments(struct pml_model *model, enum pml_effect effect,
    const char *const *arguments)
{
	size_t count = argument_count(effect);
	const char **copy = GD_NEW_ARRAY(model->arena, const char *, count + 1);

	for (size_t i = 0; i < count; i++)
		copy[i] = arguments[i];
	return copy;
}

bool pml_are_same_arguments(enum pml_effect effect, const char *const *a, const char *const *b)
{
	for (size_t i = 0; i < argument_count(effect); i++)
		if (strcmp(a[i], b[i]) != 0)
			return false;
	return true;
}

/* --------------------------------------------------------------------- text */
/* What stands for $NAME$, which has LENGTH characters. */
static const char *argument(enum pml_effect effect, const struct pml_object *of,
    const char *const *arguments, const char *name, size_t length)
{
	const char *const *names = rows[effect].arguments;

	if (length == strlen("it") && strncmp(name, "it", length) == 0 && of->name)
		return of->name;
	for (size_t i = 0; names[i]; i++)
		if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0 &&
		    arguments[i])
			return arguments[i];
	abort(); /* a text names an argument that its row does not have, or that was not given */
}

const char *pml_effect_text(struct pml_model *model, enum pml_effect effect,
    const struct pml_object *of, const char *const *arguments)
{
	const char *at = rows[effect].text, *result = "";

	while (*at) {
		size_t length = strcspn(at, "$");
		const char *name = at + length + 1, *end = at[length] ? strchr(name, '$') : NULL;

		result = gd_arena_printf(model->arena, "%s%.*s%s", result, (int)length, at,
		    end ? argument(effect, of, arguments, name, (size_t)(end - name)) : "");
		at = end ? end + 1 : at + length;
	}
	return result;
}

/* ------------------------------------------------------------------- writes */
static size_t how_many(const struct ir_spec *spec, enum pml_cell cell)
{
	switch (cell) {
	case PML_CELL_META: return spec->meta_count;
	case PML_CELL_OPEN: return spec->bucket_count;
	case PML_CELL_UNITS:
	case PML_CELL_BUSY: return spec->kind_count;
	case PML_CELL_PHASE: return spec->phase_count;
	case PML_CELL_RUNNING:
	case PML_CELL_REQUESTED: return spec->cycle_count;
	case PML_CELL_GHOST: return spec->ghost_count;
	case PML_CELL_SLOTS:
	case PML_CELL_ROOTS:
	case PML_CELL_LIVE:
	case PML_CELL_STOPPED:
	case PML_CELL_SPACES: break;
	}
	return 0;
}

/* SLOTS, ROOTS, LIVE, STOPPED and SPACES are one part each. */
static void add_cells(struct pml_model *model, unsigned writes, size_t index, struct pml_set *set)
{
	for (unsigned cell = 0; cell < PML_CELLS; cell++) {
		size_t count = how_many(model->spec, (enum pml_cell)cell);

		if (writes >> cell & 1)
			pml_set_add(model, set, (enum pml_cell)cell, count ? index : 0);
		for (size_t i = 0; writes >> (cell + PML_CELLS) & 1 && i < count; i++)
			pml_set_add(model, set, (enum pml_cell)cell, i);
	}
}

static void add_place(struct pml_model *model, const struct pml_object *of, struct pml_set *set)
{
	if (of->place & PML_PLACE_META)
		pml_set_add(model, set, PML_CELL_META, of->index);
	if (of->place & PML_PLACE_SLOTS)
		pml_set_add(model, set, PML_CELL_SLOTS, 0);
	if (of->place & PML_PLACE_ROOTS)
		pml_set_add(model, set, PML_CELL_ROOTS, 0);
}

static void add_items(struct pml_model *model, const struct pml_item *item, struct pml_set *set)
{
	for (; item; item = item->next) {
		if (item->kind == PML_ITEM_EFFECT)
			pml_add_writes(model, item->effect, &item->of, set);
		add_items(model, item->body, set);
	}
}

void pml_add_writes(struct pml_model *model, enum pml_effect effect, const struct pml_object *of,
    struct pml_set *set)
{
	unsigned writes = rows[effect].writes;

	add_cells(model, writes, of->index, set);
	if (writes & PLACE)
		add_place(model, of, set);
	if (writes & WINDOW && of->by_mutator)
		pml_note_performed(model, set);
	for (size_t i = 0; writes & KINDS && i < of->bucket->kind_count; i++)
		pml_set_add(model, set, PML_CELL_UNITS, of->bucket->kinds[i]->index);
	if (writes & BEGUN)
		add_items(model, of->kernel->begin->first, set);
}

struct pml_set pml_writes_of(const struct pml_code *code)
{
	struct pml_set set = { { 0 } };

	add_items(code->model, code->first, &set);
	return set;
}
