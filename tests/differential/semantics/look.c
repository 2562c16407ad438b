/* look.c: what guards, kernels and properties see. */
#include "tests/differential/semantics/internal.h"

/* -------------------------------------------------------------------------- units */
/* How many units of KIND (of one BUCKET, unless -1) are at WHERE.  BUFFER: in any buffer. */
unsigned sx_units(const struct machine *machine, struct state *s, unsigned kind, int bucket,
    unsigned where)
{
	unsigned count = 0;

	for (unsigned i = 0; i < units_of(machine, s); i++) {
		const cell *unit = unit_at(machine, s, i);
		unsigned at = unit[U_WHERE] >= BUFFER ? BUFFER : (unsigned)unit[U_WHERE];

		count += unit[U_KIND] == (cell)kind && at == where &&
		    (bucket < 0 || unit[U_BUCKET] == bucket);
	}
	return count;
}

static unsigned in_bucket(const struct machine *machine, struct state *s, unsigned bucket,
    unsigned where)
{
	unsigned count = 0;

	for (unsigned kind = 0; kind < machine->spec->kind_count; kind++)
		if (machine->spec->buckets[bucket].kinds >> kind & 1)
			count += sx_units(machine, s, kind, (int)bucket, where);
	return count;
}

bool sx_unit_is_over(const struct machine *machine, const cell *unit)
{
	return unit[U_WHERE] == RUNNING &&
	    machine->spec->kinds[unit[U_KIND]].code.at[unit[U_PC]].op == DO_DONE;
}

/* ------------------------------------------------------------------------- guards */
static cell bucket_of(const struct machine *machine, const struct state *s, unsigned bucket)
{
	return s->at[machine->spec->at_buckets + bucket];
}

/* Whether BUCKET takes part in the running cycle. */
bool sx_in_cycle(const struct machine *machine, struct state *s, unsigned bucket)
{
	int running = s->at[machine->spec->at_running] - 1;

	return running >= 0 && (machine->spec->buckets[bucket].cycles >> running & 1);
}

static bool has_opened(const struct machine *machine, struct state *s, unsigned bucket)
{
	return (bucket_of(machine, s, bucket) & OPENED) || !sx_in_cycle(machine, s, bucket);
}

bool sx_drained_bucket(const struct machine *machine, struct state *s, unsigned bucket)
{
	return has_opened(machine, s, bucket) && in_bucket(machine, s, bucket, RUNNING) == 0 &&
	    in_bucket(machine, s, bucket, POOL) == 0 && in_bucket(machine, s, bucket, BUFFER) == 0;
}

static bool idle_bucket(const struct machine *machine, struct state *s, unsigned bucket)
{
	return (bucket_of(machine, s, bucket) & OPEN) &&
	    in_bucket(machine, s, bucket, RUNNING) == 0 && in_bucket(machine, s, bucket, POOL) == 0;
}

static bool empty_bucket(const struct machine *machine, struct state *s, unsigned bucket)
{
	return (bucket_of(machine, s, bucket) & OPENED) && in_bucket(machine, s, bucket, POOL) == 0;
}

static bool look_at_bucket(const struct machine *machine, struct state *s, enum expr_op op,
    unsigned bucket)
{
	return op == E_DRAINED ? sx_drained_bucket(machine, s, bucket)
	    : op == E_IDLE     ? idle_bucket(machine, s, bucket)
			       : empty_bucket(machine, s, bucket);
}

/* For a kind: one of its buckets has opened (is open), and no unit of it exists. */
static bool look_at_kind(const struct machine *machine, struct state *s, enum expr_op op,
    unsigned kind)
{
	bool opened = false;

	for (unsigned b = 0; b < machine->spec->bucket_count; b++)
		if (machine->spec->kinds[kind].buckets >> b & 1)
			opened |= op == E_DRAINED
			    ? has_opened(machine, s, b)
			    : (bucket_of(machine, s, b) & (op == E_IDLE ? OPEN : OPENED)) != 0;
	if (!opened || sx_units(machine, s, kind, -1, POOL))
		return false;
	if (op != E_EMPTY && sx_units(machine, s, kind, -1, RUNNING))
		return false;
	return op != E_DRAINED || !sx_units(machine, s, kind, -1, BUFFER);
}

