/* emit-lines.h: lines of x.c, and which file and line the compiler calls them. */
#ifndef CGEN_EMIT_LINES_H
#define CGEN_EMIT_LINES_H

#include "c-backend/emit.h"

/* One line of x.c, which the compiler will call the line of LOC. */
void cgen_spec_line(struct cgen *c, struct gd_loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* One line of x.c, which the compiler will call itself. */
void cgen_line(struct cgen *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One line that has no place of its own: a brace, an else, a blank. */
void cgen_more(struct cgen *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The comment that stands before or after the line of LOC in the specification,
 * fit for a C comment; "" if there is none. */
const char *cgen_comment(struct cgen *c, struct gd_loc loc);

#endif
