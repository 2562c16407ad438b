/* api.c: what a program calls.  Each operation is announced to the scheduler, which goes on with
 * the task when it is the one to take a step, and has done the operation then. */
#include "explore/src/explorer.h"

static struct task *self(void)
{
	return &gcx_explorer->tasks[gcx_explorer->self];
}

static void leave(struct task *task)
{
	gcx_coroutine_switch(&task->context, &gcx_explorer->scheduler);
}

static uint64_t announce(struct operation operation)
{
	struct task *task = self();

	task->next = operation;
	leave(task);
	return task->next.result;
}

static struct operation on(enum operation_kind kind, const volatile void *location, unsigned size)
{
	return (struct operation){ .kind = kind, .at = (uintptr_t)location, .size = size };
}

unsigned gcx_spawn(void (*body)(void *), void *argument)
{
	unsigned number = gcx_add_task(gcx_explorer, body, argument);

	if (number < GCX_TASKS)
		return number;
	gcx_fail(gcx_explorer, GCX_MISUSE, "there are more than %d tasks", GCX_TASKS);
	leave(self());
	return 0;
}

void gcx_join(unsigned task)
{
	announce((struct operation){ .kind = OP_JOIN, .task = task });
}

unsigned gcx_self(void)
{
	return gcx_explorer->self;
}

uint64_t gcx_read(const volatile void *location, unsigned size)
{
	return announce(on(OP_READ, location, size));
}

void gcx_write(volatile void *location, unsigned size, uint64_t value)
{
	struct operation operation = on(OP_WRITE, location, size);

	operation.value = value;
	announce(operation);
}

uint64_t gcx_modify(volatile void *location, unsigned size, enum gcx_modify how, uint64_t value)
{
	struct operation operation = on(OP_MODIFY, location, size);

	operation.how = how;
	operation.value = value;
	return announce(operation);
}

uint64_t gcx_cas(volatile void *location, unsigned size, uint64_t expected, uint64_t value)
{
	struct operation operation = on(OP_CAS, location, size);

	operation.expected = expected;
	operation.value = value;
	return announce(operation);
}

/* With tmc the task is not ready from here on, and the wake-up is a step of its own. */
void gcx_await(const volatile void *location, unsigned size)
{
	struct explorer *x = gcx_explorer;
	struct location *awaited = gcx_find_location(&x->locations, (uintptr_t)location);
	struct operation operation = on(OP_AWAIT, location, size);

	if (x->options.tmc && awaited) {
		awaited->waiting |= 1u << x->self;
		self()->state = AWAITING;
		leave(self());
		return;
	}
	operation.since = awaited ? (unsigned)awaited->version_count : 0;
	announce(operation);
}

static void await(enum operation_kind kind, const volatile void *location, unsigned size,
    uint64_t value)
{
	struct operation operation = on(kind, location, size);

	operation.expected = value;
	announce(operation);
}

void gcx_await_value(const volatile void *location, unsigned size, uint64_t value)
{
	await(OP_AWAIT_VALUE, location, size, value);
}

void gcx_await_other(const volatile void *location, unsigned size, uint64_t value)
{
	await(OP_AWAIT_OTHER, location, size, value);
}

void gcx_acquire(volatile void *location, unsigned size, uint64_t value)
{
	struct operation operation = on(OP_ACQUIRE, location, size);

	operation.value = value;
	announce(operation);
}

void gcx_yield(void)
{
	announce((struct operation){ .kind = OP_YIELD });
}

void gcx_atomic(void (*body)(void *), void *argument)
{
	announce((struct operation){ .kind = OP_ATOMIC, .body = body, .argument = argument });
}

unsigned gcx_choose(unsigned count)
{
	if (count > 0 && count <= GCX_CHOICES)
		return (unsigned)announce((struct operation){ .kind = OP_CHOOSE, .count = count });
	gcx_fail(gcx_explorer, GCX_MISUSE, "gcx_choose(%u): from 1 to %d", count, GCX_CHOICES);
	leave(self());
	return 0;
}

void gcx_assume(bool holds)
{
	if (holds)
		return;
	self()->state = ASSUMING;
	leave(self());
}

void gcx_check(bool holds, const char *what, const char *file, int line)
{
	if (holds)
		return;
	gcx_fail(gcx_explorer, GCX_ASSERTION, "%s:%d: %s", file, line, what);
	leave(self());
}

/* A step that depends on every other: what the other tasks would do next could have come first. */
void gcx_stop(void)
{
	gcx_yield();
	gcx_explorer->stopped = true;
	leave(self());
	__builtin_unreachable();
}
