/* guard.c: or, and, not, atoms. */
#include "trace/guard.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WORD = 64 };
struct reader {
	const char *at;
	guard_atom *atom;
	const void *state;
	bool strange;
	int depth;
};

static void skip(struct reader *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

static bool take_word(struct reader *r, const char *word)
{
	skip(r);
	if (word_length(r->at) != strlen(word) || strncmp(r->at, word, strlen(word)) != 0)
		return false;
	r->at += strlen(word);
	return true;
}

static bool take(struct reader *r, char c)
{
	skip(r);
	if (*r->at != c)
		return false;
	r->at++;
	return true;
}

static enum guard_answer strange(struct reader *r)
{
	r->strange = true;
	return GUARD_UNKNOWN;
}

static bool copy_word(struct reader *r, char *word)
{
	size_t length;

	skip(r);
	length = word_length(r->at);
	if (length == 0 || length >= WORD)
		return false;
	memcpy(word, r->at, length);
	word[length] = 0;
	r->at += length;
	return true;
}

static enum guard_answer atom(struct reader *r)
{
	char name[WORD], about[WORD];

	if (take_word(r, "all"))
		return take_word(r, "mutators") && take_word(r, "stopped")
		    ? r->atom(r->state, "all mutators stopped", NULL)
		    : strange(r);
	if (!copy_word(r, name))
		return strange(r);
	if (!take(r, '('))
		return r->atom(r->state, name, NULL);
	if (!copy_word(r, about) || !take(r, ')'))
		return strange(r);
	return r->atom(r->state, name, about);
}

static enum guard_answer either(struct reader *r);

static enum guard_answer negation(struct reader *r)
{
	enum guard_answer answer;
	bool negated = false;

	while (take_word(r, "not"))
		negated = !negated;
	if (r->depth == 100)
		return strange(r);
	r->depth++;
	if (take(r, '(')) {
		answer = either(r);
		if (!take(r, ')'))
			answer = strange(r);
	} else {
		answer = atom(r);
	}
	r->depth--;
	if (!negated || answer == GUARD_UNKNOWN)
		return answer;
	return answer == GUARD_TRUE ? GUARD_FALSE : GUARD_TRUE;
}

/* TIE: the value that decides the result (false of `and', true of `or'). */
static enum guard_answer joined(enum guard_answer a, enum guard_answer b, enum guard_answer tie)
{
	if (a == tie || b == tie)
		return tie;
	return a == GUARD_UNKNOWN ? a : b;
}

static enum guard_answer both(struct reader *r)
{
	enum guard_answer answer = negation(r);

	while (!r->strange && take_word(r, "and"))
		answer = joined(answer, negation(r), GUARD_FALSE);
	return answer;
}

static enum guard_answer either(struct reader *r)
{
	enum guard_answer answer = both(r);

	while (!r->strange && take_word(r, "or"))
		answer = joined(answer, both(r), GUARD_TRUE);
	return answer;
}

enum guard_answer guard_value(const char *text, guard_atom *of, const void *state)
{
	struct reader r = { .at = text, .atom = of, .state = state };
	enum guard_answer answer = either(&r);

	skip(&r);
	return r.strange || *r.at ? GUARD_UNKNOWN : answer;
}
