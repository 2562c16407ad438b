/* gcrt-record-file.h: the file of a trace.  Its first line grows in place; the others are added. */
#ifndef GCRT_RECORD_FILE_H
#define GCRT_RECORD_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "gcrt-text.h"

#define GCRT_RECORD_PATH 1024 /* bytes of a file name, with its 0 */

struct gcrt_record_file {
	char name[GCRT_RECORD_PATH];
	char temporary[GCRT_RECORD_PATH + 4]; /* NAME.tmp */
	int fd;                               /* -1: it has ended, and takes no more lines */
	size_t first;                         /* bytes of the first line, with blanks at its end */
	size_t size;
};

/* Begins NAME.tmp, whose first line is FIRST, with room for MORE bytes.  false: it cannot; a line on
 * stderr says why. */
bool gcrt_record_file_begin(struct gcrt_record_file *file, const char *name,
    const struct gcrt_text *first, size_t more);
/* Writes the first line again.  false: it has no room, and is as it was; or it cannot be written. */
bool gcrt_record_file_first(struct gcrt_record_file *file, const struct gcrt_text *first);
bool gcrt_record_file_add(struct gcrt_record_file *file, const struct gcrt_text *line);
/* Gives the file its name.  It has ended. */
void gcrt_record_file_end(struct gcrt_record_file *file);
/* Removes it.  It has ended.  WHY: what a line on stderr says. */
void gcrt_record_file_give_up(struct gcrt_record_file *file, const char *why);

#endif
