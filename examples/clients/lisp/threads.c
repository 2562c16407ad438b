/* threads.c: threads that run closures, and channels between them.
 *
 * What one thread hands to another goes through an object that all of them can reach: a
 * thread's object is in the world's list of threads, a channel's values are in its list.
 * So the collector hears of it by the barrier of `set`, and nothing is handed over in C's
 * memory, which it does not see.  A new thread gets a number there, and finds its object
 * by that. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "eval.h"
#include "machine.h"
#include "monitor.h"
#include "primitives.h"
#include "threads.h"

enum { RUNS, SUCCEEDED, FAILED }; /* a thread's state */

/* -------------------------------------------------- the world's list of threads */

static value first_thread(const struct thread *t)
{
	return get(t->roots.world, WORLD_THREADS);
}

static void add_thread(struct thread *t, value thread)
{
	set(t, thread, THREAD_NEXT, first_thread(t));
	set(t, t->roots.world, WORLD_THREADS, thread);
}

static value find_thread(const struct thread *t, intptr_t number)
{
	value thread = first_thread(t);

	while (get(thread, THREAD_NUMBER) != integer(number))
		thread = get(thread, THREAD_NEXT);
	return thread;
}

static void remove_thread(struct thread *t, value gone)
{
	value thread = first_thread(t);

	if (thread == gone)
		set(t, t->roots.world, WORLD_THREADS, get(gone, THREAD_NEXT));
	while (thread != gone && get(thread, THREAD_NEXT) != gone)
		thread = get(thread, THREAD_NEXT);
	if (thread != gone)
		set(t, thread, THREAD_NEXT, get(gone, THREAD_NEXT));
}

/* ------------------------------------------------------------- a thread's life */

bool begin_thread(struct thread *t, struct machine *machine, struct gc_mutator *mutator)
{
	if (!memory_begin(t, machine))
		return false;
	t->c_stack_end =
	    (char *)__builtin_frame_address(0) - (THREAD_STACK_BYTES - THREAD_STACK_SPARE);
	t->roots.world = machine->world;
	t->mutator = mutator ? mutator : gc_init_for_thread(gc_empty_stack_addr(), machine->heap);
	if (t->mutator)
		gc_mutator_set_roots(t->mutator, &t->roots);
	else
		memory_end(t);
	return t->mutator != NULL;
}

void end_thread(struct thread *t)
{
	gc_finish_for_thread(t->mutator);
	memory_end(t);
}

static void run_own_thunk(struct thread *t, void *data)
{
	value result;

	(void)data;
	result = call_thunk(t, get(t->roots.self, THREAD_THUNK));
	set(t, t->roots.self, THREAD_RESULT, result);
}

static void keep_message(struct thread *t, void *data)
{
	(void)data;
	set(t, t->roots.self, THREAD_RESULT,
	    make_string(t, t->message, __builtin_strlen(t->message)));
}

static void live(struct thread *t, intptr_t number)
{
	monitor_enter(t);
	t->roots.self = find_thread(t, number);
	monitor_leave(t);
	bool succeeded = attempt(t, run_own_thunk, NULL);
	if (!succeeded)
		attempt(t, keep_message, NULL); /* without room, there is none */
	monitor_enter(t);
	if (!succeeded)
		memcpy(t->machine->failure, t->message, sizeof t->message);
	set(t, t->roots.self, THREAD_STATE, integer(succeeded ? SUCCEEDED : FAILED));
	remove_thread(t, t->roots.self);
	monitor_changed(t);
	monitor_leave(t);
}

/* What a new thread is given: nothing of the heap. */
struct start {
	struct machine *machine;
	intptr_t number;
};

static void *be_thread(void *data)
{
	struct start start = *(struct start *)data;
	struct thread t;

	free(data);
	if (!begin_thread(&t, start.machine, NULL)) {
		fprintf(stderr, "lisp: no memory for a thread\n");
		exit(1);
	}
	live(&t, start.number);
	end_thread(&t);
	monitor_end_thread(start.machine);
	return NULL;
}

bool start_thread(void *(*body)(void *), void *data, pthread_t *thread)
{
	pthread_attr_t attributes;
	bool started;

	if (pthread_attr_init(&attributes) != 0)
		return false;
	started = pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES) == 0 &&
	    pthread_create(thread, &attributes, body, data) == 0;
	pthread_attr_destroy(&attributes);
	return started;
}

