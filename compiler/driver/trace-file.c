/* trace-file.c: reads a trace that has been written before. */
#include "compiler/driver/trace-file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int trace_file_read(struct gd_arena *arena, const char *path, struct view_trace *trace)
{
	const char *why;
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *in = is_stdin ? stdin : fopen(path, "r");
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	if (!in) {
		driver_error(NULL, "cannot read %s: %s", path, strerror(errno));
		return DRIVER_WRONG;
	}
	errno = 0;
	length = getdelim(&text, &room, '\0', in);
	why = length < 0 && errno ? strerror(errno) : NULL;
	while (length > 1 && text[length - 1] == '\n' && text[length - 2] == '\n')
		length--; /* a blank line at the end is no event */
	*trace = (struct view_trace){ is_stdin ? "stdin" : path,
		gd_arena_strndup(arena, text ? text : "", length < 0 ? 0 : (size_t)length),
		length < 0 ? 0 : (size_t)length, false };
	free(text);
	if (!is_stdin)
		fclose(in);
	if (why)
		driver_error(NULL, "cannot read %s: %s", path, why);
	return why ? DRIVER_WRONG : DRIVER_OK;
}
