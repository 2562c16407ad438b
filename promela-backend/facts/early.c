/* early.c: loads that may be done before their place.
 *
 * Note [Early loads]: under `relaxed' a load may be done before earlier loads and read-modify-writes of
 * its thread.  In a model it is then done in a step of its own, any number of accesses before its
 * place, and its place only takes the value.  The step may come just before an access at which
 * somebody may notice it.  It needs the load's address, so the variables in it must have their values.
 * It does not need the conditions that lead to the load: if the unit goes another way, nobody reads the
 * value.
 *
 * What was found is dropped, and the load done again, where the memory model holds the load back: when
 * the unit passes an operation that acquires and has not been done early itself, a store for which a
 * `seq_cst' load waits, something under a lock of the runtime, or does an access to the same location.
 * So every order that the model's rules (memory-rules.pml) forbid is dropped, and each order of one
 * unit's loads that they allow is a run: do the loads in that order, at the first place that has the
 * address.
 *
 * Left out are steps that no run can tell: those for a load of what nobody writes, and those of the note
 * Noticed loads (early-noticed.c).  Left out, too, are loads that are early across the beginning of a
 * unit, of an operation or of the same load's round of a loop (doc/model.md, "What a model leaves out").  But the
 * rounds of loops over slots are written out in units (compiler/ir/rounds.c), so there such loads may be early.
 * Compared by: tests/differential (semantics, which has early loads of its own), tests/run/early.sh. */
#include "promela-backend/facts/early.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/early-noticed.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/variables.h"

bool pml_moves_loads(const struct pml_model *model)
{
	return model->request->early_loads || pml_loads_early(model->request->memory);
}

static bool finds_what_others_write(const struct pml_early_scan *scan, const struct ir_stmt *load)
{
	return pml_early_is_used(scan, load) && pml_early_is_written(scan, load->place);
}

/* Whether EARLIER may hold back another load, which may find what others write. */
static bool holds_another(const struct pml_early_scan *scan, const struct ir_stmt *earlier)
{
	for (size_t i = 0; i < scan->count; i++) {
		const struct ir_stmt *other = scan->seen[i].stmt;

		if (other != earlier && other->op == IR_OP_load &&
		    (ir_acquires(earlier->order) ||
			(other->place->kind == IR_PLACE_META) ==
			    (earlier->place->kind == IR_PLACE_META)) &&
		    finds_what_others_write(scan, other))
			return true;
	}
	return false;
}

/* A load that nobody can tell from one in order may still have to be early so that another one can be. */
static bool may_be_early(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_load && stmt->dst &&
	    pml_early_has_slot(scan->model, stmt->place) &&
	    (finds_what_others_write(scan, stmt) || holds_another(scan, stmt));
}

/* ---------------------------------------------------------------- what holds it back */
bool pml_is_under_lock(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	if (stmt->op == IR_OP_ghost || stmt->op == IR_OP_assert || stmt->op == IR_OP_free ||
	    stmt->op == IR_OP_alloc || stmt->op == IR_OP_free_space ||
	    stmt->op == IR_OP_swap_spaces)
		return false;
	return ir_op_info[stmt->op].effect == IR_EFFECT_WORLD ||
	    ir_stmt_any_expr(stmt, pml_is_shared, kernel);
}

bool pml_asks_under_lock(const struct ir_stmt *stmt)
{
	return pml_is_under_lock(NULL, stmt);
}

/* A `cas' may acquire only if it succeeds, or only if it fails. */
static bool acquires_sometimes(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_cas &&
	    ir_acquires(stmt->order) != ir_acquires(stmt->order_on_failure);
}

/* Whether the load never comes before STMT.  Acquiring loads may be early themselves: `behind'. */
static bool holds(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	if (stmt == scan->barred || pml_is_under_lock(scan->kernel, stmt) ||
	    stmt->op == IR_OP_copy ||
	    pml_var_bit(stmt->dst) & scan->again & pml_stmt_vars(scan->load))
		return true;
	return pml_is_memory(stmt) && !pml_early_acquires(stmt) && !acquires_sometimes(stmt) &&
	    pml_holds_load(stmt, scan->load);
}

/* -------------------------------------------------------------------------- ways */
static bool sets(const struct ir_stmt *stmt, const struct ir_var *flag)
{
	return stmt->op == IR_OP_let && stmt->dst == flag && stmt->args[0]->kind == IR_CONST &&
	    stmt->args[0]->number;
}

/* `if not FLAG { … }' comes after a `return' that may have been taken, which has set the flag
 * (compiler/ir/lower-stmt.c).  What has its value wherever the flag is set, and after the branch, has one. */
