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
	/* Operations have the memory orders of the runtime as it is.  If false, they have the stronger
	 * orders that the runtime uses for the thread sanitizer: C11 gives no order to accesses through
	 * an address that was loaded, and would call them data races (Note [Addresses] of gcrt-sync.h). */
	bool weak;
	const char *kept; /* the folder that keeps what all programs share; NULL: nothing is kept */
	const char *objects; /* the folder with the objects that all programs share */
	const char *why;     /* why something could not be built, in one line */
	const char *said;    /* … and what the compiler printed; or NULL */
};

/* Builds the runtime, and what all programs share.  The sources are embedded in gcdsl. */
bool agree_build_runtime(struct agree_build *build);
/* Builds a shared object, the program of SCENARIO, and returns its path.  The collector is made of CODE, which is SPEC
 * or the same lowered for code.  The program follows GUIDE, unless that is NULL.  NULL: it cannot be built; `why' says
 * why. */
const char *agree_build_program(struct agree_build *build, const struct ir_spec *spec,
    const struct ir_spec *code, const struct ir_scenario *scenario, const struct guide *guide);

#endif
