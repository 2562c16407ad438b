/* graph-facts.c: what can happen at all, and what is over at an instant. */
#include "compiler/base/states.h"
#include "compiler/sema/graph.h"

#define DEPTH_LIMIT       256
#define PHASE_DEPTH_LIMIT 3 /* how far ends of phases that depend on ends of phases are followed */

size_t sem_graph_index(const sem_decl_refs *decls, const char *name)
{
	for (size_t i = 0; i < decls->count; i++)
		if (decls->at[i]->name.text == name)
			return i;
	return SEM_NONE;
}

bool sem_bucket_holds(const struct sem_graph *g, size_t bucket, size_t kind)
{
	const struct syn_decl *decl = g->buckets.at[bucket];

	for (size_t i = 0; i < decl->kinds.count; i++)
		if (decl->kinds.at[i].text == g->kinds.at[kind]->name.text)
			return true;
	return false;
}

/* The bucket or kind that an atom such as drained(x) is about. */
static bool atom_about(const struct sem_graph *g, const struct syn_expr *atom, size_t *bucket,
    size_t *kind)
{
	const struct syn_expr *arg;

	*bucket = *kind = SEM_NONE;
	if (atom->kind != SYN_EXPR_CALL || atom->args.count != 1)
		return false;
	arg = atom->args.at[0];
	if (arg->kind != SYN_EXPR_NAME || !sem_operation_find(atom->name.text) ||
	    sem_operation_find(atom->name.text)->class != SEM_OP_BUCKET)
		return false;
	*bucket = sem_graph_index(&g->buckets, arg->name.text);
	if (*bucket == SEM_NONE)
		*kind = sem_graph_index(&g->kinds, arg->name.text);
	return *bucket != SEM_NONE || *kind != SEM_NONE;
}

/* ------------------------------------------------------------------ possible */
static bool kind_can_run(const struct sem_graph *g, const struct sem_possible *p, size_t kind)
{
	for (size_t i = 0; i < g->buckets.count; i++)
		if (p->opened[i] && sem_bucket_holds(g, i, kind))
			return true;
	return false;
}

static bool name_may_hold(const struct sem_graph *g, const struct sem_possible *p,
    const struct syn_expr *expr, bool negated)
{
	size_t phase = sem_graph_index(&g->phases, expr->name.text);

	return phase == SEM_NONE || negated || p->begun[phase];
}

bool sem_may_hold(const struct sem_graph *g, const struct sem_possible *p,
    const struct syn_expr *expr, bool negated)
{
	size_t bucket, kind;
	long value;
	bool both;

	if (!expr)
		return true;
	if (sem_fold(g->c->spec, g->values, expr, &value))
		return !!value != negated;
	if (expr->kind == SYN_EXPR_NOT)
		return sem_may_hold(g, p, expr->args.at[0], !negated);
	if (expr->kind == SYN_EXPR_AND || expr->kind == SYN_EXPR_OR) {
		both = (expr->kind == SYN_EXPR_AND) != negated;
		bool a = sem_may_hold(g, p, expr->args.at[0], negated);
		bool b = sem_may_hold(g, p, expr->args.at[1], negated);

		return both ? a && b : a || b;
	}
	if (expr->kind == SYN_EXPR_NAME)
		return name_may_hold(g, p, expr, negated);
	if (!negated && atom_about(g, expr, &bucket, &kind))
		return bucket != SEM_NONE ? p->opened[bucket] : kind_can_run(g, p, kind);
	return true;
}

static bool site_possible(const struct sem_graph *g, const struct sem_possible *p,
    const struct sem_site *site)
{
	if (site->owner == SEM_BY_KIND &&
	    !(p->generated[site->index] && kind_can_run(g, p, site->index)))
		return false;
	if (site->owner == SEM_BY_FILL && !p->opened[site->index])
		return false;
	for (const struct sem_cond *cond = site->conds; cond; cond = cond->outer)
		if (cond->expr && !sem_may_hold(g, p, cond->expr, cond->is_negated))
			return false;
	return true;
}

