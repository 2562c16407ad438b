/* style.c: how a trace is shown as text. */
#include "trace/style.h"

#include <ctype.h>
#include <string.h>

const struct style style_plain = { .heap = STYLE_NO_HEAP };

bool style_add_only(struct gd_arena *arena, struct style *style, const char *only)
{
	static const char thread[] = "thread=", object[] = "object=";

	if (strcmp(only, "red") == 0)
		style->red = true;
	else if (strncmp(only, thread, strlen(thread)) == 0 && only[strlen(thread)])
		GD_PUSH(arena, style->threads, only + strlen(thread));
	else if (strncmp(only, object, strlen(object)) == 0 && only[strlen(object)])
		GD_PUSH(arena, style->objects, only + strlen(object));
	else
		return false;
	return true;
}

static bool is_in_name(int c)
{
	return isalnum(c) || c == '_';
}

/* Whether NAME has WORD as a whole word. */
static bool has_word(const char *name, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = name; (at = strstr(at, word)) != NULL; at++)
		if ((at == name || !is_in_name((unsigned char)at[-1])) &&
		    !is_in_name((unsigned char)at[length]))
			return true;
	return false;
}

bool style_shows_thread(const struct style *style, const char *thread)
{
	for (size_t i = 0; i < style->threads.count; i++)
		if (has_word(thread, style->threads.at[i]))
			return true;
	return style->threads.count == 0;
}

bool style_is_about(const struct style *style, const char *name)
{
	for (size_t i = 0; name && i < style->objects.count; i++)
		if (has_word(name, style->objects.at[i]))
			return true;
	return style->objects.count == 0;
}

const char *style_colour(const struct style *style, enum style_colour colour)
{
	static const char *const codes[] = { [STYLE_WAITS] = "\033[33m",
		[STYLE_RED] = "\033[31m",
		[STYLE_FAINT] = "\033[2m",
		[STYLE_END] = "\033[0m" };

	return style->colour ? codes[colour] : "";
}

void style_write_marks(const struct style *style, const struct marks_red *red, size_t count,
    FILE *out)
{
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s          ! %s%s\n", style_colour(style, STYLE_RED), red[i].why,
		    style_colour(style, STYLE_END));
}
