// SB => 0 verified: 3 complete
// SB --memory=tso => 1 assertion `a || b' failed
// SB --memory=c11 => 1 assertion `a || b' failed
// SB_FENCED --memory=tso => 0 verified
// SB_FENCED --memory=c11 => 0 verified
// MP --memory=tso => 0 verified
// MP --memory=pso => 1 assertion `data == 1' failed
// MP --memory=c11 => 1 assertion `data == 1' failed
// MP_RELEASED --memory=pso => 0 verified
// MP_RELEASED --memory=c11 => 0 verified
// IRIW --memory=tso => 0 verified
// IRIW --memory=c11 => 1 failed
// PLAIN_AFTER --memory=tso => 0 verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x, y;
static int a, b, c, d;
#define get(at) atomic_load_explicit(at, memory_order_acquire)
#define put(at) atomic_store_explicit(at, 1, memory_order_relaxed)

static void *one(void *unused)
{
	put(&x);
#ifdef SB_FENCED
	atomic_thread_fence(memory_order_seq_cst);
#endif
#if defined SB || defined SB_FENCED
	a = get(&y);
#elif defined MP
	put(&y);
#elif defined MP_RELEASED
	atomic_store_explicit(&y, 1, memory_order_release);
#elif defined PLAIN_AFTER
	int copy;

	memcpy(&copy, &x, sizeof copy);
	assert(copy == 1);
#endif
	return unused;
}

static void *two(void *unused)
{
#if defined SB || defined SB_FENCED
	put(&y);
#ifdef SB_FENCED
	atomic_thread_fence(memory_order_seq_cst);
#endif
	b = get(&x);
#elif defined MP || defined MP_RELEASED
	if (get(&y)) {
		int data = atomic_load_explicit(&x, memory_order_relaxed);

		assert(data == 1);
	}
#elif defined IRIW
	put(&y);
#endif
	return unused;
}

static void *three(void *unused)
{
#ifdef IRIW
	a = get(&x);
	b = get(&y);
#endif
	return unused;
}

static void *four(void *unused)
{
#ifdef IRIW
	c = get(&y);
	d = get(&x);
#endif
	return unused;
}

int main(void)
{
	static void *(*const bodies[])(void *) = { one, two, three, four };
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
#if defined SB || defined SB_FENCED
	assert(a || b);
#elif defined IRIW
	assert(!(a && !b && c && !d));
#endif
	return 0;
}
