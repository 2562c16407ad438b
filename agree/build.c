/* build.c: programs of scenarios, built so that their schedules can be explored.
 *
 * What the compiler adds with -fsanitize=thread calls the explorer at each access to memory.  The
 * files of the driver that only watch are compiled without it. */
#include "agree/build.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "agree/interrupt.h"
#include "agree/table.h"
#include "compiler/base/embed.h"
#include "compiler/base/out.h"
#include "promela-backend/campaign/digest.h"
#include "promela-backend/campaign/process.h"
#include "promela-backend/campaign/files.h"

extern const struct gd_embedded agree_driver_table[], agree_runtime_table[];
extern const size_t agree_driver_table_count, agree_runtime_table_count;

enum { COMPILER_SECONDS = 300, COMPILER_OUTPUT = 1 << 20 };

/* ------------------------------------------------------------------------ files */
static bool failed(struct agree_build *build, const char *what, const char *said)
{
	build->why = what;
	build->said = said;
	return false;
}

static bool is_source(const char *name)
{
	size_t length = strlen(name);

	return length > 2 && strcmp(name + length - 2, ".c") == 0;
}

/* Without sources, if these are compiled already: programs need the headers only. */
static bool write_files(struct agree_build *build, const char *folder,
    const struct gd_embedded *files, size_t count, bool with_sources)
{
	const char *in = gd_arena_printf(build->arena, "%s/%s", build->directory, folder);
	bool good = gd_make_directories(in);

	for (size_t i = 0; good && i < count; i++)
		good = (!with_sources && is_source(files[i].name)) ||
		    gd_write_file(gd_arena_printf(build->arena, "%s/%s", in, files[i].name),
			files[i].text, files[i].length);
	return good ||
	    failed(build,
		gd_arena_printf(build->arena, "cannot write in %s: %s", in, strerror(errno)), NULL);
}

/* ---------------------------------------------------------------------- compiling */
typedef GD_VEC(const char *) words;

static void add_words(struct agree_build *build, words *list, const char *const *more)
{
	for (; *more; more++)
		GD_PUSH(build->arena, *list, *more);
}

/* The compiler, with what all programs need. */
static words compiler(struct agree_build *build)
{
	static const char *const flags[] = { "-std=gnu11", "-O1", "-g1", "-fPIC", "-w", "-pthread",
		"-D_GNU_SOURCE", "-DGCRT_TRACE=1", "-DGC_EMBEDDER=\"driver-embedder.h\"",
		"-DGCRT_TABLE_WORD=driver_table_word", NULL };
	words list = { 0 };

	GD_PUSH(build->arena, list, build->cc);
	add_words(build, &list, flags);
	if (build->weak)
		GD_PUSH(build->arena, list, "-U__SANITIZE_THREAD__");
	return list;
}

static void add_folders(struct agree_build *build, words *list)
{
	GD_PUSH(build->arena, *list,
	    gd_arena_printf(build->arena, "-I%s/driver", build->directory));
	GD_PUSH(build->arena, *list,
	    gd_arena_printf(build->arena, "-I%s/runtime", build->directory));
}

static void wait_for(struct camp_process *process)
{
	while (!camp_process_poll(process)) {
		struct pollfd fd = { process->fd, POLLIN, 0 };

		if (agree_is_interrupted())
			camp_process_kill(process);
		else
			poll(&fd, 1, process->fd < 0 ? 2 : 100);
	}
}

/* In the folder IN, which is made. */
static bool run(struct agree_build *build, const char *in, words *list)
{
	struct camp_limits limits = { COMPILER_SECONDS, 0, COMPILER_OUTPUT, 0 };
	struct camp_process process;
	char how[200];
	bool good;

	GD_PUSH(build->arena, *list, NULL);
	if (!gd_make_directories(in))
		return failed(build, gd_arena_printf(build->arena, "cannot make %s", in), NULL);
	camp_process_start(&process, in, list->at, &limits);
	wait_for(&process);
	good = process.end == CAMP_EXITED && process.code == 0;
	camp_process_describe(&process, how, sizeof how);
	if (!good)
		failed(build, gd_arena_printf(build->arena, "%s %s", build->cc, how),
		    gd_arena_strdup(build->arena, process.output ? process.output : ""));
	camp_process_free(&process);
	return good;
}

