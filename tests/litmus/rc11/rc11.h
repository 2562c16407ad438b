/* rc11.h: small random programs, and what RC11 lets come of them.
 *
 * Nothing here is shared with the models: programs are enumerated execution by
 * execution, and each is judged by the axioms as they are printed (Lahav et al.,
 * Repairing sequential consistency in C/C++11, without load buffering). */
#ifndef RC11_H
#define RC11_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MOST_THREADS = 4, MOST_OPS = 4, MOST_LOCATIONS = 3, MOST_READS = 8, MOST_EVENTS = 24 };

enum order { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
enum kind { LOAD, STORE, SWAP, FETCH_ADD, CAS, FENCE };

struct op {
	enum kind kind;
	enum order order, failure;
	int at, value, expected;
	int result; /* the register's number */
};

struct program {
	int threads, locations, registers;
	int count[MOST_THREADS];
	struct op ops[MOST_THREADS][MOST_OPS];
};

/* random.c: program INDEX, always the same, as a litmus test.  Its outcomes depend on seq_cst,
 * unless it has none. */
void random_program(unsigned index, struct program *program);
void print_program(const struct program *program, unsigned index, FILE *to);

/* ---- an execution: events, and relations between them */
typedef struct {
	uint32_t row[MOST_EVENTS];
} relation;

struct event {
	bool reads, writes, fence;
	enum order order;
	int at, thread; /* thread -1: the initial values */
	const struct op *op;
	int value; /* what it stored or found */
};

struct execution {
	int count;
	struct event events[MOST_EVENTS];
	uint32_t alike[MOST_EVENTS]; /* the accesses of the same location */
	relation sb, rf, mo, rmw;
};

/* axioms.c: whether a model allows the execution.  RC11 here has C++20's release sequences, which
 * do not continue with later stores of the same thread.  RC11_AS_PRINTED has those of the paper.
 * NO_ORDER has no axiom for seq_cst.  In FULL_ORDER everything that leads from one seq_cst event to
 * another orders them. */
enum axioms { RC11, RC11_AS_PRINTED, NO_ORDER, FULL_ORDER };
bool has_thin_air(const struct execution *execution);
bool is_coherent_alone(const struct execution *execution, int at); /* one location; necessary */
bool is_consistent(const struct execution *execution, enum axioms axioms);

/* enumerate.c: calls FOUND for each consistent execution, with the registers and the last values of
 * the locations.  So outcomes come more than once. */
typedef void found_function(void *context, const int *registers, const int *last);
void enumerate(const struct program *program, enum axioms axioms, found_function *found,
    void *context);

/* outcomes.c: the outcomes of a program, each once, as gcdsl litmus writes them. */
enum { MOST_OUTCOMES = 4096 };
struct outcomes {
	const struct program *program;
	int count;
	char *lines[MOST_OUTCOMES];
};
void find_outcomes(const struct program *program, enum axioms axioms, struct outcomes *outcomes);
void free_outcomes(struct outcomes *outcomes);

#endif
