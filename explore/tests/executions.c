/* executions.c: sets of executions, to compare explorations. */
#include "explore/tests/executions.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/explorer.h"
#include "explore/tests/random-program.h"

enum { STEPS = 64 };

/* ------------------------------------------------------------------- sets of numbers */
void set_put(struct set *set, uint64_t number)
{
	if (set->count == set->room)
		set->at = realloc(set->at, (set->room = set->room * 2 + 64) * sizeof *set->at);
	set->at[set->count++] = number;
}

static int by_number(const void *a, const void *b)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

	return (first > second) - (first < second);
}

/* Sorts it, without what it has twice. */
void set_sort(struct set *set)
{
	size_t kept = 0;

	if (set->count == 0)
		return;
	qsort(set->at, set->count, sizeof *set->at, by_number);
	for (size_t i = 0; i < set->count; i++)
		if (kept == 0 || set->at[i] != set->at[kept - 1])
			set->at[kept++] = set->at[i];
	set->count = kept;
}

bool set_equal(const struct set *a, const struct set *b)
{
	return a->count == b->count &&
	    (a->count == 0 || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

/* --------------------------------------------------------------- what is equivalent */
/* What names the actor whatever was executed before: the numbers of buffers do not. */
static uint64_t name(unsigned actor)
{
	if (actor < GCX_TASKS)
		return actor;
	return random_mix(GCX_TASKS + gcx_explorer->buffers.names[actor - GCX_TASKS].owner,
	    gcx_explorer->buffers.names[actor - GCX_TASKS].at);
}

static uint64_t modification_orders(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < gcx_explorer->views.history_count; i++) {
		const struct history *history = &gcx_explorer->views.histories[i];
		uint64_t hash = history->at;

		for (size_t j = 1; j < history->count; j++)
			hash = random_mix(hash, history->messages[j].name);
		sum += history->count > 1 ? hash : 0;
	}
	return sum;
}

/* A number for all executions that are equivalent to this one: the same steps, each after the same
 * others.  It is made from the dependence of each two steps alone. */
uint64_t executions_class(void)
{
	static struct clock clocks[STEPS];
	uint32_t done[GCX_ACTORS] = { 0 };
	uint64_t sum = 0;

	if (gcx_explorer->depth > STEPS)
		abort();
	for (uint32_t i = 0; i < gcx_explorer->depth; i++) {
		const struct label *label = &gcx_explorer->nodes[i].label;
		uint64_t hash = name(label->task), before = 0;

		memset(&clocks[i], 0, sizeof clocks[i]);
		for (uint32_t j = 0; j < i; j++)
			if (gcx_depend(&gcx_explorer->nodes[j].label, label))
				gcx_clock_join(&clocks[i], &clocks[j]);
		clocks[i].of[label->task] = ++done[label->task];
		for (unsigned j = 0; j < gcx_clock_width; j++)
			if (clocks[i].of[j])
				before += random_mix(name(j), clocks[i].of[j]);
		/* where a write is placed is said of the whole execution, below */
		if (label->view != PLACES)
			hash = random_mix(hash, label->choice);
		hash = random_mix(hash, before);
		sum += hash * hash + hash;
	}
	return random_mix(sum + modification_orders(), gcx_explorer->depth);
}

unsigned executions_given(const char *name, unsigned otherwise)
{
	const char *text = getenv(name);

	return text && *text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

unsigned executions_count(unsigned all)
{
	const char *tests = getenv("GCDSL_TESTS");

	return executions_given("COUNT", tests && strcmp(tests, "all") == 0 ? all : all / 24);
}
