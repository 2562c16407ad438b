/* room.h: memory, without which nothing can be explored. */
#ifndef GCX_ROOM_H
#define GCX_ROOM_H

#include <stdio.h>
#include <stdlib.h>

/* realloc for COUNT things of SIZE bytes; ends the process if there is not enough. */
static inline void *gcx_room(void *old, size_t count, size_t size)
{
	void *made = count <= SIZE_MAX / size ? realloc(old, count * size) : NULL;

	if (!made) {
		fputs("gcexplore: out of memory\n", stderr);
		exit(2);
	}
	return made;
}

#endif
