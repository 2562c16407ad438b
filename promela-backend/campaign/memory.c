/* memory.c: reservations, and how much memory there is.
 *
 * A limit of a control group counts what is cached of files; the kernel drops that when memory is short, so
 * it counts as free here (inactive_file).  The limit may be that of a folder above. */
#include "promela-backend/campaign/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PROGRAM = 32, /* the verifier itself, its libraries and its stack */
	PART = 8,     /* tables beside the states take at most an eighth of theirs */
	STAYS_PART = 8,
	STAYS_LEAST = 128
};
static const double MB = 1 << 20;

long camp_memory_for(long states)
{
	return states + states / PART + PROGRAM;
}

long camp_memory_of_states(long all)
{
	return all > PROGRAM ? (all - PROGRAM) * PART / (PART + 1) : 0;
}

bool camp_memory_fits(const struct camp_memory *memory, long size)
{
	return memory->used == 0 || memory->used + size <= memory->total;
}

void camp_memory_take(struct camp_memory *memory, long size)
{
	memory->used += size;
}

void camp_memory_give(struct camp_memory *memory, long size)
{
	memory->used -= size;
}

/* ------------------------------------------------------------------------ the machine */
/* The number after NAME, which begins a line of the file ("": the first number).  -1: there is none. */
static double number_in(const char *path, const char *name)
{
	char line[256];
	double number = -1;
	FILE *in = fopen(path, "r");
	size_t length = strlen(name);

	while (in && number < 0 && fgets(line, sizeof line, in)) {
		char *end;
		double value;

		if (strncmp(line, name, length) != 0)
			continue;
		value = strtod(line + length, &end);
		if (end != line + length)
			number = value;
	}
	if (in)
		fclose(in);
	return number;
}

static double number_of(struct gd_arena *arena, const char *folder, const char *file,
    const char *name)
{
	return number_in(gd_arena_printf(arena, "%s/%s", folder, file), name);
}

/* What the names of files are in a version of control groups. */
struct files {
	const char *below, *limit, *usage, *cached;
};

/* Bytes that are free in the group FOLDER.  -1: it has no limit ("max", or nearly 2^63 bytes). */
static double free_in(struct gd_arena *arena, const char *folder, const struct files *files)
{
	double limit = number_of(arena, folder, files->limit, ""),
	       used = number_of(arena, folder, files->usage, ""),
	       cached = number_of(arena, folder, "memory.stat", files->cached);

	if (limit < 0 || used < 0 || limit > 1e18)
		return -1;
	limit -= used - (cached > 0 ? cached : 0);
	return limit > 0 ? limit : 0;
}

/* The lesser of two amounts, of which -1 is none. */
static double least_of(double a, double b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* The least that is free in the group at PATH and in those above it. */
static double free_above(struct gd_arena *arena, const char *root, const char *path,
    const struct files *files)
{
	char *folder = gd_arena_printf(arena, "%s/sys/fs/cgroup%s%s", root, files->below,
	    strcmp(path, "/") == 0 ? "" : path);
	char *top = folder + strlen(root) + strlen("/sys/fs/cgroup") + strlen(files->below);
	double least = free_in(arena, folder, files);

	while (*top) {
		*strrchr(folder, '/') = '\0';
		least = least_of(least, free_in(arena, folder, files));
	}
	return least;
}

/* A line of /proc/self/cgroup is "0::/path" or "7:memory,hugetlb:/path". */
static double free_of_line(struct gd_arena *arena, const char *root, char *line)
{
	static const struct files first = { "/memory", "memory.limit_in_bytes",
		"memory.usage_in_bytes", "total_inactive_file " };
	static const struct files second = { "", "memory.max", "memory.current", "inactive_file " };
	char *kinds = strchr(line, ':'), *path = kinds ? strchr(kinds + 1, ':') : NULL;

	line[strcspn(line, "\n")] = '\0';
	if (!path || path[1] != '/')
		return -1;
	*path++ = '\0';
	if (!kinds[1])
		return free_above(arena, root, path, &second);
	for (char *word = strtok(kinds + 1, ","); word; word = strtok(NULL, ","))
		if (strcmp(word, "memory") == 0)
			return free_above(arena, root, path, &first);
	return -1;
}

static double free_in_groups(struct gd_arena *arena, const char *root)
{
	char line[4096];
	double least = -1;
	FILE *in = fopen(gd_arena_printf(arena, "%s/proc/self/cgroup", root), "r");

	while (in && fgets(line, sizeof line, in))
		least = least_of(least, free_of_line(arena, root, line));
	if (in)
		fclose(in);
	return least;
}

long camp_memory_free(struct gd_arena *arena, const char *root)
{
	static const double UNKNOWN = 1 << 20;
	double available =
	    number_in(gd_arena_printf(arena, "%s/proc/meminfo", root), "MemAvailable:");
	double stays;

	available =
	    least_of((available < 0 ? UNKNOWN : available) * 1024, free_in_groups(arena, root));
	available /= MB;
	stays = available / STAYS_PART;
	available -= stays > STAYS_LEAST ? stays : STAYS_LEAST;
	return available > CAMP_MEMORY_OF_TOOLS ? (long)available : CAMP_MEMORY_OF_TOOLS;
}
