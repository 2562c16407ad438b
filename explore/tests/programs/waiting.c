// QUEUE => 0 verified
// QUEUE --spurious=2 => 0 verified
// IF => 0 verified
// IF --spurious=1 => 1 assertion `done' failed
// IF_TIMED => 0 verified
// IF_TIMED --spurious=1 => 1 assertion `done' failed
// SLEEPERS => 0 verified: 8 complete
// WAITS => 0 verified
// WAITS_ENDS => 1 no task can go on
// LOST => 1 no task can go on
// SIGNALLED => 0 verified
// BARRIER => 0 verified
// SEMAPHORE => 0 verified
// ONCE => 0 verified
// FUTEX => 0 verified
// FUTEX --spurious=1 => 0 verified
// FUTEX_IF => 0 verified
// FUTEX_IF --spurious=1 => 1 assertion `word == 1' failed
// TIMED => 0 verified
// TIMED --timeouts=1 => 1 assertion `done' failed
// WOKEN => 0 verified
// WOKEN --memory=c11 => 0 verified
// WOKEN --memory=pso => 0 verified
// WAITED_FOR => 1 destroys a condition variable for which tasks wait
// ANY => 1 --integers=N says
// ANY --integers=3 => 0 verified: 3 complete
// ANY --integers=4 => 1 assertion `any < 3' failed
// ONE => 1 no task can go on
// ALL => 0 verified
// WHICH_FIRST => 1 assertion `number != 1' failed
// WHICH_SECOND => 1 assertion `number != 2' failed
// KEYS => 0 verified
// LEFT => 0 verified
// EXITS => 0 verified
// ABORTS => 1 calls abort
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER, counted = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int done, number;
static atomic_uint word;

static void count(void)
{
	number++;
}

static void destroy(void *value)
{
	number += *(int *)value;
}

#ifdef WAITS_ENDS
/* That the other one waits is a failure. */
int gcexplore_is_over(void)
{
	return 0;
}
#endif

struct waiter {
	pthread_cond_t cond;
	int done;
};

int __VERIFIER_nondet_int(void);

#ifdef SLEEPERS
static void sleep_once(void)
{
	pthread_mutex_lock(&lock);
	number++;
	pthread_cond_signal(&counted);
	pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
}
#endif

static void *other(void *argument)
{
	static int one = 1;

#if defined QUEUE || defined SIGNALLED || defined TIMED || defined IF || defined IF_TIMED
	pthread_mutex_lock(&lock);
	done = 1;
#ifdef QUEUE
	pthread_cond_broadcast(&cond);
#else
	pthread_cond_signal(&cond);
#endif
	pthread_mutex_unlock(&lock);
#elif defined LOST
	pthread_cond_signal(&cond); /* perhaps before the other one waits */
#elif defined BARRIER
	number = 1;
	pthread_barrier_wait(&barrier);
#elif defined SEMAPHORE
	number = 1;
	sem_post(&semaphore);
#elif defined ONCE
	pthread_once(&once, count);
#elif defined SLEEPERS
	sleep_once();
#elif defined WAITS || defined WAITS_ENDS
	pthread_mutex_lock(&lock);
	while (!done)
		pthread_cond_wait(&cond, &lock);
#elif defined FUTEX || defined FUTEX_IF
	word = 1;
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
#elif defined KEYS
	pthread_setspecific(key, &one);
	pthread_exit(NULL);
#elif defined EXITS
	exit(0);
#elif defined WOKEN
	struct waiter *waiter = argument;

	pthread_mutex_lock(&lock);
	waiter->done = 1;
	pthread_cond_signal(&waiter->cond);
	pthread_cond_destroy(&waiter->cond);
	pthread_mutex_unlock(&lock);
#elif defined ABORTS
	abort();
#endif
	(void)one;
	return argument;
}

/* The condition variable is gone when the task goes on. */
static void wait_once(pthread_t thread)
{
	struct waiter waiter = { PTHREAD_COND_INITIALIZER, 0 };

	pthread_mutex_lock(&lock);
	pthread_create(&thread, NULL, other, &waiter);
	while (!waiter.done)
		pthread_cond_wait(&waiter.cond, &lock);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
}

