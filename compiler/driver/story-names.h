/* story-names.h: the names in a story, as numbers. */
#ifndef DRIVER_STORY_NAMES_H
#define DRIVER_STORY_NAMES_H

#include "compiler/base/arena.h"
#include "compiler/ir/ir.h"

struct story_terms {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	const char *why; /* what is wrong with the story; NULL: no mistake yet */
};

/* Says that there is no such name.  Returns -1. */
int story_unknown(struct story_terms *t, const char *what, const char *name);
int story_kind(struct story_terms *t, const char *name);
int story_bucket(struct story_terms *t, const char *name);
int story_cycle(struct story_terms *t, const char *name);
int story_phase(struct story_terms *t, const char *name);
int story_mutator(struct story_terms *t, const char *name);
int story_object(struct story_terms *t, const char *name); /* -1: null */
/* The number of a region of this sort; of "no line", the number after the last one. */
int story_region(struct story_terms *t, const struct ir_region *region, const char *name);
/* "a.mark", "line0.live", "a.field[0]", "m.x": metadata come first, then fields and roots. */
int story_location(struct story_terms *t, const char *text);
/* The numbers of the first field and of the first root. */
int story_slots_from(const struct story_terms *t);
int story_roots_from(const struct story_terms *t);
int story_number(const struct ir_type *type, const char *text);
/* The same of a value that may be a reference: an object's number, -1 for null, or a tag (ir.h). */
int story_typed(struct story_terms *t, const struct ir_type *type, const char *text);
/* The value TEXT at LOCATION.  NULL: SEEN_NOTHING. */
int16_t story_value(struct story_terms *t, int location, const char *text);

#endif
