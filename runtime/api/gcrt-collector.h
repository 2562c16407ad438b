/* gcrt-collector.h: what generated C and the runtime know of each other.
 *
 * The source generated for a collector includes, in this order,
 *
 *	#define GC_IMPL 1
 *	#include "gcrt-embedder.h"      the embedder's own header (GC_EMBEDDER)
 *	#include "x-names.h"            its kinds, buckets, cycles as enums
 *	#include "x-attrs.h"            what the program's inline paths need
 *	#include "gcrt-collector.h"
 *
 * defines its kernels as static functions over the operations below, and ends
 * with one table, `const struct gcrt_collector gcrt_collector`, which the
 * library finds by name.  tests/ has a complete one, written by hand.
 *
 * Words: a *unit* is one item of work, the arguments of its kind, each one
 * word.  A *queue* is one kind in one bucket: units of a kind that is in two
 * buckets wait in two queues.  A *packet* holds units of one queue.
 *
 * Version 2: phases, barriers, kinds that mutators run, buckets that close and
 * open again.  Version 4: exact buckets. */
#ifndef GCRT_COLLECTOR_H
#define GCRT_COLLECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gc-api.h"
#include "gcrt-debug.h"
#include "gcrt-layout.h"
#include "gcrt-sync.h"
#include "gcrt-worker.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gcrt_scheduler;

#define GCRT_MAX_UNIT_WORDS 4

/* ---------------------------------------------------------------- the tables */

enum gcrt_multiplicity { GCRT_ONCE, GCRT_SET, GCRT_BAG };

/* What units of a kind, and the units that they lead to, may free. */
enum gcrt_freeing {
	GCRT_KEEPS,          /* nothing */
	GCRT_FREES_IN_FILLS, /* only in units of loops over all objects, which fills emit into
			      * buckets that open once; these units lead to no others */
	GCRT_FREES
};

struct gcrt_kind {
	const char *name;
	unsigned words; /* of a unit; 1 if the kind has no parameters */
	enum gcrt_multiplicity multiplicity;
	unsigned at_most; /* how many workers may run it at once; 0: no limit */
	/* Runs COUNT units, which are one after the other in UNITS. */
	void (*run)(struct gcrt_worker *worker, const uintptr_t *units, size_t count);
	/* The same for every object of COUNT blocks.  NULL, unless some fill or kernel emits this
	 * kind for every object (gcrt_emit_objects). */
	void (*run_blocks)(struct gcrt_worker *worker, const uintptr_t *blocks, size_t count);
	bool takes_mutator; /* a parameter is one: the listener is told
	                                    roots_traced when these kinds are drained */
	bool resumes;       /* resumes mutators: runs before all other units */
	unsigned on;        /* 1 + the index of the parameter that names the mutator which runs it;
			     * 0: any worker */
	bool waits;         /* may wait for what another unit does (gcrt_await): it never runs in
			     * the middle of another unit */
	bool scans_beside;  /* may loop over roots while mutators run */
	enum gcrt_freeing freeing;
	bool frees_unmarked; /* frees its object if the mark is 0, and under no other condition */
	/* A letter for each parameter: `o' an object, `m' a mutator, `s' a slot, `n' a number.  Traces name
	 * the values by it.  NULL: it is not known. */
	const char *parameters;
};

struct gcrt_queue {
	unsigned kind, bucket;
};

struct gcrt_bucket {
	const char *name;
	uint32_t cycles;                              /* bit c: part of cycle c */
	bool (*open_when)(struct gcrt_scheduler *s);  /* NULL: from the beginning */
	void (*fill)(struct gcrt_worker *worker);     /* NULL: does nothing */
	bool whenever;                                /* closes when drained, and may open again */
	bool (*close_when)(struct gcrt_scheduler *s); /* NULL: only `whenever' closes it */
	bool exact; /* others see each unit at once; set for `whenever' */
	bool loops; /* the fill loops over all objects */
	const char *opens,
	    *closes; /* the text of the conditions, for traces; NULL: there is none */
};

