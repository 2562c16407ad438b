/* gcrt-copied.c: where objects have been copied to (debug builds).
 *
 * Note [Copied]: for each granule of the blocks there is a word.  For an object that a kernel has copied it has the address
 * of the copy, until another object is allocated there, or it is itself copied to.  The verifier asks it: an object that is
 * still referred to after a cycle, although it has a copy, is one whose slots were not all rewritten.  It is
 * also part of the message when the object has been freed.  Copies part by part (n[s]) are not in it. */
#define GC_IMPL 1
#include "gcrt-copied.h"

#include <sys/mman.h>

#include "gcrt-heap.h"

#if GCRT_DEBUG

static size_t table_bytes(const struct gcrt_copied *copied)
{
	return (gcrt_arena(copied->first) + GCRT_ARENA_BYTES - copied->first) / GCRT_GRANULE *
	    sizeof(uintptr_t);
}

void gcrt_copied_init(struct gc_heap *heap)
{
	struct gcrt_copied *copied = &heap->copied;
	if (!heap->collector->copies)
		return;
	copied->first = gcrt_block_address(&heap->space, heap->space.first);
	void *words = mmap(NULL, table_bytes(copied), PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	copied->words = words == MAP_FAILED ? NULL : words;
}

void gcrt_copied_destroy(struct gc_heap *heap)
{
	if (heap->copied.words)
		munmap(heap->copied.words, table_bytes(&heap->copied));
}

/* NULL: there is no table. */
static uintptr_t *word_of(const struct gcrt_copied *copied, uintptr_t object)
{
	return copied->words ? &copied->words[(object - copied->first) / GCRT_GRANULE] : NULL;
}

static void set(struct gc_heap *heap, uintptr_t object, uintptr_t copy)
{
	uintptr_t *word = word_of(&heap->copied, object);
	if (word && gcrt_load(word, relaxed) != copy)
		gcrt_store(word, copy, relaxed);
}

void gcrt_copied(struct gc_heap *heap, uintptr_t object, uintptr_t copy)
{
	set(heap, object, copy);
	set(heap, copy, 0);
}

void gcrt_copied_forget(struct gc_heap *heap, uintptr_t object)
{
	set(heap, object, 0);
}

uintptr_t gcrt_copy_of(const struct gc_heap *heap, uintptr_t object)
{
	const uintptr_t *word = word_of(&heap->copied, object);
	return word ? gcrt_load(word, relaxed) : 0;
}

#endif
