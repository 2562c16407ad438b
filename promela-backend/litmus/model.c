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
#include "promela-backend/litmus/frame.h"

const char *const pml_litmus_cc_flags[] = { "-DSAFETY", "-DNOFAIR", NULL };
const char *const pml_litmus_pan_flags[] = { "-E", "-e", "-c0", NULL };

static const char *bound(const struct litmus_model *m, const char *after)
{
	bool counts_switches = m->request->counts_switches;

	if (!litmus_counts_reorderings(m) && !counts_switches)
		return "";
	return gd_arena_printf(m->arena, "%s%s%s%s",
	    litmus_counts_reorderings(m) ? "mem_within" : "",
	    litmus_counts_reorderings(m) && counts_switches ? " && " : "",
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

	return gd_arena_printf(m->arena, "mem_store(%zu, %s, %s, %s); %s", m->thread,
	    litmus_at(m, stmt->at->name), pml_order(stmt->order), value,
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
	const char *now = gd_arena_printf(m->arena, "mem_peek(%s)", litmus_at(m, stmt->at->name));

	return gd_arena_printf(m->arena, "%s; %s%s", operation, result_text(m, stmt),
	    access_line(m, stmt, ir_op_info[stmt->memory].spelling, pml_number("found"),
		pml_number(now)));
}

static const char *load_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	return gd_arena_printf(m->arena, "mem_load(%zu, %s, %s, found); %s%s", m->thread,
	    litmus_at(m, stmt->at->name), pml_order(stmt->order), result_text(m, stmt),
	    access_line(m, stmt, "load", pml_number("found"), no_value));
}

static const char *rmw_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *order = pml_order(stmt->order), *at = litmus_at(m, stmt->at->name);
	const char *first = expr_text(m, stmt->args[0]);

	if (stmt->memory == IR_OP_cas)
		return found_text(m, stmt,
		    gd_arena_printf(m->arena,
			"mem_cas(%zu, %s, %s, %s, "
			"%s, %s, found)",
			m->thread, at, order, pml_order(stmt->order_on_failure), first,
			expr_text(m, stmt->args[1])));
	return found_text(m, stmt,
	    gd_arena_printf(m->arena, "mem_modify(%zu, %s, %s, %s, found)", m->thread, at, order,
		gd_result_text(m->arena, ir_memory(stmt->memory), "found", first)));
}

static const char *waiting_rmw_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *order = pml_order(stmt->order), *at = litmus_at(m, stmt->at->name);
	const char *begin = stmt->memory == IR_OP_cas
	    ? gd_arena_printf(m->arena, "mem_begin_cas(%zu, %s, %s, %s, %s)", m->thread, at, order,
		  expr_text(m, stmt->args[0]), expr_text(m, stmt->args[1]))
	    : gd_arena_printf(m->arena, "mem_begin_rmw(%zu, %s, %s, %s, %s)", m->thread,
		  litmus_rmw_macro(m->arena, stmt->memory), at, order, expr_text(m, stmt->args[0]));

	return gd_arena_printf(m->arena, "%s; %s", begin,
	    access_line(m, stmt, ir_op_info[stmt->memory].spelling, no_value, no_value));
}

