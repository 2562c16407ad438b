/* threads.c: POSIX threads as tasks.  A thread's name is its task's number plus 1. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"
#include "explore/src/explorer.h"

enum { MOST_KEYS = 64 };

static struct thread {
	void *(*body)(void *);
	void *argument, *result;
	bool joined, detached;
	unsigned parent;   /* who has created it */
	unsigned handlers; /* of pthread_cleanup_push */
	void *values[MOST_KEYS];
} threads[GCX_TASKS];

static struct kind {
	void *(*body)(void *);
	void *argument;
	bool detached;
} kinds[GCX_TASKS];

static struct key {
	bool used;
	void (*destroy)(void *);
} keys[MOST_KEYS];

static unsigned key_count; /* those from there on were never used in this execution */
static unsigned thread_count = GCX_TASKS;
static uint32_t main_exited; /* a location */

void gcx_reset_threads(void)
{
	memset(threads, 0, thread_count * sizeof *threads);
	memset(keys, 0, key_count * sizeof *keys);
	key_count = 0;
	thread_count = 1;
	main_exited = 0;
	memset(kinds, 0, sizeof kinds);
}

static bool may_be_left(unsigned number)
{
	const struct task *task = &gcx_explorer->tasks[number];

	if (task->state == SPINNING || (task->state == READY && task->next.useless))
		return threads[number].detached;
	return task->state != READY || task->next.kind != OP_ACQUIRE;
}

bool gcx_threads_may_be_left(void)
{
	bool all = true;

	for (unsigned i = 0; i < gcx_explorer->task_count; i++)
		all &= may_be_left(i);
	return all;
}

/* ------------------------------------------------------------------------- threads */
/* Destructors may set values again; POSIX asks for some rounds. */
static void destroy_values(struct thread *thread)
{
	for (unsigned round = 0; round < 4; round++)
		for (unsigned i = 0; i < key_count; i++) {
			void *value = thread->values[i];

			thread->values[i] = NULL;
			if (value && keys[i].used && keys[i].destroy)
				keys[i].destroy(value);
		}
}

static void end_thread(void *result)
{
	struct thread *thread = &threads[gcx_self()];

	destroy_values(thread);
	thread->result = result;
}

static void be_thread(void *unused)
{
	struct thread *thread = &threads[gcx_self()];

	(void)unused;
	end_thread(thread->body(thread->argument));
}

/* What threads have in common that are alike (gcx_options.symmetry).  NULL: there are too many threads. */
static struct kind *kind_of(void *(*body)(void *), void *argument, bool detached)
{
	for (unsigned i = 0; i < GCX_TASKS; i++) {
		struct kind *kind = &kinds[i];

		if (!kind->body)
			*kind = (struct kind){ body, argument, detached };
		if (kind->body == body && kind->argument == argument && kind->detached == detached)
			return kind;
	}
	return NULL;
}

int __wrap_pthread_create(pthread_t *name, const pthread_attr_t *attributes, void *(*body)(void *),
    void *argument)
{
	struct thread wanted = { .body = body, .argument = argument, .parent = gcx_self() };
	unsigned task;
	int detached = PTHREAD_CREATE_JOINABLE;

	GCX_CALLED();
	if (attributes && pthread_attr_getdetachstate(attributes, &detached) == 0)
		wanted.detached = detached == PTHREAD_CREATE_DETACHED;
	gcx_plain_write(name, sizeof *name);
	/* it does not run yet */
	task = gcx_spawn(be_thread, kind_of(body, argument, wanted.detached));
	threads[task] = wanted;
	if (thread_count <= task)
		thread_count = task + 1;
	*name = task + 1;
	return 0;
}

static struct thread *thread_of(pthread_t name)
{
	return name > 0 && name <= GCX_TASKS ? &threads[name - 1] : NULL;
}

/* The task of main goes on when its thread has ended (end_main). */
static void await_end(unsigned task)
{
	if (task == 0)
		gcx_await_value_explicit(&main_exited, sizeof main_exited, 1, GCX_ACQUIRE);
	else
		gcx_join(task);
}

static int join(pthread_t name, void **result, bool timed, const void *place)
{
	struct thread *thread = thread_of(name);

	if (!thread)
		return ESRCH;
	if (name - 1 == gcx_self())
		return EDEADLK;
	if (thread->detached || thread->joined)
		return EINVAL;
	gcx_set_place(place);
	if (timed)
		gcx_limit_wait();
	await_end((unsigned)name - 1);
	if (timed && gcx_gave_up())
		return ETIMEDOUT;
	thread->joined = true;
	if (result) {
		gcx_set_place(place);
		gcx_plain_write(result, sizeof *result);
		*result = thread->result;
	}
	return 0;
}

int __wrap_pthread_join(pthread_t name, void **result)
{
	GCX_CALLED();
	return join(name, result, false, __builtin_return_address(0));
}

