#define GC_IMPL 1
#include "gcrt-heap.h"
#include "gcrt-handshake.h"
#include "gcrt-life.h"
#include "gcrt-pace.h"
#include "gcrt-packets.h"
#include "gcrt-queues.h"
#include "gcrt-request.h"
#include "gcrt-waiting.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gc-safepoint.h"
#include "gcrt-attrs.h"
#include "gcrt-debug.h"
#include "gcrt-misuse.h"
#include "gcrt-record.h"
#include "gcrt-redzone.h"
#include "gcrt-sanitize.h"

_Static_assert(offsetof(struct gc_mutator, freelist) == 0,
    "gc_allocator_freelist_offset counts from the mutator's address");
_Static_assert(offsetof(struct gc_mutator, view) == GCRT_VIEW_OFFSET,
    "x-attrs.h counts from the mutator's address");
_Static_assert(offsetof(struct gc_mutator, phases) == GCRT_PHASES_OFFSET, "likewise");
_Static_assert(offsetof(struct gc_heap, scheduler) == 0, "the scheduler is aligned as the heap");

/* ---------------------------------------------------------------- mutators */

/* Gets a packet for each queue. false: there is not enough memory, and none is kept. */
static bool get_buffers(struct gc_heap *heap, struct gcrt_worker *buffers)
{
	struct gcrt_scheduler *s = &heap->scheduler;
	unsigned q = 0;
	gcrt_mutex_lock(&s->lock);
	while (q < heap->collector->queue_count && (buffers->out[q] = gcrt_try_packet(s, q)))
		q++;
	bool all = q == heap->collector->queue_count;
	while (!all && q-- > 0)
		gcrt_put_packet(s, buffers->out[q]);
	gcrt_mutex_unlock(&s->lock);
	return all;
}

static struct gc_mutator *new_mutator(struct gc_heap *heap)
{
	struct gc_mutator *m = aligned_alloc(64, (sizeof *m + 63) / 64 * 64);
	if (!m)
		return NULL;
	memset(m, 0, sizeof *m);
	m->heap = m->buffers.heap = heap;
	m->thread = (int)gettid();
	m->lists = heap->every_allocation ? m->hidden : m->freelist;
	m->holes = heap->every_allocation ? m->hidden_holes : m->inline_holes;
	m->phases = &heap->scheduler.phases;
	m->buffers.ahead = UINT_MAX; /* mutators run no units in the middle of others */
	if (!get_buffers(heap, &m->buffers)) {
		free(m);
		return NULL;
	}
	gcrt_join(m);
	m->listener_data = gcrt_tell_added(&heap->events);
	return m;
}

struct gc_mutator *gc_init_for_thread(struct gc_stack_addr base, struct gc_heap *heap)
{
	(void)base;
	gcrt_check_process(heap, NULL, "gc_init_for_thread");
	return new_mutator(heap);
}

void gc_finish_for_thread(struct gc_mutator *m)
{
	struct gc_heap *heap = m->heap;
	gcrt_check_use(m, "calls gc_finish_for_thread");
	gcrt_give_back_cells(m);
	heap->events.to.mutator_removed(m->listener_data);
	gcrt_rest(m);
	gcrt_record_left(m);
	gc_deactivate(m);
	gcrt_leave(m);
}

struct gc_heap *gc_mutator_heap(struct gc_mutator *m)
{
	return m->heap;
}

static void receive(struct gc_edge root, struct gc_heap *heap, void *mutator)
{
	struct gc_ref ref = gcrt_load_slot(root, relaxed);
	if (!gc_ref_is_null(ref))
		heap->collector->received(mutator, ref);
}

/* Visits the roots with the embedder's function, which always runs as part of the collector. */
static void receive_roots(struct gc_mutator *m)
{
	const struct gc_heap *before = gcrt_collects_for(m->heap);
	m->heap->collector->trace_roots(m, receive, m->heap, m);
	gcrt_collects_for(before);
}

/* The buffers of an inactive mutator must stay empty (Note [Buffers]), so it cannot run a
 * barrier. */
