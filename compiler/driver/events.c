/* events.c: gcdsl events: whether files are traces. */
#include "compiler/driver/driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "trace/check.h"

struct arguments {
	struct driver_common common;
	struct gd_arena *arena;
	GD_VEC(const char *) files;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = &a->common; return 0;
	case ARGP_KEY_ARG: GD_PUSH(a->arena, a->files, arg); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* All of IN.  NULL: errno says why. */
static char *read_all(FILE *in, size_t *length)
{
	char *text = NULL, block[65536];
	FILE *out = open_memstream(&text, length);
	size_t count;

	while (out && (count = fread(block, 1, sizeof block, in)) > 0)
		fwrite(block, 1, count, out);
	if (!out || fclose(out) != 0 || ferror(in)) {
		free(text);
		return NULL;
	}
	return text;
}

static int check_file(const char *path)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *in = is_stdin ? stdin : fopen(path, "r");
	size_t length = 0, mistakes;
	char *text = in ? read_all(in, &length) : NULL;

	if (!text) {
		driver_error(NULL, "cannot read %s: %s", path, strerror(errno));
		if (in && !is_stdin)
			fclose(in);
		return DRIVER_WRONG;
	}
	mistakes = events_check(is_stdin ? "stdin" : path, text, length, stderr);
	free(text);
	if (!is_stdin)
		fclose(in);
	return mistakes ? DRIVER_DIFFERS : DRIVER_OK;
}

int driver_events(int argc, char **argv)
{
	static const struct argp_child children[] = { { &driver_common_argp, 0, NULL, 90 }, { 0 } };
	static const struct argp argp = { .parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc =
		    "Checks whether files are traces as doc/events.md says, and whether states, "
		    "stores that wait and marks follow from the operations.\v"
		    "`-' is standard input.  Exit status: 0 all are valid; 1 one is not; 2 a file "
		    "cannot be read." };
	struct arguments a = { .arena = gd_arena_new() };
	int status = driver_parse(&argp, argc, argv, &a);

	if (status == DRIVER_OK && !a.files.count) {
		driver_error("gcdsl events FILE…", "a FILE is needed");
		status = DRIVER_WRONG;
	}
	for (size_t i = 0; i < a.files.count && status != DRIVER_WRONG; i++) {
		int one = check_file(a.files.at[i]);

		status = one == DRIVER_OK ? status : one;
	}
	gd_arena_free(a.arena);
	return status;
}
