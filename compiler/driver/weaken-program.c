/* weaken-program.c: does what a program does after a store stay after what `before_store' has read?
 *
 * Models have the operations of a mutator in order.  In C the next operation may overtake a read that does not acquire.  In the
 * scripts of a scenario it cannot if
 *
 * - it is a read of the same object, and `before_load' first loads the location that `before_store' has read, and acquires.
 *   Loads of one location are in order.  If both find the same value, then the first one, if it is done later, might as well have been
 *   done at the moment of the second.  So all that comes after the second comes after the first, too
 *   (examples/litmus/same_location.gc).  The second one goes on to acquire, because no model can judge the acquires of a
 *   `before_load' that answers (weaken-reads.c);
 * - or the mutator waits for a cycle before (`collect'), or leaves.  It unlocks a lock for that, and locks it again.
 *
 * The mutator's names, and its view of phases `at handshake', stay as they are in between, unless it runs a handshake or is
 * stopped.  That is ordered: a handshake begins with a fence that acquires (gcrt_handshakes), and who stops unlocks and waits.
 *
 * The mutator's own store to that location must not come between: the second load could find it before the first is done.  And a
 * fence is another matter, as it orders what the program has read before the operation, too. */
#include "compiler/driver/weaken.h"
#include "compiler/ir/walk.h"

enum { MOST_KNOWN = 8 };

const struct weaken_gap weaken_in_order = {
	"it may be about what the mutator does after the barrier, which models have in order", NULL,
	false
};

/* Phases that are on, or off, where the read is. */
struct known {
	struct {
		const struct ir_phase *phase;
		bool on;
	} at[MOST_KNOWN];
	size_t count; /* any others are not known */
};
struct following {
	const struct weaken_code *code;
	const struct ir_place *place; /* of the read */
	struct known known;
	const struct ir_mutator *mutator;
	int object;             /* the name of what has been written to */
	bool *seen;             /* by action */
	bool some;              /* result: some operation follows, and all that do stay after it */
	struct weaken_gap *gap; /* result: unless they do */
};

/* -------------------------------------------------------------- what is known of phases */
/* The phase at handshake that EXPR asks for; ON: what it is then.  NULL: it asks for something else. */
static const struct ir_phase *asked(const struct ir_expr *expr, bool *on)
{
	for (*on = true; expr->kind == IR_NOT; expr = expr->args[0])
		*on = !*on;
	return expr->kind == IR_IN_PHASE && expr->phase->visible == IR_AT_HANDSHAKE ? expr->phase
										    : NULL;
}

static bool is_it(const struct ir_stmt *stmt, const void *at)
{
	return stmt == at;
}

/* Notes what the conditions around READ say. */
static void learn(struct known *known, const struct ir_stmt *list, const struct ir_stmt *read)
{
	for (; list; list = list->next) {
		bool in_body = ir_list_any(list->body, is_it, read), on;
		const struct ir_phase *phase;

		if (!in_body && !ir_list_any(list->otherwise, is_it, read))
			continue;
		phase = list->op == IR_OP_if ? asked(list->args[0], &on) : NULL;
		if (phase && known->count < MOST_KNOWN) {
			known->at[known->count].phase = phase;
			known->at[known->count++].on = on == in_body;
		}
		learn(known, in_body ? list->body : list->otherwise, read);
		return;
	}
}

/* What the condition EXPR is then: 1 or 0; -1: that is not known. */
static int value_of(const struct known *known, const struct ir_expr *expr)
{
	bool on;
	const struct ir_phase *phase = asked(expr, &on);

	for (size_t i = 0; phase && i < known->count; i++)
		if (known->at[i].phase == phase)
			return known->at[i].on == on;
	return -1;
}

/* ------------------------------------------------------------- what a barrier reads first */
enum first { NOTHING, THE_LOCATION, SOMETHING_ELSE };

static bool is_first_parameter(const struct ir_expr *expr)
{
	return expr && expr->kind == IR_VAR && expr->var->index == 0;
}

/* Whether PLACE, in a barrier, is metadata of the object that the mutator accesses. */
static bool is_of_object(const struct ir_place *place)
{
	return place && place->kind == IR_PLACE_META && !place->from &&
	    is_first_parameter(place->object) && ir_is_of_objects(place->meta);
}

static bool is_acquiring_load(const struct ir_stmt *stmt, const struct ir_place *place)
{
	return stmt->op == IR_OP_load && ir_acquires(stmt->order) && is_of_object(stmt->place) &&
	    stmt->place->meta == place->meta;
}

static enum first first_of(const struct following *f, const struct ir_stmt *list);

static enum first first_of_branches(const struct following *f, const struct ir_stmt *stmt)
{
	int value = value_of(&f->known, stmt->args[0]);
	enum first body, otherwise;

	if (value >= 0)
		return first_of(f, value ? stmt->body : stmt->otherwise);
	if (ir_stmt_any_expr(stmt, ir_is_state, NULL))
		return SOMETHING_ELSE;
	body = first_of(f, stmt->body);
	otherwise = first_of(f, stmt->otherwise);
	if (body == SOMETHING_ELSE || otherwise == SOMETHING_ELSE)
		return SOMETHING_ELSE;
	return body == otherwise ? body : NOTHING;
}

/* What LIST does first, besides looking at its variables and at phases that are known. */
static enum first first_of(const struct following *f, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		enum first first = SOMETHING_ELSE;

		if (is_acquiring_load(list, f->place))
			return THE_LOCATION;
		if (list->op == IR_OP_if)
			first = first_of_branches(f, list);
		else if (list->op == IR_OP_ghost || list->op == IR_OP_assert ||
		    (list->op == IR_OP_let && !ir_stmt_any_expr(list, ir_is_state, NULL)))
			first = NOTHING;
		if (first != NOTHING)
			return first;
	}
	return NOTHING;
}

