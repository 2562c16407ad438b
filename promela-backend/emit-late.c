/* emit-late.c: stores that may still be on their way. */
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-expr.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/step.h"

void pml_order_handshake(struct pml_model *model, struct gd_out *out, const char *who,
    enum ir_order order)
{
	if (model->windows && ir_releases(order))
		gd_out_line(out, "mem_fence(%s, MEM_SEQ_CST);", who);
}

void pml_order_stop(struct pml_model *model, const char *who, struct pml_set *writes)
{
	if (!model->windows || model->no_stop_releases)
		return;
	pml_note_performed(model, writes);
	if (!model->stops_differ) {
		pml_order_handshake(model, model->out, who, IR_SEQ_CST);
		return;
	}
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: stop_releases ->");
	model->out->indent++;
	pml_order_handshake(model, model->out, who, IR_SEQ_CST);
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

void pml_note_late(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct pml_node *node = pml_node_of(step->kernel, stmt);

	if (!node || !node->late)
		return;
	gd_out_line(step->out, "late_%s[%s] = 1;", stmt->place->meta->name,
	    pml_expr(step->model, &step->env, stmt->place->object));
	pml_merge_check_late(step, stmt->place->meta);
}

void pml_late_check(struct pml_model *model, struct gd_out *out, const struct ir_meta *meta,
    const char *cell, const char *where)
{
	const struct pml_node *store = model->late[meta->index];

	if (!store)
		return;
	gd_out_line(out,
	    "WHEN(late_%s[%s], printf(\"@ fail property=store-late binding=- store=%s "
	    "where=%s\\n\"); FAIL(FAILED_LATE));",
	    meta->name, cell, pml_where(model, store->stmt->loc), where);
}

void pml_check_late(struct pml_step *step, const struct ir_stmt *stmt)
{
	if (stmt->place->kind == IR_PLACE_META)
		pml_late_check(step->model, step->out, stmt->place->meta,
		    pml_expr(step->model, &step->env, stmt->place->object),
		    pml_where(step->model, stmt->loc));
}

/* A store that is still late when the cell is used again would change the next object there. */
void pml_check_none_late(struct pml_step *step, const char *cell, const char *where)
{
	for (size_t i = 0; i < step->model->spec->meta_count; i++)
		pml_late_check(step->model, step->out, step->model->spec->metas[i], cell, where);
}

void pml_none_late(struct pml_model *model, const char *cell)
{
	for (size_t i = 0; i < model->spec->meta_count; i++) {
		const char *name = model->spec->metas[i]->name;

		if (!model->late[i])
			continue;
		if (cell) {
			gd_out_line(model->out, "late_%s[%s] = 0;", name, cell);
			continue;
		}
		gd_out_line(model->out, "x_cell = 0;");
		gd_out_line(model->out,
		    "do :: x_cell < OBJECTS -> late_%s[x_cell] = 0; x_cell++ "
		    ":: else -> break od;",
		    name);
		gd_out_line(model->out, "x_cell = 0;");
	}
}

/* "busy_K == 0 && (units_K == 0 || !open_B) && …": no worker runs a unit or can run one. */
static const char *workers_rest(struct pml_model *model)
{
	const char *text = "true";

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct ir_kind *kind = model->spec->kinds[i];

		if (kind->bucket_count)
			text = gd_arena_printf(model->arena,
			    "%s && busy_%s == 0 && (units_%s == 0 || "
			    "!open_%s)",
			    text, kind->name, kind->name, kind->buckets[0]->name);
	}
	return text;
}

/* In the code the last worker to park opens buckets.  In the model a bucket may open while units
 * run or could run; in the code these come before the opening. */
void pml_order_opening(struct pml_model *model)
{
	bool any = false;

	for (size_t i = 0; i < model->spec->meta_count; i++)
		any |= model->late[i] != NULL;
	if (!any)
		return;
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: %s ->", workers_rest(model));
	model->out->indent++;
	pml_none_late(model, NULL);
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}
