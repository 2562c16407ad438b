/* sync.h: what happens before what, as C11 has it: through spawning, joining, and operations that
 * release and acquire.  It is less than the order of an execution: two accesses that it leaves
 * unordered are a data race, in whichever order they were done. */
#ifndef GCX_SYNC_H
#define GCX_SYNC_H

#include <stdbool.h>
#include "explore/src/clock.h"
#include "explore/src/operation.h"

struct location;

/* Of a task.  The clocks count moments: a task's next one begins when it releases. */
struct sync {
	struct clock now;    /* what happens before the task's next access */
	struct clock fenced; /* what happened before its last release fence */
	struct clock found;  /* what its next acquire fence will add */
};

/* TASK is new; PARENT is NULL for the first. */
void gcx_sync_begin(struct sync *sync, unsigned task, struct sync *parent, unsigned parent_task);
/* The task did the operation.  WRITES: it has changed its location, which is NULL if it has none. */
void gcx_sync_operation(struct sync *sync, const struct operation *operation,
    struct location *location, bool writes, unsigned task);
/* The operation is ordered with all others of this sort. */
void gcx_sync_everything(struct sync *sync, struct clock *common, unsigned task);
void gcx_sync_join(struct sync *sync, const struct sync *over);

#endif
