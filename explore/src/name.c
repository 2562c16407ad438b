/* name.c: what locations are called in messages.  A program gives its names again in each
 * execution. */
#include "explore/src/name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "explore/src/explorer.h"
#include "explore/src/room.h"

/* How many names are of locations at AT or before. */
static size_t count_up_to(const struct names *names, uintptr_t at)
{
	size_t low = 0, high = names->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (names->at[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void gcx_add_name(struct explorer *x, uintptr_t at, size_t size, const char *name)
{
	struct names *names = &x->names;
	size_t where = count_up_to(names, at);

	if (where > 0 && names->at[where - 1].at == at) {
		names->at[where - 1] = (struct name){ at, size, name };
		return;
	}
	if (names->count == names->room)
		names->at =
		    gcx_room(names->at, names->room = names->room * 2 + 16, sizeof *names->at);
	memmove(&names->at[where + 1], &names->at[where],
	    (names->count++ - where) * sizeof *names->at);
	names->at[where] = (struct name){ at, size, name };
}

void gcx_name_of(const struct explorer *x, uintptr_t location, char *text, size_t size)
{
	uintptr_t at = gcx_address(location);
	size_t where = count_up_to(&x->names, at);
	const struct name *name = where ? &x->names.at[where - 1] : NULL;

	if (!name || at - name->at >= name->size)
		snprintf(text, size, "%#lx", (unsigned long)at);
	else if (at == name->at)
		snprintf(text, size, "%s", name->name);
	else
		snprintf(text, size, "%s+%zu", name->name, (size_t)(at - name->at));
}

void gcx_name_of_kind(enum operation_kind kind, char *text, size_t size)
{
	static const char *const kinds[] = {
#define OPERATION(name, footprint, guard) #name,
#include "explore/src/operations.def"
	};

	snprintf(text, size, "%s", kinds[kind]);
	for (char *c = text; *c; c++)
		*c = (char)tolower((unsigned char)*c);
}
