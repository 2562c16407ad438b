/* parallel.h: several processes explore one program. */
#ifndef GCX_PARALLEL_H
#define GCX_PARALLEL_H

#include "explore/src/points.h"
#include "explore/src/text.h"

struct explorer;

enum { MOST_JOBS = 1024 };

/* What gives parts to processes. */
struct office {
	struct explorer *x;
	struct points points;
	struct process *processes;
	unsigned count;
	uint64_t alive; /* executions of parts that are not done */
	bool failed;
	bool scouts; /* of each part only the first execution is done, and parts are kept */
	struct text text;
};

void gcx_explore_in_parallel(struct explorer *x);

void gcx_open_office(struct office *office, struct explorer *x, unsigned processes, bool scouts);
/* Gives all parts there are, and those that come up, to the processes. */
void gcx_give_all(struct office *office);
void gcx_put_part(struct office *office, const struct part *part, struct text *text, bool scouts);
/* Reads what the process that explores the part has sent.  Returns whether more follows. */
bool gcx_understand(struct office *office, struct part *part, struct text *text);
void gcx_close_office(struct office *office);

#endif