static bool only_watches(const char *name)
{
	static const char *const files[] = { "cells.c", "compare.c", "copies.c", "direct.c",
		"director.c", "guide.c", "metadata.c", "moving.c", "outcome.c", "policy.c",
		"regions.c", "said.c", "spaces.c", "tables.c", "text.c", "trace.c", "watch.c" };

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(files[i], name) == 0)
			return true;
	return false;
}

/* Without builtin functions: the compiler would do the work of memcpy itself, and not say so. */
static const char *const instrumented[] = { "-fsanitize=thread", "-fno-builtin",
	"-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", NULL };

/* Compiles the files of FOLDER: those that only watch, or the others. */
static bool compile(struct agree_build *build, const char *folder, const struct gd_embedded *files,
    size_t count, bool watching)
{
	words list = compiler(build);

	add_folders(build, &list);
	GD_PUSH(build->arena, list, "-c");
	if (!watching)
		add_words(build, &list, instrumented);
	for (size_t i = 0; i < count; i++)
		if (is_source(files[i].name) && only_watches(files[i].name) == watching)
			GD_PUSH(build->arena, list,
			    gd_arena_printf(build->arena, "%s/%s/%s", build->directory, folder,
				files[i].name));
	return run(build, build->objects, &list);
}

static bool compile_all(struct agree_build *build)
{
	const struct gd_embedded *driver = agree_driver_table, *runtime = agree_runtime_table;

	return compile(build, "driver", driver, agree_driver_table_count, false) &&
	    compile(build, "driver", driver, agree_driver_table_count, true) &&
	    compile(build, "runtime", runtime, agree_runtime_table_count, false);
}

/* --------------------------------------------------------------------- what is kept */
static void digest_files(struct camp_digest *digest, const struct gd_embedded *files, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		camp_digest_string(digest, files[i].name);
		camp_digest_string(digest, files[i].text);
	}
}

/* What the compiler says of its version. */
static const char *version(struct agree_build *build)
{
	const char *argv[] = { build->cc, "--version", NULL };
	struct camp_limits limits = { 30, 0, 1 << 16, 0 };
	struct camp_process process;
	const char *said;

	camp_process_run(&process, NULL, argv, &limits);
	said = gd_arena_strdup(build->arena, process.output ? process.output : "");
	camp_process_free(&process);
	return said;
}

/* The folder for the objects of this compiler, these flags and these sources. */
static const char *kept_objects(struct agree_build *build)
{
	words flags = compiler(build);
	struct camp_digest digest;
	char hex[65];

	camp_digest_init(&digest);
	for (size_t i = 0; i < flags.count; i++)
		camp_digest_string(&digest, flags.at[i]);
	camp_digest_string(&digest, version(build));
	digest_files(&digest, agree_driver_table, agree_driver_table_count);
	digest_files(&digest, agree_runtime_table, agree_runtime_table_count);
	camp_digest_end(&digest, hex);
	return gd_arena_printf(build->arena, "%s/explored-%.16s", build->kept, hex);
}

static void add_object(struct camp_digest *digest, const char *name, const char *path)
{
	FILE *in = fopen(path, "rb");
	char part[4096];
	size_t length;

	camp_digest_string(digest, in ? name : "none");
	while (in && (length = fread(part, 1, sizeof part, in)) > 0)
		camp_digest_add(digest, part, length);
	if (in)
		fclose(in);
}

static const char *object_of(struct agree_build *build, const char *folder, const char *source)
{
	return gd_arena_printf(build->arena, "%s/%.*so", folder, (int)strlen(source) - 1, source);
}

static void digest_objects(struct agree_build *build, struct camp_digest *digest,
    const char *folder, const struct gd_embedded *files, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_source(files[i].name))
			add_object(digest, files[i].name, object_of(build, folder, files[i].name));
}

/* The file in FOLDER whose name says what its objects are. */
static const char *seal_of(struct agree_build *build, const char *folder)
{
	struct camp_digest digest;
	char hex[65];

	camp_digest_init(&digest);
	digest_objects(build, &digest, folder, agree_driver_table, agree_driver_table_count);
	digest_objects(build, &digest, folder, agree_runtime_table, agree_runtime_table_count);
	camp_digest_end(&digest, hex);
	return gd_arena_printf(build->arena, "%s/sealed-%s", folder, hex);
}

