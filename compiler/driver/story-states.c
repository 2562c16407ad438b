/* story-states.c: the states of a story, part by part: which value comes in which step. */
#include "compiler/driver/story.h"

#include <string.h>

struct reader {
	const struct story *story;
	struct story_terms *in;
	const unsigned *before; /* by step: so many events come before it */
	size_t steps;
	const struct guide *guide;
};

/* The state before the first step (0), or after step STEP. */
static const json_t *state_after(const struct reader *r, size_t step)
{
	const json_t *line = json_array_get(r->story->lines, step);

	return step ? line : json_object_get(line, "start");
}

/* --------------------------------------------------------------------- values of parts */
static int missing(struct reader *r, const char *what)
{
	if (!r->in->why)
		r->in->why = gd_arena_printf(r->in->arena, "the state has no %s", what);
	return 0;
}

/* A truth value by its name. */
static int flag(struct reader *r, const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	return json_is_boolean(value) ? json_is_true(value) : missing(r, name);
}

/* An object's name, or null. */
static int reference(struct reader *r, const json_t *value, const char *what)
{
	if (json_is_null(value))
		return -1;
	return json_is_string(value) ? story_object(r->in, json_string_value(value))
				     : missing(r, what);
}

static const json_t *object_of(const json_t *state, size_t object)
{
	return json_array_get(json_object_get(state, "heap"), object);
}

static const json_t *region_of(const struct reader *r, const json_t *state,
    const struct ir_region *region, size_t number)
{
	const char *name = gd_arena_printf(r->in->arena, "%s%zu", region->name, number);
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(state, "regions"), i,
	    one) if (strcmp(json_string_value(json_object_get(one, "region")), name) ==
	    0) return one;
	return NULL;
}

static int metadata(struct reader *r, const json_t *state, size_t at)
{
	size_t of = at / r->in->spec->meta_count;
	const struct ir_meta *meta = r->in->spec->metas[at % r->in->spec->meta_count];
	const json_t *owner = meta->region ? region_of(r, state, meta->region, of)
					   : object_of(state, of),
		     *value = json_object_get(json_object_get(owner, "metadata"), meta->name);

	if (json_is_null(value))
		return IR_NO_OBJECT;
	if (json_is_string(value))
		return story_typed(r->in, &meta->type, json_string_value(value));
	return json_is_integer(value) ? (int)json_integer_value(value) : missing(r, meta->name);
}

static int field(struct reader *r, const json_t *state, size_t at)
{
	const struct ir_scenario *scenario = r->in->scenario;
	const struct ir_spec *spec = r->in->spec;
	size_t slot = at % scenario->slots_per_object, g = 0;
	const json_t *fields =
	    json_object_get(object_of(state, at / scenario->slots_per_object), "fields");

	while (g + 1 < spec->group_count && slot >= scenario->group_first[g + 1])
		g++;
	return reference(r,
	    json_array_get(json_object_get(fields, spec->groups[g]->name),
		slot - scenario->group_first[g]),
	    spec->groups[g]->name);
}

static int root(struct reader *r, const json_t *state, size_t at)
{
	const struct ir_scenario *scenario = r->in->scenario;
	const struct ir_mutator *m = scenario->mutators;
	const char *name;

	while (at >= m->root_count)
		at -= m++->root_count;
	name = gd_arena_printf(r->in->arena, "%s.%s", m->name, m->roots[at].name);
	return reference(r, json_object_get(json_object_get(state, "roots"), name), name);
}

static int mutator(struct reader *r, const json_t *state, size_t at)
{
	const char *name = r->in->scenario->mutators[at].name,
		   *is =
		       json_string_value(json_object_get(json_object_get(state, "mutators"), name));

	if (!is)
		return missing(r, name);
	return strcmp(is, "away") == 0   ? GUIDE_AWAY
	    : strcmp(is, "stopped") == 0 ? GUIDE_STOPPED
					 : GUIDE_RUNNING;
}

/* -------------------------------------------------------------------------- all parts */
/* What parts are, in their order: seen.h. */
enum sort { METADATA, FIELD, ROOT, LIVE, BUCKET, PHASE, MUTATOR, SORTS };

