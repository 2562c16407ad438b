/* dump-litmus.c: litmus tests as pseudo-source. */
#include "compiler/ir/dump.h"
#include "compiler/ir/litmus.h"

struct dumper {
	struct gd_arena *arena;
	struct gd_out *out;
};

static void put(struct dumper *d, const struct gd_loc *loc, const char *line)
{
	gd_out_line(d->out, "%-*s // %u", 56 - 2 * (int)d->out->indent, line, loc->line);
}

#define PUT(d, loc, ...) put((d), (loc), gd_arena_printf((d)->arena, __VA_ARGS__))

/* ---------------------------------------------------------------- statements */
static void dump_stmts(struct dumper *d, const struct ir_litmus_stmt *stmt);

static void dump_block(struct dumper *d, const struct ir_litmus_stmt *body)
{
	d->out->indent++;
	dump_stmts(d, body);
	d->out->indent--;
}

static void dump_stmts(struct dumper *d, const struct ir_litmus_stmt *stmt)
{
	for (; stmt; stmt = stmt->next) {
		const char *text = ir_litmus_stmt_text(d->arena, stmt);
		bool waits = stmt->op == IR_LITMUS_REPEAT && stmt->args[0];

		if (!ir_litmus_has(stmt, IR_LITMUS_HAS_BODY)) {
			PUT(d, &stmt->loc, "%s;", text);
			continue;
		}
		PUT(d, &stmt->loc, "%s {", waits ? "repeat" : text);
		dump_block(d, stmt->body);
		if (stmt->otherwise) {
			gd_out_line(d->out, "} else {");
			dump_block(d, stmt->otherwise);
		}
		if (waits)
			gd_out_line(d->out, "} until %s;", ir_expr_text(d->arena, stmt->args[0]));
		else
			gd_out_line(d->out, "}");
	}
}

/* ----------------------------------------------------------------------- tests */
static void dump_claim(struct dumper *d, const struct ir_litmus_claim *claim)
{
	const char *under = "";

	for (int m = 0; m < IR_MEMORY_COUNT; m++)
		if (claim->under[m])
			under = gd_arena_printf(d->arena, "%s%s%s", under, *under ? ", " : "",
			    ir_memory_name[m]);
	PUT(d, &claim->loc, "%s (%s) under %s;", claim->allowed ? "allowed" : "forbidden",
	    claim->text, under);
}

static void dump_observed(struct dumper *d, const struct ir_litmus *test)
{
	const char *names = "";

	for (size_t i = 0; i < test->observed_count; i++)
		names = gd_arena_printf(d->arena, "%s%s%s", names, i ? ", " : "",
		    test->observed[i].name);
	gd_out_line(d->out, "%s%s;",
	    test->complete ? "observe " : "// observed by the claims: ", names);
}

static void dump_test(struct dumper *d, const struct ir_litmus *test)
{
	gd_out_puts(d->out, "\n");
	PUT(d, &test->loc, "litmus %s {", test->name);
	d->out->indent++;
	for (size_t i = 0; i < test->location_count; i++)
		PUT(d, &test->locations[i]->loc, "location %s = %ld;", test->locations[i]->name,
		    test->locations[i]->init);
	for (size_t i = 0; i < test->thread_count; i++) {
		PUT(d, &test->threads[i].loc, "thread {");
		dump_block(d, test->threads[i].body);
		gd_out_line(d->out, "}");
	}
	if (test->observed_count)
		dump_observed(d, test);
	for (size_t i = 0; i < test->claim_count; i++)
		dump_claim(d, &test->claims[i]);
	d->out->indent--;
	gd_out_line(d->out, "}");
}

void ir_dump_litmus(struct gd_arena *arena, const struct ir_spec *spec, struct gd_out *out)
{
	struct dumper d = { arena, out };

	for (size_t i = 0; i < spec->litmus_count; i++)
		dump_test(&d, spec->litmus[i]);
}
