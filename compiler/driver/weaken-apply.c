/* weaken-apply.c: the specification's files, with weaker orders in them. */
#include "compiler/driver/weaken.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/base/out.h"

typedef GD_VEC(struct sem_edit) edit_list;

/* The site of the order on success of the same call. */
static const struct weaken_site *success_of(const struct weaken *w,
    const struct weaken_site *failure)
{
	for (size_t i = 0; i < w->site_count; i++)
		if (w->sites[i].site.node == failure->site.node && &w->sites[i] != failure)
			return &w->sites[i];
	return NULL;
}

/* Whether the order on failure need not be written, because it is the default: the order on success
 * without its release part. */
static bool goes_without_saying(const struct weaken *w, const struct weaken_site *site)
{
	const struct weaken_site *success;

	if (site->site.kind != SEM_SITE_FAILURE || site->site.order_loc.source)
		return false;
	success = success_of(w, site);
	return success && sem_order_on_failure(success->together) == site->together;
}

static int compare(const void *left, const void *right)
{
	const struct sem_edit *a = left, *b = right;

	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static edit_list edits_of(struct weaken *w, const struct gd_source *source)
{
	edit_list edits = { 0 };

	for (size_t i = 0; i < w->site_count; i++) {
		const struct weaken_site *site = &w->sites[i];

		if (site->site.loc.source == source && site->together != site->site.order &&
		    !goes_without_saying(w, site))
			GD_PUSH(w->arena, edits,
			    sem_site_edit(w->arena, &site->site, site->together));
	}
	if (edits.count)
		qsort(edits.at, edits.count, sizeof *edits.at, compare);
	return edits;
}

static void edit(const struct gd_source *source, const edit_list *edits, struct gd_out *out)
{
	size_t at = 0;

	for (size_t i = 0; i < edits->count; i++) {
		gd_out_raw(out, source->text + at, edits->at[i].offset - at);
		gd_out_raw(out, edits->at[i].text, strlen(edits->at[i].text));
		at = edits->at[i].offset + edits->at[i].length;
	}
	gd_out_raw(out, source->text + at, source->length - at);
}

/* Whether the file still has the text that was read. */
static bool is_unchanged(struct weaken *w, const struct gd_source *source)
{
	const char *why;
	const struct gd_source *now = gd_source_read(w->arena, source->path, &why);

	if (now && now->length == source->length &&
	    memcmp(now->text, source->text, now->length) == 0)
		return true;
	driver_error("run the same command again on the new version",
	    "%s has changed meanwhile, so it is not written", source->path);
	return false;
}

/* Writes the file itself; if PATH is a link, the file to which it points. */
static bool write_file(const char *path, const struct gd_out *out)
{
	char *real = realpath(path, NULL);
	bool good = real && gd_write_file(real, out->text, out->length);

	if (!good)
		driver_error(NULL, "cannot write %s: %s", path, strerror(errno));
	free(real);
	return good;
}

static int apply_to(struct weaken *w, const struct gd_source *source)
{
	edit_list edits = edits_of(w, source);
	struct gd_out out;
	bool good;

	if (edits.count == 0)
		return DRIVER_OK;
	gd_out_init(&out, 0);
	edit(source, &edits, &out);
	good = is_unchanged(w, source) && write_file(source->path, &out);
	gd_out_free(&out);
	w->applied |= good;
	return good ? DRIVER_OK : DRIVER_FAILED;
}

int weaken_apply(struct weaken *w)
{
	for (size_t i = 0; i < w->site_count; i++) {
		const struct gd_source *source = w->sites[i].site.loc.source;
		bool done = false;

		for (size_t j = 0; j < i; j++)
			done |= w->sites[j].site.loc.source == source;
		if (!done && apply_to(w, source) != DRIVER_OK)
			return DRIVER_FAILED;
	}
	return DRIVER_OK;
}
