/* payload.c: loops over all of an object, and n[s], the place in n that s is in its own object. */
#include "compiler/sema/internal.h"

/* Values of a payload are references or words, which nobody distinguishes.  Those of one loop can be stored only
 * through its own variable, so the two are never mixed. */
bool sem_payload_loop(struct sem_scope *s, const struct syn_stmt *loop, struct sem_type *type)
{
	const struct syn_expr *object = loop->expr;
	struct sem_local *local =
	    object && object->kind == SYN_EXPR_NAME ? sem_local_find(s, object->name.text) : NULL;

	if (!local || local->type.kind != SEM_REF)
		return false;
	if (local->type.tags)
		sem_may_be_tag(s->c, object->loc, &local->type, "this loop");
	else if (s->payloads)
		gd_help(sem_error(s->c, GD_E_loop_domain, object->loc,
			    "a loop over a whole object within another one"),
		    "write one loop after the other");
	*type = sem_type_location(s->c, sem_type_simple(SEM_PAYLOAD), true);
	type->has_base = true;
	return true;
}

struct sem_type sem_place_like(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *base)
{
	const struct syn_expr *index = expr->args.at[1];
	struct sem_type type = sem_local_find(s, index->name.text)->type;
	const char *text = syn_expr_text(s->c->context->arena, expr);

	if (base->tags) {
		sem_may_be_tag(s->c, expr->args.at[0]->loc, base,
		    gd_arena_printf(s->c->context->arena, "`%s`", text));
	} else if (s->place & SEM_IN_BARRIER) {
		gd_help(sem_error(s->c, GD_E_operation_not_here, expr->loc,
			    "`%s` cannot be used in a barrier", text),
		    "only kernels copy objects: emit a unit that does");
	} else if (type.kind == SEM_LOCATION && type.has_base) {
		type.has_base = false;
		return type;
	} else if (type.kind != SEM_POISON) {
		gd_help(
		    sem_error(s->c, GD_E_not_a_location, index->loc,
			"`%s` has no place here: `%s` is not the variable of a loop over an object",
			text, index->name.text),
		    "write `for s in o { … }`, `for s in o.field { … }` or `for s in o.data { … }`, and "
		    "`n[s]` in the loop");
	}
	return sem_type_simple(SEM_POISON);
}
