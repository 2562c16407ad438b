/* gcrt-redzone.h: how large each object is, and what is beyond its end (debug builds). */
#ifndef GCRT_REDZONE_H
#define GCRT_REDZONE_H

#include "gcrt-debug.h"
#include "gcrt-space.h"

#define GCRT_RED_ZONE ((size_t)8) /* bytes, at least, after each object */
#define GCRT_BEYOND   0xbd /* is what these contain; odd, so that such words are immediates */

/* As asked for when it was allocated. */
size_t gcrt_object_bytes(const struct gcrt_space *space, uintptr_t object);
void gcrt_redzone_set(struct gcrt_space *space, uintptr_t object, size_t size);
/* Stops the program when somebody has written beyond the object. */
void gcrt_redzone_check(const struct gcrt_space *space, uintptr_t object);

/* The heap's limit is to rise by what the red zone of an object of SIZE costs; and not any more. */
void gcrt_redzone_reserve(struct gcrt_space *space, size_t size);
void gcrt_redzone_release(struct gcrt_space *space, size_t size);
/* Locked.  Makes it so. */
void gcrt_redzone_limit(struct gcrt_space *space);

#endif
