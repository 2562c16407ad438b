/* sorted-cells.c: which cells of several blocks are the same. */
#include "compiler/sema/cells.h"

#include <stdlib.h>
#include <string.h>

static int compare_values(const struct sem_sorted_cell *a, const struct sem_sorted_cell *b)
{
	for (size_t i = 0; i < a->spec->option_count; i++) {
		long one = a->cell->variant->values[i], other = b->cell->variant->values[i];

		if (one != other)
			return one < other ? -1 : 1;
	}
	return 0;
}

/* Compares the places of two cells: everything except the workers. */
static int compare_places(const struct sem_sorted_cell *a, const struct sem_sorted_cell *b)
{
	int order = strcmp(a->cell->scenario, b->cell->scenario);

	if (!order)
		order = strcmp(a->cell->memory, b->cell->memory);
	return order ? order : compare_values(a, b);
}

static int compare_workers(const struct syn_workers *a, const struct syn_workers *b)
{
	bool any = a->kind == SYN_WORKERS_ANY;

	if (a->kind != b->kind)
		return any || (b->kind != SYN_WORKERS_ANY && a->kind < b->kind) ? -1 : 1;
	if (!any && a->count != b->count)
		return a->count < b->count ? -1 : 1;
	return a->kind == SYN_WORKERS_OF_ONE ? strcmp(a->of.text, b->of.text) : 0;
}

static int compare_cells(const void *one, const void *other)
{
	const struct sem_sorted_cell *a = one, *b = other;
	int order = compare_places(a, b);

	if (!order)
		order = compare_workers(a->cell->workers, b->cell->workers);
	return order ? order : a->index < b->index ? -1 : a->index > b->index;
}

static const struct sem_sorted_cell *sorted_cells(const struct sem_spec *spec,
    struct gd_arena *arena, const sem_cell_list *own)
{
	struct sem_sorted_cell *all = GD_NEW_ARRAY(arena, struct sem_sorted_cell, own->count + 1);

	for (size_t i = 0; i < own->count; i++)
		all[i] = (struct sem_sorted_cell){ .cell = &own->at[i], .spec = spec, .index = i };
	if (own->count)
		qsort(all, own->count, sizeof *all, compare_cells);
	for (size_t i = 0; i < own->count; i++) {
		bool same_place = i && compare_places(&all[i - 1], &all[i]) == 0;

		all[i].place = same_place ? all[i - 1].place : i;
		all[i].first = same_place &&
			compare_workers(all[i - 1].cell->workers, all[i].cell->workers) == 0
		    ? all[i - 1].first
		    : i;
	}
	return all;
}

struct sem_blocks sem_all_blocks(const struct sem_spec *spec, struct gd_arena *arena)
{
	struct sem_blocks blocks = { .own = sem_own_cells(spec, arena) };
	size_t *position = GD_NEW_ARRAY(arena, size_t, blocks.own.count + 1);

	blocks.sorted = sorted_cells(spec, arena, &blocks.own);
	for (size_t i = 0; i < blocks.own.count; i++)
		position[blocks.sorted[i].index] = i;
	blocks.position = position;
	return blocks;
}
