/* emit-barrier.c: barriers as functions of the mutator, and the tests that
 * programs inline before they call them. */
#include "c-backend/emit-barrier.h"
#include "compiler/ir/walk.h"
#include "c-backend/barrier.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-kernel.h"
#include "c-backend/emit-lines.h"
#include "c-backend/first-store.h"
#include "c-backend/refuse.h"

#include <string.h>

/* A barrier may not wait, and may not do what only a worker does. */
static void check(const struct ir_stmt *s, void *c)
{
	if (s->op == IR_OP_free)
		cgen_refuse(c, s->loc, "`free` in a barrier");
	else if (ir_op_info[s->op].effect == IR_EFFECT_WORLD && s->op != IR_OP_request)
		cgen_refuse(c, s->loc, "stopping mutators, or changing phases, in a barrier");
}

static const char *parameters(struct cgen *c, const struct ir_barrier *barrier)
{
	const char *text = "struct gc_mutator *mutator";
	for (size_t i = 0; i < barrier->param_count; i++) {
		const struct ir_var *var = barrier->kernel.vars[i];
		text = gd_arena_printf(c->arena, "%s, %s%s", text, cgen_type(&var->type),
		    cgen_var(c, var));
	}
	return text;
}

static void barrier_comment(struct cgen *c, const struct ir_barrier *barrier)
{
	const char *params = "", *comment = cgen_comment(c, barrier->loc);

	for (size_t i = 0; i < barrier->param_count; i++)
		params = gd_arena_printf(c->arena, "%s%s%s", params, i ? ", " : "",
		    barrier->kernel.vars[i]->name);
	cgen_line(c, "/* barrier %s(%s)%s%s */", ir_barrier_name[barrier->when], params,
	    *comment ? ": " : "", comment);
}

/* The function that the runtime or programs call. */
static void entry(struct cgen *c, const struct ir_barrier *barrier)
{
	static const char *const names[] = { "gc_write_barrier_slow", "gc_after_store_barrier_slow",
		"gc_allocated_barrier_slow", "gc_received_barrier_slow" };

	if (barrier->when == IR_ALLOCATED || barrier->when == IR_RECEIVED) {
		cgen_line(c, "void %s(struct gc_mutator *mutator, struct gc_ref object)",
		    names[barrier->when]);
		cgen_more(c, "{");
		cgen_more(c, "\t%s_barrier_%s(mutator, object);", c->prefix,
		    ir_barrier_name[barrier->when]);
	} else {
		cgen_line(c, "void %s(struct gc_mutator *mutator, struct gc_ref object,",
		    names[barrier->when]);
		cgen_more(c,
		    "    size_t object_size, struct gc_edge edge, struct gc_ref new_value)");
		cgen_more(c, "{");
		cgen_more(c, "\t(void)object_size;");
		cgen_more(c,
		    "\t%s_barrier_%s(mutator, object, edge, "
		    "gcrt_strip_immediate(new_value));",
		    c->prefix, ir_barrier_name[barrier->when]);
	}
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

static void emit_barrier(struct cgen *c, const struct ir_barrier *barrier)
{
	struct cgen_function f = { .kernel = &barrier->kernel,
		.is_barrier = true,
		.name = ir_barrier_name[barrier->when] };

	ir_list_each(barrier->kernel.body, check, c);
	barrier_comment(c, barrier);
	c->function = &f;
	cgen_spec_line(c, barrier->loc, "static inline void %s_barrier_%s(%s)", c->prefix,
	    ir_barrier_name[barrier->when], parameters(c, barrier));
	cgen_function_body(c, &barrier->kernel, barrier->param_count);
	c->function = NULL;
	entry(c, barrier);
}

void cgen_barriers(struct cgen *c)
{
	for (int when = 0; when < IR_BARRIER_COUNT; when++)
		if (cgen_has_barrier(c, when))
			emit_barrier(c, c->spec->barriers[when]);
}

/* ------------------------------------------------------------- tests of programs */

static const char *test_of(struct cgen *c, enum ir_barrier_when when, uint32_t *mask)
{
	struct cgen_gate gate = cgen_gate(c->spec->barriers[when]);
	bool viewed = true, now = true;

	if (!cgen_has_barrier(c, when))
		return "NONE";
	for (size_t i = 0; i < c->spec->phase_count; i++)
		if (gate.phases >> i & 1) {
			bool is_viewed = cgen_is_viewed(c->spec, c->spec->phases[i]);
			viewed &= is_viewed;
			now &= !is_viewed;
		}
	if (gate.always || !(viewed || now))
		return "SLOW";
	*mask = gate.phases;
	return viewed ? "FLAG" : "FLAG_OF_HEAP";
}

static void test(struct cgen *c, struct gd_out *out, enum ir_barrier_when when, const char *name)
{
	uint32_t mask = 0;
	const char *kind = test_of(c, when, &mask);
	const char *offset = strcmp(kind, "FLAG") == 0 ? "GCRT_VIEW_OFFSET"
	    : strcmp(kind, "FLAG_OF_HEAP") == 0        ? "GCRT_PHASES_OFFSET"
						       : "0";

	gd_out_line(out, "static inline struct gc_barrier_test %s(void)", name);
	gd_out_line(out, "{");
	gd_out_line(out, "\tstruct gc_barrier_test test = { GC_WRITE_BARRIER_%s, %s, %#x };", kind,
	    offset, mask);
	gd_out_line(out, "\treturn test;");
	gd_out_line(out, "}");
	gd_out_line(out, "%s", "");
}

void cgen_barrier_tests(struct cgen *c, struct gd_out *out)
{
	uint32_t mask;

	gd_out_line(out,
	    "static inline enum gc_write_barrier_kind gc_write_barrier_kind(size_t object_size)");
	gd_out_line(out, "{");
	gd_out_line(out, "\t(void)object_size;");
	gd_out_line(out, "\treturn GC_WRITE_BARRIER_%s;", test_of(c, IR_BEFORE_STORE, &mask));
	gd_out_line(out, "}");
	gd_out_line(out, "%s", "");
	if (cgen_has_barrier(c, IR_AFTER_STORE)) {
		gd_out_line(out,
		    "#define GC_ONLY_CHECKED_STORES 1 /* a barrier follows the store */");
		gd_out_line(out, "%s", "");
	}
	gd_out_line(out, "static inline int gc_first_store_needs_barrier(void)");
	gd_out_line(out, "{");
	gd_out_line(out, "\treturn %d;", cgen_first_store_needs_barrier(c));
	gd_out_line(out, "}");
	gd_out_line(out, "%s", "");
	test(c, out, IR_BEFORE_STORE, "gc_before_store_test");
	test(c, out, IR_AFTER_STORE, "gc_after_store_test");
	test(c, out, IR_ALLOCATED, "gc_allocated_test");
	test(c, out, IR_RECEIVED, "gc_received_test");
}
