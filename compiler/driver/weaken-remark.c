/* weaken-remark.c: what `gcdsl verify' says of orders that `gcdsl weaken' has found
 * to be stronger than they need to be.
 *
 * To find that out costs many searches, so verify does not do it itself.  What
 * weaken found is kept beside the results, by the models of all cells and the text
 * of the files: any change of the specification, of the cells or of how models are
 * made is another key, and nothing is then said. */
#include "compiler/driver/weaken.h"

#include <string.h>

#include "promela-backend/campaign/digest.h"
#include "promela-backend/campaign/store.h"

static const char PROCEDURE[] = "gcdsl weaken 2";

/* -------------------------------------------------------------------- the key */
static void add_sources(struct camp_digest *digest, const struct plan *plan)
{
	struct sem_site *sites;
	size_t count = sem_sites(plan->spec->sem, plan->arena, &sites);
	const struct gd_source *last = NULL;

	for (size_t i = 0; i < count; i++) {
		if (sites[i].loc.source == last)
			continue;
		last = sites[i].loc.source;
		camp_digest_string(digest, last->path);
		camp_digest_string(digest, last->text);
	}
}

/* The file itself has the expectations of litmus tests. */
static void add_cell(struct camp_digest *digest, const struct plan *plan,
    const struct weaken_cell *cell)
{
	camp_digest_string(digest, cell->name);
	for (size_t i = 0; i < weaken_cell_jobs(cell); i++) {
		camp_digest_string(digest,
		    !cell->litmus && cell->cell->checks.at[i].expected == SEM_HOLDS ? "holds"
										    : "fails");
		camp_digest_string(digest, plan->jobs.at[*weaken_cell_job(cell, i)].model);
	}
}

/* The key of the specification's own cells, because verify may check mutants as well. */
static const char *key_of(const struct plan *plan)
{
	size_t support_count;
	const struct pml_support_file *support = pml_support_files(&support_count);
	struct camp_digest digest;
	char *hex = GD_NEW_ARRAY(plan->arena, char, 65);

	camp_digest_init(&digest);
	camp_digest_string(&digest, PROCEDURE);
	for (size_t i = 0; i < support_count; i++)
		camp_digest_string(&digest, support[i].text);
	add_sources(&digest, plan);
	for (size_t i = 0; i < weaken_cell_count(plan); i++) {
		struct weaken_cell cell = weaken_cell_at(plan, i);

		if (cell.litmus || !cell.cell->cell->mutant)
			add_cell(&digest, plan, &cell);
	}
	camp_digest_end(&digest, hex);
	return hex;
}

/* Whether all cells are selected: a part of them shows nothing about the others. */
static bool is_about_all(const struct verify_arguments *arguments)
{
	const struct plan_filter *filter = &arguments->filter;

	return !filter->scenarios.count && !filter->memories.count && !filter->workers.count &&
	    !filter->properties.count && !filter->sets.count && !filter->until &&
	    !filter->mutants.count;
}

/* NULL: no store can be used.  The campaign has reported the reason. */
static struct camp_store *open_store(const struct verify_arguments *arguments,
    struct gd_arena *arena)
{
	const char *path = arguments->results ? arguments->results : camp_default_results(arena);
	const char *why;

	return path ? camp_store_open(arena, path, &why) : NULL;
}

/* ---------------------------------------------------------------- the remarks */
static const char *remark(struct weaken *w, const struct weaken_site *site)
{
	const char *under = "",
		   *what = site->together == SYN_ORDER_NONE
	    ? "without it"
	    : gd_arena_printf(w->arena, "as %s", sem_order_name(site->together));

	for (size_t m = 0; m < w->memories.count; m++)
		if (weaken_accepts(&site->under[m], site->together))
			under = gd_arena_printf(w->arena, "%s%s%s", under, *under ? ", " : "",
			    w->memories.at[m]);
	return gd_arena_printf(w->arena, "%s: `%s` is %s; %s every verdict is the same (%s)",
	    weaken_place(w->arena, &site->site), site->site.text, sem_order_name(site->site.order),
	    what, under);
}

void weaken_keep_remarks(struct weaken *w)
{
	struct camp_store *store;
	const char *text = "", *why;

	if (!is_about_all(&w->arguments) || !(store = open_store(&w->arguments, w->arena)))
		return;
	for (size_t i = 0; i < w->site_count; i++)
		if (w->sites[i].together != w->sites[i].site.order)
			text = gd_arena_printf(w->arena, "%s%s\n", text, remark(w, &w->sites[i]));
	if (!camp_store_put_text(store, key_of(&w->base), text, &why))
		fprintf(stderr, "gcdsl: warning: the results cannot be kept: %s\n", why);
	camp_store_close(store);
}

void weaken_find_remarks(const struct verify_arguments *arguments, struct plan *plan)
{
	struct camp_store *store;
	const char *text;

	if (!is_about_all(arguments) || !(store = open_store(arguments, plan->arena)))
		return;
	text = camp_store_get_text(store, plan->arena, key_of(plan));
	camp_store_close(store);
	while (text && *text) {
		size_t length = strcspn(text, "\n");

		GD_PUSH(plan->arena, plan->remarks, gd_arena_strndup(plan->arena, text, length));
		text += length + (text[length] == '\n');
	}
}
