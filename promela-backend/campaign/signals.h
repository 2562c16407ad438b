/* signals.h: signals while a campaign runs.
 *
 * SIGINT, SIGTERM and SIGHUP ask it to stop; SIGCHLD says that a child has ended.  One campaign of the
 * process watches at a time, in one thread. */
#ifndef CAMP_SIGNALS_H
#define CAMP_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

enum { CAMP_SIGNALS = 4 };
struct camp_signals { /* what they did before */
	struct sigaction before[CAMP_SIGNALS];
};
/* false: it cannot; errno says why, and nothing has changed. */
bool camp_signals_watch(struct camp_signals *signals);
void camp_signals_unwatch(const struct camp_signals *signals);
/* The signal that has asked the campaign to stop.  0: none has. */
int camp_signal_to_stop(void);
/* Can be read when a signal has come. */
int camp_signals_fd(void);
/* Forgets the signals that have come, but not that one asks to stop. */
void camp_signals_clear(void);

#endif
