/* moving.c: objects that kernels allocate, and what they copy, in a program that is explored.
 *
 * Note [Same room]: a heap of the scenario has as many cells as the model's, however large the heap of the
 * runtime is.  Each object has a place there, and a unit that allocates takes one first.  If its kernel tests
 * the result against null, it may find none at any time, as in a model: who explores the program tries
 * both.  A script that allocates waits for a place.  What takes and gives places is a signal, so it orders
 * no accesses, and stores that wait do not delay it.  Places that no object had at the start are taken first.
 * So that an object is freed conflicts with an allocation only where it makes a difference.
 *
 * Which cell it gets is up to the runtime.  The object's number is that of its address, if this had one, and else
 * the first that no object has had, as in models; then one whose object was freed. */
#include "driver.h"

#include <gcexplore.h>

static uint32_t is_taken[DRIVER_CELLS]; /* signals; by place */
static int place_of[DRIVER_CELLS];      /* by object; -1: it is free */
static struct making {
	int place, number; /* number -1: it is known when the address is */
} making[WAY_TASKS];
/* By script: it waits for a place; there may be one. */
static uint32_t waits[DRIVER_SCRIPTS], may_look[DRIVER_SCRIPTS];

/* ------------------------------------------------------------------------- places */
void driver_begin_moving(void)
{
	for (unsigned i = 0; i < DRIVER_CELLS; i++) {
		place_of[i] = i < program.named ? (int)i : -1;
		is_taken[i] = i < program.named;
	}
}

/* -1: there is none. */
static int take_place(void)
{
	for (unsigned i = program.objects; i-- > 0;)
		if (gcx_take_signal(&is_taken[i], 0, 1))
			return (int)i;
	return -1;
}

void driver_gives_place(unsigned object)
{
	if (!program.moves || place_of[object] < 0)
		return;
	gcx_signal(&is_taken[place_of[object]], 0);
	place_of[object] = -1;
	for (unsigned n = 0; n < program.scripts; n++)
		if (gcx_see_signal(&waits[n]))
			gcx_signal(&may_look[n], 1);
}

void driver_await_place(struct gc_mutator *m)
{
	unsigned n = (unsigned)(m->roots - run.roots);
	int place = program.moves ? take_place() : 0;

	if (place < 0 && !guide.directed)
		gc_deactivate(m);
	while (place < 0) {
		gcx_signal(&may_look[n], 0);
		gcx_signal(&waits[n], 1);
		place = take_place();
		if (place < 0)
			gcx_await_signal(&may_look[n], 1);
		gcx_signal(&waits[n], 0);
		if (place >= 0 && !guide.directed)
			gc_reactivate(m);
	}
	making[gcx_self()].place = place;
}

/* The new OBJECT, which has this number, has the place that the task has taken. */
static void give_object(uintptr_t object, unsigned number)
{
	int before = driver_number_of(object);

	if (before >= 0 && place_of[before] >= 0)
		gcx_error("a cell is allocated while it holds %s", program.object[before]);
	driver_name_cell(object, number);
	place_of[number] = making[gcx_self()].place;
}

void driver_names_new(uintptr_t object, unsigned number)
{
	if (program.moves)
		give_object(object, number);
	else
		driver_name_cell(object, number);
}

/* ---------------------------------------------------------------------- allocation */
/* The guide says it, or whoever explores the program decides. */
static bool wants_room(const struct seen *e, int told, bool is_tested)
{
	(void)e;
	if (told >= 0)
		return guide.at[told].what == SEEN_ALLOCATE;
	return !is_tested || gcx_choose(2) == 0;
}

bool driver_before_alloc(struct gcrt_worker *worker, uintptr_t like, bool is_tested, unsigned *turn)
{
	struct making *now = &making[gcx_self()];
	struct seen e = driver_event(SEEN_ALLOCATE, 0, 0);
	int told = driver_told_alloc(&e);

	(void)worker;
	driver_looks_at(like);
	driver_check_use(&e, driver_number_of(like));
	now->place = wants_room(&e, told, is_tested) ? take_place() : -1;
	if (now->place < 0 && !is_tested)
		gcrt_no_room(driver_size);
	now->number = told >= 0 ? guide.at[told].which : -1;
	e.what = now->place < 0 ? SEEN_FULL : SEEN_ALLOCATE;
	e.which = (int16_t)(now->place < 0 ? 0
		: now->number < 0          ? driver_next_cell(0)
					   : now->number);
	*turn = driver_take_turn(&e);
	if (now->place >= 0)
		return true;
	driver_note(&e);
	driver_has_happened(&e, *turn);
	return false;
}

/* What the words of an object are before it is copied to is not defined.  In a model they are 0. */
static void clear_words(uintptr_t object)
{
	for (unsigned k = gcrt_collector.metadata_count; k < driver_metas(); k++)
		driver_set_metadata(object, k, 0);
}

void driver_after_alloc(uintptr_t object, unsigned turn)
{
	const struct making *now = &making[gcx_self()];
	struct seen e = driver_event(SEEN_ALLOCATE, 0, 0);

	if (!object)
		gcx_error("`alloc` finds no room, although there is some");
	e.which = (int16_t)(now->number < 0 ? driver_next_cell(object) : now->number);
	driver_show_object(object, GCRT_OBJECT_TRACED);
	clear_words(object);
	give_object(object, (unsigned)e.which);
	driver_note(&e);
	driver_has_happened(&e, turn);
}

/* --------------------------------------------------------------------------- copies */
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
		: object * driver_metas() + gcrt_collector.metadata_count + i - program.slots);
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
			copy->held[i] = turn_of(object, i, SEEN_HOLD);
		if (guide.buffers || i > 0)
			copy->turn[i] = turn_of(object, i, SEEN_STORE);
	}
}

static void is_copied(uintptr_t to, int object, unsigned i, enum seen_access how, unsigned turn)
{
	struct seen e = store_of_copy(object, i, how);

	e.stored = driver_value_of(e.detail, copied_value(to, i));
	driver_note(&e);
	driver_has_happened(&e, turn);
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
