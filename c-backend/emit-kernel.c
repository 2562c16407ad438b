/* emit-kernel.c: kernels as functions, and the bodies of loops over slots as
 * functions of their own, which the embedder's visitors call.
 *
 * Such a body sees the locals of its surroundings through a structure of
 * copies; what it assigns to is copied back. */
#include "c-backend/emit-kernel.h"
#include "compiler/ir/walk.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-look.h"
#include "c-backend/emit-op.h"
#include "c-backend/emit-slide.h"
#include "c-backend/emit-slots.h"
#include "c-backend/emit-uses.h"
#include "c-backend/refuse.h"

/* ------------------------------------------------------------ loops over slots */

/* Finds the locals that the body of the loop shares with the code around it: those that the body
 * mentions and that are used somewhere, except for those that only the body mentions and that get
 * their value there. */
static void find_captured(struct cgen *c, struct cgen_function *f)
{
	const struct ir_kernel *kernel = f->kernel;
	const struct cgen_mentions *in_body = cgen_mentions(c, kernel, f->loop->body);
	f->captured = GD_NEW_ARRAY(c->arena, struct cgen_capture, kernel->var_count + 1);

	for (size_t i = 0; i < kernel->var_count; i++) {
		struct cgen_mentions inside = in_body[i],
				     all = *cgen_mentions_of(c, kernel->vars[i]);
		bool mentioned = inside.uses || inside.definitions;
		bool only_here = inside.uses == all.uses && inside.definitions == all.definitions;

		if (kernel->vars[i] == f->loop->dst || !mentioned || !all.uses ||
		    (only_here && inside.definitions))
			continue;
		f->captured[f->captured_count++] =
		    (struct cgen_capture){ kernel->vars[i], inside.definitions != 0 };
	}
}

static void body_structure(struct cgen *c, const struct cgen_function *f)
{
	if (!cgen_slot_body_has_data(f))
		return;
	cgen_line(c, "struct %s {", cgen_slot_body_name(c, f));
	c->out->indent++;
	if (f->needs_worker)
		cgen_more(c, "struct gcrt_worker *worker;");
	for (size_t i = 0; i < f->captured_count; i++)
		cgen_more(c, "%s%s;", cgen_type(&f->captured[i].var->type),
		    cgen_var(c, f->captured[i].var));
	c->out->indent--;
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

static void body_head(struct cgen *c, const struct cgen_function *f)
{
	cgen_spec_line(c, f->loop->loc,
	    "static inline void %s(struct gc_edge %s, struct gc_heap *heap, void *data)",
	    cgen_slot_body_name(c, f), cgen_var(c, f->loop->dst));
	cgen_more(c, "{");
	c->out->indent++;
	if (cgen_slot_body_has_data(f))
		cgen_more(c, "struct %s *outer = data;", cgen_slot_body_name(c, f));
	else
		cgen_more(c, "(void)data;");
	if (f->needs_worker)
		cgen_more(c, "struct gcrt_worker *worker = outer->worker;");
	for (size_t i = 0; i < f->captured_count; i++)
		cgen_more(c, "%s%s = outer->%s;", cgen_type(&f->captured[i].var->type),
		    cgen_var(c, f->captured[i].var), cgen_var(c, f->captured[i].var));
	cgen_more(c, "(void)heap;");
	if (!cgen_count_uses(f->loop->body, f->loop->dst, false))
		cgen_more(c, "(void)%s;", cgen_var(c, f->loop->dst));
	cgen_declare(c, f->loop->body);
}

static void slot_loops(struct cgen *c, struct cgen_function *outer, const struct ir_stmt *list);

static void slot_loop_body(struct cgen *c, struct cgen_function *outer, const struct ir_stmt *loop)
{
	struct cgen_function *f = GD_NEW(c->arena, struct cgen_function);

	f->kernel = outer->kernel;
	f->name = outer->name;
	f->is_fill = outer->is_fill;
	f->loop = loop;
	f->number = ++c->loops;
	f->needs_worker = cgen_needs_worker(loop->body);
	GD_PUSH(c->arena, c->bodies, f);
	find_captured(c, f);
	slot_loops(c, f, loop->body);
	c->function = f;
	body_structure(c, f);
	body_head(c, f);
	cgen_statements(c, loop->body);
	for (size_t i = 0; i < f->captured_count; i++)
		if (f->captured[i].written)
			cgen_more(c, "outer->%s = %s;", cgen_var(c, f->captured[i].var),
			    cgen_var(c, f->captured[i].var));
	c->out->indent--;
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

/* The functions of all loops in LIST, innermost first. */
static void slot_loops(struct cgen *c, struct cgen_function *outer, const struct ir_stmt *list)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_for &&
		    (s->domain == IR_DOMAIN_SLOTS || s->domain == IR_DOMAIN_ROOTS)) {
			slot_loop_body(c, outer, s);
			c->function = outer;
			continue;
		}
		slot_loops(c, outer, s->body);
		slot_loops(c, outer, s->otherwise);
	}
}

