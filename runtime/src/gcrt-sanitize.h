/* gcrt-sanitize.h: what sanitizers are told, when the program has one.
 *
 * Note [Sanitizers]: the library is linked with programs that were compiled with a sanitizer, and was itself compiled
 * without.  So it asks, as the functions of the sanitizer are there or not.
 *
 * address: memory of the heap in which no object is may not be accessed.  Cells are
 * closed when they are freed and while they are in lists, and opened, as many bytes as are asked for,
 * by the allocation; so each allocation has to take the slow path (Note [Every allocation]).  Not in a debug
 * build, which looks at free cells itself.
 *
 * leak: what only an object refers to is not lost.
 *
 * thread: locks are seen, as they are functions of the system.  What else orders memory of the
 * program is said: here by the library, by the generated source with its own operations. */
#ifndef GCRT_SANITIZE_H
#define GCRT_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-debug.h"

#define GCRT_IF_THERE __attribute__((weak))
GCRT_IF_THERE void __asan_poison_memory_region(const void *address, size_t bytes);
GCRT_IF_THERE void __asan_unpoison_memory_region(const void *address, size_t bytes);
GCRT_IF_THERE void __lsan_register_root_region(const void *address, size_t bytes);
GCRT_IF_THERE void __lsan_unregister_root_region(const void *address, size_t bytes);
GCRT_IF_THERE void __tsan_acquire(void *address);
GCRT_IF_THERE void __tsan_release(void *address);

static inline bool gcrt_closes_memory(void)
{
	return !GCRT_DEBUG && __asan_poison_memory_region;
}

static inline void gcrt_close_memory(uintptr_t address, size_t bytes)
{
	if (gcrt_closes_memory())
		__asan_poison_memory_region((const void *)address, bytes);
}

static inline void gcrt_open_memory(uintptr_t address, size_t bytes)
{
	if (gcrt_closes_memory())
		__asan_unpoison_memory_region((const void *)address, bytes);
}

static inline void gcrt_begin_roots_of_leaks(uintptr_t address, size_t bytes)
{
	if (__lsan_register_root_region)
		__lsan_register_root_region((const void *)address, bytes);
}

static inline void gcrt_end_roots_of_leaks(uintptr_t address, size_t bytes)
{
	if (__lsan_unregister_root_region)
		__lsan_unregister_root_region((const void *)address, bytes);
}

/* An operation of the library's on ADDRESS has this order. */
static inline void gcrt_say_acquire(const void *address)
{
	if (__tsan_acquire)
		__tsan_acquire((void *)(uintptr_t)address);
}

static inline void gcrt_say_release(const void *address)
{
	if (__tsan_release)
		__tsan_release((void *)(uintptr_t)address);
}

#endif
