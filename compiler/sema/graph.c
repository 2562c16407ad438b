/* graph.c: what the producer graph says before any model runs.
 *
 * That something never happens is reported when it happens under no assignment of the options.  That
 * something may happen too early is looked at under the defaults and under each single other value, and
 * reported for each; models find the rest. */
#include "compiler/sema/graph.h"

#include <stdio.h>
#include <string.h>

#define VALUES_LIMIT      16 /* of wider ranges only the two ends are checked */
#define ASSIGNMENTS_LIMIT 64 /* of more, none is looked at by itself */

struct looking {
	struct sem_checker *c;
	struct sem_graph *first; /* with the defaults */
	const char *when;        /* "with a=b, "; empty for the defaults */
	/* under any assignment.  `generated`: there is an emit of it; `runs`: the emit is
	 * reached */
	bool *opens, *generated, *runs, *begins, *ends, *starts;
	bool *fires, *cycle_begins, *cycle_ends;
	bool stops, resumes;
};

/* -------------------------------------------------- what never happens at all */
static void see(struct looking *l, struct sem_graph *g)
{
	for (size_t i = 0; i < g->buckets.count; i++)
		l->opens[i] |= g->possible.opened[i];
	for (size_t i = 0; i < g->cycles.count; i++) {
		const struct syn_decl *cycle = g->cycles.at[i];

		l->cycle_begins[i] |= sem_may_hold(g, &g->possible, cycle->from, false);
		l->cycle_ends[i] |= sem_may_hold(g, &g->possible, cycle->to, false);
	}
	for (size_t i = 0; i < g->kinds.count; i++)
		l->runs[i] |= g->possible.generated[i];
	for (size_t i = 0; i < g->phases.count; i++)
		l->starts[i] |= g->possible.begun[i];
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect == SEM_EMITS)
			l->generated[site->target] = true;
		if (site->effect == SEM_BEGINS && site->target != SEM_NONE)
			l->begins[site->target] = true;
		if (site->effect == SEM_ENDS && site->target != SEM_NONE)
			l->ends[site->target] = true;
		l->stops |= site->effect == SEM_STOPS;
		l->resumes |= site->effect == SEM_RESUMES;
		if (site->owner == SEM_BY_BARRIER && site->is_live && site->effect != SEM_TOUCHES)
			l->fires[site->index] = true;
	}
}

/* Whether in the specification only barriers emit KIND: a mutant may remove them. */
static bool is_of_barriers(const struct sem_graph *unmutated, const struct syn_decl *kind)
{
	size_t index = unmutated ? sem_graph_index(&unmutated->kinds, kind->name.text) : SEM_NONE;
	bool found = false;

	for (size_t i = 0; index != SEM_NONE && i < unmutated->sites.count; i++) {
		const struct sem_site *site = &unmutated->sites.at[i];

		if (site->effect != SEM_EMITS || site->target != index)
			continue;
		if (site->owner != SEM_BY_BARRIER)
			return false;
		found = true;
	}
	return found;
}

/* The graph of the specification without the mutant that is checked.  NULL: there is no mutant. */
static const struct sem_graph *without_mutant(const struct sem_checker *c)
{
	struct sem_checker *plain = GD_NEW(c->context->arena, struct sem_checker);

	if (!c->mutant)
		return NULL;
	*plain = *c;
	plain->mutant = NULL;
	plain->decls = c->spec->decls;
	return sem_graph_build(plain, sem_default_values(c->spec, c->context->arena));
}

static void report_kinds(struct looking *l)
{
	struct sem_graph *g = l->first;
	const struct sem_graph *unmutated = without_mutant(l->c);

	for (size_t i = 0; i < g->kinds.count; i++) {
		const struct syn_decl *kind = g->kinds.at[i];
		struct gd_diag *diag;

		if (l->generated[i] || is_of_barriers(unmutated, kind))
			continue;
		diag = sem_error(l->c, GD_E_kind_never_generated, kind->head, "nothing emits `%s`",
		    kind->name.text);
		for (size_t b = 0; b < g->buckets.count; b++)
			if (sem_bucket_holds(g, b, i))
				gd_note(diag, g->buckets.at[b]->head, "its bucket is here");
		gd_help(diag, "write `emit %s(…)` in a kernel, or `fill emit %s(…)` at its bucket",
		    kind->name.text, kind->name.text);
	}
}

