/* reader.c: numbers, symbols, strings, lists, quotes, comments. */
#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table.h"

static intptr_t here(const struct reader *r)
{
	return make_place(r->file, r->line, (size_t)(r->at - r->line_start) + 1);
}

static void skip_blanks(struct reader *r)
{
	for (; r->at < r->end; r->at++) {
		if (*r->at == ';')
			while (r->at + 1 < r->end && r->at[1] != '\n')
				r->at++;
		else if (*r->at == '\n')
			r->line++, r->line_start = r->at + 1;
		else if (!strchr(" \t\r", *r->at))
			return;
	}
}

static bool is_delimiter(char c)
{
	return strchr(" \t\r\n()\";'", c) != NULL;
}

static value read_value(struct reader *r);

/* After `(': pushes values and their places in turn; whether a last one follows a dot. */
static bool push_items(struct reader *r, intptr_t start)
{
	struct thread *t = r->thread;

	for (;;) {
		skip_blanks(r);
		if (r->at == r->end)
			raise_at(t, start, "this ( has no )");
		if (*r->at == ')')
			return false;
		if (*r->at == '.' && r->at + 1 < r->end && is_delimiter(r->at[1])) {
			r->at++;
			push(t, read_value(r));
			return true;
		}
		intptr_t place = here(r);
		push(t, read_value(r));
		push(t, integer(place));
	}
}

/* The list of what was pushed from FROM on, from its end; which is left. */
static value list_of_items(struct thread *t, value *from, bool dotted, intptr_t start)
{
	value list = dotted ? t->roots.top[-1] : NIL;

	if (dotted)
		leave(t, t->roots.top - 1);
	for (value *item = t->roots.top - 2; item >= from; item -= 2) {
		value *pair = enter(t, 3);
		pair[CAR] = item[0];
		pair[CDR] = list;
		pair[PAIR_PLACE] = item == from ? integer(start) : item[1];
		list = build(t, PAIR, pair);
	}
	leave(t, from);
	return list;
}

static value read_list(struct reader *r)
{
	intptr_t start = here(r);
	value *from = enter(r->thread, 0);

	r->at++;
	bool dotted = push_items(r, start);
	skip_blanks(r);
	if (r->at == r->end || *r->at != ')')
		raise_at(r->thread, here(r), "a ) must follow the value behind a dot");
	r->at++;
	return list_of_items(r->thread, from, dotted, start);
}

static value read_quote(struct reader *r)
{
	value *at = enter(r->thread, 2);

	r->at++;
	at[0] = read_value(r);
	at[0] = cons(r->thread, at[0], NIL);
	at[1] = intern(r->thread, "quote", strlen("quote"));
	value list = cons(r->thread, at[1], at[0]);
	leave(r->thread, at);
	return list;
}

/* Of the string that begins here; *ESCAPES: backslashes in it. */
static size_t string_length(const struct reader *r, size_t *escapes)
{
	size_t length = 0;

	*escapes = 0;
	for (; r->at + length < r->end && r->at[length] != '"'; length++)
		if (r->at[length] == '\\')
			length++, ++*escapes;
	if (r->at + length >= r->end)
		raise_at(r->thread, here(r) - 1, "this string has no end");
	return length;
}

static void read_bytes(struct reader *r, const char *end, char *to)
{
	for (; r->at < end; r->at++) {
		bool escaped = *r->at == '\\';
		r->at += escaped;
		if (*r->at == '\n')
			r->line++, r->line_start = r->at + 1;
		*to++ = escaped && *r->at == 'n' ? '\n' : *r->at;
	}
}

static value read_string(struct reader *r)
{
	size_t escapes;

	r->at++;
	size_t length = string_length(r, &escapes);
	value string = allocate(r->thread, STRING, length - escapes);
	read_bytes(r, r->at + length, string_bytes(string));
	r->at++;
	return string;
}

static bool read_number(const char *word, size_t length, value *number)
{
	char digits[32], *end;

	if (length >= sizeof digits)
		return false;
	memcpy(digits, word, length);
	digits[length] = '\0';
	errno = 0;
	intptr_t n = strtol(digits, &end, 10);
	*number = integer(n);
	return end != digits && *end == '\0' && errno == 0 && integer_value(integer(n)) == n;
}

static value read_word(struct reader *r)
{
	const char *word = r->at;
	value number;

	while (r->at < r->end && !is_delimiter(*r->at))
		r->at++;
	size_t length = (size_t)(r->at - word);
	if (read_number(word, length, &number))
		return number;
	if (length == 2 && word[0] == '#' && (word[1] == 't' || word[1] == 'f'))
		return boolean(word[1] == 't');
	return intern(r->thread, word, length);
}

static value read_value(struct reader *r)
{
	skip_blanks(r);
	if (r->at == r->end)
		raise_at(r->thread, here(r), "a value is missing at the end");
	switch (*r->at) {
	case '(': return read_list(r);
	case '\'': return read_quote(r);
	case '"': return read_string(r);
	case ')': raise_at(r->thread, here(r), "this ) has no (");
	default: return read_word(r);
	}
}

bool read_next(struct reader *r, value *v)
{
	skip_blanks(r);
	if (r->at == r->end)
		return false;
	*v = read_value(r);
	return true;
}
