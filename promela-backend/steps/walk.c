/* walk.c: ways through a kernel.
 *
 * A step begins in a place and walks on through the kernel: one shared access, then local
 * statements and emits, until the next access. There the token waits in another place, or
 * the kernel ends. Each way through the step ends with one of the two. */
#include "promela-backend/steps/walk.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/colour.h"
#include "promela-backend/steps/early.h"
#include "promela-backend/steps/late-load.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/presence.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/operation.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/policy.h"
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/region.h"
#include "promela-backend/steps/step.h"
#include "promela-backend/steps/window.h"
#include "compiler/ir/dump.h"

pml_op_function *const pml_op[IR_OP_COUNT] = {
#define IR_OP(name, spelling, effect, form) [IR_OP_##name] = pml_op_##form,
#include "compiler/ir/ir.def"
#undef IR_OP
};

/* ------------------------------------------------------------- ways to end */
static const char *number_of(struct pml_step *step, const struct pml_place *place)
{
	return gd_arena_printf(step->model->arena, "%zu", place->number);
}

static void operation_waits(struct pml_step *step, const struct pml_place *place)
{
	PML_DO(step->code, wait_in_operation, .place = number_of(step, place),
	    .colour = pml_colour_number(step->model, step->kernel, place));
}

/* A copy goes on from the moment in which its unit comes to it.  Loads that wait are done before. */
static void wait_for_copy(struct pml_step *step, const struct pml_node *node)
{
	const char *waiting = node->stmt->op == IR_OP_copy ? pml_waits_before(step, node) : NULL;

	if (waiting) {
		pml_if(step->code);
		pml_case(step->code, "%s", waiting);
		pml_skip(step->code);
		pml_case(step->code, "else");
	}
	pml_wait_for_copy(step->code, &step->env, node->stmt);
	if (waiting)
		pml_end(step->code);
}

void pml_go_to(struct pml_step *step, const struct pml_node *node, enum pml_point point)
{
	struct pml_place *place = pml_place_at(step->model, step->kernel, node, point);

	place->waits = true;
	if (node && point == PML_BEFORE)
		pml_drop_references(step, node);
	if (point != PML_OVER)
		pml_trim_window(step);
	if (node && point == PML_BEFORE)
		wait_for_copy(step, node);
	if (step->kernel->barrier)
		operation_waits(step, place);
	else
		PML_DO(step->code, arrive, .of.name = step->kernel->name,
		    .place = number_of(step, place),
		    .colour = pml_colour_number(step->model, step->kernel, place));
}

/* ------------------------------------------------------------------- loops */
static const char *mutator_of(struct pml_step *step, const struct ir_stmt *loop)
{
	return pml_expr(step->model, &step->env, loop->args[0]);
}

static void loop_bounds(struct pml_step *step, const struct ir_stmt *loop, const char **first,
    const char **end)
{
	struct gd_arena *arena = step->model->arena;

	switch (loop->domain) {
	case IR_DOMAIN_SLOTS:
		*first = gd_arena_printf(arena, "FIRST_OF_%s(%s)", loop->group->name,
		    pml_expr(step->model, &step->env, loop->args[0]));
		*end = gd_arena_printf(arena, "END_OF_%s(%s)", loop->group->name,
		    pml_expr(step->model, &step->env, loop->args[0]));
		return;
	case IR_DOMAIN_ROOTS:
		/* A mutator that has left has no roots.  A mutator that leaves waits for the end of
		 * such a loop. */
		*end = gd_arena_printf(arena, "END_ROOT_OF(%s)", mutator_of(step, loop));
		*first = gd_arena_printf(arena, "FIRST_ROOT_OF(%s)", mutator_of(step, loop));
		if (step->model->comes_and_goes)
			*first = gd_arena_printf(arena, "(there[%s] == LEFT -> %s : %s)",
			    mutator_of(step, loop), *end, *first);
		return;
	case IR_DOMAIN_OBJECTS:
		*first = "0";
		*end = "OBJECTS";
		return;
	case IR_DOMAIN_MUTATORS:
		*first = "0";
		*end = gd_arena_printf(arena, "%zu", step->model->mutators);
		return;
	case IR_DOMAIN_REGIONS:
		pml_region_bounds(step->model, loop->dst->type.region,
		    loop->args[0] ? &loop->args[0]->type : NULL,
		    loop->args[0] ? pml_expr(step->model, &step->env, loop->args[0]) : NULL, first,
		    end);
		return;
	case IR_DOMAIN_EXPECTED:
	case IR_DOMAIN_PAYLOAD:
	case IR_DOMAIN_WORDS: break;
	}
	*first = *end = "0";
	pml_refuse(step->model, "a kernel cannot loop over the expected objects");
}

