/* plain.c: memory that was freed, and data races.
 *
 * Note [Plain accesses].  No other task goes on at an access that is not an operation.  If the access is
 * ordered with all accesses of other tasks that conflict with it (sync.h), then it makes no difference
 * when it is done.  If it is not ordered with one of them, that is a data race.  It is found in whichever
 * order the two are done, so also in the execution that is explored. */
#include "explore/src/plain.h"

#include "explore/src/explorer.h"

static const char *verb(const struct access *access)
{
	return access->writes ? "writes" : "reads";
}

static void fail(struct explorer *x, enum gcx_failure failure, const void *place, const void *other,
    const char *what)
{
	gcx_fail_at(x, failure, place, "task %u %s", gcx_number(x, x->self), what);
	x->result->places[1] = other;
}

/* The shadow holds what was accessed since the execution began, so it begins again when the first
 * plain access shows that it is needed. */
static void need_shadow(struct explorer *x)
{
	if (!x->has_plain && x->depth > 0)
		x->again = true;
	x->has_plain = true;
}

/* An earlier access that the one that the task is about to do is a race with; NULL: none. */
static const struct access *rival(struct explorer *x, uintptr_t at, size_t size,
    const struct access *access)
{
	bool contends = false;
	const struct access *other =
	    gcx_shadow_access(&x->shadow, at, size, access, &x->tasks[x->self].sync.now, &contends);

	if (contends && gcx_has_buffers(x))
		gcx_contend(x, access->is_atomic ? x->tasks[x->self].next.at : 0);
	return x->options.ignores_races ? NULL : other;
}

static bool is_ordered(struct explorer *x, uintptr_t at, size_t size, const struct access *access)
{
	const struct access *other = rival(x, at, size, access);

	if (!other)
		return true;
	gcx_fail_at(x, GCX_RACE, access->place,
	    "data race: task %u %s%s %zu bytes at %#lx, and task %u %s%s there; neither happens "
	    "before the other",
	    gcx_number(x, x->self), access->is_atomic ? "atomically " : "", verb(access), size,
	    (unsigned long)at, gcx_number(x, other->task), other->is_atomic ? "atomically " : "",
	    verb(other));
	x->result->places[1] = other->place;
	return false;
}

/* Whether the memory is there for the task: the block was allocated before, and is not free. */
static bool is_there(struct explorer *x, uintptr_t at, size_t size, const void *place)
{
	const struct block *block;
	switch (gcx_heap_access(&x->heap, at, size, &block)) {
	case IS_THERE:
		if (!block || block->moment <= x->tasks[x->self].sync.now.of[block->task])
			return true;
		fail(x, GCX_MEMORY, place, block->place,
		    "accesses memory whose allocation does not happen before that");
		return false;
	case IS_FREE:
		fail(x, GCX_MEMORY, place, block->freed, "accesses memory that was freed");
		return false;
	case NO_BLOCK: break;
	}
	fail(x, GCX_MEMORY, place, NULL, "accesses what is no block of memory");
	return false;
}

/* The same of the stack of another task: the function whose variable it is has not returned. */
static bool is_in_use(struct explorer *x, uintptr_t at, const void *place)
{
	unsigned owner = gcx_stack_owner(&x->stacks, at);
	const struct task *task;

	if (owner == GCX_TASKS || owner == x->self)
		return true;
	task = &x->tasks[owner];
	if (task->state == OVER || task->state == ABSENT ||
	    at < (uintptr_t)task->context.stack_pointer || at < task->live) {
		fail(x, GCX_MEMORY, place, NULL,
		    "accesses a local variable of another task that does not exist any more");
		return false;
	}
	return true;
}

/* The first value is known of all memory but new blocks, and variables on the stack of another task. */
bool gcx_has_value(const struct explorer *x, uintptr_t at, size_t size)
{
	unsigned owner = gcx_stack_owner(&x->stacks, at);
	const struct block *block;

	if (gcx_shadow_is_written(&x->shadow, at, size))
		return true;
	gcx_heap_access(&x->heap, at, size, &block);
	return block ? !block->is_new : owner == GCX_TASKS || owner == x->self;
}

static bool is_initialised(struct explorer *x, uintptr_t at, size_t size, const void *place)
{
	const struct block *block;

	if (!x->options.finds_uninitialised || gcx_has_value(x, at, size))
		return true;
	gcx_heap_access(&x->heap, at, size, &block);
	fail(x, GCX_MEMORY, place, block ? block->place : NULL,
	    "reads memory that was never written");
	return false;
}

bool gcx_access_memory(struct explorer *x, uintptr_t at, size_t size, bool writes, bool is_atomic,
    const void *place)
{
	const struct access access = { .place = place,
		.moment = x->tasks[x->self].sync.now.of[x->self],
		.task = (uint8_t)x->self,
		.writes = writes,
		.is_atomic = is_atomic };

	if (!is_atomic)
		need_shadow(x);
	return is_there(x, at, size, place) && is_in_use(x, at, place) &&
	    (writes || is_initialised(x, at, size, place)) &&
	    (!x->has_plain || is_ordered(x, at, size, &access));
}

bool gcx_free_memory(struct explorer *x, uintptr_t at, const void *place)
{
	const struct access access = { .place = place,
		.moment = x->tasks[x->self].sync.now.of[x->self],
		.task = (uint8_t)x->self,
		.writes = true };
	const struct access *other;
	struct block *block;

	need_shadow(x);
	switch (gcx_heap_free(&x->heap, at, place, &block)) {
	case IS_THERE:
		other = rival(x, at, block->size, &access);
		if (!other)
			return true;
		gcx_fail_at(x, GCX_MEMORY, place,
		    "task %u frees memory that task %u %s, and neither happens before the other",
		    gcx_number(x, x->self), gcx_number(x, other->task), verb(other));
		x->result->places[1] = other->place;
		return false;
	case IS_FREE:
		fail(x, GCX_MEMORY, place, block->freed, "frees memory that was freed");
		return false;
	case NO_BLOCK: break;
	}
	fail(x, GCX_MEMORY, place, NULL, "frees what is no block of memory");
	return false;
}