static bool seal(struct agree_build *build)
{
	return gd_write_file(seal_of(build, build->objects), "", 0) ||
	    failed(build,
		gd_arena_printf(build->arena, "cannot write in %s: %s", build->objects,
		    strerror(errno)),
		NULL);
}

/* Whether the objects are as they were when they were put there. */
static bool is_whole(struct agree_build *build, const char *folder)
{
	return access(seal_of(build, folder), R_OK) == 0;
}

/* The folder with the objects is renamed into its place, so that all objects appear at once.  Another
 * process may have put them there meanwhile.  A folder with damaged objects is first moved away; another
 * process may be about to do the same. */
static bool keep_objects(struct agree_build *build, const char *folder)
{
	const char *damaged = gd_arena_printf(build->arena, "%s.damaged", build->objects);

	if (!is_whole(build, folder) && rename(folder, damaged) == 0)
		camp_remove_tree(damaged);
	if (rename(build->objects, folder) != 0)
		camp_remove_tree(build->objects);
	build->objects = folder;
	return is_whole(build, folder) || failed(build, "the objects cannot be kept", NULL);
}

bool agree_build_runtime(struct agree_build *build)
{
	const char *kept =
	    build->kept && gd_make_directories(build->kept) ? kept_objects(build) : NULL;
	bool compiled = kept && is_whole(build, kept);

	build->objects = kept ? gd_arena_printf(build->arena, "%s.%ld", kept, (long)getpid())
			      : gd_arena_printf(build->arena, "%s/objects", build->directory);
	if (!write_files(build, "driver", agree_driver_table, agree_driver_table_count,
		!compiled) ||
	    !write_files(build, "runtime", agree_runtime_table, agree_runtime_table_count,
		!compiled))
		return false;
	if (compiled) {
		build->objects = kept;
		return true;
	}
	if (compile_all(build) && (!kept || seal(build)))
		return !kept || keep_objects(build, kept);
	if (kept)
		camp_remove_tree(build->objects);
	return false;
}

/* -------------------------------------------------------------------------- linking */
static void add_objects(struct agree_build *build, words *list, const struct gd_embedded *files,
    size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_source(files[i].name))
			GD_PUSH(build->arena, *list,
			    object_of(build, build->objects, files[i].name));
}

/* GCC's static library has a __wrap_pthread_create of its own. */
static const char *const link_flags[] = { "-shared", "-nodefaultlibs", "-lm", "-l:libgcc_s.so.1",
	"-lc",
#define CALL(name) "-Wl,--wrap=" #name,
#include "explore/program/calls.def"
	"-Wl,--wrap=gcrt_fatal", "-Wl,--wrap=gcrt_space_place", "-Wl,--wrap=gcrt_block_leave",
	"-Wl,--wrap=gcrt_space_choose_sparse",
#define DIRECTED(name) "-Wl,--wrap=" #name,
#include "agree/directed.def"
	NULL };

const char *agree_build_program(struct agree_build *build, const struct ir_spec *spec,
    const struct ir_spec *code, const struct ir_scenario *scenario, const struct guide *guide)
{
	const char *in = gd_arena_printf(build->arena, "%s/scenario-%s%s", build->directory,
	    scenario->name, guide && guide->directed ? "-directed" : "");
	words object = compiler(build), program = { 0 };

	if (!agree_write_program(build->arena, spec, code, scenario, guide, in, &build->why))
		return NULL;
	add_folders(build, &object);
	add_words(build, &object, instrumented);
	add_words(build, &object,
	    (const char *const[]){ "-DDRIVER_WATCHES=1", "-c", "program.c", NULL });
	add_words(build, &program,
	    (const char *const[]){ build->cc, "-o", "program.so", "program.o", NULL });
	add_objects(build, &program, agree_driver_table, agree_driver_table_count);
	add_objects(build, &program, agree_runtime_table, agree_runtime_table_count);
	add_words(build, &program, link_flags);
	if (!run(build, in, &object) || !run(build, in, &program))
		return NULL;
	return gd_arena_printf(build->arena, "%s/program.so", in);
}
