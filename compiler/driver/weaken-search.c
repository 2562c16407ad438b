/* weaken-search.c: which orders are tried.
 *
 * Each site's orders are tried from the weakest on, so each order below those
 * that hold has failed itself.  The other sites are as they are written.  A try
 * is checked in the cells that were quick; the slow ones are checked once for
 * all sites at their weakest: an order lets happen whatever a stronger one lets
 * happen, so what holds then holds for each site alone.  Only when it does not,
 * each site's orders are checked in the slow cells too. */
#include "compiler/driver/weaken.h"

#include <string.h>

typedef GD_VEC(struct sem_order) order_list;

/* ------------------------------------------------------------ what was found */
static bool may_be_had(const struct weaken_try *try)
{
	return try->outcome == WEAKEN_HOLDS || try->outcome == WEAKEN_SAME;
}

/* Does an order hold that is weaker than ORDER? */
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

/* Does RESULT let SITE have ORDER? */
static bool admits(const struct weaken_site *site, const struct weaken_result *result,
    enum syn_order order)
{
	enum syn_order weakest[SEM_ORDERS];
	size_t count = weaken_weakest(site, result, weakest);

	for (size_t i = 0; i < count; i++)
		if (weakest[i] == order || sem_order_is_weaker(weakest[i], order))
			return true;
	return false;
}

/* Is the site in any model?  What nothing was checked with is left alone. */
static bool was_tried(const struct weaken *w, const struct weaken_site *site)
{
	for (size_t m = 0; m < w->memories.count; m++)
		for (size_t i = 0; i < site->under[m].tries.count; i++)
			if (site->under[m].tries.at[i].outcome != WEAKEN_SAME)
				return true;
	return false;
}

/* ----------------------------------------------------------------- single tries */
const char *weaken_place(struct gd_arena *arena, const struct sem_site *site)
{
	return gd_arena_printf(arena, "%s:%u:%u", site->loc.source->path, site->loc.line,
	    site->loc.column);
}

static void try_one(struct weaken *w, const struct weaken_site *site, size_t memory,
    enum weaken_part part, struct weaken_try *try)
{
	struct sem_order order = sem_site_order(&site->site, try->order);
	const char *label = gd_arena_printf(w->arena, "%s %s", weaken_place(w->arena, &site->site),
	    sem_order_name(try->order));

	weaken_try_orders(w, &order, 1, w->memories.at[memory], part, label, try);
}

static void try_quick(struct weaken *w, struct weaken_site *site, size_t memory)
{
	struct weaken_result *result = &site->under[memory];
	enum syn_order weaker[SEM_ORDERS];
	size_t count = sem_weaker_orders(&site->site, weaker);

	for (size_t i = 0; i < count && !w->interrupted_by; i++) {
		struct weaken_try try = { .order = weaker[i] };

		if (is_beaten(result, weaker[i]))
			continue;
		try_one(w, site, memory, WEAKEN_QUICK, &try);
		try.by_all = try.outcome == WEAKEN_HOLDS;
		if (try.outcome != WEAKEN_STOPPED)
			GD_PUSH(w->arena, result->tries, try);
	}
}

/* Each order that held in the quick cells, in the slow ones; where it fails, the
 * next ones up in all of them. */
static void try_slow(struct weaken *w, struct weaken_site *site, size_t memory)
{
	struct weaken_result *result = &site->under[memory];
	enum syn_order weaker[SEM_ORDERS];
	size_t count = sem_weaker_orders(&site->site, weaker);

	for (size_t i = 0; i < result->tries.count && !w->interrupted_by; i++)
		if (result->tries.at[i].by_all) {
			struct weaken_try *try = &result->tries.at[i];

			try->by_all = false;
			try_one(w, site, memory, WEAKEN_SLOW, try);
		}
	for (size_t i = 0; i < count && !w->interrupted_by; i++) {
		struct weaken_try try = { .order = weaker[i] };
		bool known = is_beaten(result, weaker[i]);

		for (size_t j = 0; j < result->tries.count; j++)
			known |= result->tries.at[j].order == weaker[i];
		if (known)
			continue;
		try_one(w, site, memory, WEAKEN_ALL, &try);
		if (try.outcome != WEAKEN_STOPPED)
			GD_PUSH(w->arena, result->tries, try);
	}
}