static const char *issue_text(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *order = pml_order(stmt->order), *at = litmus_at(m, stmt->at->name);
	const char *begin = lets_loads_wait(m)
	    ? gd_arena_printf(m->arena, "mem_issue(%zu, %s, %s)", m->thread, at, order)
	    : gd_arena_printf(m->arena, "mem_load(%zu, %s, %s, found); answer_put(%zu, %s, found)",
		  m->thread, at, order, m->thread, at);

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
	const char *at = litmus_at(m, stmt->at->name);

	gd_out_line(m->out, "d_step { %s -> %s%s };", room_text(m, 1), step_of(m),
	    issue_text(m, stmt));
	gd_out_line(m->out,
	    "d_step { %sanswer_ready(%zu, %s) -> %sanswer_take(%zu, %s, found); %s%s };",
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
	case IR_EFFECT_WORLD:
	case IR_EFFECT_COPY:
	case IR_EFFECT_CHOICE: break;
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
	size_t entries = litmus_has_windows(m) && m->sizes.is_bounded
	    ? litmus_entries(m->test, stmt, m->memory)
	    : 0;
	const char *text = access_text(m, stmt);
	bool strongest = ir_is_total(stmt->order) ||
	    (stmt->memory == IR_OP_cas && ir_is_total(stmt->order_on_failure));

	put_line(m, stmt->loc);
	if (stmt->op == IR_LITMUS_ACCESS && stmt->memory == IR_OP_load &&
	    litmus_receives(m->test, m->memory))
		put_received_load(m, stmt);
	else if (m->memory == IR_MEM_C11 && stmt->at)
		gd_out_line(m->out, "atomic { %smem_pick(%zu, %s, %s); d_step { %s%s } };",
		    within(m), m->thread, litmus_at(m, stmt->at->name),
		    strongest ? "MEM_SEQ_CST" : pml_order(stmt->order), step_of(m), text);
	else if (entries)
		gd_out_line(m->out, "d_step { %s -> %s%s };", room_text(m, entries), step_of(m),
		    text);
	else
		gd_out_line(m->out, "d_step { %s%s%s };", within(m), step_of(m), text);
}

static void put_receive(struct litmus_model *m, const struct ir_litmus_stmt *stmt)
{
	const char *at = litmus_at(m, stmt->at->name);
	struct pml_line line =
	    PML_LINE(&m->pml, receive, .thread = thread(m), .at = pml_text(stmt->at->name),
		.found = pml_number(gd_arena_printf(m->arena, "r_%s", stmt->dst->name)),
		.where = where(m, stmt->loc));

	gd_out_line(m->out,
	    "d_step { %sanswer_ready(%zu, %s) -> %sanswer_take(%zu, %s, r_%s); %s };",
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
	    "if :: busy > 1 -> overlap = 1; finish%s() :: else -> skip fi };",
	    bound(m, " && "), step_of(m), pml_line_text(&m->pml, &enter), m->suffix);
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
	gd_out_line(m->out, "proctype thread_%zu%s() {", number, m->suffix);
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
	gd_out_line(m->out, "proctype bound() {");
	m->out->indent++;
	gd_out_line(m->out, "atomic {");
	pml_choose_switches(0, m->request->most_switches, m->out);
	pml_tell_switches(&m->pml, m->out);
	gd_out_line(m->out, "}");
	m->out->indent--;
	gd_out_line(m->out, "}\n");
}

/* Of all MODELS: no thread is that of a test which is not searched, so nothing of it waits. */
void litmus_put_memory_process(struct litmus_model *models, const struct litmus_frame *frame)
{
	struct litmus_model *m = &models[0];

	gd_out_line(m->out, "proctype memory() {");
	m->out->indent++;
	gd_out_line(m->out, "do");
	for (size_t i = 0; frame->sizes.window > 0 && i < frame->threads; i++)
		for (size_t j = 0; j < frame->sizes.window; j++)
			put_perform(m, i, j);
	for (size_t i = 0; i < frame->count; i++)
		gd_out_line(m->out,
		    ":: d_step { %s%sended == %zu && mem_quiet -> finish%s() }; break",
		    bound(m, " && "),
		    frame->count > 1 ? gd_arena_printf(m->arena, "test == %zu && ", i + 1) : "",
		    models[i].test->thread_count, models[i].suffix);
	gd_out_line(m->out, "od");
	m->out->indent--;
	gd_out_line(m->out, "}\n");
}

/* ------------------------------------------------------------------- outcomes */
static const char *observed_text(struct litmus_model *m, const struct ir_observed *observed)
{
	switch (observed->kind) {
	case IR_OBSERVED_REGISTER: return gd_arena_printf(m->arena, "out_%s", observed->name);
	case IR_OBSERVED_LOCATION:
		return gd_arena_printf(m->arena, "mem_peek(%s)", litmus_at(m, observed->name));
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

	gd_out_line(m->out, "inline finish%s() {", m->suffix);
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

bool litmus_model_begin(struct litmus_model *m)
{
	if (litmus_size(m->test, m->memory, &m->sizes))
		return true;
	m->pml.refusal = *pml_refuse_limit(&m->pml, m->test->loc, GD_LIMIT_answers);
	return false;
}

void litmus_put_test(struct litmus_model *m)
{
	put_finish(m);
	if (m->request->counts_switches)
		put_bound_process(m);
	for (size_t i = 0; i < m->test->thread_count; i++)
		put_thread(m, i);
}

void litmus_put_runs(struct litmus_model *m)
{
	if (m->request->counts_switches)
		gd_out_line(m->out, "run bound();");
	for (size_t i = 0; i < m->test->thread_count; i++)
		gd_out_line(m->out, "run thread_%zu%s();", i, m->suffix);
	gd_out_line(m->out, "run memory()");
}

static void put_init(struct litmus_model *m)
{
	gd_out_line(m->out, "init {");
	m->out->indent++;
	gd_out_line(m->out, "atomic {");
	m->out->indent++;
	litmus_put_runs(m);
	m->out->indent--;
	gd_out_line(m->out, "}");
	m->out->indent--;
	gd_out_line(m->out, "}");
}

bool pml_litmus_emit(struct gd_arena *arena, const struct litmus_request *request,
    struct gd_out *out, struct pml_refusal *refusal, const char **why)
{
	struct gd_out text;
	struct litmus_model m = { .arena = arena,
		.out = &text,
		.request = request,
		.test = request->test,
		.suffix = "",
		.memory = request->memory,
		.pml = { .arena = arena, .file = request->file } };
	struct litmus_frame frame;
	bool good = litmus_model_begin(&m);

	gd_out_init(&text, 0);
	if (good) {
		if (litmus_counts_reorderings(&m) && !request->counts_switches)
			fit_window(&m);
		frame = litmus_frame(&m, &request->test, 1);
		put_header(&m);
		litmus_put_locations(&m);
		litmus_put_memory(&m, &frame);
		if (request->counts_switches) {
			pml_declare_found(&text);
			pml_declare_switches(&text);
		}
		litmus_put_outcomes(&m, &frame);
		litmus_put_test(&m);
		litmus_put_memory_process(&m, &frame);
		put_init(&m);
	}
	if (!m.pml.why)
		pml_put_needed(arena, request->file, &text, out);
	gd_out_free(&text);
	*why = m.pml.why;
	*refusal = m.pml.refusal;
	return !m.pml.why;
}
