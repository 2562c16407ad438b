/* asserted.c: what the condition of an `assert' that fails has read.
 *
 * The model prints the variables of the kernel, and phases as a mutator sees them, before the failure. */
#include "promela-backend/trail/internal.h"

#include <string.h>

#include "compiler/ir/walk.h"
#include "promela-backend/pml.h"

struct finder {
	const struct trail_event *fails;
	const struct ir_kernel *kernel; /* that is looked at */
	struct trail_asserted found;
};

static void look_at(const struct ir_stmt *stmt, void *data)
{
	struct finder *f = data;
	const struct trail_place *where = &f->fails->where;

	if (stmt->op == IR_OP_assert && stmt->loc.source && stmt->loc.line == where->line &&
	    stmt->loc.column == where->column && strcmp(stmt->loc.source->path, where->path) == 0)
		f->found =
		    (struct trail_asserted){ .condition = stmt->args[0], .kernel = f->kernel };
}

static void look_in(struct finder *f, const struct ir_kernel *kernel)
{
	f->kernel = kernel;
	ir_list_each(kernel->body, look_at, f);
}

static void find(const struct ir_spec *spec, struct finder *f)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		look_in(f, &spec->kinds[i]->kernel);
	for (size_t i = 0; i < spec->bucket_count; i++)
		look_in(f, &spec->buckets[i]->fill);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			look_in(f, &spec->barriers[i]->kernel);
}

/* The slot or root that EVENT names, as a trail_env numbers them. */
static long location_of(const struct trail *trail, const struct trail_event *event)
{
	const struct ir_scenario *scenario = trail->scenario;
	const struct ir_group *group =
	    trail_find_group(trail->spec, trail_value(event, TRAIL_KEY_at));
	long root = trail_number(event, TRAIL_KEY_root, -1);

	if (root >= 0)
		return (long)(scenario->object_count * scenario->slots_per_object) + root;
	if (!group)
		return -1;
	return trail_number(event, TRAIL_KEY_object, 0) * (long)scenario->slots_per_object +
	    (long)scenario->group_first[group->index] + trail_number(event, TRAIL_KEY_slot, 0);
}

static long value_of(const struct trail *trail, const struct trail_event *event,
    const struct ir_type *type)
{
	switch (type->kind) {
	case IR_SLOT: return location_of(trail, event);
	case IR_REF: return trail_number(event, TRAIL_KEY_object, -1);
	case IR_MUTATOR: return trail_number(event, TRAIL_KEY_mutator, -1);
	case IR_BOOL:
	case IR_INT:
	case IR_REGION:
	case IR_TAGS: break;
	}
	return trail_number(event, TRAIL_KEY_value, 0);
}

static void note(struct gd_arena *arena, const struct trail *trail, struct trail_asserted *asserted,
    const struct trail_event *event)
{
	const struct ir_kernel *kernel = asserted->kernel;
	size_t number = (size_t)trail_number(event, TRAIL_KEY_number, -1);

	if (event->is == TRAIL_EVENT_view) {
		struct trail_view *view = GD_NEW(arena, struct trail_view);

		*view = (struct trail_view){ trail_value(event, TRAIL_KEY_phase),
			trail_number(event, TRAIL_KEY_on, 0) != 0, asserted->views };
		asserted->views = view;
	} else if (number < kernel->var_count) {
		struct trail_env *env = GD_NEW(arena, struct trail_env);

		*env = (struct trail_env){ kernel->vars[number],
			value_of(trail, event, &kernel->vars[number]->type), asserted->variables };
		asserted->variables = env;
	}
}

const struct trail_asserted *trail_find_assert(struct gd_arena *arena, const struct trail *trail,
    const struct trail_event *fails, size_t before)
{
	struct finder f = { .fails = fails };
	struct trail_asserted *asserted;

	if (fails->where.path)
		find(trail->spec, &f);
	if (!f.found.condition)
		return NULL;
	asserted = GD_NEW(arena, struct trail_asserted);
	*asserted = f.found;
	for (const struct trail_event *event = fails - 1; before > 0; event--, before--) {
		if (event->is != TRAIL_EVENT_variable && event->is != TRAIL_EVENT_view)
			break;
		note(arena, trail, asserted, event);
	}
	return asserted;
}
