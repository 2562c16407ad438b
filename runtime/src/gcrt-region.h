/* gcrt-region.h: words of the tables that say where objects begin and end, in a heap with regions. */
#ifndef GCRT_REGION_H
#define GCRT_REGION_H

#include <stdbool.h>
#include <stdint.h>

#define GCRT_GRANULES_OF_WORD sizeof(uint64_t)

/* A word of a table.  In programs that are explored all accesses to a byte have one size, so there a function puts the
 * word together. */
#ifdef GCRT_TABLE_WORD
uint64_t GCRT_TABLE_WORD(const uint64_t *at);
#define gcrt_table_word(at, order) GCRT_TABLE_WORD(at)
#else
#define gcrt_table_word(at, order) gcrt_load((at), order)
#endif

/* Which of the bytes of WORD is the last that is not 0, in the order of their addresses; WORD is not 0. */
static inline unsigned gcrt_last_byte(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return 7 - (unsigned)__builtin_ctzll(word) / 8;
#else
	return 7 - (unsigned)__builtin_clzll(word) / 8;
#endif
}

/* The first. */
static inline unsigned gcrt_first_byte(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return (unsigned)__builtin_clzll(word) / 8;
#else
	return (unsigned)__builtin_ctzll(word) / 8;
#endif
}

/* Whether an object goes on behind the granules in which these BEGINS and ENDS are; one of the words is not 0. */
static inline bool gcrt_goes_on(uint64_t begins, uint64_t ends)
{
	return begins && (!ends || gcrt_last_byte(begins) > gcrt_last_byte(ends));
}

#endif
