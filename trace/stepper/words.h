/* words.h: steps and operations in words, the same as those of `gcdsl trace'. */
#ifndef TRACE_STEPPER_WORDS_H
#define TRACE_STEPPER_WORDS_H

#include <jansson.h>
#include "compiler/base/arena.h"

/* A member that is a text; "" if it is null or not there. */
const char *step_text(const json_t *object, const char *key);
/* A value in a table: "null", "1", "true", "a". */
const char *step_value(struct gd_arena *arena, const json_t *value);
/* What the thread does in a step: "takes mark_obj(a)".  BEGAN: the step in which the store began that
 * the step brings into memory; 0: none. */
const char *step_words(struct gd_arena *arena, const json_t *step, long began);
/* What happened in it: "a.mark: 0 -> 1; emits scan_obj(a)". */
const char *step_effects(struct gd_arena *arena, const json_t *step);
/* One operation: "emits scan_obj(a)"; "" if there is nothing to say. */
const char *step_operation(struct gd_arena *arena, const json_t *operation);

#endif
