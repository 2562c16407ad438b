/* canvas.c: text in cells. */
#include "trace/stepper/canvas.h"

#include <string.h>

struct step_canvas *step_canvas_new(struct gd_arena *arena, int height, int width, bool ascii)
{
	struct step_canvas *canvas = GD_NEW(arena, struct step_canvas);
	size_t count = (size_t)height * (size_t)width;

	canvas->height = height;
	canvas->width = width;
	canvas->ascii = ascii;
	canvas->cells = GD_NEW_ARRAY(arena, struct step_cell, count + 1);
	for (size_t i = 0; i < count; i++)
		canvas->cells[i].character = L' ';
	return canvas;
}

/* ------------------------------------------------------------------ characters */
enum { MALFORMED = '?' };

/* Takes one character of UTF-8 from *TEXT, which is not at its end. */
static wchar_t decode(const char **text)
{
	static const unsigned least[] = { 0, 0x80, 0x800, 0x10000 };
	const unsigned char *at = (const unsigned char *)*text;
	int more = *at < 0x80 ? 0
	    : *at < 0xC2      ? -1
	    : *at < 0xE0      ? 1
	    : *at < 0xF0      ? 2
	    : *at < 0xF5      ? 3
			      : -1;
	unsigned value = more < 1 ? *at : *at & (0x3Fu >> more);

	*text += 1;
	for (int i = 1; i <= more; i++) {
		if ((at[i] & 0xC0) != 0x80)
			return MALFORMED;
		value = value << 6 | (at[i] & 0x3Fu);
	}
	if (more < 0 || value < least[more] || (value >= 0xD800 && value < 0xE000) ||
	    value > 0x10FFFF)
		return MALFORMED;
	*text += more;
	return (wchar_t)value;
}

/* What is shown for C.  A terminal would obey control characters. */
static wchar_t shown(const struct step_canvas *canvas, wchar_t c)
{
	if (c == '\t' || c == '\n')
		return ' ';
	if (c >= ' ' && c < 0x7F)
		return c;
	return canvas->ascii || wcwidth(c) < 1 ? MALFORMED : c;
}

static int columns(wchar_t c)
{
	return c < 0x7F ? 1 : wcwidth(c);
}

int step_columns(const struct step_canvas *canvas, const char *text)
{
	int count = 0;

	while (*text)
		count += columns(shown(canvas, decode(&text)));
	return count;
}

/* ------------------------------------------------------------------------- text */
static void put(struct step_canvas *canvas, int y, int x, enum step_style style, wchar_t c)
{
	struct step_cell *cell;

	if (y < 0 || y >= canvas->height || x < 0 || x + columns(c) > canvas->width)
		return;
	cell = &canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x];
	cell[0] = (struct step_cell){ c, style };
	if (columns(c) == 2)
		cell[1] = (struct step_cell){ 0, style };
}

/* The place before column X is the last one: it says that something is cut off. */
static void put_cut(struct step_canvas *canvas, int y, int x, enum step_style style)
{
	put(canvas, y, x, style, canvas->ascii ? L'~' : L'…');
}

int step_put_from(struct step_canvas *canvas, int y, int x, int end, enum step_style style,
    const char *text, int skip)
{
	int column = 0, from = x;

	if (end > canvas->width)
		end = canvas->width;
	while (*text && x < end) {
		wchar_t c = shown(canvas, decode(&text));

		column += columns(c);
		if (column <= skip)
			continue;
		if (x + columns(c) + (*text != 0) > end) {
			put_cut(canvas, y, end - 1, style);
			return end;
		}
		put(canvas, y, x, style, c);
		x += columns(c);
	}
	if (skip && x > from)
		put_cut(canvas, y, from, style);
	return x;
}

int step_put(struct step_canvas *canvas, int y, int x, int end, enum step_style style,
    const char *text)
{
	return step_put_from(canvas, y, x, end, style, text, 0);
}

/* ------------------------------------------------------------------------ wrapped */
/* The bytes of TEXT that fit on a line of WIDTH columns: they end at a blank, if they can. */
static size_t line_length(const struct step_canvas *canvas, const char *text, int width)
{
	const char *at = text, *blank = NULL;
	int column = 0;

	while (*at) {
		const char *next = at;

		column += columns(shown(canvas, decode(&next)));
		if (column > width)
			break;
		at = next;
		if (*at == ' ' || !*at)
			blank = at;
	}
	if (*at && blank > text)
		return (size_t)(blank - text);
	return at > text ? (size_t)(at - text) : strlen(text);
}

static void put_line(struct step_canvas *canvas, const struct step_box *box, int row, int indent,
    enum step_style style, const char *text, size_t length)
{
	char line[1024];

	if (row < 0 || row >= box->height)
		return;
	snprintf(line, sizeof line, "%.*s", (int)length, text);
	step_put(canvas, box->top + row, box->left + indent, box->left + box->width, style, line);
}

int step_put_wrapped(struct step_canvas *canvas, const struct step_box *box, int row, int indent,
    enum step_style style, const char *text)
{
	int width = box->width, at = 0;

	do {
		size_t length;

		if (width - at < 1)
			return row;
		length = line_length(canvas, text, width - at);
		put_line(canvas, box, row++, at, style, text, length);
		text += length;
		text += strspn(text, " ");
		at = indent < width ? indent : 0;
	} while (*text);
	return row;
}

/* ------------------------------------------------------------------------- others */
void step_restyle(struct step_canvas *canvas, int y, int x, int count, enum step_style style)
{
	for (int i = x; y >= 0 && y < canvas->height && i < x + count && i < canvas->width; i++)
		canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)i].style = style;
}

static void write_character(wchar_t c, FILE *out)
{
	if (c && c < 0x80)
		putc((int)c, out);
	else if (c)
		fprintf(out, "%lc", (wint_t)c);
}

void step_canvas_write(const struct step_canvas *canvas, FILE *out)
{
	for (int y = 0; y < canvas->height; y++) {
		const struct step_cell *row = &canvas->cells[(size_t)y * (size_t)canvas->width];
		int length = canvas->width;

		while (length > 0 && row[length - 1].character == L' ')
			length--;
		for (int x = 0; x < length; x++)
			write_character(row[x].character, out);
		putc('\n', out);
	}
}
