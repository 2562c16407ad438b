/* gc-assert.h: assertions of the API, checked when GC_DEBUG is 1. */
#ifndef GC_ASSERT_H
#define GC_ASSERT_H

#include "gc-config.h"

#define GC_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define GC_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#define GC_CRASH() __builtin_trap()

#if GC_DEBUG
#define GC_ASSERT(condition)                                                                       \
	do {                                                                                       \
		if (GC_UNLIKELY(!(condition)))                                                     \
			GC_CRASH();                                                                \
	} while (0)
#define GC_UNREACHABLE() GC_CRASH()
#else
#define GC_ASSERT(condition)                                                                       \
	do {                                                                                       \
	} while (0)
#define GC_UNREACHABLE() __builtin_unreachable()
#endif
#define GC_ASSERT_EQ(a, b) GC_ASSERT((a) == (b))

#endif