struct sem_possible sem_graph_possible(struct sem_graph *g, size_t without)
{
	struct sem_possible p = { GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1),
		GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1),
		GD_NEW_ARRAY(g->arena, bool, g->phases.count + 1) };

	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < g->buckets.count; i++) {
			const struct syn_decl *bucket = g->buckets.at[i];

			if (p.opened[i] || i == without ||
			    !sem_may_hold(g, &p, bucket->guard, false))
				continue;
			p.opened[i] = changed = true;
		}
		for (size_t i = 0; i < g->phases.count; i++) {
			const struct syn_expr *from = g->phases.at[i]->from;

			if (p.begun[i] || !from || !sem_may_hold(g, &p, from, false))
				continue;
			p.begun[i] = changed = true;
		}
		for (size_t i = 0; i < g->sites.count; i++) {
			const struct sem_site *site = &g->sites.at[i];
			bool *flag = site->target == SEM_NONE ? NULL
			    : site->effect == SEM_EMITS       ? &p.generated[site->target]
			    : site->effect == SEM_BEGINS      ? &p.begun[site->target]
							      : NULL;

			if (!flag || *flag || !site_possible(g, &p, site))
				continue;
			*flag = changed = true;
		}
	}
	return p;
}

/* -------------------------------------------------------------------- facts */
static struct sem_facts no_facts(struct sem_graph *g)
{
	return (
	    struct sem_facts){ GD_NEW_ARRAY(g->arena, const struct syn_expr *, g->kinds.count + 1),
		GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1),
		GD_NEW_ARRAY(g->arena, bool, g->phases.count + 1),
		GD_NEW_ARRAY(g->arena, bool, g->phases.count + 1), false };
}

static void add_atom(struct sem_graph *g, struct sem_facts *facts, const struct syn_expr *expr)
{
	size_t bucket, kind, holder = SEM_NONE, holders = 0;
	bool is_over;

	if (!atom_about(g, expr, &bucket, &kind))
		return;
	is_over = gd_state_says_none_left(expr->name.text);
	if (bucket != SEM_NONE && gd_state_says_opened(expr->name.text))
		facts->opened[bucket] = true;
	for (size_t i = 0; is_over && i < g->kinds.count; i++)
		if (bucket != SEM_NONE ? sem_bucket_holds(g, bucket, i) : i == kind)
			facts->drained[i] = expr;
	for (size_t i = 0; kind != SEM_NONE && i < g->buckets.count; i++)
		if (sem_bucket_holds(g, i, kind)) {
			holder = i;
			holders++;
		}
	if (holders == 1 && gd_state_says_opened(expr->name.text))
		facts->opened[holder] = true;
}

static void add_facts(struct sem_graph *g, struct sem_facts *facts, const struct syn_expr *expr,
    bool negated)
{
	size_t phase;
	long value;

	if (!expr || sem_fold(g->c->spec, g->values, expr, &value))
		return;
	if (expr->kind == SYN_EXPR_NOT) {
		add_facts(g, facts, expr->args.at[0], !negated);
	} else if (expr->kind == SYN_EXPR_AND || expr->kind == SYN_EXPR_OR) {
		const struct syn_expr *left = expr->args.at[0], *right = expr->args.at[1];
		bool is_sure = (expr->kind == SYN_EXPR_AND) != negated;

		/* one side of an `or` is sure only if options make the other side false */
		if (is_sure || sem_fold(g->c->spec, g->values, right, &value))
			add_facts(g, facts, left, negated);
		if (is_sure || sem_fold(g->c->spec, g->values, left, &value))
			add_facts(g, facts, right, negated);
	} else if (expr->kind == SYN_EXPR_NAME) {
		phase = sem_graph_index(&g->phases, expr->name.text);
		if (phase != SEM_NONE)
			(negated ? facts->not_phase : facts->in_phase)[phase] = true;
	} else if (expr->kind == SYN_EXPR_ALL_STOPPED) {
		facts->all_stopped |= !negated;
	} else if (!negated) {
		add_atom(g, facts, expr);
	}
}

struct sem_facts sem_facts_of(struct sem_graph *g, const struct syn_expr *guard)
{
	struct sem_facts facts = no_facts(g);

	add_facts(g, &facts, guard, false);
	return facts;
}

static struct sem_facts facts_of_conds(struct sem_graph *g, const struct sem_cond *conds)
{
	struct sem_facts facts = no_facts(g);

	for (; conds; conds = conds->outer)
		add_facts(g, &facts, conds->expr, conds->is_negated);
	return facts;
}

/* ------------------------------------------------------------------ finished */
/* What is known at an instant. */
struct instant {
	struct sem_graph *g;
	const struct sem_facts *facts;
	size_t bucket; /* the bucket that opens then; SEM_NONE; SEM_AT_END */
	bool *opened;  /* known to have opened */
	bool *ended;   /* by phase */
	bool *finished;
	bool is_stopped;
};

