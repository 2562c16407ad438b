/* emit-slide.c: places to which objects slide, and loops that visit objects in the order of their addresses: Notes [Sliding]
 * and [Ordered loops] of the runtime. */
#include "c-backend/emit-slide.h"
#include "compiler/ir/walk.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-uses.h"
#include "c-backend/refuse.h"

/* One kernel may have several, also on one line. */
static const char *selector(struct cgen *c, const struct ir_stmt *slide)
{
	return gd_arena_printf(c->arena, "%s_selects_%u_%u", c->prefix, slide->loc.line,
	    slide->loc.column);
}

static void select_function(const struct ir_stmt *stmt, void *data)
{
	struct cgen *c = data;
	const char *text;

	if (stmt->op != IR_OP_slide)
		return;
	c->selecting = stmt;
	text = cgen_expr(c, stmt->args[0]);
	c->selecting = NULL;
	cgen_spec_line(c, stmt->loc, "static bool %s(struct gc_ref %s)", selector(c, stmt),
	    cgen_var(c, stmt->dst));
	cgen_more(c, "{");
	c->out->indent++;
	if (!ir_expr_any(stmt->args[0], ir_is_var, stmt->dst))
		cgen_more(c, "(void)%s;", cgen_var(c, stmt->dst));
	cgen_spec_line(c, stmt->loc, "return %s;", text);
	c->out->indent--;
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

void cgen_slide_functions(struct cgen *c, const struct ir_stmt *list)
{
	ir_list_each(list, select_function, c);
}

void cgen_slide(struct cgen *c, const struct ir_stmt *slide)
{
	cgen_spec_line(c, slide->loc, "gcrt_slide(worker, %s, %s_META_%s);", selector(c, slide),
	    c->upper, slide->place->meta->name);
}

/* Whether objects may begin, or mutators run, while KERNEL loops over all objects. */
static bool may_allocate_beside(const struct cgen *c, const struct ir_kernel *kernel)
{
	const struct ir_spec *spec = c->spec;

	if (ir_kernels_have(spec, IR_OP_alloc))
		return true;
	for (size_t i = 0; i < spec->kind_count; i++)
		if (&spec->kinds[i]->kernel == kernel)
			return ir_visits_beside(spec, spec->kinds[i]);
	return true;
}

void cgen_begin_objects(struct cgen *c, const struct ir_stmt *loop)
{
	const char *var = cgen_var(c, loop->dst);
	unsigned number = ++c->visits;

	if (may_allocate_beside(c, c->function->kernel))
		cgen_refuse(c, loop->loc,
		    "a loop over all objects that does anything else than emit one unit for each,"
		    " where mutators may run or kernels allocate");
	cgen_spec_line(c, loop->loc, "struct gcrt_all all_%u;", number);
	cgen_spec_line(c, loop->loc, "gcrt_all_begin(worker, &all_%u);", number);
	cgen_spec_line(c, loop->loc, "while (gcrt_all_next(worker, &all_%u)) {", number);
	cgen_more(c, "\tstruct gc_ref %s = all_%u.object;", var, number);
	if (!cgen_count_uses(loop->body, loop->dst, false))
		cgen_more(c, "\t(void)%s;", var);
}
