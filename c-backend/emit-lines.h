/* emit-lines.h: lines of x.c, and which file and line the compiler calls them. */
#ifndef CGEN_EMIT_LINES_H
#define CGEN_EMIT_LINES_H

#include "c-backend/emit.h"

/* Writes one line of x.c.  The C compiler reports LOC as its place. */
void cgen_spec_line(struct cgen *c, struct gd_loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes one line of x.c.  The C compiler reports x.c as its place. */
void cgen_line(struct cgen *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes one line for which the place does not matter: a brace, an else, a blank line. */
void cgen_more(struct cgen *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The comment before or after the line of LOC in the specification, as text for a C comment. "" if
 * there is none. */
const char *cgen_comment(struct cgen *c, struct gd_loc loc);

#endif
