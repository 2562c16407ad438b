/* campaign-file.c: lines to parts; each part's options are read as a command line is. */
#include "compiler/driver/campaign-file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/driver/verify.h"

enum { MOST_BYTES = 1 << 20 };
static const char SUFFIX[] = ".campaign", ALL_PARTS[] = "options";

struct line { /* with its continuations */
	unsigned number;
	plan_words words;
};
typedef GD_VEC(struct line) line_list;

struct reader {
	struct gd_arena *arena;
	struct campaign_file *campaign;
	line_list lines;
	plan_words for_all; /* options of all parts */
};

static bool wrong(const struct reader *r, unsigned line, const char *help, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool wrong(const struct reader *r, unsigned line, const char *help, const char *format, ...)
{
	va_list args;
	char text[512];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	driver_error(help, "%s:%u: %s", r->campaign->path, line, text);
	return false;
}

/* ------------------------------------------------------------------- which file */
static bool has_suffix(const char *name)
{
	size_t length = strlen(name), suffix = strlen(SUFFIX);

	return length > suffix && strcmp(name + length - suffix, SUFFIX) == 0;
}

/* The folder of this program, "/usr/bin"; "." if it is not known. */
static const char *folder_of_program(struct gd_arena *arena)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	while (length > 0 && path[length - 1] != '/')
		length--;
	return length > 1 ? gd_arena_strndup(arena, path, (size_t)length - 1) : ".";
}

/* PATH without links, and relative if it is below the current folder. */
static const char *shortest_path(struct gd_arena *arena, const char *path)
{
	char *real = realpath(path, NULL), *here = realpath(".", NULL);
	size_t length = here ? strlen(here) : 0;
	const char *shown = real ? real : path;

	if (real && here && strncmp(real, here, length) == 0 && real[length] == '/')
		shown = real + length + 1;
	shown = gd_arena_strdup(arena, shown);
	free(real);
	free(here);
	return shown;
}

/* NULL: there is no such campaign. */
static const char *find(struct gd_arena *arena, const char *name)
{
	const char *program = folder_of_program(arena);
	/* in the current folder; in a clone; installed, also elsewhere than it was configured for */
	const char *const places[] = { gd_arena_printf(arena, "%s%s", name, SUFFIX),
		gd_arena_printf(arena, "%s/../examples/%s/%s%s", program, name, name, SUFFIX),
		gd_arena_printf(arena, "%s/../share/gcdsl/examples/%s/%s%s", program, name, name,
		    SUFFIX),
		gd_arena_printf(arena, "%s/examples/%s/%s%s", PKGDATADIR, name, name, SUFFIX) };

	if (strchr(name, '/') || has_suffix(name))
		return name;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (access(places[i], R_OK) == 0)
			return i ? shortest_path(arena, places[i]) : places[i];
	return NULL;
}

/* NULL: a message was written. */
static char *read_file(struct gd_arena *arena, const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = GD_NEW_ARRAY(arena, char, MOST_BYTES + 2);
	size_t length = file ? fread(text, 1, MOST_BYTES + 1, file) : 0;
	int why = !file || ferror(file) ? errno : 0;

	if (file)
		fclose(file);
	if (why)
		driver_error(NULL, "cannot read %s: %s", path, strerror(why));
	else if (length > MOST_BYTES)
		driver_error(NULL, "%s has more than %d bytes", path, MOST_BYTES);
	else if (memchr(text, '\0', length))
		driver_error(NULL, "%s is not a text: it contains a NUL", path);
	else
		return text;
	return NULL;
}

/* ----------------------------------------------------------------------- lines */
/* Adds the words of TEXT, one line, to LINE. */
static bool add_words(struct reader *r, struct line *line, unsigned number, const char *text)
{
	while (*(text += strspn(text, " \t\r")) && *text != '#') {
		bool quoted = *text == '\'';
		size_t length = quoted ? strcspn(text + 1, "'") : strcspn(text, " \t\r");

		if (quoted && !text[1 + length])
			return wrong(r, number, "write a `'` after the word",
			    "a word in quotes does not end on its line");
		GD_PUSH(r->arena, line->words, gd_arena_strndup(r->arena, text + quoted, length));
		text += length + 2 * quoted;
	}
	return true;
}

