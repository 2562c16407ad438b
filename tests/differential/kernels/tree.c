/* tree.c: names, and trees as a specification. */
#include "tests/differential/kernels/tree.h"

const char *const expr_text[EXPR_KINDS] = {
#define X(name, text) [name] = text,
	BINARY(X) MEMORY(X)
#undef X
};
const char *const meta_name[METAS] = { "mark", "age", "state", "tally" };
const long meta_high[METAS] = { 1, 3, 2, 255 }, meta_initial[METAS] = { 0, 1, 2, 0 };
const char *const tag_name[3] = { "fresh", "seen", "done" };
const char *const phase_name[PHASES] = { "early", "late", "other" };
const char *const option_name[OPTIONS] = { "limit", "wide", "twice", "chosen" };
const long option_high[OPTIONS] = { 3, 300, 1, 2 };
const long option_low[OPTIONS] = { 0, 50, 0, 0 };
const char *const state_text[STATES] = { "drained(b1)", "idle(b2)", "open(b3)", "requested",
	"all mutators stopped" };
const char *const order_text[5] = { "relaxed", "acquire", "release", "acq_rel", "seq_cst" };
const char *const barrier_name[BARRIERS] = { "before_store", "after_store", "allocated" };
const enum type barrier_param[PARAMS] = { REF, SLOT, REF, NOTHING };

/* ---------------------------------------------------------------------- expressions */
static void print_expr(struct gd_out *out, const struct expr *e);

static void print_place(struct gd_out *out, const struct expr *e)
{
	gd_out_printf(out, "%s", e->local->name);
	if (e->meta >= 0)
		gd_out_printf(out, ".%s", meta_name[e->meta]);
}

static void print_list(struct gd_out *out, struct expr *const *args)
{
	for (unsigned i = 0; i < PARAMS && args[i]; i++) {
		gd_out_puts(out, i ? ", " : "");
		print_expr(out, args[i]);
	}
}

static void print_memory(struct gd_out *out, const struct expr *e)
{
	gd_out_printf(out, "%s(", expr_text[e->kind]);
	print_place(out, e);
	gd_out_puts(out, e->args[0] ? ", " : "");
	print_list(out, e->args);
	if (e->order >= 0)
		gd_out_printf(out, ", %s", order_text[e->order]);
	if (e->kind == CAS && e->order >= 0 && e->order_on_failure >= 0)
		gd_out_printf(out, ", %s", order_text[e->order_on_failure]);
	gd_out_puts(out, ")");
}

static void print_constant(struct gd_out *out, const struct expr *e)
{
	if (e->type == BOOLEAN)
		gd_out_puts(out, e->number ? "true" : "false");
	else if (e->type == TAG)
		gd_out_puts(out, tag_name[e->number]);
	else
		gd_out_printf(out, "%ld", e->number);
}

static void print_expr(struct gd_out *out, const struct expr *e)
{
	if (e->kind >= LOAD) {
		print_memory(out, e);
	} else if (e->kind >= AND) {
		gd_out_puts(out, "(");
		print_expr(out, e->args[0]);
		gd_out_printf(out, " %s ", expr_text[e->kind]);
		print_expr(out, e->args[1]);
		gd_out_puts(out, ")");
	} else if (e->kind == NOT || e->kind == NEGATE) {
		gd_out_puts(out, e->kind == NOT ? "(not " : "(- ");
		print_expr(out, e->args[0]);
		gd_out_puts(out, ")");
	} else if (e->kind == CALL) {
		gd_out_printf(out, "%s(", e->function->name);
		print_list(out, e->args);
		gd_out_puts(out, ")");
	} else if (e->kind == CONSTANT) {
		print_constant(out, e);
	} else {
		gd_out_puts(out,
		    e->kind == NULL_REF      ? "null"
			: e->kind == LOCAL   ? e->local->name
			: e->kind == OPTION  ? option_name[e->number]
			: e->number < STATES ? state_text[e->number]
					     : phase_name[e->number - STATES]);
	}
}

/* ----------------------------------------------------------------------- statements */
static void print_list_of(struct gd_out *out, const struct stmt *s);