/* Follows the emits of KIND back. false: KIND never runs for a reason that is reported elsewhere (a
 * bucket that never opens, a kind that nothing emits). */
static bool only_each_other(struct looking *l, size_t kind, bool *seen)
{
	struct sem_graph *g = l->first;

	if (seen[kind])
		return true;
	seen[kind] = true;
	if (!l->generated[kind])
		return false;
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect != SEM_EMITS || site->target != kind)
			continue;
		if (site->owner != SEM_BY_KIND || l->runs[site->index] ||
		    !only_each_other(l, site->index, seen))
			return false;
	}
	return true;
}

/* Whether KIND emits one of the kinds of SEEN, which lead back to it. */
static bool is_in_ring(const struct sem_graph *g, size_t kind, const bool *seen)
{
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect == SEM_EMITS && site->owner == SEM_BY_KIND &&
		    site->index == kind && seen[site->target])
			return true;
	}
	return false;
}

/* Reports kinds that only emit each other. */
static void report_rings_of_kinds(struct looking *l)
{
	struct sem_graph *g = l->first;
	bool *reported = GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1);

	for (size_t k = 0; k < g->kinds.count; k++) {
		bool *seen = GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1);
		struct gd_diag *diag;

		if (l->runs[k] || reported[k] || !only_each_other(l, k, seen) ||
		    !is_in_ring(g, k, seen))
			continue;
		diag = sem_error(l->c, GD_E_kind_never_generated, g->kinds.at[k]->head,
		    "nothing emits the first unit of `%s`", g->kinds.at[k]->name.text);
		for (size_t i = 0; i < g->sites.count; i++) {
			const struct sem_site *site = &g->sites.at[i];

			if (site->effect == SEM_EMITS && seen[site->target])
				gd_note(diag, site->loc, "`%s` emits `%s`, but is never run itself",
				    g->kinds.at[site->index]->name.text,
				    g->kinds.at[site->target]->name.text);
		}
		gd_help(diag, "emit one of them in a kernel that runs, or fill their bucket");
		for (size_t i = 0; i < g->kinds.count; i++)
			reported[i] |= seen[i];
	}
}

/* ----------------------------------------------- buckets, and who waits for whom */
struct waiting {
	struct looking *l;
	bool *for_bucket;            /* buckets that never open, and that the guard needs */
	bool is_derived;             /* it waits for something that is reported elsewhere */
	const struct syn_expr *atom; /* the part of the guard that never holds */
};

/* Records that the bucket waits for PHASE, if every kind that begins PHASE never runs.  If no
 * kernel begins it, the phase itself is reported. */
static void wait_for_phase(struct waiting *w, size_t phase)
{
	struct sem_graph *g = w->l->first;

	if (g->phases.at[phase]->from || g->possible.begun[phase])
		return;
	if (!w->l->begins[phase])
		w->is_derived = true;
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect != SEM_BEGINS || site->target != phase ||
		    site->owner != SEM_BY_KIND)
			continue;
		if (!w->l->generated[site->index])
			w->is_derived = true;
		for (size_t b = 0; b < g->buckets.count; b++)
			if (sem_bucket_holds(g, b, site->index) && !w->l->opens[b])
				w->for_bucket[b] = true;
	}
}

static void wait_for(void *data, const struct syn_expr *expr)
{
	struct waiting *w = data;
	struct sem_graph *g = w->l->first;
	size_t index;

	if (expr->kind == SYN_EXPR_NAME) {
		index = sem_graph_index(&g->buckets, expr->name.text);
		if (index != SEM_NONE && !w->l->opens[index])
			w->for_bucket[index] = true;
		index = sem_graph_index(&g->kinds, expr->name.text);
		for (size_t b = 0; index != SEM_NONE && b < g->buckets.count; b++)
			if (sem_bucket_holds(g, b, index) && !w->l->opens[b])
				w->for_bucket[b] = true;
		index = sem_graph_index(&g->phases, expr->name.text);
		if (index != SEM_NONE)
			wait_for_phase(w, index);
	}
	if (!w->atom && expr->kind != SYN_EXPR_AND && !sem_may_hold(g, &g->possible, expr, false))
		w->atom = expr;
}

