/* room.h: memory, without which nothing can be explored. */
#ifndef GCX_ROOM_H
#define GCX_ROOM_H

#include <stdlib.h>

/* realloc for COUNT things of SIZE bytes; ends the process if there is not enough. */
void *gcx_room(void *old, size_t count, size_t size);

#endif
