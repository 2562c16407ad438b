/* model.c: a litmus test as a Promela model: one process for each thread, and
 * one, `memory', that performs what waits and sees how runs end. */
#include "promela-backend/litmus/litmus.h"

#include <string.h>

#include "promela-backend/emit-bound.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/emit-unused.h"
#include "promela-backend/steps/event.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/facts/model.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/litmus/sizes.h"

enum { MOST_OUTCOMES = 500 };

const char *const pml_litmus_cc_flags[] = { "-DSAFETY", "-DNOFAIR", NULL };
const char *const pml_litmus_pan_flags[] = { "-E", "-e", "-c0", NULL };

struct litmus_model {
	struct pml_model pml; /* for `#line' and locations */
	struct gd_arena *arena;
	struct gd_out *out;
	const struct ir_litmus *test;
	enum ir_memory memory;
	const struct litmus_request *request;
	struct litmus_sizes sizes;
	bool has_room; /* nothing that a thread can hold back is left out, although it is bounded */
	size_t thread; /* the thread whose statements are being written */
	size_t counters; /* of its `repeat N' */
};

static bool has_windows(const struct litmus_model *m)
{
	return m->sizes.window > 0;
}

static bool counts_reorderings(const struct litmus_model *m)
{
	return has_windows(m) && m->request->counts_reorderings;
}

static const char *bound(const struct litmus_model *m, const char *after)
{
	bool counts_switches = m->request->counts_switches;

	if (!counts_reorderings(m) && !counts_switches)
		return "";
	return gd_arena_printf(m->arena, "%s%s%s%s", counts_reorderings(m) ? "mem_within" : "",
	    counts_reorderings(m) && counts_switches ? " && " : "",
	    counts_switches ? "switches_within" : "", after);
}

/* The guard of a step in a run that goes on only while it has no more reorderings and switches than
 * it may. */
static const char *within(const struct litmus_model *m)
{
	return bound(m, " -> ");
}

/* Of a step that is no access. */
static const char *switch_bound(const struct litmus_model *m)
{
	return m->request->counts_switches ? "switches_within && " : "";
}

/* With which each step of the thread begins. */
static const char *step_of(const struct litmus_model *m)
{
	return m->request->counts_switches
	    ? gd_arena_printf(m->arena, "STEP_OF(%zu); ", m->thread + 1)
	    : "";
}

static bool lets_loads_wait(const struct litmus_model *m)
{
	return ir_memory_info[m->memory].late;
}

/* --------------------------------------------------------------- expressions */
static const char *binary(const struct ir_expr *expr)
{
	static const char *const text[] = { [IR_AND] = "&&",
		[IR_OR] = "||",
		[IR_EQ] = "==",
		[IR_NE] = "!=",
		[IR_LT] = "<",
		[IR_LE] = "<=",
		[IR_GT] = ">",
		[IR_GE] = ">=",
		[IR_ADD] = "+",
		[IR_SUB] = "-" };

	return (size_t)expr->kind < sizeof text / sizeof *text ? text[expr->kind] : NULL;
}

static const char *expr_text(struct litmus_model *m, const struct ir_expr *expr)
{
	if (expr->kind == IR_CONST)
		return gd_arena_printf(m->arena, "%ld", expr->number);
	if (expr->kind == IR_VAR)
		return gd_arena_printf(m->arena, "r_%s", expr->var->name);
	if (expr->kind == IR_NOT || expr->kind == IR_NEGATE)
		return gd_arena_printf(m->arena, "%s(%s)", expr->kind == IR_NOT ? "!" : "-",
		    expr_text(m, expr->args[0]));
	if (binary(expr))
		return gd_arena_printf(m->arena, "(%s %s %s)", expr_text(m, expr->args[0]),
		    binary(expr), expr_text(m, expr->args[1]));
	pml_refuse_at(&m->pml, expr->loc, "an expression of a litmus test that has no model");
	return "0";
}

/* ---------------------------------------------------------------- operations */
static struct pml_value where(struct litmus_model *m, struct gd_loc loc)
{
	return pml_at(&m->pml, loc);
}

static struct pml_value thread(struct litmus_model *m)
{
	return pml_count(&m->pml, m->thread);
}

static const struct pml_value no_value = { NULL, NULL };

