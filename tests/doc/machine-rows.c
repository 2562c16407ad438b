/* machine-rows.c: the tables of the machine's states, steps and points, as doc/language.md has them. */
#include <stdio.h>
#include <string.h>

static void put(const char *before, const char *text, const char *after)
{
	printf("%s%s%s", before, text, after);
}

/* Prints TEXT, which is C and Promela, in the words of the language. */
static void put_words(const char *text)
{
	for (; *text; text++)
		if (strncmp(text, "&&", 2) == 0)
			fputs("and", stdout), text++;
		else if (strncmp(text, "||", 2) == 0)
			fputs("or", stdout), text++;
		else if (*text == '!')
			fputs("not ", stdout);
		else
			putchar(*text);
}

static void primitives(void)
{
	puts("| name | holds when |\n|---|---|");
#define PRIMITIVE(name, of, what) put("| `" #name "(it)` | ", what, " |\n");
#include "gcrt-machine.def"
}

static void states(void)
{
	puts("| name | is |\n|---|---|");
#define STATE(name, of, meaning)                                                                   \
	put("| `" #name "(it)` | `", "", ""), put_words(#meaning), puts("` |");
#include "gcrt-machine.def"
}

/* The description of an act. */
static const char *act(const char *wanted)
{
#define ACT(name, of, what)                                                                        \
	if (strcmp(#name, wanted) == 0)                                                            \
		return what;
#include "gcrt-machine.def"
	return "?";
}

static void rules(void)
{
	puts("| step | may be taken when | does, in this order |\n|---|---|---|");
#define DO(name) put(first ? "" : "; ", act(#name), ""), first = 0;
#define RULE(name, of, what, guard, acts)                                                          \
	{                                                                                          \
		int first = 1;                                                                     \
		put("| ", what, " | `");                                                           \
		put_words(#guard);                                                                 \
		put("` | ", "", "");                                                               \
		acts puts(" |");                                                                   \
	}
#include "gcrt-machine.def"
}

static void points(void)
{
	puts("| point | does, in this order |\n|---|---|");
#define POINT(name, of, what, acts)                                                                \
	{                                                                                          \
		int first = 1;                                                                     \
		put("| ", what, " | ");                                                            \
		acts puts(" |");                                                                   \
	}
#include "gcrt-machine.def"
}

static void mistakes(void)
{
	puts("| statement | is wrong when | the model reports it as |\n|---|---|---|");
#define MISTAKE(name, of, what, when)                                                              \
	put("| ", what, " | `"), put_words(#when), puts("` | `use:" #name "` |");
#include "gcrt-machine.def"
}

int main(void)
{
	primitives();
	puts("");
	states();
	puts("");
	rules();
	puts("");
	points();
	puts("");
	mistakes();
	return 0;
}
