/* object.h: memory that is one object after the other.
 *
 * Note [Objects].  A stack frame is used again, and so its bytes may be an atomic variable of another
 * size, or be accessed by the program itself.  If all accesses to what was there before happen before
 * the first access to the new object, then nobody can see both, and the location of the new object has
 * nothing in common with the old one.  It gets a name of its own: the address, and above it the number of
 * the object there.  Accesses that are not ordered fail: by a data race, or because the locations
 * overlap. */
#ifndef GCX_OBJECT_H
#define GCX_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explorer;

enum { OBJECT_SHIFT = 48, WORD_BYTES = 8 };

static inline uintptr_t gcx_address(uintptr_t location)
{
	return location & ((UINT64_C(1) << OBJECT_SHIFT) - 1);
}

/* The numbers of the objects in a word, for each byte. */
struct object_word {
	uintptr_t at; /* 0: unused */
	uint16_t number[WORD_BYTES];
};

struct objects {
	struct object_word *slots; /* a hash table */
	size_t room, used;
};

/* The name of the location of SIZE bytes at AT. */
uintptr_t gcx_object_location(struct explorer *x, uintptr_t at, unsigned size);
/* Whether a location of another size is there. */
bool gcx_object_conflicts(const struct explorer *x, uintptr_t at, unsigned size);
/* The task that runs uses the bytes as a new object.  false: it must not, as others may still access
 * what is there. */
bool gcx_end_objects(struct explorer *x, uintptr_t at, size_t size);
/* Whether the name is of the object that is there now. */
bool gcx_is_object(const struct explorer *x, uintptr_t location);
void gcx_forget_objects(struct objects *objects); /* for the next execution */

#endif
