/* switches.c: the context switches of a run. */
#include "trace/switches.h"

#include <stdbool.h>
#include <string.h>

/* No thread executes these: a store reaches memory, a unit reaches the pool, the run is over or stuck.  A bucket
 * opens or closes because its guard says so, and that can be part of another thread's step. */
static bool counts(const char *is)
{
	static const char *const nobodys[] = { "perform", "flush", "open", "close", "finish",
		"stuck", "stall" };

	for (size_t i = 0; i < sizeof nobodys / sizeof *nobodys; i++)
		if (strcmp(is, nobodys[i]) == 0)
			return false;
	return true;
}

const char *switches_thread_of_model(const char *thread)
{
	return strncmp(thread, "worker ", strlen("worker ")) == 0 ? "worker" : thread;
}

void switches_step(struct switches *switches, const char *is, const char *thread)
{
	if (!counts(is))
		return;
	if (switches->thread && strcmp(switches->thread, thread) != 0)
		switches->count++;
	switches->thread = thread;
}