/* Whether LOOP does not visit the cell VAR: it has no object, or does not lie where the loop looks. */
static const char *is_passed_over(struct pml_step *step, const struct ir_stmt *loop,
    const char *var)
{
	struct gd_arena *arena = step->model->arena;
	const struct ir_expr *in = loop->args[0];

	if (!in)
		return gd_arena_printf(arena, "!live[%s]", var);
	return gd_arena_printf(arena, "(!live[%s] || !%s)", var,
	    pml_lies_on(step->model, var, &in->type, pml_expr(step->model, &step->env, in)));
}

/* Only cells with an object are `o : object`.  Only mutators in the list are visited. */
static void skip_absent(struct pml_step *step, const struct ir_stmt *loop, const char *var,
    const char *listed)
{
	if (loop->domain == IR_DOMAIN_MUTATORS)
		pml_skip_absent(step->code, var, listed);
	if (loop->domain != IR_DOMAIN_OBJECTS)
		return;
	pml_check_no_new_cell(step->code);
	pml_loop(step->code);
	pml_flat(step->code);
	pml_case(step->code, "%s < OBJECTS && %s", var, is_passed_over(step, loop, var));
	pml_advance(step->code, var);
	pml_else_break(step->code);
	pml_end(step->code);
	pml_check_copy_late(step->code, var, pml_at(step->model, loop->loc));
}

/* The variable that remembers which mutators existed when LOOP began.  NULL: there is none. */
static const char *listed_by(const struct pml_step *step, const struct ir_stmt *loop)
{
	const struct ir_var *listed = step->kernel->listed[loop->dst->index];

	return listed ? step->kernel->var_name[listed->index] : NULL;
}

static void walk(struct pml_step *step, const struct ir_stmt *stmt, const struct pml_node *parent);

/* The loop's variable has its next value: runs the body, or continues after the loop. */
static void loop_test(struct pml_step *step, const struct pml_node *node)
{
	const struct ir_stmt *loop = node->stmt;
	const char *var = step->kernel->var_name[loop->dst->index], *first, *end;
	bool accessed = step->accessed, emitted = step->emitted, world = step->world;

	if (step->head_count == GD_MOST_loops) {
		pml_refuse_limit(step->model, loop->loc, GD_LIMIT_loops);
		return;
	}
	step->heads[step->head_count].node = node;
	step->heads[step->head_count++].accessed = accessed || emitted;
	loop_bounds(step, loop, &first, &end);
	skip_absent(step, loop, var, listed_by(step, loop));
	accessed |= loop->domain == IR_DOMAIN_OBJECTS;
	step->accessed = accessed;
	pml_if(step->code);
	pml_case(step->code, "%s < %s", var, end);
	pml_forget_round(step, node);
	walk(step, loop->body, node);
	step->accessed = accessed;
	step->emitted = emitted;
	step->world = world;
	pml_case(step->code, "else");
	walk(step, loop->next, node->parent);
	pml_end(step->code);
	step->head_count--;
}

