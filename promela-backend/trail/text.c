/* text.c: an execution, told to a person: one line a step. */
#include "promela-backend/pml.h"
#include "promela-backend/trail/internal.h"

#include <string.h>
#include "trace/lanes.h"

struct teller {
	struct gd_arena *arena;
	const struct trail *trail;
	const char *file;
	const struct style *style;
	FILE *out;
	struct lanes lanes;
};

/* ------------------------------------------------------------------ effects */
static const char *access_text(struct teller *t, const struct trail_effect *effect)
{
	const char *location = effect->location ? effect->location : effect->op;

	if (effect->found && effect->stored)
		return gd_arena_printf(t->arena,
		    strcmp(effect->found, effect->stored) ? "%s: %s -> %s" : "%s stays %s",
		    location, effect->found, effect->stored);
	if (effect->found)
		return gd_arena_printf(t->arena, "%s is %s", location, effect->found);
	if (effect->stored)
		return gd_arena_printf(t->arena, "%s = %s", location, effect->stored);
	return location;
}

static const char *other_text(struct teller *t, const struct trail_effect *effect)
{
	const char *told = trail_event_told(effect->event);

	if (told)
		return told;
	if (effect->event == TRAIL_EVENT_received)
		return gd_arena_printf(t->arena, "takes %s", effect->location);
	if (effect->event == TRAIL_EVENT_pinned)
		return gd_arena_printf(t->arena, "pins %s", effect->location);
	if (effect->event == TRAIL_EVENT_answer)
		return access_text(t, effect);
	if (!effect->location)
		return effect->op;
	if (effect->event == TRAIL_EVENT_close)
		return gd_arena_printf(t->arena, "`%s' closes", effect->location);
	if (effect->event == TRAIL_EVENT_phase)
		return gd_arena_printf(t->arena, "%s %s", effect->location,
		    effect->stored && effect->stored[0] == '1' ? "begins" : "ends");
	if (effect->event == TRAIL_EVENT_swapped)
		return gd_arena_printf(t->arena, "`%s' and `%s' exchange their names",
		    effect->location, effect->stored);
	if (effect->event == TRAIL_EVENT_hold)
		return gd_arena_printf(t->arena, "%s = %s is held back", effect->location,
		    effect->stored);
	if (effect->event == TRAIL_EVENT_waits)
		return gd_arena_printf(t->arena, "waits for %s", effect->location);
	if (effect->event == TRAIL_EVENT_early)
		return gd_arena_printf(t->arena, "the load is early: %s is %s", effect->location,
		    effect->found);
	if (effect->event == TRAIL_EVENT_postponed)
		return gd_arena_printf(t->arena, "the load of %s will be late", effect->location);
	if (effect->event == TRAIL_EVENT_taken)
		return gd_arena_printf(t->arena, "%s was %s", effect->location, effect->found);
	if (effect->event == TRAIL_EVENT_needless)
		return gd_arena_printf(t->arena, "%s runs, and does nothing", effect->location);
	if (effect->event == TRAIL_EVENT_ghost)
		return gd_arena_printf(t->arena, "%s = %s", effect->location, effect->stored);
	return effect->op;
}

/* "x = new1, just allocated on line0" */
static const char *allocation_text(struct teller *t, const struct trail_effect *effect)
{
	const char *on = *effect->lies ? " on " : "";

	if (!effect->location)
		return gd_arena_printf(t->arena, "%s is allocated%s%s", effect->stored, on,
		    effect->lies);
	return gd_arena_printf(t->arena, "%s = %s, just allocated%s%s", effect->location,
	    effect->stored, on, effect->lies);
}

static const char *effect_text(struct teller *t, const struct trail_effect *effect)
{
	switch (effect->what) {
	case TRAIL_ACCESS: return access_text(t, effect);
	case TRAIL_EMIT: return gd_arena_printf(t->arena, "emits %s", effect->location);
	case TRAIL_OPEN:
		if (effect->because)
			return gd_arena_printf(t->arena, "`%s' opens, because %s", effect->location,
			    effect->because);
		return gd_arena_printf(t->arena, "`%s' is open", effect->location);
	case TRAIL_FREE: return gd_arena_printf(t->arena, "%s is freed", effect->location);
	case TRAIL_ALLOCATE: return allocation_text(t, effect);
	case TRAIL_ROOT:
		return gd_arena_printf(t->arena, "%s = %s", effect->location, effect->stored);
	case TRAIL_DONE: return "done";
	case TRAIL_OTHER: break;
	}
	return other_text(t, effect);
}