bool sx_all_stopped(const struct machine *machine, struct state *s)
{
	for (unsigned m = 0; m < machine->mutators; m++) {
		const cell *mutator = mutator_at(machine, s, m);

		if (mutator[M_PRESENT] == HERE && !mutator[M_STOPPED])
			return false;
	}
	return true;
}

/* Whether `for m : mutator` visits the mutator.  It also visits one that has left, until the cycle
 * ends. */
bool sx_visible_mutator(const struct machine *machine, struct state *s, unsigned m)
{
	return is_idle_mutator(machine, m) || mutator_at(machine, s, m)[M_PRESENT] != AWAY;
}

static bool in_phase(const struct machine *machine, struct state *s, const struct frame *frame,
    unsigned phase)
{
	if (frame && frame->mutator >= 0 && machine->spec->phases[phase].at_handshake)
		return s->at[machine->at_seen +
		    (unsigned)frame->mutator * machine->spec->phase_count + phase];
	return s->at[machine->spec->at_phases + phase] == 1;
}

/* ---------------------------------------------------------------------- the heap */
static int slot_at(const struct machine *machine, const struct state *s, unsigned location)
{
	return s->at[machine->spec->at_slots + location];
}

static void reach(const struct machine *machine, const struct state *s, int object, bool *reached)
{
	const struct sx_spec *spec = machine->spec;

	if (object < 0 || reached[object])
		return;
	reached[object] = true;
	for (unsigned i = 0; i < spec->meta_count; i++)
		if (spec->metas[i].is_ref)
			reach(machine, s,
			    s->at[spec->at_meta + (unsigned)object * spec->meta_count + i],
			    reached);
	for (unsigned g = 0; g < spec->group_count; g++)
		for (unsigned i = 0; !spec->groups[g].weak && i < spec->groups[g].size; i++)
			reach(machine, s,
			    slot_at(machine, s,
				(unsigned)object * spec->slots + spec->groups[g].first + i),
			    reached);
}

/* Objects that an operation under way holds are reachable. */
static void reach_held(const struct machine *machine, struct state *s, unsigned m, bool *reached)
{
	const struct sx_spec *spec = machine->spec;
	const struct code *code = &spec->operations;
	const cell *mutator = mutator_at(machine, s, m);
	unsigned pc = (unsigned)mutator[M_PC] - 1;
	uint64_t live;

	if (!mutator[M_PC])
		return;
	live = code->at[pc].live;
	for (unsigned i = 0; i < code->count && machine->early; i++)
		if (code->at[i].load >= 0 &&
		    (uint16_t)mutator[M_VARS + spec->op_vars + EARLY] >> code->at[i].load & 1)
			live |= sx_reads(&code->at[i]);
	if (pc >= spec->first_of_allocate && pc < spec->first_of_receive)
		live &= ~(uint64_t)2; /* not a slot, but the root for the new object */
	for (unsigned i = 0; i < code->var_count; i++) {
		int value = mutator[M_VARS + i];

		if (!(live >> i & 1) || value < 0)
			continue;
		if (code->is_ref[i])
			reach(machine, s, value, reached);
		else if (code->is_slot[i])
			reach(machine, s, value / (int)spec->slots, reached);
	}
	for (unsigned i = 0; i < code->count && machine->early; i++) {
		int load = code->at[i].load;
		int value = load < 0 ? 0 : mutator[M_VARS + spec->op_vars + (unsigned)load];

		if (value && code->is_ref[code->at[i].dst])
			reach(machine, s, value - EARLY_MORE, reached);
	}
}

bool sx_is_reachable(const struct machine *machine, struct state *s, int object)
{
	const struct sx_spec *spec = machine->spec;
	bool reached[256] = { false };

	for (unsigned i = 0; i < spec->root_count; i++)
		reach(machine, s, s->at[spec->at_roots + i], reached);
	for (unsigned m = 0; m < spec->mutator_count; m++)
		reach_held(machine, s, m, reached);
	return object >= 0 && reached[object];
}