static void loop_advance(struct pml_step *step, const struct pml_node *node)
{
	bool accessed = step->accessed || step->emitted;

	if (accessed && node->advances_apart) {
		pml_go_to(step, node, PML_HEAD);
		return;
	}
	for (size_t i = 0; i < step->head_count; i++) {
		/* a way through the body without a place to stop */
		if (step->heads[i].node == node && step->heads[i].accessed == accessed) {
			pml_go_to(step, node, PML_HEAD);
			return;
		}
	}
	pml_advance(step->code, step->kernel->var_name[node->stmt->dst->index]);
	loop_test(step, node);
}

static void loop_start(struct pml_step *step, const struct pml_node *node)
{
	const char *first, *end, *listed = listed_by(step, node->stmt);

	loop_bounds(step, node->stmt, &first, &end);
	if (listed)
		pml_set(step->code, listed, "%s", pml_listed(step->model));
	pml_set(step->code, step->kernel->var_name[node->stmt->dst->index], "%s", first);
	loop_test(step, node);
}

/* The whole loop in one step: nothing in it is shared. */
static void loop_inline(struct pml_step *step, const struct ir_stmt *loop)
{
	const char *var = step->kernel->var_name[loop->dst->index], *first, *end;

	loop_bounds(step, loop, &first, &end);
	pml_set(step->code, var, "%s", first);
	skip_absent(step, loop, var, NULL);
	pml_loop(step->code);
	pml_case(step->code, "%s < %s", var, end);
	pml_inline_list(step, loop->body);
	pml_advance(step->code, var);
	skip_absent(step, loop, var, NULL);
	pml_else_break(step->code);
	pml_end(step->code);
	pml_set(step->code, var, "0"); /* no d_step ends with a loop */
}

void pml_op_for(struct pml_step *step, const struct ir_stmt *stmt)
{
	loop_inline(step, stmt);
}

/* ------------------------------------------------------------------ choices */
static void note_source(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_comment(step->code, "%s: %s", pml_line_at(step->model, stmt->loc),
	    ir_stmt_text(step->model->arena, stmt));
}

/* STMT is about to be done. */
static void mark_begun(struct pml_step *step, const struct ir_stmt *stmt)
{
	for (const struct ir_begun *begun = stmt->begins; begun; begun = begun->outer)
		pml_mark(step->code, begun->point);
}

static void else_nothing(struct pml_step *step, const struct ir_stmt *stmt)
{
	if (!stmt->when_false || !step->model->request->marks_points) {
		pml_else_skip(step->code);
		return;
	}
	pml_flat_case(step->code, "else");
	pml_mark(step->code, stmt->when_false);
}

void pml_op_if(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_if(step->code);
	pml_case(step->code, "%s", pml_expr(step->model, &step->env, stmt->args[0]));
	pml_mark(step->code, stmt->when_true);
	pml_acted_upon(step->code, stmt->args[0]);
	pml_inline_list(step, stmt->body);
	if (pml_is_empty(step->code)) {
		pml_skip(step->code);
		pml_last(step->code);
	}
	if (stmt->otherwise) {
		pml_case(step->code, "else");
		pml_mark(step->code, stmt->when_false);
		pml_answered(step->code, stmt->args[0], false);
		pml_inline_list(step, stmt->otherwise);
	} else {
		else_nothing(step, stmt);
	}
	pml_end(step->code);
}

void pml_inline_list(struct pml_step *step, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if (list->op == IR_OP_if)
			note_source(step, list);
		mark_begun(step, list);
		pml_order_worker(step, list);
		pml_op[list->op](step, list);
		step->emitted |= list->op == IR_OP_emit;
	}
}

/* There are accesses in the branches, so each branch is followed to its own end. */
static void branch(struct pml_step *step, const struct pml_node *node)
{
	const struct ir_stmt *stmt = node->stmt;
	bool accessed = step->accessed, emitted = step->emitted, world = step->world;
	bool new_cell = step->new_cell;

	pml_drop_early(step, node);
	pml_if(step->code);
	pml_case(step->code, "%s", pml_expr(step->model, &step->env, stmt->args[0]));
	pml_mark(step->code, stmt->when_true);
	pml_acted_upon(step->code, stmt->args[0]);
	walk(step, stmt->body, node);
	step->new_cell = new_cell;
	step->accessed = accessed;
	step->emitted = emitted;
	step->world = world;
	pml_case(step->code, "else");
	pml_mark(step->code, stmt->when_false);
	pml_answered(step->code, stmt->args[0], false);
	walk(step, stmt->otherwise, node);
	pml_end(step->code);
}

