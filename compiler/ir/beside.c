/* beside.c: kinds that may read roots, loop over objects, allocate, or store over objects, while mutators run.
 *
 * A kernel reads roots while all mutators are stopped if it has stopped them itself, or if
 * they are stopped when its unit can begin: the guard of its bucket says so, or a kind that
 * stops them has surely run then.  And no kernel may let them go on meanwhile: each that does
 * is over before they are stopped, or begins when the units that read are over.  Less may be
 * known here than is so, never more. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

/* A kind in a cycle. */
struct reader {
	const struct ir_course *course;
	const struct ir_kind *kind;
	bool stays; /* after its own stop, mutators stay stopped until it resumes them */
	bool (*reads)(const struct ir_stmt *stmt);
};

/* Mutators are stopped when SINCE can begin, or SINCE stops them.  Returns whether a kernel other
 * than BUT may resume them before KIND is over. */
static bool may_go_on(const struct ir_course *course, const struct ir_kind *since,
    const struct ir_kind *kind, const struct ir_kind *but)
{
	for (size_t i = 0; i < course->spec->kind_count; i++) {
		const struct ir_kind *other = course->spec->kinds[i];

		if (other != but && ir_has(other->kernel.body, IR_OP_resume) &&
		    ir_runs_in(other, course->cycle) && !ir_is_over_before(course, other, since) &&
		    !ir_is_over_before(course, kind, other))
			return true;
	}
	return false;
}

bool ir_says_stopped(const struct ir_expr *guard)
{
	if (guard && guard->kind == IR_AND)
		return ir_says_stopped(guard->args[0]) || ir_says_stopped(guard->args[1]);
	return guard && guard->kind == IR_ALL_STOPPED;
}

/* Whether LIST stops the mutators on each path. */
static bool stops(const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if (list->op == IR_OP_stop)
			return true;
	return false;
}

/* Whether mutators are stopped from the opening of BUCKET until the units of the kind are over. */
static bool opens_stopped(const struct reader *r, const struct ir_bucket *bucket)
{
	const struct ir_course *course = r->course;
	uint64_t ran = ir_surely_ran(course, course->opening[bucket->index]);

	if (ir_says_stopped(bucket->guard) && !may_go_on(course, r->kind, r->kind, NULL))
		return true;
	for (size_t i = 0; i < course->spec->kind_count; i++) {
		const struct ir_kind *kind = course->spec->kinds[i];

		if (ran >> i & 1 && stops(kind->kernel.body) &&
		    !may_go_on(course, kind, r->kind, NULL))
			return true;
	}
	return false;
}

static bool begins_stopped(const struct reader *r)
{
	for (size_t i = 0; i < r->kind->bucket_count; i++)
		if (ir_takes_part(r->kind->buckets[i], r->course->cycle) &&
		    !opens_stopped(r, r->kind->buckets[i]))
			return false;
	return true;
}

static bool reads_roots(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_ROOTS;
}

static bool reads_objects(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_OBJECTS;
}

static bool allocates(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_alloc;
}

/* Whether LIST may have a statement that reads while mutators run. *STOPPED is true if they are stopped before LIST;
 * it becomes whether they are stopped after it. */
static bool reads_beside(const struct reader *r, const struct ir_stmt *list, bool *stopped)
{
	bool any = false;

	for (const struct ir_stmt *s = list; s; s = s->next) {
		bool before = *stopped && !(s->op == IR_OP_for && ir_has(s->body, IR_OP_resume));
		bool otherwise = before;

		if (s->op == IR_OP_stop)
			before = otherwise = r->stays;
		else if (s->op == IR_OP_resume)
			before = otherwise = false;
		any |= r->reads(s) && !before;
		any |= reads_beside(r, s->body, &before);
		any |= reads_beside(r, s->otherwise, &otherwise);
		*stopped = before && otherwise;
	}
	return any;
}

static bool reads_beside_in(const struct ir_course *course, const struct ir_kind *kind,
    bool (*reads)(const struct ir_stmt *stmt))
{
	struct reader r = { .course = course, .kind = kind, .reads = reads };
	bool stopped = course->is_known && begins_stopped(&r);

	r.stays = course->is_known && !may_go_on(course, kind, kind, kind) &&
	    (kind->multiplicity == IR_ONCE || !ir_has(kind->kernel.body, IR_OP_resume));
	return reads_beside(&r, kind->kernel.body, &stopped);
}

static bool does_beside(const struct ir_spec *spec, const struct ir_kind *kind,
    bool (*reads)(const struct ir_stmt *stmt))
{
	for (size_t i = 0; i < spec->cycle_count; i++) {
		struct ir_course course;

		if (!ir_runs_in(kind, spec->cycles[i]))
			continue;
		ir_follow_cycle(spec, spec->cycles[i], &course);
		if (reads_beside_in(&course, kind, reads))
			return true;
	}
	return false;
}

bool ir_scans_beside(const struct ir_spec *spec, const struct ir_kind *kind)
{
	return does_beside(spec, kind, reads_roots);
}

bool ir_visits_beside(const struct ir_spec *spec, const struct ir_kind *kind)
{
	return does_beside(spec, kind, reads_objects);
}

bool ir_allocates_beside(const struct ir_spec *spec, const struct ir_kind *kind)
{
	return does_beside(spec, kind, allocates);
}

static bool is_over_object(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	return stmt->op == IR_OP_store && stmt->place->kind == IR_PLACE_META &&
	    stmt->place->meta->when;
}

static bool stores_over_object(const struct ir_stmt *stmt)
{
	return is_over_object(stmt, NULL);
}

bool ir_overlays_beside(const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		if (does_beside(spec, spec->kinds[i], stores_over_object))
			return true;
	return ir_spec_any(spec, IR_OF_BARRIERS, is_over_object, NULL);
}
