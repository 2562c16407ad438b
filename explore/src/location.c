/* location.c: the locations of an execution, by their addresses. */
#include "explore/src/location.h"

#include <string.h>
#include "explore/src/room.h"

static size_t slot_of(const struct locations *all, uintptr_t at)
{
	return (size_t)((uint64_t)at * 0x9e3779b97f4a7c15u >> 32) & (all->room - 1);
}

static struct location *look(const struct locations *all, uintptr_t at)
{
	size_t i = slot_of(all, at);

	while (all->slots[i].at != 0 && all->slots[i].at != at)
		i = (i + 1) & (all->room - 1);
	return &all->slots[i];
}

struct location *gcx_find_location(const struct locations *all, uintptr_t at)
{
	struct location *found = all->room ? look(all, at) : NULL;

	return found && found->size ? found : NULL;
}

bool gcx_is_contended(const struct locations *all, uintptr_t at)
{
	return all->room && look(all, at)->contended;
}

static void grow(struct locations *all)
{
	struct locations old = *all;

	all->room = old.room ? old.room * 2 : 64;
	all->slots = gcx_room(NULL, all->room, sizeof *all->slots);
	memset(all->slots, 0, all->room * sizeof *all->slots);
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].at)
			*look(all, old.slots[i].at) = old.slots[i];
	free(old.slots);
}

/* Whether an access of SIZE bytes at AT touches a part of another location. */
static bool overlaps(const struct locations *all, uintptr_t at, unsigned size)
{
	const struct location *other;

	for (uintptr_t i = at & ~(uintptr_t)7; i < at + size; i++)
		if (i != at && (other = gcx_find_location(all, i)) && i + other->size > at)
			return true;
	return false;
}

struct location *gcx_location(struct locations *all, uintptr_t at, unsigned size)
{
	struct location *found = gcx_find_location(all, at);

	if (found)
		return found->size == size ? found : NULL;
	if (at == 0 || at % size || overlaps(all, at, size))
		return NULL;
	if (all->used * 2 >= all->room)
		grow(all);
	found = look(all, at);
	all->used += found->at == 0;
	found->at = at;
	found->size = size;
	return found;
}

void gcx_add_version(struct location *location, uint32_t event, uint64_t before)
{
	if (location->version_count == location->version_room)
		location->versions = gcx_room(location->versions,
		    location->version_room = location->version_room * 2 + 8,
		    sizeof *location->versions);
	location->versions[location->version_count++] = (struct version){ event, before };
	location->readers = 0;
}

uint32_t gcx_last_write(const struct location *location)
{
	return location->version_count ? location->versions[location->version_count - 1].event
				       : NO_EVENT;
}

/* The tables of versions are kept: the next execution needs about the same. */
void gcx_forget_locations(struct locations *all)
{
	for (size_t i = 0; i < all->room; i++) {
		struct location *slot = &all->slots[i];

		if (!slot->at)
			continue;
		slot->size = slot->watched ? slot->size : 0;
		slot->version_count = 0;
		slot->readers = 0;
		slot->writes = 0;
		memset(&slot->carried, 0, sizeof slot->carried);
		slot->waiting = 0;
		slot->history = 0;
		memset(slot->seen, 0, sizeof slot->seen);
	}
}

void gcx_free_locations(struct locations *all)
{
	for (size_t i = 0; i < all->room; i++)
		free(all->slots[i].versions);
	free(all->slots);
	*all = (struct locations){ 0 };
}
