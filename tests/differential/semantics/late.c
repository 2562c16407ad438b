/* late.c: stores of workers that reach memory later, as doc/memory.md has them for collectors.
 *
 * A worker has a store buffer.  Each store in it knows which earlier ones must be done before it, and each unit in
 * the pool knows which stores its emitter had not done: until then only the worker itself has it. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

enum { STORES = SX_LATE_WORKERS * SX_LATE_STORES };
/* A worker, which has something in its buffer: whether it runs a unit, the kind of its last unit, the kinds that it
 * has run, and the stores before its last release fence. */
enum { L_STATE, L_KIND, L_RAN, L_FENCED, WORKER_CELLS };
enum { NO_WORKER, RUNS, RESTS };
/* A store: 1 + its worker, where, what, which stores come before it, whether it is seq_cst. */
enum { E_WORKER, E_AT, E_VALUE, E_AFTER, E_TOTAL, STORE_CELLS };

unsigned sx_late_cells(void)
{
	return SX_LATE_WORKERS * WORKER_CELLS + STORES * STORE_CELLS;
}

static cell *worker_at(const struct machine *machine, struct state *s, unsigned w)
{
	return s->at + machine->at_late + w * WORKER_CELLS;
}

static cell *store_at(const struct machine *machine, struct state *s, unsigned e)
{
	return s->at + machine->at_late + SX_LATE_WORKERS * WORKER_CELLS + e * STORE_CELLS;
}

static bool is_unit(const struct frame *frame)
{
	return frame->mutator < 0 && frame->kind >= 0;
}

/* The stores of worker W, as bits. */
static unsigned stores_of(const struct machine *machine, struct state *s, unsigned w)
{
	unsigned stores = 0;

	for (unsigned e = 0; e < STORES; e++)
		stores |= (store_at(machine, s, e)[E_WORKER] == (cell)(w + 1)) << e;
	return stores;
}

static void forget_worker(const struct machine *machine, struct state *s, unsigned w)
{
	memset(worker_at(machine, s, w), 0, WORKER_CELLS * sizeof(cell));
}

/* -------------------------------------------------------------------- to memory */
/* The cell in which a store is done; fails if its object is freed. */
static void check_object(struct making *making, unsigned at)
{
	const struct sx_spec *spec = making->machine->spec;

	if (at >= spec->at_meta && at < spec->at_meta + spec->object_count * spec->meta_count)
		sx_access_cell(making, (int)((at - spec->at_meta) / spec->meta_count));
	else if (at >= spec->at_slots && at < spec->at_slots + spec->object_count * spec->slots)
		sx_access_cell(making, (int)((at - spec->at_slots) / spec->slots));
}

static void clear(cell *stores, unsigned e)
{
	*stores = (cell)(*stores & ~(1 << e));
}

/* Store E is done, and is none any more. */
static void perform(struct making *making, unsigned e)
{
	const struct machine *machine = making->machine;
	struct state *s = making->state;
	cell *store = store_at(machine, s, e);
	unsigned w = (unsigned)store[E_WORKER] - 1;

	check_object(making, (unsigned)store[E_AT]);
	if (making->step->failed)
		return;
	s->at[store[E_AT]] = store[E_VALUE];
	memset(store, 0, STORE_CELLS * sizeof *store);
	for (unsigned i = 0; i < STORES; i++)
		clear(&store_at(machine, s, i)[E_AFTER], e);
	clear(&worker_at(machine, s, w)[L_FENCED], e);
	for (unsigned n = 0; n < units_of(machine, s); n++)
		clear(&unit_at(machine, s, n)[machine->unit_cells - 1], e);
	if (worker_at(machine, s, w)[L_STATE] == RESTS && !stores_of(machine, s, w))
		forget_worker(machine, s, w);
}

/* Those of STORES, and what must come before them. */
static void perform_all(struct making *making, unsigned stores)
{
	for (unsigned e = 0; e < STORES; e++)
		for (unsigned i = 0; i < STORES; i++)
			if (stores >> i & 1)
				stores |=
				    (unsigned)store_at(making->machine, making->state, i)[E_AFTER];
	for (bool again = true; again && !making->step->failed;) {
		again = false;
		for (unsigned e = 0; e < STORES && !making->step->failed; e++) {
			const cell *store = store_at(making->machine, making->state, e);

			if (!(stores >> e & 1) || !store[E_WORKER] || store[E_AFTER])
				continue;
			perform(making, e);
			again = true;
		}
	}
}

