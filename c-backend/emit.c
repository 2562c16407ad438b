/* emit.c: the three files of a collector. */
#include "c-backend/emit.h"
#include "c-backend/barrier.h"
#include "c-backend/emit-barrier.h"
#include "c-backend/emit-header.h"
#include "c-backend/emit-kernel.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-policy.h"
#include "c-backend/emit-region.h"
#include "c-backend/emit-tables.h"
#include "c-backend/refuse.h"
#include "c-backend/region.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "(unknown version)"
#endif

static const char *upper_case(struct gd_arena *arena, const char *text)
{
	char *upper = gd_arena_strdup(arena, text);
	for (char *p = upper; *p; p++)
		*p = (char)toupper((unsigned char)*p);
	return upper;
}

static bool begins(const char *name, const char *word)
{
	size_t length = strlen(word);
	return strncasecmp(name, word, length) == 0 && (!name[length] || name[length] == '_');
}

/* Generated names and files begin with this prefix.  Names of the runtime begin with gc or gcrt,
 * and C reserves names that begin with `_', so the prefix must not begin so. */
const char *cgen_prefix(struct gd_arena *arena, const char *collector)
{
	if (begins(collector, "gc") || begins(collector, "gcrt") || collector[0] == '_')
		return gd_arena_printf(arena, "the_%s", collector);
	return collector;
}

static const char *file_name(const struct ir_spec *spec)
{
	const char *slash = strrchr(spec->source->path, '/');
	return slash ? slash + 1 : spec->source->path;
}

/* Escapes TEXT for `#line', which the compiler reads like a string. */
static const char *in_string(struct gd_arena *arena, const char *text)
{
	GD_VEC(char) escaped = { 0 };

	for (; *text; text++) {
		bool is_plain =
		    (unsigned char)*text >= ' ' && *text != 0x7f && !strchr("\"\\?", *text);
		const char *part = is_plain
		    ? gd_arena_strndup(arena, text, 1)
		    : gd_arena_printf(arena, "\\%03o", (unsigned)(unsigned char)*text);
		for (; *part; part++)
			GD_PUSH(arena, escaped, *part);
	}
	GD_PUSH(arena, escaped, '\0');
	return escaped.at;
}

