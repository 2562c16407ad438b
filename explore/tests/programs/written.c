// MEMALIGN => 1 data race
// SEMAPHORE => 1 data race
// CLOCK => 1 data race
// JOINED => 1 data race
// SUBMIT => 1 does not exist any more
// ONCE --memory=tso => 1 assertion `a || b' failed
// DEADLINE => 0 verified
// MASK => 1 uses a futex with a mask
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* What functions of C write for the program. */
static void *made;
static int found, a, b;
static sem_t semaphore, posted;
static struct timespec moment;
static atomic_int x, y;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *volatile job;

static int nothing(void *unused)
{
	return unused != NULL;
}

static void none(void)
{
}

static void *other(void *unused)
{
#if defined MEMALIGN
	return made;
#elif defined SEMAPHORE || defined JOINED
	found++;
#elif defined CLOCK
	moment.tv_sec = 1;
#elif defined SUBMIT
	sem_wait(&posted);
	found = *job;
#elif defined ONCE
	atomic_store_explicit(&y, 1, memory_order_release);
	pthread_once(&once, none);
	b = atomic_load_explicit(&x, memory_order_acquire);
#endif
	return unused;
}

/* The job is gone when it is done. */
static __attribute__((noinline)) void submit(void)
{
	int own = 5;

	job = &own;
	sem_post(&posted);
}

static void wait_until_deadline(void)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	struct timespec deadline = { 1, 0 }, now = { 0, 0 };

	pthread_mutex_lock(&lock);
	while (now.tv_sec < deadline.tv_sec) {
		pthread_cond_timedwait(&cond, &lock, &deadline);
		clock_gettime(CLOCK_REALTIME, &now);
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t thread;
	thrd_t joined;

	sem_init(&semaphore, 0, 0);
	sem_init(&posted, 0, 0);
	thrd_create(&joined, nothing, NULL);
	pthread_once(&once, none);
	pthread_create(&thread, NULL, other, NULL);
#if defined MEMALIGN
	posix_memalign(&made, 16, 16);
#elif defined SEMAPHORE
	sem_getvalue(&semaphore, &found);
#elif defined CLOCK
	clock_gettime(CLOCK_REALTIME, &moment);
#elif defined JOINED
	thrd_join(joined, &found);
#elif defined SUBMIT
	submit();
#elif defined ONCE
	atomic_store_explicit(&x, 1, memory_order_release);
	pthread_once(&once, none);
	a = atomic_load_explicit(&y, memory_order_acquire);
#elif defined DEADLINE
	wait_until_deadline();
#elif defined MASK
	syscall(SYS_futex, &x, FUTEX_WAKE_BITSET, 1, NULL, NULL, 1);
#endif
	pthread_join(thread, NULL);
#ifdef ONCE
	assert(a || b);
#endif
	return 0;
}
