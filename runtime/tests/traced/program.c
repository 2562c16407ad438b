/* program.c: mutators that build lists, change them and collect, in a heap whose collector is traced.
 *
 *	program OPTIONS MUTATORS ROUNDS HOW
 *
 * prints how many collections there were.  HOW it ends: destroy, exit, abort (wrong use), fork (a child
 * ends first), kill. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gc-allocate.h"
#include "gc-api.h"
#include "gc-barrier.h"
#include "gc-basic-stats.h"
#include "gc-safepoint.h"
#include "test-embedder.h"

enum { SLOTS = 2, LENGTH = 4 };
static struct gc_heap *heap;
static int rounds;

static struct test_object *allocate(struct gc_mutator *m)
{
	size_t bytes = sizeof(struct test_object) + SLOTS * sizeof(uintptr_t);
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);

	if (!o)
		exit(3);
	o->slots = SLOTS;
	o->bytes = (uint32_t)bytes;
	return o;
}

static void store(struct gc_mutator *m, uintptr_t object, unsigned slot, uintptr_t value)
{
	struct test_object *o = (struct test_object *)object;

	gc_store(m, gc_ref(object), o->bytes, gc_edge(&o->slot[slot]), gc_ref(value));
}

/* A list of LENGTH objects in the root 0; every second object is lost. */
static void build(struct gc_mutator *m, uintptr_t root[2])
{
	root[0] = 0;
	for (int i = 0; i < LENGTH; i++) {
		root[1] = (uintptr_t)allocate(m);
		store(m, root[1], 0, root[0]);
		root[0] = root[1];
		root[1] = 0;
		store(m, root[0], 1, (uintptr_t)allocate(m));
		gc_safepoint(m);
		store(m, root[0], 1, 0);
	}
}

/* Collects after each EVERYth round, and is slow if EVERY > 1: it runs while others collect. */
static void mutate(struct gc_mutator *m, int every)
{
	uintptr_t root[2] = { 0, 0 };
	struct gc_mutator_roots roots = { .count = 2, .slot = root };

	gc_mutator_set_roots(m, &roots);
	for (int i = 1; i <= every * rounds; i++) {
		build(m, root);
		if (i % every == 0)
			gc_collect(m, GC_COLLECTION_ANY);
		if (every > 1)
			usleep(300);
	}
	gc_mutator_set_roots(m, NULL);
}

static void *thread(void *unused)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), heap);

	(void)unused;
	mutate(m, 4);
	gc_finish_for_thread(m);
	return NULL;
}

static void end(struct gc_mutator *m, const char *how)
{
	if (strcmp(how, "abort") == 0) {
		gc_deactivate(m);
		gc_deactivate(m);
	} else if (strcmp(how, "kill") == 0) {
		raise(SIGKILL);
	} else if (strcmp(how, "fork") == 0) {
		if (!fork())
			exit(0);
		wait(NULL);
	} else if (strcmp(how, "exit") == 0) {
		exit(0);
	}
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

int main(int argc, char **argv)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_basic_stats stats;
	struct gc_mutator *m;
	pthread_t threads[8];
	int others = argc > 2 ? atoi(argv[2]) - 1 : 0;

	if (argc != 5 || others > 8 || !gc_options_parse_and_set_many(options, argv[1]))
		return 2;
	rounds = atoi(argv[3]);
	if (!gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats))
		return 4;
	for (int i = 0; i < others; i++)
		pthread_create(&threads[i], NULL, thread, NULL);
	mutate(m, 1);
	gc_deactivate(m);
	for (int i = 0; i < others; i++)
		pthread_join(threads[i], NULL);
	gc_reactivate(m);
	printf("%llu\n",
	    (unsigned long long)(stats.major_collection_count + stats.minor_collection_count));
	fflush(stdout);
	end(m, argv[4]);
	free(options);
	return 0;
}
