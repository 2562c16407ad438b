/* seen-text.c: what a program of a scenario does, in the words of the specification. */
#include "compiler/driver/seen-text.h"

#include <stdio.h>
#include "compiler/base/arena.h"

/* Where numbers have their names. */
struct namer {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
};

static const char *object(const struct namer *n, long number)
{
	if (number < 0 || (size_t)number >= n->scenario->object_count)
		return number == -1 ? "null" : "unknown";
	return n->scenario->objects[number].name
	    ? n->scenario->objects[number].name
	    : gd_arena_printf(n->arena, "new%ld", number - (long)n->scenario->named + 1);
}

static const char *mutator(const struct namer *n, long number)
{
	return number >= 0 && (size_t)number < n->scenario->mutator_count
	    ? n->scenario->mutators[number].name
	    : "heap";
}

/* ---------------------------------------------------------------------- locations */
static const char *slot(const struct namer *n, size_t number)
{
	size_t slots = n->scenario->slots_per_object, at = number % slots, g = 0;

	while (g + 1 < n->spec->group_count && at >= n->scenario->group_first[g + 1])
		g++;
	return gd_arena_printf(n->arena, "%s.%s[%zu]", object(n, (long)(number / slots)),
	    n->spec->groups[g]->name, at - n->scenario->group_first[g]);
}

static const char *root(const struct namer *n, size_t number)
{
	for (size_t i = 0; i < n->scenario->mutator_count; i++) {
		const struct ir_mutator *m = &n->scenario->mutators[i];

		if (number < m->root_count)
			return gd_arena_printf(n->arena, "%s.%s", m->name, m->roots[number].name);
		number -= m->root_count;
	}
	return "?";
}

/* Who has the metadata: an object (REGION: NULL), or a region of this sort. */
static const char *owner(const struct namer *n, const struct ir_region *region, long number)
{
	return !region ? object(n, number)
	    : number < 0 || (size_t)number >= ir_regions_of(n->scenario, region)
	    ? gd_arena_printf(n->arena, "no %s", region->name)
	    : gd_arena_printf(n->arena, "%s%ld", region->name, number);
}

static const char *location(const struct namer *n, long number)
{
	long metas = (long)n->spec->meta_count, objects = (long)n->scenario->object_count,
	     slots = (long)n->scenario->slots_per_object;

	if (number < 0)
		return "?";
	if (number < objects * metas)
		return gd_arena_printf(n->arena, "%s.%s",
		    owner(n, n->spec->metas[number % metas]->region, number / metas),
		    n->spec->metas[number % metas]->name);
	number -= objects * metas;
	return number < objects * slots ? slot(n, (size_t)number)
					: root(n, (size_t)(number - objects * slots));
}

static const char *reference(const struct namer *n, const struct ir_type *type, long number)
{
	return ir_tag_of(type, number) ? ir_tag_of(type, number) : object(n, number);
}

static const char *value(const struct namer *n, long at, long number)
{
	size_t metas = n->spec->meta_count;

	if (number == SEEN_NOTHING)
		return "?";
	if (at < 0 || (size_t)at >= n->scenario->object_count * metas)
		return object(n, number);
	if (ir_holds_reference(n->spec->metas[(size_t)at % metas]))
		return reference(n, &n->spec->metas[(size_t)at % metas]->type, number);
	if (n->spec->metas[(size_t)at % metas]->type.kind == IR_TAGS)
		return n->spec->metas[(size_t)at % metas]->type.tags[number];
	return gd_arena_printf(n->arena, "%ld", number);
}

/* -------------------------------------------------------------------------- actors */
static const char *argument(const struct namer *n, const struct ir_type *type, long number)
{
	switch (type->kind) {
	case IR_REF: return reference(n, type, number);
	case IR_MUTATOR: return mutator(n, number);
	case IR_SLOT: return location(n, number);
	case IR_TAGS: return type->tags[number];
	case IR_REGION: return owner(n, type->region, number);
	case IR_BOOL:
	case IR_INT: break;
	}
	return gd_arena_printf(n->arena, "%ld", number);
}