static uint64_t had_returned(const struct pml_early_scan *scan, const struct ir_stmt *test)
{
	const struct ir_expr *cond = test->args[0];
	uint64_t set = UINT64_MAX;
	bool any = false;

	if (test->otherwise || cond->kind != IR_NOT || cond->args[0]->kind != IR_VAR)
		return 0;
	for (size_t i = 0; i < scan->count; i++)
		if (sets(scan->seen[i].stmt, cond->args[0]->var)) {
			set &= scan->seen[i].assigned;
			any = true;
		}
	return any ? set : 0;
}

/* The variable of statement I, if it has a value already: a loop that returns sets what was set before, and each round
 * of a loop that is written out what the round before has set. */
static uint64_t set_before(const struct pml_early_scan *scan, size_t i)
{
	return pml_var_bit(scan->seen[i].stmt->dst) & scan->seen[i].assigned;
}

/* Notes what has its value before each statement of LIST.  Returns what has after it. */
static uint64_t assign(struct pml_early_scan *scan, const struct ir_stmt *list, uint64_t assigned)
{
	for (; list; list = list->next) {
		uint64_t body, otherwise;

		scan->seen[scan->count++] =
		    (struct pml_early_seen){ .stmt = list, .assigned = assigned };
		if (list->op == IR_OP_for) {
			assign(scan, list->body, assigned | pml_var_bit(list->dst));
			continue;
		}
		body = assign(scan, list->body, assigned);
		otherwise = assign(scan, list->otherwise, assigned);
		if (list->op == IR_OP_if)
			otherwise |= had_returned(scan, list);
		assigned = (body & otherwise) | pml_var_bit(list->dst);
	}
	return assigned;
}

/* Whether the load is in LOOP and its address is that of one round. */
static bool is_of_round(const struct pml_early_scan *scan, const struct ir_stmt *loop)
{
	return ir_list_any(loop->body, pml_early_is_it, scan->load) &&
	    pml_stmt_vars(scan->load) & ~pml_early_seen(scan, loop)->assigned;
}

static bool look_ahead(struct pml_early_scan *scan, const struct ir_stmt *list, bool after);

/* The same for a loop: the next round may have the load. */
static bool look_into(struct pml_early_scan *scan, const struct ir_stmt *loop, bool after)
{
	bool next = after && !is_of_round(scan, loop);
	bool body = look_ahead(scan, loop->body, next);

	if (is_of_round(scan, loop))
		return false;
	if (body && !next)
		look_ahead(scan, loop->body, true);
	return next || body;
}

/* Whether the load can be done before LIST.  AFTER: whether it can after it. */
static bool look_ahead(struct pml_early_scan *scan, const struct ir_stmt *list, bool after)
{
	struct pml_early_seen *seen;
	bool body, otherwise;

	if (!list)
		return after;
	after = look_ahead(scan, list->next, after);
	seen = pml_early_seen(scan, list);
	seen->before = seen->after = after;
	if (list == scan->load) {
		seen->after = false;
		return seen->before = true;
	}
	if (list->op == IR_OP_for)
		seen->after = look_into(scan, list, after);
	if (list->op == IR_OP_if) {
		body = look_ahead(scan, list->body, after);
		otherwise = look_ahead(scan, list->otherwise, after);
		seen->after = body || otherwise;
	}
	return seen->before = seen->after && !holds(scan, list);
}

static void look_at(struct pml_early_scan *scan, const struct ir_stmt *load,
    const struct ir_stmt *barred)
{
	scan->load = load;
	scan->barred = barred;
	look_ahead(scan, scan->body, false);
}

/* Notes where the load with BIT may be done by then.  IN: before LIST.  Returns whether after it. */
static bool pend(struct pml_early_scan *scan, const struct ir_stmt *list, uint64_t bit, bool in)
{
	for (; list; list = list->next) {
		const struct pml_early_seen *seen = pml_early_seen(scan, list);
		struct pml_early_at *at = &scan->kernel->early_at[seen - scan->seen];
		bool body;

		in = (in || at->issue & bit) && seen->before;
		at->pending |= in ? bit : 0;
		in &= list != scan->load && !holds(scan, list);
		if (list->op == IR_OP_if) {
			body = pend(scan, list->body, bit, in);
			in = pend(scan, list->otherwise, bit, in) || body;
		} else if (list->op == IR_OP_for && !is_of_round(scan, list)) {
			in |= pend(scan, list->body, bit, in);
			in |= pend(scan, list->body, bit, in);
			at->head |= in ? bit : 0;
		} else if (list->op == IR_OP_for) {
			pend(scan, list->body, bit, false);
			in = false;
		}
	}
	return in;
}

