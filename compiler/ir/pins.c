/* pins.c: collectors that move objects, and can keep one where it is.
 *
 * Note [Pinned objects]: a kernel that tests the result of `alloc` against null does without, at any time.  So the
 * runtime may give null for an object that the program has pinned.  Nothing else can move it: whatever
 * is copied goes into what `alloc` gave.  (What slides cannot be kept: its place was chosen without a test.)  Models need
 * nothing for it, because they have the step that gives null for each object, at each time.  One thing is left: the program may pin an object that has been copied already, when
 * only its slots have not been rewritten.  So nothing may move while mutators run: all other units of the cycle
 * are over before a kernel resumes the mutators, and those that allocate run while these are stopped.  Less may be known
 * here than is so, never more.
 *
 * A collector with the barrier `pinned' is told of each pin, and keeps the object itself.  Then the runtime keeps none,
 * so that C does what models do. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

bool ir_moves(const struct ir_spec *spec)
{
	return ir_kernels_have(spec, IR_OP_alloc) || ir_kernels_have(spec, IR_OP_move);
}

static bool counts_on_room(const struct ir_stmt *stmt, const void *body)
{
	return stmt->op == IR_OP_alloc && !ir_handles_no_room(body, stmt);
}

/* Whether all kinds of the cycle but RESUMER are over when it begins. */
static bool is_last(const struct ir_course *course, const struct ir_kind *resumer)
{
	for (size_t i = 0; i < course->spec->kind_count; i++) {
		const struct ir_kind *kind = course->spec->kinds[i];

		if (kind != resumer && ir_runs_in(kind, course->cycle) &&
		    !ir_is_over_before(course, kind, resumer))
			return false;
	}
	return true;
}

/* Whether objects move only in one stop, which ends the cycle. */
static bool moves_in_one_stop(const struct ir_spec *spec, const struct ir_cycle *cycle)
{
	struct ir_course course;

	ir_follow_cycle(spec, cycle, &course);
	if (!course.is_known)
		return false;
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_kind *kind = spec->kinds[i];
		bool moves = ir_has(kind->kernel.body, IR_OP_alloc);

		if (!ir_runs_in(kind, cycle) || !ir_has(kind->kernel.body, IR_OP_resume))
			continue;
		if (moves || !is_last(&course, kind))
			return false;
	}
	return true;
}

bool ir_pins(const struct ir_spec *spec)
{
	if (!ir_moves(spec) || spec->barriers[IR_PINNED])
		return true;
	for (size_t i = 0; i < spec->kind_count; i++) {
		const struct ir_stmt *body = spec->kinds[i]->kernel.body;

		if (ir_list_any(body, counts_on_room, body) || ir_has(body, IR_OP_move) ||
		    (ir_has(body, IR_OP_alloc) && ir_allocates_beside(spec, spec->kinds[i])))
			return false;
	}
	for (size_t i = 0; i < spec->cycle_count; i++)
		if (!moves_in_one_stop(spec, spec->cycles[i]))
			return false;
	return true;
}
