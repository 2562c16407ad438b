/* switches.h: the context switches of a run (doc/events.md). */
#ifndef TRACE_SWITCHES_H
#define TRACE_SWITCHES_H

#include <stddef.h>

struct switches {           /* zero before the first step */
	const char *thread; /* of the last step that counts */
	size_t count;
};
/* The next step is IS ("run", "perform", …), by THREAD, which must stay valid. */
/* In a model workers are one thread: `worker 1' is one whose stores wait. */
const char *switches_thread_of_model(const char *thread);
void switches_step(struct switches *switches, const char *is, const char *thread);

#endif
