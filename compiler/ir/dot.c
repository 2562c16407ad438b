/* dot.c: buckets as boxes around their kinds of work, with the guards that open
 * them, and who generates what as arrows. */
#include "compiler/ir/dump.h"
#include "compiler/ir/walk.h"

/* The name of the node of a kind in one of its buckets; each bucket shows its kinds. */
static const char *node(struct gd_arena *arena, const struct ir_bucket *bucket,
    const struct ir_kind *kind)
{
	return gd_arena_printf(arena, "\"%s/%s\"", bucket->name, kind->name);
}

static const char *fill_node(struct gd_arena *arena, const struct ir_bucket *bucket)
{
	return gd_arena_printf(arena, "\"%s/\"", bucket->name);
}

static const char *kind_label(struct gd_arena *arena, const struct ir_kind *kind)
{
	const char *text = gd_arena_printf(arena, "%s(", kind->name);

	for (size_t i = 0; i < kind->param_count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "",
		    kind->kernel.vars[i]->name);
	text = gd_arena_printf(arena, "%s)\\n%s", text, ir_multiplicity_name[kind->multiplicity]);
#define KIND_FLAG(name, words)                                                                     \
	if (kind->name)                                                                            \
		text = gd_arena_printf(arena, "%s " words, text);
#define KIND_MUTATOR(member, words)                                                                \
	if (kind->member)                                                                          \
		text = gd_arena_printf(arena, "%s " words " %s", text, kind->member->name);
#include "compiler/base/kinds.def"
#define KIND_NUMBER(member, words, one, label)                                                     \
	if (kind->member)                                                                          \
		text = gd_arena_printf(arena, "%s, " words " %ld " label, text, kind->member);
#include "compiler/base/kinds.def"
	return text;
}

static const char *bucket_label(struct gd_arena *arena, const struct ir_bucket *bucket)
{
	const char *text = gd_arena_printf(arena, "%s\\n", bucket->name);

	if (bucket->guard)
		text = gd_arena_printf(arena, "%sopen %s %s", text,
		    bucket->opening == IR_WHENEVER ? "whenever" : "when",
		    ir_expr_text(arena, bucket->guard));
	else
		text = gd_arena_printf(arena, "%sopen from the beginning", text);
#define BUCKET_NUMBER(name, words)                                                                 \
	if (bucket->name)                                                                          \
		text = gd_arena_printf(arena, "%s\\n" words " %ld", text, bucket->name);
#define BUCKET_GUARD(name, words, function)                                                        \
	if (bucket->name)                                                                          \
		text = gd_arena_printf(arena, "%s\\n" words " %s", text,                           \
		    ir_expr_text(arena, bucket->name));
#include "compiler/base/buckets.def"
	return text;
}

static void put_bucket(struct gd_arena *arena, const struct ir_bucket *bucket, struct gd_out *out)
{
	gd_out_line(out, "subgraph \"cluster_%s\" {", bucket->name);
	out->indent++;
	gd_out_line(out, "label = \"%s\";", bucket_label(arena, bucket));
	if (bucket->fill.body)
		gd_out_line(out, "%s [label = \"fill\", shape = plaintext];",
		    fill_node(arena, bucket));
	for (size_t i = 0; i < bucket->kind_count; i++)
		gd_out_line(out, "%s [label = \"%s\"];", node(arena, bucket, bucket->kinds[i]),
		    kind_label(arena, bucket->kinds[i]));
	out->indent--;
	gd_out_line(out, "}");
}

/* Barriers stand outside the buckets: mutators run them. */
static void put_barrier(const struct ir_barrier *barrier, struct gd_out *out)
{
	gd_out_line(out, "\"barrier %s\" [label = \"%s\", shape = cds];",
	    ir_barrier_name[barrier->when], ir_barrier_name[barrier->when]);
}

/* Draws an edge from the barrier or fill, or from every bucket that holds the producer, to every
 * bucket that holds the product. */