static const char *effects_text(struct teller *t, const struct trail_step *step)
{
	const char *text = "";

	for (size_t i = 0; i < step->effect_count; i++) {
		const char *one = effect_text(t, &step->effects[i]);

		if (*one)
			text = gd_arena_printf(t->arena, "%s%s%s", text, *text ? "; " : "", one);
	}
	return text;
}

/* -------------------------------------------------------------------- steps */
static const char *cycle_text(struct teller *t, const struct trail_step *step, const char *verb)
{
	return gd_arena_printf(t->arena, "cycle %s %s", step->subject, verb);
}

/* The words for a step of a mutator of the most general client. */
static const char *client_text(const char *op)
{
	static const char *const text[][2] = { { "load", "reads a slot" },
		{ "store", "writes a slot" }, { "drop", "drops a root" },
		{ "pin", "pins an object" }, { "allocate", "allocates" },
		{ "receive", "gets a reference from another" },
		{ "give", "sets a root of the heap's own" },
		{ "collect", "calls for a collection" }, { "join", "joins" }, { "leave", "leaves" },
		{ "read_word", "reads a word" }, { "write_word", "writes a word" } };

	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		if (strcmp(op, text[i][0]) == 0)
			return text[i][1];
	return op;
}

static const char *opening_text(struct teller *t, const struct trail_step *step)
{
	return gd_arena_printf(t->arena, "`%s' %ss%s%s", step->subject, step->what,
	    step->because ? ", because " : "", step->because ? step->because : "");
}

/* The words for a step if no statement describes it. */
static const char *action_text(struct teller *t, const struct trail_step *step)
{
	switch (step->is) {
	case TRAIL_DO_claim: return gd_arena_printf(t->arena, "takes %s", step->subject);
	case TRAIL_DO_open:
	case TRAIL_DO_close: return opening_text(t, step);
	case TRAIL_DO_begin: return cycle_text(t, step, "begins");
	case TRAIL_DO_end: return cycle_text(t, step, "ends");
	case TRAIL_DO_request: return cycle_text(t, step, "is asked for");
	case TRAIL_DO_flush:
		return gd_arena_printf(t->arena, "a %s goes from the buffer to the pool",
		    step->subject);
	case TRAIL_DO_phase: return gd_arena_printf(t->arena, "phase %s", step->subject);
	case TRAIL_DO_client: return client_text(step->subject);
	case TRAIL_DO_operation:
	case TRAIL_DO_run:
		return gd_arena_printf(t->arena, "%s: %s", step->subject, step->statement);
	case TRAIL_DO_script:
	case TRAIL_DO_stopped:
	case TRAIL_DO_perform:
	case TRAIL_DO_quit:
	case TRAIL_DO_go_on:
	case TRAIL_DO_finish:
	case TRAIL_DO_stuck:
	case TRAIL_DO_stall:
	case TRAIL_NO_STEP:
	case TRAIL_STEPS: break;
	}
	if (trail_step_told(step->is))
		return trail_step_told(step->is);
	return *step->statement ? step->statement : step->what;
}

/* "37:3", or "kinds.gc:37:3" if it is not in the file of the heading. */
static const char *place_text(struct teller *t, const struct trail_place *place)
{
	if (!place->path)
		return "";
	if (t->file && strcmp(place->path, t->file) == 0)
		return gd_arena_printf(t->arena, "%u:%u", place->line, place->column);
	return gd_arena_printf(t->arena, "%s:%u:%u", place->path, place->line, place->column);
}

static bool is_about(const struct style *style, const struct trail_step *step)
{
	if (style_is_about(style, step->subject))
		return true;
	for (size_t i = 0; i < step->effect_count; i++)
		if (style_is_about(style, step->effects[i].location) ||
		    style_is_about(style, step->effects[i].found) ||
		    style_is_about(style, step->effects[i].stored))
			return true;
	return false;
}

/* Whether the text below the steps names this one. */
static bool is_named(const struct trail_broken *broken, long step)
{
	bool is = broken && (broken->step == step || broken->since == step);

	for (size_t i = 0; broken && i < broken->given_count; i++)
		is = is || broken->given[i].since == step;
	return is;
}