/* Whether TO can be reached from FROM over edges of WAITS. */
static bool reaches(bool *const *waits, size_t count, size_t from, size_t to, bool *seen)
{
	for (size_t i = 0; i < count; i++) {
		if (!waits[from][i] || seen[i])
			continue;
		seen[i] = true;
		if (i == to || reaches(waits, count, i, to, seen))
			return true;
	}
	return false;
}

static void report_ring(struct looking *l, bool *const *waits, size_t bucket, bool *reported)
{
	struct sem_graph *g = l->first;
	const struct syn_decl *decl = g->buckets.at[bucket];
	struct gd_diag *diag = sem_error(l->c, GD_E_guard_cycle, decl->guard->loc,
	    waits[bucket][bucket] ? "`%s` waits for itself"
				  : "`%s` waits for a bucket that waits for it",
	    decl->name.text);

	for (size_t i = 0; i < g->buckets.count; i++) {
		bool *forth = GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1);
		bool *back = GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1);

		if (i == bucket || !reaches(waits, g->buckets.count, bucket, i, forth) ||
		    !reaches(waits, g->buckets.count, i, bucket, back))
			continue;
		reported[i] = true;
		gd_note(diag, g->buckets.at[i]->guard->loc, "`%s` opens when this holds",
		    g->buckets.at[i]->name.text);
	}
	gd_help(diag, "let the guard of one of them wait for something that happens earlier");
}

static void report_buckets(struct looking *l)
{
	struct sem_graph *g = l->first;
	size_t count = g->buckets.count;
	bool **waits = GD_NEW_ARRAY(g->arena, bool *, count + 1);
	bool *is_root = GD_NEW_ARRAY(g->arena, bool, count + 1);
	bool *reported = GD_NEW_ARRAY(g->arena, bool, count + 1);
	const struct syn_expr **atom = GD_NEW_ARRAY(g->arena, const struct syn_expr *, count + 1);

	for (size_t b = 0; b < count; b++) {
		struct waiting w = { .l = l,
			.for_bucket = GD_NEW_ARRAY(g->arena, bool, count + 1) };

		waits[b] = w.for_bucket;
		if (l->opens[b])
			continue;
		sem_walk_expr(g->buckets.at[b]->guard, wait_for, &w);
		is_root[b] = !w.is_derived;
		atom[b] = w.atom;
		for (size_t i = 0; i < count; i++)
			is_root[b] &= !waits[b][i];
	}
	for (size_t b = 0; b < count; b++) {
		bool *seen = GD_NEW_ARRAY(g->arena, bool, count + 1);
		const struct syn_decl *decl = g->buckets.at[b];

		if (l->opens[b] || reported[b])
			continue;
		if (reaches(waits, count, b, b, seen)) {
			report_ring(l, waits, b, reported);
		} else if (is_root[b]) {
			struct gd_diag *diag =
			    sem_error(l->c, GD_E_bucket_never_opens, decl->guard->loc,
				"the bucket `%s` never opens: this is never true", decl->name.text);

			if (atom[b] && atom[b] != decl->guard)
				gd_note(diag, atom[b]->loc, "because of this");
			gd_help(diag,
			    "wait for something that happens earlier: `open when drained(…)`");
		}
	}
}

static void report_cycles(struct looking *l, bool buckets_open)
{
	struct sem_graph *g = l->first;

	for (size_t i = 0; i < g->cycles.count; i++) {
		const struct syn_decl *cycle = g->cycles.at[i];

		if (!l->cycle_begins[i] && cycle->from)
			gd_help(sem_error(l->c, GD_E_cycle_never_begins, cycle->from->loc,
				    "the cycle `%s` never begins: this is never true",
				    cycle->name.text),
			    "write `from requested`");
		if (!l->cycle_ends[i] && cycle->to && buckets_open)
			gd_help(sem_error(l->c, GD_E_cycle_never_ends, cycle->to->loc,
				    "the cycle `%s` never ends: this is never true",
				    cycle->name.text),
			    "write `to drained(…)` with its last bucket");
	}
}

