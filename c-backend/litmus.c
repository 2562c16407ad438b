/* litmus.c: litmus tests as a program in C11 that runs them on the machine. */
#include "c-backend/litmus.h"
#include "compiler/ir/walk.h"

#include <string.h>

#include "c-backend/cgen.h"

extern const struct cgen_support_file cgen_support_table[];
extern const size_t cgen_support_table_count;

const struct cgen_support_file *cgen_support_files(size_t *count)
{
	*count = cgen_support_table_count;
	return cgen_support_table;
}

/* "sb.gc:6".  Without a folder, so that the text does not depend on where it was made. */
static const char *place_text(struct litmus_c *c, struct gd_loc loc)
{
	const char *path = c->test->source->path, *slash = strrchr(path, '/');

	return gd_arena_printf(c->arena, "%s:%u", gd_harmless(c->arena, slash ? slash + 1 : path),
	    loc.line);
}

/* ------------------------------------------------------------------------- claims */
static bool is_of(const struct ir_expr *expr, const void *about)
{
	const struct ir_observed *observed = about;

	return observed->var ? ir_is_var(expr, observed->var)
			     : expr->kind == IR_OBSERVED && strcmp(expr->name, observed->name) == 0;
}

static const char *known_text(const struct litmus_c *c)
{
	return c->test->has_critical ? "!outcome->overlaps" : NULL;
}

static void emit_condition(struct litmus_c *c, size_t index)
{
	const struct ir_litmus_claim *claim = &c->test->claims[index];
	const char *text = cgen_litmus_condition(c, claim->condition, known_text(c));
	bool uses_outcome = strstr(text, "outcome->") != NULL, has_values = false;

	gd_out_line(c->out,
	    "static bool test_%s_claim_%zu(const struct litmus_outcome *outcome, "
	    "bool doubt)\n{",
	    c->test->name, index);
	c->out->indent++;
	for (size_t i = 0; i < c->test->observed_count; i++) {
		const struct ir_observed *observed = &c->test->observed[i];

		if (!ir_expr_any(claim->condition, is_of, observed))
			continue;
		gd_out_line(c->out, "const int %s = outcome->value[%zu];",
		    cgen_litmus_name(c->arena, observed->name), i);
		has_values = true;
	}
	if (has_values)
		gd_out_puts(c->out, "\n");
	else if (!uses_outcome)
		gd_out_line(c->out, "(void)outcome;");
	if (!strstr(text, "doubt)"))
		gd_out_line(c->out, "(void)doubt;");
	gd_out_line(c->out, "return %s;", text);
	c->out->indent--;
	gd_out_line(c->out, "}\n");
}

static const char *models_text(struct litmus_c *c, const struct ir_litmus_claim *claim)
{
	const char *text = " ";

	for (int m = 0; m < IR_MEMORY_COUNT; m++)
		if (claim->under[m])
			text = gd_arena_printf(c->arena, "%s%s ", text, ir_memory_name[m]);
	return text;
}

static void emit_claims(struct litmus_c *c)
{
	for (size_t i = 0; i < c->test->claim_count; i++)
		emit_condition(c, i);
	if (!c->test->claim_count)
		return;
	gd_out_line(c->out, "static const struct litmus_claim test_%s_claims[] = {", c->test->name);
	c->out->indent++;
	for (size_t i = 0; i < c->test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &c->test->claims[i];

		gd_out_line(c->out, "{ \"%s (%s)\", \"%s\", %s,",
		    claim->allowed ? "allowed" : "forbidden", claim->text,
		    place_text(c, claim->loc), claim->allowed ? "true" : "false");
		gd_out_line(c->out, "    \"%s\", test_%s_claim_%zu },", models_text(c, claim),
		    c->test->name, i);
	}
	c->out->indent--;
	gd_out_line(c->out, "};\n");
}

/* ------------------------------------------------------------------------- tables */
static size_t index_of(const struct ir_observed *observed)
{
	switch (observed->kind) {
	case IR_OBSERVED_REGISTER: return observed->var->index;
	case IR_OBSERVED_LOCATION: return observed->location->index;
	case IR_OBSERVED_OVERLAP: break;
	}
	return 0;
}

