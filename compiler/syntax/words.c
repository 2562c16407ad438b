/* words.c: the words of the language: the grammar's tokens, and the reserved ones. */
#include <string.h>

#include "compiler/syntax/complain.h"
#include "compiler/syntax/parser.h"

/* Tokens are numbered as the grammar declares them: keywords, `RESERVED', words of one place,
 * `ID'. */
enum { FIRST = TOK_SYN_YYUNDEF + 1, WORD_COUNT = TOK_ID - FIRST };

static const struct {
	const char *spelling, *what;
} later[] = {
#define LATER(spelling, what) { spelling, what },
#include "compiler/syntax/reserved.def"
#undef LATER
};

const char *syn_keyword_spelling(int token)
{
	return token >= FIRST && token < TOK_ID && token != TOK_RESERVED ? syn_token_name(token)
									 : NULL;
}

const char *const *syn_keywords(size_t *count)
{
	static const char *words[WORD_COUNT];

	*count = 0;
	for (int token = FIRST; token < TOK_ID; token++)
		if (token != TOK_RESERVED)
			words[(*count)++] = syn_token_name(token);
	return words;
}

int syn_keyword_token(const char *text)
{
	for (int token = FIRST; token < TOK_ID; token++)
		if (token != TOK_RESERVED && strcmp(syn_token_name(token), text) == 0)
			return token;
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
