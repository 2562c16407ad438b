/* points.c: what of a specification runs may reach, for reports of what they never did.
 *
 * A statement of the specification becomes any number of statements of the IR.  It begins with the first
 * of them.  A statement that becomes none (the options make its condition false) has a point that no
 * statement of the IR begins.  A function's statements have one point each, however often it is inlined. */
#include "compiler/ir/lower-internal.h"
#include "compiler/ir/walk.h"

static bool is_at(const struct ir_point *point, enum ir_point_kind kind, struct gd_loc loc)
{
	return point->kind == kind && point->loc.source == loc.source &&
	    point->loc.line == loc.line && point->loc.column == loc.column;
}

/* The element of TABLE, with ROOM elements, that has the number of this point, or 0 if there is none. */
static size_t *find(size_t *table, size_t room, const struct ir_point *points,
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
	    ? *find(spec->point_table, spec->point_room, spec->points, kind, loc)
	    : 0;
}

/* Makes the table larger, so that it is at most half full with one point more. */
static void make_room(struct lower *l)
{
	struct ir_spec *ir = l->ir;

	if (2 * (l->points.count + 1) <= ir->point_room)
		return;
	ir->point_room = ir->point_room ? 4 * ir->point_room : 64;
	ir->point_table = GD_NEW_ARRAY(l->arena, size_t, ir->point_room);
	for (size_t i = 0; i < l->points.count; i++)
		*find(ir->point_table, ir->point_room, l->points.at, l->points.at[i].kind,
		    l->points.at[i].loc) = i + 1;
}

static size_t add(struct lower *l, enum ir_point_kind kind, struct gd_loc loc)
{
	size_t *number;

	make_room(l);
	number = find(l->ir->point_table, l->ir->point_room, l->points.at, kind, loc);
	if (*number == 0) {
		GD_PUSH(l->arena, l->points, ((struct ir_point){ kind, loc }));
		*number = l->points.count;
	}
	return *number;
}

const struct ir_begun *ir_lower_begin_stmt(struct body *b, struct gd_loc loc)
{
	struct ir_begun *begun = GD_NEW(b->l->arena, struct ir_begun);

	begun->point = add(b->l, IR_POINT_STATEMENT, loc);
	begun->outer = b->begun;
	return b->begun = begun;
}

/* If it became no statement of the IR, the next one does not begin it. */
void ir_lower_end_stmt(struct body *b, const struct ir_begun *begun)
{
	if (b->begun == begun)
		b->begun = begun->outer;
}

void ir_lower_note_branches(struct body *b, struct ir_stmt *test, struct gd_loc loc)
{
	test->when_true = add(b->l, IR_POINT_TRUE, loc);
	test->when_false = add(b->l, IR_POINT_FALSE, loc);
}

static void add_actions(struct lower *l, const struct ir_scenario *scenario)
{
	for (size_t m = 0; m < scenario->mutator_count; m++)
		for (size_t i = 0; i < scenario->mutators[m].action_count; i++)
			add(l, IR_POINT_STATEMENT, scenario->mutators[m].actions[i].loc);
}

static void add_phase(struct lower *l, const struct ir_phase *phase)
{
	if (phase->how != IR_INTERVAL)
		return;
	add(l, IR_POINT_BEGINS, phase->loc);
	add(l, IR_POINT_ENDS, phase->loc);
}

void ir_lower_points(struct lower *l)
{
	struct ir_spec *ir = l->ir;

	for (size_t i = 0; i < ir->scenario_count; i++)
		add_actions(l, ir->scenarios[i]);
	for (size_t i = 0; i < ir->bucket_count; i++) {
		if (ir->buckets[i]->guard)
			add(l, IR_POINT_OPENS, ir->buckets[i]->loc);
		if (ir->buckets[i]->close_when)
			add(l, IR_POINT_CLOSES, ir->buckets[i]->loc);
	}
	for (size_t i = 0; i < ir->cycle_count; i++) {
		add(l, IR_POINT_BEGINS, ir->cycles[i]->loc);
		add(l, IR_POINT_ENDS, ir->cycles[i]->loc);
	}
	for (size_t i = 0; i < ir->phase_count; i++)
		add_phase(l, ir->phases[i]);
	ir->points = l->points.at;
	ir->point_count = l->points.count;
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
		if (spec->barriers[i])
			ir_list_each(spec->barriers[i]->kernel.body, see, live);
	for (size_t m = 0; m < scenario->mutator_count; m++)
		for (size_t i = 0; i < scenario->mutators[m].action_count; i++)
			live[ir_point_at(spec, IR_POINT_STATEMENT,
				 scenario->mutators[m].actions[i].loc) - 1] = true;
	for (size_t i = 0; i < spec->point_count; i++)
		live[i] |= spec->points[i].kind >= IR_POINT_OPENS;
}
