/* stress.c: many threads change graphs in the heap, and nothing may be lost.
 *
 * Each of N lanes is a mutator that owns a graph and also changes a shared one
 * under a lock.  After collections, and at the end, every graph is compared
 * with a record that the collector knows nothing of.  In between, lanes block
 * outside the heap, ask for collections, leave the heap and join it again (in
 * the same thread or a new one), taking their graph along or dropping it.
 *
 * What each lane does follows from the seed; when it does it, from the system. */
#include <argp.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stress-graph.h"

enum { MAX_MUTATORS = 64, BATCH = 64 };

static struct parameters {
	long mutators, workers, nodes, iterations, verify_every;
	unsigned long seed;
	double heap_multiplier, seconds;
	bool exhaust, share_object;
	const char *gc_options;
} parameters = { 2, 0, 4096, 20000, 1, 0, 2.0, 0, false, false, NULL };

static struct gc_heap *heap;
static atomic_ulong collections;
static atomic_bool out_of_time;
static char command[512]; /* to repeat this run */

/* What threads share: the shared graph's root slots, and what each lane leaves behind
 * between two of its mutators.  Either roots that belong to no thread; or slots of an object,
 * the hub, which the main thread has in a root for as long as others run. */
static struct object *heap_slots[(1 + MAX_MUTATORS) * GRAPH_ROOTS];
static struct gc_heap_roots heap_roots = { heap_slots, (1 + MAX_MUTATORS) * GRAPH_ROOTS };
static struct object *hub;
static struct graph *shared;
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

struct lane {
	struct random random;
	struct graph *graph;
	bool keep;                 /* the graph lives on, in left_behind */
	size_t left_behind;        /* the first of its shared slots */
	long left;                 /* iterations */
	unsigned long verified_at; /* value of `collections` */
	unsigned long checks, changes;
	uint64_t checksum; /* of the last check */
	struct object **roots, **cursors;
	struct thread *thread;
};

static void fail(const char *where, const char *what)
{
	fprintf(stderr, "stress: %s: %s\nstress: repeat with: %s\n", where, what, command);
	fflush(NULL);
	_Exit(CLIENT_WRONG);
}

static void no_memory(void)
{
	fprintf(stderr, "stress: out of memory: the heap is too small\nstress: repeat with: %s\n",
	    command);
	fflush(NULL);
	_Exit(CLIENT_NO_MEMORY);
}

/* ----------------------------------------------------------------- one mutator */

static struct actor actor_on(struct lane *lane, struct object **roots)
{
	return (struct actor){ lane->thread, &lane->random, roots, NULL, 0, lane->cursors };
}

/* On the shared graph. */
static struct actor shared_actor(struct lane *lane)
{
	return (struct actor){ lane->thread, &lane->random, hub ? NULL : heap_slots, &hub, 0,
		lane->cursors };
}

static struct object *get_shared(struct thread *thread, size_t slot)
{
	return hub ? client_load(thread, hub, slot) : heap_slots[slot];
}

static void set_shared(struct thread *thread, size_t slot, struct object *object)
{
	if (hub)
		client_store(thread, hub, slot, object);
	else
		heap_slots[slot] = object;
}

static void check(struct lane *lane, struct graph *graph, struct actor actor, const char *which)
{
	size_t live;
	const char *wrong = graph_check(graph, &actor, &lane->checksum, &live);
	if (wrong)
		fail(which, wrong);
	lane->checks++;
}

static void *lock_shared(struct gc_mutator *mut, void *data)
{
	(void)mut;
	pthread_mutex_lock(data);
	return NULL;
}

/* A mutator that waited for the lock while active would hold up a collection
 * that the lock's holder waits for. */
static void change_shared(struct lane *lane)
{
	struct actor actor = shared_actor(lane);
	gc_deactivate_for_call(lane->thread->mut, lock_shared, &shared_lock);
	for (size_t i = 0; i < 8; i++)
		if (!graph_change(shared, &actor))
			no_memory();
	if (random_below(&lane->random, 16) == 0)
		check(lane, shared, actor, "the shared graph");
	pthread_mutex_unlock(&shared_lock);
}

static void *block(struct gc_mutator *mut, void *data)
{
	size_t microseconds = *(size_t *)data;
	(void)mut;
	if (microseconds)
		usleep((useconds_t)microseconds);
	else
		sched_yield();
	return NULL;
}