struct gcrt_cycle {
	const char *name;
	bool (*from)(struct gcrt_scheduler *s);
	bool (*to)(struct gcrt_scheduler *s);
};

/* A phase is bit p of the phases, and of a mutator's view of them (gcrt_in_view). */
struct gcrt_phase {
	const char *name;
	bool only_stopped;                      /* changes only while all mutators are stopped */
	bool (*from)(struct gcrt_scheduler *s); /* of an interval; NULL: kernels */
	bool (*to)(struct gcrt_scheduler *s);   /* begin and end it */
};

/* Metadata of every object: a byte in side table 1+index, for a bit or an
 * integer from 0 to 255; or, if it is a reference, a word: null is 0, and the tag with number t is 1 + t. */
struct gcrt_metadata {
	const char *name;
	uint8_t initial; /* at allocation */
	int at_rest;     /* debug builds check this value between cycles;
	                                    -1: may be anything */
	bool is_reference;
	bool is_in_header; /* the word lies in the object, not in a table: Note [Headers] */
	/* It lies over the object itself, and is there if metadata WHEN is WHEN_IS: Note [Overlays]. */
	bool is_overlay;
	unsigned when;
	uint8_t when_is;
};

/* Metadata of every region of 1 << SHIFT bytes: a byte, as metadata of objects. */
struct gcrt_region_metadata {
	const char *name;
	unsigned shift;
	uint8_t initial; /* when the heap first uses the memory */
};

/* The metadata of new objects, if the mutator that allocates sees all PHASES as on: Note
 * [Allocation buffers]. */
struct gcrt_new_metadata {
	uint32_t phases;
	unsigned metadata;
	uint8_t value;
};

struct gcrt_collector {
	const char *name;
	const char *file; /* the specification, for traces; NULL: not known */
	const struct gcrt_kind *kinds;
	const struct gcrt_queue *queues;
	const struct gcrt_bucket *buckets;
	const struct gcrt_cycle *cycles;
	const struct gcrt_metadata *metadata;
	unsigned kind_count, queue_count, bucket_count, cycle_count, metadata_count;
	unsigned quick, full; /* cycles that programs ask for */
	int mark;             /* the metadata that marked(o) reads; -1: none. debug builds check it:
			       * before a loop over all objects that may free unmarked ones, every
			       * reachable object has mark != 0 */
	const struct gcrt_phase *phases;
	const struct gcrt_new_metadata *new_metadata; /* in order: later ones win */
	unsigned phase_count, new_metadata_count;
	uint32_t buffered;        /* bit q: barriers emit into queue q */
	bool concurrent;          /* mutators run during its cycles, so these begin early */
	bool store_barrier;       /* programs call a barrier before or after they store */
	bool first_store_barrier; /* also for first stores into new objects */
	/* The barrier for new objects that gc_allocate_slow calls; NULL: none. */
	void (*allocated)(struct gc_mutator *m, struct gc_ref o);
	/* The barrier for references in roots that came from other threads.  NULL: none. */
	void (*received)(struct gc_mutator *m, struct gc_ref o);
	/* The barrier for objects that the program pins; the runtime itself then keeps none.  NULL: none. */
	void (*pinned)(struct gc_mutator *m, struct gc_ref o);
	/* Set by writing GCRT_EMBEDDER in the initialiser. */
	int version, debug, arena_shift;
	size_t (*trace_object)(struct gc_ref o,
	    void (*body)(struct gc_edge s, struct gc_heap *heap, void *data), struct gc_heap *heap,
	    void *data);
	void (*trace_roots)(struct gc_mutator *m,
	    void (*body)(struct gc_edge s, struct gc_heap *heap, void *data), struct gc_heap *heap,
	    void *data);
	/* Where in an object metadata lies that is_in_header, or that is_overlay; NULL: none does. */
	size_t (*header_at)(void);
	size_t (*overlay_at)(void);
	const char *const *tags; /* that references may be, by number */
	unsigned tag_count;
	unsigned space_count;      /* 0: the heap is not divided into spaces */
	const char *const *spaces; /* their names */
	/* Of a heap with regions: Note [Regions].  The shift of the smallest; 0: the heap has none.  line_fits says
	 * whether objects may be placed on a line; NULL: on all. */
	unsigned line_shift;
	bool (*line_fits)(uintptr_t line);
	const struct gcrt_region_metadata *region_metadata;
	unsigned region_metadata_count;
	bool copies; /* its kernels allocate, so they may copy objects */
	bool moves;  /* it copies, or objects slide */
	bool pins;   /* but not one for which `alloc` gives null: Note [Pinned objects] */
};
extern const struct gcrt_collector gcrt_collector;