static bool read_lines(struct reader *r, char *text)
{
	unsigned number = 0;

	while (text) {
		char *end = strchr(text, '\n');
		bool continues = *text == ' ' || *text == '\t';
		struct line line = { .number = ++number }, *last;

		if (end)
			*end++ = '\0';
		last = continues && r->lines.count ? &r->lines.at[r->lines.count - 1] : &line;
		if (!add_words(r, last, number, text))
			return false;
		if (last == &line && line.words.count)
			GD_PUSH(r->arena, r->lines, line);
		text = end;
	}
	return true;
}

/* ----------------------------------------------------------------------- parts */
static const char *beside(const struct reader *r, const char *file)
{
	const char *slash = strrchr(r->campaign->path, '/');

	if (file[0] == '/' || !slash)
		return file;
	return gd_arena_printf(r->arena, "%.*s/%s", (int)(slash - r->campaign->path),
	    r->campaign->path, file);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	if (key == ARGP_KEY_INIT) {
		for (size_t i = 0; i < 3; i++)
			state->child_inputs[i] = state->input;
		return 0;
	}
	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	driver_error("a part is: its name, its specification, and options", "`%s` is no option",
	    arg);
	exit(DRIVER_WRONG);
}

static void add_all(struct reader *r, plan_words *to, const plan_words *words, size_t first)
{
	for (size_t i = first; i < words->count; i++)
		GD_PUSH(r->arena, *to, words->at[i]);
}

/* The filter that the options say.  A message about them begins with their place. */
static bool read_options(struct reader *r, const struct line *line, struct plan_filter *filter)
{
	static const struct argp_child children[] = { { &verify_cells_argp, 0, NULL, 0 },
		{ &verify_runs_argp, 0, NULL, 0 }, { &verify_which_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .parser = parse, .children = children };
	struct verify_arguments arguments = { .arena = r->arena };
	plan_words words = { 0 };
	int status;

	GD_PUSH(r->arena, words, "gcdsl verify");
	add_all(r, &words, &r->for_all, 0);
	add_all(r, &words, &line->words, 2);
	GD_PUSH(r->arena, words, NULL);
	driver_error_place = gd_arena_printf(r->arena, "%s:%u: ", r->campaign->path, line->number);
	status = driver_parse(&argp, (int)words.count - 1, (char **)words.at, &arguments);
	if (status == DRIVER_OK && arguments.campaign.bitstate) {
		driver_error("give it on the command line", "`--bitstate` is for all parts");
		status = DRIVER_WRONG;
	}
	driver_error_place = NULL;
	*filter = arguments.filter;
	return status == DRIVER_OK;
}

static bool add_part(struct reader *r, const struct line *line)
{
	struct campaign_part part = { .name = line->words.at[0], .line = line->number };

	for (size_t i = 0; i < r->campaign->parts.count; i++)
		if (strcmp(r->campaign->parts.at[i].name, part.name) == 0)
			return wrong(r, line->number, "give it another name",
			    "line %u has a part `%s` already", r->campaign->parts.at[i].line,
			    part.name);
	if (line->words.count < 2)
		return wrong(r, line->number, "a part is: its name, its specification, and options",
		    "part `%s` has no specification", part.name);
	part.file = beside(r, line->words.at[1]);
	if (!read_options(r, line, &part.filter))
		return false;
	GD_PUSH(r->arena, r->campaign->parts, part);
	return true;
}

static bool read_parts(struct reader *r)
{
	for (size_t i = 0; i < r->lines.count; i++) {
		const struct line *line = &r->lines.at[i];

		if (strcmp(line->words.at[0], ALL_PARTS) == 0)
			add_all(r, &r->for_all, &line->words, 1);
		else if (!add_part(r, line))
			return false;
	}
	if (r->campaign->parts.count)
		return true;
	driver_error("a part is: its name, its specification, and options", "%s has no part",
	    r->campaign->path);
	return false;
}

/* "examples/paper/paper.campaign": "paper". */
static const char *name_of(struct gd_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	return gd_arena_strndup(arena, name,
	    strlen(name) - (has_suffix(name) ? strlen(SUFFIX) : 0));
}

bool campaign_read(struct gd_arena *arena, const char *name, struct campaign_file *campaign)
{
	struct reader reader = { .arena = arena, .campaign = campaign };
	char *text;

	memset(campaign, 0, sizeof *campaign);
	campaign->path = find(arena, name);
	if (!campaign->path) {
		driver_error(
		    "give the path of a file, or the name of a campaign that comes with gcdsl: `paper`",
		    "there is no campaign `%s`", name);
		return false;
	}
	campaign->name = name_of(arena, campaign->path);
	text = read_file(arena, campaign->path);
	return text && read_lines(&reader, text) && read_parts(&reader);
}
