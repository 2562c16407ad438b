/* gcexplore.h: explores every schedule of a concurrent C program.
 *
 * A program is a function.  It is executed again and again, from its beginning, each time with
 * another schedule; nothing is ever undone.  So it may contain any C, as long as each execution
 * begins in the same state and does the same when it is scheduled the same way.
 *
 * The program creates tasks.  Each operation on memory, and each that waits, chooses or yields, is
 * a point where another task may go on; between two of them a task is alone.  An execution is a
 * sequence of such operations.
 * Two operations are independent if they concern different locations, or only read the same one:
 * then their order makes no difference, and executions that differ only in the order of
 * independent operations are equivalent.
 *
 * The methods: sleep sets and replay as in `Building a Tiny Model Checker', part 4; source sets
 * and wakeup trees as in Abdulla, Aronis, Jonsson, Sagonas: Source Sets (J. ACM 64, 2017).
 *
 * Threads: all functions are to be called by one thread.  Tasks may call all functions but
 * gcx_explore and gcx_replay.  Others may call only these two, and gcx_assert where
 * `complete' looks at an execution. */
#ifndef GCEXPLORE_H
#define GCEXPLORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A program that executes others as libraries lends them these functions. */
#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* At most this many tasks in all executions together, and alternatives of a choice. */
enum { GCX_TASKS = 32, GCX_CHOICES = 65535 };

/* ------------------------------------------------------------------ exploring a program */
enum gcx_reduction {
	GCX_OPTIMAL, /* one execution for all that are equivalent */
	GCX_SOURCE,  /* source sets: some executions are begun in vain */
	GCX_SLEEP,   /* sleep sets: many are begun in vain */
	GCX_NONE,    /* all executions */
	GCX_RANDOM,  /* `most_executions' of them: each step is that of some task, all alike */
	GCX_PCT /* the same; tasks have random priorities, which change `pct_depth' - 1 times */
};

enum gcx_verdict {
	GCX_VERIFIED, /* every execution was examined, and none fails */
	GCX_FAILED,
	GCX_BOUNDED /* a bound has cut something off: nothing is known of the rest */
};

struct gcx_event;

enum gcx_failure {
	GCX_NO_FAILURE,
	GCX_ASSERTION,
	GCX_DEADLOCK, /* no task can go on, and not all are over */
	GCX_LIVELOCK, /* tasks read the same again and again, and nobody will write it */
	GCX_RACE,     /* two accesses conflict, neither happens before the other, and they are not
	                 both operations */
	GCX_MEMORY,   /* of gcx_allocate: an access to what was freed, or outside a block */
	GCX_MISUSE    /* of this header; the message says what */
};

/* How far an exploration is. */
struct gcx_progress {
	uint64_t executions;
	double seconds; /* up to now */
	double
	    fraction; /* of the tree of executions, from 0 to 1: what is known of it. It may shrink,
	                    as branches are found late. */
	double seconds_left; /* if the rest of the tree takes as long; negative: not known yet */
};

/* What tasks see of each other's writes. */
enum gcx_memory {
	GCX_SC,  /* sequential consistency: each operation reaches memory at once */
	GCX_TSO, /* each task has a store buffer, first in, first out */
	GCX_PSO, /* only stores to one location keep their order there */
	GCX_C11  /* RC11: C11 without load buffering, with the release sequences of C++20 */
};

