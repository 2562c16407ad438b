/* locks.c: mutexes, spin locks, read-write locks.
 *
 * The state is in the program's own object, at its beginning, where those that are initialised by a
 * constant are 0: the task that has the lock, plus 1. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"

/* The size and the place of `kind' are those of glibc's mutex.  Other kinds (robust, priority) are
 * as these.  Only the owner uses the members after the first, and nobody else looks at them: so they
 * are no locations, and are never late. */
struct mutex {
	uint32_t owner;  /* the location */
	uint32_t again;  /* how often the owner has locked it once more */
	uint32_t holder; /* as the owner, for itself */
	uint32_t unused;
	int kind;
};
enum { KIND = 3, DESTROYED = -1 };

static uint32_t own_name(void)
{
	return gcx_self() + 1;
}

static struct mutex *use(pthread_mutex_t *of)
{
	struct mutex *mutex = (struct mutex *)of;

	gcx_plain_read(&mutex->kind, sizeof mutex->kind);
	if (mutex->kind == DESTROYED)
		gcx_error("task %u uses a mutex that was destroyed", gcx_self());
	return mutex;
}

int __wrap_pthread_mutex_init(pthread_mutex_t *of, const pthread_mutexattr_t *attributes)
{
	struct mutex *mutex = (struct mutex *)of;
	int kind = PTHREAD_MUTEX_DEFAULT;

	GCX_CALLED();
	gcx_plain_write(of, sizeof *of);
	if (attributes)
		pthread_mutexattr_gettype(attributes, &kind);
	memset(of, 0, sizeof *of);
	mutex->kind = kind;
	return 0;
}

int __wrap_pthread_mutex_destroy(pthread_mutex_t *of)
{
	struct mutex *mutex;

	GCX_CALLED();
	mutex = use(of);
	gcx_plain_write(of, sizeof *of);
	if (mutex->holder)
		gcx_error("task %u destroys a mutex that is locked", gcx_self());
	mutex->kind = DESTROYED;
	return 0;
}

/* If the task has it already: what to return; -1: it will wait for itself. */
static int lock_again(struct mutex *mutex, bool tries)
{
	switch (mutex->kind & KIND) {
	case PTHREAD_MUTEX_RECURSIVE:
		mutex->again++;
		gcx_wrote();
		return 0;
	case PTHREAD_MUTEX_ERRORCHECK: return tries ? EBUSY : EDEADLK;
	default: return tries ? EBUSY : -1;
	}
}

static int lock(pthread_mutex_t *of, bool timed, const void *place)
{
	struct mutex *mutex;
	int again = -1;

	gcx_set_place(place);
	mutex = use(of);
	if (mutex->holder == own_name())
		again = lock_again(mutex, false);
	if (again >= 0)
		return again;
	gcx_set_place(place);
	if (timed)
		gcx_limit_wait();
	gcx_acquire(&mutex->owner, sizeof mutex->owner, own_name());
	if (timed && gcx_gave_up())
		return ETIMEDOUT;
	mutex->holder = own_name();
	return 0;
}

static int try_lock(pthread_mutex_t *of, const void *place)
{
	struct mutex *mutex;

	gcx_set_place(place);
	mutex = use(of);
	if (mutex->holder == own_name())
		return lock_again(mutex, true);
	gcx_set_place(place);
	if (gcx_cas_explicit(&mutex->owner, sizeof mutex->owner, 0, own_name(), GCX_ACQUIRE,
		GCX_RELAXED) != 0)
		return EBUSY;
	mutex->holder = own_name();
	return 0;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *of)
{
	GCX_CALLED();
	return lock(of, false, __builtin_return_address(0));
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *of)
{
	GCX_CALLED();
	return try_lock(of, __builtin_return_address(0));
}

/* It gives up only when the mutex is locked. */
static int lock_for_time(pthread_mutex_t *of, const void *place)
{
	if (!gcx_times_out())
		return lock(of, true, place);
	return try_lock(of, place) == 0 ? 0 : ETIMEDOUT;
}

int __wrap_pthread_mutex_timedlock(pthread_mutex_t *of, const struct timespec *until)
{
	GCX_CALLED();
	return gcx_waited_until(until, lock_for_time(of, __builtin_return_address(0)));
}

int __wrap_pthread_mutex_clocklock(pthread_mutex_t *of, clockid_t which,
    const struct timespec *until)
{
	(void)which;
	GCX_CALLED();
	return gcx_waited_until(until, lock_for_time(of, __builtin_return_address(0)));
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *of)
{
	GCX_CALLED();
	const void *place = __builtin_return_address(0);
	struct mutex *mutex;

	gcx_set_place(place);
	mutex = use(of);
	if (mutex->holder != own_name()) {
		if ((mutex->kind & KIND) != PTHREAD_MUTEX_NORMAL)
			return EPERM;
		gcx_error("task %u unlocks a mutex that it has not locked", gcx_self());
	}
	if (mutex->again > 0) {
		mutex->again--;
		gcx_wrote();
		return 0;
	}
	mutex->holder = 0;
	gcx_set_place(place);
	gcx_write_explicit(&mutex->owner, sizeof mutex->owner, 0, GCX_RELEASE);
	return 0;
}

/* ---------------------------------------------------------------------- spin locks */
/* glibc's are 1 while they are free; here they are 0. */
int __wrap_pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
	(void)shared;
	GCX_CALLED();
	gcx_plain_write((void *)(uintptr_t)lock, sizeof *lock);
	*lock = 0;
	return 0;
}

int __wrap_pthread_spin_destroy(pthread_spinlock_t *lock)
{
	GCX_CALLED();
	gcx_plain_write((void *)(uintptr_t)lock, sizeof *lock);
	return 0;
}

