/* offer.c: one step, from a state to the next. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

/* Begins a step from the current state.  Its changes are made in offer->state. */
struct making sx_begin(struct offer *offer, enum step_kind kind, unsigned who)
{
	struct making making = { offer->machine, &offer->state, &offer->step };

	offer->state.count = offer->from->count;
	memcpy(offer->state.at, offer->from->at, offer->from->count * sizeof *offer->from->at);
	offer->step.kind = kind;
	offer->step.who = who;
	offer->step.insn = NULL;
	offer->step.action = NULL;
	offer->step.event_count = 0;
	offer->step.failed = false;
	offer->step.name = NULL;
	return making;
}

void sx_take(struct offer *offer)
{
	const struct property *broken;

	if (!offer->step.failed && (broken = sx_broken(offer->machine, &offer->state, false))) {
		offer->step.failed = true;
		offer->step.check = SX_PROPERTY;
		offer->step.name = broken->name;
	}
	sx_sort_units(offer->machine, &offer->state);
	sx_number_identities(offer->machine, &offer->state);
	offer->visit(offer->context, &offer->step, &offer->state);
}
