/* kernel.c: kernels as control-flow graphs.
 *
 * A unit that runs is a token. It waits in a place, which is a location of its kernel just
 * before a shared access; its colour is the values of the variables that the rest of the
 * kernel still reads. This file finds the statements, and which of them are shared accesses;
 * live.c the live variables, nonnull.c the references that cannot be null, place.c the
 * places. */
#include "promela-backend/facts/kernel.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/reads.h"

static bool op_is_shared(enum ir_op op)
{
	switch (ir_op_info[op].effect) {
	case IR_EFFECT_LOAD:
	case IR_EFFECT_STORE:
	case IR_EFFECT_RMW:
	case IR_EFFECT_FENCE:
	case IR_EFFECT_WORLD:
	case IR_EFFECT_COPY:
	case IR_EFFECT_CHOICE: return true;
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL: break;
	}
	return false;
}

/* Whether STMT is a store that may find no room in the window: then the mutator waits there. */
static bool stmt_may_wait(const struct ir_stmt *stmt, const void *about)
{
	const struct pml_kernel *kernel = about;

	return kernel->holds_back && ir_op_info[stmt->op].effect == IR_EFFECT_STORE &&
	    !pml_is_atomic(kernel->atomic, stmt);
}

/* Whether STMT is a load of roots that the folding `private' has joined with other steps, or a
 * store that is held back in its mutator's window, which no other thread reads. */
static bool is_private(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	return (kernel->roots_are_private && pml_is_memory(stmt)) || stmt_may_wait(stmt, kernel);
}

/* Whether STMT is a shared access.  A ghost is not, whatever it reads. */
static bool stmt_is_shared(const struct ir_stmt *stmt, const void *about)
{
	const struct pml_kernel *kernel = about;

	if (stmt->op == IR_OP_ghost)
		return kernel->ghosts_are_steps;
	return (op_is_shared(stmt->op) && !is_private(kernel, stmt)) ||
	    ir_stmt_any_expr(stmt, pml_is_shared, kernel);
}

static bool inner(const struct ir_stmt *stmt, ir_stmt_test *test, const struct pml_kernel *kernel)
{
	return ir_list_any(stmt->body, test, kernel) || ir_list_any(stmt->otherwise, test, kernel);
}

/* Whether STMT is a loop over all objects that chooses its next object in a step of its own,
 * because others may act between its accesses. */
static bool chooses_object(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_OBJECTS;
}

/* Whether STMT is a loop over mutators that needs the list of a moment: some mutators join, and
 * none does between a stop and its resume. */
static bool lists_mutators(const struct pml_kernel *kernel, const struct ir_stmt *stmt,
    const struct ir_stmt *before)
{
	return stmt->op == IR_OP_for && kernel->listed[stmt->dst->index] &&
	    !(before && before->op == IR_OP_stop);
}

static bool collect_inside(struct pml_kernel *kernel, struct pml_node *node, bool stopped)
{
	const struct ir_stmt *stmt = node->stmt;

	if (stmt->op == IR_OP_stop || stmt->op == IR_OP_resume)
		return stmt->op == IR_OP_stop;
	if (stmt->op == IR_OP_for) /* its body may run again */
		stopped &= !ir_has(stmt->body, IR_OP_resume);
	bool either = pml_find_nodes(kernel, stmt->body, node, stopped);
	bool other = pml_find_nodes(kernel, stmt->otherwise, node, stopped);
	return stopped && either && other;
}

/* Whether other objects may exist at the access before the loop than at the loop. */
static bool looks_for_objects(const struct pml_kernel *kernel, const struct ir_stmt *stmt,
    bool stopped)
{
	return chooses_object(stmt) && kernel->kind && !(stopped && kernel->frees_apart);
}

/* The array was allocated with the right size before, so pointers into it stay valid.  STOPPED: the
 * kernel itself has stopped the mutators before LIST.  Returns whether it has after LIST. */
bool pml_find_nodes(struct pml_kernel *kernel, const struct ir_stmt *list, struct pml_node *parent,
    bool stopped)
{
	const struct ir_stmt *before = NULL;

	for (; list; list = list->next) {
		struct pml_node *node = &kernel->nodes[kernel->node_count++];

		node->stmt = list;
		node->parent = parent;
		node->own_shared = stmt_is_shared(list, kernel);
		node->inner_shared =
		    inner(list, stmt_is_shared, kernel) || inner(list, stmt_may_wait, kernel);
		node->own_shared |= node->inner_shared && chooses_object(list);
		node->advances_apart = node->own_shared;
		node->own_shared |= lists_mutators(kernel, list, before) ||
		    looks_for_objects(kernel, list, stopped);
		before = list;
		node->emits = list->op == IR_OP_emit || ir_has(list->body, IR_OP_emit) ||
		    ir_has(list->otherwise, IR_OP_emit);
		if (list->op == IR_OP_for && list->dst)
			kernel->loop_of[list->dst->index] = list;
		stopped = collect_inside(kernel, node, stopped);
	}
	return stopped;
}

static void count_one(const struct ir_stmt *stmt, void *count)
{
	(void)stmt;
	++*(size_t *)count;
}

size_t pml_count_stmts(const struct ir_stmt *list)
{
	size_t count = 0;

	ir_list_each(list, count_one, &count);
	return count;
}

const struct pml_node *pml_node_of(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < kernel->node_count; i++)
		if (kernel->nodes[i].stmt == stmt)
			return &kernel->nodes[i];
	return NULL;
}
