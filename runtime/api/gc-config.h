/* gc-config.h: what a build may say with -D, and what holds when it is silent. */
#ifndef GC_CONFIG_H
#define GC_CONFIG_H

/* 1: GC_ASSERT checks, in the program's code only.  The runtime and the collector have
 * GCRT_DEBUG. */
#ifndef GC_DEBUG
#define GC_DEBUG 0
#endif

/* 1: a slot may hold a value that is not a reference, marked by a low bit. */
#ifndef GC_HAS_IMMEDIATES
#define GC_HAS_IMMEDIATES 1
#endif

/* Roots and fields are found exactly, through the embedder's functions. */
#ifndef GC_PRECISE_ROOTS
#define GC_PRECISE_ROOTS 1
#endif
#ifndef GC_CONSERVATIVE_ROOTS
#define GC_CONSERVATIVE_ROOTS 0
#endif
#ifndef GC_CONSERVATIVE_TRACE
#define GC_CONSERVATIVE_TRACE 0
#endif
#if !GC_PRECISE_ROOTS || GC_CONSERVATIVE_ROOTS || GC_CONSERVATIVE_TRACE
#error "collectors made by gcdsl find roots and fields exactly"
#endif

#endif
