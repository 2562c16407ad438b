/* buffers.c: store buffers. */
#include "explore/src/buffers.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/explorer.h"
#include "explore/src/room.h"

void gcx_begin_buffers(struct explorer *x)
{
	x->buffers.used = 0;
	x->has_plain |= gcx_has_buffers(x) && x->options.instrumented;
	for (unsigned i = 0; i < x->buffers.count; i++) {
		x->tasks[GCX_TASKS + i] = (struct task){ .state = ABSENT, .last_event = NO_EVENT };
	}
}

void gcx_begin_stores(struct explorer *x, unsigned task, unsigned parent)
{
	struct stores *stores = &x->buffers.of[task];

	*stores = (struct stores){ .at = stores->at, .room = stores->room, .parent = parent };
	if (parent != task)
		stores->born = x->buffers.of[parent].count + 1;
}

void gcx_end_buffers(struct explorer *x)
{
	for (unsigned i = 0; i < GCX_TASKS; i++)
		free(x->buffers.of[i].at);
}

static bool is_buffer(unsigned actor)
{
	return actor >= GCX_TASKS;
}

static unsigned owner_of(const struct explorer *x, unsigned buffer)
{
	return x->buffers.names[buffer - GCX_TASKS].owner;
}

/* ---------------------------------------------------------------------- the rules */
static bool releases(enum gcx_order order)
{
	return order == GCX_RELEASE || order == GCX_ACQ_REL || order == GCX_SEQ_CST;
}

/* Note [Contended locations].  Of a program that declares all its accesses, most locations are protected
 * by locks, or are used by one task only.  If all accesses to a location that conflict are ordered
 * (sync.h) then nobody can notice how long a store to it waits in a buffer.  Let W be such a store, or
 * a plain write, and let A be an access of another task that conflicts with it.  W and A are ordered.
 * If W happens before A, then the task of W has done a releasing store R after W, and R was in memory
 * before A was done.  W is flushed before R, so W was in memory before A, too.  If A happens before W,
 * then A was done before W, and cannot find it.  In both cases it makes no difference if W is done at
 * once.
 *
 * It is not known in advance which locations are contended.  At first no location is taken to be.  If
 * an execution has two accesses that conflict and are not ordered, it shows this in whichever order
 * they are done.  From then on the location is contended, this execution does not count, and the
 * exploration starts over.  (A replay does what the schedule says.)  Operations that depend on
 * everything access memory that is not known, or order nothing.  If there are any, all locations are
 * contended.
 *
 * Note [Orders of machines].  On x86, loads acquire and stores release: of two stores of one task,
 * the later one reaches memory later.  A program may rely on that where C11 has no order: it stores
 * a reference with relaxed, and the thread that loads the reference accesses the object only through
 * it.  Under PSO only loads have this order. */
enum gcx_order gcx_order_kept(const struct explorer *x, enum gcx_order order)
{
	if (!x->options.orders_of_machine || order == GCX_SEQ_CST)
		return order;
	if (x->options.memory == GCX_TSO)
		return GCX_ACQ_REL;
	if (x->options.memory == GCX_PSO)
		return releases(order) ? GCX_ACQ_REL : GCX_ACQUIRE;
	return order;
}

/* Only what explores executions one after the other can start over. */
static bool stores_at_once(const struct explorer *x)
{
	return x->buffers.starts_over && x->options.instrumented && !x->once;
}

void gcx_contend(struct explorer *x, uintptr_t at)
{
	struct location *location = at ? gcx_find_location(&x->locations, at) : NULL;
	bool *contended = location ? &location->contended : &x->buffers.all_contended;

	x->buffers.news |= !*contended && stores_at_once(x);
	*contended = true;
}

bool gcx_is_late(const struct explorer *x, const struct operation *operation)
{
	if (operation->is_signal)
		return false;
	return !stores_at_once(x) || x->buffers.all_contended ||
	    gcx_is_contended(&x->locations, operation->at);
}

