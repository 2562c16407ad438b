/* waiting.c: condition variables, barriers, semaphores, futexes. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"

/* ------------------------------------------------------------- condition variables */
/* Who waits, as bits: at the beginning of the program's object, which is 0 at first. */
static uint32_t *waiters(pthread_cond_t *cond)
{
	return (uint32_t *)cond;
}

/* How often each task was woken.  A task that waits looks at its own number only: it does not depend on
 * tasks that begin to wait, or are woken, at the same time; and the condition variable may be destroyed
 * when it was woken. */
static uint32_t woken[GCX_TASKS];
/* How often it has waited, which only the task itself looks at. */
static uint32_t waited[GCX_TASKS];

static uint32_t own_bit(void)
{
	return UINT32_C(1) << gcx_self();
}

int __wrap_pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes)
{
	(void)attributes;
	GCX_CALLED();
	gcx_plain_write(cond, sizeof *cond);
	memset(cond, 0, sizeof *cond);
	return 0;
}

int __wrap_pthread_cond_destroy(pthread_cond_t *cond)
{
	GCX_CALLED();
	gcx_plain_write(cond, sizeof *cond);
	if (*waiters(cond))
		gcx_error("task %u destroys a condition variable for which tasks wait", gcx_self());
	return 0;
}

/* Who is woken by nobody waits for the mutex only: any other task may go on in between. */
static int pass_mutex(pthread_mutex_t *mutex, int result)
{
	__wrap_pthread_mutex_unlock(mutex);
	__wrap_pthread_mutex_lock(mutex);
	return result;
}

static void wait_until_woken(bool timed)
{
	uint32_t *own = &woken[gcx_self()];

	if (timed)
		gcx_limit_wait();
	gcx_await_value_explicit(own, 4, waited[gcx_self()], GCX_RELAXED);
}

static int wait_for_signal(pthread_cond_t *cond, pthread_mutex_t *mutex, bool timed,
    const void *place)
{
	bool gave_up;

	if (gcx_program_wakes_spuriously())
		return pass_mutex(mutex, 0);
	gcx_set_place(place);
	gcx_modify_explicit(waiters(cond), 4, GCX_OR, own_bit(), GCX_RELAXED);
	waited[gcx_self()]++;
	__wrap_pthread_mutex_unlock(mutex);
	gcx_set_place(place);
	wait_until_woken(timed);
	gave_up = timed && gcx_gave_up();
	if (gave_up &&
	    (gcx_modify_explicit(waiters(cond), 4, GCX_AND, ~own_bit(), GCX_RELAXED) & own_bit()))
		waited[gcx_self()]--;
	else if (gave_up) { /* it is woken after all */
		wait_until_woken(false);
		gave_up = false;
	}
	__wrap_pthread_mutex_lock(mutex);
	return gave_up ? ETIMEDOUT : 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	GCX_CALLED();
	return wait_for_signal(cond, mutex, false, __builtin_return_address(0));
}

static int wait_for_time(pthread_cond_t *cond, pthread_mutex_t *mutex, const void *place)
{
	if (!gcx_times_out())
		return wait_for_signal(cond, mutex, true, place);
	return pass_mutex(mutex, ETIMEDOUT);
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
    const struct timespec *until)
{
	GCX_CALLED();
	return gcx_waited_until(until, wait_for_time(cond, mutex, __builtin_return_address(0)));
}

int __wrap_pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t which,
    const struct timespec *until)
{
	(void)which;
	GCX_CALLED();
	return gcx_waited_until(until, wait_for_time(cond, mutex, __builtin_return_address(0)));
}

/* Takes the bit of some waiter away, whichever, and returns it.  Another task may be faster.  0: nobody
 * waits. */
static uint32_t wake_one(uint32_t *waiting)
{
	for (;;) {
		uint32_t found = (uint32_t)gcx_read_explicit(waiting, 4, GCX_RELAXED);
		unsigned which;

		if (!found)
			return 0;
		which = gcx_choose((unsigned)__builtin_popcount(found));
		for (; which > 0; which--)
			found &= found - 1;
		found &= -found;
		if (gcx_modify_explicit(waiting, 4, GCX_AND, ~found, GCX_RELAXED) & found)
			return found;
	}
}

static void tell_woken(uint32_t tasks)
{
	for (; tasks; tasks &= tasks - 1)
		gcx_modify_explicit(&woken[__builtin_ctz(tasks)], 4, GCX_ADD, 1, GCX_RELAXED);
}

int __wrap_pthread_cond_signal(pthread_cond_t *cond)
{
	GCX_CALLED();
	tell_woken(wake_one(waiters(cond)));
	return 0;
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *cond)
{
	GCX_CALLED();
	tell_woken((uint32_t)gcx_modify_explicit(waiters(cond), 4, GCX_AND, 0, GCX_RELAXED));
	return 0;
}

