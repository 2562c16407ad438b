/* gc-inline.h: how functions on and off the fast paths are marked. */
#ifndef GC_INLINE_H
#define GC_INLINE_H

#define GC_ALWAYS_INLINE __attribute__((always_inline))
#define GC_NEVER_INLINE  __attribute__((noinline))

#endif