/* ------------------------------------------------- what guards may look at */
/* Guards are called while every worker is parked, with the scheduler's lock. */

bool gcrt_drained(struct gcrt_scheduler *s, unsigned bucket);
bool gcrt_kind_drained(struct gcrt_scheduler *s, unsigned kind);
bool gcrt_idle(struct gcrt_scheduler *s, unsigned bucket);
bool gcrt_empty(struct gcrt_scheduler *s, unsigned bucket);
bool gcrt_is_open(struct gcrt_scheduler *s, unsigned bucket);
bool gcrt_in_cycle(struct gcrt_scheduler *s, unsigned cycle);
bool gcrt_requested(struct gcrt_scheduler *s, unsigned cycle);
bool gcrt_all_stopped(struct gcrt_scheduler *s);
bool gcrt_in_phase(struct gcrt_scheduler *s, unsigned phase);

/* ---------------------------------------------------- what kernels may do */
/* These may be used in a fill too, except for stop and resume. */

/* A unit without parameters takes one word of a packet, too. */
#define GCRT_BARE_WORDS 1
#define GCRT_BARE_UNIT  ((uintptr_t[GCRT_BARE_WORDS]){ 0 }), GCRT_BARE_WORDS

/* emit k(x …) into QUEUE.  WORDS, and the number of words, are constants. */
static inline __attribute__((always_inline)) void gcrt_emit(struct gcrt_worker *worker,
    unsigned queue, const uintptr_t *unit, unsigned words);
/* The same for a queue of an exact bucket: other workers see the unit at once. */
void gcrt_emit_now(struct gcrt_worker *worker, unsigned queue, const uintptr_t *unit,
    unsigned words);

/* A guard in a kernel: Note [Looking].  May wait for other workers. */
bool gcrt_look(struct gcrt_worker *worker, bool (*guard)(struct gcrt_scheduler *s));

void gcrt_begin_phase(struct gcrt_worker *worker, unsigned phase);
void gcrt_end_phase(struct gcrt_worker *worker, unsigned phase);
/* request c; in a kernel, and in a barrier of M */
void gcrt_request(struct gcrt_worker *worker, unsigned cycle);
void gcrt_request_by_mutator(struct gc_mutator *m, unsigned cycle);

/* O is what a barrier answers: the object that a mutator accesses. */
static inline struct gc_ref gcrt_answered(struct gc_ref o);

/* emit in a barrier of M. */
static inline __attribute__((always_inline)) void gcrt_buffer(struct gc_mutator *m, unsigned queue,
    const uintptr_t *unit, unsigned words);
/* In a barrier of M: whether PHASE is on, in M's view, or now. */
static inline bool gcrt_in_view(const struct gc_mutator *m, unsigned phase);
static inline bool gcrt_in_phase_now(const struct gc_mutator *m, unsigned phase);

/* for o : object emit k(o): for the objects that exist now, block by block.  Waits for mutators to
 * come to safepoints, so it is not for kernels that mutators run. */
void gcrt_emit_objects(struct gcrt_worker *worker, unsigned queue);

void gcrt_stop_mutators(struct gcrt_worker *worker); /* returns with all stopped */
void gcrt_resume_mutators(struct gcrt_worker *worker);