/* Before which of its own stores all must be flushed before the task can do the operation. */
static uint32_t floor_of(const struct explorer *x, unsigned task, const struct operation *operation)
{
	const struct stores *stores = &x->buffers.of[task];
	uint32_t all = stores->count + 1, strong = stores->seq_cst + 1;

	if (operation->is_signal)
		return 0;
	switch (operation->kind) {
	case OP_FENCE: return operation->order == GCX_SEQ_CST ? all : 0;
	case OP_READ:
	case OP_AWAIT_VALUE:
	case OP_AWAIT_OTHER:
	case OP_AWAIT_CLEAR: return operation->order == GCX_SEQ_CST ? strong : 0;
	case OP_MODIFY:
	case OP_CAS:
	case OP_ACQUIRE:
	case OP_MODIFY_CLEAR:
	case OP_MODIFY_OTHER:
	case OP_AWAIT:
	case OP_ATOMIC:
	case OP_STOP: return all;
	case OP_START:
	case OP_WAKE:
	case OP_WRITE:
	case OP_FLUSH:
	case OP_JOIN:
	case OP_GIVE_UP:
	case OP_YIELD:
	case OP_CHOOSE: break;
	}
	return 0;
}

/* The same of a store, which goes into the buffer. */
static uint32_t floor_of_store(const struct explorer *x, unsigned task,
    const struct operation *operation)
{
	const struct stores *stores = &x->buffers.of[task];

	if (x->options.memory == GCX_TSO || releases(operation->order))
		return stores->count + 1;
	return stores->fence;
}

/* ------------------------------------------------------------------------ windows */
static bool is_flushed(const struct store *store)
{
	return store->flushed != NO_EVENT;
}

/* All before that number.  The last ones flushed are looked at first. */
static bool are_flushed(const struct stores *stores, uint32_t before)
{
	uint32_t count = before - 1 < stores->count ? before - 1 : stores->count;

	for (uint32_t i = stores->done; i < count; i++)
		if (!is_flushed(&stores->at[i]))
			return false;
	return true;
}

bool gcx_is_empty(const struct explorer *x, unsigned task)
{
	return x->buffers.of[task].done == x->buffers.of[task].count;
}

bool gcx_is_buffered(const struct explorer *x, unsigned task, uintptr_t at, size_t size)
{
	const struct stores *stores = &x->buffers.of[task];

	for (uint32_t i = stores->done; i < stores->count; i++) {
		const struct operation *store = &stores->at[i].operation;

		uintptr_t stored = gcx_address(store->at);

		if (!is_flushed(&stores->at[i]) && stored < at + size && at < stored + store->size)
			return true;
	}
	return false;
}

static void leave_stores(struct stores *stores, uintptr_t from, uintptr_t end)
{
	for (uint32_t i = stores->done; i < stores->count; i++) {
		uintptr_t at = gcx_address(stores->at[i].operation.at);

		if (at >= from && at < end)
			stores->at[i].is_left = true;
	}
}

void gcx_leave_frame(struct explorer *x, uintptr_t end)
{
	const struct gcx_coroutine *context = &x->tasks[x->self].context;
	uintptr_t from = (uintptr_t)context->stack;

	if (end < from || end - from > context->stack_size)
		return;
	for (unsigned i = 0; i < x->task_count; i++)
		leave_stores(&x->buffers.of[i], from, end);
}

bool gcx_is_left(const struct explorer *x, const struct label *label)
{
	return label->flushes && x->buffers.of[label->owner].at[label->store - 1].is_left;
}

/* The number of the task's last store to the location.  0: there is none. */
static uint32_t last_store(const struct stores *stores, uintptr_t at)
{
	uint32_t number = stores->count;

	while (number > stores->done && stores->at[number - 1].operation.at != at)
		number--;
	return number > stores->done ? number : 0;
}

/* The store from which a read is to take its value.  0: from memory. */
uint32_t gcx_own_store(const struct explorer *x, unsigned task, uintptr_t at)
{
	const struct stores *stores = &x->buffers.of[task];
	uint32_t number = last_store(stores, at);

	return number && !is_flushed(&stores->at[number - 1]) ? number : 0;
}

