/* accept.c: is there an execution that an observer sees like this?
 *
 * Pairs of a state and a position in the trace, those furthest on first; the
 * steps to a pair are found again from where it came from. */
#include "tests/differential/semantics/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct origin {
	uint32_t from;
	uint32_t step;
};
struct queue {
	uint32_t *at;
	size_t count, room;
};

struct matching {
	struct machine machine;
	struct gd_arena *arena;
	const char *const *events;
	size_t count;
	unsigned *units;
	size_t units_at; /* of `units …': the number for each kind, and which event it is */
	struct states *states;
	GD_VEC(struct origin) origins;
	struct queue *waiting; /* states that wait to be followed, by position in the trace */
	size_t furthest;
	uint32_t at_furthest;
	struct state state;
	unsigned position;
	uint32_t number, step;
	bool accepted, moves;
	bool needs_worker; /* only a worker that runs no unit could go on */
	/* to find a story instead of matching a trace */
	const char *outcome;
	enum sx_check check;
	bool tells, told;
	/* in the second pass: the events that were possible, or the text of one step */
	struct sx_acceptance *result;
	uint32_t wanted;
	const char *text;
};

/* ------------------------------------------------------------------------- queues */
static void push(struct matching *m, unsigned position, uint32_t number)
{
	struct queue *queue = &m->waiting[position];

	if (queue->count == queue->room)
		queue->at =
		    realloc(queue->at, (queue->room = queue->room * 2 + 64) * sizeof *queue->at);
	queue->at[queue->count++] = number;
}

static void add(struct matching *m, const struct state *s, unsigned position)
{
	struct origin origin = { m->number, m->step };
	uint32_t number;
	bool is_new;

	number = sx_states_add(m->states, s, position, &is_new);
	if (!is_new)
		return;
	GD_PUSH(m->arena, m->origins, origin);
	push(m, position, number);
	if (position > m->furthest || number == 0) {
		m->furthest = position;
		m->at_furthest = number;
	}
	if (position == m->count && !m->tells)
		m->accepted = true;
}

/* ---------------------------------------------------------------------- what is seen */
static bool is_event(const struct event *event, const char *text)
{
	char own[200];

	if (event->value < 0)
		snprintf(own, sizeof own, "%s %s", event->verb, event->name);
	else
		snprintf(own, sizeof own, "%s %s %d", event->verb, event->name, event->value);
	return strcmp(own, text) == 0;
}

/* How many events of STEP match the trace from POSITION on. *all: every one does. */
static unsigned match(struct matching *m, const struct step *step, unsigned position, bool *all)
{
	unsigned seen = 0;

	*all = true;
	for (unsigned i = 0; i < step->event_count && *all && !m->tells; i++) {
		if (!(m->machine.options.seen & step->events[i].seen))
			continue;
		if (position + seen < m->count &&
		    is_event(&step->events[i], m->events[position + seen]))
			seen++;
		else
			*all = false;
	}
	return seen;
}

/* Whether more units have run than the trace says. */
static bool too_many_units(const struct matching *m, const struct state *s)
{
	for (unsigned k = 0; m->units && k < m->machine.spec->kind_count; k++)
		if (s->at[m->machine.at_counts + k] > (cell)m->units[k])
			return true;
	return false;
}

static bool just_these_units(const struct matching *m, const struct state *s)
{
	for (unsigned k = 0; k < m->machine.spec->kind_count; k++)
		if (s->at[m->machine.at_counts + k] != (cell)m->units[k])
			return false;
	return true;
}

static void note_move(struct matching *m, const struct step *step)
{
	if (sx_needs_worker(&m->machine, &m->state, step))
		m->needs_worker = true;
	else
		m->moves |= step->kind != S_JOIN && step->kind != S_LEAVE;
}

/* Whether nobody can go on, or nobody without one worker more, while some unit waits. */
static bool is_stuck(struct matching *m)
{
	return !m->moves && (!m->needs_worker || sx_some_unit_awaits(&m->machine, &m->state));
}

static void visit(void *context, const struct step *step, const struct state *state)
{
	struct matching *m = context;
	unsigned seen;
	bool all;

	note_move(m, step);
	if (m->accepted || m->told)
		return;
	m->step++;
	if (step->failed) {
		m->told = m->tells && !m->outcome && step->check == m->check;
		return;
	}
	seen = match(m, step, m->position, &all);
	if (!all && m->position + seen > m->furthest) {
		m->furthest = m->position + seen;
		m->at_furthest = m->number;
	}
	if (all && !too_many_units(m, state))
		add(m, state, m->position + seen);
}

