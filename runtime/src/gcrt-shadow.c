/* gcrt-shadow.c: stores that no barrier was told of (debug builds).
 *
 * Note [Shadow]: for each word of the blocks there is a word in the shadow.  It has the reference
 * that was there when a traversal last looked at the word as a slot.  In objects that are newer it
 * is UNKNOWN; or NEW where first stores need the barrier too, because null was there at the
 * allocation.  Barriers put into a table what is to be stored where.  A traversal, with the
 * mutators stopped, must find in each slot what was there before, or a value that the table has for
 * this slot.  Any other value was stored without the barrier.  Then the table is emptied.  The
 * table has sets of values, and no order: two mutators may store into one slot at once, and a
 * barrier need not be followed by its store (a compare-and-swap may fail).  So a store without the
 * barrier is missed if a barrier was called with the same value, and a store with the barrier is
 * never reported.  A slot for which a barrier was called, but which the traversal did not visit
 * (its owner was not reachable, or does not show it now), is UNKNOWN after it.
 *
 * The table grows as it has to.  So that it stays small in a program that stores and does not
 * collect, a traversal is asked for when it has many entries.  If there is no memory for the table,
 * a message says so, and the next traversal only records what it finds.
 *
 * Kernels store without a barrier, also while another worker traverses with the mutators stopped.
 * So a slot is UNKNOWN before and after a kernel's store.  The traversal writes what it has found
 * into the shadow, and then looks whether the slot still has it.  All of this is seq_cst: either
 * the traversal sees the store, or UNKNOWN is written after what the traversal wrote. */
#define GC_IMPL 1
#include "gcrt-shadow.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "gcrt-heap.h"
#include "gcrt-request.h"

#if GCRT_DEBUG

#define UNKNOWN ((uintptr_t)1)    /* no reference has this value */
#define MANY    ((size_t)1 << 20) /* entries of the table */

static size_t shadow_bytes(const struct gcrt_shadow *shadow)
{
	return gcrt_arena(shadow->first) + GCRT_ARENA_BYTES - shadow->first;
}

