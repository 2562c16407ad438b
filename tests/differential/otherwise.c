/* otherwise.c: the same specification in other words.
 *
 * Kinds of work, functions and barriers come last, in the opposite order; kinds and buckets have
 * other names, whose order is the opposite one, too; and there is an option and a function that
 * nobody uses.  The order of all else means something (buckets open, phases change, properties
 * are numbered in it) and stays. */
#include "tests/differential/differential.h"

#include <ctype.h>
#include <string.h>
#include "compiler/base/out.h"

enum { MOST_DECLS = 400 };
struct decl {
	const char *text;
	size_t length;
	bool moves;
};
struct name {
	const char *text;
	size_t length;
};
struct words {
	struct decl decls[MOST_DECLS];
	size_t decl_count;
	struct name names[MOST_DECLS];
	size_t name_count;
};

static bool starts(const char *text, const char *word)
{
	size_t length = strlen(word);

	return strncmp(text, word, length) == 0 && !isalnum((unsigned char)text[length]) &&
	    text[length] != '_';
}

/* Whether a declaration begins with the line at TEXT. */
static bool is_decl(const char *text)
{
	static const char *const first[] = { "collector", "object", "option", "ghost", "phase",
		"work", "function", "barrier", "bucket", "cycle", "property", "scenario", "verify",
		"mutant" };

	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (starts(text, first[i]))
			return true;
	return false;
}

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

static void add_decl(struct words *words, const char *text)
{
	bool work = starts(text, "work");

	words->decls[words->decl_count++] = (struct decl){ .text = text,
		.moves = work || starts(text, "function") || starts(text, "barrier") };
	if (!work && !starts(text, "bucket"))
		return;
	text += strcspn(text, " ");
	text += strspn(text, " ");
	words->names[words->name_count++] = (struct name){ text, word_length(text) };
}

static void split(struct words *words, const char *text)
{
	for (const char *line = text; *line && words->decl_count < MOST_DECLS;) {
		const char *end = strchr(line, '\n');

		if (is_decl(line) || words->decl_count == 0)
			add_decl(words, line);
		line = end ? end + 1 : line + strlen(line);
		words->decls[words->decl_count - 1].length =
		    (size_t)(line - words->decls[words->decl_count - 1].text);
	}
}

/* Whether the word is a name that is changed.  Metadata may have the name of a kind: it is after a
 * dot, or before its type.  And `roots 2' belongs to a client. */
static bool is_renamed(const struct words *words, const char *word, size_t length, char before,
    size_t *index)
{
	const char *after = word + length + strspn(word + length, " ");

	if (before == '.' || *after == ':' || isdigit((unsigned char)*after))
		return false;
	for (size_t i = 0; i < words->name_count; i++)
		if (words->names[i].length == length &&
		    memcmp(words->names[i].text, word, length) == 0) {
			*index = i;
			return true;
		}
	return false;
}

static void put_decl(const struct words *words, const struct decl *decl, struct gd_out *out)
{
	const char *end = decl->text + decl->length;
	char before = '\n';
	size_t index;

	for (const char *at = decl->text; at < end;) {
		size_t length = word_length(at);

		if (length && is_renamed(words, at, length, before, &index))
			gd_out_printf(out, "r%03zu_", words->name_count - index);
		length = length ? length : 1;
		gd_out_printf(out, "%.*s", (int)length, at);
		at += length;
		before = at[-1];
	}
	if (end[-1] != '\n')
		gd_out_puts(out, "\n");
}

char *say_otherwise(struct gd_arena *arena, const char *text)
{
	struct words words = { .decl_count = 0 };
	struct gd_out out;
	char *result;

	split(&words, text);
	gd_out_init(&out, 0);
	for (size_t i = 0; i < words.decl_count; i++)
		if (!words.decls[i].moves)
			put_decl(&words, &words.decls[i], &out);
	gd_out_puts(&out,
	    "option not_asked : bool = true;\n"
	    "function not_called(unasked : 0 .. 1) -> 0 .. 1 { return 1 - unasked; }\n");
	for (size_t i = words.decl_count; i-- > 0;)
		if (words.decls[i].moves)
			put_decl(&words, &words.decls[i], &out);
	result = gd_arena_strndup(arena, out.text, out.length);
	gd_out_free(&out);
	return result;
}
