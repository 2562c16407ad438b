/* steps.c: all that can happen next; units in particular. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

/* --------------------------------------------------------------------- beginning */
void sx_set_up(struct machine *machine, const struct sx_spec *spec,
    const struct sx_options *options, bool counts)
{
	unsigned mutators = spec->mutator_count + options->idle_mutators + options->joiners;

	*machine = (struct machine){ .spec = spec,
		.options = *options,
		.mutators = mutators,
		.counts = counts,
		.early = options->early_loads ? EARLY_CELLS : 0 };
	machine->mutator_cells = M_VARS + spec->op_vars + machine->early;
	machine->unit_cells = spec->unit_cells + machine->early + (options->late ? LATE : 0);
	machine->joins = options->joiners > 0;
	for (unsigned m = 0; m < spec->mutator_count; m++)
		machine->joins |= sx_joins(&spec->mutators[m]);
	machine->options.unchecked &= ~(1u << SX_NO_FREED_ACCESS | 1u << SX_IN_RANGE);
	sx_choose_properties(spec->arena, machine);
	if (machine->options.max_states == 0)
		machine->options.max_states = 1000000;
	machine->at_seen = spec->at_mutators + mutators * machine->mutator_cells;
	machine->at_counts = machine->at_seen + mutators * spec->phase_count;
	machine->at_late = machine->at_counts + (counts ? spec->kind_count : 0);
	machine->at_units = machine->at_late + (options->late ? sx_late_cells() : 0);
}

void sx_initial(const struct machine *machine, struct state *s)
{
	const struct sx_spec *spec = machine->spec;

	memset(s->at, 0, machine->at_units * sizeof *s->at);
	s->count = machine->at_units;
	for (unsigned o = 0; o < spec->object_count; o++) {
		s->at[spec->at_live + o] = s->at[spec->at_held + o] = o < spec->named;
		for (unsigned i = 0; i < spec->meta_count; i++)
			s->at[spec->at_meta + o * spec->meta_count + i] =
			    (cell)spec->initial_meta[o * spec->meta_count + i];
	}
	for (unsigned i = 0; i < spec->object_count * spec->slots; i++)
		s->at[spec->at_slots + i] =
		    (cell)(i < spec->named * spec->slots ? spec->initial[i] : -1);
	for (unsigned m = 0; m < spec->mutator_count; m++)
		for (unsigned i = 0; i < spec->mutators[m].roots; i++)
			s->at[spec->at_roots + spec->mutators[m].first_root + i] =
			    (cell)spec->mutators[m].initial[i];
	for (unsigned i = 0; i < spec->ghost_count; i++)
		s->at[spec->at_ghosts + i] = (cell)spec->ghosts[i].initial;
	for (unsigned m = 0; m < machine->mutators; m++)
		mutator_at(machine, s, m)[M_PRESENT] = m < spec->mutator_count
		    ? sx_joins(&spec->mutators[m]) ? AWAY : HERE
		    : is_idle_mutator(machine, m) ? LEFT
						  : AWAY;
	for (unsigned i = 0; i < spec->space_count; i++)
		s->at[spec->at_spaces + i] = (cell)i;
	sx_initial_regions(spec, s);
	sx_first_identities(machine, s);
}

/* -------------------------------------------------------------------------- units */
static void note_unit(struct offer *offer, const cell *unit)
{
	memcpy(offer->step.unit, unit, offer->machine->unit_cells * sizeof *unit);
}

/* The number of mutators that are not stopped.  Each may help with a loop over all objects. */
static unsigned helpers(const struct machine *machine, struct state *s)
{
	unsigned count = 0;

	for (unsigned m = 0; m < machine->mutators; m++) {
		const cell *mutator = mutator_at(machine, s, m);

		count += mutator[M_PRESENT] == HERE && !mutator[M_STOPPED];
	}
	return count;
}

/* How many units of the kind may run at once. 0: any number. */
static unsigned limit_of(const struct machine *machine, struct state *s, const struct kind *kind)
{
	unsigned limit = kind->on < 0 ? machine->options.workers : 0;

	if (limit && kind->of_loop)
		limit += helpers(machine, s);
	if (kind->at_most && (!limit || kind->at_most < limit))
		limit = kind->at_most;
	return limit;
}

