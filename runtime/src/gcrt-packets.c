/* gcrt-packets.c: memory for packets of work.
 *
 * Note [Packets]: how much work waits is bounded, and a cycle never ends for want of memory.
 *
 * Packets come from malloc, and spare ones are kept.  When more packets wait than the budget (a
 * 64th of the heap's size, and some more for small heaps), a worker whose packet is full runs other
 * units that wait, in the middle of its own unit, until no more wait than the budget (run_ahead in
 * gcrt-workers.c).  To the collector this is as if one more worker ran them, and a specification
 * has any number of workers.  What such a worker may not run (a kind with `at most n' of which n
 * run, a bucket that is not open), this one does not run either.  It is not done in fills, which
 * hold the lock; nor by mutators; nor while somebody looks, who would wait for it.  A worker may so
 * be in the middle of several units: `at' is a set.
 *
 * Nor is it done where a mutator would wait for it.  That is so in a unit that has stopped the
 * mutators or resumes them; in a unit of a kind that mutators run, because its mutator waits; in a
 * loop over roots, because a mutator that leaves waits for the loop; and while a unit that resumes
 * mutators is next.  What one such unit emits waits.
 *
 * Units of a kind that waits for what other units do (gcrt_await) are never run so: they may wait for the
 * unit in whose middle they would run.
 *
 * To bound the stack, units begun in the middle of others are at most AHEAD deep.  What the deepest
 * one emits waits, and the outer ones run it as soon as they get to it: for each worker that is at
 * most what the units of one packet emit.  Units that may not yet be run wait in any case.  They
 * are added to packets that wait, so that packets get full however few come at a time
 * (add_to_waiting).  For these there is a reserve as large as the heap, because each word of the
 * heap can be one reference.  It is address space, reserved when the heap begins, and used when
 * malloc has no memory; its first megabyte may be written from the beginning.  The number of units
 * that barriers emit is bounded because mutators wait: Note [Waiting units].  So only a collector
 * that emits several units for each reference, none of which may be run, can need more: that stops
 * the program. */
#define GC_IMPL 1
#include <stdlib.h>

#include "gcrt-packets.h"
#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-memory.h"
#include "gcrt-sanitize.h"

#define HEAP_SPARES 64 /* packets kept between cycles */
/* Tests use a smaller budget and smaller packets, so that workers often run units in the middle of
 * others. */
#ifndef GCRT_SMALL_BUDGET
#define GCRT_SMALL_BUDGET 128 /* packets */
#define GCRT_BUDGET_SHARE 64  /* the budget is this part of the heap's size */
#endif
#define SMALL_RESERVE ((size_t)1 << 20)

/* ------------------------------------------------------------------ the reserve */

/* Makes one piece more usable, not the whole reserve: some systems limit how much memory a process
 * may make writable. */
static bool make_usable(struct gcrt_reserve *reserve)
{
	size_t piece = reserve->size - reserve->usable;
	if (piece > SMALL_RESERVE)
		piece = SMALL_RESERVE; /* whole system pages */
	if (!piece || !gcrt_memory_use(reserve->at + reserve->usable, piece))
		return false;
	reserve->usable += piece;
	return true;
}

bool gcrt_reserve_init(struct gcrt_reserve *reserve, size_t heap_bytes)
{
	size_t size = heap_bytes < SMALL_RESERVE ? SMALL_RESERVE : heap_bytes;
	reserve->at = gcrt_memory_spread(size);
	reserve->size = size;
	if (reserve->at && make_usable(reserve))
		return true;
	gcrt_reserve_destroy(reserve);
	return false;
}

void gcrt_reserve_destroy(struct gcrt_reserve *reserve)
{
	if (reserve->at)
		gcrt_memory_release(reserve->at, reserve->size);
}

static bool is_reserve(const struct gcrt_reserve *reserve, const struct gcrt_packet *packet)
{
	return (uintptr_t)packet - reserve->at < reserve->size;
}

static struct gcrt_packet *take_reserve(struct gcrt_reserve *reserve)
{
	struct gcrt_packet *packet = reserve->free;
	if (packet) {
		reserve->free = packet->next;
	} else {
		if (reserve->used + sizeof *packet > reserve->usable && !make_usable(reserve))
			return NULL;
		packet = (struct gcrt_packet *)(reserve->at + reserve->used);
		reserve->used += sizeof *packet;
	}
	reserve->taken++;
	return packet;
}

static void put_reserve(struct gcrt_reserve *reserve, struct gcrt_packet *packet)
{
	packet->next = reserve->free;
	reserve->free = packet;
	if (--reserve->taken)
		return;
	gcrt_memory_clean(reserve->at, reserve->used);
	gcrt_open_memory(reserve->at, reserve->used);
	reserve->free = NULL;
	reserve->used = 0;
}

/* --------------------------------------------------------------------- packets */

static struct gcrt_packet *begin(struct gcrt_packet *packet, unsigned queue)
{
	packet->next = NULL;
	packet->used = 0;
	packet->queue = (uint16_t)queue;
	packet->blocks = false;
	return packet;
}

static struct gcrt_packet *take_spare(struct gcrt_scheduler *s)
{
	struct gcrt_packet *packet = s->spare;
	if (!packet)
		return NULL;
	s->spare = packet->next;
	s->spares--;
	return packet;
}

struct gcrt_packet *gcrt_try_packet(struct gcrt_scheduler *s, unsigned queue)
{
	struct gcrt_packet *packet = take_spare(s);
	if (!packet)
		packet = malloc(sizeof *packet);
	return packet ? begin(packet, queue) : NULL;
}

struct gcrt_packet *gcrt_get_packet(struct gcrt_scheduler *s, unsigned queue)
{
	struct gcrt_packet *packet = gcrt_try_packet(s, queue);
	if (packet)
		return packet;
	packet = take_reserve(&s->reserve);
	if (!packet)
		gcrt_fatal("no memory for a packet of work: more units wait than the heap has "
			   "words, most of kind %s",
		    gcrt_kind_of(queue)->name);
	return begin(packet, queue);
}

void gcrt_put_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet)
{
	packet->next = s->spare;
	s->spare = packet;
	s->spares++;
}

void gcrt_free_spares(struct gcrt_scheduler *s, bool all)
{
	/* While packets of the reserve are in use, no spares are kept.  Then only workers and
	 * mutators still have packets of the reserve. */
	unsigned keep = all || s->reserve.taken ? 0 : HEAP_SPARES;
	struct gcrt_packet *packet;
	while (s->spares > keep && (packet = take_spare(s)))
		gcrt_free_packet(s, packet);
}

void gcrt_free_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet)
{
	if (is_reserve(&s->reserve, packet))
		put_reserve(&s->reserve, packet);
	else
		free(packet);
}

size_t gcrt_budget(const struct gcrt_scheduler *s)
{
	size_t heap = gcrt_load(&s->heap->space.limit_pages, relaxed) * GCRT_PAGE;
	return GCRT_SMALL_BUDGET +
	    heap / GCRT_BUDGET_SHARE / (GCRT_PACKET_WORDS * sizeof(uintptr_t));
}
