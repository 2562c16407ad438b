/* run.c: what instructions do. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

void sx_take_number(struct making *making, const struct numbers *range, int number,
    const char *name)
{
	if (range->is_number && (number < range->low || number > range->high))
		sx_fail(making, SX_IN_RANGE, name);
}

void sx_event(struct making *making, enum sx_seen seen, const char *verb, const char *name,
    int value)
{
	if (making->step->event_count < EVENTS)
		making->step->events[making->step->event_count++] =
		    (struct event){ seen, verb, name, value };
}

/* -------------------------------------------------------------------------- units */
static int compare(const cell *a, const cell *b, unsigned cells)
{
	for (unsigned i = 0; i < cells; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

/* The units are always nearly sorted. */
void sx_sort_units(const struct machine *machine, struct state *s)
{
	unsigned cells = machine->unit_cells;
	cell moved[U_VARS + VARS + EARLY_CELLS + LATE];

	for (unsigned i = 1; i < units_of(machine, s); i++) {
		unsigned at = i;

		memcpy(moved, unit_at(machine, s, i), cells * sizeof *moved);
		for (; at > 0 && compare(unit_at(machine, s, at - 1), moved, cells) > 0; at--)
			memcpy(unit_at(machine, s, at), unit_at(machine, s, at - 1),
			    cells * sizeof *moved);
		memcpy(unit_at(machine, s, at), moved, cells * sizeof *moved);
	}
}

void sx_remove_unit(struct making *making, unsigned n)
{
	const struct machine *machine = making->machine;
	struct state *s = making->state;
	cell *unit = unit_at(machine, s, n);

	s->count -= machine->unit_cells;
	memmove(unit, unit + machine->unit_cells, (size_t)(s->at + s->count - unit) * sizeof *unit);
}

static bool has_key(const struct kind *kind, const cell *unit, const cell *key)
{
	return kind->multiplicity == ONCE ||
	    compare(unit + U_VARS, key + U_VARS, kind->params) == 0;
}

static void check_unique(struct making *making, const struct kind *kind, const cell *key)
{
	for (unsigned i = 0; i < units_of(making->machine, making->state); i++) {
		const cell *unit = unit_at(making->machine, making->state, i);

		if (unit[U_KIND] == key[U_KIND] && !sx_unit_is_over(making->machine, unit) &&
		    has_key(kind, unit, key))
			sx_fail(making, SX_UNIT_UNIQUE, NULL);
	}
}

/* Puts the unit into the pool, or into the buffer of the mutator that runs the barrier. */
static void emit(struct making *making, const struct frame *frame, const struct insn *insn)
{
	const struct machine *machine = making->machine;
	const struct kind *kind = &machine->spec->kinds[insn->index];
	struct state *s = making->state;
	cell unit[U_VARS + VARS + EARLY + LATE] = { 0 };

	unit[U_WHERE] = (cell)(frame->mutator < 0 ? POOL : BUFFER + frame->mutator);
	unit[U_KIND] = (cell)insn->index;
	unit[U_BUCKET] = (cell)insn->into;
	for (unsigned i = 0; i < insn->unit_count; i++) {
		int part = sx_eval(machine, s, frame, insn->unit[i]);

		sx_take_number(making, &kind->code.range[i], part, kind->code.var[i]);
		unit[U_VARS + i] = (cell)part;
	}
	sx_late_emit(making, frame, unit);
	if (kind->multiplicity != BAG)
		check_unique(making, kind, unit);
	if (s->count + machine->unit_cells > CELLS || units_of(machine, s) >= 250) {
		sx_fail(making, SX_IN_RANGE, "too many units");
		return;
	}
	memcpy(s->at + s->count, unit, machine->unit_cells * sizeof *unit);
	s->count += machine->unit_cells;
}

void sx_flush_buffers(struct making *making, unsigned m)
{
	for (unsigned i = 0; i < units_of(making->machine, making->state); i++) {
		cell *unit = unit_at(making->machine, making->state, i);

		if (unit[U_WHERE] == (cell)(BUFFER + m))
			unit[U_WHERE] = POOL;
	}
}

/* ------------------------------------------------------------------------- phases */
void sx_see_phases(struct making *making, unsigned m)
{
	const struct machine *machine = making->machine;
	const struct sx_spec *spec = machine->spec;

	for (unsigned p = 0; p < spec->phase_count && !is_idle_mutator(machine, m); p++)
		if (spec->phases[p].at_handshake)
			making->state->at[machine->at_seen + m * spec->phase_count + p] =
			    making->state->at[spec->at_phases + p] == 1;
}

/* VALUE 2: the interval has been on in this cycle and has ended.  Stopped mutators see the change
 * at once. */
void sx_set_phase(struct making *making, unsigned phase, int value)
{
	const struct machine *machine = making->machine;
	cell *at = &making->state->at[machine->spec->at_phases + phase];
	bool was_on = *at == 1;

	*at = (cell)value;
	if (value == 1)
		sx_reach(machine->spec->phases[phase].begins);
	if (value == 2)
		sx_reach(machine->spec->phases[phase].ends);
	for (unsigned m = 0; m < machine->mutators; m++)
		if (mutator_at(machine, making->state, m)[M_STOPPED])
			sx_see_phases(making, m);
	if (was_on != (value == 1))
		sx_event(making, SX_SEEN_PHASES, "phase", machine->spec->phases[phase].name,
		    value == 1);
}

/* ------------------------------------------------------------------------- memory */
/* Slots are numbered through all objects.  Roots come after them. */
static cell *slot_at(struct making *making, int location)
{
	return &making->state->at[making->machine->spec->at_slots + (unsigned)location];
}

/* NULL: there is no such location, and the run ends. */
static cell *locate(struct making *making, const struct frame *frame, const struct place *place,
    bool stores)
{
	const struct sx_spec *spec = making->machine->spec;
	int slots = (int)(spec->object_count * spec->slots), object, index;

	if (place->kind == AT_SLOT) {
		int location = frame->var[place->var];

		if (location < slots)
			sx_access_cell(making, location / (int)spec->slots);
		if (location < slots)
			sx_access_slots(making, location / (int)spec->slots, stores);
		return making->step->failed ? NULL : slot_at(making, location);
	}
	object = sx_eval(making->machine, making->state, frame, place->object);
	if (place->kind == AT_META && spec->metas[place->meta].region >= 0) {
		if (object < 0) /* that of null */
			sx_access_cell(making, -1);
		return object < 0 ? NULL : sx_region_cell(spec, making->state, place->meta, object);
	}
	sx_access_cell(making, object);
	if (making->step->failed)
		return NULL;
	if (place->kind == AT_META) {
		if (spec->metas[place->meta].is_word)
			sx_access_slots(making, object, stores);
		return &making->state
			    ->at[spec->at_meta + (unsigned)object * spec->meta_count + place->meta];
	}
	if (place->kind == AT_LIKE) {
		sx_access_slots(making, object, stores);
		return slot_at(making,
		    object * (int)spec->slots + frame->var[place->var] % (int)spec->slots);
	}
	index = sx_eval(making->machine, making->state, frame, place->index);
	if (index >= (int)spec->groups[place->group].size) {
		sx_fail(making, SX_STOPPED_ONCE, NULL);
		return NULL;
	}
	sx_access_slots(making, object, stores);
	return slot_at(making,
	    object * (int)spec->slots + (int)spec->groups[place->group].first + index);
}

static int new_value(enum op op, int old, int a, int b)
{
	switch (op) {
	case DO_STORE:
	case DO_SWAP: return a;
	case DO_CAS: return old == a ? b : old;
	case DO_ADD: return old + a;
	case DO_SUB: return old - a;
	case DO_AND: return old & a;
	case DO_OR: return old | a;
	case DO_LET:
	case DO_LOAD:
	case DO_AWAIT:
	case DO_FENCE:
	case DO_IF:
	case DO_JUMP:
	case DO_BEFORE_FIRST:
	case DO_NEXT:
	case DO_EMIT:
	case DO_FREE:
	case DO_ALLOC:
	case DO_ASK:
	case DO_COPY:
	case DO_COPIED:
	case DO_FREE_SPACE:
	case DO_FREE_REGION:
	case DO_SWAP_SPACES:
	case DO_SLIDE:
	case DO_MOVE:
	case DO_STOP:
	case DO_STOPPED:
	case DO_RESUME:
	case DO_BEGIN:
	case DO_END:
	case DO_REQUEST:
	case DO_GHOST:
	case DO_ASSERT:
	case DO_DONE:
	case DO_ACT:
	case DO_ACCESS:
	case DO_ROOT:
	case DO_RETURN: break;
	}
	return old;
}

/* A part of an object is stored in another one, which becomes a copy of it. */
static void fill_copy(struct making *making, const struct frame *frame, const struct place *place)
{
	const cell *live = making->state->at + making->machine->spec->at_live;
	int from = sx_eval(making->machine, making->state, frame, place->from);
	int to = sx_eval(making->machine, making->state, frame, place->object);

	if (from >= 0 && to >= 0 && live[from] && live[to])
		sx_copy_identity(making, from, to);
}

void sx_check_overlay(struct making *making, const struct frame *frame, const struct insn *insn,
    int value)
{
	if (insn->place.kind == AT_META && making->machine->spec->metas[insn->place.meta].when >= 0)
		sx_access_overlay(making, insn->place.meta,
		    sx_eval(making->machine, making->state, frame, insn->place.object),
		    insn->op == DO_STORE, value);
}

void sx_access_memory(struct making *making, struct frame *frame, const struct insn *insn)
{
	const struct machine *machine = making->machine;
	cell *at = locate(making, frame, &insn->place, insn->op != DO_LOAD);
	int operand[2] = { 0 }, old, new;

	if (!at)
		return;
	for (unsigned i = 0; i < 2; i++)
		if (insn->args[i] && insn->op != DO_AWAIT)
			operand[i] = sx_eval(machine, making->state, frame, insn->args[i]);
	if (insn->op == DO_LOAD || insn->op == DO_AWAIT)
		sx_late_load(making, frame, insn);
	else if (insn->op != DO_STORE)
		sx_late_change(making, frame, insn, at);
	if (making->step->failed)
		return;
	old = *sx_seen(machine, making->state, frame, at);
	new = new_value(insn->op, old, operand[0], operand[1]);
	sx_check_overlay(making, frame, insn, insn->op == DO_STORE ? new : old);
	if (insn->op != DO_LOAD && insn->op != DO_AWAIT &&
	    (insn->op != DO_STORE || !sx_late_store(making, frame, insn, at, new)))
		*at = (cell) new;
	if (insn->dst >= 0)
		frame->var[insn->dst] = old;
	if (insn->place.kind == AT_META && insn->op != DO_LOAD && insn->op != DO_AWAIT) {
		const struct value *meta = &machine->spec->metas[insn->place.meta];

		if (insn->op == DO_CAS) /* a value that cannot be there must not be expected */
			sx_take_number(making, &meta->range, operand[0], meta->name);
		sx_take_number(making, &meta->range, new, meta->name);
	}
	if (insn->place.from && insn->op != DO_LOAD && insn->op != DO_AWAIT &&
	    (insn->op != DO_CAS || old == operand[0]))
		fill_copy(making, frame, &insn->place);
}

static void free_space(struct making *making, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned o = 0; o < spec->object_count && !making->step->failed; o++)
		if (making->state->at[spec->at_live + o] &&
		    sx_is_in_space(making->machine, making->state, (int)o, insn->space))
			sx_free_cell(making, (int)o);
}

static void free_region(struct making *making, const struct insn *insn, int region)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned o = 0; o < spec->object_count && !making->step->failed; o++)
		if (making->state->at[spec->at_live + o] &&
		    sx_lies_on(spec, (int)o, insn->sort, region))
			sx_free_cell(making, (int)o);
}

