/* fail.c: steps that fail. */
#include "tests/differential/semantics/internal.h"

void sx_fail(struct making *making, enum sx_check check, const char *name)
{
	if (making->step->failed || (making->machine->options.unchecked >> check & 1))
		return;
	making->step->failed = true;
	making->step->check = check;
	making->step->name = name;
}

void sx_access_cell(struct making *making, int object)
{
	if (object < 0 || !making->state->at[making->machine->spec->at_live + (unsigned)object])
		sx_fail(making, SX_NO_FREED_ACCESS, NULL);
}
