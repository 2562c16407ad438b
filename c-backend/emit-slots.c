/* emit-slots.c: loops over slots, which call a function for each slot.  The function is
 * the loop's body, and in the text before the loop (emit-kernel.c). */
#include "c-backend/emit-slots.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"
#include "c-backend/refuse.h"

#include <stdlib.h>

const char *cgen_slot_body_name(struct cgen *c, const struct cgen_function *f)
{
	return gd_arena_printf(c->arena, "%s_%s_%s_%u", c->prefix, f->is_fill ? "filleach" : "each",
	    f->name, f->number);
}

bool cgen_slot_body_has_data(const struct cgen_function *f)
{
	return f->needs_worker || f->captured_count;
}

static struct cgen_function *body_of(struct cgen *c, const struct ir_stmt *loop)
{
	for (size_t i = 0; i < c->bodies.count; i++)
		if (c->bodies.at[i]->loop == loop)
			return c->bodies.at[i];
	abort(); /* cgen_function_body has seen every loop of the kernel before its statements */
}

void cgen_check_group(struct cgen *c, const struct ir_group *group, struct gd_loc loc)
{
	if (c->spec->group_count > 1)
		cgen_refuse(c, loc,
		    "several groups of slots: the embedder's visitor"
		    " visits all slots of an object");
	else if (group && group->strength != IR_STRONG)
		cgen_refuse(c, loc, "weak slots");
}

void cgen_slot_loop(struct cgen *c, const struct ir_stmt *stmt)
{
	struct cgen_function *f = body_of(c, stmt);
	const char *name = cgen_slot_body_name(c, f), *data = "NULL";

	if (stmt->domain == IR_DOMAIN_SLOTS)
		cgen_check_group(c, stmt->group, stmt->loc);
	if (cgen_slot_body_has_data(f)) {
		const char *values = f->needs_worker ? "worker" : "";
		data = gd_arena_printf(c->arena, "&each_%u", f->number);
		for (size_t i = 0; i < f->captured_count; i++)
			values = gd_arena_printf(c->arena, "%s%s%s", values, *values ? ", " : "",
			    cgen_var(c, f->captured[i].var));
		cgen_spec_line(c, stmt->loc, "struct %s each_%u = { %s };", name, f->number,
		    values);
	}
	cgen_spec_line(c, stmt->loc, "gcrt_for_%s(worker, %s, %s, %s);",
	    stmt->domain == IR_DOMAIN_ROOTS ? "roots" : "slots", cgen_expr(c, stmt->args[0]), name,
	    data);
	for (size_t i = 0; i < f->captured_count; i++)
		if (f->captured[i].written)
			cgen_more(c, "%s = each_%u.%s;", cgen_var(c, f->captured[i].var), f->number,
			    cgen_var(c, f->captured[i].var));
}
