/* phases.c: phases that change only while all mutators are stopped. */
#include "compiler/ir/ir.h"

struct change {
	const struct ir_phase *phase;
	bool stopped, only_stopped;
};

/* Follows the statements.  CHANGE->stopped: all mutators are stopped. */
static void follow(const struct ir_stmt *list, struct change *change)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		bool before = change->stopped, after;

		if (s->op == IR_OP_stop)
			change->stopped = true;
		else if (s->op == IR_OP_resume)
			change->stopped = false;
		else if ((s->op == IR_OP_begin_phase || s->op == IR_OP_end_phase) &&
		    s->phase == change->phase)
			change->only_stopped &= change->stopped;
		if (s->op != IR_OP_if && s->op != IR_OP_for)
			continue;
		follow(s->body, change);
		after = change->stopped;
		change->stopped = before;
		follow(s->otherwise, change);
		change->stopped &= after;
	}
}

bool ir_only_stopped(const struct ir_spec *spec, const struct ir_phase *phase)
{
	struct change change = { phase, false, phase->how == IR_BY_KERNELS };

	for (size_t i = 0; i < spec->kind_count; i++) {
		change.stopped = false;
		follow(spec->kinds[i]->kernel.body, &change);
	}
	for (size_t i = 0; i < spec->bucket_count; i++) {
		change.stopped = false;
		follow(spec->buckets[i]->fill.body, &change);
	}
	return change.only_stopped;
}
