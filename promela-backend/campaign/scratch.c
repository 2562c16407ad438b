/* scratch.c: who has died leaves no lock.
 *
 * The owner of a directory holds a lock on a file in it, and the system releases the lock when the
 * owner dies.  The directory gets its name only when it has a locked file, so whoever finds one
 * with that name and without a lock may remove it. */
#include "promela-backend/campaign/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/base/out.h"
#include "promela-backend/campaign/files.h"

static const char PREFIX[] = "gcdsl.", LOCK[] = "owner";

/* The descriptor of the locked file in DIRECTORY.  -1: it is another's, or there is none. */
static int lock_in(struct gd_arena *arena, const char *directory, int flags)
{
	const char *path = gd_arena_printf(arena, "%s/%s", directory, LOCK);
	int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0600);

	if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
		close(file);
		file = -1;
	}
	return file;
}

static bool is_ours(const char *path)
{
	struct stat info;

	return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

static void remove_abandoned(struct gd_arena *arena, const char *parent)
{
	DIR *directory = opendir(parent);
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		const char *path;
		int file;

		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0)
			continue;
		path = gd_arena_printf(arena, "%s/%s", parent, entry->d_name);
		file = is_ours(path) ? lock_in(arena, path, 0) : -1;
		if (file < 0)
			continue;
		camp_remove_tree(path);
		close(file);
	}
	if (directory)
		closedir(directory);
}

const char *camp_scratch_make(struct camp_scratch *scratch, struct gd_arena *arena,
    const char *parent)
{
	char *path = gd_arena_printf(arena, "%s/gcdsl-new.XXXXXX", parent);
	const char *name;

	*scratch = (struct camp_scratch){ NULL, -1 };
	remove_abandoned(arena, parent);
	if (!mkdtemp(path))
		return gd_arena_printf(arena, "cannot make a directory in %s: %s", parent,
		    strerror(errno));
	scratch->lock = lock_in(arena, path, O_CREAT);
	name = gd_arena_printf(arena, "%s/%s%s", parent, PREFIX, path + strlen(path) - 6);
	scratch->path = rename(path, name) == 0 ? name : path;
	return NULL;
}

void camp_scratch_remove(struct camp_scratch *scratch)
{
	if (scratch->path)
		camp_remove_tree(scratch->path);
	if (scratch->lock >= 0)
		close(scratch->lock);
}
