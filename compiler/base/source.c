#include "compiler/base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOURCE_LIMIT = 16 << 20 };

static void find_lines(struct gd_arena *arena, struct gd_source *source)
{
	GD_VEC(unsigned) starts = { 0 };

	GD_PUSH(arena, starts, 0u);
	for (size_t i = 0; i < source->length; i++)
		if (source->text[i] == '\n')
			GD_PUSH(arena, starts, (unsigned)(i + 1));
	source->line_start = starts.at;
	source->line_count = (unsigned)starts.count;
}

struct gd_source *gd_source_from_text(struct gd_arena *arena, const char *path, const char *text,
    size_t length)
{
	struct gd_source *source = GD_NEW(arena, struct gd_source);

	source->path = gd_arena_strdup(arena, path);
	source->text = gd_arena_strndup(arena, text, length);
	source->length = length;
	find_lines(arena, source);
	return source;
}

static bool read_all(struct gd_arena *arena, FILE *file, char **text, size_t *length,
    const char **why)
{
	GD_VEC(char) bytes = { 0 };
	char block[8192];
	size_t n;

	while ((n = fread(block, 1, sizeof block, file)) > 0) {
		if (bytes.count + n > SOURCE_LIMIT) {
			*why = "the file is larger than 16 MiB";
			return false;
		}
		for (size_t i = 0; i < n; i++)
			GD_PUSH(arena, bytes, block[i]);
	}
	if (ferror(file)) {
		*why = gd_arena_strdup(arena, strerror(errno));
		return false;
	}
	*text = bytes.at;
	*length = bytes.count;
	return true;
}

enum { PATIENCE = 5000 }; /* milliseconds */

/* Opening a FIFO waits for a writer, which may never come. */
static FILE *open_file(const char *path, const char **why)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	struct stat status;
	FILE *file;
	char byte;
	ssize_t got;

	if (fd < 0 || fstat(fd, &status) != 0 || (file = fdopen(fd, "rb")) == NULL)
		return NULL;
	if (S_ISFIFO(status.st_mode) && poll(&poll_fd, 1, PATIENCE) == 0) {
		got = read(fd, &byte, 1); /* 0: no writer has opened it */
		if (got > 0)
			ungetc((unsigned char)byte, file);
		if (got == 0) {
			*why = "nobody writes to this FIFO";
			fclose(file);
			return NULL;
		}
	}
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return file;
}

struct gd_source *gd_source_read(struct gd_arena *arena, const char *path, const char **why)
{
	FILE *file;
	struct gd_source *source = NULL;
	struct stat status;
	size_t length = 0;
	char *text = NULL;

	*why = NULL;
	file = open_file(path, why);
	if (file == NULL) {
		if (*why == NULL)
			*why = gd_arena_strdup(arena, strerror(errno));
		return NULL;
	}
	if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode))
		*why = "it is a directory";
	else if (read_all(arena, file, &text, &length, why))
		source = gd_source_from_text(arena, path, text ? text : "", length);
	fclose(file);
	return source;
}

struct gd_loc gd_loc_join(struct gd_loc a, struct gd_loc b)
{
	a.end_line = b.end_line;
	a.end_column = b.end_column;
	return a;
}

int gd_loc_compare(const struct gd_loc *a, const struct gd_loc *b)
{
	if (a->source != b->source) {
		if (a->source == NULL || b->source == NULL)
			return a->source == NULL ? -1 : 1;
		int order = strcmp(a->source->path, b->source->path);
		if (order != 0)
			return order;
	}
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->column != b->column)
		return a->column < b->column ? -1 : 1;
	return 0;
}
