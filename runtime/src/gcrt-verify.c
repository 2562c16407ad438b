/* The debug build's own look at the heap: a traversal that shares nothing with
 * the collector's but the embedder's functions. */
#define GC_IMPL 1
#include <stdlib.h>
#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"

#if GCRT_DEBUG

struct traversal {
	struct gc_heap *heap;
	uint8_t *seen;           /* a bit a granule, from the first block on */
	uintptr_t first, end;    /* addresses of blocks that have been used */
	uintptr_t *stack;
	size_t depth, room;
};

static bool is_cell(const struct gcrt_space *space, uintptr_t address)
{
	const struct gcrt_block *record = &space->blocks[gcrt_block_of(address)];
	uintptr_t offset = address % GCRT_BLOCK_BYTES;
	switch ((enum gcrt_block_state)record->state) {
	case GCRT_BLOCK_UNUSED:
	case GCRT_BLOCK_FREE:
	case GCRT_BLOCK_TAIL:
		return false;
	case GCRT_BLOCK_LARGE:
		return offset == 0;
	case GCRT_BLOCK_OWNED:
	case GCRT_BLOCK_READY:
	case GCRT_BLOCK_THIN:
	case GCRT_BLOCK_FULL:
	case GCRT_BLOCK_LOOPED:
		break;
	}
	size_t bytes = gcrt_class_bytes(record->size_class);
	return offset % bytes == 0 && offset / bytes < GCRT_BLOCK_BYTES / bytes;
}

static void see(struct gc_edge edge, struct gc_heap *heap, void *data)
{
	struct traversal *t = data;
	uintptr_t address = gc_ref_value(gcrt_load_slot(edge, relaxed));
	(void)heap;
	if (!address)
		return;
	if (address < t->first || address >= t->end)
		gcrt_fatal("slot %p refers to %p, which is not in the heap",
		    (void *)gc_edge_loc(edge), (void *)address);
	if (!is_cell(&t->heap->space, address))
		gcrt_fatal("slot %p refers to %p, where no object can be",
		    (void *)gc_edge_loc(edge), (void *)address);
	if (!*gcrt_object_byte(address))
		gcrt_fatal("slot %p refers to %p, which has been freed",
		    (void *)gc_edge_loc(edge), (void *)address);
	size_t granule = (address - t->first) / GCRT_GRANULE;
	if (t->seen[granule / 8] >> granule % 8 & 1)
		return;
	t->seen[granule / 8] |= (uint8_t)(1 << granule % 8);
	if (t->depth == t->room) {
		t->room = t->room ? 2 * t->room : 4096;
		t->stack = realloc(t->stack, t->room * sizeof *t->stack);
		if (!t->stack)
			gcrt_fatal("no memory to verify the heap");
	}
	t->stack[t->depth++] = address;
}

/* Calls CHECK for each reachable object. */
static void traverse(struct gc_heap *heap, void (*check)(struct gc_heap *, uintptr_t))
{
	struct gcrt_space *space = &heap->space;
	struct traversal t = { .heap = heap };
	t.first = gcrt_block_address(space, space->first);
	t.end = gcrt_block_address(space, space->frontier);
	t.seen = calloc((t.end - t.first) / GCRT_GRANULE / 8 + 1, 1);
	if (!t.seen)
		gcrt_fatal("no memory to verify the heap");
	for (struct gc_mutator *m = heap->world.mutators; m; m = m->next)
		heap->collector->trace_roots(m, see, heap, &t);
	heap->collector->trace_roots(&heap->roots_mutator, see, heap, &t);
	while (t.depth) {
		uintptr_t object = t.stack[--t.depth];
		check(heap, object);
		heap->collector->trace_object(gc_ref(object), see, heap, &t);
	}
	free(t.stack);
	free(t.seen);
}

static void check_marked(struct gc_heap *heap, uintptr_t object)
{
	if (!gcrt_load(gcrt_table(object, 1 + (unsigned)heap->collector->mark), relaxed))
		gcrt_fatal("object %p is reachable and not marked", (void *)object);
}

void gcrt_verify_marks(struct gc_heap *heap)
{
	if (heap->collector->mark >= 0)
		traverse(heap, check_marked);
}

