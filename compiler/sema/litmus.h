/* litmus.h: bounds of litmus tests, and what is checked apart. */
#ifndef SEM_LITMUS_H
#define SEM_LITMUS_H

#include "compiler/sema/internal.h"

enum {
	SEM_LITMUS_VALUE = 255 /* of locations and registers; the least is 0 */
};

/* Is each load that is issued received, and the other way round? */
void sem_check_split_phase(struct sem_checker *c, const struct syn_decl *litmus);

#endif
