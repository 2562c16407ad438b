/* spin.c: whether a task is in a state again. */
#include "explore/src/spin.h"

#include <string.h>

/* Saved registers are on the stack, too. */
static uint64_t state_of(const struct gcx_coroutine *task)
{
	const char *end = (const char *)task->stack + task->stack_size;
	const char *at = task->stack_pointer;
	uint64_t hash = (uintptr_t)at;

	for (; at + sizeof hash <= end; at += sizeof hash) {
		uint64_t word;

		memcpy(&word, at, sizeof word);
		hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
		hash ^= hash >> 32;
	}
	return hash;
}

bool gcx_spins(struct spin *spin, const struct gcx_coroutine *task)
{
	uint64_t state = spin->state = state_of(task);

	if (spin->writes || spin->count == MOST_TURNS) {
		spin->count = 0;
		spin->chooses = false;
	}
	spin->writes = false;
	for (unsigned i = 0; i < spin->count; i++)
		if (spin->turns[i].state == state) {
			spin->from = i;
			return true;
		}
	spin->looks = false;
	spin->turns[spin->count++] = (struct turn){ .state = state };
	return false;
}

bool gcx_spins_by_value(const struct spin *spin, uint64_t *value)
{
	const struct turn *last = &spin->turns[spin->count - 1];

	*value = last->value;
	return spin->from + 1 == spin->count && last->at && !spin->looks && !spin->chooses;
}

void gcx_spin_read(struct spin *spin, uintptr_t at, size_t version, uint64_t value)
{
	if (spin->count > 0) {
		spin->turns[spin->count - 1].at = at;
		spin->turns[spin->count - 1].version = version;
		spin->turns[spin->count - 1].value = value;
	}
}

bool gcx_spins_for_ever(const struct spin *spin, const struct locations *locations)
{
	for (unsigned i = spin->from; !spin->chooses && i < spin->count; i++) {
		const struct turn *turn = &spin->turns[i];
		const struct location *location = gcx_find_location(locations, turn->at);

		if (turn->at && location && location->writes != turn->version)
			return false;
	}
	return !spin->chooses;
}
