/* views.c: histories, and what tasks know of them. */
#include "explore/src/views.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/explorer.h"
#include "explore/src/psc.h"
#include "explore/src/room.h"

/* ------------------------------------------------------------------- an execution */
void gcx_begin_views(struct explorer *x)
{
	x->views.history_count = 0;
	x->views.strong = 0;
}

void gcx_begin_knowledge(struct explorer *x, unsigned task, unsigned parent)
{
	struct knowledge *made = &x->views.of[task];

	*made = (struct knowledge){ 0 };
	if (parent != task)
		gcx_clock_copy(&made->clock, &x->views.of[parent].clock);
}

void gcx_end_views(struct explorer *x)
{
	for (size_t i = 0; i < x->views.history_room; i++) {
		free(x->views.histories[i].messages);
		free(x->views.histories[i].accesses);
	}
	free(x->views.histories);
	free(x->views.events);
	free(x->views.choices.at);
	free(x->views.psc);
}

/* ----------------------------------------------------------------------- histories */
static struct history *find_history(const struct explorer *x, uintptr_t at)
{
	const struct location *location = gcx_find_location(&x->locations, at);

	return location && location->history ? &x->views.histories[location->history - 1] : NULL;
}

static struct history *new_history(struct explorer *x)
{
	struct views *views = &x->views;

	if (views->history_count == views->history_room) {
		size_t old = views->history_room;

		views->history_room = old * 2 + 16;
		views->histories =
		    gcx_room(views->histories, views->history_room, sizeof *views->histories);
		memset(&views->histories[old], 0,
		    (views->history_room - old) * sizeof *views->histories);
	}
	return &views->histories[views->history_count++];
}

/* Message INDEX is new. */
static struct message *make_place(struct history *history, size_t index)
{
	struct message *made;

	if (history->count == history->room)
		history->messages = gcx_room(history->messages,
		    history->room = history->room * 2 + 4, sizeof *history->messages);
	made = &history->messages[index];
	memmove(made + 1, made, (history->count++ - index) * sizeof *made);
	*made = (struct message){ .event = NO_EVENT };
	return made;
}

static struct history *history_of(struct explorer *x, const struct operation *operation)
{
	struct history *history = find_history(x, operation->at);
	struct location *location;

	if (history)
		return history;
	location = gcx_location(&x->locations, operation->at, operation->size);
	history = new_history(x);
	location->history = (unsigned)x->views.history_count;
	history->at = operation->at;
	history->count = history->access_count = 0;
	make_place(history, 0)->value = gcx_peek(operation->at, operation->size);
	return history;
}

static size_t index_of(const struct history *history, uint32_t name)
{
	size_t i = 0;

	while (history->messages[i].name != name)
		i++;
	return i;
}

static bool is_attached(const struct history *history, size_t index)
{
	return index < history->count && history->messages[index].attached;
}

static void add_access(struct history *history, uint32_t event)
{
	if (history->access_count == history->access_room)
		history->accesses = gcx_room(history->accesses,
		    history->access_room = history->access_room * 2 + 8, sizeof *history->accesses);
	history->accesses[history->access_count++] = event;
}

/* The index of the newest message that was read or written by what comes before CLOCK. */
static size_t newest_known(const struct explorer *x, const struct history *history,
    const struct clock *clock)
{
	size_t newest = 0;

	for (size_t i = 0; i < history->access_count; i++) {
		const struct node *node = &x->nodes[history->accesses[i]];
		const struct access_event *event = &x->views.events[history->accesses[i]];
		size_t index;

		if (node->number > clock->of[node->label.task])
			continue;
		index = index_of(history, event->written ? event->written : event->taken);
		newest = index > newest ? index : newest;
	}
	return newest;
}

/* -------------------------------------------------------------------------- orders */
static bool acquires(enum gcx_order order)
{
	return order == GCX_ACQUIRE || order == GCX_ACQ_REL || order == GCX_SEQ_CST;
}

static bool releases(enum gcx_order order)
{
	return order == GCX_RELEASE || order == GCX_ACQ_REL || order == GCX_SEQ_CST;
}

/* Of an operation that finds that value. */
static enum gcx_order order_of(const struct operation *operation, uint64_t found)
{
	return operation->kind == OP_CAS && found != operation->expected ? operation->otherwise
									 : operation->order;
}