/* Whether a worker takes a unit in step INDEX, and runs it in the next one: the line of that says all. */
static bool is_folded(const struct trail *trail, size_t index)
{
	const struct trail_step *step = &trail->steps[index], *next = step + 1;

	return step->is == TRAIL_DO_claim && index + 1 < trail->step_count &&
	    next->is == TRAIL_DO_run && strcmp(next->thread, step->thread) == 0 &&
	    strcmp(next->subject, step->subject) == 0 && !step->effect_count && !step->red_count &&
	    step->in_cycle == next->in_cycle && !is_named(trail->failure.broken, step->number);
}

static bool is_shown(const struct style *style, const struct trail_step *step)
{
	return style_shows_thread(style, step->thread) && is_about(style, step) &&
	    (!style->red || step->red_count);
}

/* Whether a store begins to wait in STEP. */
static bool holds(const struct trail_step *step)
{
	for (size_t i = 0; i < step->effect_count; i++)
		if (step->effects[i].what == TRAIL_OTHER &&
		    step->effects[i].event == TRAIL_EVENT_hold)
			return true;
	return false;
}

static void write_step(struct teller *t, const struct trail_step *step)
{
	const char *action = action_text(t, step), *effects = effects_text(t, step);

	if (holds(step))
		fprintf(t->out, "%s", style_colour(t->style, STYLE_WAITS));
	if (t->style->lanes)
		lanes_write(&t->lanes, step->number, step->thread,
		    gd_arena_printf(t->arena, "%s%s%s", action, *effects ? ": " : "", effects));
	else if (*effects)
		fprintf(t->out, "%4ld  %-6s  %-11s  %-46s  %s\n", step->number,
		    place_text(t, &step->where), step->thread, action, effects);
	else
		fprintf(t->out, "%4ld  %-6s  %-11s  %s\n", step->number,
		    place_text(t, &step->where), step->thread, action);
	if (holds(step))
		fprintf(t->out, "%s", style_colour(t->style, STYLE_END));
	style_write_marks(t->style, step->red, step->red_count, t->out);
}

static void name_lanes(struct teller *t)
{
	const struct ir_scenario *scenario = t->trail->scenario;

	t->lanes.out = t->out;
	for (size_t i = 0; i < scenario->mutator_count; i++)
		if (!scenario->mutators[i].of_heap)
			lanes_add(t->arena, &t->lanes,
			    gd_arena_printf(t->arena, "mutator %s", scenario->mutators[i].name));
	for (size_t i = 0; i < t->trail->step_count; i++)
		if (is_shown(t->style, &t->trail->steps[i]))
			lanes_add(t->arena, &t->lanes, t->trail->steps[i].thread);
	lanes_head(&t->lanes);
}

static void write_steps(struct teller *t)
{
	bool in_cycle = false, shown;

	if (t->style->lanes)
		name_lanes(t);
	for (size_t i = 0; i < t->trail->step_count; i++) {
		const struct trail_step *step = &t->trail->steps[i];

		if (step->in_cycle && !in_cycle)
			fprintf(t->out, "     -- from here the run repeats for ever --\n");
		in_cycle = step->in_cycle;
		shown = is_shown(t->style, step) && !is_folded(t->trail, i);
		if (shown)
			write_step(t, step);
		if ((shown && t->style->heap == STYLE_EACH_HEAP) || t->style->heap == step->number)
			trail_draw_heap(t->arena, t->trail, &step->after, t->out);
	}
}

/* -------------------------------------------------------------------- state */
/* Of object NUMBER (REGION: NULL), or of a region. */
static const char *metas_text(struct teller *t, const struct trail_heap *heap,
    const struct ir_region *region, size_t number)
{
	const struct ir_spec *spec = t->trail->spec;
	const char *text = "";

	for (size_t i = 0; i < spec->meta_count; i++)
		if (spec->metas[i]->region == region)
			text = gd_arena_printf(t->arena, "%s  %s %s", text, spec->metas[i]->name,
			    trail_value_text(t->arena, t->trail->scenario, &spec->metas[i]->type,
				gd_arena_printf(t->arena, "%ld",
				    heap->meta[number * spec->meta_count + i])));
	return text;
}

