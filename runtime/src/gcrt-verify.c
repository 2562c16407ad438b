/* The debug build's own look at the heap: a traversal that shares nothing with
 * the collector's but the embedder's functions. */
#define GC_IMPL 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-header.h"
#include "gcrt-heap.h"
#include "gcrt-misuse.h"
#include "gcrt-overlay.h"
#include "gcrt-record.h"
#include "gcrt-redzone.h"

#if GCRT_DEBUG

/* Where the first reference to an object was found.  OBJECT 0: in a root of M. */
struct found {
	uintptr_t slot, object;
	const struct gc_mutator *m;
	const char *metadata; /* NULL: in a slot */
};

struct traversal {
	struct gc_heap *heap;
	uint8_t *seen;        /* one bit for each granule, from the first block on */
	struct found *found;  /* one for each granule */
	uintptr_t first, end; /* addresses of blocks that have been used */
	uintptr_t *stack;
	size_t depth, room;
	struct found at; /* where the traversal is now; its slot has no meaning */
	bool over;       /* no cycle runs, so no slot refers to what was copied */
	char wrong[200];
};

/* ------------------------------------------------------------- who refers to it */

static void print_place(const struct gcrt_space *space, const struct found *found)
{
	if (found->metadata)
		fprintf(stderr, "object %p of %zu bytes, %s", (void *)found->object,
		    gcrt_object_bytes(space, found->object), found->metadata);
	else if (found->object)
		fprintf(stderr, "object %p of %zu bytes, byte %zu", (void *)found->object,
		    gcrt_object_bytes(space, found->object), found->slot - found->object);
	else if (gcrt_is_heap_mutator(found->m))
		fprintf(stderr, "the root %p of the heap", (void *)found->slot);
	else
		fprintf(stderr, "the root %p of mutator %u (thread %d)", (void *)found->slot,
		    found->m->number, found->m->thread);
}

#define PATH 8 /* how many places of a path are printed */

/* Prints the path from FOUND, which refers to the object of the message, back to a root. */
static void print_path(const struct traversal *t, const struct found *found)
{
	for (unsigned i = 0; t->found && found->object && i < PATH; i++) {
		found = &t->found[(found->object - t->first) / GCRT_GRANULE];
		fputs("\n  to which refers ", stderr);
		print_place(&t->heap->space, found);
	}
	if (t->found && found->object)
		fputs("\n  and so on, from a root", stderr);
}

/* Reports that SLOT, at the traversal's place, refers to TO, which is WRONG.  Stops the program. */
static void wrong_reference(struct traversal *t, uintptr_t slot, uintptr_t to, const char *wrong)
{
	struct found at = t->at;
	at.slot = slot;
	flockfile(stderr);
	fputs("gcdsl runtime: ", stderr);
	print_place(&t->heap->space, &at);
	fprintf(stderr, ", refers to %p, %s", (void *)to, wrong);
	print_path(t, &at);
	fputc('\n', stderr);
	gcrt_stops(wrong);
	abort();
}

/* Reports that OBJECT, which is reachable, is WRONG.  Stops the program. */
static void wrong_object(struct traversal *t, uintptr_t object, const char *wrong)
{
	const struct found start = { .object = object };
	flockfile(stderr);
	fprintf(stderr, "gcdsl runtime: object %p of %zu bytes %s", (void *)object,
	    gcrt_object_bytes(&t->heap->space, object), wrong);
	print_path(t, &start);
	fputc('\n', stderr);
	gcrt_stops(wrong);
	abort();
}

/* -------------------------------------------------------------- the traversal */

static bool is_cell(const struct gcrt_space *space, uintptr_t address)
{
	const struct gcrt_block *record = &space->blocks[gcrt_block_of(address)];
	uintptr_t offset = address % GCRT_BLOCK_BYTES;
	switch ((enum gcrt_block_state)record->state) {
	case GCRT_BLOCK_UNUSED:
	case GCRT_BLOCK_FREE:
	case GCRT_BLOCK_TAIL: return false;
	case GCRT_BLOCK_LARGE: return offset == 0;
	case GCRT_BLOCK_OWNED:
	case GCRT_BLOCK_READY:
	case GCRT_BLOCK_THIN:
	case GCRT_BLOCK_FULL:
	case GCRT_BLOCK_LOOPED: break;
	}
	size_t bytes = gcrt_class_bytes(record->size_class);
	return offset % bytes == 0 && offset / bytes < GCRT_BLOCK_BYTES / bytes;
}

