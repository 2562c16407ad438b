/* common.c: options, messages and specifications, as all subcommands have them. */
#include "compiler/driver/driver.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------- messages */
const char *driver_error_place;

void driver_error(const char *help, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "gcdsl: error: %s", driver_error_place ? driver_error_place : "");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	if (help)
		fprintf(stderr, "  help: %s\n", help);
}

int driver_write_errno;

void driver_print(const char *text, size_t length)
{
	if (fwrite(text, 1, length, stdout) != length && !driver_write_errno)
		driver_write_errno = errno;
}

void driver_print_json(const json_t *object)
{
	char *text = json_dumps(object, JSON_COMPACT);

	driver_print(text, strlen(text));
	driver_print("\n", 1);
	free(text);
}

enum { MOST_LISTED = 8 };

const char *driver_suggest(struct gd_arena *arena, const char *name, const char *const *names,
    size_t count)
{
	const char *near = gd_did_you_mean(name, names, count), *list = "";

	if (near)
		return gd_arena_printf(arena, "did you mean `%s`?", near);
	if (count > MOST_LISTED && (near = gd_nearest(name, names, count)))
		return gd_arena_printf(arena,
		    "the nearest of %zu is `%s`; an empty name lists them all", count, near);
	for (size_t i = 0; i < count; i++)
		list = gd_arena_printf(arena, "%s%s%s", list,
		    !i                  ? ""
			: i + 1 < count ? ", "
					: " and ",
		    names[i]);
	return count ? gd_arena_printf(arena, "there %s %s", count > 1 ? "are" : "is", list) : NULL;
}

bool driver_wants_color(const struct driver_common *common, FILE *stream)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	if (common->color != DRIVER_COLOR_AUTO)
		return common->color == DRIVER_COLOR_ALWAYS;
	return !(no_color && *no_color) && term && strcmp(term, "dumb") != 0 &&
	    isatty(fileno(stream));
}

bool driver_number(const char *text, long low, long high, long *value)
{
	char *end;

	errno = 0;
	*value = strtol(text, &end, 10);
	return !errno && end != text && !*end && *value >= low && *value <= high;
}

/* -------------------------------------------------------------------- options */
enum { KEY_DIAGNOSTICS = 0x1000, KEY_COLOR };

static const struct argp_option common_options[] = {
	{ "diagnostics", KEY_DIAGNOSTICS, "FORMAT", 0,
	    "write diagnostics as `text' (the default) or `json', one object a line", 90 },
	{ "color", KEY_COLOR, "WHEN", 0,
	    "colour messages: `auto' (the default; NO_COLOR is honoured), `always', `never'", 90 },
	{ "jobs", 'j', "N", 0, "do N things at once", 90 }, { 0 }
};

static int choose(const char *what, const char *arg, const char *const *names, size_t count)
{
	struct gd_arena *arena;

	for (size_t i = 0; i < count; i++)
		if (!strcmp(arg, names[i]))
			return (int)i;
	arena = gd_arena_new();
	driver_error(driver_suggest(arena, arg, names, count), "--%s cannot be `%s`", what, arg);
	gd_arena_free(arena);
	exit(DRIVER_WRONG);
}

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
	static const char *const formats[] = { "text", "json" };
	static const char *const colors[] = { "auto", "always", "never" };
	struct driver_common *common = state->input;

	switch (key) {
	case KEY_DIAGNOSTICS:
		common->format =
		    choose("diagnostics", arg, formats, 2) ? GD_DIAG_JSON : GD_DIAG_TEXT;
		return 0;
	case KEY_COLOR:
		common->color = (enum driver_color)choose("color", arg, colors, 3);
		return 0;
	case 'j':
		if (!driver_number(arg, 1, 4096, &common->jobs)) {
			driver_error("-j takes a number from 1 to 4096", "-j cannot be `%s`", arg);
			exit(DRIVER_WRONG);
		}
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp driver_common_argp = { .options = common_options, .parser = parse_common };

/* The long options of ARGP, of its children, and of argp itself. */
typedef GD_VEC(const struct argp_option *) option_list;

static void collect_options(struct gd_arena *arena, const struct argp *argp, option_list *list)
{
	for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
		if (o->name)
			GD_PUSH(arena, *list, o);
	for (const struct argp_child *c = argp->children; c && c->argp; c++)
		collect_options(arena, c->argp, list);
}

static bool is_known(const option_list *list, const char *name, size_t length,
    const struct argp_option **found)
{
	size_t matches = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (strncmp(list->at[i]->name, name, length) != 0)
			continue;
		*found = list->at[i];
		if (strlen(list->at[i]->name) == length)
			return true;
		matches++;
	}
	return matches > 0; /* getopt reports an ambiguous prefix */
}

