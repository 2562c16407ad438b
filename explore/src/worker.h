/* worker.h: a process that explores parts of the tree for another one. */
#ifndef GCX_WORKER_H
#define GCX_WORKER_H

#include <stdbool.h>

struct explorer;

/* What a worker says, and what follows. */
enum letter {
	PATH,   /* after the first execution of a part: the points from where the part begins */
	ABOVE,  /* a depth, and a sequence that is to be explored from the point of that depth */
	ALIVE,  /* from time to time: how many executions there were */
	DONE,   /* what was counted; then another part is waited for */
	FAILURE /* how an execution fails, its schedule, what was counted */
};

/* Does parts until no more come. */
void gcx_work(struct explorer *x, int socket);
struct text;
/* Does the one that PART says; what it would have told is in TOLD.  false: PART is wrong. */
bool gcx_do_text(struct explorer *x, struct text *part, struct text *told);

#endif
