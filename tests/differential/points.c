/* points.c: which points of a specification are reached, as two searches say it. */
#include "tests/differential/differential.h"

#include <string.h>
#include "compiler/base/out.h"
#include "compiler/ir/walk.h"
#include "tests/differential/semantics/semantics.h"

enum { SHOWN = 3 };

struct wrong {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const char *text;
	unsigned count;
};

static void note(struct wrong *wrong, size_t point, const char *how)
{
	static const char *const what[] = { [IR_POINT_STATEMENT] = "statement",
		[IR_POINT_TRUE] = "true",
		[IR_POINT_FALSE] = "false",
		[IR_POINT_OPENS] = "opening",
		[IR_POINT_CLOSES] = "closing",
		[IR_POINT_BEGINS] = "beginning",
		[IR_POINT_ENDS] = "end" };
	const struct ir_point *at = &wrong->spec->points[point];

	if (wrong->count++ >= SHOWN)
		return;
	wrong->text = gd_arena_printf(wrong->arena, "%s%s%s at %u:%u %s", wrong->text,
	    *wrong->text ? ", " : "", what[at->kind], at->loc.line, at->loc.column, how);
}

const char *wrong_points(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_spec *for_folded, const struct result *plain, const struct result *folded,
    bool may_do_more)
{
	struct wrong wrong = { arena, spec, "", 0 };
	const char *a = pml_points_reached(arena, spec, spec->scenarios[0], plain->reached);
	const char *b =
	    pml_points_reached(arena, for_folded, for_folded->scenarios[0], folded->reached);

	if (!a || !b)
		return "not all are printed";
	for (size_t i = 0; i < spec->point_count; i++) {
		if (a[i] == PML_POINT_UNKNOWN)
			note(&wrong, i, "is in doubt in a plain model");
		if (a[i] == PML_POINT_REACHED && b[i] == PML_POINT_NOT_REACHED)
			note(&wrong, i, "is lost by a folding");
		if (a[i] == PML_POINT_NOT_REACHED && b[i] == PML_POINT_REACHED && !may_do_more)
			note(&wrong, i, "is only reached when folded");
	}
	return wrong.text;
}

/* ------------------------------------------------------------------ beside the explorer */
/* What the explorer says about each point: nothing, that it is reached, or that it is not. */
enum said { NOTHING, REACHED, MISSED };
struct beside {
	const struct ir_spec *spec;
	const struct sx_exploration *explored;
	enum said *said;
	size_t *answers; /* by point of a statement: 1 + the point of its `true'; 0: none yet */
	bool *many;      /* … several */
};

static bool is_reached(const struct sx_exploration *explored, enum sx_reached_what what,
    const struct gd_loc *loc, bool *known)
{
	bool is = false;

	for (size_t i = 0; i < explored->reached_count; i++) {
		const struct sx_reached *at = explored->reached[i];

		if (at->what != what || at->line != loc->line || at->column != loc->column)
			continue;
		*known = true;
		is |= at->is;
	}
	return is;
}

static enum said said_of(const struct sx_exploration *explored, enum sx_reached_what what,
    const struct gd_loc *loc)
{
	bool known = false, is = is_reached(explored, what, loc, &known);

	return !known ? NOTHING : is ? REACHED : MISSED;
}

static void note_if(const struct ir_stmt *stmt, void *data)
{
	struct beside *beside = data;
	size_t at = ir_point_at(beside->spec, IR_POINT_STATEMENT, stmt->loc);

	if (stmt->op != IR_OP_if || !at)
		return;
	if (beside->answers[at] && beside->answers[at] != stmt->when_true + 1)
		beside->many[at] = true;
	beside->answers[at] = stmt->when_true + 1;
}

/* An `if' of the IR is at its statement, but its points are at the condition. */
static void find_answers(struct beside *beside)
{
	const struct ir_spec *spec = beside->spec;

	for (size_t i = 0; i < spec->kind_count; i++)
		ir_list_each(spec->kinds[i]->kernel.body, note_if, beside);
	for (size_t i = 0; i < spec->bucket_count; i++)
		ir_list_each(spec->buckets[i]->fill.body, note_if, beside);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			ir_list_each(spec->barriers[i]->kernel.body, note_if, beside);
	for (size_t i = 0; i < spec->point_count; i++) {
		size_t when_true = beside->answers[i + 1];
		const struct gd_loc *loc = &spec->points[i].loc;
		const struct gd_loc *condition;
		size_t when_false;

		if (when_true < 2 || beside->many[i + 1])
			continue;
		condition = &spec->points[when_true - 2].loc;
		when_false = ir_point_at(spec,
		    spec->points[when_true - 2].kind == IR_POINT_TRUE ? IR_POINT_FALSE
								      : IR_POINT_TRUE,
		    *condition);
		beside->said[when_true - 2] = said_of(beside->explored, SX_TRUE, loc);
		beside->said[when_false - 1] = said_of(beside->explored, SX_FALSE, loc);
	}
}

static void find_all(struct beside *beside)
{
	static const enum sx_reached_what of[] = { [IR_POINT_STATEMENT] = SX_RUNS,
		[IR_POINT_OPENS] = SX_OPENS,
		[IR_POINT_CLOSES] = SX_CLOSES,
		[IR_POINT_BEGINS] = SX_BEGINS,
		[IR_POINT_ENDS] = SX_ENDS };

	for (size_t i = 0; i < beside->spec->point_count; i++) {
		const struct ir_point *point = &beside->spec->points[i];

		if (point->kind != IR_POINT_TRUE && point->kind != IR_POINT_FALSE)
			beside->said[i] = said_of(beside->explored, of[point->kind], &point->loc);
	}
	find_answers(beside);
}

const char *wrong_beside(struct gd_arena *arena, const struct ir_spec *spec,
    const struct result *model, const struct sx_exploration *explored)
{
	struct wrong wrong = { arena, spec, "", 0 };
	struct beside beside = { spec, explored,
		GD_NEW_ARRAY(arena, enum said, spec->point_count + 1),
		GD_NEW_ARRAY(arena, size_t, spec->point_count + 1),
		GD_NEW_ARRAY(arena, bool, spec->point_count + 1) };
	const char *reached = pml_points_reached(arena, spec, spec->scenarios[0], model->reached);

	if (!reached)
		return "not all are printed";
	find_all(&beside);
	for (size_t i = 0; i < spec->point_count; i++) {
		if (beside.said[i] == NOTHING || spec->points[i].unseen)
			continue;
		if (beside.said[i] == REACHED && reached[i] != PML_POINT_REACHED)
			note(&wrong, i, "is reached only by the explorer");
		if (beside.said[i] == MISSED && reached[i] != PML_POINT_NOT_REACHED)
			note(&wrong, i, "is reached only by the model");
	}
	return wrong.text;
}