static void report_phases(struct looking *l)
{
	struct sem_graph *g = l->first;

	for (size_t i = 0; i < g->phases.count; i++) {
		const struct syn_decl *phase = g->phases.at[i];

		if (phase->from && !l->starts[i]) {
			sem_help(sem_warning(l->c, GD_W_phase_without_end, phase->from->loc,
				     "the phase `%s` never begins: this is never true",
				     phase->name.text),
			    "a phase cannot wait for itself, or for one that waits for it");
			continue;
		}
		if (phase->from || (l->begins[i] && l->ends[i]))
			continue;
		sem_help(sem_warning(l->c, GD_W_phase_without_end, phase->head,
			     "no kernel %ss the phase `%s`", l->begins[i] ? "end" : "begin",
			     phase->name.text),
		    "write `%s %s;` in a kernel", l->begins[i] ? "end" : "begin", phase->name.text);
	}
}

static void report_stops(struct looking *l)
{
	struct sem_graph *g = l->first;

	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect == SEM_STOPS && !l->resumes) {
			sem_help(sem_warning(l->c, GD_W_stop_without_resume, site->loc,
				     "this stops the mutators, and nothing resumes them"),
			    "write `resume mutators;` in the cycle's last kernel");
			return;
		}
		if (site->effect == SEM_RESUMES && !l->stops) {
			sem_help(sem_warning(l->c, GD_W_stop_without_resume, site->loc,
				     "this resumes the mutators, and nothing stops them"),
			    "write `stop mutators;` in the cycle's first kernel");
			return;
		}
	}
}

static void report_barriers(struct looking *l)
{
	struct sem_graph *g = l->first;

	for (size_t i = 0; i < g->barriers.count; i++) {
		const struct syn_decl *barrier = g->barriers.at[i];

		if (l->fires[i] || barrier->type.kind != SYN_TYPE_NONE)
			continue;
		sem_help(sem_warning(l->c, GD_W_barrier_never_fires, barrier->head,
			     "the barrier `%s` never does anything", barrier->name.text),
		    "check its conditions: does a kernel begin the phase?");
	}
}

static void report_bypasses(struct looking *l)
{
	struct sem_graph *g = l->first;
	const struct syn_decl *barrier = NULL;

	for (size_t i = 0; i < g->barriers.count; i++)
		if (!strcmp(g->barriers.at[i]->name.text, "before_store") ||
		    !strcmp(g->barriers.at[i]->name.text, "after_store"))
			barrier = g->barriers.at[i];
	for (size_t i = 0; barrier && i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];
		struct gd_diag *diag;

		if (site->effect != SEM_SETS_SLOT || site->owner == SEM_BY_BARRIER)
			continue;
		diag = sem_warning(l->c, GD_W_barrier_bypassed, site->loc,
		    "this changes a reference slot without the barrier");
		sem_note(diag, barrier->head, "mutators run this at each store");
		sem_help(diag,
		    "do here what the barrier does, or change the slot while mutators are stopped "
		    "and nothing else reads it");
	}
}

/* ------------------------------------------------------------ phases and barriers */
struct naming {
	struct sem_checker *c;
	const char *name;
	bool is_found;
	unsigned depth;
};

/* Searches also in the functions that are called. */
static void find_name(void *data, const struct syn_expr *expr)
{
	struct naming *naming = data;
	const struct syn_decl *function;

	if (expr->kind == SYN_EXPR_NAME && expr->name.text == naming->name)
		naming->is_found = true;
	if (expr->kind != SYN_EXPR_CALL || naming->is_found || naming->depth > 8)
		return;
	function = sem_lookup(naming->c, expr->name.text, SEM_FUNCTION);
	if (!function)
		return;
	naming->depth++;
	sem_walk_stmt(function->body, NULL, find_name, naming);
	naming->depth--;
}

static bool barriers_look_at(const struct sem_graph *g, const struct syn_decl *phase)
{
	struct naming naming = { g->c, phase->name.text, false, 0 };

	for (size_t i = 0; i < g->barriers.count; i++)
		sem_walk_stmt(g->barriers.at[i]->body, NULL, find_name, &naming);
	return naming.is_found;
}

