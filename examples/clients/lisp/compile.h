/* compile.h: from what was read to a tree of nodes, which eval.c runs.
 *
 * A node is an object of the heap: an operation, a place, and operands. */
#ifndef LISP_COMPILE_H
#define LISP_COMPILE_H

#include "memory.h"

enum operation {
	CONSTANT_NODE,   /* value */
	LOCAL_NODE,      /* index, how many environments out */
	GLOBAL_NODE,     /* symbol */
	SET_LOCAL_NODE,  /* index, environments out, node */
	SET_GLOBAL_NODE, /* symbol, node; which must have a value */
	DEFINE_NODE,     /* symbol, node */
	IF_NODE,         /* condition, then, else */
	OR_NODE,         /* first, second */
	SEQUENCE_NODE,   /* nodes */
	LAMBDA_NODE,     /* parameters, whether the last takes the rest, slots, body */
	LET_NODE,        /* slots, body, initial values */
	CALL_NODE,       /* function, arguments */
	OPERATIONS
};

/* Operands, counted from NODE_FIRST. */
enum { LAMBDA_PARAMETERS = NODE_FIRST, LAMBDA_REST, LAMBDA_SLOTS, LAMBDA_BODY };
enum { LET_SLOTS = NODE_FIRST, LET_BODY, LET_VALUES };

value compile(struct thread *t, value form);

#endif
