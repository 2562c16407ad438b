/* mutator.c: scripts, operations, and mutators that stop, join and leave. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

/* Whether the mutator is between two actions, waits for a cycle, or is after its script. */
static bool at_yield(const cell *mutator)
{
	return !mutator[M_PC] && !mutator[M_HANDSHAKES];
}

static bool runs(const cell *mutator)
{
	return mutator[M_PRESENT] == HERE && at_yield(mutator) && !mutator[M_STOPPED] &&
	    !mutator[M_WAITS];
}

/* -------------------------------------------------------------------- operations */
static void rest(struct making *making, unsigned m, struct frame *frame)
{
	cell *mutator = mutator_at(making->machine, making->state, m);
	const struct insn *insn = &frame->code->at[frame->pc];
	bool over = insn->op == DO_RETURN;
	uint64_t needed = sx_needed(frame);

	mutator[M_PC] = (cell)(over ? 0 : frame->pc + 1);
	for (unsigned i = 0; i < frame->code->var_count; i++)
		mutator[M_VARS + i] = !over && (needed >> i & 1) ? (cell)frame->var[i] : 0;
	sx_put_early(making->machine, frame, mutator + M_VARS + making->machine->spec->op_vars);
}

static struct frame frame_of(const struct machine *machine, const cell *mutator, unsigned m)
{
	struct frame frame = { .mutator = (int)m, .kind = -1, .code = &machine->spec->operations };

	frame.pc = (unsigned)mutator[M_PC] - 1;
	for (unsigned i = 0; i < frame.code->var_count; i++)
		frame.var[i] = mutator[M_VARS + i];
	sx_get_early(machine, &frame, mutator + M_VARS + machine->spec->op_vars);
	return frame;
}

static void operation_step(struct offer *offer, unsigned m)
{
	struct making making = sx_begin(offer, S_OPERATION, m);
	const cell *mutator = mutator_at(offer->machine, &offer->state, m);
	struct frame frame = frame_of(offer->machine, mutator, m);

	if (sx_is_held(offer->machine, &offer->state, &frame))
		return;
	sx_go_on(&making, &frame);
	rest(&making, m, &frame);
	sx_take(offer);
}

/* The operation does loads before their places. */
static void operation_early(struct offer *offer, unsigned m)
{
	const struct code *code = &offer->machine->spec->operations;

	for (unsigned pc = 0; pc < code->count; pc++) {
		struct making making = sx_begin(offer, S_OPERATION, m);
		struct frame frame =
		    frame_of(offer->machine, mutator_at(offer->machine, &offer->state, m), m);

		making.step->insn = &code->at[pc];
		if (!sx_load_early(&making, &frame, &code->at[pc]))
			continue;
		rest(&making, m, &frame);
		sx_take(offer);
	}
}

/* The operation passes a load by; or does load NUMBER, which it has passed by. */
static void operation_late(struct offer *offer, unsigned m, unsigned number)
{
	struct making making = sx_begin(offer, S_OPERATION, m);
	struct frame frame =
	    frame_of(offer->machine, mutator_at(offer->machine, &offer->state, m), m);

	making.step->insn = &frame.code->at[frame.pc];
	if (!(number == EARLY ? sx_pass_by(&making, &frame)
			      : sx_do_late_load(&making, &frame, number)))
		return;
	rest(&making, m, &frame);
	sx_take(offer);
}

static void begin_operation(struct making *making, unsigned m, unsigned pc, const int *values)
{
	struct frame frame = { .mutator = (int)m,
		.kind = -1,
		.pc = pc,
		.code = &making->machine->spec->operations };

	memcpy(frame.var, values, PARAMS * sizeof *values);
	sx_run_private(making, &frame); /* a ghost comes before everything else */
	rest(making, m, &frame);
}

static void begin_store(struct making *making, unsigned m, const int *values)
{
	struct frame frame = { .mutator = (int)m,
		.kind = -1,
		.code = &making->machine->spec->operations };

	memcpy(frame.var, values, PARAMS * sizeof *values);
	sx_begin_store(making, &frame);
	rest(making, m, &frame);
}

static void begin_redirected(struct making *making, unsigned m, bool loads, const int *values)
{
	const struct sx_spec *spec = making->machine->spec;
	struct frame frame = { .mutator = (int)m,
		.pc = loads ? spec->first_of_load : 0,
		.code = &spec->operations };

	memcpy(frame.var, values, PARAMS * sizeof *values);
	sx_begin_store(making, &frame);
	rest(making, m, &frame);
}

