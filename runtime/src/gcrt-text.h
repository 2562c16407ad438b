/* gcrt-text.h: text that grows, and JSON in it. */
#ifndef GCRT_TEXT_H
#define GCRT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Begins as {0}.  Once there is no memory it is `lost', and nothing more is added. */
struct gcrt_text {
	char *at;
	size_t length, room;
	bool lost;
};

void gcrt_text_destroy(struct gcrt_text *text);
void gcrt_text_clear(struct gcrt_text *text);
void gcrt_text_add(struct gcrt_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds STRING as a string of JSON; "?" for each byte that is no ASCII.  NULL: null. */
void gcrt_text_add_string(struct gcrt_text *text, const char *string);

#endif
