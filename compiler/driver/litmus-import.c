/* litmus-import.c: gcdsl litmus --import: tests of herd's, as litmus blocks. */
#include "compiler/driver/litmus.h"

#include <string.h>

#include "compiler/import/herd.h"

int driver_litmus_import(const struct driver_common *common, const char *path)
{
	struct gd_arena *arena = gd_arena_new();
	struct driver_spec spec = { .arena = arena, .path = path };
	struct herd_options options = { 0 };
	const char *text = NULL, *why;
	struct gd_source *source;

	spec.context.arena = arena;
	spec.context.sink = gd_diag_sink_new(arena);
	source = gd_source_read(arena, path, &why);
	if (!source)
		driver_error(NULL, "%s: %s", path, why);
	else
		text = herd_translate(arena, spec.context.sink, source, &options);
	driver_write_diagnostics(&spec, common);
	if (text)
		driver_print(text, strlen(text));
	gd_arena_free(arena);
	return text ? DRIVER_OK : DRIVER_WRONG;
}
