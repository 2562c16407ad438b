/* stress-graph.c: changing a graph, and comparing it with its record. */
#include "stress-graph.h"

#include <string.h>

#define NOWHERE UINT32_MAX

/* Shapes: most nodes are small, some have many references, a few are large
 * objects, with or without references. */
struct shape {
	uint32_t references, words;
};

struct node {
	uint64_t stamp; /* the data words follow from it */
	struct shape shape;
	uint32_t first_edge; /* index in edges */
	bool used, reached;
};

struct graph {
	size_t count;
	struct node *nodes;
	uint32_t *edges;
	uint32_t roots[GRAPH_ROOTS];
	uint32_t *unused; /* indices of nodes that are not allocated */
	size_t unused_count;
	uint32_t *stack;       /* of a walk */
	struct object **found; /* during graph_check: where each node is */
};

uint64_t random_next(struct random *random)
{
	uint64_t x = random->state += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

size_t random_below(struct random *random, size_t limit)
{
	return (size_t)(random_next(random) % limit);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	struct random random = { a * 0x2545f4914f6cdd1du + b };
	return random_next(&random);
}

static struct shape choose_shape(size_t index)
{
	static const struct shape small[] = { { 1, 0 }, { 2, 1 }, { 2, 1 }, { 3, 0 }, { 4, 3 },
		{ 1, 6 }, { 6, 9 }, { 3, 28 } };
	if (index % 1024 == 1023)
		return index % 2048 == 1023 ? (struct shape){ 0, 8000 }
					    : (struct shape){ 900, 7200 };
	if (index % 256 == 255)
		return (struct shape){ 120, 7 };
	return small[index % (sizeof small / sizeof *small)];
}

static void *allocate_or_die(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);
	if (!memory) {
		fprintf(stderr, "stress: no memory for the record of a graph\n");
		exit(CLIENT_NO_MEMORY);
	}
	return memory;
}

struct graph *graph_new(size_t count, uint64_t seed)
{
	struct graph *graph = allocate_or_die(1, sizeof *graph);
	size_t edges = 0;

	graph->count = count;
	graph->nodes = allocate_or_die(count, sizeof *graph->nodes);
	graph->unused = allocate_or_die(count, sizeof *graph->unused);
	graph->stack = allocate_or_die(count, sizeof *graph->stack);
	graph->found = allocate_or_die(count, sizeof *graph->found);
	for (size_t i = 0; i < count; i++) {
		struct node *node = &graph->nodes[i];
		node->shape = choose_shape(i);
		node->stamp = mix(seed, i);
		node->first_edge = (uint32_t)edges;
		edges += node->shape.references;
		graph->unused[i] = (uint32_t)(count - 1 - i);
	}
	graph->unused_count = count;
	graph->edges = allocate_or_die(edges, sizeof *graph->edges);
	for (size_t i = 0; i < GRAPH_ROOTS; i++)
		graph->roots[i] = NOWHERE;
	return graph;
}

void graph_free(struct graph *graph)
{
	free(graph->nodes);
	free(graph->unused);
	free(graph->stack);
	free(graph->found);
	free(graph->edges);
	free(graph);
}

size_t graph_bytes(const struct graph *graph)
{
	size_t bytes = 0;
	for (size_t i = 0; i < graph->count; i++)
		bytes +=
		    object_bytes(graph->nodes[i].shape.references, graph->nodes[i].shape.words);
	return bytes;
}

size_t graph_largest(const struct graph *graph)
{
	size_t largest = 0;
	for (size_t i = 0; i < graph->count; i++) {
		struct shape shape = graph->nodes[i].shape;
		size_t bytes = object_bytes(shape.references, shape.words);
		largest = bytes > largest ? bytes : largest;
	}
	return largest;
}

/* ------------------------------------------------------ walking the record only */

static void reach(struct graph *graph, uint32_t index, size_t *depth)
{
	if (index == NOWHERE || graph->nodes[index].reached)
		return;
	graph->nodes[index].reached = true;
	graph->stack[(*depth)++] = index;
}

/* The record's own mark and sweep: what cannot be reached is unused again. */
static void find_unused(struct graph *graph)
{
	size_t depth = 0;
	for (size_t i = 0; i < graph->count; i++)
		graph->nodes[i].reached = false;
	for (size_t i = 0; i < GRAPH_ROOTS; i++)
		reach(graph, graph->roots[i], &depth);
	while (depth) {
		struct node *node = &graph->nodes[graph->stack[--depth]];
		for (size_t i = 0; i < node->shape.references; i++)
			reach(graph, graph->edges[node->first_edge + i], &depth);
	}
	graph->unused_count = 0;
	for (size_t i = graph->count; i-- > 0;) {
		graph->nodes[i].used = graph->nodes[i].reached;
		if (!graph->nodes[i].used)
			graph->unused[graph->unused_count++] = (uint32_t)i;
	}
}

