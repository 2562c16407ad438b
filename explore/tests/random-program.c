/* random-program.c: a program is up to four tasks with a few operations each. */
#include "explore/tests/random-program.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "explore/gcexplore.h"

enum { TASKS = 4, OPERATIONS = 4, LOCATIONS = 3, TOGETHER = 11, NO_PARENT = -1 };

enum kind {
	READ,
	WRITE,
	ADD,
	SWAP,
	CAS,
	AWAIT_VALUE,
	AWAIT_OTHER,
	ACQUIRE,
	RELEASE,
	CHOOSE,
	YIELD,
	ATOMIC,
	ASSUME,
	STOP,
	JOIN,
	AWAIT
};

struct operation {
	enum kind kind;
	unsigned location, a, b;
};

static struct {
	int parent; /* the task that makes it, after its own first operation */
	unsigned count;
	struct operation operations[OPERATIONS];
} tasks[TASKS];
static unsigned task_count;

static uint64_t memory[LOCATIONS], registers[TASKS];
static unsigned numbers[TASKS]; /* of gcx_spawn; 0: not made */

/* ---------------------------------------------------------------------- running one */
static void copy_to_next(void *of)
{
	const struct operation *operation = of;

	memory[(operation->location + 1) % LOCATIONS] = memory[operation->location] + operation->a;
}

static void got(unsigned task, uint64_t value)
{
	registers[task] = registers[task] * 5 + value;
}

static void join_some(unsigned task)
{
	for (unsigned child = 0; child < task_count; child++)
		if (tasks[child].parent == (int)task && numbers[child]) {
			gcx_join(numbers[child]);
			return;
		}
}

static void run_operation(unsigned task, struct operation *op)
{
	uint64_t *location = &memory[op->location];

	switch (op->kind) {
	case READ: got(task, gcx_read(location, 8)); return;
	case WRITE: gcx_write(location, 8, op->a); return;
	case ADD: got(task, gcx_modify(location, 8, GCX_ADD, op->a)); return;
	case SWAP: got(task, gcx_modify(location, 8, GCX_SWAP, op->a)); return;
	case CAS: got(task, gcx_cas(location, 8, op->a, op->b)); return;
	case AWAIT_VALUE: gcx_await_value(location, 8, op->a); return;
	case AWAIT_OTHER: gcx_await_other(location, 8, op->a); return;
	case ACQUIRE: gcx_acquire(location, 8, 1); return;
	case RELEASE: gcx_write(location, 8, 0); return;
	case CHOOSE: got(task, gcx_choose(2 + op->b % 2)); return;
	case YIELD: gcx_yield(); return;
	case ATOMIC: gcx_atomic(copy_to_next, op); return;
	case ASSUME: gcx_assume(registers[task] % 3 != op->a); return;
	case JOIN: join_some(task); return;
	case STOP:
		if (registers[task] % 4 == op->a)
			gcx_stop();
		return;
	case AWAIT:
		if (gcx_read(location, 8) != op->a)
			return;
		if (op->b > 0)
			gcx_modify(&memory[op->b - 1], 8, GCX_ADD, 1);
		gcx_await(location, 8);
		return;
	}
}

static void run_task(void *of)
{
	unsigned task = (unsigned)(uintptr_t)of;

	for (unsigned i = 0; i < tasks[task].count; i++) {
		run_operation(task, &tasks[task].operations[i]);
		for (unsigned child = task + 1; i == 0 && child < task_count; child++)
			if (tasks[child].parent == (int)task)
				numbers[child] = gcx_spawn(run_task, (void *)(uintptr_t)child);
	}
}

void random_program(void *unused)
{
	(void)unused;
	memset(memory, 0, sizeof memory);
	memset(registers, 0, sizeof registers);
	memset(numbers, 0, sizeof numbers);
	for (unsigned i = 0; i < task_count; i++)
		if (tasks[i].parent == NO_PARENT)
			numbers[i] = gcx_spawn(run_task, (void *)(uintptr_t)i);
}

uint64_t random_outcome(void)
{
	uint64_t hash = 7;

	for (unsigned i = 0; i < LOCATIONS; i++)
		hash = random_mix(hash, memory[i]);
	for (unsigned i = 0; i < TASKS; i++)
		hash = random_mix(hash, registers[i]);
	return hash;
}

/* ---------------------------------------------------------------------- making one */
static uint32_t number;

static unsigned below(unsigned count)
{
	number = number * 1103515245 + 12345;
	return (number >> 16) % count;
}

static enum kind some_kind(enum operations operations)
{
	static const enum kind kinds[] = { READ, READ, READ, WRITE, WRITE, WRITE, ADD, SWAP, CAS,
		CAS, AWAIT_VALUE, AWAIT_OTHER, ACQUIRE, RELEASE, RELEASE, CHOOSE, YIELD, ATOMIC,
		ASSUME, STOP, JOIN, AWAIT };
	static const unsigned counts[] = { 10, 15, sizeof kinds / sizeof *kinds };

	return kinds[below(counts[operations])];
}

void random_make(unsigned seed, enum operations operations)
{
	unsigned together = 0;

	number = seed * 2654435761u + 17;
	task_count = 2 + below(TASKS - 1);
	for (unsigned i = 0; i < task_count; i++) {
		tasks[i].parent = i > 1 && below(4) == 0 ? (int)below(i) : NO_PARENT;
		tasks[i].count = 1 + below(OPERATIONS);
		together += tasks[i].count;
		if (together > TOGETHER)
			tasks[i].count = 1;
		for (unsigned j = 0; j < tasks[i].count; j++)
			tasks[i].operations[j] = (struct operation){ some_kind(operations),
				below(LOCATIONS), below(3), below(3) };
	}
}

void random_print(void)
{
	static const char *const names[] = { "read", "write", "add", "swap", "cas", "await value",
		"await other", "acquire", "release", "choose", "yield", "atomic", "assume", "stop",
		"join", "await" };

	for (unsigned i = 0; i < task_count; i++) {
		printf("# task %u of %d:", i, tasks[i].parent);
		for (unsigned j = 0; j < tasks[i].count; j++) {
			const struct operation *op = &tasks[i].operations[j];

			printf(" %s(%u, %u, %u)", names[op->kind], op->location, op->a, op->b);
		}
		printf("\n");
	}
}