/* --------------------------------------------------------------------- kernels */

static void kernel_comment(struct cgen *c, const struct ir_kind *kind)
{
	const char *params = "", *comment = cgen_comment(c, kind->loc);

	for (size_t i = 0; i < kind->param_count; i++) {
		const struct ir_var *var = kind->kernel.vars[i];
		params = gd_arena_printf(c->arena, "%s%s%s", params, i ? ", " : "", var->name);
	}
	cgen_line(c, "/* work %s(%s) %s%s%s */", kind->name, params,
	    ir_multiplicity_name[kind->multiplicity], *comment ? ": " : "", comment);
}

/* The parameters of a function that runs one unit of KIND. */
const char *cgen_parameters(struct cgen *c, const struct ir_kind *kind)
{
	const char *text = "struct gcrt_worker *worker";
	for (size_t i = 0; i < kind->param_count; i++) {
		const struct ir_var *var = kind->kernel.vars[i];
		text = gd_arena_printf(c->arena, "%s, %s%s", text, cgen_type(&var->type),
		    cgen_var(c, var));
	}
	return text;
}

void cgen_function_body(struct cgen *c, const struct ir_kernel *kernel, size_t param_count)
{
	cgen_more(c, "{");
	c->out->indent++;
	if (!cgen_needs_worker(kernel->body))
		cgen_more(c, c->function->is_barrier ? "(void)mutator;" : "(void)worker;");
	for (size_t i = 0; i < param_count; i++)
		if (!cgen_mentions_of(c, kernel->vars[i])->uses &&
		    kernel->vars[i] != c->function->result)
			cgen_more(c, "(void)%s;", cgen_var(c, kernel->vars[i]));
	cgen_declare(c, kernel->body);
	cgen_statements(c, kernel->body);
	if (c->function->result)
		cgen_more(c, "return %s;", cgen_var(c, c->function->result));
	c->out->indent--;
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

static void enter(struct cgen *c, struct cgen_function *f)
{
	c->function = f;
	c->loops = 0;
	c->numbered = c->walks = c->visits = 0;
	c->bodies.count = 0;
	cgen_look_functions(c, f->kernel->body, f->name);
	cgen_slide_functions(c, f->kernel->body);
	slot_loops(c, f, f->kernel->body);
	c->function = f;
}

static bool loops_over_roots_of(const struct ir_stmt *stmt, const struct ir_var *mutator)
{
	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_ROOTS &&
	    ir_is_var(stmt->args[0], mutator);
}

static void refuse_look(struct cgen *c, const char *why)
{
	if (!c->refusal.why)
		c->refusal = (struct cgen_refusal){ why,
			"write a kind for each cycle or phase: who emits "
			"the unit looks, and emits one of the kind for it",
			c->looks.at[0].piece->loc };
}

struct check {
	struct cgen *c;
	const struct ir_kind *kind;
};

static void check_step_of_handshake(const struct ir_stmt *s, void *data)
{
	const struct check *check = data;

	if (s->op == IR_OP_stop || s->op == IR_OP_resume ||
	    (s->op == IR_OP_for && s->domain == IR_DOMAIN_OBJECTS))
		cgen_refuse(check->c, s->loc,
		    "a kernel run by a mutator that stops mutators, resumes"
		    " them, or loops over all objects");
	if (s->op == IR_OP_for && s->domain == IR_DOMAIN_ROOTS &&
	    !loops_over_roots_of(s, check->kind->on))
		cgen_refuse(check->c, s->loc,
		    "a kernel run by a mutator that reads the roots of"
		    " another");
}

/* A kernel that a mutator runs must not wait for other mutators or for workers.  Reading the roots
 * of another mutator would wait until that one has stopped. */
static void check_handshake(struct cgen *c, const struct ir_kind *kind)
{
	struct check check = { c, kind };

	if (!kind->on)
		return;
	if (c->looks.count)
		refuse_look(c, "a kernel run by a mutator that looks at buckets, cycles or phases");
	ir_list_each(kind->kernel.body, check_step_of_handshake, &check);
}

static void check_step_of_loop(const struct ir_stmt *s, void *c)
{
	if (s->op == IR_OP_stop || s->op == IR_OP_resume)
		cgen_refuse(c, s->loc,
		    "a kernel run for all objects that stops or resumes"
		    " mutators");
	if (s->op == IR_OP_for && s->domain == IR_DOMAIN_OBJECTS)
		cgen_refuse(c, s->loc,
		    "a kernel run for all objects that loops over all"
		    " objects");
	if (s->op == IR_OP_for && s->domain == IR_DOMAIN_ROOTS)
		cgen_refuse(c, s->loc, "a kernel run for all objects that reads roots");
	if (s->op == IR_OP_await)
		cgen_refuse(c, s->loc, "a kernel run for all objects that waits for a value");
}

/* Mutators that have no room left help with loops over all objects. */
static void check_loop(struct cgen *c, const struct ir_kind *kind)
{
	if (!ir_is_listed(c->spec, kind))
		return;
	ir_list_each(kind->kernel.body, check_step_of_loop, c);
	if (c->looks.count)
		refuse_look(c,
		    "a kernel run for all objects that looks at buckets, cycles or phases");
}

static bool is_await(const struct ir_stmt *s, const void *unused)
{
	(void)unused;
	return s->op == IR_OP_await;
}

/* Who looks waits until all others are between two units: Note [Looking] of the runtime.  A unit that waits
 * may wait for the one that looks. */
static void check_looks(struct cgen *c)
{
	if (c->looks.count && ir_spec_any(c->spec, IR_OF_KINDS, is_await, NULL))
		refuse_look(c,
		    "a kernel that looks at buckets, cycles or phases, where another kernel waits for a value");
}

static void kernel(struct cgen *c, const struct ir_kind *kind)
{
	struct cgen_function f = { .kernel = &kind->kernel, .name = kind->name };

	kernel_comment(c, kind);
	enter(c, &f);
	check_handshake(c, kind);
	check_loop(c, kind);
	check_looks(c);
	cgen_spec_line(c, kind->loc, "static inline void %s_work_%s(%s)", c->prefix, kind->name,
	    cgen_parameters(c, kind));
	cgen_function_body(c, &kind->kernel, kind->param_count);
	c->function = NULL;
}

void cgen_kernels(struct cgen *c)
{
	for (size_t i = 0; i < c->spec->kind_count; i++)
		kernel(c, c->spec->kinds[i]);
}

void cgen_fill(struct cgen *c, const struct ir_bucket *bucket)
{
	struct cgen_function f = { .kernel = &bucket->fill, .name = bucket->name, .is_fill = true };

	enter(c, &f);
	cgen_spec_line(c, bucket->fill.body->loc,
	    "static void %s_fill_%s(struct gcrt_worker *worker)", c->prefix, bucket->name);
	cgen_function_body(c, &bucket->fill, 0);
	c->function = NULL;
}