/* What a replay shows of STMT: OP, what it FOUND and what is STORED then. */
static const char *access_line(struct litmus_model *m, const struct ir_litmus_stmt *stmt,
    const char *op, struct pml_value found, struct pml_value stored)
{
	struct pml_line line = PML_LINE(&m->pml, access, .thread = thread(m), .op = pml_text(op),
	    .order = pml_text(ir_order_name[stmt->order]),
	    .at = stmt->at ? pml_text(stmt->at->name) : no_value, .found = found, .stored = stored,
	    .where = where(m, stmt->loc));

	return pml_line_text(&m->pml, &line);
}

/* The text of `mem_…(…)', with what a replay prints of it. */
static const char *store_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *value = expr_text(m, stmt->args[0]);

	return gd_arena_printf(m->arena, "mem_store(%zu, AT_%s, %s, %s); %s", m->thread,
	    stmt->at->name, pml_order(stmt->order), value,
	    access_line(m, stmt, "store", no_value, pml_number(value)));
}

/* "r_a = found; ", when the result is used. */
static const char *result_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	return stmt->dst ? gd_arena_printf(m->arena, "r_%s = found; ", stmt->dst->name) : "";
}

static const char *found_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt,
    const char *operation)
{
	const char *now = gd_arena_printf(m->arena, "mem_peek(AT_%s)", stmt->at->name);

	return gd_arena_printf(m->arena, "%s; %s%s", operation, result_text(m, stmt),
	    access_line(m, stmt, ir_op_info[stmt->memory].spelling, pml_number("found"),
		pml_number(now)));
}

static const char *load_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	return gd_arena_printf(m->arena, "mem_load(%zu, AT_%s, %s, found); %s%s", m->thread,
	    stmt->at->name, pml_order(stmt->order), result_text(m, stmt),
	    access_line(m, stmt, "load", pml_number("found"), no_value));
}

static const char *rmw_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *order = pml_order(stmt->order), *at = stmt->at->name;
	const char *first = expr_text(m, stmt->args[0]);

	if (stmt->memory == IR_OP_cas)
		return found_text(m, stmt,
		    gd_arena_printf(m->arena,
			"mem_cas(%zu, AT_%s, %s, %s, "
			"%s, %s, found)",
			m->thread, at, order, pml_order(stmt->order_on_failure), first,
			expr_text(m, stmt->args[1])));
	return found_text(m, stmt,
	    gd_arena_printf(m->arena, "mem_modify(%zu, AT_%s, %s, %s, found)", m->thread, at, order,
		gd_result_text(m->arena, ir_memory(stmt->memory), "found", first)));
}

/* The macro with the number of a read-modify-write in a window: define_results. */
static const char *rmw_macro(struct litmus_model *m, enum ir_op op)
{
	return gd_arena_printf(m->arena, "MEM_%s", ir_op_info[op].name);
}

static const char *waiting_rmw_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *order = pml_order(stmt->order), *at = stmt->at->name;
	const char *begin = stmt->memory == IR_OP_cas
	    ? gd_arena_printf(m->arena, "mem_begin_cas(%zu, AT_%s, %s, %s, %s)", m->thread, at,
		  order, expr_text(m, stmt->args[0]), expr_text(m, stmt->args[1]))
	    : gd_arena_printf(m->arena, "mem_begin_rmw(%zu, %s, AT_%s, %s, %s)", m->thread,
		  rmw_macro(m, stmt->memory), at, order, expr_text(m, stmt->args[0]));

	return gd_arena_printf(m->arena, "%s; %s", begin,
	    access_line(m, stmt, ir_op_info[stmt->memory].spelling, no_value, no_value));
}

static const char *issue_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *order = pml_order(stmt->order), *at = stmt->at->name;
	const char *begin = lets_loads_wait(m)
	    ? gd_arena_printf(m->arena, "mem_issue(%zu, AT_%s, %s)", m->thread, at, order)
	    : gd_arena_printf(m->arena,
		  "mem_load(%zu, AT_%s, %s, found); answer_put(%zu, AT_%s, found)", m->thread, at,
		  order, m->thread, at);

	return gd_arena_printf(m->arena, "%s; %s", begin,
	    access_line(m, stmt, "issue", no_value, no_value));
}

/* A guard: whether the window has room for ENTRIES more.  A run that waits here, but would not wait
 * with a larger window, is reported. */
