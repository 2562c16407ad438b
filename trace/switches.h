/* switches.h: the context switches of a run (doc/events.md). */
#ifndef TRACE_SWITCHES_H
#define TRACE_SWITCHES_H

#include <stddef.h>

struct switches {           /* zero before the first step */
	const char *thread; /* of the last step that counts */
	size_t count;
};
/* The next step is IS ("run", "perform", …), by THREAD, which must stay valid. */
void switches_step(struct switches *switches, const char *is, const char *thread);

#endif
