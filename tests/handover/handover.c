/* handover.c: threads hand lists over to each other, through boxes in C memory and as
 * arguments of new threads, while collections go on; joins and leaves among it.
 *
 *	handover THREADS WORKERS HEAP SECONDS LENGTH SEED
 *
 * The giver keeps a list in a root until the receiver has it in one of its own, and has
 * said so to the collector (gc_received, or gc_mutator_set_roots for what a new thread
 * begins with).  Exit status 3: an allocation failed; 4: a list is not as it was made. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gc-allocate.h"
#include "gc-barrier.h"
#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "test-embedder.h"
#ifdef HANDOVER_NOISE
#include "noise.h"
#endif

/* The roots of a thread: what it makes, what it offers, and what it was given. */
enum { MADE, OFFERED, GIVEN, ARGUMENT, ROOTS };
enum { EMPTY, FULL, TAKING, TAKEN };
enum { BOXES = 4, MOST_THREADS = 16, FILLER = 64, NODE = 64 };

struct box {
	atomic_int state;
	uintptr_t list;
};

struct node {
	struct test_object object;
	uintptr_t next;
	uintptr_t value;
};

static struct {
	unsigned threads, length;
	double seconds;
	unsigned long seed;
} shape;
static struct gc_heap *heap;
static struct box box[BOXES];
static atomic_bool over;
static atomic_ulong boxes_taken, arguments_taken, lists;

struct lane {
	struct gc_mutator *m;
	uintptr_t slot[ROOTS];
	struct gc_mutator_roots roots;
	struct box *offer; /* where slot[OFFERED] is; or NULL */
	uint64_t random;
	bool is_child;
};

static uint64_t next_random(struct lane *lane)
{
	lane->random = lane->random * 6364136223846793005u + 1442695040888963407u;
	return lane->random >> 33;
}

static void *failed(struct gc_heap *full, size_t size)
{
	(void)full;
	fprintf(stderr, "handover: no room for %zu bytes\n", size);
	exit(3);
}

static void broken(const char *where)
{
	fprintf(stderr, "handover: a list is not as it was made: %s (seed %lu)\n", where,
	    shape.seed);
	_Exit(4);
}

/* --------------------------------------------------------------------- lists */
static struct node *allocate(struct gc_mutator *m, uintptr_t value)
{
	struct node *node = gc_allocate(m, NODE, GC_ALLOCATION_TAGGED);
	node->object.slots = 1;
	node->object.bytes = NODE;
	node->value = value;
	return node;
}

/* Makes a list in slot[MADE].  The node number I from the end has VALUE + I. */
static void make_list(struct lane *lane)
{
	uintptr_t value = (atomic_fetch_add(&lists, 1) + 1) * 1000;
	lane->slot[MADE] = 0;
	for (unsigned i = 0; i < shape.length; i++) {
		struct node *node = allocate(lane->m, value + i);
		gc_store_new(lane->m, gc_ref((uintptr_t)node), NODE, gc_edge(&node->next),
		    gc_ref(lane->slot[MADE]));
		lane->slot[MADE] = (uintptr_t)node;
		if (next_random(lane) % 4 == 0)
			gc_safepoint(lane->m);
	}
}

static uintptr_t next_of(const struct node *node)
{
	return gcrt_load(&node->next, relaxed);
}

static void check_list(uintptr_t head, const char *where)
{
	unsigned left = shape.length;
	uintptr_t value = head ? ((struct node *)head)->value : 0;
	for (uintptr_t at = head; at; at = next_of((struct node *)at), value--, left--) {
		const struct node *node = (const struct node *)at;
		if (!left || node->object.slots != 1 || node->object.bytes != NODE ||
		    node->value != value)
			broken(where);
	}
	if (head && left)
		broken(where);
}

/* Makes garbage, and reverses a list from its front, so that barriers run. */
static void use(struct lane *lane)
{
	for (unsigned n = (unsigned)(next_random(lane) % FILLER); n; n--) {
		lane->slot[MADE] = (uintptr_t)allocate(lane->m, 0);
		if (next_random(lane) % 4 == 0)
			gc_safepoint(lane->m);
	}
	lane->slot[MADE] = 0;
	if (next_random(lane) % 8 == 0)
		sched_yield();
	gc_safepoint(lane->m);
}

/* ----------------------------------------------------------------- hand over */
static void offer(struct lane *lane)
{
	struct box *to = &box[next_random(lane) % BOXES];
	int empty = EMPTY;
	if (lane->offer)
		return;
	make_list(lane);
	lane->slot[OFFERED] = lane->slot[MADE];
	if (!atomic_compare_exchange_strong(&to->state, &empty, TAKING))
		return;
	to->list = lane->slot[OFFERED];
	lane->offer = to;
	atomic_store(&to->state, FULL);
}

/* Waits until the offer was taken, or takes it back: the box must not be used longer than the
 * root. */
static void withdraw(struct lane *lane, bool wait)
{
	int full = FULL;
	if (!lane->offer)
		return;
	if (wait && atomic_compare_exchange_strong(&lane->offer->state, &full, TAKEN))
		check_list(lane->slot[OFFERED], "taken back");
	while (wait && atomic_load(&lane->offer->state) != TAKEN)
		gc_safepoint(lane->m);
	if (atomic_load(&lane->offer->state) != TAKEN)
		return;
	lane->slot[OFFERED] = 0;
	atomic_store(&lane->offer->state, EMPTY);
	lane->offer = NULL;
}