static enum view view_of(const struct operation *operation, uint64_t found)
{
	switch (operation->kind) {
	case OP_READ:
	case OP_AWAIT:
	case OP_AWAIT_VALUE:
	case OP_AWAIT_OTHER:
	case OP_AWAIT_CLEAR: return TAKES;
	case OP_WRITE: return PLACES;
	case OP_MODIFY:
	case OP_MODIFY_CLEAR:
	case OP_MODIFY_OTHER:
	case OP_ACQUIRE: return ATTACHES;
	case OP_CAS: return found == operation->expected ? ATTACHES : TAKES;
	case OP_START:
	case OP_WAKE:
	case OP_JOIN:
	case OP_GIVE_UP:
	case OP_YIELD:
	case OP_STOP:
	case OP_ATOMIC:
	case OP_FENCE:
	case OP_CHOOSE:
	case OP_FLUSH: break;
	}
	return UNSEEN;
}

static bool guard_admits(const struct operation *operation, uint64_t found)
{
	switch (gcx_guard_of(operation)) {
	case IS: return found == operation->expected;
	case OTHER: return found != operation->expected;
	case CLEAR: return (found & operation->expected) == 0;
	case USEFUL: return !gcx_is_useless(operation->useless, found);
	case ALWAYS:
	case CHANGED:
	case JOINED: break;
	}
	return true;
}

/* ----------------------------------------------------------------------------- psc */
/* In the order of the modification order: a message, who reads it, and what would be placed right
 * after it. */
enum { MESSAGE, READER, AFTER, PLACES_OF_A_MESSAGE };

static uint64_t place_of(size_t index, unsigned what)
{
	return (uint64_t)index * PLACES_OF_A_MESSAGE + what;
}

static void add_psc(struct explorer *x, size_t count, const struct psc_event *event)
{
	if (count == x->views.psc_room)
		x->views.psc = gcx_room(x->views.psc,
		    x->views.psc_room = x->views.psc_room * 2 + 64, sizeof *x->views.psc);
	x->views.psc[count] = *event;
}

static struct psc_event psc_of(const struct explorer *x, uint32_t at)
{
	const struct node *node = &x->nodes[at];
	const struct access_event *event = &x->views.events[at];
	const struct history *history =
	    node->operation.size ? find_history(x, node->operation.at) : NULL;
	struct psc_event made = { .clock = &event->clock,
		.number = node->number,
		.task = node->label.task,
		.joined = node->label.joined,
		.is_fence = node->operation.kind == OP_FENCE,
		.is_strong = event->strong };

	if (!history)
		return made;
	made.at = history->at;
	made.writes = event->written != 0;
	made.place = event->written ? place_of(index_of(history, event->written), MESSAGE)
				    : place_of(index_of(history, event->taken), READER);
	return made;
}

/* What a task could do: the access, choosing message INDEX. */
struct wish {
	unsigned task;
	uint32_t number;
	const struct operation *operation;
	const struct history *history;
	size_t index;
	const struct clock *before;
};

/* Whether psc has no cycle with the wish. */
static bool is_wish_psc(struct explorer *x, const struct wish *wish)
{
	const struct message *message = &wish->history->messages[wish->index];
	enum gcx_order order = order_of(wish->operation, message->value);
	enum view view = view_of(wish->operation, message->value);
	struct clock clock;
	size_t count = 0;
	struct psc_event event;

	for (uint32_t i = 0; i < x->depth; i++) {
		event = psc_of(x, i);
		add_psc(x, count++, &event);
	}
	memset(&clock, 0, sizeof clock);
	gcx_clock_copy(&clock, wish->before);
	if (view != PLACES && acquires(order))
		gcx_clock_join(&clock, &message->carried);
	clock.of[wish->task] = wish->number;
	event = (struct psc_event){ .clock = &clock,
		.at = wish->history->at,
		.place = place_of(wish->index, view == TAKES ? READER : AFTER),
		.number = wish->number,
		.task = (uint16_t)wish->task,
		.joined = NO_TASK,
		.writes = view != TAKES,
		.is_strong = order == GCX_SEQ_CST };
	add_psc(x, count++, &event);
	return gcx_is_psc(x->views.psc, count);
}

/* ------------------------------------------------------------------------- choices */
static void add_choice(struct choices *choices, uint32_t name)
{
	if (choices->count == choices->room)
		choices->at = gcx_room(choices->at, choices->room = choices->room * 2 + 16,
		    sizeof *choices->at);
	choices->at[choices->count++] = name;
}

/* The index of the message that the task has read or written last. */
static size_t last_accessed(const struct explorer *x, const struct history *history, unsigned task)
{
	size_t i = history->access_count;
	const struct access_event *event;

	while (i > 0 && x->nodes[history->accesses[i - 1]].label.task != task)
		i--;
	if (i == 0)
		return 0;
	event = &x->views.events[history->accesses[i - 1]];
	return index_of(history, event->written ? event->written : event->taken);
}

