/* litmus.h: bounds of litmus tests, and what is checked apart. */
#ifndef SEM_LITMUS_H
#define SEM_LITMUS_H

#include "compiler/sema/internal.h"

enum {
	SEM_LITMUS_VALUE = 255 /* largest value of locations and registers; the smallest is 0 */
};

/* Checks that each load that is issued is received, and that each `receive` has an issued load. */
void sem_check_split_phase(struct sem_checker *c, const struct syn_decl *litmus);

#endif
