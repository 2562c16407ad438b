/* executions.h: sets of executions, to compare explorations. */
#ifndef EXECUTIONS_H
#define EXECUTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct set {
	uint64_t *at;
	size_t count, room;
};

void set_put(struct set *set, uint64_t number);
/* Sorts it, without what it has twice. */
void set_sort(struct set *set);
bool set_equal(const struct set *a, const struct set *b); /* both are sorted */

/* A number for all executions that are equivalent to the one that has just ended. */
uint64_t executions_class(void);
/* The number in the environment, to try other programs. */
unsigned executions_given(const char *name, unsigned otherwise);
/* How many programs: COUNT, or ALL of them when all tests are tried (tests/tap.sh), else an eighth. */
unsigned executions_count(unsigned all);

#endif
