/* compare.c: whether a program that follows a story has the story's states.
 *
 * Note [States]: the guide orders only events that conflict, so the program need not have done the
 * events of whole steps, one step after the other.  But each part of the state (a metadatum, a field,
 * a root, …) changes by events that conflict, and these come in the order of the story.  So each part
 * must have the value that the story has after the last step that changes it and whose events the
 * program has done.  While the program does the events of such a step, the part may have the value
 * before or after it.  A step that changes a part and has no event in the program belongs to its
 * neighbours: the part may have the value when the program does the step before, and must have it when
 * it has done all of the story up to the next step with an event.
 *
 * What is compared is read from where the runtime and the generated code have it. */
#include "driver.h"

static bool has_begun[WAY_EVENTS], has_happened[WAY_EVENTS];
static unsigned prefix; /* so many events, from the first on, have */

/* ----------------------------------------------------------------- parts of the program */
static unsigned lives_from(void)
{
	unsigned roots = 0;

	for (unsigned i = 0; i < program.scripts; i++)
		roots += program.script[i].root_count;
	return driver_roots_from() + roots;
}

static unsigned buckets_from(void)
{
	return lives_from() + program.objects;
}

static unsigned phases_from(void)
{
	return buckets_from() + gcrt_collector.bucket_count;
}

static unsigned mutators_from(void)
{
	return phases_from() + gcrt_collector.phase_count;
}

static bool is_live(unsigned object)
{
	return run.cell[object] && *gcrt_object_byte(run.cell[object]);
}

static int root(unsigned number)
{
	unsigned n = 0;

	while (number >= program.script[n].root_count)
		number -= program.script[n++].root_count;
	return driver_number_of(run.roots[n].slot[number]);
}

static int mutator(unsigned number)
{
	for (const struct gc_mutator *m = run.heap->world.mutators; m; m = m->next)
		if (m->roots == &run.roots[number] && !m->left)
			return m->active ? GUIDE_RUNNING : GUIDE_STOPPED;
	return GUIDE_AWAY;
}

static bool is_of_region(unsigned location)
{
	return location < driver_slots_from() && driver_is_of_region(location % driver_metas());
}

static unsigned metadata_of_region(unsigned location)
{
	return location % driver_metas() - gcrt_collector.metadata_count;
}

static int location(unsigned number)
{
	unsigned metas = driver_metas();
	const uintptr_t *slots;

	if (number >= driver_roots_from())
		return root(number - driver_roots_from());
	if (is_of_region(number))
		return *driver_region_byte(metadata_of_region(number), number / metas);
	if (number < driver_slots_from())
		return driver_metadata(run.cell[number / metas], number % metas);
	number -= driver_slots_from();
	slots = (const uintptr_t *)run.cell[number / program.slots];
	return driver_number_of(slots[number % program.slots]);
}

static int value_of(unsigned part)
{
	const struct gcrt_scheduler *s = &run.heap->scheduler;

	if (part < lives_from())
		return location(part);
	if (part < buckets_from())
		return is_live(part - lives_from());
	if (part < phases_from())
		return s->open >> (part - buckets_from()) & 1;
	return part < mutators_from() ? (int)(s->settled_phases >> (part - phases_from()) & 1)
				      : mutator(part - mutators_from());
}

/* A lock of the explorer is 0 if nobody has it. */
static bool is_locked(const struct gcrt_mutex *lock)
{
	return *(const uint32_t *)lock != 0;
}

/* Who has the lock may be in the middle of a change, and what is not live has no contents. */
static bool has_value(unsigned part)
{
	if (part >= mutators_from())
		return !is_locked(&run.heap->world.lock);
	if (part >= buckets_from())
		return !is_locked(&run.heap->scheduler.lock);
	if (is_of_region(part))
		return part / driver_metas() < driver_regions_with(metadata_of_region(part));
	return part >= driver_roots_from() || is_live((unsigned)driver_object_of((int)part));
}

/* ------------------------------------------------------------------ parts of the story */
static bool is_sure(const struct guide_value *v)
{
	if (v->sure != GUIDE_STEP)
		return (int)prefix >= v->sure;
	for (int g = v->first; g <= v->last; g++)
		if (!has_happened[g])
			return false;
	return true;
}

