/* random-program.c: a program is up to four tasks with a few operations each; or more, if some are
 * alike. */
#include "explore/tests/random-program.h"

#include <stdio.h>
#include <string.h>
#include "explore/gcexplore.h"

enum { TASKS = 4, OPERATIONS = 4, LOCATIONS = 3, TOGETHER = 11, MOST_TIMES = 3, NO_PARENT = -1 };

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
	AWAIT,
	FENCE
};

struct operation {
	enum kind kind;
	unsigned location, a, b;
	enum gcx_order order;
};

static struct {
	int parent;     /* the task that makes it, after its own first operation */
	unsigned times; /* how many it makes */
	unsigned count;
	struct operation operations[OPERATIONS];
} tasks[TASKS];
static unsigned task_count;
static bool has_atomic;

static uint64_t memory[LOCATIONS];
/* Of the task with this number. */
static struct {
	bool made;
	unsigned kind; /* an index of `tasks' */
	uint64_t value;
	unsigned children[TASKS * MOST_TIMES], child_count;
} registers[GCX_TASKS];

/* ---------------------------------------------------------------------- running one */
static void copy_to_next(void *of)
{
	const struct operation *operation = of;

	memory[(operation->location + 1) % LOCATIONS] = memory[operation->location] + operation->a;
}

static void got(unsigned task, uint64_t value)
{
	registers[task].value = registers[task].value * 5 + value;
}

/* The first child, with all that are alike. */
static void join_some(unsigned task)
{
	const unsigned *children = registers[task].children;

	for (unsigned i = 0; i < registers[task].child_count; i++)
		if (registers[children[i]].kind == registers[children[0]].kind)
			gcx_join(children[i]);
}

static void run_operation(unsigned task, struct operation *op)
{
	uint64_t *location = &memory[op->location];

	switch (op->kind) {
	case READ: got(task, gcx_read_explicit(location, 8, op->order)); return;
	case WRITE: gcx_write_explicit(location, 8, op->a, op->order); return;
	case ADD: got(task, gcx_modify_explicit(location, 8, GCX_ADD, op->a, op->order)); return;
	case SWAP: got(task, gcx_modify_explicit(location, 8, GCX_SWAP, op->a, op->order)); return;
	case CAS:
		got(task, gcx_cas_explicit(location, 8, op->a, op->b, op->order, GCX_RELAXED));
		return;
	case FENCE: gcx_fence(op->order); return;
	case AWAIT_VALUE: gcx_await_value(location, 8, op->a); return;
	case AWAIT_OTHER: gcx_await_other(location, 8, op->a); return;
	case ACQUIRE: gcx_acquire(location, 8, 1); return;
	case RELEASE: gcx_write_explicit(location, 8, 0, op->order); return;
	case CHOOSE: got(task, gcx_choose(2 + op->b % 2)); return;
	case YIELD: gcx_yield(); return;
	case ATOMIC:
		if (has_atomic)
			gcx_atomic(copy_to_next, op);
		return;
	case ASSUME: gcx_assume(registers[task].value % 3 != op->a); return;
	case JOIN: join_some(task); return;
	case STOP:
		if (registers[task].value % 4 == op->a)
			gcx_stop();
		return;
	case AWAIT:
		if (gcx_read_explicit(location, 8, op->order) != op->a)
			return;
		if (op->b > 0)
			gcx_modify(&memory[op->b - 1], 8, GCX_ADD, 1);
		gcx_await(location, 8);
		return;
	}
}

static void run_task(void *of);

static void make_children(unsigned task, int parent)
{
	for (unsigned kind = 0; kind < task_count; kind++)
		for (unsigned i = 0; tasks[kind].parent == parent && i < tasks[kind].times; i++) {
			unsigned child = gcx_spawn(run_task, &tasks[kind]);

			if (child == 0)
				return;
			registers[child].made = true;
			registers[child].kind = kind;
			registers[task].children[registers[task].child_count++] = child;
		}
}

static void run_task(void *of)
{
	unsigned task = gcx_self(), kind = registers[task].kind;

	(void)of;
	for (unsigned i = 0; i < tasks[kind].count; i++) {
		run_operation(task, &tasks[kind].operations[i]);
		if (i == 0)
			make_children(task, (int)kind);
	}
}

void random_program(void *unused)
{
	(void)unused;
	memset(memory, 0, sizeof memory);
	memset(registers, 0, sizeof registers);
	make_children(0, NO_PARENT);
}

/* Which of several tasks that are alike has which value makes no difference. */
uint64_t random_outcome(void)
{
	uint64_t hash = 7, sum = 0;

	for (unsigned i = 0; i < LOCATIONS; i++)
		hash = random_mix(hash, memory[i]);
	for (unsigned i = 1; i < GCX_TASKS; i++)
		if (registers[i].made)
			sum += random_mix(registers[i].kind, registers[i].value);
	return random_mix(hash, sum);
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

/* The halves of an order that an operation does not have do no harm. */
static enum gcx_order some_order(void)
{
	static const enum gcx_order orders[] = { GCX_RELAXED, GCX_RELAXED, GCX_RELAXED, GCX_ACQUIRE,
		GCX_RELEASE, GCX_ACQ_REL, GCX_SEQ_CST, GCX_SEQ_CST };

	return orders[below(sizeof orders / sizeof *orders)];
}

static void weaken(struct operation *operation)
{
	operation->order = some_order();
	if (below(8) == 0)
		operation->kind = FENCE;
}

void random_make(unsigned seed, enum operations operations, enum gcx_memory memory)
{
	bool weak = memory != GCX_SC;
	unsigned together = 0;

	has_atomic = memory != GCX_C11;
	number = seed * 2654435761u + 17;
	task_count = 2 + below(TASKS - 1);
	for (unsigned i = 0; i < task_count; i++) {
		tasks[i].parent = i > 1 && below(4) == 0 ? (int)below(i) : NO_PARENT;
		tasks[i].times = 1;
		tasks[i].count = 1 + below(OPERATIONS);
		together += tasks[i].count;
		if (together > TOGETHER)
			tasks[i].count = 1;
		for (unsigned j = 0; j < tasks[i].count; j++) {
			tasks[i].operations[j] = (struct operation){ some_kind(operations),
				below(LOCATIONS), below(3), below(3), GCX_SEQ_CST };
			if (weak)
				weaken(&tasks[i].operations[j]);
		}
	}
}

void random_make_alike(unsigned seed, enum operations operations)
{
	random_make(seed, operations, GCX_SC);
	for (unsigned i = 0; i < task_count; i++)
		tasks[i].times = 1 + below(MOST_TIMES);
}

void random_print(void)
{
	static const char *const names[] = { "read", "write", "add", "swap", "cas", "await value",
		"await other", "acquire", "release", "choose", "yield", "atomic", "assume", "stop",
		"join", "await", "fence" };
	static const char *const orders[] = { "rlx", "acq", "rel", "acq_rel", "sc" };

	for (unsigned i = 0; i < task_count; i++) {
		printf("# task %u of %d, %u times:", i, tasks[i].parent, tasks[i].times);
		for (unsigned j = 0; j < tasks[i].count; j++) {
			const struct operation *op = &tasks[i].operations[j];

			printf(" %s(%u, %u, %u, %s)", names[op->kind], op->location, op->a, op->b,
			    orders[op->order]);
		}
		printf("\n");
	}
}
