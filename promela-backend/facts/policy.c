/* policy.c: decisions that are left to the embedder.
 *
 * Note [Answers]: a policy may answer with any value of its type, each time anew, whatever it was asked before and
 * whatever the heap is like.  So an embedder's policy, which has one answer each time, does what some run of the
 * model does.  The answer is chosen before the step that begins with the question, as the cell of an `alloc' is: no
 * state is stored in between.
 *
 * Left out is the state between the answer and the next access of the unit, which are one step.  The answer
 * changes nothing that others see, and depends on nothing that others do.  So in a run in which others take steps
 * between the two, the answer can as well be given after these steps.  Only the objects that it is about may be freed by
 * them.  The question about a freed object fails; it does so in the run in which the other steps come first.
 * Ghosts that are set after a question are set in its step, and properties see them.  So where the specification
 * has ghosts, a question is a step of its own.
 * Compared by: tests/differential (semantics, in which each question is a step of its own). */
#include "promela-backend/facts/policy.h"

const struct ir_stmt *pml_ask_at(const struct pml_place *place)
{
	const struct pml_node *node = place->point == PML_BEFORE ? place->node : NULL;

	return node && node->stmt->op == IR_OP_ask ? node->stmt : NULL;
}

bool pml_joins_access(const struct pml_model *model, const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_ask && model->spec->ghost_count == 0;
}
