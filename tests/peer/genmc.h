/* genmc.h: what programs for GenMC include, in terms of POSIX and of what gcexplore has. */
#ifndef PEER_GENMC_H
#define PEER_GENMC_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __VERIFIER_assume(int holds);
int __VERIFIER_nondet_int(void);

typedef pthread_t __VERIFIER_thread_t;

static inline pthread_t __VERIFIER_spawn(void *(*body)(void *), void *argument)
{
	pthread_t made;

	pthread_create(&made, NULL, body, argument);
	return made;
}

static inline pthread_t __VERIFIER_spawn_symmetric(void *(*body)(void *), void *argument,
    pthread_t like)
{
	(void)like;
	return __VERIFIER_spawn(body, argument);
}

static inline void *__VERIFIER_join(pthread_t thread)
{
	void *result;

	pthread_join(thread, &result);
	return result;
}

#define __VERIFIER_join_symmetric(thread) __VERIFIER_join(thread)
#define __VERIFIER_loop_begin()           ((void)0)
#define __VERIFIER_spin_start()           ((void)0)
#define __VERIFIER_spin_end(holds)        __VERIFIER_assume(holds)
#define __VERIFIER_final_write(statement) statement
#define __VERIFIER_local_write(statement) statement
#define __VERIFIER_optional(statement)    statement

#endif