/* ------------------------------------------------------------------------- loads */

static uint64_t bit_of(const struct pml_kernel *kernel, const struct ir_stmt *load)
{
	size_t number = pml_early_number(kernel, load);

	return number < kernel->early.count ? UINT64_C(1) << number : 0;
}

/* Fills in what depends on early load NUMBER alone. */
static void find_places(struct pml_early_scan *scan, size_t number)
{
	struct pml_kernel *kernel = scan->kernel;
	uint64_t bit = UINT64_C(1) << number;

	look_at(scan, kernel->early.at[number].load, NULL);
	for (size_t i = 0; i < scan->count; i++) {
		const struct pml_early_seen *seen = &scan->seen[i];
		struct pml_early_at *at = &kernel->early_at[i];

		if (seen->after && holds(scan, seen->stmt))
			at->drops |= bit;
		if (seen->before && seen->stmt != scan->load && pml_early_can_tell(scan, i) &&
		    !(pml_stmt_vars(scan->load) & ~seen->assigned))
			at->issue |= bit;
	}
}

/* The loads that must be done when the load is, at place I: the acquiring ones on each way from there to the
 * load, and one of the same location at I.  false: one of them cannot be done by then. */
static bool find_behind(struct pml_early_scan *scan, size_t i, const struct ir_stmt *load,
    uint64_t *behind)
{
	*behind = 0;
	for (size_t j = 0; j < scan->count; j++) {
		const struct ir_stmt *other = scan->seen[j].stmt;

		if (other == load ||
		    !(pml_early_acquires(other) ||
			(j == i && pml_is_same_place(other->place, load->place))))
			continue;
		look_at(scan, load, other);
		if (scan->seen[i].before)
			continue;
		*behind |= bit_of(scan->kernel, other);
		if (!(scan->kernel->early_at[i].pending & bit_of(scan->kernel, other)))
			return false;
	}
	return true;
}

static void find_pending(struct pml_early_scan *scan)
{
	struct pml_kernel *kernel = scan->kernel;

	for (size_t i = 0; i < scan->count; i++)
		kernel->early_at[i].pending = kernel->early_at[i].head = 0;
	for (size_t j = 0; j < kernel->early.count; j++) {
		look_at(scan, kernel->early.at[j].load, NULL);
		pend(scan, scan->body, UINT64_C(1) << j, false);
	}
}

/* Takes out the steps that need an acquiring load to be done that cannot be. Returns whether there was one. */
static bool take_out(struct pml_early_scan *scan)
{
	struct pml_kernel *kernel = scan->kernel;
	bool changed = false;

	for (size_t i = 0; i < scan->count; i++) {
		struct pml_early_at *at = &kernel->early_at[i];
		uint64_t *behind =
		    GD_NEW_ARRAY(scan->model->arena, uint64_t, kernel->early.count + 1);

		at->behind = behind;
		for (size_t j = 0; j < kernel->early.count; j++) {
			uint64_t bit = UINT64_C(1) << j;

			if (!(at->issue & bit) ||
			    find_behind(scan, i, kernel->early.at[j].load, &behind[j]))
				continue;
			at->issue &= ~bit;
			changed = true;
		}
	}
	return changed;
}

/* Leaves only the loads that some step does early.  Returns whether there were others. */
static bool keep_issued(struct pml_early_scan *scan)
{
	struct pml_kernel *kernel = scan->kernel;
	size_t count = kernel->early.count, kept = 0;
	uint64_t issued = 0;

	for (size_t i = 0; i < scan->count; i++)
		issued |= kernel->early_at[i].issue;
	for (size_t j = 0; j < count; j++)
		kept += issued >> j & 1;
	if (kept == count)
		return false;
	kept = 0;
	for (size_t j = 0; j < count; j++)
		if (issued >> j & 1)
			kernel->early.at[kept++] =
			    (struct pml_early){ .load = kernel->early.at[j].load };
	kernel->early.count = kept;
	return true;
}

static void find_all(struct pml_early_scan *scan)
{
	struct pml_kernel *kernel = scan->kernel;

	kernel->early_at = GD_NEW_ARRAY(scan->model->arena, struct pml_early_at, scan->count + 1);
	for (size_t j = 0; j < kernel->early.count; j++)
		find_places(scan, j);
	do
		find_pending(scan);
	while (take_out(scan));
}

