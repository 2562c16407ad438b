/* promela.c: SPIN replays the trail of a model, and trace/import makes events of it.
 *
 * SPIN writes files into the folder where it runs, so that is a temporary one. */
#include "compiler/driver/promela.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/base/out.h"
#include "compiler/driver/asked.h"
#include "compiler/driver/driver.h"
#include "compiler/driver/promela-story.h"
#include "promela-backend/campaign/process.h"
#include "trace/import/promela.h"
#include "trace/paragraph.h"

enum { KEY_PROMELA = 0x5000, KEY_TRAIL, KEY_NAMES };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Models in Promela that were written by hand:", 7 },
	{ "promela", KEY_PROMELA, "MODEL", 0, "show a run of this model: SPIN replays a trail", 7 },
	{ "trail", KEY_TRAIL, "TRAIL", 0, "the trail (default: MODEL.trail)", 7 },
	{ "names", KEY_NAMES, "FILE", 0, "names of the shared variables, if the model uses MMLib",
	    7 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct promela_arguments *a = state->input;

	switch (key) {
	case KEY_PROMELA: a->model = arg; return 0;
	case KEY_TRAIL: a->trail = arg; return 0;
	case KEY_NAMES: a->names = arg; return 0;
	case ARGP_KEY_END:
		if (a->model || (!a->trail && !a->names))
			return 0;
		driver_error("--promela names the model", "%s needs a model",
		    a->trail ? "--trail" : "--names");
		exit(DRIVER_WRONG);
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp promela_argp = { .options = options, .parser = parse };

/* -------------------------------------------------------------------- files */
static char *read_file(struct gd_arena *arena, const char *path)
{
	char *text = NULL, *copy = NULL;
	size_t room = 0;
	ssize_t length = -1;
	FILE *in;

	errno = 0;
	in = fopen(path, "r");
	if (in)
		length = getdelim(&text, &room, '\0', in);
	if (in && (length >= 0 || errno == 0))
		copy = gd_arena_strndup(arena, text ? text : "", length < 0 ? 0 : (size_t)length);
	else
		driver_error(NULL, "cannot read %s: %s", path, strerror(errno));
	free(text);
	if (in)
		fclose(in);
	return copy;
}

struct replayer {
	struct gd_arena *arena;
	char path[PATH_MAX]; /* of the model */
	char folder[PATH_MAX];
};

static bool make_folder(struct replayer *r)
{
	const char *temporary = getenv("TMPDIR");

	snprintf(r->folder, sizeof r->folder, "%s/gcdsl-promela-XXXXXX",
	    temporary && *temporary ? temporary : "/tmp");
	if (mkdtemp(r->folder))
		return true;
	driver_error(NULL, "cannot make a folder in %s: %s", r->folder, strerror(errno));
	return false;
}

static void remove_folder(const struct replayer *r)
{
	static const char *const files[] = { "steps.trail", "pan.pre", "_spin_nvr.tmp", "pan.___" };

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		unlink(gd_arena_printf(r->arena, "%s/%s", r->folder, files[i]));
	rmdir(r->folder);
}

/* --------------------------------------------------------------------- SPIN */
static const char *spin_program(void)
{
	const char *spin = getenv("SPIN");

	return spin && *spin ? spin : "spin";
}

/* What SPIN prints.  NULL after a message. */
static const char *run_spin(struct replayer *r)
{
	const char *const argv[] = { spin_program(), "-t", "-p", "-g", "-l", "-k", "steps.trail",
		r->path, NULL };
	const struct camp_limits limits = { .seconds = 120, .output_bytes = (size_t)1 << 28 };
	struct camp_process process;
	const char *output = NULL;
	char how[200];

	camp_process_run(&process, r->folder, argv, &limits);
	if (process.end == CAMP_EXITED) {
		output = gd_arena_strndup(r->arena, process.output ? process.output : "",
		    process.length);
	} else {
		camp_process_describe(&process, how, sizeof how);
		driver_error("the variable SPIN names another one", "%s %s", argv[0], how);
	}
	camp_process_free(&process);
	return output;
}

/* The lines of SPIN that are not about steps. */
static void write_complaints(const char *output)
{
	for (int lines = 0; *output && lines < 10;) {
		size_t length = strcspn(output, "\n");

		if (memmem(output, length, "rror", 4)) {
			lines++;
			fprintf(stderr, "    | %.*s\n", (int)length, output);
		}
		output += length + (output[length] == '\n');
	}
}

/* TRAIL: its text.  WRONG: what is wrong if SPIN cannot replay it. */
static int replay(struct replayer *r, const char *trail, const char *wrong,
    const struct spin_replay **replay)
{
	const char *path = gd_arena_printf(r->arena, "%s/steps.trail", r->folder), *output, *why;

	if (!gd_write_file(path, trail, strlen(trail))) {
		driver_error(NULL, "cannot write %s: %s", path, strerror(errno));
		return DRIVER_FAILED;
	}
	output = run_spin(r);
	if (!output)
		return DRIVER_FAILED;
	*replay = spin_read(r->arena, output, &why);
	if (*replay)
		return DRIVER_OK;
	driver_error(NULL, "%s: %s", wrong, why);
	write_complaints(output);
	return DRIVER_WRONG;
}

/* -------------------------------------------------------------------- events */
static int both_replays(struct replayer *r, struct promela_request *request, const char *name,
    const char *trail)
{
	size_t line;
	long steps = spin_trail_length(trail, &line);
	int status;

	if (steps < 0) {
		driver_error("SPIN writes trails: pan, then MODEL.trail",
		    "%s:%zu: this is no line of a trail", name, line);
		return DRIVER_WRONG;
	}
	status = replay(r, "", request->file, &request->initial);
	if (status == DRIVER_OK && request->initial->file) { /* SPIN goes on after a syntax error */
		driver_error("`spin -a` says more", "%s:%u: SPIN finds an error in the model",
		    request->file, request->initial->line);
		status = DRIVER_WRONG;
	}
	if (status == DRIVER_OK)
		status = replay(r, trail,
		    gd_arena_printf(r->arena, "%s is a trail of another model", name),
		    &request->replay);
	if (status == DRIVER_OK && request->replay->done < steps) {
		driver_error("was the model changed after the trail was written?",
		    "%s is a trail of another model: SPIN can do %ld of its %ld steps", name,
		    request->replay->done, steps);
		status = DRIVER_WRONG;
	}
	if (status == DRIVER_OK && !request->replay->assertion && !request->replay->cycle)
		fprintf(stderr,
		    "%s: nothing fails when the trail ends: its last state is an invalid end "
		    "state, or the trail is cut short\n",
		    name);
	return status;
}

static const char *command(struct gd_arena *arena, const struct promela_arguments *a)
{
	const char *text = gd_arena_printf(arena, "gcdsl trace --promela %s", a->model);

	if (a->trail)
		text = gd_arena_printf(arena, "%s --trail %s", text, a->trail);
	return a->names ? gd_arena_printf(arena, "%s --names %s", text, a->names) : text;
}

int driver_promela(struct gd_arena *arena, const struct promela_arguments *a, FILE *out)
{
	const char *name = a->trail ? a->trail : gd_arena_printf(arena, "%s.trail", a->model);
	const char *trail, *why;
	struct promela_request request = { .file = a->model, .command = command(arena, a) };
	struct replayer r = { .arena = arena };
	int status;

	request.text = read_file(arena, a->model);
	trail = request.text ? read_file(arena, name) : NULL;
	if (trail && a->names)
		request.mapping = read_file(arena, a->names);
	if (!trail || (a->names && !request.mapping))
		return DRIVER_WRONG;
	if (!realpath(a->model, r.path) || !make_folder(&r))
		return DRIVER_FAILED;
	request.path = r.path;
	status = both_replays(&r, &request, name, trail);
	remove_folder(&r);
	if (status == DRIVER_OK && !promela_write(arena, &request, out, &why)) {
		driver_error(NULL, "%s: %s", a->names, why);
		status = DRIVER_WRONG;
	}
	return status;
}

static int tell(struct gd_arena *arena, const char *events, size_t length,
    const struct style *style, FILE *out)
{
	json_t *lines = paragraph_lines(events, length);
	const struct asked_of of = asked_of_trace(arena, lines);
	bool has = asked_is_there(arena, style, &of);

	if (has)
		promela_tell(lines, style, out);
	json_decref(lines);
	return has ? DRIVER_OK : DRIVER_WRONG;
}

int driver_promela_story(struct gd_arena *arena, const struct promela_arguments *a,
    const struct style *style, FILE *out)
{
	size_t length = 0;
	char *text = NULL;
	FILE *events = open_memstream(&text, &length);
	int status = driver_promela(arena, a, events);

	fclose(events);
	if (status == DRIVER_OK)
		status = tell(arena, text, length, style, out);
	free(text);
	return status;
}
