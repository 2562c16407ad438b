/* tables.c: the tables that say where objects begin and end, in a program that is explored.
 *
 * The runtime reads eight bytes at once, and the explorer wants accesses of one size to each byte.  So the word is put together
 * here.  Only the bytes at which an object of the scenario begins or ends are ever set, and only these are read. */
#include "driver.h"

#include <gcexplore.h>
#include <string.h>

uint64_t driver_table_word(const uint64_t *at)
{
	size_t last = (driver_size - 1) / GCRT_GRANULE * GCRT_GRANULE;
	uint8_t bytes[sizeof(uint64_t)] = { 0 };
	uint64_t word;

	for (unsigned i = 0; i < program.objects; i++) {
		const uint8_t *set[] = { gcrt_object_byte(driver_place(i)),
			gcrt_end_byte(driver_place(i) + last) };

		for (unsigned k = 0; k < 2; k++)
			if (set[k] >= (const uint8_t *)at && set[k] < (const uint8_t *)(at + 1))
				bytes[set[k] - (const uint8_t *)at] =
				    (uint8_t)gcx_read_explicit(set[k], 1, GCX_ACQUIRE);
	}
	memcpy(&word, bytes, sizeof word);
	return word;
}