uint64_t gcx_found(const struct explorer *x, unsigned task, const struct operation *operation)
{
	uint32_t own =
	    gcx_has_buffers(x) && !is_buffer(task) ? gcx_own_store(x, task, operation->at) : 0;

	return own ? x->buffers.of[task].at[own - 1].operation.value
		   : gcx_peek(operation->at, operation->size);
}

/* ------------------------------------------------------------------------- labels */
/* The next store of the buffer. */
static uint32_t next_of(const struct explorer *x, unsigned buffer)
{
	const struct stores *stores = &x->buffers.of[owner_of(x, buffer)];
	uint32_t i = stores->done;

	while (i < stores->count && (stores->at[i].buffer != buffer || is_flushed(&stores->at[i])))
		i++;
	return i < stores->count ? i + 1 : 0;
}

static void label_flush(const struct explorer *x, struct label *label)
{
	label->flushes = true;
	label->owner = (uint16_t)owner_of(x, label->task);
	label->choice = label->owner;
	label->store = next_of(x, label->task);
	if (label->store)
		label->floor = x->buffers.of[label->owner].at[label->store - 1].floor;
}

/* Note [Own stores] in operation.c. */
static void label_read(const struct explorer *x, struct label *label)
{
	label->reads = true;
	label->takes = gcx_own_store(x, label->task, label->at) != 0;
}

void gcx_label_stores(const struct explorer *x, struct label *label,
    const struct operation *operation)
{
	const struct stores *stores;

	if (is_buffer(label->task)) {
		label_flush(x, label);
		return;
	}
	stores = &x->buffers.of[label->task];
	label->owner = label->task;
	label->floor = floor_of(x, label->task, operation);
	if (operation->kind == OP_WRITE && label->choice != AT_ONCE)
		label->store = stores->count + 1;
	else if (operation->kind == OP_READ && !operation->useless)
		label_read(x, label);
	else if (label->footprint == READS)
		label->store = gcx_own_store(x, label->task, operation->at);
	if (label->store)
		label->footprint = NOTHING;
	if (x->tasks[label->task].events == 0) {
		label->parent = (uint16_t)stores->parent;
		label->born = stores->born;
	}
}

bool gcx_is_drained(const struct explorer *x, unsigned task, const struct operation *operation)
{
	const struct stores *stores;
	uint32_t floor;

	if (is_buffer(task)) {
		stores = &x->buffers.of[owner_of(x, task)];
		floor = stores->at[next_of(x, task) - 1].floor;
	} else {
		stores = &x->buffers.of[task];
		floor = floor_of(x, task, operation);
		if (x->tasks[task].events == 0 && stores->born > 1 &&
		    !are_flushed(&x->buffers.of[stores->parent], stores->born))
			return false;
	}
	return floor <= 1 || are_flushed(stores, floor);
}

/* ------------------------------------------------------------------------- order */
/* The stores of the task before that number. */
static void join_flushes(const struct explorer *x, unsigned task, uint32_t before,
    struct clock *clock)
{
	const struct stores *stores = &x->buffers.of[task];

	for (uint32_t i = 0; i < stores->count && i + 1 < before; i++)
		if (is_flushed(&stores->at[i]))
			gcx_clock_join(clock, &x->nodes[stores->at[i].flushed].clock);
}

void gcx_join_stores(const struct explorer *x, const struct label *label, struct clock *clock)
{
	join_flushes(x, label->owner, label->floor, clock);
	join_flushes(x, label->parent, label->born, clock);
	if (label->joined != NO_TASK)
		join_flushes(x, label->joined, UINT32_MAX, clock);
	if (label->flushes)
		gcx_clock_join(clock,
		    &x->nodes[x->buffers.of[label->owner].at[label->store - 1].stored].clock);
}

uint32_t gcx_taken(const struct explorer *x, const struct label *label)
{
	return x->buffers.of[label->owner].at[label->store - 1].taken;
}

bool gcx_is_own_flush(const struct explorer *x, uint32_t event, unsigned task)
{
	const struct label *label = &x->nodes[event].label;

	return label->flushes && label->owner == task;
}

