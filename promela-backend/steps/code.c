/* code.c: what a step does, as a tree of items. */
#include "promela-backend/steps/code.h"
#include "promela-backend/steps/effect.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct pml_code *pml_code_new(struct pml_model *model)
{
	struct pml_code *code = GD_NEW(model->arena, struct pml_code);

	code->model = model;
	code->end = &code->first;
	return code;
}

static struct pml_item *put(struct pml_code *code, enum pml_item_kind kind)
{
	struct pml_item *item = GD_NEW(code->model->arena, struct pml_item);

	item->kind = kind;
	*code->end = item;
	code->end = &item->next;
	code->last = item;
	return item;
}

static const char *formatted(struct pml_code *code, const char *format, va_list args)
{
	return gd_arena_vprintf(code->model->arena, format, args);
}

/* ------------------------------------------------------------------- leaves */
void pml_put_effect(struct pml_code *code, enum pml_effect effect, const void *effect_and_arguments)
{
	const struct pml_object *of = effect_and_arguments;
	struct pml_item *item = put(code, PML_ITEM_EFFECT);

	item->effect = effect;
	item->of = *of;
	item->arguments = pml_copied_arguments(code->model, effect, (const void *)(of + 1));
}

void pml_put_event(struct pml_code *code, struct pml_line line)
{
	put(code, PML_ITEM_EVENT)->line = line;
}

void pml_comment(struct pml_code *code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put(code, PML_ITEM_COMMENT)->text = formatted(code, format, args);
	va_end(args);
}

/* Whatever else is assigned is a part of the state: an effect. */
static const char *local(const char *variable)
{
	if (strncmp(variable, "v_", 2) != 0 && strncmp(variable, "x_", 2) != 0 &&
	    strcmp(variable, "pick") != 0)
		abort();
	return variable;
}

void pml_set(struct pml_code *code, const char *variable, const char *format, ...)
{
	struct pml_item *item = put(code, PML_ITEM_SET);
	va_list args;

	item->target = local(variable);
	va_start(args, format);
	item->text = formatted(code, format, args);
	va_end(args);
}

void pml_advance(struct pml_code *code, const char *variable)
{
	put(code, PML_ITEM_ADVANCE)->target = local(variable);
}

static void call(struct pml_code *code, const char *text)
{
	put(code, PML_ITEM_CALL)->text = text;
}

void pml_skip(struct pml_code *code)
{
	call(code, "skip");
}

void pml_break(struct pml_code *code)
{
	call(code, "break");
}

void pml_reach(struct pml_code *code)
{
	call(code, "heap_reach()");
}

void pml_check(struct pml_code *code, const struct pml_check *check)
{
	call(code, gd_arena_printf(code->model->arena, "check_%s()", check->name));
}

void pml_meet(struct pml_code *code, size_t premise)
{
	call(code, gd_arena_printf(code->model->arena, "meet_%zu()", premise));
}

void pml_mark(struct pml_code *code, size_t point)
{
	if (point && code->model->request->marks_points)
		pml_mark_flag(code,
		    gd_arena_printf(code->model->arena, "%zu",
			code->model->flags.of_point[point - 1]));
}

/* Runs of a model with early doubts may be none of the collector. */
void pml_mark_flag(struct pml_code *code, const char *flag)
{
	pml_set(code, gd_arena_printf(code->model->arena, "x_reached[%s]", flag),
	    code->model->doubts_early ? "2" : "1");
}

void pml_mark_at(struct pml_code *code, enum ir_point_kind kind, struct gd_loc loc)
{
	pml_mark(code, ir_point_at(code->model->spec, kind, loc));
}

void pml_fail(struct pml_code *code, const char *number)
{
	call(code, gd_arena_printf(code->model->arena, "FAIL(%s)", number));
}

void pml_outcome(struct pml_code *code, const char *how)
{
	put(code, PML_ITEM_OUTCOME)->text = how;
}

/* ------------------------------------------------------------------- blocks */
static struct pml_item *open_block(struct pml_code *code, enum pml_item_kind kind)
{
	struct pml_open *open = GD_NEW(code->model->arena, struct pml_open);

