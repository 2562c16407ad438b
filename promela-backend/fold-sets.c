/* fold-sets.c: equal units of a kind are one. */
#include "promela-backend/fold.h"

#include <string.h>

/* A kernel that only looks at one location of its unit, run on numbers. */
struct run {
	const struct ir_var *found;
	long value; /* the only variable with a known value */
	bool emits, stuck;
};

static long run_expr(struct run *run, const struct ir_expr *expr)
{
	long a, b;

	switch (expr->kind) {
	case IR_CONST: return expr->number;
	case IR_VAR: run->stuck |= expr->var != run->found; return run->value;
	case IR_NOT: return !run_expr(run, expr->args[0]);
	case IR_NEG: return -run_expr(run, expr->args[0]);
	case IR_NULL:
	case IR_AND:
	case IR_OR:
	case IR_EQ:
	case IR_NE:
	case IR_LT:
	case IR_LE:
	case IR_GT:
	case IR_GE:
	case IR_ADD:
	case IR_SUB:
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY:
	case IR_IS_OPEN:
	case IR_IN_PHASE:
	case IR_IN_CYCLE:
	case IR_GHOST:
	case IR_REQUESTED:
	case IR_ALL_STOPPED:
	case IR_PEEK:
	case IR_FREED:
	case IR_REACHABLE:
	case IR_PENDING:
	case IR_IMPLIES:
	case IR_UNTIL:
	case IR_ALWAYS:
	case IR_EVENTUALLY:
	case IR_FORALL:
	case IR_EXISTS:
	case IR_OBSERVED: break;
	}
	if (!expr->args[0] || !expr->args[1]) {
		run->stuck = true;
		return 0;
	}
	a = run_expr(run, expr->args[0]);
	b = run_expr(run, expr->args[1]);
	switch (expr->kind) {
	case IR_AND: return a && b;
	case IR_OR: return a || b;
	case IR_EQ: return a == b;
	case IR_NE: return a != b;
	case IR_LT: return a < b;
	case IR_LE: return a <= b;
	case IR_GT: return a > b;
	case IR_GE: return a >= b;
	case IR_ADD: return a + b;
	case IR_SUB: return a - b;
	case IR_CONST:
	case IR_NULL:
	case IR_VAR:
	case IR_NOT:
	case IR_NEG:
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY:
	case IR_IS_OPEN:
	case IR_IN_PHASE:
	case IR_IN_CYCLE:
	case IR_GHOST:
	case IR_REQUESTED:
	case IR_ALL_STOPPED:
	case IR_PEEK:
	case IR_FREED:
	case IR_REACHABLE:
	case IR_PENDING:
	case IR_IMPLIES:
	case IR_UNTIL:
	case IR_ALWAYS:
	case IR_EVENTUALLY:
	case IR_FORALL:
	case IR_EXISTS:
	case IR_OBSERVED: run->stuck = true; return 0;
	}
	return 0;
}

static void run_list(struct run *run, const struct ir_stmt *list)
{
	for (; list && !run->stuck; list = list->next) {
		if (list->op == IR_OP_emit)
			run->emits = true;
		else if (list->op == IR_OP_if)
			run_list(run, run_expr(run, list->args[0]) ? list->body : list->otherwise);
		else
			run->stuck = true;
	}
}

/* VALUE behind the operation FIRST, which found VALUE. */
static long run_access(struct run *run, const struct ir_stmt *first, long value)
{
	long operand = first->args[0] ? run_expr(run, first->args[0]) : 0;

	run->found = first->dst;
	run->value = value;
	switch (first->op) {
	case IR_OP_swap: return operand;
	case IR_OP_fetch_or: return value | operand;
	case IR_OP_fetch_and: return value & operand;
	case IR_OP_fetch_add: return value + operand;
	case IR_OP_fetch_sub: return value - operand;
	case IR_OP_cas: return value == operand ? run_expr(run, first->args[1]) : value;
	case IR_OP_load: return value;
	case IR_OP_let:
	case IR_OP_if:
	case IR_OP_for:
	case IR_OP_store:
	case IR_OP_fence:
	case IR_OP_emit:
	case IR_OP_free:
	case IR_OP_stop:
	case IR_OP_resume:
	case IR_OP_begin_phase:
	case IR_OP_end_phase:
	case IR_OP_request:
	case IR_OP_ghost:
	case IR_OP_assert:
	case IR_OP_COUNT: run->stuck = true; return value;
	}
	return value;
}

/* The whole body is one access to metadata of the unit's object and what
 * follows from the value that it found. */
static bool is_one_access(const struct ir_kind *kind)
{
	const struct ir_stmt *first = kind->kernel.body;
	const struct ir_place *place = first ? first->place : NULL;

	return kind->param_count == 1 && place && place->kind == IR_PLACE_META &&
	    place->object->kind == IR_VAR && place->object->var == kind->kernel.vars[0] &&
	    pml_is_memory(first);
}