bool sx_late_is_ready(const struct machine *machine, struct state *s, unsigned e)
{
	const cell *store = store_at(machine, s, e);

	return store[E_WORKER] && !store[E_AFTER];
}

void sx_late_perform(struct making *making, unsigned e)
{
	perform(making, e);
}

bool sx_holds_back(const struct machine *machine, struct state *s)
{
	for (unsigned w = 0; w < SX_LATE_WORKERS && machine->options.late; w++)
		if (stores_of(machine, s, w))
			return true;
	return false;
}

/* ------------------------------------------------------------------------ accesses */
/* The youngest store of FRAME's worker to AT: the one that all others to AT come before. -1: there is none. */
static int own_store(const struct machine *machine, struct state *s, const struct frame *frame,
    unsigned at)
{
	int youngest = -1;

	for (unsigned e = 0; frame->worker && e < STORES; e++) {
		const cell *store = store_at(machine, s, e);

		if (store[E_WORKER] == frame->worker && store[E_AT] == (cell)at &&
		    (youngest < 0 || store[E_AFTER] >> youngest & 1))
			youngest = (int)e;
	}
	return youngest;
}

cell *sx_seen(const struct machine *machine, struct state *s, const struct frame *frame, cell *at)
{
	int own = machine->options.late ? own_store(machine, s, frame, (unsigned)(at - s->at)) : -1;

	return own < 0 ? at : &store_at(machine, s, (unsigned)own)[E_VALUE];
}

static unsigned own_stores(struct making *making, const struct frame *frame)
{
	return frame->worker
	    ? stores_of(making->machine, making->state, (unsigned)frame->worker - 1)
	    : 0;
}

static unsigned stores_to(struct making *making, const struct frame *frame, unsigned at, bool total)
{
	unsigned stores = 0, own = own_stores(making, frame);

	for (unsigned e = 0; e < STORES; e++) {
		const cell *store = store_at(making->machine, making->state, e);

		if (own >> e & 1 && (total ? store[E_TOTAL] : store[E_AT] == (cell)at))
			stores |= 1u << e;
	}
	return stores;
}

static unsigned fenced(struct making *making, const struct frame *frame)
{
	return frame->worker ? (unsigned)worker_at(making->machine, making->state,
				   (unsigned)frame->worker - 1)[L_FENCED]
			     : 0;
}

/* Which earlier stores come before a write to AT. */
static unsigned held_by(struct making *making, const struct frame *frame, const struct insn *insn,
    unsigned at, bool all)
{
	return all || insn->releases ? own_stores(making, frame)
				     : stores_to(making, frame, at, false) | fenced(making, frame);
}

void sx_late_load(struct making *making, const struct frame *frame, const struct insn *insn)
{
	if (making->machine->options.late && insn->is_total)
		perform_all(making, stores_to(making, frame, 0, true));
}

void sx_late_change(struct making *making, const struct frame *frame, const struct insn *insn,
    cell *at)
{
	if (making->machine->options.late)
		perform_all(making,
		    held_by(making, frame, insn, (unsigned)(at - making->state->at),
			making->machine->options.late != SX_RELAXED));
}

static bool get_worker(struct making *making, struct frame *frame)
{
	for (unsigned w = 0; w < SX_LATE_WORKERS && !frame->worker; w++) {
		cell *worker = worker_at(making->machine, making->state, w);

		if (worker[L_STATE] != NO_WORKER)
			continue;
		worker[L_STATE] = RUNS;
		worker[L_RAN] = (cell)(1 << frame->kind);
		frame->worker = (int)w + 1;
	}
	return frame->worker;
}