/* for m : mutator.  The heap's own roots belong to one more mutator, which never runs.  The loop
 * does not visit a mutator that joins during the loop.  A mutator that leaves during a cycle stays
 * in the list, without roots, until the cycle ends. */
struct gc_mutator *gcrt_first_mutator(struct gcrt_worker *worker);
struct gc_mutator *gcrt_next_mutator(struct gcrt_worker *worker, struct gc_mutator *m);
#define gcrt_for_mutators(worker, m)                                                               \
	for (struct gc_mutator *m = gcrt_first_mutator(worker); m; m = gcrt_next_mutator(worker, m))

/* for s in o.field / for s in m.roots: calls BODY for each slot.  BODY is a static inline function.
 * DATA has the variables of the kernel that BODY needs. */
typedef void gcrt_slot_body(struct gc_edge s, struct gc_heap *heap, void *data);
#ifdef GCRT_EMBEDDER_H
static inline __attribute__((always_inline)) void gcrt_for_slots(struct gcrt_worker *worker,
    struct gc_ref o, gcrt_slot_body *body, void *data);
static inline __attribute__((always_inline)) void gcrt_for_roots(struct gcrt_worker *worker,
    struct gc_mutator *m, gcrt_slot_body *body, void *data);
/* o.field[NUMBER]: the slot that the embedder's visitor shows after NUMBER others.  Stops the program
 * if the object has fewer. */
static inline struct gc_edge gcrt_numbered_slot(struct gcrt_worker *worker, struct gc_ref o,
    unsigned number);
#endif
void gcrt_no_slot(unsigned number, unsigned count) __attribute__((noreturn));

/* A data word: Note [Words].  If it is the end of an object, PART says how many bytes it has; 0: it is whole. */
struct gcrt_word {
	uintptr_t *at;
	unsigned part;
};
/* A walk over the words of an object that are no slots, in the order of their addresses; or over its slots, and then
 * these.  It asks the embedder's visitor for the slots of some kilobytes at a time. */
#define GCRT_WALK_WORDS 16384
struct gcrt_walk {
	struct gc_heap *heap;
	struct gc_ref object;
	size_t size, next;
	size_t seen; /* 1 + the part whose slots are in `slots'; 0: none */
	bool at_slots;
	struct gcrt_word word;
	uint64_t slots[GCRT_WALK_WORDS / 64];
};
#ifdef GCRT_EMBEDDER_H
/* for s in o.data; for s in o, to which slots are words.  gcrt_walk_next returns false at the end. */
static inline void gcrt_walk_words(struct gcrt_worker *worker, struct gc_ref o,
    struct gcrt_walk *walk);
static inline void gcrt_walk_payload(struct gcrt_worker *worker, struct gc_ref o,
    struct gcrt_walk *walk);
static inline bool gcrt_walk_next(struct gcrt_walk *walk);
/* n[s]: the place in N that S is in O. */
static inline struct gcrt_word gcrt_word_like(struct gcrt_worker *worker, struct gcrt_word s,
    struct gc_ref o, struct gc_ref n);
static inline struct gc_edge gcrt_slot_like(struct gcrt_worker *worker, struct gc_edge s,
    struct gc_ref o, struct gc_ref n);
/* o.data[NUMBER].  Stops the program if the object has fewer words. */
static inline struct gcrt_word gcrt_numbered_word(struct gcrt_worker *worker, struct gc_ref o,
    unsigned number);
#endif
void gcrt_no_word(unsigned number, unsigned count) __attribute__((noreturn));

/* Called before and after a kernel changes a slot: Note [Shadow]. */
#if GCRT_DEBUG
void gcrt_changes_slot(struct gc_edge s);
#else
#define gcrt_changes_slot(s) ((void)0)
#endif

/* load(s, order), store(s, r, order), and swap of a slot.  An immediate is loaded as null.  The
 * value to store is a word.  Note [Addresses]. */
#define gcrt_load_slot(s, order)                                                                   \
	gcrt_strip_immediate(gc_ref(gcrt_load_word(&gc_edge_loc(s)->value, order)))
