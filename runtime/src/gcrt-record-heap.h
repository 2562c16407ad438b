/* gcrt-record-heap.h: the heap that a trace shows: objects, their metadata and fields, and roots.
 *
 * Note [What a trace knows]: the recorder does not see the accesses of kernels and programs.  It knows
 * of allocations, frees, and stores with a barrier into fields that it has seen before.  All else it
 * finds: at the beginning of each step it reads again what may be read then, compares it with what it
 * has, and records each difference as an operation `changed'.  So each state follows from operations.
 * What may not be read then stays as it was.
 *
 * Metadata may be read at any time: all accesses to it are atomic.
 *
 * The roots of a mutator may be read by its own thread at a safepoint (an allocation is one, a barrier is
 * not), and by others while it is not active (Note [Readers of roots]); those of the heap, while no
 * mutator is active but the one whose thread reads them, at a safepoint.
 *
 * The fields of an object are where gc_trace_object says.  It may look at anything in the object, and in
 * what the object refers to, so it is called only for objects that are reachable, and only
 *   - while no mutator is active but the one whose thread reads, at a safepoint; or
 *   - if the object was held: its mutator has allocated it since its roots were last read, and they
 *     are read now, so that this thread alone has given it its layout.
 * Over which a reference lies is no such object any more (Note [Overlays]); its fields stay as they were.
 * In the second case another mutator may store into the object meanwhile, if it has got it already.  A
 * store without gc_store is not atomic, so the thread sanitizer would report the recorder's load.  The
 * value that is loaded is shown, and nothing is done with it; so this load is hidden from it (word_at).
 *
 * A new object is held by its mutator until that one's roots are read next: from then on the object is in
 * a root or a field, or the mutator does not have it any more. */
#ifndef GCRT_RECORD_HEAP_H
#define GCRT_RECORD_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-layout.h"
#include "gcrt-text.h"

struct gc_mutator;
struct gcrt_record;

/* A root or a field. */
struct gcrt_record_place {
	uintptr_t slot, word; /* what was there; a cell that is used again has the same word */
	struct gcrt_record_object *to; /* NULL: null */
};
struct gcrt_record_places {
	struct gcrt_record_place *at;
	size_t count, room;
};
struct gcrt_record_object {
	struct gcrt_record_object *next; /* allocated later */
	struct gcrt_record_object *todo; /* of a traversal */
	size_t number;
	uintptr_t address;               /* 0: it has been freed */
	const struct gc_mutator *holder; /* NULL: it is not held */
	bool was_held;                   /* up to now: its fields may be read */
	bool reachable, referred;
	uint8_t metadata[GCRT_MAX_METADATA];
	struct gcrt_record_place refers[GCRT_MAX_METADATA]; /* metadata that is a reference */
	struct gcrt_record_places fields;
};
struct gcrt_record_roots {
	struct gcrt_record_roots *next;
	unsigned number; /* of the mutator; 0: the heap's own */
	bool read;       /* in this step */
	struct gcrt_record_places places;
};
struct gcrt_record_heap {
	bool on;                                  /* it is shown */
	size_t most;                              /* objects; 0: it is never shown */
	struct gcrt_record_object *first, **last; /* in the order of their names */
	struct gcrt_record_roots *roots;
	size_t live, places; /* places: roots and fields */
};

/* All of these with the recorder's lock. */
void gcrt_record_heap_init(struct gcrt_record *r);
void gcrt_record_heap_destroy(struct gcrt_record *r);
/* The members `heap', `roots' and `held' of a state. */
void gcrt_record_heap_add(struct gcrt_record *r, struct gcrt_text *text);
/* From now on the heap is not shown: it has become too large. */
void gcrt_record_heap_stop(struct gcrt_record *r);

/* OBJECT, called NUMBER, is new, and M holds it.  An operation of the step that has begun. */
void gcrt_record_heap_allocated(struct gcrt_record *r, const struct gc_mutator *m, uintptr_t object,
    size_t number);
void gcrt_record_heap_freed(struct gcrt_record *r, uintptr_t object);
/* Of M no roots are known any more. */
void gcrt_record_heap_left(struct gcrt_record *r, const struct gc_mutator *m);

/* Which object ADDRESS is.  NULL: none. */
struct gcrt_record_object *gcrt_record_heap_object(struct gcrt_record *r, uintptr_t address);
/* Whether a field at SLOT is known. */
bool gcrt_record_heap_knows(struct gcrt_record *r, uintptr_t slot);
/* The program stores WORD there, if it is known. */
void gcrt_record_heap_store(struct gcrt_record *r, uintptr_t slot, uintptr_t word);
/* PLACES, which are called NAME, have COUNT from now on. */
void gcrt_record_heap_shrink(struct gcrt_record *r, struct gcrt_record_places *places,
    const char *name, size_t count);
/* The place INDEX of them has WORD; it may be the first one beyond their end. */
void gcrt_record_heap_set(struct gcrt_record *r, struct gcrt_record_places *places,
    const char *name, size_t index, struct gcrt_record_place is);
/* The metadata K of O, which is a reference, has WORD from now on. */
void gcrt_record_heap_refer(struct gcrt_record *r, struct gcrt_record_object *o, unsigned k,
    uintptr_t word);
/* Whether there may be one place more. */
bool gcrt_record_heap_has_room(const struct gcrt_record *r);
/* What the roots of the mutator NUMBER are called, or those of the heap: 0. */
const char *gcrt_record_roots_name(unsigned number, char *text, size_t bytes);
/* Of the mutator NUMBER, or of the heap: 0.  NULL: there is no memory. */
struct gcrt_record_roots *gcrt_record_heap_roots(struct gcrt_record *r, unsigned number);
/* Calls VISIT for each object that exists and to which roots and objects that are held lead.  It may
 * change the fields. */
void gcrt_record_heap_traverse(struct gcrt_record *r,
    void (*visit)(struct gcrt_record *r, struct gcrt_record_object *object, void *data),
    void *data);
/* Objects that have been freed and to which nothing refers are shown no longer. */
void gcrt_record_heap_forget(struct gcrt_record *r);

/* gcrt-record-look.c: reads again what may be read now, and records what has changed.  A step has just
 * begun. */
void gcrt_record_look(struct gcrt_record *r);

#endif