void gcrt_shadow_init(struct gc_heap *heap)
{
	struct gcrt_shadow *shadow = &heap->shadow;
	gcrt_mutex_init(&shadow->lock);
	if (!heap->collector->store_barrier)
		return;
	shadow->first = gcrt_block_address(&heap->space, heap->space.first);
	void *words = mmap(NULL, shadow_bytes(shadow), PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	shadow->words = words == MAP_FAILED ? NULL : words;
}

void gcrt_shadow_destroy(struct gc_heap *heap)
{
	struct gcrt_shadow *shadow = &heap->shadow;
	if (shadow->words)
		munmap(shadow->words, shadow_bytes(shadow));
	free(shadow->told);
	gcrt_mutex_destroy(&shadow->lock);
}

/* NULL: SLOT is not in a block, or stores are not checked. */
static uintptr_t *shadow_of(const struct gcrt_shadow *shadow, uintptr_t slot)
{
	if (!shadow->words || gcrt_arena(slot) != gcrt_arena(shadow->first) || slot < shadow->first)
		return NULL;
	return shadow->words + (slot - shadow->first) / sizeof slot;
}

static void set_all(struct gc_heap *heap, uintptr_t address, size_t bytes, uintptr_t value)
{
	uintptr_t *words = shadow_of(&heap->shadow, address);
	for (size_t i = 0; words && i < bytes / sizeof *words; i++)
		gcrt_store(&words[i], value, relaxed);
}

void gcrt_shadow_new(struct gc_heap *heap, uintptr_t object, size_t bytes)
{
	set_all(heap, object, bytes,
	    heap->collector->first_store_barrier ? GCRT_SHADOW_NEW : UNKNOWN);
}

void gcrt_shadow_forget(struct gc_heap *heap, uintptr_t address, size_t bytes)
{
	set_all(heap, address, bytes, UNKNOWN);
}

/* ---------------------------------------------------------------- what was told */

/* The entry of the table for SLOT and VALUE, or the empty one where it belongs. */
static struct gcrt_told *place(const struct gcrt_shadow *shadow, uintptr_t slot, uintptr_t value)
{
	size_t hash = (size_t)((slot * UINT64_C(0x9e3779b97f4a7c15)) ^
	    (value * UINT64_C(0xc2b2ae3d27d4eb4f)));
	for (size_t i = hash >> 20;; i++) {
		struct gcrt_told *told = &shadow->told[i & (shadow->room - 1)];
		if (!told->slot || (told->slot == slot && told->value == value))
			return told;
	}
}

static bool grow(struct gcrt_shadow *shadow)
{
	struct gcrt_shadow old = *shadow;
	size_t room = old.room ? 2 * old.room : 4096;
	struct gcrt_told *told = calloc(room, sizeof *told);
	if (!told)
		return false;
	shadow->told = told;
	shadow->room = room;
	for (size_t i = 0; i < old.room; i++)
		if (old.told[i].slot)
			*place(shadow, old.told[i].slot, old.told[i].value) = old.told[i];
	free(old.told);
	return true;
}

/* Locked.  Makes room for one entry more. false: there is no memory, and a message has been
 * printed. */
static bool has_place(struct gcrt_shadow *shadow)
{
	if (!shadow->full && 2 * shadow->used >= shadow->room && !grow(shadow)) {
		shadow->full = true;
		fputs("gcdsl runtime: no memory to record the calls of barriers: until the next "
		      "check no store without a barrier is noticed\n",
		    stderr);
	}
	return !shadow->full;
}

/* Locked.  Returns whether the entry is new. */
static bool keep(struct gcrt_shadow *shadow, uintptr_t slot, uintptr_t value)
{
	struct gcrt_told *told = place(shadow, slot, value);
	bool new = !told->slot;
	*told = (struct gcrt_told){ slot, value };
	shadow->used += new;
	return new;
}

void gcrt_shadow_tell(struct gc_heap *heap, uintptr_t slot, uintptr_t value)
{
	struct gcrt_shadow *shadow = &heap->shadow;
	if (!shadow_of(shadow, slot))
		return;
	gcrt_mutex_lock(&shadow->lock);
	bool many = has_place(shadow) && keep(shadow, slot, value) && shadow->used == MANY;
	gcrt_mutex_unlock(&shadow->lock);
	if (many)
		gcrt_verify_soon(heap);
}

static bool was_told(struct gcrt_shadow *shadow, uintptr_t slot, uintptr_t value)
{
	gcrt_mutex_lock(&shadow->lock);
	bool was = shadow->full || (shadow->room && place(shadow, slot, value)->slot);
	gcrt_mutex_unlock(&shadow->lock);
	return was;
}

/* ------------------------------------------------------------------- looking */

static uintptr_t value_of(uintptr_t slot)
{
	return gc_ref_value(gcrt_strip_immediate(gc_ref(gcrt_load((uintptr_t *)slot, seq_cst))));
}

bool gcrt_shadow_look(struct gc_heap *heap, uintptr_t slot, uintptr_t value, uintptr_t *before)
{
	uintptr_t *word = shadow_of(&heap->shadow, slot);
	if (!word)
		return true;
	*before = gcrt_load(word, seq_cst);
	bool same = *before == value || (*before == GCRT_SHADOW_NEW && !value);
	if (*before != UNKNOWN && !same && !was_told(&heap->shadow, slot, value))
		return false;
	gcrt_store(word, value, seq_cst);
	if (value_of(slot) != value)
		gcrt_store(word, UNKNOWN, seq_cst); /* a kernel has stored in the meantime */
	return true;
}

/* The table will be emptied.  So for a slot of the table that the traversal did not visit, the
 * shadow forgets its value, too. */
static void forget_told(struct gc_heap *heap)
{
	struct gcrt_shadow *shadow = &heap->shadow;
	if (shadow->full) {
		uintptr_t end = gcrt_block_address(&heap->space, heap->space.frontier);
		gcrt_shadow_forget(heap, shadow->first, end - shadow->first);
		return;
	}
	for (size_t i = 0; i < shadow->room; i++) {
		const struct gcrt_told *told = &shadow->told[i];
		uintptr_t *word = told->slot ? shadow_of(shadow, told->slot) : NULL;
		if (word && gcrt_load(word, relaxed) != told->value)
			gcrt_store(word, UNKNOWN, relaxed);
	}
}

void gcrt_shadow_looked(struct gc_heap *heap)
{
	struct gcrt_shadow *shadow = &heap->shadow;
	gcrt_mutex_lock(&shadow->lock);
	forget_told(heap);
	free(shadow->told);
	shadow->told = NULL;
	shadow->room = shadow->used = 0;
	shadow->full = false;
	gcrt_mutex_unlock(&shadow->lock);
}

#endif