int driver_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	static const struct argp_option own[] = { { "help", '?', 0, 0, 0, 0 },
		{ "usage", 0, 0, 0, 0, 0 } };
	struct gd_arena *arena = gd_arena_new();
	option_list options = { 0 };
	const char **names;
	int status = DRIVER_OK;

	GD_PUSH(arena, options, &own[0]);
	GD_PUSH(arena, options, &own[1]);
	collect_options(arena, argp, &options);
	names = GD_NEW_ARRAY(arena, const char *, options.count);
	for (size_t i = 0; i < options.count; i++)
		names[i] = gd_arena_printf(arena, "--%s", options.at[i]->name);
	for (int i = 1; i < argc && status == DRIVER_OK && strcmp(argv[i], "--") != 0; i++) {
		size_t length = strcspn(argv[i], "=");
		const char *name = gd_arena_strndup(arena, argv[i], length), *near;
		const struct argp_option *option = NULL;

		if (strncmp(name, "--", 2) != 0)
			continue;
		if (is_known(&options, name + 2, length - 2, &option)) {
			/* skips the option's argument */
			i += option->arg && !(option->flags & OPTION_ARG_OPTIONAL) &&
			    !argv[i][length];
			continue;
		}
		near = gd_did_you_mean(name, names, options.count);
		driver_error(near ? gd_arena_printf(arena, "did you mean `%s`?", near)
				  : gd_arena_printf(arena, "see `%s --help`", argv[0]),
		    "unknown option `%s`", name);
		status = DRIVER_WRONG;
	}
	gd_arena_free(arena);
	if (status == DRIVER_OK && argp_parse(argp, argc, argv, ARGP_IN_ORDER, NULL, input) != 0)
		status = DRIVER_WRONG;
	return status;
}

/* ------------------------------------------------------------- specifications */
struct driver_spec *driver_open(const struct driver_common *common, const char *path)
{
	struct gd_arena *arena = gd_arena_new();
	struct driver_spec *spec = GD_NEW(arena, struct driver_spec);
	struct syn_spec *tree;

	spec->arena = arena;
	spec->path = path;
	spec->context.arena = arena;
	spec->context.names = gd_intern_new(arena);
	spec->context.sink = gd_diag_sink_new(arena);
	tree = syn_load(&spec->context, path);
	if (tree && common->file_name)
		tree->source->path = common->file_name;
	if (tree)
		spec->sem = sem_check(&spec->context, tree);
	driver_write_diagnostics(spec, common);
	return spec;
}

void driver_close(struct driver_spec *spec)
{
	if (spec)
		gd_arena_free(spec->arena);
}

void driver_write_diagnostics(struct driver_spec *spec, const struct driver_common *common)
{
	struct gd_diag_sink *sink = spec->context.sink;

	if (gd_error_count(sink) + (common->has_warned ? 0 : gd_warning_count(sink)) == 0)
		return;
	if (common->noted.note)
		gd_diag_each(sink, common->noted.note, common->noted.data);
	gd_diag_write(sink, stderr, common->format,
	    common->format == GD_DIAG_TEXT && driver_wants_color(common, stderr));
	spec->context.sink =
	    gd_diag_sink_new(spec->arena); /* the first one's reports are written */
}

const char *driver_base_name(struct gd_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t length = strlen(name);

	if (length > 3 && !strcmp(name + length - 3, ".gc"))
		length -= 3;
	return gd_arena_strndup(arena, name, length);
}
