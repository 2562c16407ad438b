/* Diagnostics for people: message, source line, caret; then notes and help. */
#include "compiler/base/diag-internal.h"

#include <string.h>

enum style { PLAIN, BOLD, RED, MAGENTA, CYAN, GREEN };

static const char *sgr(bool color, enum style style)
{
	static const char *const codes[] = { "\033[0m", "\033[1m", "\033[1;31m", "\033[1;35m",
		"\033[1;36m", "\033[1;32m" };

	return color ? codes[style] : "";
}

static void put_place(const struct gd_loc *loc, FILE *out, bool color)
{
	if (loc->source == NULL)
		fprintf(out, "%sgcdsl:%s ", sgr(color, BOLD), sgr(color, PLAIN));
	else
		fprintf(out, "%s%s:%u:%u:%s ", sgr(color, BOLD), loc->source->path, loc->line,
		    loc->column, sgr(color, PLAIN));
}

/* Prints the line's text, each control character and tab as one space, so that the caret is below
 * the right character. */
static void put_source_text(const char *line, size_t length, FILE *out)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)line[i];

		fputc(c < 0x20 || c == 0x7f ? ' ' : c, out);
	}
	fputc('\n', out);
}

/* Columns count bytes.  Only the first byte of a UTF-8 sequence takes a column of the terminal. */
static unsigned width_of(const char *line, size_t from, size_t to)
{
	unsigned width = 0;

	for (size_t i = from; i < to; i++)
		if (((unsigned char)line[i] & 0xc0) != 0x80)
			width++;
	return width;
}

static void put_snippet(const struct gd_loc *loc, FILE *out, bool color, enum style style)
{
	const struct gd_source *source = loc->source;
	size_t start, length, first, last;
	unsigned width;
	const char *line;

	if (source == NULL || loc->line == 0 || loc->line > source->line_count)
		return;
	start = source->line_start[loc->line - 1];
	line = source->text + start;
	for (length = 0; start + length < source->length && line[length] != '\n'; length++)
		;
	if (length > 400)
		return;
	first = loc->column > 0 ? loc->column - 1 : 0;
	if (first > length)
		first = length;
	last = loc->end_line == loc->line ? loc->end_column : length;
	if (last > length)
		last = length;
	fprintf(out, "%5u | ", loc->line);
	put_source_text(line, length, out);
	fprintf(out, "      | %*s%s^", (int)width_of(line, 0, first), "", sgr(color, style));
	width = last > first ? width_of(line, first, last) : 1;
	for (unsigned i = 1; i < width; i++)
		fputc('~', out);
	fprintf(out, "%s\n", sgr(color, PLAIN));
}

static void put_child(const struct gd_diag_child *child, FILE *out, bool color)
{
	bool is_note = child->kind == GD_CHILD_NOTE;
	enum style style = is_note ? CYAN : GREEN;

	if (is_note && child->loc.source != NULL)
		put_place(&child->loc, out, color);
	else
		fputs("      = ", out);
	fprintf(out, "%s%s:%s %s\n", sgr(color, style), is_note ? "note" : "help",
	    sgr(color, PLAIN), child->message);
	if (is_note)
		put_snippet(&child->loc, out, color, style);
}

void gd_diag_write_text(const struct gd_diag *diag, FILE *out, bool color)
{
	bool is_error = diag->info->is_error;
	enum style style = is_error ? RED : MAGENTA;

	put_place(&diag->loc, out, color);
	fprintf(out, "%s%s:%s %s [%s]\n", sgr(color, style), is_error ? "error" : "warning",
	    sgr(color, PLAIN), diag->message, diag->info->name);
	put_snippet(&diag->loc, out, color, style);
	for (size_t i = 0; i < diag->children.count; i++)
		put_child(&diag->children.at[i], out, color);
}
