/* retrace.c: the model does what its C has done.
 *
 * The events of the C become the guide of a model without foldings (emit-guide.c): its runs do them in
 * the same order, and nothing else. */
#include "compiler/driver/agree.h"
#include "compiler/driver/seen-text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "promela-backend/trail/trail.h"

struct retrace {
	const struct agree_arguments *arguments;
	const struct agree_plan *plan;
	const struct agree_cell *cell;
	GD_VEC(struct seen) events;
	const char **told; /* as the model tells them */
	const struct agree_end *end;
};

/* ------------------------------------------------------------------ what C has done */
static size_t first_root(const struct retrace *r)
{
	const struct ir_scenario *scenario = r->cell->scenario;

	return scenario->object_count * (r->plan->ir->meta_count + scenario->slots_per_object);
}

static bool is_silent(const struct retrace *r, const struct seen *e)
{
	if (e->what == SEEN_PHASE)
		return r->plan->ir->phases[e->which]->from;
	return e->what == SEEN_ACTION &&
	    !pml_guides_action(r->cell->scenario->mutators[-1 - e->who].actions[e->detail].op);
}

/* What scripts do to their own roots is part of their actions. */
static bool is_told(const struct retrace *r, const struct seen *e)
{
	bool is_own = e->what == SEEN_ACCESS && e->who < 0 && (size_t)e->detail >= first_root(r);

	return e->what != SEEN_COUNT && !is_own && !is_silent(r, e);
}

static void read_events(struct retrace *r, const char *trace)
{
	struct seen e;

	for (; *trace; trace += strcspn(trace, "\n"), trace += *trace == '\n')
		if (seen_read(trace, &e) && is_told(r, &e))
			GD_PUSH(r->plan->arena, r->events, e);
}

/* --------------------------------------------------------------------- their order */
static bool is_one_actor(const struct seen *a, const struct seen *b)
{
	return a->who == b->who && memcmp(a->argument, b->argument, sizeof a->argument) == 0;
}

/* Moves event FROM to the place TO. */
static void move(struct retrace *r, size_t from, size_t to)
{
	struct seen e = r->events.at[from];
	struct seen *at = r->events.at;

	if (from < to)
		memmove(at + from, at + from + 1, (to - from) * sizeof *at);
	else
		memmove(at + to + 1, at + to, (from - to) * sizeof *at);
	at[to] = e;
}

/* In a model a unit ends in the step of its last access. */
static void end_early(struct retrace *r, size_t done)
{
	size_t last = done;

	while (last > 0 && !is_one_actor(&r->events.at[last - 1], &r->events.at[done]))
		last--;
	move(r, done, last);
}

/* In a model an action is one step, or begins with the first step of its barrier. */
static void begin_late(struct retrace *r, size_t action)
{
	size_t next = action + 1;

	while (next < r->events.count && !is_one_actor(&r->events.at[next], &r->events.at[action]))
		next++;
	if (next < r->events.count && r->events.at[next].what != SEEN_ACTION)
		move(r, action, next - 1);
}

static size_t after_machine(const struct retrace *r, size_t event)
{
	while (event > 0 && r->events.at[event - 1].what > SEEN_RESUME)
		event--;
	return event;
}

static size_t after_unit_of(const struct retrace *r, const struct ir_bucket *bucket, size_t event)
{
	for (size_t i = event; i-- > 0;)
		for (size_t k = 0; k < bucket->kind_count; k++)
			if (r->events.at[i].what == SEEN_DONE &&
			    bucket->kinds[k]->index == (size_t)r->events.at[i].who)
				return i + 1;
	return event;
}

/* In a model this is done in the step before: buckets without a guard open as the cycle begins,
 * and those with `open whenever' close as their last unit ends. */
static void join_step(struct retrace *r, size_t event)
{
	const struct seen *e = &r->events.at[event];
	const struct ir_spec *spec = r->plan->ir;

	if (e->what == SEEN_OPEN && spec->buckets[e->which]->opening == IR_FROM_START)
		move(r, event, after_machine(r, event));
	else if (e->what == SEEN_CLOSE && spec->buckets[e->which]->opening == IR_WHENEVER)
		move(r, event, after_unit_of(r, spec->buckets[e->which], event));
}

