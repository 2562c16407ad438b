/* early.c: loads before their place, as doc/memory.md has them for collectors.
 *
 * A unit, or a mutator in an operation, is just before a load or a read-modify-write.  Another load that may follow can be done now, if a
 * way leads there on which nothing holds the load back and no variable of its address changes. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

void sx_get_early(const struct machine *machine, struct frame *frame, const cell *from)
{
	memset(frame->early, 0, sizeof frame->early);
	frame->waiting = 0;
	if (!machine->early)
		return;
	for (unsigned i = 0; i < EARLY; i++)
		frame->early[i] = from[i];
	frame->waiting = (uint16_t)from[EARLY];
}

void sx_put_early(const struct machine *machine, const struct frame *frame, cell *to)
{
	struct frame kept = *frame;

	if (!machine->early)
		return;
	sx_keep_early(&kept);
	for (unsigned i = 0; i < EARLY; i++)
		to[i] = (cell)kept.early[i];
	to[EARLY] = (cell)kept.waiting;
}

bool sx_take_early(struct frame *frame, const struct insn *insn)
{
	if (insn->load < 0 || !frame->early[insn->load])
		return false;
	frame->var[insn->dst] = frame->early[insn->load] - EARLY_MORE;
	frame->early[insn->load] = 0;
	return true;
}

/* -------------------------------------------------------------------------- ways */
static bool is_named(const struct expr *expr, int var)
{
	return expr &&
	    ((expr->op == E_VAR && (int)expr->index == var) || is_named(expr->args[0], var) ||
		is_named(expr->args[1], var));
}

/* Whether the address of LOAD depends on VAR. */
static bool depends(const struct insn *load, int var)
{
	if (var < 0)
		return false;
	if (load->place.kind == AT_SLOT)
		return (int)load->place.var == var;
	if (load->place.kind == AT_LIKE && (int)load->place.var == var)
		return true;
	return is_named(load->place.object, var) || is_named(load->place.index, var);
}

/* Whether INSN lets no later load come before it, whatever their locations.  DONE: if it is a load, it is done. */
static bool holds(const struct insn *insn, const struct insn *load, bool done)
{
	switch (insn->op) {
	case DO_LOAD: return insn->acquires && !done;
	case DO_AWAIT:
	case DO_FENCE:
	case DO_SWAP:
	case DO_ADD:
	case DO_SUB:
	case DO_AND:
	case DO_OR: return insn->acquires;
	case DO_CAS: return insn->acquires && insn->acquires_on_failure;
	case DO_STORE: return insn->is_total && load->is_total;
	case DO_LET:
	case DO_IF: return insn->shared; /* asks for what is under a lock */
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
	case DO_JUMP:
	case DO_BEFORE_FIRST:
	case DO_NEXT:
	case DO_EMIT:
	case DO_FREE:
	case DO_FREE_SPACE:
	case DO_FREE_REGION:
	case DO_SWAP_SPACES:
	case DO_ALLOC:
	case DO_ASK:
	case DO_GHOST:
	case DO_ASSERT:
	case DO_DONE:
	case DO_RETURN: break;
	}
	return false;
}

enum { MOST_INSNS = 4096 };

/* Whether a way leads from PC to LOAD that changes no variable of its address, and, ORDERED, on which nothing
 * holds it back. */
static bool leads(const struct frame *frame, unsigned pc, const struct insn *load, bool ordered,
    bool *seen)
{
	const struct insn *insn = &frame->code->at[pc];

	if (insn == load)
		return true;
	if (seen[pc])
		return false;
	seen[pc] = true;
	if (insn->op == DO_DONE || insn->op == DO_RETURN || depends(load, insn->dst) ||
	    (ordered && holds(insn, load, insn->load >= 0 && frame->early[insn->load])))
		return false;
	if (insn->op != DO_JUMP && leads(frame, pc + 1, load, ordered, seen))
		return true;
	return (insn->op == DO_JUMP || insn->op == DO_IF || insn->op == DO_NEXT) &&
	    leads(frame, insn->target, load, ordered, seen);
}