/* -------------------------------------------------------------------- expressions */
static int peek(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct place *place)
{
	const struct sx_spec *spec = machine->spec;
	unsigned index;
	int object;

	if (place->kind == AT_SLOT)
		return slot_at(machine, s, (unsigned)frame->var[place->var]);
	object = sx_eval(machine, s, frame, place->object);
	if (object >= 0 && place->kind == AT_META && spec->metas[place->meta].region >= 0)
		return *sx_region_cell(spec, s, place->meta, object);
	if (object < 0) /* null has the values of a new object */
		return place->kind == AT_META ? spec->metas[place->meta].initial : -1;
	if (place->kind == AT_META)
		return s->at[spec->at_meta + (unsigned)object * spec->meta_count + place->meta];
	if (place->kind == AT_LIKE)
		return slot_at(machine, s,
		    (unsigned)object * spec->slots +
			(unsigned)frame->var[place->var] % spec->slots);
	index = (unsigned)sx_eval(machine, s, frame, place->index);
	if (index >= spec->groups[place->group].size)
		return -1;
	return slot_at(machine, s,
	    (unsigned)object * spec->slots + spec->groups[place->group].first + index);
}

static bool is_there(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct expr *expr)
{
	for (unsigned i = 0; i < units_of(machine, s); i++) {
		const cell *unit = unit_at(machine, s, i);
		bool same = unit[U_KIND] == (cell)expr->index && !sx_unit_is_over(machine, unit);

		for (unsigned k = 0; same && k < expr->unit_count; k++)
			same = unit[U_VARS + k] == sx_eval(machine, s, frame, expr->unit[k]);
		if (same)
			return true;
	}
	return false;
}

/* The elements of a quantifier: so many numbers from FIRST, or the expected objects. */
struct range {
	unsigned first, count;
};

static struct range range_of(const struct machine *machine, struct state *s,
    const struct frame *frame, const struct expr *expr)
{
	const struct sx_spec *spec = machine->spec;
	int of = expr->args[1] ? sx_eval(machine, s, frame, expr->args[1]) : -1;

	switch (expr->domain) {
	case IN_OBJECTS: return (struct range){ 0, spec->object_count };
	case IN_MUTATORS: return (struct range){ 0, spec->mutator_count };
	case IN_EXPECTED: return (struct range){ 0, spec->expected_count };
	case IN_REGIONS: return (struct range){ 0, spec->regions[expr->of_sort].count };
	case IN_SLOTS:
		return of < 0
		    ? (struct range){ 0, 0 }
		    : (struct range){ (unsigned)of * spec->slots + spec->groups[expr->group].first,
			      spec->groups[expr->group].size };
	case IN_ROOTS:
		return (
		    struct range){ spec->at_roots - spec->at_slots + spec->mutators[of].first_root,
			spec->mutators[of].roots };
	case DOMAINS: break;
	}
	return (struct range){ 0, 0 };
}

static bool quantified(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct expr *expr)
{
	struct range range = range_of(machine, s, frame, expr);
	struct frame inner = { .mutator = -1 };

	if (frame)
		inner = *frame;
	for (unsigned i = 0; i < range.count; i++) {
		inner.var[expr->index] = expr->domain == IN_EXPECTED ? machine->spec->expected[i]
								     : (int)(range.first + i);
		if (expr->domain == IN_OBJECTS && !s->at[machine->spec->at_held + range.first + i])
			continue; /* not yet an object */
		if (!sx_eval(machine, s, &inner, expr->args[0]) == (expr->op == E_FORALL))
			return expr->op == E_EXISTS;
	}
	return expr->op == E_FORALL;
}

static bool is_freed(const struct machine *machine, const struct state *s, int object)
{
	return object < 0 || !s->at[machine->spec->at_live + (unsigned)object];
}

/* A free cell has the origin of no other cell, nor has one that a kernel has allocated and not copied to. */
static bool same_origin(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct expr *expr)
{
	int a = sx_eval(machine, s, frame, expr->args[0]);
	int b = sx_eval(machine, s, frame, expr->args[1]);

	if (a == b || a < 0 || b < 0)
		return a == b;
	return s->at[machine->spec->at_live + (unsigned)a] &&
	    s->at[machine->spec->at_live + (unsigned)b] &&
	    s->at[machine->spec->at_origin + (unsigned)a] >= 0 &&
	    s->at[machine->spec->at_origin + (unsigned)a] ==
	    s->at[machine->spec->at_origin + (unsigned)b];
}

unsigned sx_part(const struct sx_spec *spec, unsigned object)
{
	return spec->space_count ? object / (spec->object_count / spec->space_count) : 0;
}

