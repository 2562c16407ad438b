/* gcrt-record-file.c: the file of a trace.
 *
 * Each line is written at once, so that a process that is killed leaves NAME.tmp with all that was
 * recorded. */
#include "gcrt-record-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gcrt-sync.h"

/* A file that would be larger than RLIMIT_FSIZE (ulimit -f): the kernel also sends SIGXFSZ, which would
 * end the program. */
static ssize_t write_some(int fd, const char *text, size_t length, size_t at)
{
	struct gcrt_held_signal held;
	gcrt_hold_signal(SIGXFSZ, &held);
	ssize_t written = pwrite(fd, text, length, (off_t)at);
	int error = errno;
	gcrt_let_signal(SIGXFSZ, &held, written < 0 && error == EFBIG);
	errno = error;
	return written;
}

/* false: errno says why. */
static bool write_all(int fd, const char *text, size_t length, size_t at)
{
	while (length) {
		ssize_t written = write_some(fd, text, length, at);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		text += written;
		length -= (size_t)written;
		at += (size_t)written;
	}
	return true;
}

/* The number may at once be that of a file of the program. */
static void close_file(struct gcrt_record_file *file)
{
	close(file->fd);
	file->fd = -1;
}

static bool refuse(struct gcrt_record_file *file, const char *name, const char *why)
{
	if (file->fd >= 0)
		close_file(file);
	fprintf(stderr, "gcdsl runtime: option `trace': %s: %s\n", name, why);
	return false;
}

/* The lock is of this process and its children: two heaps cannot write one file. */
static bool open_temporary(struct gcrt_record_file *file)
{
	struct stat is;
	file->fd = -1;
	if (!stat(file->name, &is) && !S_ISREG(is.st_mode))
		return refuse(file, file->name, "this is no regular file; name another one");
	file->fd = open(file->temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (file->fd < 0)
		return refuse(file, file->temporary, strerror(errno));
	if (flock(file->fd, LOCK_EX | LOCK_NB))
		return refuse(file, file->temporary,
		    "another heap writes its trace there; give each heap a file of its own");
	if (ftruncate(file->fd, 0))
		return refuse(file, file->temporary, strerror(errno));
	return true;
}

bool gcrt_record_file_begin(struct gcrt_record_file *file, const char *name,
    const struct gcrt_text *first, size_t more)
{
	snprintf(file->name, sizeof file->name, "%s", name);
	snprintf(file->temporary, sizeof file->temporary, "%s.tmp", name);
	file->first = file->size = first->length + more;
	if (!open_temporary(file))
		return false;
	if (gcrt_record_file_first(file, first))
		return true;
	gcrt_record_file_give_up(file, strerror(errno));
	return false;
}

bool gcrt_record_file_first(struct gcrt_record_file *file, const struct gcrt_text *first)
{
	char blanks[256];
	memset(blanks, ' ', sizeof blanks);
	if (first->length + 1 > file->first || !write_all(file->fd, first->at, first->length, 0))
		return false;
	for (size_t at = first->length; at < file->first; at += sizeof blanks) {
		size_t length = file->first - at < sizeof blanks ? file->first - at : sizeof blanks;
		if (at + length == file->first)
			blanks[length - 1] = '\n';
		if (!write_all(file->fd, blanks, length, at))
			return false;
	}
	return true;
}

bool gcrt_record_file_add(struct gcrt_record_file *file, const struct gcrt_text *line)
{
	if (!write_all(file->fd, line->at, line->length, file->size))
		return false;
	file->size += line->length;
	return true;
}

void gcrt_record_file_end(struct gcrt_record_file *file)
{
	if (rename(file->temporary, file->name)) {
		gcrt_record_file_give_up(file, strerror(errno));
		return;
	}
	close_file(file);
}

void gcrt_record_file_give_up(struct gcrt_record_file *file, const char *why)
{
	fprintf(stderr, "gcdsl runtime: the trace %s is given up: %s\n", file->name, why);
	unlink(file->temporary);
	close_file(file);
}
