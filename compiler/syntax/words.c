/* words.c: the words of the language: the grammar's tokens, and the reserved ones. */
#include <string.h>

#include "compiler/syntax/complain.h"
#include "compiler/syntax/parser.h"

/* The `%token's of the grammar that are words. tokens.def is made from the grammar. */
static const struct {
	int token;
	const char *spelling;
} words[] = {
#define TOKEN(name, spelling) { TOK_##name, spelling },
#include "compiler/syntax/tokens.def"
#undef TOKEN
};
enum { WORD_COUNT = sizeof words / sizeof *words };

static const struct {
	const char *spelling, *what;
} later[] = {
#define LATER(spelling, what) { spelling, what },
#include "compiler/syntax/reserved.def"
#undef LATER
};

const char *syn_keyword_spelling(int token)
{
	for (size_t i = 0; i < WORD_COUNT; i++)
		if (words[i].token == token)
			return words[i].spelling;
	return NULL;
}

const char *const *syn_keywords(size_t *count)
{
	static const char *spellings[WORD_COUNT];

	*count = WORD_COUNT;
	for (size_t i = 0; i < WORD_COUNT; i++)
		spellings[i] = words[i].spelling;
	return spellings;
}

int syn_keyword_token(const char *text)
{
	for (size_t i = 0; i < WORD_COUNT; i++)
		if (strcmp(words[i].spelling, text) == 0)
			return words[i].token;
	return syn_reserved_for(text) ? TOK_RESERVED : TOK_ID;
}

bool syn_is_word(const char *text)
{
	return syn_keyword_token(text) != TOK_ID;
}

const char *syn_reserved_for(const char *text)
{
	for (size_t i = 0; i < sizeof later / sizeof *later; i++)
		if (strcmp(later[i].spelling, text) == 0)
			return later[i].what;
	return NULL;
}
