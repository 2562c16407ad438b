/* gcrt-size-class.h: the sizes of cells; folds to a constant for a constant.
 *
 * Up to 256 bytes every multiple of 16 has its class, beyond that there are
 * four classes to a doubling: at most a fifth of a cell is unused. */
#ifndef GCRT_SIZE_CLASS_H
#define GCRT_SIZE_CLASS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GCRT_SIZE_CLASSES    36
#define GCRT_LARGE_THRESHOLD 8192 /* bytes; a larger object is a large object */

/* The class of BYTES, 1 to GCRT_LARGE_THRESHOLD. */
static inline size_t gcrt_size_class(size_t bytes)
{
	if (bytes <= 256)
		return (bytes + 15) / 16 - (bytes != 0);
	/* each range 2^log < bytes <= 2^(log+1) has four classes */
	size_t log = 63 - (size_t)__builtin_clzl(bytes - 1);
	size_t quarter = (bytes - 1 - ((size_t)1 << log)) >> (log - 2);
	return 16 + (log - 8) * 4 + quarter;
}

/* The size of a cell of CLASS. */
static inline size_t gcrt_class_bytes(size_t size_class)
{
	if (size_class < 16)
		return (size_class + 1) * 16;
	size_t log = 8 + (size_class - 16) / 4;
	return ((size_t)1 << log) + (((size_class - 16) % 4 + 1) << (log - 2));
}

#ifdef __cplusplus
}
#endif

#endif
