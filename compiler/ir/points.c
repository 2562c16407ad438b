/* points.c: what of a specification runs may reach.  lower-points.c makes them. */
#include "compiler/ir/walk.h"

static bool is_at(const struct ir_point *point, enum ir_point_kind kind, struct gd_loc loc)
{
	return point->kind == kind && point->loc.source == loc.source &&
	    point->loc.line == loc.line && point->loc.column == loc.column;
}

size_t *ir_find_point(size_t *table, size_t room, const struct ir_point *points,
    enum ir_point_kind kind, struct gd_loc loc)
{
	size_t at = ((size_t)loc.line * 1009 + loc.column) * 8 + (size_t)kind;

	for (at &= room - 1; table[at] && !is_at(&points[table[at] - 1], kind, loc);)
		at = (at + 1) & (room - 1);
	return &table[at];
}

size_t ir_point_at(const struct ir_spec *spec, enum ir_point_kind kind, struct gd_loc loc)
{
	return spec->point_count
	    ? *ir_find_point(spec->point_table, spec->point_room, spec->points, kind, loc)
	    : 0;
}

static void see(const struct ir_stmt *stmt, void *data)
{
	bool *live = data;

	for (const struct ir_begun *begun = stmt->begins; begun; begun = begun->outer)
		live[begun->point - 1] = true;
	if (stmt->when_true)
		live[stmt->when_true - 1] = live[stmt->when_false - 1] = true;
}

void ir_live_points(const struct ir_spec *spec, const struct ir_scenario *scenario, bool *live)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		ir_list_each(spec->kinds[i]->kernel.body, see, live);
	for (size_t i = 0; i < spec->bucket_count; i++)
		ir_list_each(spec->buckets[i]->fill.body, see, live);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && ir_runs_barrier(scenario, i))
			ir_list_each(spec->barriers[i]->kernel.body, see, live);
	for (size_t m = 0; m < scenario->mutator_count; m++)
		for (size_t i = 0; i < scenario->mutators[m].action_count; i++)
			live[ir_point_at(spec, IR_POINT_STATEMENT,
				 scenario->mutators[m].actions[i].loc) -
			    1] = true;
	for (size_t i = 0; i < spec->point_count; i++)
		live[i] |= spec->points[i].kind >= IR_POINT_OPENS;
}

void ir_add_idle_points(const struct ir_spec *spec, bool *live)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		ir_list_each(spec->kinds[i]->idle, see, live);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			ir_list_each(spec->barriers[i]->kernel.body, see, live);
}