static void check_receives(const struct gc_mutator *m)
{
	if (m->heap->collector->received)
		gcrt_check_use(m, "calls gc_mutator_set_roots");
	else
		gcrt_check_there(m, "calls gc_mutator_set_roots");
}

/* A worker that reads the former roots may itself wait until all mutators are stopped, so M must
 * not wait while active. */
static void await_readers(struct gc_mutator *m)
{
	bool active = m->active;
	if (active)
		gc_deactivate(m);
	gcrt_world_await_readers(&m->heap->world, m);
	if (active)
		gc_reactivate(m);
}

/* Other threads may have handed over the references that are already in ROOTS: a new thread's
 * arguments. */
void gc_mutator_set_roots(struct gc_mutator *m, struct gc_mutator_roots *roots)
{
	check_receives(m);
	gcrt_mutex_lock(&m->heap->world.lock);
	bool are_read = m->readers != 0;
	m->roots = roots;
	gcrt_mutex_unlock(&m->heap->world.lock);
	if (are_read)
		await_readers(m);
	if (roots && m->heap->collector->received)
		receive_roots(m);
}

void gc_heap_set_roots(struct gc_heap *heap, struct gc_heap_roots *roots)
{
	for (unsigned k = 0; k < gcrt_collector.kind_count; k++)
		if (gcrt_collector.kinds[k].scans_beside)
			gcrt_fatal(
			    "kind %s of collector %s may scan roots while mutators run, but roots "
			    "of the heap have no barrier: move them to a thread or into an object",
			    gcrt_collector.kinds[k].name, gcrt_collector.name);
	gcrt_store(&heap->roots, roots, release);
}

/* A loop over mutators may ask for it while mutators run. */
struct gc_heap_roots *gcrt_heap_roots(const struct gc_heap *heap)
{
	return gcrt_load(&heap->roots, acquire);
}

void gcrt_no_ambiguous_roots(uintptr_t start, uintptr_t end, int possibly_interior,
    struct gc_heap *heap, void *data)
{
	(void)start;
	(void)end;
	(void)possibly_interior;
	(void)heap;
	(void)data;
	gcrt_fatal("the embedder has ambiguous roots, which this collector cannot have");
}

/* -------------------------------------------------------------- safepoints */

void gc_deactivate(struct gc_mutator *m)
{
	gcrt_check_there(m, "calls gc_deactivate");
	if (!m->active)
		gcrt_misused(GCRT_MISUSE_deactivated_twice, m,
		    "calls gc_deactivate while it is inactive");
	gcrt_rest(m);
	bool held = gcrt_world_deactivate(&m->heap->world, m);
	gcrt_offer_handshakes(m);
	if (held)
		gcrt_all_are_held(&m->heap->scheduler);
}

void gc_reactivate(struct gc_mutator *m)
{
	gcrt_check_there(m, "calls gc_reactivate");
	if (m->active)
		gcrt_misused(GCRT_MISUSE_reactivated_twice, m,
		    "calls gc_reactivate while it is active");
	gcrt_world_activate(&m->heap->world, m);
}

void *gc_deactivate_for_call(struct gc_mutator *m, void *(*f)(struct gc_mutator *, void *),
    void *data)
{
	gc_deactivate(m);
	void *result = f(m, data);
	gc_reactivate(m);
	return result;
}

void *gc_reactivate_for_call(struct gc_mutator *m, void *(*f)(struct gc_mutator *, void *),
    void *data)
{
	gc_reactivate(m);
	void *result = f(m, data);
	gc_deactivate(m);
	return result;
}

int *gc_safepoint_flag_loc(struct gc_mutator *m)
{
	return &m->poll;
}

void gc_safepoint_slow(struct gc_mutator *m)
{
	gcrt_check_use(m, "calls gc_safepoint");
	const struct gc_event_listener *listener = &m->heap->events.to;
	int why = gcrt_world_polled(&m->heap->world, m);
	if (why & GCRT_POLL_STRESS)
		gcrt_stress(m, &m->heap->stress.safepoints, m->heap->settings.stress_safepoints);
	if (why & (GCRT_POLL_FLUSH | GCRT_POLL_HANDSHAKE))
		gcrt_handshakes(m, why & GCRT_POLL_FLUSH);
	if (!(why & (GCRT_POLL_STOP | GCRT_POLL_UNITS)))
		return;
	listener->mutator_stopping(m->listener_data);
	gc_deactivate(m);
	listener->mutator_stopped(m->listener_data);
	if (why & GCRT_POLL_UNITS)
		gcrt_await_units(m);
	gc_reactivate(m);
	listener->mutator_restarted(m->listener_data);
}