static const char *room_text(struct litmus_model *m, size_t entries)
{
	return gd_arena_printf(m->arena,
	    m->sizes.is_bounded && !m->has_room ? "%s(mem_rooms(%zu, %zu) || c_expr { "
						  "WANTS_ROOM })"
						: "%smem_rooms(%zu, %zu)",
	    bound(m, " && "), m->thread, entries);
}

/* A blocking load whose answer may be that of a load that was issued before. */
static void put_received_load(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *at = stmt->at->name;

	gd_out_line(m->out, "d_step { %s -> %s%s };", room_text(m, 1), step_of(m),
	    issue_text(m, stmt));
	gd_out_line(m->out,
	    "d_step { %sanswer_ready(%zu, AT_%s) -> %sanswer_take(%zu, AT_%s, found); %s%s };",
	    switch_bound(m), m->thread, at, step_of(m), m->thread, at, result_text(m, stmt),
	    access_line(m, stmt, "load", pml_number("found"), no_value));
}

static const char *access_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	if (stmt->op == IR_LITMUS_ISSUE)
		return issue_text(m, stmt);
	if (litmus_rmw_waits(stmt, m->memory))
		return waiting_rmw_text(m, stmt);
	switch (ir_op_info[stmt->memory].effect) {
	case IR_EFFECT_STORE: return store_text(m, stmt);
	case IR_EFFECT_LOAD: return load_text(m, stmt);
	case IR_EFFECT_RMW: return rmw_text(m, stmt);
	case IR_EFFECT_FENCE:
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL:
	case IR_EFFECT_WORLD: break;
	}
	return gd_arena_printf(m->arena, "mem_fence(%zu, %s); %s", m->thread,
	    pml_order(stmt->order), access_line(m, stmt, "fence", no_value, no_value));
}

/* --------------------------------------------------------------- statements */
static void put_stmts(struct litmus_model *m, const struct ir_litmus_stmt *stmt);

static void put_line(struct litmus_model *m, struct gd_loc loc)
{
	pml_line(m->out, loc);
}

/* Under c11 the choices (which message is read, where a message goes) are made before the step. */
static void put_access(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	size_t entries =
	    has_windows(m) && m->sizes.is_bounded ? litmus_entries(m->test, stmt, m->memory) : 0;
	const char *text = access_text(m, stmt);
	bool strongest = ir_is_total(stmt->order) ||
	    (stmt->memory == IR_OP_cas && ir_is_total(stmt->order_on_failure));

	put_line(m, stmt->loc);
	if (stmt->op == IR_LITMUS_ACCESS && stmt->memory == IR_OP_load &&
	    litmus_receives(m->test, m->memory))
		put_received_load(m, stmt);
	else if (m->memory == IR_MEM_C11 && stmt->at)
		gd_out_line(m->out, "atomic { %smem_pick(%zu, AT_%s, %s); d_step { %s%s } };",
		    within(m), m->thread, stmt->at->name,
		    strongest ? "MEM_SEQ_CST" : pml_order(stmt->order), step_of(m), text);
	else if (entries)
		gd_out_line(m->out, "d_step { %s -> %s%s };", room_text(m, entries), step_of(m),
		    text);
	else
		gd_out_line(m->out, "d_step { %s%s%s };", within(m), step_of(m), text);
}

static void put_receive(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *at = stmt->at->name;
	struct pml_line line = PML_LINE(&m->pml, receive, .thread = thread(m), .at = pml_text(at),
	    .found = pml_number(gd_arena_printf(m->arena, "r_%s", stmt->dst->name)),
	    .where = where(m, stmt->loc));

	gd_out_line(m->out,
	    "d_step { %sanswer_ready(%zu, AT_%s) -> %sanswer_take(%zu, AT_%s, r_%s); %s };",
	    switch_bound(m), m->thread, at, step_of(m), m->thread, at, stmt->dst->name,
	    pml_line_text(&m->pml, &line));
}

static void put_let(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *name = gd_arena_printf(m->arena, "r_%s", stmt->dst->name);
	struct pml_line line = PML_LINE(&m->pml, let, .thread = thread(m),
	    .value = pml_number(name), .where = where(m, stmt->loc));

	gd_out_line(m->out, "d_step { %s%s%s = %s; %s };",
	    m->request->counts_switches ? "switches_within -> " : "", step_of(m), name,
	    expr_text(m, stmt->args[0]), pml_line_text(&m->pml, &line));
}

