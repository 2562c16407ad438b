/* roots.c: units that hold the place of a root, and whether it lasts as long as they do.
 *
 * `for s in m.roots  emit k(s);` puts a place on a mutator's stack into a unit.  It is
 * gone when the mutator goes on.  So each kernel that lets mutators go on must come after
 * the last of these units: the guard of its bucket says, by `drained` of their buckets and
 * of all that leads to them, that none is left and none can come.  Or it comes before the first
 * of them: the guards of the buckets of all that emit such units say that it is over. */
#include "compiler/ir/ir.h"

enum { MAX_KINDS = 64 };

struct roots {
	const struct ir_spec *spec;
	uint64_t params[MAX_KINDS]; /* by kind: parameters that may be the place of a root */
	bool changed;
};

/* ------------------------------------------------------- which units hold one */
static bool is_root(const struct roots *r, const struct ir_kind *kind,
    const struct ir_stmt *const *loops, size_t depth, const struct ir_var *var)
{
	for (size_t i = depth; i-- > 0;)
		if (loops[i]->dst == var)
			return loops[i]->domain == IR_DOMAIN_ROOTS;
	return kind && kind->index < MAX_KINDS && var->index < kind->param_count &&
	    kind->kernel.vars[var->index] == var && r->params[kind->index] >> var->index & 1;
}

static bool note_emit(struct roots *r, const struct ir_kind *kind, const struct ir_stmt *emit,
    const struct ir_stmt *const *loops, size_t depth)
{
	bool any = false;

	for (size_t i = 0; i < emit->unit_count && emit->kind->index < MAX_KINDS; i++) {
		uint64_t bit = UINT64_C(1) << i, *params = &r->params[emit->kind->index];

		if (emit->units[i]->kind != IR_VAR || emit->units[i]->type.kind != IR_SLOT ||
		    !is_root(r, kind, loops, depth, emit->units[i]->var))
			continue;
		r->changed |= !(*params & bit);
		*params |= bit;
		any = true;
	}
	return any;
}

/* The first statement that emits a unit of WANTED (NULL: of any kind) with the place of a root in
 * it. */
static const struct ir_stmt *look_in(struct roots *r, const struct ir_kind *kind,
    const struct ir_stmt *list, const struct ir_stmt **loops, size_t depth,
    const struct ir_kind *wanted)
{
	const struct ir_stmt *first = NULL, *found;

	for (; list; list = list->next) {
		bool loop = list->op == IR_OP_for && depth < MAX_KINDS;

		if (list->op == IR_OP_emit && note_emit(r, kind, list, loops, depth) && !first &&
		    (!wanted || list->kind == wanted))
			first = list;
		if (loop)
			loops[depth] = list;
		found = look_in(r, kind, list->body, loops, depth + loop, wanted);
		first = first ? first : found;
		found = look_in(r, kind, list->otherwise, loops, depth, wanted);
		first = first ? first : found;
	}
	return first;
}

static const struct ir_stmt *emit_of(struct roots *r, const struct ir_kind *wanted)
{
	const struct ir_stmt *loops[MAX_KINDS], *found = NULL;

	for (size_t i = 0; i < r->spec->kind_count && !found; i++)
		found =
		    look_in(r, r->spec->kinds[i], r->spec->kinds[i]->kernel.body, loops, 0, wanted);
	for (size_t i = 0; i < r->spec->bucket_count && !found; i++)
		found = look_in(r, NULL, r->spec->buckets[i]->fill.body, loops, 0, wanted);
	return found;
}

/* ---------------------------------------------------------------- the question */
static bool resumes(const struct ir_bucket *bucket)
{
	for (size_t k = 0; k < bucket->kind_count; k++)
		if (ir_has(bucket->kinds[k]->kernel.body, IR_OP_resume))
			return true;
	return false;
}

/* Whether in the cycle of COURSE no kernel of BUCKET runs any more when somebody may emit a unit of KIND. */
static bool is_over_before_emits(const struct ir_course *course, const struct ir_bucket *bucket,
    const struct ir_kind *kind)
{
	for (size_t k = 0; k < bucket->kind_count; k++)
		for (size_t i = 0; i < course->spec->edge_count; i++) {
			const struct ir_edge *edge = &course->spec->edges[i];

			if (edge->product != kind)
				continue;
			if (!edge->producer ||
			    (ir_runs_in(edge->producer, course->cycle) &&
				!ir_is_over_before(course, bucket->kinds[k], edge->producer)))
				return false;
		}
	return true;
}

/* Whether in the cycle of COURSE some kernel resumes mutators, and KIND is over before every such
 * kernel, or begins after it. */
static bool is_over_in(const struct ir_course *course, const struct ir_kind *kind)
{
	bool any = false;

	for (size_t i = 0; i < course->spec->bucket_count; i++) {
		const struct ir_bucket *bucket = course->spec->buckets[i];

		if (!ir_takes_part(bucket, course->cycle) || !resumes(bucket))
			continue;
		any = true;
		if (!(course->opening[i].over >> kind->index & 1) &&
		    !is_over_before_emits(course, bucket, kind))
			return false;
	}
	return any;
}

static bool is_over_before_resume(const struct ir_spec *spec, const struct ir_kind *kind)
{
	for (size_t i = 0; i < spec->cycle_count; i++) {
		struct ir_course course;

		if (!ir_runs_in(kind, spec->cycles[i]))
			continue;
		ir_follow_cycle(spec, spec->cycles[i], &course);
		if (!is_over_in(&course, kind))
			return false;
	}
	return true;
}

static bool is_emitted_by_mutators(const struct ir_spec *spec, const struct ir_kind *kind)
{
	for (size_t i = 0; i < spec->edge_count; i++)
		if (spec->edges[i].product == kind && spec->edges[i].producer &&
		    spec->edges[i].producer->on)
			return true;
	return false;
}

const struct ir_stmt *ir_outliving_root(const struct ir_spec *spec)
{
	struct roots roots = { .spec = spec, .changed = true };

	if (spec->kind_count > MAX_KINDS || spec->bucket_count > MAX_KINDS)
		return NULL; /* refused elsewhere: the runtime has fewer queues */
	while (roots.changed) {
		const struct ir_stmt *loops[MAX_KINDS];

		roots.changed = false;
		for (size_t i = 0; i < spec->kind_count; i++)
			look_in(&roots, spec->kinds[i], spec->kinds[i]->kernel.body, loops, 0,
			    NULL);
		for (size_t i = 0; i < spec->bucket_count; i++)
			look_in(&roots, NULL, spec->buckets[i]->fill.body, loops, 0, NULL);
	}
	for (size_t i = 0; i < spec->kind_count; i++)
		if (roots.params[i] &&
		    (is_emitted_by_mutators(spec, spec->kinds[i]) ||
			!is_over_before_resume(spec, spec->kinds[i])))
			return emit_of(&roots, spec->kinds[i]);
	return NULL;
}
