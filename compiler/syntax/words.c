#include <string.h>

#include "compiler/syntax/parser.h"

static const struct {
	int token;
	const char *spelling;
	const char *later;
} words[] = {
#define KEYWORD(token, spelling) { TOK_##token, spelling, NULL },
#define WORD(token, spelling)    { TOK_##token, spelling, NULL },
#define LATER(spelling, what)    { TOK_RESERVED, spelling, what },
#include "compiler/syntax/words.def"
#undef KEYWORD
#undef WORD
#undef LATER
};
enum { WORD_COUNT = sizeof words / sizeof *words };

const char *const syn_keywords[] = {
#define KEYWORD(token, spelling) spelling,
#define WORD(token, spelling)    spelling,
#define LATER(spelling, what)
#include "compiler/syntax/words.def"
#undef KEYWORD
#undef WORD
#undef LATER
	NULL
};

int syn_keyword_token(const char *text, size_t length)
{
	for (size_t i = 0; i < WORD_COUNT; i++)
		if (strlen(words[i].spelling) == length &&
		    memcmp(words[i].spelling, text, length) == 0)
			return words[i].token;
	return TOK_ID;
}

const char *syn_keyword_spelling(int token)
{
	for (size_t i = 0; i < WORD_COUNT; i++)
		if (words[i].token == token && token != TOK_RESERVED)
			return words[i].spelling;
	return NULL;
}

const char *syn_reserved_for(const char *text)
{
	for (size_t i = 0; i < WORD_COUNT; i++)
		if (words[i].later != NULL && strcmp(words[i].spelling, text) == 0)
			return words[i].later;
	return NULL;
}
