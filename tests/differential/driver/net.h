/* net.h: the program of a scenario under random schedules. */
#ifndef DRIVER_NET_H
#define DRIVER_NET_H

#include "driver.h"
#include "noise.h"

/* The parameters of a run, besides `shape'. */
struct schedule {
	uint64_t seed;
	unsigned gap;
	unsigned joiners; /* mutators that join and leave */
};
extern struct schedule schedule;

struct net {
	unsigned joined, done, left; /* mutators; atomic */
	bool go, environment_done;   /* atomic */
	int environment;             /* the system's number of its thread; atomic */
};
extern struct net net;

unsigned below(unsigned limit); /* at random */
void start(void *(*body)(void *), void *argument);

/* threads.c */
void *be_mutator(void *number); /* mutator 0 makes the heap */
void *be_environment(void *nothing);
void *be_joiner(void *nothing);

/* over.c */
bool is_over(void); /* nothing runs, and everything is done */
/* No other thread has run since the last call, and the environment, which always requests again,
 * cannot. */
bool is_asleep(void);

#endif
