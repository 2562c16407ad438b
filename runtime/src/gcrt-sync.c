#include "gcrt-sync.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "gcrt-debug.h"

int gcrt_fence_word; /* for generated source that the thread sanitizer looks at */

static void check(int error, const char *what)
{
	if (error)
		gcrt_fatal("%s: %s", what, strerror(error));
}

void gcrt_mutex_init(struct gcrt_mutex *mutex)
{
	check(pthread_mutex_init(&mutex->os, NULL), "pthread_mutex_init");
}

void gcrt_mutex_destroy(struct gcrt_mutex *mutex)
{
	check(pthread_mutex_destroy(&mutex->os), "pthread_mutex_destroy");
}

void gcrt_mutex_lock(struct gcrt_mutex *mutex)
{
	check(pthread_mutex_lock(&mutex->os), "pthread_mutex_lock");
}

bool gcrt_mutex_try(struct gcrt_mutex *mutex)
{
	int error = pthread_mutex_trylock(&mutex->os);
	if (error != EBUSY)
		check(error, "pthread_mutex_trylock");
	return !error;
}

void gcrt_mutex_unlock(struct gcrt_mutex *mutex)
{
	check(pthread_mutex_unlock(&mutex->os), "pthread_mutex_unlock");
}

/* Where schedules are explored, a loop that waits must do the same in each round. */
#ifdef GCRT_TRACE
enum { SPINS = 0 };
#else
enum { SPINS = 128 };
#endif

unsigned gcrt_wait_after(unsigned tries)
{
	if (tries >= SPINS) {
		sched_yield();
		return tries;
	}
#if defined __x86_64__ || defined __i386__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("yield");
#endif
	return tries + 1;
}

/* Waits with a timeout use the monotonic clock, which cannot be set. */
void gcrt_cond_init(struct gcrt_cond *cond)
{
	pthread_condattr_t attributes;
	check(pthread_condattr_init(&attributes), "pthread_condattr_init");
	check(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC), "pthread_condattr_setclock");
	check(pthread_cond_init(&cond->os, &attributes), "pthread_cond_init");
	check(pthread_condattr_destroy(&attributes), "pthread_condattr_destroy");
}

void gcrt_cond_destroy(struct gcrt_cond *cond)
{
	check(pthread_cond_destroy(&cond->os), "pthread_cond_destroy");
}

void gcrt_cond_wait(struct gcrt_cond *cond, struct gcrt_mutex *mutex)
{
	check(pthread_cond_wait(&cond->os, &mutex->os), "pthread_cond_wait");
}

bool gcrt_cond_wait_for(struct gcrt_cond *cond, struct gcrt_mutex *mutex, unsigned milliseconds)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += milliseconds / 1000;
	until.tv_nsec += milliseconds % 1000 * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	int error = pthread_cond_timedwait(&cond->os, &mutex->os, &until);
	if (error != ETIMEDOUT)
		check(error, "pthread_cond_timedwait");
	return error != ETIMEDOUT;
}

void gcrt_cond_signal(struct gcrt_cond *cond)
{
	check(pthread_cond_signal(&cond->os), "pthread_cond_signal");
}

void gcrt_cond_broadcast(struct gcrt_cond *cond)
{
	check(pthread_cond_broadcast(&cond->os), "pthread_cond_broadcast");
}

/* Blocks all signals in the new thread, so that the program's handlers run in the program's
 * threads. */
bool gcrt_thread_create(struct gcrt_thread *thread, void *(*body)(void *), void *argument)
{
	sigset_t all, before;
	sigfillset(&all);
	check(pthread_sigmask(SIG_SETMASK, &all, &before), "pthread_sigmask");
	int error = pthread_create(&thread->os, NULL, body, argument);
	check(pthread_sigmask(SIG_SETMASK, &before, NULL), "pthread_sigmask");
	return !error;
}

void gcrt_thread_join(struct gcrt_thread thread)
{
	check(pthread_join(thread.os, NULL), "pthread_join");
}

/* ----------------------------------------------------------------- signals */

void gcrt_hold_signal(int signal, struct gcrt_held_signal *held)
{
	sigset_t one, pending;
	sigemptyset(&one);
	sigaddset(&one, signal);
	check(pthread_sigmask(SIG_BLOCK, &one, &held->before), "pthread_sigmask");
	sigpending(&pending);
	held->was_pending = sigismember(&pending, signal) == 1;
}

/* Signals do not add up: if one was pending before, it still has to be delivered, and the other one has
 * left no trace. */
void gcrt_let_signal(int signal, const struct gcrt_held_signal *held, bool caused)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, signal);
	if (caused && !held->was_pending)
		while (sigtimedwait(&one, NULL, &at_once) < 0 && errno == EINTR)
			continue;
	check(pthread_sigmask(SIG_SETMASK, &held->before, NULL), "pthread_sigmask");
}

/* ------------------------------------------------------------------- forks */

static unsigned forks; /* written while the process has one thread */
static pthread_once_t forks_once = PTHREAD_ONCE_INIT;
static struct gcrt_mutex of_process = GCRT_MUTEX_INITIALIZER;

/* The thread that held the lock does not exist in a child. */
static void forked(void)
{
	forks++;
	of_process = (struct gcrt_mutex)GCRT_MUTEX_INITIALIZER;
}

/* If there is no memory for the handler, forks are not counted: wrong use in a child is not
 * noticed, and the lock may be held in the child forever. */
static void count_forks(void)
{
	(void)pthread_atfork(NULL, NULL, forked);
}

unsigned gcrt_forks(void)
{
	check(pthread_once(&forks_once, count_forks), "pthread_once");
	return forks;
}

void gcrt_lock_process(void)
{
	gcrt_forks();
	gcrt_mutex_lock(&of_process);
}

void gcrt_unlock_process(void)
{
	gcrt_mutex_unlock(&of_process);
}