static void order_as_model(struct retrace *r)
{
	for (size_t i = 0; i < r->events.count; i++)
		if (r->events.at[i].what == SEEN_DONE)
			end_early(r, i);
	for (size_t i = r->events.count; i-- > 0;)
		if (r->events.at[i].what == SEEN_ACTION)
			begin_late(r, i);
	for (size_t i = 0; i < r->events.count; i++)
		join_step(r, i);
}

/* --------------------------------------------------------------- as the model tells them */
/* The model has one cell more, null, and metadata kind by kind. */
static size_t address(const struct retrace *r, size_t location)
{
	size_t metas = r->plan->ir->meta_count, objects = r->cell->scenario->object_count,
	       slots = r->cell->scenario->slots_per_object;

	if (location < objects * metas)
		return location % metas * (objects + 1) + location / metas;
	location -= objects * metas;
	return location < objects * slots
	    ? metas * (objects + 1) + location
	    : (metas + slots) * (objects + 1) + location - objects * slots;
}

static const char *unit(const struct retrace *r, const struct seen *e)
{
	const struct ir_kind *kind = r->plan->ir->kinds[e->who];
	const char *text = "";

	for (size_t i = 0; i < kind->param_count && i < SEEN_ARGUMENTS; i++) {
		bool is_slot = kind->kernel.vars[i]->type.kind == IR_SLOT && e->argument[i] >= 0;
		long value = is_slot ? (long)address(r, (size_t)e->argument[i]) : e->argument[i];

		text = gd_arena_printf(r->plan->arena, "%s%s%ld", text, i ? "," : "", value);
	}
	return gd_arena_printf(r->plan->arena, "kind=%s unit=%s", kind->name, *text ? text : "-");
}

static const char *values(const struct retrace *r, const struct seen *e)
{
	struct gd_arena *arena = r->plan->arena;
	const char *text = e->which == SEEN_LOAD ? " op=load"
	    : e->which == SEEN_STORE             ? " op=store"
						 : "";

	if (e->found != SEEN_NOTHING)
		text = gd_arena_printf(arena, "%s found=%d", text, e->found);
	if (e->stored != SEEN_NOTHING && e->which != SEEN_MODIFY)
		text = gd_arena_printf(arena, "%s stored=%d", text, e->stored);
	return text;
}

/* A slot has the name of its field, or is a parameter's. */
static const char *access_told(const struct retrace *r, const struct seen *e)
{
	const struct ir_scenario *scenario = r->cell->scenario;
	const struct ir_spec *spec = r->plan->ir;
	size_t metas = scenario->object_count * spec->meta_count, at = (size_t)e->detail, g = 0,
	       slots = scenario->slots_per_object;
	const char *with = values(r, e);

	if (at < metas)
		return gd_arena_printf(r->plan->arena, "access at=%s object=%zu%s",
		    spec->metas[at % spec->meta_count]->name, at / spec->meta_count, with);
	if (at >= first_root(r))
		return gd_arena_printf(r->plan->arena,
		    "access at=root root=%zu%s|access at=slot address=%zu%s", at - first_root(r),
		    with, address(r, at), with);
	at -= metas;
	while (g + 1 < spec->group_count && at % slots >= scenario->group_first[g + 1])
		g++;
	return gd_arena_printf(r->plan->arena,
	    "access at=%s slot=%zu object=%zu%s|access at=slot address=%zu%s",
	    spec->groups[g]->name, at % slots - scenario->group_first[g], at / slots, with,
	    address(r, (size_t)e->detail), with);
}

