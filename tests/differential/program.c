/* program.c: a scenario's program (agree/table.h), built with random noise, and run. */
#include "tests/differential/differential.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "agree/table.h"

enum { BUILD_SECONDS = 60, RUN_SECONDS = 400 };

bool write_program(struct gd_arena *arena, const struct ir_spec *spec, const char *directory,
    const char **why)
{
	return agree_write_program(arena, spec, spec, spec->scenarios[0], NULL, directory, why);
}

bool build_program(struct gd_arena *arena, const char *directory, const char **why)
{
	const char *cc[35] = { "gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-pthread",
		"-D_GNU_SOURCE", "-DGCRT_TRACE=1", "-DDRIVER_MOVES=1",
		"-DGC_EMBEDDER=\"driver-embedder.h\"",
		"-I" DIFFERENTIAL_SOURCE "/tests/differential/driver",
		"-I" DIFFERENTIAL_SOURCE "/agree/driver", "-I" DIFFERENTIAL_SOURCE "/agree",
		"-I" DIFFERENTIAL_SOURCE "/runtime/api", "-I" DIFFERENTIAL_SOURCE "/runtime/src",
		"-include", "noise.h", "-o", "program", "program.c", "-Wl,--wrap=gcrt_space_place",
		"-Wl,--wrap=gcrt_block_leave", DIFFERENTIAL_BUILD "/tests/differential/libdriver.a",
		DIFFERENTIAL_BUILD "/libgcdsl-runtime.a", "-lm" };
	size_t count = 24;
	char *flags = gd_arena_strdup(arena, DIFFERENTIAL_SANITIZE), *said;
	int status;

	for (char *flag = strtok(flags, " "); flag && count < 34; flag = strtok(NULL, " "))
		cc[count++] = flag;
	status = run_tool(directory, cc, "cc.out", BUILD_SECONDS);
	said = read_output(arena, directory, "cc.out");
	if (status == 0 && !*said)
		return true;
	*why = gd_arena_printf(arena, "gcc %s: %s", status ? "rejects it" : "warns", said);
	return false;
}

char *run_program(struct gd_arena *arena, const char *directory, unsigned long seed, unsigned runs,
    bool tight)
{
	const char *argv[] = { "./program", gd_arena_printf(arena, "%lu", seed),
		gd_arena_printf(arena, "%u", runs), tight ? "tight" : NULL, NULL };
	int status = run_tool(directory, argv, "program.out", RUN_SECONDS);

	if (status != 0)
		fprintf(stderr, "differential: %s/program: status %d\n", directory, status);
	return read_output(arena, directory, "program.out");
}