/* Whether some kernel leaves the mutators stopped: then other kernels may rely on that. */
static bool leaves_them_stopped(const struct sem_graph *g)
{
	for (size_t k = 0; k < g->kinds.count; k++) {
		bool is_stopped = false;

		for (size_t i = 0; i < g->sites.count; i++) {
			const struct sem_site *site = &g->sites.at[i];

			if (site->owner != SEM_BY_KIND || site->index != k)
				continue;
			if (site->effect == SEM_STOPS || site->effect == SEM_RESUMES)
				is_stopped = site->effect == SEM_STOPS;
		}
		if (is_stopped)
			return true;
	}
	return false;
}

static void report_running_phases(struct looking *l)
{
	struct sem_graph *g = l->first;

	if (leaves_them_stopped(g))
		return;
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];
		const struct syn_decl *phase;

		if ((site->effect != SEM_BEGINS && site->effect != SEM_ENDS) ||
		    site->target == SEM_NONE || site->is_stopped || !site->is_live)
			continue;
		phase = g->phases.at[site->target];
		if (phase->visibility == SYN_AT_HANDSHAKE || !barriers_look_at(g, phase))
			continue;
		sem_help(sem_warning(l->c, GD_W_phase_while_running, site->loc,
			     "`%s` changes here while mutators may be in a barrier that looks at it",
			     phase->name.text),
		    "write `stop mutators;` before and `resume mutators;` "
		    "after it, or `phase %s at handshake;`",
		    phase->name.text);
	}
}

/* ----------------------------------------------------- what may happen too early */
static const char *owner_text(struct sem_graph *g, const struct sem_site *site)
{
	static const char *const what[] = { "`%s`", "the `fill` of `%s`", "the barrier `%s`" };
	const struct syn_decl *decl = site->owner == SEM_BY_KIND ? g->kinds.at[site->index]
	    : site->owner == SEM_BY_FILL                         ? g->buckets.at[site->index]
								 : g->barriers.at[site->index];
	char text[160];

	snprintf(text, sizeof text, what[site->owner], decl->name.text);
	return gd_arena_strdup(g->arena, text);
}

/* Reports a `drained(x)` of a guard that may become false again.  FACTS hold when GUARD does.
 * Returns whether there is one. */
static bool check_stable(struct looking *l, struct sem_graph *g, size_t bucket,
    const struct syn_expr *guard, const struct sem_facts *facts, const bool *finished)
{
	for (size_t k = 0; k < g->kinds.count; k++) {
		const struct sem_site *site;
		struct gd_diag *diag;

		if (!facts->drained[k] || finished[k] || !g->possible.generated[k])
			continue;
		site = sem_producer_left(g, facts, bucket, k);
		if (!site)
			continue;
		diag = sem_warning(l->c, GD_W_unstable_guard, facts->drained[k]->loc,
		    "%sthis can hold while `%s` may still be emitted", l->when,
		    g->kinds.at[k]->name.text);
		sem_note(diag, site->loc, "%s emits it here", owner_text(g, site));
		sem_help_producer(g, diag, site, bucket, guard);
		g->is_unstable = true;
		return true;
	}
	return false;
}

static bool has_effect(const struct sem_graph *g, size_t kind, enum sem_effect effect,
    struct gd_loc *loc)
{
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect != effect || site->owner != SEM_BY_KIND || site->index != kind ||
		    !site->is_live)
			continue;
		*loc = site->loc;
		return true;
	}
	return false;
}

/* A loop over all objects that emits units of KIND.  A unit stays when its object is freed.  No C is made of
 * that (compiler/ir/freed-first.c). */
static bool is_of_all_objects(const struct sem_graph *g, size_t kind, struct gd_loc *loc)
{
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect != SEM_EMITS || site->target != kind || !site->is_for_objects ||
		    !site->is_live)
			continue;
		*loc = site->loc;
		return true;
	}
	return false;
}

/* Whether two buckets have a cycle in common. */
static bool share_cycle(const struct syn_decl *a, const struct syn_decl *b)
{
	if (!a->cycles.count || !b->cycles.count)
		return true;
	for (size_t i = 0; i < a->cycles.count; i++)
		for (size_t j = 0; j < b->cycles.count; j++)
			if (a->cycles.at[i].text == b->cycles.at[j].text)
				return true;
	return false;
}