/* -------------------------------------------------------------------------- loops */
/* The next element after AT.  AT is -1 before the first.  Returns -1 if there is none. */
static int next_element(struct making *making, const struct frame *frame, const struct insn *insn,
    int at)
{
	const struct machine *machine = making->machine;
	const struct sx_spec *spec = machine->spec;
	int of = insn->args[0] ? sx_eval(machine, making->state, frame, insn->args[0]) : 0;
	int first = 0, end = 0;

	switch (insn->domain) {
	case IN_SLOTS:
		if (of < 0)
			return -1;
		first = of * (int)spec->slots + (int)spec->groups[insn->index].first;
		end = first + (int)spec->groups[insn->index].size;
		break;
	case IN_ROOTS:
		if (of >= (int)spec->mutator_count ||
		    (at < 0 && mutator_at(machine, making->state, (unsigned)of)[M_PRESENT] == LEFT))
			return -1;
		first = (int)(spec->at_roots - spec->at_slots + spec->mutators[of].first_root);
		end = first + (int)spec->mutators[of].roots;
		break;
	case IN_OBJECTS:
		for (at++; at < (int)spec->object_count &&
		     (!making->state->at[spec->at_live + (unsigned)at] ||
			 (insn->args[0] && !sx_lies_on(spec, at, insn->in_sort, of)));
		     at++)
			;
		return at < (int)spec->object_count ? at : -1;
	case IN_MUTATORS:
		for (at++; at < (int)machine->mutators && !(frame->var[insn->listed] >> at & 1);
		     at++)
			;
		return at < (int)machine->mutators ? at : -1;
	case IN_REGIONS:
		return sx_next_region(spec, insn->sort, insn->in_sort, insn->args[0] ? of : NOWHERE,
		    at);
	case IN_EXPECTED:
	case DOMAINS: break;
	}
	at = at < 0 ? first : at + 1;
	return at < end ? at : -1;
}

