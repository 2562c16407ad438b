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
#include "gcrt-header.h"
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

enum { DRIVER_SCRIPTS = 8, DRIVER_CELLS = 32, DRIVER_NUMBERS = 64, DRIVER_GONE = 64 };
struct run {
	struct gc_heap *heap;
	struct gc_mutator_roots roots[DRIVER_SCRIPTS];
	uintptr_t cell[DRIVER_CELLS]; /* addresses of the objects; 0: never allocated */
	bool is_new[DRIVER_CELLS];    /* the program has allocated it */
	bool is_freed[DRIVER_CELLS];  /* a kernel has freed it */
	/* Addresses of objects that were freed and whose numbers others have now. */
	uintptr_t gone[DRIVER_GONE];
	unsigned gone_count;
	bool acts[DRIVER_SCRIPTS];   /* directed: the mutator is in the middle of an action */
	bool leaves[DRIVER_SCRIPTS]; /* … and leaves */
	bool no_room;                /* an allocation failed, … */
	unsigned there;              /* … and so many objects were there */
};
extern struct run run;

/* -------------------------------- these functions belong to what schedules the program: */
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
/* A script is about to allocate: waits until there is room. */
void driver_await_place(struct gc_mutator *m);
/* A script has allocated OBJECT. */
void driver_has_allocated(uintptr_t object);
/* A script is about to request a cycle, or no cycle will be requested before the next call.  No lock is
 * held. */
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
/* The number of a new OBJECT in a part of the heap: the one that it has got, or else the one that it will get by
 * default. */
int driver_next_cell(uintptr_t object, unsigned part);
/* The part in which an object is; 0: the heap is not divided.  The numbers of the part: from *FIRST on, less than
 * the result. */
unsigned driver_part_of(uintptr_t object);
unsigned driver_numbers_of(unsigned part, unsigned *first);
/* Who gives numbers, and the places of these, has the lock. */
void driver_lock_names(void);
void driver_unlock_names(void);
/* Gives the new OBJECT this number. */
void driver_name_cell(uintptr_t object, unsigned number);
unsigned driver_objects_there(void);
/* Whether an object was there that was freed, and whose number another one has. */
bool driver_is_gone(uintptr_t object);

/* ------------------------------------------------------------------------ moving.c */
/* The objects of the scenario are there. */
void driver_begin_moving(void);
/* The object with this number was freed. */
void driver_gives_place(unsigned object);
/* A script has allocated OBJECT, which has this number. */
void driver_names_new(uintptr_t object, unsigned number);
/* Who waits for a place may look again. */
void driver_places_change(void);

/* ----------------------------------------------------------------------- regions.c */
enum driver_taker { DRIVER_MUTATORS, DRIVER_WORKERS, DRIVER_TAKERS };
/* Makes the blocks of the scenario, and gives its cells their places. */
void driver_make_regions(struct gcrt_space *space);
uintptr_t driver_place(unsigned cell);
/* Whether BY may place an object there: on all lines of the place. */
bool driver_fits(enum driver_taker by, unsigned cell);
/* BY takes the lines around the place, and gives back all lines. */
void driver_take_hole(enum driver_taker by, unsigned cell);
void driver_give_back_holes(enum driver_taker by);
/* The place as a hole, for a new object with these metadata. */
struct gcrt_hole driver_hole(struct gcrt_space *space, unsigned cell, const uint8_t *metadata);
/* Metadata K of regions: how many regions have them, and where they are. */
unsigned driver_regions_with(unsigned k);
uint8_t *driver_region_byte(unsigned k, unsigned region);
/* The number of a region at this address; their count: none. */
unsigned driver_region_number(bool is_smallest, uintptr_t region);
/* moving.c: the place that the task has taken. */
unsigned driver_taken_place(void);
/* What the task accesses is no event. */
void driver_be_quiet(bool is_quiet);

/* ------------------------------------------------------------------------- trace.c */
/* What happened, in order; async-signal-safe. */
void driver_put_trace(void);
bool driver_trace_is_full(void); /* nothing more is noted */
void driver_note(const struct seen *event);
/* The last event like this one, whatever its values, is none. */
void driver_forget(const struct seen *event);

/* ----------------------------------------------------------------------- outcome.c */
void driver_put_outcome(const char *how);

/* -------------------------------------------------------------------------- said.c */
/* COUNT threads will do what the scenario says; one of them has. */
void driver_begins(unsigned count);
void driver_is_done(void);
/* The explorer uses these while no thread of the program runs: what the program has reported, as a string;
 * two functions that report what has happened, without and with the state of the heap; and whether this
 * is an end. */
extern char agree_said[];
void agree_say_trace(void);
void agree_say_end(void);
bool agree_is_over(void);

extern struct way agree_way;
bool agree_waits(void); /* a thread, or a store, waits for its turn */
/* For who explores the program: whether the task's next store to the address may reach memory; it has
 * (struct gcx_options). */
bool agree_may_perform(unsigned task, const volatile void *at);
void agree_performed(unsigned task, const volatile void *at);

/* ------------------------------------------------------------------------- guide.c */
/* Waits until the program may do E.  The result is for driver_has_happened, right after it. */
unsigned driver_take_turn(const struct seen *e);
void driver_has_happened(const struct seen *e, unsigned turn);
/* Whether the story has something that others do before E and that conflicts with E. */
bool driver_may_wait(const struct seen *e);
/* Whether the guide has units that are run for the mutator. */
bool driver_has_handshakes(const struct gc_mutator *m);
/* The number of the object that the guide has the actor of E allocate next; -1: it does not say. */
int driver_told_cell(const struct seen *e);
/* The event of the guide that is the next allocation of the actor of E, or that it finds no room; -1: it does not
 * say. */