static void one_batch(struct lane *lane)
{
	struct actor actor = actor_on(lane, lane->roots);
	size_t what = random_below(&lane->random, 256);
	size_t microseconds = random_below(&lane->random, 3) * 200;

	for (size_t i = 0; i < BATCH; i++)
		if (!graph_change(lane->graph, &actor))
			no_memory();
	lane->changes += BATCH;
	for (size_t i = 0; i < 16; i++)
		if (!graph_garbage(lane->graph, &actor))
			no_memory();
	if (what < 64)
		change_shared(lane);
	else if (what < 80)
		gc_deactivate_for_call(lane->thread->mut, block, &microseconds);
	else if (what < 84)
		gc_collect(lane->thread->mut, GC_COLLECTION_ANY);
}

static void check_after_collection(struct lane *lane)
{
	unsigned long seen = atomic_load(&collections);
	if (seen - lane->verified_at < (unsigned long)parameters.verify_every)
		return;
	lane->verified_at = seen;
	check(lane, lane->graph, actor_on(lane, lane->roots), "a lane's graph");
}

/* The life of one mutator of a lane: a random number of batches. */
static void *live(struct thread *thread, void *data)
{
	struct lane *lane = data;
	struct object *roots[GRAPH_ROOTS] = { NULL }, *cursors[GRAPH_CURSORS] = { NULL };
	struct frame frames[2];
	long batches = 16 + (long)random_below(&lane->random, 256);

	frame_enter(&thread->roots, &frames[0], roots, GRAPH_ROOTS);
	frame_enter(&thread->roots, &frames[1], cursors, GRAPH_CURSORS);
	lane->thread = thread;
	lane->roots = roots;
	lane->cursors = cursors;
	for (size_t i = 0; i < GRAPH_ROOTS; i++) {
		roots[i] = get_shared(thread, lane->left_behind + i);
		set_shared(thread, lane->left_behind + i, NULL);
	}
	while (batches-- && lane->left > 0 && !atomic_load(&out_of_time)) {
		one_batch(lane);
		check_after_collection(lane);
		lane->left -= BATCH;
	}
	check(lane, lane->graph, actor_on(lane, roots), "a lane's graph, at the end");
	lane->keep = random_below(&lane->random, 2) == 0;
	for (size_t i = 0; i < GRAPH_ROOTS && lane->keep; i++)
		set_shared(thread, lane->left_behind + i, roots[i]);
	frame_leave(&thread->roots, &frames[1]);
	frame_leave(&thread->roots, &frames[0]);
	return NULL;
}

/* -------------------------------------------------------------------- the lanes */

static void *live_in_new_thread(void *data)
{
	struct thread thread;
	return client_as_mutator(heap, &thread, live, data);
}

/* A lane is a thread that is a mutator now and then. */
static void *run_lane(void *data)
{
	struct lane *lane = data;
	pthread_t other;

	while (lane->left > 0 && !atomic_load(&out_of_time)) {
		if (!lane->graph)
			lane->graph =
			    graph_new((size_t)parameters.nodes, random_next(&lane->random));
		if (random_below(&lane->random, 2) == 0) {
			live_in_new_thread(lane);
		} else if (pthread_create(&other, NULL, live_in_new_thread, lane) ||
		    pthread_join(other, NULL)) {
			fail("a lane", "cannot create a thread");
		}
		if (!lane->keep) {
			graph_free(lane->graph);
			lane->graph = NULL;
		}
	}
	if (lane->graph)
		graph_free(lane->graph);
	return NULL;
}

/* ------------------------------------------------------------- no more memory */

/* Fills the heap with a list of objects of WORDS words, until there is no memory. */
static size_t fill_heap(struct thread *thread, struct object **list, size_t words)
{
	size_t count = 0;
	for (struct object *next; (next = client_allocate(thread, 1, words)); count++) {
		client_store_new(thread, next, 0, *list);
		*list = next;
	}
	return count;
}

/* An allocation that fails says so, loses nothing, and works again once there
 * is garbage. */
static void exhaust(struct thread *thread, size_t words)
{
	struct object *list[1] = { NULL };
	struct frame frame;
	size_t count, found = 0;

	frame_enter(&thread->roots, &frame, list, 1);
	count = fill_heap(thread, &list[0], words);
	for (struct object *o = list[0]; o; o = client_load(thread, o, 0), found++)
		if (!object_is_valid(o) || object_words(o) != words)
			fail("after an allocation failed", "an object is not what was put there");
	if (found != count || count < 2)
		fail("after an allocation failed", "objects were lost");
	list[0] = NULL;
	gc_collect(thread->mut, GC_COLLECTION_ANY);
	size_t again = fill_heap(thread, &list[0], words);
	if (again < count - count / 8)
		fail("after everything was dropped", "the memory has not come back");
	list[0] = NULL;
	frame_leave(&thread->roots, &frame);
	printf("stress: %zu objects of %zu words fill the heap, %zu once they were dropped\n",
	    count, words, again);
}