bool sx_is_in_space(const struct machine *machine, const struct state *s, int object,
    unsigned space)
{
	const struct sx_spec *spec = machine->spec;

	return object >= 0 && (unsigned)object < spec->object_count &&
	    (!spec->space_count ||
		sx_part(spec, (unsigned)object) == (unsigned)s->at[spec->at_spaces + space]);
}

static int state_eval(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct expr *expr)
{
	const struct sx_spec *spec = machine->spec;

	switch (expr->op) {
	case E_DRAINED:
	case E_IDLE:
	case E_EMPTY:
		return expr->of_kind ? look_at_kind(machine, s, expr->op, expr->index)
				     : look_at_bucket(machine, s, expr->op, expr->index);
	case E_OPEN: return bucket_of(machine, s, expr->index) & OPEN;
	case E_IN_PHASE: return in_phase(machine, s, frame, expr->index);
	case E_IN_CYCLE: return s->at[spec->at_running] == (cell)(expr->index + 1);
	case E_REQUESTED: return s->at[spec->at_requested + expr->index];
	case E_ALL_STOPPED: return s->at[machine->spec->at_stop] == STOPPED;
	case E_GHOST: return s->at[spec->at_ghosts + expr->index];
	case E_PEEK: return peek(machine, s, frame, &expr->place);
	case E_FREED: return is_freed(machine, s, sx_eval(machine, s, frame, expr->args[0]));
	case E_REACHABLE:
		return sx_is_reachable(machine, s, sx_eval(machine, s, frame, expr->args[0]));
	case E_PENDING: return is_there(machine, s, frame, expr);
	case E_SAME_ORIGIN: return same_origin(machine, s, frame, expr);
	case E_REGION_OF:
		return sx_region_of(spec, expr, sx_eval(machine, s, frame, expr->args[0]));
	case E_IN_SPACE:
		return sx_is_in_space(machine, s, sx_eval(machine, s, frame, expr->args[0]),
		    expr->index);
	case E_ALWAYS: return sx_eval(machine, s, frame, expr->args[0]);
	case E_CONST:
	case E_VAR:
	case E_NOT:
	case E_NEGATE:
	case E_AND:
	case E_OR:
	case E_EQ:
	case E_NE:
	case E_LT:
	case E_LE:
	case E_GT:
	case E_GE:
	case E_ADD:
	case E_SUB:
	case E_IMPLIES:
	case E_FORALL:
	case E_EXISTS:
	case E_EVENTUALLY:
	case E_UNTIL:
	case E_OPS: break;
	}
	return quantified(machine, s, frame, expr);
}

int sx_eval(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct expr *expr)
{
	int a, b;

	if (expr->op == E_CONST)
		return expr->value;
	if (expr->op == E_VAR)
		return frame->var[expr->index];
	if (expr->op > E_IMPLIES)
		return state_eval(machine, s, frame, expr);
	a = sx_eval(machine, s, frame, expr->args[0]);
	b = expr->args[1] ? sx_eval(machine, s, frame, expr->args[1]) : 0;
	switch (expr->op) {
	case E_NOT: return !a;
	case E_NEGATE: return -a;
	case E_AND: return a && b;
	case E_OR: return a || b;
	case E_EQ: return a == b;
	case E_NE: return a != b;
	case E_LT: return a < b;
	case E_LE: return a <= b;
	case E_GT: return a > b;
	case E_GE: return a >= b;
	case E_ADD: return a + b;
	case E_SUB: return a - b;
	case E_CONST:
	case E_VAR:
	case E_IMPLIES:
	case E_DRAINED:
	case E_IDLE:
	case E_EMPTY:
	case E_OPEN:
	case E_IN_PHASE:
	case E_IN_CYCLE:
	case E_REQUESTED:
	case E_ALL_STOPPED:
	case E_GHOST:
	case E_PEEK:
	case E_FREED:
	case E_REACHABLE:
	case E_PENDING:
	case E_SAME_ORIGIN:
	case E_IN_SPACE:
	case E_REGION_OF:
	case E_FORALL:
	case E_EXISTS:
	case E_ALWAYS:
	case E_EVENTUALLY:
	case E_UNTIL:
	case E_OPS: break;
	}
	return !a || b;
}
