/* sealed.h: structs as files of JSON in which damage is noticed.
 *
 * Rows of a table say what a member of a struct is called in the file.  So what is written is read again, too. */
#ifndef CAMP_SEALED_H
#define CAMP_SEALED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "compiler/base/arena.h"
#include "promela-backend/campaign/engine/job-file.h"

enum sealed_sort { SEALED_TEXT, SEALED_NUMBER, SEALED_FLAG, SEALED_LONG, SEALED_SIZE };
struct sealed_row {
	const char *name;
	enum sealed_sort sort;
	size_t at;     /* offset in the struct */
	bool required; /* a text that must be there */
};

/* TEXT as JSON; NULL is null. */
json_t *camp_sealed_text(struct gd_arena *arena, const char *text);
/* The text that camp_sealed_text has made JSON of, in ARENA.  NULL: it is none. */
const char *camp_sealed_text_of(struct gd_arena *arena, const json_t *json);
/* Puts the members of the struct at FROM into OBJECT; the last row has no name. */
void camp_sealed_put_members(struct gd_arena *arena, const struct sealed_row *rows,
    const void *from, json_t *object);
/* Fills in the struct at TO.  false: *why. */
bool camp_sealed_members(struct gd_arena *arena, const struct sealed_row *rows,
    const json_t *object, void *to, const char **why);
/* Writes OBJECT with a version and a seal, and forgets it.  The file appears whole, or not at all.  false:
 * errno. */
bool camp_sealed_write(struct gd_arena *arena, const char *path, json_t *object);
/* *OBJECT is for the caller to forget; NULL if there is none.  *WHY: why not. */
enum camp_read camp_sealed_read(struct gd_arena *arena, const char *path, json_t **object,
    const char **why);

#endif