/* A loop over mutators visits those that are in the list when it begins. */
static void before_first(struct making *making, struct frame *frame, const struct insn *insn)
{
	frame->var[insn->dst] = -1;
	if (insn->domain != IN_MUTATORS)
		return;
	frame->var[insn->listed] = 0;
	for (unsigned m = 0; m < making->machine->mutators; m++)
		if (sx_visible_mutator(making->machine, making->state, m))
			frame->var[insn->listed] |= 1 << m;
}

static void next(struct making *making, struct frame *frame, const struct insn *insn)
{
	int element = next_element(making, frame, insn, frame->var[insn->dst]);

	/* its slots would be loaded; a loop without loads is not distinguished */
	if (insn->domain == IN_SLOTS && making->machine->spec->slots &&
	    sx_eval(making->machine, making->state, frame, insn->args[0]) < 0)
		sx_access_cell(making, -1);
	if (element < 0)
		frame->pc = insn->target;
	else
		frame->var[insn->dst] = element;
}

/* ---------------------------------------------------------------------- the world */
static void stop(struct making *making)
{
	cell *at = &making->state->at[making->machine->spec->at_stop];

	if (*at != NOT_STOPPED)
		sx_fail(making, SX_STOPPED_ONCE, NULL);
	*at = STOPPING;
}