/* -------------------------------------------------------------------- walk */
static void walk_end(struct pml_step *step, const struct pml_node *parent)
{
	if (!parent)
		step->end(step);
	else if (parent->stmt->op == IR_OP_for)
		loop_advance(step, parent);
	else
		walk(step, parent->stmt->next, parent->parent);
}

static void walk_stop(struct pml_step *step, const struct pml_node *node)
{
	note_source(step, node->stmt);
	mark_begun(step, node->stmt);
	pml_order_worker(step, node->stmt);
	pml_op_stop(step, node->stmt);
	pml_go_to(step, node, PML_STOPPED);
}

/* Whether the step begins with this statement: then its guard has checked that there is room. */
static bool begins_with(const struct pml_step *step, const struct pml_node *node)
{
	return step->place && step->place->node == node && step->place->point == PML_BEFORE &&
	    !step->accessed && !step->emitted && !step->head_count;
}

/* Emits belong to the step of the memory access before them, unless others could notice that the
 * units do not exist yet (pml_set_emits_apart).  Guards and fills read more than the pool: phases,
 * which objects exist, which mutators are stopped.  A change of these must be seen before the
 * emits, so these accesses end their step.  And a step ends where a load may be early or late. */
static bool must_end(const struct pml_step *step, const struct pml_node *node)
{
	if (node->own_shared && (step->accessed || step->emitted))
		return true;
	if (node->stmt->op == IR_OP_await && !begins_with(step, node))
		return true; /* its guard is that of the step */
	if ((pml_issues_before(step, node) || pml_is_late_load(step, node) ||
		pml_begins_a_step(node->stmt)) &&
	    !begins_with(step, node))
		return true;
	return step->world && node->emits && !node->inner_shared;
}

void pml_hold_back(struct pml_step *step, const struct pml_node *node, enum pml_point point,
    void (*go_on)(struct pml_step *step, const struct pml_node *node))
{
	struct pml_step before = *step;

	pml_if(step->code);
	pml_case(step->code, "mem_room(%s)", step->who);
	go_on(step, node);
	pml_case(step->code, "else");
	step->accessed = before.accessed;
	step->emitted = before.emitted;
	step->world = before.world;
	pml_go_to(step, node, point);
	pml_end(step->code);
}

/* The access at NODE is what this step does: goes on to the next one. */
void pml_walk_after(struct pml_step *step, const struct pml_node *node)
{
	step->accessed = true;
	if (node->stmt->next)
		walk(step, node->stmt->next, node->parent);
	else
		walk_end(step, node->parent);
}

static void store_and_walk(struct pml_step *step, const struct pml_node *node)
{
	note_source(step, node->stmt);
	mark_begun(step, node->stmt);
	pml_put_op(step, node, pml_op[node->stmt->op]);
	pml_walk_after(step, node);
}

void pml_pass_through(struct pml_step *step, const struct pml_node *node, enum pml_point point)
{
	struct pml_place *place = pml_place_at(step->model, step->kernel, node, point);
	struct pml_set writes = pml_writes_of(step->code);
	struct pml_object nothing = { .name = NULL };
	bool new_cell = step->new_cell;

	if (new_cell)
		pml_add_writes(step->model, PML_EFFECT_allocate, &nothing, &writes);
	step->new_cell = false;
	pml_add_writes(step->model, PML_EFFECT_wait_in_operation, &nothing, &writes);
	if (!pml_has_checks(step->model, &writes))
		return;
	operation_waits(step, place);
	pml_checks_between(step->code, &writes);
	pml_resume_operation(step, place);
	if (new_cell)
		pml_check_nothing_owed(step->code, step->kernel->var_name[0], &writes);
}