void gcrt_heap_await(struct gc_mutator *m, struct gcrt_ticket ticket)
{
	struct gc_heap *heap = m->heap;
	heap->events.to.mutator_stopping(m->listener_data);
	gc_deactivate(m);
	heap->events.to.mutator_stopped(m->listener_data);
	gcrt_wait_for_cycle(&heap->scheduler, ticket);
	gc_reactivate(m);
	heap->events.to.mutator_restarted(m->listener_data);
}

/* Collects each time that the count AT reaches a multiple of NTH. */
void gcrt_stress(struct gc_mutator *m, uint64_t *at, int nth)
{
	if ((gcrt_fetch_add(at, 1, relaxed) + 1) % (uint64_t)nth == 0)
		gc_collect(m, GC_COLLECTION_ANY);
}

void gc_collect(struct gc_mutator *m, enum gc_collection_kind kind)
{
	gcrt_check_use(m, "calls gc_collect");
	m->heap->events.to.mutator_cause_gc(m->listener_data);
	gcrt_record_collect(m);
	gcrt_heap_await(m, gcrt_request_cycle(&m->heap->scheduler, gcrt_cycle_for(kind), false));
}

int gc_verify(struct gc_mutator *m)
{
	gcrt_check_use(m, "calls gc_verify");
	if (!GCRT_DEBUG)
		return 0;
	gc_deactivate(m);
	gcrt_wait_for_verify(&m->heap->scheduler);
	gc_reactivate(m);
	return 1;
}

/* Definitions for the barriers that the collector does not have. */
#define UNUSED_BARRIER __attribute__((weak, noreturn))
UNUSED_BARRIER void gc_write_barrier_slow(struct gc_mutator *m, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	(void)m;
	(void)object;
	(void)object_size;
	(void)edge;
	(void)new_value;
	gcrt_fatal("collector %s has no barrier before stores", gcrt_collector.name);
}

UNUSED_BARRIER void gc_after_store_barrier_slow(struct gc_mutator *m, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value)
{
	(void)m;
	(void)object;
	(void)object_size;
	(void)edge;
	(void)new_value;
	gcrt_fatal("collector %s has no barrier after stores", gcrt_collector.name);
}

UNUSED_BARRIER void gc_after_exchange_barrier_slow(struct gc_mutator *m, struct gc_ref object,
    size_t object_size, struct gc_edge edge, struct gc_ref new_value, struct gc_ref old_value)
{
	(void)m;
	(void)object;
	(void)object_size;
	(void)edge;
	(void)new_value;
	(void)old_value;
	gcrt_fatal("collector %s has no barrier after exchanges", gcrt_collector.name);
}

UNUSED_BARRIER struct gc_ref gc_object_to_load_slow(struct gc_mutator *m, struct gc_ref object,
    struct gc_edge edge)
{
	(void)m;
	(void)object;
	(void)edge;
	gcrt_fatal("collector %s has no barrier that answers before loads", gcrt_collector.name);
}

UNUSED_BARRIER struct gc_ref gc_object_to_store_slow(struct gc_mutator *m, struct gc_ref object,
    struct gc_edge edge, struct gc_ref new_value)
{
	(void)m;
	(void)object;
	(void)edge;
	(void)new_value;
	gcrt_fatal("collector %s has no barrier that answers before stores", gcrt_collector.name);
}

UNUSED_BARRIER void gc_allocated_barrier_slow(struct gc_mutator *m, struct gc_ref object)
{
	(void)m;
	(void)object;
	gcrt_fatal("collector %s has no barrier for new objects", gcrt_collector.name);
}

