/* emit-code.c: steps as Promela. */
#include "promela-backend/emit-code.h"
#include "promela-backend/emit-guide.h"
#include "promela-backend/emit-outcome.h"
#include "promela-backend/steps/effect.h"

#include <string.h>

/* ------------------------------------------------------------ on one line */
static const char *on_one_line(struct pml_model *model, const struct pml_item *item);

static const char *joined(struct pml_model *model, const struct pml_item *item)
{
	const char *text = "";

	for (; item; item = item->next)
		text = gd_arena_printf(model->arena, "%s%s%s", text, *text ? "; " : "",
		    on_one_line(model, item));
	return text;
}

/* "if :: a -> b :: else -> skip fi" */
static const char *flat_block(struct pml_model *model, const struct pml_item *block)
{
	bool loops = block->kind == PML_ITEM_LOOP;
	const char *text = loops ? "do" : "if";

	for (const struct pml_item *item = block->body; item; item = item->next)
		text = gd_arena_printf(model->arena, "%s :: %s -> %s", text, item->text,
		    joined(model, item->body));
	return gd_arena_printf(model->arena, "%s %s", text, loops ? "od" : "fi");
}

static const char *on_one_line(struct pml_model *model, const struct pml_item *item)
{
	struct gd_arena *arena = model->arena;

	switch (item->kind) {
	case PML_ITEM_EFFECT:
		return pml_effect_text(model, item->effect, &item->of, item->arguments);
	case PML_ITEM_EVENT:
		return gd_arena_printf(arena, "%s%s", pml_line_text(model, &item->line),
		    pml_guide_text(model, &item->line));
	case PML_ITEM_SET: return gd_arena_printf(arena, "%s = %s", item->target, item->text);
	case PML_ITEM_ADVANCE: return gd_arena_printf(arena, "%s++", item->target);
	case PML_ITEM_WHEN:
		return gd_arena_printf(arena, "WHEN(%s, %s)", item->text,
		    joined(model, item->body));
	case PML_ITEM_IF:
	case PML_ITEM_LOOP: return flat_block(model, item);
	case PML_ITEM_CALL:
	case PML_ITEM_COMMENT:
	case PML_ITEM_OUTCOME:
	case PML_ITEM_CASE:
	case PML_ITEM_FOR:
	case PML_ITEM_ROW: break;
	}
	return item->text;
}

/* ------------------------------------------------------------------ in lines */
static void put_items(struct pml_model *model, const struct pml_item *item, struct gd_out *out);

static void put_body(struct pml_model *model, const struct pml_item *block, struct gd_out *out)
{
	out->indent++;
	put_items(model, block->body, out);
	out->indent--;
}

static bool is_never(const struct pml_item *alternative)
{
	return strcmp(alternative->text, "false") == 0;
}

/* The alternative that an `if' always takes, because no other ever can; NULL: there is none. */
static const struct pml_item *only_alternative(const struct pml_item *block)
{
	const struct pml_item *item = block->body;

	while (item && is_never(item))
		item = item->next;
	return block->kind == PML_ITEM_IF && item && strcmp(item->text, "else") == 0 ? item : NULL;
}

static void put_alternatives(struct pml_model *model, const struct pml_item *block,
    struct gd_out *out)
{
	bool loops = block->kind == PML_ITEM_LOOP;
	const struct pml_item *only = only_alternative(block);

	if (only) {
		put_items(model, only->body, out);
		return;
	}
	gd_out_line(out, loops ? "do" : "if");
	for (const struct pml_item *item = block->body; item; item = item->next) {
		if (is_never(item))
			continue;
		if (item->is_flat) {
			gd_out_line(out, ":: %s -> %s", item->text, joined(model, item->body));
			continue;
		}
		gd_out_line(out, ":: %s ->", item->text);
		put_body(model, item, out);
	}
	gd_out_line(out, "%s%s", loops ? "od" : "fi", block->is_last ? "" : ";");
}

static void put_for(struct pml_model *model, const struct pml_item *block, struct gd_out *out)
{
	gd_out_line(out, "for (%s : %s) {", block->target, block->text);
	put_body(model, block, out);
	gd_out_line(out, "}");
}

static void put_row(struct pml_model *model, const struct pml_item *row, struct gd_out *out)
{
	const char *between = "";

	for (const struct pml_item *item = row->body; item; item = item->next) {
		const char *text = on_one_line(model, item);

		if (*text)
			gd_out_printf(out, "%s%s", between, text);
		between = *text ? "; " : between;
	}
	if (*between)
		gd_out_printf(out, "%s\n", row->is_last ? "" : ";");
}

static void put_statement(struct pml_model *model, const struct pml_item *item, struct gd_out *out)
{
	const char *text = on_one_line(model, item);

	if (*text)
		gd_out_line(out, "%s%s", text, item->is_last ? "" : ";");
}

static void put_item(struct pml_model *model, const struct pml_item *item, struct gd_out *out)
{
	bool has_lines = !item->is_flat;

	if (item->kind == PML_ITEM_COMMENT)
		gd_out_line(out, "// %s", item->text);
	else if (item->kind == PML_ITEM_OUTCOME)
		pml_put_outcome(model, out, item->text);
	else if (has_lines && (item->kind == PML_ITEM_IF || item->kind == PML_ITEM_LOOP))
		put_alternatives(model, item, out);
	else if (item->kind == PML_ITEM_FOR)
		put_for(model, item, out);
	else if (item->kind == PML_ITEM_ROW)
		put_row(model, item, out);
	else
		put_statement(model, item, out);
}

static void put_items(struct pml_model *model, const struct pml_item *item, struct gd_out *out)
{
	for (; item; item = item->next)
		put_item(model, item, out);
}

void pml_put_code(const struct pml_code *code, struct gd_out *out)
{
	put_items(code->model, code->first, out);
}

void pml_put_inlines(struct gd_out *out, const pml_inlines *inlines)
{
	for (size_t i = 0; i < inlines->count; i++) {
		const struct pml_inline *step = &inlines->at[i];

		if (step->comment)
			gd_out_line(out, "// %s", step->comment);
		gd_out_line(out, "inline %s {%s", step->head, step->note);
		out->indent++;
		step->code->model->allocates = strstr(step->head, "_op_allocated") != NULL;
		pml_put_code(step->code, out);
		out->indent--;
		gd_out_line(out, "}\n");
	}
}
