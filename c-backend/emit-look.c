/* emit-look.c: conditions of kernels that look at buckets, cycles or mutators.
 *
 * Such a condition is evaluated at one moment, under the scheduler's lock.  So it becomes a function
 * of its own, as a guard does.  A condition may also use locals, if the part that looks at state is
 * one piece without them. */
#include "c-backend/emit-look.h"
#include "compiler/ir/walk.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"
#include "c-backend/looks.h"
#include "c-backend/refuse.h"

#include <string.h>

static bool is_local(const struct ir_expr *e, const void *unused)
{
	(void)unused;
	return e->kind == IR_VAR;
}

/* Finds the piece of E that looks at state and has no locals.  Refuses a second piece. */
static void find(struct cgen *c, const struct ir_expr *e, const struct ir_expr **piece)
{
	if (!cgen_looks_at_state(e))
		return;
	if (ir_expr_any(e, is_local, NULL)) {
		find(c, e->args[0], piece);
		find(c, e->args[1], piece);
		return;
	}
	if (*piece)
		cgen_refuse(c, e->loc,
		    "a condition that looks at the pool twice, and at locals in"
		    " between");
	*piece = e;
}

const char *cgen_condition(struct cgen *c, const struct ir_expr *condition, const char *name)
{
	const char *text = cgen_expr(c, condition);

	if (!cgen_new_guard(c, condition, text, name))
		return cgen_guard_of(c, condition);
	cgen_spec_line(c, condition->loc, "static bool %s(struct gcrt_scheduler *s)", name);
	cgen_more(c, "{");
	c->out->indent++;
	if (!strstr(text, "(s"))
		cgen_more(c, "(void)s;");
	cgen_spec_line(c, condition->loc, "return %s;", text);
	c->out->indent--;
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
	return name;
}

static void look(struct cgen *c, const struct ir_expr *piece, const char *name)
{
	struct cgen_function *function = c->function;
	struct cgen_look look = { .piece = piece };

	name = gd_arena_printf(c->arena, "%s_look_%s_%zu", c->prefix, name, c->looks.count + 1);
	c->function = NULL;
	look.name = cgen_condition(c, piece, name);
	c->function = function;
	GD_PUSH(c->arena, c->looks, look);
}

static void look_in(struct cgen *c, const struct ir_stmt *list, const char *name)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		for (int i = 0; i < 2 && s->op != IR_OP_ghost; i++) {
			const struct ir_expr *piece = NULL;
			find(c, s->args[i], &piece);
			if (piece)
				look(c, piece, name);
		}
		for (size_t i = 0; i < s->unit_count; i++)
			if (cgen_looks_at_state(s->units[i]))
				cgen_refuse(c, s->units[i]->loc, "a unit that looks at the pool");
		look_in(c, s->body, name);
		look_in(c, s->otherwise, name);
	}
}

void cgen_look_functions(struct cgen *c, const struct ir_stmt *list, const char *name)
{
	c->looks.count = 0;
	look_in(c, list, name);
}