static size_t count_of(const struct story_terms *in, enum sort sort)
{
	size_t objects = in->scenario->object_count, roots = 0;

	switch (sort) {
	case METADATA: return objects * in->spec->meta_count;
	case FIELD: return objects * in->scenario->slots_per_object;
	case ROOT:
		for (size_t i = 0; i < in->scenario->mutator_count; i++)
			roots += in->scenario->mutators[i].root_count;
		return roots;
	case LIVE: return objects;
	case BUCKET: return in->spec->bucket_count;
	case PHASE: return in->spec->phase_count;
	case MUTATOR: return in->scenario->mutator_count;
	case SORTS: break;
	}
	return 0;
}

static int value_of(struct reader *r, enum sort sort, size_t at, size_t step)
{
	const json_t *state = state_after(r, step);

	switch (sort) {
	case METADATA: return metadata(r, state, at);
	case FIELD: return field(r, state, at);
	case ROOT: return root(r, state, at);
	case LIVE: return flag(r, object_of(state, at), "live");
	case BUCKET:
		return flag(r, json_object_get(state, "buckets"), r->in->spec->buckets[at]->name);
	case PHASE: return flag(r, json_object_get(state, "phases"), r->in->spec->phases[at]->name);
	case MUTATOR: return mutator(r, state, at);
	case SORTS: break;
	}
	return 0;
}

/* The C changes intervals at other times (agree/driver/guide.c), unless the story directs it. */
static bool is_compared(const struct reader *r, enum sort sort, size_t at)
{
	const struct ir_region *region =
	    sort == METADATA ? r->in->spec->metas[at % r->in->spec->meta_count]->region : NULL;

	if (region && at / r->in->spec->meta_count >= ir_regions_of(r->in->scenario, region))
		return false;
	return r->guide->directed || !(sort == PHASE && r->in->spec->phases[at]->from);
}

/* -------------------------------------------------------------------------- when they come */
static bool has_events(const struct reader *r, size_t step)
{
	return r->before[step - 1] < r->before[step];
}

/* Of a step without events: the end of the next one that has some. */
static int16_t after_next(const struct reader *r, size_t step)
{
	while (step <= r->steps && !has_events(r, step))
		step++;
	return step <= r->steps ? (int16_t)r->before[step] : GUIDE_NEVER;
}

/* A mutator has stopped when all have.  It goes on some time after it may, and joins and leaves after
 * the action that says so: with its next event at the latest. */
static int16_t after_event(const struct reader *r, size_t step, size_t mutator, int value)
{
	bool stops = value == GUIDE_STOPPED;

	for (unsigned i = r->before[stops ? step - 1 : step]; i < r->guide->count; i++)
		if (stops ? r->guide->at[i].what == SEEN_STOPPED
			  : r->guide->at[i].who == -1 - (int)mutator)
			return (int16_t)(i + 1);
	return GUIDE_NEVER;
}

static int16_t when_sure(struct reader *r, enum sort sort, size_t at, size_t step, int value)
{
	if (sort == MUTATOR)
		return after_event(r, step, at, value);
	return has_events(r, step) ? GUIDE_STEP : after_next(r, step);
}

/* STEP, or the last step before it that has events; 0: none has. */
static size_t last_with_events(const struct reader *r, size_t step)
{
	while (step > 0 && !has_events(r, step))
		step--;
	return step;
}

/* The part AT of this sort has the VALUE after STEP. */
static struct guide_value value_after(struct reader *r, enum sort sort, size_t at, size_t step,
    int value)
{
	struct guide_value v = { (int16_t)value, 0, -1, 0 };
	bool is_early =
	    step && sort == METADATA && !r->guide->directed && story_is_early(state_after(r, step));
	size_t with = last_with_events(r, step);

	if (with && !is_early) {
		v.first = (int16_t)r->before[with - 1];
		v.last = (int16_t)(r->before[with] - 1);
	}
	if (step)
		v.sure = when_sure(r, sort, at, step, value);
	return v;
}