/* ------------------------------------------------------------------- together */
static void add_order(struct weaken *w, order_list *orders, const struct weaken_site *site,
    enum syn_order order)
{
	if (order != site->site.order)
		GD_PUSH(w->arena, *orders, sem_site_order(&site->site, order));
}

/* Every site at the weakest that it can have under one memory model. */
static order_list weakest_under(struct weaken *w, size_t memory)
{
	order_list orders = { 0 };

	for (size_t i = 0; i < w->site_count; i++) {
		enum syn_order weakest[SEM_ORDERS];

		weaken_weakest(&w->sites[i], &w->sites[i].under[memory], weakest);
		add_order(w, &orders, &w->sites[i], weakest[0]);
	}
	return orders;
}

/* Checks what the single tries have left to the slow cells. */
static void settle(struct weaken *w, size_t memory)
{
	order_list orders = weakest_under(w, memory);
	struct weaken_try all = { 0 };

	if (orders.count == 0)
		return;
	weaken_try_orders(w, orders.at, orders.count, w->memories.at[memory], WEAKEN_SLOW,
	    gd_arena_printf(w->arena, "all, %s", w->memories.at[memory]), &all);
	if (may_be_had(&all))
		return;
	for (size_t i = 0; i < w->site_count && !w->interrupted_by; i++)
		try_slow(w, &w->sites[i], memory);
}

/* The first order, from the weakest on, that every memory model lets SITE have. */
static enum syn_order common_order(const struct weaken *w, const struct weaken_site *site)
{
	enum syn_order weaker[SEM_ORDERS];
	size_t count = was_tried(w, site) ? sem_weaker_orders(&site->site, weaker) : 0;

	for (size_t i = 0; i < count; i++) {
		bool all = true;

		for (size_t m = 0; m < w->memories.count; m++)
			all &= w->means_nothing[m] || admits(site, &site->under[m], weaker[i]);
		if (all)
			return weaker[i];
	}
	return site->site.order;
}

static order_list orders_together(struct weaken *w)
{
	order_list orders = { 0 };

	for (size_t i = 0; i < w->site_count; i++)
		add_order(w, &orders, &w->sites[i], w->sites[i].together);
	return orders;
}

static void try_together(struct weaken *w, const char *label, struct weaken_try *try)
{
	order_list orders = orders_together(w);

	memset(try, 0, sizeof *try);
	if (orders.count == 0)
		try->outcome = WEAKEN_SAME;
	else
		weaken_try_orders(w, orders.at, orders.count, NULL, WEAKEN_ALL, label, try);
}

/* One site after the other gets the weakest order that holds beside those that
 * the sites before it have by then. */
static void keep_what_holds(struct weaken *w)
{
	w->greedy = true;
	for (size_t i = 0; i < w->site_count; i++)
		w->sites[i].together = w->sites[i].site.order;
	for (size_t i = 0; i < w->site_count && !w->interrupted_by; i++) {
		struct weaken_site *site = &w->sites[i];
		enum syn_order weaker[SEM_ORDERS], least = common_order(w, site);
		size_t count = sem_weaker_orders(&site->site, weaker);
		struct weaken_try try = { .outcome = WEAKEN_FAILS };

		for (size_t j = 0; j < count && !may_be_had(&try) && !w->interrupted_by; j++) {
			if (weaker[j] != least && !sem_order_is_weaker(least, weaker[j]))
				continue;
			site->together = weaker[j];
			try_together(w, gd_arena_printf(w->arena, "%s %s, and those before",
			    weaken_place(w->arena, &site->site), sem_order_name(weaker[j])), &try);
		}
		if (!may_be_had(&try))
			site->together = site->site.order;
	}
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
	for (size_t m = 0; m < w->memories.count; m++) {
		if (w->means_nothing[m])
			continue;
		for (size_t i = 0; i < w->site_count && !w->interrupted_by; i++)
			try_quick(w, &w->sites[i], m);
		if (!w->interrupted_by)
			settle(w, m);
	}
	if (w->interrupted_by)
		return;
	for (size_t i = 0; i < w->site_count; i++)
		w->sites[i].together = common_order(w, &w->sites[i]);
	try_together(w, "all together", &w->together);
	if (w->together.outcome == WEAKEN_FAILS || w->together.outcome == WEAKEN_UNKNOWN)
		keep_what_holds(w);
}
