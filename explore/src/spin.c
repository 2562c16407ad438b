/* spin.c: whether a task is in a state again. */
#include "explore/src/spin.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/room.h"

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
	return hash ^ hash >> 32;
}

static uint64_t mark_of(const struct gcx_coroutine *task, const struct operation *next)
{
	uint64_t hash = mix((uintptr_t)task->stack_pointer, (uintptr_t)next->place);

	return mix(mix(hash, next->at), next->value ^ (uint64_t)next->kind << 56);
}

/* Saved registers are on the stack, too. */
static size_t used_stack(const struct gcx_coroutine *task)
{
	return (size_t)((const char *)task->stack + task->stack_size -
	    (const char *)task->stack_pointer);
}

uint64_t gcx_state_of(const struct gcx_coroutine *task, const struct operation *next)
{
	const char *at = task->stack_pointer;
	uint64_t hash = mark_of(task, next);

	for (size_t i = 0; i + sizeof hash <= used_stack(task); i += sizeof hash) {
		uint64_t word;

		memcpy(&word, at + i, sizeof word);
		hash = mix(hash, word);
	}
	return hash;
}

/* What certainly writes ends the loop, so that nothing is compared with that state. */
static size_t to_copy(const struct gcx_coroutine *task, const struct operation *next)
{
	return next->kind == OP_WRITE ? 0 : used_stack(task);
}

static void add_turn(struct spin *spin, uint64_t mark, const struct gcx_coroutine *task,
    const struct operation *next)
{
	size_t size = to_copy(task, next);

	if (spin->count == spin->room)
		spin->turns =
		    gcx_room(spin->turns, spin->room = spin->room * 2 + 64, sizeof *spin->turns);
	if (spin->copied + size > spin->copy_room)
		spin->copies =
		    gcx_room(spin->copies, spin->copy_room = spin->copy_room * 2 + size, 1);
	if (size > 0)
		memcpy(spin->copies + spin->copied, task->stack_pointer, size);
	spin->turns[spin->count++] =
	    (struct turn){ .mark = mark, .copied = spin->copied, .size = size };
	spin->copied += size;
}

static bool is_state(const struct spin *spin, const struct turn *turn,
    const struct gcx_coroutine *task)
{
	return turn->size == used_stack(task) &&
	    memcmp(spin->copies + turn->copied, task->stack_pointer, turn->size) == 0;
}

bool gcx_spins(struct spin *spin, const struct gcx_coroutine *task, const struct operation *next)
{
	uint64_t mark = mark_of(task, next);

	if (spin->writes || spin->count == MOST_TURNS)
		gcx_spin_anew(spin);
	spin->writes = false;
	for (unsigned i = 0; i < spin->count; i++)
		if (spin->turns[i].mark == mark && is_state(spin, &spin->turns[i], task)) {
			spin->from = i;
			return true;
		}
	add_turn(spin, mark, task, next);
	return false;
}

void gcx_free_spin(struct spin *spin)
{
	free(spin->turns);
	free(spin->copies);
}

bool gcx_spins_by_value(const struct spin *spin, uint64_t *value)
{
	const struct turn *last = &spin->turns[spin->count - 1];

	*value = last->value;
	return spin->from + 1 == spin->count && last->at && !last->looks;
}

static struct turn *last_turn(struct spin *spin)
{
	return spin->count > 0 ? &spin->turns[spin->count - 1] : NULL;
}

void gcx_spin_read(struct spin *spin, const struct turn *read)
{
	struct turn *turn = last_turn(spin);

	if (!turn)
		return;
	turn->at = read->at;
	turn->version = read->version;
	turn->store = read->store;
	turn->value = read->value;
}

void gcx_spin_choose(struct spin *spin)
{
	if (last_turn(spin))
		last_turn(spin)->chooses = true;
}

void gcx_spin_look(struct spin *spin)
{
	if (last_turn(spin))
		last_turn(spin)->looks = true;
}

void gcx_spin_anew(struct spin *spin)
{
	spin->count = 0;
	spin->copied = 0;
}
