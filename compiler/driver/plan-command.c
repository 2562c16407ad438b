/* plan-command.c: how a cell is called, and the commands that show its run. */
#include "compiler/driver/plan.h"

#include <string.h>

const char *plan_subject(const struct plan *plan)
{
	return plan->title ? gd_arena_printf(plan->arena, "%s: %s", plan->title, plan->file)
			   : plan->file;
}

const char *plan_properties_of(const struct plan *plan, const struct plan_check *check)
{
	const char *text = "";

	for (size_t i = 0; i < check->property_count; i++)
		text = gd_arena_printf(plan->arena, "%s%s%s", text, i ? ", " : "",
		    check->properties[i]->name);
	return text;
}

const char *plan_quoted(struct gd_arena *arena, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-+=:,.@%/";
	const char *text = *word == '-' ? "./" : "";

	if (*word && !word[strspn(word, plain)])
		return gd_arena_printf(arena, "%s%s", text, word);
	text = gd_arena_printf(arena, "'%s", text);
	for (; *word; word++)
		text = *word == '\'' ? gd_arena_printf(arena, "%s'\\''", text)
				     : gd_arena_printf(arena, "%s%c", text, *word);
	return gd_arena_printf(arena, "%s'", text);
}

const char *plan_trace_command(struct gd_arena *arena, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_check *check)
{
	const char *text = gd_arena_printf(arena, "gcdsl trace %s --scenario %s",
	    plan_quoted(arena, plan->file), cell->scenario->name);

	if (cell->ir->mutant)
		text = gd_arena_printf(arena, "%s --mutant %s", text, cell->ir->mutant);
	for (size_t i = 0; i < cell->ir->option_count; i++)
		text = gd_arena_printf(arena, "%s --set %s=%s", text, cell->ir->options[i].name,
		    cell->ir->options[i].value);
	if (strcmp(cell->cell->memory, "sc") != 0)
		text = gd_arena_printf(arena, "%s --memory %s", text, cell->cell->memory);
	text = gd_arena_printf(arena, "%s --workers %s", text,
	    plan_quoted(arena, cell->workers->text));
	text = gd_arena_printf(arena, "%s%s", text, driver_model_text(arena, &plan->model));
	if (plan->until)
		text = gd_arena_printf(arena, "%s --until %s", text, plan->until);
	if (plan->strategy == PML_LTL)
		text = gd_arena_printf(arena, "%s --strategy ltl", text);
	if (plan->memory_limit) /* decides between the plain model and the reduced one */
		text = gd_arena_printf(arena, "%s --memory-limit %ld", text, plan->memory_limit);
	if (plan->simplest)
		text = gd_arena_printf(arena, "%s%s", text, plan->simplest);
	if (!check && cell->property && cell->property != plan_built_in)
		text = gd_arena_printf(arena, "%s --property %s", text, cell->property);
	for (size_t i = 0; !check && !cell->property && i < plan->properties.count; i++)
		text = gd_arena_printf(arena, "%s --property %s", text, plan->properties.at[i]);
	for (size_t i = 0; check && i < check->property_count; i++)
		text = gd_arena_printf(arena, "%s --property %s", text, check->properties[i]->name);
	return text;
}

const char *plan_litmus_command(const struct plan *plan, const struct plan_litmus *cell)
{
	return gd_arena_printf(plan->arena, "gcdsl trace %s --scenario %s --memory %s",
	    plan_quoted(plan->arena, plan->file), cell->test->name, ir_memory_name[cell->memory]);
}