/* How the run ends here.  NULL: it does not end. */
static const char *how_it_ends(struct matching *m)
{
	const char *how = sx_is_over(&m->machine, &m->state) ? "end" : is_stuck(m) ? "stuck" : NULL;

	return how ? sx_outcome(m->arena, &m->machine, &m->state, how) : NULL;
}

static void look_at_end(struct matching *m)
{
	const char *next = m->position < m->count ? m->events[m->position] : "", *how;

	m->step = 0;
	if (m->units && m->position == m->units_at && just_these_units(m, &m->state))
		add(m, &m->state, m->position + 1);
	if (m->tells && !m->outcome) {
		m->told |=
		    m->check == SX_CYCLE_ENDS && is_stuck(m) && !sx_is_over(&m->machine, &m->state);
		return;
	}
	if (!m->tells && strncmp(next, "outcome ", 8) != 0)
		return;
	how = how_it_ends(m);
	if (m->tells)
		m->told |= how && strcmp(how, m->outcome) == 0;
	else if (how && strcmp(how, next + 8) == 0)
		add(m, &m->state, m->position + 1);
}

static void look_at(struct matching *m, uint32_t number)
{
	m->number = number;
	m->step = 0;
	m->moves = m->needs_worker = false;
	sx_states_get(m->states, number, &m->state, &m->position);
	sx_steps(&m->machine, &m->state, visit, m);
	if (!m->accepted && !m->told)
		look_at_end(m);
}

/* ------------------------------------------------------------------------- the path */
static void describe(void *context, const struct step *step, const struct state *state)
{
	struct matching *m = context;

	if (++m->step == m->wanted)
		m->text =
		    sx_step_text(m->arena, &m->machine, step, &m->state, (struct state *)state);
}

static const char *step_text(struct matching *m, uint32_t from, uint32_t step)
{
	m->step = 0;
	m->wanted = step;
	sx_states_get(m->states, from, &m->state, &m->position);
	sx_steps(&m->machine, &m->state, describe, m);
	return m->text;
}

static const char **path_to(struct matching *m, uint32_t number, size_t *count)
{
	const char **path;
	size_t length = 0;

	for (uint32_t at = number; at != 0; at = m->origins.at[at].from)
		length += m->origins.at[at].step != 0;
	path = GD_NEW_ARRAY(m->arena, const char *, length + 2);
	*count = length;
	for (uint32_t at = number; at != 0; at = m->origins.at[at].from)
		if (m->origins.at[at].step != 0)
			path[--length] =
			    step_text(m, m->origins.at[at].from, m->origins.at[at].step);
	return path;
}

/* ---------------------------------------------------------------- what was possible */
static void add_possible(struct matching *m, const char *text)
{
	GD_VEC(const char *)
	list = { m->result->possible, m->result->possible_count, m->result->possible_count };

	for (size_t i = 0; i < list.count; i++)
		if (strcmp(list.at[i], text) == 0)
			return;
	GD_PUSH(m->arena, list, text);
	m->result->possible = list.at;
	m->result->possible_count = list.count;
}

static void note_possible(void *context, const struct step *step, const struct state *state)
{
	struct matching *m = context;
	unsigned position = m->position;

	(void)state;
	note_move(m, step);
	if (step->failed && position == m->furthest)
		add_possible(m, gd_arena_printf(m->arena, "fails %s", sx_check_name[step->check]));
	for (unsigned i = 0; i < step->event_count && !step->failed; i++) {
		if (!(m->machine.options.seen & step->events[i].seen))
			continue;
		if (position == m->furthest)
			add_possible(m, sx_event_text(m->arena, &step->events[i]));
		if (position == m->furthest || !is_event(&step->events[i], m->events[position++]))
			return;
	}
}

static const char *units_text(struct matching *m)
{
	const char *text = "units";

	for (unsigned k = 0; k < m->machine.spec->kind_count; k++)
		text = gd_arena_printf(m->arena, "%s %s=%d", text, m->machine.spec->kinds[k].name,
		    m->state.at[m->machine.at_counts + k]);
	return text;
}