static void put_edge(struct gd_arena *arena, const struct ir_edge *edge, struct gd_out *out)
{
	const struct ir_kind *product = edge->product, *producer = edge->producer;

	for (size_t i = 0; edge->barrier && i < product->bucket_count; i++)
		gd_out_line(out, "\"barrier %s\" -> %s;", ir_barrier_name[edge->barrier->when],
		    node(arena, product->buckets[i], product));
	if (edge->barrier)
		return;
	if (!producer) {
		gd_out_line(out, "%s -> %s;", fill_node(arena, edge->bucket),
		    node(arena, edge->bucket, product));
		return;
	}
	for (size_t i = 0; i < producer->bucket_count; i++)
		for (size_t j = 0; j < product->bucket_count; j++)
			gd_out_line(out, "%s -> %s;", node(arena, producer->buckets[i], producer),
			    node(arena, product->buckets[j], product));
}

/* -------------------------------------------------------------------- guards */
static bool names(const struct ir_expr *atom, const void *about)
{
	const struct ir_bucket *bucket = about;

	for (size_t i = 0; atom->kind_of_work && i < bucket->kind_count; i++)
		if (bucket->kinds[i] == atom->kind_of_work)
			return true;
	return atom->bucket == bucket;
}

static void put_guard(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_bucket *bucket, struct gd_out *out)
{
	if (!bucket->kind_count)
		return;
	for (size_t i = 0; i < spec->bucket_count; i++) {
		const struct ir_bucket *earlier = spec->buckets[i];

		if (earlier == bucket || !earlier->kind_count ||
		    !ir_expr_any(bucket->guard, names, earlier))
			continue;
		gd_out_line(out,
		    "%s -> %s [ltail = \"cluster_%s\", lhead = \"cluster_%s\", "
		    "style = dashed, arrowhead = empty];",
		    node(arena, earlier, earlier->kinds[earlier->kind_count - 1]),
		    node(arena, bucket, bucket->kinds[0]), earlier->name, bucket->name);
	}
}

void ir_dump_dot(const struct ir_spec *spec, struct gd_out *out)
{
	struct gd_arena *arena = gd_arena_new();

	out->indent_width = 2;
	gd_out_line(out, "// Buckets, the guards that open them (dashed: what a guard waits for),");
	gd_out_line(out, "// kinds of work, and who generates what.  Draw with: dot -Tsvg");
	gd_out_line(out, "digraph \"%s\" {", spec->name);
	out->indent++;
	gd_out_line(out, "graph [compound = true, fontname = \"sans-serif\", labeljust = l];");
	gd_out_line(out, "node [shape = box, style = rounded, fontname = \"sans-serif\"];");
	gd_out_line(out, "edge [fontname = \"sans-serif\"];");
	gd_out_puts(out, "label = \"");
	gd_out_printf(out, "%s%s%s%s%s", spec->name, *spec->options_text ? ", " : "",
	    spec->options_text, spec->mutant ? ", mutant " : "", spec->mutant ? spec->mutant : "");
	for (size_t i = 0; i < spec->cycle_count; i++)
		gd_out_printf(out, "\\ncycle %s from %s to %s", spec->cycles[i]->name,
		    ir_expr_text(arena, spec->cycles[i]->from),
		    ir_expr_text(arena, spec->cycles[i]->to));
	gd_out_line(out, "\";");
	for (size_t i = 0; i < spec->bucket_count; i++)
		put_bucket(arena, spec->buckets[i], out);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i])
			put_barrier(spec->barriers[i], out);
	for (size_t i = 0; i < spec->edge_count; i++)
		put_edge(arena, &spec->edges[i], out);
	for (size_t i = 0; i < spec->bucket_count; i++)
		put_guard(arena, spec, spec->buckets[i], out);
	out->indent--;
	gd_out_line(out, "}");
	gd_arena_free(arena);
}
