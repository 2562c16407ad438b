/* weaken-report.c: what was found, for people and for tools (doc/weaken.md). */
#include "compiler/driver/weaken.h"

#include <jansson.h>
#include <string.h>

/* ------------------------------------------------------------------- status */
int weaken_status(const struct weaken *w)
{
	int status = DRIVER_OK;

	for (size_t i = 0; i < w->site_count; i++)
		for (size_t m = 0; m < w->memories.count; m++)
			for (size_t j = 0; j < w->sites[i].under[m].tries.count; j++) {
				const struct weaken_try *try = &w->sites[i].under[m].tries.at[j];

				if (try->tool_failed)
					return DRIVER_FAILED;
				if (try->outcome == WEAKEN_UNKNOWN)
					status = DRIVER_INCONCLUSIVE;
			}
	if (w->together.tool_failed)
		return DRIVER_FAILED;
	return w->together.outcome == WEAKEN_UNKNOWN ? DRIVER_INCONCLUSIVE : status;
}

static size_t count_weaker(const struct weaken *w)
{
	size_t count = 0;

	for (size_t i = 0; i < w->site_count; i++)
		count += w->sites[i].together != w->sites[i].site.order;
	return count;
}

/* -------------------------------------------------------------------- table */
/* "release", "acquire or release", "release ?", "?", "in no model", "-" */
static const char *weakest_text(const struct weaken *w, const struct weaken_site *site, size_t m)
{
	enum syn_order weakest[SEM_ORDERS], undecided[SEM_ORDERS];
	size_t count = weaken_weakest(site, &site->under[m], weakest);
	size_t open = weaken_undecided(&site->under[m], undecided);
	const char *text = "";

	if (w->means_nothing[m] || !weaken_has_effect(&site->under[m]))
		return "-";
	if (!weaken_is_in_model(&site->under[m]))
		return "in no model";
	for (size_t i = 0; i < count; i++)
		text = gd_arena_printf(w->arena, "%s%s%s", text, i ? " or " : "",
		    sem_order_name(weakest[i]));
	if (open && weakest[0] == site->site.order)
		return "?";
	return open ? gd_arena_printf(w->arena, "%s ?", text) : text;
}

static const char *decl_text(struct gd_arena *arena, const struct syn_decl *decl)
{
	static const char *const kind[] = { [SYN_DECL_WORK] = "work",
		[SYN_DECL_FUNCTION] = "function",
		[SYN_DECL_BARRIER] = "barrier",
		[SYN_DECL_BUCKET] = "bucket",
		[SYN_DECL_LITMUS] = "litmus" };
	const char *word = decl->kind < sizeof kind / sizeof *kind ? kind[decl->kind] : NULL;

	return gd_arena_printf(arena, "%s%s%s", word ? word : "", word ? " " : "",
	    decl->name.text ? decl->name.text : "");
}

static const char *short_place(const struct weaken *w, const struct sem_site *site)
{
	return weaken_short_place(w, &site->loc);
}

enum { COLUMNS_BEFORE = 4 };

static const char *cell_text(const struct weaken *w, size_t row, size_t column)
{
	static const char *const heading[] = { "place", "in", "operation", "order" };
	const struct weaken_site *site = row ? &w->sites[row - 1] : NULL;
	size_t m = column - COLUMNS_BEFORE;

	if (column >= COLUMNS_BEFORE && m < w->memories.count)
		return site ? weakest_text(w, site, m) : w->memories.at[m];
	if (column >= COLUMNS_BEFORE)
		return site ? sem_order_name(site->together) : "together";
	if (!site)
		return heading[column];
	switch (column) {
	case 0: return short_place(w, &site->site);
	case 1: return decl_text(w->arena, site->site.decl);
	case 2: return site->site.text;
	}
	return sem_order_name(site->site.order);
}

static void write_table(const struct weaken *w, FILE *out)
{
	size_t columns = COLUMNS_BEFORE + w->memories.count + 1;
	int *width = GD_NEW_ARRAY(w->arena, int, columns);

	for (size_t row = 0; row <= w->site_count; row++)
		for (size_t i = 0; i < columns; i++)
			if ((int)strlen(cell_text(w, row, i)) > width[i])
				width[i] = (int)strlen(cell_text(w, row, i));
	for (size_t row = 0; row <= w->site_count; row++)
		for (size_t i = 0; i < columns; i++)
			fprintf(out, "%-*s%s", i + 1 < columns ? width[i] : 0, cell_text(w, row, i),
			    i + 1 < columns ? "  " : "\n");
	putc('\n', out);
}

