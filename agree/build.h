/* build.h: programs of scenarios, built so that their schedules can be explored. */
#ifndef AGREE_BUILD_H
#define AGREE_BUILD_H

#include "agree/seen.h"
#include "compiler/base/arena.h"
#include "compiler/ir/ir.h"

struct agree_build {
	struct gd_arena *arena;
	const char *directory; /* of all files; it exists */
	const char *cc;
	/* With the orders of the runtime as they are.  Without it, they are those that the runtime has
	 * for the thread sanitizer: stronger, so that no order of C11 is missing that addresses
	 * give, and data races are reported. */
	bool weak;
	const char *kept; /* the folder in which what all programs share is kept; NULL: nowhere */
	const char *objects; /* … and where it is */
	const char *why;     /* why something could not be built, in one line */
	const char *said;    /* … and what the compiler printed; or NULL */
};

/* Builds the runtime, and what all programs share.  The sources are those that this program
 * carries. */
bool agree_build_runtime(struct agree_build *build);
/* The shared object of the program of SCENARIO, which follows GUIDE, if that is not NULL.  NULL:
 * there is none; `why'. */
const char *agree_build_program(struct agree_build *build, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct guide *guide);

#endif
