/* litmus-thread.c: one thread of a litmus test as a function in C11. */
#include "c-backend/litmus.h"

#include "c-backend/cgen.h"

static const char *const order_text[] = {
#define MEMORY_ORDER(NAME, name, ...) [IR_##NAME] = "memory_order_" #name,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
};

/* ---------------------------------------------------------------- split-phase loads */
/* An upper bound of the loads of LOCATION that the thread may issue.  A loop that waits counts as
 * one round, because each round receives as many loads as it issues. */
static size_t issues(const struct ir_litmus_stmt *stmt, const struct ir_location *location)
{
	size_t sum = 0;

	for (; stmt; stmt = stmt->next) {
		size_t inside = issues(stmt->body, location) + issues(stmt->otherwise, location);
		bool is_counted = stmt->op == IR_LITMUS_REPEAT && !stmt->args[0];

		sum += inside * (is_counted ? (size_t)stmt->count : 1);
		sum += stmt->op == IR_LITMUS_ISSUE && stmt->at == location;
	}
	return sum;
}

/* Places are used in a circle.  Their number is a power of two, so that the circle is still right
 * after the counter of loads has wrapped. */
static size_t places(size_t issued)
{
	size_t power = 1;

	while (power < issued)
		power *= 2;
	return power;
}

static size_t found_places(struct litmus_c *c, size_t thread, const struct ir_location *location)
{
	return places(issues(c->test->threads[thread].body, location));
}

static void declare_found(struct litmus_c *c, size_t thread)
{
	for (size_t i = 0; i < c->test->location_count; i++) {
		const struct ir_location *location = c->test->locations[i];

		if (issues(c->test->threads[thread].body, location))
			gd_out_line(c->out,
			    "struct { uint8_t value[%zu]; unsigned issued, received; } "
			    "%s_found = { { 0 }, 0, 0 };",
			    found_places(c, thread, location), location->name);
	}
}

static void emit_issue(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *stmt)
{
	gd_out_line(c->out,
	    "%s_found.value[%s_found.issued++ %% %zuu] = "
	    "atomic_load_explicit(%s, %s);",
	    stmt->at->name, stmt->at->name, found_places(c, thread, stmt->at),
	    cgen_litmus_name(c->arena, stmt->at->name), order_text[stmt->order]);
}

static void emit_receive(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *stmt)
{
	gd_out_line(c->out, "%s = %s_found.value[%s_found.received++ %% %zuu];",
	    cgen_litmus_name(c->arena, stmt->dst->name), stmt->at->name, stmt->at->name,
	    found_places(c, thread, stmt->at));
}

/* ---------------------------------------------------------------- memory operations */
/* C's own compare-exchange returns the value that it found in another way, so litmus_cas is
 * called. */
static const char *function_of(struct litmus_c *c, enum ir_op op)
{
	return op == IR_OP_cas ? "litmus_cas"
			       : gd_arena_printf(c->arena, "atomic_%s_explicit", ir_memory(op)->c);
}

static void emit_access(struct litmus_c *c, const struct ir_litmus_stmt *stmt)
{
	const char *text;

	if (stmt->memory == IR_OP_fence) {
		gd_out_line(c->out, "atomic_thread_fence(%s);", order_text[stmt->order]);
		return;
	}
	text = gd_arena_printf(c->arena, "%s%s%s(%s",
	    stmt->dst ? cgen_litmus_name(c->arena, stmt->dst->name) : "", stmt->dst ? " = " : "",
	    function_of(c, stmt->memory), cgen_litmus_name(c->arena, stmt->at->name));
	for (int i = 0; i < 2 && stmt->args[i]; i++)
		text =
		    gd_arena_printf(c->arena, "%s, %s", text, cgen_litmus_expr(c, stmt->args[i]));
	if (stmt->memory == IR_OP_cas)
		gd_out_line(c->out, "%s, %s, %s);", text,
		    order_text[ir_order_on_success(stmt->order, stmt->order_on_failure)],
		    order_text[stmt->order_on_failure]);
	else
		gd_out_line(c->out, "%s, %s);", text, order_text[stmt->order]);
}

/* ----------------------------------------------------------------- other statements */
static void emit_body(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *stmt);

static void emit_block(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *body)
{
	c->out->indent++;
	emit_body(c, thread, body);
	c->out->indent--;
}

