/* search.c: every state, depth first, so that a run that comes back is seen. */
#include "tests/differential/semantics/internal.h"

#include <stdlib.h>
#include <string.h>

enum colour { WHITE, GREY, BLACK };

struct search {
	struct machine machine;
	struct gd_arena *arena;
	struct sx_exploration *result;
	struct states *states, *ends;
	unsigned char *colour;
	size_t colour_room;
	uint32_t *next;
	size_t next_count, next_room; /* states whose steps are not yet followed */
	GD_VEC(struct visit) stack;
	GD_VEC(const char *) outcomes, asserts;
	struct state state; /* the state whose steps are followed */
	bool waits; /* only joining and leaving are possible, or what needs another worker … */
	bool needs_worker; /* … which is possible, too */
};
struct visit {
	uint32_t state;
	size_t first;
};

/* ------------------------------------------------------------------------ results */
static void add_name(struct gd_arena *arena, const char ***names, size_t *count, const char *name)
{
	GD_VEC(const char *) list = { *names, *count, *count };

	for (size_t i = 0; i < *count; i++)
		if (strcmp((*names)[i], name) == 0)
			return;
	GD_PUSH(arena, list, name);
	*names = list.at;
	*count = list.count;
}

static void note_failure(struct search *search, const struct step *step)
{
	struct sx_exploration *result = search->result;

	result->failed[step->check] = true;
	if (step->check == SX_ASSERT)
		add_name(search->arena, &result->asserts, &result->assert_count, step->name);
	if (step->check == SX_PROPERTY)
		add_name(search->arena, &result->properties, &result->property_count, step->name);
}

/* Copies only the parts of the state that an outcome shows. */
static void project(const struct machine *machine, const struct state *s, struct state *end)
{
	const struct sx_spec *spec = machine->spec;

	end->count = spec->at_requested;
	memcpy(end->at, s->at, end->count * sizeof *s->at);
	for (unsigned o = 0; o < spec->object_count; o++)
		if (!s->at[spec->at_live + o])
			memset(end->at + spec->at_meta + o * spec->meta_count, 0,
			    spec->meta_count * sizeof *s->at);
	for (unsigned p = 0; p < spec->phase_count; p++)
		end->at[end->count++] = s->at[spec->at_phases + p] == 1;
	for (unsigned g = 0; g < spec->ghost_count; g++)
		end->at[end->count++] = s->at[spec->at_ghosts + g];
}