/* ------------------------------------------------------------------------- barriers */
struct barrier {
	uint32_t wanted, arrived, ended, is_valid; /* ended: rounds */
};
enum { VALID = 0x62617272 };

static struct barrier *use_barrier(pthread_barrier_t *of)
{
	struct barrier *barrier = (struct barrier *)of;

	gcx_plain_read(&barrier->wanted, sizeof barrier->wanted);
	gcx_plain_read(&barrier->is_valid, sizeof barrier->is_valid);
	if (barrier->is_valid != VALID)
		gcx_error("task %u uses a barrier that is not initialised", gcx_self());
	return barrier;
}

int __wrap_pthread_barrier_init(pthread_barrier_t *of, const pthread_barrierattr_t *attributes,
    unsigned count)
{
	struct barrier *barrier = (struct barrier *)of;

	(void)attributes;
	GCX_CALLED();
	gcx_plain_write(of, sizeof *of);
	if (count == 0)
		return EINVAL;
	if (barrier->is_valid == VALID)
		gcx_error("task %u initialises a barrier that is in use", gcx_self());
	*barrier = (struct barrier){ .wanted = count, .is_valid = VALID };
	return 0;
}

int __wrap_pthread_barrier_destroy(pthread_barrier_t *of)
{
	struct barrier *barrier;

	GCX_CALLED();
	barrier = use_barrier(of);
	gcx_plain_write(of, sizeof *of);
	barrier->is_valid = 0;
	return 0;
}

/* Who arrives gets a number, which says in which round it waits.  The last of a round ends it, after
 * those before. */
int __wrap_pthread_barrier_wait(pthread_barrier_t *of)
{
	GCX_CALLED();
	const void *place = __builtin_return_address(0);
	struct barrier *barrier;
	uint32_t number, round, ended;

	gcx_set_place(place);
	barrier = use_barrier(of);
	gcx_set_place(place);
	number = (uint32_t)gcx_modify_explicit(&barrier->arrived, 4, GCX_ADD, 1, GCX_ACQ_REL);
	round = number / barrier->wanted;
	gcx_set_place(place);
	if ((number + 1) % barrier->wanted == 0) {
		gcx_await_value(&barrier->ended, 4, round);
		gcx_modify_explicit(&barrier->ended, 4, GCX_ADD, 1, GCX_ACQ_REL);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	while ((ended = (uint32_t)gcx_read_explicit(&barrier->ended, 4, GCX_ACQUIRE)) <= round)
		gcx_await_other(&barrier->ended, 4, ended);
	return 0;
}

/* ----------------------------------------------------------------------- semaphores */
int __wrap_sem_init(sem_t *semaphore, int shared, unsigned value)
{
	(void)shared;
	GCX_CALLED();
	gcx_plain_write(semaphore, sizeof *semaphore);
	*(uint32_t *)semaphore = value;
	return 0;
}

int __wrap_sem_destroy(sem_t *semaphore)
{
	GCX_CALLED();
	gcx_plain_write(semaphore, sizeof *semaphore);
	return 0;
}

int __wrap_sem_wait(sem_t *semaphore)
{
	GCX_CALLED();
	gcx_modify_other(semaphore, 4, 0, GCX_SUB, 1);
	return 0;
}

int __wrap_sem_trywait(sem_t *semaphore)
{
	uint32_t found, now;

	GCX_CALLED();
	found = (uint32_t)gcx_read_explicit(semaphore, 4, GCX_RELAXED);
	for (;; found = now) {
		if (found == 0) {
			errno = EAGAIN;
			return -1;
		}
		GCX_CALLED();
		now = (uint32_t)gcx_cas_explicit(semaphore, 4, found, found - 1, GCX_ACQUIRE,
		    GCX_RELAXED);
		if (now == found)
			return 0;
	}
}

/* It gives up only when the semaphore is 0. */
static int wait_for_post(sem_t *semaphore, const struct timespec *until, const void *place)
{
	bool gave_up = gcx_times_out();

	if (gave_up && __wrap_sem_trywait(semaphore) == 0)
		return 0;
	gcx_set_place(place);
	if (!gave_up) {
		gcx_limit_wait();
		gcx_modify_other(semaphore, 4, 0, GCX_SUB, 1);
	}
	if (!gave_up && !gcx_gave_up())
		return 0;
	errno = gcx_waited_until(until, ETIMEDOUT);
	return -1;
}

int __wrap_sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
	GCX_CALLED();
	return wait_for_post(semaphore, until, __builtin_return_address(0));
}

int __wrap_sem_clockwait(sem_t *semaphore, clockid_t which, const struct timespec *until)
{
	(void)which;
	GCX_CALLED();
	return wait_for_post(semaphore, until, __builtin_return_address(0));
}

int __wrap_sem_post(sem_t *semaphore)
{
	GCX_CALLED();
	gcx_modify_explicit(semaphore, 4, GCX_ADD, 1, GCX_RELEASE);
	return 0;
}