static void all_stopped(struct making *making)
{
	making->state->at[making->machine->spec->at_stop] = STOPPED;
	sx_give_back(making, BY_MUTATORS);
}

static void resume(struct making *making)
{
	cell *at = &making->state->at[making->machine->spec->at_stop];

	if (*at != STOPPED)
		sx_fail(making, SX_STOPPED_ONCE, NULL);
	*at = NOT_STOPPED;
	for (unsigned m = 0; m < making->machine->mutators; m++)
		mutator_at(making->machine, making->state, m)[M_STOPPED] = 0;
}

static void change(struct making *making, unsigned phase, int value)
{
	const struct sx_spec *spec = making->machine->spec;

	if (spec->phases[phase].only_stopped && making->state->at[spec->at_stop] != STOPPED)
		sx_fail(making, SX_STOPPED_ONCE, NULL);
	sx_set_phase(making, phase, value);
}

static void request(struct making *making, unsigned cycle)
{
	const struct sx_spec *spec = making->machine->spec;

	making->state->at[spec->at_requested + cycle] = 1;
	sx_event(making, SX_SEEN_REQUESTS, "request", spec->cycles[cycle].name, -1);
}

/* The program's own store. */
static void act(struct making *making, struct frame *frame)
{
	int dst = frame->code->at[frame->pc - 1].dst;

	sx_access_cell(making, frame->var[1] / (int)making->machine->spec->slots);
	sx_access_slots(making, frame->var[1] / (int)making->machine->spec->slots, true);
	if (!making->step->failed && dst >= 0)
		frame->var[dst] = *slot_at(making, frame->var[1]);
	if (!making->step->failed)
		*slot_at(making, frame->var[1]) = (cell)frame->var[2];
	sx_meant_store(making, (unsigned)frame->mutator,
	    (unsigned)frame->var[1] % making->machine->spec->slots);
}

