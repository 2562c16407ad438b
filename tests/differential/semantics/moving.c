/* moving.c: `alloc' and `copy', and what a policy answers. */
#include "tests/differential/semantics/internal.h"

/* ----------------------------------------------------------------- what is tested */
static bool is_null(const struct expr *expr)
{
	return expr && expr->op == E_CONST && expr->value == -1;
}

static bool is_one_of(const struct expr *expr, uint64_t vars)
{
	return expr && expr->op == E_VAR && (vars >> expr->index & 1);
}

static bool compares(const struct expr *expr, uint64_t vars)
{
	if (!expr)
		return false;
	if ((expr->op == E_EQ || expr->op == E_NE) &&
	    ((is_one_of(expr->args[0], vars) && is_null(expr->args[1])) ||
		(is_one_of(expr->args[1], vars) && is_null(expr->args[0]))))
		return true;
	return compares(expr->args[0], vars) || compares(expr->args[1], vars);
}

/* Which variables may get the value of VAR. */
static uint64_t heirs(const struct code *code, int var)
{
	uint64_t vars = UINT64_C(1) << var, before;

	do {
		before = vars;
		for (unsigned pc = 0; pc < code->count; pc++)
			if (code->at[pc].op == DO_LET && is_one_of(code->at[pc].args[0], vars))
				vars |= UINT64_C(1) << code->at[pc].dst;
	} while (vars != before);
	return vars;
}

void sx_find_tested(struct code *code)
{
	for (unsigned pc = 0; pc < code->count; pc++) {
		struct insn *insn = &code->at[pc];
		uint64_t vars = insn->op == DO_ALLOC ? heirs(code, insn->dst) : 0;

		for (unsigned i = 0; vars && i < code->count; i++)
			for (unsigned k = 0; k < 2; k++)
				insn->tested |= compares(code->at[i].args[k], vars);
		for (unsigned i = 0; vars && i < code->count; i++)
			for (unsigned k = 0; k < code->at[i].unit_count; k++)
				insn->tested |= compares(code->at[i].unit[k], vars);
	}
}

/* -------------------------------------------------------------------------- cells */
/* Whether objects slide in the order of the cells, or a unit may rest in the middle of a loop over all objects, which has
 * that order, too. */
static bool order_counts(const struct sx_spec *spec)
{
	for (unsigned k = 0; k < spec->kind_count; k++)
		for (unsigned pc = 0; pc < spec->kinds[k].code.count; pc++) {
			const struct insn *insn = &spec->kinds[k].code.at[pc];

			if (insn->op == DO_SLIDE)
				return true;
			if (insn->op != DO_NEXT || insn->domain != IN_OBJECTS)
				continue;
			for (unsigned i = pc + 1; i + 1 < insn->target; i++)
				if (spec->kinds[k].code.at[i].op != DO_EMIT)
					return true;
		}
	return false;
}

static bool is_expected(const struct sx_spec *spec, unsigned object)
{
	for (unsigned i = 0; i < spec->expected_count; i++)
		if ((unsigned)spec->expected[i] == object)
			return true;
	return false;
}

/* Whether nobody can distinguish two cells: neither has held an object, so nothing refers to them. */
static bool are_alike(const struct making *making, unsigned a, unsigned b)
{
	const struct sx_spec *spec = making->machine->spec;
	const cell *held = making->state->at + spec->at_held;

	return !spec->region_count && sx_part(spec, a) == sx_part(spec, b) &&
	    !is_expected(spec, a) && !is_expected(spec, b) && !order_counts(spec) && !held[a] &&
	    !held[b];
}

/* Of cells that are alike the first is taken. */
static bool may_take(const struct making *making, const struct insn *insn, unsigned object)
{
	const cell *live = making->state->at + making->machine->spec->at_live;

	for (unsigned i = 0; i < object; i++)
		if (!live[i] && are_alike(making, i, object))
			return false;
	return !live[object] && sx_fits(making->machine, making->state, BY_WORKERS, (int)object) &&
	    sx_is_in_space(making->machine, making->state, (int)object, insn->space);
}

static bool any_free(const struct making *making, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned i = 0; i < spec->object_count; i++)
		if (!making->state->at[spec->at_live + i] &&
		    sx_fits(making->machine, making->state, BY_WORKERS, (int)i) &&
		    sx_is_in_space(making->machine, making->state, (int)i, insn->space))
			return true;
	return false;
}

void sx_take_cell(struct making *making, unsigned object)
{
	const struct sx_spec *spec = making->machine->spec;
	struct state *s = making->state;

	s->at[spec->at_live + object] = s->at[spec->at_held + object] = 1;
	for (unsigned i = 0; i < spec->meta_count; i++)
		s->at[spec->at_meta + object * spec->meta_count + i] = (cell)spec->metas[i].initial;
	for (unsigned i = 0; i < spec->slots; i++)
		s->at[spec->at_slots + object * spec->slots + i] = -1;
}

static void out_of_the_way(struct making *making, int object, bool stores);
static void check_overlaid(struct making *making, int object);

/* Clears the slots of a free cell, because nothing may read them, and its references in metadata. */
void sx_free_cell(struct making *making, int object)
{
	const struct sx_spec *spec = making->machine->spec;

	sx_access_cell(making, object);
	out_of_the_way(making, object, true);
	if (making->step->failed)
		return;
	making->state->at[spec->at_live + (unsigned)object] = 0;
	sx_lose_identity(making, object);
	for (unsigned i = 0; i < spec->slots; i++)
		making->state->at[spec->at_slots + (unsigned)object * spec->slots + i] = -1;
	for (unsigned i = 0; i < spec->meta_count; i++)
		if (spec->metas[i].is_ref || spec->metas[i].is_word)
			making->state->at[spec->at_meta + (unsigned)object * spec->meta_count + i] =
			    spec->metas[i].is_ref ? -1 : 0;
}

