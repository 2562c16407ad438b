/* verifiers.c: a file of the folder is a program with the digest of its bytes after it. */
#include "promela-backend/campaign/verifiers.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compiler/base/out.h"
#include "promela-backend/campaign/digest.h"

enum { SEAL = 64, MOST_BYTES = 64 << 20, STALE_SECONDS = 3600 };
static const char UNFINISHED[] = ".tmp";

struct bytes {
	char *at; /* NULL: could not be read.  With room for a seal; to be freed. */
	size_t length;
};

static struct bytes read_all(const char *path)
{
	struct bytes bytes = { NULL, 0 };
	int in = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat info;

	if (in >= 0 && fstat(in, &info) == 0 && S_ISREG(info.st_mode) &&
	    info.st_size <= MOST_BYTES) {
		bytes.length = (size_t)info.st_size;
		bytes.at = malloc(bytes.length + SEAL + 1);
		if (bytes.at && read(in, bytes.at, bytes.length) != (ssize_t)bytes.length) {
			free(bytes.at);
			bytes.at = NULL;
		}
	}
	if (in >= 0)
		close(in);
	return bytes;
}

/* Of a file that others may be about to run: it appears whole, or not at all. */
static bool write_all(struct gd_arena *arena, const char *path, const char *at, size_t length)
{
	const char *beside = gd_arena_printf(arena, "%s.%ld%s", path, (long)getpid(), UNFINISHED);
	int out = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
	bool good = out >= 0 && write(out, at, length) == (ssize_t)length;

	if (out >= 0)
		good &= close(out) == 0;
	good = good && rename(beside, path) == 0;
	if (out >= 0 && !good)
		unlink(beside);
	return good;
}

static void seal(const char *at, size_t length, char hex[SEAL + 1])
{
	struct camp_digest digest;

	camp_digest_init(&digest);
	camp_digest_add(&digest, at, length);
	camp_digest_end(&digest, hex);
}

/* Whether BYTES end with their seal, which is cut off. */
static bool unseal(struct bytes *bytes)
{
	char hex[SEAL + 1];

	if (bytes->length <= SEAL)
		return false;
	bytes->length -= SEAL;
	seal(bytes->at, bytes->length, hex);
	return memcmp(bytes->at + bytes->length, hex, SEAL) == 0;
}

bool camp_verifier_take(struct gd_arena *arena, const char *folder, const char *key,
    const char *path)
{
	const char *kept = gd_arena_printf(arena, "%s/%s", folder, key);
	struct bytes bytes = read_all(kept);
	bool good = bytes.at && unseal(&bytes);

	if (good) {
		utimensat(AT_FDCWD, kept, NULL, 0);
		good = write_all(arena, path, bytes.at, bytes.length);
	} else if (bytes.at) {
		unlink(kept);
	}
	free(bytes.at);
	return good;
}

bool camp_verifier_keep(struct gd_arena *arena, const char *folder, const char *key,
    const char *path)
{
	struct bytes bytes = read_all(path);
	char hex[SEAL + 1];
	bool good = false;

	if (bytes.at && gd_make_directories(folder)) {
		seal(bytes.at, bytes.length, hex);
		memcpy(bytes.at + bytes.length, hex, SEAL);
		good = write_all(arena, gd_arena_printf(arena, "%s/%s", folder, key), bytes.at,
		    bytes.length + SEAL);
	}
	free(bytes.at);
	return good;
}

/* ------------------------------------------------------------------------ old ones */
struct kept_file {
	const char *path;
	size_t bytes;
	struct timespec used;
};
typedef GD_VEC(struct kept_file) kept_files;

static int by_use(const void *a, const void *b)
{
	const struct timespec *one = &((const struct kept_file *)a)->used,
			      *other = &((const struct kept_file *)b)->used;

	if (one->tv_sec != other->tv_sec)
		return one->tv_sec < other->tv_sec ? -1 : 1;
	return one->tv_nsec < other->tv_nsec ? -1 : one->tv_nsec > other->tv_nsec;
}

static bool is_unfinished(const char *name)
{
	size_t length = strlen(name), end = strlen(UNFINISHED);

	return length > end && strcmp(name + length - end, UNFINISHED) == 0;
}

/* What is in FOLDER, without what others are about to write there. */
static kept_files files_in(struct gd_arena *arena, const char *folder)
{
	kept_files files = { 0 };
	DIR *directory = opendir(folder);
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		struct kept_file file = { .path = gd_arena_printf(arena, "%s/%s", folder,
					      entry->d_name) };
		struct stat info;

		if (lstat(file.path, &info) != 0 || !S_ISREG(info.st_mode))
			continue;
		if (!is_unfinished(entry->d_name)) {
			file.bytes = (size_t)info.st_size;
			file.used = info.st_mtim;
			GD_PUSH(arena, files, file);
		} else if (info.st_mtim.tv_sec + STALE_SECONDS < time(NULL)) {
			unlink(file.path);
		}
	}
	if (directory)
		closedir(directory);
	return files;
}

void camp_verifiers_trim(struct gd_arena *arena, const char *folder, size_t most)
{
	kept_files files = files_in(arena, folder);
	size_t all = 0;

	for (size_t i = 0; i < files.count; i++)
		all += files.at[i].bytes;
	if (all <= most)
		return;
	qsort(files.at, files.count, sizeof *files.at, by_use);
	for (size_t i = 0; i < files.count && all > most / 2; i++) {
		if (unlink(files.at[i].path) == 0)
			all -= files.at[i].bytes;
	}
}
