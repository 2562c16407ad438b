/* place.c: places, where a token waits for its next step, and the number of its colours. */
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/late-load.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/reference.h"
#include "promela-backend/facts/refusal.h"

static size_t slot_radix(const struct pml_model *model, const struct ir_stmt *loop)
{
	size_t most = 1;

	if (!loop)
		return (model->objects + 1) * model->slots + model->roots;
	if (loop->domain == IR_DOMAIN_SLOTS)
		return model->scenario->group_size[loop->group->index];
	for (size_t i = 0; i < model->mutators; i++)
		if (pml_root_count(model, i) > most)
			most = pml_root_count(model, i);
	return most;
}

static size_t radix(const struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    uint64_t nonnull)
{
	const struct ir_type *type = &kernel->ir->vars[var]->type;

	switch (type->kind) {
	case IR_BOOL: return 2;
	case IR_INT: return (size_t)(type->high - type->low + 1);
	case IR_TAGS: return type->tag_count;
	case IR_REF:
		return type->tag_count ? pml_references(model, type)
				       : model->objects + !(nonnull >> var & 1);
	case IR_MUTATOR: return model->mutators;
	case IR_SLOT: return slot_radix(model, kernel->loop_of[var]);
	case IR_REGION: return ir_regions_of(model->scenario, type->region) + 1;
	}
	return 1;
}

/* At least 1, because an array needs elements even in a scenario without mutators. */
size_t pml_radix(const struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    uint64_t nonnull)
{
	size_t values = radix(model, kernel, var, nonnull);

	return values ? values : 1;
}

/* The place of the kernel; of a fill, that of its first statement. */
struct gd_loc pml_loc_of(const struct pml_kernel *kernel)
{
	return kernel->kind    ? kernel->kind->loc
	    : kernel->barrier  ? kernel->barrier->loc
	    : kernel->ir->body ? kernel->ir->body->loc
			       : (struct gd_loc){ 0 };
}

void pml_refuse_colours(struct pml_model *model, const struct pml_kernel *kernel)
{
	struct pml_refusal *refusal =
	    pml_refuse_limit(model, model->scenario->loc, GD_LIMIT_colours);

	refusal->note_at = pml_loc_of(kernel);
	refusal->note = gd_arena_printf(model->arena,
	    "`%s' waits here with so many different values "
	    "of its variables",
	    kernel->name);
}

static size_t count_colours(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place)
{
	size_t colours = 1;

	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		if (place->live >> i & 1)
			colours *= pml_radix(model, kernel, i, place->nonnull);
		if (colours > GD_MOST_colours) {
			pml_refuse_colours(model, kernel);
			return 1;
		}
	}
	return colours;
}

struct pml_place *pml_place_at(struct pml_model *model, struct pml_kernel *kernel,
    const struct pml_node *node, enum pml_point point)
{
	struct pml_place *place;

	for (size_t i = 0; i < kernel->places.count; i++)
		if (kernel->places.at[i]->node == node && kernel->places.at[i]->point == point)
			return kernel->places.at[i];
	place = GD_NEW(model->arena, struct pml_place);
	place->node = node;
	place->point = point;
	place->number = kernel->barrier ? ++model->op_places : kernel->places.count;
	place->nonnull = node ? node->nonnull : kernel->nonnull_params;
	if (point == PML_HEAD)
		place->nonnull |= pml_var_bit(node->stmt->dst);
	if (point == PML_BEFORE && node && pml_late_load_at(kernel, node))
		place->nonnull &= ~pml_late_load_at(kernel, node)->only;
	place->live = point == PML_OVER ? (kernel->kind->on ? pml_var_bit(kernel->kind->on) : 0)
	    : !node                     ? kernel->live_at_end
	    : point == PML_BEFORE       ? node->live_before
	    : point == PML_HEAD         ? node->live_head
					: node->live_after;
	place->loc = node  ? node->stmt->loc
	    : kernel->kind ? kernel->kind->loc
			   : kernel->barrier->loc;
	place->colours = count_colours(model, kernel, place);
	GD_PUSH(model->arena, kernel->places, place);
	return place;
}

size_t pml_unit_colours(struct pml_model *model, const struct pml_kernel *kernel)
{
	size_t colours = 1;

	for (size_t i = 0; i < kernel->kind->param_count; i++) {
		colours *= pml_radix(model, kernel, i, kernel->nonnull_params);
		if (colours > GD_MOST_colours) {
			pml_refuse_colours(model, kernel);
			return 1;
		}
	}
	return colours;
}

static bool names_a_root(const struct pml_kernel *kernel, uint64_t live)
{
	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		const struct ir_stmt *loop = kernel->loop_of[i];

		if (live >> i & 1 && kernel->ir->vars[i]->type.kind == IR_SLOT &&
		    (!loop || loop->domain == IR_DOMAIN_ROOTS))
			return true;
	}
	return false;
}

/* Whether no unit that waits remembers the number of a root. */
bool pml_client_sorts(const struct pml_model *model)
{
	if (ir_redirects(model->spec, IR_BEFORE_LOAD))
		return false; /* a load that is under way remembers its root */
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		if (names_a_root(kernel, (UINT64_C(1) << kernel->kind->param_count) - 1))
			return false;
		for (size_t j = kernel->claims_late; j < kernel->places.count; j++)
			if (names_a_root(kernel, kernel->places.at[j]->live))
				return false;
	}
	return true;
}
