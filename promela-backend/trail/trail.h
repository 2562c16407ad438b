/* trail.h: from what a replay printed to an execution of the specification.
 *
 * The model says what each step did; this part keeps the state that follows
 * from it (heap, roots, buckets, units), and puts everything in the designer's
 * terms.  Text for people and JSON for tools are written from the same steps. */
#ifndef TRAIL_TRAIL_H
#define TRAIL_TRAIL_H

#include <stdio.h>
#include "compiler/ir/ir.h"
#include "promela-backend/trail/event.h"
#include "trace/marks.h"
#include "trace/operations.h"
#include "trace/style.h"

enum { TRAIL_POOL = -1 };

struct trail_unit {
	const char *kind, *unit; /* "mark_obj", "a" */
	const char *parts;       /* the same as the replay prints it: "0" */
	struct trail_place last; /* of a running one: its last step; line 0: it has done none */
	long buffer;             /* of a unit that waits: its mutator's, or TRAIL_POOL */
	/* the model does without it: it does nothing.  found_later: but somebody finds it first */
	bool left_out, found_later;
};

struct trail_heap { /* the state after a step */
	bool *live; /* by object */
	long *meta; /* object * meta_count + meta */
	int *slot;  /* object * slots + slot: an object, or -1 */
	int *root;  /* by root, all mutators': an object, or -1 */
	bool *held; /* by object: it is being allocated, and no root has it yet */
	bool *reachable;
	bool *open;           /* by bucket */
	bool *opened;         /* by bucket: in the cycle that is running */
	bool *phase;          /* by phase */
	bool *requested;      /* by cycle */
	long *origin;         /* by object: the object in this cell, also of copies; -1: none */
	long origins;         /* so many were given at allocations */
	size_t *space;        /* by space: which part of the cells has its name */
	bool *existed;        /* by object: it has been allocated, or was there from the start */
	long *ghost;          /* by ghost */
	bool stopping;        /* mutators are asked to stop */
	bool *stopped, *away; /* by mutator; away: has not joined yet, or has left */
	const char *cycle;
	long number; /* the running one, or NULL */
	struct trail_unit *pending;
	size_t pending_count;
	struct trail_unit *running;
	size_t running_count;
};

