/* api.c: what a program calls.  Each operation is announced to the scheduler, which goes on with
 * the task when it is the one to take a step, and has done the operation then. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "explore/src/explorer.h"

static struct task *self(void)
{
	return &gcx_explorer->tasks[gcx_explorer->self];
}

/* Goes on with the scheduler; from elsewhere than a task, with the caller. */
static void leave(void)
{
	if (gcx_explorer->in_task)
		gcx_coroutine_switch(&self()->context, &gcx_explorer->scheduler);
}

/* Outside gcx_explore there is nobody to whom a mistake could be reported. */
static void need_program(const char *function)
{
	if (gcx_explorer)
		return;
	fprintf(stderr, "gcexplore: %s is called outside gcx_explore\n", function);
	abort();
}

/* Reports a wrong use unless RIGHT. */
static bool demand(bool right, const char *function, const char *what)
{
	need_program(function);
	if (gcx_explorer->in_task && right)
		return true;
	gcx_fail(gcx_explorer, GCX_MISUSE, "%s: %s", function,
	    gcx_explorer->in_task ? what : "only tasks may call it");
	leave();
	return false;
}

static const void *take_place(void)
{
	const void *place = gcx_explorer->place;

	gcx_explorer->place = NULL;
	gcx_explorer->stack_end = 0;
	return place;
}

static uint64_t announce(const struct operation *operation)
{
	struct task *task = self();

	task->next = *operation;
	task->live = gcx_explorer->stack_end;
	task->next.place = take_place();
	if (gcx_guard_of(operation) != ALWAYS) {
		task->next.gives_up = task->impatient;
		task->impatient = task->gave_up = false;
	}
	leave();
	task->live = 0;
	return task->next.result;
}

/* ---------------------------------------------------------------------- memory */
static uint64_t cut(uint64_t value, unsigned size)
{
	return size < 8 ? value & ((UINT64_C(1) << size * 8) - 1) : value;
}

static bool is_location(const volatile void *location, unsigned size)
{
	return location && (size == 1 || size == 2 || size == 4 || size == 8) &&
	    ((uintptr_t)location & (size - 1)) == 0;
}

/* What the task has stored there must be in memory: it waits for its store buffer. */
static void drain(uintptr_t at, size_t size)
{
	const struct operation operation = { .kind = OP_FENCE, .order = GCX_SEQ_CST };
	const void *place = take_place();

	if (gcx_is_buffered(gcx_explorer, gcx_explorer->self, at, size))
		announce(&operation);
	gcx_explorer->place = place;
}

/* The name of the location of an operation: Note [Objects]. */
static uintptr_t locate(uintptr_t at, unsigned size)
{
	if (gcx_object_conflicts(gcx_explorer, at, size)) {
		if (gcx_has_buffers(gcx_explorer))
			drain(at, size);
		gcx_end_objects(gcx_explorer, at, size);
	}
	return gcx_object_location(gcx_explorer, at, size);
}

static bool may_write(enum operation_kind kind)
{
	return kind == OP_WRITE || kind == OP_MODIFY || kind == OP_CAS || kind == OP_ACQUIRE ||
	    kind == OP_MODIFY_CLEAR || kind == OP_MODIFY_OTHER;
}

/* The scheduler does the operation.  If the memory is not there, or is read-only, then it is the task that must
 * crash, and so the task accesses it first.  It leaves what is there. */
static void touch(const volatile void *location, unsigned size, bool writes)
{
	volatile char *first = (volatile char *)(uintptr_t)location, *last = first + size - 1;
	char before, after;

	if (!location)
		gcx_error("task %u accesses 0, where there is no memory for it", gcx_self());
	before = *first;
	after = *last;
	if (!writes)
		return;
	*first = before;
	*last = after;
}

static uint64_t access(const char *function, struct operation operation,
    const volatile void *location)
{
	if (gcx_explorer && gcx_explorer->in_task && gcx_explorer->options.instrumented)
		touch(location, operation.size, may_write(operation.kind));
	operation.expected = cut(operation.expected, operation.size);
	operation.value = cut(operation.value, operation.size);
	if (!demand(is_location(location, operation.size), function,
		"a location has 1, 2, 4 or 8 bytes, and is a multiple of that"))
		return 0;
	operation.at = locate((uintptr_t)location, operation.size);
	return announce(&operation);
}
#define ACCESS(location, ...) access(__func__, (struct operation){ __VA_ARGS__ }, location)

