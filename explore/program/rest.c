/* rest.c: how programs end, what they print, time and chance, and the names that verifiers of C
 * programs agree on. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdarg.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"

static struct {
	unsigned timeouts, spurious;
	uint64_t moments;
	uint32_t random;
	int error;
} tasks[GCX_TASKS];

enum { MOST_AT_EXIT = 64 };
/* What exit calls, and what quick_exit calls. */
static struct at_exit {
	void (*call[MOST_AT_EXIT])(void);
	uint32_t count; /* a location: two tasks may call atexit in either order */
} at_exit, at_quick;

void gcx_reset_rest(void)
{
	at_exit.count = at_quick.count = 0;
	memset(tasks, 0, sizeof tasks);
	gcx_reset_waiting();
}

bool gcx_times_out(void)
{
	unsigned *timeouts = &tasks[gcx_self()].timeouts;

	if (*timeouts >= gcx_program_options.timeouts || gcx_choose(2) == 0)
		return false;
	++*timeouts;
	return true;
}

bool gcx_program_wakes_spuriously(void)
{
	unsigned *times = &tasks[gcx_self()].spurious;

	if (*times >= gcx_program_options.spurious || gcx_choose(2) == 0)
		return false;
	++*times;
	return true;
}

/* ------------------------------------------------------------------------- the end */
void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
	(void)function;
	GCX_CALLED();
	gcx_error("%s:%u: assertion `%s' failed", file, line, what);
}

void __wrap_abort(void)
{
	GCX_CALLED();
	gcx_error("task %u calls abort", gcx_self());
}

static int add_function(struct at_exit *all, void (*function)(void), const void *place)
{
	uint32_t count, found = 0;

	do {
		gcx_set_place(place);
		count = found;
		if (count == MOST_AT_EXIT)
			return -1;
		found = (uint32_t)gcx_cas_explicit(&all->count, 4, count, count + 1, GCX_ACQ_REL,
		    GCX_ACQUIRE);
	} while (found != count);
	all->call[count] = function;
	return 0;
}

int __wrap_atexit(void (*function)(void))
{
	return add_function(&at_exit, function, __builtin_return_address(0));
}

int __wrap_at_quick_exit(void (*function)(void))
{
	return add_function(&at_quick, function, __builtin_return_address(0));
}

/* Whether a function is called that is given to atexit while the program ends, C leaves open.  So there
 * is no operation if there is no function. */
static void call_functions(struct at_exit *all)
{
	uint32_t count;

	while (all->count > 0 &&
	    (count = (uint32_t)gcx_read_explicit(&all->count, 4, GCX_ACQUIRE)) > 0)
		if (gcx_cas_explicit(&all->count, 4, count, count - 1, GCX_ACQ_REL, GCX_RELAXED) ==
		    count)
			all->call[count - 1]();
}

void gcx_call_at_exit(void)
{
	call_functions(&at_exit);
}

void __wrap_exit(int status)
{
	(void)status;
	gcx_program_end();
	gcx_stop();
}

void __wrap__exit(int status)
{
	(void)status;
	gcx_stop();
}

void __wrap__Exit(int status)
{
	(void)status;
	gcx_stop();
}

void __wrap_quick_exit(int status)
{
	(void)status;
	call_functions(&at_quick);
	gcx_stop();
}

int *__wrap___errno_location(void)
{
	return &tasks[gcx_self()].error;
}

/* The function would have an argument, and glibc would call it when gcexplore ends. */
int __wrap_on_exit(void (*function)(int, void *), void *argument)
{
	(void)function;
	(void)argument;
	GCX_CALLED();
	gcx_error("task %u calls on_exit, which cannot be explored", gcx_self());
}

/* ------------------------------------------------------------------ other processes */
/* A copy of the process would explore, too, and another program would be there instead of gcexplore.  What the
 * functions are given does not matter. */
#define REFUSE(name)                                                                               \
	void __wrap_##name(void) __attribute__((noreturn, visibility("default")));                 \
	void __wrap_##name(void)                                                                   \
	{                                                                                          \
		GCX_CALLED();                                                                      \
		gcx_error("task %u calls " #name ", which cannot be explored", gcx_self());        \
	}
#include "explore/program/refused.def"

/* -------------------------------------------------------------------------- output */
static int print(FILE *to, const char *format, va_list args, const void *place)
{
	gcx_read_format(format, args, place);
	return gcx_program_options.prints ? vfprintf(to, format, args) : 0;
}

int __wrap_vfprintf(FILE *to, const char *restrict format, va_list args)
{
	return print(to, format, args, __builtin_return_address(0));
}

int __wrap_vprintf(const char *restrict format, va_list args)
{
	return print(stdout, format, args, __builtin_return_address(0));
}

int __wrap_fprintf(FILE *to, const char *restrict format, ...)
{
	va_list args;
	int size;

	va_start(args, format);
	size = print(to, format, args, __builtin_return_address(0));
	va_end(args);
	return size;
}

int __wrap_printf(const char *restrict format, ...)
{
	va_list args;
	int size;

	va_start(args, format);
	size = print(stdout, format, args, __builtin_return_address(0));
	va_end(args);
	return size;
}

int __wrap_fputs(const char *restrict text, FILE *restrict to)
{
	GCX_CALLED();
	gcx_plain_read(text, strlen(text) + 1);
	return gcx_program_options.prints ? fputs(text, to) : 0;
}

int __wrap_puts(const char *text)
{
	GCX_CALLED();
	gcx_plain_read(text, strlen(text) + 1);
	return gcx_program_options.prints ? puts(text) : 0;
}

int __wrap_fputc(int byte, FILE *to)
{
	return gcx_program_options.prints ? fputc(byte, to) : byte;
}

int __wrap_putchar(int byte)
{
	return __wrap_fputc(byte, stdout);
}

size_t __wrap_fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict to)
{
	GCX_CALLED();
	if (size * count > 0)
		gcx_plain_read(from, size * count);
	return gcx_program_options.prints ? fwrite(from, size, count, to) : count;
}

