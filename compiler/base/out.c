#include "compiler/base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void gd_out_init(struct gd_out *out, unsigned indent_width)
{
	memset(out, 0, sizeof *out);
	out->indent_width = indent_width;
	out->at_line_start = true;
}

void gd_out_free(struct gd_out *out)
{
	free(out->text);
	memset(out, 0, sizeof *out);
}

void gd_out_raw(struct gd_out *out, const char *text, size_t length)
{
	if (out->length + length + 1 > out->room) {
		size_t room = (out->length + length + 1) * 2;
		char *grown = realloc(out->text, room);

		if (grown == NULL) {
			fputs("gcdsl: error: out of memory\n", stderr);
			exit(4);
		}
		out->text = grown;
		out->room = room;
	}
	if (length > 0)
		memcpy(out->text + out->length, text, length);
	out->length += length;
	out->text[out->length] = '\0';
}

static void put_indent(struct gd_out *out)
{
	unsigned width = out->indent_width ? out->indent_width : 1;

	for (unsigned i = 0; i < out->indent * width; i++)
		gd_out_raw(out, out->indent_width ? " " : "\t", 1);
}

void gd_out_puts(struct gd_out *out, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		if (length > 0) {
			if (out->at_line_start && *text != '#')
				put_indent(out);
			gd_out_raw(out, text, length);
			out->at_line_start = false;
			text += length;
		}
		if (*text == '\n') {
			gd_out_raw(out, "\n", 1);
			out->at_line_start = true;
			text++;
		}
	}
}

void gd_out_vprintf(struct gd_out *out, const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0) {
		fputs("gcdsl: error: out of memory\n", stderr);
		exit(4);
	}
	gd_out_puts(out, text);
	free(text);
}

void gd_out_printf(struct gd_out *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	gd_out_vprintf(out, format, args);
	va_end(args);
}

void gd_out_line(struct gd_out *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	gd_out_vprintf(out, format, args);
	va_end(args);
	gd_out_puts(out, "\n");
}

static bool write_all(int fd, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t n = write(fd, text, length);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text += n;
		length -= (size_t)n;
	}
	return fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
}

/* A path that is not a regular file (/dev/stdout, a FIFO) cannot be replaced by a rename. */
static bool write_in_place(const char *path, const char *text, size_t length)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool ok;

	if (fd < 0)
		return false;
	ok = write_all(fd, text, length);
	return (close(fd) == 0) && ok;
}

bool gd_write_file(const char *path, const char *text, size_t length)
{
	struct stat status;
	char *temporary;
	mode_t mask;
	int fd, error;
	bool ok, exists = stat(path, &status) == 0;

	if (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return write_in_place(path, text, length);
	if (asprintf(&temporary, "%s.XXXXXX", path) < 0) {
		errno = ENOMEM;
		return false;
	}
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0) {
		error = errno;
		free(temporary);
		errno = error;
		return false;
	}
	mask = umask(0);
	umask(mask);
	ok = fchmod(fd, exists ? status.st_mode & 0777 : 0666 & ~mask) == 0 &&
	    write_all(fd, text, length);
	error = errno;
	if (close(fd) != 0 && ok) {
		ok = false;
		error = errno;
	}
	if (ok && rename(temporary, path) != 0) {
		ok = false;
		error = errno;
	}
	if (!ok)
		unlink(temporary);
	free(temporary);
	errno = error;
	return ok;
}

bool gd_make_directories(const char *path)
{
	char *copy = strdup(path);
	bool ok = true;
	int error = 0;

	if (copy == NULL)
		return false;
	for (char *end = copy + 1; ok && *copy; end++) {
		char saved = *end;

		if (saved != '/' && saved != '\0')
			continue;
		*end = '\0';
		if (mkdir(copy, 0777) != 0 && errno != EEXIST) {
			ok = false;
			error = errno;
		}
		*end = saved;
		if (saved == '\0')
			break;
	}
	if (ok) {
		struct stat status;

		if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode)) {
			ok = false;
			error = ENOTDIR;
		}
	}
	free(copy);
	errno = error;
	return ok;
}

const char *gd_harmless(struct gd_arena *arena, const char *text)
{
	char *copy = gd_arena_strdup(arena, text);

	for (char *c = copy; *c; c++)
		if (strchr("\"\\*?", *c) || (unsigned char)*c < ' ' || *c == 0x7f)
			*c = '_';
	return copy;
}