uint64_t gcx_read_explicit(const volatile void *location, unsigned size, enum gcx_order order)
{
	return ACCESS(location, .kind = OP_READ, .size = size, .order = order);
}

uint64_t gcx_read(const volatile void *location, unsigned size)
{
	return gcx_read_explicit(location, size, GCX_SEQ_CST);
}

void gcx_write_explicit(volatile void *location, unsigned size, uint64_t value,
    enum gcx_order order)
{
	ACCESS(location, .kind = OP_WRITE, .size = size, .value = value, .order = order);
}

void gcx_write(volatile void *location, unsigned size, uint64_t value)
{
	gcx_write_explicit(location, size, value, GCX_SEQ_CST);
}

uint64_t gcx_modify_explicit(volatile void *location, unsigned size, enum gcx_modify how,
    uint64_t value, enum gcx_order order)
{
	if (!demand(how >= GCX_SWAP && how <= GCX_NAND, __func__, "there is no such modification"))
		return 0;
	return ACCESS(location, .kind = OP_MODIFY, .how = how, .size = size, .value = value,
	    .order = order);
}

uint64_t gcx_modify(volatile void *location, unsigned size, enum gcx_modify how, uint64_t value)
{
	return gcx_modify_explicit(location, size, how, value, GCX_SEQ_CST);
}

uint64_t gcx_cas_explicit(volatile void *location, unsigned size, uint64_t expected, uint64_t value,
    enum gcx_order order, enum gcx_order otherwise)
{
	return ACCESS(location, .kind = OP_CAS, .size = size, .expected = expected, .value = value,
	    .order = order, .otherwise = otherwise);
}

uint64_t gcx_cas(volatile void *location, unsigned size, uint64_t expected, uint64_t value)
{
	return gcx_cas_explicit(location, size, expected, value, GCX_SEQ_CST, GCX_SEQ_CST);
}

/* ---------------------------------------------------------------------- signals */
static uint64_t signal(const char *function, struct operation operation, const uint32_t *at)
{
	operation.size = sizeof *at;
	operation.is_signal = true;
	if (!demand(!gcx_has_views(gcx_explorer), function, "there are no signals under C11"))
		return 0;
	return access(function, operation, at);
}

void gcx_signal(uint32_t *at, uint32_t value)
{
	signal(__func__, (struct operation){ .kind = OP_WRITE, .value = value }, at);
}

bool gcx_take_signal(uint32_t *at, uint32_t expected, uint32_t value)
{
	return signal(__func__,
		   (struct operation){ .kind = OP_CAS, .expected = expected, .value = value },
		   at) == expected;
}

uint32_t gcx_see_signal(const uint32_t *at)
{
	return (uint32_t)signal(__func__, (struct operation){ .kind = OP_READ }, at);
}

void gcx_await_signal(const uint32_t *at, uint32_t value)
{
	signal(__func__, (struct operation){ .kind = OP_AWAIT_VALUE, .expected = value }, at);
}

/* Memory is sequentially consistent without it. */
void gcx_fence(enum gcx_order order)
{
	const struct operation operation = { .kind = OP_FENCE, .order = order };

	if (demand(true, __func__, ""))
		announce(&operation);
}

void *gcx_allocate(size_t size)
{
	return gcx_allocate_aligned(size, 1);
}

void *gcx_allocate_aligned(size_t size, size_t alignment)
{
	void *made;

	if (!demand(size > 0, "gcx_allocate", "a block has at least one byte"))
		return NULL;
	self()->spin.writes = true;
	made = gcx_heap_allocate(&gcx_explorer->heap, gcx_explorer->self, size, alignment,
	    self()->sync.now.of[gcx_explorer->self], take_place());
	if (!made)
		demand(false, "gcx_allocate", "a task can allocate 64 MiB in an execution");
	return made;
}

void gcx_free(void *memory)
{
	if (!demand(memory != NULL, __func__, "null is no block"))
		return;
	self()->spin.writes = true;
	if (!gcx_free_memory(gcx_explorer, (uintptr_t)memory, take_place()))
		leave();
}

void gcx_is_new(const void *block)
{
	struct block *found = gcx_heap_block(&gcx_explorer->heap, (uintptr_t)block);

	if (found)
		found->is_new = true;
}

