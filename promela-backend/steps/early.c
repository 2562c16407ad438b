/* early.c: loads that are done before their place.  Note [Early loads] in facts/early.c says when. */
#include "promela-backend/steps/early.h"
#include "promela-backend/steps/copied.h"
#include "compiler/ir/walk.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/facts/region.h"
#include "promela-backend/facts/early.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/reads.h"

static const char *name_of(const struct pml_step *step, const struct ir_var *var)
{
	return step->kernel->var_name[var->index];
}

const char *pml_no_value(const struct ir_var *value, struct pml_model *model)
{
	if (value->type.kind == IR_REF)
		return "NIL";
	return value->type.kind == IR_INT ? gd_arena_printf(model->arena, "%ld", value->type.low)
					  : "0";
}

static void forget_in(struct pml_code *code, const struct pml_kernel *kernel,
    const struct pml_early *early)
{
	pml_set(code, kernel->var_name[early->issued->index], "0");
	pml_set(code, kernel->var_name[early->value->index], "%s",
	    pml_no_value(early->value, code->model));
}

static void forget(struct pml_step *step, const struct pml_early *early)
{
	forget_in(step->code, step->kernel, early);
}

void pml_forget_early(struct pml_code *code, const struct pml_kernel *kernel, uint64_t live)
{
	for (size_t i = 0; i < kernel->early.count; i++)
		if (!(kernel->early.at[i].vars & live))
			forget_in(code, kernel, &kernel->early.at[i]);
}

static bool is_it(const struct ir_stmt *stmt, const void *load)
{
	return stmt == load;
}

void pml_forget_round(struct pml_step *step, const struct pml_node *node)
{
	const struct ir_stmt *loop = node->stmt;

	for (size_t i = 0; i < step->kernel->early.count; i++)
		if (ir_list_any(loop->body, is_it, step->kernel->early.at[i].load) &&
		    !(step->kernel->early_at[node - step->kernel->nodes].head >> i & 1))
			forget(step, &step->kernel->early.at[i]);
}

bool pml_issues_before(const struct pml_step *step, const struct pml_node *node)
{
	const struct pml_early_at *at = pml_early_at(step->kernel, node);

	return at && at->issue;
}

/* ----------------------------------------------------------------- what drops it */
/* The condition under which an access to PLACE is to that of EARLY.  NULL: never. */
static const char *is_there(struct pml_step *step, const struct ir_place *place,
    const struct pml_early *early)
{
	const struct ir_place *other = early->load->place;

	if ((place->kind == IR_PLACE_META) != (other->kind == IR_PLACE_META) ||
	    place->meta != other->meta)
		return NULL;
	return gd_arena_printf(step->model->arena, "%s == %s",
	    pml_address(step->model, &step->env, place),
	    pml_address(step->model, &step->env, other));
}

/* The condition under which STMT, an access, acquires, if the orders differ. */
static const char *succeeds(struct pml_step *step, const struct ir_stmt *stmt)
{
	const char *found = stmt->dst ? step->kernel->var_name[stmt->dst->index] : "x_found";

	return gd_arena_printf(step->model->arena, "%s %s %s", found,
	    ir_acquires(stmt->order) ? "==" : "!=",
	    pml_expr(step->model, &step->env, stmt->args[0]));
}

/* When what EARLY has found must be dropped after STMT.  NULL: never; "": always. */
static const char *dropped_when(struct pml_step *step, const struct ir_stmt *stmt,
    const struct pml_early *early)
{
	const char *there = stmt->place ? is_there(step, stmt->place, early) : NULL;

	if (stmt->op == IR_OP_load && ir_acquires(stmt->order))
		return "";
	if (stmt->op != IR_OP_cas ||
	    ir_acquires(stmt->order) == ir_acquires(stmt->order_on_failure))
		return there;
	return there
	    ? gd_arena_printf(step->model->arena, "(%s || %s)", there, succeeds(step, stmt))
	    : succeeds(step, stmt);
}

static void drop(struct pml_step *step, const struct ir_stmt *stmt, uint64_t loads)
{
	for (size_t i = 0; i < step->kernel->early.count; i++) {
		const struct pml_early *early = &step->kernel->early.at[i];
		const char *when = loads >> i & 1 ? dropped_when(step, stmt, early) : NULL;

		if (!when)
			continue;
		if (!*when) {
			forget(step, early);
			continue;
		}
		pml_if(step->code);
		pml_case(step->code, "%s && %s", name_of(step, early->issued), when);
		forget(step, early);
		pml_else_skip(step->code);
		pml_end(step->code);
	}
}

void pml_drop_early(struct pml_step *step, const struct pml_node *node)
{
	const struct pml_early_at *at = pml_early_at(step->kernel, node);
	size_t own;

	if (!at)
		return;
	for (size_t i = 0; i < step->kernel->early.count; i++)
		if (at->drops >> i & 1)
			forget(step, &step->kernel->early.at[i]);
	own = pml_early_number(step->kernel, node->stmt);
	if (own < step->kernel->early.count)
		drop(step, node->stmt, at->pending & ~(UINT64_C(1) << own));
	else if (pml_is_memory(node->stmt))
		drop(step, node->stmt, at->pending);
}