/* FNV-1a.  It only has to distinguish generated files. */
#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
static uint64_t hash(uint64_t hash, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/* ---------------------------------------------------------- the parts of x.c */

static void title(struct cgen *c, const char *text)
{
	static const char dashes[] =
	    "---------------------------------------------------------------------------";
	cgen_line(c, "/* %.*s %s */", (int)(74 - strlen(text)), dashes, text);
	cgen_more(c, "%s", "");
}

static bool has_barriers(const struct cgen *c)
{
	for (int when = 0; when < IR_BARRIER_COUNT; when++)
		if (cgen_has_barrier(c, when))
			return true;
	return false;
}

/* Conditions come from the specification, and some values of the options may make them constant.
 * All numbers are small, and are compared as int. */
static void put_pragmas(struct cgen *c)
{
	cgen_more(c, "#pragma GCC diagnostic ignored \"-Wtautological-compare\"");
	cgen_more(c, "#pragma GCC diagnostic ignored \"-Wsign-compare\"");
	cgen_more(c, "#ifdef __clang__");
	cgen_more(c, "#pragma clang diagnostic ignored \"-Wtautological-overlap-compare\"");
	cgen_more(c,
	    "#pragma clang diagnostic ignored "
	    "\"-Wtautological-constant-out-of-range-compare\"");
	cgen_more(c, "#endif");
}

static void source(struct cgen *c)
{
	cgen_more(c, "#define GC_IMPL 1");
	cgen_header_attribute(c->spec, c->out);
	cgen_more(c, "#include \"gcrt-embedder.h\"");
	cgen_more(c, "#include \"%s-names.h\"", c->prefix);
	cgen_more(c, "#include \"%s-attrs.h\"", c->prefix);
	cgen_more(c, "#include \"gcrt-collector.h\"");
	put_pragmas(c);
	cgen_more(c, "%s", "");
	if (c->spec->policy_count) {
		title(c, "policies");
		cgen_policies(c);
	}
	title(c, "emit");
	cgen_emitters(c);
	title(c, "kernels");
	cgen_kernels(c);
	if (has_barriers(c)) {
		title(c, "barriers");
		cgen_barriers(c);
	}
	title(c, "packets");
	cgen_runners(c);
	title(c, "guards and fills");
	cgen_guards(c);
	title(c, "tables");
	cgen_placing(c);
	cgen_tables(c);
	cgen_more(c, "GCRT_DEFINE_ATTRIBUTES(%s)", c->attributes);
}

/* The first lines of every file.  They contain no folder and no time, so that the same
 * specification always gives the same files. */
#define HEADER_LINES 4
static void header_comment(struct gd_out *out, const struct cgen *c, const char *file,
    uint64_t content)
{
	gd_out_line(out, "/* %s: the collector %s%s%s, made from %s by gcdsl %s.", file,
	    c->spec->name, c->spec->mutant ? " with the mutant " : "",
	    c->spec->mutant ? c->spec->mutant : "", gd_harmless(c->arena, file_name(c->spec)),
	    PACKAGE_VERSION);
	gd_out_line(out, " *");
	gd_out_line(out, " * options: %s",
	    c->spec->options_text && *c->spec->options_text ? c->spec->options_text : "none");
	gd_out_line(out, " * content: %016llx */", (unsigned long long)content);
}

/* Writes TEXT as a file, with the comment before it. */
static void finish(struct gd_out *to, struct gd_out *text, const struct cgen *c, const char *suffix,
    uint64_t content)
{
	const char *file = gd_arena_printf(c->arena, "%s%s", c->prefix, suffix);
	header_comment(to, c, file, content);
	gd_out_raw(to, text->text, text->length);
	gd_out_free(text);
}

const char *const cgen_passes[] = { "refill", NULL };

static void check_spec(struct cgen *c)
{
	if (!c->spec->cycle_count)
		cgen_refuse(c,
		    (struct gd_loc){ .source = c->spec->source,
			.line = 1,
			.column = 1,
			.end_line = 1,
			.end_column = 1 },
		    "a collector without a cycle");
}

/* The groups that data words have in the specification. */
static size_t word_groups(const struct ir_spec *spec)
{
	size_t count = 0;

	for (size_t i = spec->meta_count - spec->word_count; i < spec->meta_count; i++)
		count += spec->metas[i]->number == 0;
	return count;
}

bool cgen_emit(struct gd_arena *arena, const struct ir_spec *spec, unsigned passes,
    struct cgen_files *files, struct cgen_refusal *refusal)
{
	struct gd_out text, header, attrs;
	struct cgen c = { .arena = arena,
		.spec = ir_without_words(arena, spec),
		.word_groups = word_groups(spec),
		.out = &text,
		.prefix = cgen_prefix(arena, spec->name),
		.spec_file = in_string(arena, file_name(spec)),
		.line = HEADER_LINES + 1,
		.presumed = HEADER_LINES + 1,
		.all_exact = passes & CGEN_COUNTED };
	uint64_t content = FNV_BASIS;

	c.upper = upper_case(arena, c.prefix);
	gd_out_init(&text, 0);
	gd_out_init(&header, 0);
	gd_out_init(&attrs, 0);
	cgen_take_regions(&c);
	check_spec(&c);
	if (passes & CGEN_PASS_REFILL)
		cgen_pass_refill(&c);
	cgen_attributes(&c, &attrs);
	c.attributes = gd_arena_printf(arena, "%s_%016llx", c.prefix,
	    (unsigned long long)hash(FNV_BASIS, attrs.text, attrs.length));
	cgen_attributes_end(&c, &attrs);
	source(&c);
	cgen_header(&c, &header);
	content = hash(content, text.text, text.length);
	content = hash(content, header.text, header.length);
	content = hash(content, attrs.text, attrs.length);
	finish(&files->source, &text, &c, ".c", content);
	finish(&files->header, &header, &c, "-names.h", content);
	finish(&files->attrs, &attrs, &c, "-attrs.h", content);
	*refusal = c.refusal;
	return !c.refusal.why;
}