/* What is found goes to the root or number that the operation keeps; -1: nowhere. */
static void put_found(struct making *making, const struct frame *frame, bool is_word, int found)
{
	const struct sx_spec *spec = making->machine->spec;
	const struct mutator *mutator = &spec->mutators[frame->mutator];
	unsigned first = is_word ? spec->at_numbers + mutator->first_number
				 : spec->at_roots + mutator->first_root;

	if (frame->var[4] >= 0)
		making->state->at[first + (unsigned)frame->var[4]] = (cell)found;
}

/* The mutator's access, which a barrier has redirected.  Words come after the slots. */
static void access_redirected(struct making *making, struct frame *frame, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;
	int object = sx_eval(making->machine, making->state, frame, insn->args[0]);
	int old = frame->var[0];
	unsigned number = (unsigned)frame->var[3], m = (unsigned)frame->mutator;
	bool is_word = number >= spec->slots, loads = insn->index;
	cell *at;

	if (object < 0 ||
	    (object != old &&
		(sx_origin(making->machine, making->state, object) < 0 ||
		    sx_origin(making->machine, making->state, object) !=
			sx_origin(making->machine, making->state, old)))) {
		sx_fail(making, SX_ASSERT, "result");
		return;
	}
	sx_access_cell(making, object);
	sx_meant_redirected(making, m, object);
	sx_access_slots(making, object, !loads);
	if (making->step->failed)
		return;
	at = is_word
	    ? &making->state
		   ->at[spec->at_meta + (unsigned)object * spec->meta_count + number - spec->slots]
	    : slot_at(making, object * (int)spec->slots + (int)number);
	if (loads)
		put_found(making, frame, is_word, *at);
	else
		*at = (cell)(is_word ? frame->var[4] : frame->var[2]);
	sx_meant_access(making, m, number, loads, *at, frame->var[4]);
	/* what after_store gets; for a word there is none */
	frame->var[0] = object;
	frame->var[1] = object * (int)spec->slots + (int)(is_word ? 0 : number);
	if (is_word)
		frame->pc = insn->target;
}

/* -------------------------------------------------------------------- one and all */
static void let(struct making *making, struct frame *frame, const struct insn *insn)
{
	int value = sx_eval(making->machine, making->state, frame, insn->args[0]);

	sx_take_number(making, &frame->code->range[insn->dst], value, frame->code->var[insn->dst]);
	frame->var[insn->dst] = value;
}

void sx_set_ghost(struct making *making, unsigned index, int value)
{
	const struct sx_spec *spec = making->machine->spec;

	sx_take_number(making, &spec->ghosts[index].range, value, spec->ghosts[index].name);
	making->state->at[spec->at_ghosts + index] = (cell)value;
}

static void set_new_root(struct making *making, const struct frame *frame)
{
	unsigned root = (unsigned)frame->var[1];

	making->state->at[making->machine->spec->at_roots + root] = (cell)frame->var[0];
	sx_meant_rooted(making, (unsigned)frame->mutator, root);
}

/* false: it is a load that is done already. */
static bool begins(struct making *making, struct frame *frame, const struct insn *insn)
{
	sx_reach(insn->runs);
	if (sx_take_early(frame, insn)) {
		sx_check_overlay(making, frame, insn, frame->var[insn->dst]);
		return false;
	}
	sx_drop_early(making->machine, making->state, frame, insn);
	return true;
}