/* Checks a slot that the trace function reports: it is in the object, or outside the heap. */
static void check_slot(struct traversal *t, uintptr_t slot)
{
	uintptr_t object = t->at.object;
	size_t bytes = gcrt_object_bytes(&t->heap->space, object);
	bool inside = slot >= object && slot + sizeof slot <= object + bytes;
	if (!inside && slot >= t->first && slot < t->end)
		gcrt_misused(GCRT_MISUSE_size, NULL,
		    "gc_trace_object visits %p for the object %p of "
		    "%zu bytes: byte %td",
		    (void *)slot, (void *)object, bytes, (ptrdiff_t)(slot - object));
}

static void check_newest_slot(struct gc_edge edge, struct gc_heap *heap, void *data)
{
	const struct gc_mutator *m = data;
	(void)heap;
	if (gc_edge_address(edge) == m->newest + gcrt_header_offset())
		gcrt_misused(GCRT_MISUSE_size, m,
		    "gc_trace_object visits the collector's word of the object %p, at byte %zu",
		    (void *)m->newest, gcrt_header_offset());
}

void gcrt_check_newest(struct gc_mutator *m)
{
	if (m->newest && gcrt_header_offset() && !gcrt_is_overlaid(m->newest)) {
		const struct gc_heap *before = gcrt_collects_for(m->heap);
		m->heap->collector->trace_object(gc_ref(m->newest), check_newest_slot, m->heap, m);
		gcrt_collects_for(before);
	}
	m->newest = 0;
}

static void check_store(struct traversal *t, uintptr_t slot, uintptr_t value)
{
	uintptr_t before, object = t->at.object;
	if (!object || gcrt_shadow_look(t->heap, slot, value, &before))
		return;
	size_t bytes = gcrt_object_bytes(&t->heap->space, object), byte = slot - object;
	if (before == GCRT_SHADOW_NEW)
		gcrt_misused(GCRT_MISUSE_first_store, NULL,
		    "the new object %p of %zu bytes, byte %zu, "
		    "refers to %p, but no barrier was called",
		    (void *)object, bytes, byte, (void *)value);
	gcrt_misused(GCRT_MISUSE_barrier, NULL,
	    "object %p of %zu bytes, byte %zu, refers to "
	    "%p and referred to %p, but no barrier was called",
	    (void *)object, bytes, byte, (void *)value, (void *)before);
}

/* " of space from": as the space is called now.  Of a heap that is not divided: nothing. */
static const char *space_of(const struct gc_heap *heap, uintptr_t address, char text[80])
{
	*text = '\0';
	for (unsigned s = 0; s < heap->collector->space_count; s++)
		if (gcrt_in_space(gc_ref(address), s))
			snprintf(text, 80, " of space %s", heap->collector->spaces[s]);
	return text;
}

/* Where there was an object, or has one been copied from. */
static const char *what_has_become(struct traversal *t, uintptr_t address)
{
	bool is_freed = !*gcrt_object_byte(address);
	uintptr_t copy = gcrt_copy_of(t->heap, address);
	char space[80], to[80] = "";
	if (copy && *gcrt_object_byte(copy))
		snprintf(to, sizeof to, "%s its copy is %p", is_freed ? ";" : ", although",
		    (void *)copy);
	if (!is_freed && !*to && t->over && !t->at.metadata && gcrt_is_overlaid(address))
		return "which is still referred to, although a reference lies over it";
	if (!is_freed && (!*to || !t->over || t->at.metadata))
		return NULL;
	snprintf(t->wrong, sizeof t->wrong, "which %s%s%s",
	    is_freed ? "has been freed" : "is still referred to",
	    is_freed ? space_of(t->heap, address, space) : "", to);
	return t->wrong;
}

static const char *what_is_wrong(struct traversal *t, uintptr_t address)
{
	if (address < t->first || address >= t->end)
		return "which is not in the heap";
	/* All of a block may be free by now. */
	if (!is_cell(&t->heap->space, address) && !gcrt_copy_of(t->heap, address))
		return "where no object can be";
	return what_has_become(t, address);
}

static void push(struct traversal *t, uintptr_t object)
{
	if (t->depth == t->room) {
		t->room = t->room ? 2 * t->room : 4096;
		t->stack = realloc(t->stack, t->room * sizeof *t->stack);
		if (!t->stack)
			gcrt_fatal("no memory to verify the heap");
	}
	t->stack[t->depth++] = object;
}