/* ------------------------------------------------------------------ starting up */

static void nothing(void *data)
{
	(void)data;
}
static void on_init(void *data, size_t size)
{
	(void)data;
	(void)size;
}
static void on_prepare(void *data, enum gc_collection_kind kind, uint64_t allocated)
{
	(void)data;
	(void)kind;
	(void)allocated;
}
static void *on_added(void *data)
{
	return data;
}
static void on_restart(void *data)
{
	(void)data;
	atomic_fetch_add(&collections, 1);
}

static const struct gc_event_listener listener = {
	.init = on_init,
	.requesting_stop = nothing,
	.waiting_for_stop = nothing,
	.mutators_stopped = nothing,
	.prepare_gc = on_prepare,
	.roots_traced = nothing,
	.heap_traced = nothing,
	.ephemerons_traced = nothing,
	.finalizers_traced = nothing,
	.restarting_mutators = on_restart,
	.mutator_added = on_added,
	.mutator_cause_gc = nothing,
	.mutator_stopping = nothing,
	.mutator_stopped = nothing,
	.mutator_restarted = nothing,
	.mutator_removed = nothing,
	.heap_resized = on_init,
	.live_data_size = on_init,
};

static void start_lane(struct lane *lane, size_t index, pthread_t *thread)
{
	memset(lane, 0, sizeof *lane);
	lane->left_behind = (1 + index) * GRAPH_ROOTS;
	lane->random.state = parameters.seed * 0x9e3779b97f4a7c15u + index + 1;
	lane->left = parameters.seconds > 0 ? 1L << 60 : parameters.iterations;
	if (pthread_create(thread, NULL, run_lane, lane))
		fail("the main thread", "cannot create a thread");
}

static void *sleep_until_end(struct gc_mutator *mut, void *data)
{
	struct timespec time = { (time_t)parameters.seconds, 0 };
	(void)mut;
	(void)data;
	time.tv_nsec = (long)((parameters.seconds - (double)time.tv_sec) * 1e9);
	nanosleep(&time, NULL);
	atomic_store(&out_of_time, true);
	return NULL;
}

static void run_lanes(struct thread *thread, struct lane *lanes)
{
	pthread_t threads[MAX_MUTATORS];

	for (size_t i = 0; i < (size_t)parameters.mutators; i++)
		start_lane(&lanes[i], i, &threads[i]);
	if (parameters.seconds > 0)
		gc_deactivate_for_call(thread->mut, sleep_until_end, NULL);
	for (size_t i = 0; i < (size_t)parameters.mutators; i++)
		client_join(thread, threads[i]);
}

/* The shared graph once more, after a collection with nobody else there. */
static void check_at_end(struct thread *thread, struct lane *main_lane)
{
	struct object *cursors[GRAPH_CURSORS] = { NULL };
	main_lane->thread = thread;
	main_lane->cursors = cursors;
	check(main_lane, shared, shared_actor(main_lane),
	    "the shared graph, before the last collection");
	uint64_t before = main_lane->checksum;
	gc_collect(thread->mut, GC_COLLECTION_ANY);
	check(main_lane, shared, shared_actor(main_lane),
	    "the shared graph, after the last collection");
	if (main_lane->checksum != before)
		fail("the shared graph", "its checksum has changed");
}

static void report(const struct lane *lanes, uint64_t checksum)
{
	unsigned long checks = 0, changes = 0;
	for (long i = 0; i < parameters.mutators; i++) {
		checks += lanes[i].checks;
		changes += lanes[i].changes;
	}
	printf("stress: ok: %lu changes, %lu collections, %lu graphs compared,"
	       " shared checksum %016llx\n",
	    changes, atomic_load(&collections), checks, (unsigned long long)checksum);
}

/* ----------------------------------------------------------------- command line */

