/* coverage.c: which points of the specification a search reaches.
 *
 * A model that marks points has an array of flags, x_reached, with an element for each point that
 * it can reach (compiler/ir/points.c).  The step that reaches a point sets its flag.  The array is
 * hidden: it is no part of the state, and a flag stays set when pan backtracks.  The verifier prints it
 * when it exits (pml_coverage_source).  A point that a model does not have is not reached there.
 *
 * Three reductions change what is reached:
 *
 * - The folding of equal units (fold-sets.c) leaves out units that would do nothing.  They reach
 *   points all the same.  What they reach follows from the metadata of their object at that time, so there
 *   is a flag for each of its values.  It counts if the kind's bucket ever opens.
 * - A model with early doubts (fold-doubts.c) has runs that the collector does not have.  So whatever one of
 *   its runs reaches is unknown: its steps set flags to PML_POINT_UNKNOWN.  What no run reaches is not
 *   reached.
 * - A model that forgets garbage (garbage.c) has no steps about it.  What such steps may reach is
 *   unknown, unless other steps reach it: the flag is PML_POINT_UNKNOWN from the beginning. */
#include "promela-backend/facts/coverage.h"
#include "promela-backend/facts/fold-sets.h"
#include "promela-backend/facts/garbage.h"

#include <string.h>

struct pml_point_flags pml_point_flags(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario)
{
	bool *live = GD_NEW_ARRAY(arena, bool, spec->point_count + 1);
	size_t *of_point = GD_NEW_ARRAY(arena, size_t, spec->point_count + 1);
	struct pml_point_flags flags = { of_point, 0 };

	ir_live_points(spec, scenario, live);
	for (size_t i = 0; i < spec->point_count; i++)
		of_point[i] = live[i] ? flags.count++ : SIZE_MAX;
	return flags;
}

size_t pml_left_out_flag(const struct ir_spec *spec, struct pml_point_flags flags,
    const struct ir_kind *kind)
{
	size_t flag = flags.count;

	for (size_t i = 0; i < kind->index; i++)
		flag += (size_t)pml_left_out_values(spec->kinds[i]);
	return flag;
}

size_t pml_flag_count(const struct ir_spec *spec, struct pml_point_flags flags)
{
	size_t count = flags.count;

	for (size_t i = 0; i < spec->kind_count; i++)
		count += (size_t)pml_left_out_values(spec->kinds[i]);
	return count;
}

/* ------------------------------------------------------------------------ in doubt */
static void doubt_list(bool *doubted, const struct ir_stmt *list, bool of_garbage)
{
	for (; list; list = list->next) {
		bool inner =
		    of_garbage || (list->op == IR_OP_for && list->domain == IR_DOMAIN_OBJECTS);

		for (const struct ir_begun *begun = list->begins; of_garbage && begun;
		     begun = begun->outer)
			doubted[begun->point - 1] = true;
		if (of_garbage && list->when_true)
			doubted[list->when_true - 1] = doubted[list->when_false - 1] = true;
		doubt_list(doubted, list->body, inner);
		doubt_list(doubted, list->otherwise, inner);
	}
}

const bool *pml_points_in_doubt(const struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	const bool *kinds;
	bool *doubted;

	if (!model->request->canonical || !pml_forgets_garbage(model))
		return NULL;
	kinds = pml_kinds_of_garbage(model);
	doubted = GD_NEW_ARRAY(model->arena, bool, spec->point_count + 1);
	for (size_t i = 0; i < spec->kind_count; i++)
		doubt_list(doubted, spec->kinds[i]->kernel.body, kinds[i]);
	for (size_t i = 0; i < spec->bucket_count; i++)
		doubt_list(doubted, spec->buckets[i]->fill.body, false);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			doubt_list(doubted, spec->barriers[i]->kernel.body, false);
	return doubted;
}

/* ------------------------------------------------------------------------- results */
static bool has_opened(const struct ir_spec *spec, const struct ir_kind *kind, const char *reached)
{
	for (size_t i = 0; i < kind->bucket_count; i++) {
		size_t opens = ir_point_at(spec, IR_POINT_OPENS, kind->buckets[i]->loc);

		if (opens == 0 || reached[opens - 1] != PML_POINT_NOT_REACHED)
			return true;
	}
	return false;
}

/* The metadata may have got another value before the unit that was left out would have run. */
static void doubt_others(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_kind *kind, char *reached)
{
	char *others = GD_NEW_ARRAY(arena, char, spec->point_count + 1);

	memset(others, PML_POINT_NOT_REACHED, spec->point_count);
	for (long value = 0; value < pml_left_out_values(kind); value++)
		pml_run_left_out(kind, value, others);
	for (size_t i = 0; i < spec->point_count; i++)
		if (others[i] == PML_POINT_REACHED && reached[i] == PML_POINT_NOT_REACHED)
			reached[i] = PML_POINT_UNKNOWN;
}

/* DIGITS: those of the flags for KIND. */
static void add_left_out(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_kind *kind, const char *digits, char *reached)
{
	bool any = false;

	for (long value = 0; value < pml_left_out_values(kind); value++) {
		any |= digits[value] != PML_POINT_NOT_REACHED;
		if (digits[value] == PML_POINT_REACHED)
			pml_run_left_out(kind, value, reached);
	}
	if (any)
		doubt_others(arena, spec, kind, reached);
}

/* What the units that were left out reach is added later, so it does not open buckets. */
static const bool *kinds_that_open(struct gd_arena *arena, const struct ir_spec *spec,
    const char *reached)
{
	bool *opens = GD_NEW_ARRAY(arena, bool, spec->kind_count + 1);

	for (size_t i = 0; i < spec->kind_count; i++)
		opens[i] = has_opened(spec, spec->kinds[i], reached);
	return opens;
}

const char *pml_points_reached(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *digits)
{
	struct pml_point_flags flags = pml_point_flags(arena, spec, scenario);
	const bool *opens;
	char *reached;

	if (!digits || strlen(digits) != pml_flag_count(spec, flags))
		return NULL;
	reached = GD_NEW_ARRAY(arena, char, spec->point_count + 1);
	for (size_t i = 0; i < spec->point_count; i++)
		reached[i] = flags.of_point[i] == SIZE_MAX ? PML_POINT_NOT_REACHED
							   : digits[flags.of_point[i]];
	opens = kinds_that_open(arena, spec, reached);
	for (size_t i = 0; i < spec->kind_count; i++)
		if (opens[i])
			add_left_out(arena, spec, spec->kinds[i],
			    digits + pml_left_out_flag(spec, flags, spec->kinds[i]), reached);
	return reached;
}
