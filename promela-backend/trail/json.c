/* json.c: an execution for tools: one JSON object a line (doc/events.md). */
#include "promela-backend/trail/internal.h"
#include "promela-backend/trail/property-json.h"

#include <string.h>
#include "trace/marks-json.h"

struct writer {
	struct gd_arena *arena;
	const struct trail *trail;
	FILE *out;
};

static json_t *place(const struct trail_place *where)
{
	return marks_place_json(&(struct marks_place){ where->path, where->line, where->column });
}

static void put(struct writer *w, json_t *object)
{
	json_dumpf(object, w->out, JSON_COMPACT);
	putc('\n', w->out);
	json_decref(object);
}

/* -------------------------------------------------------------------- state */
static const char *object_name(struct writer *w, long object)
{
	return object < 0 ? NULL : trail_object_name(w->arena, w->trail->scenario, object);
}

/* Of object NUMBER (REGION: NULL), or of a region. */
static json_t *metas(struct writer *w, const struct trail_heap *heap,
    const struct ir_region *region, size_t number)
{
	const struct ir_spec *spec = w->trail->spec;
	json_t *all = json_object();

	for (size_t i = 0; i < spec->meta_count; i++) {
		long value = heap->meta[number * spec->meta_count + i];
		const char *text = gd_arena_printf(w->arena, "%ld", value);

		if (spec->metas[i]->region != region)
			continue;
		json_object_set_new(all, spec->metas[i]->name,
		    ir_holds_reference(spec->metas[i]) && value == IR_NO_OBJECT ? json_null()
			: spec->metas[i]->type.kind == IR_INT || spec->metas[i]->type.is_bit
			? json_integer(value)
			: json_string(trail_value_text(w->arena, w->trail->scenario,
			      &spec->metas[i]->type, text)));
	}
	return all;
}

static json_t *fields(struct writer *w, const struct trail_heap *heap, size_t object)
{
	const struct ir_scenario *scenario = w->trail->scenario;
	json_t *all = json_object();

	for (size_t g = 0; g < w->trail->spec->group_count; g++) {
		json_t *slots = json_array();

		for (size_t i = 0; i < scenario->group_size[g]; i++)
			json_array_append_new(slots,
			    marks_text_json(object_name(w,
				heap->slot[object * scenario->slots_per_object +
				    scenario->group_first[g] + i])));
		json_object_set_new(all, w->trail->spec->groups[g]->name, slots);
	}
	return all;
}

static const char *region_name(struct writer *w, const struct ir_region *region, size_t number)
{
	return trail_region_name(w->arena, w->trail->scenario, region, (long)number);
}

/* The smallest regions on which it lies: none before it is first allocated. */
static json_t *lines(struct writer *w, const struct trail_heap *heap, size_t object)
{
	const struct ir_region *line = ir_smallest_region(w->trail->spec);
	json_t *all = json_array();

	for (size_t i = 0; heap->existed[object] && i < ir_regions_of(w->trail->scenario, line);
	     i++)
		if (trail_lies_on(w->trail, (long)object, line, i))
			json_array_append_new(all, json_string(region_name(w, line, i)));
	return all;
}

static json_t *objects(struct writer *w, const struct trail_heap *heap)
{
	json_t *all = json_array();

	for (size_t i = 0; i < w->trail->scenario->object_count; i++) {
		json_t *object = json_pack("{s:s, s:b, s:b, s:o, s:o}", "object",
		    object_name(w, (long)i), "live", heap->live[i], "reachable", heap->reachable[i],
		    "metadata", metas(w, heap, NULL, i), "fields", fields(w, heap, i));

		if (w->trail->spec->region_count)
			json_object_set_new(object, "on", lines(w, heap, i));
		json_array_append_new(all, object);
	}
	return all;
}

