/* worker.c: a process that explores parts of the tree for another one. */
#include "explore/src/worker.h"

#include <stdio.h>
#include <string.h>

#include "explore/src/channel.h"
#include "explore/src/checkpoint.h"
#include "explore/src/explorer.h"
#include "explore/src/limit.h"
#include "explore/src/room.h"

struct worker {
	int socket;                 /* -1: there is no other process, all that is told is kept */
	struct text in, out, all;   /* all: what was told */
	bool scouts;                /* one execution of the part is enough */
	struct prefixes told_above; /* what was told of this part */
	uint64_t told;              /* when it has sent `alive' last */
	uint64_t executions;        /* since then */
};

enum { ALIVE_EACH = 50 * 1000 * 1000 }; /* nanoseconds */

/* Without the other process there is nothing to do. */
static void tell(struct explorer *x)
{
	struct worker *worker = x->worker;

	if (worker->socket < 0)
		gcx_move_text(&worker->all, &worker->out);
	else if (!gcx_send(worker->socket, &worker->out))
		_Exit(1);
}

/* A number for the sequence and where it is to be inserted. */
static struct prefix key_of(uint32_t depth, const struct labels *sequence)
{
	struct prefix key = { depth, ~(uint64_t)depth };

	for (size_t i = 0; i < sequence->count; i++) {
		const struct label *label = &sequence->at[i];
		uint64_t step = (uint64_t)label->task << 32 | label->choice;

		key.high = gcx_mix(gcx_mix(gcx_mix(key.high, step), label->at), label->footprint);
		key.low = gcx_mix(gcx_mix(gcx_mix(key.low, step), label->at), label->footprint);
	}
	return key;
}

/* Many races of a part are reversed by the same sequence.  It is sent to the other process once.  A longer
 * sequence that begins with it is sent, too: it may be needed when the first one is not. */
static void insert_above(struct explorer *x, uint32_t depth, const struct labels *sequence)
{
	struct worker *worker = x->worker;

	if (gcx_remember(&worker->told_above, key_of(depth, sequence), 0))
		return;
	gcx_put(&worker->out, ABOVE);
	gcx_put(&worker->out, depth);
	gcx_put_labels(x, &worker->out, sequence);
	tell(x);
}

/* ------------------------------------------------------------------------ one part */
static bool get_part(struct explorer *x)
{
	struct text *in = &x->worker->in;
	uint32_t depth;

	gcx_drop_nodes(x, 0);
	gcx_free_prefixes(&x->worker->told_above);
	depth = (uint32_t)gcx_get(in, UINT32_MAX);
	x->floor = (uint32_t)gcx_get(in, UINT32_MAX);
	x->worker->scouts = gcx_get(in, 1);
	gcx_get_tasks(x, in);
	for (uint32_t i = 0; i < depth && !in->wrong; i++) {
		struct node *node = gcx_add_node(x);

		gcx_get_label(x, in, &node->label);
		gcx_get_labels(x, in, &node->asleep);
		node->tree = gcx_new_branch(&node->label);
	}
	if (depth > 0) {
		gcx_free_tree(x->nodes[depth - 1].tree);
		x->nodes[depth - 1].tree = gcx_get_tree(x, in);
	}
	x->diverges = depth ? depth - 1 : 0;
	*x->result = (struct gcx_result){ 0 };
	x->executions = 0;
	return !in->wrong;
}

static void tell_path(struct explorer *x, uint32_t from)
{
	struct text *out = &x->worker->out;
	uint32_t end = x->node_count < x->floor ? x->node_count : x->floor;

	gcx_put(out, PATH);
	gcx_put(out, end > from ? end - from : 0);
	for (uint32_t i = from; i < end; i++) {
		gcx_put_label(x, out, &x->nodes[i].label);
		gcx_put_labels(x, out, &x->nodes[i].asleep);
		gcx_put_tree(x, out, x->nodes[i].tree->next);
	}
	tell(x);
}

static void tell_failure(struct explorer *x)
{
	struct text *out = &x->worker->out;

	gcx_keep_schedule(x);
	gcx_put(out, FAILURE);
	gcx_put(out, x->result->failure);
	gcx_put_string(out, x->result->message);
	gcx_put(out, x->result->schedule_length);
	for (size_t i = 0; i < x->result->schedule_length; i++) {
		gcx_put(out, x->result->schedule[i].task);
		gcx_put(out, x->result->schedule[i].choice);
	}
	free(x->result->schedule);
	x->result->schedule = NULL;
	gcx_put_counts(x, out);
	tell(x);
}

static void tell_alive(struct explorer *x)
{
	struct worker *worker = x->worker;

	worker->executions++;
	if (worker->socket < 0 || gcx_now() - worker->told < ALIVE_EACH)
		return;
	gcx_put(&worker->out, ALIVE);
	gcx_put(&worker->out, worker->executions);
	tell(x);
	worker->executions = 0;
	worker->told = gcx_now();
}

static void do_part(struct explorer *x)
{
	uint32_t from = x->diverges;
	bool first = true;

	do {
		do
			gcx_execute(x);
		while (x->again);
		gcx_count(x);
		if (x->end == FAILED) {
			tell_failure(x);
			return;
		}
		if (first)
			tell_path(x, from);
		first = false;
		gcx_reverse_races(x);
		tell_alive(x);
	} while (!x->worker->scouts && gcx_backtrack(x));
	gcx_put(&x->worker->out, DONE);
	gcx_put_counts(x, &x->worker->out);
	tell(x);
}

static void begin_work(struct explorer *x, struct worker *worker)
{
	worker->told = gcx_now();
	x->worker = worker;
	x->insert_above = insert_above;
	x->options.most_executions = 0;
	x->options.most_seconds = 0;
	x->options.progress = NULL;
}

void gcx_work(struct explorer *x, int socket)
{
	struct worker worker = { .socket = socket };

	worker.in.absolute = worker.out.absolute = true;
	begin_work(x, &worker);
	while (gcx_receive(socket, &worker.in) && get_part(x))
		do_part(x);
	fflush(NULL);
}

bool gcx_do_text(struct explorer *x, struct text *part, struct text *told)
{
	struct worker worker = { .socket = -1, .in = *part };
	bool good;

	begin_work(x, &worker);
	good = get_part(x);
	if (good)
		do_part(x);
	part->wrong = worker.in.wrong;
	*told = worker.all;
	told->wrong = worker.out.wrong;
	gcx_free_prefixes(&worker.told_above);
	free(worker.out.at);
	return good;
}
