/* ring.c: a ring with one producer and one consumer, which both wait by polling.  GenMC and gcexplore
 * read it as it is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 6
#endif
enum { ROOM = 2 };

static atomic_int head, tail;
static int items[ROOM];

static void *produce(void *unused)
{
	for (int i = 0; i < N; i++) {
		while (i - atomic_load_explicit(&head, memory_order_acquire) == ROOM)
			;
		items[i % ROOM] = i;
		atomic_store_explicit(&tail, i + 1, memory_order_release);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, produce, NULL))
		abort();
	for (int i = 0; i < N; i++) {
		while (atomic_load_explicit(&tail, memory_order_acquire) == i)
			;
		assert(items[i % ROOM] == i);
		atomic_store_explicit(&head, i + 1, memory_order_release);
	}
	pthread_join(thread, NULL);
	return 0;
}