static const char *slots_text(struct teller *t, const struct trail_heap *heap, size_t object)
{
	const struct ir_scenario *scenario = t->trail->scenario;
	const char *text = "";

	for (size_t g = 0; g < t->trail->spec->group_count; g++) {
		text = gd_arena_printf(t->arena, "%s  %s {", text, t->trail->spec->groups[g]->name);
		for (size_t i = 0; i < scenario->group_size[g]; i++)
			text = gd_arena_printf(t->arena, "%s%s %s", text, i ? "," : "",
			    trail_object_name(t->arena, scenario,
				heap->slot[object * scenario->slots_per_object +
				    scenario->group_first[g] + i]));
		text = gd_arena_printf(t->arena, "%s }", text);
	}
	return text;
}

/* In a long run most objects may be garbage; so many are not listed. */
enum { TOO_MANY = 12 };

static size_t count_live(const struct ir_scenario *scenario, const struct trail_heap *heap)
{
	size_t count = 0;

	for (size_t i = 0; i < scenario->object_count; i++)
		count += heap->live[i];
	return count;
}

static void write_objects(struct teller *t, const struct trail_heap *heap)
{
	const struct ir_scenario *scenario = t->trail->scenario;
	bool many = scenario->client && count_live(scenario, heap) > TOO_MANY;

	for (size_t i = 0; i < scenario->object_count; i++) {
		const char *name = trail_object_name(t->arena, scenario, (long)i);

		if (!heap->reachable[i] && (many || (!heap->live[i] && i >= scenario->named)))
			continue;
		fprintf(t->out, "  %-8s %s%s%s\n", name,
		    heap->live[i]            ? heap->reachable[i] ? "reachable  " : "unreachable"
			: heap->reachable[i] ? "FREED, and reachable"
					     : "freed",
		    heap->live[i] ? metas_text(t, heap, NULL, i) : "",
		    heap->live[i] ? slots_text(t, heap, i) : "");
	}
}

/* "  has a, b (freed)": what lies on the line, and what still refers there. */
static const char *objects_on(struct teller *t, const struct trail_heap *heap,
    const struct trail_region *line)
{
	const struct ir_scenario *scenario = t->trail->scenario;
	const char *text = "";

	for (size_t i = 0; i < scenario->object_count; i++) {
		if (!trail_lies_on(t->trail, (long)i, line->sort, line->number) ||
		    !(heap->live[i] || (heap->existed[i] && heap->reachable[i])))
			continue;
		text = gd_arena_printf(t->arena, "%s%s%s%s", text, *text ? ", " : "  has ",
		    trail_object_name(t->arena, scenario, (long)i),
		    heap->live[i] ? "" : " (freed)");
	}
	return *text ? text : "  is empty";
}

/* Each block, with its lines below it. */
static void write_regions(struct teller *t, const struct trail_heap *heap)
{
	trail_regions all = trail_all_regions(t->arena, t->trail);

	for (size_t i = 0; i < all.count; i++) {
		const struct trail_region *one = &all.at[i];

		fprintf(t->out, "  %-8s %s%s\n",
		    gd_arena_printf(t->arena, "%s%s", one->in ? "  " : "",
			trail_region_name(t->arena, t->trail->scenario, one->sort,
			    (long)one->number)),
		    metas_text(t, heap, one->sort, one->number),
		    one->sort == ir_smallest_region(t->trail->spec) ? objects_on(t, heap, one)
								    : "");
	}
}

static size_t how_many(const struct trail_unit *units, size_t count, struct trail_unit unit)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		found += strcmp(units[i].kind, unit.kind) == 0 &&
		    strcmp(units[i].unit, unit.unit) == 0 && units[i].buffer == unit.buffer;
	return found;
}

/* Equal units are one entry. */
static void write_units(struct teller *t, const char *title, const struct trail_unit *units,
    size_t count)
{
	if (count == 0)
		return;
	fprintf(t->out, "  %-8s", title);
	for (size_t i = 0; i < count; i++) {
		size_t copies;

		if (how_many(units, i, units[i]))
			continue;
		copies = how_many(units, count, units[i]);
		fprintf(t->out, "%s %s(%s)", i ? "," : "", units[i].kind, units[i].unit);
		if (copies > 1)
			fprintf(t->out, " %zu times", copies);
		if (units[i].buffer != TRAIL_POOL)
			fprintf(t->out, " in the buffer of %s",
			    trail_mutator_name(t->trail->scenario, units[i].buffer));
	}
	putc('\n', t->out);
}

static bool has_kind(const struct trail_unit *list, size_t count, const struct ir_kind *kind)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].kind, kind->name) == 0)
			return true;
	return false;
}