/* ------------------------------------------------------------- why not weaker */
static const char *failure_text(struct gd_arena *arena, const struct weaken_try *try)
{
	if (try->outcome == WEAKEN_UNKNOWN)
		return gd_arena_printf(arena, "not known: %s%s%s", try->cell ? try->cell : "",
		    try->cell ? ": " : "", try->reason);
	return gd_arena_printf(arena, "%s in %s", try->what, try->cell);
}

static bool is_told(const struct weaken_try *try)
{
	return try->outcome == WEAKEN_FAILS || try->outcome == WEAKEN_UNKNOWN;
}

static void write_reasons(const struct weaken *w, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < w->site_count; i++)
		for (size_t m = 0; m < w->memories.count; m++)
			for (size_t j = 0; j < w->sites[i].under[m].tries.count; j++) {
				const struct weaken_try *try = &w->sites[i].under[m].tries.at[j];

				if (!is_told(try))
					continue;
				if (!any)
					fprintf(out, "what is too weak:\n");
				any = true;
				fprintf(out, "  %s %s, %s: %s\n", short_place(w, &w->sites[i].site),
				    sem_order_name(try->order), w->memories.at[m],
				    failure_text(w->arena, try));
			}
	if (any)
		putc('\n', out);
}

/* Try NUMBER's reason, if it is undecided.  NULL: it is not, or an earlier one has the reason already. */
static const char *new_reason(const struct weaken_result *result, size_t number)
{
	const struct weaken_try *try = &result->tries.at[number];
	enum syn_order undecided[SEM_ORDERS];
	size_t count = weaken_undecided(result, undecided);
	bool open = false;

	for (size_t i = 0; i < count; i++)
		open |= undecided[i] == try->order;
	for (size_t i = 0; i < number && open && try->reason; i++)
		open = !result->tries.at[i].reason ||
		    strcmp(result->tries.at[i].reason, try->reason) != 0;
	return open ? try->reason : NULL;
}

static void write_all_undecided(const struct weaken *w, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < w->site_count; i++)
		for (size_t m = 0; m < w->memories.count; m++)
			for (size_t j = 0; j < w->sites[i].under[m].tries.count; j++) {
				const char *reason = new_reason(&w->sites[i].under[m], j);

				if (!reason)
					continue;
				fprintf(out, "%s  %s %s, %s: %s\n",
				    any ? "" : "what cannot be decided:\n",
				    short_place(w, &w->sites[i].site),
				    sem_order_name(w->sites[i].under[m].tries.at[j].order),
				    w->memories.at[m], reason);
				any = true;
			}
	if (any)
		putc('\n', out);
}

static void write_stories(const struct weaken *w, FILE *out)
{
	for (size_t i = 0; i < w->site_count; i++)
		for (size_t m = 0; m < w->memories.count; m++)
			for (size_t j = 0; j < w->sites[i].under[m].tries.count; j++) {
				const struct weaken_try *try = &w->sites[i].under[m].tries.at[j];

				if (try->outcome == WEAKEN_FAILS && try->story)
					fprintf(out, "\n---- %s %s, %s\n%s",
					    short_place(w, &w->sites[i].site),
					    sem_order_name(try->order), w->memories.at[m],
					    try->story);
			}
	if (w->together.outcome == WEAKEN_FAILS && w->together.story)
		fprintf(out, "\n---- all together\n%s", w->together.story);
}

/* ------------------------------------------------------------------- summary */
static void write_together(const struct weaken *w, FILE *out)
{
	if (w->together.outcome == WEAKEN_HOLDS)
		fprintf(out,
		    "together: every verdict is the expected one in the %zu cell%s whose "
		    "models change\n",
		    w->together.cells, w->together.cells == 1 ? "" : "s");
	if (!w->greedy)
		return;
	fprintf(out, "they cannot all be this weak together: %s\n",
	    failure_text(w->arena, &w->together));
	fprintf(out,
	    "so each in turn, fences first, gets the weakest order that holds together with those "
	    "before it\n");
}

static bool is_any_undecided(const struct weaken *w)
{
	enum syn_order undecided[SEM_ORDERS];

	for (size_t i = 0; i < w->site_count; i++)
		for (size_t m = 0; m < w->memories.count; m++)
			if (weaken_undecided(&w->sites[i].under[m], undecided))
				return true;
	return false;
}