static const char *told(const struct retrace *r, const struct seen *e)
{
	struct gd_arena *arena = r->plan->arena;
	const struct ir_spec *spec = r->plan->ir;
	const char *name;

	switch ((enum seen_what)e->what) {
	case SEEN_REQUEST:
		name = spec->cycles[e->which]->name;
		return gd_arena_printf(arena, "collect cycle=%s|step:request cycle=%s", name, name);
	case SEEN_BEGIN:
		return gd_arena_printf(arena, "step:begin cycle=%s", spec->cycles[e->which]->name);
	case SEEN_END:
		return gd_arena_printf(arena, "step:end cycle=%s", spec->cycles[e->which]->name);
	case SEEN_OPEN:
		name = spec->buckets[e->which]->name;
		return gd_arena_printf(arena, "step:open bucket=%s|open bucket=%s", name, name);
	case SEEN_CLOSE:
		name = spec->buckets[e->which]->name;
		return gd_arena_printf(arena, "step:close bucket=%s|close bucket=%s", name, name);
	case SEEN_PHASE:
		return gd_arena_printf(arena, "phase phase=%s on=%d", spec->phases[e->which]->name,
		    e->detail);
	case SEEN_STOPPED: return "all_stopped";
	case SEEN_RESUME: return "resume";
	case SEEN_ACTION:
		return gd_arena_printf(arena, "step:script mutator=%d action=%d", -1 - e->who,
		    e->detail);
	case SEEN_UNIT: return gd_arena_printf(arena, "step:claim %s", unit(r, e));
	case SEEN_DONE: return gd_arena_printf(arena, "done %s", unit(r, e));
	case SEEN_ACCESS: return access_told(r, e);
	case SEEN_FREE: return gd_arena_printf(arena, "free object=%d", e->which);
	case SEEN_ALLOCATE:
		return gd_arena_printf(arena, "%s object=%d", e->who < 0 ? "allocate" : "made",
		    e->which);
	case SEEN_FULL: return "full";
	case SEEN_ANSWER:
		return gd_arena_printf(arena, "answer policy=%s value=%d",
		    spec->policies[e->which]->name, e->detail);
	case SEEN_INTERVALS: /* no program that is not directed does these */
	case SEEN_STOP:
	case SEEN_FLUSH:
	case SEEN_NEEDLESS:
	case SEEN_ASK:
	case SEEN_EMIT:
	case SEEN_LOOK:
	case SEEN_COUNT: break;
	}
	return "";
}

/* ------------------------------------------------------------------------ searches */
static struct pml_request request_of(const struct retrace *r, size_t count)
{
	struct pml_request request = agree_request(r->arguments, r->plan, r->cell);

	request.no_fold = PML_NO_FOLD;
	request.guide = r->told;
	request.guide_count = count;
	return request;
}

/* *WHY is NULL if it is known what there is. */
static void search(const struct retrace *r, const struct pml_request *request,
    struct camp_result *result, const char **why)
{
	struct camp_summary summary;
	struct camp_job job;
	const char *text;

	*result = (struct camp_result){ 0 };
	*why = "there is no model";
	text = plan_model_text(r->plan->arena, request, why);
	if (!text)
		return;
	job = agree_one_search(r->plan, r->cell, request, text);
	*why = "no search was done";
	if (!agree_run_jobs(r->arguments, r->plan, &job, 1, &summary))
		return;
	*result = job.result;
	*why = result->verdict == CAMP_HOLDS || result->verdict == CAMP_FAILS ? NULL
	    : result->reason                                                  ? result->reason
									      : *why;
}

/* A run of the model that does the first COUNT events, and then ends as the C, if it is TO_END.
 * NULL: there is none, or *WHY it is not known. */
static struct trail *find_run(const struct retrace *r, size_t count, bool to_end, const char **why)
{
	struct pml_request request = request_of(r, count);
	struct camp_result result;

	request.seeks = to_end ? r->end->line : NULL;
	search(r, &request, &result, why);
	return result.verdict == CAMP_FAILS
	    ? trail_read(r->plan->arena, r->plan->ir, r->cell->scenario,
		  to_end ? PML_OUTCOME : TRAIL_GUIDED, result.events, why)
	    : NULL;
}

bool agree_is_owed(const struct ir_property *property)
{
	struct pml_request one = { .properties = &property, .property_count = 1 };

	return property->formula && pml_is_owed(&one);
}

/* All that a run can break where it is. */
static void choose_properties(const struct retrace *r, struct pml_request *request)
{
	const struct ir_spec *spec = r->plan->ir;
	const struct ir_property **chosen =
	    GD_NEW_ARRAY(r->plan->arena, const struct ir_property *, spec->property_count + 1);

	for (size_t i = 0; i < spec->property_count; i++)
		if (!agree_is_owed(spec->properties[i]))
			chosen[request->property_count++] = spec->properties[i];
	request->properties = chosen;
}