static void put_local(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	put_line(m, stmt->loc);
	if (stmt->op == IR_LITMUS_LET)
		put_let(m, stmt);
	else
		put_receive(m, stmt);
}

static void put_body(struct litmus_model *m, const struct ir_litmus_stmt *body)
{
	m->out->indent++;
	put_stmts(m, body);
	m->out->indent--;
}

static void put_if(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	put_line(m, stmt->loc);
	gd_out_line(m->out, "if");
	gd_out_line(m->out, ":: %s ->", expr_text(m, stmt->args[0]));
	put_body(m, stmt->body);
	gd_out_line(m->out, "\tskip");
	gd_out_line(m->out, ":: else ->");
	put_body(m, stmt->otherwise);
	gd_out_line(m->out, "\tskip");
	gd_out_line(m->out, "fi;");
}

static void put_repeat(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	size_t counter = m->counters;

	put_line(m, stmt->loc);
	if (stmt->args[0]) {
		gd_out_line(m->out, "do");
		gd_out_line(m->out, "::");
		put_body(m, stmt->body);
		put_line(m, stmt->args[0]->loc);
		gd_out_line(m->out, "\tif :: %s -> break :: else fi", expr_text(m, stmt->args[0]));
		gd_out_line(m->out, "od; skip; /* SPIN does not jump into a d_step */");
		return;
	}
	m->counters++;
	gd_out_line(m->out, "do");
	gd_out_line(m->out, ":: n_%zu < %ld ->", counter, stmt->count);
	put_body(m, stmt->body);
	gd_out_line(m->out, "\tn_%zu++", counter);
	gd_out_line(m->out, ":: else -> n_%zu = 0; break", counter);
	gd_out_line(m->out, "od; skip;");
}

/* If two threads are in critical sections at once, the run has its outcome and ends. */
static void put_critical(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	struct pml_line enter =
	    PML_LINE(&m->pml, enter, .thread = thread(m), .where = where(m, stmt->loc));
	struct pml_line leave =
	    PML_LINE(&m->pml, leave, .thread = thread(m), .where = where(m, stmt->loc));

	put_line(m, stmt->loc);
	gd_out_line(m->out,
	    "d_step { %s!overlap -> %sbusy++; %s; "
	    "if :: busy > 1 -> overlap = 1; finish() :: else -> skip fi };",
	    bound(m, " && "), step_of(m), pml_line_text(&m->pml, &enter));
	put_body(m, stmt->body);
	put_line(m, stmt->loc);
	gd_out_line(m->out, "d_step { %s!overlap -> %sbusy--; %s };", switch_bound(m), step_of(m),
	    pml_line_text(&m->pml, &leave));
}

static void put_stmts(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		switch (stmt->op) {
		case IR_LITMUS_ACCESS:
		case IR_LITMUS_ISSUE: put_access(m, stmt); break;
		case IR_LITMUS_LET:
		case IR_LITMUS_RECEIVE: put_local(m, stmt); break;
		case IR_LITMUS_IF: put_if(m, stmt); break;
		case IR_LITMUS_REPEAT: put_repeat(m, stmt); break;
		case IR_LITMUS_CRITICAL: put_critical(m, stmt); break;
		}
	}
}

/* ------------------------------------------------------------------- threads */
static bool is_observed(const struct litmus_model *m, const struct ir_var *var)
{
	for (size_t i = 0; i < m->test->observed_count; i++)
		if (m->test->observed[i].var == var)
			return true;
	return false;
}

static size_t count_repeats(const struct ir_litmus_stmt *stmt)
{
	size_t count = 0;

	for (; stmt; stmt = stmt->next)
		count += (stmt->op == IR_LITMUS_REPEAT && !stmt->args[0]) +
		    count_repeats(stmt->body) + count_repeats(stmt->otherwise);
	return count;
}