/* ---------------------------------------------------------------------- changes */

static struct object *root(const struct actor *actor, size_t number)
{
	return actor->roots ? actor->roots[number]
			    : client_load(actor->thread, *actor->holder, actor->first + number);
}

/* Walks from a random root, a few random steps; the node's index, and the node
 * in cursor CURSOR, so that it stays where it is. */
static uint32_t pick(struct graph *graph, struct actor *actor, size_t cursor)
{
	size_t start = random_below(actor->random, GRAPH_ROOTS);
	size_t steps = random_below(actor->random, 12);
	struct object *object = root(actor, start);
	uint32_t index = graph->roots[start];

	for (size_t i = 0; i < steps && index != NOWHERE; i++) {
		struct node *node = &graph->nodes[index];
		if (!node->shape.references)
			break;
		size_t slot = random_below(actor->random, node->shape.references);
		uint32_t next = graph->edges[node->first_edge + slot];
		if (next == NOWHERE)
			continue;
		index = next;
		object = client_load(actor->thread, object, slot);
	}
	actor->cursors[cursor] = object;
	return index;
}

static void write_data(struct thread *thread, struct object *object, uint64_t stamp)
{
	size_t words = object_words(object);
	for (size_t i = 0; i < words; i++)
		client_set_word(thread, object, i, stamp + i);
}

/* Edge SLOT of the node in cursor FROM becomes the node in cursor TO. */
static void connect(struct graph *graph, struct actor *actor, size_t from, uint32_t from_index,
    size_t to, uint32_t to_index)
{
	struct node *node = &graph->nodes[from_index];
	if (!node->shape.references)
		return;
	size_t slot = random_below(actor->random, node->shape.references);
	client_store(actor->thread, actor->cursors[from], slot, actor->cursors[to]);
	graph->edges[node->first_edge + slot] = to_index;
}

static void set_root(struct graph *graph, struct actor *actor, size_t cursor, uint32_t index)
{
	size_t number = random_below(actor->random, GRAPH_ROOTS);
	if (actor->roots)
		actor->roots[number] = actor->cursors[cursor];
	else
		client_store(actor->thread, *actor->holder, actor->first + number,
		    actor->cursors[cursor]);
	graph->roots[number] = index;
}

static bool is_fresh(struct thread *thread, struct object *object, struct shape shape)
{
	for (size_t i = 0; i < shape.references; i++)
		if (client_load(thread, object, i))
			return false;
	return true;
}

static void must_be_fresh(struct thread *thread, struct object *object, struct shape shape)
{
	if (is_fresh(thread, object, shape))
		return;
	fprintf(stderr, "stress: a new object is not zero\n");
	_Exit(CLIENT_WRONG);
}

/* A new node, between two that are there; or, first of all, a root. */
static bool add_node(struct graph *graph, struct actor *actor)
{
	uint32_t index = graph->unused[graph->unused_count - 1];
	struct node *node = &graph->nodes[index];
	struct object *object =
	    client_allocate(actor->thread, node->shape.references, node->shape.words);

	if (!object)
		return false;
	graph->unused_count--;
	must_be_fresh(actor->thread, object, node->shape);
	node->used = true;
	node->stamp = random_next(actor->random);
	write_data(actor->thread, object, node->stamp);
	for (size_t i = 0; i < node->shape.references; i++)
		graph->edges[node->first_edge + i] = NOWHERE;
	actor->cursors[0] = object;
	for (int i = 0; i < 2; i++) {
		uint32_t other = pick(graph, actor, 1);
		if (other != NOWHERE)
			connect(graph, actor, 0, index, 1, other);
	}
	uint32_t parent = pick(graph, actor, 2);
	if (parent == NOWHERE || random_below(actor->random, 64) == 0)
		set_root(graph, actor, 0, index);
	else
		connect(graph, actor, 2, parent, 0, index);
	return true;
}

static void change_edge(struct graph *graph, struct actor *actor)
{
	uint32_t from = pick(graph, actor, 0);
	uint32_t to = pick(graph, actor, 1);
	if (from != NOWHERE && to != NOWHERE)
		connect(graph, actor, 0, from, 1, to);
}

static void cut_edge(struct graph *graph, struct actor *actor)
{
	uint32_t from = pick(graph, actor, 0);
	actor->cursors[1] = NULL;
	if (from != NOWHERE)
		connect(graph, actor, 0, from, 1, NOWHERE);
}

/* An edge's target hangs elsewhere afterwards; in between it is in a cursor only.
 * A collector that marks meanwhile may have seen neither edge. */
