/* sizes.c: what a litmus test needs of its memory module, and nothing more.
 *
 * Statements are counted: those of a loop that goes on until something is so
 * count as of a few rounds, and a model that has places for no more is bounded:
 * a thread then waits until what it has stored before is performed, and the search
 * says that it has not seen everything. */
#include "promela-backend/litmus/sizes.h"
#include "compiler/base/limits.h"
#include "promela-backend/pml.h"

enum { MOST_ENTRIES = 16, MOST_WHEN_BOUNDED = 6, ROUNDS = 2, MOST_MESSAGES = 24, MOST_EVENTS = 31 };

static enum ir_effect effect_of(const struct ir_litmus_stmt *stmt)
{
	if (stmt->op == IR_LITMUS_ISSUE)
		return IR_EFFECT_LOAD;
	return stmt->op == IR_LITMUS_ACCESS ? ir_op_info[stmt->memory].effect : IR_EFFECT_NONE;
}

static bool lets_loads_wait(enum ir_memory memory)
{
	return ir_memory_info[memory].late;
}

bool litmus_rmw_waits(const struct ir_litmus_stmt *stmt, enum ir_memory memory)
{
	return effect_of(stmt) == IR_EFFECT_RMW && !stmt->dst && pml_rmw_waits(memory, stmt->order);
}

/* Read-modify-writes may wait, so a fence may have something to order. */
static size_t fence_entries(const struct ir_litmus_stmt *fence, enum ir_memory memory)
{
	if (!pml_fence_marks(memory, fence->order))
		return 0;
	return ir_releases(fence->order) + (lets_loads_wait(memory) && ir_acquires(fence->order));
}

/* Answers have no tag, so any load of the thread may get one.  A blocking load is one step only if
 * no load waits. */
bool litmus_receives(const struct ir_litmus *test, enum ir_memory memory)
{
	return ir_memory_info[memory].late && !ir_memory_info[memory].tagged && test->is_split;
}

size_t litmus_entries(const struct ir_litmus *test, const struct ir_litmus_stmt *stmt,
    enum ir_memory memory)
{
	if (!ir_memory_info[memory].has_windows)
		return 0;
	switch (effect_of(stmt)) {
	case IR_EFFECT_STORE: return 1;
	case IR_EFFECT_LOAD:
		return litmus_receives(test, memory) ||
		    (stmt->op == IR_LITMUS_ISSUE && lets_loads_wait(memory));
	case IR_EFFECT_RMW: return litmus_rmw_waits(stmt, memory);
	case IR_EFFECT_FENCE: return fence_entries(stmt, memory);
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL:
	case IR_EFFECT_WORLD:
	case IR_EFFECT_COPY:
	case IR_EFFECT_CHOICE: break;
	}
	return 0;
}

/* ------------------------------------------------------------------ counting */
struct counting {
	const struct ir_litmus *test;
	enum ir_memory memory;
	struct litmus_sizes *sizes;
	const struct ir_location *at; /* messages of this location */
	bool repeats;                 /* the count is in a loop without a limit */
};
typedef size_t count_function(struct counting *c, const struct ir_litmus_stmt *stmt);

/* The largest count on one way through LIST. */
static size_t count(struct counting *c, const struct ir_litmus_stmt *list, count_function *one)
{
	size_t total = 0;

	for (; list; list = list->next) {
		size_t body = count(c, list->body, one);
		size_t otherwise = count(c, list->otherwise, one);

		if (list->op == IR_LITMUS_REPEAT && body) {
			c->repeats |= list->args[0] != NULL;
			body *= list->args[0] ? ROUNDS : (size_t)list->count;
		}
		total += one(c, list) + (body > otherwise ? body : otherwise);
	}
	return total;
}

static size_t entries(struct counting *c, const struct ir_litmus_stmt *stmt)
{
	return litmus_entries(c->test, stmt, c->memory);
}

static size_t messages(struct counting *c, const struct ir_litmus_stmt *stmt)
{
	enum ir_effect effect = effect_of(stmt);

	return stmt->at == c->at && (effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW);
}

static size_t sc_events(struct counting *c, const struct ir_litmus_stmt *stmt)
{
	enum ir_effect effect = effect_of(stmt);

	(void)c;
	return effect != IR_EFFECT_NONE &&
	    (ir_is_total(stmt->order) ||
		(stmt->memory == IR_OP_cas && ir_is_total(stmt->order_on_failure)));
}

