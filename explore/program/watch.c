/* watch.c: programs that crash, or that never get to their next operation.  The execution fails
 * then, with the schedule that has led there. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "explore/program/program.h"
#include "explore/src/explorer.h"

enum { SECONDS = 3 };

static char other_stack[64 * 1024]; /* the program's may be full */

/* A signal of the explorer itself, and not of a task, does what it always does. */
static void give_up(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

/* Leaves the task, and so this function, too: nobody goes on with the task. */
static void crashed(int number, siginfo_t *info, void *context)
{
	struct explorer *x = gcx_explorer;
	uintptr_t at = (uintptr_t)info->si_addr;

	(void)context;
	if (!x || !x->in_task)
		give_up(number);
	else if (number == SIGFPE)
		gcx_error("task %u divides by zero", x->self);
	else if (gcx_stack_owner(&x->stacks, at) < GCX_TASKS)
		gcx_error("task %u needs more than %u KiB of stack", x->self, STACK_SIZE / 1024);
	else
		gcx_error("task %u accesses %#lx, where there is no memory for it", x->self,
		    (unsigned long)at);
}

static void looked(int number)
{
	static uint64_t before;
	struct explorer *x = gcx_explorer;
	uint64_t now = x ? x->result->steps + x->depth + 1 : 0;

	(void)number;
	if (x && x->in_task && now == before)
		gcx_error(
		    "task %u does nothing for %d seconds that other tasks can see: does it wait "
		    "for a variable that is not atomic?",
		    x->self, SECONDS);
	before = now;
}

void gcx_watch(void)
{
	const stack_t stack = { .ss_sp = other_stack, .ss_size = sizeof other_stack };
	struct sigaction crash = { .sa_sigaction = crashed,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
	struct sigaction look = { .sa_handler = looked, .sa_flags = SA_NODEFER | SA_RESTART };
	const struct itimerval often = { { SECONDS, 0 }, { SECONDS, 0 } };
	static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };

	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &crash, NULL);
	sigaction(SIGPROF, &look, NULL);
	setitimer(ITIMER_PROF, &often, NULL);
}
