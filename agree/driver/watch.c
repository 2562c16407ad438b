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
static int loaded[WAY_TASKS]; /* by task: the location of its last load */

/* ---------------------------------------------------------------------- numbers */
unsigned driver_slots_from(void)
{
	return program.objects * driver_metas();
}

unsigned driver_roots_from(void)
{
	return driver_slots_from() + program.objects * program.slots;
}

static bool is_of_region(int location)
{
	return (unsigned)location < driver_slots_from() &&
	    driver_is_of_region((unsigned)location % driver_metas());
}

int driver_object_of(int location)
{
	if (location < 0 || (unsigned)location >= driver_roots_from())
		return -1;
	if ((unsigned)location < driver_slots_from())
		return is_of_region(location) ? -1 : location / (int)driver_metas();
	return (location - (int)driver_slots_from()) / (int)program.slots;
}

int driver_number_of(uintptr_t object)
{
	for (unsigned i = 0; object && i < program.objects; i++)
		if (run.cell[i] == object)
			return (int)i;
	return object ? SEEN_NO_OBJECT : -1;
}

static bool is_word(int location)
{
	return (unsigned)location < driver_slots_from() &&
	    driver_is_word((unsigned)location % driver_metas());
}

static bool is_reference(int location)
{
	unsigned k = (unsigned)location % driver_metas();

	return (unsigned)location < driver_slots_from() && k < gcrt_collector.metadata_count &&
	    gcrt_collector.metadata[k].is_reference;
}

static int root_at(uintptr_t at)
{
	unsigned from = driver_roots_from();

	for (unsigned n = 0; n < program.scripts; n++) {
		uintptr_t first = (uintptr_t)run.roots[n].slot;

		if (first && at >= first && at < first + run.roots[n].count * sizeof(uintptr_t))
			return (int)(from + (at - first) / sizeof(uintptr_t));
		from += program.script[n].root_count;
	}
	return -1;
}

static uintptr_t address_of(uintptr_t cell, unsigned k)
{
	if (driver_is_word(k))
		return (uintptr_t)driver_word(cell, k);
	return gcrt_collector.metadata[k].is_reference ? (uintptr_t)gcrt_reference_place(cell, k)
						       : (uintptr_t)gcrt_table(cell, 1 + k);
}

static int metadata_of_region_at(uintptr_t at)
{
	for (unsigned k = 0; k < gcrt_collector.region_metadata_count; k++)
		for (unsigned i = 0; i < driver_regions_with(k); i++)
			if (at == (uintptr_t)driver_region_byte(k, i))
				return (
				    int)(i * driver_metas() + gcrt_collector.metadata_count + k);
	return root_at(at);
}

/* -1: it is nothing of the scenario's. */
static int location_at(uintptr_t at)
{
	unsigned metas = driver_metas();

	for (unsigned i = 0; i < program.objects; i++) {
		uintptr_t cell = run.cell[i];

		if (cell && at >= cell && at < cell + program.slots * sizeof(uintptr_t))
			return (int)(driver_slots_from() + i * program.slots +
			    (at - cell) / sizeof(uintptr_t));
		for (unsigned k = 0; cell && k < metas; k++)
			if (!driver_is_of_region(k) && at == address_of(cell, k))
				return (int)(i * metas + k);
	}
	return metadata_of_region_at(at);
}

int16_t driver_value_of(int location, uintptr_t value)
{
	if (is_reference(location))
		return (int16_t)driver_reference(value);
	return (int16_t)((unsigned)location < driver_slots_from() ? (int)value
								  : driver_number_of(value));
}

int driver_location_at(const void *at)
{
	return location_at((uintptr_t)at);
}

int16_t driver_value_at(const volatile void *at)
{
	int location = location_at((uintptr_t)at);

	return driver_value_of(location,
	    (unsigned)location < driver_slots_from() && !is_reference(location) &&
		    !is_word(location)
		? *(const volatile uint8_t *)at
		: *(const volatile uintptr_t *)at);
}

static int mutator_number(uintptr_t mutator)
{
	const struct gc_mutator_roots *roots = ((struct gc_mutator *)mutator)->roots;

	return roots ? (int)(roots - run.roots) : -1;
}

static int16_t argument(char type, uintptr_t word)
{
	switch (type) {
	case 'o':
		return (int16_t)(word && word <= gcrt_collector.tag_count ? driver_reference(word)
									  : driver_number_of(word));
	case 'm': return (int16_t)mutator_number(word);
	case 's': return (int16_t)location_at(word);
	case 'l':
	case 'b': return (int16_t)driver_region_number(type == 'l', word);
	}
	return (int16_t)word;
}

/* ------------------------------------------------------------------------ events */
struct seen driver_event(unsigned what, int which, int detail)
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

void driver_did(const struct seen *e, unsigned turn)
{
	driver_note(e);
	driver_has_happened(e, turn);
}

static void happens(const struct seen *e)
{
	driver_did(e, driver_take_turn(e));
}