/* All bounds but `most_preemptions': 0 is none. */
struct gcx_options {
	enum gcx_reduction reduction;
	enum gcx_memory memory;
	bool tmc; /* transitions and their order as in the Tiny Model Checker, to compare counts:
	             with GCX_NONE and GCX_SLEEP only */
	/* The program declares all its accesses to memory, also those that are not operations
	 * (gcx_plain_read).  Then a loop that waits by reading again and again is recognised.  A program
	 * that gcexplore has compiled (gcexplore.1) does this. */
	bool instrumented;
	bool ignores_races; /* data races are not failures */
	/* Tasks are alike if one task makes them one right after another, with the same function and the same
	 * argument: before they begin, it makes no difference which is which.  So only executions are
	 * explored in which they begin in the order in which they were made.  The task that has made them
	 * may wait for all of them.  It may not do something else between these waits, or something with
	 * only one of them.  And what `complete' looks at must not depend on which is which. */
	bool symmetry;
	/* With GCX_TSO and GCX_PSO: accesses that the machine orders are ordered, even if C11 does not order
	 * them.  For programs whose compiler keeps the order of their accesses. */
	bool orders_of_machine;
	uint64_t most_executions;
	unsigned most_steps; /* of an execution */
	double most_seconds;
	/* With `bound_preemptions', only executions with at most `most_preemptions' are explored.  A
	 * preemption is a step of another task than the one before, when the task of the one before
	 * could have gone on.  Each reduction but GCX_NONE is then replaced: of beginnings that are
	 * equivalent, those are explored that have the fewest preemptions. */
	bool bound_preemptions;
	unsigned most_preemptions;
	/* For GCX_RANDOM and GCX_PCT, which need most_executions or most_seconds.  A failure that
	 * needs N orders of two steps is found by an execution of GCX_PCT with pct_depth N with a
	 * probability of at least 1 / (tasks * steps^(N-1)).  At most 64; 0: 3. */
	uint64_t seed;
	unsigned pct_depth;
	/* Called after each complete execution, while its memory is still as it has left it.
	 * gcx_assert may be used there.  Not called after executions that are blocked, pruned or
	 * cut off. */
	void (*complete)(void *argument);
	/* Called between executions, about each PROGRESS_MILLISECONDS (0: 1000).  If it returns false,
	 * the exploration ends, with GCX_BOUNDED and the message "interrupted". */
	bool (*progress)(const struct gcx_progress *progress, void *progress_argument);
	void *progress_argument;
	unsigned progress_milliseconds;
	/* The state of the exploration is written to the file CHECKPOINT (NULL: none) about each
	 * CHECKPOINT_SECONDS (0: 60), and when a bound or `progress' ends the exploration between two
	 * executions.  It is written as CHECKPOINT.tmp first.  When all is explored, or something
	 * fails, the file is removed.  If it cannot be written, the exploration goes on, and the note
	 * says so. */
	const char *checkpoint;
	unsigned checkpoint_seconds;
	/* Begins with the state in CHECKPOINT, if there is such a file: the result has all executions,
	 * before and after.  The program and its argument, and of the options all that say what is
	 * explored, must be the same.  Locations must be static, or of gcx_allocate, or on the stacks
	 * of tasks. */
	bool resume;
	/* More than 1: this many processes explore.  GCX_SOURCE then replaces GCX_OPTIMAL, and there is no
	 * checkpoint.  There are as many complete executions as in one process.  `complete' is called in
	 * these processes, and what it writes to memory stays there.  A part whose process is killed is
	 * done again, once.  If the second process is killed, too, the verdict is GCX_BOUNDED.  When a
	 * bound ends the exploration, only parts that are done are counted. */
	unsigned jobs;
	unsigned
	    split_depth; /* a part is all executions with the same first SPLIT_DEPTH steps; 0: a
	                         third of the steps of the first execution */
	/* gcx_replay and gcx_replay_file call this: at the beginning, after each step, and when the
	 * execution fails.  gcx_print_event is such a function. */
	void (*event)(const struct gcx_event *event, void *event_argument);
	void *event_argument;
	/* Reading a byte of a block that gcx_is_new has named, or of another task's stack, is a failure if the
	 * byte was not written in this execution. */
	bool finds_uninitialised;
	/* Called when no task can go on, but not all are over: whether the execution is complete.  It
	 * may not use this header.  If false, or without this function, that is a deadlock. */
	bool (*is_over)(void *argument);
	/* With GCX_TSO and GCX_PSO: may_perform returns whether the next store of the TASK to AT may reach
	 * memory now; performed is called when it has.  As long as it may not, the store buffer (or the
	 * task, if the store is done at once) cannot take this step.  The answer may depend only on steps
	 * that access AT, and on signals that the TASK has awaited or set.  If it depends on more,
	 * executions are missed in which the steps come in another order.  With may_perform, GCX_SLEEP
	 * replaces GCX_OPTIMAL and GCX_SOURCE.  With `instrumented', a store to a location that no other
	 * task accesses may be done at once, although an earlier store is held back: the program cannot
	 * notice it, but is_over can.  The two functions may not use this header, except for gcx_assert in
	 * `performed'.  NULL: each store may reach memory at any time. */
	bool (*may_perform)(unsigned task, const volatile void *at, void *argument);
	void (*performed)(unsigned task, const volatile void *at, void *argument);
};

