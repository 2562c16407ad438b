/* threads.h: the threads of the Lisp, as those of the system. */
#ifndef LISP_THREADS_H
#define LISP_THREADS_H

#include <pthread.h>

#include "memory.h"

/* A recursion in Lisp is one in C. */
#define THREAD_STACK_BYTES ((size_t)64 << 20)
#define THREAD_STACK_SPARE ((size_t)1 << 20)

/* The calling thread, which start_thread has started, becomes a mutator, or is the heap's
 * first, MUTATOR; false: there is no memory. */
bool begin_thread(struct thread *t, struct machine *machine, struct gc_mutator *mutator);
void end_thread(struct thread *t);
bool start_thread(void *(*body)(void *), void *data, pthread_t *thread);

/* Until no other thread runs. */
void join_all(struct thread *t);

#endif
