/* spaces.c: which space is which, and who looks at that. */
#include "tests/differential/semantics/internal.h"

static bool tests(const struct expr *expr)
{
	return expr && (expr->op == E_IN_SPACE || tests(expr->args[0]) || tests(expr->args[1]));
}

/* Whether the code looks at spaces. */
static bool looks(const struct code *code)
{
	for (unsigned pc = 0; pc < code->count; pc++) {
		const struct insn *insn = &code->at[pc];

		if (insn->op == DO_ALLOC || insn->op == DO_FREE_SPACE ||
		    insn->op == DO_SWAP_SPACES || tests(insn->args[0]) || tests(insn->args[1]))
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