static void put_thread(struct litmus_model *m, size_t number)
{
	const struct ir_litmus_thread *thread = &m->test->threads[number];
	size_t repeats = count_repeats(thread->body);

	m->thread = number;
	m->counters = 0;
	gd_out_line(m->out, "active proctype thread_%zu() {", number);
	m->out->indent++;
	for (size_t i = 0; i < thread->register_count; i++)
		gd_out_line(m->out, "byte r_%s;", thread->registers[i]->name);
	for (size_t i = 0; i < repeats; i++)
		gd_out_line(m->out, "byte n_%zu;", i);
	put_stmts(m, thread->body);
	pml_line_back(&m->pml, m->out);
	gd_out_line(m->out, "d_step {");
	for (size_t i = 0; i < thread->register_count; i++)
		if (is_observed(m, thread->registers[i]))
			gd_out_line(m->out, "\tout_%s = r_%s;", thread->registers[i]->name,
			    thread->registers[i]->name);
	if (m->memory == IR_MEM_C11)
		gd_out_line(m->out, "\tmem_end(%zu);", number);
	gd_out_line(m->out, "\tended++");
	gd_out_line(m->out, "}");
	m->out->indent--;
	gd_out_line(m->out, "}\n");
}

static void put_perform(struct litmus_model *m, size_t thread, size_t entry)
{
	struct pml_line line = PML_LINE(&m->pml, perform, .thread = pml_count(&m->pml, thread));

	gd_out_line(m->out,
	    ":: d_step { %smem_can_perform(%zu, %zu) -> %s; mem_perform(%zu, %zu) }",
	    bound(m, " && "), thread, entry, pml_line_text(&m->pml, &line), thread, entry);
}

/* No other process takes a step before it. */
static void put_bound_process(struct litmus_model *m)
{
	gd_out_line(m->out, "active proctype bound() {");
	m->out->indent++;
	gd_out_line(m->out, "atomic {");
	pml_choose_switches(0, m->request->most_switches, m->out);
	pml_tell_switches(&m->pml, m->out);
	gd_out_line(m->out, "}");
	m->out->indent--;
	gd_out_line(m->out, "}\n");
}

static void put_memory_process(struct litmus_model *m)
{
	gd_out_line(m->out, "active proctype memory() {");
	m->out->indent++;
	gd_out_line(m->out, "do");
	for (size_t i = 0; has_windows(m) && i < m->test->thread_count; i++)
		for (size_t j = 0; j < m->sizes.window; j++)
			put_perform(m, i, j);
	gd_out_line(m->out, ":: d_step { %sended == %zu && mem_quiet -> finish() }; break",
	    bound(m, " && "), m->test->thread_count);
	gd_out_line(m->out, "od");
	m->out->indent--;
	gd_out_line(m->out, "}");
}

/* ------------------------------------------------------------------ the memory */
static void define_if(struct litmus_model *m, bool is_so, const char *name)
{
	if (is_so)
		gd_out_line(m->out, "#define %s", name);
}

static bool some_waits(const struct litmus_model *m, const struct ir_litmus_stmt *stmt,
    enum ir_op op)
{
	for (; stmt; stmt = stmt->next)
		if ((stmt->memory == op && litmus_rmw_waits(stmt, m->memory)) ||
		    some_waits(m, stmt->body, op) || some_waits(m, stmt->otherwise, op))
			return true;
	return false;
}

/* The read-modify-writes that wait: their numbers in a window, and what each of them does later. */
static void define_results(struct litmus_model *m)
{
	const char *text = "found";
	size_t number = 0;

	if (!m->sizes.rmw_waits)
		return;
	for (enum ir_op op = 0; op < IR_OP_COUNT; op++) {
		bool waits = false;

		for (size_t i = 0; i < m->test->thread_count && op != IR_OP_cas; i++)
			waits |= some_waits(m, m->test->threads[i].body, op);
		if (!waits)
			continue;
		gd_out_line(m->out, "#define %s %zu", rmw_macro(m, op), ++number);
		text = gd_arena_printf(m->arena, "((op) == %s -> %s : %s)", rmw_macro(m, op),
		    gd_result_text(m->arena, ir_memory(op), "found", "operand"), text);
	}
	gd_out_line(m->out, "#define MEM_RESULT(op, found, operand) %s", text);
}

