/* late-load.c: loads after their place, as doc/memory.md has them for collectors.
 *
 * A unit, or a mutator in an operation, is just before a load that does not acquire.  It may go on without it, and do it
 * between two later steps, until something needs it to be done. */
#include "tests/differential/semantics/internal.h"

static bool is_among(uint64_t vars, int var)
{
	return var >= 0 && vars >> var & 1;
}

/* ---------------------------------------------------------------- what needs a load */
/* Whether INSN never comes before what is before it. */
static bool orders(const struct insn *insn)
{
	switch (insn->op) {
	case DO_STORE:
	case DO_SWAP:
	case DO_CAS:
	case DO_ADD:
	case DO_SUB:
	case DO_AND:
	case DO_OR: return insn->releases;
	case DO_LET:
	case DO_IF: return insn->shared; /* asks for what is under a lock */
	case DO_FENCE:
	case DO_EMIT:
	case DO_FREE:
	case DO_FREE_SPACE:
	case DO_FREE_REGION:
	case DO_SWAP_SPACES:
	case DO_COPY:
	case DO_COPIED:
	case DO_SLIDE:
	case DO_MOVE:
	case DO_STOP:
	case DO_STOPPED:
	case DO_RESUME:
	case DO_BEGIN:
	case DO_END:
	case DO_REQUEST:
	case DO_ACT:
	case DO_ACCESS:
	case DO_ROOT: return true;
	case DO_LOAD:
	case DO_AWAIT:
	case DO_JUMP:
	case DO_BEFORE_FIRST:
	case DO_NEXT:
	case DO_ALLOC:
	case DO_ASK:
	case DO_GHOST:
	case DO_ASSERT:
	case DO_DONE:
	case DO_RETURN: break;
	}
	return false;
}

static bool needs(const struct insn *insn, const struct insn *load)
{
	return orders(insn) || is_among(sx_reads(insn), load->dst) || insn->dst == load->dst ||
	    is_among(sx_reads(load), insn->dst);
}

/* ------------------------------------------------------------------ what waits */
static const struct insn *load_number(const struct frame *frame, unsigned number)
{
	for (unsigned pc = 0; pc < frame->code->count; pc++)
		if (frame->code->at[pc].load == (int)number)
			return &frame->code->at[pc];
	return NULL;
}

static bool is_waiting(const struct frame *frame, unsigned number)
{
	return frame->waiting >> number & 1 &&
	    is_among(frame->code->at[frame->pc].live, load_number(frame, number)->dst);
}

uint64_t sx_needed(struct frame *frame)
{
	uint64_t needed = frame->code->at[frame->pc].live;

	for (unsigned i = 0; i < EARLY; i++)
		if (is_waiting(frame, i))
			needed |= sx_reads(load_number(frame, i));
		else
			frame->waiting &= ~(1u << i);
	return needed;
}

bool sx_waits_at(const struct machine *machine, struct state *s, const struct frame *frame, int at)
{
	for (unsigned i = 0; i < EARLY; i++)
		if (is_waiting(frame, i) &&
		    sx_location(machine, s, frame, &load_number(frame, i)->place) == at)
			return true;
	return false;
}

bool sx_is_held(const struct machine *machine, struct state *s, const struct frame *frame)
{
	const struct insn *insn = &frame->code->at[frame->pc];
	int at;

	if (!frame->waiting)
		return false;
	for (unsigned i = 0; i < EARLY; i++)
		if (is_waiting(frame, i) && needs(insn, load_number(frame, i)))
			return true;
	if (insn->place.kind == NO_PLACE)
		return false;
	at = sx_location(machine, s, frame, &insn->place);
	return at >= 0 && sx_waits_at(machine, s, frame, at);
}

/* ----------------------------------------------------------------------- passing by */
/* Whether the load is in a loop, and its value is read after the round has ended. */
static bool outlives_round(const struct code *code, const struct insn *load)
{
	unsigned pc = (unsigned)(load - code->at);

	for (unsigned head = 0; head < pc; head++)
		if (code->at[head].op == DO_NEXT && code->at[head].target > pc &&
		    is_among(code->at[head].live, load->dst))
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

	if (seen[pc] || insn->op == DO_DONE || insn->op == DO_RETURN || needs(insn, load))
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
	const struct insn *load = number < frame->code->loads ? load_number(frame, number) : NULL;

	if (!load || !is_waiting(frame, number))
		return false;
	making->step->insn = load;
	frame->waiting &= ~(1u << number);
	sx_access_memory(making, frame, load);
	return true;
}
