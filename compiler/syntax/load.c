/* load.c: a file and everything that it imports, each file once. */
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/syntax.h"

struct loaded {
	const char *real_path; /* so that one file under two names is loaded once */
	struct syn_spec *spec; /* NULL while the file is being loaded */
	const char *path;
};
struct loader {
	struct syn_context *context;
	GD_VEC(struct loaded) files;
};

static const char *real_path_of(struct gd_arena *arena, const char *path)
{
	char *real = realpath(path, NULL);
	const char *copy = gd_arena_strdup(arena, real ? real : path);

	free(real);
	return copy;
}

static const char *beside(struct gd_arena *arena, const char *importer, const char *path)
{
	const char *slash = strrchr(importer, '/');

	if (path[0] == '/' || slash == NULL)
		return path;
	return gd_arena_printf(arena, "%.*s/%s", (int)(slash - importer), importer, path);
}

static struct loaded *find(struct loader *loader, const char *real_path)
{
	for (size_t i = 0; i < loader->files.count; i++)
		if (strcmp(loader->files.at[i].real_path, real_path) == 0)
			return &loader->files.at[i];
	return NULL;
}

static void load_imports(struct loader *loader, struct syn_spec *spec);

static struct syn_spec *load(struct loader *loader, const char *path, const char *real_path,
    struct gd_source *source)
{
	size_t index = loader->files.count;
	struct loaded file = { .real_path = real_path, .path = path };
	struct syn_spec *spec;

	GD_PUSH(loader->context->arena, loader->files, file);
	spec = syn_parse(loader->context, source);
	load_imports(loader, spec);
	loader->files.at[index].spec = spec;
	return spec;
}

static void complain_of_cycle(struct loader *loader, const struct syn_decl *import,
    const struct loaded *file)
{
	struct gd_diag *diag = gd_report(loader->context->sink, GD_E_import_cycle, import->path_loc,
	    "`%s` imports itself", import->path);

	for (const struct loaded *step = file; step < loader->files.at + loader->files.count;
	     step++)
		if (step->spec == NULL)
			gd_note(diag, (struct gd_loc){ 0 }, "by way of `%s`", step->path);
	gd_help(diag, "put what both need into a third file");
}

static void load_import(struct loader *loader, struct syn_spec *importer, struct syn_decl *import)
{
	struct gd_arena *arena = loader->context->arena;
	const char *path = beside(arena, importer->source->path, import->path);
	const char *real_path = real_path_of(arena, path), *why = NULL;
	struct loaded *file = find(loader, real_path);
	struct gd_source *source;

	if (file != NULL) {
		import->imported = file->spec;
		if (file->spec == NULL)
			complain_of_cycle(loader, import, file);
		return;
	}
	source = gd_source_read(arena, path, &why);
	if (source == NULL) {
		gd_help(gd_report(loader->context->sink, GD_E_cannot_import, import->path_loc,
			    "`%s` cannot be imported: %s", import->path, why),
		    "paths are relative to the file that imports: this one is `%s`", path);
		return;
	}
	import->imported = load(loader, path, real_path, source);
}

static void load_imports(struct loader *loader, struct syn_spec *spec)
{
	for (size_t i = 0; i < spec->decls.count; i++)
		if (spec->decls.at[i]->kind == SYN_DECL_IMPORT && spec->decls.at[i]->path)
			load_import(loader, spec, spec->decls.at[i]);
}

struct syn_spec *syn_load(struct syn_context *context, const char *path)
{
	struct loader loader = { .context = context };
	const char *why = NULL;
	struct gd_source *source = gd_source_read(context->arena, path, &why);

	if (source == NULL) {
		gd_help(gd_report(context->sink, GD_E_cannot_read, (struct gd_loc){ 0 },
			    "`%s` cannot be read: %s", path, why),
		    "name a .gc file that exists");
		return NULL;
	}
	return load(&loader, path, real_path_of(context->arena, path), source);
}
