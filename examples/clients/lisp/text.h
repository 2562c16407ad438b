/* text.h: text that grows, in C's memory; and values as text. */
#ifndef LISP_TEXT_H
#define LISP_TEXT_H

#include "memory.h"

struct text {
	char *bytes;
	size_t length, room;
	bool no_memory; /* some of it is missing */
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_free(struct text *text);

/* Lists and vectors within others are cut off at some depth.  WRITE: strings in quotes. */
void text_value(struct text *text, value v, bool write);

#endif