	open->block = put(code, kind);
	open->end = code->end;
	open->up = code->open;
	code->open = open;
	code->end = &open->block->body;
	return open->block;
}

void pml_when(struct pml_code *code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	open_block(code, PML_ITEM_WHEN)->text = formatted(code, format, args);
	va_end(args);
}

void pml_if(struct pml_code *code)
{
	open_block(code, PML_ITEM_IF);
}

void pml_loop(struct pml_code *code)
{
	open_block(code, PML_ITEM_LOOP);
}

void pml_for(struct pml_code *code, const char *variable, size_t last)
{
	struct pml_item *block = open_block(code, PML_ITEM_FOR);

	block->target = local(variable);
	block->text = gd_arena_printf(code->model->arena, "0 .. %zu", last);
}

void pml_row(struct pml_code *code)
{
	open_block(code, PML_ITEM_ROW);
}

void pml_end(struct pml_code *code)
{
	code->last = code->open->block;
	code->end = code->open->end;
	code->open = code->open->up;
}

/* The alternatives of a block are a list of their own; the items of the last one come next. */
static struct pml_item *put_case(struct pml_code *code, const char *guard)
{
	struct pml_item *block = code->open->block, **end = &block->body;

	while (*end)
		end = &(*end)->next;
	code->end = end;
	put(code, PML_ITEM_CASE)->text = guard;
	code->end = &(*end)->body;
	return *end;
}

void pml_case(struct pml_code *code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_case(code, formatted(code, format, args));
	va_end(args);
}

void pml_flat_case(struct pml_code *code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_case(code, formatted(code, format, args))->is_flat = true;
	va_end(args);
}

void pml_else_skip(struct pml_code *code)
{
	pml_flat_case(code, "else");
	pml_skip(code);
}

void pml_else_break(struct pml_code *code)
{
	pml_flat_case(code, "else");
	pml_break(code);
}

void pml_flat(struct pml_code *code)
{
	code->open->block->is_flat = true;
}

void pml_last(struct pml_code *code)
{
	code->last->is_last = true;
}

bool pml_is_empty(const struct pml_code *code)
{
	const struct pml_item *block = code->open->block, *last = block->body;

	if (block->kind != PML_ITEM_IF && block->kind != PML_ITEM_LOOP)
		return !last;
	while (last && last->next)
		last = last->next;
	return !last || !last->body;
}

/* ---------------------------------------------------------------------- end */
static bool prints_nothing(const struct pml_item *item)
{
	return item->kind == PML_ITEM_ROW && !item->body;
}

static bool ends_with_loop(const struct pml_item *item)
{
	const struct pml_item *last = NULL;

	for (; item; item = item->next)
		if (!prints_nothing(item))
			last = item;
	if (!last || last->kind == PML_ITEM_LOOP || last->kind == PML_ITEM_FOR)
		return last;
	for (item = last->kind == PML_ITEM_IF ? last->body : NULL; item; item = item->next)
		if (ends_with_loop(item->body))
			return true;
	return false;
}

bool pml_ends_with_loop(const struct pml_code *code)
{
	return ends_with_loop(code->first);
}

/* --------------------------------------------------------------- comparison */
static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool are_same(const struct pml_item *a, const struct pml_item *b);

static bool is_same_item(const struct pml_item *a, const struct pml_item *b)
{
	if (a->kind != b->kind || !is_same_text(a->target, b->target) ||
	    !is_same_text(a->text, b->text))
		return false;
	if (a->kind == PML_ITEM_EVENT && !pml_is_same_line(&a->line, &b->line))
		return false;
	if (a->kind == PML_ITEM_EFFECT &&
	    (a->effect != b->effect || !is_same_text(a->of.name, b->of.name) ||
		!pml_are_same_arguments(a->effect, a->arguments, b->arguments)))
		return false;
	return are_same(a->body, b->body);
}

static bool are_same(const struct pml_item *a, const struct pml_item *b)
{
	for (; a && b; a = a->next, b = b->next)
		if (!is_same_item(a, b))
			return false;
	return !a && !b;
}

bool pml_is_same_code(const struct pml_code *a, const struct pml_code *b)
{
	return are_same(a->first, b->first);
}
