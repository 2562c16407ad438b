/* view.c: a page is trace/viewer/viewer.html, or report.html, with the other files of that folder and the
 * data put where it names them. */
#include "trace/view.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "compiler/base/embed.h"
#include "compiler/base/source.h"
#include "trace/check.h"

extern const struct gd_embedded view_files[]; /* trace/viewer, made by embed.sh */

struct named_file {
	const char *path;
	bool trusted; /* a trace that gcdsl itself has made names it */
	bool heads;   /* a heading names it */
};
struct view {
	struct gd_arena *arena;
	const struct view_trace *traces;
	size_t count;
	GD_VEC(struct named_file) files; /* those that the traces name, each once */
	struct gd_out *page;
	const char *verdicts; /* of a report, as JSON */
	bool is_template;     /* {{…}} that is no file stays */
	const char *why;      /* NULL: no mistake yet */
};

/* --------------------------------------------------------------- what a trace names */
static void add_file(struct view *v, struct named_file file)
{
	if (!file.path)
		return;
	for (size_t i = 0; i < v->files.count; i++)
		if (strcmp(v->files.at[i].path, file.path) == 0) {
			v->files.at[i].trusted |= file.trusted;
			v->files.at[i].heads |= file.heads;
			return;
		}
	file.path = gd_arena_strdup(v->arena, file.path);
	GD_PUSH(v->arena, v->files, file);
}

static const char *file_of(const json_t *object)
{
	return json_string_value(json_object_get(object, "file"));
}

/* The files of places, which are the members `where'. */
static void find_places(struct view *v, json_t *value, bool trusted)
{
	const char *key;
	json_t *member;
	size_t i;

	if (json_is_array(value))
		json_array_foreach(value, i, member) find_places(v, member, trusted);
	json_object_foreach(value, key, member)
	{
		if (strcmp(key, "where") == 0)
			add_file(v, (struct named_file){ file_of(member), trusted, false });
		else
			find_places(v, member, trusted);
	}
}

/* ------------------------------------------------------------------ checking lines */
/* Reads what gcdsl has made, or what the schema's check has passed. */
static void read_line(struct view *v, const struct view_trace *trace, const char *line,
    size_t length)
{
	json_t *value = json_loadb(line, length, 0, NULL);

	if (line == trace->text)
		add_file(v, (struct named_file){ file_of(value), trace->trusted, true });
	find_places(v, value, trace->trusted);
	json_decref(value);
}

static void check_trace(struct view *v, const struct view_trace *trace)
{
	if (!trace->trusted && !events_can_be_shown(trace->name, trace->text, trace->length))
		v->why =
		    gd_arena_printf(v->arena, "%s is not a trace that can be shown", trace->name);
}

static void read_trace(struct view *v, const struct view_trace *trace)
{
	const char *end = trace->text + trace->length, *line = trace->text;

	while (line < end) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		size_t length = (size_t)((newline ? newline : end) - line);

		read_line(v, trace, line, length);
		line += length + 1;
	}
}

/* ----------------------------------------------------------------------- the data */
/* JSON's strings have other ways to write `<', so that no text ends the element that it is in. */
static void put_escaped(struct view *v, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '<')
			gd_out_raw(v->page, "\\u003c", 6);
		else
			gd_out_raw(v->page, &text[i], 1);
	}
}

static void put_string(struct view *v, const char *text, size_t length)
{
	gd_out_raw(v->page, "\"", 1);
	for (size_t i = 0; i < length; i++) {
		char escaped[8];
		unsigned char c = (unsigned char)text[i];

		if (c >= ' ' && c != '"' && c != '\\') {
			put_escaped(v, &text[i], 1);
			continue;
		}
		snprintf(escaped, sizeof escaped, "\\u%04x", c);
		gd_out_raw(v->page, escaped, 6);
	}
	gd_out_raw(v->page, "\"", 1);
}

static void put(struct view *v, const char *text)
{
	gd_out_raw(v->page, text, strlen(text));
}

/* The lines of a trace as the elements of an array. */
static void put_trace(struct view *v, const struct view_trace *trace)
{
	const char *end = trace->text + trace->length, *line = trace->text;

	put(v, "{\"name\":");
	put_string(v, trace->name, strlen(trace->name));
	put(v, ",\"lines\":[\n");
	while (line < end) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		size_t length = (size_t)((newline ? newline : end) - line);

		put_escaped(v, line, length);
		line += length + 1;
		put(v, line < end ? ",\n" : "\n");
	}
	put(v, "]}");
}

static bool is_below_here(const char *path)
{
	char here[PATH_MAX], there[PATH_MAX];
	size_t length;

	if (!realpath(".", here) || !realpath(path, there))
		return false;
	length = strcmp(here, "/") == 0 ? 0 : strlen(here);
	return strncmp(there, here, length) == 0 && there[length] == '/';
}

static bool is_specification(const char *path)
{
	static const char *const ends[] = { ".gc", ".litmus", ".pml", NULL };
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && ends[i]; i++)
		if (strcmp(dot, ends[i]) == 0)
			return true;
	return false;
}

