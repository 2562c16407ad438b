/* lanes.c: a trace with a column for each thread. */
#include "trace/lanes.h"

#include <string.h>

enum { WIDTH = 30 };

void lanes_add(struct gd_arena *arena, struct lanes *lanes, const char *name)
{
	for (size_t i = 0; i < lanes->names.count; i++)
		if (strcmp(lanes->names.at[i], name) == 0)
			return;
	GD_PUSH(arena, lanes->names, name);
}

void lanes_head(const struct lanes *lanes)
{
	fprintf(lanes->out, "    ");
	for (size_t i = 0; i < lanes->names.count; i++)
		fprintf(lanes->out, " | %-*s", i + 1 < lanes->names.count ? WIDTH : 0,
		    lanes->names.at[i]);
	putc('\n', lanes->out);
}

/* The length of the next line of TEXT: it ends at a blank if it can. */
static size_t line_length(const char *text)
{
	size_t length = strlen(text);

	if (length <= WIDTH)
		return length;
	for (length = WIDTH; length > 0 && text[length] != ' '; length--)
		;
	return length ? length : WIDTH;
}

/* One line: LENGTH bytes of TEXT in column LANE. */
static void write_line(const struct lanes *lanes, size_t lane, const char *text, size_t length)
{
	for (size_t i = 0; i < lane; i++)
		fprintf(lanes->out, " | %*s", WIDTH, "");
	fprintf(lanes->out, " | %.*s\n", (int)length, text);
}

void lanes_write(const struct lanes *lanes, long step, const char *name, const char *text)
{
	size_t lane = 0;

	while (lane < lanes->names.count && strcmp(lanes->names.at[lane], name) != 0)
		lane++;
	fprintf(lanes->out, "%4ld", step);
	do {
		size_t length = line_length(text);

		write_line(lanes, lane, text, length);
		text += length;
		text += strspn(text, " ");
		if (*text)
			fprintf(lanes->out, "    ");
	} while (*text);
}