static bool is_ahead(const struct frame *frame, const struct insn *load, bool ordered)
{
	bool seen[MOST_INSNS] = { false };

	return frame->code->count <= MOST_INSNS && leads(frame, frame->pc, load, ordered, seen);
}

void sx_keep_early(struct frame *frame)
{
	for (unsigned pc = 0; pc < frame->code->count; pc++) {
		const struct insn *insn = &frame->code->at[pc];

		if (insn->load >= 0 && frame->early[insn->load] && !is_ahead(frame, insn, false))
			frame->early[insn->load] = 0;
	}
}

/* ----------------------------------------------------------------------- dropping */
/* Whether INSN, which is done now, acquires. */
static bool acquires_now(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct insn *insn)
{
	int location;

	if (insn->op == DO_STORE)
		return false; /* a `seq_cst' store holds back what is `seq_cst' only: holds */
	if (insn->op != DO_CAS)
		return insn->acquires;
	location = sx_location(machine, s, frame, &insn->place);
	if (location < 0)
		return false;
	return *sx_seen(machine, s, frame, sx_cell(machine, s, location)) ==
		sx_eval(machine, s, frame, insn->args[0])
	    ? insn->acquires
	    : insn->acquires_on_failure;
}

void sx_drop_early(const struct machine *machine, struct state *s, struct frame *frame,
    const struct insn *insn)
{
	bool acquires, is_access = insn->place.kind != NO_PLACE;
	int here;

	if (!machine->early)
		return;
	acquires = acquires_now(machine, s, frame, insn);
	here = is_access ? sx_location(machine, s, frame, &insn->place) : -1;
	for (unsigned pc = 0; pc < frame->code->count; pc++) {
		const struct insn *load = &frame->code->at[pc];

		if (load->load < 0 || !frame->early[load->load])
			continue;
		if (acquires || holds(insn, load, true) || depends(load, insn->dst) ||
		    (here >= 0 && sx_location(machine, s, frame, &load->place) == here))
			frame->early[load->load] = 0;
	}
}

/* ------------------------------------------------------------------------- loading */
/* Where LOAD comes next: loads behind the present place come in the next round of a loop. */
static unsigned turn(const struct frame *frame, const struct insn *load)
{
	unsigned pc = (unsigned)(load - frame->code->at);

	return pc < frame->pc ? pc + frame->code->count : pc;
}

/* Whether a later load is done already that this one, done now, would have held back. */
static bool is_too_late(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct insn *load, int location)
{
	for (unsigned pc = 0; pc < frame->code->count; pc++) {
		const struct insn *other = &frame->code->at[pc];

		if (other->load >= 0 && frame->early[other->load] &&
		    turn(frame, other) > turn(frame, load) &&
		    (load->acquires || sx_location(machine, s, frame, &other->place) == location))
			return true;
	}
	return false;
}

static bool is_read(const struct insn *insn)
{
	return insn->op == DO_LOAD || insn->op == DO_AWAIT ||
	    (insn->op >= DO_SWAP && insn->op <= DO_OR);
}

bool sx_load_early(struct making *making, struct frame *frame, const struct insn *load)
{
	const struct machine *machine = making->machine;
	int location;

	if (!machine->early || load->load < 0 || frame->early[load->load] ||
	    load == &frame->code->at[frame->pc] || !is_read(&frame->code->at[frame->pc]) ||
	    !is_ahead(frame, load, true))
		return false;
	location = sx_location(machine, making->state, frame, &load->place);
	if (location < 0 || is_too_late(machine, making->state, frame, load, location) ||
	    sx_waits_at(machine, making->state, frame, location))
		return false;
	if (load->place.kind == AT_META && machine->spec->metas[load->place.meta].is_word)
		sx_access_slots(making, sx_eval(machine, making->state, frame, load->place.object),
		    false);
	else if (load->place.kind != AT_META &&
	    location < (int)(machine->spec->object_count * machine->spec->slots))
		sx_access_slots(making, location / (int)machine->spec->slots, false);
	sx_late_load(making, frame, load);
	frame->early[load->load] =
	    *sx_seen(machine, making->state, frame, sx_cell(machine, making->state, location)) +
	    EARLY_MORE;
	return true;
}
