/* litmus-test.h: what a litmus test is in C, and what its threads need. */
#ifndef LITMUS_TEST_H
#define LITMUS_TEST_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for POSIX, and for choosing a thread's processor */
#endif

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum {
	LITMUS_THREADS = 8,
	LITMUS_LOCATIONS = 16,
	LITMUS_REGISTERS = 64,
	LITMUS_OBSERVED = LITMUS_LOCATIONS + LITMUS_REGISTERS + 1
};

/* Volatile, so that the compiler keeps the order of the accesses: this is a test of the machine. */
typedef volatile _Atomic(uint8_t) litmus_cell;

/* ---------------------------------------------------------------- what a test is */
struct litmus_outcome {
	uint8_t value[LITMUS_OBSERVED]; /* in the order of the test's `observed` */
	bool overlaps;                  /* then the values are not those at the overlap */
};
struct litmus_claim {
	const char *text, *place;
	bool allowed;
	const char *models; /* " sc tso " */
	/* Whether the outcome satisfies the condition.  DOUBT is used for what is not known. */
	bool (*holds)(const struct litmus_outcome *outcome, bool doubt);
};
struct litmus_observed {
	const char *name;
	enum { LITMUS_REGISTER, LITMUS_LOCATION, LITMUS_OVERLAP } kind;
	size_t index;
};
struct litmus_run;
struct litmus_thread {
	void (*body)(struct litmus_run *run);
	size_t first, count; /* its registers */
};
struct litmus_test {
	const char *name, *place;
	const uint8_t *initial;
	size_t location_count;
	const struct litmus_thread *threads;
	size_t thread_count;
	const struct litmus_observed *observed;
	size_t observed_count;
	const struct litmus_claim *claims;
	size_t claim_count;
	bool complete; /* an outcome that no claim allows is forbidden */
};

/* ----------------------------------------------------------- one run, in a thread */
/* State that the threads of a run share besides the test's own. */
struct litmus_shared {
	atomic_uint arrived;
	atomic_bool inside[LITMUS_THREADS]; /* the thread is in a critical section */
	atomic_bool overlap, stuck;
};
struct litmus_run {
	litmus_cell *cell[LITMUS_LOCATIONS];
	uint8_t value[LITMUS_REGISTERS];
	struct litmus_shared *shared;
	size_t me, threads;
	unsigned linger; /* in critical sections */
	unsigned long spins;
	time_t since;
};

static inline uint8_t litmus_cas(litmus_cell *cell, int expected, int desired, memory_order order,
    memory_order on_failure)
{
	uint8_t found = (uint8_t)expected;

	atomic_compare_exchange_strong_explicit(cell, &found, (uint8_t)desired, order, on_failure);
	return found;
}

/* For loops that wait: whether waiting has become useless.  Sometimes it gives up the processor,
 * because there may be fewer processors than threads. */
static inline bool litmus_gives_up(struct litmus_run *run)
{
	if (++run->spins % 1024 != 0)
		return false;
	if (atomic_load_explicit(&run->shared->overlap, memory_order_relaxed) ||
	    atomic_load_explicit(&run->shared->stuck, memory_order_relaxed))
		return true;
	if (run->spins == 1024)
		run->since = time(NULL);
	else if (time(NULL) - run->since > 1)
		atomic_store_explicit(&run->shared->stuck, true, memory_order_relaxed);
	sched_yield();
	return false;
}

/* Enters a critical section, where no other thread may be.  The check must not order what the test
 * leaves unordered.  So there is no read-modify-write here, and no fence in front that a processor
 * with TSO would notice.  The fences prevent a flag that is cleared late, or read early, from
 * counting as an overlap. */
static inline void litmus_enter(struct litmus_run *run)
{
	atomic_thread_fence(memory_order_acquire);
	atomic_store_explicit(&run->shared->inside[run->me], true, memory_order_relaxed);
	for (unsigned looks = 0; looks <= run->linger; looks++)
		for (size_t i = 0; i < run->threads; i++)
			if (i != run->me &&
			    atomic_load_explicit(&run->shared->inside[i], memory_order_relaxed))
				atomic_store_explicit(&run->shared->overlap, true,
				    memory_order_relaxed);
}

static inline void litmus_leave(struct litmus_run *run)
{
	atomic_store_explicit(&run->shared->inside[run->me], false, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
}

#endif
