/* emit-lines.c: lines of x.c, and which file and line the compiler calls them.
 *
 * `#line` is written only where the compiler would count wrongly without it. */
#include "c-backend/emit-lines.h"

#include <string.h>

/* Counts the lines that were written since the last call. */
static void count_lines(struct cgen *c)
{
	for (; c->counted < c->out->length; c->counted++) {
		if (c->out->text[c->counted] != '\n')
			continue;
		c->line++;
		c->presumed++;
	}
}

static void finish_line(struct cgen *c, const char *format, va_list args)
{
	gd_out_vprintf(c->out, format, args);
	gd_out_puts(c->out, "\n");
	count_lines(c);
}

void cgen_spec_line(struct cgen *c, struct gd_loc loc, const char *format, ...)
{
	va_list args;

	count_lines(c);
	if (loc.line && !(c->presumed_spec && c->presumed == loc.line)) {
		if (c->presumed_spec)
			gd_out_line(c->out, "#line %u", loc.line);
		else
			gd_out_line(c->out, "#line %u \"%s\"", loc.line, c->spec_file);
		count_lines(c);
		c->presumed = loc.line;
		c->presumed_spec = true;
	}
	va_start(args, format);
	finish_line(c, format, args);
	va_end(args);
}

void cgen_line(struct cgen *c, const char *format, ...)
{
	va_list args;

	count_lines(c);
	if (c->presumed_spec || c->presumed != c->line) {
		gd_out_line(c->out, "#line %u \"%s.c\"", c->line + 1, c->prefix);
		count_lines(c);
		c->presumed = c->line;
		c->presumed_spec = false;
	}
	va_start(args, format);
	finish_line(c, format, args);
	va_end(args);
}

void cgen_more(struct cgen *c, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	finish_line(c, format, args);
	va_end(args);
}

/* ------------------------------------------------- comments of the specification */

struct slice {
	const char *text;
	size_t length;
};

static struct slice trim(struct slice s)
{
	while (s.length && strchr(" \t\r", s.text[0])) {
		s.text++;
		s.length--;
	}
	while (s.length && strchr(" \t\r", s.text[s.length - 1]))
		s.length--;
	return s;
}

static struct slice source_line(const struct gd_source *source, unsigned line)
{
	size_t start = source->line_start[line - 1];
	size_t end = line < source->line_count ? source->line_start[line] : source->length;
	while (end > start && (source->text[end - 1] == '\n' || source->text[end - 1] == '\r'))
		end--;
	return (struct slice){ source->text + start, end - start };
}

/* The comment in LINE, without `//`. *alone: no code is before it. */
static struct slice comment_of(struct slice line, bool *alone)
{
	for (size_t i = 0; i + 1 < line.length; i++) {
		if (line.text[i] != '/' || line.text[i + 1] != '/')
			continue;
		struct slice before = { line.text, i };
		*alone = trim(before).length == 0;
		return trim((struct slice){ line.text + i + 2, line.length - i - 2 });
	}
	*alone = false;
	return (struct slice){ "", 0 };
}

static bool is_ruler(struct slice s)
{
	return s.length >= 8 && memcmp(s.text, "--------", 8) == 0;
}

static void append(struct cgen *c, const char **text, struct slice s)
{
	char *copy = gd_arena_strndup(c->arena, s.text, s.length);
	for (char *p = copy; *p; p++)
		if ((p[0] == '*' && p[1] == '/') || (p[0] == '/' && p[1] == '*') || *p == '\\')
			*p = ' ';
	*text = gd_arena_printf(c->arena, "%s%s%s", *text, **text ? " " : "", copy);
}

static size_t comment_column(struct slice line)
{
	size_t column = 0;

	while (column + 1 < line.length && memcmp(line.text + column, "//", 2) != 0)
		column++;
	return column;
}

/* Whether LINE continues the comment of the line before: it has only a comment, in the same
 * column. */
static bool goes_on(const struct gd_source *source, unsigned line)
{
	bool alone;

	if (line > source->line_count)
		return false;
	struct slice here = source_line(source, line), comment = comment_of(here, &alone);
	return alone && !is_ruler(comment) &&
	    comment_column(here) == comment_column(source_line(source, line - 1));
}

const char *cgen_comment(struct cgen *c, struct gd_loc loc)
{
	const char *text = "";
	unsigned first = loc.line;
	bool alone;

	if (!loc.source || !loc.line || loc.line > loc.source->line_count)
		return "";
	while (first > 1) {
		struct slice s = comment_of(source_line(loc.source, first - 1), &alone);
		if (!alone || is_ruler(s))
			break;
		first--;
	}
	for (unsigned line = first; line < loc.line; line++)
		append(c, &text, comment_of(source_line(loc.source, line), &alone));
	struct slice behind = comment_of(source_line(loc.source, loc.line), &alone);
	if (!behind.length || alone)
		return text;
	append(c, &text, behind);
	for (unsigned line = loc.line + 1; goes_on(loc.source, line); line++)
		append(c, &text, comment_of(source_line(loc.source, line), &alone));
	return text;
}