size_t gcx_have_values(const void *at, size_t size, bool *valued)
{
	size_t count = 1;

	*valued = true;
	if (!gcx_explorer->options.finds_uninitialised)
		return size;
	*valued = gcx_has_value(gcx_explorer, (uintptr_t)at, 1);
	while (count < size && gcx_has_value(gcx_explorer, (uintptr_t)at + count, 1) == *valued)
		count++;
	return count;
}

size_t gcx_size(const void *block)
{
	const struct block *found = gcx_heap_block(&gcx_explorer->heap, (uintptr_t)block);

	return found ? found->size : 0;
}

static bool is_on_own_stack(uintptr_t at)
{
	return at - (uintptr_t)self()->context.stack < self()->context.stack_size;
}

static void plain(const char *function, uintptr_t at, size_t size, bool writes)
{
	if (!demand(size > 0, function, "nothing is accessed"))
		return;
	/* the program accesses memory itself */
	if (gcx_has_buffers(gcx_explorer))
		drain(at, size);
	if (!is_on_own_stack(at)) {
		self()->spin.writes |= writes;
		gcx_spin_look(&self()->spin);
	}
	if (!gcx_access_memory(gcx_explorer, at, size, writes, false, take_place()))
		leave();
	/* the history of what was there would not have this */
	if (writes && gcx_has_views(gcx_explorer) && gcx_has_history(gcx_explorer, at, size) &&
	    !gcx_end_objects(gcx_explorer, at, size))
		demand(false, function,
		    "under C11's memory, a location that operations of other tasks access at the "
		    "same time is written by operations only");
}

void gcx_plain_read(const volatile void *at, size_t size)
{
	plain(__func__, (uintptr_t)at, size, false);
}

void gcx_plain_write(volatile void *at, size_t size)
{
	plain(__func__, (uintptr_t)at, size, true);
}

void gcx_name(const volatile void *location, size_t size, const char *name)
{
	need_program(__func__);
	if (demand(location && size > 0 && name, __func__, "a location and a name are needed"))
		gcx_add_name(gcx_explorer, (uintptr_t)location, size, name);
}

/* ---------------------------------------------------------------------- waiting */
/* With tmc the task is not ready from here on, and the wake-up is a step of its own. */
void gcx_await(const volatile void *location, unsigned size)
{
	struct operation operation = { .kind = OP_AWAIT, .at = (uintptr_t)location, .size = size };
	struct location *awaited;

	need_program(__func__);
	operation.at = gcx_object_location(gcx_explorer, operation.at, size);
	awaited = gcx_find_location(&gcx_explorer->locations, operation.at);
	if (!demand(awaited && awaited->size == size && awaited->seen[gcx_explorer->self], __func__,
		"the task has not accessed the location before"))
		return;
	if (gcx_explorer->options.tmc) {
		awaited->waiting |= 1u << gcx_explorer->self;
		self()->state = AWAITING;
		leave();
		return;
	}
	operation.since = awaited->seen[gcx_explorer->self] - 1;
	announce(&operation);
}

void gcx_await_value_explicit(const volatile void *location, unsigned size, uint64_t value,
    enum gcx_order order)
{
	ACCESS(location, .kind = OP_AWAIT_VALUE, .size = size, .expected = value, .order = order);
}

void gcx_await_value(const volatile void *location, unsigned size, uint64_t value)
{
	gcx_await_value_explicit(location, size, value, GCX_SEQ_CST);
}

void gcx_await_other(const volatile void *location, unsigned size, uint64_t value)
{
	ACCESS(location, .kind = OP_AWAIT_OTHER, .size = size, .expected = value,
	    .order = GCX_SEQ_CST);
}

void gcx_await_clear(const volatile void *location, unsigned size, uint64_t bits)
{
	ACCESS(location, .kind = OP_AWAIT_CLEAR, .size = size, .expected = bits,
	    .order = GCX_ACQUIRE);
}

uint64_t gcx_modify_clear(volatile void *location, unsigned size, uint64_t bits,
    enum gcx_modify how, uint64_t value)
{
	return ACCESS(location, .kind = OP_MODIFY_CLEAR, .size = size, .expected = bits, .how = how,
	    .value = value, .order = GCX_ACQUIRE);
}

uint64_t gcx_modify_other(volatile void *location, unsigned size, uint64_t than,
    enum gcx_modify how, uint64_t value)
{
	return ACCESS(location, .kind = OP_MODIFY_OTHER, .size = size, .expected = than, .how = how,
	    .value = value, .order = GCX_ACQUIRE);
}