UNUSED_BARRIER void gc_received_barrier_slow(struct gc_mutator *m, struct gc_ref object)
{
	(void)m;
	(void)object;
	gcrt_fatal("collector %s has no barrier for what is received", gcrt_collector.name);
}

/* -------------------------------------------------------------- allocation */

static void *default_allocation_failure(struct gc_heap *heap, size_t size)
{
	gcrt_fatal("no room for an object of %zu bytes in a heap of %zu bytes", size,
	    (heap->space.limit_pages - heap->space.red_pages) * GCRT_PAGE);
}

void gc_heap_set_allocation_failure_handler(struct gc_heap *heap,
    void *(*handler)(struct gc_heap *heap, size_t size))
{
	heap->allocation_failure = handler;
}

uint64_t gc_allocation_counter(struct gc_heap *heap)
{
	return gcrt_load(&heap->space.allocated_bytes, relaxed);
}

int gc_heap_contains(struct gc_heap *heap, struct gc_ref ref)
{
	return gcrt_space_contains(&heap->space, gc_ref_value(ref));
}

/* Note [Pinned objects], as the runtime has it: a collector with the barrier `pinned' keeps the object; otherwise `alloc` gives null for an object with this bit.  The mutator sets it
 * while it is active.  Workers read it while the mutators are stopped.  It stays until the object is freed. */
void gc_pin_object(struct gc_mutator *m, struct gc_ref object)
{
	const struct gcrt_collector *collector = m->heap->collector;
	gcrt_check_use(m, "calls gc_pin_object");
	object = gcrt_strip_immediate(object);
	if (gc_ref_is_null(object))
		return;
	if (collector->pinned)
		collector->pinned(m, object);
	else if (collector->pins)
		(void)gcrt_modify(fetch_or, gcrt_object_byte(gc_ref_value(object)),
		    GCRT_OBJECT_PINNED, relaxed);
	else if (collector->moves)
		gcrt_misused(GCRT_MISUSE_pins, m, "pins an object, and collector %s moves objects",
		    collector->name);
}

void gcrt_check_pinned_root(const struct gc_heap *heap, struct gc_ref object)
{
	if (heap->collector->moves && !gc_ref_is_null(gcrt_strip_immediate(object)))
		gcrt_misused(GCRT_MISUSE_pins, NULL,
		    "the program has a pinned root, and collector %s moves objects",
		    heap->collector->name);
}

/* ------------------------------------------------------- beginning and end */

static bool collector_fits(void)
{
	const struct gcrt_collector *c = &gcrt_collector;
	if (c->version != GCRT_VERSION) {
		fprintf(stderr,
		    "gcdsl runtime: collector %s was generated for version %d of "
		    "the runtime, this is version %d\n",
		    c->name, c->version, GCRT_VERSION);
		return false;
	}
	if (!c->debug != !GCRT_DEBUG) {
		fprintf(stderr,
		    "gcdsl runtime: collector %s was compiled with GCRT_DEBUG=%d, "
		    "the runtime with GCRT_DEBUG=%d\n",
		    c->name, c->debug, GCRT_DEBUG);
		return false;
	}
	if (c->arena_shift != GCRT_ARENA_SHIFT) {
		fprintf(stderr,
		    "gcdsl runtime: collector %s was compiled with "
		    "GCRT_ARENA_SHIFT=%d, the runtime with %d\n",
		    c->name, c->arena_shift, GCRT_ARENA_SHIFT);
		return false;
	}
	if (c->queue_count > GCRT_MAX_QUEUES || c->kind_count > GCRT_MAX_QUEUES ||
	    c->bucket_count > 32 || c->cycle_count > GCRT_MAX_CYCLES || c->phase_count > 32 ||
	    c->metadata_count > GCRT_MAX_METADATA) {
		fprintf(stderr,
		    "gcdsl runtime: collector %s has too many kinds, buckets or "
		    "pieces of metadata\n",
		    c->name);
		return false;
	}
	return true;
}

static size_t maximum_size(const struct gc_options *options)
{
	if (options->heap_size_policy == GC_HEAP_SIZE_FIXED)
		return options->heap_size;
	if (!options->maximum_heap_size)
		return gcrt_space_most_bytes();
	return options->maximum_heap_size > options->heap_size ? options->maximum_heap_size
							       : options->heap_size;
}