static int value_of(struct making *making, const struct frame *frame, const struct insn *insn)
{
	return insn->args[0] && insn->op >= DO_IF && insn->op != DO_NEXT
	    ? sx_eval(making->machine, making->state, frame, insn->args[0])
	    : 0;
}

static void end_phase(struct making *making, unsigned phase)
{
	change(making, phase, making->machine->spec->phases[phase].is_interval ? 2 : 0);
}

static void branch(struct frame *frame, const struct insn *insn, int value)
{
	sx_reach(value ? insn->is_true : insn->is_false);
	if (!value)
		frame->pc = insn->target;
}

static void assert_that(struct making *making, const struct insn *insn, int value)
{
	if (!value)
		sx_fail(making, SX_ASSERT, insn->text);
}

static void change_space(struct making *making, const struct insn *insn)
{
	if (insn->op == DO_FREE_SPACE)
		free_space(making, insn);
	else
		sx_swap_spaces(making, insn);
}

/* What happens before the instruction itself.  false: that is all that happens in this step. */
static bool comes_to(struct making *making, struct frame *frame, const struct insn *insn)
{
	if (!begins(making, frame, insn))
		return false;
	sx_late_order(making, frame, insn);
	return !making->step->failed;
}

static void execute(struct making *making, struct frame *frame)
{
	const struct insn *insn = &frame->code->at[frame->pc++];
	int value;

	if (!comes_to(making, frame, insn))
		return;
	value = value_of(making, frame, insn);
	switch (insn->op) {
	case DO_LET: let(making, frame, insn); break;
	case DO_LOAD:
	case DO_AWAIT:
	case DO_STORE:
	case DO_SWAP:
	case DO_CAS:
	case DO_ADD:
	case DO_SUB:
	case DO_AND:
	case DO_OR: sx_access_memory(making, frame, insn); break;
	case DO_FENCE: sx_late_fence(making, frame, insn); break;
	case DO_IF: branch(frame, insn, value); break;
	case DO_JUMP: frame->pc = insn->target; break;
	case DO_BEFORE_FIRST: before_first(making, frame, insn); break;
	case DO_NEXT: next(making, frame, insn); break;
	case DO_EMIT: emit(making, frame, insn); break;
	case DO_FREE: sx_free_cell(making, value); break;
	case DO_ALLOC: sx_alloc(making, frame, insn); break;
	case DO_ASK: sx_ask(making, frame, insn); break;
	case DO_COPY: sx_begin_copy(making, frame, insn); break;
	case DO_COPIED: sx_end_copy(making, frame, insn); break;
	case DO_FREE_REGION: free_region(making, insn, value); break;
	case DO_FREE_SPACE:
	case DO_SWAP_SPACES: change_space(making, insn); break;
	case DO_SLIDE: sx_slide(making, frame, insn); break;
	case DO_MOVE: sx_move(making, frame, insn); break;
	case DO_STOP: stop(making); break;
	case DO_STOPPED: all_stopped(making); break;
	case DO_RESUME: resume(making); break;
	case DO_BEGIN: change(making, insn->index, 1); break;
	case DO_END: end_phase(making, insn->index); break;
	case DO_REQUEST: request(making, insn->index); break;
	case DO_GHOST: sx_set_ghost(making, insn->index, value); break;
	case DO_ASSERT: assert_that(making, insn, value); break;
	case DO_ACT: act(making, frame); break;
	case DO_ACCESS: access_redirected(making, frame, insn); break;
	case DO_ROOT: set_new_root(making, frame); break;
	case DO_DONE:
	case DO_RETURN: frame->pc--; break;
	}
}

static bool at_end(const struct frame *frame)
{
	enum op op = frame->code->at[frame->pc].op;

	return op == DO_DONE || op == DO_RETURN;
}

