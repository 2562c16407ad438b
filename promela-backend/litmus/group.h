/* group.h: several litmus tests in one model, so that they need one verifier.
 *
 * The first step of a run starts the threads of one of the tests: of that whose number is in the
 * environment of the verifier.  So each search is that of one test, and has its states, outcomes and
 * trails (doc/model.md). */
#ifndef LITMUS_GROUP_H
#define LITMUS_GROUP_H

#include "compiler/base/out.h"
#include "compiler/ir/litmus.h"

enum { LITMUS_MOST_TESTS = 12 }; /* of one group */

struct litmus_group {
	const struct ir_litmus *const *tests;
	size_t count; /* 1 to LITMUS_MOST_TESTS */
	enum ir_memory memory;
	const char *file; /* of the model */
};

/* The tests of one kind can be in one group.  NULL: TEST has no model.  The text is in ARENA. */
const char *litmus_kind(struct gd_arena *arena, const struct ir_litmus *test,
    enum ir_memory memory);
/* Writes the model of GROUP, whose tests are of one kind.  false: there is none. */
bool litmus_emit_group(struct gd_arena *arena, const struct litmus_group *group,
    struct gd_out *out);
/* NAME=VALUE in the environment of the verifier, which chooses the test number INDEX, from 0. */
const char *litmus_choice(struct gd_arena *arena, size_t index);

#endif
