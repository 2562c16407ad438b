/* gcrt-region.h: words of the tables that say where objects begin and end, in a heap with regions. */
#ifndef GCRT_REGION_H
#define GCRT_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "gcrt-layout.h"
#include "gcrt-sync.h"

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

#define GCRT_EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The highest bit of each byte of WORD that is not 0. */
static inline uint64_t gcrt_set_bytes(uint64_t word)
{
	return (((word & GCRT_EACH_BYTE(0x7f)) + GCRT_EACH_BYTE(0x7f)) | word) &
	    GCRT_EACH_BYTE(0x80);
}

/* WORD without its first N bytes. */
static inline uint64_t gcrt_bytes_from(uint64_t word, unsigned n)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return word & UINT64_MAX >> 8 * n;
#else
	return word & UINT64_MAX << 8 * n;
#endif
}

/* The same without byte N too. */
static inline uint64_t gcrt_bytes_behind(uint64_t word, unsigned n)
{
	return n + 1 < GCRT_GRANULES_OF_WORD ? gcrt_bytes_from(word, n + 1) : 0;
}

/* The first address from AT on, and before END, whose byte in a table is not 0; BYTE is that of AT.  0: there is none. */
static inline uintptr_t gcrt_next_set(const uint8_t *byte, uintptr_t at, uintptr_t end)
{
	while (at < end) {
		unsigned n = (unsigned)((uintptr_t)byte % GCRT_GRANULES_OF_WORD);
		uint64_t word =
		    gcrt_bytes_from(gcrt_table_word((const uint64_t *)(byte - n), acquire), n);
		if (word) {
			at += (gcrt_first_byte(word) - n) * GCRT_GRANULE;
			return at < end ? at : 0;
		}
		at += (GCRT_GRANULES_OF_WORD - n) * GCRT_GRANULE;
		byte += GCRT_GRANULES_OF_WORD - n;
	}
	return 0;
}

/* Whether an object goes on behind the granules in which these BEGINS and ENDS are; one of the words is not 0. */
static inline bool gcrt_goes_on(uint64_t begins, uint64_t ends)
{
	return begins && (!ends || gcrt_last_byte(begins) > gcrt_last_byte(ends));
}

#endif
