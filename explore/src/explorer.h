/* explorer.h: one exploration: the tasks of the execution that is under way, and the executions
 * that are still to come, as a stack of nodes. */
#ifndef GCX_EXPLORER_H
#define GCX_EXPLORER_H

#include "explore/src/buffers.h"
#include "explore/src/clock.h"
#include "explore/src/coroutine.h"
#include "explore/src/heap.h"
#include "explore/src/limit.h"
#include "explore/src/location.h"
#include "explore/src/name.h"
#include "explore/src/object.h"
#include "explore/src/operation.h"
#include "explore/src/patience.h"
#include "explore/src/plain.h"
#include "explore/src/race.h"
#include "explore/src/spin.h"
#include "explore/src/stack.h"
#include "explore/src/sync.h"
#include "explore/src/preempt.h"
#include "explore/src/sample.h"
#include "explore/src/tree.h"
#include "explore/src/views.h"

enum task_state {
	ABSENT,   /* not made in this execution */
	NEW,      /* it has not run yet */
	READY,    /* `next' is what it does next, as soon as its guard holds */
	AWAITING, /* with tmc: in gcx_await */
	ASSUMING, /* what it has assumed does not hold */
	SPINNING, /* Note [Spinning] */
	OVER
};

struct task {
	struct gcx_coroutine context;
	enum task_state state;
	void (*body)(void *);
	void *argument;
	struct operation next;
	unsigned children;                /* how many tasks it has made */
	unsigned order;                   /* how many tasks this execution has made before it */
	uint32_t events;                  /* how many operations it has done */
	struct clock clock;               /* of the last of them; at first of what has made it */
	uint32_t first_event, last_event; /* NO_EVENT: none */
	/* alike.h: all tasks that are alike have the number of one of them. */
	unsigned group;
	uint32_t made_at; /* after so many steps */
	struct sync sync;
	struct spin spin;
	bool impatient, gave_up; /* patience.h: its next operation; its last one has */
	unsigned given_up;       /* how often */
	uintptr_t
	    live;     /* while it waits: where the stack of the program itself ends; 0: not known */
	char *lowest; /* where its stack was at most when it was left; NULL: it was never used */
};

/* A point of the execution under way, and the step that was done there. */
struct node {
	struct label label;
	struct operation operation;
	struct operation waited; /* OP_GIVE_UP: what was given up */
	struct clock clock;
	uint32_t number;      /* of the step, among those of its task */
	struct branch *tree;  /* what is explored from here; the first branch is the step */
	struct labels asleep; /* what need not be explored from here */
	bool more;            /* with tmc: tasks come after the last branch, and are asleep */
	uint32_t explored;    /* branches that came before this step */
	uint32_t known;       /* of an estimate: branches that the choice was made from */
	uint32_t preemptions; /* of the execution, with this step */
	struct prefix prefix; /* with a bound of preemptions: all steps, with this one */
};

/* Two operations whose order can be reversed.  The second may not have been done: then it is what
 * the task would do next. */
struct race {
	uint32_t first, second; /* NO_EVENT: it was not done */
	uint16_t task;          /* of the second */
	uint32_t choice;
};

enum end {
	UNDER_WAY,
	COMPLETE,
	BLOCKED,
	PRUNED,
	CUT,
	ABANDONED, /* there is no time to go on */
	FAILED
};

struct explorer {
	struct gcx_options options;
	void (*program)(void *);
	void *argument;
	struct gcx_result *result;

	/* the execution */
	struct gcx_coroutine scheduler;
	/* Not all of them are there in each execution.  From GCX_TASKS on: store buffers, whose `next'
	 * is their next flush. */
	struct task tasks[GCX_ACTORS];
	unsigned task_count, self;
	unsigned made;             /* tasks of this execution */
	unsigned queue[GCX_TASKS]; /* tasks that are ready, with tmc or without reduction */
	unsigned queue_length;
	unsigned turn; /* steps that the last task has done, after the last step of another one */
	struct locations locations;
	struct objects objects;
	struct heap heap;
	struct stacks stacks;
	struct shadow shadow;
	bool has_plain;        /* the program has accesses that are no operations */
	struct moments common; /* sync.h: of operations that depend on all */
	const void *place;     /* where the next operation is in the code; NULL: not known */
	uintptr_t stack_end;   /* gcx_set_stack; 0: not known */
	struct buffers buffers;
	struct views views;
	bool in_task;             /* a task runs: it may use operations */
	uint32_t last_everything; /* the last operation that depends on all; NO_EVENT: none */
	bool atomic;              /* gcx_atomic was used */
	bool again;               /* what it has written was not known: the execution is repeated */
	enum end end;
	bool stopped; /* by gcx_stop */