/* One step of a schedule: which task went on; and which alternative, if it chose.
 * With store buffers, a task from GCX_TASKS on is a buffer: in its steps a store reaches memory, and the
 * choice is the task that has done the store.  The choice of a store is 1 if it is done at once
 * (`instrumented').
 * With GCX_C11, the choice of a read is the message that it reads,
 * and that of a write the message after which it is placed: 0 is the initial value, and others are
 * GCX_MESSAGE * the task that has written it, and the number of its operation, from 1 on. */
#define GCX_MESSAGE (UINT32_C(1) << 26)
struct gcx_step {
	uint16_t task;
	uint32_t choice;
};

struct gcx_result {
	enum gcx_verdict verdict;
	enum gcx_failure failure;
	/* Of the failure: where it is in the code; and with what it conflicts (GCX_RACE), or where
	 * the memory was freed or allocated (GCX_MEMORY).  NULL: not known. */
	const void *places[2];
	char message[200];         /* of the failure, or of the bounds */
	char note[200];            /* what else is to be known; empty: nothing */
	uint64_t complete;         /* all tasks were over, or one has stopped the execution */
	uint64_t blocked;          /* gcx_assume was not true, or a task has read the same again */
	uint64_t pruned;           /* begun in vain: equivalent to others */
	uint64_t steps;            /* operations, of all executions */
	unsigned deepest;          /* operations of the longest execution */
	struct gcx_step *schedule; /* of the failure; the caller frees it */
	size_t schedule_length;
	unsigned preemptions; /* of the schedule: with bound_preemptions, and of gcx_replay */
};

/* What happens in an execution.  All pointers are valid during the call only. */
enum gcx_event_kind { GCX_BEGIN, GCX_STEP, GCX_END /* it fails */ };

struct gcx_event {
	enum gcx_event_kind kind;
	unsigned step; /* 1, 2, … */
	unsigned task, choice;
	const char *operation; /* as in the functions' names: "read", "await_value", … */
	const char *order;     /* "seq_cst", …; NULL: it has none */
	const char *location;  /* by gcx_name, or as a number; NULL: it has none */
	bool has_found, has_stored;
	uint64_t found, stored;   /* values */
	enum gcx_failure failure; /* of GCX_END */
	const char *message;
};

/* Prints the event as a line of JSON to the FILE that STREAM is: see doc/explore.md. */
void gcx_print_event(const struct gcx_event *event, void *stream);

/* Explores PROGRAM(ARGUMENT), until an execution fails.  Returns the verdict, which *RESULT has,
 * too.  OPTIONS is read only.  Ends the process if there is no memory. */
enum gcx_verdict gcx_explore(const struct gcx_options *options, void (*program)(void *),
    void *argument, struct gcx_result *result);

/* One execution, as SCHEDULE says for its first LENGTH steps, and then in some way.  GCX_VERIFIED:
 * it does not fail. */
enum gcx_verdict gcx_replay(const struct gcx_options *options, void (*program)(void *),
    void *argument, const struct gcx_step *schedule, size_t length, struct gcx_result *result);

/* An execution that fails in the same way (failure and message) as the one of SCHEDULE, and has
 * fewer preemptions, or as many and fewer steps, or as many of both and fewer switches from one
 * task to another.  Executes at most MOST_EXECUTIONS, whatever OPTIONS say; if that is enough to
 * examine all, nothing fails in this way with fewer preemptions or steps.  *RESULT is as after
 * gcx_replay, for what was found. */
enum gcx_verdict gcx_minimise(const struct gcx_options *options, void (*program)(void *),
    void *argument, const struct gcx_step *schedule, size_t length, uint64_t most_executions,
    struct gcx_result *result);

/* An exploration in parts that processes on several machines do, with files in FOLDER that all of
 * them have.  gcx_split writes a file FOLDER/part-NUMBER for each part that is to be done now, and
 * returns GCX_BOUNDED with the message `N parts are to be done'.  gcx_do_part does the part of the
 * file PATH, writes PATH.done, and removes PATH: GCX_VERIFIED, or GCX_FAILED as something fails or
 * the file is wrong.  When all are done, gcx_split is called again: there may be more.  At last it
 * returns what gcx_explore would, with the totals (GCX_FAILED as soon as a part has failed).  The
 * options are the same in all calls.  Each gcx_split executes the first execution of each part. */
enum gcx_verdict gcx_split(const struct gcx_options *options, void (*program)(void *),
    void *argument, const char *folder, struct gcx_result *result);
enum gcx_verdict gcx_do_part(const struct gcx_options *options, void (*program)(void *),
    void *argument, const char *path, struct gcx_result *result);