/* ADDRESS is found in SLOT, at the traversal's place. */
static void see_reference(struct traversal *t, uintptr_t slot, uintptr_t address)
{
	const char *wrong = what_is_wrong(t, address);
	if (wrong)
		wrong_reference(t, slot, address, wrong);
	size_t granule = (address - t->first) / GCRT_GRANULE;
	if (t->seen[granule / 8] >> granule % 8 & 1)
		return;
	t->seen[granule / 8] |= (uint8_t)(1 << granule % 8);
	if (t->found) {
		t->found[granule] = t->at;
		t->found[granule].slot = slot;
	}
	push(t, address);
}

static void see(struct gc_edge edge, struct gc_heap *heap, void *data)
{
	struct traversal *t = data;
	uintptr_t slot = gc_edge_address(edge);
	(void)heap;
	if (t->at.object)
		check_slot(t, slot);
	uintptr_t address = gc_ref_value(gcrt_load_slot(edge, relaxed));
	check_store(t, slot, address);
	if (address)
		see_reference(t, slot, address);
}

/* What metadata refers to is reachable, too. */
static void see_metadata(struct traversal *t, uintptr_t object)
{
	const struct gcrt_collector *collector = t->heap->collector;
	for (unsigned k = 0; k < collector->metadata_count; k++) {
		uintptr_t word =
		    collector->metadata[k].is_reference ? gcrt_reference_in(object, k) : 0;
		t->at = (struct found){ .object = object, .metadata = collector->metadata[k].name };
		if (word > collector->tag_count)
			see_reference(t, 0, word);
	}
}

static void see_roots(struct traversal *t, struct gc_mutator *m)
{
	t->at = (struct found){ .m = m };
	t->heap->collector->trace_roots(m, see, t->heap, t);
}

static void see_object(struct traversal *t, uintptr_t object)
{
	size_t bytes = gcrt_object_bytes(&t->heap->space, object);
	see_metadata(t, object);
	t->at = (struct found){ .object = object };
	gcrt_redzone_check(&t->heap->space, object);
	if (gcrt_is_overlaid(object)) /* Note [Overlays] */
		return;
	size_t said = t->heap->collector->trace_object(gc_ref(object), see, t->heap, t);
	if (said > bytes)
		gcrt_misused(GCRT_MISUSE_size, NULL,
		    "gc_trace_object says that the object %p has %zu bytes, but it was allocated "
		    "with %zu",
		    (void *)object, said, bytes);
}

static void *zeroed(size_t count, size_t bytes)
{
	void *memory = calloc(count, bytes);
	if (!memory)
		gcrt_fatal("no memory to verify the heap");
	return memory;
}

/* Calls CHECK for each reachable object.  OVER: see struct traversal. */
static void traverse(struct gc_heap *heap, bool over, void (*check)(struct traversal *, uintptr_t))
{
	struct gcrt_space *space = &heap->space;
	struct traversal t = { .heap = heap, .over = over };
	const struct gc_heap *before = gcrt_collects_for(heap);
	t.first = gcrt_block_address(space, space->first);
	t.end = gcrt_block_address(space, space->frontier);
	t.seen = zeroed((t.end - t.first) / GCRT_GRANULE / 8 + 1, 1);
	/* Without this memory messages have no paths. */
	t.found = calloc((t.end - t.first) / GCRT_GRANULE + 1, sizeof *t.found);
	for (struct gc_mutator *m = heap->world.mutators; m; m = m->next)
		see_roots(&t, m);
	see_roots(&t, &heap->roots_mutator);
	while (t.depth) {
		uintptr_t object = t.stack[--t.depth];
		check(&t, object);
		see_object(&t, object);
	}
	gcrt_shadow_looked(heap);
	free(t.stack);
	free(t.found);
	free(t.seen);
	gcrt_collects_for(before);
}

static void check_marked(struct traversal *t, uintptr_t object)
{
	if (!gcrt_load(gcrt_table(object, 1 + (unsigned)t->heap->collector->mark), relaxed))
		wrong_object(t, object, "is reachable and not marked");
}

void gcrt_verify_marks(struct gc_heap *heap)
{
	if (heap->collector->mark >= 0)
		traverse(heap, false, check_marked);
}

