/* releaser.c: buckets that open and close, cycles, and phases that are intervals. */
#include "tests/differential/semantics/internal.h"

static int eval(struct making *making, const struct expr *expr)
{
	return sx_eval(making->machine, making->state, NULL, expr);
}

/* ------------------------------------------------------------------------ phases */
static bool may_begin(struct making *making, unsigned phase)
{
	const struct sx_spec *spec = making->machine->spec;

	return making->state->at[spec->at_running] &&
	    making->state->at[spec->at_phases + phase] == 0 && spec->phases[phase].from &&
	    eval(making, spec->phases[phase].from);
}

static bool may_end(struct making *making, unsigned phase)
{
	const struct sx_spec *spec = making->machine->spec;

	return making->state->at[spec->at_running] &&
	    making->state->at[spec->at_phases + phase] == 1 && spec->phases[phase].to &&
	    eval(making, spec->phases[phase].to);
}

/* Each step of the releaser ends with this. */
static void settle_phases(struct making *making)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned p = 0; p < spec->phase_count; p++) {
		if (!spec->phases[p].is_interval)
			continue;
		if (!spec->phases[p].from_waits && may_begin(making, p))
			sx_set_phase(making, p, 1);
		if (!spec->phases[p].to_waits && may_end(making, p))
			sx_set_phase(making, p, 2);
	}
}

static void take(struct offer *offer, struct making *making)
{
	if (!making->step->failed)
		settle_phases(making);
	sx_take(offer);
}

/* ----------------------------------------------------------------------- buckets */
static void open(struct making *making, unsigned bucket)
{
	const struct sx_spec *spec = making->machine->spec;
	const struct bucket *b = &spec->buckets[bucket];

	if (b->opening != FROM_BEGINNING)
		sx_late_opening(making, b->guard);
	if (making->step->failed)
		return;
	making->state->at[spec->at_buckets + bucket] = OPEN | OPENED;
	sx_reach(b->opens);
	sx_event(making, SX_SEEN_BUCKETS, "open", b->name, -1);
	sx_fill(making, &b->fill);
	if (b->opening == WHENEVER && !making->step->failed &&
	    sx_drained_bucket(making->machine, making->state, bucket)) {
		making->state->at[spec->at_buckets + bucket] = OPENED;
		sx_event(making, SX_SEEN_BUCKETS, "close", b->name, -1);
	}
}

static void bucket_steps(struct offer *offer, unsigned bucket)
{
	const struct sx_spec *spec = offer->machine->spec;
	const struct bucket *b = &spec->buckets[bucket];
	struct state *from = (struct state *)offer->from;
	cell now = from->at[spec->at_buckets + bucket];
	bool again = b->opening == WHENEVER;
	struct making making;

	if (b->opening != FROM_BEGINNING && sx_in_cycle(offer->machine, from, bucket) &&
	    !(now & (again ? OPEN : OPENED)) && sx_eval(offer->machine, from, NULL, b->guard)) {
		making = sx_begin(offer, S_OPEN, bucket);
		open(&making, bucket);
		take(offer, &making);
	}
	if (b->close_when && (now & OPEN) && sx_eval(offer->machine, from, NULL, b->close_when)) {
		making = sx_begin(offer, S_CLOSE, bucket);
		sx_reach(b->closes);
		offer->state.at[spec->at_buckets + bucket] = OPENED;
		sx_event(&making, SX_SEEN_BUCKETS, "close", b->name, -1);
		take(offer, &making);
	}
}

/* ------------------------------------------------------------------------ cycles */
/* Mutators that asked for the cycle before it began wait for its end. */
static void change_waiters(struct making *making, int from, int to)
{
	for (unsigned m = 0; m < making->machine->mutators; m++) {
		cell *waits = &mutator_at(making->machine, making->state, m)[M_WAITS];

		if (*waits == from)
			*waits = (cell)to;
	}
}

static void begin_cycle(struct offer *offer, unsigned cycle)
{
	const struct sx_spec *spec = offer->machine->spec;
	struct making making = sx_begin(offer, S_BEGIN, cycle);

	sx_reach(spec->cycles[cycle].begins);
	sx_late_parked(&making);
	offer->state.at[spec->at_requested + cycle] = 0;
	offer->state.at[spec->at_running] = (cell)(cycle + 1);
	change_waiters(&making, (int)(2 * cycle + 1), (int)(2 * cycle + 2));
	sx_event(&making, SX_SEEN_CYCLES, "begin", spec->cycles[cycle].name, -1);
	for (unsigned b = 0; b < spec->bucket_count && !making.step->failed; b++)
		if (spec->buckets[b].opening == FROM_BEGINNING &&
		    sx_in_cycle(offer->machine, &offer->state, b))
			open(&making, b);
	take(offer, &making);
}