int driver_told_alloc(const struct seen *e);
/* What the guide has a policy answer the actor of E next; SEEN_NOTHING: it does not say. */
int driver_told_answer(const struct seen *e);
/* Waits until the program has done all that the guide has.  E is what fails then. */
void driver_await_all(const struct seen *e);
/* With store buffers: the task is about to do the store E, whose turn it is. */
void driver_holds(const struct seen *e);
/* E accesses something that is no object. */
void driver_misused(const struct seen *e);

/* Whether what the story has is what there IS, as far as it is known. */
bool driver_agrees(int16_t told, int16_t is);
/* For direct.c: the event of the guide that E is, if no task does it yet; count: none.  It is taken. */
unsigned driver_take(const struct seen *e);
unsigned driver_find(const struct seen *e);
void driver_set_waiting(const struct seen *e, bool waits);
/* The task's last load was in vain, and it will load again. */
void driver_set_in_vain(void);

/* ------------------------------------------------------------------------ direct.c */
/* driver_take_turn for a program that is directed. */
unsigned driver_take_directed_turn(const struct seen *e);
/* EVENT has happened.  It is over when its task waits: before it may wait, it calls driver_ends_event. */
void driver_happens_directed(const struct seen *e, unsigned event);
void driver_ends_event(void);
/* Waits for the turn of E, but does not take it; without a lock, which E is done under. */
void driver_await_turn(const struct seen *e);
/* Whether the guide has this as the next event of the actor of E. */
bool driver_is_next(const struct seen *e);
/* Waits until all events before EVENT were done. */
void driver_await_those_before(unsigned event);
/* The next unit that this task runs is event EVENT, a SEEN_NEEDLESS. */
void driver_runs_needless(unsigned event);
/* EVENT, the next one, cannot be done. */
void driver_refuses(unsigned event, enum way_refusal why);
/* All events were done. */
void driver_ends_story(bool may_go_on);

/* ---------------------------------------------------------------------- director.c */
/* From now on the guide directs the runtime. */
void driver_begin_directing(void);
/* A thread: does what the runtime does in the guide. */
void *driver_direct(void *nothing);

/* ----------------------------------------------------------------------- compare.c */
/* EVENT, an access, has stored another value. */
void driver_stores_another(unsigned event, int16_t stored);
/* It is the turn of EVENT of the guide. */
void driver_begins_event(unsigned event);
/* EVENT of the guide has happened.  Whether the state is that of the story. */
bool driver_state_agrees(unsigned event);
/* E, which the guide does not have, is about to happen. */
void driver_goes_beyond(const struct seen *e);

/* ------------------------------------------------------------------------- watch.c */
/* E is done, whose turn this was. */
void driver_did(const struct seen *e, unsigned turn);
/* An event of this task. */
struct seen driver_event(unsigned what, int which, int detail);
/* E uses the object with this number, if it is one: it may have been freed. */
void driver_check_use(const struct seen *e, int object);
/* With store buffers, if the story directs the program: whether OBJECT lives is in memory at once. */
void driver_show_object(uintptr_t object, uint8_t pattern);
/* WORD as what is at this location. */
int16_t driver_value_of(int location, uintptr_t word);
/* If the guide directs the program: does this, if it is what the unit or mutator does next there. */
void driver_reaches(unsigned what);
/* … waits until it is the turn of this. */
void driver_awaits(unsigned what, unsigned which, unsigned detail);
/* … does EVENT of the guide, which is the runtime's. */
void driver_does(unsigned event);
/* Whether two equal units wait or run that shall not be there twice: what models call `unit_unique'. */
bool driver_has_twins(void);
/* Whether the words are the unit of E. */
bool driver_is_unit(const uintptr_t *words, const struct seen *e);
/* Locations are numbered: metadata, fields, and roots. */
unsigned driver_slots_from(void);
unsigned driver_roots_from(void);
/* The object of a location; -1: it is a root. */
int driver_object_of(int location);
/* The location at an address; -1: none.  Its value in memory. */
int driver_location_at(const void *at);
int16_t driver_value_at(const volatile void *at);
/* The number of the object at an address; -1: null. */
int driver_number_of(uintptr_t object);
/* metadata.c.  What WORD, of metadata that is a reference, says: an object's number, -1: null, -2 and less: a
 * tag. */
int driver_reference(uintptr_t word);
/* Metadata of objects, then those of regions, and then data words: as in the IR.  As locations, those of regions are
 * where those of the object with the region's number would be. */
unsigned driver_metas(void);
unsigned driver_first_word(void);
bool driver_is_word(unsigned k);
bool driver_is_of_region(unsigned k);
uintptr_t *driver_word(uintptr_t cell, unsigned k);
/* What is in metadata K of the object in CELL: a number, or the same of a reference. */
int driver_metadata(uintptr_t cell, unsigned k);
/* Sets it. */
void driver_set_metadata(uintptr_t cell, unsigned k, int value);

/* -------------------------------------------------------------------------- text.c */
/* Text on its way to driver_write. */
void driver_put(const char *text);
void driver_put_number(unsigned number);
void driver_put_signed(int number);
void driver_flush(void);

#endif
