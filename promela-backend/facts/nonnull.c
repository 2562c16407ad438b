/* nonnull.c: which references cannot be null where. */
#include "promela-backend/facts/nonnull.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/reads.h"

/* The variable that is not null if COND has the value TRUTH. */
static uint64_t says_nonnull(const struct ir_expr *cond, bool truth)
{
	const struct ir_expr *a = cond->args[0], *b = cond->args[1];

	if (cond->kind == IR_NOT)
		return says_nonnull(a, !truth);
	if (cond->kind == IR_AND)
		return truth ? says_nonnull(a, true) | says_nonnull(b, true) : 0;
	if (cond->kind == IR_OR)
		return truth ? 0 : says_nonnull(a, false) | says_nonnull(b, false);
	if (cond->kind != (truth ? IR_NE : IR_EQ))
		return 0;
	if (a->kind == IR_VAR && b->kind == IR_NULL)
		return pml_var_bit(a->var);
	return b->kind == IR_VAR && a->kind == IR_NULL ? pml_var_bit(b->var) : 0;
}

static bool is_nonnull(const struct ir_expr *expr, uint64_t known)
{
	return expr->kind == IR_VAR && known >> expr->var->index & 1;
}

static void nonnull_list(struct pml_kernel *kernel, const struct ir_stmt *list, uint64_t known)
{
	for (; list; list = list->next) {
		struct pml_node *node = (struct pml_node *)pml_node_of(kernel, list);

		node->nonnull = known;
		if (list->op == IR_OP_if) {
			nonnull_list(kernel, list->body, known | says_nonnull(list->args[0], true));
			nonnull_list(kernel, list->otherwise,
			    known | says_nonnull(list->args[0], false));
		} else if (list->op == IR_OP_for) {
			nonnull_list(kernel, list->body, known | pml_var_bit(list->dst));
		} else if (list->op == IR_OP_await) {
			known |= says_nonnull(list->args[0], true);
		} else if (list->op == IR_OP_let && is_nonnull(list->args[0], known)) {
			known |= pml_var_bit(list->dst);
		} else if (list->op == IR_OP_alloc && !ir_handles_no_room(kernel->ir->body, list)) {
			known |= pml_var_bit(list->dst); /* otherwise the run has ended */
		}
	}
}

/* Removes the parameters that emits of KERNEL may make null.  Returns whether it removed any. */
static bool contradict(struct pml_model *model, struct pml_kernel *kernel)
{
	bool changed = false;

	for (size_t i = 0; i < kernel->node_count; i++) {
		const struct ir_stmt *stmt = kernel->nodes[i].stmt;
		uint64_t *params;

		if (stmt->op != IR_OP_emit)
			continue;
		params = &model->kinds[stmt->kind->index].nonnull_params;
		for (size_t j = 0; j < stmt->unit_count; j++) {
			if (!(*params >> j & 1) ||
			    is_nonnull(stmt->units[j], kernel->nodes[i].nonnull))
				continue;
			*params &= ~(UINT64_C(1) << j);
			changed |= stmt->units[j]->type.kind == IR_REF;
		}
	}
	return changed;
}

/* Finds the greatest solution: a parameter is never null if no emit can make it null. */
void pml_find_nonnull(struct pml_model *model)
{
	size_t kinds = model->spec->kind_count, fills = model->spec->bucket_count;
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < kinds + fills + IR_BARRIER_COUNT; i++) {
			struct pml_kernel *kernel = i < kinds ? &model->kinds[i]
			    : i < kinds + fills               ? &model->fills[i - kinds]
						: &model->operations[i - kinds - fills];

			if (!kernel->ir)
				continue;
			nonnull_list(kernel, kernel->ir->body, kernel->nonnull_params);
			changed |= contradict(model, kernel);
		}
	}
}
