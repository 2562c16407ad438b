/* race.c: for each word of memory, the accesses that a later one can race with. */
#include "explore/src/race.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/room.h"

static struct word *look(const struct shadow *shadow, uintptr_t at)
{
	size_t i = (size_t)((uint64_t)at * 0x9e3779b97f4a7c15u >> 32) & (shadow->room - 1);

	while (shadow->slots[i].at != 0 && shadow->slots[i].at != at)
		i = (i + 1) & (shadow->room - 1);
	return &shadow->slots[i];
}

static void grow(struct shadow *shadow)
{
	struct shadow old = *shadow;

	shadow->room = old.room ? old.room * 2 : 256;
	shadow->slots = gcx_room(NULL, shadow->room, sizeof *shadow->slots);
	memset(shadow->slots, 0, shadow->room * sizeof *shadow->slots);
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].at)
			*look(shadow, old.slots[i].at) = old.slots[i];
	free(old.slots);
}

static struct word *word_at(struct shadow *shadow, uintptr_t at)
{
	struct word *word;

	if (shadow->used * 2 >= shadow->room)
		grow(shadow);
	word = look(shadow, at);
	shadow->used += word->at == 0;
	word->at = at;
	if (word->execution != shadow->execution)
		word->count = 0;
	word->execution = shadow->execution;
	return word;
}

static bool are_unordered(const struct access *first, const struct access *second,
    const struct moments *now)
{
	return (first->bytes & second->bytes) && (first->writes || second->writes) &&
	    first->task != second->task && first->moment > now->of[first->task];
}

/* Whether all that races with the first access races with the second, which its task does later. */
static bool is_replaced(const struct access *first, const struct access *second)
{
	return first->task == second->task && (first->bytes & ~second->bytes) == 0 &&
	    first->writes <= second->writes && first->is_atomic >= second->is_atomic;
}

static void enter(struct word *word, const struct access *access)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < word->count; i++)
		if (!is_replaced(&word->access[i], access))
			word->access[kept++] = word->access[i];
	word->count = kept;
	if (word->count == word->room)
		word->access =
		    gcx_room(word->access, word->room = word->room * 2 + 4, sizeof *word->access);
	word->access[word->count++] = *access;
}

static const struct access *rival(const struct word *word, const struct access *access,
    const struct moments *now, bool *contends)
{
	for (uint32_t i = 0; i < word->count; i++) {
		if (!are_unordered(&word->access[i], access, now))
			continue;
		*contends = true;
		if (!(word->access[i].is_atomic && access->is_atomic))
			return &word->access[i];
	}
	return NULL;
}

static const struct access *access_word(struct word *word, const struct access *access,
    const struct moments *now, bool *contends)
{
	const struct access *found = rival(word, access, now, contends);

	if (!found)
		enter(word, access);
	return found;
}

/* Those of the word that are among the SIZE bytes at AT, as bits. */
static uint8_t bytes_of(uintptr_t word, uintptr_t at, size_t size)
{
	unsigned first = word < at ? (unsigned)(at - word) : 0;
	unsigned end = word + 8 > at + size ? (unsigned)(at + size - word) : 8;

	return (uint8_t)((1u << end) - (1u << first));
}

const struct access *gcx_shadow_access(struct shadow *shadow, uintptr_t at, size_t size,
    const struct access *access, const struct moments *now, bool *contends)
{
	const struct access *found = NULL;
	struct access part = *access;

	for (uintptr_t word = at & ~(uintptr_t)7; !found && word < at + size; word += 8) {
		part.bytes = bytes_of(word, at, size);
		found = access_word(word_at(shadow, word), &part, now, contends);
	}
	return found;
}

bool gcx_shadow_is_ordered(const struct shadow *shadow, uintptr_t at, size_t size, unsigned task,
    const struct moments *now)
{
	for (uintptr_t i = at & ~(uintptr_t)7; shadow->room > 0 && i < at + size; i += 8) {
		struct access part = { .task = (uint8_t)task,
			.bytes = bytes_of(i, at, size),
			.writes = true };
		const struct word *word = look(shadow, i);
		bool contends;

		if (word->at && word->execution == shadow->execution &&
		    rival(word, &part, now, &contends))
			return false;
	}
	return true;
}

static uint8_t written_bytes(const struct word *word)
{
	unsigned bytes = 0;

	for (uint32_t i = 0; i < word->count; i++)
		bytes |= word->access[i].writes ? word->access[i].bytes : 0u;
	return (uint8_t)bytes;
}

bool gcx_shadow_is_written(const struct shadow *shadow, uintptr_t at, size_t size)
{
	for (uintptr_t i = at & ~(uintptr_t)7; i < at + size; i += 8) {
		const struct word *word = shadow->room > 0 ? look(shadow, i) : NULL;

		if (!word || !word->at || word->execution != shadow->execution ||
		    (bytes_of(i, at, size) & ~written_bytes(word)))
			return false;
	}
	return true;
}

void gcx_shadow_clear(struct shadow *shadow)
{
	shadow->execution++;
}

void gcx_shadow_end(struct shadow *shadow)
{
	for (size_t i = 0; i < shadow->room; i++)
		free(shadow->slots[i].access);
	free(shadow->slots);
}
