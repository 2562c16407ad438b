/* gcrt-sanitize.h: what sanitizers are told, when the program has one.
 *
 * Note [Sanitizers]: the library is compiled without a sanitizer, and linked with programs that
 * were compiled with one.  So at run time it asks whether the functions of the sanitizer are there.
 *
 * address: memory of the heap that holds no object may not be accessed.  Cells are closed to
 * accesses when they are freed and while they are in lists.  The allocation opens as many bytes as
 * are asked for; so each allocation has to take the slow path (Note [Every allocation]).  A debug
 * build does none of this, because it looks at free cells itself.
 *
 * leak: memory to which only an object refers is not reported as lost while the object exists.
 *
 * thread: the sanitizer sees locks, because they are functions of the system.  It has to be told
 * what else orders memory of the program: the library does that here, and the generated source does
 * it with its own operations. */
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

/* Reports to the sanitizer that an operation of the library on ADDRESS has this order. */
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
