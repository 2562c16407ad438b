/* strings.c: primitives for strings and symbols, output, errors. */
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "machine.h"
#include "primitives.h"
#include "table.h"
#include "text.h"

/* ---------------------------------------------------------------------- strings */

static value string_length(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], STRING);
	return integer((intptr_t)count_of(argument[0]));
}

/* (string-ref string i): the byte's number */
static value string_ref(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], STRING);
	size_t i = want_index(t, argument[1], count_of(argument[0]));
	return integer((unsigned char)string_bytes(argument[0])[i]);
}

/* (make-string length byte) */
static value new_string(struct thread *t, value *argument, size_t count)
{
	size_t length = want_index(t, argument[0], (size_t)1 << 40);
	size_t byte = want_index(t, argument[1], 256);
	value string = allocate(t, STRING, length);

	(void)count;
	memset(string_bytes(string), (int)byte, length);
	return string;
}

static value string_append(struct thread *t, value *argument, size_t count)
{
	size_t length = 0;

	for (size_t i = 0; i < count; i++) {
		want_kind(t, argument[i], STRING);
		length += count_of(argument[i]);
	}
	value string = allocate(t, STRING, length);
	char *to = string_bytes(string);
	for (size_t i = 0; i < count; i++) {
		memcpy(to, string_bytes(argument[i]), count_of(argument[i]));
		to += count_of(argument[i]);
	}
	return string;
}

/* (substring string from to) */
static value substring(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], STRING);
	size_t to = want_index(t, argument[2], count_of(argument[0]) + 1);
	size_t from = want_index(t, argument[1], to + 1);
	value string = allocate(t, STRING, to - from);
	memcpy(string_bytes(string), string_bytes(argument[0]) + from, to - from);
	return string;
}

static value is_before(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], STRING);
	want_kind(t, argument[1], STRING);
	size_t a = count_of(argument[0]), b = count_of(argument[1]);
	int order = memcmp(string_bytes(argument[0]), string_bytes(argument[1]), a < b ? a : b);
	return boolean(order < 0 || (order == 0 && a < b));
}

static value number_to_string(struct thread *t, value *argument, size_t count)
{
	char digits[32];

	(void)count;
	return make_string(t, digits,
	    (size_t)snprintf(digits, sizeof digits, "%td", want_integer(t, argument[0])));
}

static value symbol_to_string(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], SYMBOL);
	return get(argument[0], SYMBOL_NAME);
}

static value string_to_symbol(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], STRING);
	return intern_string(t, argument[0]);
}

/* ----------------------------------------------------------------------- output */

static void *write_out(struct gc_mutator *mutator, void *data)
{
	struct text *text = data;

	(void)mutator;
	fwrite(text->bytes, 1, text->length, stdout);
	return NULL;
}

/* A write may block: the text is made first, and then the thread is inactive. */
static value print(struct thread *t, value *argument, size_t count, bool write, const char *end)
{
	struct text text = { .bytes = NULL };

	for (size_t i = 0; i < count; i++) {
		text_add(&text, " ", i > 0);
		text_value(&text, argument[i], write);
	}
	text_add(&text, end, strlen(end));
	gc_deactivate_for_call(t->mutator, write_out, &text);
	bool no_memory = text.no_memory;
	text_free(&text);
	if (no_memory)
		raise_error(t, "out of memory: no room for the text");
	return UNSPECIFIED;
}

static value print_line(struct thread *t, value *argument, size_t count)
{
	return print(t, argument, count, true, "\n");
}

static value display(struct thread *t, value *argument, size_t count)
{
	return print(t, argument, count, false, "");
}

/* ------------------------------------------------------------------------ errors */

/* (error message value …) */
static value raise_values(struct thread *t, value *argument, size_t count)
{
	struct text text = { .bytes = NULL };
	char message[MESSAGE_BYTES];

	for (size_t i = 0; i < count; i++) {
		text_add(&text, " ", i > 0);
		text_value(&text, argument[i], i > 0);
	}
	snprintf(message, sizeof message, "%.*s", (int)text.length, text.bytes);
	text_free(&text);
	raise_error(t, "%s", message);
}

static value collect(struct thread *t, value *argument, size_t count)
{
	(void)argument, (void)count;
	gc_collect(t->mutator, GC_COLLECTION_MAJOR);
	return UNSPECIFIED;
}

const struct primitive text_primitives[] = { { "string-length", string_length, 1, 1 },
	{ "string-ref", string_ref, 2, 2 }, { "make-string", new_string, 2, 2 },
	{ "string-append", string_append, 0, ANY_NUMBER }, { "substring", substring, 3, 3 },
	{ "string<?", is_before, 2, 2 }, { "number->string", number_to_string, 1, 1 },
	{ "symbol->string", symbol_to_string, 1, 1 }, { "string->symbol", string_to_symbol, 1, 1 },
	{ "print", print_line, 0, ANY_NUMBER }, { "display", display, 0, ANY_NUMBER },
	{ "error", raise_values, 1, ANY_NUMBER }, { "collect", collect, 0, 0 },
	{ NULL, NULL, 0, 0 } };