static void print_block(struct gd_out *out, const struct stmt *body)
{
	/* a single statement without braces, as people write it; a `let' alone would have no
	 * meaning */
	if (body && !body->next && body->kind != LET && body->kind != IF) {
		gd_out_puts(out, "\n");
		out->indent++;
		print_list_of(out, body);
		out->indent--;
		return;
	}
	gd_out_puts(out, " {\n");
	out->indent++;
	print_list_of(out, body);
	out->indent--;
	gd_out_puts(out, "}\n");
}

static void print_if(struct gd_out *out, const struct stmt *s)
{
	gd_out_puts(out, "if ");
	print_expr(out, s->expr);
	print_block(out, s->body);
	if (!s->otherwise)
		return;
	gd_out_puts(out, "else");
	print_block(out, s->otherwise);
}

static void print_with(struct gd_out *out, const char *before, const struct expr *e)
{
	gd_out_puts(out, before);
	if (e)
		print_expr(out, e);
	gd_out_puts(out, ";\n");
}

static void print_emit(struct gd_out *out, const struct program *p, const struct stmt *s)
{
	const struct kind *kind = &p->kinds[s->number];

	if (s->kind == FOR_OBJECTS)
		gd_out_printf(out, "for %s : object  emit %s(%s", s->local->name, kind->name,
		    s->local->name);
	else
		gd_out_printf(out, "emit %s(", kind->name);
	print_list(out, s->args);
	if (kind->bucket_count > 1)
		gd_out_printf(out, ") into b%d;\n", s->bucket);
	else
		gd_out_puts(out, ");\n");
}

static const struct program *printed;

static void print_stmt(struct gd_out *out, const struct stmt *s)
{
	switch (s->kind) {
	case LET:
		gd_out_printf(out, "let %s = ", s->local->name);
		print_with(out, "", s->expr);
		break;
	case IF: print_if(out, s); break;
	case FOR_SLOTS:
	case FOR_ROOTS:
		gd_out_printf(out, "for %s in %s.%s", s->local->name, s->over->name,
		    s->kind == FOR_SLOTS ? "field" : "roots");
		print_block(out, s->body);
		break;
	case FOR_MUTATORS:
		gd_out_printf(out, "for %s : mutator", s->local->name);
		print_block(out, s->body);
		break;
	case EMIT:
	case FOR_OBJECTS: print_emit(out, printed, s); break;
	case EVALUATE: print_with(out, "", s->expr); break;
	case FENCE: gd_out_printf(out, "fence(%s);\n", order_text[s->number]); break;
	case FREE:
		gd_out_puts(out, "free(");
		print_expr(out, s->expr);
		gd_out_puts(out, ");\n");
		break;
	case BEGIN: gd_out_printf(out, "begin %s;\n", phase_name[s->number]); break;
	case END: gd_out_printf(out, "end %s;\n", phase_name[s->number]); break;
	case ASSERT: print_with(out, "assert it: ", s->expr); break;
	case GHOST: print_with(out, "ghost g = ", s->expr); break;
	case RETURN: print_with(out, s->expr ? "return " : "return", s->expr); break;
	case REQUEST: gd_out_puts(out, "request gc;\n"); break;
	case STOP: gd_out_puts(out, "stop mutators;\n"); break;
	case RESUME: gd_out_puts(out, "resume mutators;\n"); break;
	}
}

static void print_list_of(struct gd_out *out, const struct stmt *s)
{
	for (; s; s = s->next)
		print_stmt(out, s);
}

/* --------------------------------------------------------------------- declarations */
static const char *type_text(struct gd_arena *arena, enum type type, long low, long high)
{
	static const char *const texts[] = { "", "bool", "", "{ fresh, seen, done }", "ref",
		"mutator", "ref*" };

	if (type != NUMBER)
		return texts[type];
	return low == 0 && high == 1 ? "bit" : gd_arena_printf(arena, "%ld .. %ld", low, high);
}

static void print_params(struct gd_out *out, const struct program *p, struct local *const *params,
    unsigned count, bool typed)
{
	gd_out_puts(out, "(");
	for (unsigned i = 0; i < count; i++) {
		gd_out_printf(out, "%s%s", i ? ", " : "", params[i]->name);
		if (typed)
			gd_out_printf(out, " : %s",
			    type_text(p->arena, params[i]->type, params[i]->low, params[i]->high));
	}
	gd_out_puts(out, ")");
}