const struct sem_facts *sem_facts_at(struct sem_graph *g, size_t bucket)
{
	if (!g->facts[bucket]) {
		g->facts[bucket] = GD_NEW(g->arena, struct sem_facts);
		*g->facts[bucket] = sem_facts_of(g, g->buckets.at[bucket]->guard);
	}
	return g->facts[bucket];
}

static void add_opened(struct instant *at, size_t bucket)
{
	const struct sem_facts *facts = sem_facts_at(at->g, bucket);

	if (at->opened[bucket])
		return;
	at->opened[bucket] = true;
	for (size_t i = 0; i < at->g->buckets.count; i++)
		if (facts->opened[i])
			add_opened(at, i);
}

static bool has_run(struct instant *at, size_t kind, unsigned depth)
{
	const struct sem_graph *g = at->g;

	for (size_t i = 0; at->finished[kind] && depth < 8 && i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect != SEM_EMITS || site->target != kind || site->conds)
			continue;
		if ((site->owner == SEM_BY_FILL && at->opened[site->index]) ||
		    (site->owner == SEM_BY_KIND && has_run(at, site->index, depth + 1)))
			return true;
	}
	return false;
}

/* Whether a kernel that is over has surely done EFFECT to TARGET. */
static bool was_done(struct instant *at, enum sem_effect effect, size_t target)
{
	const struct sem_graph *g = at->g;

	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect == effect && site->target == target && !site->conds &&
		    site->owner == SEM_BY_KIND && has_run(at, site->index, 0))
			return true;
	}
	return false;
}

static void solve(struct instant *at);

/* The kinds that were finished when the kernel ended PHASE. */
static bool *finished_at_end(struct sem_graph *g, const struct sem_site *end)
{
	struct sem_facts facts = facts_of_conds(g, end->conds);
	struct instant at = { .g = g,
		.facts = &facts,
		.bucket = SEM_NONE,
		.opened = GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1),
		.ended = GD_NEW_ARRAY(g->arena, bool, g->phases.count + 1),
		.finished = GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1) };
	size_t home = SEM_NONE, homes = 0;

	for (size_t i = 0; i < g->buckets.count; i++)
		if (sem_bucket_holds(g, i, end->index)) {
			home = i;
			homes++;
		}
	if (homes == 1)
		facts.opened[home] = true;
	/* no barrier runs between the test and the end when mutators are stopped */
	at.ended[end->target] = end->is_stopped;
	solve(&at);
	return at.finished;
}

/* Whether some kernel has begun PHASE, and none will begin it again in this cycle. */
static bool begins_no_more(struct instant *at, size_t phase)
{
	const struct sem_graph *g = at->g;

	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect == SEM_BEGINS && site->target == phase && site->is_live &&
		    !(site->owner == SEM_BY_KIND && at->finished[site->index]))
			return false;
	}
	return was_done(at, SEM_BEGINS, phase);
}

static void add_ended_phases(struct instant *at)
{
	struct sem_graph *g = at->g;

	if (g->phase_depth >= PHASE_DEPTH_LIMIT)
		return;
	g->phase_depth++;
	for (size_t p = 0; p < g->phases.count; p++) {
		bool *common = NULL;

		if (!at->facts->not_phase[p] || at->ended[p] || g->phases.at[p]->from ||
		    !begins_no_more(at, p))
			continue;
		at->ended[p] = true;
		for (size_t i = 0; i < g->sites.count; i++) {
			const struct sem_site *site = &g->sites.at[i];
			bool *finished;

			if (site->effect != SEM_ENDS || site->target != p || !site->is_live ||
			    site->owner != SEM_BY_KIND)
				continue;
			finished = finished_at_end(g, site);
			for (size_t k = 0; common && k < g->kinds.count; k++)
				common[k] &= finished[k];
			common = common ? common : finished;
		}
		for (size_t k = 0; common && k < g->kinds.count; k++)
			at->finished[k] |= common[k];
	}
	g->phase_depth--;
}

/* Whether the guard of BUCKET, or the conditions CONDS, need a phase that is over. */
static bool needs_ended(struct instant *at, size_t bucket, const struct sem_cond *conds)
{
	struct sem_facts of_conds;
	const struct sem_facts *facts = &of_conds;

	if (bucket == SEM_NONE)
		of_conds = facts_of_conds(at->g, conds);
	else
		facts = sem_facts_at(at->g, bucket);
	for (size_t p = 0; p < at->g->phases.count; p++)
		if (facts->in_phase[p] && at->ended[p])
			return true;
	return false;
}

