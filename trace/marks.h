/* marks.h: which stores of a run wait, and the marks of its steps.
 *
 * A store waits from the step in which its thread executes it to the step in which it reaches
 * memory.  In a step, a store that waits after it gets
 *
 *   mark A   for each access of its own thread that takes effect in the step and is later in
 *            program order.  This access overtakes the store.
 *   mark B   for each read of another thread that takes effect in the step on the store's location,
 *            if an earlier step has given the store a mark A.  This read misses the store.
 *
 * A load takes effect when it finds its value, also if that is the value of a store of its own
 * thread that waits.  (Such a load does not read memory, so it gives no mark B.)  A store takes
 * effect when it reaches memory, and a read-modify-write that does not wait at once.
 *
 * A step is atomic: a store that reaches memory in it does not wait after it, and gets no mark.  So
 * a fence or a read-modify-write that waits for all earlier stores gives none.
 *
 * Whoever writes a trace reports what happens, step by step:
 *
 *   marks_step(marks, 5);
 *   marks_do(marks, &load);
 *   marks_end(marks); */
#ifndef TRACE_MARKS_H
#define TRACE_MARKS_H

#include <stdbool.h>
#include "compiler/base/arena.h"

struct marks_place {
	const char *file; /* NULL: none */
	unsigned line, column;
};
struct marks_access {
	const char *thread, *op; /* "thread 2"; "load", "store", "swap", "stop" … */
	const char *order;       /* or NULL */
	const char *location;    /* NULL: none, as for a stop */
	const char *found;       /* of a read, where it is known; or NULL */
	const char *stored;      /* of a write, where it is known; or NULL */
	bool reads, writes;
	struct marks_place where;
};
struct marks_store { /* or a read-modify-write that waits as stores do */
	long number; /* 1, 2, … in the run */
	long began;  /* the step */
	long turn;   /* its place in what all threads do, in program order of each */
	struct marks_access access;
	long overtaken_in; /* the step of its first mark A; 0: it has none */
	const char
	    *overtaken_by; /* "its later load of y (step 2)": the access that sentences name */
	bool
	    overtaken_unseen; /* that access is a load with the value of a store of its own thread */
};
struct marks_red {
	const struct marks_store *store;
	char rule; /* 'A', 'B' */
	const char *thread, *op, *location;
	const char *why; /* one sentence */
};

struct marks;
struct marks *marks_new(struct gd_arena *arena);
/* The next step begins. */
void marks_step(struct marks *marks, long number);
/* The thread executes a write that waits.  Returns its number. */
long marks_hold(struct marks *marks, const struct marks_access *access);
/* The oldest write of THREAD (NULL: of any) to LOCATION that waits reaches memory.  FOUND: of a
 * read-modify-write.  NULL: none waits. */
const struct marks_store *marks_reach(struct marks *marks, const char *thread, const char *location,
    const char *found, const char *stored);
/* The thread executes a load that waits: marks_answer comes later.  A load that finds a store of its
 * own thread that waits is done at once, and there is no answer. */
void marks_ask(struct marks *marks, const struct marks_access *access);
/* The oldest load of THREAD from LOCATION that waits takes effect.  false: none waits. */
bool marks_answer(struct marks *marks, const char *thread, const char *location, const char *found);
/* The access takes effect at once. */
void marks_do(struct marks *marks, const struct marks_access *access);
/* The step is complete.  *RED gets its marks; they stay valid. */
size_t marks_end(struct marks *marks, const struct marks_red **red);

/* Stores that wait, oldest first. */
size_t marks_waiting(const struct marks *marks, const struct marks_store *const **stores);
/* The value of LOCATION that THREAD finds because its own youngest write there waits.  NULL: it
 * finds what memory has.  A read-modify-write that waits has no value yet: a load waits for it. */
const char *marks_observed(const struct marks *marks, const char *thread, const char *location);
/* A load is done before its place, where its thread has earlier accesses, or its place is passed by: one reordering. */
void marks_early(struct marks *marks);
/* The number of stores that have a mark A. */
size_t marks_reorderings(const struct marks *marks);

#endif
