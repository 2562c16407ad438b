/* watch.c: what a program that is explored does, event by event.
 *
 * An event is noted right after the operation that it is about.  No other task goes on between the
 * two. */
#include "driver.h"

#include <gcexplore.h>
#include <stdarg.h>
#include <stdio.h>

/* By task: who acts there; is_extra: somebody does. */
static struct seen actor[WAY_TASKS];

/* ---------------------------------------------------------------------- numbers */
static unsigned slots_from(void)
{
	return program.objects * gcrt_collector.metadata_count;
}

static unsigned roots_from(void)
{
	return slots_from() + program.objects * program.slots;
}

int driver_object_of(int location)
{
	if (location < 0 || (unsigned)location >= roots_from())
		return -1;
	if ((unsigned)location < slots_from())
		return location / (int)gcrt_collector.metadata_count;
	return (location - (int)slots_from()) / (int)program.slots;
}

static int number_of(uintptr_t object)
{
	for (unsigned i = 0; object && i < program.objects; i++)
		if (run.cell[i] == object)
			return (int)i;
	return object ? SEEN_NO_OBJECT : -1;
}

static int root_at(uintptr_t at)
{
	unsigned from = roots_from();

	for (unsigned n = 0; n < program.scripts; n++) {
		uintptr_t first = (uintptr_t)run.roots[n].slot;

		if (first && at >= first && at < first + run.roots[n].count * sizeof(uintptr_t))
			return (int)(from + (at - first) / sizeof(uintptr_t));
		from += program.script[n].root_count;
	}
	return -1;
}

/* -1: it is nothing of the scenario's. */
static int location_at(uintptr_t at)
{
	unsigned metas = gcrt_collector.metadata_count;

	for (unsigned i = 0; i < program.objects; i++) {
		uintptr_t cell = run.cell[i];

		if (cell && at >= cell && at < cell + program.slots * sizeof(uintptr_t))
			return (int)(slots_from() + i * program.slots +
			    (at - cell) / sizeof(uintptr_t));
		for (unsigned k = 0; cell && k < metas; k++)
			if (at == (uintptr_t)gcrt_table(cell, 1 + k))
				return (int)(i * metas + k);
	}
	return root_at(at);
}

static int16_t value_at(int location, uintptr_t value)
{
	return (int16_t)((unsigned)location < slots_from() ? (int)value : number_of(value));
}

static int mutator_number(uintptr_t mutator)
{
	const struct gc_mutator_roots *roots = ((struct gc_mutator *)mutator)->roots;

	return roots ? (int)(roots - run.roots) : -1;
}

static int16_t argument(char type, uintptr_t word)
{
	switch (type) {
	case 'o': return (int16_t)number_of(word);
	case 'm': return (int16_t)mutator_number(word);
	case 's': return (int16_t)location_at(word);
	}
	return (int16_t)word;
}

/* ------------------------------------------------------------------------ events */
static struct seen event_of(unsigned what, int which, int detail)
{
	struct seen e = actor[gcx_self()];

	if (!e.is_extra)
		e.who = SEEN_NOBODY;
	e.is_extra = false;
	e.what = (uint8_t)what;
	e.which = (int16_t)which;
	e.detail = (int16_t)detail;
	e.found = e.stored = SEEN_NOTHING;
	return e;
}

static void happens(const struct seen *e)
{
	unsigned turn = driver_take_turn(e);

	driver_note(e);
	driver_has_happened(e, turn);
}

void driver_machine(unsigned what, unsigned which, unsigned detail)
{
	struct seen e = event_of(what, (int)which, (int)detail);

	happens(&e);
}

struct seen driver_begin_unit(unsigned kind, const uintptr_t *unit)
{
	struct seen before = actor[gcx_self()], *now = &actor[gcx_self()], e;
	const char *types = program.parameters[kind];

	*now = (struct seen){ .is_extra = true, .who = (int16_t)kind };
	for (unsigned i = 0; i < SEEN_ARGUMENTS && types[i]; i++) {
		now->argument[i] = argument(types[i], unit[i]);
		if (types[i] == 'm' && now->argument[i] < 0)
			now->who =
			    SEEN_NOBODY; /* about the heap's own roots: no scenario has any */
	}
	e = event_of(SEEN_UNIT, 0, 0);
	if (e.who != SEEN_NOBODY)
		happens(&e);
	return before;
}

void driver_end_unit(struct seen before)
{
	struct seen e = event_of(SEEN_DONE, 0, 0);

	if (e.who != SEEN_NOBODY)
		happens(&e);
	actor[gcx_self()] = before;
}

/* A mutator that waits for its turn waits as in code that knows nothing of the heap, or as one that
 * is slow.  In the first case what it has buffered is given to the workers. */