static json_t *regions(struct writer *w, const struct trail_heap *heap)
{
	trail_regions list = trail_all_regions(w->arena, w->trail);
	json_t *all = json_array();

	for (size_t i = 0; i < list.count; i++) {
		const struct trail_region *one = &list.at[i];

		json_array_append_new(all,
		    json_pack("{s:s, s:s, s:o, s:o}", "region",
			region_name(w, one->sort, one->number), "sort", one->sort->name, "in",
			marks_text_json(
			    one->in ? region_name(w, one->in, (size_t)one->in_number) : NULL),
			"metadata", metas(w, heap, one->sort, one->number)));
	}
	return all;
}

static json_t *roots(struct writer *w, const struct trail_heap *heap)
{
	json_t *all = json_object();

	for (size_t i = 0; i < w->trail->root_count; i++)
		json_object_set_new(all, w->trail->root_names[i],
		    marks_text_json(object_name(w, heap->root[i])));
	return all;
}

/* Objects whose allocation has set no root yet. */
static json_t *held(struct writer *w, const struct trail_heap *heap)
{
	json_t *all = json_array();

	for (size_t i = 0; i < w->trail->scenario->object_count; i++)
		if (heap->held[i])
			json_array_append_new(all, json_string(object_name(w, (long)i)));
	return all;
}

static json_t *units(struct writer *w, const struct trail_unit *list, size_t count)
{
	json_t *all = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(all,
		    json_pack("{s:s, s:s, s:o}", "kind", list[i].kind, "unit", list[i].unit,
			"buffer",
			list[i].buffer == TRAIL_POOL
			    ? json_null()
			    : json_string(trail_mutator_name(w->trail->scenario, list[i].buffer))));
	return all;
}

static json_t *switches(struct writer *w, const struct trail_heap *heap, bool buckets)
{
	const struct ir_spec *spec = w->trail->spec;
	size_t count = buckets ? spec->bucket_count : spec->phase_count;
	json_t *all = json_object();

	for (size_t i = 0; i < count; i++)
		json_object_set_new(all, buckets ? spec->buckets[i]->name : spec->phases[i]->name,
		    json_boolean(buckets ? heap->open[i] : heap->phase[i]));
	return all;
}

static json_t *mutators(struct writer *w, const struct trail_heap *heap)
{
	static const char *const names[] = { [TRAIL_NEVER_RUNS] = "never runs",
		[TRAIL_AWAY] = "away",
		[TRAIL_STOPPED] = "stopped",
		[TRAIL_RUNNING] = "running" };
	const struct ir_scenario *scenario = w->trail->scenario;
	json_t *all = json_object();

	for (size_t i = 0; i < scenario->mutator_count; i++)
		json_object_set_new(all, scenario->mutators[i].name,
		    json_string(names[trail_mutator_state(scenario, heap, i)]));
	return all;
}

/* -------------------------------------------------------------------- lines */
static json_t *operation(const struct trail_effect *effect)
{
	static const char *const names[] = { [TRAIL_ACCESS] = NULL,
		[TRAIL_EMIT] = "emit",
		[TRAIL_OPEN] = "open",
		[TRAIL_FREE] = "free",
		[TRAIL_ALLOCATE] = "allocate",
		[TRAIL_ROOT] = "root",
		[TRAIL_DONE] = "done",
		[TRAIL_OTHER] = NULL };

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "op",
	    names[effect->what] ? names[effect->what] : effect->op, "order",
	    marks_text_json(effect->order), "location", marks_text_json(effect->location), "found",
	    marks_text_json(effect->found), "stored", marks_text_json(effect->stored), "because",
	    marks_text_json(effect->because), "where", place(&effect->where), "store",
	    effect->store ? json_integer(effect->store) : json_null());
}

static void set_state(struct writer *w, json_t *line, const struct trail_heap *heap,
    const struct trail_property *property)
{
	json_object_set_new(line, "heap", objects(w, heap));
	if (w->trail->spec->region_count)
		json_object_set_new(line, "regions", regions(w, heap));
	json_object_set_new(line, "roots", roots(w, heap));
	json_object_set_new(line, "held", held(w, heap));
	json_object_set_new(line, "buckets", switches(w, heap, true));
	json_object_set_new(line, "phases", switches(w, heap, false));
	json_object_set_new(line, "mutators", mutators(w, heap));
	json_object_set_new(line, "pending", units(w, heap->pending, heap->pending_count));
	json_object_set_new(line, "running", units(w, heap->running, heap->running_count));
	json_object_set_new(line, "property", trail_property_json(property));
}

