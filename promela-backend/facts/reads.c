/* reads.c: what expressions and statements read and write.
 *
 * Note [Checks after writes]: left out are the checks of a property after steps that write nothing
 * that the property reads.  Its value is the same as after the step before.  So the reads that are
 * found here must be all: each kind of expression has a row in own_reads, and the compiler rejects
 * a kind without one.  And each step must note what it writes.  What an operation holds is reachable,
 * so its steps count as writes of roots.  A missing read or write would hide a failure.  Compared by: the option
 * check_everywhere, which checks each property after each step, in tests/differential (models). */
#include "promela-backend/facts/reads.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/held.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/facts/states.h"

/* What a mutator has seen of a phase changes at its handshakes only, and there
 * is none while a barrier runs. */
bool pml_is_own_view(const struct pml_kernel *kernel, const struct ir_expr *expr)
{
	return kernel && kernel->barrier && expr->kind == IR_IN_PHASE &&
	    expr->phase->visible == IR_AT_HANDSHAKE;
}

uint64_t pml_var_bit(const struct ir_var *var)
{
	return var ? UINT64_C(1) << var->index : 0;
}

static void add_var(const struct ir_expr *expr, void *vars)
{
	if (expr->kind == IR_VAR)
		*(uint64_t *)vars |= pml_var_bit(expr->var);
	if (expr->place)
		*(uint64_t *)vars |= pml_var_bit(expr->place->slot);
}

uint64_t pml_expr_vars(const struct ir_expr *expr)
{
	uint64_t vars = 0;

	ir_expr_each(expr, add_var, &vars);
	return vars;
}

uint64_t pml_stmt_vars(const struct ir_stmt *stmt)
{
	uint64_t vars = stmt->place ? pml_var_bit(stmt->place->slot) : 0;

	ir_stmt_each_expr(stmt, add_var, &vars);
	return vars;
}

bool pml_is_shared(const struct ir_expr *expr, const void *kernel)
{
	return (ir_family(expr) == IR_FAMILY_STATE || ir_family(expr) == IR_FAMILY_OBSERVER) &&
	    !pml_is_own_view(kernel, expr) &&
	    expr->kind != IR_REGION_OF &&           /* Note [Regions] in region.c */
	    !(kernel && expr->kind == IR_IN_SPACE); /* Note [Spaces] in moving.c */
}

bool pml_expr_is_shared(const struct pml_kernel *kernel, const struct ir_expr *expr)
{
	return ir_expr_any(expr, pml_is_shared, kernel);
}

void pml_reachable_reads(struct pml_model *model, struct pml_set *reads)
{
	pml_set_add(model, reads, PML_CELL_SLOTS, 0);
	pml_set_add(model, reads, PML_CELL_ROOTS, 0);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (ir_holds_reference(model->spec->metas[i]))
			pml_set_add(model, reads, PML_CELL_META, i);
}

static void place_reads(struct pml_model *model, const struct ir_place *place,
    struct pml_set *reads)
{
	if (place->kind == IR_PLACE_META)
		pml_set_add(model, reads, PML_CELL_META, place->meta->index);
	else
		pml_set_add(model, reads, PML_CELL_SLOTS, 0);
	if (place->kind == IR_PLACE_SLOT) /* it may be a root */
		pml_set_add(model, reads, PML_CELL_ROOTS, 0);
}

static void own_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads,
    bool *reachable)
{
	switch (expr->kind) {
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY: pml_state_reads(model, expr, reads); break;
	case IR_IS_OPEN: pml_set_add(model, reads, PML_CELL_OPEN, expr->bucket->index); break;
	case IR_IN_PHASE: pml_set_add(model, reads, PML_CELL_PHASE, expr->phase->index); break;
	case IR_IN_CYCLE:
		for (size_t i = 0; i < model->spec->cycle_count; i++)
			pml_set_add(model, reads, PML_CELL_RUNNING, i);
		break;
	case IR_REQUESTED: pml_set_add(model, reads, PML_CELL_REQUESTED, expr->cycle->index); break;
	case IR_ALL_STOPPED: pml_set_add(model, reads, PML_CELL_STOPPED, 0); break;
	case IR_GHOST: pml_set_add(model, reads, PML_CELL_GHOST, expr->ghost->index); break;
	case IR_PEEK: place_reads(model, expr->place, reads); break;
	case IR_REACHABLE:
		*reachable = true;
		pml_reachable_reads(model, reads);
		break;
	case IR_FREED: pml_set_add(model, reads, PML_CELL_LIVE, 0); break;
	case IR_IN_SPACE:
		if (model->swaps_spaces)
			pml_set_add(model, reads, PML_CELL_SPACES, 0);
		break;
	case IR_PENDING:
		pml_set_add(model, reads, PML_CELL_UNITS, expr->kind_of_work->index);
		break;
	case IR_SAME_ORIGIN: /* without copies a cell's object has one cell: the same or not for ever */
		if (model->copies || model->fills_copies ||
		    model->moves) { /* steps that change an origin copy, allocate or free */
			pml_set_add(model, reads, PML_CELL_SLOTS, 0);
			pml_set_add(model, reads, PML_CELL_LIVE, 0);
		}
		break;
	case IR_REGION_OF: /* it never changes */
	case IR_CONST:
	case IR_NULL:
	case IR_VAR:
	case IR_OBSERVED:
#define OPERATOR(name, ...) case IR_##name:
#include "compiler/base/operators.def"
		break;
	}
	if (ir_family(expr) == IR_FAMILY_QUANTIFIER && pml_asks_held(model, expr))
		pml_set_add(model, reads, PML_CELL_LIVE, 0);
}

void pml_expr_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads,
    bool *reachable)
{
	const struct ir_expr *part;

	if (!expr)
		return;
	own_reads(model, expr, reads, reachable);
	for (size_t i = 0; (part = ir_expr_part(expr, i)); i++)
		pml_expr_reads(model, part, reads, reachable);
}

bool pml_is_memory(const struct ir_stmt *stmt)
{
	return ir_memory(stmt->op) != NULL;
}

/* `open_b` alone does not say whether b has opened in this cycle. */
bool pml_opens_again(const struct ir_bucket *bucket)
{
	return bucket->close_when || bucket->opening == IR_WHENEVER;
}

uint64_t pml_params(const struct pml_kernel *kernel)
{
	return (UINT64_C(1) << kernel->kind->param_count) - 1;
}