void gcx_acquire(volatile void *location, unsigned size, uint64_t value)
{
	if (demand(cut(value, size) != 0, __func__, "a lock that is held is not 0"))
		ACCESS(location, .kind = OP_ACQUIRE, .size = size, .value = value,
		    .order = GCX_ACQUIRE);
}

/* ---------------------------------------------------------------------- tasks */
unsigned gcx_spawn(void (*body)(void *), void *argument)
{
	unsigned number;

	if (!demand(body != NULL, __func__, "there is no function"))
		return 0;
	number = gcx_add_task(gcx_explorer, body, argument);
	if (number == GCX_TASKS)
		demand(false, __func__, "there are more than 32 tasks, in all executions together");
	return number;
}

void gcx_join(unsigned task)
{
	const struct operation operation = { .kind = OP_JOIN, .task = task };

	need_program(__func__);
	if (demand(task != gcx_explorer->self && task < gcx_explorer->task_count &&
		    gcx_explorer->tasks[task].state != ABSENT,
		__func__, "there is no other task of that number"))
		announce(&operation);
}

unsigned gcx_self(void)
{
	need_program(__func__);
	return gcx_explorer->self;
}

/* ---------------------------------------------------------------------- the rest */
void gcx_yield(void)
{
	const struct operation operation = { .kind = OP_YIELD };

	if (demand(true, __func__, ""))
		announce(&operation);
}

void gcx_atomic(void (*body)(void *), void *argument)
{
	const struct operation operation = { .kind = OP_ATOMIC,
		.body = body,
		.argument = argument };

	if (demand(body != NULL, __func__, "there is no function") &&
	    demand(!gcx_has_views(gcx_explorer), __func__,
		"what it accesses has no memory order, so GCX_C11 does not have it"))
		announce(&operation);
}

unsigned gcx_choose(unsigned count)
{
	const struct operation operation = { .kind = OP_CHOOSE, .count = count };

	if (!demand(count > 0 && count <= GCX_CHOICES, __func__,
		"there are 1 to 65535 alternatives"))
		return 0;
	return (unsigned)announce(&operation);
}

void gcx_assume(bool holds)
{
	if (!demand(true, __func__, "") || holds)
		return;
	self()->state = ASSUMING;
	leave();
}

/* Also while the `complete' of the options looks at an execution. */
void gcx_check(bool holds, const char *what, const char *file, int line)
{
	need_program("gcx_assert");
	if (holds)
		return;
	gcx_fail(gcx_explorer, GCX_ASSERTION, "%s:%d: %s", file, line, what);
	leave();
}

void gcx_begin(void)
{
	if (demand(true, __func__, ""))
		gcx_begin_here(gcx_explorer);
}

/* A step that depends on every other: what the other tasks would do next could have come first. */
void gcx_stop(void)
{
	const struct operation operation = { .kind = OP_STOP };

	if (demand(true, __func__, ""))
		announce(&operation);
	if (!gcx_explorer->in_task) {
		fputs("gcexplore: gcx_stop is called outside a task\n", stderr);
		abort();
	}
	gcx_explorer->stopped = true;
	leave();
	abort();
}

void gcx_exit(void)
{
	if (demand(true, __func__, "")) {
		self()->state = OVER;
		leave();
	}
	abort();
}

void gcx_error(const char *format, ...)
{
	char message[sizeof gcx_explorer->result->message];
	va_list args;

	need_program(__func__);
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	gcx_fail_at(gcx_explorer, GCX_ASSERTION, take_place(), "%s", message);
	leave();
	abort();
}

/* ------------------------------------------------ for what makes programs call all this */
void gcx_set_place(const void *place)
{
	need_program(__func__);
	gcx_explorer->place = place;
}

void gcx_set_stack(const void *end)
{
	gcx_explorer->stack_end = (uintptr_t)end;
}

void gcx_wrote(void)
{
	if (demand(true, __func__, ""))
		self()->spin.writes = true;
}

void gcx_limit_wait(void)
{
	if (demand(true, __func__, ""))
		self()->impatient = true;
}

bool gcx_gave_up(void)
{
	return demand(true, __func__, "") && self()->gave_up;
}

void gcx_leave_function(const void *end)
{
	need_program(__func__);
	if (gcx_has_buffers(gcx_explorer))
		gcx_leave_frame(gcx_explorer, (uintptr_t)end);
}
