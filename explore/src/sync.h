/* sync.h: what happens before what, as C11 has it: through spawning, joining, and operations that
 * release and acquire.  It is less than the order of an execution: two accesses that it leaves
 * unordered are a data race, in whichever order they were done. */
#ifndef GCX_SYNC_H
#define GCX_SYNC_H

#include <stdbool.h>
#include "explore/src/moments.h"
#include "explore/src/operation.h"

/* Of a task.  The clocks count moments: a task's next one begins when it releases. */
struct sync {
	struct moments now;    /* what happens before the task's next access */
	struct moments fenced; /* what happened before its last release fence */
	struct moments found;  /* what its next acquire fence will add */
};

/* TASK is new; PARENT is NULL for the first. */
void gcx_sync_begin(struct sync *sync, unsigned task, struct sync *parent, unsigned parent_task);
/* The task has read what carries this. */
void gcx_sync_load(struct sync *sync, const struct moments *carried, enum gcx_order order);
/* What it writes carries this.  CONTINUES: it is a read-modify-write, and continues the release
 * sequences that it reads from, of which CARRIED is already; another store ends them. */
void gcx_sync_store(struct sync *sync, struct moments *carried, enum gcx_order order,
    bool continues, unsigned task);
void gcx_sync_fence(struct sync *sync, enum gcx_order order, unsigned task);
/* The operation is ordered with all others of this sort. */
void gcx_sync_everything(struct sync *sync, struct moments *common, unsigned task);
void gcx_sync_join(struct sync *sync, const struct sync *over);

#endif
