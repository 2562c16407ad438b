// CND_ALL => 0 verified
// WAITS_AGAIN => 0 verified
// FUTEX_ALL => 0 verified
// FUTEX_ONE => 0 verified
// FUTEX_PASSED_ON => 0 verified
// FUTEX_LEFT => 0 verified
// FUTEX_GIVES_UP => 0 verified
// FUTEX_GIVES_UP --spurious=1 => 0 verified
// FUTEX_OTHER_VALUE => 0 verified
/* Who is woken, and who is not. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static mtx_t mutex;
static cnd_t changed;
static atomic_uint word;
static int done;

#ifdef FUTEX_PASSED_ON
enum { MOST = 1 };
#else
enum { MOST = INT_MAX };
#endif
static const struct timespec soon = { 1, 0 };

static long futex_wait(const struct timespec *until)
{
	return syscall(SYS_futex, &word, FUTEX_WAIT, 0, until, NULL, 0);
}

static long futex_wake(int most)
{
	return syscall(SYS_futex, &word, FUTEX_WAKE, most, NULL, NULL, 0);
}

static void *other(void *unused)
{
#if defined CND_ALL
	mtx_lock(&mutex);
	while (!done)
		cnd_wait(&changed, &mutex);
	mtx_unlock(&mutex);
#elif defined WAITS_AGAIN
	pthread_mutex_lock(&lock);
	done = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
#elif defined FUTEX_PASSED_ON
	if (futex_wait(NULL) == 0)
		futex_wake(1);
#elif defined FUTEX_ALL || defined FUTEX_ONE || defined FUTEX_LEFT
	futex_wait(NULL);
#endif
	return unused;
}

static void wait_for_conditions(pthread_t thread)
{
#if defined CND_ALL
	mtx_lock(&mutex);
	done = 1;
	cnd_broadcast(&changed);
	mtx_unlock(&mutex);
#elif defined WAITS_AGAIN
	pthread_mutex_lock(&lock);
	assert(pthread_cond_timedwait(&cond, &lock, &soon) == ETIMEDOUT);
	pthread_create(&thread, NULL, other, NULL);
	while (!done)
		pthread_cond_wait(&cond, &lock);
	pthread_mutex_unlock(&lock);
#endif
	(void)thread;
}

static void wait_for_futex(void)
{
#if defined FUTEX_ALL || defined FUTEX_PASSED_ON
	word = 1;
	futex_wake(MOST);
#elif defined FUTEX_ONE
	assert(futex_wake(1) <= 1);
	word = 1;
	futex_wake(INT_MAX);
#elif defined FUTEX_GIVES_UP
	futex_wait(&soon);
	assert(futex_wake(1) == 0);
#elif defined FUTEX_OTHER_VALUE
	word = 1;
	assert(futex_wait(NULL) == -1 && errno == EAGAIN);
	assert(futex_wake(1) == 0);
#endif
}

int main(void)
{
	pthread_t one = 0, two = 0;

#ifdef FUTEX_LEFT
	assert(futex_wake(1) == 0); /* nor does anybody from an earlier execution wait */
#endif
	mtx_init(&mutex, mtx_plain);
	cnd_init(&changed);
#if defined CND_ALL || defined FUTEX_ALL || defined FUTEX_ONE || defined FUTEX_PASSED_ON ||        \
    defined FUTEX_LEFT
	pthread_create(&one, NULL, other, NULL);
	pthread_create(&two, NULL, other, NULL);
#endif
#ifdef FUTEX_LEFT
	exit(0);
#endif
	wait_for_conditions(one);
	wait_for_futex();
	if (one)
		pthread_join(one, NULL);
	if (two)
		pthread_join(two, NULL);
	return 0;
}
