/* freeing.c: what kinds do to the objects of a heap as a whole: which free, and
 * when a cycle has freed all that it frees. */
#include "c-backend/freeing.h"
#include "compiler/ir/walk.h"

/* Whether a unit of KIND may lead to units of other kinds that free objects.  SEEN: kinds that were
 * visited. */
static bool leads_to_free(const struct ir_spec *spec, const struct ir_kind *kind, bool *seen)
{
	if (seen[kind->index])
		return false;
	seen[kind->index] = true;
	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *e = &spec->edges[i];
		if (e->producer == kind &&
		    (ir_frees(e->product->kernel.body) || leads_to_free(spec, e->product, seen)))
			return true;
	}
	return false;
}

static bool is_object_loop(const struct ir_stmt *s, const void *unused)
{
	(void)unused;
	return s->op == IR_OP_for && s->domain == IR_DOMAIN_OBJECTS;
}

bool cgen_fill_loops(const struct ir_bucket *bucket)
{
	return ir_list_any(bucket->fill.body, is_object_loop, NULL);
}

/* Whether LIST emits KIND only in loops over all objects. */
static bool only_in_loops(const struct ir_stmt *list, const struct ir_kind *kind)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (ir_object_loop(s))
			continue;
		if ((s->op == IR_OP_emit && s->kind == kind) || !only_in_loops(s->body, kind) ||
		    !only_in_loops(s->otherwise, kind))
			return false;
	}
	return true;
}

/* Whether all units of KIND come from loops over all objects, in fills of buckets that open
 * once. */
static bool comes_in_fills(const struct ir_spec *spec, const struct ir_kind *kind)
{
	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *e = &spec->edges[i];
		if (e->product == kind &&
		    (e->producer || e->barrier || !e->bucket || e->bucket->opening == IR_WHENEVER ||
			!only_in_loops(e->bucket->fill.body, kind)))
			return false;
	}
	return true;
}

enum cgen_freeing cgen_freeing(struct cgen *c, const struct ir_kind *kind)
{
	bool *seen = GD_NEW_ARRAY(c->arena, bool, c->spec->kind_count);
	bool leads = leads_to_free(c->spec, kind, seen), frees = ir_frees(kind->kernel.body);
	if (!leads && !frees)
		return CGEN_KEEPS;
	return !leads && comes_in_fills(c->spec, kind) ? CGEN_FREES_IN_FILLS : CGEN_FREES;
}

/* ------------------------------------------------------------ what has no mark */

/* Whether EXPR says that VAR is 0. */
static bool says_zero(const struct ir_expr *e, const struct ir_var *var)
{
	if (e->kind == IR_NOT)
		return ir_is_var(e->args[0], var);
	return e->kind == IR_EQ && ir_is_var(e->args[0], var) && e->args[1]->kind == IR_CONST &&
	    e->args[1]->number == 0;
}

static bool begins_with_free(const struct ir_stmt *list, const struct ir_var *object)
{
	return list && list->op == IR_OP_free && ir_is_var(list->args[0], object);
}

/* Whether KIND begins with `if load(o.mark) == 0 free(o)`: no other condition decides. */
bool cgen_frees_unmarked(const struct ir_kind *kind, const struct ir_meta *mark)
{
	const struct ir_stmt *load = kind->kernel.body;
	if (!mark || !load || kind->param_count != 1 || load->op != IR_OP_load || !load->dst ||
	    load->place->kind != IR_PLACE_META || load->place->meta != mark ||
	    !ir_is_var(load->place->object, kind->kernel.vars[0]))
		return false;
	const struct ir_stmt *test = load->next;
	return test && test->op == IR_OP_if && says_zero(test->args[0], load->dst) &&
	    begins_with_free(test->body, kind->kernel.vars[0]);
}
