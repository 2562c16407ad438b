/* model.c: emits one model, builds its verifier and collects what it prints. */
#include "tests/differential/differential.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "promela-backend/campaign/digest.h"

enum { PAN_SECONDS = 2, TOOL_SECONDS = 60, MEGABYTES = 900 };

/* -------------------------------------------------------------------- processes */
static void limit(int what, rlim_t value)
{
	struct rlimit limit = { value, value };

	setrlimit(what, &limit);
}

int run_tool(const char *directory, const char *const *argv, const char *output, unsigned seconds)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		int fd;

		if (chdir(directory) != 0 ||
		    (fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666)) < 0)
			_exit(126);
		dup2(fd, 1);
		dup2(fd, 2);
		limit(RLIMIT_CPU, seconds);
		if (strcmp(argv[0], "./program") != 0)
			limit(RLIMIT_AS, (rlim_t)MEGABYTES << 20);
		limit(RLIMIT_FSIZE, (rlim_t)200 << 20);
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static char *read_file(struct gd_arena *arena, const char *file)
{
	FILE *in = fopen(file, "rb");
	char *text = NULL;
	size_t room = 0;

	if (!in)
		return gd_arena_strdup(arena, "");
	if (getdelim(&text, &room, EOF, in) < 0)
		text = gd_arena_strdup(arena, "");
	fclose(in);
	return text; /* kept until the process ends */
}

char *read_output(struct gd_arena *arena, const char *directory, const char *name)
{
	return read_file(arena, gd_arena_printf(arena, "%s/%s", directory, name));
}

static void broken(struct gd_arena *arena, struct result *result, const char *tool, char *output)
{
	size_t length = strlen(output);

	result->status = BROKEN;
	result->why =
	    gd_arena_printf(arena, "%s: %s", tool, length > 600 ? output + length - 600 : output);
}

/* ------------------------------------------------------------------ what pan prints */
static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_outcomes(struct result *result)
{
	size_t kept = 0;

	if (result->outcome_count == 0)
		return;
	qsort(result->outcomes, result->outcome_count, sizeof *result->outcomes, by_text);
	for (size_t i = 1; i < result->outcome_count; i++)
		if (strcmp(result->outcomes[i], result->outcomes[kept]) != 0)
			result->outcomes[++kept] = result->outcomes[i];
	result->outcome_count = kept + 1;
}

static void read_line(struct gd_arena *arena, const struct pml_request *request, char *line,
    struct result *result, size_t *room)
{
	unsigned number = 0;

	if (sscanf(line, "@ failed %u", &number) == 1) {
		result->failed[number & 255] = result->any_failed = true;
	} else if (strncmp(line, "@ outcome ", 10) == 0) {
		if (result->outcome_count == *room)
			result->outcomes = realloc(result->outcomes,
			    (*room = *room * 2 + 64) * sizeof *result->outcomes);
		result->outcomes[result->outcome_count++] = line + 10;
	} else if (strstr(line, "assertion violated") && strstr(line, "failed_property!=")) {
		/* of a model that does not print how runs end */
		sscanf(strstr(line, "failed_property!="), "failed_property!=%u", &number);
		result->failed[number & 255] = result->any_failed = true;
	} else if (strncmp(line, PML_REACHED, strlen(PML_REACHED)) == 0) {
		result->reached = line + strlen(PML_REACHED);
	} else if (strstr(line, "non-progress cycle (at depth")) {
		for (size_t i = 0; i < request->property_count; i++)
			if (request->properties[i]->builtin == IR_CYCLE_ENDS)
				result->failed[i + 1] = result->any_failed = true;
	} else if (strstr(line, "max search depth too small") || strstr(line, "out of memory") ||
	    strstr(line, "reached -DMEMLIM") || strstr(line, "VECTORSZ") ||
	    strstr(line, "resize hashtable")) {
		result->status = TOO_BIG;
		result->why = "too big";
	} else if (strncmp(line, "pan:", 4) == 0 && strchr("0123456789", line[4])) {
		/* "aborting" comes after the reason */
		if (result->status == TOO_BIG)
			return;
		result->status = BROKEN;
		result->why = gd_arena_strdup(arena, line);
	} else if (strstr(line, " states, stored")) {
		result->states = strtoul(line, NULL, 10);
	}
}

static void read_pan(struct gd_arena *arena, const struct pml_request *request, char *text,
    struct result *result)
{
	size_t room = 0;

	while (text && *text) {
		char *end = strchr(text, '\n');

		if (end)
			*end = '\0';
		read_line(arena, request, text, result, &room);
		text = end ? end + 1 : NULL;
	}
	sort_outcomes(result);
}

/* ---------------------------------------------------------------------- the steps */
static void put_file(struct gd_arena *arena, const char *directory, const char *name,
    const char *text, size_t length)
{
	FILE *out = fopen(gd_arena_printf(arena, "%s/%s", directory, name), "wb");

	if (!out || fwrite(text, 1, length, out) != length || fclose(out) != 0) {
		perror(directory);
		exit(2);
	}
}

static bool emit(struct gd_arena *arena, const struct pml_request *request, const char *directory,
    struct result *result)
{
	const struct pml_support_file *files;
	const char *reached = pml_coverage_source(arena, request->spec, request->scenario);
	struct gd_out out;
	const char *why;
	size_t count;

