/* over.c: what is over when a bucket opens.
 *
 * Note [Nothing left over]: the conclusions here follow one cycle from its beginning
 * (compiler/ir/over.c).  They assume that no unit of an earlier cycle is left.  So either the search
 * ends where `no_stranded' is broken (it is requested or asserted), or each cycle waits until all its
 * kinds are drained.  Otherwise nothing counts as over.  Compared by: tests/differential
 * (known/left-over.gc). */
#include "promela-backend/facts/over.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/request.h"

/* Note [Nothing left over].  Whether no unit is left when a cycle ends. */
static bool is_none_left(const struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	if (pml_is_checked(model, IR_NO_STRANDED))
		return true;
	for (size_t i = 0; i < spec->cycle_count; i++) {
		struct ir_course course;

		ir_follow_cycle(spec, spec->cycles[i], &course);
		for (size_t k = 0; k < spec->kind_count; k++)
			if (ir_runs_in(spec->kinds[k], spec->cycles[i]) &&
			    !(ir_ended_with(&course) >> k & 1))
				return false;
	}
	return true;
}

/* By kind: whether its units are over, and none can come any more, when BUCKET opens, in each
 * cycle. */
bool *pml_find_over(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	bool *over = GD_NEW_ARRAY(model->arena, bool, spec->kind_count + 1);
	uint64_t in_all = spec->cycle_count && is_none_left(model) ? UINT64_MAX : 0;

	for (size_t i = 0; i < spec->cycle_count; i++) {
		struct ir_course course;

		if (!ir_takes_part(bucket, spec->cycles[i]))
			continue;
		ir_follow_cycle(spec, spec->cycles[i], &course);
		in_all &= course.is_known ? course.opening[bucket->index].over : 0;
	}
	for (size_t i = 0; i < spec->kind_count; i++)
		over[i] = in_all >> i & 1;
	return over;
}

/* Whether the guard drained(x) and … of BUCKET stays true: the kinds of each x are over. */
bool pml_guard_stays(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	const bool *over = pml_find_over(model, bucket);

	for (size_t i = 0; i < spec->kind_count; i++)
		if (pml_says_drained(bucket->guard, spec->kinds[i]) && !over[i])
			return false;
	return true;
}

typedef bool in_course(const struct ir_course *course, const void *what,
    const struct ir_kind *then);

/* Whether IS_SO holds for each cycle. */
static bool in_each_cycle(const struct pml_model *model, in_course *is_so, const void *what,
    const struct ir_kind *then)
{
	for (size_t i = 0; i < model->spec->cycle_count; i++) {
		struct ir_course course;

		ir_follow_cycle(model->spec, model->spec->cycles[i], &course);
		if (!is_so(&course, what, then))
			return false;
	}
	return is_none_left(model);
}

static bool is_over_in(const struct ir_course *course, const void *kind, const struct ir_kind *then)
{
	return ir_is_over_before(course, kind, then);
}

static bool has_opened_in(const struct ir_course *course, const void *bucket,
    const struct ir_kind *then)
{
	return ir_has_opened_before(course, bucket, then);
}

/* Whether units of KIND are over whenever a bucket of OTHER opens. */
bool pml_is_over_before(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other)
{
	return in_each_cycle(model, is_over_in, kind, other);
}

bool pml_begins_behind(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_bucket *bucket)
{
	return in_each_cycle(model, has_opened_in, bucket, kind);
}

/* Whether units of KIND and of OTHER may run at once.  Two units of a `once' kind run at once only
 * if unit_unique is broken. */
bool pml_may_run_beside(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other)
{
	if (kind == other)
		return !ir_is_single(model->spec, kind) &&
		    (kind->multiplicity != IR_ONCE || !pml_is_checked(model, IR_UNIT_UNIQUE));
	return !pml_is_over_before(model, kind, other) && !pml_is_over_before(model, other, kind);
}

/* Whether in each cycle in which units of KIND run, BUCKET takes part, and opens only when they are
 * over. */
bool pml_opens_later(const struct pml_model *model, const struct ir_bucket *bucket,
    const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

	if (!is_none_left(model))
		return false;
	for (size_t i = 0; i < spec->cycle_count; i++) {
		struct ir_course course;

		if (!ir_runs_in(kind, spec->cycles[i]))
			continue;
		if (!ir_takes_part(bucket, spec->cycles[i]))
			return false;
		ir_follow_cycle(spec, spec->cycles[i], &course);
		if (!course.is_known || !(course.opening[bucket->index].over >> kind->index & 1))
			return false;
	}
	return true;
}
