/* explored.h: what the explored scenarios share.
 *
 * A scenario is a small program on the runtime as it is.  Its collector collects nothing: its kernels
 * only note that they have run.  gcexplore executes the program under every schedule.
 *
 * The notes are plain variables.  So the runtime must order each access to them, or gcexplore reports
 * a data race.  Accesses to plain variables are no points where another thread goes on, so they add no
 * schedules. */
#ifndef EXPLORED_H
#define EXPLORED_H

#include <assert.h>
#include <stdlib.h>

#include <gcexplore.h>

#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "gcrt-embedder.h"
#include "gcrt-collector.h"
#include "gcrt-heap.h"
#include "gcrt-request.h"

#ifndef WORKERS
#define WORKERS 2
#endif

static struct gc_heap *heap;

/* Makes the heap, and waits until all workers have parked.  How they come to that is not explored. */
static inline struct gc_mutator *begin(void)
{
	struct gc_options *options = gc_allocate_options();
	struct gcrt_scheduler *s;
	struct gc_mutator *m;

	gc_options_set_int(options, GC_OPTION_PARALLELISM, WORKERS);
	if (!gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		abort();
	free(options);
	s = &heap->scheduler;
	gcx_await_value(&s->parked, sizeof s->parked, WORKERS);
	gcrt_mutex_lock(&s->lock); /* the last one waits now */
	gcrt_mutex_unlock(&s->lock);
	gcx_begin();
	return m;
}

/* Whether more than one thread does something from now on. */
static bool has_begun;

/* The explorer does not see this: an allocation that looks for a hole reads thousands of bytes. */
static uint64_t word_unseen(const uint64_t *at) __attribute__((no_sanitize_thread, noinline));
static uint64_t word_unseen(const uint64_t *at)
{
	return *at;
}

/* The explorer wants accesses of one size to each byte, so a word of a table is put together. */
uint64_t explored_table_word(const uint64_t *at)
{
	uint8_t bytes[sizeof *at];
	uint64_t word;

	if (!has_begun)
		return word_unseen(at);
	for (unsigned i = 0; i < sizeof bytes; i++)
		bytes[i] = gcrt_load((const uint8_t *)at + i, acquire);
	memcpy(&word, bytes, sizeof word);
	return word;
}

/* The program's threads, main first.  Each has a flag of its own, so that no order of their ends
 * matters. */
enum { THREADS = 2 };
static bool has_ended[THREADS];
static unsigned threads = 1;

/* The thread ends here. */
static inline void end(unsigned thread)
{
	has_ended[thread] = true;
	gcx_wrote();
}

/* What must have happened. */
#ifndef OVER_WHEN
#define OVER_WHEN true
#endif

/* Is called when no thread can go on.  Workers wait for ever.  That is an end if the program is over,
 * and nothing is left for them. */
bool gcexplore_is_over(void) __attribute__((no_sanitize_thread));
bool gcexplore_is_over(void)
{
	const struct gcrt_scheduler *s = &heap->scheduler; /* of a heap that was not destroyed */

	for (unsigned i = 0; i < threads; i++)
		if (!has_ended[i])
			return false;
	return heap && OVER_WHEN && s->cycle < 0 && !s->requested && !s->waiting;
}

/* Threads do nothing before the program begins. */
static unsigned may_start; /* atomic */

static inline void await_start(void)
{
	gcx_await_value(&may_start, sizeof may_start, 1);
}

static inline void start(void *(*body)(void *), void *argument)
{
	struct gcrt_thread thread;

	threads++;
	if (!gcrt_thread_create(&thread, body, argument))
		abort();
}

static inline void begin_threads(void)
{
	gcx_begin();
	has_begun = true;
	gcrt_store(&may_start, 1, seq_cst);
}

/* A cycle is requested, and M rests.  Workers find that when all begins. */
static inline void begin_cycle(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &heap->scheduler;

	gc_deactivate(m);
	gcrt_mutex_lock(&s->lock);
	gcrt_ask_for_cycle(s, 0);
	gcx_begin();
	has_begun = true;
	gcrt_mutex_unlock(&s->lock);
	gcrt_store(&may_start, 1, seq_cst);
}

/* ----------------------------------------------------------------- collectors */
/* A unit of one word. */
static inline void emit(struct gcrt_worker *worker, unsigned queue, uintptr_t x)
{
	gcrt_emit(worker, queue, &x, 1);
}

#define DRAINED(name, bucket)                                                                      \
	static bool name(struct gcrt_scheduler *s)                                                 \
	{                                                                                          \
		return gcrt_drained(s, bucket);                                                    \
	}
#define COUNT(list) (sizeof(list) / sizeof *(list))
/* The collector of the tables of these names. */
#define TABLES                                                                                     \
	.kinds = kinds, .kind_count = COUNT(kinds), .queues = queues,                              \
	.queue_count = COUNT(queues), .buckets = buckets, .bucket_count = COUNT(buckets),          \
	.cycles = cycles, .cycle_count = COUNT(cycles), .mark = -1, GCRT_EMBEDDER

static inline bool from_request(struct gcrt_scheduler *s)
{
	return gcrt_requested(s, 0);
}

#endif
