/* room.c: memory, or the end. */
#include "explore/src/room.h"

#include <stdint.h>
#include <stdio.h>

void *gcx_room(void *old, size_t count, size_t size)
{
	void *made = count <= SIZE_MAX / size ? realloc(old, count * size) : NULL;

	if (!made) {
		fputs("gcexplore: out of memory\n", stderr);
		exit(2);
	}
	return made;
}
