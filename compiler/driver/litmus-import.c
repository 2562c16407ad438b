/* litmus-import.c: gcdsl litmus --import: tests of herd's, as litmus blocks. */
#include "compiler/driver/litmus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/import/herd.h"

static const char *translate(struct gd_arena *arena, const struct driver_common *common,
    const struct herd_options *options, const char *path)
{
	struct driver_spec spec = { .arena = arena, .path = path };
	const char *text = NULL, *why;
	struct gd_source *source;

	spec.context.arena = arena;
	spec.context.sink = gd_diag_sink_new(arena);
	source = gd_source_read(arena, path, &why);
	if (!source)
		gd_help(gd_report(spec.context.sink, GD_E_cannot_read, (struct gd_loc){ 0 },
			    "`%s` cannot be read: %s", path, why),
		    "name a .litmus file that exists");
	else
		text = herd_translate(arena, spec.context.sink, source, options);
	driver_write_diagnostics(&spec, common);
	return text;
}

static int write_to(const char *path, const char *text)
{
	if (!strcmp(path, "-")) {
		driver_print(text, strlen(text));
	} else if (!gd_write_file(path, text, strlen(text))) {
		driver_error(NULL, "cannot write %s: %s", path, strerror(errno));
		return DRIVER_FAILED;
	}
	return DRIVER_OK;
}

/* The compiler reads files, so the translation is written to a temporary one. */
static int run(struct gd_arena *arena, const char *text, const char *path,
    driver_litmus_file *run_file, void *data)
{
	const char *temporary = getenv("TMPDIR");
	char *folder = gd_arena_printf(arena, "%s/gcdsl-import-XXXXXX",
	    temporary && *temporary ? temporary : "/tmp");
	const char *file;
	int status;

	if (!mkdtemp(folder)) {
		driver_error("TMPDIR says where", "cannot make a folder %s: %s", folder,
		    strerror(errno));
		return DRIVER_FAILED;
	}
	file = gd_arena_printf(arena, "%s/litmus.gc", folder);
	status = write_to(file, text);
	if (status == DRIVER_OK)
		status = run_file(data, file, path);
	unlink(file);
	rmdir(folder);
	return status;
}

int driver_litmus_import(const struct driver_common *common, const char *path, const char *output,
    bool split, driver_litmus_file *run_file, void *data)
{
	struct gd_arena *arena = gd_arena_new();
	const struct herd_options options = { .split = split };
	const char *text = translate(arena, common, &options, path);
	int status = !text ? DRIVER_WRONG
	    : output       ? write_to(output, text)
			   : run(arena, text, path, run_file, data);

	gd_arena_free(arena);
	return status;
}