static bool is_choice(const struct explorer *x, unsigned task, const struct history *history,
    size_t index, const struct operation *operation)
{
	const struct message *message = &history->messages[index];
	enum view view = view_of(operation, message->value);

	if (!guard_admits(operation, message->value) ||
	    (view != TAKES && is_attached(history, index + 1)))
		return false;
	return operation->kind != OP_AWAIT ||
	    (message->name && gcx_message_task(message->name) != task &&
		index > last_accessed(x, history, task));
}

void gcx_find_choices(struct explorer *x, unsigned task)
{
	const struct operation *operation = &x->tasks[task].next;
	const struct history *history = find_history(x, operation->at);
	const struct clock *clock = &x->views.of[task].clock;
	struct wish wish = { task, x->tasks[task].events + 1, operation, history, 0, clock };

	x->views.choices.count = 0;
	if (!history) {
		if (guard_admits(operation, gcx_peek(operation->at, operation->size)))
			add_choice(&x->views.choices, 0);
		return;
	}
	for (size_t i = newest_known(x, history, clock); i < history->count; i++) {
		wish.index = i;
		/* The newest message is always possible. */
		if (is_choice(x, task, history, i, operation) &&
		    (i + 1 == history->count || x->views.strong == 0 || is_wish_psc(x, &wish)))
			add_choice(&x->views.choices, history->messages[i].name);
	}
}

bool gcx_has_choices(const struct operation *operation)
{
	return operation->size > 0;
}

void gcx_label_views(const struct explorer *x, struct label *label, unsigned task,
    const struct operation *operation, uint32_t number)
{
	const struct history *history = find_history(x, operation->at);
	uint64_t found = history ? history->messages[index_of(history, label->choice)].value
				 : gcx_peek(operation->at, operation->size);

	label->footprint = NOTHING;
	label->view = view_of(operation, found);
	label->message = label->view == TAKES ? 0 : gcx_message_name(task, number);
}

bool gcx_has_history(const struct explorer *x, uintptr_t at, size_t size)
{
	for (size_t i = 0; i < x->views.history_count; i++)
		if (gcx_address(x->views.histories[i].at) - at < size &&
		    gcx_is_object(x, x->views.histories[i].at))
			return true;
	return false;
}

bool gcx_is_newest(const struct explorer *x, const struct label *label)
{
	const struct history *history = find_history(x, label->at);

	uint32_t newest = history ? history->messages[history->count - 1].name : 0;

	/* what a read-modify-write has left is right after what it has found */
	return history && newest == (label->view == ATTACHES ? label->message : label->choice);
}

/* --------------------------------------------------------------------------- order */
uint32_t gcx_source(const struct explorer *x, const struct label *label)
{
	const struct history *history;

	if (label->view != TAKES && label->view != ATTACHES)
		return NO_EVENT;
	history = find_history(x, label->at);
	return history ? history->messages[index_of(history, label->choice)].event : NO_EVENT;
}

uint32_t gcx_attached_to(const struct explorer *x, const struct label *label)
{
	const struct history *history = find_history(x, label->at);
	size_t next = history ? index_of(history, label->choice) + 1 : 0;

	return history && is_attached(history, next) ? history->messages[next].event : NO_EVENT;
}

uint32_t gcx_place_among(const struct explorer *x, uint32_t event, const bool *present)
{
	const struct history *history = find_history(x, x->nodes[event].label.at);
	size_t i;

	if (!history)
		return 0;
	i = index_of(history, x->views.events[event].written) - 1;
	while (history->messages[i].event != NO_EVENT && !present[history->messages[i].event])
		i--;
	return history->messages[i].name;
}

void gcx_each_reader(struct explorer *x, uint32_t event,
    void (*found)(struct explorer *x, uint32_t reader, uint32_t event, uint32_t message))
{
	const struct node *writer = &x->nodes[event];
	const struct history *history = find_history(x, writer->label.at);
	size_t index;

	if (!history)
		return;
	index = index_of(history, writer->label.message);
	for (size_t i = 0; i < history->access_count; i++) {
		uint32_t reader = history->accesses[i];
		const struct access_event *access = &x->views.events[reader];

		if (x->nodes[reader].label.view != PLACES &&
		    x->nodes[reader].label.task != writer->label.task &&
		    index > index_of(history, access->known) &&
		    guard_admits(&x->nodes[reader].operation, history->messages[index].value))
			found(x, reader, event, writer->label.message);
	}
}

void gcx_each_rival(struct explorer *x, const struct label *label,
    const struct operation *operation,
    void (*found)(struct explorer *x, uint32_t rival, const struct label *label, uint32_t message))
{
	const struct history *history = find_history(x, operation->at);
	size_t i;

	if (!history)
		return;
	for (i = newest_known(x, history, &x->views.of[label->task].clock); i < history->count;
	     i++) {
		const struct message *message = &history->messages[i];

		if (is_attached(history, i + 1) && view_of(operation, message->value) == ATTACHES &&
		    guard_admits(operation, message->value))
			found(x, history->messages[i + 1].event, label, message->name);
	}
}

