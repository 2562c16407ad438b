/* own-file.c: a program that opens a file of its own at the moment at which the runtime closes its trace,
 * so that both have the same descriptor.
 *
 *	own-file OPTIONS [BYTES]
 *
 * prints what the runtime does with the program's file.  A file that grows beyond BYTES cannot be
 * written.  Then the program's own signal for this, SIGXFSZ, must not have come; it still comes when the
 * program itself writes so much. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gc-allocate.h"
#include "gc-api.h"
#include "gc-basic-stats.h"
#include "test-embedder.h"

static struct gc_heap *heap;
static int own = -1, closed;
static volatile sig_atomic_t signals;
static pthread_barrier_t both;

/* In the place of that of the C library: the runtime's only. */
int close(int fd)
{
	int result = (int)syscall(SYS_close, fd);

	closed += own >= 0;
	if (own < 0)
		own = open("own", O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (own != fd)
		exit(5);
	return result;
}

/* A mutator that others need not wait for. */
static void *rest(void *unused)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), heap);

	(void)unused;
	gc_deactivate(m);
	pthread_barrier_wait(&both);
	pthread_barrier_wait(&both);
	gc_reactivate(m);
	gc_finish_for_thread(m);
	return NULL;
}

static void count(int signal)
{
	(void)signal;
	signals++;
}

static void limit(const char *bytes)
{
	struct rlimit most = { (rlim_t)atol(bytes), RLIM_INFINITY };

	signal(SIGXFSZ, count);
	setrlimit(RLIMIT_FSIZE, &most);
}

static void say_signals(const char *bytes)
{
	int before = signals;
	bool written = pwrite(own, "x", 1, atol(bytes)) > 0;

	if (before || written || signals != 1)
		printf("%d signals have come, and %d when the program writes\n", before,
		    (int)signals - before);
}

static uintptr_t allocate(struct gc_mutator *m)
{
	size_t bytes = sizeof(struct test_object);
	struct test_object *o = gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);

	if (!o)
		exit(3);
	o->slots = 0;
	o->bytes = (uint32_t)bytes;
	return (uintptr_t)o;
}

/* A cycle that keeps one of two objects. */
static void collect(struct gc_mutator *m)
{
	uintptr_t kept = 0;
	struct gc_mutator_roots roots = { .count = 1, .slot = &kept };
	pthread_t thread;

	gc_mutator_set_roots(m, &roots);
	allocate(m);
	kept = allocate(m);
	pthread_barrier_init(&both, NULL, 2);
	pthread_create(&thread, NULL, rest, NULL);
	pthread_barrier_wait(&both);
	gc_collect(m, GC_COLLECTION_ANY);
	pthread_barrier_wait(&both);
	gc_mutator_set_roots(m, NULL);
	gc_deactivate(m);
	pthread_join(thread, NULL);
	gc_reactivate(m);
	gc_finish_for_thread(m);
	gc_heap_destroy(heap);
}

int main(int argc, char **argv)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_basic_stats stats;
	struct gc_mutator *m;
	struct stat is;

	if (argc < 2 || !gc_options_parse_and_set_many(options, argv[1]))
		return 2;
	if (argc > 2)
		limit(argv[2]);
	if (!gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_BASIC_STATS, &stats))
		return 4;
	collect(m);
	free(options);
	if (argc > 2)
		say_signals(argv[2]);
	if (fstat(own, &is))
		printf("the runtime has closed it\n");
	else
		printf("%ld bytes, closed %d times\n", (long)is.st_size, closed);
	return 0;
}
