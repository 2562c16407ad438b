/* live.c: which variables of a kernel are live where.
 *
 * Note [Dead variables]: left out of the colour of a token is the value of each variable that no
 * statement on any way from the place reads before it is set again.  So no later step depends on it,
 * and two units that differ only in such variables do the same: they are bisimilar.  The walk goes
 * backwards; for a loop it repeats until nothing changes, since the next round may read a variable.
 * A slot is stored relative to its object (pml_with_owners), so the object's variable stays live with
 * it.  The plain model does the same.  Compared by: tests/differential (semantics). */
#include "promela-backend/facts/live.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/reads.h"

uint64_t pml_with_owners(const struct pml_kernel *kernel, uint64_t vars)
{
	for (size_t i = 0; i < kernel->ir->var_count; i++)
		if (vars >> i & 1 && kernel->loop_of[i] &&
		    kernel->ir->vars[i]->type.kind == IR_SLOT)
			vars |= pml_expr_vars(kernel->loop_of[i]->args[0]);
	return vars;
}

/* The condition of a load that waits reads the value that it has just loaded, and that of a slide an object of its own. */
static uint64_t own_reads(const struct ir_stmt *stmt, uint64_t reads)
{
	return stmt->op == IR_OP_await || stmt->op == IR_OP_slide ? reads & ~pml_var_bit(stmt->dst)
								  : reads;
}

static uint64_t live_stmt(struct pml_kernel *kernel, const struct ir_stmt *stmt, uint64_t out);

/* Goes from the last statement to the first.  OUT is live after the list. */
uint64_t pml_find_live(struct pml_kernel *kernel, const struct ir_stmt *list, uint64_t out)
{
	struct pml_node *node;

	if (!list)
		return out;
	out = pml_find_live(kernel, list->next, out);
	node = (struct pml_node *)pml_node_of(kernel, list);
	node->live_before = live_stmt(kernel, list, out);
	return node->live_before;
}

static uint64_t live_stmt(struct pml_kernel *kernel, const struct ir_stmt *stmt, uint64_t out)
{
	uint64_t reads = pml_with_owners(kernel, pml_stmt_vars(stmt)), kept, head;
	struct pml_node *node = (struct pml_node *)pml_node_of(kernel, stmt);

	node->live_after = out;
	if (stmt->op == IR_OP_if)
		return reads | pml_find_live(kernel, stmt->body, out) |
		    pml_find_live(kernel, stmt->otherwise, out);
	if (stmt->op != IR_OP_for)
		return (out & ~pml_var_bit(stmt->dst)) | own_reads(stmt, reads);
	kept = pml_var_bit(stmt->dst) | pml_var_bit(kernel->listed[stmt->dst->index]);
	head = out | kept | reads;
	for (;;) {
		uint64_t next = head | pml_find_live(kernel, stmt->body, head);

		if (next == head)
			break;
		head = next;
	}
	node->live_head = head;
	return (head & ~kept) | reads;
}
