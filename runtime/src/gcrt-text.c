/* gcrt-text.c: text that grows, and JSON in it. */
#include "gcrt-text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void gcrt_text_destroy(struct gcrt_text *text)
{
	free(text->at);
	*text = (struct gcrt_text){ 0 };
}

void gcrt_text_clear(struct gcrt_text *text)
{
	text->length = 0;
}

static bool grow(struct gcrt_text *text, size_t more)
{
	if (text->length + more <= text->room)
		return true;
	size_t room = 2 * (text->length + more);
	char *at = text->lost ? NULL : realloc(text->at, room);
	if (!at) {
		text->lost = true;
		return false;
	}
	text->at = at;
	text->room = room;
	return true;
}

void gcrt_text_add(struct gcrt_text *text, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0 || !grow(text, (size_t)length + 1))
		return;
	va_start(args, format);
	vsnprintf(text->at + text->length, (size_t)length + 1, format, args);
	va_end(args);
	text->length += (size_t)length;
}

static void add_character(struct gcrt_text *text, unsigned char c)
{
	if (c == '"' || c == '\\')
		gcrt_text_add(text, "\\%c", c);
	else if (c < ' ')
		gcrt_text_add(text, "\\u%04x", c);
	else
		gcrt_text_add(text, "%c", c < 0x7f ? c : '?');
}

void gcrt_text_add_string(struct gcrt_text *text, const char *string)
{
	if (!string) {
		gcrt_text_add(text, "null");
		return;
	}
	gcrt_text_add(text, "\"");
	for (; *string; string++)
		add_character(text, (unsigned char)*string);
	gcrt_text_add(text, "\"");
}