/* -------------------------------------------------------------- spawn and join */

static value new_thread(struct thread *t, value thunk)
{
	value *at = enter(t, THREAD_NEXT + 1);

	at[THREAD_THUNK] = thunk;
	at[THREAD_STATE] = integer(RUNS);
	at[THREAD_NUMBER] = integer(0);
	return build(t, THREAD, at);
}

/* Inside the monitor. */
static bool launch(struct thread *t, value thread)
{
	struct start *start = malloc(sizeof *start);
	pthread_t id;

	if (!start)
		return false;
	*start = (struct start){ t->machine, ++t->machine->last_thread };
	set(t, thread, THREAD_NUMBER, integer(start->number));
	add_thread(t, thread);
	monitor_begin_thread(t->machine);
	if (start_thread(be_thread, start, &id))
		return pthread_detach(id) == 0;
	t->machine->threads--;
	remove_thread(t, thread);
	free(start);
	return false;
}

/* (spawn thunk) */
static value spawn(struct thread *t, value *argument, size_t count)
{
	value thread = new_thread(t, argument[0]);

	(void)count;
	argument[0] = thread;
	monitor_enter(t);
	if (!launch(t, thread))
		raise_error(t, "no more threads can be had");
	monitor_leave(t);
	return thread;
}

static _Noreturn void raise_result(struct thread *t, value message)
{
	if (!message)
		raise_error(t, "out of memory in the thread that is joined");
	raise_again(t, string_bytes(message), count_of(message));
}

/* (join thread): its result, or its error */
static value join(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], THREAD);
	monitor_enter(t);
	while (get(argument[0], THREAD_STATE) == integer(RUNS))
		monitor_wait(t);
	bool failed = get(argument[0], THREAD_STATE) == integer(FAILED);
	if (failed)
		*t->machine->failure = '\0';
	monitor_leave(t);
	if (failed)
		raise_result(t, get(argument[0], THREAD_RESULT));
	return get(argument[0], THREAD_RESULT);
}

void join_all(struct thread *t)
{
	monitor_enter(t);
	while (first_thread(t))
		monitor_wait(t);
	monitor_leave(t);
}

/* ------------------------------------------------------------------- channels */

/* (make-channel room) */
static value make_channel(struct thread *t, value *argument, size_t count)
{
	value *at = enter(t, 3);

	(void)count;
	at[CHANNEL_ROOM] = argument[0];
	if (want_integer(t, argument[0]) < 1)
		raise_error(t, "a channel must have room for a value");
	return build(t, CHANNEL, at);
}

static void change_room(struct thread *t, value channel, intptr_t by)
{
	set(t, channel, CHANNEL_ROOM, integer(integer_value(get(channel, CHANNEL_ROOM)) + by));
	monitor_changed(t);
}

static void append(struct thread *t, value channel, value pair)
{
	if (get(channel, CHANNEL_FIRST))
		set(t, get(channel, CHANNEL_LAST), CDR, pair);
	else
		set(t, channel, CHANNEL_FIRST, pair);
	set(t, channel, CHANNEL_LAST, pair);
	change_room(t, channel, -1);
}

/* (send channel value) */
static value send(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], CHANNEL);
	argument[1] = cons(t, argument[1], 0);
	monitor_enter(t);
	while (get(argument[0], CHANNEL_ROOM) == integer(0))
		monitor_wait(t);
	append(t, argument[0], argument[1]);
	monitor_leave(t);
	return UNSPECIFIED;
}

/* (receive channel) */
static value receive(struct thread *t, value *argument, size_t count)
{
	(void)count;
	want_kind(t, argument[0], CHANNEL);
	monitor_enter(t);
	while (!get(argument[0], CHANNEL_FIRST))
		monitor_wait(t);
	value pair = get(argument[0], CHANNEL_FIRST);
	set(t, argument[0], CHANNEL_FIRST, get(pair, CDR));
	change_room(t, argument[0], 1);
	monitor_leave(t);
	return get(pair, CAR);
}

const struct primitive thread_primitives[] = { { "spawn", spawn, 1, 1 }, { "join", join, 1, 1 },
	{ "make-channel", make_channel, 1, 1 }, { "send", send, 2, 2 },
	{ "receive", receive, 1, 1 }, { NULL, NULL, 0, 0 } };
