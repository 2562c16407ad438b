/* gcrt-record-line.h: the state that a trace shows, and its lines.  The recorder's lock is held. */
#ifndef GCRT_RECORD_LINE_H
#define GCRT_RECORD_LINE_H

#include "gcrt-record-file.h"
#include "gcrt-record-heap.h"
#include "gcrt-scheduler.h"
#include "gcrt-text.h"

/* Bytes of a thread's name, with its 0. */
#define GCRT_RECORD_NAME 40

struct gcrt_record_unit {
	struct gcrt_record_unit *next, *outer; /* outer: which its thread runs meanwhile */
	unsigned kind, queue;
	const struct gc_mutator *buffer; /* in which it waits; NULL: in the pool */
	char *arguments;                 /* "o1, o2" */
	char thread[GCRT_RECORD_NAME];   /* that runs it */
};
struct gcrt_record_units {
	struct gcrt_record_unit *first, **end;
};

enum { GCRT_RECORD_NAMES = 4096 }; /* lists */
struct gcrt_record_name {
	struct gcrt_record_name *next;
	uintptr_t object;
	size_t number;
	struct gcrt_record_object *shown; /* NULL: the trace does not show it */
};
enum gcrt_record_mutator { GCRT_RECORD_AWAY, GCRT_RECORD_RUNNING, GCRT_RECORD_STOPPED };

struct gcrt_record {
	struct gcrt_mutex lock;
	const void *owner; /* atomic: who holds the lock; and how often */
	unsigned depth;
	struct gc_heap *heap;
	struct gcrt_record *next; /* of the process; under its lock */
	unsigned forks;           /* gcrt_forks when it began */
	struct gcrt_record_file file;
	size_t most;    /* bytes of the file */
	uint64_t began; /* nanoseconds */
	bool lost;      /* there was no memory for something */

	uint32_t open, phases;
	enum gcrt_record_mutator *mutators; /* by number; those that have joined */
	unsigned mutator_count;
	struct gcrt_record_units pending, running;
	struct gcrt_record_name *names[GCRT_RECORD_NAMES];
	size_t named;
	struct gcrt_record_heap shown;
	/* Whose thread has the lock, at a safepoint; NULL: none's. */
	struct gc_mutator *at_safepoint;

	struct gcrt_text heading, threads, line;
	char thread[GCRT_RECORD_NAME]; /* of the step */
	const char *does;              /* what the step is; NULL: none has begun */
	const char *because;
	struct gcrt_text subject, operations;
	size_t steps, switches;
	char last_thread[GCRT_RECORD_NAME]; /* of the last step that counts for switches */
};

/* Nothing is written to it any more. */
static inline bool gcrt_record_is_over(const struct gcrt_record *r)
{
	return r->file.fd < 0;
}

/* Whether the trace shows the heap at its beginning. */
static inline bool gcrt_record_shows_heap(const struct gcrt_record *r)
{
	return r->shown.most > 0;
}

/* The heading, in `heading'; threads that join later are added to it. */
void gcrt_record_heading(struct gcrt_record *r);
/* The thread NAME is in the heading from now on. */
void gcrt_record_add_thread(struct gcrt_record *r, const char *name, const char *role);

/* Ends the step that has begun, if there is one, and begins a new one.  When the trace is over no step
 * begins, and these three functions do nothing.  BECAUSE may be NULL. */
void gcrt_record_step(struct gcrt_record *r, const char *does, const char *thread,
    const char *subject, const char *because);
/* What happens in it, if it has begun.  All but OP may be NULL. */
void gcrt_record_operation(struct gcrt_record *r, const char *op, const char *location,
    const char *stored, const char *because);
/* The same for an operation that has found something. */
void gcrt_record_change(struct gcrt_record *r, const char *op, const char *location,
    const char *found, const char *stored);
void gcrt_record_end_step(struct gcrt_record *r);
/* The last line, unless the trace is over.  FAILED: WHY is what failed. */
void gcrt_record_last(struct gcrt_record *r, bool failed, const char *why);

size_t gcrt_record_object(struct gcrt_record *r, uintptr_t object); /* the number in its name */
void gcrt_record_forget(struct gcrt_record *r, uintptr_t object);
/* NULL: it has no name. */
struct gcrt_record_name *gcrt_record_name_of(struct gcrt_record *r, uintptr_t object);
/* A new unit, in none of the lists.  NULL: there is no memory. */
struct gcrt_record_unit *gcrt_record_new_unit(struct gcrt_record *r, unsigned kind, unsigned queue,
    const uintptr_t *words);
void gcrt_record_free_unit(struct gcrt_record_unit *unit);
void gcrt_record_put(struct gcrt_record_units *units, struct gcrt_record_unit *unit);
/* Takes a unit that looks like LIKE out of the list.  NULL: there is none. */
struct gcrt_record_unit *gcrt_record_take(struct gcrt_record_units *units,
    const struct gcrt_record_unit *like);
/* Takes UNIT itself, which is in the list. */
void gcrt_record_remove(struct gcrt_record_units *units, const struct gcrt_record_unit *unit);

void gcrt_record_lines_init(struct gcrt_record *r);
void gcrt_record_lines_destroy(struct gcrt_record *r);

#endif