static void note_end(struct search *search, struct state *s, const char *how)
{
	static struct state end;
	bool is_new;

	project(&search->machine, s, &end);
	sx_states_add(search->ends, &end, how[0] == 's', &is_new);
	if (is_new)
		GD_PUSH(search->arena, search->outcomes,
		    sx_outcome(search->arena, &search->machine, s, how));
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* -------------------------------------------------------------------- one state's steps */
static void push_next(struct search *search, uint32_t number)
{
	if (search->next_count == search->next_room) {
		search->next_room = search->next_room * 2 + 1024;
		search->next = realloc(search->next, search->next_room * sizeof *search->next);
	}
	search->next[search->next_count++] = number;
}

static void make_colours(struct search *search, size_t count)
{
	size_t old = search->colour_room;

	if (count < old)
		return;
	search->colour_room = count * 2 + 1024;
	search->colour = realloc(search->colour, search->colour_room);
	memset(search->colour + old, WHITE, search->colour_room - old);
}

static void visit(void *context, const struct step *step, const struct state *state)
{
	struct search *search = context;
	uint32_t number;
	bool is_new;

	search->result->steps++;
	if (sx_needs_worker(&search->machine, &search->state, step))
		search->needs_worker = true;
	else
		search->waits &= step->kind == S_JOIN || step->kind == S_LEAVE;
	if (step->failed) {
		note_failure(search, step);
		return;
	}
	number = sx_states_add(search->states, state, 0, &is_new);
	make_colours(search, number);
	push_next(search, number);
}

static void stuck(struct search *search)
{
	if (search->machine.spec->client)
		return;
	if (search->machine.options.unchecked >> SX_CYCLE_ENDS & 1)
		note_end(search, &search->state, "stuck");
	else
		search->result->failed[SX_CYCLE_ENDS] = true;
}

static void enter(struct search *search, uint32_t number)
{
	struct visit entered = { number, search->next_count };
	unsigned position;

	search->colour[number] = GREY;
	GD_PUSH(search->arena, search->stack, entered);
	sx_states_get(search->states, number, &search->state, &position);
	search->waits = true;
	search->needs_worker = false;
	if (sx_is_over(&search->machine, &search->state)) {
		if (!search->machine.spec->client) /* its objects have no names */
			note_end(search, &search->state, "end");
		search->waits = false;
	}
	sx_steps(&search->machine, &search->state, visit, search);
	if (search->waits &&
	    (!search->needs_worker || sx_some_unit_awaits(&search->machine, &search->state)))
		stuck(search);
}

/* The search meets a state that it has entered and not left.  So a run can repeat forever. */
static void met_again(struct search *search)
{
	if (search->machine.options.joiners || search->machine.spec->client)
		return;
	search->result->endless = true;
	if (!(search->machine.options.unchecked >> SX_CYCLE_ENDS & 1))
		search->result->failed[SX_CYCLE_ENDS] = true;
}

static void follow(struct search *search)
{
	struct visit *top = &search->stack.at[search->stack.count - 1];
	uint32_t number;

	if (search->next_count == top->first) {
		search->colour[top->state] = BLACK;
		search->stack.count--;
		return;
	}
	number = search->next[--search->next_count];
	if (search->colour[number] == GREY)
		met_again(search);
	else if (search->colour[number] == WHITE)
		enter(search, number);
}

/* ------------------------------------------------------------------------ the search */
static void finish(struct search *search)
{
	struct sx_exploration *result = search->result;

	result->states = sx_states_count(search->states);
	result->outcomes = search->outcomes.at;
	result->outcome_count = search->outcomes.count;
	if (result->outcome_count)
		qsort(result->outcomes, result->outcome_count, sizeof *result->outcomes, by_text);
	if (result->assert_count)
		qsort(result->asserts, result->assert_count, sizeof *result->asserts, by_text);
	sx_states_free(search->states);
	sx_states_free(search->ends);
	free(search->colour);
	free(search->next);
}

static bool is_broken_initially(struct search *search)
{
	const struct property *broken = sx_broken(&search->machine, &search->state, true);
	const struct step step = { .check = SX_PROPERTY, .name = broken ? broken->name : NULL };

	if (broken)
		note_failure(search, &step);
	return broken != NULL;
}

/* All that follows on FIRST, and on no other first state before it. */
static void begin(void *context, const struct state *first)
{
	struct search *search = context;
	uint32_t number;
	bool is_new;

	if (!search->result->complete)
		return;
	number = sx_states_add(search->states, first, 0, &is_new);
	make_colours(search, number);
	search->state = *first;
	if (search->colour[number] == WHITE && !is_broken_initially(search))
		enter(search, number);
	while (search->stack.count > 0 && search->result->complete) {
		follow(search);
		if (sx_states_count(search->states) > search->machine.options.max_states) {
			search->result->complete = false;
			search->result->why = "too many states";
		}
	}
}

void sx_explore(struct gd_arena *arena, const struct sx_spec *spec,
    const struct sx_options *options, struct sx_exploration *result)
{
	struct search *search = GD_NEW(arena, struct search);

	*result = (struct sx_exploration){ .complete = true };
	search->arena = arena;
	search->result = result;
	result->reached = spec->reached.at;
	result->reached_count = spec->reached.count;
	sx_forget_reached(spec);
	sx_set_up(&search->machine, spec, options, false);
	search->states = sx_states_new(&search->machine);
	search->ends = sx_states_new(&search->machine);
	sx_begin_each(&search->machine, begin, search);
	finish(search);
}