int __wrap_pthread_timedjoin_np(pthread_t name, void **result, const struct timespec *until)
{
	(void)until;
	GCX_CALLED();
	return gcx_times_out() ? ETIMEDOUT : join(name, result, true, __builtin_return_address(0));
}

int __wrap_pthread_detach(pthread_t name)
{
	struct thread *thread = thread_of(name);

	if (!thread)
		return ESRCH;
	if (thread->detached || thread->joined)
		return EINVAL;
	thread->detached = true;
	return 0;
}

/* Nobody cancels threads. */
int __wrap_pthread_cancel(pthread_t name)
{
	(void)name;
	GCX_CALLED();
	gcx_error("task %u cancels a thread, which cannot be explored", gcx_self());
}

int __wrap_pthread_setcancelstate(int state, int *old)
{
	(void)state;
	if (old)
		*old = PTHREAD_CANCEL_ENABLE;
	return 0;
}

int __wrap_pthread_setcanceltype(int type, int *old)
{
	(void)type;
	if (old)
		*old = PTHREAD_CANCEL_DEFERRED;
	return 0;
}

void __wrap_pthread_testcancel(void)
{
}

void __wrap___pthread_register_cancel(void *buffer)
{
	(void)buffer;
	threads[gcx_self()].handlers++;
}

void __wrap___pthread_unregister_cancel(void *buffer)
{
	(void)buffer;
	threads[gcx_self()].handlers--;
}

/* Waits for all threads that those in JOINED have created, of which there are no more then. */
static uint64_t join_children(uint64_t joined)
{
	for (unsigned i = 1; i < GCX_TASKS; i++)
		if (threads[i].body && !(joined >> i & 1) && joined >> threads[i].parent & 1) {
			gcx_join(i);
			joined |= UINT64_C(1) << i;
		}
	return joined;
}

/* The process ends when its last thread does, as if that called exit.  The task of main is here for it: which
 * thread is the last one need not be known then. */
static void end_main(void)
{
	uint64_t before, joined = 1;

	gcx_write_explicit(&main_exited, sizeof main_exited, 1, GCX_RELEASE);
	do {
		before = joined;
		joined = join_children(joined);
	} while (joined != before);
	gcx_program_end();
}

void __wrap_pthread_exit(void *result)
{
	if (threads[gcx_self()].handlers > 0)
		gcx_error("task %u exits with cleanup handlers, which cannot be explored",
		    gcx_self());
	end_thread(result);
	if (gcx_self() == 0)
		end_main();
	gcx_exit();
}

pthread_t __wrap_pthread_self(void)
{
	return gcx_self() + 1;
}

/* No execution forks. */
int __wrap_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	(void)prepare;
	(void)parent;
	(void)child;
	return 0;
}

/* ---------------------------------------------------------------------------- once */
enum { BEFORE, DURING, DONE };

int __wrap_pthread_once(pthread_once_t *once, void (*body)(void))
{
	GCX_CALLED();
	if (gcx_read_explicit(once, sizeof *once, GCX_ACQUIRE) == DONE)
		return 0;
	GCX_CALLED();
	switch (gcx_cas_explicit(once, sizeof *once, BEFORE, DURING, GCX_ACQUIRE, GCX_ACQUIRE)) {
	case BEFORE:
		body();
		GCX_CALLED();
		gcx_write_explicit(once, sizeof *once, DONE, GCX_RELEASE);
		break;
	case DURING:
		GCX_CALLED();
		gcx_await_value(once, sizeof *once, DONE);
		break;
	default: break;
	}
	return 0;
}

/* ---------------------------------------------------------------------------- keys */
int __wrap_pthread_key_create(pthread_key_t *made, void (*destroy)(void *))
{
	for (unsigned i = 0; i < MOST_KEYS; i++) {
		if (keys[i].used)
			continue;
		keys[i] = (struct key){ true, destroy };
		if (key_count <= i)
			key_count = i + 1;
		for (unsigned j = 0; j < GCX_TASKS; j++)
			threads[j].values[i] = NULL;
		GCX_CALLED();
		gcx_plain_write(made, sizeof *made);
		*made = i;
		return 0;
	}
	return EAGAIN;
}

int __wrap_pthread_key_delete(pthread_key_t key)
{
	if (key >= MOST_KEYS || !keys[key].used)
		return EINVAL;
	keys[key].used = false;
	return 0;
}

int __wrap_pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= MOST_KEYS || !keys[key].used)
		return EINVAL;
	gcx_wrote();
	threads[gcx_self()].values[key] = (void *)(uintptr_t)value;
	return 0;
}

void *__wrap_pthread_getspecific(pthread_key_t key)
{
	return key < MOST_KEYS && keys[key].used ? threads[gcx_self()].values[key] : NULL;
}
