/* machine.h: what all threads of the Lisp share. */
#ifndef LISP_MACHINE_H
#define LISP_MACHINE_H

#include <pthread.h>

#include "gc-basic-stats.h"
#include "memory.h"

enum { MOST_FILES = 16 };

struct machine {
	struct gc_heap *heap;
	value world; /* the first thread's root keeps it, as long as all run */
	struct gc_basic_stats stats;
	intptr_t collect_every;        /* bytes; 0: when the heap is full */
	const char *files[MOST_FILES]; /* that places are in */
	size_t file_count;

	/* The monitor: one lock, for what threads do with each other.  See monitor.c. */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned long changes;
	size_t threads, waiting;
	intptr_t last_thread;        /* its number */
	char failure[MESSAGE_BYTES]; /* of a thread that nobody has joined since; or empty */
};

#endif