/* A bucket of KIND that is in a cycle of BUCKET.  NULL: there is none.  (Units of other cycles are
 * over when a cycle ends.) */
static const struct syn_decl *shared_home(const struct sem_graph *g, size_t bucket, size_t kind)
{
	for (size_t b = 0; b < g->buckets.count; b++)
		if (sem_bucket_holds(g, b, kind) &&
		    (share_cycle(g->buckets.at[b], g->buckets.at[bucket]) ||
			g->buckets.at[b]->across_cycles))
			return g->buckets.at[b];
	return NULL;
}

/* Reports units of KIND that may run, in the same cycle, before the bucket opens. */
static void check_frees(struct looking *l, struct sem_graph *g, size_t bucket, size_t freeing,
    struct gd_loc free_loc)
{
	struct sem_possible before = sem_graph_possible(g, bucket);
	const bool *finished = sem_finished_at(g, bucket);
	const struct syn_decl *decl = g->buckets.at[bucket];
	struct sem_facts facts = sem_facts_of(g, decl->guard);

	for (size_t k = 0; k < g->kinds.count; k++) {
		const struct syn_decl *home = shared_home(g, bucket, k);
		struct gd_loc touch;
		struct gd_diag *diag;
		bool touches = has_effect(g, k, SEM_TOUCHES, &touch);

		if (!home || finished[k] || !before.generated[k] ||
		    sem_bucket_holds(g, bucket, k) || !(touches || is_of_all_objects(g, k, &touch)))
			continue;
		diag =
		    sem_warning(l->c, GD_W_frees_early, decl->guard ? decl->guard->loc : decl->head,
			"%s`%s` can open and free objects while a unit of `%s` is left", l->when,
			decl->name.text, g->kinds.at[k]->name.text);
		g->is_unstable = true;
		sem_note(diag, free_loc, "`%s` frees objects here",
		    g->kinds.at[freeing]->name.text);
		sem_note(diag, touch,
		    touches
			? "`%s` accesses objects here"
			: "each object has a unit of `%s`, also if it is freed first: no C is made of that",
		    g->kinds.at[k]->name.text);
		sem_note(diag, home->head, "its bucket is here");
		sem_help_kind(g, diag, k, bucket, &facts);
		return;
	}
}

/* Reports units that are emitted for BUCKET when it has certainly closed. */
static void check_closed(struct looking *l, struct sem_graph *g, const struct sem_site *site)
{
	const struct syn_decl *into = site->into == SEM_NONE ? NULL : g->buckets.at[site->into];
	struct sem_facts facts;
	bool has_atom = false, has_home = false;

	if (!into || !into->close_when || site->owner != SEM_BY_KIND || !site->is_live ||
	    sem_bucket_holds(g, site->into, site->index))
		return;
	facts = sem_facts_of(g, into->close_when);
	for (size_t k = 0; k < g->kinds.count; k++) {
		if (!facts.drained[k])
			continue;
		has_atom = true;
		for (size_t b = 0; b < g->buckets.count; b++) {
			if (!sem_bucket_holds(g, b, site->index))
				continue;
			has_home = true;
			if (!sem_finished_at(g, b)[k])
				return;
		}
	}
	if (!has_atom || !has_home)
		return;
	struct gd_diag *diag = sem_error(l->c, GD_E_closed_bucket, site->loc,
	    "%sthe bucket `%s` has closed for good when this unit is emitted", l->when,
	    into->name.text);

	gd_note(diag, into->close_when->loc, "it closed when this held");
	gd_help(diag, "close it later, or emit the unit earlier");
}

static void check_other_cycle(struct looking *l, struct sem_graph *g, const struct sem_site *site)
{
	const struct syn_decl *into = site->into == SEM_NONE ? NULL : g->buckets.at[site->into];

	if (!into || into->across_cycles || site->owner != SEM_BY_KIND || !site->is_live)
		return;
	for (size_t b = 0; b < g->buckets.count; b++)
		if (sem_bucket_holds(g, b, site->index) && share_cycle(g->buckets.at[b], into))
			return;
	struct gd_diag *diag = sem_error(l->c, GD_E_closed_bucket, site->loc,
	    "the bucket `%s` belongs to another cycle and never opens in this one",
	    into->name.text);

	gd_note(diag, into->head, "its cycles are written here");
	gd_help(diag, "emit it into a bucket of this cycle, or let `%s` be in both",
	    into->name.text);
}