static void find_possible(struct matching *m)
{
	for (uint32_t i = 0; i < sx_states_count(m->states); i++) {
		const char *how;

		sx_states_get(m->states, i, &m->state, &m->position);
		m->moves = m->needs_worker = false;
		sx_steps(&m->machine, &m->state, note_possible, m);
		if (m->position != m->furthest || m->result->possible_count > 40)
			continue;
		how = how_it_ends(m);
		if (how && m->units && m->units_at == m->position)
			add_possible(m, units_text(m));
		else if (how)
			add_possible(m, gd_arena_printf(m->arena, "outcome %s", how));
	}
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void explain(struct matching *m)
{
	m->result->event = m->furthest;
	find_possible(m);
	if (m->result->possible_count)
		qsort(m->result->possible, m->result->possible_count, sizeof *m->result->possible,
		    by_text);
	m->result->path = path_to(m, m->at_furthest, &m->result->path_count);
}

/* ---------------------------------------------------------------------- the search */
/* Reads "units a=1 b=2": the numbers, by kind. */
static void read_units(struct matching *m, const struct sx_spec *spec)
{
	for (size_t i = 0; i < m->count; i++) {
		const char *at = m->events[i];

		if (strncmp(at, "units", 5) != 0)
			continue;
		m->units_at = i;
		m->units = GD_NEW_ARRAY(m->arena, unsigned, spec->kind_count + 1);
		for (unsigned k = 0; k < spec->kind_count; k++)
			if ((at = strchr(at, '=')))
				m->units[k] = (unsigned)strtoul(++at, NULL, 10);
			else
				break;
	}
}

static bool next_waiting(struct matching *m, uint32_t *number)
{
	for (size_t i = m->count + 1; i-- > 0;) {
		struct queue *queue = &m->waiting[i];

		if (queue->count) {
			*number = queue->at[--queue->count];
			return true;
		}
	}
	return false;
}

/* States are followed in the order of their distance, so the story is the shortest. */
static void tell(struct matching *m)
{
	for (uint32_t i = 0;
	     i < sx_states_count(m->states) && !m->told && i < m->machine.options.max_states; i++)
		look_at(m, i);
}

static void begin_with(void *context, const struct state *first)
{
	add(context, first, 0);
}

static void begin(struct matching *m, const struct sx_spec *spec, const struct sx_options *options)
{
	sx_set_up(&m->machine, spec, options, m->units != NULL);
	m->states = sx_states_new(&m->machine);
	m->waiting = calloc(m->count + 2, sizeof *m->waiting);
	sx_begin_each(&m->machine, begin_with, m);
}

static void end(struct matching *m)
{
	for (size_t i = 0; i <= m->count; i++)
		free(m->waiting[i].at);
	free(m->waiting);
	sx_states_free(m->states);
}

void sx_accept(struct gd_arena *arena, const struct sx_spec *spec, const struct sx_options *options,
    const char *const *events, size_t count, struct sx_acceptance *result)
{
	struct matching *m = GD_NEW(arena, struct matching);
	uint32_t number = 0;

	*result = (struct sx_acceptance){ .is = SX_REFUSED };
	if (spec->client) { /* a run has a program, and not all of them */
		result->is = SX_UNDECIDED;
		return;
	}
	m->arena = arena;
	m->events = events;
	m->count = count;
	m->result = result;
	read_units(m, spec);
	begin(m, spec, options);
	while (!m->accepted && next_waiting(m, &number)) {
		look_at(m, number);
		if (sx_states_count(m->states) > m->machine.options.max_states)
			result->is = SX_UNDECIDED;
		if (result->is == SX_UNDECIDED)
			break;
	}
	result->states = sx_states_count(m->states);
	if (m->accepted)
		result->is = SX_ACCEPTED;
	if (result->is == SX_REFUSED)
		explain(m);
	end(m);
}

const char **sx_story(struct gd_arena *arena, const struct sx_spec *spec,
    const struct sx_options *options, const char *outcome, enum sx_check check, size_t *count)
{
	struct matching *m = GD_NEW(arena, struct matching);
	const char **path = NULL, *last;
	uint32_t at, step;

	m->arena = arena;
	m->tells = true;
	m->outcome = outcome;
	m->check = check;
	begin(m, spec, options);
	tell(m);
	if (m->told) {
		at = m->number;
		step = m->step;
		last = step ? step_text(m, at, step) : NULL;
		path = path_to(m, at, count);
		if (last)
			path[(*count)++] = last;
	}
	end(m);
	return path;
}