/* --------------------------------------------------------------------- statements */
static void take(struct pml_step *step, const struct pml_early *early)
{
	const char *dst = name_of(step, early->load->dst);

	pml_set(step->code, dst, "%s", name_of(step, early->value));
	forget(step, early);
	pml_early_event(step, early->load, dst, true);
	pml_check_overlay(step, early->load, dst);
}

static void do_now(struct pml_step *step, const struct pml_node *node, pml_op_function *put)
{
	put(step, node->stmt);
	pml_drop_early(step, node);
}

void pml_put_op(struct pml_step *step, const struct pml_node *node, pml_op_function *put)
{
	const struct pml_early_at *at = pml_early_at(step->kernel, node);
	size_t own = pml_early_number(step->kernel, node->stmt);

	if (!at || own == step->kernel->early.count || !(at->pending >> own & 1)) {
		do_now(step, node, put);
		return;
	}
	pml_if(step->code);
	pml_case(step->code, "%s", name_of(step, step->kernel->early.at[own].issued));
	take(step, &step->kernel->early.at[own]);
	pml_case(step->code, "else");
	do_now(step, node, put);
	pml_end(step->code);
}

/* Where the next LOAD after NODE is; of two loads the one with the smaller number is first. */
static size_t distance(const struct pml_kernel *kernel, const struct pml_node *node,
    const struct ir_stmt *load)
{
	const struct pml_node *there = pml_node_of(kernel, load);

	return (size_t)(there - kernel->nodes) + (there < node ? kernel->node_count : 0);
}

/* Those that may have been done before NODE, and come after load NUMBER. */
static uint64_t later_than(const struct pml_step *step, const struct pml_node *node, size_t number)
{
	const struct pml_kernel *kernel = step->kernel;
	size_t from = distance(kernel, node, kernel->early.at[number].load);
	uint64_t later = 0;

	for (size_t i = 0; i < kernel->early.count; i++)
		if (distance(kernel, node, kernel->early.at[i].load) > from)
			later |= UINT64_C(1) << i;
	return later & pml_early_at(kernel, node)->pending;
}

void pml_issue_early(struct pml_step *step, const struct pml_node *node, size_t number)
{
	const struct pml_early *early = &step->kernel->early.at[number];
	const struct ir_stmt *load = early->load;
	bool is_total = ir_is_total(load->order);

	pml_check_late(step, load);
	pml_check_early_copied(step, load);
	PML_DO(step->code, load,
	    .of.by_mutator = (step->kernel->barrier && is_total) || step->kernel->window,
	    .who = step->who, .at = pml_address(step->model, &step->env, load->place),
	    .order = pml_order(load->order), .found = name_of(step, early->value));
	pml_early_event(step, load, name_of(step, early->value), false);
	pml_set(step->code, name_of(step, early->issued), "1");
	drop(step, load, later_than(step, node, number));
	if (pml_counts_reorderings(step->model))
		PML_DO(step->code, count_reordering, PML_NOTHING);
}

void pml_put_load_steps(const struct pml_place *place, pml_inlines *inlines)
{
	for (size_t i = 0; i < place->loads.count; i++)
		pml_put_step(inlines, place->loads.at[i].code, place->loads.at[i].call);
}

const char *pml_may_issue(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t number, const char *const *names)
{
	struct pml_kernel named = *kernel;
	const struct pml_early *early = &kernel->early.at[number];
	const struct pml_early_at *at = pml_early_at(kernel, place->node);
	struct pml_step step = { .model = model, .kernel = &named, .env = { .kernel = &named } };
	const char *guard, *cell;

	named.var_name = (const char **)names;
	guard = gd_arena_printf(model->arena, " && !%s", name_of(&step, early->issued));
	for (size_t i = 0; i < kernel->early.count; i++)
		if (at->behind[number] >> i & 1)
			guard = gd_arena_printf(model->arena, "%s && %s", guard,
			    name_of(&step, kernel->early.at[i].issued));
	cell = pml_cell_of(&step, early->load->place);
	if (!cell)
		return guard;
	if (early->load->place->object && ir_is_tagged(&early->load->place->object->type))
		guard = gd_arena_printf(model->arena, "%s && %s < OBJECTS", guard, cell);
	if (early->load->place->kind == IR_PLACE_SLOT &&
	    !kernel->loop_of[early->load->place->slot->index])
		return gd_arena_printf(model->arena, "%s && (IS_ROOT(%s) || live[%s])", guard,
		    name_of(&step, early->load->place->slot), cell);
	return gd_arena_printf(model->arena, "%s && %s", guard,
	    pml_is_there(model, early->load->place, cell));
}