/* ----------------------------------------------------------------------- actions */
static cell *root(struct making *making, unsigned m, int number)
{
	const struct sx_spec *spec = making->machine->spec;

	return &making->state->at[spec->at_roots + spec->mutators[m].first_root + (unsigned)number];
}

static void set_null(struct making *making, unsigned m, int number)
{
	*root(making, m, number) = -1;
	sx_meant_copy(making, m, number, m, -1);
}

/* An action on a null object does nothing. */
static void access_slot(struct making *making, unsigned m, const struct action *action)
{
	const struct sx_spec *spec = making->machine->spec;
	int object = *root(making, m, action->object);
	int slot = object * (int)spec->slots + (int)action->slot;
	int values[PARAMS] = { object, slot,
		action->value < 0 ? -1 : *root(making, m, action->value) };

	sx_use_root(making, m, action->object);
	if (object < 0)
		return;
	if (action->kind == A_WRITE)
		sx_use_root(making, m, action->value);
	if (!making->step->failed)
		sx_access_cell(making, object);
	if (making->step->failed)
		return;
	if (action->kind == A_READ ? spec->redirects_loads : spec->redirects_stores) {
		values[3] = (int)action->slot;
		values[4] = action->kind == A_READ ? action->to : 0;
		sx_meant_begin(making, m, action->object,
		    action->kind == A_READ ? -1 : action->value);
		if (action->kind == A_READ)
			sx_meant_load(making, m, action->slot);
		begin_redirected(making, m, action->kind == A_READ, values);
		return;
	}
	if (action->kind == A_READ || !spec->stores_in_steps)
		sx_access_slots(making, object, action->kind != A_READ);
	if (making->step->failed)
		return;
	if (action->kind == A_READ) {
		int found = making->state->at[spec->at_slots + (unsigned)slot];

		*root(making, m, action->to) = (cell)found;
		sx_meant_read(making, m, action->object, action->slot, action->to, found);
		return;
	}
	sx_meant_begin(making, m, action->object, action->value);
	if (spec->stores_in_steps) {
		begin_store(making, m, values);
		return;
	}
	making->state->at[spec->at_slots + (unsigned)slot] = (cell)values[2];
	sx_meant_store(making, m, action->slot);
}

static cell *number(struct making *making, unsigned m, unsigned number)
{
	const struct sx_spec *spec = making->machine->spec;

	return &making->state->at[spec->at_numbers + spec->mutators[m].first_number + number];
}

/* What the names of the script are now. */
static struct frame names_of(struct making *making, unsigned m)
{
	const struct mutator *mutator = &making->machine->spec->mutators[m];
	struct frame frame = { .mutator = (int)m, .kind = -1, .code = &mutator->names };

	for (unsigned i = 0; i < mutator->names.var_count; i++)
		frame.var[i] = i < mutator->roots ? *root(making, m, (int)i)
						  : *number(making, m, i - mutator->roots);
	return frame;
}

static void forget(struct making *making, unsigned m, uint64_t names)
{
	const struct mutator *mutator = &making->machine->spec->mutators[m];

	for (unsigned i = 0; i < mutator->names.var_count; i++)
		if (names >> i & 1 && i < mutator->roots)
			set_null(making, m, (int)i);
		else if (names >> i & 1)
			*number(making, m, i - mutator->roots) = 0;
}

/* Whether a barrier runs, because it has a result. */
static bool redirect_word(struct making *making, unsigned m, const struct action *action,
    int object)
{
	const struct sx_spec *spec = making->machine->spec;
	bool loads = action->kind == A_READ_WORD;
	struct frame frame = names_of(making, m);
	int values[PARAMS] = { object, object * (int)spec->slots, -1,
		(int)(spec->slots + action->word), action->forgotten ? -1 : action->to };

	if (loads ? !spec->redirects_loads : !spec->redirects_stores)
		return false;
	if (!loads)
		values[4] = sx_eval(making->machine, making->state, &frame, action->expr);
	sx_meant_begin(making, m, action->object, -1);
	if (loads)
		sx_meant_load(making, m, spec->slots + action->word);
	begin_redirected(making, m, loads, values);
	return true;
}

