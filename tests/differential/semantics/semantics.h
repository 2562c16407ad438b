/* semantics.h: what a specification means, explored state by state.
 *
 * An interpreter of doc/language.md under sequential consistency, with any
 * number of workers.  It reads the JSON that `gcdsl compile X.gc --target json`
 * writes (doc/ir-json.md) and shares nothing with the backends: what they emit
 * is compared with it.  Every access to something that is shared is a step of
 * its own; so are each emit (a loop over all objects that only emits is one
 * step), each unit's claim, and the end of a unit where that can be told.
 *
 * What it prints, and what an observer of a real run may hand to sx_accept:
 *
 *	end a:mark=1,0=2 b:- roots=0,-1 marking=0 g=1
 *	stuck …
 *
 * is an outcome: for each cell `-` or its metadata and slots (all groups, counted
 * through, -1 null), the roots of all mutators, phases, ghosts. */
#ifndef SEMANTICS_H
#define SEMANTICS_H

#include <stdbool.h>
#include <stddef.h>
#include "compiler/base/arena.h"

struct sx_spec;

/* Reads SCENARIO (NULL: the first one) of the JSON in TEXT.  Returns NULL if it cannot be explored,
 * and *why has the reason. */
struct sx_spec *sx_read(struct gd_arena *arena, const char *text, size_t length,
    const char *scenario, const char **why);

/* Whether property NAME is of the form `always P', or several of these in one, where P does not ask
 * for units.  (An emit is a step of its own here, so states with fewer units exist.) */
bool sx_can_check(const struct sx_spec *spec, const char *name);

/* What a run can break.  Asserts are called `assert:NAME`. */
enum sx_check {
	SX_NO_FREED_ACCESS, /* also accesses through null, and freeing twice */
	SX_UNIT_UNIQUE,
	SX_NO_STRANDED,
	SX_CYCLE_ENDS, /* a deadlock, or a run without end */
	SX_STOPPED_ONCE, /* a stop while stopped, a resume while not stopped, a slot that is missing, … */
	SX_IN_RANGE, /* a number leaves the range of its type: then nothing is known */
	SX_ASSERT,
	SX_FAITHFUL, /* only if the specification has this property */
	SX_PROPERTY, /* a property of the specification: sx_can_check */
	SX_CHECKS
};
extern const char *const sx_check_name[SX_CHECKS]; /* "no_freed_access", …, "assert" */

/* What an observer of a run sees; the words of events, in the order of a step:
 *
 *	request CYCLE          a script, a kernel or the environment asks (also when asked already)
 *	begin CYCLE            then `open` of its buckets, then phases
 *	end CYCLE              then `phase P 0` of the intervals that go off; no `close`
 *	open BUCKET            then, when nothing is in it and it opens `whenever`, `close`
 *	close BUCKET           in the step that drains it (`whenever`), or one of its own
 *	phase PHASE 0|1        it has changed
 *	units KIND=n …         how many units of each kind have been run: all kinds, in the
 *	                       order of declaration; last but one, and it may be left out
 *	outcome end …          last, and it may be left out
 *	outcome stuck … */
enum sx_seen {
	SX_SEEN_REQUESTS = 1,
	SX_SEEN_CYCLES = 2,
	SX_SEEN_BUCKETS = 4,
	SX_SEEN_PHASES = 8,
	SX_SEEN_ALL = 15
};

/* A place of the specification: that of a statement (also for an `if' that is answered), of an action of a
 * script, or of a declaration. */
enum sx_reached_what { SX_RUNS, SX_TRUE, SX_FALSE, SX_OPENS, SX_CLOSES, SX_BEGINS, SX_ENDS };
struct sx_reached {
	enum sx_reached_what what;
	unsigned line, column;
	bool is; /* some run has come there */
};

enum { SX_LATE_WORKERS = 2, SX_LATE_STORES = 2 };
struct sx_options {
	unsigned long max_states; /* 0: a million */
	unsigned workers;         /* of each kind at once; 0: any number */
	unsigned unchecked;       /* 1 << enum sx_check: a run continues after these (never after
				   * SX_NO_FREED_ACCESS or SX_IN_RANGE); without SX_CYCLE_ENDS a
				   * deadlock is an outcome */
	const char *const *properties;
	size_t property_count;  /* also checked */
	unsigned idle_mutators; /* further ones that `for m : mutator` visits: always
	                                  inactive, without roots; workers run their units */
	unsigned joiners;       /* further ones that join and leave at any moment */
	bool drops_first;       /* who leaves drops its roots before, one by one, as programs do */
	unsigned collects; /* how often an allocation may request a cycle and wait for its end */
	/* Under this memory model stores of workers may be late: at most SX_LATE_STORES of each, and of so many
	 * workers at a time. */
	enum sx_late { SX_NOT_LATE, SX_TSO, SX_PSO, SX_RELAXED } late;
	bool early_loads; /* loads may come before earlier loads of their unit or operation */
	bool emits_apart; /* also where what follows an emit fails, see run.c */
	unsigned seen;    /* for sx_accept: enum sx_seen, the events that the trace has */
};

/* The result of exploring every execution. */
struct sx_exploration {
	bool complete; /* false: max_states, or `why` */
	const char *why;
	unsigned long states, steps;
	bool failed[SX_CHECKS]; /* some run breaks it first, and ends there */
	bool endless;           /* SX_CYCLE_ENDS because a run returns to a state */
	const char **asserts;
	size_t assert_count; /* that failed: names, sorted */
	const char **properties;
	size_t property_count; /* the same */
	const char **outcomes;
	size_t outcome_count;              /* sorted, each once */
	struct sx_reached *const *reached; /* the specification's, until it is explored again */
	size_t reached_count;
};
void sx_explore(struct gd_arena *arena, const struct sx_spec *spec,
    const struct sx_options *options, struct sx_exploration *result);

/* Whether there is an execution with exactly these events. */
enum sx_answer { SX_ACCEPTED, SX_REFUSED, SX_UNDECIDED /* max_states */ };
struct sx_acceptance {
	enum sx_answer is;
	unsigned long states; /* of all positions of the trace together */
	/* if it is refused: */
	size_t event; /* the first that no execution has */
	const char **possible;
	size_t possible_count; /* events that were possible there, sorted; for a run that breaks a
			        * check: `fails CHECK` */
	const char **path;
	size_t path_count; /* the steps to one of the states before it */
};
void sx_accept(struct gd_arena *arena, const struct sx_spec *spec, const struct sx_options *options,
    const char *const *events, size_t count, struct sx_acceptance *result);

/* The steps of one execution that ends with OUTCOME.  If OUTCOME is NULL, of one that breaks CHECK.
 * NULL: none was found. */
const char **sx_story(struct gd_arena *arena, const struct sx_spec *spec,
    const struct sx_options *options, const char *outcome, enum sx_check check, size_t *count);

#endif