enum { KEY_EXHAUST = 256, KEY_SHARE, KEY_VERIFY };
static const struct argp_option options[] = {
	{ "mutators", 'm', "N", 0, "Lanes: mutators that are there at once (default 2)", 0 },
	{ "workers", 'w', "N", 0, "Collector threads (default: the runtime's choice)", 0 },
	{ "heap-multiplier", 'x', "X", 0,
	    "Heap size as a multiple of all graphs' sizes (default 2)", 0 },
	{ "nodes", 'n', "N", 0, "Nodes of each graph (default 4096)", 0 },
	{ "iterations", 'i', "N", 0, "Changes by each lane (default 20000)", 0 },
	{ "seconds", 's', "S", 0, "Run for S seconds instead", 0 },
	{ "seed", 'S', "N", 0, "Seed of all random choices (default: the time)", 0 },
	{ "verify-every", KEY_VERIFY, "N", 0,
	    "Compare graphs after every N-th collection (default 1)", 0 },
	{ "exhaust", KEY_EXHAUST, NULL, 0,
	    "First fill the heap until allocation fails, and recover", 0 },
	{ "share-object", KEY_SHARE, NULL, 0,
	    "What threads share is in an object, not in roots that belong to no thread", 0 },
	{ "gc-options", 'o', "NAME=VALUE,...", 0, "Options of the runtime", 0 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 'm': parameters.mutators = client_integer("mutators", arg, 1, MAX_MUTATORS); break;
	case 'w': parameters.workers = client_integer("workers", arg, 1, 64); break;
	case 'x':
		parameters.heap_multiplier = client_double("heap-multiplier", arg, 0.1, 1000);
		break;
	case 'n': parameters.nodes = client_integer("nodes", arg, 8, 10000000); break;
	case 'i': parameters.iterations = client_integer("iterations", arg, 1, 1L << 40); break;
	case 's': parameters.seconds = client_double("seconds", arg, 0.001, 1e6); break;
	case 'S':
		parameters.seed = (unsigned long)client_integer("seed", arg, 0, 0x7fffffffffff);
		break;
	case 'o': parameters.gc_options = arg; break;
	case KEY_VERIFY:
		parameters.verify_every = client_integer("verify-every", arg, 1, 1000000);
		break;
	case KEY_SHARE: parameters.share_object = true; break;
	case KEY_EXHAUST: parameters.exhaust = true; break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = { options, parse, NULL,
	"Changes graphs in the heap from many threads and compares them with a record.\v"
	"Exit status: 0 nothing was lost or changed; 1 something was, and the command that"
	" repeats the run is printed; 2 wrong usage; 3 the heap is too small.",
	NULL, NULL, NULL };

static void print_command(const char *program)
{
	char workers[40] = "", length[60];

	if (parameters.workers)
		snprintf(workers, sizeof workers, " --workers=%ld", parameters.workers);
	if (parameters.seconds > 0)
		snprintf(length, sizeof length, "--seconds=%g", parameters.seconds);
	else
		snprintf(length, sizeof length, "--iterations=%ld", parameters.iterations);
	snprintf(command, sizeof command,
	    "%s --seed=%lu --mutators=%ld%s --heap-multiplier=%g --nodes=%ld --verify-every=%ld"
	    " %s%s%s%s%s",
	    program, parameters.seed, parameters.mutators, workers, parameters.heap_multiplier,
	    parameters.nodes, parameters.verify_every, length,
	    parameters.exhaust ? " --exhaust" : "",
	    parameters.share_object ? " --share-object" : "",
	    parameters.gc_options ? " --gc-options=" : "",
	    parameters.gc_options ? parameters.gc_options : "");
	printf("stress: %s\n", command);
	fflush(stdout);
}

/* Where what threads share is from now on. */
static void share(struct thread *thread, struct frame *frame)
{
	if (!parameters.share_object) {
		gc_heap_set_roots(heap, &heap_roots);
		return;
	}
	hub = client_allocate(thread, heap_roots.count, 0);
	if (!hub)
		no_memory();
	frame_enter(&thread->roots, frame, &hub, 1);
}

int main(int argc, char **argv)
{
	static struct lane lanes[MAX_MUTATORS], main_lane;
	struct thread thread;
	struct frame frame;

	parameters.seed = (unsigned long)time(NULL);
	argp_err_exit_status = CLIENT_USAGE;
	argp_parse(&argp, argc, argv, ARGP_NO_ARGS, NULL, NULL);
	print_command(argv[0]);

	shared = graph_new((size_t)parameters.nodes, parameters.seed);
	size_t graphs = (size_t)parameters.mutators + 1;
	size_t bytes =
	    graphs * graph_bytes(shared) + (size_t)parameters.mutators * graph_largest(shared);
	struct heap_parameters heap_parameters = { (size_t)((double)bytes *
						       parameters.heap_multiplier),
		parameters.workers, parameters.gc_options, listener, NULL };
	heap = client_start(&heap_parameters, &thread);
	share(&thread, &frame);

	if (parameters.exhaust) {
		exhaust(&thread, 3);
		exhaust(&thread, 3000);
	}
	run_lanes(&thread, lanes);
	check_at_end(&thread, &main_lane);
	report(lanes, main_lane.checksum);
	graph_free(shared);
	return fflush(stdout) ? CLIENT_WRONG : CLIENT_OK;
}
