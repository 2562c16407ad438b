/* graph-mend.c: what a guard that holds too early could wait for instead.
 *
 * A guard cannot wait for a kind whose units run only behind the bucket itself, and no
 * guard is true for good while a barrier may generate the kind that it waits for. */
#include "compiler/sema/graph.h"

/* Whether FROM opens only after BUCKET has opened.  SEEN: by bucket. */
static bool opens_after(struct sem_graph *g, size_t from, size_t bucket, bool *seen)
{
	if (from == bucket)
		return true;
	if (seen[from])
		return false;
	seen[from] = true;
	for (size_t i = 0; i < g->buckets.count; i++)
		if (sem_facts_at(g, from)->opened[i] && opens_after(g, i, bucket, seen))
			return true;
	return false;
}

/* Whether BUCKET can wait until KIND is drained.  The end of a cycle can wait for all kinds. */
static bool can_wait_for(struct sem_graph *g, size_t bucket, size_t kind)
{
	for (size_t i = 0; bucket < g->buckets.count && i < g->buckets.count; i++) {
		bool *seen = GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1);

		if (sem_bucket_holds(g, i, kind) && opens_after(g, i, bucket, seen))
			return false;
	}
	return true;
}

static const char *guard_text(const struct sem_graph *g, const struct syn_expr *guard)
{
	return guard ? syn_expr_text(g->arena, guard) : "…";
}

/* Whether a kernel that may run before BUCKET opens leaves the mutators stopped. */
static bool are_stopped_before(struct sem_graph *g, size_t bucket)
{
	struct sem_possible before = sem_graph_possible(g, bucket);

	for (size_t k = 0; k < g->kinds.count; k++) {
		bool leaves = false;

		for (size_t i = 0; i < g->sites.count; i++) {
			const struct sem_site *site = &g->sites.at[i];

			if (site->owner == SEM_BY_KIND && site->index == k && site->is_live &&
			    (site->effect == SEM_STOPS || site->effect == SEM_RESUMES))
				leaves = site->effect == SEM_STOPS;
		}
		if (leaves && before.generated[k])
			return true;
	}
	return false;
}

static void help_barrier(struct sem_graph *g, struct gd_diag *diag, size_t bucket,
    const struct syn_expr *guard)
{
	if (bucket == SEM_AT_END)
		sem_help(diag,
		    "emit it only in a phase that a kernel ends while mutators are stopped");
	else if (are_stopped_before(g, bucket))
		sem_help(diag,
		    "write `%s and all mutators stopped`: then no barrier runs, and none of "
		    "its units is in a buffer",
		    guard_text(g, guard));
	else
		sem_help(diag,
		    "stop the mutators in an earlier kernel, and add `and all mutators stopped`; "
		    "or stop them in a kernel, and test there whether the condition still holds");
}

void sem_help_producer(struct sem_graph *g, struct gd_diag *diag, const struct sem_site *site,
    size_t bucket, const struct syn_expr *guard)
{
	const char *producer, *product = g->kinds.at[site->target]->name.text;

	if (site->owner == SEM_BY_BARRIER) {
		help_barrier(g, diag, bucket, guard);
	} else if (site->owner == SEM_BY_FILL) {
		sem_help(diag, "wait until that can no longer happen");
	} else {
		producer = g->kinds.at[site->index]->name.text;
		if (can_wait_for(g, bucket, site->index))
			sem_help(diag, "wait for that too: `drained(%s)`", producer);
		else
			sem_help(diag,
			    "`%s` runs only after this has opened, so this cannot wait for it: put "
			    "`%s` into this bucket, or into one that opens later",
			    producer, product);
	}
}

void sem_help_kind(struct sem_graph *g, struct gd_diag *diag, size_t kind, size_t bucket,
    const struct sem_facts *facts)
{
	const struct sem_site *site =
	    facts->drained[kind] ? sem_producer_left(g, facts, bucket, kind) : NULL;
	const struct syn_expr *guard = g->buckets.at[bucket]->guard;

	if (site) {
		sem_help_producer(g, diag, site, bucket, guard);
		return;
	}
	if (!can_wait_for(g, bucket, kind)) {
		sem_help(diag,
		    "its bucket opens later, so this cannot wait for it: emit `%s` there, or "
		    "free objects later",
		    g->kinds.at[kind]->name.text);
		return;
	}
	for (size_t b = 0; b < g->buckets.count; b++)
		if (sem_bucket_holds(g, b, kind)) {
			sem_help(diag, "wait for it: `drained(%s)`", g->buckets.at[b]->name.text);
			return;
		}
}