static void *wait_to_be_woken(void *own)
{
	pthread_mutex_lock(&lock);
	sem_post(&semaphore);
	pthread_cond_wait(&cond, &lock);
	assert(done);
	number = number ? number : *(int *)own;
	pthread_mutex_unlock(&lock);
	sem_post(&semaphore);
	return NULL;
}

static void wake(int (*how)(pthread_cond_t *))
{
	pthread_mutex_lock(&lock);
	done = 1;
	how(&cond);
	pthread_mutex_unlock(&lock);
}

static void wake_two(void)
{
	int numbers[] = { 1, 2 };
	pthread_t waiters[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&waiters[i], NULL, wait_to_be_woken, &numbers[i]);
	sem_wait(&semaphore);
	sem_wait(&semaphore);
#ifndef ALL
	wake(pthread_cond_signal);
	sem_wait(&semaphore);
#endif
#ifndef ONE
	wake(pthread_cond_broadcast);
#endif
	for (int i = 0; i < 2; i++)
		pthread_join(waiters[i], NULL);
#if defined WHICH_FIRST
	assert(number != 1);
#elif defined WHICH_SECOND
	assert(number != 2);
#endif
}

static void *wait_for_ever(void *unused)
{
	pthread_mutex_lock(&lock);
	done = 1;
	pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

#ifdef SLEEPERS
static pthread_t second;
#endif

/* What main does while it has the lock. */
static void wait_locked(void)
{
#if defined QUEUE || defined SIGNALLED
	while (!done)
		pthread_cond_wait(&cond, &lock);
#elif defined LOST
	pthread_cond_wait(&cond, &lock);
#elif defined IF
	if (!done)
		pthread_cond_wait(&cond, &lock);
	assert(done);
#elif defined IF_TIMED
	struct timespec late = { 1, 0 };

	if (!done)
		pthread_cond_timedwait(&cond, &lock, &late);
	assert(done);
#elif defined SLEEPERS
	while (number < 1)
		pthread_cond_wait(&counted, &lock);
	pthread_cond_broadcast(&cond);
	pthread_create(&second, NULL, other, NULL);
	while (number < 2)
		pthread_cond_wait(&counted, &lock);
	pthread_cond_broadcast(&cond);
#elif defined TIMED
	struct timespec soon = { 1, 0 };

	while (!done && pthread_cond_timedwait(&cond, &lock, &soon) == 0)
		;
	assert(done);
#endif
}

static void destroy_early(pthread_t thread)
{
	pthread_create(&thread, NULL, wait_for_ever, NULL);
	pthread_mutex_lock(&lock);
	if (done)
		pthread_cond_destroy(&cond);
	pthread_mutex_unlock(&lock);
	pthread_exit(NULL);
}

static void begin_otherwise(pthread_t thread)
{
#if defined WOKEN
	wait_once(thread);
#elif defined WAITED_FOR
	destroy_early(thread);
#elif defined ONE || defined ALL || defined WHICH_FIRST || defined WHICH_SECOND
	wake_two();
#elif defined ANY
	int any = __VERIFIER_nondet_int();

	assert(any < 3);
#endif
	(void)thread;
}

int main(void)
{
	pthread_t thread = 0;

#if defined WOKEN || defined WAITED_FOR || defined ONE || defined ALL || defined WHICH_FIRST ||    \
    defined WHICH_SECOND || defined ANY
	begin_otherwise(thread);
	return 0;
#endif

	pthread_barrier_init(&barrier, NULL, 2);
	sem_init(&semaphore, 0, 0);
	pthread_key_create(&key, destroy);
	pthread_create(&thread, NULL, other, NULL);
#if defined LEFT || defined WAITS || defined WAITS_ENDS
	return 0; /* the other one goes on */
#endif
	pthread_mutex_lock(&lock);
	wait_locked();
	pthread_mutex_unlock(&lock);
#if defined BARRIER
	pthread_barrier_wait(&barrier);
	assert(number == 1);
#elif defined SEMAPHORE
	sem_wait(&semaphore);
	assert(number == 1);
#elif defined ONCE
	pthread_once(&once, count);
	assert(number == 1);
#elif defined FUTEX
	while (word == 0)
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
#elif defined FUTEX_IF
	if (word == 0)
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
	assert(word == 1);
#endif
	pthread_join(thread, NULL);
#ifdef SLEEPERS
	pthread_join(second, NULL);
#endif
#ifdef KEYS
	assert(number == 1);
#endif
	return 0;
}
