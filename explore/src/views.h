/* views.h: memory as C11 has it: RC11 (psc.h), with the release sequences of C++20.
 *
 * Each location has a history: its messages, what was ever written there, in their modification
 * order.  A read takes any message that is not older than what its task knows of, a write is placed
 * anywhere after that, and a read-modify-write right after the message that it takes, where nothing
 * else is placed from then on.  So an access has alternatives.  Its choice is a message: the one
 * that it takes, or after which it is placed.
 *
 * A message is named by what has written it: the task, and the number of the operation.  So it has
 * the same name in each execution that is equivalent. */
#ifndef GCX_VIEWS_H
#define GCX_VIEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/src/clock.h"
#include "explore/src/moments.h"
#include "explore/src/operation.h"

struct explorer;
struct node;
struct psc_event;

struct message {
	uint32_t name;  /* 0: what the location had at first */
	uint32_t event; /* NO_EVENT: at first */
	uint64_t value;
	bool attached;          /* to the message before it */
	struct clock carried;   /* what an acquire learns from it */
	struct moments moments; /* the same for data races: sync.h */
};

struct history {
	uintptr_t at;
	struct message *messages; /* in modification order */
	size_t count, room;
	uint32_t *accesses; /* events */
	size_t access_count, access_room;
};

/* What an operation of the execution was. */
struct access_event {
	uint32_t taken;             /* the choice */
	uint32_t written;           /* its own message; 0: none */
	uint32_t known;             /* the newest message that it had to know of */
	bool strong;                /* seq_cst */
	struct clock before, clock; /* what happens before it, without what it reads, and with */
};

/* What a task knows. */
struct knowledge {
	struct clock clock;
	struct clock found;  /* it will know this after an acquire fence */
	struct clock fenced; /* at its last release fence */
};

struct choices {
	uint32_t *at;
	size_t count, room;
};

struct views {
	struct history *histories;
	size_t history_count, history_room;
	struct knowledge of[GCX_TASKS];
	struct access_event *events; /* as the explorer's nodes */
	size_t event_room;
	unsigned strong; /* how many operations were seq_cst */
	/* Operations may exclude each other: in some execution, one could attach its message, or be
	 * seq_cst; and that is noticed. */
	bool exclusive, noticed;
	struct choices choices;
	struct psc_event *psc;
	size_t psc_room;
};

enum { NUMBER_BITS = 26 };

static inline uint32_t gcx_message_name(unsigned task, uint32_t number)
{
	return (uint32_t)task << NUMBER_BITS | number;
}

static inline unsigned gcx_message_task(uint32_t name)
{
	return name >> NUMBER_BITS;
}

void gcx_begin_views(struct explorer *x);
void gcx_begin_knowledge(struct explorer *x, unsigned task, unsigned parent);
void gcx_end_views(struct explorer *x);

/* Whether it is an access, and so has a message as its choice. */
bool gcx_has_choices(const struct operation *operation);
/* What the next operation of the task can choose: x->views.choices. */
void gcx_find_choices(struct explorer *x, unsigned task);
/* The label of an access that has a choice.  It is the task's operation of that number. */
void gcx_label_views(const struct explorer *x, struct label *label, unsigned task,
    const struct operation *operation, uint32_t number);
/* Whether there is a history of one of these bytes. */
bool gcx_has_history(const struct explorer *x, uintptr_t at, size_t size);
/* Whether no message is newer than the one that the label takes. */
bool gcx_is_newest(const struct explorer *x, const struct label *label);
/* The event that has written the message which the label takes; NO_EVENT: none. */
uint32_t gcx_source(const struct explorer *x, const struct label *label);
/* Does the operation of the node, which is new.  Returns what the task gets. */
uint64_t gcx_do_views(struct explorer *x, const struct node *node);

/* Calls FOUND for each event at the location that could take the message of EVENT, if it came after
 * that. */
void gcx_each_reader(struct explorer *x, uint32_t event,
    void (*found)(struct explorer *x, uint32_t reader, uint32_t event, uint32_t message));
/* Calls FOUND for each event that has attached its own message where the operation of the label,
 * which is about to be done, could have. */
void gcx_each_rival(struct explorer *x, const struct label *label,
    const struct operation *operation,
    void (*found)(struct explorer *x, uint32_t rival, const struct label *label, uint32_t message));
/* The message after which EVENT has placed its own, among those of events that are PRESENT. */
uint32_t gcx_place_among(const struct explorer *x, uint32_t event, const bool *present);
/* Which event has attached its message to the choice of the label; NO_EVENT: none. */
uint32_t gcx_attached_to(const struct explorer *x, const struct label *label);

#endif
