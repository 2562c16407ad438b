/* c11.c: the threads of C11.  Their objects have the size and the first values of those of POSIX. */
#include <errno.h>
#include <threads.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "a mutex is one of POSIX");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "so is a condition variable");

/* POSIX threads return pointers. */
struct start {
	int (*body)(void *);
	void *argument;
};

static void *be_thread(void *of)
{
	const struct start *start = of;

	return (void *)(intptr_t)start->body(start->argument);
}

int __wrap_thrd_create(thrd_t *name, int (*body)(void *), void *argument)
{
	struct start *start = gcx_allocate(sizeof *start);

	*start = (struct start){ body, argument };
	return __wrap_pthread_create((pthread_t *)name, NULL, be_thread, start) ? thrd_error
										: thrd_success;
}

int __wrap_thrd_join(thrd_t name, int *result)
{
	void *end;

	if (__wrap_pthread_join(name, &end) != 0)
		return thrd_error;
	if (result) {
		GCX_CALLED();
		gcx_plain_write(result, sizeof *result);
		*result = (int)(intptr_t)end;
	}
	return thrd_success;
}

int __wrap_thrd_detach(thrd_t name)
{
	return __wrap_pthread_detach(name) ? thrd_error : thrd_success;
}

void __wrap_thrd_exit(int result)
{
	__wrap_pthread_exit((void *)(intptr_t)result);
}

thrd_t __wrap_thrd_current(void)
{
	return __wrap_pthread_self();
}

void __wrap_thrd_yield(void)
{
}

int __wrap_thrd_sleep(const struct timespec *duration, struct timespec *left)
{
	(void)duration;
	(void)left;
	return 0;
}

void __wrap_call_once(once_flag *once, void (*body)(void))
{
	__wrap_pthread_once((pthread_once_t *)once, body);
}

/* -------------------------------------------------------------------------- mutexes */
int __wrap_mtx_init(mtx_t *mutex, int kind)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	if (kind & mtx_recursive)
		pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	__wrap_pthread_mutex_init((pthread_mutex_t *)mutex, &attributes);
	return thrd_success;
}

void __wrap_mtx_destroy(mtx_t *mutex)
{
	__wrap_pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

int __wrap_mtx_lock(mtx_t *mutex)
{
	return __wrap_pthread_mutex_lock((pthread_mutex_t *)mutex) ? thrd_error : thrd_success;
}

int __wrap_mtx_trylock(mtx_t *mutex)
{
	if (gcx_program_wakes_spuriously()) /* C11 7.26.4.5 */
		return thrd_busy;
	return __wrap_pthread_mutex_trylock((pthread_mutex_t *)mutex) ? thrd_busy : thrd_success;
}

int __wrap_mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
	switch (__wrap_pthread_mutex_timedlock((pthread_mutex_t *)mutex, until)) {
	case 0: return thrd_success;
	case ETIMEDOUT: return thrd_timedout;
	default: return thrd_error;
	}
}

int __wrap_mtx_unlock(mtx_t *mutex)
{
	return __wrap_pthread_mutex_unlock((pthread_mutex_t *)mutex) ? thrd_error : thrd_success;
}

/* ------------------------------------------------------------- condition variables */
int __wrap_cnd_init(cnd_t *cond)
{
	__wrap_pthread_cond_init((pthread_cond_t *)cond, NULL);
	return thrd_success;
}

void __wrap_cnd_destroy(cnd_t *cond)
{
	__wrap_pthread_cond_destroy((pthread_cond_t *)cond);
}

int __wrap_cnd_wait(cnd_t *cond, mtx_t *mutex)
{
	__wrap_pthread_cond_wait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex);
	return thrd_success;
}

int __wrap_cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex,
    const struct timespec *restrict until)
{
	switch (__wrap_pthread_cond_timedwait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex,
	    until)) {
	case 0: return thrd_success;
	case ETIMEDOUT: return thrd_timedout;
	default: return thrd_error;
	}
}

int __wrap_cnd_signal(cnd_t *cond)
{
	__wrap_pthread_cond_signal((pthread_cond_t *)cond);
	return thrd_success;
}

int __wrap_cnd_broadcast(cnd_t *cond)
{
	__wrap_pthread_cond_broadcast((pthread_cond_t *)cond);
	return thrd_success;
}

/* ----------------------------------------------------------------------------- keys */
int __wrap_tss_create(tss_t *key, tss_dtor_t destroy)
{
	return __wrap_pthread_key_create((pthread_key_t *)key, destroy) ? thrd_error : thrd_success;
}

void __wrap_tss_delete(tss_t key)
{
	__wrap_pthread_key_delete(key);
}

int __wrap_tss_set(tss_t key, void *value)
{
	return __wrap_pthread_setspecific(key, value) ? thrd_error : thrd_success;
}

void *__wrap_tss_get(tss_t key)
{
	return __wrap_pthread_getspecific(key);
}
