/* late-load.c: loads after their place, as doc/memory.md has them for collectors.
 *
 * A unit, or a mutator in an operation, is just before a load that does not acquire.  It may go on without it, and do it
 * between two later steps, until something needs it to be done (waiting.c). */
#include "tests/differential/semantics/internal.h"

/* Whether the load is in a loop, and its value is read after the round has ended. */
static bool outlives_round(const struct code *code, const struct insn *load)
{
	unsigned pc = (unsigned)(load - code->at);

	for (unsigned head = 0; head < pc; head++)
		if (code->at[head].op == DO_NEXT && code->at[head].target > pc &&
		    code->at[head].live >> load->dst & 1)
			return true;
	return false;
}

static bool writes(const struct insn *insn)
{
	return insn->op == DO_STORE || (insn->op >= DO_SWAP && insn->op <= DO_OR);
}

enum { MOST_INSNS = 4096 };

/* Whether a store may come before LOAD on a way from PC. */
static bool may_be_passed(const struct code *code, unsigned pc, const struct insn *load, bool *seen)
{
	const struct insn *insn = &code->at[pc];

	if (seen[pc] || insn->op == DO_DONE || insn->op == DO_RETURN || sx_needs(insn, load))
		return false;
	seen[pc] = true;
	return writes(insn) || (insn->op != DO_JUMP && may_be_passed(code, pc + 1, load, seen)) ||
	    ((insn->op == DO_JUMP || insn->op == DO_IF || insn->op == DO_NEXT) &&
		may_be_passed(code, insn->target, load, seen));
}

bool sx_pass_by(struct making *making, struct frame *frame)
{
	const struct machine *machine = making->machine;
	const struct insn *load = &frame->code->at[frame->pc];
	bool seen[MOST_INSNS] = { false };

	if (!machine->early || load->load < 0 || load->acquires || frame->early[load->load] ||
	    frame->code->count > MOST_INSNS || sx_is_held(machine, making->state, frame) ||
	    outlives_round(frame->code, load) ||
	    !may_be_passed(frame->code, frame->pc + 1, load, seen))
		return false;
	sx_reach(load->runs);
	sx_drop_early(machine, making->state, frame, load);
	frame->waiting |= 1u << load->load;
	frame->var[load->dst] = frame->code->is_ref[load->dst] ? -1 : 0;
	frame->pc++;
	sx_run_private(making, frame);
	return true;
}

bool sx_do_late_load(struct making *making, struct frame *frame, unsigned number)
{
	const struct insn *load =
	    number < frame->code->loads ? sx_load_number(frame, number) : NULL;

	if (!load || !sx_is_waiting(frame, number))
		return false;
	making->step->insn = load;
	frame->waiting &= ~(1u << number);
	sx_access_memory(making, frame, load);
	return true;
}
