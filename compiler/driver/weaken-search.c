/* weaken-search.c: which orders are tried.
 *
 * Under each memory model every site is at the weakest order first, all of them
 * at once.  Where a cell then fails, each site alone is tried in that cell; those
 * that fail alone go up to the next order.  When nothing fails any more, each site
 * could be that weak alone too: a stronger order lets nothing happen that a weaker
 * one does not.  So each order below the one that is found has failed itself, and
 * only one search in all cells is made.
 *
 * When no site fails alone, sites depend on each other: each is then tried alone in
 * all cells, and in the end they are put together one after the other.
 *
 * Orders of which no model shows all take no part in this.  They are tried last, to find those that fail all the same. */
#include "compiler/driver/weaken.h"

#include <string.h>

typedef GD_VEC(struct sem_order) order_list;

static bool is_over(const struct weaken *w)
{
	return w->interrupted_by || w->broken;
}

/* ------------------------------------------------------------ what was found */
static bool may_be_had(const struct weaken_try *try)
{
	return try->outcome == WEAKEN_HOLDS || try->outcome == WEAKEN_SAME;
}

static bool is_tried(const struct weaken_result *result, enum syn_order order)
{
	for (size_t i = 0; i < result->tries.count; i++)
		if (result->tries.at[i].order == order)
			return true;
	return false;
}

/* Whether a weaker order than ORDER holds. */
static bool is_beaten(const struct weaken_result *result, enum syn_order order)
{
	for (size_t i = 0; i < result->tries.count; i++)
		if (may_be_had(&result->tries.at[i]) &&
		    sem_order_is_weaker(result->tries.at[i].order, order))
			return true;
	return false;
}

size_t weaken_weakest(const struct weaken_site *site, const struct weaken_result *result,
    enum syn_order weakest[SEM_ORDERS])
{
	size_t count = 0;

	for (size_t i = 0; i < result->tries.count; i++) {
		const struct weaken_try *try = &result->tries.at[i];

		if (may_be_had(try) && !is_beaten(result, try->order))
			weakest[count++] = try->order;
	}
	if (count == 0)
		weakest[count++] = site->site.order;
	return count;
}

bool weaken_is_in_model(const struct weaken_result *result)
{
	for (size_t i = 0; i < result->tries.count; i++)
		if (result->tries.at[i].outcome != WEAKEN_SAME)
			return true;
	return false;
}

bool weaken_has_effect(const struct weaken_result *result)
{
	for (size_t i = 0; i < result->tries.count; i++)
		if (result->tries.at[i].outcome != WEAKEN_NO_EFFECT)
			return true;
	return false;
}

/* Whether no search has said anything of it. */
static bool is_open(const struct weaken_try *try)
{
	return try->outcome == WEAKEN_NOT_MODELLED || try->outcome == WEAKEN_NO_EFFECT;
}

/* Whether the tries show that ORDER is too weak, or that no model can show anything about it. */
static bool rejects(const struct weaken_result *result, enum syn_order order)
{
	for (size_t i = 0; i < result->tries.count; i++) {
		const struct weaken_try *try = &result->tries.at[i];
		bool failed = !may_be_had(try) && !is_open(try);

		if (try->order == order && (failed || try->by_none))
			return true;
		if (failed && sem_order_is_weaker(order, try->order))
			return true;
	}
	return false;
}

bool weaken_accepts(const struct weaken_result *result, enum syn_order order)
{
	if (!weaken_is_in_model(result) || rejects(result, order))
		return false;
	for (size_t i = 0; i < result->tries.count; i++) {
		const struct weaken_try *try = &result->tries.at[i];

		if (may_be_had(try) && !try->partly &&
		    (try->order == order || sem_order_is_weaker(try->order, order)))
			return true;
	}
	return false;
}

