/* copies.c: what kernels copy, in a program that is explored. */
#include "driver.h"

/* A model tells a copy as the stores to its slots and words, in this order. */
static unsigned copied(void)
{
	return program.slots + program.words;
}

/* With store buffers, a store is two events. */
static int copied_location(unsigned object, unsigned i)
{
	return (int)(i < program.slots
		? driver_slots_from() + object * program.slots + i
		: object * driver_metas() + driver_first_word() + i - program.slots);
}

static uintptr_t copied_value(uintptr_t object, unsigned i)
{
	return ((const uintptr_t *)object)[i];
}

static struct seen store_of_copy(int object, unsigned i, enum seen_access how)
{
	struct seen e = driver_event(SEEN_ACCESS, (int)how, 0);

	if (object >= 0)
		e.detail = (int16_t)copied_location((unsigned)object, i);
	return e;
}

static unsigned turn_of(int object, unsigned i, enum seen_access how)
{
	struct seen e = store_of_copy(object, i, how);

	return driver_take_turn(&e);
}

/* Of a part after the first, in a program that chooses the order: the turn of the first was that of the whole copy, because nobody
 * else may use the object to which it goes.  A part that the story does not have waits as anything else. */
static unsigned turn_of_rest(int object, unsigned i, enum seen_access how)
{
	struct seen e = store_of_copy(object, i, how);
	unsigned turn = guide.count ? driver_take(&e) : 0;

	if (turn == guide.count)
		return driver_take_turn(&e);
	driver_begins_event(turn);
	return turn;
}

/* All turns come before the copy, except if the events come one by one: then those after the first follow it at
 * once. */
void driver_before_copy(uintptr_t from, uintptr_t to, struct driver_copied *copy)
{
	int object = driver_number_of(to);
	struct seen e = store_of_copy(object, 0, SEEN_STORE);

	driver_looks_at(from);
	driver_looks_at(to);
	driver_check_use(&e, driver_number_of(from));
	driver_check_use(&e, object);
	copy->first = turn_of(object, 0, guide.buffers ? SEEN_HOLD : SEEN_STORE);
	for (unsigned i = 0; object >= 0 && i < copied() && !guide.directed; i++) {
		if (guide.buffers && i > 0)
			copy->held[i] = turn_of_rest(object, i, SEEN_HOLD);
		if (guide.buffers)
			copy->turn[i] = turn_of(object, i, SEEN_STORE);
		else if (i > 0)
			copy->turn[i] = turn_of_rest(object, i, SEEN_STORE);
	}
}

static void is_copied(uintptr_t to, int object, unsigned i, enum seen_access how, unsigned turn)
{
	struct seen e = store_of_copy(object, i, how);

	e.stored = driver_value_of(e.detail, copied_value(to, i));
	driver_did(&e, turn);
}

/* Nobody else may look while it goes on, so the stores do not wait: what is compared is memory. */
void driver_after_copy(uintptr_t to, const struct driver_copied *copy)
{
	int object = driver_number_of(to);
	bool one_by_one = guide.directed;

	for (unsigned i = 0; object >= 0 && i < copied(); i++) {
		if (guide.buffers)
			is_copied(to, object, i, SEEN_HOLD,
			    i == 0           ? copy->first
				: one_by_one ? turn_of(object, i, SEEN_HOLD)
					     : copy->held[i]);
		is_copied(to, object, i, SEEN_STORE,
		    i == 0 && !guide.buffers ? copy->first
			: one_by_one         ? turn_of(object, i, SEEN_STORE)
					     : copy->turn[i]);
	}
}