static void define_lines(struct litmus_model *m)
{
	struct pml_value at = pml_number("at"), value = pml_number("value");
	struct pml_line performed = PML_LINE(&m->pml, performed, .at = at, .value = value);
	struct pml_line answered = PML_LINE(&m->pml, answered, .at = at, .value = value);

	gd_out_line(m->out, "#define MEM_PERFORMED(who, at, value) %s",
	    pml_line_text(&m->pml, &performed));
	gd_out_line(m->out, "#define MEM_ANSWERED(who, at, value) %s",
	    pml_line_text(&m->pml, &answered));
}

static void define_windows(struct litmus_model *m)
{
	const struct litmus_sizes *sizes = &m->sizes;

	gd_out_line(m->out, "#define %s", ir_memory_info[m->memory].macro);
	gd_out_line(m->out, "#define MEM_WINDOW %zu%s", sizes->window,
	    sizes->is_bounded
		? "        // a bound: a thread waits until there is room, and that is told"
		: "");
	define_if(m, sizes->is_plain, "MEM_PLAIN");
	define_if(m, sizes->splits && lets_loads_wait(m), "MEM_SPLIT");
	define_if(m, sizes->rmw_waits, "MEM_WAITING_RMW");
	define_results(m);
	define_if(m, sizes->cas_waits, "MEM_WAITING_CAS");
	if (counts_reorderings(m))
		gd_out_line(m->out, "#define MEM_REORDERINGS %u", m->request->reorderings);
	define_lines(m);
}

static void define_histories(struct litmus_model *m)
{
	const struct litmus_sizes *sizes = &m->sizes;

	gd_out_line(m->out, "#define MESSAGES %zu", sizes->messages);
	define_if(m, sizes->acquires && sizes->releases, "MEM_SYNC");
	define_if(m, sizes->acquire_fences, "MEM_ACQUIRE_FENCES");
	define_if(m, sizes->release_fences, "MEM_RELEASE_FENCES");
	define_if(m, sizes->rmws, "MEM_RMW");
	define_if(m, sizes->sc_fences, "MEM_SC_FENCES");
	define_if(m, sizes->sc_accesses, "MEM_SC_ACCESSES");
	if (sizes->sc_events)
		gd_out_line(m->out, "#define MEM_SC_EVENTS %zu", sizes->sc_events);
	gd_out_line(m->out, "#define MEM_FULL c_code { printf(\"@ full\\n\"); exit(0); }");
}

static void put_memory(struct litmus_model *m)
{
	const struct ir_litmus *test = m->test;
	const char *initial = "";

	for (size_t i = 0; i < test->location_count; i++) {
		gd_out_line(m->out, "#define AT_%s %zu", test->locations[i]->name, i);
		initial = gd_arena_printf(m->arena, "%s%s%ld", initial, i ? ", " : "",
		    test->locations[i]->init);
	}
	gd_out_line(m->out, "#define LOCATIONS %zu", test->location_count);
	gd_out_line(m->out, "#define MEM_TYPE byte");
	gd_out_line(m->out, "#define MEM_INITIAL { %s }", initial);
	gd_out_line(m->out, "#define MEM_THREADS %zu", test->thread_count);
	if (m->memory == IR_MEM_C11)
		define_histories(m);
	else if (has_windows(m))
		define_windows(m);
	if (m->sizes.splits) {
		gd_out_line(m->out, "#define ANSWER_THREADS %zu", test->thread_count);
		gd_out_line(m->out, "#define ANSWERS %zu", m->sizes.answers);
		define_if(m, ir_memory_info[m->memory].tagged, "ANSWERS_LATER");
		gd_out_line(m->out, "#include \"answers.pml\"");
	}
	gd_out_line(m->out, "#include \"memory-%s.pml\"",
	    m->memory == IR_MEM_C11 || has_windows(m) ? ir_memory_info[m->memory].module
						      : ir_memory_info[IR_MEM_SC].module);
	pml_line_back(&m->pml, m->out);
}

/* ------------------------------------------------------------------- outcomes */
static const char *observed_text(struct litmus_model *m, const struct ir_observed *observed)
{
	switch (observed->kind) {
	case IR_OBSERVED_REGISTER: return gd_arena_printf(m->arena, "out_%s", observed->name);
	case IR_OBSERVED_LOCATION:
		return gd_arena_printf(m->arena, "mem_peek(AT_%s)", observed->name);
	case IR_OBSERVED_OVERLAP: break;
	}
	return m->test->has_critical ? "overlap" : "0";
}

