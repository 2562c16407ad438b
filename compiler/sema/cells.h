/* cells.h: what the check of the verify block and the making of cells share. */
#ifndef SEM_CELLS_H
#define SEM_CELLS_H

#include "compiler/sema/internal.h"

bool sem_names_have(const syn_names *names, const char *text);
/* Every assignment of the options that VERIFY asks for.  VERIFY may be NULL. */
size_t sem_assignments(const struct sem_spec *spec, const struct syn_decl *verify,
    struct gd_arena *arena, const long ***found);
bool sem_expect_applies(const struct sem_spec *spec, const struct syn_expect *expect,
    const char *scenario, const char *memory, const long *values);
/* The quantifier over `expected` in PROPERTY, or NULL. */
const struct syn_expr *sem_uses_expected(const struct syn_decl *property);

typedef GD_VEC(struct sem_cell) sem_cell_list;
/* The cells of the specification itself. */
sem_cell_list sem_own_cells(const struct sem_spec *spec, struct gd_arena *arena);

/* The cells sorted so that equal ones, from several blocks, are together.  Cells that differ only
 * in the workers form a place; in each place those of `any` workers come first. */
struct sem_sorted_cell {
	const struct sem_cell *cell;
	const struct sem_spec *spec;
	size_t index; /* in the order of the blocks */
	size_t first; /* position of the first equal cell */
	size_t place; /* position of the first cell of the same place */
};
struct sem_blocks {        /* what all verify blocks together have */
	sem_cell_list own; /* in the order of the blocks */
	const struct sem_sorted_cell *sorted;
	const size_t *position; /* in `sorted`, by index */
};
struct sem_blocks sem_all_blocks(const struct sem_spec *spec, struct gd_arena *arena);
bool sem_mutant_has_cell(const struct sem_blocks *blocks, const struct syn_decl *mutant);

#endif