static json_t *observed(const struct trail_step *step)
{
	json_t *all = json_object();

	for (size_t i = 0; i < step->observed_count; i++) {
		const struct trail_observed *one = &step->observed[i];
		json_t *threads = json_object_get(all, one->location);

		if (!threads) {
			threads = json_object();
			json_object_set_new(all, one->location, threads);
		}
		json_object_set_new(threads, one->thread, json_string(one->value));
	}
	return all;
}

static void put_step(struct writer *w, const struct trail_step *step)
{
	json_t *operations = json_array();
	json_t *line;

	for (size_t i = 0; i < step->effect_count; i++)
		json_array_append_new(operations, operation(&step->effects[i]));
	line = json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:o, s:o, s:b}", "event", "step", "step",
	    (int)step->number, "do", step->what, "thread", step->thread, "subject", step->subject,
	    "statement", step->statement, "because", marks_text_json(step->because), "where",
	    place(&step->where), "repeats", step->in_cycle);
	json_object_set_new(line, "operations", operations);
	set_state(w, line, &step->after, &step->property);
	json_object_set_new(line, "waiting",
	    marks_waiting_json(step->waiting, step->waiting_count));
	json_object_set_new(line, "red", marks_red_json(step->red, step->red_count));
	json_object_set_new(line, "observed", observed(step));
	put(w, line);
}

/* ------------------------------------------------------------------ the heading */
static bool acts(const struct trail *trail, const char *thread)
{
	for (size_t i = 0; i < trail->step_count; i++)
		if (strcmp(trail->steps[i].thread, thread) == 0)
			return true;
	return false;
}

static void add_thread(struct writer *w, json_t *all, const char *role, const char *which)
{
	const char *name = !which         ? role
	    : strcmp(role, "memory") == 0 ? gd_arena_printf(w->arena, "memory of %s", which)
					  : gd_arena_printf(w->arena, "%s %s", role, which);

	if (strcmp(role, "mutator") == 0 || acts(w->trail, name))
		json_array_append_new(all, json_pack("{s:s, s:s}", "name", name, "role", role));
}

/* Mutators, each with its memory, come first; of the others, those that do something. */
static json_t *threads(struct writer *w)
{
	const struct ir_scenario *scenario = w->trail->scenario;
	json_t *all = json_array();

	for (size_t i = 0; i < scenario->mutator_count; i++) {
		if (scenario->mutators[i].of_heap)
			continue;
		add_thread(w, all, "mutator", scenario->mutators[i].name);
		add_thread(w, all, "memory", scenario->mutators[i].name);
	}
	add_thread(w, all, "worker", NULL);
	for (long i = 1; i <= w->trail->windows; i++) {
		const char *worker = gd_arena_printf(w->arena, "worker %ld", i);

		add_thread(w, all, "worker", gd_arena_printf(w->arena, "%ld", i));
		add_thread(w, all, "memory", worker);
	}
	add_thread(w, all, "releaser", NULL);
	add_thread(w, all, "environment", NULL);
	return all;
}

static json_t *locations(const struct trail *trail)
{
	json_t *all = json_array();

	for (size_t i = 0; i < trail->location_count; i++)
		json_array_append_new(all, json_string(trail->locations[i].name));
	return all;
}

/* The kinds of each bucket. */
static json_t *work(const struct ir_spec *spec)
{
	json_t *all = json_object();

	for (size_t i = 0; i < spec->bucket_count; i++) {
		json_t *kinds = json_array();

		for (size_t j = 0; j < spec->buckets[i]->kind_count; j++)
			json_array_append_new(kinds, json_string(spec->buckets[i]->kinds[j]->name));
		json_object_set_new(all, spec->buckets[i]->name, kinds);
	}
	return all;
}