size_t weaken_undecided(const struct weaken_result *result, enum syn_order undecided[SEM_ORDERS])
{
	size_t count = 0;

	for (size_t i = 0; i < result->tries.count; i++) {
		const struct weaken_try *try = &result->tries.at[i];
		bool open = try->outcome == WEAKEN_NOT_MODELLED;

		for (size_t j = 0; j < result->tries.count; j++)
			if (!is_open(&result->tries.at[j]))
				open &= may_be_had(&result->tries.at[j]) ||
				    !sem_order_is_weaker(try->order, result->tries.at[j].order);
		if (open)
			undecided[count++] = try->order;
	}
	return count;
}

const char *weaken_place(struct gd_arena *arena, const struct sem_site *site)
{
	return gd_arena_printf(arena, "%s:%u:%u", site->loc.source->path, site->loc.line,
	    site->loc.column);
}

/* ----------------------------------------------------------------- single tries */
/* The litmus test of SITE.  NULL: SITE is in the collector. */
static const char *test_of(const struct weaken_site *site)
{
	return site->site.decl->kind == SYN_DECL_LITMUS ? site->site.decl->name.text : NULL;
}

/* CELL: try only this cell; NULL: all. */
static void try_alone(struct weaken *w, const struct weaken_site *site, size_t memory,
    const struct weaken_cell *cell, struct weaken_try *try)
{
	struct sem_order order = sem_site_order(&site->site, try->order);
	const char *scenario = cell ? cell->scenario : test_of(site);
	const char *label = gd_arena_printf(w->arena, "%s %s", weaken_place(w->arena, &site->site),
	    sem_order_name(try->order));

	weaken_try_orders(w, &order, 1, w->memories.at[memory], scenario, cell ? cell->name : NULL,
	    label, try);
}

/* A stop or a handshake in the C has the order of its model, or a stronger one (doc/runtime.md),
 * and the model of a litmus test leaves out nothing.  So these need not be shown. */
static bool must_show(const struct weaken_site *site)
{
	return site->site.kind != SEM_SITE_STOP && site->site.kind != SEM_SITE_HANDSHAKE &&
	    !test_of(site);
}

static void note(struct weaken *w, struct weaken_result *result, const struct weaken_try *try)
{
	if (try->outcome != WEAKEN_STOPPED)
		GD_PUSH(w->arena, result->tries, *try);
}

/* Finds the weakest order that has not been tried and that models can show. */
static void find_candidate(struct weaken *w, struct weaken_site *site, size_t memory)
{
	struct weaken_result *result = &site->under[memory];
	enum syn_order weaker[SEM_ORDERS];
	size_t count = sem_weaker_orders(&site->site, weaker);
	const struct weaken_cell none = { .name = WEAKEN_NO_CELL, .scenario = test_of(site) };

	result->has_candidate = false;
	for (size_t i = 0; i < count && !result->has_candidate; i++) {
		struct weaken_try try = { .order = weaker[i], .must_show = must_show(site) };

		if (is_tried(result, weaker[i]) || is_beaten(result, weaker[i]))
			continue;
		try_alone(w, site, memory, &none, &try);
		if (try.outcome == WEAKEN_HOLDS) {
			result->has_candidate = true;
			result->candidate = weaker[i];
			result->candidate_partly = try.partly;
		} else {
			note(w, result, &try);
		}
	}
}

/* Tries all orders that are not known yet, in all cells. */
static void try_rest_alone(struct weaken *w, struct weaken_site *site, size_t memory)
{
	struct weaken_result *result = &site->under[memory];
	enum syn_order weaker[SEM_ORDERS];
	size_t count = sem_weaker_orders(&site->site, weaker);

	result->has_candidate = false;
	for (size_t i = 0; i < count && !is_over(w); i++) {
		struct weaken_try try = { .order = weaker[i], .must_show = must_show(site) };

		if (is_tried(result, weaker[i]) || is_beaten(result, weaker[i]))
			continue;
		try_alone(w, site, memory, NULL, &try);
		note(w, result, &try);
	}
}