/* After it has run on any value, it does nothing on what it has left. */
static bool is_idempotent(const struct ir_kind *kind, bool done[256])
{
	const struct ir_stmt *first = kind->kernel.body;
	const struct ir_type *type;
	long low, high;

	if (!is_one_access(kind))
		return false;
	type = &first->place->meta->type;
	low = type->kind == IR_INT ? type->low : 0;
	high = type->kind == IR_INT ? type->high
	    : type->kind == IR_TAGS ? (long)type->tag_count - 1
				    : 1;
	if (low < 0 || high > 255 || type->kind == IR_REF)
		return false;
	for (long value = low; value <= high; value++) {
		struct run once = { 0 }, again = { 0 };
		long left = run_access(&once, first, value);

		run_list(&once, first->next);
		if (left < low || left > high || run_access(&again, first, left) != left)
			return false;
		run_list(&again, first->next);
		if (once.stuck || again.stuck || again.emits)
			return false;
		done[value] = left == value && !once.emits;
	}
	return true;
}

static bool is_idle_of(const struct ir_expr *atom, const void *kind)
{
	return atom->kind == IR_IDLE && pml_is_about_kind(atom, kind);
}

/* `eventually' of what is true or not in one state: that state.  Else NULL. */
static const struct ir_expr *awaited(const struct pml_request *request, const struct ir_expr *expr)
{
	while (expr && expr->kind == IR_FORALL)
		expr = expr->args[0];
	return request->strategy == PML_SAFETY && expr && expr->kind == IR_EVENTUALLY &&
		!pml_is_temporal(expr->args[0])
	    ? expr->args[0]
	    : NULL;
}

/* PROPERTY can tell a unit of KIND that is left out from one that is over.  One that awaits that
 * there are none is looked at when that is sure (pml_check_seen). */
static bool counts(const struct pml_request *request, const struct ir_expr *property,
    const struct ir_kind *kind)
{
	const struct ir_expr *state = awaited(request, property);

	return state ? pml_needs_none(state, pml_sees_none_of, kind, true)
		     : pml_needs_none(property, pml_sees_none_of, kind, false);
}

/* A copy that does nothing is pending all the same, and its bucket is not drained.  Who waits
 * until it is may wait longer, which is no new behaviour; others can tell. */
static bool somebody_counts(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct pml_request *request = model->request;
	const struct ir_spec *spec = model->spec;
	unsigned found = pml_look(model, pml_sees_none_of, kind) & (IN_GUARD_NEGATED | IN_OBSERVER);

	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			found |=
			    pml_look_list(spec->barriers[i]->kernel.body, pml_sees_none_of, kind);
	for (size_t i = 0; i < spec->bucket_count; i++)
		found |= pml_look_list(spec->buckets[i]->fill.body, pml_sees_none_of, kind);
	for (size_t i = 0; i < spec->kind_count; i++)
		found |= pml_look_list(spec->kinds[i]->kernel.body, is_idle_of, kind);
	for (size_t i = 0; i < request->property_count; i++)
		if (counts(request, request->properties[i]->formula, kind))
			return true;
	for (size_t i = 0; i < kind->bucket_count; i++)
		if (kind->buckets[i]->opening == IR_WHENEVER || kind->buckets[i]->close_when)
			return true;
	return found != 0;
}

/* Kernels that ask are shown both answers, and what must be true some time is looked at when one
 * of them is sure (doubt_K). */
static bool is_doubted(const struct pml_model *model, const struct ir_kind *kind)
{
	const struct pml_request *request = model->request;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (pml_look_list(model->spec->kinds[i]->kernel.body, pml_sees_none_of, kind))
			return true;
	for (size_t i = 0; i < request->property_count; i++)
		if (pml_look_expr(awaited(request, request->properties[i]->formula),
			pml_sees_none_of, kind, IN_PROPERTY, false))
			return true;
	return false;
}

const struct pml_kernel *pml_doubted(const struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].merges_by && model->kinds[i].doubted)
			return &model->kinds[i];
	return NULL;
}

bool pml_asks_of_doubted(const struct pml_model *model, const struct ir_expr *atom)
{
	const struct pml_kernel *kernel = pml_doubted(model);

	return kernel && pml_sees_none_of(atom, kernel->kind);
}

bool pml_asks_doubted(const struct pml_model *model, const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = pml_doubted(model);

	return kernel && pml_look_expr(expr, pml_sees_none_of, kernel->kind, IN_PROPERTY, false);
}

const char *pml_none_in_doubt(struct pml_model *model, const struct pml_kernel *kernel)
{
	return kernel == pml_doubted(model)
	    ? gd_arena_printf(model->arena, " && doubt_%s < 3", kernel->name)
	    : "";
}