static void print_body(struct gd_out *out, const struct stmt *body)
{
	gd_out_puts(out, " {\n");
	out->indent++;
	print_list_of(out, body);
	out->indent--;
	gd_out_puts(out, "}\n");
}

static void print_function(struct gd_out *out, const struct program *p, const struct function *f)
{
	gd_out_printf(out, "function %s", f->name);
	print_params(out, p, f->params, f->param_count, true);
	if (f->result != NOTHING)
		gd_out_printf(out, " -> %s", type_text(p->arena, f->result, f->low, f->high));
	print_body(out, f->body);
}

/* Every kind must be emitted somewhere. */
static void print_start(struct gd_out *out, const struct program *p)
{
	static const char *const texts[] = { "", "true", "", "fresh", "r", "m", "s" };

	gd_out_puts(out,
	    "work go() once {\n\tfor m : mutator\n\t\tfor s in m.roots {\n"
	    "\t\t\tlet r = load(s);\n");
	for (unsigned k = 0; k < KINDS; k++)
		for (unsigned b = 0; b < p->kinds[k].bucket_count; b++) {
			gd_out_printf(out, "\t\t\temit %s(", p->kinds[k].name);
			for (unsigned i = 0; i < p->kinds[k].param_count; i++) {
				const struct local *param = p->kinds[k].params[i];

				gd_out_puts(out, i ? ", " : "");
				if (param->type == NUMBER)
					gd_out_printf(out, "%ld", param->low);
				else
					gd_out_puts(out, texts[param->type]);
			}
			if (p->kinds[k].bucket_count > 1)
				gd_out_printf(out, ") into b%d;\n", p->kinds[k].buckets[b]);
			else
				gd_out_puts(out, ");\n");
		}
	gd_out_puts(out, "\t\t}\n}\n");
}

static void print_buckets(struct gd_out *out, const struct program *p)
{
	gd_out_puts(out, "cycle gc from requested to drained(b0)");
	for (int b = 1; b < BUCKETS; b++)
		gd_out_printf(out, " and drained(b%d)", b);
	gd_out_puts(out, ";\nbucket b0 { go } fill emit go();\n");
	for (int b = 1; b < BUCKETS; b++) {
		const char *comma = "";

		gd_out_printf(out, "bucket b%d { ", b);
		for (unsigned k = 0; k < KINDS; k++)
			for (unsigned i = 0; i < p->kinds[k].bucket_count; i++)
				if (p->kinds[k].buckets[i] == b) {
					gd_out_printf(out, "%s%s", comma, p->kinds[k].name);
					comma = ", ";
				}
		gd_out_puts(out, " };\n");
	}
}

void print_program(struct gd_out *out, const struct program *p)
{
	printed = p;
	gd_out_puts(out,
	    "collector k;\nobject { mark : bit = 0;  age : 0 .. 3 = 1;\n"
	    "  state : { fresh, seen, done } = done;  tally : 0 .. 255 = 0;  field : ref[]; }\n"
	    "phase early at handshake;\nphase late at once;\nphase other;\nghost g : 0 .. 3 = 0;\n");
	for (int i = 0; i < OPTIONS; i++)
		if (i == 2)
			gd_out_printf(out, "option twice : bool = %s;\n",
			    p->options[i] ? "true" : "false");
		else if (i == 3)
			gd_out_printf(out, "option chosen : { fresh, seen, done } = %s;\n",
			    tag_name[p->options[i]]);
		else
			gd_out_printf(out, "option %s : %ld .. %ld = %ld;\n", option_name[i],
			    option_low[i], option_high[i], p->options[i]);
	for (int i = 0; i < FUNCTIONS; i++)
		print_function(out, p, &p->functions[i]);
	print_start(out, p);
	for (int i = 0; i < KINDS; i++) {
		gd_out_printf(out, "work %s", p->kinds[i].name);
		print_params(out, p, p->kinds[i].params, p->kinds[i].param_count, true);
		gd_out_puts(out, " bag");
		print_body(out, p->kinds[i].body);
	}
	for (int i = 0; i < BARRIERS; i++)
		if (p->barriers[i].body) {
			gd_out_printf(out, "barrier %s", barrier_name[i]);
			print_params(out, p, p->barriers[i].params, p->barriers[i].param_count,
			    false);
			print_body(out, p->barriers[i].body);
		}
	print_buckets(out, p);
}
