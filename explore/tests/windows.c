/* windows.c: the store buffers of doc/memory.md, as a machine whose states are all visited. */
#include <stdlib.h>
#include <string.h>

#include "explore/tests/straight.h"

enum entry_kind { NONE, WAITING, WAITING_RELEASE, WAITING_SEQ_CST, MARK };

struct entry {
	uint8_t kind, at, value;
};

struct state {
	uint8_t pc[THREADS];
	struct entry window[THREADS][STEPS]; /* the oldest first */
	struct outcome outcome;
};

static const struct straight *program;
static enum gcx_memory model;
static struct outcomes *found;

/* All states that were visited: a hash table. */
static struct state *visited;
static bool *used;
static size_t count, room;

static size_t hash(const struct state *state)
{
	const unsigned char *bytes = (const unsigned char *)state;
	uint64_t sum = 14695981039346656037u;

	for (size_t i = 0; i < sizeof *state; i++)
		sum = (sum ^ bytes[i]) * 1099511628211u;
	return (size_t)(sum ^ sum >> 32);
}

static bool is_new(const struct state *state);

static void grow(void)
{
	struct state *old = visited;
	bool *old_used = used;
	size_t old_room = room;

	room = old_room ? old_room * 2 : 1024;
	visited = malloc(room * sizeof *visited);
	used = calloc(room, sizeof *used);
	count = 0;
	for (size_t i = 0; i < old_room; i++)
		if (old_used[i])
			is_new(&old[i]);
	free(old);
	free(old_used);
}

static bool is_new(const struct state *state)
{
	size_t i;

	if (count * 2 >= room)
		grow();
	for (i = hash(state) & (room - 1); used[i]; i = (i + 1) & (room - 1))
		if (memcmp(&visited[i], state, sizeof *state) == 0)
			return false;
	used[i] = true;
	visited[i] = *state;
	count++;
	return true;
}

/* ------------------------------------------------------------------------- windows */
static unsigned length(const struct entry *window)
{
	unsigned i = 0;

	while (i < STEPS && window[i].kind != NONE)
		i++;
	return i;
}

static bool is_store(const struct entry *entry)
{
	return entry->kind != NONE && entry->kind != MARK;
}

/* Whether entry K must wait for an earlier one. */
static bool waits(const struct entry *window, unsigned k)
{
	bool marked = false;

	for (unsigned i = k; i-- > 0;) {
		marked |= window[i].kind == MARK;
		if (!is_store(&window[i]))
			continue;
		if (model == GCX_TSO || marked || window[i].at == window[k].at ||
		    window[k].kind != WAITING)
			return true;
	}
	return false;
}

static void drop(struct entry *window, unsigned k)
{
	memmove(&window[k], &window[k + 1], (STEPS - 1 - k) * sizeof *window);
	window[STEPS - 1] = (struct entry){ NONE, 0, 0 };
	while (window[0].kind == MARK)
		drop(window, 0);
}

static bool has(const struct entry *window, enum entry_kind kind)
{
	for (unsigned i = 0; i < STEPS; i++)
		if (window[i].kind == kind)
			return true;
	return false;
}

/* --------------------------------------------------------------------------- steps */
static bool releases(enum gcx_order order)
{
	return order == GCX_RELEASE || order == GCX_ACQ_REL || order == GCX_SEQ_CST;
}

static bool is_ready(const struct entry *window, const struct step *step)
{
	switch (step->kind) {
	case LOAD: return step->order != GCX_SEQ_CST || !has(window, WAITING_SEQ_CST);
	case NO_STEP:
	case STORE: return true;
	case SWAP:
	case CAS: return length(window) == 0;
	case FENCE: return step->order != GCX_SEQ_CST || length(window) == 0;
	}
	return false;
}

static uint8_t seen(const struct state *state, unsigned thread, unsigned at)
{
	for (unsigned i = STEPS; i-- > 0;)
		if (is_store(&state->window[thread][i]) && state->window[thread][i].at == at)
			return state->window[thread][i].value;
	return state->outcome.memory[at];
}

static void take_step(struct state *state, unsigned thread)
{
	unsigned pc = state->pc[thread]++;
	const struct step *step = &program->steps[thread][pc];
	struct entry *window = state->window[thread], *end = &window[length(window)];
	uint8_t *at = &state->outcome.memory[step->at], *got = &state->outcome.got[thread][pc];

	switch (step->kind) {
	case NO_STEP: return;
	case LOAD: *got = seen(state, thread, step->at); return;
	case STORE:
		if (model == GCX_SC) {
			*at = step->value;
			return;
		}
		*end = (struct entry){ WAITING, (uint8_t)step->at, step->value };
		if (releases(step->order))
			end->kind = step->order == GCX_SEQ_CST ? WAITING_SEQ_CST : WAITING_RELEASE;
		return;
	case SWAP:
		*got = *at;
		*at = step->value;
		return;
	case CAS:
		*got = *at;
		if (*at == step->expected)
			*at = step->value;
		return;
	case FENCE:
		if (model == GCX_PSO && end > window && releases(step->order))
			*end = (struct entry){ MARK, 0, 0 };
		return;
	}
}

static void visit(const struct state *state)
{
	bool over = true;

	if (!is_new(state))
		return;
	for (unsigned i = 0; i < program->threads; i++) {
		const struct entry *window = state->window[i];
		struct state next;

		for (unsigned k = 0; k < length(window); k++) {
			if (!is_store(&window[k]))
				continue;
			over = false;
			if (waits(window, k))
				continue;
			next = *state;
			next.outcome.memory[window[k].at] = window[k].value;
			drop(next.window[i], k);
			visit(&next);
		}
		if (state->pc[i] == program->count[i])
			continue;
		over = false;
		if (!is_ready(window, &program->steps[i][state->pc[i]]))
			continue;
		next = *state;
		take_step(&next, i);
		visit(&next);
	}
	if (over)
		add_outcome(found, &state->outcome);
}

void run_windows(const struct straight *straight, enum gcx_memory memory, struct outcomes *outcomes)
{
	struct state start;

	memset(&start, 0, sizeof start);
	program = straight;
	model = memory;
	found = outcomes;
	visit(&start);
	sort_outcomes(outcomes);
	free(visited);
	free(used);
	visited = NULL;
	used = NULL;
	count = room = 0;
}
