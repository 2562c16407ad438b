/* sizes.h: what a litmus test needs of its memory module. */
#ifndef LITMUS_SIZES_H
#define LITMUS_SIZES_H

#include "compiler/ir/litmus.h"

struct litmus_sizes {
	/* windows (memory-buffers.pml) */
	size_t window;   /* entries of each thread; 0: nothing ever waits */
	bool is_bounded; /* a run could have more entries: then it reports it */
	bool is_plain, splits, rmw_waits, cas_waits;
	bool marks;     /* a fence takes an entry */
	size_t answers; /* loads that a thread has under way at once */
	/* histories (memory-c11.pml) */
	size_t messages, sc_events;
	bool acquires, releases, acquire_fences, release_fences, rmws, sc_fences, sc_accesses;
};
/* false: a thread has more loads under way at a time than there is room for. */
bool litmus_size(const struct ir_litmus *test, enum ir_memory memory, struct litmus_sizes *sizes);
/* The most entries that STMT puts into its thread's window. */
size_t litmus_entries(const struct ir_litmus *test, const struct ir_litmus_stmt *stmt,
    enum ir_memory memory);
/* Whether a blocking load of TEST is issued and received in two steps, because it may get the
 * answer of another load. */
bool litmus_receives(const struct ir_litmus *test, enum ir_memory memory);
/* Whether STMT is a read-modify-write that may wait, because its result is not used. */
bool litmus_rmw_waits(const struct ir_litmus_stmt *stmt, enum ir_memory memory);

#endif
