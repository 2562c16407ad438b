/* noise.c: what a thread does instead of going straight on. */
#include "noise.h"

#undef gcrt_mutex_lock
#undef gcrt_mutex_unlock
#undef gcrt_cond_wait
#undef gcrt_cond_wait_for
#undef gcrt_cond_signal
#undef gcrt_cond_broadcast

#include <limits.h>
#include <sched.h>
#include <time.h>

_Thread_local unsigned noise_left;
static _Thread_local uint64_t state;
static uint64_t process_seed;
static uint64_t threads;
static unsigned process_gap;

void noise_set(uint64_t seed, unsigned gap)
{
	process_seed = seed;
	process_gap = gap;
	state = 0;
	noise_left = 0;
}

/* splitmix64.  Each thread has a stream of its own, in the order in which threads begin. */
uint64_t noise_random(void)
{
	uint64_t z;

	if (!state)
		state = process_seed +
		    __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED) * 0x2545f4914f6cdd1du;
	z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void spin(unsigned times)
{
	for (volatile unsigned i = 0; i < times; i++)
		continue;
}

void noise_now(void)
{
	uint64_t random = noise_random();
	unsigned how = random >> 8 & 15;

	noise_left = process_gap ? (unsigned)(random >> 32) % (2 * process_gap) : UINT_MAX;
	if (!process_gap)
		return;
	if (how < 8)
		sched_yield();
	else if (how < 12)
		spin((unsigned)(random >> 16) % 2000);
	else
		nanosleep(&(struct timespec){ .tv_nsec = (long)(random >> 16) % 60000 }, NULL);
}

void noise_mutex_lock(struct gcrt_mutex *mutex)
{
	noise();
	gcrt_mutex_lock(mutex);
}

void noise_mutex_unlock(struct gcrt_mutex *mutex)
{
	gcrt_mutex_unlock(mutex);
	noise();
}

void noise_cond_wait(struct gcrt_cond *cond, struct gcrt_mutex *mutex)
{
	noise();
	if (process_gap && noise_random() % 16 == 0) {
		gcrt_mutex_unlock(mutex);
		sched_yield();
		gcrt_mutex_lock(mutex);
		return;
	}
	gcrt_cond_wait(cond, mutex);
}

bool noise_cond_wait_for(struct gcrt_cond *cond, struct gcrt_mutex *mutex, unsigned milliseconds)
{
	noise();
	return gcrt_cond_wait_for(cond, mutex, milliseconds);
}

void noise_cond_signal(struct gcrt_cond *cond)
{
	noise();
	if (process_gap && noise_random() % 4 == 0)
		gcrt_cond_broadcast(cond);
	else
		gcrt_cond_signal(cond);
}

void noise_cond_broadcast(struct gcrt_cond *cond)
{
	noise();
	gcrt_cond_broadcast(cond);
}