bool pml_merges(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kind *kind = kernel->kind;

	if (!pml_folds(model, PML_FOLD_SETS) || kind->multiplicity != IR_BAG)
		return false;
	if (pml_is_unsound(model, PML_FOLD_SETS)) {
		memset(kernel->done, true, sizeof kernel->done);
		return true;
	}
	/* a run that is cut when the bucket is drained would be cut too soon */
	if (model->request->until && pml_bucket_has(model->request->until, kind))
		return false;
	if (!kernel->claims_late || kind->at_most || kind->on ||
	    pml_look(model, pml_is_pending_of, kind) || pml_look(model, pml_is_empty_of, kind) ||
	    somebody_counts(model, kind) || !is_idempotent(kind, kernel->done))
		return false;
	kernel->doubted = is_doubted(model, kind);
	if (kernel->doubted && pml_doubted(model))
		return false; /* one of them is enough to keep apart */
	kernel->merges_by = kind->kernel.body->place->meta;
	return true;
}

/* ------------------------------------------------- what is asserted in the model */
void pml_merge_check(struct pml_step *step, const struct ir_meta *meta, const char *value,
    const struct ir_expr *operand)
{
	struct pml_model *model = step->model;

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];
		const char *when;

		if (!kernel->merges_by || (meta && kernel->merges_by != meta) ||
		    step->kernel == kernel)
			continue;
		if (operand && operand->kind == IR_CONST && operand->number >= 0 &&
		    operand->number < 256 && kernel->done[operand->number])
			continue;
		when = value ? gd_arena_printf(model->arena, " && !%s",
				   pml_does_nothing(model, kernel, value))
			     : "";
		gd_out_line(step->out, "if");
		gd_out_line(step->out,
		    ":: units_%s + waiting_%s + doubt_%s > 0%s -> FAIL(FAILED_FOLD)", kernel->name,
		    kernel->name, kernel->name, when);
		gd_out_line(step->out, ":: else -> skip");
		gd_out_line(step->out, "fi;");
	}
}

/* What was left out, and may not be over, would meet the store. */
void pml_merge_check_late(struct pml_step *step, const struct ir_meta *meta)
{
	for (size_t i = 0; i < step->model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &step->model->kinds[i];

		if (kernel->merges_by != meta)
			continue;
		gd_out_line(step->out, "if");
		gd_out_line(step->out, ":: doubt_%s > 0 -> FAIL(FAILED_FOLD)", kernel->name);
		gd_out_line(step->out, ":: else -> skip");
		gd_out_line(step->out, "fi;");
	}
}

void pml_acted_upon(struct pml_model *model, struct gd_out *out, const struct ir_expr *cond)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (!kernel->merges_by)
			continue;
		if (pml_says(cond, IR_IDLE, kernel->kind))
			gd_out_line(out, "doubt_%s = (doubt_%s == 1 -> 0 : doubt_%s);",
			    kernel->name, kernel->name, kernel->name);
		if (!pml_says_drained(cond, kernel->kind))
			continue;
		gd_out_line(out, "doubt_%s = 0;", kernel->name);
		if (kernel == pml_doubted(model))
			pml_check_seen(model, out);
	}
}

/* --------------------------------------------------------- beside forgotten garbage */
static bool frees(const struct ir_bucket *bucket)
{
	for (size_t i = 0; i < bucket->kind_count; i++)
		if (ir_has(bucket->kinds[i]->kernel.body, IR_OP_free))
			return true;
	return false;
}

static bool leaves_out_and_forgets(const struct pml_model *model)
{
	bool merges = false;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		merges |= model->kinds[i].merges_by != NULL;
	return merges && model->request->canonical && pml_forgets_garbage(model);
}

bool pml_frees_when_open(const struct ir_spec *spec)
{
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && ir_has(spec->barriers[i]->kernel.body, IR_OP_free))
			return false;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (spec->buckets[i]->close_when && frees(spec->buckets[i]))
			return false;
	return true;
}

void pml_check_none_left_out(struct pml_model *model, const struct ir_bucket *bucket)
{
	if (!frees(bucket) || !leaves_out_and_forgets(model))
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].merges_by) {
			gd_out_line(model->out, "if");
			gd_out_line(model->out, ":: doubt_%s > 0 -> FAIL(FAILED_FOLD)",
			    model->kinds[i].name);
			gd_out_line(model->out, ":: else -> skip");
			gd_out_line(model->out, "fi;");
		}
}

const char *pml_check_nothing_frees(struct pml_model *model)
{
	const char *open = NULL;

	if (!leaves_out_and_forgets(model))
		return "";
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (frees(model->spec->buckets[i]))
			open = gd_arena_printf(model->arena, "%s%sopen_%s", open ? open : "",
			    open ? " || " : "", model->spec->buckets[i]->name);
	return open ? gd_arena_printf(model->arena,
			  "; if :: %s -> FAIL(FAILED_FOLD) :: else -> skip fi", open)
		    : "";
}