/* Whether the instruction depends on which mutators exist: only if some join or leave. */
static bool is_shared(const struct making *making, const struct frame *frame)
{
	const struct insn *insn = &frame->code->at[frame->pc];

	return insn->shared &&
	    (insn->op != DO_BEFORE_FIRST || insn->domain != IN_MUTATORS || making->machine->joins);
}

void sx_run_private(struct making *making, struct frame *frame)
{
	while (!making->step->failed && !at_end(frame) && !is_shared(making, frame) &&
	    !sx_is_held(making->machine, making->state, frame))
		execute(making, frame);
}

/* Whether the load that FRAME is at would find a value that it waits for.  If it fails, it does not wait. */
static bool finds_value(const struct machine *machine, struct state *s, const struct frame *frame)
{
	const struct insn *insn = &frame->code->at[frame->pc];
	int location = sx_location(machine, s, frame, &insn->place);
	struct frame then = *frame;

	if (location < 0)
		return true;
	then.var[insn->dst] = *sx_seen(machine, s, frame, sx_cell(machine, s, location));
	return sx_eval(machine, s, &then, insn->args[0]) != 0;
}

/* Only an instruction after a stop, a load that waits, or what comes after a late load may have to wait. */
bool sx_can_go_on(const struct machine *machine, struct state *s, const struct frame *frame)
{
	if (sx_is_held(machine, s, frame))
		return false;
	if (frame->code->at[frame->pc].op == DO_AWAIT)
		return finds_value(machine, s, frame);
	if (!sx_late_room(machine, s, frame))
		return false;
	return frame->code->at[frame->pc].op != DO_STOPPED || sx_all_stopped(machine, s);
}

/* A model may have an emit and the access after it in one step.  No other thread can notice that,
 * unless the access ends the run because its cell is free.  Then the model does not have the state
 * between the two.  `emits_apart' explores what the model does if it has that state. */
static void fail_with_emit(struct making *making, struct frame *frame)
{
	struct state state = *making->state;
	struct step step = *making->step;
	struct frame ahead = *frame;
	struct making trial = { making->machine, &state, &step };

	while (!step.failed && !at_end(&ahead) && !sx_is_held(making->machine, &state, &ahead) &&
	    (ahead.code->at[ahead.pc].op == DO_EMIT || !is_shared(&trial, &ahead)))
		execute(&trial, &ahead);
	if (!at_end(&ahead) && ahead.code->at[ahead.pc].op >= DO_ALLOC &&
	    ahead.code->at[ahead.pc].op <= DO_COPIED)
		return; /* the model does not join these either */
	if (!step.failed && !at_end(&ahead) && sx_can_go_on(making->machine, &state, &ahead))
		execute(&trial, &ahead);
	if (!step.failed || step.check != SX_NO_FREED_ACCESS)
		return;
	*making->state = state;
	*making->step = step;
	*frame = ahead;
}

/* One step: private instructions, one shared instruction, and the private ones after it. */
void sx_go_on(struct making *making, struct frame *frame)
{
	sx_run_private(making, frame);
	making->step->insn = &frame->code->at[frame->pc];
	if (making->step->failed || at_end(frame) ||
	    !sx_can_go_on(making->machine, making->state, frame))
		return;
	execute(making, frame);
	if (making->step->insn->op == DO_ALLOC && frame->may_not_take)
		return; /* there is no such step */
	sx_run_private(making, frame);
	if (making->step->insn->op == DO_EMIT && !making->step->failed && !at_end(frame) &&
	    !making->machine->options.emits_apart)
		fail_with_emit(making, frame);
}

/* A mutator reads its roots in the step in which its barrier asks for the first phase.  Only a
 * kernel that writes roots of a running mutator could notice that.  But a load may come before that. */
void sx_begin_store(struct making *making, struct frame *frame)
{
	if (making->machine->early)
		sx_run_private(making, frame);
	else
		sx_go_on(making, frame);
}

/* The whole fill is one step. */
void sx_fill(struct making *making, const struct code *code)
{
	struct frame frame = { .mutator = -1, .kind = -1, .code = code };

	while (!making->step->failed && !at_end(&frame))
		execute(making, &frame);
}