static struct gc_heap *new_heap(const struct gc_options *options)
{
	struct gc_heap *heap = aligned_alloc(64, (sizeof *heap + 63) / 64 * 64);
	if (!heap) {
		fprintf(stderr, "gcdsl runtime: no memory for a heap\n");
		return NULL;
	}
	memset(heap, 0, sizeof *heap);
	heap->collector = &gcrt_collector;
	heap->options = options;
	if (options)
		heap->settings = *options;
	else
		gcrt_options_init(&heap->settings);
	heap->allocation_failure = default_allocation_failure;
	heap->roots_mutator.heap = heap;
	heap->forks = gcrt_forks();
	heap->every_allocation =
	    GCRT_DEBUG || gcrt_closes_memory() || heap->settings.stress_allocations;
	if (gcrt_space_init(&heap->space, heap->settings.heap_size, maximum_size(&heap->settings),
		heap->collector)) {
		gcrt_moving_init(&heap->moving);
		gcrt_world_init(&heap->world);
		heap->world.patience = (unsigned)heap->settings.safepoint_timeout;
		gcrt_pace_init(heap);
#if GCRT_DEBUG
		gcrt_shadow_init(heap);
		gcrt_copied_init(heap);
#endif
		return heap;
	}
	fprintf(stderr, "gcdsl runtime: cannot reserve %zu GB of address space for a heap\n",
	    (size_t)(GCRT_ARENA_BYTES >> 30));
	free(heap);
	return NULL;
}

static void free_heap(struct gc_heap *heap)
{
#if GCRT_DEBUG
	gcrt_record_destroy(heap);
	gcrt_verify_remove(heap);
	gcrt_shadow_destroy(heap);
	gcrt_copied_destroy(heap);
#endif
	gcrt_world_destroy(&heap->world);
	gcrt_moving_destroy(&heap->moving);
	gcrt_space_destroy(&heap->space);
	gcrt_events_destroy(&heap->events);
	free(heap);
}

/* A mutator that has left stays in the list until the cycle ends; gcrt_scheduler_destroy waits for
 * that. */
void gc_heap_destroy(struct gc_heap *heap)
{
#if GCRT_DEBUG
	if (!gcrt_verify_has(heap))
		gcrt_misused(GCRT_MISUSE_destroyed, NULL,
		    "gc_heap_destroy: %p is not a heap, or was destroyed before", (void *)heap);
#endif
	gcrt_check_process(heap, NULL, "gc_heap_destroy");
	if (gcrt_world_has_mutators(&heap->world))
		gcrt_fatal("gc_heap_destroy: a thread has not left the heap "
			   "(gc_finish_for_thread)");
	gcrt_scheduler_destroy(&heap->scheduler);
	free_heap(heap);
}

int gc_init(const struct gc_options *options, struct gc_stack_addr base, struct gc_heap **result,
    struct gc_mutator **mutator, struct gc_event_listener listener, void *listener_data)
{
	if (!collector_fits())
		return 0;
	struct gc_heap *heap = new_heap(options);
	if (!heap)
		return 0;
	gcrt_events_init(&heap->events, listener, listener_data);
#if GCRT_DEBUG
	if (!gcrt_verify_add(heap)) {
		free_heap(heap);
		return 0;
	}
#endif
#if GCRT_DEBUG
	if (!gcrt_record_init(heap)) {
		free_heap(heap);
		return 0;
	}
#endif
	listener.init(listener_data, heap->space.limit_pages * GCRT_PAGE);
	unsigned workers = (unsigned)heap->settings.parallelism;
	if (!gcrt_scheduler_init(&heap->scheduler, heap, workers)) {
		fprintf(stderr, "gcdsl runtime: no memory, or no threads, for %u workers\n",
		    workers);
		free_heap(heap);
		return 0;
	}
	*mutator = gc_init_for_thread(base, heap);
	if (!*mutator) {
		fprintf(stderr, "gcdsl runtime: no memory for a mutator\n");
		gc_heap_destroy(heap);
		return 0;
	}
	*result = heap;
	return 1;
}