/* ------------------------------------------------------------------ values within a step */
static bool is_change_of(const struct reader *r, enum sort sort, size_t at, const struct seen *e)
{
	size_t from = sort == FIELD ? (size_t)story_slots_from(r->in)
	    : sort == ROOT          ? (size_t)story_roots_from(r->in)
				    : 0;

	switch (sort) {
	case METADATA:
	case FIELD:
	case ROOT:
		return e->what == SEEN_ACCESS && e->which != SEEN_LOAD && e->which != SEEN_HOLD &&
		    e->stored != SEEN_NOTHING && e->detail == (int)(from + at);
	case LIVE: return e->what == SEEN_FREE && e->which == (int)at;
	case BUCKET: return (e->what == SEEN_OPEN || e->what == SEEN_CLOSE) && e->which == (int)at;
	case PHASE: return e->what == SEEN_PHASE && e->which == (int)at;
	case MUTATOR:
	case SORTS: break;
	}
	return false;
}

static int changed_to(const struct seen *e)
{
	if (e->what == SEEN_ACCESS)
		return e->stored;
	return e->what == SEEN_PHASE ? e->detail : e->what == SEEN_OPEN;
}

typedef GD_VEC(struct guide_value) values;

static bool is_store_of_unit(const struct seen *e)
{
	return e->what == SEEN_ACCESS && (e->which == SEEN_STORE || e->which == SEEN_HOLD) &&
	    e->who >= 0;
}

/* A unit that stores several times in one step copies an object, which C does at once. */
static int16_t first_of_copy(const struct reader *r, size_t step, unsigned g)
{
	const struct seen *at = r->guide->at;

	while (g > r->before[step - 1] && is_store_of_unit(&at[g]) && is_store_of_unit(&at[g - 1]))
		g--;
	return (int16_t)g;
}

/* A step can change a part more than once.  Returns the part's value after the events of STEP. */
static int add_changes(struct reader *r, enum sort sort, size_t at, size_t step, int value,
    values *list)
{
	for (unsigned g = r->before[step - 1]; g < r->before[step]; g++)
		if (is_change_of(r, sort, at, &r->guide->at[g])) {
			value = changed_to(&r->guide->at[g]);
			GD_PUSH(r->in->arena, *list,
			    ((struct guide_value){ (int16_t)value, first_of_copy(r, step, g),
				(int16_t)g, GUIDE_STEP }));
		}
	return value;
}

static struct guide_part read_part(struct reader *r, enum sort sort, size_t at)
{
	values list = { 0 };
	int now = value_of(r, sort, at, 0);

	GD_PUSH(r->in->arena, list, value_after(r, sort, at, 0, now));
	for (size_t step = 1; step <= r->steps && !r->in->why; step++) {
		int value;

		now = add_changes(r, sort, at, step, now, &list);
		value = step <= r->guide->steps ? value_of(r, sort, at, step) : now;
		if (value != now)
			GD_PUSH(r->in->arena, list, value_after(r, sort, at, step, value));
		now = value;
	}
	return (struct guide_part){ list.at, (unsigned)list.count };
}

/* ----------------------------------------------------------------------------- a guide */
/* By step: so many events come before it; and after the last one. */
static const unsigned *events_before(struct gd_arena *arena, const struct guide *guide,
    size_t steps)
{
	unsigned *before = GD_NEW_ARRAY(arena, unsigned, steps + 1), g = 0;

	for (size_t step = 0; step <= steps; step++) {
		while (g < guide->count && guide->step[g] <= step)
			g++;
		before[step] = g;
	}
	return before;
}

static struct guide_part part_of(struct reader *r, enum sort sort, size_t at)
{
	return is_compared(r, sort, at) ? read_part(r, sort, at) : (struct guide_part){ NULL, 0 };
}

bool story_add_states(const struct story *story, const struct ir_spec *spec,
    const struct ir_scenario *scenario, struct guide *guide, const char **why)
{
	struct story_terms in = { story->arena, spec, scenario, NULL };
	size_t steps = story_steps(story);
	struct reader r = { story, &in, events_before(story->arena, guide, steps), steps, guide };
	GD_VEC(struct guide_part) parts = { 0 };

	guide->steps = (unsigned)steps - story_stops_midway(story);
	for (enum sort sort = 0; sort < SORTS; sort++)
		for (size_t at = 0; at < count_of(&in, sort); at++) {
			struct guide_part part = part_of(&r, sort, at);

			GD_PUSH(story->arena, parts, part);
		}
	guide->parts = parts.at;
	guide->part_count = (unsigned)parts.count;
	*why = in.why;
	return !in.why;
}
