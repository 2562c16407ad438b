/* graph.c: mutators that build a graph at random, and say what it is.
 *
 *	graph OPTIONS MUTATORS ROUNDS SEED
 *
 * In each round all mutators change the graph.  Then all but the first are not active; the first one says
 * what the graph is, a line, and collects: the step of the trace in which it calls gc_collect has the same
 * graph.  The last line is the number of objects after two collections, and the last step of the trace
 * has as many.
 *
 * A line has each root, those of the first mutator first: an object as its number and its fields,
 * `1(2(-,-),#1)', and only its number where it occurs again. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gc-allocate.h"
#include "gc-api.h"
#include "gc-barrier.h"
#include "gc-null-event-listener.h"
#include "gc-safepoint.h"
#include "test-embedder.h"

enum { ROOTS = 3, FIELDS = 4, MOST = 4, CHANGES = 12 };
struct one {
	struct gc_mutator *m;
	uintptr_t root[ROOTS]; /* the first one: of all */
	struct gc_mutator_roots roots;
	unsigned seed;
};
/* Behind the slots of an object. */
struct own {
	unsigned number, seen;
};

static struct gc_heap *heap;
static struct one all[MOST];
static int mutators, rounds;
static pthread_barrier_t round_ends, round_begins, joined;
static unsigned seen, numbered;

static unsigned choose(struct one *one, unsigned limit)
{
	return (unsigned)rand_r(&one->seed) % limit;
}

static struct own *own_of(struct test_object *o)
{
	return (struct own *)&o->slot[o->slots];
}

static uintptr_t allocate(struct one *one, unsigned slots)
{
	size_t bytes = sizeof(struct test_object) + slots * sizeof(uintptr_t) + sizeof(struct own);
	struct test_object *o = gc_allocate(one->m, bytes, GC_ALLOCATION_TAGGED);

	if (!o)
		exit(3);
	o->slots = slots;
	o->bytes = (uint32_t)bytes;
	return (uintptr_t)o;
}

static void store(struct one *one, uintptr_t object, unsigned slot, uintptr_t value)
{
	struct test_object *o = (struct test_object *)object;

	gc_store(one->m, gc_ref(object), o->bytes, gc_edge(&o->slot[slot]), gc_ref(value));
}

/* What a random field of a root's object has, or null. */
static uintptr_t load(struct one *one)
{
	struct test_object *o = (struct test_object *)one->root[choose(one, ROOTS)];

	return o && o->slots ? gcrt_load(&o->slot[choose(one, o->slots)], acquire) : 0;
}

/* A new object, which gets a root's object as its first field at once. */
static uintptr_t make(struct one *one)
{
	uintptr_t new = allocate(one, choose(one, FIELDS));
	struct test_object *o = (struct test_object *)new;

	if (o->slots)
		gc_store_new(one->m, gc_ref(new), o->bytes, gc_edge(&o->slot[0]),
		    gc_ref(one->root[choose(one, ROOTS)]));
	return new;
}

static void change(struct one *one)
{
	unsigned root = choose(one, ROOTS);
	struct test_object *o = (struct test_object *)one->root[root];

	switch (choose(one, 6)) {
	case 0:
	case 1:
		if (root)
			one->root[root] = make(one);
		break;
	case 2:
		if (root)
			one->root[root] = load(one);
		break;
	case 3:
		if (root)
			one->root[root] = 0;
		break;
	case 4:
		if (o && o->slots)
			store(one, (uintptr_t)o, choose(one, o->slots),
			    one->root[choose(one, ROOTS)]);
		break;
	default:
		if (o && o->slots) {
			uintptr_t new = make(one);

			store(one, one->root[root], choose(one, o->slots), new);
		}
		break;
	}
	gc_safepoint(one->m);
}

/* ------------------------------------------------------------------ the graph */
static void say(uintptr_t object)
{
	struct test_object *o = (struct test_object *)object;

	if (!o) {
		printf("-");
	} else if (own_of(o)->seen == seen) {
		printf("#%u", own_of(o)->number);
	} else {
		own_of(o)->seen = seen;
		own_of(o)->number = ++numbered;
		printf("%u(", own_of(o)->number);
		for (uint32_t i = 0; i < o->slots; i++) {
			printf("%s", i ? "," : "");
			say(o->slot[i]);
		}
		printf(")");
	}
}

static void say_all(void)
{
	seen++;
	numbered = 0;
	for (int i = 0; i < mutators; i++)
		for (int j = 0; j < ROOTS; j++) {
			printf("%s", i + j ? " " : "");
			say(all[i].root[j]);
		}
	printf("\n");
}

/* -------------------------------------------------------------------- threads */
static void begin(struct one *one, unsigned seed)
{
	one->seed = seed;
	one->root[0] = all[0].root[0];
	one->roots = (struct gc_mutator_roots){ .count = ROOTS, .slot = one->root };
	gc_mutator_set_roots(one->m, &one->roots);
}

/* Until all are here, and again. */
static void rest(struct one *one, pthread_barrier_t *until)
{
	gc_deactivate(one->m);
	pthread_barrier_wait(until);
	gc_reactivate(one->m);
}

static void *thread(void *data)
{
	struct one *one = data;

	one->m = gc_init_for_thread(gc_empty_stack_addr(), heap);
	pthread_barrier_wait(&joined);
	begin(one, all[0].seed + (unsigned)(one - all));
	rest(one, &round_begins);
	for (int i = 0; i < rounds; i++) {
		for (int j = 0; j < CHANGES; j++)
			change(one);
		gc_deactivate(one->m);
		pthread_barrier_wait(&round_ends);
		pthread_barrier_wait(&round_begins);
		gc_reactivate(one->m);
	}
	return NULL;
}

/* One after the other: the trace names them by the order in which they join. */
static void join_all(void)
{
	pthread_t threads[MOST];

	for (int i = 1; i < mutators; i++) {
		pthread_create(&threads[i], NULL, thread, &all[i]);
		pthread_barrier_wait(&joined);
	}
}

static void run(struct one *one)
{
	rest(one, &round_begins);
	for (int i = 0; i < rounds; i++) {
		for (int j = 0; j < CHANGES; j++)
			change(one);
		rest(one, &round_ends);
		say_all();
		gc_collect(one->m, GC_COLLECTION_ANY);
		if (i + 1 < rounds)
			rest(one, &round_begins);
	}
	gc_collect(one->m, GC_COLLECTION_ANY);
}

int main(int argc, char **argv)
{
	struct gc_options *options = gc_allocate_options();

	if (argc != 5 || !gc_options_parse_and_set_many(options, argv[1]))
		return 2;
	mutators = atoi(argv[2]);
	rounds = atoi(argv[3]);
	if (mutators < 1 || mutators > MOST ||
	    !gc_init(options, gc_empty_stack_addr(), &heap, &all[0].m, GC_NULL_EVENT_LISTENER,
		NULL))
		return 4;
	pthread_barrier_init(&round_ends, NULL, (unsigned)mutators);
	pthread_barrier_init(&round_begins, NULL, (unsigned)mutators);
	pthread_barrier_init(&joined, NULL, 2);
	begin(&all[0], (unsigned)atoi(argv[4]));
	all[0].root[0] = allocate(&all[0], FIELDS);
	join_all();
	run(&all[0]);
	printf("%u\n", numbered);
	return 0;
}
