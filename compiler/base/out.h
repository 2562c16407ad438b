/* out.h: an indenting writer, and files that appear whole or not at all. */
#ifndef GD_OUT_H
#define GD_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include "compiler/base/arena.h"

/* Text that is being built; owned by the caller. */
struct gd_out {
	char *text;
	size_t length, room;
	unsigned indent;       /* tabs, or indent_width spaces, before each line */
	unsigned indent_width; /* 0: tabs */
	bool at_line_start;
};

void gd_out_init(struct gd_out *out, unsigned indent_width);
void gd_out_free(struct gd_out *out);
/* Appends; indentation is put before the first character of each line that is
 * not empty and does not start with '#'. */
void gd_out_printf(struct gd_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void gd_out_vprintf(struct gd_out *out, const char *format, va_list args);
void gd_out_puts(struct gd_out *out, const char *text);
/* Appends without indentation (whole support files). */
void gd_out_raw(struct gd_out *out, const char *text, size_t length);
void gd_out_line(struct gd_out *out, const char *format, ...) /* adds '\n' */
    __attribute__((format(printf, 2, 3)));

/* TEXT (perhaps a path) made safe for a comment or a string of generated code: characters that
 * could end it, or begin something else, become `_'. */
const char *gd_harmless(struct gd_arena *arena, const char *text);

/* Writes TEXT to a temporary file beside PATH, then fsync and rename.  An old file keeps its mode.
 * false: no file is left behind, and errno has the reason (ENOSPC, EACCES, …). */
bool gd_write_file(const char *path, const char *text, size_t length);
/* mkdir -p; false with errno. */
bool gd_make_directories(const char *path);

#endif