static void check_rest(struct gc_heap *heap, uintptr_t object)
{
	for (unsigned k = 0; k < heap->collector->metadata_count; k++) {
		const struct gcrt_metadata *metadata = &heap->collector->metadata[k];
		uint8_t value = gcrt_load(gcrt_table(object, 1 + k), relaxed);
		if (metadata->at_rest >= 0 && value != metadata->at_rest)
			gcrt_fatal("object %p has %s %u between cycles, not %d",
			    (void *)object, metadata->name, value, metadata->at_rest);
	}
}

static void check_poison(uintptr_t cell, size_t bytes)
{
	static const uint64_t pattern = GCRT_POISON * UINT64_C(0x0101010101010101);
	const uint64_t *word = (const uint64_t *)cell;
	for (size_t i = 0; i < bytes / sizeof *word; i++)
		if (word[i] != pattern)
			gcrt_fatal("the free cell %p has been written, at or after byte %zu",
			    (void *)cell, i * sizeof *word);
}

/* World stopped, all blocks looped over: no cell is in a mutator's list. */
static void check_free_cells(struct gcrt_space *space)
{
	for (size_t b = space->first; b < space->frontier; b++) {
		const struct gcrt_block *record = &space->blocks[b];
		if (record->state != GCRT_BLOCK_READY && record->state != GCRT_BLOCK_THIN &&
		    record->state != GCRT_BLOCK_FULL)
			continue;
		size_t bytes = gcrt_class_bytes(record->size_class), free_cells = 0, live = 0;
		for (size_t i = 0; i < GCRT_BLOCK_BYTES / bytes; i++) {
			uintptr_t cell = gcrt_block_address(space, b) + i * bytes;
			if (*gcrt_object_byte(cell)) {
				live++;
			} else if (!(gcrt_page_mask(i * bytes, bytes) & ~record->held)) {
				free_cells++;
				check_poison(cell, bytes);
			}
		}
		if (live != record->live ||
		    (record->state == GCRT_BLOCK_READY) != (free_cells != 0))
			gcrt_fatal("block %zu has %zu objects and %zu free cells and is listed "
			    "otherwise", b, live, free_cells);
	}
}

static void check_nothing(struct gc_heap *heap, uintptr_t object)
{
	(void)heap;
	(void)object;
}

void gcrt_verify_heap(struct gc_heap *heap, bool at_rest)
{
	traverse(heap, at_rest ? check_rest : check_nothing);
	check_free_cells(&heap->space);
}

#endif

void gcrt_poison_cell(struct gcrt_worker *worker, struct gc_ref o)
{
	const struct gcrt_space *space = &worker->heap->space;
	const struct gcrt_block *record = &space->blocks[gcrt_block_of(gc_ref_value(o))];
	size_t bytes = gcrt_class_bytes(record->size_class);
	if (record->state != GCRT_BLOCK_LARGE)
		memset(gc_ref_heap_object(o), GCRT_POISON, bytes);
}

/* ------------------------------------------------------ objects, one by one */

#define MAX_CHECKED_HEAPS 64
static struct gcrt_space *checked[MAX_CHECKED_HEAPS];   /* atomic */

void gcrt_verify_add(struct gcrt_space *space)
{
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++)
		if (!gcrt_cas(&checked[i], NULL, space, release, relaxed))
			return;
	gcrt_fatal("more than %d heaps in a debug build", MAX_CHECKED_HEAPS);
}

void gcrt_verify_remove(struct gcrt_space *space)
{
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++)
		if (gcrt_load(&checked[i], relaxed) == space)
			gcrt_store(&checked[i], NULL, relaxed);
}

static bool is_object(uintptr_t address)
{
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++) {
		struct gcrt_space *space = gcrt_load(&checked[i], acquire);
		if (space && space->arena == gcrt_arena(address))
			return gcrt_space_contains(space, address);
	}
	return false;
}

void gcrt_check_object(struct gc_ref o, const char *what)
{
	if (!is_object(gc_ref_value(o)))
		gcrt_fatal("%p is %s, and is no object", (void *)gc_ref_value(o), what);
}