/* ------------------------------------------------------- one memory model */
static order_list candidates(struct weaken *w, size_t memory)
{
	order_list orders = { 0 };

	for (size_t i = 0; i < w->site_count; i++)
		if (w->sites[i].under[memory].has_candidate)
			GD_PUSH(w->arena, orders,
			    sem_site_order(&w->sites[i].site, w->sites[i].under[memory].candidate));
	return orders;
}

/* All candidates hold together.  An order that is incomparable with a candidate may also hold, so
 * the rest is tried. */
static void keep_candidates(struct weaken *w, size_t memory, const struct weaken_try *all)
{
	for (size_t i = 0; i < w->site_count; i++) {
		struct weaken_result *result = &w->sites[i].under[memory];
		struct weaken_try try = { .outcome = WEAKEN_HOLDS,
			.by_all = true,
			.partly = result->candidate_partly,
			.order = result->candidate,
			.cells = all->cells };

		if (result->has_candidate)
			GD_PUSH(w->arena, result->tries, try);
	}
	for (size_t i = 0; i < w->site_count && !is_over(w); i++)
		if (w->sites[i].under[memory].has_candidate)
			try_rest_alone(w, &w->sites[i], memory);
}

/* Whether SITE can have an effect in CELL. */
static bool concerns(const struct weaken_site *site, const struct weaken_cell *cell)
{
	const char *test = test_of(site);

	return cell->litmus ? test && strcmp(test, cell->scenario) == 0 : !test;
}

/* Tries which sites fail alone in the cell NAME, and takes the next order for these.  Returns how
 * many there are. */
static size_t blame(struct weaken *w, size_t memory, const char *name)
{
	struct weaken_cell cell;
	size_t count = 0;

	if (!weaken_cell_find(&w->base, name, &cell))
		return 0;
	for (size_t i = 0; i < w->site_count && !is_over(w); i++) {
		struct weaken_result *result = &w->sites[i].under[memory];
		struct weaken_try try = { .order = result->candidate };

		if (!result->has_candidate || !concerns(&w->sites[i], &cell))
			continue;
		try_alone(w, &w->sites[i], memory, &cell, &try);
		if (may_be_had(&try) || try.outcome == WEAKEN_STOPPED)
			continue;
		note(w, result, &try);
		find_candidate(w, &w->sites[i], memory);
		count++;
	}
	return count;
}

/* Sites that may be the cause of the failure in the cell NAME (NULL: all sites) are tried alone in
 * all cells.  Returns how many of them were still candidates. */
static size_t try_apart(struct weaken *w, size_t memory, const char *name)
{
	struct weaken_cell cell;
	bool known = name && weaken_cell_find(&w->base, name, &cell);
	size_t count = 0;

	for (size_t i = 0; i < w->site_count && !is_over(w); i++)
		if (!known || concerns(&w->sites[i], &cell)) {
			count += w->sites[i].under[memory].has_candidate;
			try_rest_alone(w, &w->sites[i], memory);
		}
	return count;
}

/* Chooses what to try after ALL has failed. */
static void go_up(struct weaken *w, size_t memory, const struct weaken_try *all)
{
	size_t count = 0;

	for (size_t i = 0; i < all->failed.count && !is_over(w); i++)
		count += blame(w, memory, all->failed.at[i]);
	for (size_t i = 0; count == 0 && i < all->failed.count && !is_over(w); i++)
		count += try_apart(w, memory, all->failed.at[i]);
	if (count == 0 && !is_over(w))
		try_apart(w, memory, NULL);
}

static void search_shown(struct weaken *w, size_t memory)
{
	for (size_t i = 0; i < w->site_count; i++)
		find_candidate(w, &w->sites[i], memory);
	while (!is_over(w)) {
		order_list orders = candidates(w, memory);
		struct weaken_try all = { 0 };

		if (orders.count == 0)
			return;
		weaken_try_orders(w, orders.at, orders.count, w->memories.at[memory], NULL, NULL,
		    gd_arena_printf(w->arena, "all, %s", w->memories.at[memory]), &all);
		if (may_be_had(&all)) {
			keep_candidates(w, memory, &all);
			return;
		}
		go_up(w, memory, &all);
	}
}

