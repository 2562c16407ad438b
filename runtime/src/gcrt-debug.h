/* gcrt-debug.h: GCRT_DEBUG builds check; all builds stop when they must.
 *
 * The library, the generated source and the program are built alike: the linker refuses a
 * checking collector on a library that does not check, gc_init the reverse. */
#ifndef GCRT_DEBUG_H
#define GCRT_DEBUG_H

#include "gc-visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef GCRT_DEBUG
#define GCRT_DEBUG 0
#endif

/* Prints "gcdsl runtime: …" on stderr and aborts.  For states in which continuing would damage the
 * program's data. */
void gcrt_fatal(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Who stops the program says so first: MESSAGE is why.  CALL is called then, in that thread, which may
 * hold any locks. */
void gcrt_when_stopped(void (*call)(const char *message));
void gcrt_stops(const char *message);

struct gc_mutator;
/* Checks that the caller is M's thread, that M is active, and that M may do WHAT now
 * ("allocates"). */
GC_API_ void gcrt_check_use(const struct gc_mutator *m, const char *what);

#if GCRT_DEBUG
#define gcrt_assert(condition)                                                                     \
	((condition) ? (void)0                                                                     \
		     : gcrt_fatal("%s:%d: assertion failed: %s", __FILE__, __LINE__, #condition))
/* Converts a number of the specification for an operation that takes numbers of this range. */
#define gcrt_in_range(number, low, high)                                                           \
	gcrt_check_range((number), (low), (high), __FILE__, __LINE__)
static inline long gcrt_check_range(long number, long low, long high, const char *file, int line)
{
	if (number < low || number > high)
		gcrt_fatal("%s:%d: %ld leaves the range of its type, %ld .. %ld", file, line,
		    number, low, high);
	return number;
}
#else
/* never evaluated, but what it mentions is used */
#define gcrt_assert(condition)           ((void)(0 && (condition)))
#define gcrt_in_range(number, low, high) (number)
#endif

/* Debug builds fill free cells with this byte. */
#define GCRT_POISON 0xdb

#ifdef __cplusplus
}
#endif

#endif
