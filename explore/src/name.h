/* name.h: what locations are called in messages. */
#ifndef GCX_NAME_H
#define GCX_NAME_H

#include <stddef.h>
#include <stdint.h>
#include "explore/src/operation.h"

struct explorer;

struct names {
	struct name {
		uintptr_t at;
		size_t size;
		const char *name;
	} * at; /* in the order of their addresses */
	size_t count, room;
};

/* Writes what the location is called, at most SIZE bytes. */
void gcx_name_of(const struct explorer *x, uintptr_t location, char *text, size_t size);
/* That of the function, without gcx_. */
void gcx_name_of_kind(enum operation_kind kind, char *text, size_t size);
void gcx_add_name(struct explorer *x, uintptr_t at, size_t size, const char *name);

#endif