bool sx_late_store(struct making *making, struct frame *frame, const struct insn *insn, cell *at,
    int value)
{
	const struct machine *machine = making->machine;
	unsigned where = (unsigned)(at - making->state->at), e;
	cell *store;

	if (!machine->options.late || !is_unit(frame) || !get_worker(making, frame))
		return false;
	e = ((unsigned)frame->worker - 1) * SX_LATE_STORES;
	while (store_at(machine, making->state, e)[E_WORKER])
		e++;
	store = store_at(machine, making->state, e);
	store[E_AFTER] = (cell)held_by(making, frame, insn, where, machine->options.late == SX_TSO);
	store[E_WORKER] = (cell)frame->worker;
	store[E_AT] = (cell)where;
	store[E_VALUE] = (cell)value;
	store[E_TOTAL] = insn->is_total;
	return true;
}

bool sx_late_room(const struct machine *machine, struct state *s, const struct frame *frame)
{
	unsigned count = 0;

	if (!machine->options.late || !frame->worker || frame->code->at[frame->pc].op != DO_STORE)
		return true;
	for (unsigned e = 0; e < STORES; e++)
		count += store_at(machine, s, e)[E_WORKER] == frame->worker;
	return count < SX_LATE_STORES;
}

void sx_late_fence(struct making *making, const struct frame *frame, const struct insn *insn)
{
	if (!making->machine->options.late || !frame->worker)
		return;
	if (insn->is_total)
		perform_all(making, own_stores(making, frame));
	else if (insn->releases && making->machine->options.late != SX_TSO)
		worker_at(making->machine, making->state, (unsigned)frame->worker - 1)[L_FENCED] =
		    (cell)own_stores(making, frame);
}

/* ------------------------------------------------------------------- the runtime's locks */
static void perform_of(struct making *making, unsigned w)
{
	perform_all(making, stores_of(making->machine, making->state, w));
}

void sx_late_parked(struct making *making)
{
	for (unsigned w = 0; w < SX_LATE_WORKERS && making->machine->options.late; w++)
		if (worker_at(making->machine, making->state, w)[L_STATE] == RESTS)
			perform_of(making, w);
}

static bool asks_for_work(const struct expr *expr)
{
	return expr->op == E_DRAINED || expr->op == E_IDLE || expr->op == E_EMPTY;
}

/* Whether EXPR asks for work. If some answer is yes, no other worker has a packet. */
static bool asks(struct making *making, const struct frame *frame, const struct expr *expr)
{
	bool left, right;

	if (!expr)
		return false;
	if (asks_for_work(expr)) {
		if (sx_eval(making->machine, making->state, frame, expr))
			sx_late_parked(making);
		return true;
	}
	left = asks(making, frame, expr->args[0]);
	right = asks(making, frame, expr->args[1]);
	return left || right;
}

static bool asks_at_all(const struct expr *expr)
{
	return expr &&
	    (asks_for_work(expr) || asks_at_all(expr->args[0]) || asks_at_all(expr->args[1]));
}

static bool is_locked(const struct kind *kind)
{
	return kind->exact || kind->on >= 0;
}

void sx_late_order(struct making *making, const struct frame *frame, const struct insn *insn)
{
	bool condition = (insn->op == DO_IF || insn->op == DO_LET) && asks_at_all(insn->args[0]);

	if (!making->machine->options.late || !is_unit(frame))
		return;
	if (condition || insn->op == DO_STOP || insn->op == DO_RESUME || insn->op == DO_BEGIN ||
	    insn->op == DO_END || insn->op == DO_REQUEST || insn->op == DO_FREE ||
	    insn->op == DO_SLIDE || insn->op == DO_MOVE ||
	    (insn->op == DO_EMIT && is_locked(&making->machine->spec->kinds[insn->index])))
		perform_all(making, own_stores(making, frame));
	if (condition && !making->step->failed)
		asks(making, frame, insn->args[0]);
}

/* Whether EXPR says that no unit of KIND is left. */
static bool says_drained(const struct sx_spec *spec, const struct expr *expr, unsigned kind)
{
	if (expr->op == E_AND)
		return says_drained(spec, expr->args[0], kind) ||
		    says_drained(spec, expr->args[1], kind);
	if (expr->op == E_OR)
		return says_drained(spec, expr->args[0], kind) &&
		    says_drained(spec, expr->args[1], kind);
	return expr->op == E_DRAINED &&
	    (expr->of_kind ? expr->index == kind : spec->buckets[expr->index].kinds >> kind & 1);
}

