/* Collecting diagnostics; diag-text.c and diag-json.c write them. */
#include "compiler/base/diag-internal.h"

#include <stdlib.h>
#include <string.h>

static const struct gd_code_info code_table[] = {
#define GD_ERROR(number, slug, title)   { (enum gd_code)(number), true, "", #slug, title },
#define GD_WARNING(number, slug, title) { (enum gd_code)(number), false, "", #slug, title },
#include "compiler/base/errors.def"
#undef GD_ERROR
#undef GD_WARNING
};
enum { CODE_COUNT = sizeof code_table / sizeof *code_table };

/* The table with the names of the codes as text; it is made at first use. */
static struct gd_code_info spelt[CODE_COUNT];
static char names[CODE_COUNT][8];
static char slugs[CODE_COUNT][64];

static const struct gd_code_info *code_infos(void)
{
	if (spelt[0].title != NULL)
		return spelt;
	for (size_t i = CODE_COUNT; i-- > 0;) {
		snprintf(names[i], sizeof names[i], "%c%04u", code_table[i].is_error ? 'E' : 'W',
		    (unsigned)code_table[i].code % 10000u);
		snprintf(slugs[i], sizeof slugs[i], "%s", code_table[i].slug);
		for (char *c = slugs[i]; *c; c++)
			if (*c == '_')
				*c = '-';
		spelt[i] = code_table[i];
		spelt[i].name = names[i];
		spelt[i].slug = slugs[i];
	}
	return spelt;
}

size_t gd_code_count(void)
{
	return CODE_COUNT;
}

const struct gd_code_info *gd_code_at(size_t index)
{
	return &code_infos()[index];
}

const struct gd_code_info *gd_code_info(enum gd_code code)
{
	const struct gd_code_info *infos = code_infos();

	for (size_t i = 0; i < CODE_COUNT; i++)
		if (infos[i].code == code)
			return &infos[i];
	return &infos[0];
}

const struct gd_code_info *gd_code_find(const char *name)
{
	const struct gd_code_info *infos = code_infos();

	for (size_t i = 0; i < CODE_COUNT; i++)
		if (strcasecmp(infos[i].name, name) == 0 || strcmp(infos[i].slug, name) == 0)
			return &infos[i];
	return NULL;
}

struct gd_diag_sink *gd_diag_sink_new(struct gd_arena *arena)
{
	struct gd_diag_sink *sink = GD_NEW(arena, struct gd_diag_sink);

	sink->arena = arena;
	return sink;
}

static bool is_same_place(const struct gd_loc *a, const struct gd_loc *b)
{
	return a->source == b->source && a->line == b->line && a->column == b->column;
}

static const char *vformat(struct gd_arena *arena, const char *format, va_list args)
{
	char *text;
	const char *copy;

	if (vasprintf(&text, format, args) < 0)
		return "out of memory";
	copy = gd_arena_strdup(arena, text);
	free(text);
	return copy;
}

struct gd_diag *gd_report(struct gd_diag_sink *sink, enum gd_code code, struct gd_loc loc,
    const char *format, ...)
{
	const struct gd_code_info *info = gd_code_info(code);
	struct gd_diag *diag = GD_NEW(sink->arena, struct gd_diag);
	va_list args;

	diag->sink = sink;
	diag->info = info;
	diag->loc = loc;
	va_start(args, format);
	diag->message = vformat(sink->arena, format, args);
	va_end(args);
	for (size_t i = 0; i < sink->diags.count; i++)
		if (sink->diags.at[i]->info == info && is_same_place(&sink->diags.at[i]->loc, &loc))
			return diag;
	if (info->is_error ? sink->error_count++ < GD_KEPT : sink->warning_count++ < GD_KEPT) {
		diag->serial = sink->diags.count;
		GD_PUSH(sink->arena, sink->diags, diag);
	}
	return diag;
}

static void add_child(struct gd_diag *diag, struct gd_diag_child child)
{
	GD_PUSH(diag->sink->arena, diag->children, child);
}

void gd_note(struct gd_diag *diag, struct gd_loc loc, const char *format, ...)
{
	struct gd_diag_child child = { .kind = GD_CHILD_NOTE, .loc = loc };
	va_list args;

	va_start(args, format);
	child.message = vformat(diag->sink->arena, format, args);
	va_end(args);
	add_child(diag, child);
}

