/* useless.c: what is known of loops that wait: Note [Useless values]. */
#include "explore/src/useless.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/room.h"

/* As many as are of use: what a program does with a lock is not much. */
enum { MOST_STATES = 1 << 16 };

static struct useless **look(const struct useless_values *all, uint64_t state)
{
	size_t i = (size_t)(state >> 20) & (all->room - 1);

	while (all->slots[i] && all->slots[i]->state != state)
		i = (i + 1) & (all->room - 1);
	return &all->slots[i];
}

static void grow(struct useless_values *all)
{
	struct useless_values old = *all;

	all->room = old.room ? old.room * 2 : 64;
	all->slots = gcx_room(NULL, all->room, sizeof(struct useless *));
	memset(all->slots, 0, all->room * sizeof(struct useless *));
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i])
			*look(all, old.slots[i]->state) = old.slots[i];
	free(old.slots);
}

bool gcx_is_waiting_place(const struct useless_values *all, const void *place)
{
	for (unsigned i = 0; i < all->place_count; i++)
		if (all->places[i] == place)
			return true;
	return false;
}

const struct useless *gcx_find_useless(const struct useless_values *all, uint64_t state)
{
	return all->used ? *look(all, state) : NULL;
}

void gcx_add_useless(struct useless_values *all, const void *place, uint64_t state, uint64_t value)
{
	bool is_known = gcx_is_waiting_place(all, place);
	struct useless **at;

	if (!is_known && all->place_count == MOST_PLACES)
		return;
	if (!is_known)
		all->places[all->place_count++] = place;
	if (all->used * 2 >= all->room)
		grow(all);
	at = look(all, state);
	if (!*at && all->used == MOST_STATES)
		return;
	if (!*at) {
		*at = gcx_room(NULL, 1, sizeof **at);
		(*at)->state = state;
		(*at)->count = 0;
		all->used++;
	}
	if ((*at)->count < MOST_USELESS && !gcx_is_useless(*at, value))
		(*at)->values[(*at)->count++] = value;
}

void gcx_free_useless(struct useless_values *all)
{
	for (size_t i = 0; i < all->room; i++)
		free(all->slots[i]);
	free(all->slots);
}
