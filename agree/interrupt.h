/* interrupt.h: signals that end this program, held back until its files are removed. */
#ifndef AGREE_INTERRUPT_H
#define AGREE_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

/* From here on a signal only ends the explorer, and is noted. */
void agree_hold_signals(void);
/* Whether there was one: what takes long is to stop. */
bool agree_is_interrupted(void);
/* As before agree_hold_signals().  Returns the signal that there was; 0: none. */
int agree_release_signals(void);

/* Forks the explorer, which a signal kills, as does the end of this process.  Returns what fork()
 * does. */
pid_t agree_fork_explorer(void);
/* No signal kills the explorer any more: it is waited for next. */
void agree_forget_explorer(void);

#endif