static void move_edge(struct graph *graph, struct actor *actor)
{
	uint32_t from = pick(graph, actor, 0);
	if (from == NOWHERE || !graph->nodes[from].shape.references)
		return;
	struct node *node = &graph->nodes[from];
	size_t slot = random_below(actor->random, node->shape.references);
	uint32_t target = graph->edges[node->first_edge + slot];
	if (target == NOWHERE)
		return;
	actor->cursors[1] = client_load(actor->thread, actor->cursors[0], slot);
	client_store(actor->thread, actor->cursors[0], slot, NULL);
	graph->edges[node->first_edge + slot] = NOWHERE;
	uint32_t to = pick(graph, actor, 2);
	if (to != NOWHERE)
		connect(graph, actor, 2, to, 1, target);
}

static void change_data(struct graph *graph, struct actor *actor)
{
	uint32_t index = pick(graph, actor, 0);
	if (index == NOWHERE)
		return;
	graph->nodes[index].stamp = random_next(actor->random);
	write_data(actor->thread, actor->cursors[0], graph->nodes[index].stamp);
}

static void change_root(struct graph *graph, struct actor *actor)
{
	uint32_t index = pick(graph, actor, 0);
	if (index != NOWHERE)
		set_root(graph, actor, 0, index);
}

/* When every node is in use, the record is asked which can be had again; so the
 * heap never has to hold more than all nodes, reachable or not. */
static bool must_add(struct graph *graph, struct actor *actor)
{
	if (!graph->unused_count)
		find_unused(graph);
	if (graph->unused_count)
		return add_node(graph, actor);
	cut_edge(graph, actor);
	return true;
}

bool graph_change(struct graph *graph, struct actor *actor)
{
	bool ok = true;
	size_t what = random_below(actor->random, 100);

	if (what < 60)
		ok = must_add(graph, actor);
	else if (what < 75)
		change_edge(graph, actor);
	else if (what < 80)
		cut_edge(graph, actor);
	else if (what < 90)
		move_edge(graph, actor);
	else if (what < 98)
		change_data(graph, actor);
	else
		change_root(graph, actor);
	for (size_t i = 0; i < GRAPH_CURSORS; i++)
		actor->cursors[i] = NULL;
	return ok;
}

bool graph_garbage(struct graph *graph, struct actor *actor)
{
	struct shape shape = graph->nodes[random_below(actor->random, graph->count)].shape;
	struct object *object = client_allocate(actor->thread, shape.references, shape.words);
	if (!object)
		return false;
	must_be_fresh(actor->thread, object, shape);
	return true;
}

/* --------------------------------------------------------------------- checking */

struct check {
	struct graph *graph;
	struct thread *thread;
	size_t depth;
	const char *wrong;
};

/* OBJECT was found where the record says that node INDEX is. */
static void visit(struct check *check, uint32_t index, struct object *object)
{
	struct graph *graph = check->graph;
	struct node *node;

	if (index == NOWHERE) {
		if (object)
			check->wrong = "a reference that should be null is not";
		return;
	}
	if (graph->found[index]) {
		if (!client_same(check->thread, graph->found[index], object))
			check->wrong = "two references to one node differ";
		return;
	}
	node = &graph->nodes[index];
	if (!object)
		check->wrong = "a reference that should not be null is null";
	else if (!object_is_valid(object))
		check->wrong = "a node has a corrupt header";
	else if (object_references(object) != node->shape.references ||
	    object_words(object) != node->shape.words)
		check->wrong = "a node has become another";
	else {
		graph->found[index] = object;
		graph->stack[check->depth++] = index;
	}
}

static uint64_t check_node(struct check *check, uint32_t index, uint64_t checksum)
{
	struct graph *graph = check->graph;
	struct node *node = &graph->nodes[index];
	struct object *object = graph->found[index];

	for (size_t i = 0; i < node->shape.words; i++) {
		uint64_t word = client_word(check->thread, object, i);
		if (word != node->stamp + i)
			check->wrong = "a node's data have changed";
		checksum = (checksum ^ word) * 0x100000001b3u;
	}
	for (size_t i = 0; i < node->shape.references && !check->wrong; i++) {
		uint32_t target = graph->edges[node->first_edge + i];
		checksum = (checksum ^ target) * 0x100000001b3u;
		visit(check, target, client_load(check->thread, object, i));
	}
	return checksum;
}

const char *graph_check(struct graph *graph, struct actor *actor, uint64_t *checksum, size_t *live)
{
	struct check check = { graph, actor->thread, 0, NULL };

	memset(graph->found, 0, graph->count * sizeof *graph->found);
	*checksum = 0xcbf29ce484222325u;
	*live = 0;
	for (size_t i = 0; i < GRAPH_ROOTS && !check.wrong; i++)
		visit(&check, graph->roots[i], root(actor, i));
	while (check.depth && !check.wrong) {
		*checksum = check_node(&check, graph->stack[--check.depth], *checksum);
		(*live)++;
	}
	return check.wrong;
}
