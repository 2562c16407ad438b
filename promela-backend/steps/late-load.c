/* late-load.c: loads that are done after their place.  Note [Late loads] in facts/late-load.c says when. */
#include "promela-backend/steps/late-load.h"
#include "promela-backend/facts/early.h"
#include "promela-backend/facts/late-load.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/early.h"
#include "promela-backend/steps/op.h"

static const char *waits(const struct pml_step *step, size_t number)
{
	return step->kernel->var_name[step->kernel->late_loads.at[number].waits->index];
}

void pml_forget_loads(struct pml_code *code, const struct pml_kernel *kernel, uint64_t live)
{
	pml_forget_early(code, kernel, live);
	for (size_t i = 0; i < kernel->late_loads.count; i++) {
		const struct ir_var *var = kernel->late_loads.at[i].waits;

		if (!(live >> var->index & 1))
			pml_set(code, kernel->var_name[var->index], "0");
	}
}

bool pml_is_late_load(const struct pml_step *step, const struct pml_node *node)
{
	return pml_late_load_number(step->kernel, node->stmt) < step->kernel->late_loads.count;
}

/* ------------------------------------------------------------------ what needs a load */
static const char *either(struct pml_step *step, const char *a, const char *b)
{
	return !a ? b : gd_arena_printf(step->model->arena, "%s || %s", a, b);
}

/* When load NUMBER waits and is of the location at PLACE; NULL: never. */
static const char *waits_at(struct pml_step *step, size_t number, const struct ir_place *place)
{
	const struct ir_place *own = step->kernel->late_loads.at[number].load->place;

	if (!place || !pml_may_be_same_place(place, own) || pml_misses_slot(step->model, place))
		return NULL;
	return gd_arena_printf(step->model->arena, "%s && %s == %s", waits(step, number),
	    pml_address(step->model, &step->env, own), pml_address(step->model, &step->env, place));
}

const char *pml_waits_before(struct pml_step *step, const struct pml_node *node)
{
	const struct pml_late_load_at *at = pml_late_load_at(step->kernel, node);
	const char *any = NULL, *there;

	for (size_t i = 0; at && i < step->kernel->late_loads.count; i++) {
		if (!(at->pending >> i & 1))
			continue;
		there = at->needed >> i & 1 ? waits(step, i) : waits_at(step, i, node->stmt->place);
		if (there)
			any = either(step, any, there);
	}
	return any;
}

/* When a load waits before NODE that is of the same location as LOAD; NULL: never. */
static const char *waits_there(struct pml_step *step, const struct pml_node *node,
    const struct ir_stmt *load)
{
	const struct pml_late_load_at *at = pml_late_load_at(step->kernel, node);
	const char *any = NULL, *there;

	for (size_t i = 0; at && i < step->kernel->late_loads.count; i++) {
		there = at->pending >> i & 1 ? waits_at(step, i, load->place) : NULL;
		if (there)
			any = either(step, any, there);
	}
	return any;
}

/* A step of KERNEL whose variables have these NAMES. */
static struct pml_step named(struct pml_model *model, struct pml_kernel *kernel,
    const char *const *names)
{
	kernel->var_name = (const char **)names;
	return (struct pml_step){ .model = model, .kernel = kernel, .env = { .kernel = kernel } };
}

const char *pml_needs_no_load(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *const *names)
{
	struct pml_kernel copy = *kernel;
	struct pml_step step = named(model, &copy, names);
	const char *waiting =
	    place->node && place->point == PML_BEFORE ? pml_waits_before(&step, place->node) : NULL;

	return waiting ? gd_arena_printf(model->arena, " && !(%s)", waiting) : "";
}

/* ------------------------------------------------------------------------------ steps */
void pml_postpone(struct pml_step *step, const struct pml_node *node)
{
	const struct ir_stmt *load = node->stmt;
	const struct ir_var *dst = load->dst;

	pml_late_load_event(step, load);
	/* a later load of the same location must not have been done */
	pml_drop_early(step, node);
	pml_set(step->code, waits(step, pml_late_load_number(step->kernel, load)), "1");
	pml_set(step->code, step->kernel->var_name[dst->index], "%s",
	    pml_no_value(dst, step->model));
	if (pml_counts_reorderings(step->model))
		PML_DO(step->code, count_reordering, PML_NOTHING);
}

void pml_do_late_load(struct pml_step *step, size_t number)
{
	pml_op_load(step, step->kernel->late_loads.at[number].load);
	pml_set(step->code, waits(step, number), "0");
}

/* When a load waits before NODE whose address needs VAR. */
static const char *waits_with(struct pml_step *step, const struct pml_late_load_at *at, size_t var)
{
	const char *any = NULL;

	for (size_t i = 0; i < step->kernel->late_loads.count; i++)
		if (at->pending >> i & 1 &&
		    pml_stmt_vars(step->kernel->late_loads.at[i].load) >> var & 1)
			any = either(step, any, waits(step, i));
	return any;
}

uint64_t pml_only_late(const struct pml_kernel *kernel, const struct pml_place *place)
{
	const struct pml_late_load_at *at =
	    place->point == PML_BEFORE ? pml_late_load_at(kernel, place->node) : NULL;

	return at ? at->only : 0;
}

const char *pml_is_kept(struct pml_step *step, uint64_t vars)
{
	const struct pml_late_load_at *at = pml_late_load_at(step->kernel, step->place->node);
	const char *all = "true";

	for (size_t i = 0; i < step->kernel->ir->var_count; i++)
		if (vars >> i & 1)
			all = gd_arena_printf(step->model->arena, "%s && (%s)", all,
			    waits_with(step, at, i));
	return all;
}

/* What an operation holds is reachable: no longer than it needs it. */
void pml_drop_references(struct pml_step *step, const struct pml_node *node)
{
	const struct pml_late_load_at *at = pml_late_load_at(step->kernel, node);

	for (size_t i = 0; at && at->only && i < step->kernel->ir->var_count; i++) {
		if (!(at->only >> i & 1))
			continue;
		pml_if(step->code);
		pml_case(step->code, "%s", waits_with(step, at, i));
		pml_skip(step->code);
		pml_case(step->code, "else");
		pml_set(step->code, step->kernel->var_name[i], "%s",
		    pml_no_value(step->kernel->ir->vars[i], step->model));
		pml_end(step->code);
	}
}

const char *pml_may_postpone(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t number, const char *const *names)
{
	const char *done = pml_needs_no_load(model, kernel, place, names);
	size_t early = pml_early_number(kernel, place->node->stmt);

	(void)number;
	if (early == kernel->early.count ||
	    !(pml_early_at(kernel, place->node)->pending >> early & 1))
		return done;
	return gd_arena_printf(model->arena, "%s && !%s", done,
	    names[kernel->early.at[early].issued->index]);
}

const char *pml_is_waiting(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t number, const char *const *names)
{
	(void)place;
	return gd_arena_printf(model->arena, " && %s",
	    names[kernel->late_loads.at[number].waits->index]);
}

/* Loads of one location keep their order. */
const char *pml_may_be_early(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t number, const char *const *names)
{
	struct pml_kernel copy = *kernel;
	struct pml_step step = named(model, &copy, names);
	const char *guard = pml_may_issue(model, kernel, place, number, names);
	const char *waiting = waits_there(&step, place->node, kernel->early.at[number].load);

	return waiting ? gd_arena_printf(model->arena, "%s && !(%s)", guard, waiting) : guard;
}