static void check_rest(struct traversal *t, uintptr_t object)
{
	char wrong[128];
	for (unsigned k = 0; k < t->heap->collector->metadata_count; k++) {
		const struct gcrt_metadata *metadata = &t->heap->collector->metadata[k];
		uintptr_t value = metadata->is_reference
		    ? gcrt_reference_in(object, k)
		    : gcrt_load(gcrt_table(object, 1 + k), relaxed);
		if (metadata->at_rest < 0 || value == (uintptr_t)metadata->at_rest)
			continue;
		snprintf(wrong, sizeof wrong,
		    metadata->is_reference ? "has %s %#zx between cycles, not %d"
					   : "has %s %zu between cycles, not %d",
		    metadata->name, (size_t)value, metadata->at_rest);
		wrong_object(t, object, wrong);
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

/* The same of a block of a heap with regions: what no object covers has been freed, or was never used. */
static void check_places(const struct gcrt_space *space, size_t b)
{
	const struct gcrt_block *record = &space->blocks[b];
	size_t live = 0;
	if (record->state != GCRT_BLOCK_READY && record->state != GCRT_BLOCK_FULL)
		return;
	for (size_t i = 0; i < GCRT_BLOCK_GRANULES;) {
		uintptr_t at = gcrt_block_address(space, b) + i * GCRT_GRANULE;
		size_t granules = *gcrt_object_byte(at) ? gcrt_granules(at) : 0;
		live += granules;
		if (!granules && *gcrt_end_byte(at))
			gcrt_fatal("an object ends at %p, and none begins before", (void *)at);
		if (!granules)
			check_poison(at, GCRT_GRANULE);
		i += granules ? granules : 1;
	}
	if (live != record->live)
		gcrt_fatal("block %zu has objects of %zu granules, and counts %zu", b, live,
		    (size_t)record->live);
}

/* The mutators are stopped and have given back their cells, so no free cell is in a mutator's
 * list. */
static void check_free_cells(struct gcrt_space *space)
{
	for (size_t b = space->first; b < space->frontier; b++) {
		const struct gcrt_block *record = &space->blocks[b];
		if (space->line_shift) {
			check_places(space, b);
			continue;
		}
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
				   "otherwise",
			    b, live, free_cells);
	}
}

static void check_nothing(struct traversal *t, uintptr_t object)
{
	(void)t;
	(void)object;
}

/* Note [Parts]: mutators own blocks of the first space only, and each block is on a list of its own part. */
static void check_parts(const struct gc_heap *heap)
{
	const struct gcrt_space *space = &heap->space;
	unsigned first = gcrt_space_part(space, 0);
	for (const struct gc_mutator *m = heap->world.mutators; m; m = m->next)
		for (size_t c = 0; m->lists && c < GCRT_SIZE_CLASSES; c++)
			if (m->owned[c] && space->blocks[m->owned[c]].part != first)
				gcrt_fatal("a mutator has free cells outside of the first space");
	for (unsigned p = 0; p < space->parts; p++)
		for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++)
			for (size_t b = space->ready[p][c]; b; b = space->blocks[b].next)
				if (space->blocks[b].part != p)
					gcrt_fatal("a block is on a list of another space");
}

void gcrt_verify_heap(struct gc_heap *heap, bool at_rest)
{
	traverse(heap, at_rest, at_rest ? check_rest : check_nothing);
	check_free_cells(&heap->space);
	check_parts(heap);
}

/* ------------------------------------------------------ who refers to what is none */

struct search {
	const struct gcrt_space *space;
	uintptr_t sought;
	struct found at;
	unsigned hits;
};

#define HITS 4 /* how many places are printed */

static void look_at(struct gc_edge edge, struct gc_heap *heap, void *data)
{
	struct search *search = data;
	(void)heap;
	if (gc_ref_value(gcrt_load_slot(edge, relaxed)) != search->sought || search->hits++ >= HITS)
		return;
	search->at.slot = gc_edge_address(edge);
	fputs("  to which refers ", stderr);
	print_place(search->space, &search->at);
	fputc('\n', stderr);
}

static void search_block(struct gc_heap *heap, struct search *search, size_t block)
{
	uintptr_t first = gcrt_block_address(&heap->space, block);
	for (size_t at = 0; at < GCRT_BLOCK_BYTES; at += GCRT_GRANULE) {
		if (!*gcrt_object_byte(first + at) || !is_cell(&heap->space, first + at) ||
		    gcrt_is_overlaid(first + at))
			continue;
		search->at = (struct found){ .object = first + at };
		heap->collector->trace_object(gc_ref(first + at), look_at, heap, search);
	}
}