/* Has BUCKET opened for the last time in this cycle? */
static bool opens_no_more(struct instant *at, size_t bucket)
{
	const struct syn_decl *decl = at->g->buckets.at[bucket];

	if (at->bucket == SEM_AT_END || (decl->guard && needs_ended(at, bucket, NULL)))
		return true;
	return at->opened[bucket] && decl->opening != SYN_OPEN_WHENEVER;
}

/* Whether no unit of KIND can start any more, given the phases that are over. */
static bool starts_no_more(struct instant *at, size_t kind)
{
	const struct sem_graph *g = at->g;

	if (g->kinds.at[kind]->multiplicity != SYN_ONCE)
		return false;
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect != SEM_EMITS || site->target != kind || !site->is_live)
			continue;
		if (site->owner != SEM_BY_FILL || !opens_no_more(at, site->index))
			return false;
	}
	return true;
}

/* A kernel that has ended a phase has done everything that is before that statement. */
static bool is_before_end(struct instant *at, const struct sem_site *site)
{
	const struct sem_graph *g = at->g;

	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *end = &g->sites.at[i];

		if (end->effect == SEM_ENDS && at->ended[end->target] && end->is_live &&
		    end->owner == SEM_BY_KIND && end->index == site->index &&
		    gd_loc_compare(&site->loc, &end->loc) < 0 && starts_no_more(at, site->index))
			return true;
	}
	return false;
}

static bool is_over(struct instant *at, const struct sem_site *site, const bool *drained)
{
	if (needs_ended(at, SEM_NONE, site->conds))
		return true;
	switch (site->owner) {
	case SEM_BY_KIND:
		return at->finished[site->index] || (drained && drained[site->index]) ||
		    is_before_end(at, site);
	case SEM_BY_FILL: return opens_no_more(at, site->index);
	case SEM_BY_BARRIER: return at->is_stopped;
	}
	return false;
}

static const struct sem_site *producer_left(struct instant *at, size_t kind, const bool *drained)
{
	for (size_t i = 0; i < at->g->sites.count; i++) {
		const struct sem_site *site = &at->g->sites.at[i];

		if (site->effect == SEM_EMITS && site->target == kind && site->is_live &&
		    !is_over(at, site, drained))
			return site;
	}
	return NULL;
}

static bool mutators_stopped(struct instant *at)
{
	struct sem_graph *g = at->g;
	struct sem_possible before;

	if (at->facts->all_stopped)
		return true;
	if (at->bucket >= g->buckets.count || !was_done(at, SEM_STOPS, SEM_NONE))
		return false;
	before = sem_graph_possible(g, at->bucket);
	for (size_t i = 0; i < g->sites.count; i++)
		if (g->sites.at[i].effect == SEM_RESUMES &&
		    site_possible(g, &before, &g->sites.at[i]))
			return false;
	return true;
}

static void solve(struct instant *at)
{
	struct sem_graph *g = at->g;
	bool *drained = GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1);

	if (g->depth > DEPTH_LIMIT)
		return; /* nothing is known, which hides no report */
	g->depth++;
	for (size_t b = 0; b < g->buckets.count; b++) {
		const bool *before;

		if (!at->facts->opened[b] && g->buckets.at[b]->guard)
			continue;
		if (b == at->bucket)
			continue;
		add_opened(at, b);
		before = sem_finished_at(g, b);
		for (size_t k = 0; k < g->kinds.count; k++)
			at->finished[k] |= before[k];
		for (size_t p = 0; g->ended[b] && p < g->phases.count; p++)
			at->ended[p] |= g->ended[b][p];
	}
	add_ended_phases(at);
	at->is_stopped = mutators_stopped(at);
	for (size_t k = 0; k < g->kinds.count; k++)
		drained[k] = at->facts->drained[k] != NULL;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t k = 0; k < g->kinds.count; k++)
			if (drained[k] && producer_left(at, k, drained)) {
				drained[k] = false;
				changed = true;
			}
	}
	for (size_t k = 0; k < g->kinds.count; k++)
		at->finished[k] |= drained[k];
	g->depth--;
}

static struct instant make_instant(struct sem_graph *g, const struct sem_facts *facts,
    size_t bucket)
{
	return (struct instant){ .g = g,
		.facts = facts,
		.bucket = bucket,
		.opened = GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1),
		.ended = GD_NEW_ARRAY(g->arena, bool, g->phases.count + 1),
		.finished = GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1) };
}

