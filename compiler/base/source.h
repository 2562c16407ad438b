/* source.h: the text of the files of one compilation, and places in it. */
#ifndef GD_SOURCE_H
#define GD_SOURCE_H

#include <stdbool.h>
#include "compiler/base/arena.h"

struct gd_source {
	const char *path; /* as the user named it, or relative to the importer */
	const char *text; /* NUL-terminated; may hold NULs before its end */
	size_t length;
	unsigned line_count;
	const unsigned *line_start; /* byte offset of each line, line_count of them */
};

/* A span from its first character to its last, both included.  Lines and columns count from 1; a
 * column counts bytes.  `source` is NULL for a thing that has no text. */
struct gd_loc {
	const struct gd_source *source;
	unsigned line, column;
	unsigned end_line, end_column;
};

/* Reads the file's text into ARENA.  On failure returns NULL, and *why is a message (errno's, or
 * "is a directory", or "is larger than 16 MiB"). */
struct gd_source *gd_source_read(struct gd_arena *arena, const char *path, const char **why);
/* Makes a source of TEXT, which is copied; for tests and standard input. */
struct gd_source *gd_source_from_text(struct gd_arena *arena, const char *path, const char *text,
    size_t length);

/* The span from the start of A to the end of B. */
struct gd_loc gd_loc_join(struct gd_loc a, struct gd_loc b);
/* Orders by file, line, column. */
int gd_loc_compare(const struct gd_loc *a, const struct gd_loc *b);

#endif
