// FREED => 1 free
// FREED_TWICE => 1 frees memory that was freed
// BEHIND => 1 no block of memory
// JOINED => 0 verified
// PUBLISHED_EARLY => 1 allocation does not happen before
// STACK => 1 local variable of another task
// NEW_BLOCK => 0 verified
// NEW_BLOCK --uninitialised => 1 never written
// NEW_BLOCK --uninitialised --memory=c11 => 1 never written
// CLEARED_BLOCK --uninitialised => 0 verified
// NEW_VARIABLE --uninitialised => 1 never written
// SET_VARIABLE --uninitialised => 0 verified
// LOCAL --uninitialised => 0 verified
// NULL_POINTER => 1 where there is no memory
// DIVIDES => 1 divides by zero
// DEEP => 1 KiB of stack
// RESIZED => 0 verified
// LOCAL => 0 verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic(int *) shared;
static _Thread_local int mine = 5;
static volatile int zero;

static int deep(volatile int n)
{
	volatile char room[4096];

	room[0] = (char)n;
	return n ? deep(n - 1) + room[0] : 0;
}

static void *other(void *argument)
{
#if defined FREED || defined JOINED
	*(int *)argument = 2;
#elif defined PUBLISHED_EARLY
	int *found = atomic_load_explicit(&shared, memory_order_relaxed);

	if (found)
		return (void *)(long)atomic_load((_Atomic int *)found);
#elif defined STACK
	int local = 0;

	shared = &local;
#elif defined NEW_BLOCK || defined CLEARED_BLOCK || defined NEW_VARIABLE || defined SET_VARIABLE
	return (void *)(long)*(int *)argument;
#elif defined NULL_POINTER
	*(int *)NULL = 1;
#elif defined DIVIDES
	return (void *)(long)(10 / zero);
#elif defined DEEP
	return (void *)(long)deep(1000);
#elif defined LOCAL
	mine++;
	assert(mine == 6);
#endif
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int *block = malloc(sizeof *block), variable;

#if defined CLEARED_BLOCK
	block = calloc(1, sizeof *block);
#elif defined NEW_VARIABLE
	block = &variable;
#elif defined SET_VARIABLE
	block = &variable;
	variable = 1;
#endif
#ifdef PUBLISHED_EARLY
	pthread_create(&thread, NULL, other, block);
	shared = NULL;
	atomic_store_explicit(&shared, malloc(sizeof *block), memory_order_relaxed);
#else
	pthread_create(&thread, NULL, other, block);
#endif
#if defined FREED
	free(block);
#elif defined FREED_TWICE
	free(block);
	free(block);
#elif defined BEHIND
	block[1] = 0;
#elif defined STACK
	if (shared)
		*shared = 1;
#elif defined RESIZED
	block[0] = 7;
	block = realloc(block, 10 * sizeof *block);
	assert(block[0] == 7);
	free(block);
	assert(((char *)calloc(3, 5))[14] == 0);
	assert((unsigned long)aligned_alloc(256, 512) % 256 == 0);
#endif
	pthread_join(thread, NULL);
#ifdef JOINED
	free(block);
#elif defined LOCAL
	assert(mine == 5);
#endif
	(void)variable;
	return 0;
}