static void emit_if(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *stmt)
{
	gd_out_line(c->out, "if (%s) {", cgen_litmus_expr(c, stmt->args[0]));
	emit_block(c, thread, stmt->body);
	if (stmt->otherwise) {
		gd_out_line(c->out, "} else {");
		emit_block(c, thread, stmt->otherwise);
	}
	gd_out_line(c->out, "}");
}

static void emit_repeat(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *stmt)
{
	if (!stmt->args[0]) {
		gd_out_line(c->out, "for (int litmus_i = 0; litmus_i < %ld; litmus_i++) {",
		    stmt->count);
		emit_block(c, thread, stmt->body);
		gd_out_line(c->out, "}");
		return;
	}
	gd_out_line(c->out, "do {");
	c->out->indent++;
	gd_out_line(c->out, "if (litmus_gives_up(run))");
	gd_out_line(c->out, "\treturn;");
	c->out->indent--;
	emit_block(c, thread, stmt->body);
	gd_out_line(c->out, "} while (!(%s));", cgen_litmus_expr(c, stmt->args[0]));
}

/* A register holds 0 to 255; only arithmetic could give a larger value. */
static void emit_let(struct litmus_c *c, const struct ir_litmus_stmt *stmt)
{
	enum ir_expr_kind kind = stmt->args[0]->kind;
	bool can_overflow = kind == IR_ADD || kind == IR_SUB || kind == IR_NEGATE;

	gd_out_line(c->out, can_overflow ? "%s = (uint8_t)(%s);" : "%s = %s;",
	    cgen_litmus_name(c->arena, stmt->dst->name), cgen_litmus_expr(c, stmt->args[0]));
}

static void emit_stmt(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *stmt)
{
	switch (stmt->op) {
	case IR_LITMUS_LET: emit_let(c, stmt); break;
	case IR_LITMUS_ACCESS: emit_access(c, stmt); break;
	case IR_LITMUS_ISSUE: emit_issue(c, thread, stmt); break;
	case IR_LITMUS_RECEIVE: emit_receive(c, thread, stmt); break;
	case IR_LITMUS_IF: emit_if(c, thread, stmt); break;
	case IR_LITMUS_REPEAT: emit_repeat(c, thread, stmt); break;
	case IR_LITMUS_CRITICAL:
		gd_out_line(c->out, "litmus_enter(run);");
		emit_body(c, thread, stmt->body);
		gd_out_line(c->out, "litmus_leave(run);");
		break;
	}
}

static void emit_body(struct litmus_c *c, size_t thread, const struct ir_litmus_stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		emit_stmt(c, thread, stmt);
}

/* ------------------------------------------------------------------------- threads */
static bool uses(const struct ir_litmus_stmt *stmt, const void *location)
{
	return stmt->at == location && stmt->op != IR_LITMUS_RECEIVE;
}

static bool needs_run(const struct ir_litmus_stmt *stmt, const void *unused)
{
	(void)unused;
	return stmt->op == IR_LITMUS_CRITICAL || stmt->at ||
	    (stmt->op == IR_LITMUS_REPEAT && stmt->args[0]);
}

void cgen_litmus_thread(struct litmus_c *c, size_t index)
{
	const struct ir_litmus_thread *thread = &c->test->threads[index];
	size_t before;

	gd_out_line(c->out, "static void test_%s_thread_%zu(struct litmus_run *run)\n{",
	    c->test->name, index);
	c->out->indent++;
	before = c->out->length;
	for (size_t i = 0; i < c->test->location_count; i++)
		if (ir_litmus_any(thread->body, uses, c->test->locations[i]))
			gd_out_line(c->out, "litmus_cell *const %s = run->cell[%zu];",
			    cgen_litmus_name(c->arena, c->test->locations[i]->name), i);
	for (size_t i = 0; i < thread->register_count; i++)
		gd_out_line(c->out, "int %s = 0;",
		    cgen_litmus_name(c->arena, thread->registers[i]->name));
	declare_found(c, index);
	if (c->out->length > before)
		gd_out_puts(c->out, "\n");
	if (!ir_litmus_any(thread->body, needs_run, NULL) && !thread->register_count)
		gd_out_line(c->out, "(void)run;");
	emit_body(c, index, thread->body);
	for (size_t i = 0; i < thread->register_count; i++)
		gd_out_line(c->out, "run->value[%zu] = (uint8_t)%s;", thread->registers[i]->index,
		    cgen_litmus_name(c->arena, thread->registers[i]->name));
	c->out->indent--;
	gd_out_line(c->out, "}\n");
}