struct trail_effect {
	enum {
		TRAIL_ACCESS,
		TRAIL_EMIT,
		TRAIL_OPEN,
		TRAIL_FREE,
		TRAIL_ALLOCATE,
		TRAIL_ROOT,
		TRAIL_DONE,
		TRAIL_OTHER
	} what;
	enum trail_name event;      /* OTHER */
	const char *op, *order;     /* ACCESS; OTHER: the event's name */
	const char *location;       /* `a.field[0]', `m.x', a bucket, an object, a unit */
	const char *found, *stored; /* values, by name; NULL: none */
	const char *because;        /* OPEN: the bucket's guard; or NULL */
	const char *lies;           /* ALLOCATE: "line0, line1"; "": the heap has no regions */
	struct trail_place where;
	long store; /* the number of a store that waits or has waited; 0: none */
	const char *
	    holder; /* ACCESS of a store that has waited: `mutator m', `worker 1'; NULL: not known */
};
struct trail_observed { /* what a thread reads there, which memory does not have */
	const char *location, *thread, *value;
};
struct trail_atom { /* a part of a formula, and its value in a state */
	const char *name, *value;
};
struct trail_atoms {
	const struct trail_atom *at;
	size_t count;
};
struct trail_given { /* a condition that is true, so that a part of the formula must be */
	const char *text;
	struct trail_atoms values;
	long since; /* the step after which it was true; -1: it is, where the part is false */
};
/* The smallest part of the property's formula that is false, and so breaks it. */
struct trail_broken {
	const char *text;
	struct gd_loc loc;
	struct trail_place where; /* its beginning */
	const char *binding; /* "o = b, s = b.field[0]": of all quantifiers around it; or NULL */
	struct trail_atoms values;
	const struct trail_given *given; /* outermost first */
	size_t given_count;
	long
	    step; /* after which it is false.  `never': the last one after which the most of it is true */
	long since; /* the step since which it is promised; -1: it must hold in every state */
	const char *until; /* it must be true until this is; NULL: no such promise */
	bool never;        /* it must come true at some time, and does not */
};
struct trail_wait { /* what must still come true */
	const char *expected, *binding;
	long since;
};
enum trail_property_state { TRAIL_UNKNOWN, TRAIL_HOLDS, TRAIL_WAITING, TRAIL_BROKEN };
struct trail_property { /* how the property stands after a step */
	enum trail_property_state state;
	long since; /* the step with which this began */
	const struct trail_wait *waits;
	size_t wait_count;
};
struct trail_step {
	long number; /* 1 … */
	enum trail_do is;
	const char *what; /* its name */
	const char *
	    thread; /* "worker", "worker 1" (its stores wait), "releaser", "environment", "mutator m" */
	const char *subject;   /* `mark_obj(a)', a bucket, a cycle; "" */
	const char *statement; /* text of the specification; "" */
	const char *because;   /* of an opening: its guard; NULL */
	struct trail_place where;
	struct trail_effect *effects;
	size_t effect_count;
	struct trail_heap after;
	bool in_cycle;                      /* from here on the run repeats forever */
	const struct marks_store **waiting; /* after the step, oldest first */
	size_t waiting_count;
	const struct marks_red *red;
	size_t red_count;
	const struct trail_observed *observed;
	size_t observed_count;
	struct trail_property property;
};
struct trail_asserted;
struct trail_failure {
	const char *property;
	const char *formula; /* its text; NULL: a built-in one */
	const char *binding; /* "o = b", or NULL */
	const char *why;     /* one line */
	struct trail_place where;
	const struct trail_broken *broken;     /* NULL: not known */
	const struct trail_asserted *asserted; /* of a failed `assert'; or NULL */
};
struct trail_location { /* "a.mark", "a.field[0]" */
	const char *name;
	const struct ir_meta *meta; /* NULL: it is a field */
	size_t index;               /* in `meta' or `slot' of a trail_heap */
};
struct trail {
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	const char **root_names;
	size_t root_count; /* "m.a" */
	const struct trail_location *locations;
	size_t location_count;
	struct trail_heap start; /* before the first step */
	struct trail_property at_start;
	struct trail_step *steps;
	size_t step_count;
	struct trail_failure failure;
	size_t reorderings; /* stores that a later access overtakes */
	long windows;       /* the highest number of a worker whose stores wait */
	size_t switches;
	long fewest; /* switches that any such run has, as the model says; -1: it does not */
	/* Of a run of a most general client; the fewest as above, in runs with so few switches. */
	struct operations operations;
	long fewest_operations, fewest_objects;
};

/* OUTPUT is what the replay printed.  PROPERTY is the property that the search reported.  NULL: it
 * is not the replay of such a model, and *why has the reason. */
struct trail *trail_read(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const char *property, const char *output, const char **why);

struct trail_heading { /* which cell this is */
	const char *file, *memory, *workers;
	const char *command;       /* shows it again; NULL: no command does */
	const struct style *style; /* of text; NULL: all steps, without colours */
	const unsigned *needed;    /* reorderings that the failure needs; NULL: not known */
	const char *needs;         /* the same as a sentence; or NULL */
	const char *passes;        /* nothing fails: a sentence; NULL: something does */
};
/* Whether it is known that no such run has fewer context switches. */
bool trail_has_fewest(const struct trail *trail);
/* … fewer operations of its client, nor as many and fewer objects. */
bool trail_has_fewest_operations(const struct trail *trail);
void trail_write_text(const struct trail *trail, const struct trail_heading *heading, FILE *out);
/* Writes one JSON object on each line: doc/events.md. */
void trail_write_json(const struct trail *trail, const struct trail_heading *heading, FILE *out);

/* The path of the file that a replay has called PRINTED. */
const char *trail_path(struct gd_arena *arena, const struct ir_spec *spec, const char *printed);
/* The statement that begins at PLACE, on one line. "": the text is not available. */
const char *trail_statement(struct gd_arena *arena, const struct ir_spec *spec,
    const struct trail_place *place);

/* As `property' of trail_read: any limit of the model that a run reaches. */
#define TRAIL_LIMIT "limit"
/* The same for a run that has done all events of the guide of the model. */
#define TRAIL_GUIDED "guided"

#endif