/* How many executions gcx_explore would need with GCX_OPTIMAL: the mean of what PROBES random paths
 * through the tree of executions give (Knuth: Estimating the Efficiency of Backtrack Programs,
 * Math. Comp. 29, 1975), from 1. */
struct gcx_estimate {
	double executions; /* those that are blocked, too */
	double deviation;  /* standard deviation of this mean */
	double seconds;    /* that they would take */
	char message[200]; /* why there is none */
};

/* Of OPTIONS the seed and most_steps count.  What fails in a probe is an execution like others.
 * false: there is no estimate. */
bool gcx_estimate(const struct gcx_options *options, void (*program)(void *), void *argument,
    unsigned probes, struct gcx_estimate *estimate);

/* ---------------------------------------------------------------- schedules in files */
enum { GCX_TEXT = 200 }; /* bytes of a message or a name, with the 0 at its end */

/* Writes a schedule as text, with a NAME, which has no control characters and is cut to GCX_TEXT.
 * false: that fails, and MESSAGE says why. */
bool gcx_write_schedule(const char *path, const char *name, const struct gcx_step *schedule,
    size_t length, char message[GCX_TEXT]);
/* false: there is none, and MESSAGE says why, with the line.  NAME may be NULL.  The caller frees
 * *SCHEDULE. */
bool gcx_read_schedule(const char *path, char name[GCX_TEXT], struct gcx_step **schedule,
    size_t *length, char message[GCX_TEXT]);
/* gcx_replay with the schedule of a file.  A step that is not possible is reported with its line. */
enum gcx_verdict gcx_replay_file(const struct gcx_options *options, void (*program)(void *),
    void *argument, const char *path, struct gcx_result *result);

/* ---------------------------------------------------------------------- tasks */
/* The new task's number; the program itself is task 0.  What the task does before its first
 * operation it does after the step in which it was created. */
unsigned gcx_spawn(void (*body)(void *), void *argument);
/* Waits until the task is over. */
void gcx_join(unsigned task);
unsigned gcx_self(void);

/* ---------------------------------------------------------------------- memory */
/* SIZE is 1, 2, 4 or 8, and LOCATION is a multiple of it.  Accesses to overlapping locations have
 * the same size.  The orders are those of C11; the functions without one are GCX_SEQ_CST. */
enum gcx_order { GCX_RELAXED, GCX_ACQUIRE, GCX_RELEASE, GCX_ACQ_REL, GCX_SEQ_CST };
uint64_t gcx_read(const volatile void *location, unsigned size);
uint64_t gcx_read_explicit(const volatile void *location, unsigned size, enum gcx_order order);
void gcx_write(volatile void *location, unsigned size, uint64_t value);
void gcx_write_explicit(volatile void *location, unsigned size, uint64_t value,
    enum gcx_order order);
enum gcx_modify { GCX_SWAP, GCX_ADD, GCX_SUB, GCX_AND, GCX_OR, GCX_XOR, GCX_NAND };
/* Returns the former value. */
uint64_t gcx_modify(volatile void *location, unsigned size, enum gcx_modify how, uint64_t value);
uint64_t gcx_modify_explicit(volatile void *location, unsigned size, enum gcx_modify how,
    uint64_t value, enum gcx_order order);
/* Returns the value that was found: if that is EXPECTED, it is replaced, else this is a read, with
 * the order OTHERWISE. */
uint64_t gcx_cas(volatile void *location, unsigned size, uint64_t expected, uint64_t value);
uint64_t gcx_cas_explicit(volatile void *location, unsigned size, uint64_t expected, uint64_t value,
    enum gcx_order order, enum gcx_order otherwise);
void gcx_fence(enum gcx_order order);

/* Memory that an execution needs must come from here: its address is the same whenever the task does
 * the same.  It is cleared, and belongs to the execution: what is not freed is no mistake.  64 MiB
 * for each task. */
void *gcx_allocate(size_t size);
/* An access to the memory fails unless it happens before this, whenever it is done. */
void gcx_free(void *memory);
/* The program accesses SIZE bytes itself, right after this.  That is no operation: no other task
 * goes on there.  If another access conflicts with it, and neither happens before the other, as
 * C11 has it, that is a data race. */
void gcx_plain_read(const volatile void *at, size_t size);
void gcx_plain_write(volatile void *at, size_t size);

/* Messages call the SIZE bytes at LOCATION so.  No operation.  NAME is not copied: it must live as
 * long as the exploration. */
void gcx_name(const volatile void *location, size_t size, const char *name);