int __wrap_fflush(FILE *to)
{
	return gcx_program_options.prints ? fflush(to) : 0;
}

void __wrap_perror(const char *text)
{
	if (gcx_program_options.prints)
		perror(text);
}

/* ------------------------------------------------------------------ time and chance */
/* Each task has its own clock, on which a microsecond passes when it looks: what one sees does not
 * depend on the schedule. */
static uint64_t now(void)
{
	gcx_wrote();
	return ++tasks[gcx_self()].moments;
}

int gcx_waited_until(const struct timespec *until, int result)
{
	uint64_t *moments = &tasks[gcx_self()].moments;
	uint64_t then = (uint64_t)until->tv_sec * 1000000 + ((uint64_t)until->tv_nsec + 999) / 1000;

	if (result == ETIMEDOUT && until->tv_sec >= 0 && then > *moments)
		*moments = then;
	return result;
}

int __wrap_clock_gettime(clockid_t which, struct timespec *time)
{
	uint64_t moment = now();

	(void)which;
	GCX_CALLED();
	gcx_plain_write(time, sizeof *time);
	*time = (struct timespec){ (time_t)(moment / 1000000), (long)(moment % 1000000 * 1000) };
	return 0;
}

int __wrap_gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	uint64_t moment = now();

	(void)zone;
	GCX_CALLED();
	gcx_plain_write(time, sizeof *time);
	*time = (struct timeval){ (time_t)(moment / 1000000), (suseconds_t)(moment % 1000000) };
	return 0;
}

time_t __wrap_time(time_t *time)
{
	time_t seconds = (time_t)(now() / 1000000);

	if (time) {
		GCX_CALLED();
		gcx_plain_write(time, sizeof *time);
		*time = seconds;
	}
	return seconds;
}

clock_t __wrap_clock(void)
{
	return (clock_t)now();
}

int __wrap_rand(void)
{
	uint32_t *state = &tasks[gcx_self()].random;

	gcx_wrote();

	*state = *state * 1103515245 + 12345;
	return (int)(*state >> 16 & 0x7fff);
}

void __wrap_srand(unsigned seed)
{
	gcx_wrote();
	tasks[gcx_self()].random = seed;
}

long __wrap_random(void)
{
	return __wrap_rand();
}

/* Other tasks go on at any operation as it is. */
int __wrap_sched_yield(void)
{
	return 0;
}

unsigned __wrap_sleep(unsigned seconds)
{
	(void)seconds;
	return 0;
}

int __wrap_usleep(useconds_t microseconds)
{
	(void)microseconds;
	return 0;
}

int __wrap_nanosleep(const struct timespec *wanted, struct timespec *left)
{
	(void)wanted;
	(void)left;
	return 0;
}

/* ---------------------------------------------------------- names of verifiers */
void __wrap___VERIFIER_assume(int holds)
{
	gcx_assume(holds != 0);
}

void __wrap___VERIFIER_error(void)
{
	GCX_CALLED();
	gcx_error("task %u calls __VERIFIER_error", gcx_self());
}

void __wrap_reach_error(void)
{
	GCX_CALLED();
	gcx_error("task %u calls reach_error", gcx_self());
}

/* Each of the numbers that the option asks for. */
static unsigned any_number(const char *function)
{
	if (gcx_program_options.integers == 0)
		gcx_error("task %u calls %s: --integers=N says that it is any of 0 to N - 1",
		    gcx_self(), function);
	return gcx_choose(gcx_program_options.integers);
}

int __wrap___VERIFIER_nondet_int(void)
{
	GCX_CALLED();
	return (int)any_number("__VERIFIER_nondet_int");
}

unsigned __wrap___VERIFIER_nondet_uint(void)
{
	GCX_CALLED();
	return any_number("__VERIFIER_nondet_uint");
}

bool __wrap___VERIFIER_nondet_bool(void)
{
	return gcx_choose(2);
}
