/* frame.h: what tests that are in one model share: the memory module, and how outcomes are kept. */
#ifndef LITMUS_FRAME_H
#define LITMUS_FRAME_H

#include "promela-backend/facts/model.h"
#include "promela-backend/litmus/litmus.h"
#include "promela-backend/litmus/sizes.h"

struct litmus_frame { /* of one test, or of several under the same memory model */
	const struct ir_litmus *const *tests;
	size_t count;
	enum ir_memory memory;
	struct litmus_sizes sizes;           /* enough for each test */
	size_t locations, threads, observed; /* the most that a test has */
	bool has_critical;
};
struct litmus_model {         /* of one of these tests */
	struct pml_model pml; /* for `#line' and locations */
	struct gd_arena *arena;
	struct gd_out *out;
	const struct ir_litmus *test;
	const char *suffix; /* of names that each test of the model has; "": it has one test */
	enum ir_memory memory;
	const struct litmus_request *request;
	struct litmus_sizes sizes;
	bool has_room; /* nothing that a thread can hold back is left out, although it is bounded */
	size_t thread; /* the thread whose statements are being written */
	size_t counters; /* of its `repeat N' */
};

/* The frame of COUNT tests, of which the first is that of M. */
struct litmus_frame litmus_frame(struct litmus_model *m, const struct ir_litmus *const *tests,
    size_t count);
bool litmus_has_windows(const struct litmus_model *m);
bool litmus_counts_reorderings(const struct litmus_model *m);
/* The macro with the number of LOCATION. */
const char *litmus_at(const struct litmus_model *m, const char *location);
/* The macro with the number of a read-modify-write in a window. */
const char *litmus_rmw_macro(struct gd_arena *arena, enum ir_op op);

/* Write, in this order: the numbers of the locations of M's test; the memory; what outcomes are kept in. */
void litmus_put_locations(struct litmus_model *m);
void litmus_put_memory(struct litmus_model *m, const struct litmus_frame *frame);
void litmus_put_outcomes(struct litmus_model *m, const struct litmus_frame *frame);

/* parts of the model of one test: model.c */
/* false: there is none; M says why. */
bool litmus_model_begin(struct litmus_model *m);
/* What ends its runs, and its threads. */
void litmus_put_test(struct litmus_model *m);
/* The process that performs what waits and ends runs, of all tests of FRAME. */
void litmus_put_memory_process(struct litmus_model *models, const struct litmus_frame *frame);
/* Starts them. */
void litmus_put_runs(struct litmus_model *m);

#endif