/* ------------------------------------------------------------------- what a script does */
/* Whether an operation does more than waiting for a lock, or changing what is the mutator's own. */
static bool is_access(enum ir_script_op op)
{
	return op != IR_SCRIPT_COLLECT && op != IR_SCRIPT_LEAVE && op != IR_SCRIPT_DROP &&
	    op != IR_SCRIPT_YIELD && op != IR_SCRIPT_CHOOSE && op != IR_SCRIPT_GHOST &&
	    op != IR_SCRIPT_ASSERT;
}

/* What may come before the read because of ACTION.  A name holds another object only after `let', which is an access. */
static struct weaken_gap gap_of(const struct following *f, const struct ir_action *action)
{
	static const char overtakes[] =
	    "in C the operation at %s may come before it, and in a model it cannot";
	const struct ir_barrier *before_load = f->code->spec->barriers[IR_BEFORE_LOAD];

	if (action->object != f->object || !ir_action_runs(action, IR_BEFORE_LOAD))
		return (struct weaken_gap){ overtakes, &action->loc, false };
	if (!before_load || !before_load->result ||
	    first_of(f, before_load->kernel.body) != THE_LOCATION)
		return (struct weaken_gap){
			"in C the read at %s may come before it: `before_load' does not first load the same location, to acquire",
			&action->loc, false
		};
	return (struct weaken_gap){ 0 };
}

/* Looks at what the mutator does from the action at INDEX on. */
static void follow(struct following *f, size_t index)
{
	const struct ir_action *action = &f->mutator->actions[index];

	if (index >= f->mutator->action_count || f->gap->why || f->seen[index])
		return;
	f->seen[index] = true;
	if (action->op == IR_SCRIPT_COLLECT || action->op == IR_SCRIPT_LEAVE)
		return;
	if (is_access(action->op)) {
		*f->gap = gap_of(f, action);
		f->some = true;
		return;
	}
	if (action->op != IR_SCRIPT_CHOOSE)
		follow(f, action->next);
	for (size_t i = 0; action->op == IR_SCRIPT_CHOOSE && i < action->target_count; i++)
		follow(f, action->targets[i]);
}

static void follow_mutator(struct following *f, const struct ir_mutator *mutator)
{
	f->mutator = mutator;
	for (size_t i = 0; i < mutator->action_count; i++) {
		if (!ir_action_runs(&mutator->actions[i], IR_BEFORE_STORE))
			continue;
		f->seen = GD_NEW_ARRAY(f->code->arena, bool, mutator->action_count);
		f->object = mutator->actions[i].object;
		follow(f, mutator->actions[i].next);
	}
}

static bool is_store_there(const struct ir_stmt *stmt, const void *place)
{
	const struct ir_place *read = place;

	return ir_op_info[stmt->op].effect == IR_EFFECT_STORE && stmt->place->meta == read->meta;
}

/* Whether a barrier of the store may store to PLACE in other ways than by read-modify-writes, or the store itself. */
static bool may_store_there(const struct weaken_code *code, const struct ir_place *place)
{
	const struct ir_barrier *after = code->spec->barriers[IR_AFTER_STORE];

	return place->meta == ir_overlay(code->spec) ||
	    ir_list_any(code->body, is_store_there, place) ||
	    (after && ir_list_any(after->kernel.body, is_store_there, place));
}

static bool is_of_others(const struct ir_expr *expr, const void *in_barrier)
{
	bool own =
	    in_barrier && expr->kind == IR_IN_PHASE && expr->phase->visible == IR_AT_HANDSHAKE;

	return ir_is_state(expr, NULL) && !own;
}

bool weaken_asks(const struct ir_stmt *stmt, bool in_barrier)
{
	return stmt->op != IR_OP_ghost && stmt->op != IR_OP_assert &&
	    ir_stmt_any_expr(stmt, is_of_others, in_barrier ? stmt : NULL);
}

static bool is_read(const struct ir_stmt *stmt, const void *unused)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	(void)unused;
	return effect == IR_EFFECT_LOAD || effect == IR_EFFECT_RMW || weaken_asks(stmt, true);
}

/* Whether `after_store' reads anything, or gets what the store has overwritten. */
static bool reads_after_store(const struct ir_spec *spec)
{
	const struct ir_barrier *after = spec->barriers[IR_AFTER_STORE];

	return after && (after->old || ir_list_any(after->kernel.body, is_read, NULL));
}

bool weaken_operation_goes_on(const struct weaken_code *code)
{
	return code->barrier->result ||
	    (code->barrier->when == IR_BEFORE_STORE && reads_after_store(code->spec));
}

struct weaken_gap weaken_program_gap(const struct weaken_code *code, const struct ir_stmt *read)
{
	static const struct weaken_gap nothing_follows = {
		"in no scenario does the mutator read the same object next", NULL, true
	};
	struct weaken_gap gap = { 0 };
	struct following f = { .code = code, .place = read->place, .gap = &gap };

	if (code->barrier->when != IR_BEFORE_STORE || reads_after_store(code->spec) ||
	    code->scenario->client || !is_of_object(read->place) ||
	    may_store_there(code, read->place))
		return weaken_in_order;
	learn(&f.known, code->body, read);
	for (size_t i = 0; i < code->scenario->mutator_count && !gap.why; i++)
		follow_mutator(&f, &code->scenario->mutators[i]);
	if (!gap.why && !f.some)
		return nothing_follows;
	return gap;
}
