/* gcrt-collector-inline.h: the operations of gcrt-collector.h that kernels
 * inline; source, because they call the embedder's inline functions. */
#ifndef GCRT_COLLECTOR_INLINE_H
#define GCRT_COLLECTOR_INLINE_H

#include <string.h>

#include "gcrt-collector.h"
#include "gcrt-mutator.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline __attribute__((always_inline)) void gcrt_emit(struct gcrt_worker *worker,
    unsigned queue, const uintptr_t *unit, unsigned words)
{
	struct gcrt_packet *packet = worker->out[queue];
	uint32_t used = gcrt_load(&packet->used, relaxed);
	if (GC_UNLIKELY(used + words > GCRT_PACKET_WORDS)) {
		packet = gcrt_packet_full(worker, queue);
		used = gcrt_load(&packet->used, relaxed);
	}
	gcrt_record_emit(worker, queue, unit);
	for (unsigned i = 0; i < words; i++)
		packet->word[used + i] = unit[i];
	/* Atomic, because the worker may be a mutator, whose count others read: Note [Units in
	 * buffers]. */
	gcrt_store(&packet->used, used + words, relaxed);
	gcrt_record_emitted(worker);
}

/* Note [Units in buffers]: a guard may read the count of a mutator's buffer while the mutator runs.
 * A thread that has seen anything that the mutator did after the emit must then see the unit.  The
 * release fence orders the count before the program's own store, and before everything that the
 * mutator does later.  The thread that has seen it need not be the one that evaluates the guard.
 * So a worker that has run units, and a mutator that has run, execute an acquire fence before they
 * take the lock, which the thread that evaluates the guard takes after them.  (Litmus test
 * units_in_buffers.  Without the acquire fence machines still behave, but C11 does not guarantee
 * it: units_in_buffers_no_acquire.) */
static inline __attribute__((always_inline)) void gcrt_buffer(struct gc_mutator *m, unsigned queue,
    const uintptr_t *unit, unsigned words)
{
	struct gcrt_packet *packet = m->buffers.out[queue];
	uint32_t used = gcrt_load(&packet->used, relaxed);
	if (GC_UNLIKELY(used + words > GCRT_PACKET_WORDS)) {
		packet = gcrt_packet_full(&m->buffers, queue);
		used = 0;
	}
	gcrt_record_emit(&m->buffers, queue, unit);
	for (unsigned i = 0; i < words; i++)
		packet->word[used + i] = unit[i];
	gcrt_store(&packet->used, used + words, relaxed);
	gcrt_fence(release);
	gcrt_record_emitted(&m->buffers);
}

static inline bool gcrt_in_view(const struct gc_mutator *m, unsigned phase)
{
	return gcrt_load(&m->view, relaxed) >> phase & 1;
}

static inline bool gcrt_in_phase_now(const struct gc_mutator *m, unsigned phase)
{
	return gcrt_load(m->phases, acquire) >> phase & 1;
}

static inline struct gc_ref gcrt_strip_immediate(struct gc_ref ref)
{
	if (!gc_ref_is_null(ref) && gc_ref_is_immediate(ref))
		return gc_ref_null();
	return ref;
}

static inline struct gc_ref gcrt_answered(struct gc_ref o)
{
#if GCRT_DEBUG
	gcrt_check_shape(o, "what a barrier answers");
#endif
	return o;
}

static inline uint8_t *gcrt_metadata(struct gc_ref o, unsigned k)
{
#if GCRT_DEBUG
	gcrt_check_object(o, "looked at");
#endif
	return gcrt_table(gc_ref_value(o), 1 + k);
}

static inline uintptr_t *gcrt_reference(struct gc_ref o, unsigned k)
{
#if GCRT_DEBUG
	gcrt_check_object(o, "looked at");
#endif
	return gcrt_reference_word(gc_ref_value(o), k);
}

