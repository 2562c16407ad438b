/* straight.h: programs without branches, and their outcomes, for the comparison of memory models. */
#ifndef STRAIGHT_H
#define STRAIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/gcexplore.h"

enum { THREADS = 4, STEPS = 4, LOCATIONS = 3 };

enum step_kind { NO_STEP, LOAD, STORE, SWAP, CAS, FENCE };

struct step {
	enum step_kind kind;
	unsigned at;
	uint8_t value, expected;         /* of a CAS */
	enum gcx_order order, otherwise; /* of a CAS that fails */
};

struct straight {
	unsigned threads, count[THREADS];
	struct step steps[THREADS][STEPS];
};

/* What the steps got, and the values of the locations at the end. */
struct outcome {
	uint8_t got[THREADS][STEPS], memory[LOCATIONS];
};

struct outcomes {
	struct outcome *at; /* sorted, each once, after sort_outcomes */
	size_t count, room;
};

void add_outcome(struct outcomes *outcomes, const struct outcome *outcome);
void sort_outcomes(struct outcomes *outcomes);
void print_outcome(const struct straight *program, const struct outcome *outcome);
void print_straight(const struct straight *program);

/* By libgcexplore.  DECLARED: as a program that declares all its accesses. */
void explore_straight(const struct straight *program, enum gcx_memory memory,
    enum gcx_reduction reduction, bool declared, struct gcx_result *result,
    struct outcomes *outcomes);
/* By a machine whose threads have windows, for GCX_SC, GCX_TSO, GCX_PSO (doc/memory.md). */
void run_windows(const struct straight *program, enum gcx_memory memory, struct outcomes *outcomes);
/* By RC11's axioms over all executions, with the release sequences of C++20. */
void enumerate_rc11(const struct straight *program, struct outcomes *outcomes);

#endif