bool *sem_finished(struct sem_graph *g, const struct sem_facts *facts, size_t bucket)
{
	struct instant at = make_instant(g, facts, bucket);

	solve(&at);
	return at.finished;
}

bool *sem_finished_at(struct sem_graph *g, size_t bucket)
{
	struct instant at;

	if (g->finished[bucket])
		return g->finished[bucket];
	/* A guard that waits for itself is reported elsewhere.  Until the result is there, nothing
	 * is known. */
	g->finished[bucket] = GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1);
	at = make_instant(g, sem_facts_at(g, bucket), bucket);
	solve(&at);
	g->finished[bucket] = at.finished;
	g->ended[bucket] = at.ended;
	return g->finished[bucket];
}

const struct sem_site *sem_producer_left(struct sem_graph *g, const struct sem_facts *facts,
    size_t bucket, size_t kind)
{
	struct instant at = make_instant(g, facts, bucket);
	bool *drained = GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1);

	for (size_t k = 0; k < g->kinds.count; k++)
		drained[k] = facts->drained[k] != NULL;
	solve(&at);
	return producer_left(&at, kind, drained);
}

static bool takes_part(const struct syn_decl *bucket, const struct syn_decl *cycle)
{
	for (size_t i = 0; i < bucket->cycles.count; i++)
		if (bucket->cycles.at[i].text == cycle->name.text)
			return true;
	return !bucket->cycles.count;
}

/* Whether FACTS need a phase that is an interval.  An interval has ended when its cycle ends, so
 * what depends on it does not happen at the end. */
static bool needs_interval(const struct sem_graph *g, const struct sem_facts *facts)
{
	for (size_t p = 0; p < g->phases.count; p++)
		if (facts->in_phase[p] && g->phases.at[p]->from)
			return true;
	return false;
}

/* Whether SITE, which begins PHASE, runs only in cycles other than CYCLE, and all of these end only
 * when PHASE is off. */
static bool is_of_another(struct sem_graph *g, const struct sem_site *site, size_t phase,
    const struct syn_decl *cycle)
{
	for (size_t b = 0; b < g->buckets.count; b++) {
		const struct syn_decl *bucket = g->buckets.at[b];

		if (site->owner == SEM_BY_KIND ? !sem_bucket_holds(g, b, site->index)
					       : b != site->index)
			continue;
		if (!bucket->cycles.count || bucket->across_cycles)
			return false;
		for (size_t i = 0; i < bucket->cycles.count; i++) {
			size_t other = sem_graph_index(&g->cycles, bucket->cycles.at[i].text);

			if (other == SEM_NONE || g->cycles.at[other] == cycle ||
			    !sem_facts_of(g, g->cycles.at[other]->to).not_phase[phase])
				return false;
		}
	}
	return site->owner != SEM_BY_BARRIER;
}

/* Whether PHASE is off from the beginning of CYCLE to its end, for each mutator.  (Only one cycle
 * runs at a time.) */
static bool is_off_in(struct sem_graph *g, size_t phase, const struct syn_decl *cycle)
{
	if (g->phases.at[phase]->from)
		return false;
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->target != phase || !site->is_live)
			continue;
		if ((site->effect == SEM_ENDS && !site->is_stopped) ||
		    (site->effect == SEM_BEGINS && !is_of_another(g, site, phase, cycle)))
			return false;
	}
	return true;
}

const struct syn_decl *sem_home_in(const struct sem_graph *g, size_t kind,
    const struct syn_decl *cycle)
{
	for (size_t b = 0; b < g->buckets.count; b++) {
		const struct syn_decl *bucket = g->buckets.at[b];

		if (sem_bucket_holds(g, b, kind) && !bucket->across_cycles &&
		    takes_part(bucket, cycle))
			return bucket;
	}
	return NULL;
}

/* Whether BUCKET surely opens in each run of CYCLE.  SEEN: by bucket. */
static bool opens_in(struct sem_graph *g, const struct syn_decl *cycle, size_t bucket, bool *seen)
{
	const struct syn_decl *decl = g->buckets.at[bucket];

	if (seen[bucket] || !takes_part(decl, cycle))
		return false;
	seen[bucket] = true;
	if (!decl->guard || sem_facts_of(g, cycle->to).opened[bucket])
		return true;
	for (size_t b = 0; b < g->buckets.count; b++)
		if (sem_facts_at(g, b)->opened[bucket] && opens_in(g, cycle, b, seen))
			return true;
	return false;
}

