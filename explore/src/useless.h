/* useless.h: values that a loop waits to see no more.
 *
 * Note [Useless values].  (Only with GCX_SC.  Under the other models, what a task has read makes a difference
 * to what it can read next, or to what is in its buffer.)  Suppose that a task in some state reads a value,
 * is then in the same state again (spin.h), and has accessed nothing but its own stack in between.  Then
 * the same happens whenever it reads this value in this state, in each execution.  So the read can wait for
 * another value, as gcx_await_other does: an execution in which it finds this value has the same end as one
 * in which the read comes later.  States and their values are remembered for the whole exploration.  Steps
 * that are prescribed (by a schedule, or because they were found to be possible before this was known) are
 * done all the same. */
#ifndef GCX_USELESS_H
#define GCX_USELESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_USELESS = 64, MOST_PLACES = 64 };

/* Of a state. */
struct useless {
	uint64_t state;
	unsigned count;
	uint64_t values[MOST_USELESS];
};

struct useless_values {
	struct useless **slots; /* a hash table, by states */
	size_t room, used;
	const void *places[MOST_PLACES]; /* of the code where there are such states */
	unsigned place_count;
};

/* NULL: none are known. */
const struct useless *gcx_find_useless(const struct useless_values *all, uint64_t state);
/* One more, unless there are too many. */
void gcx_add_useless(struct useless_values *all, const void *place, uint64_t state, uint64_t value);
/* Whether values may be known of states at this place in the code. */
bool gcx_is_waiting_place(const struct useless_values *all, const void *place);
void gcx_free_useless(struct useless_values *all);

static inline bool gcx_is_useless(const struct useless *useless, uint64_t value)
{
	for (unsigned i = 0; useless && i < useless->count; i++)
		if (useless->values[i] == value)
			return true;
	return false;
}

#endif