/* Whoever wrote a trace could otherwise put any file of the reader into a page that is passed on.
 * NULL: the file may be embedded. */
static const char *refusal(const struct named_file *file)
{
	struct stat status;

	if (stat(file->path, &status) != 0)
		return "it is not found from the current folder";
	if (!S_ISREG(status.st_mode))
		return "it is no regular file";
	if (file->trusted || is_below_here(file->path) ||
	    (file->heads && is_specification(file->path)))
		return NULL;
	return "it is outside the current folder";
}

/* A file that is not embedded has no text: the page says so. */
static void put_source(struct view *v, const struct named_file *file)
{
	const char *why = refusal(file);
	struct gd_source *source = why ? NULL : gd_source_read(v->arena, file->path, &why);

	put_string(v, file->path, strlen(file->path));
	put(v, ":");
	if (source) {
		put_string(v, source->text, source->length);
	} else {
		put(v, "null");
		fprintf(stderr, "gcdsl: warning: %s is not embedded: %s\n", file->path, why);
	}
}

static void put_sources(struct view *v)
{
	put(v, "{\n");
	for (size_t i = 0; i < v->files.count; i++) {
		put(v, i ? ",\n" : "");
		put_source(v, &v->files.at[i]);
	}
	put(v, "}");
}

static void put_data(struct view *v)
{
	put(v, "{\"traces\":[\n");
	for (size_t i = 0; i < v->count; i++) {
		put(v, i ? ",\n" : "");
		put_trace(v, &v->traces[i]);
	}
	put(v, "],\n\"sources\":");
	put_sources(v);
	put(v, "}\n");
}

/* Each run in an element of its own, so that the browser reads only those that are looked at. */
static void put_runs(struct view *v)
{
	for (size_t i = 0; i < v->count; i++) {
		gd_out_printf(v->page, "<script type=\"application/json\" id=\"data-run-%zu\">\n",
		    i + 1);
		put_trace(v, &v->traces[i]);
		put(v, "\n</script>\n");
	}
}

/* ----------------------------------------------------------------------- the page */
static const struct gd_embedded *file_named(const char *name, size_t length)
{
	for (const struct gd_embedded *file = view_files; file->name; file++)
		if (strlen(file->name) == length && strncmp(file->name, name, length) == 0)
			return file;
	return NULL;
}

static void put_page(struct view *v, const char *frame_name);

/* The page of a run as a string of JSON: with {{data}} where the data is put. */
static void put_viewer(struct view *v)
{
	struct gd_out page;
	struct view empty = { .arena = v->arena, .page = &page, .is_template = true };

	gd_out_init(&page, 0);
	put_page(&empty, "viewer.html");
	put_string(v, page.text, page.length);
	gd_out_free(&page);
}

/* {{NAME}} is replaced by the text of that file, or by what is made here. */
static void put_named(struct view *v, const char *name, size_t length)
{
	static const struct {
		const char *name;
		void (*put)(struct view *v);
	} made[] = { { "data", put_data }, { "runs", put_runs }, { "sources", put_sources },
		{ "viewer", put_viewer } };
	const struct gd_embedded *file = file_named(name, length);

	if (file)
		gd_out_raw(v->page, file->text, file->length);
	else if (v->is_template)
		gd_out_raw(v->page, name - 2, length + 4);
	else if (length == strlen("verdicts") && strncmp(name, "verdicts", length) == 0)
		put_escaped(v, v->verdicts, strlen(v->verdicts));
	for (size_t i = 0; !file && !v->is_template && i < sizeof made / sizeof *made; i++)
		if (strlen(made[i].name) == length && strncmp(name, made[i].name, length) == 0)
			made[i].put(v);
}

static void put_page(struct view *v, const char *frame_name)
{
	const char *text = file_named(frame_name, strlen(frame_name))->text, *name;

	while ((name = strstr(text, "{{")) != NULL) {
		const char *end = strstr(name, "}}");

		gd_out_raw(v->page, text, (size_t)(name - text));
		put_named(v, name + 2, (size_t)(end - name - 2));
		text = end + 2;
	}
	put(v, text);
}

bool view_page(struct gd_arena *arena, const struct view_trace *traces, size_t count,
    struct gd_out *page, view_paths *named, const char **why)
{
	struct view v = { .arena = arena, .traces = traces, .count = count, .page = page };

	for (size_t i = 0; i < count && !v.why; i++)
		check_trace(&v, &traces[i]);
	for (size_t i = 0; i < count && !v.why; i++)
		read_trace(&v, &traces[i]);
	if (!v.why)
		put_page(&v, "viewer.html");
	for (size_t i = 0; named && i < v.files.count; i++)
		GD_PUSH(arena, *named, v.files.at[i].path);
	*why = v.why;
	return !v.why;
}

void view_report(struct gd_arena *arena, const char *verdicts, const struct view_trace *traces,
    size_t count, struct gd_out *page)
{
	struct view v = { .arena = arena,
		.traces = traces,
		.count = count,
		.page = page,
		.verdicts = verdicts };

	for (size_t i = 0; i < count; i++)
		read_trace(&v, &traces[i]);
	put_page(&v, "report.html");
}
