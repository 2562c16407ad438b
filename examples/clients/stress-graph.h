/* stress-graph.h: a random graph in the heap, and a record of it outside.
 *
 * The record (malloc'ed, never seen by the collector) says of each node its
 * edges and what its data words hold.  The graph in the heap is only reached
 * from its root slots, by walking; graph_check walks both together and compares
 * everything.  Nodes have indices; the shape of a node follows from its index,
 * so that the demand for each size stays the same however long a run is. */
#ifndef CLIENT_STRESS_GRAPH_H
#define CLIENT_STRESS_GRAPH_H

#include "client.h"

enum { GRAPH_ROOTS = 8, GRAPH_CURSORS = 3 };

/* Pseudo-random numbers (splitmix64). */
struct random {
	uint64_t state;
};
uint64_t random_next(struct random *random);
size_t random_below(struct random *random, size_t limit);

struct graph;

/* A record of COUNT nodes, none of them allocated. */
struct graph *graph_new(size_t count, uint64_t seed);
void graph_free(struct graph *graph);

/* What COUNT nodes take, when all are there; and the largest of them. */
size_t graph_bytes(const struct graph *graph);
size_t graph_largest(const struct graph *graph);

/* Who acts on a graph: a mutator, the graph's root slots, and root slots of the
 * mutator's own for what it holds in hand. */
struct actor {
	struct thread *thread;
	struct random *random;
	struct object **roots;   /* GRAPH_ROOTS of them; NULL: … */
	struct object **holder;  /* … they are slots of the object in this root, … */
	size_t first;            /* … from this one on */
	struct object **cursors; /* GRAPH_CURSORS of them */
};

/* One random change; false when there was no memory. */
bool graph_change(struct graph *graph, struct actor *actor);

/* Allocates an object of the graph's sizes and drops it; false: no memory. */
bool graph_garbage(struct graph *graph, struct actor *actor);

/* Compares the whole graph with its record; NULL, or what is wrong.  *checksum
 * is of the nodes that are reachable, *live their number. */
const char *graph_check(struct graph *graph, struct actor *actor, uint64_t *checksum, size_t *live);

#endif