static void take(struct lane *lane)
{
	struct box *from = &box[next_random(lane) % BOXES];
	int full = FULL;
	if (from == lane->offer || !atomic_compare_exchange_strong(&from->state, &full, TAKING))
		return;
	lane->slot[GIVEN] = from->list;
#ifndef HANDOVER_FORGETS
	gc_received(lane->m, gc_ref(lane->slot[GIVEN]));
#endif
	atomic_store(&from->state, TAKEN);
	atomic_fetch_add(&boxes_taken, 1);
	check_list(lane->slot[GIVEN], "as it was taken");
}

static void hand_on(struct lane *lane)
{
	switch (next_random(lane) % 4) {
	case 0: offer(lane); break;
	case 1: take(lane); break;
	case 2: lane->slot[GIVEN] = 0; break;
	default: break;
	}
	withdraw(lane, false);
	use(lane);
	check_list(lane->slot[GIVEN], "some time after it was taken");
	check_list(lane->slot[OFFERED], "on offer");
	check_list(lane->slot[ARGUMENT], "the argument");
}

/* -------------------------------------------------------------- threads */
struct argument {
	uintptr_t list;
	atomic_bool taken;
	uint64_t random;
};

static void begin(struct lane *lane, uintptr_t argument)
{
	memset(lane->slot, 0, sizeof lane->slot);
	lane->roots = (struct gc_mutator_roots){ ROOTS, lane->slot, 0 };
	lane->m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	lane->slot[ARGUMENT] = argument;
	gc_mutator_set_roots(lane->m, &lane->roots);
}

static void end(struct lane *lane)
{
	withdraw(lane, true);
	gc_finish_for_thread(lane->m);
}

static void *be_child(void *data)
{
	struct argument *argument = data;
	struct lane lane = { .random = argument->random, .is_child = true };
	begin(&lane, argument->list);
	check_list(lane.slot[ARGUMENT], "an argument, taken");
	atomic_store(&argument->taken, true);
	atomic_fetch_add(&arguments_taken, 1);
	for (unsigned n = (unsigned)(next_random(&lane) % 24); n; n--)
		hand_on(&lane);
	end(&lane);
	return NULL;
}

static void *join_thread(struct gc_mutator *m, void *thread)
{
	(void)m;
	pthread_join(*(pthread_t *)thread, NULL);
	return NULL;
}

/* A new thread gets a list.  Its creator drops the list as soon as the thread has it. */
static void create(struct lane *lane)
{
	struct argument argument = { .random = next_random(lane) + 1 };
	pthread_t thread;
	withdraw(lane, true);
	make_list(lane);
	lane->slot[OFFERED] = lane->slot[MADE];
	argument.list = lane->slot[OFFERED];
	if (pthread_create(&thread, NULL, be_child, &argument))
		exit(2);
	while (!atomic_load(&argument.taken))
		gc_safepoint(lane->m);
	lane->slot[OFFERED] = 0;
	for (unsigned n = (unsigned)(next_random(lane) % 8); n; n--)
		use(lane);
	gc_deactivate_for_call(lane->m, join_thread, &thread);
}

static void *be_lane(void *number)
{
	struct lane lane = { .random = shape.seed * 77 + (uintptr_t)number };
	begin(&lane, 0);
	while (!atomic_load(&over)) {
		hand_on(&lane);
		if (next_random(&lane) % 16 == 0)
			create(&lane);
		if (next_random(&lane) % 64 == 0) { /* it leaves, and joins again without roots */
			end(&lane);
			begin(&lane, 0);
		}
	}
	end(&lane);
	return NULL;
}

static void *run_lanes(struct gc_mutator *m, void *data)
{
	pthread_t thread[MOST_THREADS];
	struct timespec time = { (time_t)shape.seconds,
		(long)((shape.seconds - (double)(time_t)shape.seconds) * 1e9) };
	(void)m;
	for (uintptr_t i = 0; i < shape.threads; i++)
		if (pthread_create(&thread[i], NULL, be_lane, (void *)(i + 1)))
			exit(2);
	nanosleep(&time, NULL);
	atomic_store(&over, true);
	for (unsigned i = 0; i < shape.threads; i++)
		pthread_join(thread[i], NULL);
	return data;
}

int main(int argc, char **argv)
{
	struct gc_mutator *m;
	struct gc_options *options = gc_allocate_options();
	if (argc < 7)
		return 2;
	shape.threads = (unsigned)atoi(argv[1]);
	shape.seconds = atof(argv[4]);
	shape.length = (unsigned)atoi(argv[5]);
	shape.seed = strtoul(argv[6], NULL, 10);
#ifdef HANDOVER_NOISE
	noise_set(shape.seed, (unsigned)(200 + shape.seed % 5 * 1000));
#endif
	int workers = gc_option_from_string("parallelism"),
	    size = gc_option_from_string("heap-size");
	if (shape.threads > MOST_THREADS || !gc_options_parse_and_set(options, workers, argv[2]) ||
	    !gc_options_parse_and_set(options, size, argv[3]) ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		return 2;
	gc_heap_set_allocation_failure_handler(heap, failed);
	gc_deactivate_for_call(m, run_lanes, NULL);
	printf("%lu boxes and %lu arguments taken\n", atomic_load(&boxes_taken),
	    atomic_load(&arguments_taken));
	return atomic_load(&boxes_taken) && atomic_load(&arguments_taken) ? 0 : 5;
}
