/* emit-walk.c: ways through a kernel.
 *
 * A step begins in a place and walks on through the kernel: one shared access, then local
 * statements and emits, until the next access. There the token waits in another place, or
 * the kernel ends. Each way through the step ends with one of the two. */
#include "promela-backend/emit-walk.h"
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-colour.h"
#include "promela-backend/emit-expr.h"
#include "promela-backend/emit-op.h"
#include "promela-backend/emit-presence.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/operation.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/property.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/step.h"
#include "compiler/ir/dump.h"

pml_op_function *const pml_op[IR_OP_COUNT] = {
#define IR_OP(name, spelling, effect, form) [IR_OP_##name] = pml_op_##form,
#include "compiler/ir/ir.def"
#undef IR_OP
};

/* ------------------------------------------------------------- ways to end */
static void operation_waits(struct pml_step *step, const struct pml_place *place)
{
	gd_out_line(step->out, "op_at[x_who] = %zu; op_colour[x_who] = %s;", place->number,
	    pml_colour_number(step->model, step->kernel, place));
	pml_set_add(step->model, step->writes, PML_CELL_ROOTS, 0);
}

void pml_go_to(struct pml_step *step, const struct pml_node *node, enum pml_point point)
{
	struct pml_place *place = pml_place_at(step->model, step->kernel, node, point);

	place->waits = true;
	if (step->kernel->barrier) {
		operation_waits(step, place);
		return;
	}
	gd_out_line(step->out, "at_%s_%zu[%s]++;", step->kernel->name, place->number,
	    pml_colour_number(step->model, step->kernel, place));
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
	case IR_DOMAIN_EXPECTED: break;
	}
	*first = *end = "0";
	pml_refuse(step->model, "a kernel cannot loop over the expected objects");
}

/* Only cells with an object are `o : object`.  Only mutators in the list are visited. */
static void skip_absent(struct pml_step *step, const struct ir_stmt *loop, const char *var,
    const char *listed)
{
	if (loop->domain == IR_DOMAIN_MUTATORS)
		pml_skip_absent(step, var, listed);
	if (loop->domain != IR_DOMAIN_OBJECTS)
		return;
	pml_check_no_new_cell(step->model, step->out);
	gd_out_line(step->out, "do :: %s < OBJECTS && !live[%s] -> %s++ :: else -> break od;", var,
	    var, var);
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
	gd_out_line(step->out, "if");
	gd_out_line(step->out, ":: %s < %s ->", var, end);
	step->out->indent++;
	walk(step, loop->body, node);
	step->out->indent--;
	step->accessed = accessed;
	step->emitted = emitted;
	step->world = world;
	gd_out_line(step->out, ":: else ->");
	step->out->indent++;
	walk(step, loop->next, node->parent);
	step->out->indent--;
	gd_out_line(step->out, "fi;");
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
	gd_out_line(step->out, "%s++;", step->kernel->var_name[node->stmt->dst->index]);
	loop_test(step, node);
}

static void loop_start(struct pml_step *step, const struct pml_node *node)
{
	const char *first, *end, *listed = listed_by(step, node->stmt);

	loop_bounds(step, node->stmt, &first, &end);
	if (listed)
		gd_out_line(step->out, "%s = %s;", listed, pml_listed(step->model));
	gd_out_line(step->out, "%s = %s;", step->kernel->var_name[node->stmt->dst->index], first);
	loop_test(step, node);
}

/* The whole loop in one step: nothing in it is shared. */
static void loop_inline(struct pml_step *step, const struct ir_stmt *loop)
{
	const char *var = step->kernel->var_name[loop->dst->index], *first, *end;

	loop_bounds(step, loop, &first, &end);
	gd_out_line(step->out, "%s = %s;", var, first);
	skip_absent(step, loop, var, NULL);
	gd_out_line(step->out, "do");
	gd_out_line(step->out, ":: %s < %s ->", var, end);
	step->out->indent++;
	pml_inline_list(step, loop->body);
	gd_out_line(step->out, "%s++;", var);
	skip_absent(step, loop, var, NULL);
	step->out->indent--;
	gd_out_line(step->out, ":: else -> break");
	gd_out_line(step->out, "od;");
	gd_out_line(step->out, "%s = 0;", var); /* no d_step ends with a loop */
}

void pml_op_for(struct pml_step *step, const struct ir_stmt *stmt)
{
	loop_inline(step, stmt);
}

/* ------------------------------------------------------------------ choices */
static void note_source(struct pml_step *step, const struct ir_stmt *stmt)
{
	gd_out_line(step->out, "// %s: %s", pml_line_at(step->model, stmt->loc),
	    ir_stmt_text(step->model->arena, stmt));
}

void pml_op_if(struct pml_step *step, const struct ir_stmt *stmt)
{
	size_t begin;

	gd_out_line(step->out, "if");
	gd_out_line(step->out, ":: %s ->", pml_expr(step->model, &step->env, stmt->args[0]));
	step->out->indent++;
	begin = step->out->length;
	pml_acted_upon(step->model, step->out, stmt->args[0]);
	pml_inline_list(step, stmt->body);
	if (step->out->length == begin)
		gd_out_line(step->out, "skip");
	step->out->indent--;
	gd_out_line(step->out, stmt->otherwise ? ":: else ->" : ":: else -> skip");
	step->out->indent++;
	pml_inline_list(step, stmt->otherwise);
	step->out->indent--;
	gd_out_line(step->out, "fi;");
}

