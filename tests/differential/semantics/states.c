/* states.c: a set of states, each with where it came from.
 *
 * A state is stored as bytes; a cell that does not fit in one takes three. */
#include "tests/differential/semantics/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 0x80, PACKED = 3 * CELLS + 8 };

struct states {
	unsigned char *bytes;
	size_t used, room;
	size_t *first;
	uint32_t count, states_room; /* where each state begins, and the end */
	uint32_t *slots;
	uint32_t slot_count; /* number + 1, a power of two */
};

static void *grow(void *old, size_t size)
{
	void *new = realloc(old, size);

	if (!new) {
		fprintf(stderr, "semantics: out of memory\n");
		exit(2);
	}
	return new;
}

struct states *sx_states_new(const struct machine *machine)
{
	struct states *states = grow(NULL, sizeof *states);

	(void)machine;
	*states = (struct states){ .slot_count = 1 << 12, .states_room = 1 << 10, .room = 1 << 16 };
	states->slots = calloc(states->slot_count, sizeof *states->slots);
	states->first = grow(NULL, (states->states_room + 1) * sizeof *states->first);
	states->bytes = grow(NULL, states->room);
	states->first[0] = 0;
	return states;
}

void sx_states_free(struct states *states)
{
	free(states->slots);
	free(states->first);
	free(states->bytes);
	free(states);
}

uint32_t sx_states_count(const struct states *states)
{
	return states->count;
}

/* ------------------------------------------------------------------------ packing */
static unsigned char *put(unsigned char *at, int value)
{
	if (value >= -64 && value < 127) {
		*at = (unsigned char)(value < 0 ? value + 256 : value);
		return at + 1;
	}
	*at++ = WIDE;
	*at++ = (unsigned char)(value & 0xff);
	*at++ = (unsigned char)(value >> 8 & 0xff);
	return at;
}

static size_t pack(unsigned char *bytes, const struct state *s, unsigned position)
{
	unsigned char *at = put(put(bytes, (int)(position & 0x7fff)), (int)(position >> 15));

	for (unsigned i = 0; i < s->count; i++)
		at = put(at, s->at[i]);
	return (size_t)(at - bytes);
}

static const unsigned char *take(const unsigned char *at, int *value)
{
	if (*at == WIDE) {
		*value = (int16_t)(at[1] | at[2] << 8);
		return at + 3;
	}
	*value = *at > WIDE ? *at - 256 : *at;
	return at + 1;
}

void sx_states_get(const struct states *states, uint32_t number, struct state *s,
    unsigned *position)
{
	const unsigned char *at = states->bytes + states->first[number];
	const unsigned char *end = states->bytes + states->first[number + 1];
	int low, high, value;

	at = take(take(at, &low), &high);
	*position = (unsigned)low | (unsigned)high << 15;
	for (s->count = 0; at < end; s->at[s->count++] = (cell)value)
		at = take(at, &value);
}

/* ------------------------------------------------------------------------ hashing */
static uint64_t hash(const unsigned char *bytes, size_t length)
{
	uint64_t h = length * 0x9e3779b97f4a7c15u, word;

	for (; length >= 8; bytes += 8, length -= 8) {
		memcpy(&word, bytes, 8);
		h = (h ^ word) * 0xbf58476d1ce4e5b9u;
		h ^= h >> 29;
	}
	for (word = 0; length > 0; length--)
		word = word << 8 | *bytes++;
	h = (h ^ word) * 0x94d049bb133111ebu;
	return h ^ h >> 31;
}

static uint32_t *find(struct states *states, const unsigned char *bytes, size_t length)
{
	uint32_t mask = states->slot_count - 1, at = (uint32_t)hash(bytes, length) & mask;

	for (;; at = (at + 1) & mask) {
		uint32_t number = states->slots[at];
		size_t first;

		if (number == 0)
			return &states->slots[at];
		first = states->first[number - 1];
		if (states->first[number] - first == length &&
		    memcmp(states->bytes + first, bytes, length) == 0)
			return &states->slots[at];
	}
}

static void rehash(struct states *states)
{
	states->slot_count *= 4;
	states->slots = grow(states->slots, states->slot_count * sizeof *states->slots);
	memset(states->slots, 0, states->slot_count * sizeof *states->slots);
	for (uint32_t i = 0; i < states->count; i++)
		*find(states, states->bytes + states->first[i],
		    states->first[i + 1] - states->first[i]) = i + 1;
}

static void make_room(struct states *states)
{
	if (states->used + PACKED > states->room)
		states->bytes = grow(states->bytes, states->room *= 2);
	if (states->count + 2 > states->states_room)
		states->first =
		    grow(states->first, ((states->states_room *= 2) + 1) * sizeof *states->first);
	if (states->count * 2 > states->slot_count)
		rehash(states);
}

uint32_t sx_states_add(struct states *states, const struct state *s, unsigned position,
    bool *is_new)
{
	unsigned char *bytes;
	uint32_t *slot;
	size_t length;

	make_room(states);
	bytes = states->bytes + states->used;
	length = pack(bytes, s, position);
	slot = find(states, bytes, length);
	*is_new = *slot == 0;
	if (*is_new) {
		states->used += length;
		states->first[++states->count] = states->used;
		*slot = states->count;
	}
	return *slot - 1;
}