static void write_summary(const struct weaken *w, FILE *out)
{
	size_t weaker = count_weaker(w);
	bool all_sc = true;

	for (size_t m = 0; m < w->memories.count; m++) {
		if (w->means_nothing[m])
			fprintf(out, "under %s orders mean nothing: none is tried\n",
			    w->memories.at[m]);
		all_sc &= w->means_nothing[m];
	}
	if (is_any_undecided(w))
		fprintf(out,
		    "? undecided: models of collectors do not show what a weaker order allows\n");
	if (all_sc)
		fprintf(out, "no other memory model is verified: name some in the verify blocks\n");
	write_together(w, out);
	fprintf(out,
	    "%zu site%s with an order that could be weaker, %zu %s stronger than needed%s\n",
	    w->site_count, w->site_count == 1 ? "" : "s", weaker, weaker == 1 ? "is" : "are",
	    w->applied ? ": written" : "");
	if (w->apply && weaken_status(w) != DRIVER_OK)
		fprintf(out, "nothing is written, because some results are not known\n");
}

void weaken_report_text(const struct weaken *w, FILE *out)
{
	fprintf(out, "%s\n\n", w->file);
	if (w->site_count)
		write_table(w, out);
	write_reasons(w, out);
	write_all_undecided(w, out);
	write_summary(w, out);
	if (w->stories)
		write_stories(w, out);
}

/* ---------------------------------------------------------------------- JSON */
static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

static json_t *try_json(const struct weaken_try *try)
{
	return json_pack("{s:s, s:s, s:i, s:o, s:o, s:o, s:o, s:o}", "order",
	    sem_order_name(try->order), "outcome", weaken_outcome_name[try->outcome], "cells",
	    (int)try->cells, "cell", text_or_null(try->cell), "property",
	    text_or_null(try->property), "what", text_or_null(try->what), "reason",
	    text_or_null(try->reason), "story", text_or_null(try->story));
}

static json_t *result_json(const struct weaken *w, const struct weaken_site *site, size_t m)
{
	enum syn_order weakest[SEM_ORDERS], undecided[SEM_ORDERS];
	size_t count = weaken_weakest(site, &site->under[m], weakest);
	size_t open = weaken_undecided(&site->under[m], undecided);
	json_t *orders = json_array(), *tries = json_array(), *not_told = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(orders, json_string(sem_order_name(weakest[i])));
	for (size_t i = 0; i < open; i++)
		json_array_append_new(not_told, json_string(sem_order_name(undecided[i])));
	for (size_t i = 0; i < site->under[m].tries.count; i++)
		json_array_append_new(tries, try_json(&site->under[m].tries.at[i]));
	return json_pack("{s:s, s:b, s:b, s:o, s:o, s:o}", "memory", w->memories.at[m],
	    "orders_matter", !w->means_nothing[m] && weaken_has_effect(&site->under[m]), "in_model",
	    w->means_nothing[m] || weaken_is_in_model(&site->under[m]), "weakest", orders,
	    "undecided", not_told, "tries", tries);
}

static json_t *site_json(const struct weaken *w, const struct weaken_site *site)
{
	const struct gd_loc *loc = &site->site.loc;
	json_t *under = json_array();

	for (size_t m = 0; m < w->memories.count; m++)
		json_array_append_new(under, result_json(w, site, m));
	return json_pack("{s:s, s:i, s:i, s:s, s:s, s:s, s:b, s:o, s:s}", "file", loc->source->path,
	    "line", (int)loc->line, "column", (int)loc->column, "in",
	    decl_text(w->arena, site->site.decl), "operation", site->site.text, "order",
	    sem_order_name(site->site.order), "written", site->site.order_loc.source != NULL,
	    "under", under, "together", sem_order_name(site->together));
}

void weaken_report_json(const struct weaken *w, FILE *out)
{
	json_t *sites = json_array(), *together = try_json(&w->together), *object;

	for (size_t i = 0; i < w->site_count; i++)
		json_array_append_new(sites, site_json(w, &w->sites[i]));
	json_object_del(together, "order");
	json_object_set_new(together, "at_once", json_boolean(!w->greedy));
	object =
	    json_pack("{s:i, s:s, s:o, s:o, s:i, s:i, s:b, s:i}", "version", 1, "file", w->file,
		"sites", sites, "together", together, "stronger_than_needed", (int)count_weaker(w),
		"tries", (int)w->tries, "applied", w->applied, "status", weaken_status(w));
	json_dumpf(object, out, JSON_COMPACT);
	putc('\n', out);
	json_decref(object);
}
