/* seen.h: one thing that a program of a scenario does, or that a story says it does.  All is
 * numbers: those of the IR, and of the scenario's cells. */
#ifndef DRIVER_SEEN_H
#define DRIVER_SEEN_H

#include <stdbool.h>
#include <stdint.h>

enum seen_what {
	/* under the scheduler's lock; `which' is the cycle, bucket or phase */
	SEEN_REQUEST,
	SEEN_BEGIN,
	SEEN_END,
	SEEN_OPEN,
	SEEN_CLOSE,
	SEEN_PHASE, /* detail: whether it is on */
	SEEN_STOPPED,
	SEEN_RESUME,
	/* by a mutator or a unit */
	SEEN_ACTION,   /* detail: the number in the script */
	SEEN_UNIT,     /* the unit begins, */
	SEEN_DONE,     /* and ends */
	SEEN_ACCESS,   /* which: enum seen_access; detail: the location */
	SEEN_FREE,     /* which: the object */
	SEEN_ALLOCATE, /* which: the object */
	SEEN_COUNT     /* units of a kind were run: which, detail */
};
enum seen_access { SEEN_LOAD, SEEN_STORE, SEEN_MODIFY };
enum {
	SEEN_ARGUMENTS = 4,
	SEEN_NO_OBJECT = -2,  /* an address at which none is */
	SEEN_NOBODY = -32768, /* as `who' */
	SEEN_NOTHING = -32768 /* as a value: none, or not known */
};
struct seen {
	uint8_t what, is_extra; /* is_extra: the guide does not have it */
	int16_t which, detail;
	int16_t found, stored; /* values: a number, or an object; -1: null; -2: no object */
	int16_t who;           /* a kind; -1 - M: mutator M */
	int16_t argument[SEEN_ARGUMENTS];
};

/* What the program shall do.  Events of which one could notice the other's effect come in this
 * order (guide.c). */
enum guide_until {
	GUIDE_LAST, /* until the last event */
	GUIDE_FAIL, /* until something fails after it */
	GUIDE_END   /* until the program is over */
};
struct guide {
	const struct seen *at;
	unsigned count;
	enum guide_until until;
};

/* How far the program has followed the guide. */
enum { WAY_TASKS = 32, WAY_EVENTS = 1000 };
struct way {
	unsigned done; /* so many events of the guide were done */
	bool waits[WAY_TASKS], differs[WAY_TASKS];
	struct seen next[WAY_TASKS];  /* what a task that waits would do, or has done */
	uint32_t is_done[WAY_EVENTS]; /* by event: 1; 2: a task will do it next */
};

#endif