/* Checks after taking the cell, which in the plain model is a step of its own. */
static void check_new_cell(struct pml_step *step, const struct pml_node *node)
{
	if (step->new_cell && (node->own_shared || (node->emits && !node->inner_shared)))
		pml_pass_through(step, node, PML_BEFORE);
}

/* Ends the step before NODE if a late load must be done first; otherwise the step goes on.  Returns whether there may
 * be such a load. */
static bool end_if_load_waits(struct pml_step *step, const struct pml_node *node)
{
	const char *waiting = step->waited_before == node || begins_with(step, node)
	    ? NULL
	    : pml_waits_before(step, node);

	if (!waiting)
		return false;
	pml_if(step->code);
	pml_case(step->code, "%s", waiting);
	pml_go_to(step, node, PML_BEFORE);
	pml_case(step->code, "else");
	step->waited_before = node;
	walk(step, node->stmt, node->parent);
	pml_end(step->code);
	return true;
}

/* A store that is held back is not an access, so it may join the step before it.  But it may be
 * performed before what follows, which is therefore another step. */
static void walk(struct pml_step *step, const struct ir_stmt *stmt, const struct pml_node *parent)
{
	for (; stmt; stmt = stmt->next) {
		const struct pml_node *node = pml_node_of(step->kernel, stmt);

		if (!must_end(step, node) && end_if_load_waits(step, node))
			return;
		if (!must_end(step, node) && pml_needs_room(step->model, step->kernel, stmt) &&
		    !begins_with(step, node)) {
			pml_hold_back(step, node, PML_BEFORE, store_and_walk);
			return;
		}
		if (must_end(step, node)) {
			if (stmt->op == IR_OP_await)
				pml_wait_event(step, stmt);
			pml_go_to(step, node, PML_BEFORE);
			return;
		}
		check_new_cell(step, node);
		/* Note [Answers]: the access after a question is in its step */
		step->accessed |= (node->own_shared && !pml_joins_access(step->model, stmt)) ||
		    pml_holds_back(step->model, step->kernel, stmt);
		if (stmt->op == IR_OP_stop) {
			walk_stop(step, node);
			return;
		}
		note_source(step, stmt);
		mark_begun(step, stmt);
		pml_order_worker(step, stmt);
		if (node->inner_shared) {
			if (stmt->op == IR_OP_for)
				loop_start(step, node);
			else
				branch(step, node);
			return;
		}
		pml_put_op(step, node, pml_op[stmt->op]);
		step->emitted |= stmt->op == IR_OP_emit;
		step->world |= ir_op_info[stmt->op].effect == IR_EFFECT_WORLD;
	}
	walk_end(step, parent);
}

/* ------------------------------------------------------------------- steps */
void pml_resume_operation(struct pml_step *step, const struct pml_place *place)
{
	pml_set(step->code, "pick", "op_values[x_who]");
	PML_DO(step->code, go_on_in_operation, PML_NOTHING);
	pml_decode(step->model, step->kernel, place->live, place->nonnull, step->code);
}

void pml_step_body(struct pml_step *step, const struct pml_place *place)
{
	const struct pml_node *node = place->node;

	if (!node) { /* nothing is left, or only the program's own store */
		step->end(step);
		return;
	}
	switch (place->point) {
	case PML_BEFORE: walk(step, node->stmt, node->parent); return;
	case PML_HEAD: loop_advance(step, node); return;
	case PML_ACT:
	case PML_ROOT:
	case PML_OVER: return;
	case PML_STOPPED:
		PML_EVENT(step->code, all_stopped, .where = pml_at(step->model, place->loc));
		if (ir_has_holes(step->model->spec))
			PML_DO(step->code, mutators_give_back, PML_NOTHING);
		pml_walk_after(step, node);
		return;
	}
}

void pml_walk_kernel(struct pml_step *step)
{
	walk(step, step->kernel->ir->body, NULL);
}