static bool may_claim(const struct machine *machine, struct state *s, const cell *unit, unsigned w)
{
	const struct kind *kind = &machine->spec->kinds[unit[U_KIND]];
	unsigned limit = limit_of(machine, s, kind);
	const cell *mutator;

	if (!sx_late_may_claim(machine, s, unit, w))
		return false;
	if (w == 0 && kind->on < 0 && machine->options.workers &&
	    sx_units(machine, s, (unsigned)unit[U_KIND], -1, RUNNING) +
		    sx_late_resting(machine, s, (unsigned)unit[U_KIND]) >=
		machine->options.workers + (kind->of_loop ? helpers(machine, s) : 0))
		return false;
	if (!(s->at[machine->spec->at_buckets + (unsigned)unit[U_BUCKET]] & OPEN))
		return false;
	if (limit && sx_units(machine, s, (unsigned)unit[U_KIND], -1, RUNNING) >= limit)
		return false;
	if (kind->on < 0)
		return true;
	mutator = mutator_at(machine, s, (unsigned)unit[U_VARS + kind->on]);
	return !mutator[M_PC] && !mutator[M_HANDSHAKES];
}

/* Keeps only the variables of the unit that its code still reads. */
static void rest(struct making *making, cell *unit, struct frame *frame)
{
	uint64_t needed = sx_needed(frame);

	unit[U_PC] = (cell)frame->pc;
	for (unsigned i = 0; i < making->machine->spec->unit_cells - U_VARS; i++)
		unit[U_VARS + i] =
		    i < frame->code->var_count && (needed >> i & 1) ? (cell)frame->var[i] : 0;
	sx_put_early(making->machine, frame, unit + making->machine->spec->unit_cells);
	if (making->machine->options.late)
		unit[making->machine->unit_cells - 2] = (cell)frame->worker;
}

static void load_frame(struct frame *frame, const struct machine *machine, const cell *unit)
{
	frame->mutator = -1;
	frame->code = &machine->spec->kinds[unit[U_KIND]].code;
	frame->pc = (unsigned)unit[U_PC];
	for (unsigned i = 0; i < frame->code->var_count; i++)
		frame->var[i] = unit[U_VARS + i];
	sx_get_early(machine, frame, unit + machine->spec->unit_cells);
	frame->kind = unit[U_KIND];
	frame->worker = machine->options.late ? unit[machine->unit_cells - 2] : 0;
}

/* The mutator is at a yield point, gets the current phases, and does nothing else until the unit is
 * over. */
static void claim(struct offer *offer, unsigned n, unsigned w)
{
	struct making making = sx_begin(offer, S_CLAIM, 0);
	cell *unit = unit_at(offer->machine, &offer->state, n);
	int on = offer->machine->spec->kinds[unit[U_KIND]].on;
	struct frame frame;

	note_unit(offer, unit);
	sx_late_claim(&making, unit, w);
	load_frame(&frame, offer->machine, unit);
	unit[U_WHERE] = RUNNING;
	if (on >= 0) {
		unsigned m = (unsigned)unit[U_VARS + on];

		mutator_at(offer->machine, &offer->state, m)[M_HANDSHAKES] = 1;
		sx_flush_buffers(&making, m);
		if (mutator_at(offer->machine, &offer->state, m)[M_PRESENT] == HERE)
			sx_see_phases(&making, m);
	}
	rest(&making, unit, &frame);
	sx_take(offer);
}

static void flush(struct offer *offer, unsigned n)
{
	sx_begin(offer, S_FLUSH,
	    (unsigned)unit_at(offer->machine, &offer->state, n)[U_WHERE] - BUFFER);
	note_unit(offer, unit_at(offer->machine, &offer->state, n));
	unit_at(offer->machine, &offer->state, n)[U_WHERE] = POOL;
	sx_take(offer);
}

