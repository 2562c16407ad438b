/* driver.h: the parts of a program that does what a scenario says on a generated collector.
 *
 * cells.c, outcome.c and trace.c watch the program.  When schedules are explored they are compiled
 * without the compiler's hooks, so that what they do is no step of the program. */
#ifndef DRIVER_H
#define DRIVER_H

#define GC_IMPL 1
#include <stdbool.h>
#include <stdint.h>
#include "program.h"
#include "gcrt-heap.h"
#include "gcrt-trace.h"
#include "driver-embedder.h"
#include "gcrt-collector.h"

/* How the heap is. */
struct driver_shape {
	unsigned workers;
	unsigned room;  /* objects the heap has room for; 0: it never gets full */
	bool large;     /* objects are large ones */
	bool marks_new; /* outcomes mark the cells of objects that the program has allocated */
};
extern struct driver_shape shape;

enum { DRIVER_SCRIPTS = 8, DRIVER_CELLS = 32 };
struct run {
	struct gc_heap *heap;
	struct gc_mutator_roots roots[DRIVER_SCRIPTS];
	uintptr_t cell[DRIVER_CELLS]; /* addresses of the objects; 0: never allocated */
	bool is_new[DRIVER_CELLS];    /* the program has allocated it */
	bool no_room;                 /* an allocation failed, … */
	unsigned there;               /* … and so many objects were there */
};
extern struct run run;

/* ------------------------------------------------------- who schedules the program has: */
/* A number below LIMIT, in some way. */
unsigned driver_choose(unsigned limit);
/* Between two actions of a script the mutator is at a yield point. */
void driver_rest(struct gc_mutator *m);
/* The script does this action next.  M is NULL if it has not joined yet. */
void driver_acts(struct gc_mutator *m, unsigned script, unsigned action);
/* A unit begins; driver_end_unit has what this returns. */
struct seen driver_begin_unit(unsigned kind, const uintptr_t *unit);
void driver_end_unit(struct seen before);
/* Something of the machine around the kernels happens, under the scheduler's lock: enum seen_what. */
void driver_machine(unsigned what, unsigned which, unsigned detail);
/* A script has allocated OBJECT. */
void driver_has_allocated(uintptr_t object);
/* A script is about to request a cycle, or nobody will before the next call; no lock is held. */
void driver_before_request(void);
/* The runtime has begun or ended a cycle, under the scheduler's lock. */
void driver_cycles_changed(void);
/* WHICH units were run, so many times. */
void driver_units_ran(unsigned kind, size_t times);
/* Writes to where the program reports. */
void driver_write(const char *text, size_t length);

/* ------------------------------------------------------------------------- script.c */
/* Objects have room for their slots, and at least LEAST bytes. */
void driver_set_size(size_t least);
struct gc_mutator *driver_make_heap(void);
/* The runtime begins no cycle for reasons of its own from now on. */
void driver_never_begin_early(void);
/* Gives script N its roots, before its mutator joins. */
void driver_set_roots(unsigned n);
/* Whether script N begins with `join'. */
bool driver_joins_late(unsigned n);
struct gc_mutator *driver_join(unsigned n);
/* Does what script N says. false: the mutator has left. */
bool driver_follow(struct gc_mutator *m, unsigned n);
/* Requests CYCLE.  The scheduler's lock is held. */
void driver_request(unsigned cycle);

/* ------------------------------------------------------------------------- cells.c */
/* The number that a new OBJECT has, or gets if nobody wants another one. */
int driver_next_cell(uintptr_t object);
/* Gives the new OBJECT this number. */
void driver_name_cell(uintptr_t object, unsigned number);
unsigned driver_objects_there(void);

/* ------------------------------------------------------------------------- trace.c */
/* What happened, in order; async-signal-safe. */
void driver_put_trace(void);
bool driver_trace_is_full(void); /* nothing more is noted */
void driver_note(const struct seen *event);

/* ----------------------------------------------------------------------- outcome.c */
void driver_put_outcome(const char *how);

/* -------------------------------------------------------------------------- said.c */
/* COUNT threads will do what the scenario says; one of them has. */
void driver_begins(unsigned count);
void driver_is_done(void);
/* For who explores the program, while none of its threads runs: what it has reported, a string; what
 * happened until now, or also how the heap is; and whether this is an end. */
extern char agree_said[];
void agree_say_trace(void);
void agree_say_end(void);
bool agree_is_over(void);

extern struct way agree_way;
bool agree_waits(void); /* a thread waits for its turn */

/* ------------------------------------------------------------------------- guide.c */
/* Waits until the program may do E.  The result is for driver_has_happened, right after it. */
unsigned driver_take_turn(const struct seen *e);
void driver_has_happened(const struct seen *e, unsigned turn);
/* Whether it need not wait. */
bool driver_may_act(const struct seen *e);
/* The number of the object that the guide has the actor of E allocate next; -1: it does not say. */
int driver_told_cell(const struct seen *e);
/* Waits until the program has done all that the guide has.  E is what fails then. */
void driver_await_all(const struct seen *e);
/* E accesses something that is no object. */
void driver_misused(const struct seen *e);

/* ------------------------------------------------------------------------- watch.c */
/* The object of a location; -1: it is a root. */
int driver_object_of(int location);

/* -------------------------------------------------------------------------- text.c */
/* Text on its way to driver_write. */
void driver_put(const char *text);
void driver_put_number(unsigned number);
void driver_put_signed(int number);
void driver_flush(void);

#endif
