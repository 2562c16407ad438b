/* sample.h: executions that are chosen at random. */
#ifndef GCX_SAMPLE_H
#define GCX_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include "explore/src/clock.h"

struct explorer;
struct node;

enum { MOST_DEPTH = 64 };

struct sampler {
	uint64_t state;                /* of the random numbers */
	uint64_t priority[GCX_ACTORS]; /* of each actor */
	uint32_t change
	    [MOST_DEPTH]; /* before which steps the task that would go on gets the lowest one */
};

uint64_t gcx_random(uint64_t *state);
bool gcx_is_sampled(const struct explorer *x);
void gcx_begin_sample(struct explorer *x);
/* Adds the one branch that is explored.  Returns whether some task can go on. */
bool gcx_sample(struct explorer *x, struct node *node);

#endif