/* Removes the unit and releases its mutator.  A bucket `whenever' closes with its last unit. */
static void end_unit(struct making *making, unsigned n, const struct frame *frame)
{
	const struct sx_spec *spec = making->machine->spec;
	struct state *s = making->state;
	unsigned kind = (unsigned)unit_at(making->machine, s, n)[U_KIND];
	unsigned bucket = (unsigned)unit_at(making->machine, s, n)[U_BUCKET];
	int on = spec->kinds[kind].on;

	if (on >= 0)
		mutator_at(making->machine, s, (unsigned)frame->var[on])[M_HANDSHAKES] = 0;
	sx_remove_unit(making, n);
	if (making->machine->counts)
		s->at[making->machine->at_counts + kind]++;
	if (spec->buckets[bucket].opening == WHENEVER &&
	    (s->at[spec->at_buckets + bucket] & OPEN) &&
	    sx_drained_bucket(making->machine, s, bucket)) {
		s->at[spec->at_buckets + bucket] = OPENED;
		sx_event(making, SX_SEEN_BUCKETS, "close", spec->buckets[bucket].name, -1);
	}
}

/* The unit keeps its place among the units until the step is taken.  Returns whether there is a choice in it: it
 * allocates, in the cell TAKEN, or (-1) finds no room; or it asks *ASKED (or NULL), which answers TAKEN. */
static bool run_with(struct offer *offer, unsigned n, int taken, const struct policy **asked)
{
	struct making making = sx_begin(offer, S_RUN, 0);
	const struct kind *kind =
	    &offer->machine->spec->kinds[unit_at(offer->machine, &offer->state, n)[U_KIND]];
	struct frame frame;
	bool ends;

	load_frame(&frame, offer->machine, unit_at(offer->machine, &offer->state, n));
	frame.taken = taken;
	frame.allocates = frame.may_not_take = false;
	frame.asked = *asked = NULL;
	if (!sx_can_go_on(offer->machine, &offer->state, &frame))
		return false;
	note_unit(offer, unit_at(offer->machine, &offer->state, n));
	ends = frame.code->at[frame.pc].op == DO_DONE;
	if (!ends) {
		sx_go_on(&making, &frame);
		ends = !kind->exact && frame.code->at[frame.pc].op == DO_DONE;
	} else {
		making.step->insn = &frame.code->at[frame.pc];
	}
	sx_late_rest(&making, &frame, frame.code->at[frame.pc].op == DO_DONE);
	if (ends && !offer->step.failed)
		end_unit(&making, n, &frame);
	else
		rest(&making, unit_at(offer->machine, &offer->state, n), &frame);
	if (!frame.may_not_take)
		sx_take(offer);
	*asked = frame.asked;
	return frame.allocates || frame.asked;
}

static void run(struct offer *offer, unsigned n)
{
	const struct policy *asked, *again;

	if (!run_with(offer, n, -1, &asked))
		return;
	for (int answer = asked ? asked->low : 0; asked && answer <= asked->high; answer++)
		if (answer != -1)
			run_with(offer, n, answer, &again);
	for (int cell = 0; !asked && cell < (int)offer->machine->spec->object_count; cell++)
		run_with(offer, n, cell, &again);
}

/* The unit does loads before their places. */
static void run_early(struct offer *offer, unsigned n)
{
	struct state *from = (struct state *)offer->from;
	const struct kind *kind =
	    &offer->machine->spec->kinds[unit_at(offer->machine, from, n)[U_KIND]];

	for (unsigned pc = 0; pc < kind->code.count; pc++) {
		struct making making = sx_begin(offer, S_RUN, 0);
		struct frame frame;

		load_frame(&frame, offer->machine, unit_at(offer->machine, &offer->state, n));
		note_unit(offer, unit_at(offer->machine, &offer->state, n));
		making.step->insn = &kind->code.at[pc];
		sx_run_private(&making,
		    &frame); /* a unit that has just been claimed is at its beginning */
		if (making.step->failed || !sx_load_early(&making, &frame, &kind->code.at[pc]))
			continue;
		sx_late_rest(&making, &frame, false);
		rest(&making, unit_at(offer->machine, &offer->state, n), &frame);
		sx_take(offer);
	}
}

/* The unit passes a load by; or does load NUMBER, which it has passed by. */
static void run_late(struct offer *offer, unsigned n, unsigned number)
{
	struct making making = sx_begin(offer, S_RUN, 0);
	cell *unit = unit_at(offer->machine, &offer->state, n);
	struct frame frame;

	load_frame(&frame, offer->machine, unit);
	note_unit(offer, unit);
	if (number == EARLY)
		sx_run_private(&making, &frame);
	making.step->insn = &frame.code->at[frame.pc];
	if (making.step->failed ||
	    !(number == EARLY ? sx_pass_by(&making, &frame)
			      : sx_do_late_load(&making, &frame, number)))
		return;
	sx_late_rest(&making, &frame, false);
	rest(&making, unit_at(offer->machine, &offer->state, n), &frame);
	sx_take(offer);
}