void driver_machine(unsigned what, unsigned which, unsigned detail)
{
	struct seen e = driver_event(what, (int)which, (int)detail);

	happens(&e);
}

void driver_reaches(unsigned what)
{
	struct seen e = driver_event(what, 0, 0);

	if (guide.directed && e.who != SEEN_NOBODY && driver_is_next(&e))
		happens(&e);
}

void driver_awaits(unsigned what, unsigned which, unsigned detail)
{
	struct seen e = driver_event(what, (int)which, (int)detail);

	if (guide.directed)
		driver_await_turn(&e);
}

void driver_does(unsigned event)
{
	happens(&guide.at[event]);
}

bool driver_is_unit(const uintptr_t *words, const struct seen *e)
{
	const char *types = program.parameters[e->who];

	for (unsigned i = 0; i < SEEN_ARGUMENTS && types[i]; i++)
		if (argument(types[i], words[i]) != e->argument[i])
			return false;
	return true;
}

/* ------------------------------------------------------------------------- units */
/* Units that wait or run. */
enum { MOST_UNITS = 400 };
static struct seen units[MOST_UNITS];
static unsigned unit_count;

static void add_unit(unsigned kind, const uintptr_t *words)
{
	struct seen *unit = &units[unit_count];
	const char *types = program.parameters[kind];

	if (unit_count == MOST_UNITS)
		gcx_error("there are more than %d units", MOST_UNITS);
	unit_count++;
	*unit = (struct seen){ .who = (int16_t)kind };
	for (unsigned i = 0; i < SEEN_ARGUMENTS && types[i]; i++)
		unit->argument[i] = argument(types[i], words[i]);
}

/* A unit for each object of a block; if the story directs the program, there is one object in each. */
static void add_block(unsigned kind, uintptr_t block)
{
	for (unsigned i = 0; i < program.objects; i++)
		if (run.cell[i] && gcrt_block_of(run.cell[i]) == block)
			add_unit(kind, &run.cell[i]);
}

static void add_packet(const struct gcrt_packet *packet)
{
	unsigned kind = gcrt_collector.queues[packet->queue].kind;
	unsigned words = packet->blocks ? 1 : gcrt_collector.kinds[kind].words;

	for (unsigned at = 0; at < packet->used; at += words)
		if (packet->blocks)
			add_block(kind, packet->word[at]);
		else
			add_unit(kind, packet->word + at);
}

static void add_units(void)
{
	const struct gcrt_scheduler *s = &run.heap->scheduler;

	unit_count = 0;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++) {
		for (const struct gcrt_packet *p = s->pending[q]; p; p = p->next)
			add_packet(p);
		for (const struct gc_mutator *m = run.heap->world.mutators; m; m = m->next)
			if (m->buffers.out[q])
				add_packet(m->buffers.out[q]);
	}
	for (unsigned task = 0; task < WAY_TASKS; task++)
		if (actor[task].is_extra && actor[task].who >= 0 && unit_count < MOST_UNITS)
			units[unit_count++] = actor[task];
}

static bool are_twins(const struct seen *a, const struct seen *b)
{
	for (unsigned i = 0; i < SEEN_ARGUMENTS; i++)
		if (a->argument[i] != b->argument[i])
			return false;
	return a->who == b->who && gcrt_collector.kinds[a->who].multiplicity != GCRT_BAG;
}

bool driver_has_twins(void)
{
	add_units();
	for (unsigned i = 0; i < unit_count; i++)
		for (unsigned j = 0; j < i; j++)
			if (are_twins(&units[i], &units[j]))
				return true;
	return false;
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
	e = driver_event(SEEN_UNIT, 0, 0);
	if (e.who != SEEN_NOBODY)
		happens(&e);
	return before;
}

void driver_end_unit(struct seen before)
{
	struct seen e = driver_event(SEEN_DONE, 0, 0);

	if (e.who != SEEN_NOBODY)
		happens(&e);
	actor[gcx_self()] = before;
}

/* The mutator is active, unless the story has stopped it. */
static void act_as_directed(struct gc_mutator *m, unsigned script, const struct seen *e)
{
	unsigned turn;

	run.acts[script] = false;
	turn = driver_take_turn(e);
	if (m && !m->active)
		gcrt_world_activate(&run.heap->world, m);
	run.acts[script] = true;
	driver_note(e);
	driver_has_happened(e, turn);
}

/* A mutator that waits for its turn is either inactive, like one in code that does not use the heap, or
 * active and just slow.  An inactive one has given the units in its buffers to the workers. */
void driver_acts(struct gc_mutator *m, unsigned script, unsigned action)
{
	struct seen e;
	bool rests;

	actor[gcx_self()] = (struct seen){ .is_extra = true, .who = (int16_t)(-1 - (int)script) };
	e = driver_event(SEEN_ACTION, 0, (int)action);
	if (guide.directed) {
		act_as_directed(m, script, &e);
		return;
	}
	rests = m && driver_may_wait(&e) && gcx_choose(2) == 0;
	if (rests)
		gc_deactivate(m);
	happens(&e);
	if (rests)
		gc_reactivate(m);
}