/* ------------------------------------------------------------------- what is sought */
static const char *sought_value(struct litmus_model *m, const struct ir_expr *expr)
{
	size_t i = expr->kind == IR_OBSERVED ? (size_t)expr->number : 0;

	while (expr->kind == IR_VAR && m->test->observed[i].var != expr->var)
		i++;
	return gd_arena_printf(m->arena, "outcome[%zu]", i);
}

/* The condition of a claim, about the outcome. */
static const char *condition_text(struct litmus_model *m, const struct ir_expr *expr)
{
	if (expr->kind == IR_OBSERVED || expr->kind == IR_VAR)
		return sought_value(m, expr);
	if (expr->kind == IR_NOT || expr->kind == IR_NEGATE)
		return gd_arena_printf(m->arena, "%s(%s)", expr->kind == IR_NOT ? "!" : "-",
		    condition_text(m, expr->args[0]));
	if (binary(expr))
		return gd_arena_printf(m->arena, "(%s %s %s)", condition_text(m, expr->args[0]),
		    binary(expr), condition_text(m, expr->args[1]));
	return expr_text(m, expr);
}

static const char *sought_text(struct litmus_model *m, const struct litmus_sought *sought)
{
	const char *text = "true";

	if (sought->condition)
		return condition_text(m, sought->condition);
	for (size_t i = 0; i < m->test->observed_count; i++)
		text = gd_arena_printf(m->arena, "%s && outcome[%zu] == %u", text, i,
		    sought->outcome->values[i]);
	return text;
}

static void put_error(struct litmus_model *m)
{
	struct pml_line line =
	    PML_LINE(&m->pml, fail, .property = pml_text(PML_OUTCOME), .binding = pml_text("-"));

	if (!m->request->seeks) {
		gd_out_line(m->out, "c_code { outcome_is_known = look_up(outcome); };");
		gd_out_line(m->out, "assert(outcome_is_known)");
		return;
	}
	gd_out_line(m->out, "if");
	gd_out_line(m->out, ":: %s%s -> %s; %sassert(false)", switch_bound(m),
	    sought_text(m, m->request->seeks), pml_line_text(&m->pml, &line),
	    m->request->counts_switches ? "fewest_found = true; " : "");
	gd_out_line(m->out, ":: else -> skip");
	gd_out_line(m->out, "fi");
}

/* The first time that an outcome is reached counts as an error, so that it gets a trail. */
static void put_finish(struct litmus_model *m)
{
	size_t count = m->test->observed_count;
	const char *format = "", *values = "";
	struct pml_line outcome;

	gd_out_line(m->out, "inline finish() {");
	m->out->indent++;
	for (size_t i = 0; i < count; i++) {
		gd_out_line(m->out, "outcome[%zu] = %s;", i,
		    observed_text(m, &m->test->observed[i]));
		format = gd_arena_printf(m->arena, "%s%s%%d", format, i ? "," : "");
		values = gd_arena_printf(m->arena, "%s%soutcome[%zu]", values, i ? ", " : "", i);
	}
	outcome = PML_LINE(&m->pml, outcome, .values = { format, values });
	gd_out_line(m->out, "%s;", pml_line_text(&m->pml, &outcome));
	put_error(m);
	m->out->indent--;
	gd_out_line(m->out, "}\n");
}