/* The metadata that refers to objects.  NULL: there is none. */
static json_t *references(const struct ir_spec *spec)
{
	json_t *all = NULL;

	for (size_t i = 0; i < spec->meta_count; i++)
		if (ir_holds_reference(spec->metas[i])) {
			all = all ? all : json_array();
			json_array_append_new(all, json_string(spec->metas[i]->name));
		}
	return all;
}

/* The fields that keep nothing alive. */
static json_t *weak(const struct ir_spec *spec)
{
	json_t *all = json_array();

	for (size_t i = 0; i < spec->group_count; i++)
		if (spec->groups[i]->strength == IR_WEAK)
			json_array_append_new(all, json_string(spec->groups[i]->name));
	return all;
}

static void put_heading(struct writer *w, const struct trail_heading *heading)
{
	const struct ir_spec *spec = w->trail->spec;
	json_t *line = json_pack("{s:s, s:i, s:s, s:s, s:o, s:s, s:o, s:s, s:s, s:s, s:s}", "event",
	    "trace", "version", TRACE_VERSION, "kind", "collector", "name", spec->name, "file",
	    marks_text_json(heading->file), "collector", spec->name, "mutant",
	    marks_text_json(spec->mutant), "scenario", w->trail->scenario->name, "options",
	    spec->options_text, "memory", heading->memory, "workers", heading->workers);
	json_t *start = json_object();

	json_object_set_new(line, "threads", threads(w));
	json_object_set_new(line, "locations", locations(w->trail));
	json_object_set_new(line, "work", work(spec));
	json_object_set_new(line, "weak", weak(spec));
	if (references(spec))
		json_object_set_new(line, "references", references(spec));
	set_state(w, start, &w->trail->start, &w->trail->at_start);
	json_object_set_new(line, "start", start);
	json_object_set_new(line, "command", marks_text_json(heading->command));
	put(w, line);
}

/* How much the mutators do.  Scripts say that themselves. */
static void set_operations(const struct trail *trail, json_t *line)
{
	bool counts = trail->scenario->client, fewest = trail_has_fewest_operations(trail);

	json_object_set_new(line, "operations",
	    counts ? json_integer((json_int_t)trail->operations.count) : json_null());
	json_object_set_new(line, "fewest_operations",
	    fewest ? json_integer(trail->fewest_operations) : json_null());
	json_object_set_new(line, "objects",
	    counts ? json_integer((json_int_t)trail->operations.objects) : json_null());
	json_object_set_new(line, "fewest_objects",
	    fewest ? json_integer(trail->fewest_objects) : json_null());
}

static void put_failure(struct writer *w, const unsigned *needed)
{
	const struct trail_failure *failure = &w->trail->failure;
	json_t *line = json_pack("{s:s, s:s, s:o, s:o, s:s, s:o, s:o, s:i, s:o, s:i, s:o}", "event",
	    "fail", "property", failure->property, "formula", marks_text_json(failure->formula),
	    "binding", marks_text_json(failure->binding), "why", failure->why, "where",
	    place(&failure->where), "broken", trail_broken_json(failure->broken), "reorderings",
	    (int)w->trail->reorderings, "needed", needed ? json_integer(*needed) : json_null(),
	    "switches", (int)w->trail->switches, "fewest_switches",
	    trail_has_fewest(w->trail) ? json_integer((json_int_t)w->trail->switches)
				       : json_null());

	set_operations(w->trail, line);
	put(w, line);
}

static void put_pass(struct writer *w, const char *why)
{
	put(w,
	    json_pack("{s:s, s:n, s:{}, s:s, s:n, s:i, s:n, s:i, s:n}", "event", "end", "claim",
		"outcome", "why", why, "where", "reorderings", (int)w->trail->reorderings, "needed",
		"switches", (int)w->trail->switches, "fewest_switches"));
}

void trail_write_json(const struct trail *trail, const struct trail_heading *heading, FILE *out)
{
	struct writer w = { gd_arena_new(), trail, out };

	put_heading(&w, heading);
	for (size_t i = 0; i < trail->step_count; i++)
		put_step(&w, &trail->steps[i]);
	if (heading->passes)
		put_pass(&w, heading->passes);
	else
		put_failure(&w, heading->needed);
	gd_arena_free(w.arena);
}
