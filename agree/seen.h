/* seen.h: one event: something that a program of a scenario does, or that a story (a trace of the
 * model) says.  All members are numbers: those of the IR, and of the scenario's cells. */
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
	SEEN_FULL,     /* `alloc` finds no room */
	SEEN_ANSWER,   /* which: the policy; detail: its answer */
	SEEN_COUNT,    /* units of a kind were run: which, detail */
	/* What only a story that directs the program has.  By the runtime: */
	SEEN_INTERVALS, /* intervals change */
	SEEN_STOP,      /* mutator `which' stops; */
	SEEN_FLUSH,     /* the units in its buffers become those of all */
	SEEN_NEEDLESS,  /* a unit runs, and does nothing */
	/* by a unit or a mutator, if it is what this one does next in the story: */
	SEEN_ASK,  /* it asks all mutators to stop, */
	SEEN_EMIT, /* emits units, */
	SEEN_LOOK  /* or looks at units, buckets, cycles or mutators */
};
/* With store buffers a store is two events: it goes into the buffer (HOLD), and reaches memory (STORE). */
enum seen_access { SEEN_LOAD, SEEN_STORE, SEEN_MODIFY, SEEN_HOLD };
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

/* The guide: what the program is to do, and until when.  Two events are done in this order if one of
 * them could notice the effect of the other (guide.c). */
enum guide_until {
	GUIDE_LAST, /* until the last event */
	GUIDE_FAIL, /* until something fails after it */
	GUIDE_END   /* until the program is over */
};
/* The state has numbered parts: locations come first, then whether objects live, buckets are open and
 * phases on, and how mutators are. */
enum guide_mutator { GUIDE_AWAY, GUIDE_RUNNING, GUIDE_STOPPED };
enum { GUIDE_STEP = -1, GUIDE_NEVER = 32767 };
/* A value that a part gets in a step of the story.  In the program the part may have it as soon as one
 * of the events FIRST to LAST has happened: the events of this step, or if it has none, of the step
 * before.  FIRST > LAST: it may have it at any time. */
struct guide_value {
	int16_t value, first, last;
	/* The part must have the value when so many events from the beginning were done; GUIDE_STEP: when
	 * all events of the step were done. */
	int16_t sure;
};
struct guide_part {
	const struct guide_value *at; /* the first is that at the start; count 0: not compared */
	unsigned count;
};
struct guide {
	const struct seen *at;
	unsigned count;
	enum guide_until until;
	bool buffers; /* there are store buffers */
	/* The events come in the order of the guide, which says what the runtime does (direct.c). */
	bool directed;
	/* Not in the program: the number of the step of each event; how many steps have states that
	 * are compared. */
	const uint16_t *step;
	unsigned steps;
	const struct guide_part *parts;
	unsigned part_count;
};

/* The first part whose value is not that of the story. */
struct difference {
	bool is;
	unsigned event, part; /* it was found after this event, in this part */
	int16_t story, or ;   /* the story's value; while a step goes on, either of these two */
	int16_t program;
};

/* Why a program that is directed does not do the next event. */
enum way_refusal {
	WAY_NONE,
	WAY_GUARD,     /* no rule of the machine allows it */
	WAY_NO_UNIT,   /* no such unit waits, or its bucket is not open */
	WAY_BUSY,      /* the mutator is in the middle of an action */
	WAY_NOT_ASKED, /* nobody has asked the mutators to stop */
	WAY_GOES_ON    /* all were done, and the runtime can go on */
};

/* How far the program has followed the guide. */
enum { WAY_TASKS = 32, WAY_EVENTS = 1000 };
struct way {
	struct difference difference;
	unsigned beyond; /* parts of the state where it has done more than the story tells */
	unsigned unread; /* parts that could not be read after the last event, because of a lock */
	unsigned done;   /* so many events of the guide were done */
	enum way_refusal refusal; /* of the next event */
	bool has_twins; /* directed, at the end: a unit that shall be there once is there twice */
	bool waits[WAY_TASKS], differs[WAY_TASKS];
	/* By task: it has loaded in vain, and loads again: nothing of the guide comes before that. */
	bool in_vain[WAY_TASKS];
	bool holds[WAY_TASKS]; /* by task: a store in its buffer waits for its turn: `held' */
	struct seen held[WAY_TASKS];
	struct seen next[WAY_TASKS];  /* what a task that waits would do, or has done */
	uint32_t is_done[WAY_EVENTS]; /* by event: 1; 2: a task will do it next */
};

#endif