/* That an object lives is in memory at once in models, while stores wait. */
void driver_show_object(uintptr_t object, uint8_t pattern)
{
	if (guide.directed && guide.buffers)
		*gcrt_object_byte(object) = pattern;
}

void driver_has_allocated(uintptr_t object)
{
	struct seen e = driver_event(SEEN_ALLOCATE, 0, 0);
	int told = driver_told_cell(&e);
	unsigned turn;

	e.which = (int16_t)(told < 0 ? driver_next_cell(object, driver_part_of(object)) : told);
	turn = driver_take_turn(&e);

	driver_show_object(object, GCRT_OBJECT_TRACED);
	driver_lock_names();
	driver_names_new(object, (unsigned)e.which);
	driver_unlock_names();
	driver_did(&e, turn);
}

/* ---------------------------------------------------------------------- accesses */
/* With store buffers, what the task does is that its store goes into the buffer. */
static struct seen access_to(enum seen_access how, int location)
{
	if (guide.buffers && how == SEEN_STORE && (unsigned)location < driver_roots_from())
		how = SEEN_HOLD;
	return driver_event(SEEN_ACCESS, (int)how, location);
}

/* Note [Freed objects]: before an object is used, a step of its own reads whether it was freed.  So the
 * explorer sees that freeing an object conflicts with its use, and tries both orders.  In the execution in
 * which no other task goes on between this step and the use, an object that is found to be free is used
 * after it was freed.
 *
 * A program that follows a story does only what the story says, so there this is not a step. */
static bool is_freed(int object)
{
	const uint8_t *byte;

	if (object < 0)
		return false;
	byte = gcrt_object_byte(run.cell[object]);
	return guide.count ? !*byte : !gcx_read_explicit(byte, 1, GCX_RELAXED);
}

/* What the models call `no_freed_access'. */
void driver_check_use(const struct seen *e, int object)
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

/* By task: what it accesses is no event. */
static bool quiet[WAY_TASKS];

void driver_be_quiet(bool is_quiet)
{
	quiet[gcx_self()] = is_quiet;
}

struct driver_turn driver_before(enum seen_access how, const void *place)
{
	int location = quiet[gcx_self()] ? -1 : location_at((uintptr_t)place);
	struct driver_turn turn = { location, 0 };
	struct seen e = access_to(how, location);

	if (location < 0)
		return turn;
	turn.turn = driver_take_turn(&e);
	driver_check_use(&e, driver_object_of(location));
	if (e.which == SEEN_HOLD)
		driver_holds(&e);
	return turn;
}

void driver_after(enum seen_access how, struct driver_turn turn, uintptr_t found, uintptr_t stored)
{
	struct seen e = access_to(how, turn.location);

	if (turn.location < 0)
		return;
	if (how == SEEN_LOAD)
		loaded[gcx_self()] = turn.location;
	if (how != SEEN_STORE)
		e.found = driver_value_of(turn.location, found);
	if (how != SEEN_LOAD)
		e.stored = driver_value_of(turn.location, stored);
	driver_note(&e);
	driver_has_happened(&e, turn.turn);
	if (how != SEEN_LOAD && is_of_region(turn.location))
		driver_places_change(); /* more lines may satisfy the condition */
}

void driver_looked_in_vain(void)
{
	struct seen e = access_to(SEEN_LOAD, loaded[gcx_self()]);

	driver_forget(&e);
	driver_set_in_vain();
}

void driver_looks_at(uintptr_t object)
{
	struct seen e = driver_event(SEEN_FREE, -1, 0);

	if (e.who >= 0 && driver_number_of(object) < 0)
		misuse(&e, object);
}

void driver_looks_at_region(uintptr_t region)
{
	struct seen e = driver_event(SEEN_FREE, -1, 0);

	if (e.who >= 0 && !region)
		misuse(&e, region);
}

void driver_is_answered(uintptr_t object)
{
	struct seen e = driver_event(SEEN_FREE, -1, 0);

	if (driver_number_of(object) >= 0)
		return;
	if (guide.count)
		driver_misused(&e);
	else
		gcx_error("a barrier answers with %s",
		    object ? "something that is no object" : "null");
}

unsigned driver_before_free(uintptr_t object)
{
	struct seen e = driver_event(SEEN_FREE, driver_number_of(object), 0);
	unsigned turn = driver_take_turn(&e);

	if (e.who >= 0 && e.which < 0)
		misuse(&e, object);
	driver_check_use(&e, e.which);
	return turn;
}

void driver_after_free(uintptr_t object, unsigned turn)
{
	struct seen e = driver_event(SEEN_FREE, driver_number_of(object), 0);

	driver_show_object(object, 0);
	if (e.which >= 0) {
		run.is_freed[e.which] = true;
		driver_gives_place((unsigned)e.which);
	}
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
	struct seen e = driver_event(SEEN_DONE, 0, 0);

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

	driver_ends_event();
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	gcx_error("the runtime stops the program: %s", text);
}