/* --------------------------------------------------------------------------- steps */
static struct access_event *new_event(struct explorer *x)
{
	struct views *views = &x->views;

	if (x->depth > views->event_room)
		views->events = gcx_room(views->events, views->event_room = x->depth * 2 + 64,
		    sizeof *views->events);
	views->events[x->depth - 1] = (struct access_event){ 0 };
	return &views->events[x->depth - 1];
}

static void strengthen(struct explorer *x, struct access_event *event)
{
	event->strong = true;
	x->views.strong++;
}

static void fence(struct explorer *x, struct knowledge *knows, enum gcx_order order,
    struct access_event *event)
{
	if (acquires(order))
		gcx_clock_join(&knows->clock, &knows->found);
	if (releases(order))
		gcx_clock_copy(&knows->fenced, &knows->clock);
	if (order == GCX_SEQ_CST)
		strengthen(x, event);
}

static void learn(struct knowledge *knows, const struct message *message, enum gcx_order order)
{
	gcx_clock_join(&knows->found, &message->carried);
	if (acquires(order))
		gcx_clock_join(&knows->clock, &message->carried);
}

/* A message right after INDEX. */
static void put(struct explorer *x, const struct node *node, struct history *history, size_t index,
    enum gcx_order order)
{
	const struct operation *operation = &node->operation;
	const struct knowledge *knows = &x->views.of[node->label.task];
	struct message *made = make_place(history, index + 1), *before = made - 1;

	made->name = node->label.message;
	made->event = x->depth - 1;
	made->value = gcx_left(operation, before->value);
	if (node->label.view == ATTACHES) {
		made->attached = true;
		made->moments = before->moments;
		gcx_clock_copy(&made->carried, &before->carried);
	}
	gcx_sync_store(&x->tasks[node->label.task].sync, &made->moments, order, made->attached,
	    node->label.task);
	gcx_clock_join(&made->carried, releases(order) ? &knows->clock : &knows->fenced);
	if (index + 2 == history->count)
		gcx_poke(operation->at, operation->size, made->value);
}

static uint64_t access(struct explorer *x, const struct node *node, struct access_event *event)
{
	struct history *history = history_of(x, &node->operation);
	struct knowledge *knows = &x->views.of[node->label.task];
	size_t index = index_of(history, node->label.choice);
	uint64_t found = history->messages[index].value;
	enum gcx_order order = order_of(&node->operation, found);

	event->known = history->messages[newest_known(x, history, &event->before)].name;
	event->taken = node->label.choice;
	if (order == GCX_SEQ_CST)
		strengthen(x, event);
	if (node->label.view != PLACES) {
		learn(knows, &history->messages[index], order);
		gcx_sync_load(&x->tasks[node->label.task].sync, &history->messages[index].moments,
		    order);
	}
	if (node->label.view != TAKES)
		put(x, node, history, index, order);
	event->written = node->label.message;
	add_access(history, x->depth - 1);
	return found;
}

static bool can_exclude(const struct operation *operation)
{
	switch (operation->kind) {
	case OP_MODIFY:
	case OP_CAS:
	case OP_ACQUIRE:
	case OP_MODIFY_CLEAR:
	case OP_MODIFY_OTHER: return true;
	case OP_READ:
	case OP_WRITE:
	case OP_AWAIT_VALUE:
	case OP_AWAIT_OTHER:
	case OP_AWAIT_CLEAR:
	case OP_FENCE: return operation->order == GCX_SEQ_CST;
	case OP_AWAIT:
	case OP_START:
	case OP_WAKE:
	case OP_JOIN:
	case OP_GIVE_UP:
	case OP_YIELD:
	case OP_STOP:
	case OP_ATOMIC:
	case OP_CHOOSE:
	case OP_FLUSH: break;
	}
	return false;
}

uint64_t gcx_do_views(struct explorer *x, const struct node *node)
{
	struct access_event *event = new_event(x);
	struct knowledge *knows = &x->views.of[node->label.task];
	uint64_t found = 0;

	x->views.exclusive |= can_exclude(&node->operation);
	gcx_clock_copy(&event->before, &knows->clock);
	knows->clock.of[node->label.task] = node->number;
	if (node->operation.kind == OP_JOIN)
		gcx_clock_join(&knows->clock, &x->views.of[node->operation.task].clock);
	else if (node->operation.kind == OP_FENCE)
		fence(x, knows, node->operation.order, event);
	else if (gcx_has_choices(&node->operation))
		found = access(x, node, event);
	else
		found = gcx_do(&node->operation, node->label.choice);
	gcx_clock_copy(&event->clock, &knows->clock);
	return found;
}
