/* consistent.c: whether traces do not contradict themselves.
 *
 *	consistent FILE…
 *
 * reports the first contradiction of each.  Exit status: 0 there is none; 1 there is one; 2 a file is
 * no trace. */
#include "trace/consistency.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is(const json_t *line, const char *event)
{
	const char *value = json_string_value(json_object_get(line, "event"));

	return value && strcmp(value, event) == 0;
}

static const char *check_line(struct gd_arena *arena, const json_t *heading, const json_t *before,
    const json_t *line)
{
	if (is(line, "step"))
		return consistency_step(arena, heading, before, line);
	return is(line, "fail") ? consistency_failure(arena, before, line) : NULL;
}

static int check_file(struct gd_arena *arena, const char *path)
{
	json_t *heading = NULL, *before = NULL, *line;
	const char *wrong = NULL;
	FILE *file = fopen(path, "r");
	size_t number = 0;

	if (!file)
		return 2;
	while (!wrong && (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
		number++;
		if (is(line, "trace")) {
			json_decref(heading);
			heading = line;
			before = json_incref(json_object_get(line, "start"));
			continue;
		}
		wrong = check_line(arena, heading, before, line);
		json_decref(before);
		before = line;
	}
	if (wrong)
		printf("%s:%zu: %s\n", path, number, wrong);
	fclose(file);
	json_decref(heading);
	json_decref(before);
	return wrong ? 1 : heading ? 0 : 2;
}

int main(int argc, char **argv)
{
	struct gd_arena *arena = gd_arena_new();
	int status = argc > 1 ? 0 : 2;

	for (int i = 1; i < argc; i++) {
		int one = check_file(arena, argv[i]);

		if (one == 2)
			printf("%s: no trace\n", argv[i]);
		status = one > status ? one : status;
	}
	gd_arena_free(arena);
	return status;
}