static void put_outcomes(struct litmus_model *m)
{
	size_t count = m->test->observed_count;

	gd_out_line(m->out, "byte ended;                     // threads");
	if (m->test->has_critical) {
		gd_out_line(m->out,
		    "byte busy;                      // threads in critical sections");
		gd_out_line(m->out, "bool overlap;");
	}
	for (size_t i = 0; i < count; i++)
		if (m->test->observed[i].kind == IR_OBSERVED_REGISTER)
			gd_out_line(m->out, "byte out_%s;", m->test->observed[i].name);
	gd_out_line(m->out, "hidden byte found;");
	gd_out_line(m->out, "hidden byte outcome[%zu];", count ? count : 1);
	gd_out_line(m->out, "hidden byte outcome_is_known;\n");
	gd_out_line(m->out,
	    "c_code {\n"
	    "\tstatic unsigned char known_outcomes[%d][%zu];\n"
	    "\tstatic int known_count;\n"
	    "\tstatic int look_up(const unsigned char *outcome)\n"
	    "\t{\n"
	    "\t\tfor (int i = 0; i < known_count; i++)\n"
	    "\t\t\tif (memcmp(known_outcomes[i], outcome, %zu) == 0)\n"
	    "\t\t\t\treturn 1;\n"
	    "\t\tif (known_count == %d) {\n"
	    "\t\t\tprintf(\"@ many\\n\");\n"
	    "\t\t\texit(0);\n"
	    "\t\t}\n"
	    "\t\tmemcpy(known_outcomes[known_count++], outcome, %zu);\n"
	    "\t\treturn 0;\n"
	    "\t}\n"
	    "};\n",
	    MOST_OUTCOMES, count ? count : 1, count, MOST_OUTCOMES, count);
	if (m->sizes.is_bounded && !m->has_room)
		gd_out_line(m->out,
		    "c_code {\n"
		    "\tstatic int wants_room(void)\n"
		    "\t{\n"
		    "\t\tstatic int is_told;\n"
		    "\n"
		    "\t\tif (!is_told)\n"
		    "\t\t\tprintf(\"@ partial\\n\");\n"
		    "\t\tis_told = 1;\n"
		    "\t\treturn 0;\n"
		    "\t}\n"
		    "\\#define WANTS_ROOM wants_room()   // SPIN allows no calls in a c_expr\n"
		    "};\n");
	put_finish(m);
}

/* -------------------------------------------------------------------- the model */
static void put_header(struct litmus_model *m)
{
	gd_out_line(m->out, "/* Made by gcdsl: do not edit.");
	gd_out_line(m->out, " *");
	gd_out_line(m->out, " * litmus %s, memory %s", m->test->name, ir_memory_name[m->memory]);
	gd_out_line(m->out, " *");
	gd_out_line(m->out,
	    " * Each error that pan finds is another outcome of the test, and its trail is the");
	gd_out_line(m->out, " * first run to it.  By hand, with its support files beside it:");
	gd_out_line(m->out, " *   spin -a %s", m->pml.file);
	gd_out_line(m->out, " *   cc -DSAFETY -DNOFAIR -o pan pan.c && ./pan -E -e -c0");
	gd_out_line(m->out,
	    " *   ./pan -r %s1.trail      (shows a run as lines that begin with @) */",
	    m->pml.file);
	gd_out_line(m->out, "%s", "");
}

/* A store that is never overtaken can as well be done as late as it reaches memory.  So a window
 * needs an entry for each that may be overtaken, and one for a store that is not.  Marks of fences
 * need room, too.  But a store that waits can save context switches: where these are counted, all of them
 * may wait. */
static void fit_window(struct litmus_model *m)
{
	size_t enough = (size_t)m->request->reorderings + 1;

	if (!m->sizes.is_bounded || m->sizes.marks || m->sizes.window < enough)
		return;
	m->sizes.window = enough;
	m->has_room = true;
}

bool pml_litmus_emit(struct gd_arena *arena, const struct litmus_request *request,
    struct gd_out *out, struct pml_refusal *refusal, const char **why)
{
	const struct ir_litmus *test = request->test;
	struct gd_out text;
	struct litmus_model m = { .arena = arena,
		.out = &text,
		.request = request,
		.test = test,
		.memory = request->memory,
		.pml = { .arena = arena, .file = request->file } };

	if (!litmus_size(test, request->memory, &m.sizes)) {
		*refusal = *pml_refuse_limit(&m.pml, test->loc, GD_LIMIT_answers);
		*why = m.pml.why;
		return false;
	}
	if (counts_reorderings(&m) && !request->counts_switches)
		fit_window(&m);
	gd_out_init(&text, 0);
	put_header(&m);
	put_memory(&m);
	if (request->counts_switches) {
		pml_declare_found(&text);
		pml_declare_switches(&text);
	}
	put_outcomes(&m);
	if (request->counts_switches)
		put_bound_process(&m);
	for (size_t i = 0; i < test->thread_count; i++)
		put_thread(&m, i);
	put_memory_process(&m);
	if (!m.pml.why)
		pml_put_needed(arena, request->file, &text, out);
	gd_out_free(&text);
	*why = m.pml.why;
	*refusal = m.pml.refusal;
	return !m.pml.why;
}
