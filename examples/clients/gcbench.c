/* gcbench.c: the binary tree benchmark of Ellis, Kovac and Boehm, in threads.
 *
 * Each mutator builds a short-lived large tree, keeps a long-lived tree and a
 * large array of numbers, and then builds and drops many trees of increasing
 * depth, top down (old objects come to refer to young ones) and bottom up.
 * Every tree is checked when it is complete, the long-lived data at the end. */
#include <argp.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "client.h"
#include "gc-basic-stats.h"

enum { LEFT, RIGHT, CHILDREN };
enum { MIN_DEPTH = 4, DEPTH_STEP = 2, ARRAY_PER_NODE = 4, MAX_MUTATORS = 256 };

static struct parameters {
	long mutators, workers, depth, rounds;
	double heap_multiplier, seconds;
	const char *gc_options;
} parameters = { 1, 0, 16, 1, 2.0, 0, NULL };

static size_t tree_nodes(long depth)
{
	return ((size_t)2 << depth) - 1;
}

static void fail(const char *what)
{
	fprintf(stderr, "gcbench: %s\n", what);
	_Exit(CLIENT_WRONG);
}

/* A node is two references and its depth. */
static struct object *allocate_node(struct thread *thread, uint64_t depth)
{
	struct object *node = client_allocate(thread, CHILDREN, 1);
	if (!node) {
		fprintf(stderr, "gcbench: out of memory: the heap is too small\n");
		_Exit(CLIENT_NO_MEMORY);
	}
	if (client_load(thread, node, LEFT) || client_load(thread, node, RIGHT) ||
	    client_word(thread, node, 0))
		fail("a new object is not zero");
	client_set_word(thread, node, 0, depth);
	return node;
}

/* Gives NODE, a root of the caller, two subtrees of DEPTH - 1, from the top down. */
static void populate(struct thread *thread, struct object *node, long depth)
{
	if (depth <= 0)
		return;
	struct object *at[] = { node, NULL };
	struct frame frame;
	frame_enter(&thread->roots, &frame, at, 2);
	for (size_t i = 0; i < CHILDREN; i++) {
		at[1] = allocate_node(thread, (uint64_t)depth - 1);
		client_store(thread, at[0], i, at[1]);
	}
	for (size_t i = 0; i < CHILDREN; i++)
		populate(thread, client_load(thread, at[0], i), depth - 1);
	frame_leave(&thread->roots, &frame);
}

static struct object *build_bottom_up(struct thread *thread, long depth)
{
	struct object *at[CHILDREN] = { NULL, NULL };
	struct frame frame;
	struct object *node;

	if (depth <= 0)
		return allocate_node(thread, 0);
	frame_enter(&thread->roots, &frame, at, CHILDREN);
	for (size_t i = 0; i < CHILDREN; i++) {
		struct object *child = build_bottom_up(thread, depth - 1);
		at[i] = child;
	}
	node = allocate_node(thread, (uint64_t)depth);
	for (size_t i = 0; i < CHILDREN; i++)
		client_store_new(thread, node, i, at[i]);
	frame_leave(&thread->roots, &frame);
	return node;
}

static struct object *build_top_down(struct thread *thread, long depth)
{
	struct object *at[1] = { allocate_node(thread, (uint64_t)depth) };
	struct frame frame;
	frame_enter(&thread->roots, &frame, at, 1);
	populate(thread, at[0], depth);
	frame_leave(&thread->roots, &frame);
	return at[0];
}

/* The number of nodes; every node must hold its depth. */
static size_t check_tree(struct thread *thread, struct object *node, long depth)
{
	size_t count = 1;
	if (!node)
		fail("a subtree is missing");
	if (!object_is_valid(node) || object_references(node) != CHILDREN ||
	    client_word(thread, node, 0) != (uint64_t)depth)
		fail("a node is not what was put there");
	for (size_t i = 0; i < CHILDREN; i++) {
		struct object *child = client_load(thread, node, i);
		if (depth > 0)
			count += check_tree(thread, child, depth - 1);
		else if (child)
			fail("a leaf has a child");
	}
	return count;
}

