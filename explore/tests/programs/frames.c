// SIZES => 0 verified
// SIZES --memory=tso => 0 verified
// SIZES --memory=c11 => 0 verified
// SHARED => 0 verified
// SHARED --memory=c11 => 0 verified
// PLAIN --memory=c11 => 0 verified
// LOOP --memory=c11 => 0 verified
// LEFT --memory=tso => 0 verified
// LEFT --memory=pso => 0 verified
// LATE --memory=tso => 0 verified
// LATE --memory=pso => 1 that does not exist any more
// HALVES => 0 verified
// AT_ONCE => 1 overlap others
// MIXED --memory=c11 => 1 data race
// NO_ORDER --no-races --memory=c11 => 1 is written by operations only
/* Memory that is one object after the other: frames of the stack, and parts of a union. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

static atomic_int x, y, ready;
static union {
	atomic_uint whole;
	atomic_ushort half[2];
	unsigned plain;
} shared;

static void *set(void *flag)
{
	atomic_fetch_add((atomic_int *)flag, 1);
	return NULL;
}

static void *set_long(void *flag)
{
	atomic_fetch_add((atomic_long *)flag, 1);
	return NULL;
}

__attribute__((noinline)) static void with_int(void)
{
	atomic_int flags[8];
	pthread_t thread;

	for (int i = 0; i < 8; i++)
		atomic_init(&flags[i], 0);
	pthread_create(&thread, NULL, set, &flags[3]);
	atomic_fetch_add(&flags[3], 1);
	pthread_join(thread, NULL);
	assert(flags[3] == 2);
}

__attribute__((noinline)) static void with_long(void)
{
	atomic_long flags[4];
	pthread_t thread;

	for (int i = 0; i < 4; i++)
		atomic_init(&flags[i], 0);
	pthread_create(&thread, NULL, set_long, &flags[1]);
	atomic_fetch_add(&flags[1], 1);
	pthread_join(thread, NULL);
	assert(flags[1] == 2);
}

__attribute__((noinline)) static void with_plain(int sum)
{
	volatile int numbers[12];

	for (int i = 0; i < 12; i++)
		numbers[i] = i;
	for (int i = 0; i < 12; i++)
		sum += numbers[i];
	assert(sum == 66);
}

/* What waits in a buffer must not reach the frame of another function. */
__attribute__((noinline)) static void store_late(void)
{
	atomic_uintptr_t flags[6];

	for (int i = 0; i < 6; i++)
		atomic_store_explicit(&flags[i], 0xbad, memory_order_relaxed);
	atomic_store_explicit(&y, 0, memory_order_release);
}

__attribute__((noinline)) static int call(int depth)
{
	volatile int here = depth;

	if (depth > 0)
		return call(depth - 1) + here;
	return atomic_load_explicit(&y, memory_order_relaxed);
}

static _Atomic(atomic_int *) given;

static void *store_there(void *unused)
{
	atomic_int *flag;

	while (!(flag = atomic_load_explicit(&given, memory_order_acquire)))
		;
	atomic_store_explicit(flag, 1, memory_order_relaxed);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return unused;
}

__attribute__((noinline)) static void wait_for_store(void)
{
	atomic_int flag;

	atomic_init(&flag, 0);
	atomic_store_explicit(&given, &flag, memory_order_release);
	while (!atomic_load_explicit(&ready, memory_order_relaxed))
		;
	atomic_load_explicit(&flag, memory_order_relaxed);
}

static void *write_half(void *unused)
{
	atomic_store(&shared.half[0], 1);
	return unused;
}

static void others(void)
{
	pthread_t thread;

#if defined HALVES
	atomic_store(&shared.whole, 0x10002);
	assert(atomic_load(&shared.half[0]) + atomic_load(&shared.half[1]) == 3);
	pthread_create(&thread, NULL, write_half, NULL);
	pthread_join(thread, NULL);
	assert(atomic_load(&shared.whole) == 0x10001);
#elif defined AT_ONCE
	pthread_create(&thread, NULL, write_half, NULL);
	atomic_store(&shared.whole, 1);
	pthread_join(thread, NULL);
#elif defined MIXED || defined NO_ORDER
	pthread_create(&thread, NULL, write_half, NULL);
#ifdef NO_ORDER
	atomic_load(&shared.half[0]);
#endif
	shared.plain = 1;
	pthread_join(thread, NULL);
#endif
	(void)thread;
}

int main(void)
{
	pthread_t thread;

#if defined SIZES
	with_int();
	with_long();
	with_int();
#elif defined SHARED
	pthread_create(&thread, NULL, set, &x);
	with_int();
	with_long();
	pthread_join(thread, NULL);
#elif defined PLAIN
	with_int();
	with_plain(0);
	with_long();
#elif defined LOOP
	for (int i = 0; i < 3; i++) {
		atomic_int flag = 0;

		pthread_create(&thread, NULL, set, &flag);
		pthread_join(thread, NULL);
		assert(flag == 1);
	}
#elif defined LEFT
	store_late();
	assert(call(10) == 55);
#elif defined LATE
	pthread_create(&thread, NULL, store_there, NULL);
	wait_for_store();
	assert(call(10) == 55);
	pthread_join(thread, NULL);
#else
	others();
#endif
	(void)thread;
	return 0;
}