/* -------------------------------------- orders of which models show only a part */
/* The try of the weakest order that may be enough although no model shows all of it.  NULL: there is none. */
static struct weaken_try *undecided(struct weaken_result *result)
{
	enum syn_order orders[SEM_ORDERS];

	if (weaken_undecided(result, orders) == 0)
		return NULL;
	for (size_t i = 0; i < result->tries.count; i++)
		if (result->tries.at[i].order == orders[0])
			return &result->tries.at[i];
	return NULL;
}

static order_list undecided_orders(struct weaken *w, size_t memory)
{
	order_list orders = { 0 };

	for (size_t i = 0; i < w->site_count; i++) {
		const struct weaken_try *open = undecided(&w->sites[i].under[memory]);

		if (open)
			GD_PUSH(w->arena, orders, sem_site_order(&w->sites[i].site, open->order));
	}
	return orders;
}

/* Tries SITE's undecided orders alone, until one holds.  CELL: only there; NULL: in all cells.  Returns whether one is too
 * weak. */
static bool refute(struct weaken *w, struct weaken_site *site, size_t memory,
    const struct weaken_cell *cell)
{
	struct weaken_try *open = undecided(&site->under[memory]);
	bool any = false;

	for (; open && !is_over(w); open = undecided(&site->under[memory])) {
		struct weaken_try try = { .order = open->order };

		try_alone(w, site, memory, cell, &try);
		if (try.outcome != WEAKEN_FAILS && (cell || try.outcome != WEAKEN_UNKNOWN))
			break;
		*open = try;
		any = true;
	}
	return any;
}

static bool refute_in(struct weaken *w, struct weaken_site *site, size_t memory, const char *name)
{
	struct weaken_cell cell;

	return weaken_cell_find(&w->base, name, &cell) && concerns(site, &cell) &&
	    refute(w, site, memory, &cell);
}

/* With all undecided orders at once there is no model.  Then those of each site are tried alone: there may be none
 * of one of them, and that one hides what the others do. */
static void refute_apart(struct weaken *w, size_t memory)
{
	for (size_t i = 0; i < w->site_count && !is_over(w); i++)
		refute(w, &w->sites[i], memory, NULL);
}

/* A search in which such an order holds says nothing of it, as the C may do more.  But where it fails, the C fails,
 * too. */
static void refute_undecided(struct weaken *w, size_t memory)
{
	for (bool any = true; any && !is_over(w);) {
		order_list orders = undecided_orders(w, memory);
		struct weaken_try all = { 0 };

		any = false;
		if (orders.count)
			weaken_try_orders(w, orders.at, orders.count, w->memories.at[memory], NULL,
			    NULL,
			    gd_arena_printf(w->arena, "undecided, %s", w->memories.at[memory]),
			    &all);
		if (all.outcome == WEAKEN_UNKNOWN && all.failed.count == 0) {
			refute_apart(w, memory);
			return;
		}
		for (size_t i = 0; i < all.failed.count; i++)
			for (size_t site = 0; site < w->site_count; site++)
				any |= refute_in(w, &w->sites[site], memory, all.failed.at[i]);
	}
}

static void search_under(struct weaken *w, size_t memory)
{
	search_shown(w, memory);
	refute_undecided(w, memory);
}

/* ------------------------------------------------------------------- together */
/* The first order, from the weakest on, that holds for SITE under some memory model and is rejected
 * under none.  An order that no model has or shows was never checked; then SITE keeps its order. */
static enum syn_order common_order(const struct weaken *w, const struct weaken_site *site)
{
	enum syn_order weaker[SEM_ORDERS];
	size_t count = sem_weaker_orders(&site->site, weaker);

	for (size_t i = 0; i < count; i++) {
		bool some = false, none = false;

		for (size_t m = 0; m < w->memories.count; m++) {
			some |= weaken_accepts(&site->under[m], weaker[i]);
			none |= rejects(&site->under[m], weaker[i]);
		}
		if (some && !none)
			return weaker[i];
	}
	return site->site.order;
}