static bool is_drained(const struct trail_heap *heap, const struct ir_bucket *bucket)
{
	for (size_t i = 0; i < bucket->kind_count; i++)
		if (has_kind(heap->pending, heap->pending_count, bucket->kinds[i]) ||
		    has_kind(heap->running, heap->running_count, bucket->kinds[i]))
			return false;
	return true;
}

/* ", a, b": the buckets that are open, and drained or not. */
static const char *open_buckets(struct teller *t, const struct trail_heap *heap, bool drained)
{
	const struct ir_spec *spec = t->trail->spec;
	const char *text = "";

	for (size_t i = 0; i < spec->bucket_count; i++)
		if (heap->open[i] && is_drained(heap, spec->buckets[i]) == drained)
			text = gd_arena_printf(t->arena, "%s, %s", text, spec->buckets[i]->name);
	return text;
}

/* A bucket is open until its cycle ends or it closes, also when it is drained. */
static void write_buckets(struct teller *t, const struct trail_heap *heap)
{
	const char *busy = open_buckets(t, heap, false), *drained = open_buckets(t, heap, true);

	fprintf(t->out, "  %-8s", "open");
	if (*busy)
		fprintf(t->out, " %s", busy + 2);
	if (*drained)
		fprintf(t->out, "%s drained: %s", *busy ? ";" : "", drained + 2);
	fprintf(t->out, "%s\n", *busy || *drained ? "" : " no bucket");
}

static void write_roots(struct teller *t, const struct trail_heap *heap)
{
	fprintf(t->out, "  %-8s", "roots");
	for (size_t i = 0; i < t->trail->root_count; i++)
		fprintf(t->out, "%s %s = %s", i ? "," : "", t->trail->root_names[i],
		    trail_object_name(t->arena, t->trail->scenario, heap->root[i]));
	putc('\n', t->out);
}

static void write_held(struct teller *t, const struct trail_heap *heap)
{
	for (size_t i = 0; i < t->trail->scenario->object_count; i++)
		if (heap->held[i])
			fprintf(t->out, "  %-8s %s, by its allocation, which has set no root yet\n",
			    "held", trail_object_name(t->arena, t->trail->scenario, (int)i));
}

static void write_mutators(struct teller *t, const struct trail_heap *heap)
{
	static const char *const said[] = { [TRAIL_NEVER_RUNS] = "never runs",
		[TRAIL_AWAY] = "is not there",
		[TRAIL_STOPPED] = "is stopped",
		[TRAIL_RUNNING] = "is running" };

	fprintf(t->out, "  %-8s", "mutators");
	for (size_t i = 0; i < t->trail->scenario->mutator_count; i++)
		fprintf(t->out, "%s %s %s", i ? "," : "", t->trail->scenario->mutators[i].name,
		    said[trail_mutator_state(t->trail->scenario, heap, i)]);
}

/* Writes the start state of a scenario that does not determine it, and how regions are numbered. */
static void write_start(struct teller *t)
{
	bool is_client = t->trail->scenario->client;

	if (!is_client && !t->trail->spec->region_count)
		return;
	fprintf(t->out, "it begins with:\n");
	if (is_client)
		write_objects(t, &t->trail->start);
	write_regions(t, &t->trail->start);
	if (is_client)
		write_roots(t, &t->trail->start);
	if (is_client && ir_comes_and_goes(t->trail->scenario)) {
		write_mutators(t, &t->trail->start);
		putc('\n', t->out);
	}
	putc('\n', t->out);
}

static void write_state(struct teller *t)
{
	const struct trail_heap *heap = t->trail->step_count
	    ? &t->trail->steps[t->trail->step_count - 1].after
	    : &t->trail->start;

	fprintf(t->out, "\nat this point:\n");
	write_objects(t, heap);
	write_regions(t, heap);
	write_roots(t, heap);
	write_held(t, heap);
	write_buckets(t, heap);
	write_units(t, "pending", heap->pending, heap->pending_count);
	write_units(t, "running", heap->running, heap->running_count);
	write_mutators(t, heap);
	fprintf(t->out, "%s\n", heap->stopping ? "; asked to stop" : "");
}

/* ": reachable(b) = true, marking = false"; "": there are none. */
static const char *atoms_text(struct teller *t, const struct trail_atoms *atoms)
{
	const char *text = "";

	for (size_t i = 0; i < atoms->count; i++)
		text = gd_arena_printf(t->arena, "%s%s%s = %s", text, i ? ", " : ": ",
		    atoms->at[i].name, atoms->at[i].value);
	return text;
}

