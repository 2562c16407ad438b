/* cells.h: what the check of the verify block and the making of cells share. */
#ifndef SEM_CELLS_H
#define SEM_CELLS_H

#include "compiler/sema/internal.h"


bool sem_names_have(const syn_names *names, const char *text);
/* Every assignment of the options that VERIFY (NULL: none) asks for. */
size_t sem_assignments(const struct sem_spec *spec, const struct syn_decl *verify,
    struct gd_arena *arena, const long ***found);
bool sem_expect_applies(const struct sem_spec *spec, const struct syn_expect *expect,
    const char *scenario, const char *memory, const long *values);
const char *sem_assignment_text(const struct sem_spec *spec, struct gd_arena *arena,
    const long *values); /* "again=true shading=none" */
/* The quantifier over `expected` in PROPERTY, or NULL. */
const struct syn_expr *sem_uses_expected(const struct syn_decl *property);

#endif
