/* reads.c: which variables an instruction reads. */
#include "tests/differential/semantics/internal.h"

static uint64_t bit(int var)
{
	return var < 0 ? 0 : UINT64_C(1) << var;
}

static uint64_t read_by(const struct expr *expr)
{
	uint64_t vars = 0;

	if (!expr)
		return 0;
	if (expr->op == E_VAR)
		vars = bit((int)expr->index);
	for (unsigned i = 0; i < expr->unit_count; i++)
		vars |= read_by(expr->unit[i]);
	if (expr->place.kind == AT_SLOT || expr->place.kind == AT_LIKE)
		vars |= bit((int)expr->place.var);
	return vars | read_by(expr->args[0]) | read_by(expr->args[1]) |
	    read_by(expr->place.object) | read_by(expr->place.index);
}

uint64_t sx_reads(const struct insn *insn)
{
	uint64_t vars = read_by(insn->args[0]) | read_by(insn->args[1]) |
	    read_by(insn->place.object) | read_by(insn->place.index) | read_by(insn->place.from);

	for (unsigned i = 0; i < insn->unit_count; i++)
		vars |= read_by(insn->unit[i]);
	if (insn->place.kind == AT_SLOT || insn->place.kind == AT_LIKE)
		vars |= bit((int)insn->place.var);
	if (insn->op == DO_AWAIT ||
	    insn->op == DO_SLIDE) /* of what it has just loaded; each object */
		vars &= ~bit(insn->dst);
	if (insn->op == DO_NEXT)
		vars |= bit(insn->dst) | bit(insn->listed);
	if (insn->op == DO_ACT)
		vars |= 7; /* object, slot, value */
	if (insn->op == DO_ACCESS)
		vars |= 1 | 4 | 8 | 16; /* object, value, slot or word, number or target */
	if (insn->op == DO_ROOT)
		vars |= 3; /* object, root */
	return vars;
}
