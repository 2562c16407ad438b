/* emit_over.c: what is over when a bucket opens. */
#include "promela-backend/fold.h"

void pml_add_opened(const struct ir_expr *guard, const struct ir_bucket **opened, size_t *count,
    size_t room)
{
	if (!guard)
		return;
	if (guard->kind == IR_AND) {
		pml_add_opened(guard->args[0], opened, count, room);
		pml_add_opened(guard->args[1], opened, count, room);
		return;
	}
	if (guard->kind != IR_DRAINED || !guard->bucket)
		return;
	for (size_t i = 0; i < *count; i++)
		if (opened[i] == guard->bucket)
			return;
	if (*count == room)
		return;
	opened[(*count)++] = guard->bucket;
	pml_add_opened(guard->bucket->guard, opened, count, room);
}

bool pml_is_among(const struct ir_bucket *bucket, const struct ir_bucket **list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == bucket)
			return true;
	return false;
}

/* By kind: when BUCKET opens, in whichever cycle, its units are over, and none can come any more. */
bool *pml_find_over(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	bool *over = GD_NEW_ARRAY(model->arena, bool, spec->kind_count + 1);
	uint64_t in_all = spec->cycle_count ? UINT64_MAX : 0;

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

/* The guard drained(x) and … of BUCKET stays true: each x's kinds are over. */
bool pml_guard_stays(const struct pml_model *model, const struct ir_bucket *bucket)
{
	const struct ir_spec *spec = model->spec;
	const bool *over = pml_find_over(model, bucket);

	for (size_t i = 0; i < spec->kind_count; i++)
		if (pml_says_drained(bucket->guard, spec->kinds[i]) && !over[i])
			return false;
	return true;
}

/* Units of KIND are over whenever a bucket of OTHER opens. */
bool pml_is_over_before(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other)
{
	for (size_t i = 0; i < other->bucket_count; i++)
		if (!pml_find_over(model, other->buckets[i])[kind->index])
			return false;
	return true;
}

/* Units of KIND and of OTHER may run at once. */
bool pml_may_run_beside(const struct pml_model *model, const struct ir_kind *kind,
    const struct ir_kind *other)
{
	if (kind == other)
		return kind->multiplicity != IR_ONCE;
	return !pml_is_over_before(model, kind, other) && !pml_is_over_before(model, other, kind);
}

/* In each cycle in which units of KIND run BUCKET takes part, and opens when they are over. */
bool pml_opens_later(const struct pml_model *model, const struct ir_bucket *bucket,
    const struct ir_kind *kind)
{
	const struct ir_spec *spec = model->spec;

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
