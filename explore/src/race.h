/* race.h: accesses to memory that are not operations, and data races. */
#ifndef GCX_RACE_H
#define GCX_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/src/moments.h"

/* The last access of a task to some bytes of a word. */
struct access {
	const void *place; /* the code, if it is known */
	uint32_t moment;   /* of the task's clock */
	uint8_t task;
	uint8_t bytes; /* of the word, as bits */
	bool writes, is_atomic;
};

struct word {
	uintptr_t at; /* 0: unused */
	uint32_t execution;
	uint32_t count, room;
	struct access *access;
};

struct shadow {
	struct word *slots; /* a hash table */
	size_t room, used;
	uint32_t execution; /* words of others are empty */
};

/* Records the access of SIZE bytes; NOW says what happens before it.  Returns an earlier access to one of
 * the bytes that is in a data race with it: it does not happen before this one, one of the two writes,
 * and they are not both atomic.  NULL: there is none.  *CONTENDS becomes true if there is an access that
 * does not happen before this one, and one of the two writes, atomic or not. */
const struct access *gcx_shadow_access(struct shadow *shadow, uintptr_t at, size_t size,
    const struct access *access, const struct moments *now, bool *contends);
/* Whether all accesses to these bytes by other tasks are among those that the task has seen. */
bool gcx_shadow_is_ordered(const struct shadow *shadow, uintptr_t at, size_t size, unsigned task,
    const struct moments *now);
/* Whether each of these bytes was written in this execution. */
bool gcx_shadow_is_written(const struct shadow *shadow, uintptr_t at, size_t size);
void gcx_shadow_clear(struct shadow *shadow);
void gcx_shadow_end(struct shadow *shadow);

#endif