/* What an access does, it does at once. */
static bool may_show(int event)
{
	return has_happened[event] || (guide.at[event].what != SEEN_ACCESS && has_begun[event]);
}

static bool is_possible(const struct guide_value *v)
{
	for (int g = v->first; g <= v->last; g++)
		if (may_show(g))
			return true;
	return v->first > v->last;
}

/* Whether the part may have VALUE.  *LAST is the last value that it may have. */
static bool may_have(unsigned part, int value, unsigned *last)
{
	const struct guide_part *p = &guide.parts[part];
	unsigned i = part_states[part].value;
	bool may;

	for (unsigned next = i + 1; next < p->count && is_possible(&p->at[next]); next++)
		if (is_sure(&p->at[next]))
			i = next;
	part_states[part].value = (uint16_t)i;
	may = p->at[i].value == value;
	while (i + 1 < p->count && is_possible(&p->at[i + 1]))
		may |= p->at[++i].value == value;
	*last = i;
	return may;
}

/* A mutator that waits for its turn may be inactive (driver_acts). */
static bool is_as_told(unsigned part, int value, unsigned *last)
{
	return may_have(part, value, last) ||
	    (part >= mutators_from() && value == GUIDE_STOPPED &&
		may_have(part, GUIDE_RUNNING, last));
}

/* ------------------------------------------------------------------------- comparing */
static bool agrees(unsigned event, unsigned part)
{
	unsigned last;
	int value;

	if (!guide.parts[part].count || part_states[part].is_beyond || !has_value(part))
		return true;
	value = value_of(part);
	if (is_as_told(part, value, &last))
		return true;
	agree_way.difference = (struct difference){ true, event, part,
		guide.parts[part].at[part_states[part].value].value,
		guide.parts[part].at[last].value, (int16_t)value };
	return false;
}

static unsigned unread_parts(void)
{
	unsigned count = 0;

	for (unsigned part = buckets_from(); part < guide.part_count; part++)
		count +=
		    guide.parts[part].count && !part_states[part].is_beyond && !has_value(part);
	return count;
}

/* Which objects live comes first: the others have no contents. */
bool driver_state_agrees(unsigned event)
{
	has_happened[event] = true;
	while (prefix < guide.count && has_happened[prefix])
		prefix++;
	for (unsigned part = lives_from(); part < guide.part_count; part++)
		if (!agrees(event, part))
			return false;
	for (unsigned part = 0; part < lives_from() && part < guide.part_count; part++)
		if (!agrees(event, part))
			return false;
	agree_way.unread = unread_parts();
	return true;
}

void driver_stores_another(unsigned event, int16_t stored)
{
	int16_t told = guide.at[event].stored;

	if (!agree_way.difference.is)
		agree_way.difference = (struct difference){ true, event,
			(unsigned)guide.at[event].detail, told, told, stored };
}

void driver_begins_event(unsigned event)
{
	has_begun[event] = true;
}

/* ------------------------------------------------------ what the story does not tell */
static void leave(unsigned part)
{
	if (part >= guide.part_count || part_states[part].is_beyond)
		return;
	part_states[part].is_beyond = true;
	agree_way.beyond++;
}

static void leave_object(unsigned object)
{
	leave(lives_from() + object);
	for (unsigned k = 0; k < driver_metas(); k++)
		if (!driver_is_of_region(k))
			leave(object * driver_metas() + k);
	for (unsigned i = 0; i < program.slots; i++)
		leave(driver_slots_from() + object * program.slots + i);
}

void driver_goes_beyond(const struct seen *e)
{
	unsigned which = (unsigned)e->which;

	switch ((enum seen_what)e->what) {
	case SEEN_ACCESS:
		if (e->which != SEEN_LOAD && e->which != SEEN_HOLD)
			leave((unsigned)e->detail);
		break;
	case SEEN_FREE:
	case SEEN_ALLOCATE:
		if (e->which >= 0 && which < program.objects)
			leave_object(which);
		break;
	case SEEN_OPEN:
	case SEEN_CLOSE: leave(buckets_from() + which); break;
	case SEEN_PHASE: leave(phases_from() + which); break;
	default: break;
	}
}
