/* spaces.c: in which space a cell is, and what kernels do with whole spaces. */
#include "tests/differential/semantics/internal.h"

/* Which part of the cells the space has now. */
static unsigned part_of(const struct machine *machine, const struct state *s, unsigned space)
{
	return (unsigned)s->at[machine->spec->at_spaces + space];
}

bool sx_is_in_space(const struct machine *machine, const struct state *s, int object,
    unsigned space)
{
	const struct sx_spec *spec = machine->spec;

	return object >= 0 && (unsigned)object < spec->object_count &&
	    (!spec->space_count ||
		sx_part(spec, (unsigned)object) == part_of(machine, s, space));
}

unsigned sx_part(const struct sx_spec *spec, unsigned object)
{
	return spec->space_count ? object / (spec->object_count / spec->space_count) : 0;
}

static bool tests(const struct expr *expr)
{
	return expr && (expr->op == E_IN_SPACE || tests(expr->args[0]) || tests(expr->args[1]));
}

/* Whether the code looks at spaces. */
static bool looks(const struct code *code)
{
	for (unsigned pc = 0; pc < code->count; pc++) {
		const struct insn *insn = &code->at[pc];

		if (insn->op == DO_ALLOC || insn->op == DO_FREE_SPACE || insn->op == DO_SWAP_SPACES ||
		    tests(insn->args[0]) || tests(insn->args[1]))
			return true;
		for (unsigned i = 0; i < insn->unit_count; i++)
			if (tests(insn->unit[i]))
				return true;
	}
	return false;
}

void sx_swap_spaces(struct making *making, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;
	struct state *s = making->state;
	cell *a = &s->at[spec->at_spaces + insn->space], *b = &s->at[spec->at_spaces + insn->other];
	cell former = *a;
	unsigned lookers = 0;

	for (unsigned i = 0; i < units_of(making->machine, s); i++)
		lookers += looks(&spec->kinds[unit_at(making->machine, s, i)[U_KIND]].code);
	if (lookers > 1 || s->at[spec->at_stop] == NOT_STOPPED ||
	    !sx_all_stopped(making->machine, s)) /* the unit itself is one */
		sx_fail(making, SX_ASSERT, "spaces");
	*a = *b;
	*b = former;
}

void sx_free_space(struct making *making, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned o = 0; o < spec->object_count && !making->step->failed; o++)
		if (making->state->at[spec->at_live + o] &&
		    sx_is_in_space(making->machine, making->state, (int)o, insn->space))
			sx_free_cell(making, (int)o);
}
