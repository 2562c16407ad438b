/* internal.h: what the files of the trail share. */
#ifndef TRAIL_INTERNAL_H
#define TRAIL_INTERNAL_H

#include "promela-backend/trail/trail.h"

/* ---- names.c: numbers and places in the terms of the specification; text is in ARENA */
const char *trail_object_name(struct gd_arena *arena, const struct ir_scenario *scenario,
    long object);
/* `line2' */
const char *trail_region_name(struct gd_arena *arena, const struct ir_scenario *scenario,
    const struct ir_region *region, long number);
/* The name of the object, or of the region, that has META (NULL: of an object). */
const char *trail_owner_name(struct gd_arena *arena, const struct ir_scenario *scenario,
    const struct ir_meta *meta, long number);
const char *trail_mutator_name(const struct ir_scenario *scenario, long mutator);
const struct ir_kind *trail_find_kind(const struct ir_spec *spec, const char *name);
const struct ir_bucket *trail_find_bucket(const struct ir_spec *spec, const char *name);
const struct ir_property *trail_find_property(const struct ir_spec *spec, const char *name);
const struct ir_meta *trail_find_meta(const struct ir_spec *spec, const char *name);
const struct ir_ghost *trail_find_ghost(const struct ir_spec *spec, const char *name);
const struct ir_policy *trail_find_policy(const struct ir_spec *spec, const char *name);
const struct ir_group *trail_find_group(const struct ir_spec *spec, const char *name);
const char *trail_value_text(struct gd_arena *arena, const struct ir_scenario *scenario,
    const struct ir_type *type, const char *value);
/* `a.field[0]', `m.x', for the index of a slot, or of a root after all slots.  Negative: "null". */
const char *trail_location_name(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, long location);
/* The text `mark_obj(a)' for kind=mark_obj unit=0.  The unit's parts go to *args. */
const char *trail_unit_args(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *kind, const char *unit);
/* The text of LOC, on one line.  NULL: the text is not available. */
const char *trail_text_of(struct gd_arena *arena, const struct gd_loc *loc);

/* ---- rename.c: from the numbers of the model to those of the story */
struct trail_names;
/* *story: the scenario with the story's numbers. */
struct trail_names *trail_names_new(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *output, const struct ir_scenario **story);
/* Changes the numbers in EVENT to the story's. false: EVENT is only about names. */
bool trail_rename(struct trail_names *names, struct trail_event *event);

/* ---- state.c: the state that follows from the events */
void trail_state_init(struct gd_arena *arena, struct trail *trail, struct trail_heap *heap);
void trail_state_copy(struct gd_arena *arena, const struct trail *trail,
    const struct trail_heap *from, struct trail_heap *to);
enum trail_mutator { TRAIL_NEVER_RUNS, TRAIL_AWAY, TRAIL_STOPPED, TRAIL_RUNNING };
/* The state of a mutator at this point. */
enum trail_mutator trail_mutator_state(const struct ir_scenario *scenario,
    const struct trail_heap *heap, size_t mutator);
/* Applies EVENT (a step or a line in it) to the state, except to units: units.h. */
void trail_state_apply(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event);
void trail_state_reach(const struct trail *trail, struct trail_heap *heap);
/* Notes in REACHED, by object, what can be reached from OBJECT. */
void trail_reach_from(const struct trail *trail, const struct trail_heap *heap, long object,
    bool *reached);

/* ---- regions.c */
/* Whether OBJECT lies on region NUMBER of this sort, at least in part. */
bool trail_lies_on(const struct trail *trail, long object, const struct ir_region *region,
    size_t number);
/* "line0, line1": the smallest regions on which OBJECT lies.  "": the heap has none. */
const char *trail_lines_text(struct gd_arena *arena, const struct trail *trail, long object);
/* The region around region NUMBER of this sort; -1: there is none. */
long trail_region_around(const struct trail *trail, const struct ir_region *region, size_t number);
struct trail_region {
	const struct ir_region *sort;
	size_t number;
	const struct ir_region *in; /* NULL: it lies in no other one */
	long in_number;
};
typedef GD_VEC(struct trail_region) trail_regions;
/* Each is followed by those in it. */
trail_regions trail_all_regions(struct gd_arena *arena, const struct trail *trail);

/* ---- locations.c */
void trail_name_locations(struct gd_arena *arena, struct trail *trail);
/* The value at the location or root with this name.  NULL: there is none. */
const char *trail_memory(struct gd_arena *arena, const struct trail *trail,
    const struct trail_heap *heap, const char *location);

/* ---- draw.c: a drawing of what can be reached, and of what is live */
void trail_draw_heap(struct gd_arena *arena, const struct trail *trail,
    const struct trail_heap *heap, FILE *out);

/* ---- marks.c: fills in what the steps have of stores that wait */
void trail_mark(struct gd_arena *arena, struct trail *trail);

/* ---- value.c: what a formula says of one state */
struct trail_env { /* the variables that quantifiers have bound */
	const struct ir_var *var;
	long
	    value; /* an object or mutator, or a location: a slot's index, or that of a root after all slots */
	const struct trail_env *up;
};
struct trail_view { /* how the mutator of the step sees a phase */
	const char *phase;
	bool on;
	const struct trail_view *up;
};
struct trail_state {
	struct gd_arena *arena;
	const struct trail *trail;
	const struct trail_heap *heap;
	const bool *reachable;          /* by object, also from what is held back */
	const struct trail_view *views; /* of other phases it is as everybody sees them */
};
/* STEP NULL: the state before the first step. */
struct trail_state trail_state_at(struct gd_arena *arena, const struct trail *trail,
    const struct trail_step *step);
/* The value of EXPR, which has no temporal operator. */
long trail_value_in(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env);
/* The elements over which QUANTIFIER ranges, also objects that do not exist yet. */
size_t trail_domain(const struct trail_state *state, const struct ir_expr *quantifier,
    const struct trail_env *env, const long **elements);
/* Whether ELEMENT of the domain is there: an object from its allocation on. */
bool trail_exists(const struct trail_state *state, const struct ir_expr *quantifier, long element);
/* What EXPR asks of the state, each with its value; and the variables LOCALS that are in it (NULL: none). */
struct trail_atoms trail_atoms_of(const struct trail_state *state, const struct ir_expr *expr,
    const struct trail_env *env, const struct trail_env *locals);
/* "o = b, s = b.field[0]", outermost first; NULL: nothing is bound. */
const char *trail_env_text(const struct trail_state *state, const struct trail_env *env);

/* ---- asserted.c: an `assert' that fails */
struct trail_asserted {
	const struct ir_expr *condition;
	const struct ir_kernel *kernel;
	const struct trail_env *variables; /* of the kernel, that the condition reads */
	const struct trail_view *views;
};
/* FAILS, before which there are BEFORE events, is the failure.  NULL: the assert is not known. */
const struct trail_asserted *trail_find_assert(struct gd_arena *arena, const struct trail *trail,
    const struct trail_event *fails, size_t before);

/* ---- faithful.c: what a mutator has found, and what it would have found.  Event number FAILS is the failure.  NULL:
 * not known. */
const char *trail_unfaithful(struct gd_arena *arena, const struct trail *trail,
    const struct trail_event *events, size_t fails);

/* ---- property.c: how the property of the failure stands after each step, and what breaks it */
void trail_follow_property(struct gd_arena *arena, struct trail *trail);

#endif
