/* emit-barrier.c: barriers as functions of the mutator, and the tests that
 * programs inline before they call them. */
#include "c-backend/emit-barrier.h"
#include "compiler/ir/walk.h"
#include "c-backend/barrier.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-kernel.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-uses.h"
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

static void call_about_object(struct cgen *c, const struct ir_barrier *barrier)
{
	cgen_line(c, "void gc_%s_barrier_slow(struct gc_mutator *mutator, struct gc_ref object)",
	    ir_barrier_name[barrier->when]);
	cgen_more(c, "{");
	cgen_more(c, "\t%s_barrier_%s(mutator, object);", c->prefix,
	    ir_barrier_name[barrier->when]);
}

/* What an exchange has found may be an immediate, as what it stores. */
static void call_about_exchange(struct cgen *c, const struct ir_barrier *barrier)
{
	cgen_line(c, "void gc_after_exchange_barrier_slow(struct gc_mutator *mutator,");
	cgen_more(c, "    struct gc_ref object, size_t object_size, struct gc_edge edge,");
	cgen_more(c, "    struct gc_ref new_value, struct gc_ref old_value)");
	cgen_more(c, "{");
	cgen_more(c, "\t(void)object_size;");
	cgen_more(c, "\t%s_barrier_%s(mutator, object, edge, gcrt_strip_immediate(new_value),",
	    c->prefix, ir_barrier_name[barrier->when]);
	cgen_more(c, "\t    gcrt_strip_immediate(old_value));");
}

static void call_about_store(struct cgen *c, const struct ir_barrier *barrier)
{
	cgen_line(c, "void gc_%s_barrier_slow(struct gc_mutator *mutator, struct gc_ref object,",
	    barrier->when == IR_BEFORE_STORE ? "write" : "after_store");
	cgen_more(c, "    size_t object_size, struct gc_edge edge, struct gc_ref new_value)");
	cgen_more(c, "{");
	cgen_more(c, "\t(void)object_size;");
	cgen_more(c, "\t%s_barrier_%s(mutator, object, edge, gcrt_strip_immediate(new_value));",
	    c->prefix, ir_barrier_name[barrier->when]);
}

static void call_for_answer(struct cgen *c, const struct ir_barrier *barrier)
{
	bool stores = barrier->when == IR_BEFORE_STORE;

	cgen_line(c, "struct gc_ref gc_object_to_%s_slow(struct gc_mutator *mutator,",
	    stores ? "store" : "load");
	cgen_more(c, "    struct gc_ref object, struct gc_edge edge%s)",
	    stores ? ", struct gc_ref new_value" : "");
	cgen_more(c, "{");
	cgen_more(c, "\treturn gcrt_answered(%s_barrier_%s(mutator, object, edge%s));", c->prefix,
	    ir_barrier_name[barrier->when], stores ? ", gcrt_strip_immediate(new_value)" : "");
}

/* The function that the runtime or programs call. */
static void entry(struct cgen *c, const struct ir_barrier *barrier)
{
	if (barrier->when == IR_ALLOCATED || barrier->when == IR_RECEIVED ||
	    barrier->when == IR_PINNED)
		call_about_object(c, barrier);
	else if (barrier->result)
		call_for_answer(c, barrier);
	else if (barrier->old)
		call_about_exchange(c, barrier);
	else
		call_about_store(c, barrier);
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

static void emit_barrier(struct cgen *c, const struct ir_barrier *barrier)
{
	struct cgen_function f = { .kernel = &barrier->kernel,
		.is_barrier = true,
		.result = barrier->result,
		.name = ir_barrier_name[barrier->when] };

	ir_list_each(barrier->kernel.body, check, c);
	barrier_comment(c, barrier);
	c->function = &f;
	cgen_spec_line(c, barrier->loc, "static inline %s%s_barrier_%s(%s)",
	    barrier->result ? cgen_type(&barrier->result->type) : "void ", c->prefix,
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

	gd_out_line(out, "static inline %sstruct gc_barrier_test %s(void)",
	    when == IR_BEFORE_LOAD ? "GC_ALWAYS_INLINE " : "", name);
	gd_out_line(out, "{");
	gd_out_line(out, "\tstruct gc_barrier_test test = { GC_WRITE_BARRIER_%s, %s, %#x };", kind,
	    offset, mask);
	gd_out_line(out, "\treturn test;");
	gd_out_line(out, "}");
	gd_out_line(out, "%s", "");
}

/* A barrier has no slot to look at when the access is to a word. */
static bool looks_at_slot(const struct ir_barrier *barrier)
{
	return barrier && barrier->result &&
	    cgen_count_uses(barrier->kernel.body, barrier->kernel.vars[1], false) > 0;
}

/* Whether programs may store only by gc_store, and why. */
static const char *checked_stores(const struct cgen *c)
{
	return cgen_answers(c, IR_BEFORE_STORE)   ? "a barrier says where to store"
	    : ir_exchange(c->spec)                ? "a store is an exchange"
	    : cgen_has_barrier(c, IR_AFTER_STORE) ? "a barrier follows the store"
						  : NULL;
}

/* The exchange releases what the mutator has stored before: Note [New objects]. */
static void exchange(struct cgen *c, struct gd_out *out)
{
	const struct ir_barrier *after = ir_exchange(c->spec);

	if (!after)
		return;
	gd_out_line(out, "#define GC_EXCHANGE_ORDER %s /* of each store to a place */",
	    ir_order_name[ir_is_total(after->order) ? IR_SEQ_CST
		    : ir_acquires(after->order)     ? IR_ACQ_REL
						    : IR_RELEASE]);
	gd_out_line(out, "%s", "");
}

/* What gc-attrs.h says of barriers that answer. */
static void answers(struct cgen *c, struct gd_out *out)
{
	bool loads = cgen_answers(c, IR_BEFORE_LOAD), stores = cgen_answers(c, IR_BEFORE_STORE);

	if (!loads && !stores)
		return;
	gd_out_line(out,
	    "#define GC_ONLY_CHECKED_ACCESSES 1 /* barriers say which object is accessed */");
	if (loads)
		gd_out_line(out, "#define GC_ANSWERS_BEFORE_LOAD 1");
	if (stores)
		gd_out_line(out, "#define GC_ANSWERS_BEFORE_STORE 1");
	if (looks_at_slot(c->spec->barriers[IR_BEFORE_LOAD]) ||
	    looks_at_slot(c->spec->barriers[IR_BEFORE_STORE]))
		gd_out_line(out, "#define GC_ONLY_SLOTS 1 /* for the barrier to look at */");
	gd_out_line(out, "%s", "");
	if (loads)
		test(c, out, IR_BEFORE_LOAD, "gc_before_load_test");
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
	if (checked_stores(c)) {
		gd_out_line(out, "#define GC_ONLY_CHECKED_STORES 1 /* %s */", checked_stores(c));
		gd_out_line(out, "%s", "");
	}
	exchange(c, out);
	gd_out_line(out, "static inline int gc_first_store_needs_barrier(void)");
	gd_out_line(out, "{");
	gd_out_line(out, "\treturn %d;", cgen_first_store_needs_barrier(c));
	gd_out_line(out, "}");
	gd_out_line(out, "%s", "");
	test(c, out, IR_BEFORE_STORE, "gc_before_store_test");
	test(c, out, IR_AFTER_STORE, "gc_after_store_test");
	test(c, out, IR_ALLOCATED, "gc_allocated_test");
	test(c, out, IR_RECEIVED, "gc_received_test");
	answers(c, out);
}