static bool surely_opens(struct sem_graph *g, const struct syn_decl *cycle, size_t bucket)
{
	return opens_in(g, cycle, bucket, GD_NEW_ARRAY(g->arena, bool, g->buckets.count + 1));
}

/* Whether a unit of KIND surely runs in each run of CYCLE.  (No unit is left at its end.) SEEN: by
 * kind. */
static bool runs_in(struct sem_graph *g, const struct syn_decl *cycle, size_t kind, bool *seen)
{
	if (seen[kind])
		return false;
	seen[kind] = true;
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect != SEM_EMITS || site->target != kind || site->conds)
			continue;
		if (site->owner == SEM_BY_FILL
			? surely_opens(g, cycle, site->index)
			: site->owner == SEM_BY_KIND && runs_in(g, cycle, site->index, seen))
			return true;
	}
	return false;
}

/* Whether a unit of KIND surely runs in BUCKET in each run of CYCLE. */
static bool surely_runs(struct sem_graph *g, const struct syn_decl *cycle, size_t kind,
    size_t bucket)
{
	for (size_t b = 0; b < g->buckets.count; b++)
		if (sem_bucket_holds(g, b, kind) != (b == bucket))
			return false;
	return runs_in(g, cycle, kind, GD_NEW_ARRAY(g->arena, bool, g->kinds.count + 1));
}

/* Whether a kernel may resume the mutators in CYCLE: from its beginning on (SEM_NONE), or after
 * BUCKET has opened. */
static bool resumes_after(struct sem_graph *g, const struct syn_decl *cycle, size_t bucket)
{
	const bool *finished = bucket == SEM_NONE ? NULL : sem_finished_at(g, bucket);

	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect == SEM_RESUMES && site->owner == SEM_BY_KIND && site->is_live &&
		    sem_home_in(g, site->index, cycle) && !(finished && finished[site->index]))
			return true;
	}
	return false;
}

/* Whether units of BUCKET surely stop the mutators in CYCLE, or BUCKET surely opens and needs them
 * stopped. */
static bool has_stop(struct sem_graph *g, const struct syn_decl *cycle, size_t bucket)
{
	for (size_t i = 0; i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];

		if (site->effect == SEM_STOPS && site->owner == SEM_BY_KIND && !site->conds &&
		    surely_runs(g, cycle, site->index, bucket))
			return true;
	}
	return sem_facts_at(g, bucket)->all_stopped && surely_opens(g, cycle, bucket);
}

/* Whether from some instant of CYCLE to its end the mutators are stopped. */
static bool stays_stopped(struct sem_graph *g, const struct syn_decl *cycle)
{
	if (sem_facts_of(g, cycle->from).all_stopped && !resumes_after(g, cycle, SEM_NONE))
		return true;
	for (size_t b = 0; b < g->buckets.count; b++)
		if (takes_part(g->buckets.at[b], cycle) && has_stop(g, cycle, b) &&
		    !resumes_after(g, cycle, b))
			return true;
	return false;
}

struct sem_facts sem_facts_at_end(struct sem_graph *g, const struct syn_decl *cycle)
{
	struct sem_facts facts = sem_facts_of(g, cycle->to);

	facts.all_stopped |= stays_stopped(g, cycle);
	return facts;
}

const struct sem_site *sem_barrier_left(struct sem_graph *g, const struct sem_facts *facts,
    const struct syn_decl *cycle)
{
	struct instant at = make_instant(g, facts, SEM_AT_END);

	solve(&at);
	for (size_t p = 0; p < g->phases.count; p++)
		at.ended[p] |= (begins_no_more(&at, p) && was_done(&at, SEM_ENDS, p)) ||
		    is_off_in(g, p, cycle);
	for (size_t i = 0; !facts->all_stopped && i < g->sites.count; i++) {
		const struct sem_site *site = &g->sites.at[i];
		struct sem_facts needs;

		if (site->owner != SEM_BY_BARRIER || site->effect != SEM_EMITS || !site->is_live ||
		    facts->drained[site->target] || !sem_home_in(g, site->target, cycle))
			continue;
		needs = facts_of_conds(g, site->conds);
		if (!needs_ended(&at, SEM_NONE, site->conds) && !needs_interval(g, &needs))
			return site;
	}
	return NULL;
}
