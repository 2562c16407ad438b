// NO_SIGNAL => 0 verified
// NO_SIGNAL --memory=c11 => 0 verified
// NO_SIGNAL --memory=tso => 0 verified
// SIGNAL => 1 assertion `!gave_up' failed
// SIGNAL --reduction=none => 1 assertion `!gave_up' failed
// IN_TIME => 0 verified
// IN_TIME --timeouts=1 => 1 assertion `!gave_up' failed
// FREE_LOCK --timeouts=1 => 0 verified
// HELD => 0 verified
// HELD --memory=c11 => 0 verified
// BOTH => 1 assertion `!(first && second)' failed
// EARLIER => 1 assertion `!both' failed
// EARLIER --memory=c11 => 1 assertion `!both' failed
// EARLIER_ONLY => 1 assertion `!first' failed
// FAIR => 0 verified
// PASSED_ON => 0 verified
// SEMAPHORE => 0 verified
// FUTEX => 0 verified
// RWLOCK => 0 verified
// C11 => 0 verified
// JOIN => 0 verified
// AGAIN => 0 verified
// FOR_EVER => 1 waits, gives up, and waits again for ever
// SPIN => 0 verified
// FOUND_LATER => 1 assertion `!found' failed
// RACE => 1 data race
/* Waiting with a timeout gives up when nothing else can go on. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static const struct timespec soon = { 1, 0 };
static atomic_int flag, first, second;
static int gave_up, tries, number;

static int wait(void)
{
	int result;

	pthread_mutex_lock(&lock);
	result = pthread_cond_timedwait(&cond, &lock, &soon);
	pthread_mutex_unlock(&lock);
	return result == ETIMEDOUT;
}

static void *other(void *unused)
{
#if defined SIGNAL
	pthread_mutex_lock(&lock);
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
#elif defined IN_TIME
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
#elif defined BOTH
	if (wait())
		second = 1;
#elif defined PASSED_ON
	if (!wait())
		pthread_cond_signal(&cond);
#elif defined HELD
	assert(pthread_mutex_timedlock(&lock, &soon) == ETIMEDOUT);
	sem_post(&semaphore);
#elif defined FAIR
	while (!flag)
		wait();
#elif defined EARLIER || defined EARLIER_ONLY
	if (pthread_mutex_timedlock(&lock, &soon) == 0) {
		first = 1;
		pthread_mutex_unlock(&lock);
	}
#elif defined JOIN
	sem_wait(&semaphore);
#elif defined SPIN || defined FOUND_LATER
	while (!flag)
		;
	number = 1;
#elif defined RACE
	number = 1;
#endif
	return unused;
}

/* Who is woken while it gives up has not given up. */
static void *wait_without_timeout(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void pass_on(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_without_timeout, NULL);
	if (wait())
		pthread_cond_signal(&cond);
	pthread_join(thread, NULL);
}

/* Nobody else does anything. */
static void wait_alone(void)
{
#if defined SEMAPHORE
	assert(sem_timedwait(&semaphore, &soon) == -1 && errno == ETIMEDOUT);
	sem_post(&semaphore);
	assert(sem_timedwait(&semaphore, &soon) == 0);
#elif defined FUTEX
	assert(syscall(SYS_futex, &flag, FUTEX_WAIT, 0, &soon, NULL, 0) == -1);
	assert(errno == ETIMEDOUT);
	assert(syscall(SYS_futex, &flag, FUTEX_WAIT, 1, &soon, NULL, 0) == -1);
	assert(errno == EAGAIN);
#elif defined RWLOCK
	pthread_rwlock_rdlock(&rwlock);
	assert(pthread_rwlock_timedwrlock(&rwlock, &soon) == ETIMEDOUT);
	assert(pthread_rwlock_timedrdlock(&rwlock, &soon) == 0);
	pthread_rwlock_unlock(&rwlock);
	pthread_rwlock_unlock(&rwlock);
	assert(pthread_rwlock_timedwrlock(&rwlock, &soon) == 0);
	assert(pthread_rwlock_timedrdlock(&rwlock, &soon) == ETIMEDOUT);
#elif defined C11
	mtx_t mutex;
	cnd_t condition;

	mtx_init(&mutex, mtx_timed);
	cnd_init(&condition);
	assert(mtx_timedlock(&mutex, &soon) == thrd_success);
	assert(mtx_timedlock(&mutex, &soon) == thrd_timedout);
	assert(cnd_timedwait(&condition, &mutex, &soon) == thrd_timedout);
#endif
}

static void set_flag(pthread_t thread)
{
	assert(wait());
	flag = 1;
#ifdef SPIN
	pthread_join(thread, NULL);
	assert(number == 1);
#else
	int found = pthread_timedjoin_np(thread, NULL, &soon) == 0;

	assert(!found);
#endif
}

static void lock_for_time(pthread_t thread)
{
#if defined IN_TIME
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	gave_up = pthread_timedjoin_np(thread, NULL, &soon) != 0;
	assert(!gave_up);
#elif defined FREE_LOCK
	assert(pthread_mutex_timedlock(&lock, &soon) == 0);
#elif defined HELD
	sem_wait(&semaphore);
	pthread_mutex_unlock(&lock);
#elif defined EARLIER
	/* the lock was free before main locks it */
	int both;

	pthread_mutex_lock(&lock);
	pthread_timedjoin_np(thread, NULL, &soon);
	both = first;
	assert(!both);
	pthread_mutex_unlock(&lock);
#endif
	(void)thread;
}

int main(void)
{
	pthread_t thread;

	sem_init(&semaphore, 0, 0);
#if defined HELD
	pthread_mutex_lock(&lock);
#endif
	pthread_create(&thread, NULL, other, NULL);
#if defined NO_SIGNAL
	assert(wait());
#elif defined SIGNAL
	gave_up = wait();
	assert(!gave_up);
#elif defined IN_TIME || defined FREE_LOCK || defined HELD || defined EARLIER
	lock_for_time(thread);
#elif defined PASSED_ON
	pass_on();
#elif defined FAIR
	wait();
	flag = 1;
#elif defined EARLIER_ONLY
	pthread_mutex_lock(&lock);
	pthread_join(thread, NULL);
	assert(!first);
	return 0;
#elif defined BOTH
	if (wait())
		first = 1;
	assert(!(first && second));
#elif defined JOIN
	assert(pthread_timedjoin_np(thread, NULL, &soon) == ETIMEDOUT);
	sem_post(&semaphore);
#elif defined AGAIN
	for (tries = 0; tries < 20; tries++)
		assert(wait());
#elif defined FOR_EVER
	while (!flag)
		wait();
#elif defined SPIN || defined FOUND_LATER
	set_flag(thread);
	return 0;
#elif defined RACE
	assert(wait());
	number = 2;
#else
	wait_alone();
#endif
	pthread_join(thread, NULL);
	return 0;
}
