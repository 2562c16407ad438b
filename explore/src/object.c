/* object.c: which object is where: Note [Objects]. */
#include "explore/src/object.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/explorer.h"
#include "explore/src/room.h"

static struct object_word *look(const struct objects *objects, uintptr_t word)
{
	size_t i = (size_t)((uint64_t)word * 0x9e3779b97f4a7c15u >> 32) & (objects->room - 1);

	while (objects->slots[i].at != 0 && objects->slots[i].at != word)
		i = (i + 1) & (objects->room - 1);
	return &objects->slots[i];
}

static void grow(struct objects *objects)
{
	struct objects old = *objects;

	objects->room = old.room ? old.room * 2 : 64;
	objects->slots = gcx_room(NULL, objects->room, sizeof *objects->slots);
	memset(objects->slots, 0, objects->room * sizeof *objects->slots);
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].at)
			*look(objects, old.slots[i].at) = old.slots[i];
	free(old.slots);
}

static unsigned number_at(const struct objects *objects, uintptr_t at)
{
	const struct object_word *word;

	if (objects->used == 0)
		return 0;
	word = look(objects, at & ~(uintptr_t)(WORD_BYTES - 1));
	return word->at ? word->number[at % WORD_BYTES] : 0;
}

static void set_number(struct objects *objects, uintptr_t at, unsigned number)
{
	uintptr_t base = at & ~(uintptr_t)(WORD_BYTES - 1);
	struct object_word *word;

	if (objects->used * 2 >= objects->room)
		grow(objects);
	word = look(objects, base);
	objects->used += word->at == 0;
	word->at = base;
	word->number[at % WORD_BYTES] = (uint16_t)number;
}

static uintptr_t name_of(uintptr_t at, unsigned number)
{
	return at | (uintptr_t)number << OBJECT_SHIFT;
}

/* The location that is there now and begins at AT; NULL: none. */
static struct location *location_at(const struct explorer *x, uintptr_t at)
{
	return gcx_find_location(&x->locations, name_of(at, number_at(&x->objects, at)));
}

uintptr_t gcx_object_location(struct explorer *x, uintptr_t at, unsigned size)
{
	unsigned number = 0;
	bool same = true;

	if (x->objects.used == 0)
		return at;
	for (unsigned i = 0; i < size; i++) {
		unsigned other = number_at(&x->objects, at + i);

		same &= i == 0 || other == number;
		number = other > number ? other : number;
	}
	for (unsigned i = 0; !same && i < size; i++)
		set_number(&x->objects, at + i, number);
	return name_of(at, number);
}

bool gcx_object_conflicts(const struct explorer *x, uintptr_t at, unsigned size)
{
	const struct location *there = location_at(x, at);

	if (there)
		return there->size != size;
	for (uintptr_t i = at & ~(uintptr_t)(WORD_BYTES - 1); i < at + size; i++)
		if (i != at && (there = location_at(x, i)) && i + there->size > at)
			return true;
	return false;
}

static bool end_object(struct explorer *x, const struct location *location)
{
	uintptr_t at = gcx_address(location->at);
	unsigned number = (unsigned)(location->at >> OBJECT_SHIFT) + 1;

	if (number > UINT16_MAX)
		return false;
	for (unsigned i = 0; i < location->size; i++)
		set_number(&x->objects, at + i, number);
	return true;
}

bool gcx_end_objects(struct explorer *x, uintptr_t at, size_t size)
{
	const struct location *location;

	if (!x->has_plain ||
	    !gcx_shadow_is_ordered(&x->shadow, at, size, x->self, &x->tasks[x->self].sync.now))
		return false;
	for (uintptr_t i = at & ~(uintptr_t)(WORD_BYTES - 1); i < at + size; i++) {
		location = location_at(x, i);
		if (location && i + location->size > at && !end_object(x, location))
			return false;
	}
	return true;
}

bool gcx_is_object(const struct explorer *x, uintptr_t location)
{
	uintptr_t at = gcx_address(location);

	return location == name_of(at, number_at(&x->objects, at));
}

void gcx_forget_objects(struct objects *objects)
{
	if (objects->used > 0)
		memset(objects->slots, 0, objects->room * sizeof *objects->slots);
	objects->used = 0;
}
