/* gcrt-worker.h: packets, and the part of a worker that kernels use inline. */
#ifndef GCRT_WORKER_H
#define GCRT_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gc-ref.h"
#include "gcrt-debug.h"
#include "gcrt-sync.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gc_heap;
struct gc_heap_roots;
struct gc_mutator;

#define GCRT_MAX_QUEUES 32
#define GCRT_MAX_CYCLES 31
#ifndef GCRT_PACKET_WORDS
#define GCRT_PACKET_WORDS 252
#endif

/* Belongs to one worker, or is on a list under the scheduler's lock. */
struct gcrt_packet {
	struct gcrt_packet *next;
	uint32_t used; /* words; atomic in the buffer of a mutator */
	uint16_t queue;
	bool blocks;     /* the words are blocks; each is for all objects of the block */
	bool by_barrier; /* of a packet that waits: a mutator's barriers emitted it */
	uintptr_t word[GCRT_PACKET_WORDS];
};

/* A worker, or a mutator.  A mutator has the units that its barriers emitted, and runs those that
 * only it may run (Note [Units in hand]). */
struct gcrt_worker {
	struct gc_heap *heap;
	struct gcrt_packet *out[GCRT_MAX_QUEUES]; /* never NULL; where emitted units go */
	struct gcrt_packet *spare;                /* an empty one, or NULL */
	uintptr_t block;                          /* the block whose objects it visits; 0: none */
	size_t freed;                             /* cells of it that were freed */
	bool locked;                              /* runs a fill, under the scheduler's lock */
	bool looking;                             /* scheduler's lock: Note [Looking] */
	uint32_t at;    /* atomic; bit q: is in the middle of units of queue q */
	unsigned ahead; /* packets begun in the middle of others: Note [Packets] */
	unsigned index;
	struct gcrt_thread thread;
	bool midway;       /* scheduler's lock: rests in the middle of units */
	bool awaited;      /* mutators wait for the unit in hand: Note [Packets] */
	unsigned reading;  /* how many loops over roots it is in */
	bool counts_later; /* Note [Counting later] */
	size_t later_block, later;
};

/* Debug builds, with the option `trace' (gcrt-record.h).  Between gcrt_record_emit, about a unit that
 * WORKER emits, and gcrt_record_emitted nothing else is recorded. */
#if GCRT_DEBUG
void gcrt_record_emit(struct gcrt_worker *worker, unsigned queue, const uintptr_t *unit);
void gcrt_record_emitted(struct gcrt_worker *worker);
void gcrt_record_free(struct gcrt_worker *worker, struct gc_ref o);
/* Around a unit of a loop over all objects.  false: the end is not reported. */
bool gcrt_record_object_begin(struct gcrt_worker *worker, struct gc_ref o);
void gcrt_record_object_end(struct gcrt_worker *worker);
#else
#define gcrt_record_emit(worker, queue, unit) ((void)0)
#define gcrt_record_emitted(worker)           ((void)0)
#define gcrt_record_free(worker, o)           ((void)0)
#define gcrt_record_object_begin(worker, o)   false
#define gcrt_record_object_end(worker)        ((void)0)
#endif

/* Makes room: publishes the full packet of QUEUE, and returns the next one.  May run units. */
struct gcrt_packet *gcrt_packet_full(struct gcrt_worker *worker, unsigned queue);

/* The cells of a block: COUNT, from FIRST, each STRIDE bytes. */
struct gcrt_cells {
	uintptr_t first;
	size_t stride, count;
};
struct gcrt_cells gcrt_block_enter(struct gcrt_worker *worker, uintptr_t block);
void gcrt_block_leave(struct gcrt_worker *worker, uintptr_t block);

/* free(o), outside a loop over the block of o. */
void gcrt_freed_elsewhere(struct gcrt_worker *worker, struct gc_ref o);
void gcrt_poison_cell(struct gcrt_worker *worker, struct gc_ref o);
/* O will be freed: from now on the address sanitizer reports accesses to it. */
void gcrt_close_object(struct gcrt_worker *worker, struct gc_ref o);
/* Debug builds: stops the program unless an object of any heap is at O. */
void gcrt_check_object(struct gc_ref o, const char *what);
void gcrt_no_ambiguous_roots(uintptr_t start, uintptr_t end, int possibly_interior,
    struct gc_heap *heap, void *data);
/* Stops the program if OBJECT is one, and the collector moves objects. */
void gcrt_check_pinned_root(const struct gc_heap *heap, struct gc_ref object);
/* Whether M stands for the heap's own roots. */
bool gcrt_is_heap_mutator(const struct gc_mutator *m);
struct gc_heap_roots *gcrt_heap_roots(const struct gc_heap *heap);
/* The roots of M, which stay valid until gcrt_leave_roots.  NULL: M has none (Note [Readers of
 * roots]). */
struct gc_mutator_roots *gcrt_enter_roots(struct gc_mutator *m);
void gcrt_leave_roots(struct gc_mutator *m);
/* Called around a loop over roots of M in a kernel. */
void gcrt_begin_reading(struct gcrt_worker *worker, struct gc_mutator *m);
void gcrt_end_reading(struct gcrt_worker *worker, struct gc_mutator *m);

#ifdef __cplusplus
}
#endif

#endif
