/* index.c: sums and products of numbers, local variables and _pid. */
#include "trace/import/index.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { TOO_LARGE = 1000000, TOO_DEEP = 50 };
struct reader {
	const char *at;
	long process;
	const json_t *locals;
	bool strange;
	int depth;
};

size_t index_length(const char *text)
{
	size_t length = 0;

	for (int depth = 0; text[length] && (text[length] != ']' || depth); length++)
		depth += (text[length] == '[') - (text[length] == ']');
	return length;
}

static long sum(struct reader *r);

static long named(struct reader *r)
{
	size_t length = 0;
	char name[64];

	while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_')
		length++;
	r->strange |= length == 0 || length >= sizeof name;
	if (r->strange)
		return 0;
	memcpy(name, r->at, length);
	name[length] = 0;
	r->at += length;
	if (strcmp(name, "_pid") == 0)
		return r->process;
	r->strange |= !json_string_value(json_object_get(r->locals, name));
	return r->strange ? 0
			  : strtol(json_string_value(json_object_get(r->locals, name)), NULL, 10);
}

static long factor(struct reader *r)
{
	long value;
	char *end;

	if (isdigit((unsigned char)*r->at)) {
		value = strtol(r->at, &end, 10);
		r->at = end;
		return value;
	}
	if (*r->at != '(')
		return named(r);
	r->strange |= ++r->depth > TOO_DEEP;
	r->at++;
	value = r->strange ? 0 : sum(r);
	r->depth--;
	r->strange |= *r->at != ')';
	r->at += *r->at == ')';
	return value;
}

static long limited(struct reader *r, long value)
{
	r->strange |= value > TOO_LARGE || value < -TOO_LARGE;
	return r->strange ? 0 : value;
}

static long product(struct reader *r)
{
	long value = limited(r, factor(r));

	while (!r->strange && *r->at == '*') {
		r->at++;
		value = limited(r, value * limited(r, factor(r)));
	}
	return value;
}

static long sum(struct reader *r)
{
	long value = product(r);

	while (!r->strange && (*r->at == '+' || *r->at == '-')) {
		bool minus = *r->at++ == '-';

		value = limited(r, minus ? value - product(r) : value + product(r));
	}
	return value;
}

long index_value(const char *text, long process, const json_t *locals)
{
	struct reader r = { .at = text, .process = process, .locals = locals };
	long value = sum(&r);

	return r.strange || *r.at ? -1 : value;
}