#define gcrt_store_slot(s, word, order)                                                            \
	(gcrt_changes_slot(s), gcrt_store_word(&gc_edge_loc(s)->value, word, order),               \
	    gcrt_changes_slot(s))
#define gcrt_swap_slot(s, word, order)                                                             \
	__extension__({                                                                            \
		gcrt_changes_slot(s);                                                              \
		uintptr_t gcrt_swapped_ = gcrt_swap_word(&gc_edge_loc(s)->value, word, order);     \
		gcrt_changes_slot(s);                                                              \
		gcrt_strip_immediate(gc_ref(gcrt_swapped_));                                       \
	})
/* cas(s, expected, new, …), of words.  Returns the value that was found.  Kernels see an immediate
 * as null, so where null is expected an immediate is replaced, too. */
#define gcrt_cas_slot(s, expected, new_value, order, order_on_failure)                             \
	__extension__({                                                                            \
		uintptr_t *gcrt_slot_ = &gc_edge_loc(s)->value;                                    \
		uintptr_t gcrt_expected_ = (expected), gcrt_new_ = (new_value), gcrt_last_;        \
		bool gcrt_is_null_ = !gcrt_expected_;                                              \
		gcrt_changes_slot(s);                                                              \
		do {                                                                               \
			gcrt_last_ = gcrt_expected_;                                               \
			gcrt_expected_ = gcrt_cas_word(gcrt_slot_, gcrt_last_, gcrt_new_, order,   \
			    order_on_failure);                                                     \
		} while (gcrt_is_null_ && gcrt_expected_ != gcrt_last_ &&                          \
		    gc_ref_is_null(gcrt_strip_immediate(gc_ref(gcrt_expected_))));                 \
		gcrt_changes_slot(s);                                                              \
		gcrt_strip_immediate(gc_ref(gcrt_expected_));                                      \
	})
/* The same of data words.  An end of an object is changed together with the bytes behind it, which stay as they
 * are; this is seq_cst. */
enum gcrt_change {
	GCRT_CHANGE_swap,
	GCRT_CHANGE_cas,
	GCRT_CHANGE_fetch_add,
	GCRT_CHANGE_fetch_sub,
	GCRT_CHANGE_fetch_and,
	GCRT_CHANGE_fetch_or
};
/* What kernels see of a word. */
static inline long gcrt_number(uintptr_t word)
{
	return (long)word;
}
/* Both return what was found. */
uintptr_t gcrt_load_part(struct gcrt_word w);
uintptr_t gcrt_change_part(struct gcrt_word w, enum gcrt_change how, uintptr_t expected,
    uintptr_t value);
#define gcrt_load_data(w, order)                                                                   \
	((w).part ? gcrt_load_part(w) : (uintptr_t)gcrt_load_word((w).at, order))
#define gcrt_store_data(w, value, order)                                                           \
	do {                                                                                       \
		gcrt_changes_slot(gc_edge((w).at));                                                \
		if ((w).part)                                                                      \
			(void)gcrt_change_part(w, GCRT_CHANGE_swap, 0, value);                     \
		else                                                                               \
			gcrt_store_word((w).at, value, order);                                     \
		gcrt_changes_slot(gc_edge((w).at));                                                \
	} while (0)
#define gcrt_swap_data(w, value, order)                                                            \
	gcrt_changed_data(w,                                                                       \
	    (w).part ? gcrt_change_part(w, GCRT_CHANGE_swap, 0, value)                             \
		     : gcrt_swap_word((w).at, value, order))
#define gcrt_cas_data(w, expected, value, order, order_on_failure)                                 \
	gcrt_changed_data(w,                                                                       \
	    (w).part ? gcrt_change_part(w, GCRT_CHANGE_cas, expected, value)                       \
		     : gcrt_cas_word((w).at, expected, value, order, order_on_failure))
/* The word may be a slot. */
#define gcrt_changed_data(w, change)                                                               \
	__extension__({                                                                            \
		gcrt_changes_slot(gc_edge((w).at));                                                \
		uintptr_t gcrt_was_ = (change);                                                    \
		gcrt_changes_slot(gc_edge((w).at));                                                \
		gcrt_was_;                                                                         \
	})
