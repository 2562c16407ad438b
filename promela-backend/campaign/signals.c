/* signals.c: signals wake the campaign through a pipe. */
#include "promela-backend/campaign/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t stop_signal;
static int wake_up[2] = { -1, -1 };

static void on_signal(int number)
{
	int saved = errno;

	if (number != SIGCHLD)
		stop_signal = number;
	if (write(wake_up[1], "", 1) < 0)
		errno = 0; /* the pipe is full, which wakes the reader, too */
	errno = saved;
}

static const int watched[CAMP_SIGNALS] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };

bool camp_signals_watch(struct camp_signals *signals)
{
	struct sigaction action;

	if (pipe2(wake_up, O_CLOEXEC | O_NONBLOCK) != 0)
		return false;
	memset(&action, 0, sizeof action);
	action.sa_handler = on_signal;
	stop_signal = 0;
	for (int i = 0; i < CAMP_SIGNALS; i++) {
		sigaction(watched[i], NULL, &signals->before[i]);
		/* a signal that the parent ignores (nohup) stays ignored */
		if (signals->before[i].sa_handler != SIG_IGN || watched[i] == SIGCHLD)
			sigaction(watched[i], &action, NULL);
	}
	return true;
}

void camp_signals_unwatch(const struct camp_signals *signals)
{
	for (int i = 0; i < CAMP_SIGNALS; i++)
		sigaction(watched[i], &signals->before[i], NULL);
	close(wake_up[0]);
	close(wake_up[1]);
}

int camp_signal_to_stop(void)
{
	return stop_signal;
}

int camp_signals_fd(void)
{
	return wake_up[0];
}

void camp_signals_clear(void)
{
	char bytes[64];

	while (read(wake_up[0], bytes, sizeof bytes) > 0)
		;
}