static const char *actor(const struct namer *n, const struct seen *e)
{
	const struct ir_kind *kind;
	const char *text;

	if (e->who < 0)
		return e->who == SEEN_NOBODY
		    ? "the collector"
		    : gd_arena_printf(n->arena, "mutator %s", mutator(n, -1 - e->who));
	kind = n->spec->kinds[e->who];
	text = gd_arena_printf(n->arena, "%s(", kind->name);
	for (size_t i = 0; i < kind->param_count && i < SEEN_ARGUMENTS; i++)
		text = gd_arena_printf(n->arena, "%s%s%s", text, i ? ", " : "",
		    argument(n, &kind->kernel.vars[i]->type, e->argument[i]));
	return gd_arena_printf(n->arena, "%s)", text);
}

/* -------------------------------------------------------------------------- events */
static const char *access_text(const struct namer *n, const struct seen *e)
{
	const char *at = location(n, e->detail), *who = actor(n, e);

	switch ((enum seen_access)e->which) {
	case SEEN_LOAD:
		return gd_arena_printf(n->arena, "%s: load %s: %s", who, at,
		    value(n, e->detail, e->found));
	case SEEN_STORE:
		return gd_arena_printf(n->arena, "%s: store %s: %s", who, at,
		    value(n, e->detail, e->stored));
	case SEEN_HOLD:
		return gd_arena_printf(n->arena, "%s: store %s: %s, which waits", who, at,
		    value(n, e->detail, e->stored));
	case SEEN_MODIFY: break;
	}
	return gd_arena_printf(n->arena, "%s: modify %s: %s -> %s", who, at,
	    value(n, e->detail, e->found), value(n, e->detail, e->stored));
}

static const char *action_text(const struct namer *n, const struct seen *e)
{
	const struct ir_action *action;

	if ((size_t)(-1 - e->who) >= n->scenario->mutator_count ||
	    (size_t)e->detail >= n->scenario->mutators[-1 - e->who].action_count)
		return "?";
	action = &n->scenario->mutators[-1 - e->who].actions[e->detail];
	return gd_arena_printf(n->arena, "%s: the action at %u:%u", actor(n, e), action->loc.line,
	    action->loc.column);
}

static const char *answer_text(const struct namer *n, const struct seen *e)
{
	const struct ir_policy *policy = n->spec->policies[e->which];
	const char *tag = ir_tag_of(&policy->type, e->detail);

	return tag
	    ? gd_arena_printf(n->arena, "%s: %s answers %s", actor(n, e), policy->name, tag)
	    : gd_arena_printf(n->arena, "%s: %s answers %d", actor(n, e), policy->name, e->detail);
}

