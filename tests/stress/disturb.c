/* disturb.c: a program whose runtime is disturbed at its door (noise.h), as the environment
 * says: STRESS_NOISE="SEED GAP", operations between two disturbances; nothing, or 0: none. */
#include <stdio.h>
#include <stdlib.h>

#include "noise.h"

static __attribute__((constructor)) void choose_noise(void)
{
	const char *text = getenv("STRESS_NOISE");
	unsigned long seed;
	unsigned gap;

	if (text && sscanf(text, "%lu %u", &seed, &gap) == 2)
		noise_set(seed, gap);
}