	/* the search */
	struct node *nodes;
	size_t node_room;
	uint32_t depth; /* how many steps the execution has done */
	uint32_t node_count;
	uint32_t diverges;      /* the node where it leaves what was explored before */
	struct branch *subtree; /* what is to come after the last step */
	struct race *races;
	size_t race_count, race_room;
	/* Of which task T is a child, and whether it is its first, its second, …: the same in all
	 * executions.  So its number does not depend on the order in which tasks make others. */
	struct {
		unsigned parent, child;
	} birth[GCX_TASKS];
	bool counts_preemptions;
	uint64_t executions;
	bool cut;       /* some execution was, by most_steps */
	char loop[160]; /* what was repeated most in it */
	struct prefixes prefixes;
	struct sampler sampler;
	struct names names;
	struct useless_values useless;
	uint64_t started;     /* when, in nanoseconds */
	uint64_t reported;    /* when there was a report last */
	uint64_t kept;        /* when the state was written last */
	enum stop stopped_by; /* why it has ended before all was explored */
	bool once;
	const struct gcx_step *schedule; /* of a replay */
	size_t schedule_length;
	const char *schedule_file; /* NULL: it is from none */
	bool lenient;              /* steps of it that are not possible are left out */
	size_t schedule_used;      /* if lenient: how many steps of it were taken, or left out */
	const struct gcx_result *like; /* other failures do not count; NULL: all do */
	/* What is executed. */
	void (*drive)(struct explorer *x);
	struct probe *probe; /* of an estimate; NULL: this is none */
	/* Instead of what the search does; NULL: that.  Adds branches to a new node, and returns
	 * whether some task can go on: */
	bool (*begin_node)(struct explorer *x, struct node *node);
	/* a sequence is to be explored from a point before `floor': */
	void (*insert_above)(struct explorer *x, uint32_t depth, const struct labels *sequence);
	/* Points before this depth are those of another process. */
	uint32_t floor;
	/* Points before this depth have no other branches (gcx_begin). */
	uint32_t begun;
	const struct points *points; /* what other processes do for this one; NULL: nothing */
	unsigned lost;               /* parts that were given up, because their process … */
	char cause[60];              /* … did this */
	const char *path;            /* of a part, or of the folder of parts */
	struct worker *worker;       /* what this process does for another one; NULL: nothing */
};

/* Explores as WANTED says: options, program, argument, and what concerns a schedule. */
enum gcx_verdict gcx_run(const struct explorer *wanted, struct gcx_result *result);
/* All executions that are to be explored. */
void gcx_search(struct explorer *x);
/* One execution, from the beginning. */
void gcx_execute(struct explorer *x);
void gcx_count(struct explorer *x);
void gcx_keep_schedule(struct explorer *x);
enum gcx_verdict gcx_refuse(struct gcx_result *result, const char *why);

extern struct explorer *gcx_explorer; /* the one that is under way */

static inline bool gcx_has_buffers(const struct explorer *x)
{
	return x->options.memory == GCX_TSO || x->options.memory == GCX_PSO;
}

static inline bool gcx_has_views(const struct explorer *x)
{
	return x->options.memory == GCX_C11;
}

/* All tasks, then all buffers: the next after I, from 0 on, while it is below gcx_actor_end. */
static inline unsigned gcx_actor_after(const struct explorer *x, unsigned i)
{
	return i + 1 == x->task_count ? GCX_TASKS : i + 1;
}

static inline unsigned gcx_actor_end(const struct explorer *x)
{
	return GCX_TASKS + x->buffers.count;
}

/* ---- tasks */
void gcx_begin_tasks(struct explorer *x);
/* A child of the task that runs.  GCX_TASKS: there are too many. */
unsigned gcx_add_task(struct explorer *x, void (*body)(void *), void *argument);
/* Runs tasks that are new until each is ready. */
void gcx_settle_tasks(struct explorer *x);
/* The task's number in messages and schedules: by the order in which this execution makes tasks. */
static inline unsigned gcx_number(const struct explorer *x, unsigned task)
{
	return x->tasks[task].order;
}
void gcx_run_task(struct explorer *x, unsigned task);
bool gcx_may_go_on(struct explorer *x, unsigned task);
/* gcx_await: whether another task has written the location since then, and before VERSION. */
bool gcx_has_changed(const struct explorer *x, unsigned task, const struct operation *operation,
    size_t version);
/* In how many ways it can. */
unsigned gcx_alternatives(struct explorer *x, unsigned task);
/* The choice that is the INDEXth of its alternatives, which were just counted. */
uint32_t gcx_alternative(const struct explorer *x, unsigned task, unsigned index);
/* What the task does next, with that alternative if it chooses. */
struct label gcx_label(const struct explorer *x, unsigned task, uint32_t choice);
/* The same of this operation, if that were next. */
struct label gcx_label_of(const struct explorer *x, unsigned task, const struct operation *next,
    uint32_t choice);
void gcx_fail(struct explorer *x, enum gcx_failure failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same at this place in the code, which may be NULL. */
void gcx_fail_at(struct explorer *x, enum gcx_failure failure, const void *place,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- steps */
/* Does the next operation of the task at the node x->depth - 1, and runs it to the one after. */
void gcx_take_step(struct explorer *x, struct node *node);

/* ---- order and races */
/* Sets the clock of the node's operation, and remembers which earlier ones it races with.  The
 * operation is about to be done. */
void gcx_order(struct explorer *x, struct node *node, const struct operation *operation);
/* With histories: the same for what could have read what it has written, which is done. */
void gcx_order_readers(struct explorer *x, const struct node *node);
/* At the end of an execution: the same of operations that tasks still wait for. */
void gcx_find_missed(struct explorer *x);
/* After an execution: adds to the trees what reverses its races. */
void gcx_reverse_races(struct explorer *x);

/* ---- search */
struct node *gcx_add_node(struct explorer *x);
/* Forgets all nodes but the first COUNT. */
void gcx_drop_nodes(struct explorer *x, uint32_t count);
/* How many branches the node has, explored or not. */
uint32_t gcx_count_branches(const struct node *node);
/* The node where the next step is to be taken.  NULL: there is none. */
struct node *gcx_next_node(struct explorer *x);
/* What follows is all that is explored (gcx_begin). */
void gcx_begin_here(struct explorer *x);
/* Prepares the next execution.  false: there is none. */
bool gcx_backtrack(struct explorer *x);
/* Nothing was explored. */
void gcx_free_nodes(struct explorer *x);

#endif