/* No barrier runs, unless it has a result. */
static void access_word(struct making *making, unsigned m, const struct action *action)
{
	const struct sx_spec *spec = making->machine->spec;
	int object = *root(making, m, action->object);
	struct frame frame = names_of(making, m);
	cell *word;

	sx_use_root(making, m, action->object);
	if (object < 0 || making->step->failed)
		return;
	sx_access_cell(making, object);
	if (!making->step->failed && redirect_word(making, m, action, object))
		return;
	sx_access_slots(making, object, action->kind == A_WRITE_WORD);
	if (making->step->failed)
		return;
	word =
	    &making->state->at[spec->at_meta + (unsigned)object * spec->meta_count + action->word];
	if (action->kind == A_READ_WORD && action->to >= 0)
		*number(making, m, (unsigned)action->to) = *word;
	else if (action->kind == A_WRITE_WORD)
		*word = (cell)sx_eval(making->machine, making->state, &frame, action->expr);
	if (action->kind == A_READ_WORD)
		sx_meant_read_word(making, m, action->object, action->word, *word);
	else
		sx_meant_write_word(making, m, action->object, action->word, *word);
	forget(making, m, action->forgotten);
}

static void use_named(struct making *making, unsigned m, const struct expr *expr)
{
	if (!expr)
		return;
	if (expr->op == E_VAR && expr->index < making->machine->spec->mutators[m].roots)
		sx_use_root(making, m, (int)expr->index);
	use_named(making, m, expr->args[0]);
	use_named(making, m, expr->args[1]);
}

static void assert_that(struct making *making, unsigned m, const struct action *action)
{
	struct frame frame = names_of(making, m);

	use_named(making, m, action->expr);
	if (making->step->failed)
		return;
	if (!sx_eval(making->machine, making->state, &frame, action->expr))
		sx_fail(making, SX_ASSERT, action->name);
	forget(making, m, action->forgotten);
}

static void set_ghost(struct making *making, const struct action *action)
{
	sx_reach(action->runs);
	sx_set_ghost(making, action->ghost,
	    sx_eval(making->machine, making->state, NULL, action->expr));
}

/* A ghost is set in the step before it. */
static void go_to(struct making *making, unsigned m, unsigned next)
{
	const struct mutator *mutator = &making->machine->spec->mutators[m];

	for (; next < mutator->actions && mutator->script[next].kind == A_GHOST;
	     next = mutator->script[next].next)
		set_ghost(making, &mutator->script[next]);
	mutator_at(making->machine, making->state, m)[M_SCRIPT] = (cell)next;
}

static void ask(struct making *making, unsigned m, unsigned cycle)
{
	const struct sx_spec *spec = making->machine->spec;

	making->state->at[spec->at_requested + cycle] = 1;
	mutator_at(making->machine, making->state, m)[M_WAITS] = (cell)(2 * cycle + 1);
	sx_event(making, SX_SEEN_REQUESTS, "request", spec->cycles[cycle].name, -1);
}

/* First the cell is taken, then come the steps of `allocated', then the root is set.  A client drops what the root
 * holds when the cell is taken. */
static void allocate(struct making *making, unsigned m, const struct action *action,
    unsigned object)
{
	const struct sx_spec *spec = making->machine->spec;
	struct state *s = making->state;
	int values[PARAMS] = { (int)object, (int)spec->mutators[m].first_root + action->to, 0 };

	if (spec->client)
		set_null(making, m, action->to);
	sx_take_hole(making, BY_MUTATORS, (int)object);
	s->at[spec->at_live + object] = s->at[spec->at_held + object] = 1;
	for (unsigned i = 0; i < spec->meta_count; i++)
		s->at[spec->at_meta + object * spec->meta_count + i] = (cell)spec->metas[i].initial;
	for (unsigned i = 0; i < spec->slots; i++)
		s->at[spec->at_slots + object * spec->slots + i] = -1;
	mutator_at(making->machine, s, m)[M_TRIES] = 0;
	sx_new_identity(making, object);
	if (spec->allocates_in_steps) {
		sx_meant_hold(making, m, (int)object);
		begin_operation(making, m, spec->first_of_allocate, values);
		return;
	}
	*root(making, m, action->to) = (cell)object;
	sx_meant_new(making, m, action->to, (int)object);
}

static void allocate_steps(struct offer *offer, unsigned m, const struct action *action)
{
	const struct sx_spec *spec = offer->machine->spec;
	const cell *mutator = mutator_at(offer->machine, (struct state *)offer->from, m);

	for (unsigned object = 0; object < spec->object_count; object++) {
		struct making making;

		if (offer->from->at[spec->at_live + object] ||
		    !sx_fits(offer->machine, offer->from, BY_MUTATORS, (int)object) ||
		    !sx_is_in_space(offer->machine, offer->from, (int)object, 0))
			continue;
		making = sx_begin(offer, S_SCRIPT, m);
		offer->step.action = "allocate";
		sx_reach(action->runs);
		allocate(&making, m, action, object);
		go_to(&making, m, action->next);
		sx_take(offer);
	}
	for (unsigned cycle = 0; (unsigned)mutator[M_TRIES] < offer->machine->options.collects &&
	     cycle < spec->cycle_count;
	     cycle++) {
		struct making making = sx_begin(offer, S_SCRIPT, m);

		offer->step.action = "finds no free cell";
		mutator_at(offer->machine, &offer->state, m)[M_TRIES]++;
		ask(&making, m, cycle);
		sx_take(offer);
	}
}

