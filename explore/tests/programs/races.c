// PLAIN => 1 data race
// ATOMIC => 0 verified
// LOCKED => 0 verified: 2 complete
// RELEASED => 0 verified
// RELAXED => 1 data race
// RELAXED --no-races => 0 verified
// FENCED => 0 verified
// FENCE_LEFT_OUT => 1 data race
// SEQUENCE => 0 verified
// SEQUENCE_ENDS => 1 data race
// MIXED => 1 data race
// EXPECTED => 1 data race
// ERRORS => 0 verified
// JOINED => 0 verified
// BYTES => 0 verified
// COPIED => 1 data race
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static int number;
static atomic_int flag;
static char bytes[2];
static char block[40];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *publish(void *unused)
{
#if defined PLAIN
	number++;
#elif defined ATOMIC
	atomic_fetch_add((_Atomic int *)&number, 1);
#elif defined LOCKED
	pthread_mutex_lock(&lock);
	number++;
	pthread_mutex_unlock(&lock);
#elif defined RELEASED || defined RELAXED
	number = 1;
#ifdef RELEASED
	atomic_store_explicit(&flag, 1, memory_order_release);
#else
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
#endif
#elif defined FENCED || defined FENCE_LEFT_OUT
	number = 1;
#ifdef FENCED
	atomic_thread_fence(memory_order_release);
#endif
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
#elif defined SEQUENCE || defined SEQUENCE_ENDS
	number = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
#ifdef SEQUENCE
	atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
#else
	atomic_store_explicit(&flag, 2, memory_order_relaxed);
#endif
#elif defined MIXED
	atomic_store_explicit((_Atomic int *)&number, 1, memory_order_relaxed);
#elif defined BYTES
	bytes[0] = 1;
#elif defined COPIED
	memset(block, 1, sizeof block);
#elif defined EXPECTED
	atomic_compare_exchange_strong_explicit(&flag, &number, 2, memory_order_relaxed,
	    memory_order_relaxed);
#elif defined ERRORS
	errno = 0;
#elif defined JOINED
	number = 1;
#endif
	return unused;
}

static void use(void)
{
#if defined PLAIN || defined MIXED
	number++;
#elif defined ATOMIC
	atomic_fetch_add((_Atomic int *)&number, 1);
#elif defined LOCKED
	publish(NULL);
#elif defined RELEASED || defined RELAXED || defined SEQUENCE || defined SEQUENCE_ENDS
	int wanted = 1;
#if defined SEQUENCE || defined SEQUENCE_ENDS
	wanted = 2;
#endif
	if (atomic_load_explicit(&flag, memory_order_acquire) == wanted)
		assert(number == 1);
#elif defined FENCED || defined FENCE_LEFT_OUT
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		assert(number == 1);
	}
#elif defined EXPECTED || defined ERRORS
	publish(NULL);
#elif defined BYTES
	bytes[1] = 1;
#elif defined COPIED
	char copy[8];

	memcpy(copy, block + 30, sizeof copy);
	number = copy[0];
#endif
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, publish, NULL);
	use();
	pthread_join(other, NULL);
#if defined ATOMIC || defined LOCKED
	assert(number == 2);
#elif defined JOINED
	assert(number == 1);
#endif
	return 0;
}