void pml_inline_list(struct pml_step *step, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if (list->op == IR_OP_if)
			note_source(step, list);
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

	gd_out_line(step->out, "if");
	gd_out_line(step->out, ":: %s ->", pml_expr(step->model, &step->env, stmt->args[0]));
	step->out->indent++;
	pml_acted_upon(step->model, step->out, stmt->args[0]);
	walk(step, stmt->body, node);
	step->out->indent--;
	step->new_cell = new_cell;
	step->accessed = accessed;
	step->emitted = emitted;
	step->world = world;
	gd_out_line(step->out, ":: else ->");
	step->out->indent++;
	walk(step, stmt->otherwise, node);
	step->out->indent--;
	gd_out_line(step->out, "fi;");
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
	pml_op_stop(step, node->stmt);
	pml_go_to(step, node, PML_STOPPED);
}

/* Emits belong to the step of the memory access before them, unless others could notice that the
 * units do not exist yet (pml_set_emits_apart).  Guards and fills read more than the pool: phases,
 * which objects exist, which mutators are stopped.  A change of these must be seen before the
 * emits, so these accesses end their step. */
static bool must_end(const struct pml_step *step, const struct pml_node *node)
{
	if (node->own_shared && (step->accessed || step->emitted))
		return true;
	return step->world && node->emits && !node->inner_shared;
}

/* Whether the step begins with this statement: then its guard has checked that there is room. */
static bool begins_with(const struct pml_step *step, const struct pml_node *node)
{
	return step->place && step->place->node == node && step->place->point == PML_BEFORE &&
	    !step->accessed && !step->emitted && !step->head_count;
}

void pml_hold_back(struct pml_step *step, const struct pml_node *node, enum pml_point point,
    void (*go_on)(struct pml_step *step, const struct pml_node *node))
{
	struct pml_step before = *step;

	gd_out_line(step->out, "if");
	gd_out_line(step->out, ":: mem_room(%s) ->", step->who);
	step->out->indent++;
	go_on(step, node);
	step->out->indent--;
	gd_out_line(step->out, ":: else ->");
	step->out->indent++;
	step->accessed = before.accessed;
	step->emitted = before.emitted;
	step->world = before.world;
	pml_go_to(step, node, point);
	step->out->indent--;
	gd_out_line(step->out, "fi;");
}

static void store_and_walk(struct pml_step *step, const struct pml_node *node)
{
	note_source(step, node->stmt);
	pml_op[node->stmt->op](step, node->stmt);
	step->accessed = true;
	if (node->stmt->next)
		walk(step, node->stmt->next, node->parent);
	else
		walk_end(step, node->parent);
}

void pml_pass_through(struct pml_step *step, const struct pml_node *node, enum pml_point point)
{
	struct pml_place *place = pml_place_at(step->model, step->kernel, node, point);
	struct pml_set writes = *step->writes;

	if (step->new_cell)
		pml_note_new_cell(step->model, &writes);
	step->new_cell = false;
	pml_set_add(step->model, &writes, PML_CELL_ROOTS, 0);
	if (!pml_has_checks(step->model, &writes))
		return;
	operation_waits(step, place);
	pml_checks_between(step->model, step->out, &writes);
	pml_resume_operation(step, place);
}

/* Checks after taking the cell, which in the plain model is a step of its own. */
static void check_new_cell(struct pml_step *step, const struct pml_node *node)
{
	if (step->new_cell && (node->own_shared || (node->emits && !node->inner_shared)))
		pml_pass_through(step, node, PML_BEFORE);
}

/* A store that is held back is not an access, so it may join the step before it.  But it may be
 * performed before what follows, which is therefore another step. */
static void walk(struct pml_step *step, const struct ir_stmt *stmt, const struct pml_node *parent)
{
	for (; stmt; stmt = stmt->next) {
		const struct pml_node *node = pml_node_of(step->kernel, stmt);

		if (!must_end(step, node) && pml_needs_room(step->model, step->kernel, stmt) &&
		    !begins_with(step, node)) {
			pml_hold_back(step, node, PML_BEFORE, store_and_walk);
			return;
		}
		if (must_end(step, node)) {
			pml_go_to(step, node, PML_BEFORE);
			return;
		}
		check_new_cell(step, node);
		step->accessed |=
		    node->own_shared || pml_holds_back(step->model, step->kernel, stmt);
		if (stmt->op == IR_OP_stop) {
			walk_stop(step, node);
			return;
		}
		note_source(step, stmt);
		if (pml_is_memory(stmt) && !step->access)
			step->access = stmt;
		if (node->inner_shared) {
			if (stmt->op == IR_OP_for)
				loop_start(step, node);
			else
				branch(step, node);
			return;
		}
		pml_op[stmt->op](step, stmt);
		step->emitted |= stmt->op == IR_OP_emit;
		step->world |= ir_op_info[stmt->op].effect == IR_EFFECT_WORLD;
	}
	walk_end(step, parent);
}

/* ------------------------------------------------------------------- steps */
void pml_resume_operation(struct pml_step *step, const struct pml_place *place)
{
	gd_out_line(step->out, "pick = op_colour[x_who];");
	gd_out_line(step->out, "op_at[x_who] = 0; op_colour[x_who] = 0;");
	pml_decode(step->model, step->kernel, place->live, place->nonnull, step->out);
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
		step->accessed = true;
		gd_out_line(step->out, "printf(\"@ all_stopped where=%s\\n\");",
		    pml_where(step->model, place->loc));
		if (node->stmt->next)
			walk(step, node->stmt->next, node->parent);
		else
			walk_end(step, node->parent);
		return;
	}
}

void pml_walk_kernel(struct pml_step *step)
{
	walk(step, step->kernel->ir->body, NULL);
}
