/* moving.c: objects that kernels allocate or move, in a program that is explored, or runs under random schedules.
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

/* Which places are free and fit.  TOLD: no other; -1: any. */
static unsigned fitting_places(enum driver_taker by, int told, unsigned *places)
{
	unsigned count = 0;

	for (unsigned i = 0; i < program.objects; i++)
		if ((told < 0 || told == (int)i) && !gcx_see_signal(&is_taken[i]) &&
		    driver_fits(by, i))
			places[count++] = i;
	return count;
}

/* In a heap with regions: one of the places that are free and fit.  Who explores the program tries each.  What was freed
 * last may still be in a store buffer. */
static int take_fitting_place(enum driver_taker by, int told)
{
	unsigned places[DRIVER_CELLS], count, place;

	do {
		count = fitting_places(by, told, places);
		if (!count)
			return -1;
		place = places[count > 1 ? gcx_choose(count) : 0];
	} while (!gcx_take_signal(&is_taken[place], 0, 1));
	driver_take_hole(by, place);
	gcx_await_value(gcrt_object_byte(driver_place(place)), 1, 0);
	return (int)place;
}

/* In a part of the heap.  -1: there is none. */
static int take_place(unsigned part)
{
	unsigned first, past = driver_numbers_of(part, &first);

	for (unsigned i = past; i-- > first;)
		if (gcx_take_signal(&is_taken[i], 0, 1))
			return (int)i;
	return -1;
}

/* The part that space S is now. */
static unsigned part_of_space(unsigned s)
{
	return program.part ? gcrt_space_part(&run.heap->space, s) : 0;
}

void driver_places_change(void)
{
	for (unsigned n = 0; n < program.scripts; n++)
		if (gcx_see_signal(&waits[n]))
			gcx_signal(&may_look[n], 1);
}

void driver_gives_place(unsigned object)
{
	if (!program.moves || place_of[object] < 0)
		return;
	gcx_signal(&is_taken[place_of[object]], 0);
	place_of[object] = -1;
	driver_places_change();
}

/* While the mutator was inactive, spaces may have been exchanged: it gives PLACE back if it is not in the first one. */
static int keep_place(int place)
{
	unsigned first, past = driver_numbers_of(part_of_space(0), &first);

	if ((unsigned)place >= first && (unsigned)place < past)
		return place;
	gcx_signal(&is_taken[place], 0);
	return -1;
}

/* The same in a heap with regions.  Nothing is taken while the mutator is inactive. */
static int await_fitting_place(struct gc_mutator *m, unsigned n)
{
	struct seen e = driver_event(SEEN_ALLOCATE, 0, 0);
	int told = driver_told_cell(&e), place = take_fitting_place(DRIVER_MUTATORS, told);
	unsigned places[DRIVER_CELLS];

	while (place < 0) {
		if (!guide.directed)
			gc_deactivate(m);
		gcx_signal(&may_look[n], 0);
		gcx_signal(&waits[n], 1);
		if (!fitting_places(DRIVER_MUTATORS, told, places))
			gcx_await_signal(&may_look[n], 1);
		gcx_signal(&waits[n], 0);
		if (!guide.directed)
			gc_reactivate(m);
		place = take_fitting_place(DRIVER_MUTATORS, told);
	}
	return place;
}

/* The inline path of the program finds the place as a hole of the mutator.  If a story directs the program, the
 * mutator has none, because the barrier for new objects must come after the event. */
static void await_hole(struct gc_mutator *m)
{
	uint8_t metadata[GCRT_MAX_METADATA];

	making[gcx_self()].place = await_fitting_place(m, (unsigned)(m->roots - run.roots));
	if (guide.directed)
		return;
	gcrt_new_metadata(m, metadata);
	m->holes[0] = driver_hole(&m->heap->space, driver_taken_place(), metadata);
}

unsigned driver_taken_place(void)
{
	return (unsigned)making[gcx_self()].place;
}

static void await_some_place(struct gc_mutator *m)
{
	unsigned n = (unsigned)(m->roots - run.roots);
	int place = program.moves ? take_place(part_of_space(0)) : 0;

	if (place < 0 && !guide.directed)
		gc_deactivate(m);
	while (place < 0) {
		gcx_signal(&may_look[n], 0);
		gcx_signal(&waits[n], 1);
		place = take_place(part_of_space(0));
		if (place < 0)
			gcx_await_signal(&may_look[n], 1);
		gcx_signal(&waits[n], 0);
		if (place < 0 || guide.directed)
			continue;
		gc_reactivate(m);
		place = keep_place(place);
		if (place < 0)
			gc_deactivate(m);
	}
	making[gcx_self()].place = place;
}

void driver_await_place(struct gc_mutator *m)
{
	if (program.sorts)
		await_hole(m);
	else
		await_some_place(m);
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

/* The object at FROM is at TO now. */
void driver_has_moved(uintptr_t from, uintptr_t to)
{
	int before = driver_number_of(from), now = driver_number_of(to);

	if (before < 0 || now < 0 || before == now)
		return;
	driver_lock_names();
	run.is_freed[before] = true;
	run.is_freed[now] = false;
	run.is_new[now] = true;
	place_of[now] = place_of[before];
	place_of[before] = -1;
	driver_unlock_names();
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

bool driver_before_alloc(unsigned space, uintptr_t like, bool is_tested, unsigned *turn)
{
	struct making *now = &making[gcx_self()];
	struct seen e = driver_event(SEEN_ALLOCATE, 0, 0);
	int told = driver_told_alloc(&e);
	unsigned part = part_of_space(space);

	driver_looks_at(like);
	driver_check_use(&e, driver_number_of(like));
	now->place = !wants_room(&e, told, is_tested) ? -1
	    : program.sorts
	    ? take_fitting_place(DRIVER_WORKERS, told < 0 ? -1 : guide.at[told].which)
	    : take_place(part);
	if (now->place < 0 && !is_tested)
		gcrt_no_room(driver_size);
	now->number = program.sorts ? now->place : told >= 0 ? guide.at[told].which : -1;
	e.what = now->place < 0 ? SEEN_FULL : SEEN_ALLOCATE;
	e.which = (int16_t)(now->place < 0 ? 0
		: now->number < 0          ? driver_next_cell(0, part)
					   : now->number);
	*turn = driver_take_turn(&e);
	if (now->place >= 0)
		return true;
	driver_did(&e, *turn);
	return false;
}

/* What the words of an object are before it is copied to is not defined.  In a model they are 0. */
static void clear_words(uintptr_t object)
{
	for (unsigned k = driver_first_word(); k < driver_metas(); k++)
		driver_set_metadata(object, k, 0);
}

void driver_after_alloc(uintptr_t object, unsigned turn)
{
	const struct making *now = &making[gcx_self()];
	struct seen e = driver_event(SEEN_ALLOCATE, 0, 0);

	if (!object)
		gcx_error("`alloc` finds no room, although there is some");
	driver_show_object(object, GCRT_OBJECT_TRACED);
	clear_words(object);
	driver_lock_names();
	e.which = (int16_t)(now->number < 0 ? driver_next_cell(object, driver_part_of(object))
					    : now->number);
	give_object(object, (unsigned)e.which);
	driver_unlock_names();
	driver_did(&e, turn);
}