/* Mutators that are resumed before the cycle ends may run barriers at its end. */
static void check_barriers_at_end(struct looking *l, struct sem_graph *g,
    const struct syn_decl *cycle, const struct sem_facts *facts)
{
	const struct sem_site *site = sem_barrier_left(g, facts, cycle);
	const char *kind;
	struct gd_diag *diag;

	if (!site)
		return;
	kind = g->kinds.at[site->target]->name.text;
	diag = sem_warning(l->c, GD_W_work_left_at_end, cycle->to->loc,
	    "%s`%s` may end while a unit of `%s` is left", l->when, cycle->name.text, kind);
	sem_note(diag, site->loc, "%s emits it here, also after the mutators have been resumed",
	    owner_text(g, site));
	sem_help(diag,
	    "emit it only in a phase that a kernel ends while mutators are stopped; or "
	    "wait for it: `to %s and drained(%s)`",
	    syn_expr_text(g->arena, cycle->to), kind);
}

/* Units of KIND, in the bucket HOME, may be left.  Adds a help: what TO should wait for. */
static void help_end(struct sem_graph *g, struct gd_diag *diag, const struct syn_decl *cycle,
    const struct sem_facts *facts, size_t kind, const struct syn_decl *home)
{
	const struct sem_site *site =
	    facts->drained[kind] ? sem_producer_left(g, facts, SEM_AT_END, kind) : NULL;

	if (site)
		sem_help_producer(g, diag, site, SEM_AT_END, cycle->to);
	else if (facts->drained[kind])
		sem_help(diag, "wait until nothing emits it any more");
	else
		sem_help(diag, "wait for it: `%s and drained(%s)`",
		    syn_expr_text(g->arena, cycle->to), home->name.text);
}

static void check_end(struct looking *l, struct sem_graph *g, const struct syn_decl *cycle)
{
	struct sem_facts facts = sem_facts_at_end(g, cycle);
	bool *finished = sem_finished(g, &facts, SEM_AT_END);

	if (!sem_may_hold(g, &g->possible, cycle->to, false))
		return; /* the cycle does not end in this variant */
	if (check_stable(l, g, SEM_AT_END, cycle->to, &facts, finished) || g->is_unstable)
		return; /* these units are left because of something that was reported before */
	check_barriers_at_end(l, g, cycle, &facts);
	for (size_t k = 0; k < g->kinds.count; k++) {
		const struct syn_decl *home = sem_home_in(g, k, cycle);
		struct gd_diag *diag;

		if (!home || finished[k] || !g->possible.generated[k])
			continue;
		diag = sem_warning(l->c, GD_W_work_left_at_end, cycle->to->loc,
		    "%s`%s` may end while a unit of `%s` is left", l->when, cycle->name.text,
		    g->kinds.at[k]->name.text);
		sem_note(diag, home->head, "its bucket is here");
		help_end(g, diag, cycle, &facts, k, home);
		return;
	}
}

static void check_order(struct looking *l, struct sem_graph *g)
{
	for (size_t b = 0; b < g->buckets.count; b++) {
		const struct syn_decl *bucket = g->buckets.at[b];

		if (!g->possible.opened[b])
			continue;
		if (bucket->opening == SYN_OPEN_WHEN && bucket->guard &&
		    check_stable(l, g, b, bucket->guard, sem_facts_at(g, b), sem_finished_at(g, b)))
			continue;
		for (size_t k = 0; k < g->kinds.count; k++) {
			struct gd_loc loc;

			if (!sem_bucket_holds(g, b, k) || !has_effect(g, k, SEM_FREES, &loc))
				continue;
			check_frees(l, g, b, k, loc);
			break;
		}
	}
	for (size_t i = 0; i < g->sites.count; i++)
		if (g->sites.at[i].effect == SEM_EMITS) {
			check_closed(l, g, &g->sites.at[i]);
			check_other_cycle(l, g, &g->sites.at[i]);
		}
	for (size_t i = 0; i < g->cycles.count; i++)
		check_end(l, g, g->cycles.at[i]);
}

