/* run.h: one run of a litmus test, step by step: what its text and its JSON are made of. */
#ifndef LITMUS_RUN_H
#define LITMUS_RUN_H

#include "promela-backend/litmus/litmus.h"
#include "promela-backend/trail/event.h"
#include "trace/marks.h"

struct litmus_operation {
	struct marks_access access; /* `op' as doc/events.md has it */
	long store;                 /* 0: none */
};
struct litmus_step {
	long number;      /* 1 … */
	const char *what; /* "access", "let", "receive", "enter", "leave", "perform" */
	size_t thread;    /* whose operations they are */
	const char *name; /* "thread 1", "memory" */
	const char *statement;
	struct marks_place where;
	const struct litmus_operation *operations; /* the thread's own one is the last */
	size_t operation_count;
	const struct marks_store **waiting;
	size_t waiting_count;
	const struct marks_red *red;
	size_t red_count;
	const char **memory;    /* by location; NULL: there is no one memory (c11) */
	const char **registers; /* by register of the test; NULL: no value yet */
	const char **observed;  /* thread * locations + location; NULL: what memory has */
};
struct litmus_run {
	const struct ir_litmus *test;
	struct litmus_step start; /* before the first step */
	const struct litmus_step *steps;
	size_t step_count;
	size_t reorderings;
	size_t switches;
	long fewest; /* context switches that any such run has; -1: not known */
};

const struct litmus_run *litmus_run(struct gd_arena *arena, const struct ir_litmus *test,
    enum ir_memory memory, const struct litmus_outcome *outcome);
/* Whether it is known that no such run has fewer context switches. */
bool litmus_has_fewest(const struct litmus_run *run);

#endif