/* "after step 3", "at the start". */
static const char *when_text(struct teller *t, long step)
{
	return step ? gd_arena_printf(t->arena, "after step %ld", step) : "at the start";
}

/* "until `not marking', ", or "". */
static const char *until_text(struct teller *t, const struct trail_broken *broken)
{
	return broken->until ? gd_arena_printf(t->arena, " until `%s'", broken->until) : "";
}

/* When it was promised: "step 3 on", "the start". */
static const char *from_text(struct teller *t, const struct trail_broken *broken)
{
	return broken->since ? gd_arena_printf(t->arena, "step %ld on", broken->since)
			     : "the start";
}

/* Of a promise that depends on no condition. */
static void write_promise(struct teller *t, const struct trail_broken *broken)
{
	if (broken->until && !broken->given_count)
		fprintf(t->out, "  it must be true from %s%s\n", from_text(t, broken),
		    until_text(t, broken));
}

/* "is true", or "was true after step 3" */
static const char *given_time(struct teller *t, const struct trail_given *given)
{
	return given->since < 0
	    ? "is true"
	    : gd_arena_printf(t->arena, "was true %s", when_text(t, given->since));
}

/* The part of the formula that is false, and why it must be true. */
static void write_broken(struct teller *t, const struct trail_broken *broken)
{
	const char *when = "";

	if (!broken)
		return;
	if (!broken->never && (size_t)broken->step != t->trail->step_count)
		when = gd_arena_printf(t->arena, " %s", when_text(t, broken->step));
	if (broken->never)
		fprintf(t->out, "  from %s it never comes true; the most of it is true %s:\n",
		    from_text(t, broken), when_text(t, broken->step));
	fprintf(t->out, "  `%s' is false%s%s%s%s\n", broken->text, when,
	    broken->binding ? " for " : "", broken->binding ? broken->binding : "",
	    atoms_text(t, &broken->values));
	write_promise(t, broken);
	for (size_t i = 0; i < broken->given_count; i++)
		fprintf(t->out, "  it must %s true%s, because `%s' %s%s\n",
		    broken->never ? "come" : "be", until_text(t, broken), broken->given[i].text,
		    given_time(t, &broken->given[i]), atoms_text(t, &broken->given[i].values));
}

static void write_failure(struct teller *t)
{
	const struct trail_failure *failure = &t->trail->failure;

	if (strcmp(failure->property, TRAIL_LIMIT) == 0 ||
	    strcmp(failure->property, TRAIL_GUIDED) == 0 ||
	    strcmp(failure->property, PML_OUTCOME) == 0)
		fprintf(t->out, "\n%s\n", failure->why);
	else
		fprintf(t->out, "\n%s fails%s%s: %s\n", failure->property,
		    failure->binding ? ", with " : "", failure->binding ? failure->binding : "",
		    failure->why);
	if (failure->formula)
		fprintf(t->out, "  %s = %s\n", failure->property, failure->formula);
	write_broken(t, failure->broken);
	if (failure->where.path)
		fprintf(t->out, "  at %s:%u:%u\n", failure->where.path, failure->where.line,
		    failure->where.column);
}

void trail_write_text(const struct trail *trail, const struct trail_heading *heading, FILE *out)
{
	struct teller t = { .arena = gd_arena_new(),
		.trail = trail,
		.file = heading->file,
		.style = heading->style ? heading->style : &style_plain,
		.out = out };
	const struct ir_spec *spec = trail->spec;

	fprintf(out, "%s: %s%sscenario %s%s%s, memory %s, workers %s\n", heading->file,
	    spec->mutant ? "mutant " : "",
	    spec->mutant ? gd_arena_printf(t.arena, "%s, ", spec->mutant) : "",
	    trail->scenario->name, *spec->options_text ? ", " : "", spec->options_text,
	    heading->memory, heading->workers);
	if (heading->needs)
		fprintf(out, "%s\n", heading->needs);
	putc('\n', out);
	write_start(&t);
	write_steps(&t);
	if (heading->passes)
		fprintf(out, "\n%s\n", heading->passes);
	else
		write_failure(&t);
	write_state(&t);
	if (heading->command)
		fprintf(out, "\nto see it again: %s\n", heading->command);
	gd_arena_free(t.arena);
}