static void choose_steps(struct offer *offer, unsigned m, const struct action *action)
{
	for (unsigned i = 0; i < action->target_count; i++) {
		struct making making = sx_begin(offer, S_SCRIPT, m);

		offer->step.action = "choose";
		sx_reach(action->runs);
		go_to(&making, m, action->targets[i]);
		sx_take(offer);
	}
}

/* The giver keeps its root.  The steps of `received' come afterwards. */
static void receive(struct making *making, unsigned m, const struct action *action)
{
	const struct sx_spec *spec = making->machine->spec;
	int values[PARAMS] = { *root(making, action->giver, action->value), 0, 0 };

	sx_use_root(making, action->giver, action->value);
	*root(making, m, action->to) = (cell)values[0];
	sx_meant_copy(making, m, action->to, action->giver, action->value);
	if (values[0] >= 0 && spec->receives_in_steps)
		begin_operation(making, m, spec->first_of_receive, values);
}

/* What the collector does about it are the steps of `pinned'. */
static void pin(struct making *making, unsigned m, const struct action *action)
{
	int values[PARAMS] = { *root(making, m, action->value), 0, 0 };

	sx_use_root(making, m, action->value);
	if (values[0] < 0 || making->step->failed)
		return;
	sx_access_cell(making, values[0]);
	if (!making->step->failed)
		begin_operation(making, m, making->machine->spec->first_of_pin, values);
}

static void join(struct making *making, unsigned m)
{
	mutator_at(making->machine, making->state, m)[M_PRESENT] = HERE;
	sx_see_phases(making, m);
}

/* While a cycle runs, the mutator stays in the list. */
static void leave(struct making *making, unsigned m)
{
	const struct sx_spec *spec = making->machine->spec;

	sx_flush_buffers(making, m);
	for (unsigned i = 0; i < spec->mutators[m].roots; i++)
		set_null(making, m, (int)i);
	mutator_at(making->machine, making->state, m)[M_PRESENT] =
	    making->state->at[spec->at_running] ? LEFT : AWAY;
}

/* Makes a root of M null that is not. false: all are null. */
static bool drop_one(struct making *making, unsigned m)
{
	for (unsigned i = 0; i < making->machine->spec->mutators[m].roots; i++)
		if (*root(making, m, (int)i) >= 0) {
			set_null(making, m, (int)i);
			return true;
		}
	return false;
}

static void plain_step(struct offer *offer, unsigned m, const struct action *action)
{
	static const char *const names[] = { [A_READ] = "read",
		[A_WRITE] = "write",
		[A_DROP] = "drop",
		[A_PIN] = "pin",
		[A_COLLECT] = "collect",
		[A_YIELD] = "yield",
		[A_GHOST] = "ghost",
		[A_RECEIVE] = "receive",
		[A_JOIN] = "join",
		[A_LEAVE] = "leave",
		[A_READ_WORD] = "read a word",
		[A_WRITE_WORD] = "write a word",
		[A_ASSERT] = "assert" };
	struct making making = sx_begin(offer, S_SCRIPT, m);

	offer->step.action = names[action->kind];
	sx_reach(action->runs);
	if (action->kind == A_LEAVE && offer->machine->options.drops_first &&
	    drop_one(&making, m)) {
		sx_take(offer);
		return;
	}
	switch (action->kind) {
	case A_READ:
	case A_WRITE: access_slot(&making, m, action); break;
	case A_DROP: set_null(&making, m, action->to); break;
	case A_PIN: pin(&making, m, action); break;
	case A_COLLECT:
		making.state->at[making.machine->spec->at_asked] +=
		    making.machine->spec->client != NULL;
		ask(&making, m, action->cycle);
		break;
	case A_GHOST: set_ghost(&making, action); break;
	case A_RECEIVE: receive(&making, m, action); break;
	case A_JOIN: join(&making, m); break;
	case A_LEAVE: leave(&making, m); break;
	case A_READ_WORD:
	case A_WRITE_WORD: access_word(&making, m, action); break;
	case A_ASSERT: assert_that(&making, m, action); break;
	case A_YIELD:
	case A_ALLOCATE:
	case A_CHOOSE: break;
	}
	go_to(&making, m, action->next);
	sx_take(offer);
}

