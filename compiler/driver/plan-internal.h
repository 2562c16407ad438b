/* plan-internal.h: what the parts of making a plan share. */
#ifndef DRIVER_PLAN_INTERNAL_H
#define DRIVER_PLAN_INTERNAL_H

#include "compiler/driver/plan.h"

struct lowered { /* an IR that was needed */
	const struct sem_variant *variant;
	bool is_whole;     /* it has all scenarios; else those whose mutators run … */
	unsigned barriers; /* … the barriers of these bits, and no others */
	const struct ir_spec *ir;
};
struct planner {
	struct plan *plan;
	struct gd_arena *arena;
	struct syn_context *context;
	const struct plan_filter *filter;
	GD_VEC(struct lowered) lowered;
	const struct ir_spec *tests; /* with the litmus tests; NULL: there are none */
	bool failed;                 /* a message has been written */
	bool quiet;
	const char *why;               /* if quiet: the message that is not written */
	const struct syn_decl *mutant; /* of the last cell */
	size_t group;
};

/* Writes an error of P's file, or keeps it if P is quiet.  P has failed then. */
void plan_complain(struct planner *p, const char *help, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- plan-lower.c
 * The IR of VARIANT with SCENARIO and the others that run the same barriers, without kernels that never run there.  The
 * one with all scenarios if SCENARIO is NULL, or VARIANT has no such scenario.  Returns NULL after a message; P has
 * failed then.  Lowers once for each variant and set of barriers. */
const struct ir_spec *plan_lower(struct planner *p, const struct sem_variant *variant,
    const char *scenario);
/* The scenario of IR with this name, or NULL. */
const struct ir_scenario *plan_find_scenario(const struct ir_spec *ir, const char *name);

/* ---- plan-filter.c: what the options of the command line select */
bool plan_wants_cell(const struct planner *p, const struct sem_cell *cell);
bool plan_wants_property(const struct planner *p, const char *name);
bool plan_wants_memory(const struct planner *p, const char *name);
/* A litmus test. */
bool plan_wants_test(const struct planner *p, const char *name);
/* Reports words of the filter that fit none of CELLS and none of the litmus tests, and notes which words of
 * the filter around it fit. */
void plan_check_filter(struct planner *p, const struct sem_cell *cells, size_t count);

#endif
