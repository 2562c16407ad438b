/* gcrt-part.c: the last bytes of an object whose size is no multiple of a word: Note [Words].
 *
 * The word that has them is in the object's cell, because cells have whole words.  The bytes behind the object are
 * nobody's, or a red zone; they stay as they are.  The address sanitizer would not have them read. */
#define GC_IMPL 1
#include <string.h>

#include "gcrt-collector.h"

/* The bytes of W that are the object's, as a number. */
static uintptr_t own_bytes(struct gcrt_word w, uintptr_t word)
{
	uintptr_t own = 0;
	memcpy(&own, &word, w.part);
	return own;
}

static uintptr_t changed(enum gcrt_change how, uintptr_t found, uintptr_t expected, uintptr_t value)
{
	switch (how) {
	case GCRT_CHANGE_swap: break;
	case GCRT_CHANGE_cas: return found == expected ? value : found;
	case GCRT_CHANGE_fetch_add: return found + value;
	case GCRT_CHANGE_fetch_sub: return found - value;
	case GCRT_CHANGE_fetch_and: return found & value;
	case GCRT_CHANGE_fetch_or: return found | value;
	}
	return value;
}

__attribute__((no_sanitize("address"))) uintptr_t gcrt_load_part(struct gcrt_word w)
{
	return own_bytes(w, gcrt_load(w.at, seq_cst));
}

__attribute__((no_sanitize("address"))) uintptr_t gcrt_change_part(struct gcrt_word w,
    enum gcrt_change how, uintptr_t expected, uintptr_t value)
{
	uintptr_t found = gcrt_load(w.at, relaxed), next, own;
	do {
		next = found;
		own = changed(how, own_bytes(w, found), expected, value);
		memcpy(&next, &own, w.part);
	} while (!gcrt_compare_exchange(w.at, &found, next, false, seq_cst, seq_cst));
	return own_bytes(w, found);
}
