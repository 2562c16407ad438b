/* random-program.h: small programs with every operation of gcexplore.h. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include "explore/gcexplore.h"

/* Which operations the program may have; a set has those before it, too. */
enum operations { READ_AND_WRITE, AND_AWAIT, AND_THE_REST };

/* Makes the program that random_program runs from now on.  Operations have any orders, and there
 * are fences, if it is for another memory than GCX_SC; for GCX_C11 there are no atomic steps. */
void random_make(unsigned seed, enum operations operations, enum gcx_memory memory);
/* The same for GCX_SC with some tasks alike (gcx_options.symmetry). */
void random_make_alike(unsigned seed, enum operations operations);
/* For gcx_explore. */
void random_program(void *unused);
/* What memory and registers are at the end of an execution, as a number. */
uint64_t random_outcome(void);
void random_print(void);

static inline uint64_t random_mix(uint64_t hash, uint64_t value)
{
	hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
	hash *= 0xff51afd7ed558ccdu;
	return hash ^ hash >> 33;
}

#endif