#define gcrt_modify_data(op, w, value, order)                                                      \
	((w).part ? gcrt_change_part(w, GCRT_CHANGE_##op, 0, value)                                \
		  : (uintptr_t)gcrt_modify(op, (w).at, value, order))
/* The location of metadata k of o, for gcrt_load, gcrt_modify, … */
static inline uint8_t *gcrt_metadata(struct gc_ref o, unsigned k);

/* The same of a reference: for gcrt_load_word, … */
static inline uintptr_t *gcrt_reference(struct gc_ref o, unsigned k);

/* free(o): the cell may be allocated again, and may not be accessed any more. */
static inline void gcrt_free(struct gcrt_worker *worker, struct gc_ref o);

/* alloc(o): a new object like O, whose slots are null.  Null: there is no room; gcrt_alloc_surely stops the
 * program then. */
#ifdef GCRT_EMBEDDER_H
static inline struct gc_ref gcrt_alloc(struct gcrt_worker *worker, struct gc_ref o);
static inline struct gc_ref gcrt_alloc_surely(struct gcrt_worker *worker, struct gc_ref o);
/* The same in space S. */
static inline struct gc_ref gcrt_alloc_in(struct gcrt_worker *worker, unsigned s, struct gc_ref o);
static inline struct gc_ref gcrt_alloc_surely_in(struct gcrt_worker *worker, unsigned s,
    struct gc_ref o);
/* relocate(o, n): the object o gets the place n, with the metadata of a new object.  Its cell is free then, unless it is n.
 * The mutators are stopped. */
static inline void gcrt_move(struct gcrt_worker *worker, struct gc_ref o, struct gc_ref n);
/* copy(from, to): all of the object.  TO is like FROM.  Nobody else accesses either. */
static inline void gcrt_copy(struct gcrt_worker *worker, struct gc_ref from, struct gc_ref to);
#endif
/* O has SIZE bytes.  SURELY: the kernel counts on room. */
struct gc_ref gcrt_new_like(struct gcrt_worker *worker, unsigned s, struct gc_ref o, size_t size,
    bool surely);
/* o in s.  Null is in no space. */
static inline bool gcrt_in_space(struct gc_ref o, unsigned s);
/* swap(a, b) of spaces; free(s) of one.  The mutators are stopped for the former. */
void gcrt_swap_spaces(struct gcrt_worker *worker, unsigned a, unsigned b);
void gcrt_free_space(struct gcrt_worker *worker, unsigned s);
/* Regions: a region of 1 << SHIFT bytes is its first address.  The location of its metadata k. */
static inline uint8_t *gcrt_region(uintptr_t region, unsigned shift, unsigned k);
/* The region of this size in which O begins, or in which the region INNER is. */
static inline uintptr_t gcrt_region_of(struct gc_ref o, unsigned shift);
static inline uintptr_t gcrt_around(uintptr_t inner, unsigned shift);
/* for l in o.lines: the last one. */
uintptr_t gcrt_last_region(struct gc_ref o, unsigned shift);
#define gcrt_for_regions_of(o, shift, r)                                                           \
	for (uintptr_t r = gcrt_region_of(o, shift),                                               \
		       r##end = r ? gcrt_last_region(o, shift) + 1 : 0;                            \
	     r < r##end; r += (uintptr_t)1 << (shift))
/* for l : line in b; for b : block: those that the heap has used so far. */
#define gcrt_for_regions_in(b, b_shift, shift, r)                                                  \
	for (uintptr_t r = (b), r##end = r + ((uintptr_t)1 << (b_shift)); r < r##end;              \
	     r += (uintptr_t)1 << (shift))
uintptr_t gcrt_first_region(struct gcrt_worker *worker);
uintptr_t gcrt_end_of_regions(struct gcrt_worker *worker);
#define gcrt_for_all_regions(worker, shift, r)                                                     \
	for (uintptr_t r = gcrt_first_region(worker), r##end = gcrt_end_of_regions(worker);        \
	     r < r##end; r += (uintptr_t)1 << (shift))
/* for o : object in r: each object that lies on it, even in part. */
struct gc_ref gcrt_first_on(uintptr_t region, unsigned shift);
struct gc_ref gcrt_next_on(uintptr_t region, unsigned shift, struct gc_ref o);
#define gcrt_for_objects_on(region, shift, o)                                                      \
	for (struct gc_ref o = gcrt_first_on(region, shift); !gc_ref_is_null(o);                   \
	     o = gcrt_next_on(region, shift, o))
/* The same loop where all that its body does is a relaxed store of VALUE to metadata K of O.  It may pass by objects that
 * have that value.  K is no reference. */
struct gc_ref gcrt_first_unlike(uintptr_t region, unsigned shift, unsigned k, uint8_t value);
struct gc_ref gcrt_next_unlike(uintptr_t region, unsigned shift, struct gc_ref o, unsigned k,
    uint8_t value);
#define gcrt_for_objects_unlike(region, shift, o, k, value)                                        \
	for (struct gc_ref o = gcrt_first_unlike(region, shift, k, value); !gc_ref_is_null(o);     \
	     o = gcrt_next_unlike(region, shift, o, k, value))
/* free(o) in a heap with regions; free(r): each object that lies on the region, even in part. */
void gcrt_free_placed(struct gcrt_worker *worker, struct gc_ref o);
void gcrt_free_region(struct gcrt_worker *worker, uintptr_t region, unsigned shift);
/* slide: gives each object that SELECTS accepts its place, and stores it in metadata k.  The mutators are stopped. */
typedef bool gcrt_selects(struct gc_ref o);
void gcrt_slide(struct gcrt_worker *worker, gcrt_selects *selects, unsigned k);
void gcrt_renew(struct gcrt_worker *worker, struct gc_ref o);
void gcrt_move_object(struct gcrt_worker *worker, struct gc_ref o, struct gc_ref n, size_t size);
/* for o : object, which does more than emit: in the order of addresses.  The mutators are stopped, and the loop goes on to
 * its end. */
struct gcrt_all {
	struct gc_ref object; /* of this round */
	size_t block, next;
	struct gcrt_cells cells;
};
void gcrt_all_begin(struct gcrt_worker *worker, struct gcrt_all *all);
bool gcrt_all_next(struct gcrt_worker *worker, struct gcrt_all *all);
void gcrt_no_room(size_t size) __attribute__((noreturn));
#if GCRT_DEBUG
/* Note [Overlays].  Stop the program: if O has no shape any more; unless metadata WHEN of O is VALUE, and an overlay
 * was stored.  The last one says that one will be stored over O now. */
void gcrt_check_shape(struct gc_ref o, const char *what);
void gcrt_check_overlay(struct gc_ref o, unsigned when, uint8_t value);
void gcrt_overlays(struct gc_ref o);
void gcrt_check_region(uintptr_t region);
/* For n[s]: O has the place AT, and N is as large. */
void gcrt_check_like(struct gcrt_worker *worker, struct gc_ref o, struct gc_ref n, uintptr_t at);
void gcrt_check_copy(struct gcrt_worker *worker, struct gc_ref from, struct gc_ref to, size_t size);
void gcrt_changes_slots(struct gcrt_worker *worker, struct gc_ref o);
void gcrt_has_copied(struct gcrt_worker *worker, struct gc_ref from, struct gc_ref to);
#endif

/* The loop of a run_blocks function: KERNEL for each object of BLOCK. */
typedef void gcrt_object_kernel(struct gcrt_worker *worker, struct gc_ref o);
static inline __attribute__((always_inline)) void gcrt_for_objects(struct gcrt_worker *worker,
    uintptr_t block, gcrt_object_kernel *kernel);

#include "gcrt-collector-inline.h"

#ifdef __cplusplus
}
#endif

#endif
