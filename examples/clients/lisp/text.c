/* text.c: text that grows; printing values. */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 100 };

void text_add(struct text *text, const char *bytes, size_t length)
{
	if (!length)
		return;
	if (text->length + length > text->room) {
		size_t room = 2 * text->room + length + 64;
		char *more = realloc(text->bytes, room);
		text->no_memory |= !more;
		if (!more)
			return;
		text->bytes = more;
		text->room = room;
	}
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

void text_free(struct text *text)
{
	free(text->bytes);
	*text = (struct text){ .bytes = NULL };
}

static void add_words(struct text *text, const char *words)
{
	text_add(text, words, strlen(words));
}

static void add_number(struct text *text, intptr_t number)
{
	char digits[32];

	text_add(text, digits, (size_t)snprintf(digits, sizeof digits, "%td", number));
}

static void add_constant(struct text *text, value v)
{
	add_words(text, v == NIL ? "()" : v == TRUE ? "#t" : v == FALSE ? "#f" : "#<unspecified>");
}

static void add_string(struct text *text, value v, bool write)
{
	if (!write) {
		text_add(text, string_bytes(v), count_of(v));
		return;
	}
	add_words(text, "\"");
	for (size_t i = 0; i < count_of(v); i++) {
		char c = string_bytes(v)[i];
		if (c == '"' || c == '\\')
			add_words(text, "\\");
		if (c == '\n')
			add_words(text, "\\n");
		else
			text_add(text, &c, 1);
	}
	add_words(text, "\"");
}

static void add_value(struct text *text, value v, bool write, int depth);

static void add_list(struct text *text, value list, bool write, int depth)
{
	const char *before = "(";

	for (; is(list, PAIR); list = get(list, CDR), before = " ") {
		add_words(text, before);
		add_value(text, get(list, CAR), write, depth);
	}
	if (list != NIL) {
		add_words(text, " . ");
		add_value(text, list, write, depth);
	}
	add_words(text, ")");
}

static void add_vector(struct text *text, value v, bool write, int depth)
{
	add_words(text, "#(");
	for (size_t i = 0; i < count_of(v); i++) {
		add_words(text, i ? " " : "");
		add_value(text, get(v, i), write, depth);
	}
	add_words(text, ")");
}

static void add_value(struct text *text, value v, bool write, int depth)
{
	if (depth == 0) {
		add_words(text, "...");
		return;
	}
	switch (kind_of(v)) {
	case INTEGER: add_number(text, integer_value(v)); break;
	case CONSTANT: add_constant(text, v); break;
	case PAIR: add_list(text, v, write, depth - 1); break;
	case SYMBOL: add_string(text, get(v, SYMBOL_NAME), false); break;
	case STRING: add_string(text, v, write); break;
	case VECTOR: add_vector(text, v, write, depth - 1); break;
	case PRIMITIVE:
	case CLOSURE: add_words(text, "#<function>"); break;
	case TABLE: add_words(text, "#<table>"); break;
	case THREAD: add_words(text, "#<thread>"); break;
	case CHANNEL: add_words(text, "#<channel>"); break;
	case NOTHING: add_words(text, "#<nothing>"); break;
	case ENTRY:
	case ENVIRONMENT:
	case NODE:
	case KINDS: add_words(text, "#<internal>"); break;
	}
}

void text_value(struct text *text, value v, bool write)
{
	add_value(text, v, write, MOST_DEPTH);
}
