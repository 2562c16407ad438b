/* gcrt-redzone.h: how large each object is, and what is beyond its end (debug builds). */
#ifndef GCRT_REDZONE_H
#define GCRT_REDZONE_H

#include "gcrt-debug.h"
#include "gcrt-space.h"

#define GCRT_RED_ZONE ((size_t)8) /* bytes after each object, at least */
#define GCRT_BEYOND   0xbd        /* fills them; odd, so that such words are immediates */

/* The size that the program asked for. */
size_t gcrt_object_bytes(const struct gcrt_space *space, uintptr_t object);
void gcrt_redzone_set(struct gcrt_space *space, uintptr_t object, size_t size);
/* Stops the program if something was written after the end of the object. */
void gcrt_redzone_check(const struct gcrt_space *space, uintptr_t object);

/* Raises the heap's limit by the cost of the red zone of an object of SIZE bytes; and lowers it
 * again. gcrt_redzone_limit makes this effective. */
void gcrt_redzone_reserve(struct gcrt_space *space, size_t size);
void gcrt_redzone_release(struct gcrt_space *space, size_t size);
/* Locked.  Sets the limit according to the calls of the two functions above. */
void gcrt_redzone_limit(struct gcrt_space *space);

#endif