bool sx_joins(const struct mutator *mutator)
{
	return mutator->actions && mutator->script[0].kind == A_JOIN;
}

/* Whether M's script begins with `join' and mutators are not stopped. */
static bool may_join(const struct offer *offer, unsigned m)
{
	const struct sx_spec *spec = offer->machine->spec;
	const cell *mutator = mutator_at(offer->machine, (struct state *)offer->from, m);

	return mutator[M_PRESENT] == AWAY && mutator[M_SCRIPT] == 0 &&
	    sx_joins(&spec->mutators[m]) && offer->from->at[spec->at_stop] == NOT_STOPPED;
}

/* Anything, as long as the mutator has steps left.  They are counted where a script has its place. */
static void client_steps(struct offer *offer, unsigned m)
{
	const struct client *client = offer->machine->spec->client;
	int done = mutator_at(offer->machine, (struct state *)offer->from, m)[M_SCRIPT];

	for (unsigned i = 0; i < client->offers[m].count; i++) {
		struct action action = client->offers[m].at[i];

		if ((client->steps >= 0 && done >= client->steps) ||
		    !sx_may_do(offer->machine, offer->from, m, &action))
			continue;
		action.next = client->steps >= 0 ? (unsigned)done + 1 : 0;
		if (action.kind == A_ALLOCATE)
			allocate_steps(offer, m, &action);
		else
			plain_step(offer, m, &action);
	}
}

static void script_steps(struct offer *offer, unsigned m)
{
	const struct mutator *mutator = &offer->machine->spec->mutators[m];
	unsigned next =
	    (unsigned)mutator_at(offer->machine, (struct state *)offer->from, m)[M_SCRIPT];
	const struct action *action = &mutator->script[next];

	if (next >= mutator->actions)
		return;
	if (action->kind == A_ALLOCATE)
		allocate_steps(offer, m, action);
	else if (action->kind == A_CHOOSE)
		choose_steps(offer, m, action);
	else
		plain_step(offer, m, action);
}

/* ---------------------------------------------------------------- coming and going */
static void stop_step(struct offer *offer, unsigned m)
{
	struct making making = sx_begin(offer, S_STOP, m);

	sx_flush_buffers(&making, m);
	sx_see_phases(&making, m);
	mutator_at(offer->machine, &offer->state, m)[M_STOPPED] = 1;
	sx_take(offer);
}

/* Mutators neither join nor leave while mutators are stopped.  A mutator that leaves is in the list
 * until the cycle ends. */
static void join_or_leave(struct offer *offer, unsigned m)
{
	const struct sx_spec *spec = offer->machine->spec;
	cell *mutator = mutator_at(offer->machine, (struct state *)offer->from, m);
	bool here = mutator[M_PRESENT] == HERE;
	struct making making;

	if (!at_yield(mutator) || mutator[M_STOPPED] ||
	    (!here && offer->from->at[spec->at_stop] != NOT_STOPPED))
		return;
	making = sx_begin(offer, here ? S_LEAVE : S_JOIN, m);
	mutator_at(offer->machine, &offer->state, m)[M_PRESENT] = here ? LEFT : HERE;
	if (!here)
		sx_see_phases(&making, m);
	sx_take(offer);
}

static void steps_of(struct offer *offer, unsigned m)
{
	const cell *mutator = mutator_at(offer->machine, (struct state *)offer->from, m);
	bool has_script = m < offer->machine->spec->mutator_count;

	if (mutator[M_PC]) {
		operation_step(offer, m);
		operation_early(offer, m);
		for (unsigned number = 0; offer->machine->early && number <= EARLY; number++)
			operation_late(offer, m, number);
	} else if (has_script && offer->machine->spec->client) {
		if (runs(mutator))
			client_steps(offer, m);
	} else if (has_script && (runs(mutator) || may_join(offer, m))) {
		script_steps(offer, m);
	}
	if (mutator[M_PRESENT] == HERE && !mutator[M_STOPPED] && at_yield(mutator) &&
	    offer->from->at[offer->machine->spec->at_stop] != NOT_STOPPED)
		stop_step(offer, m);
	if (!has_script)
		join_or_leave(offer, m);
}

void sx_mutator_steps(struct offer *offer)
{
	for (unsigned m = 0; m < offer->machine->mutators; m++)
		if (!is_idle_mutator(offer->machine, m))
			steps_of(offer, m);
}
