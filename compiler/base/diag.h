/* diag.h: everything that the compiler tells about a specification.
 *
 * A diagnostic has a code with a page of its own (doc/errors/CODE.md), a short
 * primary span, notes with spans that say why, and a help line.  Diagnostics
 * are collected, sorted by place and written at the end, once.  One sink
 * belongs to one compilation and one thread. */
#ifndef GD_DIAG_H
#define GD_DIAG_H

#include <stdbool.h>
#include <stdio.h>
#include "compiler/base/source.h"

/* One row a diagnostic in errors.def:
 *   GD_ERROR(code number, slug, "title")  or  GD_WARNING(…) */
enum gd_code {
#define GD_ERROR(number, slug, title)   GD_E_##slug = number,
#define GD_WARNING(number, slug, title) GD_W_##slug = number,
#include "compiler/base/errors.def"
#undef GD_ERROR
#undef GD_WARNING
};

struct gd_diag_sink;
struct gd_diag; /* one diagnostic under construction */

struct gd_diag_sink *gd_diag_sink_new(struct gd_arena *arena);

/* Reports; returns the diagnostic so that notes and a help can be added.
 * A second report of the same code at the same place is dropped (it still
 * returns something that notes may be added to). */
struct gd_diag *gd_report(struct gd_diag_sink *sink, enum gd_code code, struct gd_loc loc,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
void gd_note(struct gd_diag *diag, struct gd_loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void gd_help(struct gd_diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A machine-applicable fix: the text at LOC becomes TEXT.  Adds a help line. */
void gd_fixit(struct gd_diag *diag, struct gd_loc loc, const char *text);

size_t gd_error_count(const struct gd_diag_sink *sink);
size_t gd_warning_count(const struct gd_diag_sink *sink);

enum gd_diag_format { GD_DIAG_TEXT, GD_DIAG_JSON };
struct gd_code_info {
	enum gd_code code;
	bool is_error;
	const char *name; /* "E0123", "W0601" */
	const char *slug; /* "unknown-name" */
	const char *title;
};
struct gd_diag_said { /* a diagnostic, for who does not write text */
	const struct gd_code_info *info;
	struct gd_loc loc;
	const char *message;
	const char *help; /* the way out, or NULL */
};
/* Calls EACH with all that gd_diag_write would write now, sorted. */
void gd_diag_each(struct gd_diag_sink *sink,
    void (*each)(void *data, const struct gd_diag_said *said), void *data);
/* Writes all, sorted; JSON is one object a line.  COLOR: SGR sequences. */
void gd_diag_write(struct gd_diag_sink *sink, FILE *out, enum gd_diag_format format, bool color);

const struct gd_code_info *gd_code_info(enum gd_code code);
const struct gd_code_info *gd_code_find(const char *name); /* "E0123"; NULL if none */
size_t gd_code_count(void);
const struct gd_code_info *gd_code_at(size_t index);

/* The candidate nearest to NAME within a third of its length, or NULL. */
const char *gd_did_you_mean(const char *name, const char *const *candidates, size_t count);
/* The nearest, however far it is; NULL: NAME is empty, one letter, or very long. */
const char *gd_nearest(const char *name, const char *const *candidates, size_t count);

#endif
