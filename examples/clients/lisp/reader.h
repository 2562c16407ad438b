/* reader.h: from text to values.  Lists know where they were read. */
#ifndef LISP_READER_H
#define LISP_READER_H

#include "memory.h"

struct reader {
	struct thread *thread;
	const char *at, *end;
	size_t file, line;
	const char *line_start;
};

/* The next value, and true; false at the end of the text.  Raises what is wrong. */
bool read_next(struct reader *r, value *v);

#endif
