/* straight.c: programs without branches, by libgcexplore. */
#include "explore/tests/straight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void add_outcome(struct outcomes *outcomes, const struct outcome *outcome)
{
	if (outcomes->count == outcomes->room)
		outcomes->at = realloc(outcomes->at,
		    (outcomes->room = outcomes->room * 2 + 64) * sizeof *outcomes->at);
	outcomes->at[outcomes->count++] = *outcome;
}

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct outcome));
}

void sort_outcomes(struct outcomes *outcomes)
{
	size_t kept = 0;

	if (outcomes->count == 0)
		return;
	qsort(outcomes->at, outcomes->count, sizeof *outcomes->at, by_bytes);
	for (size_t i = 0; i < outcomes->count; i++)
		if (kept == 0 || by_bytes(&outcomes->at[i], &outcomes->at[kept - 1]) != 0)
			outcomes->at[kept++] = outcomes->at[i];
	outcomes->count = kept;
}

static bool gets(enum step_kind kind)
{
	return kind == LOAD || kind == SWAP || kind == CAS;
}

void print_outcome(const struct straight *program, const struct outcome *outcome)
{
	printf("#  ");
	for (unsigned i = 0; i < program->threads; i++)
		for (unsigned j = 0; j < program->count[i]; j++)
			if (gets(program->steps[i][j].kind))
				printf(" %u.%u=%u", i, j, outcome->got[i][j]);
	for (unsigned i = 0; i < LOCATIONS; i++)
		printf(" %c=%u", 'x' + i, outcome->memory[i]);
	printf("\n");
}

void print_straight(const struct straight *program)
{
	static const char *const kinds[] = { "", "load", "store", "swap", "cas", "fence" };
	static const char *const orders[] = { "rlx", "acq", "rel", "acq_rel", "sc" };

	for (unsigned i = 0; i < program->threads; i++) {
		printf("# thread %u:", i);
		for (unsigned j = 0; j < program->count[i]; j++) {
			const struct step *step = &program->steps[i][j];

			printf(" %s(%c, %u, %u, %s, %s)", kinds[step->kind], 'x' + step->at,
			    step->value, step->expected, orders[step->order],
			    orders[step->otherwise]);
		}
		printf("\n");
	}
}

/* ------------------------------------------------------------------------ exploring */
static const struct straight *running;
static struct outcomes *found;
static uint8_t memory[LOCATIONS];
static struct outcome now;

static uint8_t do_step(const struct step *step)
{
	uint8_t *at = &memory[step->at];

	switch (step->kind) {
	case NO_STEP: return 0;
	case LOAD: return (uint8_t)gcx_read_explicit(at, 1, step->order);
	case STORE: gcx_write_explicit(at, 1, step->value, step->order); return 0;
	case SWAP: return (uint8_t)gcx_modify_explicit(at, 1, GCX_SWAP, step->value, step->order);
	case CAS:
		return (uint8_t)gcx_cas_explicit(at, 1, step->expected, step->value, step->order,
		    step->otherwise);
	case FENCE: gcx_fence(step->order); return 0;
	}
	return 0;
}

static void run_thread(void *of)
{
	unsigned thread = (unsigned)(uintptr_t)of;

	for (unsigned i = 0; i < running->count[thread]; i++)
		now.got[thread][i] = do_step(&running->steps[thread][i]);
}

static void run(void *unused)
{
	(void)unused;
	memset(memory, 0, sizeof memory);
	memset(&now, 0, sizeof now);
	for (unsigned i = 0; i < running->threads; i++)
		gcx_spawn(run_thread, (void *)(uintptr_t)i);
}

static void completed(void *unused)
{
	(void)unused;
	memcpy(now.memory, memory, sizeof memory);
	add_outcome(found, &now);
}

void explore_straight(const struct straight *program, enum gcx_memory model,
    enum gcx_reduction reduction, bool declared, struct gcx_result *result,
    struct outcomes *outcomes)
{
	struct gcx_options options = { .memory = model,
		.reduction = reduction,
		.instrumented = declared,
		.complete = completed };

	running = program;
	found = outcomes;
	gcx_explore(&options, run, NULL, result);
	free(result->schedule);
	sort_outcomes(outcomes);
}