static void try_together(struct weaken *w, const char *label, struct weaken_try *try)
{
	order_list orders = { 0 };

	memset(try, 0, sizeof *try);
	for (size_t i = 0; i < w->site_count; i++)
		if (w->sites[i].together != w->sites[i].site.order)
			GD_PUSH(w->arena, orders,
			    sem_site_order(&w->sites[i].site, w->sites[i].together));
	if (orders.count)
		weaken_try_orders(w, orders.at, orders.count, NULL, NULL, NULL, label, try);
}

/* Gives SITE the weakest order that holds together with the orders that the others have now. */
static void weaken_beside_others(struct weaken *w, struct weaken_site *site, enum syn_order least)
{
	enum syn_order weaker[SEM_ORDERS];
	size_t count = sem_weaker_orders(&site->site, weaker);

	for (size_t i = 0; i < count && !is_over(w); i++) {
		struct weaken_try try;

		if (weaker[i] != least && !sem_order_is_weaker(least, weaker[i]))
			continue;
		site->together = weaker[i];
		try_together(w,
		    gd_arena_printf(w->arena, "%s %s, and those before",
			weaken_place(w->arena, &site->site), sem_order_name(weaker[i])),
		    &try);
		if (may_be_had(&try))
			return;
	}
	site->together = site->site.order;
}

/* Sites that may be the cause of the failure get their written orders back; a later try may weaken
 * them again.  Returns the number of sites whose order changes by this. */
static size_t take_back(struct weaken *w, const struct weaken_try *failed)
{
	size_t count = 0;

	for (size_t i = 0; i < w->site_count; i++) {
		struct weaken_site *site = &w->sites[i];
		bool concerned = failed->failed.count == 0;
		struct weaken_cell cell;

		for (size_t j = 0; j < failed->failed.count; j++)
			concerned |= weaken_cell_find(&w->base, failed->failed.at[j], &cell) &&
			    concerns(site, &cell);
		if (!concerned || site->is_apart)
			continue;
		site->is_apart = true;
		site->together = site->site.order;
		count++;
	}
	return count;
}

static void put_together(struct weaken *w)
{
	struct weaken_try try;

	for (size_t i = 0; i < w->site_count; i++)
		w->sites[i].together = common_order(w, &w->sites[i]);
	try_together(w, "all together", &w->together);
	for (try = w->together; !may_be_had(&try) && !is_over(w);
	     try_together(w, "without those", &try)) {
		w->greedy = true;
		if (take_back(w, &try) == 0)
			take_back(w, &(struct weaken_try){ 0 });
	}
	/* fences first, because they cost the most */
	for (int others = 0; others < 2; others++)
		for (size_t i = 0; i < w->site_count && !is_over(w); i++)
			if (w->sites[i].is_apart &&
			    (w->sites[i].site.kind != SEM_SITE_FENCE) == others)
				weaken_beside_others(w, &w->sites[i],
				    common_order(w, &w->sites[i]));
}

/* ----------------------------------------------------------------- all of it */
static void make_sites(struct weaken *w)
{
	struct sem_site *sites;
	size_t count = sem_sites(w->base.spec->sem, w->arena, &sites);
	enum syn_order weaker[SEM_ORDERS];

	w->sites = GD_NEW_ARRAY(w->arena, struct weaken_site, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct weaken_site *site = &w->sites[w->site_count];

		if (sem_weaker_orders(&sites[i], weaker) == 0)
			continue;
		site->site = sites[i];
		site->together = sites[i].order;
		site->under = GD_NEW_ARRAY(w->arena, struct weaken_result, w->memories.count + 1);
		w->site_count++;
	}
}

void weaken_search(struct weaken *w)
{
	make_sites(w);
	for (size_t m = 0; m < w->memories.count && !is_over(w); m++)
		if (!w->means_nothing[m])
			search_under(w, m);
	if (!is_over(w))
		put_together(w);
}