void gd_help(struct gd_diag *diag, const char *format, ...)
{
	struct gd_diag_child child = { .kind = GD_CHILD_HELP };
	va_list args;

	va_start(args, format);
	child.message = vformat(diag->sink->arena, format, args);
	va_end(args);
	add_child(diag, child);
}

void gd_fixit(struct gd_diag *diag, struct gd_loc loc, const char *text)
{
	struct gd_diag_child child = { .kind = GD_CHILD_FIXIT, .loc = loc };

	child.replacement = gd_arena_strdup(diag->sink->arena, text);
	child.message = gd_arena_printf(diag->sink->arena, "write `%s`", text);
	add_child(diag, child);
}

size_t gd_error_count(const struct gd_diag_sink *sink)
{
	return sink->error_count;
}

size_t gd_warning_count(const struct gd_diag_sink *sink)
{
	return sink->warning_count;
}

static int compare(const void *left, const void *right)
{
	const struct gd_diag *a = *(struct gd_diag *const *)left;
	const struct gd_diag *b = *(struct gd_diag *const *)right;
	int order = gd_loc_compare(&a->loc, &b->loc);

	if (order == 0)
		order = (a->serial > b->serial) - (a->serial < b->serial);
	return order;
}

/* One mistake in a generated file can cause thousands of reports. */
static void write_more(size_t more, FILE *out, enum gd_diag_format format)
{
	if (format == GD_DIAG_JSON)
		fprintf(out,
		    "{\"message\":\"%zu more errors are not shown\",\"code\":null,"
		    "\"level\":\"failure-note\",\"spans\":[],\"children\":[],"
		    "\"rendered\":\"gcdsl: %zu more errors are not shown\\n\"}\n",
		    more, more);
	else
		fprintf(out, "gcdsl: %zu more errors are not shown\n", more);
}

/* The help for all reports of a code.  NULL: the message says what to write. */
static const char *general_help(enum gd_code code)
{
	enum {
#define GD_ERROR(number, slug, title)   CODE_##slug = (number),
#define GD_WARNING(number, slug, title) CODE_##slug = (number),
#include "compiler/base/errors.def"
#undef GD_ERROR
#undef GD_WARNING
	};
	static const struct {
		int code;
		const char *text;
	} helps[] = {
#define GD_HELP(slug, text) { CODE_##slug, text },
#include "compiler/base/helps.def"
#undef GD_HELP
	};

	for (size_t i = 0; i < sizeof helps / sizeof *helps; i++)
		if (helps[i].code == (int)code)
			return helps[i].text;
	return NULL;
}

static void help_at_least(struct gd_diag *diag)
{
	const char *general = general_help(diag->info->code);

	for (size_t i = 0; i < diag->children.count; i++)
		if (diag->children.at[i].kind != GD_CHILD_NOTE)
			return;
	if (general != NULL)
		gd_help(diag, "%s", general);
}

static void complete(struct gd_diag_sink *sink)
{
	if (sink->diags.count > 1)
		qsort(sink->diags.at, sink->diags.count, sizeof *sink->diags.at, compare);
	for (size_t i = 0; i < sink->diags.count; i++)
		help_at_least(sink->diags.at[i]);
}

/* The last help is the most special one.  NULL: there is none. */
static const char *help_of(const struct gd_diag *diag)
{
	for (size_t i = diag->children.count; i-- > 0;)
		if (diag->children.at[i].kind != GD_CHILD_NOTE)
			return diag->children.at[i].message;
	return NULL;
}

void gd_diag_each(struct gd_diag_sink *sink,
    void (*each)(void *data, const struct gd_diag_said *said), void *data)
{
	complete(sink);
	for (size_t i = 0; i < sink->diags.count; i++) {
		const struct gd_diag *diag = sink->diags.at[i];
		const struct gd_diag_said said = { diag->info, diag->loc, diag->message,
			help_of(diag) };

		each(data, &said);
	}
}

void gd_diag_write(struct gd_diag_sink *sink, FILE *out, enum gd_diag_format format, bool color)
{
	complete(sink);
	for (size_t i = 0; i < sink->diags.count; i++)
		if (format == GD_DIAG_JSON)
			gd_diag_write_json(sink->diags.at[i], out);
		else
			gd_diag_write_text(sink->diags.at[i], out, color);
	if (sink->error_count > GD_KEPT && !sink->told_of_more)
		write_more(sink->error_count - GD_KEPT, out, format);
	sink->told_of_more = sink->error_count > GD_KEPT;
	sink->diags.count = 0;
}