static void check_stranded(struct making *making, unsigned bucket)
{
	for (unsigned i = 0; i < units_of(making->machine, making->state); i++)
		if (unit_at(making->machine, making->state, i)[U_BUCKET] == (cell)bucket)
			sx_fail(making, SX_NO_STRANDED, NULL);
}

/* Whether some unit has done its last statement and not ended: the cycle waits for its end. */
static bool is_any_over(const struct machine *machine, struct state *s)
{
	for (unsigned i = 0; i < units_of(machine, s); i++)
		if (sx_unit_is_over(machine, unit_at(machine, s, i)))
			return true;
	return false;
}

/* Removes the mutators that left during the cycle. */
static void bury(struct making *making)
{
	for (unsigned m = 0; m < making->machine->mutators; m++) {
		cell *mutator = mutator_at(making->machine, making->state, m);

		if (mutator[M_PRESENT] == LEFT && !is_idle_mutator(making->machine, m))
			mutator[M_PRESENT] = AWAY;
	}
}

static void end_cycle(struct offer *offer, unsigned cycle)
{
	const struct sx_spec *spec = offer->machine->spec;
	struct making making = sx_begin(offer, S_END, cycle);

	sx_reach(spec->cycles[cycle].ends);
	sx_event(&making, SX_SEEN_CYCLES, "end", spec->cycles[cycle].name, -1);
	for (unsigned b = 0; b < spec->bucket_count; b++) {
		if (!sx_in_cycle(offer->machine, &offer->state, b))
			continue;
		check_stranded(&making, b);
		offer->state.at[spec->at_buckets + b] = 0;
	}
	for (unsigned p = 0; p < spec->phase_count; p++)
		if (spec->phases[p].is_interval)
			sx_set_phase(&making, p, 0);
	offer->state.at[spec->at_running] = 0;
	sx_give_back(&making, BY_WORKERS);
	change_waiters(&making, (int)(2 * cycle + 2), 0);
	bury(&making);
	sx_late_parked(&making);
	take(offer, &making);
}

static void cycle_steps(struct offer *offer, unsigned cycle)
{
	const struct sx_spec *spec = offer->machine->spec;
	struct state *from = (struct state *)offer->from;
	int running = from->at[spec->at_running];

	if (!running && sx_eval(offer->machine, from, NULL, spec->cycles[cycle].from))
		begin_cycle(offer, cycle);
	if (running == (int)cycle + 1 && !is_any_over(offer->machine, from) &&
	    sx_eval(offer->machine, from, NULL, spec->cycles[cycle].to))
		end_cycle(offer, cycle);
}

/* -------------------------------------------------------------- what comes by itself */
static void phase_steps(struct offer *offer, unsigned phase)
{
	for (int on = 1; on >= 0; on--) {
		struct making making = sx_begin(offer, S_PHASE, phase);

		if (!offer->machine->spec->phases[phase].is_interval ||
		    !(on ? may_begin(&making, phase) : may_end(&making, phase)))
			continue;
		sx_set_phase(&making, phase, on ? 1 : 2);
		take(offer, &making);
	}
}

static void environment_steps(struct offer *offer)
{
	const struct sx_spec *spec = offer->machine->spec;
	const struct state *from = offer->from;

	for (unsigned c = 0; c < spec->cycle_count; c++) {
		struct making making;

		if (!spec->environment || !(spec->cycles_of >> c & 1) ||
		    from->at[spec->at_requested + c] ||
		    from->at[spec->at_asked] >= (cell)spec->asks)
			continue;
		making = sx_begin(offer, S_REQUEST, c);
		offer->state.at[spec->at_requested + c] = 1;
		offer->state.at[spec->at_asked]++;
		sx_event(&making, SX_SEEN_REQUESTS, "request", spec->cycles[c].name, -1);
		sx_take(offer);
	}
}

void sx_releaser_steps(struct offer *offer)
{
	const struct sx_spec *spec = offer->machine->spec;

	for (unsigned b = 0; b < spec->bucket_count; b++)
		bucket_steps(offer, b);
	for (unsigned c = 0; c < spec->cycle_count; c++)
		cycle_steps(offer, c);
	for (unsigned p = 0; p < spec->phase_count; p++)
		phase_steps(offer, p);
	environment_steps(offer);
}