void sx_alloc(struct making *making, struct frame *frame, const struct insn *insn)
{
	int like = sx_eval(making->machine, making->state, frame, insn->args[0]);

	sx_access_cell(making, like);
	check_overlaid(making, like);
	if (making->step->failed)
		return;
	frame->allocates = true;
	frame->var[insn->dst] = frame->taken;
	if (frame->taken >= 0) {
		frame->may_not_take = !may_take(making, insn, (unsigned)frame->taken);
		if (!frame->may_not_take) {
			sx_take_hole(making, BY_WORKERS, frame->taken);
			sx_take_cell(making, (unsigned)frame->taken);
		}
	} else if (!insn->tested) {
		frame->may_not_take = any_free(making, insn);
		if (!frame->may_not_take)
			sx_fail(making, SX_ASSERT, "room");
	}
}

/* ----------------------------------------------------------------------- policies */
void sx_ask(struct making *making, struct frame *frame, const struct insn *insn)
{
	for (unsigned i = 0; i < insn->unit_count && !making->step->failed; i++)
		if (insn->policy->objects >> i & 1)
			sx_access_cell(making,
			    sx_eval(making->machine, making->state, frame, insn->unit[i]));
	if (making->step->failed)
		return;
	frame->asked = insn->policy;
	frame->var[insn->dst] = frame->taken;
	frame->may_not_take = frame->taken < insn->policy->low || frame->taken > insn->policy->high;
}

/* ------------------------------------------------------------------------- copies */
struct copied {
	int from, to;
};

static struct copied ends_of(const struct making *making, const struct frame *frame,
    const struct insn *insn)
{
	return (struct copied){ sx_eval(making->machine, making->state, frame, insn->args[0]),
		sx_eval(making->machine, making->state, frame, insn->args[1]) };
}

/* Whether the unit is in the middle of a copy. */
static bool copies(const struct making *making, const cell *unit, struct copied *copied)
{
	const struct code *code = &making->machine->spec->kinds[unit[U_KIND]].code;
	struct frame frame = { .mutator = -1, .code = code };
	const struct insn *insn = &code->at[unit[U_PC]];

	if (unit[U_WHERE] != RUNNING || insn->op != DO_COPIED)
		return false;
	for (unsigned i = 0; i < code->var_count; i++)
		frame.var[i] = unit[U_VARS + i];
	*copied = ends_of(making, &frame, insn);
	return true;
}

/* No copy goes on that an access to the slots or words of OBJECT would be in the way of. */
static void out_of_the_way(struct making *making, int object, bool stores)
{
	struct copied copied;

	for (unsigned i = 0; object >= 0 && i < units_of(making->machine, making->state); i++)
		if (copies(making, unit_at(making->machine, making->state, i), &copied) &&
		    (copied.to == object || (stores && copied.from == object)))
			sx_fail(making, SX_ASSERT, "copy");
}

static void check_overlaid(struct making *making, int object)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned i = 0; object >= 0 && i < spec->meta_count; i++)
		if (spec->metas[i].when >= 0 &&
		    making->state->at[spec->at_meta + (unsigned)object * spec->meta_count + i] !=
			-1)
			sx_fail(making, SX_ASSERT, "overlaid");
}

void sx_access_slots(struct making *making, int object, bool stores)
{
	check_overlaid(making, object);
	out_of_the_way(making, object, stores);
}

/* An access to metadata META of OBJECT, which lies over it, has found or stores VALUE. */
void sx_access_overlay(struct making *making, unsigned meta, int object, bool stores, int value)
{
	const struct sx_spec *spec = making->machine->spec;
	const struct value *overlay = &spec->metas[meta];
	const cell *metas = &making->state->at[spec->at_meta + (unsigned)object * spec->meta_count];

	if (stores)
		out_of_the_way(making, object, true);
	if (value == -1 || (!stores && metas[overlay->when] != overlay->when_is))
		sx_fail(making, SX_ASSERT, "overlay");
}

void sx_begin_copy(struct making *making, const struct frame *frame, const struct insn *insn)
{
	struct copied copied = ends_of(making, frame, insn);

	if (copied.to >= 0 && copied.from == copied.to)
		sx_fail(making, SX_ASSERT, "itself");
	sx_access_slots(making, copied.from, false);
	sx_access_slots(making, copied.to, true);
}

void sx_end_copy(struct making *making, const struct frame *frame, const struct insn *insn)
{
	const struct sx_spec *spec = making->machine->spec;
	struct copied copied = ends_of(making, frame, insn);
	cell *slots = making->state->at + spec->at_slots,
	     *metas = making->state->at + spec->at_meta;

	sx_access_cell(making, copied.from);
	sx_access_cell(making, copied.to);
	for (unsigned i = 0; !making->step->failed && i < spec->slots; i++)
		slots[(unsigned)copied.to * spec->slots + i] =
		    slots[(unsigned)copied.from * spec->slots + i];
	for (unsigned i = 0; !making->step->failed && i < spec->meta_count; i++)
		if (spec->metas[i].is_word)
			metas[(unsigned)copied.to * spec->meta_count + i] =
			    metas[(unsigned)copied.from * spec->meta_count + i];
	if (!making->step->failed)
		sx_copy_identity(making, copied.from, copied.to);
}