/* ------------------------------------------------------------------- variants */
static struct looking look(struct sem_checker *c, struct sem_graph *g)
{
	struct gd_arena *arena = g->arena;
	size_t kinds = g->kinds.count + 1, buckets = g->buckets.count + 1;
	size_t phases = g->phases.count + 1, cycles = g->cycles.count + 1;

	return (struct looking){ .c = c,
		.first = g,
		.when = "",
		.opens = GD_NEW_ARRAY(arena, bool, buckets),
		.generated = GD_NEW_ARRAY(arena, bool, kinds),
		.runs = GD_NEW_ARRAY(arena, bool, kinds),
		.begins = GD_NEW_ARRAY(arena, bool, phases),
		.ends = GD_NEW_ARRAY(arena, bool, phases),
		.starts = GD_NEW_ARRAY(arena, bool, phases),
		.fires = GD_NEW_ARRAY(arena, bool, g->barriers.count + 1),
		.cycle_begins = GD_NEW_ARRAY(arena, bool, cycles),
		.cycle_ends = GD_NEW_ARRAY(arena, bool, cycles) };
}

static void report_never(struct looking *l)
{
	bool buckets_open = true;

	for (size_t i = 0; i < l->first->buckets.count; i++)
		buckets_open &= l->opens[i];
	report_kinds(l);
	report_rings_of_kinds(l);
	report_phases(l);
	report_buckets(l);
	report_cycles(l, buckets_open);
	report_stops(l);
	report_barriers(l);
	report_bypasses(l);
	report_running_phases(l);
}

/* Sees each assignment of the options.  If there are many, it sees the graph in which no option has a value: what
 * happens in none of its ways happens under no assignment. */
static void see_assignments(struct looking *l)
{
	struct sem_spec *spec = l->c->spec;
	size_t count = 1;

	for (size_t i = 0; i < spec->option_count && count <= ASSIGNMENTS_LIMIT; i++)
		count *= (size_t)(spec->options[i].high - spec->options[i].low + 1);
	if (count > ASSIGNMENTS_LIMIT) {
		see(l, sem_graph_build(l->c, NULL));
		return;
	}
	for (size_t number = 0; number < count; number++) {
		long *values = GD_NEW_ARRAY(l->c->context->arena, long, spec->option_count + 1);
		size_t rest = number;

		for (size_t i = 0; i < spec->option_count; i++) {
			size_t choices = (size_t)(spec->options[i].high - spec->options[i].low + 1);

			values[i] = spec->options[i].low + (long)(rest % choices);
			rest /= choices;
		}
		see(l, sem_graph_build(l->c, values));
	}
}

/* Calls CHECK with the graph of each assignment that differs from the defaults in one option. */
static void each_variant(struct looking *l, void (*check)(struct looking *, struct sem_graph *))
{
	struct sem_spec *spec = l->c->spec;
	struct gd_arena *arena = l->c->context->arena;

	for (size_t i = 0; i < spec->option_count; i++) {
		const struct sem_option *option = &spec->options[i];

		for (long value = option->low; value <= option->high; value++) {
			long *values = (long *)sem_default_values(spec, arena);

			if (value == option->initial ||
			    (value != option->low && value != option->high &&
				option->high - option->low > VALUES_LIMIT))
				continue;
			values[i] = value;
			l->when = gd_arena_printf(arena, "with %s = %s, ", option->name,
			    sem_option_value_text(arena, option, value));
			check(l, sem_graph_build(l->c, values));
		}
	}
	l->when = "";
}

void sem_check_graph(struct sem_checker *c)
{
	struct sem_graph *g = sem_graph_build(c, sem_default_values(c->spec, c->context->arena));
	struct looking l = look(c, g);
	size_t errors = gd_error_count(c->context->sink);

	see(&l, g);
	see_assignments(&l);
	report_never(&l);
	if (errors != gd_error_count(c->context->sink))
		return; /* other reports would be consequences of that */
	check_order(&l, g);
	each_variant(&l, check_order);
}
