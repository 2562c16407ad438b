/* places.c: what agree/driver/moving.c and its neighbours ask of who schedules the program, under random schedules:
 * signals are numbers that threads exchange, and nobody tells a story. */
#include "net.h"

#include <gcexplore.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct gcrt_mutex lock = GCRT_MUTEX_INITIALIZER;
static struct gcrt_cond changes;

/* ------------------------------------------------------------------------ signals */
uint32_t gcx_see_signal(const uint32_t *at)
{
	return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}

bool gcx_take_signal(uint32_t *at, uint32_t expected, uint32_t value)
{
	return __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST,
	    __ATOMIC_SEQ_CST);
}

void gcx_signal(uint32_t *at, uint32_t value)
{
	gcrt_mutex_lock(&lock);
	__atomic_store_n(at, value, __ATOMIC_SEQ_CST);
	gcrt_cond_broadcast(&changes);
	gcrt_mutex_unlock(&lock);
}

/* In a heap with regions a store of a kernel may be what is waited for, and nobody tells: then it may return too early. */
void gcx_await_signal(const uint32_t *at, uint32_t value)
{
	gcrt_mutex_lock(&lock);
	if (program.sorts)
		gcrt_cond_wait_for(&changes, &lock, 1);
	while (!program.sorts && gcx_see_signal(at) != value)
		gcrt_cond_wait(&changes, &lock);
	gcrt_mutex_unlock(&lock);
}

void gcx_await_value(const volatile void *at, unsigned size, uint64_t value)
{
	(void)size;
	while (__atomic_load_n((const volatile uint8_t *)at, __ATOMIC_SEQ_CST) != value)
		sched_yield();
}

uint64_t gcx_read_explicit(const volatile void *at, unsigned size, enum gcx_order order)
{
	(void)size;
	(void)order;
	return __atomic_load_n((const volatile uint32_t *)at, __ATOMIC_SEQ_CST);
}

unsigned gcx_self(void)
{
	static unsigned threads;
	static _Thread_local unsigned self;

	if (!self)
		self = __atomic_add_fetch(&threads, 1, __ATOMIC_SEQ_CST);
	return self % WAY_TASKS;
}

unsigned gcx_choose(unsigned limit)
{
	return below(limit);
}

void gcx_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	abort();
}

/* ------------------------------------------------------------------------- events */
struct seen driver_event(unsigned what, int which, int detail)
{
	return (struct seen){ .what = (uint8_t)what,
		.which = (int16_t)which,
		.detail = (int16_t)detail,
		.who = SEEN_NOBODY };
}

void driver_be_quiet(bool is_quiet)
{
	(void)is_quiet;
}

int driver_told_cell(const struct seen *e)
{
	(void)e;
	return -1;
}

int driver_told_alloc(const struct seen *e)
{
	(void)e;
	return -1;
}

int driver_told_answer(const struct seen *e)
{
	(void)e;
	return SEEN_NOTHING;
}

unsigned driver_take_turn(const struct seen *e)
{
	(void)e;
	return 0;
}

void driver_did(const struct seen *e, unsigned turn)
{
	(void)e;
	(void)turn;
}

void driver_looks_at(uintptr_t object)
{
	(void)object;
}

void driver_check_use(const struct seen *e, int object)
{
	(void)e;
	(void)object;
}

void driver_show_object(uintptr_t object, uint8_t pattern)
{
	(void)object;
	(void)pattern;
}

/* ------------------------------------------------------------------------- objects */
int driver_number_of(uintptr_t object)
{
	for (unsigned i = 0; object && i < program.objects; i++)
		if (run.cell[i] == object)
			return (int)i;
	return object ? SEEN_NO_OBJECT : -1;
}

/* Of two workers that free it with two lines, the second one may find that the place has another object. */
static void is_free(uintptr_t object)
{
	int number;

	driver_lock_names();
	number = driver_number_of(object);
	if (number >= 0 && !(program.sorts && *gcrt_object_byte(object))) {
		run.is_freed[number] = true;
		driver_gives_place((unsigned)number);
	}
	driver_unlock_names();
}

/* Before another thread can allocate the cell again.  In a heap with regions who allocates chooses the place, so there it is
 * known when the object is gone. */
unsigned driver_before_free(uintptr_t object)
{
	if (!program.sorts)
		is_free(object);
	return 0;
}

void driver_after_free(uintptr_t object, unsigned turn)
{
	(void)turn;
	if (program.sorts)
		is_free(object);
}
