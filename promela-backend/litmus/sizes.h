/* sizes.h: what a litmus test needs of its memory module. */
#ifndef LITMUS_SIZES_H
#define LITMUS_SIZES_H

#include "compiler/ir/litmus.h"

struct litmus_sizes {
	/* windows (memory-buffers.pml) */
	size_t window;   /* entries of each thread; 0: nothing ever waits */
	bool is_bounded; /* a run could have more: it says so */
	bool is_plain, splits, rmw_waits, cas_waits;
	size_t answers; /* loads that a thread has under way at a time */
	/* histories (memory-c11.pml) */
	size_t messages, sc_events;
	bool acquires, releases, acquire_fences, release_fences, rmws, sc_fences, sc_accesses;
};
/* false: more loads of a thread are under way at a time than there is room for. */
bool litmus_size(const struct ir_litmus *test, enum ir_memory memory, struct litmus_sizes *sizes);
/* STMT puts entries into its thread's window: at most so many. */
size_t litmus_entries(const struct ir_litmus *test, const struct ir_litmus_stmt *stmt,
    enum ir_memory memory);
/* A blocking load of TEST is begun and received: it may get the answer to another. */
bool litmus_receives(const struct ir_litmus *test, enum ir_memory memory);
/* A read-modify-write whose result nobody looks at, and which may wait. */
bool litmus_rmw_waits(const struct ir_litmus_stmt *stmt, enum ir_memory memory);

#endif