/* Where a word of an object is, if the compiler knows that. */
#define GCRT_CHECK_OFFSET(offset)                                                                  \
	_Static_assert(__builtin_choose_expr(__builtin_constant_p(offset), (offset),               \
			   sizeof(uintptr_t)) %                                                    \
		    sizeof(uintptr_t) ==                                                           \
		0,                                                                                 \
	    #offset " is no multiple of a word");                                                  \
	_Static_assert(__builtin_choose_expr(__builtin_constant_p(offset), (intptr_t)(offset),     \
			   0) >= 0,                                                                \
	    #offset " is before the object")

/* Note [Headers] in gcrt-header.h.  The embedder's header says where in an object the word lies. */
#ifdef GC_COLLECTOR_HAS_WORD
GCRT_CHECK_OFFSET(GC_COLLECTOR_WORD_OFFSET);
_Static_assert(__builtin_choose_expr(__builtin_constant_p(GC_COLLECTOR_WORD_OFFSET),
		   (GC_COLLECTOR_WORD_OFFSET), sizeof(uintptr_t)) != 0,
    "GC_COLLECTOR_WORD_OFFSET is 0, but the first word of an object is not the collector's");

static inline uintptr_t *gcrt_header(struct gc_ref o)
{
#if GCRT_DEBUG
	gcrt_check_object(o, "looked at");
#endif
	return (uintptr_t *)(gc_ref_value(o) + (GC_COLLECTOR_WORD_OFFSET));
}

static size_t gcrt_embedder_header_at(void)
{
	return (GC_COLLECTOR_WORD_OFFSET);
}
#endif

/* Whether the word at OFFSET of an object is the collector's. */
static inline bool gcrt_is_header(size_t offset)
{
#ifdef GC_COLLECTOR_HAS_WORD
	return offset == (GC_COLLECTOR_WORD_OFFSET);
#else
	(void)offset;
	return false;
#endif
}

/* Note [Overlays] in gcrt-overlay.h.  The embedder's header may say over which word of an object it lies. */
#ifdef GC_COLLECTOR_OVERLAYS
#ifndef GC_COLLECTOR_OVERLAY_OFFSET
#if GC_COLLECTOR_OVERLAYS > 1
#error                                                                                             \
    "objects become references while the program runs: define GC_COLLECTOR_OVERLAY_OFFSET (doc/embedding.md)"
#endif
#define GC_COLLECTOR_OVERLAY_OFFSET 0
#endif
GCRT_CHECK_OFFSET(GC_COLLECTOR_OVERLAY_OFFSET);
#ifdef GC_COLLECTOR_HAS_WORD
_Static_assert(__builtin_choose_expr(__builtin_constant_p((GC_COLLECTOR_OVERLAY_OFFSET) !=
					 (GC_COLLECTOR_WORD_OFFSET)),
		   (GC_COLLECTOR_OVERLAY_OFFSET) != (GC_COLLECTOR_WORD_OFFSET), 1),
    "GC_COLLECTOR_OVERLAY_OFFSET is that of the collector's word");
#endif

static inline uintptr_t *gcrt_overlay_to_store(struct gc_ref o)
{
#if GCRT_DEBUG
	gcrt_overlays(o);
#endif
	return (uintptr_t *)(gc_ref_value(o) + (GC_COLLECTOR_OVERLAY_OFFSET));
}

static inline uintptr_t *gcrt_overlay_to_load(struct gc_ref o, unsigned when, uint8_t value)
{
#if GCRT_DEBUG
	gcrt_check_overlay(o, when, value);
#else
	(void)when;
	(void)value;
#endif
	return (uintptr_t *)(gc_ref_value(o) + (GC_COLLECTOR_OVERLAY_OFFSET));
}

static size_t gcrt_embedder_overlay_at(void)
{
	return (GC_COLLECTOR_OVERLAY_OFFSET);
}
#endif

static inline void gcrt_free(struct gcrt_worker *worker, struct gc_ref o)
{
#if GCRT_DEBUG
	gcrt_check_object(o, "freed");
	gcrt_record_free(worker, o);
	gcrt_poison_cell(worker, o);
#elif defined GCRT_ASAN
	gcrt_close_object(worker, o);
#endif
	gcrt_store(gcrt_object_byte(gc_ref_value(o)), 0, release); /* Note [Free cells] */
	if (gcrt_block_of(gc_ref_value(o)) == worker->block)
		worker->freed++;
	else
		gcrt_freed_elsewhere(worker, o);
}

static inline bool gcrt_in_space(struct gc_ref o, unsigned s)
{
	uintptr_t address = gc_ref_value(o);
	return address &&
	    gcrt_load(gcrt_part_of(address), relaxed) ==
	    gcrt_load(gcrt_part_of_space(address, s), relaxed);
}

static inline uint8_t *gcrt_region(uintptr_t region, unsigned shift, unsigned k)
{
#if GCRT_DEBUG
	gcrt_check_region(region);
#endif
	return gcrt_region_byte(region, shift, k);
}

static inline uintptr_t gcrt_around(uintptr_t inner, unsigned shift)
{
	return inner >> shift << shift;
}

static inline uintptr_t gcrt_region_of(struct gc_ref o, unsigned shift)
{
	return gcrt_around(gc_ref_value(o), shift);
}

static inline __attribute__((always_inline)) void gcrt_run_object(struct gcrt_worker *worker,
    struct gc_ref o, gcrt_object_kernel *kernel)
{
	bool recorded = gcrt_record_object_begin(worker, o);
	kernel(worker, o);
	if (recorded)
		gcrt_record_object_end(worker);
}

static inline __attribute__((always_inline)) void gcrt_for_objects(struct gcrt_worker *worker,
    uintptr_t block, gcrt_object_kernel *kernel)
{
	struct gcrt_cells cells = gcrt_block_enter(worker, block);
	for (size_t i = 0; i < cells.count; i++) {
		uintptr_t cell = cells.first + i * cells.stride;
		if (gcrt_load(gcrt_object_byte(cell), relaxed))
			gcrt_run_object(worker, gc_ref(cell), kernel);
	}
	gcrt_block_leave(worker, block);
}

#ifdef GCRT_EMBEDDER_H
static inline __attribute__((always_inline)) void gcrt_for_slots(struct gcrt_worker *worker,
    struct gc_ref o, gcrt_slot_body *body, void *data)
{
#if GCRT_DEBUG
	gcrt_check_shape(o, "visited");
#endif
	gc_trace_object(o, body, worker->heap, data);
}

struct gcrt_numbered_slot {
	unsigned number, passed;
	struct gc_edge slot;
};

static inline void gcrt_pass_slot(struct gc_edge s, struct gc_heap *heap, void *data)
{
	struct gcrt_numbered_slot *sought = (struct gcrt_numbered_slot *)data;
	(void)heap;
	if (sought->passed++ == sought->number)
		sought->slot = s;
}

static inline struct gc_edge gcrt_numbered_slot(struct gcrt_worker *worker, struct gc_ref o,
    unsigned number)
{
	struct gcrt_numbered_slot sought = { number, 0, gc_edge(NULL) };
	gcrt_for_slots(worker, o, gcrt_pass_slot, &sought);
	if (sought.passed <= number)
		gcrt_no_slot(number, sought.passed);
	return sought.slot;
}

static inline size_t gcrt_size_of(struct gcrt_worker *worker, struct gc_ref o)
{
#if GCRT_DEBUG
	gcrt_check_shape(o, "looked at");
#endif
	return gc_trace_object(o, NULL, worker->heap, NULL);
}

/* Note [Words]: which data words an object has.  Nobody tells the runtime.  They are the words of the object in which
 * the embedder's visitor shows no slot, and that is not the collector's (Note [Headers]), in the order of their addresses,
 * from the end of its header on, as far as GC_OBJECT_HEADER_BYTES says that it has one.  If the size of an object is no
 * multiple of a word, its last bytes are a word, too.  What an embedder keeps in an object beside slots and data, such as its size, is among the words:
 * who only copies words need not know. */
#ifndef GC_OBJECT_HEADER_BYTES
#define GC_OBJECT_HEADER_BYTES 0
#endif

static inline void gcrt_walk_slot(struct gc_edge s, struct gc_heap *heap, void *data)
{
	struct gcrt_walk *walk = (struct gcrt_walk *)data;
	uintptr_t first =
	    gc_ref_value(walk->object) + (walk->seen - 1) * GCRT_WALK_WORDS * sizeof(uintptr_t);
	size_t k = (gc_edge_address(s) - first) / sizeof(uintptr_t);
	(void)heap;
	if (k < GCRT_WALK_WORDS)
		walk->slots[k / 64] |= UINT64_C(1) << k % 64;
}

static inline void gcrt_walk_look(struct gcrt_walk *walk, size_t part)
{
	size_t words =
	    (walk->size + sizeof(uintptr_t) - 1) / sizeof(uintptr_t) - part * GCRT_WALK_WORDS;
	if (words > GCRT_WALK_WORDS)
		words = GCRT_WALK_WORDS;
	memset(walk->slots, 0, (words + 63) / 64 * sizeof *walk->slots);
	walk->seen = part + 1;
	gc_trace_object(walk->object, gcrt_walk_slot, walk->heap, walk);
}

static inline void gcrt_walk_words(struct gcrt_worker *worker, struct gc_ref o,
    struct gcrt_walk *walk)
{
	walk->heap = worker->heap;
	walk->object = o;
	walk->size = gcrt_size_of(worker, o);
	walk->next = GC_OBJECT_HEADER_BYTES / sizeof(uintptr_t);
	walk->seen = 0;
	walk->at_slots = false;
}

static inline void gcrt_walk_payload(struct gcrt_worker *worker, struct gc_ref o,
    struct gcrt_walk *walk)
{
	gcrt_walk_words(worker, o, walk);
	walk->next = 0;
	walk->at_slots = true;
}

static inline bool gcrt_walk_next(struct gcrt_walk *walk)
{
	size_t k, at;
	do {
		if (walk->at_slots && walk->next * sizeof(uintptr_t) >= walk->size) {
			walk->at_slots = false;
			walk->next = GC_OBJECT_HEADER_BYTES / sizeof(uintptr_t);
		}
		k = walk->next++;
		at = k * sizeof(uintptr_t);
		if (at >= walk->size)
			return false;
		if (k / GCRT_WALK_WORDS + 1 != walk->seen)
			gcrt_walk_look(walk, k / GCRT_WALK_WORDS);
	} while (gcrt_is_header(at) ||
	    (walk->slots[k % GCRT_WALK_WORDS / 64] >> k % 64 & 1) != walk->at_slots);
	walk->word.at = (uintptr_t *)(gc_ref_value(walk->object) + at);
	walk->word.part = walk->size - at < sizeof(uintptr_t) ? (unsigned)(walk->size - at) : 0;
	return true;
}

static inline uintptr_t gcrt_like(struct gcrt_worker *worker, uintptr_t at, struct gc_ref o,
    struct gc_ref n)
{
#if GCRT_DEBUG
	gcrt_check_like(worker, o, n, at);
#endif
	(void)worker;
	return gc_ref_value(n) + (at - gc_ref_value(o));
}

static inline struct gcrt_word gcrt_word_like(struct gcrt_worker *worker, struct gcrt_word s,
    struct gc_ref o, struct gc_ref n)
{
	struct gcrt_word place = { (uintptr_t *)gcrt_like(worker, (uintptr_t)s.at, o, n), s.part };
	return place;
}

static inline struct gc_edge gcrt_slot_like(struct gcrt_worker *worker, struct gc_edge s,
    struct gc_ref o, struct gc_ref n)
{
	return gc_edge((void *)gcrt_like(worker, gc_edge_address(s), o, n));
}

static inline struct gcrt_word gcrt_numbered_word(struct gcrt_worker *worker, struct gc_ref o,
    unsigned number)
{
	struct gcrt_walk walk;
	unsigned passed = 0;
	gcrt_walk_words(worker, o, &walk);
	while (gcrt_walk_next(&walk))
		if (passed++ == number)
			return walk.word;
	gcrt_no_word(number, passed);
}

static inline struct gc_ref gcrt_alloc_in(struct gcrt_worker *worker, unsigned s, struct gc_ref o)
{
	return gcrt_new_like(worker, s, o, gcrt_size_of(worker, o), false);
}

static inline struct gc_ref gcrt_alloc_surely_in(struct gcrt_worker *worker, unsigned s,
    struct gc_ref o)
{
	size_t size = gcrt_size_of(worker, o);
	struct gc_ref made = gcrt_new_like(worker, s, o, size, true);
	if (GC_UNLIKELY(gc_ref_is_null(made)))
		gcrt_no_room(size);
	return made;
}

/* In the first space. */
static inline struct gc_ref gcrt_alloc(struct gcrt_worker *worker, struct gc_ref o)
{
	return gcrt_alloc_in(worker, 0, o);
}

static inline struct gc_ref gcrt_alloc_surely(struct gcrt_worker *worker, struct gc_ref o)
{
	return gcrt_alloc_surely_in(worker, 0, o);
}

/* A copy keeps its metadata. */
static inline void gcrt_copy_contents(char *to, const char *from, size_t size)
{
#ifdef GC_COLLECTOR_HAS_WORD
	size_t at = (GC_COLLECTOR_WORD_OFFSET), after = at + sizeof(uintptr_t);
	memcpy(to, from, at);
	memcpy(to + after, from + after, size - after);
#else
	memcpy(to, from, size);
#endif
}

static inline void gcrt_copy(struct gcrt_worker *worker, struct gc_ref from, struct gc_ref to)
{
	size_t size = gcrt_size_of(worker, from);
#if GCRT_DEBUG
	gcrt_check_copy(worker, from, to, size);
#endif
	gcrt_copy_contents((char *)gc_ref_heap_object(to), (const char *)gc_ref_heap_object(from),
	    size);
#if GCRT_DEBUG
	gcrt_has_copied(worker, from, to);
#endif
}

static inline void gcrt_move(struct gcrt_worker *worker, struct gc_ref o, struct gc_ref n)
{
	if (gc_ref_value(o) == gc_ref_value(n))
		gcrt_renew(worker, o);
	else
		gcrt_move_object(worker, o, n, gcrt_size_of(worker, o));
}

struct gcrt_pinned_root {
	gcrt_slot_body *body;
	void *data;
};

static inline void gcrt_pinned_root(struct gc_ref object, struct gc_heap *heap, void *data)
{
	struct gcrt_pinned_root *outer = (struct gcrt_pinned_root *)data;
	gcrt_check_pinned_root(heap, object);
	outer->body(gc_edge(&object), heap, outer->data);
}

static inline __attribute__((always_inline)) void gcrt_trace_roots(struct gc_mutator *m,
    gcrt_slot_body *body, struct gc_heap *heap, void *data)
{
	struct gcrt_pinned_root outer = { body, data };
	struct gc_mutator_roots *own;
	if (gcrt_is_heap_mutator(m)) {
		struct gc_heap_roots *roots = gcrt_heap_roots(heap);
		if (!roots)
			return;
		gc_trace_heap_roots(roots, body, heap, data);
		gc_trace_heap_pinned_roots(roots, gcrt_pinned_root, gcrt_no_ambiguous_roots, heap,
		    &outer);
	} else if ((own = gcrt_enter_roots(m))) {
		gc_trace_mutator_roots(own, body, heap, data);
		gc_trace_mutator_pinned_roots(own, gcrt_pinned_root, gcrt_no_ambiguous_roots, heap,
		    &outer);
		gcrt_leave_roots(m);
	}
}

static inline __attribute__((always_inline)) void gcrt_for_roots(struct gcrt_worker *worker,
    struct gc_mutator *m, gcrt_slot_body *body, void *data)
{
	gcrt_begin_reading(worker, m);
	gcrt_trace_roots(m, body, worker->heap, data);
	gcrt_end_reading(worker, m);
}

/* The embedder's functions, as the library's own traversals call them. */
static size_t gcrt_embedder_trace_object(struct gc_ref o, gcrt_slot_body *body,
    struct gc_heap *heap, void *data)
{
	return gc_trace_object(o, body, heap, data);
}

static void gcrt_embedder_trace_roots(struct gc_mutator *m, gcrt_slot_body *body,
    struct gc_heap *heap, void *data)
{
	gcrt_trace_roots(m, body, heap, data);
}

#define GCRT_EMBEDDER                                                                              \
	.version = GCRT_VERSION, .debug = GCRT_DEBUG, .arena_shift = GCRT_ARENA_SHIFT,             \
	.trace_object = gcrt_embedder_trace_object, .trace_roots = gcrt_embedder_trace_roots
#endif

#ifdef __cplusplus
}
#endif

#endif
