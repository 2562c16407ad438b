/* sliding.c: `slide' and `relocate'. */
#include "tests/differential/semantics/internal.h"

static bool all_stopped(const struct making *making)
{
	return making->state->at[making->machine->spec->at_stop] != NOT_STOPPED &&
	    sx_all_stopped(making->machine, making->state);
}

/* How many units run, or could. */
static unsigned active(const struct making *making)
{
	const struct sx_spec *spec = making->machine->spec;
	unsigned count = 0;

	for (unsigned i = 0; i < units_of(making->machine, making->state); i++) {
		const cell *unit = unit_at(making->machine, making->state, i);

		count +=
		    (making->state->at[spec->at_buckets + (unsigned)unit[U_BUCKET]] & OPEN) != 0;
	}
	return count;
}

void sx_slide(struct making *making, const struct frame *frame, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;
	struct frame looks = *frame;
	unsigned next = 0;

	if (!all_stopped(making) || active(making) > 1) { /* the unit itself is one */
		sx_fail(making, SX_ASSERT, "slide");
		return;
	}
	for (unsigned o = 0; o < spec->object_count; o++) {
		if (o && sx_part(spec, o) != sx_part(spec, o - 1))
			next = o;
		looks.var[insn->dst] = (int)o;
		if (making->state->at[spec->at_live + o] &&
		    sx_eval(making->machine, making->state, &looks, insn->args[1]))
			making->state->at[spec->at_meta + o * spec->meta_count + insn->place.meta] =
			    (cell)next++;
	}
}

static void copy_all(struct making *making, unsigned from, unsigned to)
{
	const struct sx_spec *spec = making->machine->spec;
	cell *slots = making->state->at + spec->at_slots,
	     *metas = making->state->at + spec->at_meta;

	for (unsigned i = 0; i < spec->slots; i++)
		slots[to * spec->slots + i] = slots[from * spec->slots + i];
	for (unsigned i = 0; i < spec->meta_count; i++)
		if (spec->metas[i].is_word)
			metas[to * spec->meta_count + i] = metas[from * spec->meta_count + i];
}

static void renew(struct making *making, unsigned object)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned i = 0; i < spec->meta_count; i++)
		if (!spec->metas[i].is_word)
			making->state->at[spec->at_meta + object * spec->meta_count + i] =
			    (cell)spec->metas[i].initial;
}

void sx_move(struct making *making, const struct frame *frame, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;
	int from = sx_eval(making->machine, making->state, frame, insn->args[0]);
	int to = sx_eval(making->machine, making->state, frame, insn->args[1]);

	sx_access_cell(making, from);
	if (making->step->failed)
		return;
	if (!all_stopped(making) || to < 0 ||
	    (to != from && making->state->at[spec->at_live + (unsigned)to]))
		sx_fail(making, SX_ASSERT, "move");
	sx_access_slots(making, from, true);
	sx_access_slots(making, to, true);
	if (making->step->failed)
		return;
	if (to == from) {
		renew(making, (unsigned)to);
		return;
	}
	sx_take_cell(making, (unsigned)to);
	copy_all(making, (unsigned)from, (unsigned)to);
	sx_copy_identity(making, from, to);
	sx_free_cell(making, from);
}
