/* interrupt.c: signals that end this program, held back until its files are removed. */
#include "agree/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

static const int held[] = { SIGINT, SIGTERM, SIGHUP };
enum { HELD = sizeof held / sizeof *held };
static struct sigaction before[HELD];
static volatile sig_atomic_t interrupted_by;
static volatile sig_atomic_t explorer; /* a process; 0: none */

static void note(int number)
{
	interrupted_by = number;
	if (explorer)
		kill((pid_t)explorer, SIGKILL);
}

void agree_hold_signals(void)
{
	/* Without SA_RESTART, what reads the explorer's report would have to try again. */
	struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART };

	interrupted_by = 0;
	for (int i = 0; i < HELD; i++) {
		sigaction(held[i], NULL, &before[i]);
		/* a signal that the parent ignores (nohup) stays ignored */
		if (before[i].sa_handler != SIG_IGN)
			sigaction(held[i], &action, NULL);
	}
}

bool agree_is_interrupted(void)
{
	return interrupted_by != 0;
}

static void restore(void)
{
	for (int i = 0; i < HELD; i++)
		sigaction(held[i], &before[i], NULL);
}

int agree_release_signals(void)
{
	restore();
	return interrupted_by;
}

/* Signals wait until the handler knows the child, and until the child has no handler. */
pid_t agree_fork_explorer(void)
{
	sigset_t all, mask;
	pid_t child;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &mask);
	child = fork();
	if (child == 0) {
		restore();
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* it must not go on without who reads it */
	} else if (child > 0) {
		explorer = child;
		if (interrupted_by)
			kill(child, SIGKILL);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return child;
}

void agree_forget_explorer(void)
{
	explorer = 0;
}
