/* simplest.h: a counterexample with as few reorderings as possible, then as few context switches, then as
 * few operations of the most general client, then as few objects.
 *
 * A reordering of a run is a store that an access of its own thread, later in its program, has
 * overtaken (doc/model.md, "Reorderings").  Models with at most 0, 1, 2 … reorderings are searched
 * until one of them fails, so it is known that the failure needs so many.  A run without any
 * reordering is one of sc: this is the model that is searched first. */
#ifndef DRIVER_SIMPLEST_H
#define DRIVER_SIMPLEST_H

#include "compiler/driver/litmus.h"
#include "compiler/driver/verify.h"
#include "trace/marks.h"
#include "trace/operations.h"

struct simplest {
	enum { SIMPLEST_NOT_COUNTED, SIMPLEST_FOUND, SIMPLEST_NOT_FOUND, SIMPLEST_UNKNOWN } is;
	unsigned needed;       /* FOUND: so many are needed; UNKNOWN: at least so many */
	bool is_limited;       /* fewer were not tried: `needed' is a limit */
	const char *why;       /* UNKNOWN: the reason */
	bool has_run;          /* there is a simpler run than that of the first search */
	bool is_short;         /* it was searched for few switches, or for few steps */
	enum ir_memory memory; /* of this run: sc, if no reordering is needed */
	enum ir_memory asked;  /* of the cell */
	struct camp_result result;
	bool counts_switches;   /* few context switches were searched for */
	bool counts_operations; /* the cell is of a most general client */
	int interrupted_by;     /* the signal that ended the search; 0: none did */
};

/* Searches the simplest run in which CHECK fails.  Its job has been searched; if that was a search to a limit
 * of the model, a short run to a limit.  Where the run has few switches the first search need not look for a
 * short one: the plan's filter asks for that only if no simpler run is wanted (`raw').  false: nothing could be run, and a message was
 * written, unless a signal ended the search. */
bool simplest_of_check(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_cell *cell, const struct plan_check *check, struct simplest *simplest);
/* … that ends as SOUGHT says. */
bool simplest_of_litmus(const struct verify_arguments *a, const struct plan *plan,
    const struct plan_litmus *cell, const struct litmus_sought *sought, struct simplest *simplest);
/* "1 reordering is needed".  FAILS: "fails" or "happens", of what the run shows.  NULL: there is
 * nothing to say. */
const char *simplest_text(struct gd_arena *arena, const struct simplest *simplest,
    const char *fails);
/* "4 context switches: no such run has fewer".  NULL: there is nothing to say. */
const char *simplest_switches(struct gd_arena *arena, const struct simplest *simplest,
    size_t switches, bool is_fewest);

/* "2 operations of mutators, 1 object: no such run has fewer operations …".  NULL: there is nothing to
 * say. */
const char *simplest_operations(struct gd_arena *arena, const struct simplest *simplest,
    const struct operations *operations, bool is_fewest);

/* The reorderings of a run, from its marks. */
enum { SIMPLEST_STORES = 8 };
struct simplest_stores {
	const struct marks_store *at[SIMPLEST_STORES];
	size_t count;
};
/* Adds the stores with a mark A among the marks of a step. */
void simplest_add(struct simplest_stores *stores, const struct marks_red *red, size_t count);
/* ": `x = 1` of thread 1 (step 1), which its later load of y (step 2) overtakes"; "" if these are
 * not NEEDED stores, or there is none. */
const char *simplest_which(struct gd_arena *arena, const struct simplest_stores *stores,
    size_t needed);

#endif
