/* frees.c: in a heap with regions two threads free an object at once, as workers do if it lies on two lines and each frees
 * one of them.  TWICE: both have found the object already.  LINES: each frees a line, with an object of its own and the one
 * that lies on both.  REUSED: one frees an object, and then a new one has its place; the other frees the next line, on which
 * neither lies.  Note [Freeing lines]. */
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

#define LINE ((size_t)1 << GCRT_LEAST_REGION_SHIFT)
#if defined LINES
static const size_t sizes[] = { GCRT_GRANULE, LINE, GCRT_GRANULE };
enum { KEPT = 0 };
#elif defined REUSED
static const size_t sizes[] = { GCRT_GRANULE, LINE, LINE, LINE };
#else
static const size_t sizes[] = { GCRT_GRANULE, GCRT_GRANULE };
enum { KEPT = 1 }; /* the last one */
#endif
enum { OBJECTS = sizeof sizes / sizeof sizes[0] };

static struct gc_ref object[OBJECTS];
static unsigned freed; /* atomic; how many threads are done */

static void free_it(unsigned thread)
{
	struct gcrt_worker worker = { .heap = heap };

#if defined REUSED
	if (thread)
		gcrt_free_region(&worker, gc_ref_value(object[0]) + LINE, GCRT_LEAST_REGION_SHIFT);
	else
		gcrt_free_placed(&worker, object[0]);
#elif defined LINES
	gcrt_free_region(&worker, gc_ref_value(object[0]) + thread * LINE, GCRT_LEAST_REGION_SHIFT);
#else
	(void)thread;
	gcrt_free_placed(&worker, object[0]);
#endif
	gcrt_fetch_add(&freed, 1, seq_cst);
}

static void *other(void *nothing)
{
	(void)nothing;
	await_start();
	free_it(1);
	end(1);
	return NULL;
}

#ifdef REUSED
/* Lines 1 and 2 of four are empty, and the objects of the others stay. */
static void prepare(void)
{
	struct gcrt_worker worker = { .heap = heap };

	gcrt_free_placed(&worker, object[1]);
	gcrt_free_placed(&worker, object[2]);
}

static void check(struct gc_mutator *m)
{
	void *next = gc_allocate_slow(m, GCRT_GRANULE, GC_ALLOCATION_TAGGED);

	assert(next == gc_ref_heap_object(object[0]));
	gcx_await_value(&freed, sizeof freed, 2);
	assert(*gcrt_object_byte(gc_ref_value(object[0])));
}
#else
static void prepare(void)
{
}

static void check(struct gc_mutator *m)
{
	struct gcrt_space *space = &heap->space;

	(void)m;
	gcx_await_value(&freed, sizeof freed, 2);
	gcrt_mutex_lock(&space->lock);
	assert(space->blocks[gcrt_block_of(gc_ref_value(object[0]))].live == KEPT);
	assert(space->live_bytes == KEPT * GCRT_GRANULE);
	for (unsigned i = 0; i + KEPT < OBJECTS; i++)
		assert(!*gcrt_object_byte(gc_ref_value(object[i])));
	gcrt_mutex_unlock(&space->lock);
}
#endif

int main(void)
{
	struct gc_mutator *m = begin();

	/* the inline path of these attributes takes cells */
	for (unsigned i = 0; i < OBJECTS; i++)
		object[i] =
		    gc_ref_from_heap_object(gc_allocate_slow(m, sizes[i], GC_ALLOCATION_TAGGED));
	gcrt_give_back_cells(m);
	prepare();
	start(other, NULL);
	begin_threads();
	free_it(0);
	check(m);
	end(0);
}
