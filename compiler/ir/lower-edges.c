/* lower-edges.c: the producer graph: which kind generates which. */
#include "compiler/ir/lower-internal.h"
#include "compiler/ir/walk.h"

typedef GD_VEC(struct ir_edge) edge_list;

struct edges {
	struct gd_arena *arena;
	edge_list all;
	struct ir_edge from; /* product and loc are those of the statement */
};

static void add_edge(const struct ir_stmt *stmt, void *data)
{
	struct edges *edges = data;
	struct ir_edge edge = edges->from;
	bool is_known = stmt->op != IR_OP_emit;

	edge.product = stmt->kind;
	edge.loc = stmt->loc;
	for (size_t i = 0; i < edges->all.count; i++)
		is_known |= edges->all.at[i].producer == edge.producer &&
		    edges->all.at[i].bucket == edge.bucket &&
		    edges->all.at[i].barrier == edge.barrier &&
		    edges->all.at[i].product == edge.product;
	if (!is_known)
		GD_PUSH(edges->arena, edges->all, edge);
}

static void add_edges(struct edges *edges, const struct ir_kernel *kernel, struct ir_edge from)
{
	edges->from = from;
	ir_list_each(kernel->body, add_edge, edges);
}

void ir_lower_edges(struct lower *l)
{
	struct edges edges = { .arena = l->arena };

	for (size_t i = 0; i < l->ir->kind_count; i++)
		add_edges(&edges, &l->kinds[i]->kernel,
		    (struct ir_edge){ .producer = l->kinds[i] });
	for (size_t i = 0; i < l->ir->bucket_count; i++)
		add_edges(&edges, &l->buckets[i]->fill,
		    (struct ir_edge){ .bucket = l->buckets[i] });
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (l->ir->barriers[i])
			add_edges(&edges, &l->ir->barriers[i]->kernel,
			    (struct ir_edge){ .barrier = l->ir->barriers[i] });
	l->ir->edges = edges.all.at;
	l->ir->edge_count = edges.all.count;
}