static void emit_observed(struct litmus_c *c)
{
	static const char *const kinds[] = { [IR_OBSERVED_REGISTER] = "LITMUS_REGISTER",
		[IR_OBSERVED_LOCATION] = "LITMUS_LOCATION",
		[IR_OBSERVED_OVERLAP] = "LITMUS_OVERLAP" };

	if (!c->test->observed_count)
		return;
	gd_out_line(c->out, "static const struct litmus_observed test_%s_observed[] = {",
	    c->test->name);
	for (size_t i = 0; i < c->test->observed_count; i++)
		gd_out_line(c->out, "\t{ \"%s\", %s, %zu },", c->test->observed[i].name,
		    kinds[c->test->observed[i].kind], index_of(&c->test->observed[i]));
	gd_out_line(c->out, "};\n");
}

static void emit_threads(struct litmus_c *c)
{
	for (size_t i = 0; i < c->test->thread_count; i++)
		cgen_litmus_thread(c, i);
	gd_out_line(c->out, "static const struct litmus_thread test_%s_threads[] = {",
	    c->test->name);
	for (size_t i = 0; i < c->test->thread_count; i++) {
		const struct ir_litmus_thread *thread = &c->test->threads[i];

		gd_out_line(c->out, "\t{ test_%s_thread_%zu, %zu, %zu },", c->test->name, i,
		    thread->register_count ? thread->registers[0]->index : 0,
		    thread->register_count);
	}
	gd_out_line(c->out, "};\n");
}

static void emit_locations(struct litmus_c *c)
{
	const char *text = "";

	for (size_t i = 0; i < c->test->location_count; i++)
		text = gd_arena_printf(c->arena, "%s%s%ld", text, i ? ", " : "",
		    c->test->locations[i]->init);
	if (c->test->location_count)
		gd_out_line(c->out, "static const uint8_t test_%s_locations[] = { %s };\n",
		    c->test->name, text);
}

static void emit_test(struct litmus_c *c)
{
	gd_out_line(c->out, "/* ---- %s, %s */\n", c->test->name, place_text(c, c->test->loc));
	emit_locations(c);
	emit_threads(c);
	emit_observed(c);
	emit_claims(c);
}

/* "NAME_PART, COUNT" of an array.  C does not allow an empty array, so then it is NULL. */
static const char *array_text(struct litmus_c *c, const char *part, size_t count)
{
	return count ? gd_arena_printf(c->arena, "test_%s_%s, %zu", c->test->name, part, count)
		     : "NULL, 0";
}

static void emit_row(struct litmus_c *c)
{
	gd_out_line(c->out, "{ \"%s\", \"%s\", %s,", c->test->name, place_text(c, c->test->loc),
	    array_text(c, "locations", c->test->location_count));
	gd_out_line(c->out, "    %s, %s,", array_text(c, "threads", c->test->thread_count),
	    array_text(c, "observed", c->test->observed_count));
	gd_out_line(c->out, "    %s, %s },", array_text(c, "claims", c->test->claim_count),
	    c->test->complete ? "true" : "false");
}

void cgen_litmus(struct gd_arena *arena, const struct ir_spec *spec, struct gd_out *out)
{
	struct litmus_c c = { arena, out, NULL };
	const char *name = gd_harmless(arena, spec->name);

	gd_out_line(out, "/* %s-litmus.c: litmus tests on the real machine.  Made by gcdsl.", name);
	gd_out_line(out, " *");
	gd_out_line(out, " *\tcc -std=c11 -O2 -pthread -o %s-litmus %s-litmus.c", name, name);
	gd_out_line(out, " *\t./%s-litmus -n 10000000", name);
	gd_out_line(out, " *");
	gd_out_line(out, " * It needs litmus-run.h and litmus-test.h, which lie beside it. */");
	gd_out_line(out, "#include \"litmus-run.h\"\n");
	for (size_t i = 0; i < spec->litmus_count; i++) {
		c.test = spec->litmus[i];
		emit_test(&c);
	}
	gd_out_line(out, "static const struct litmus_test tests[] = {");
	out->indent++;
	for (size_t i = 0; i < spec->litmus_count; i++) {
		c.test = spec->litmus[i];
		emit_row(&c);
	}
	out->indent--;
	gd_out_line(out, "};\n");
	gd_out_line(out, "int main(int argc, char **argv)\n{");
	gd_out_line(out,
	    "\treturn litmus_main(argc, argv, tests, sizeof tests / sizeof *tests);\n}");
}
