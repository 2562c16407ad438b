/* values.c: what scripts write to data words, and what they assert, in C. */
#include "agree/values.h"

/* ------------------------------------------------------------------- expressions */
static void put_expr(struct gd_out *out, const struct ir_expr *expr);

/* In parentheses, because this is read by compilers. */
static void put_operation(struct gd_out *out, const struct ir_expr *expr)
{
	const struct gd_operator_info *with = ir_operator(expr->kind);

	gd_out_puts(out, "(");
	if (with->form == GD_FORM_INFIX)
		put_expr(out, expr->args[0]);
	gd_out_printf(out, " %s ", with->target);
	put_expr(out, expr->args[with->form == GD_FORM_INFIX]);
	gd_out_puts(out, ")");
}

/* Asserts of scripts have nothing else: compiler/sema/scenario.c. */
static void put_expr(struct gd_out *out, const struct ir_expr *expr)
{
	if (expr->kind == IR_CONST)
		gd_out_printf(out, "%ld", expr->number);
	else if (expr->kind == IR_NULL)
		gd_out_puts(out, "0");
	else if (expr->kind == IR_VAR && expr->type.kind == IR_REF)
		gd_out_printf(out, "__atomic_load_n(&root[%zu], __ATOMIC_RELAXED)",
		    expr->var->index);
	else if (expr->kind == IR_VAR)
		gd_out_printf(out, "number[%zu]", expr->var->index);
	else
		put_operation(out, expr);
}

/* --------------------------------------------------------------------- functions */
static bool has_value(const struct ir_action *action)
{
	return action->op == IR_SCRIPT_WRITE_WORD || action->op == IR_SCRIPT_ASSERT;
}

static void put_forgotten(struct gd_out *out, const struct ir_action *action, size_t number,
    size_t at)
{
	gd_out_printf(out, "static const struct forgotten forgotten_%zu_%zu[] = { ", number, at);
	for (size_t i = 0; i < action->forgotten_count; i++)
		gd_out_printf(out, "{ %d, %zu }, ", action->forgotten[i]->type.kind == IR_REF,
		    action->forgotten[i]->index);
	gd_out_line(out, "{ 0 } };");
}

void agree_put_values(struct gd_out *out, const struct ir_scenario *scenario, size_t number)
{
	const struct ir_mutator *m = &scenario->mutators[number];

	for (size_t i = 0; i < m->action_count; i++) {
		if (m->actions[i].forgotten_count)
			put_forgotten(out, &m->actions[i], number, i);
		if (!has_value(&m->actions[i]))
			continue;
		gd_out_printf(out,
		    "static long value_%zu_%zu(const uintptr_t *root, const long *number)\n"
		    "{\n\t(void)root, (void)number;\n\treturn ",
		    number, i);
		put_expr(out, m->actions[i].value);
		gd_out_line(out, ";\n}");
	}
}

static size_t number_of_word(const struct ir_spec *spec, const struct ir_meta *word)
{
	return word ? word->index - (spec->meta_count - spec->word_count) : 0;
}

void agree_put_value(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario, size_t number, size_t at)
{
	const struct ir_action *action = &scenario->mutators[number].actions[at];

	gd_out_printf(out, ", %zu, ", number_of_word(spec, action->word));
	if (has_value(action))
		gd_out_printf(out, "value_%zu_%zu, ", number, at);
	else
		gd_out_puts(out, "NULL, ");
	if (action->forgotten_count)
		gd_out_printf(out, "forgotten_%zu_%zu, ", number, at);
	else
		gd_out_puts(out, "NULL, ");
	gd_out_printf(out, "%zu, ", action->forgotten_count);
	gd_out_printf(out, "\"%s\", %u",
	    gd_harmless(arena, action->loc.source ? action->loc.source->path : "?"),
	    action->loc.line);
}
