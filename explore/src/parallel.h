/* parallel.h: several processes explore one program. */
#ifndef GCX_PARALLEL_H
#define GCX_PARALLEL_H

struct explorer;

enum { MOST_JOBS = 1024 };

void gcx_explore_in_parallel(struct explorer *x);

#endif