/* Prints the places that refer to SOUGHT, as far as they are known: other threads may run, and the
 * program is about to be stopped. */
static void tell_referrers(struct gc_heap *heap, uintptr_t sought)
{
	struct search search = { .space = &heap->space, .sought = sought };
	for (struct gc_mutator *m = heap->world.mutators; m; m = m->next) {
		search.at = (struct found){ .m = m };
		heap->collector->trace_roots(m, look_at, heap, &search);
	}
	search.at = (struct found){ .m = &heap->roots_mutator };
	heap->collector->trace_roots(&heap->roots_mutator, look_at, heap, &search);
	for (size_t b = heap->space.first; b < gcrt_load(&heap->space.frontier, acquire); b++)
		search_block(heap, &search, b);
}

#define MAX_CHECKED_HEAPS 64
static struct gc_heap *checked[MAX_CHECKED_HEAPS]; /* atomic */
/* Searching by address must not access the heaps, because another thread may be destroying one. */
static uintptr_t checked_arena[MAX_CHECKED_HEAPS]; /* atomic */

bool gcrt_verify_add(struct gc_heap *heap)
{
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++)
		if (!gcrt_cas(&checked[i], NULL, heap, release, relaxed)) {
			gcrt_store(&checked_arena[i], heap->space.arena, release);
			return true;
		}
	fprintf(stderr, "gcdsl runtime: a debug build can have %d heaps\n", MAX_CHECKED_HEAPS);
	return false;
}

void gcrt_verify_remove(struct gc_heap *heap)
{
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++)
		if (gcrt_load(&checked[i], relaxed) == heap) {
			gcrt_store(&checked_arena[i], 0, relaxed);
			gcrt_store(&checked[i], NULL, release);
		}
}

bool gcrt_verify_has(const struct gc_heap *heap)
{
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++)
		if (gcrt_load(&checked[i], acquire) == heap)
			return true;
	return false;
}

struct gc_heap *gcrt_checked_heap(uintptr_t address)
{
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++)
		if (gcrt_load(&checked_arena[i], acquire) == gcrt_arena(address))
			return gcrt_load(&checked[i], acquire);
	return NULL;
}

void gcrt_check_object(struct gc_ref o, const char *what)
{
	uintptr_t address = gc_ref_value(o);
	struct gc_heap *heap = gcrt_checked_heap(address);
	if (heap && gcrt_space_contains(&heap->space, address))
		return;
	fprintf(stderr, "gcdsl runtime: %p is %s, and is no object\n", (void *)address, what);
	fflush(stderr);
	for (unsigned i = 0; i < MAX_CHECKED_HEAPS; i++)
		if ((heap = gcrt_load(&checked[i], acquire)))
			tell_referrers(heap, address);
	gcrt_stops("what is no object is used as one");
	abort();
}

void gcrt_changes_slot(struct gc_edge s)
{
	struct gc_heap *heap = gcrt_checked_heap(gc_edge_address(s));
	gcrt_fence(seq_cst); /* Note [Shadow] */
	if (heap)
		gcrt_shadow_forget(heap, gc_edge_address(s), sizeof(uintptr_t));
	gcrt_fence(seq_cst);
}

void gcrt_check_store(struct gc_mutator *m, struct gc_edge edge, struct gc_ref new_value)
{
	uintptr_t slot = gc_edge_address(edge),
		  value = gc_ref_value(gcrt_strip_immediate(new_value));
	gcrt_check_use(m, "stores");
	gcrt_shadow_tell(m->heap, slot, value);
	gcrt_record_store(m, slot, value);
}

void gcrt_poison_cell(struct gcrt_worker *worker, struct gc_ref o)
{
	struct gcrt_space *space = &worker->heap->space;
	const struct gcrt_block *record = &space->blocks[gcrt_block_of(gc_ref_value(o))];
	gcrt_redzone_check(space, gc_ref_value(o));
	gcrt_redzone_release(space, gcrt_object_bytes(space, gc_ref_value(o)));
	if (record->state != GCRT_BLOCK_LARGE)
		memset(gc_ref_heap_object(o), GCRT_POISON,
		    gcrt_place_bytes(space, gc_ref_value(o)));
}

#endif
