/* draw.c: the heap as a tree of what the roots reach.
 *
 *	m.a --> a  mark 1
 *	          field[0] --> c  mark 0
 *	m.b --> c, above
 */
#include "promela-backend/trail/internal.h"

#include <string.h>

struct drawer {
	struct gd_arena *arena;
	const struct trail *trail;
	const struct trail_heap *heap;
	bool *drawn; /* by object */
	FILE *out;
};

static const char *metas_text(struct drawer *d, size_t object)
{
	const struct ir_spec *spec = d->trail->spec;
	const char *text = "";

	for (size_t i = 0; i < spec->meta_count; i++)
		if (!spec->metas[i]->region)
			text = gd_arena_printf(d->arena, "%s %s %s", text, spec->metas[i]->name,
			    trail_value_text(d->arena, d->trail->scenario, &spec->metas[i]->type,
				gd_arena_printf(d->arena, "%ld",
				    d->heap->meta[object * spec->meta_count + i])));
	return text;
}

static void draw_slots(struct drawer *d, size_t object, int depth);

/* "LABEL --> a  mark 1", and what a refers to. */
static void draw(struct drawer *d, const char *label, int object, int depth)
{
	const char *name = trail_object_name(d->arena, d->trail->scenario, object);
	bool is_valid = object >= 0 && (size_t)object < d->trail->scenario->object_count;

	fprintf(d->out, "          %*s%s --> %s", depth * 4, "", label, name);
	if (!is_valid) {
		putc('\n', d->out);
	} else if (d->drawn[object]) {
		fprintf(d->out, ", above\n");
	} else if (!d->heap->live[object]) {
		fprintf(d->out, ", FREED\n");
	} else {
		d->drawn[object] = true;
		fprintf(d->out, " %s\n", metas_text(d, (size_t)object));
		draw_slots(d, (size_t)object, depth + 1);
	}
}

/* Slots that hold null are left out. */
static void draw_slots(struct drawer *d, size_t object, int depth)
{
	const struct ir_scenario *scenario = d->trail->scenario;

	for (size_t g = 0; g < d->trail->spec->group_count; g++) {
		const struct ir_group *group = d->trail->spec->groups[g];

		for (size_t i = 0; i < scenario->group_size[g]; i++) {
			int to = d->heap->slot[object * scenario->slots_per_object +
			    scenario->group_first[g] + i];

			if (to >= 0)
				draw(d,
				    group->is_array
					? gd_arena_printf(d->arena, "%s[%zu]", group->name, i)
					: group->name,
				    to, depth);
		}
	}
}

void trail_draw_heap(struct gd_arena *arena, const struct trail *trail,
    const struct trail_heap *heap, FILE *out)
{
	struct drawer d = { arena, trail, heap,
		GD_NEW_ARRAY(arena, bool, trail->scenario->object_count + 1), out };

	for (size_t i = 0; i < trail->root_count; i++)
		draw(&d, trail->root_names[i], heap->root[i], 0);
	for (size_t i = 0; i < trail->scenario->object_count; i++)
		if (heap->live[i] && !d.drawn[i])
			draw(&d, heap->held[i] ? "(being allocated)" : "(unreachable)", (int)i, 0);
}