void driver_acts(struct gc_mutator *m, unsigned script, unsigned action)
{
	struct seen e;
	bool rests;

	actor[gcx_self()] = (struct seen){ .is_extra = true, .who = (int16_t)(-1 - (int)script) };
	e = event_of(SEEN_ACTION, 0, (int)action);
	rests = m && !driver_may_act(&e) && gcx_choose(2) == 0;
	if (rests)
		gc_deactivate(m);
	happens(&e);
	if (rests)
		gc_reactivate(m);
}

void driver_has_allocated(uintptr_t object)
{
	struct seen e = event_of(SEEN_ALLOCATE, 0, 0);
	int told = driver_told_cell(&e);
	unsigned turn;

	e.which = (int16_t)(told < 0 ? driver_next_cell(object) : told);
	turn = driver_take_turn(&e);

	driver_name_cell(object, (unsigned)e.which);
	driver_note(&e);
	driver_has_happened(&e, turn);
}

/* ---------------------------------------------------------------------- accesses */
static struct seen access_to(enum seen_access how, int location)
{
	return event_of(SEEN_ACCESS, (int)how, location);
}

/* Note [Freed objects]: whether an object is free is read in a step of its own, before it is used.
 * So who explores the program knows that freeing an object conflicts with its use, and tries both
 * orders.  An object that is free then is used free if no other task goes on in between.
 *
 * A program that follows a story goes only where the story does: there it is no step. */
static bool is_freed(int object)
{
	const uint8_t *byte;

	if (object < 0)
		return false;
	byte = gcrt_object_byte(run.cell[object]);
	return guide.count ? !*byte : !gcx_read_explicit(byte, 1, GCX_RELAXED);
}

/* What the models call `no_freed_access'. */
static void check_use(const struct seen *e, int object)
{
	const char *who = e->who >= 0 ? gcrt_collector.kinds[e->who].name : "a mutator";

	if (!is_freed(object))
		return;
	if (guide.count)
		driver_misused(e);
	else if (object < (int)program.named)
		gcx_error("use after free of object %s, by %s", program.object[object], who);
	else
		gcx_error("use after free of object new%d, by %s", object - (int)program.named + 1,
		    who);
}

/* It is null, or something that was never an object. */
static void misuse(const struct seen *e, uintptr_t object)
{
	if (guide.count)
		driver_misused(e);
	else
		gcx_error("use of %s as an object, by %s", object ? "something else" : "null",
		    gcrt_collector.kinds[e->who].name);
}

struct driver_turn driver_before(enum seen_access how, const void *place)
{
	int location = location_at((uintptr_t)place);
	struct driver_turn turn = { location, 0 };
	struct seen e = access_to(how, location);

	if (location < 0)
		return turn;
	turn.turn = driver_take_turn(&e);
	check_use(&e, driver_object_of(location));
	return turn;
}

void driver_after(enum seen_access how, struct driver_turn turn, uintptr_t found, uintptr_t stored)
{
	struct seen e = access_to(how, turn.location);

	if (turn.location < 0)
		return;
	if (how != SEEN_STORE)
		e.found = value_at(turn.location, found);
	if (how != SEEN_LOAD)
		e.stored = value_at(turn.location, stored);
	driver_note(&e);
	driver_has_happened(&e, turn.turn);
}

void driver_looks_at(uintptr_t object)
{
	struct seen e = event_of(SEEN_FREE, -1, 0);

	if (e.who >= 0 && number_of(object) < 0)
		misuse(&e, object);
}

unsigned driver_before_free(uintptr_t object)
{
	struct seen e = event_of(SEEN_FREE, number_of(object), 0);
	unsigned turn = driver_take_turn(&e);

	if (e.who >= 0 && e.which < 0)
		misuse(&e, object);
	check_use(&e, e.which);
	return turn;
}

void driver_after_free(uintptr_t object, unsigned turn)
{
	struct seen e = event_of(SEEN_FREE, number_of(object), 0);

	driver_note(&e);
	driver_has_happened(&e, turn);
}

uintptr_t driver_peek(const void *at, size_t size)
{
	return size == 1 ? *(const uint8_t *)at : *(const uintptr_t *)at;
}

/* ---------------------------------------------------------------------- what stops it */
void driver_check_assert(int holds, const char *file, int line)
{
	struct seen e = event_of(SEEN_DONE, 0, 0);

	if (holds)
		return;
	if (guide.count && guide.until == GUIDE_FAIL)
		driver_await_all(&e);
	gcx_error("the assert at %s:%d does not hold", file, line);
}

/* In place of the runtime's own (build.c), which aborts. */
_Noreturn void __wrap_gcrt_fatal(const char *format, ...)
{
	char text[GCX_TEXT - 40];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	gcx_error("the runtime stops the program: %s", text);
}