const char *seen_text(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct seen *e)
{
	const struct namer n = { arena, spec, scenario };

	switch ((enum seen_what)e->what) {
	case SEEN_REQUEST:
		return gd_arena_printf(arena, "request %s", spec->cycles[e->which]->name);
	case SEEN_BEGIN: return gd_arena_printf(arena, "begin %s", spec->cycles[e->which]->name);
	case SEEN_END: return gd_arena_printf(arena, "end %s", spec->cycles[e->which]->name);
	case SEEN_OPEN: return gd_arena_printf(arena, "open %s", spec->buckets[e->which]->name);
	case SEEN_CLOSE: return gd_arena_printf(arena, "close %s", spec->buckets[e->which]->name);
	case SEEN_PHASE:
		return gd_arena_printf(arena, "phase %s %d", spec->phases[e->which]->name,
		    e->detail);
	case SEEN_STOPPED: return "all mutators have stopped";
	case SEEN_RESUME: return "mutators may go on";
	case SEEN_ACTION: return action_text(&n, e);
	case SEEN_UNIT: return gd_arena_printf(arena, "%s begins", actor(&n, e));
	case SEEN_DONE: return gd_arena_printf(arena, "%s ends", actor(&n, e));
	case SEEN_ACCESS: return access_text(&n, e);
	case SEEN_FREE:
		return gd_arena_printf(arena, "%s: free %s", actor(&n, e), object(&n, e->which));
	case SEEN_ALLOCATE:
		return gd_arena_printf(arena, "%s: allocate %s", actor(&n, e),
		    object(&n, e->which));
	case SEEN_FULL: return gd_arena_printf(arena, "%s: alloc finds no room", actor(&n, e));
	case SEEN_ANSWER: return answer_text(&n, e);
	case SEEN_INTERVALS: return "intervals change";
	case SEEN_STOP: return gd_arena_printf(arena, "mutator %s stops", mutator(&n, e->which));
	case SEEN_FLUSH:
		return gd_arena_printf(arena, "the buffers of mutator %s are flushed",
		    mutator(&n, e->which));
	case SEEN_NEEDLESS:
		return gd_arena_printf(arena, "%s runs, and does nothing", actor(&n, e));
	case SEEN_ASK: return gd_arena_printf(arena, "%s: stop mutators", actor(&n, e));
	case SEEN_EMIT: return gd_arena_printf(arena, "%s emits units", actor(&n, e));
	case SEEN_LOOK: return gd_arena_printf(arena, "%s evaluates a condition", actor(&n, e));
	case SEEN_COUNT: break;
	}
	return "?";
}

/* ----------------------------------------------------------- parts of the state */
static size_t lives_from(const struct namer *n)
{
	size_t from =
	    n->scenario->object_count * (n->spec->meta_count + n->scenario->slots_per_object);

	for (size_t i = 0; i < n->scenario->mutator_count; i++)
		from += n->scenario->mutators[i].root_count;
	return from;
}

const char *seen_part_text(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, unsigned part)
{
	const struct namer n = { arena, spec, scenario };
	size_t at = part, lives = lives_from(&n);

	if (at < lives)
		return location(&n, (long)at);
	if ((at -= lives) < scenario->object_count)
		return gd_arena_printf(arena, "object %s", object(&n, (long)at));
	if ((at -= scenario->object_count) < spec->bucket_count)
		return gd_arena_printf(arena, "bucket %s", spec->buckets[at]->name);
	if ((at -= spec->bucket_count) < spec->phase_count)
		return gd_arena_printf(arena, "phase %s", spec->phases[at]->name);
	return gd_arena_printf(arena, "mutator %s", mutator(&n, (long)(at - spec->phase_count)));
}

const char *seen_part_value(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, unsigned part, long number)
{
	static const char *const words[][3] = { { "free", "live" }, { "closed", "open" },
		{ "off", "on" }, { "away", "running", "stopped" } };
	const struct namer n = { arena, spec, scenario };
	size_t at = part, lives = lives_from(&n);

	if (at < lives)
		return value(&n, (long)at, number);
	if ((at -= lives) < scenario->object_count)
		return words[0][number];
	if ((at -= scenario->object_count) < spec->bucket_count)
		return words[1][number];
	return words[at - spec->bucket_count < spec->phase_count ? 2 : 3][number];
}

bool seen_read(const char *line, struct seen *e)
{
	int n[10];

	if (sscanf(line, "# seen %d %d %d %d %d %d %d %d %d %d", &n[0], &n[1], &n[2], &n[3], &n[4],
		&n[5], &n[6], &n[7], &n[8], &n[9]) != 10)
		return false;
	*e = (struct seen){ (uint8_t)n[0], 0, (int16_t)n[1], (int16_t)n[2], (int16_t)n[3],
		(int16_t)n[4], (int16_t)n[5],
		{ (int16_t)n[6], (int16_t)n[7], (int16_t)n[8], (int16_t)n[9] } };
	return true;
}