/* ------------------------------------------------------------- what there is */
static void look_at_orders(const struct ir_litmus_stmt *stmt, struct litmus_sizes *sizes)
{
	enum ir_effect effect = effect_of(stmt);
	bool writes = effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW;
	bool reads = effect == IR_EFFECT_LOAD || effect == IR_EFFECT_RMW;
	bool fence = effect == IR_EFFECT_FENCE;

	sizes->acquires |= (reads || fence) && ir_acquires(stmt->order);
	sizes->acquires |=
	    stmt->memory == IR_OP_cas && reads && ir_acquires(stmt->order_on_failure);
	sizes->releases |= (writes || fence) && ir_releases(stmt->order);
	sizes->acquire_fences |= fence && ir_acquires(stmt->order);
	sizes->release_fences |= fence && ir_releases(stmt->order);
	sizes->sc_fences |= fence && ir_is_total(stmt->order);
	sizes->sc_accesses |= (reads || writes) &&
	    (ir_is_total(stmt->order) ||
		(stmt->memory == IR_OP_cas && ir_is_total(stmt->order_on_failure)));
	sizes->rmws |= effect == IR_EFFECT_RMW;
}

static void look(struct counting *c, const struct ir_litmus_stmt *stmt)
{
	struct litmus_sizes *sizes = c->sizes;

	for (; stmt; stmt = stmt->next) {
		bool waits = litmus_rmw_waits(stmt, c->memory);

		look_at_orders(stmt, sizes);
		sizes->rmw_waits |= waits;
		sizes->cas_waits |= waits && stmt->memory == IR_OP_cas;
		sizes->marks |=
		    effect_of(stmt) == IR_EFFECT_FENCE && litmus_entries(c->test, stmt, c->memory);
		sizes->splits |= stmt->op == IR_LITMUS_ISSUE;
		if (effect_of(stmt) == IR_EFFECT_STORE)
			sizes->is_plain &= stmt->order == IR_RELAXED;
		else
			sizes->is_plain &= !litmus_entries(c->test, stmt, c->memory);
		look(c, stmt->body);
		look(c, stmt->otherwise);
	}
}

/* The number of loads under way after LIST if there are NOW before it. *most: the largest number at
 * any time. */
static size_t under_way(const struct ir_litmus_stmt *list, size_t now, size_t *most)
{
	for (; list && *most <= GD_MOST_answers; list = list->next) {
		size_t rounds = list->op == IR_LITMUS_REPEAT
		    ? list->args[0] ? GD_MOST_answers + 1 : (size_t)list->count
		    : 1,
		       otherwise = now;

		now += list->op == IR_LITMUS_ISSUE;
		now -= list->op == IR_LITMUS_RECEIVE && now;
		if (now > *most)
			*most = now;
		otherwise = under_way(list->otherwise, now, most);
		for (size_t i = 0; list->body && i < rounds && *most <= GD_MOST_answers; i++)
			now = under_way(list->body, now, most);
		if (list->op == IR_LITMUS_IF && otherwise > now)
			now = otherwise;
	}
	return now;
}

/* ------------------------------------------------------------------- the sizes */
static void size_threads(const struct ir_litmus *test, struct counting *c)
{
	struct litmus_sizes *sizes = c->sizes;

	for (size_t i = 0; i < test->thread_count; i++) {
		const struct ir_litmus_stmt *body = test->threads[i].body;
		size_t window, most;

		look(c, body);
		under_way(body, litmus_receives(test, c->memory), &sizes->answers);
		c->repeats = false;
		window = count(c, body, entries);
		most = c->repeats ? MOST_WHEN_BOUNDED : MOST_ENTRIES;
		sizes->is_bounded |= c->repeats || window > most;
		if (window > most)
			window = most;
		if (window > sizes->window)
			sizes->window = window;
	}
}

static void size_histories(const struct ir_litmus *test, struct counting *c)
{
	struct litmus_sizes *sizes = c->sizes;

	for (size_t i = 0; i < test->location_count; i++) {
		size_t total = 2; /* the initial value, and one place to spare */

		c->at = test->locations[i];
		for (size_t j = 0; j < test->thread_count; j++)
			total += count(c, test->threads[j].body, messages);
		if (total > sizes->messages)
			sizes->messages = total;
	}
	for (size_t j = 0; j < test->thread_count; j++)
		sizes->sc_events += count(c, test->threads[j].body, sc_events);
	if (sizes->messages > MOST_MESSAGES)
		sizes->messages = MOST_MESSAGES;
	if (sizes->sc_events > MOST_EVENTS)
		sizes->sc_events = MOST_EVENTS;
}

bool litmus_size(const struct ir_litmus *test, enum ir_memory memory, struct litmus_sizes *sizes)
{
	struct counting c = { .test = test, .memory = memory, .sizes = sizes };

	*sizes = (struct litmus_sizes){ .is_plain = true };
	size_threads(test, &c);
	if (memory == IR_MEM_C11)
		size_histories(test, &c);
	return sizes->answers <= GD_MOST_answers;
}