int __wrap_pthread_spin_lock(pthread_spinlock_t *lock)
{
	GCX_CALLED();
	gcx_acquire(lock, sizeof *lock, own_name());
	return 0;
}

int __wrap_pthread_spin_trylock(pthread_spinlock_t *lock)
{
	GCX_CALLED();
	return gcx_cas_explicit(lock, sizeof *lock, 0, own_name(), GCX_ACQUIRE, GCX_RELAXED) == 0
	    ? 0
	    : EBUSY;
}

int __wrap_pthread_spin_unlock(pthread_spinlock_t *lock)
{
	GCX_CALLED();
	gcx_write_explicit(lock, sizeof *lock, 0, GCX_RELEASE);
	return 0;
}

/* ----------------------------------------------------------------- read-write locks */
/* How many tasks read; the highest bit: one writes.  Then the one that writes, for itself. */
static const uint32_t writer = UINT32_C(1) << 31;

static uint32_t *readers(pthread_rwlock_t *lock)
{
	return (uint32_t *)lock;
}

static uint32_t *holder(pthread_rwlock_t *lock)
{
	return (uint32_t *)lock + 1;
}

/* How often each task reads, which only the task itself looks at: so they are no locations. */
static uint8_t *times_read(pthread_rwlock_t *lock)
{
	return (uint8_t *)lock + 8;
}
_Static_assert(sizeof(pthread_rwlock_t) >= 8 + GCX_TASKS, "there is room for all tasks");

/* No task has this name. */
static const uint32_t nobody = UINT32_MAX;

static void use_rw(pthread_rwlock_t *lock)
{
	if (*holder(lock) == nobody)
		gcx_error("task %u uses a read-write lock that was destroyed", gcx_self());
}

static int begin_reading(pthread_rwlock_t *lock)
{
	uint8_t *times = &times_read(lock)[gcx_self()];

	if (*times == UINT8_MAX)
		gcx_error("task %u locks a read-write lock more than %d times", gcx_self(),
		    UINT8_MAX);
	++*times;
	return 0;
}

static bool is_read(pthread_rwlock_t *lock)
{
	unsigned times = 0;

	for (unsigned i = 0; i < GCX_TASKS; i++)
		times |= times_read(lock)[i];
	return times != 0;
}

int __wrap_pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
	(void)attributes;
	GCX_CALLED();
	gcx_plain_write(lock, sizeof *lock);
	memset(lock, 0, sizeof *lock);
	return 0;
}

int __wrap_pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
	GCX_CALLED();
	use_rw(lock);
	gcx_plain_write(lock, sizeof *lock);
	if (*holder(lock) || is_read(lock))
		gcx_error("task %u destroys a read-write lock that is locked", gcx_self());
	*holder(lock) = nobody;
	return 0;
}

int __wrap_pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
	GCX_CALLED();
	use_rw(lock);
	gcx_modify_clear(readers(lock), 4, writer, GCX_ADD, 1);
	return begin_reading(lock);
}

int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
	GCX_CALLED();
	use_rw(lock);
	gcx_modify_clear(readers(lock), 4, UINT32_MAX, GCX_OR, writer);
	*holder(lock) = own_name();
	return 0;
}

static int lock_rw_for_time(pthread_rwlock_t *lock, bool writes, const void *place)
{
	gcx_set_place(place);
	use_rw(lock);
	if (gcx_times_out())
		return (writes ? __wrap_pthread_rwlock_trywrlock(lock)
			       : __wrap_pthread_rwlock_tryrdlock(lock)) == 0
		    ? 0
		    : ETIMEDOUT;
	gcx_set_place(place);
	gcx_limit_wait();
	if (writes)
		gcx_modify_clear(readers(lock), 4, UINT32_MAX, GCX_OR, writer);
	else
		gcx_modify_clear(readers(lock), 4, writer, GCX_ADD, 1);
	if (gcx_gave_up())
		return ETIMEDOUT;
	if (!writes)
		return begin_reading(lock);
	*holder(lock) = own_name();
	return 0;
}

int __wrap_pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
	GCX_CALLED();
	return gcx_waited_until(until, lock_rw_for_time(lock, false, __builtin_return_address(0)));
}

int __wrap_pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
	GCX_CALLED();
	return gcx_waited_until(until, lock_rw_for_time(lock, true, __builtin_return_address(0)));
}

int __wrap_pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
	uint32_t found, now;

	GCX_CALLED();
	use_rw(lock);
	found = (uint32_t)gcx_read_explicit(readers(lock), 4, GCX_RELAXED);
	for (;; found = now) {
		if (found & writer)
			return EBUSY;
		GCX_CALLED();
		now = (uint32_t)gcx_cas_explicit(readers(lock), 4, found, found + 1, GCX_ACQUIRE,
		    GCX_RELAXED);
		if (now == found)
			return begin_reading(lock);
	}
}

int __wrap_pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
	GCX_CALLED();
	use_rw(lock);
	if (gcx_cas_explicit(readers(lock), 4, 0, writer, GCX_ACQUIRE, GCX_RELAXED) != 0)
		return EBUSY;
	*holder(lock) = own_name();
	return 0;
}

int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	GCX_CALLED();
	use_rw(lock);
	if (*holder(lock) != own_name()) {
		uint8_t *times = &times_read(lock)[gcx_self()];

		if (*times == 0)
			gcx_error("task %u unlocks a read-write lock that it has not locked",
			    gcx_self());
		--*times;
		gcx_modify_explicit(readers(lock), 4, GCX_SUB, 1, GCX_RELEASE);
		return 0;
	}
	*holder(lock) = 0;
	gcx_write_explicit(readers(lock), 4, 0, GCX_RELEASE);
	return 0;
}