int __wrap_sem_getvalue(sem_t *semaphore, int *value)
{
	GCX_CALLED();
	int found = (int)gcx_read_explicit(semaphore, 4, GCX_RELAXED);

	GCX_CALLED();
	gcx_plain_write(value, sizeof *value);
	*value = found;
	return 0;
}

/* -------------------------------------------------------------------------- futexes */
/* Who waits for which word, as bits.  A futex has no object but the program's word. */
enum { MOST_FUTEXES = 64 };
static struct futex {
	uint32_t *word, waiting;
} futexes[MOST_FUTEXES];

/* A word keeps its place in all executions: where its waiters are must not depend on which futex an
 * execution uses first. */
void gcx_reset_waiting(void)
{
	for (unsigned i = 0; i < MOST_FUTEXES; i++)
		futexes[i].waiting = 0;
	memset(woken, 0, sizeof woken);
	memset(waited, 0, sizeof waited);
}

static uint32_t *futex_of(uint32_t *word)
{
	for (unsigned i = 0; i < MOST_FUTEXES; i++) {
		if (!futexes[i].word)
			futexes[i].word = word;
		if (futexes[i].word == word)
			return &futexes[i].waiting;
	}
	gcx_error("a program can wait for %d futexes", MOST_FUTEXES);
}

/* That the word still has the value and that the task waits is one step: the task says that it
 * waits first, then looks.  A wake-up between the two is not lost. */
static long wait_for_futex(uint32_t *word, uint32_t value, bool timed)
{
	uint32_t *waiting = futex_of(word);
	bool gave_up = timed && gcx_times_out();

	gcx_modify_explicit(waiting, 4, GCX_OR, own_bit(), GCX_SEQ_CST);
	if (gcx_read_explicit(word, 4, GCX_SEQ_CST) != value) {
		/* who was woken instead of one that waits wakes that one */
		if (!(gcx_modify_explicit(waiting, 4, GCX_AND, ~own_bit(), GCX_SEQ_CST) &
			own_bit()))
			wake_one(waiting);
		errno = EAGAIN;
		return -1;
	}
	if (!gave_up && gcx_program_wakes_spuriously()) {
		gcx_modify_explicit(waiting, 4, GCX_AND, ~own_bit(), GCX_SEQ_CST);
		return 0;
	}
	if (timed)
		gcx_limit_wait();
	if (!gave_up)
		gcx_await_clear(waiting, 4, own_bit());
	gave_up |= timed && gcx_gave_up();
	if (!gave_up ||
	    !(gcx_modify_explicit(waiting, 4, GCX_AND, ~own_bit(), GCX_SEQ_CST) & own_bit()))
		return 0;
	errno = ETIMEDOUT;
	return -1;
}

static long wake_futex(uint32_t *word, uint32_t most)
{
	uint32_t *waiting = futex_of(word), woken = 0;

	gcx_fence(GCX_SEQ_CST); /* as Linux has one */
	if (most >= GCX_TASKS)
		return __builtin_popcount(
		    (uint32_t)gcx_modify_explicit(waiting, 4, GCX_AND, 0, GCX_SEQ_CST));
	while (woken < most && wake_one(waiting))
		woken++;
	return woken;
}

/* Masks are all the same one. */
static bool is_futex_wait(int what)
{
	return (what & FUTEX_CMD_MASK) == FUTEX_WAIT ||
	    (what & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
}

static bool is_futex_wake(int what)
{
	return (what & FUTEX_CMD_MASK) == FUTEX_WAKE ||
	    (what & FUTEX_CMD_MASK) == FUTEX_WAKE_BITSET;
}

long __wrap_syscall(long number, ...)
{
	va_list args;
	uint32_t *word;
	int what;
	uint32_t value;
	const struct timespec *until;
	bool has_mask;

	va_start(args, number);
	word = va_arg(args, uint32_t *);
	what = va_arg(args, int);
	value = va_arg(args, uint32_t);
	until = va_arg(args, const struct timespec *);
	has_mask = number == SYS_futex &&
	    ((what & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET ||
		(what & FUTEX_CMD_MASK) == FUTEX_WAKE_BITSET);
	if (has_mask && (va_arg(args, void *), va_arg(args, uint32_t)) != FUTEX_BITSET_MATCH_ANY)
		gcx_error("task %u uses a futex with a mask, which cannot be explored", gcx_self());
	va_end(args);
	if (number == SYS_gettid)
		return gcx_self() + 1;
	if (number == SYS_sched_yield)
		return 0;
	GCX_CALLED();
	if (number == SYS_futex && is_futex_wait(what))
		return wait_for_futex(word, value, until != NULL);
	if (number == SYS_futex && is_futex_wake(what))
		return wake_futex(word, value);
	gcx_error("task %u calls the system (%ld) in a way that cannot be explored", gcx_self(),
	    number);
}
