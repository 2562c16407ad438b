/* waiting.c: loads that have been passed by and are not done (late-load.c), and what needs them. */
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

bool sx_needs(const struct insn *insn, const struct insn *load)
{
	return orders(insn) || is_among(sx_reads(insn), load->dst) || insn->dst == load->dst ||
	    is_among(sx_reads(load), insn->dst);
}

/* ------------------------------------------------------------------ what waits */
const struct insn *sx_load_number(const struct frame *frame, unsigned number)
{
	for (unsigned pc = 0; pc < frame->code->count; pc++)
		if (frame->code->at[pc].load == (int)number)
			return &frame->code->at[pc];
	return NULL;
}

bool sx_is_waiting(const struct frame *frame, unsigned number)
{
	return frame->waiting >> number & 1 &&
	    is_among(frame->code->at[frame->pc].live, sx_load_number(frame, number)->dst);
}

uint64_t sx_needed(struct frame *frame)
{
	uint64_t needed = frame->code->at[frame->pc].live;

	for (unsigned i = 0; i < EARLY; i++)
		if (sx_is_waiting(frame, i))
			needed |= sx_reads(sx_load_number(frame, i));
		else
			frame->waiting &= ~(1u << i);
	return needed;
}

bool sx_waits_at(const struct machine *machine, struct state *s, const struct frame *frame, int at)
{
	for (unsigned i = 0; i < EARLY; i++)
		if (sx_is_waiting(frame, i) &&
		    sx_location(machine, s, frame, &sx_load_number(frame, i)->place) == at)
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
		if (sx_is_waiting(frame, i) && sx_needs(insn, sx_load_number(frame, i)))
			return true;
	if (insn->place.kind == NO_PLACE)
		return false;
	at = sx_location(machine, s, frame, &insn->place);
	return at >= 0 && sx_waits_at(machine, s, frame, at);
}