/* --------------------------------------------------------------------------- steps */
/* The buffer of the task for the location; it is made if there is none. */
static unsigned buffer_for(struct explorer *x, unsigned task, uintptr_t at)
{
	uintptr_t of = x->options.memory == GCX_PSO ? at : 0;
	unsigned i = 0;

	while (i < x->buffers.count &&
	    (x->buffers.names[i].owner != task || x->buffers.names[i].at != of))
		i++;
	if (i == GCX_BUFFERS)
		return GCX_ACTORS;
	if (i == x->buffers.count) {
		x->buffers.names[i].owner = task;
		x->buffers.names[i].at = of;
		x->tasks[GCX_TASKS + i] = (struct task){ .state = ABSENT, .last_event = NO_EVENT };
		x->buffers.count++;
		gcx_clock_width = GCX_TASKS + x->buffers.count;
	}
	return GCX_TASKS + i;
}

/* What the buffer does next. */
static void ready_buffer(struct explorer *x, unsigned buffer)
{
	uint32_t next = next_of(x, buffer);

	x->tasks[buffer].state = next ? READY : ABSENT;
	if (!next)
		return;
	x->tasks[buffer].next = x->buffers.of[owner_of(x, buffer)].at[next - 1].operation;
	x->tasks[buffer].next.kind = OP_FLUSH;
}

static void store(struct explorer *x, const struct node *node, const struct operation *operation)
{
	unsigned task = node->label.task;
	struct stores *stores = &x->buffers.of[task];
	unsigned buffer = buffer_for(x, task, operation->at);

	if (buffer == GCX_ACTORS) {
		gcx_fail(x, GCX_MISUSE, "there are more than %u store buffers", GCX_BUFFERS);
		return;
	}
	if (x->tasks[buffer].order == 0)
		x->tasks[buffer].order = GCX_TASKS + x->buffers.used++;
	if (stores->count == stores->room)
		stores->at =
		    gcx_room(stores->at, stores->room = stores->room * 2 + 8, sizeof *stores->at);
	stores->at[stores->count] = (struct store){ .operation = *operation,
		.buffer = buffer,
		.floor = floor_of_store(x, task, operation),
		.stored = x->depth - 1,
		.taken = NO_EVENT,
		.flushed = NO_EVENT };
	gcx_sync_store(&x->tasks[task].sync, &stores->at[stores->count].carried,
	    gcx_order_kept(x, operation->order), false, task);
	stores->count++;
	if (operation->order == GCX_SEQ_CST)
		stores->seq_cst = stores->count;
	ready_buffer(x, buffer);
}

static void flush(struct explorer *x, const struct node *node)
{
	struct stores *stores = &x->buffers.of[node->label.owner];
	struct location *location = gcx_find_location(&x->locations, node->label.at);

	location->carried = stores->at[node->label.store - 1].carried;
	stores->at[node->label.store - 1].flushed = x->depth - 1;
	while (stores->done < stores->count && is_flushed(&stores->at[stores->done]))
		stores->done++;
	ready_buffer(x, node->label.task);
}

uint64_t gcx_do_stores(struct explorer *x, const struct node *node,
    const struct operation *operation)
{
	struct stores *stores = &x->buffers.of[node->label.owner];
	struct store *taken;

	if (node->label.flushes) {
		flush(x, node);
		return 0;
	}
	if (operation->kind == OP_FENCE && releases(operation->order))
		stores->fence = stores->count + 1;
	/* what it would wait for, others wait for, too */
	if (operation->kind == OP_WRITE && node->label.choice == AT_ONCE &&
	    operation->order == GCX_SEQ_CST)
		stores->seq_cst = stores->count;
	if (node->label.takes)
		return gcx_found(x, node->label.task, operation);
	if (node->label.store == 0)
		return 0;
	if (operation->kind == OP_WRITE) {
		store(x, node, operation);
		return 0;
	}
	taken = &stores->at[node->label.store - 1];
	taken->taken = x->depth - 1;
	return taken->operation.value;
}