static void unit_steps(struct offer *offer, unsigned n)
{
	struct state *from = (struct state *)offer->from;
	const cell *unit = unit_at(offer->machine, from, n);
	size_t size = offer->machine->unit_cells * sizeof *unit;

	if (n > 0 && memcmp(unit, unit - offer->machine->unit_cells, size) == 0)
		return; /* a unit equal to the one before */
	if (unit[U_WHERE] == RUNNING) {
		run(offer, n);
		run_early(offer, n);
		for (unsigned number = 0; offer->machine->early && number <= EARLY; number++)
			run_late(offer, n, number);
	} else if (unit[U_WHERE] != POOL) {
		flush(offer, n);
	} else {
		for (unsigned w = 0; w <= SX_LATE_WORKERS; w++)
			if (may_claim(offer->machine, from, unit, w))
				claim(offer, n, w);
	}
}

/* Stores of workers reach memory. */
static void late_steps(struct offer *offer)
{
	unsigned count = offer->machine->options.late ? SX_LATE_WORKERS * SX_LATE_STORES : 0;

	for (unsigned e = 0; e < count; e++) {
		struct making making;

		if (!sx_late_is_ready(offer->machine, (struct state *)offer->from, e))
			continue;
		making = sx_begin(offer, S_PERFORM, e);
		sx_late_perform(&making, e);
		sx_take(offer);
	}
}

void sx_steps(const struct machine *machine, const struct state *s, sx_visit *visit, void *context)
{
	struct offer offer = { .machine = machine, .from = s, .visit = visit, .context = context };

	sx_mutator_steps(&offer);
	for (unsigned i = 0; i < units_of(machine, s); i++)
		unit_steps(&offer, i);
	sx_releaser_steps(&offer);
	late_steps(&offer);
}

/* ------------------------------------------------------------------- no other worker */
/* A unit that waits for a value keeps its worker, and there may be no other one.  Only a mutator that runs needs none
 * for its own units. */
bool sx_needs_worker(const struct machine *machine, struct state *s, const struct step *step)
{
	const cell *mutator;
	int on;

	if (step->kind != S_CLAIM)
		return false;
	on = machine->spec->kinds[step->unit[U_KIND]].on;
	if (on < 0)
		return true;
	mutator = mutator_at(machine, s, (unsigned)step->unit[U_VARS + on]);
	return mutator[M_PRESENT] != HERE || mutator[M_STOPPED] || mutator[M_WAITS];
}

bool sx_some_unit_awaits(const struct machine *machine, struct state *s)
{
	for (unsigned i = 0; i < units_of(machine, s); i++) {
		const cell *unit = unit_at(machine, s, i);

		if (unit[U_WHERE] == RUNNING &&
		    machine->spec->kinds[unit[U_KIND]].code.at[unit[U_PC]].op == DO_AWAIT)
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------------- the end */
static bool is_done(const struct machine *machine, struct state *s, unsigned m)
{
	const cell *mutator = mutator_at(machine, s, m);

	if (mutator[M_STOPPED] || mutator[M_WAITS] || mutator[M_HANDSHAKES] || mutator[M_PC])
		return false;
	return m >= machine->spec->mutator_count || machine->spec->client ||
	    mutator[M_SCRIPT] == (cell)machine->spec->mutators[m].actions;
}

/* Whether everything that the scenario requests is done. */
bool sx_is_over(const struct machine *machine, struct state *s)
{
	const struct sx_spec *spec = machine->spec;

	if (s->at[spec->at_running] || s->at[spec->at_stop] != NOT_STOPPED ||
	    sx_holds_back(machine, s))
		return false;
	if (spec->environment && s->at[spec->at_asked] != (cell)spec->asks)
		return false;
	for (unsigned c = 0; c < spec->cycle_count; c++)
		if (s->at[spec->at_requested + c])
			return false;
	for (unsigned i = 0; i < units_of(machine, s); i++)
		if (unit_at(machine, s, i)[U_WHERE] == RUNNING)
			return false;
	for (unsigned m = 0; m < machine->mutators; m++)
		if (!is_done(machine, s, m))
			return false;
	return true;
}