/* A run of the model that does the events and breaks something, after the first FROM events at the
 * earliest.  NULL: there is none, or *WHY it is not known. */
static struct trail *find_failure(const struct retrace *r, size_t from, const char **why)
{
	struct pml_request request = request_of(r, r->events.count);
	struct camp_result result;

	request.seeks_failure = true;
	request.fails_from = from;
	choose_properties(r, &request);
	search(r, &request, &result, why);
	return result.verdict == CAMP_FAILS
	    ? trail_read(r->plan->arena, r->plan->ir, r->cell->scenario, result.property,
		  result.events, why)
	    : NULL;
}

/* How many events runs can do. */
static size_t find_longest(const struct retrace *r, const char **why)
{
	struct pml_request request = request_of(r, r->events.count);
	struct camp_result result;
	size_t longest = 0;

	request.outcomes = true;
	search(r, &request, &result, why);
	for (const char *at = result.events; at && (at = strstr(at, PML_GUIDED));) {
		size_t reached = (size_t)strtoul(at += strlen(PML_GUIDED), NULL, 10);

		longest = reached > longest ? reached : longest;
	}
	return longest;
}

/* ------------------------------------------------------------------ what was found */
/* The C fails, and the model can do all its events.  FOUND has a run that does them. */
static void look_for_failure(const struct retrace *r, struct agree_retraced *found)
{
	struct trail *failing = find_failure(r, r->events.count, &found->why), *early = NULL;

	found->is = RETRACED_FAILS;
	if (!failing && !found->why) {
		early = find_failure(r, 0, &found->why);
		found->is = early ? RETRACED_FAILS_EARLY : RETRACED_HOLDS;
	}
	if (found->why)
		found->is = RETRACED_UNDECIDED;
	found->failing = failing ? failing : early;
}

static void look_for_longest(const struct retrace *r, struct agree_retraced *found)
{
	found->followed = find_longest(r, &found->why);
	if (found->followed && !found->why)
		found->run = find_run(r, found->followed, false, &found->why);
	if (found->why)
		found->is = RETRACED_UNKNOWN;
	else if (found->followed < r->events.count)
		found->is = RETRACED_PART;
	else if (r->end)
		found->is = RETRACED_ENDS_OTHERWISE;
	else
		look_for_failure(r, found);
}

static void tell_events(struct retrace *r, struct agree_retraced *found)
{
	struct gd_arena *arena = r->plan->arena;

	found->count = r->events.count;
	found->events = GD_NEW_ARRAY(arena, const char *, r->events.count);
	r->told = GD_NEW_ARRAY(arena, const char *, r->events.count);
	for (size_t i = 0; i < r->events.count; i++) {
		found->events[i] =
		    seen_text(arena, r->plan->ir, r->cell->scenario, &r->events.at[i]);
		r->told[i] = told(r, &r->events.at[i]);
	}
}

void agree_retrace_cell(const struct agree_arguments *a, const struct agree_plan *plan,
    struct agree_cell *cell)
{
	struct agree_retraced *found = GD_NEW(plan->arena, struct agree_retraced);
	const char *trace = cell->only_c ? cell->only_c->trace : cell->found.trace;

	agree_retrace(a, plan, cell, trace ? trace : "", cell->only_c, found);
	cell->retraced = found;
}

void agree_retrace(const struct agree_arguments *a, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *trace, const struct agree_end *end,
    struct agree_retraced *found)
{
	struct retrace r = { a, plan, cell, { 0 }, NULL, end };
	const char *why;

	*found = (struct agree_retraced){ .is = RETRACED_NOTHING };
	if (cell->memory != IR_MEM_SC)
		return;
	read_events(&r, trace);
	order_as_model(&r);
	if (r.events.count == 0)
		return;
	tell_events(&r, found);
	found->run = end ? find_run(&r, r.events.count, true, &why) : NULL;
	if (found->run)
		found->is = RETRACED_ENDS;
	else
		look_for_longest(&r, found);
}