void pml_find_early(struct pml_model *model, struct pml_kernel *kernel, const struct ir_kernel *ir,
    size_t params)
{
	struct pml_early_scan scan = { .model = model, .kernel = kernel, .body = ir->body };

	if (!pml_moves_loads(model))
		return;
	if (ir->var_count > GD_MOST_variables)
		return; /* which is refused */
	scan.seen =
	    GD_NEW_ARRAY(model->arena, struct pml_early_seen, pml_count_stmts(ir->body) + 1);
	assign(&scan, ir->body, (UINT64_C(1) << params) - 1);
	for (size_t i = 0; i < scan.count; i++)
		scan.again |= set_before(&scan, i);
	for (size_t i = 0; i < scan.count; i++)
		if (may_be_early(&scan, scan.seen[i].stmt))
			GD_PUSH(model->arena, kernel->early,
			    (struct pml_early){ .load = scan.seen[i].stmt });
	do
		find_all(&scan);
	while (keep_issued(&scan));
	if (!kernel->early.count)
		kernel->early_at = NULL;
	model->has_early |= kernel->early.count > 0;
}

/* ------------------------------------------------------- the mutator's own load */
static bool does_not_acquire(const struct ir_stmt *stmt)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	if (effect != IR_EFFECT_LOAD && effect != IR_EFFECT_RMW)
		return false;
	return !ir_acquires(stmt->order) ||
	    (stmt->op == IR_OP_cas && !ir_acquires(stmt->order_on_failure));
}

static void refuse_relaxed(const struct ir_stmt *stmt, void *data)
{
	struct pml_model *model = data;

	if (does_not_acquire(stmt))
		pml_refuse_at(model, stmt->loc,
		    "under %s the mutator's own load may come before the %s at %s, and models do not show that",
		    ir_memory_name[model->request->memory], ir_op_info[stmt->op].spelling,
		    pml_where(model, stmt->loc))
		    ->help = "let it acquire: the mutator's load follows the barrier";
}

/* The mutator's exchange, which its barrier follows, reads. */
static void refuse_after_exchange(struct pml_model *model, const struct ir_barrier *after)
{
	if (!ir_acquires(after->order) && ir_has(after->kernel.body, IR_OP_load))
		pml_refuse_at(model, after->loc,
		    "under %s a load of the barrier may come before the exchange that it follows, and models do not show that",
		    ir_memory_name[model->request->memory])
		    ->help = "let the exchange acquire: write `acquire` after the parameters";
}

void pml_check_own_loads(struct pml_model *model)
{
	const struct ir_barrier *exchange = ir_exchange(model->spec);

	if (!pml_moves_loads(model))
		return;
	if (ir_redirects(model->spec, IR_BEFORE_LOAD))
		ir_list_each(model->spec->barriers[IR_BEFORE_LOAD]->kernel.body, refuse_relaxed,
		    model);
	if (exchange)
		refuse_after_exchange(model, exchange);
}

/* --------------------------------------------------------------------- variables */
const struct ir_kernel *pml_with_early(struct pml_model *model, struct pml_kernel *kernel)
{
	size_t index = kernel->ir->var_count;
	struct ir_var **added;
	const struct ir_kernel *ir =
	    pml_with_more(model, kernel->ir, 2 * kernel->early.count, &added);

	for (size_t i = 0; i < kernel->early.count; i++) {
		struct pml_early *early = &kernel->early.at[i];
		const struct ir_var *dst = early->load->dst;

		early->issued = pml_variable_of(model, added++, index++, dst, "issued",
		    (struct ir_type){ .kind = IR_BOOL });
		early->value = pml_variable_of(model, added++, index++, dst, "early", dst->type);
		early->vars = pml_var_bit(early->issued) | pml_var_bit(early->value);
	}
	return ir;
}

static uint64_t vars_of(const struct pml_kernel *kernel, uint64_t loads)
{
	uint64_t vars = 0;

	for (size_t i = 0; i < kernel->early.count; i++)
		vars |= loads >> i & 1 ? kernel->early.at[i].vars : 0;
	return vars;
}

void pml_find_early_live(struct pml_kernel *kernel)
{
	for (size_t i = 0; kernel->early_at && i < kernel->node_count; i++) {
		kernel->nodes[i].live_before |= vars_of(kernel, kernel->early_at[i].pending);
		kernel->nodes[i].live_head |= vars_of(kernel, kernel->early_at[i].head);
	}
}

const struct pml_early_at *pml_early_at(const struct pml_kernel *kernel,
    const struct pml_node *node)
{
	return kernel->early_at ? &kernel->early_at[node - kernel->nodes] : NULL;
}

size_t pml_early_number(const struct pml_kernel *kernel, const struct ir_stmt *load)
{
	size_t number = 0;

	while (number < kernel->early.count && kernel->early.at[number].load != load)
		number++;
	return number;
}
