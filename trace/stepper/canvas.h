/* canvas.h: what the stepper shows, as cells with styles.  It knows no terminal, so tests can read it. */
#ifndef TRACE_STEPPER_CANVAS_H
#define TRACE_STEPPER_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>
#include "compiler/base/arena.h"

enum step_style {
	STEP_PLAIN,
	STEP_FAINT,
	STEP_TITLE,
	STEP_WAITS,
	STEP_RED,
	STEP_CHANGED,
	STEP_CURRENT, /* the step that is shown, and its line */
	STEP_WHITE,
	STEP_GREY,
	STEP_BLACK, /* objects */
	STEP_STYLES
};
struct step_cell {
	wchar_t character; /* 0: the second half of the wide character before it */
	enum step_style style;
};
struct step_canvas {
	int height, width;
	bool ascii; /* the terminal shows no other characters */
	struct step_cell *cells;
};
/* A part of a canvas. */
struct step_box {
	int top, left, height, width;
};

/* A canvas of blanks, in ARENA. */
struct step_canvas *step_canvas_new(struct gd_arena *arena, int height, int width, bool ascii);

/* Writes TEXT (UTF-8) from column X on, and returns the next column.  What does not fit before column
 * END is cut off, and a mark says so.  A character that a terminal would obey, and what is no
 * UTF-8, becomes a `?'. */
int step_put(struct step_canvas *canvas, int y, int x, int end, enum step_style style,
    const char *text);
/* The same without its first SKIP columns. */
int step_put_from(struct step_canvas *canvas, int y, int x, int end, enum step_style style,
    const char *text, int skip);
/* How many columns TEXT needs. */
int step_columns(const struct step_canvas *canvas, const char *text);
/* Writes TEXT on lines of the box from line ROW on, which may be outside of it; the second and later
 * ones are indented by INDENT.  Returns the line after it. */
int step_put_wrapped(struct step_canvas *canvas, const struct step_box *box, int row, int indent,
    enum step_style style, const char *text);
/* Gives COUNT cells another style. */
void step_restyle(struct step_canvas *canvas, int y, int x, int count, enum step_style style);
/* The canvas as lines of text, without the blanks at their ends. */
void step_canvas_write(const struct step_canvas *canvas, FILE *out);

#endif
