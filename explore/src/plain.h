/* plain.h: accesses that are no operations: whether they may be done. */
#ifndef GCX_PLAIN_H
#define GCX_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explorer;

/* The task that runs accesses SIZE bytes at AT, by the code at PLACE, which may be NULL.  false: it
 * must not; then the execution has failed, and the task must go no further. */
bool gcx_access_memory(struct explorer *x, uintptr_t at, size_t size, bool writes, bool is_atomic,
    const void *place);
/* Whether each of these bytes was written, or has a first value. */
bool gcx_has_value(const struct explorer *x, uintptr_t at, size_t size);
/* As gcx_access_memory, of freeing the block at AT. */
bool gcx_free_memory(struct explorer *x, uintptr_t at, const void *place);

#endif