	gd_out_init(&out, 0);
	if (!pml_emit(arena, request, &out, &why)) {
		result->status = REFUSED;
		result->why = why;
		return false;
	}
	result->text = gd_arena_strndup(arena, out.text, out.length);
	gd_out_free(&out);
	gd_make_directories(directory);
	put_file(arena, directory, "model.pml", result->text, strlen(result->text));
	reached = request->marks_points && reached ? reached : "";
	put_file(arena, directory, "reached.h", reached, strlen(reached));
	files = pml_support_files(&count);
	for (size_t i = 0; i < count; i++)
		put_file(arena, directory, files[i].name, files[i].text, files[i].length);
	return true;
}

static bool run_step(struct gd_arena *arena, const char *directory, const char *const *argv,
    const char *name, struct result *result)
{
	const char *output = gd_arena_printf(arena, "%s.out", name);

	if (run_tool(directory, argv, output, TOOL_SECONDS) == 0)
		return true;
	broken(arena, result, name, read_output(arena, directory, output));
	return false;
}

/* A verifier takes longer to compile than to run. */
static bool build(struct gd_arena *arena, const struct pml_request *request, const char *directory,
    struct result *result)
{
	const char *spin[] = { getenv("SPIN") ? getenv("SPIN") : "spin", "-a", "model.pml", NULL };
	const char *const *flags = pml_cc_flags(arena, request);
	const char *given = getenv("DIFFERENTIAL_CC");
	const char *cc[25] = { given ? given : DIFFERENTIAL_SOURCE "/tests/quick-cc", "-O0", "-w",
		"-DMEMLIM=600", "-DVECTORSZ=4096", "-include", "reached.h", "-o", "pan", "pan.c" };
	size_t at = 10;

	while (*flags && at < 24)
		cc[at++] = *flags++;
	return run_step(arena, directory, spin, "spin", result) &&
	    run_step(arena, directory, cc, "cc", result);
}

/* Reads the result from the TEXT that a verifier printed. */
static void judge(struct gd_arena *arena, const struct pml_request *request, char *text,
    struct result *result)
{
	read_pan(arena, request, text, result);
	/* all failures are collected, so the step in which a number leaves its range continues, and
	 * may use the number as an index */
	if ((result->status == RAN || result->status == BROKEN) &&
	    (result->failed[PML_FAILED_BOUND] || result->failed[PML_FAILED_FULL])) {
		result->status = TOO_BIG;
		result->out_of_range = result->failed[PML_FAILED_BOUND];
		result->why = "a counter is full, or a number out of range";
	}
	if (result->status == RAN && !result->states) {
		result->status = BROKEN;
		result->why = "the search says nothing";
	}
}

/* false: there is no output to judge. */
static bool search(struct gd_arena *arena, const struct pml_request *request, const char *directory,
    struct result *result)
{
	const char *pan[] = { "./pan", "-w16", "-m200000", "-c0", "-E", NULL, NULL };
	int status;

	for (const char *const *flag = pml_pan_flags(arena, request); *flag; flag++)
		if (strcmp(*flag, "-l") == 0)
			pan[5] = "-l";
	status = run_tool(directory, pan, "pan.out", PAN_SECONDS);
	if (status >= 128) {
		result->status = status == 128 + 6 || status == 128 + 11 ? BROKEN : TOO_BIG;
		result->why = "the search was killed";
	}
	return status < 128;
}

/* The model without its head, whose comment names the foldings. */
static const char *body(const char *text)
{
	const char *end = strstr(text, "*/");

	return end ? end : text;
}

/* ------------------------------------------------------------- what is known already */
/* The file in $DIFFERENTIAL_KEPT for the output of this model's verifier.  Its name depends on
 * everything that the output depends on.  NULL: outputs are not kept. */
static const char *kept_name(struct gd_arena *arena, const struct pml_request *request,
    const struct result *result)
{
	const char *folder = getenv("DIFFERENTIAL_KEPT");
	const char *const *flags[] = { pml_cc_flags(arena, request),
		pml_pan_flags(arena, request) };
	const struct pml_support_file *files;
	struct camp_digest digest;
	char hex[65];
	size_t count;

	if (!folder || !*folder)
		return NULL;
	camp_digest_init(&digest);
	camp_digest_string(&digest, body(result->text));
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		for (const char *const *flag = flags[i]; *flag; flag++)
			camp_digest_string(&digest, *flag);
	files = pml_support_files(&count);
	for (size_t i = 0; i < count; i++)
		camp_digest_string(&digest, files[i].text);
	camp_digest_end(&digest, hex);
	return gd_arena_printf(arena, "%s/%s", folder, hex);
}

static bool judge_kept(struct gd_arena *arena, const struct pml_request *request, const char *kept,
    struct result *result)
{
	if (!kept || access(kept, R_OK) != 0)
		return false;
	judge(arena, request, read_file(arena, kept), result);
	return true;
}

void run_model(struct gd_arena *arena, const struct pml_request *request, const char *directory,
    const struct result *other, struct result *result)
{
	const char *kept, *output;

	*result = (struct result){ .status = RAN, .why = "" };
	if (!emit(arena, request, directory, result))
		return;
	if (other && other->text && strcmp(body(other->text), body(result->text)) == 0) {
		*result = *other;
		return;
	}
	kept = kept_name(arena, request, result);
	if (judge_kept(arena, request, kept, result) || !build(arena, request, directory, result) ||
	    !search(arena, request, directory, result))
		return;
	output = gd_arena_printf(arena, "%s/pan.out", directory);
	if (kept && rename(output, kept) == 0)
		output = kept;
	judge(arena, request, read_file(arena, output), result);
}