/* ---------------------------------------------------------------------- waiting */
/* Blocks until another task has written the location since the caller accessed it last, which it
 * must have. */
void gcx_await(const volatile void *location, unsigned size);
/* Blocks until the location has this value (gcx_await_value), or another. */
void gcx_await_value(const volatile void *location, unsigned size, uint64_t value);
void gcx_await_value_explicit(const volatile void *location, unsigned size, uint64_t value,
    enum gcx_order order);
void gcx_await_other(const volatile void *location, unsigned size, uint64_t value);
/* Blocks until the location has none of these bits. */
void gcx_await_clear(const volatile void *location, unsigned size, uint64_t bits);
/* Blocks until the location is 0, and makes it VALUE in the same step. */
void gcx_acquire(volatile void *location, unsigned size, uint64_t value);

/* Blocks until the location has none of these BITS, or another value than this, and modifies it in
 * the same step.  Returns the former value.  GCX_ACQUIRE. */
uint64_t gcx_modify_clear(volatile void *location, unsigned size, uint64_t bits,
    enum gcx_modify how, uint64_t value);
uint64_t gcx_modify_other(volatile void *location, unsigned size, uint64_t than,
    enum gcx_modify how, uint64_t value);

/* ---------------------------------------------------------------------- signals
 * With signals a program orders its own tasks, for example to follow a schedule.  Signals are not part of
 * the memory that is explored.  All tasks see a signal at once, also while stores of the task that has set
 * it wait in its buffer.  Signals are never data races, and order no accesses.  There are none under
 * GCX_C11.  A signal's location is accessed only by these functions, or written between steps, in
 * `performed'. */
void gcx_signal(uint32_t *at, uint32_t value);
uint32_t gcx_see_signal(const uint32_t *at);
/* If it is EXPECTED, it becomes VALUE.  Whether it was. */
bool gcx_take_signal(uint32_t *at, uint32_t expected, uint32_t value);
/* Blocks until it is VALUE. */
void gcx_await_signal(const uint32_t *at, uint32_t value);

/* ---------------------------------------------------------------------- the rest */
void gcx_yield(void); /* depends on every operation */
/* BODY is one step, which depends on every operation.  It may not use this header.  A write that
 * does not change a value wakes nobody who awaits one. */
void gcx_atomic(void (*body)(void *), void *argument);
/* Some number below COUNT: all of them are tried. */
unsigned gcx_choose(unsigned count);
/* If HOLDS is false, the execution is of no interest: the task goes no further.  (The others do, because
 * what they do next could have come before this.) */
void gcx_assume(bool holds);
#define gcx_assert(condition) gcx_check((condition), #condition, __FILE__, __LINE__)
void gcx_check(bool holds, const char *what, const char *file, int line);
/* What was done until now is explored in one order only (and with all its choices).  Executions with
 * another order count as if the program did not have them.  The task goes on.  This is for programs whose
 * beginning is of no interest, such as one that waits until its threads are ready. */
void gcx_begin(void);
/* Ends the execution, which counts as complete. */
void gcx_stop(void) __attribute__((noreturn));
/* Ends the task. */
void gcx_exit(void) __attribute__((noreturn));
/* The program is wrong: the execution fails, as by gcx_assert. */
void gcx_error(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* ------------------------------------------------ for what makes programs call all this */
/* What the task calls next is called from this place in the code. */
void gcx_set_place(const void *place);
/* The stack of what calls it ends there: below is what is called. */
void gcx_set_stack(const void *end);
/* The task has changed something of its own that is not in memory that it declares: it does not
 * wait in a loop. */
void gcx_wrote(void);
/* The task's next operation waits only while any task can go on, then gives up: it does nothing.
 * gcx_gave_up: whether the task's last operation has. */
void gcx_limit_wait(void);
bool gcx_gave_up(void);
/* A function of the task returns: its stack below END is used by others from now on. */
void gcx_leave_function(const void *end);
/* As gcx_allocate; ALIGNMENT is a power of two. */
void *gcx_allocate_aligned(size_t size, size_t alignment);
/* The block has no value yet, although it is cleared. */
void gcx_is_new(const void *block);
/* How many of the SIZE bytes, from the first on, are as the first one: *VALUED says whether they have a
 * value.  Without finds_uninitialised all have. */
size_t gcx_have_values(const void *at, size_t size, bool *valued);
size_t gcx_size(const void *block); /* as it was asked for; 0: it is no block */

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