static bool is_busy(const struct machine *machine, struct state *s)
{
	for (unsigned n = 0; n < units_of(machine, s); n++) {
		const cell *unit = unit_at(machine, s, n);

		if (unit[U_WHERE] == RUNNING ||
		    (unit[U_WHERE] == POOL &&
			s->at[machine->spec->at_buckets + (unsigned)unit[U_BUCKET]] & OPEN))
			return true;
	}
	return false;
}

void sx_late_opening(struct making *making, const struct expr *guard)
{
	const struct machine *machine = making->machine;

	if (!machine->options.late)
		return;
	if (!is_busy(machine, making->state))
		sx_late_parked(making);
	for (unsigned w = 0; w < SX_LATE_WORKERS; w++)
		for (unsigned k = 0; k < machine->spec->kind_count && guard; k++)
			if (worker_at(machine, making->state, w)[L_RAN] >> k & 1 &&
			    says_drained(machine->spec, guard, k))
				perform_of(making, w);
}

/* ---------------------------------------------------------------------------- units */
void sx_late_rest(struct making *making, struct frame *frame, bool is_over)
{
	cell *worker;

	if (!making->machine->options.late || !frame->worker)
		return;
	if (is_over && is_locked(&making->machine->spec->kinds[frame->kind]))
		perform_all(making, own_stores(making, frame));
	if (making->step->failed)
		return;
	worker = worker_at(making->machine, making->state, (unsigned)frame->worker - 1);
	if (!own_stores(making, frame)) {
		forget_worker(making->machine, making->state, (unsigned)frame->worker - 1);
		frame->worker = 0;
	} else if (is_over) {
		worker[L_STATE] = RESTS;
		worker[L_KIND] = (cell)frame->kind;
		frame->worker = 0;
	}
}

void sx_late_emit(struct making *making, const struct frame *frame, cell *unit)
{
	if (making->machine->options.late)
		unit[making->machine->unit_cells - 1] = (cell)own_stores(making, frame);
}

static bool emits(const struct kind *kind, unsigned other)
{
	for (unsigned pc = 0; pc < kind->code.count; pc++)
		if (kind->code.at[pc].op == DO_EMIT && kind->code.at[pc].index == other)
			return true;
	return false;
}

/* Whether a worker that has run the kinds RAN may have a unit of KIND at hand. */
static bool is_at_hand(const struct sx_spec *spec, unsigned ran, unsigned kind)
{
	for (unsigned k = 0; k < spec->kind_count; k++)
		if (ran >> k & 1 && (k == kind || emits(&spec->kinds[k], kind)))
			return true;
	return false;
}

unsigned sx_late_resting(const struct machine *machine, struct state *s, unsigned kind)
{
	unsigned count = 0;

	for (unsigned w = 0; w < SX_LATE_WORKERS && machine->options.late; w++) {
		const cell *worker = worker_at(machine, s, w);

		count += worker[L_STATE] == RESTS && worker[L_KIND] == (cell)kind;
	}
	return count;
}

bool sx_late_may_claim(const struct machine *machine, struct state *s, const cell *unit, unsigned w)
{
	unsigned kind = (unsigned)unit[U_KIND], after;
	const struct kind *k = &machine->spec->kinds[kind];

	if (!machine->options.late)
		return w == 0;
	after = (unsigned)unit[machine->unit_cells - 1];
	if (w == 0)
		return !after;
	return worker_at(machine, s, w - 1)[L_STATE] == RESTS && !is_locked(k) && !k->at_most &&
	    is_at_hand(machine->spec, (unsigned)worker_at(machine, s, w - 1)[L_RAN], kind) &&
	    !(after & ~stores_of(machine, s, w - 1));
}

void sx_late_claim(struct making *making, cell *unit, unsigned w)
{
	cell *worker;

	if (!making->machine->options.late)
		return;
	unit[making->machine->unit_cells - 1] = 0;
	unit[making->machine->unit_cells - 2] = (cell)w;
	if (w == 0)
		return;
	worker = worker_at(making->machine, making->state, w - 1);
	worker[L_STATE] = RUNS;
	worker[L_KIND] = 0;
	worker[L_RAN] = (cell)(worker[L_RAN] | 1 << unit[U_KIND]);
}
