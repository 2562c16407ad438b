/* frees.c: in a heap with regions two threads free an object at once, as workers do if it lies on two lines and each frees
 * one of them.
 *
 * The tables are read by words when objects are looked for, and written by bytes, which is not explored.  So each thread has
 * found the object already: Note [Freeing lines]. */
#include "explored.h"
#include "gc-allocate.h"

static const struct gcrt_kind kinds[] = { { .name = "none", .words = 1 } };
static const struct gcrt_queue queues[] = { { 0, 0 } };
static const struct gcrt_bucket buckets[] = { { .name = "none", .cycles = 1 } };
DRAINED(to, 0)
static const struct gcrt_cycle cycles[] = { { "cycle", from_request, to } };
const struct gcrt_collector gcrt_collector = { .name = "frees",
	.line_shift = GCRT_LEAST_REGION_SHIFT,
	TABLES };

static struct gc_ref object;
static unsigned freed; /* atomic; how many threads are done */

static void free_it(void)
{
	struct gcrt_worker worker = { .heap = heap };

	gcrt_free_placed(&worker, object);
	gcrt_fetch_add(&freed, 1, seq_cst);
}

static void *other(void *nothing)
{
	(void)nothing;
	await_start();
	free_it();
	end(1);
	return NULL;
}

int main(void)
{
	struct gc_mutator *m = begin();
	struct gcrt_space *space = &heap->space;

	/* the inline path of these attributes takes cells */
	object = gc_ref_from_heap_object(gc_allocate_slow(m, GCRT_GRANULE, GC_ALLOCATION_TAGGED));
	gc_allocate_slow(m, GCRT_GRANULE, GC_ALLOCATION_TAGGED);
	gcrt_give_back_cells(m);
	start(other, NULL);
	begin_threads();
	free_it();
	gcx_await_value(&freed, sizeof freed, 2);
	gcrt_mutex_lock(&space->lock);
	assert(space->blocks[gcrt_block_of(gc_ref_value(object))].live == 1);
	assert(space->live_bytes == GCRT_GRANULE);
	assert(!*gcrt_object_byte(gc_ref_value(object)));
	gcrt_mutex_unlock(&space->lock);
	end(0);
}