static void check_complete(struct thread *thread, struct object *tree, long depth)
{
	if (check_tree(thread, tree, depth) != tree_nodes(depth))
		fail("a tree has the wrong size");
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

typedef struct object *builder(struct thread *, long depth);

static double build_many(struct thread *thread, builder *build, long depth, size_t count)
{
	struct object *at[1] = { NULL };
	struct frame frame;
	double start = now();

	frame_enter(&thread->roots, &frame, at, 1);
	for (size_t i = 0; i < count; i++) {
		at[0] = NULL;
		at[0] = build(thread, depth);
		check_complete(thread, at[0], depth);
	}
	frame_leave(&thread->roots, &frame);
	return now() - start;
}

static void fill_array(struct thread *thread, struct object *array)
{
	for (size_t i = 0; i < object_words(array) / 2; i++)
		client_set_word(thread, array, i, i * 3 + 1);
}

static void check_array(struct thread *thread, struct object *array, size_t words)
{
	if (!object_is_valid(array) || object_words(array) != words)
		fail("the array is not what was put there");
	for (size_t i = 0; i < words / 2; i++)
		if (client_word(thread, array, i) != i * 3 + 1)
			fail("the array holds a wrong number");
}

static void benchmark(struct thread *thread, long round)
{
	struct object *at[2] = { NULL, NULL }; /* the long-lived tree and array */
	struct frame frame;
	size_t words = tree_nodes(parameters.depth) * ARRAY_PER_NODE;
	long stretch = parameters.depth + 1;

	build_many(thread, build_top_down, stretch, 1);
	frame_enter(&thread->roots, &frame, at, 2);
	at[0] = build_top_down(thread, parameters.depth);
	at[1] = client_allocate(thread, 0, words);
	if (!at[1]) {
		fprintf(stderr, "gcbench: out of memory: no room for the array\n");
		_Exit(CLIENT_NO_MEMORY);
	}
	fill_array(thread, at[1]);
	for (long d = MIN_DEPTH; d <= parameters.depth; d += DEPTH_STEP) {
		size_t count = 2 * tree_nodes(stretch) / tree_nodes(d);
		double down = build_many(thread, build_top_down, d, count);
		double up = build_many(thread, build_bottom_up, d, count);
		printf("round %ld: %zu trees of depth %ld: top down %.1f ms, bottom up %.1f ms\n",
		    round + 1, count, d, down, up);
	}
	check_complete(thread, at[0], parameters.depth);
	check_array(thread, at[1], words);
	frame_leave(&thread->roots, &frame);
}

static void *run(struct thread *thread, void *data)
{
	double end = now() + parameters.seconds * 1e3;
	(void)data;
	for (long i = 0; i < parameters.rounds || now() < end; i++)
		benchmark(thread, i);
	return NULL;
}

static void *start_thread(void *data)
{
	struct thread thread;
	return client_as_mutator(data, &thread, run, NULL);
}

/* What one mutator keeps at its peak. */
static size_t live_bytes(void)
{
	size_t nodes = tree_nodes(parameters.depth);
	return 2 * nodes * object_bytes(CHILDREN, 1) + object_bytes(0, nodes * ARRAY_PER_NODE);
}

static const struct argp_option options[] = { { "mutators", 'm', "N", 0,
						  "Mutator threads (default 1)", 0 },
	{ "workers", 'w', "N", 0, "Collector threads (default: the runtime's choice)", 0 },
	{ "heap-multiplier", 'x', "X", 0,
	    "Heap size as a multiple of what is live at the peak (default 2)", 0 },
	{ "depth", 'd', "N", 0, "Depth of the largest trees, 4 to 20 (default 16)", 0 },
	{ "rounds", 'r', "N", 0, "Run the whole benchmark N times (default 1)", 0 },
	{ "seconds", 's', "S", 0, "Run whole rounds until S seconds are over", 0 },
	{ "gc-options", 'o', "NAME=VALUE,...", 0, "Options of the runtime", 0 }, { 0 } };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 'm': parameters.mutators = client_integer("mutators", arg, 1, MAX_MUTATORS); break;
	case 'w': parameters.workers = client_integer("workers", arg, 1, 64); break;
	case 'x':
		parameters.heap_multiplier = client_double("heap-multiplier", arg, 0.1, 1000);
		break;
	case 'd': parameters.depth = client_integer("depth", arg, MIN_DEPTH, 20); break;
	case 'r': parameters.rounds = client_integer("rounds", arg, 1, 1000000); break;
	case 's': parameters.seconds = client_double("seconds", arg, 0.001, 1e6); break;
	case 'o': parameters.gc_options = arg; break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = { options, parse, NULL,
	"The binary tree benchmark, in N threads.\v"
	"Exit status: 0 all data was right; 1 an object was not what was put there;"
	" 2 wrong usage; 3 the heap is too small.",
	NULL, NULL, NULL };

int main(int argc, char **argv)
{
	struct gc_basic_stats stats;
	struct thread thread;
	pthread_t others[MAX_MUTATORS];

	argp_err_exit_status = CLIENT_USAGE;
	argp_parse(&argp, argc, argv, ARGP_NO_ARGS, NULL, NULL);
	double live = (double)live_bytes() * (double)parameters.mutators;
	struct heap_parameters heap_parameters = { (size_t)(live * parameters.heap_multiplier),
		parameters.workers, parameters.gc_options, GC_BASIC_STATS, &stats };
	printf("gcbench: %ld mutators, live %.1f MB, heap %.1f MB\n", parameters.mutators,
	    live / 1e6, (double)heap_parameters.bytes / 1e6);

	struct gc_heap *heap = client_start(&heap_parameters, &thread);
	for (long i = 1; i < parameters.mutators; i++)
		if (pthread_create(&others[i], NULL, start_thread, heap))
			fail("cannot create a thread");
	run(&thread, NULL);
	for (long i = 1; i < parameters.mutators; i++)
		client_join(&thread, others[i]);
	gc_basic_stats_finish(&stats);
	gc_basic_stats_print(&stats, stdout);
	return fflush(stdout) ? CLIENT_WRONG : CLIENT_OK;
}
