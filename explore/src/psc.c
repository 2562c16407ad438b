/* psc.c: Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11 (PLDI
 * 2017).  With sb the order of a task's operations, hb happens-before, mo the order of the writes of
 * a location, rb what reads something older, and eco = (rf | mo | rb)+:
 *
 *   scb  = sb | sb-other-location; hb; sb-other-location | hb-same-location | mo | rb
 *   psc  = ([SC] | [SC fence]; hb?); scb; ([SC] | hb?; [SC fence])
 *        | [SC fence]; (hb | hb; eco; hb); [SC fence]
 *
 * An access that reads and writes counts as the write: nothing comes between the two. */
#include "explore/src/psc.h"

#include <stdlib.h>
#include <string.h>
#include "explore/src/operation.h"
#include "explore/src/room.h"

static bool is_program_order(const struct psc_event *a, const struct psc_event *b)
{
	return a->task == b->task && a->number < b->number;
}

static bool happens_before(const struct psc_event *a, const struct psc_event *b)
{
	return a != b && b->clock->of[a->task] >= a->number;
}

static bool is_same_location(const struct psc_event *a, const struct psc_event *b)
{
	return a->at != 0 && a->at == b->at;
}

/* eco, of one location. */
static bool is_older(const struct psc_event *a, const struct psc_event *b)
{
	return is_same_location(a, b) && a->place < b->place;
}

struct events {
	const struct psc_event *at;
	size_t count;
};

/* sb-other-location; hb; sb-other-location.  The end of a task that is joined is one of its
 * operations. */
static bool is_before_through_others(const struct events *all, const struct psc_event *a,
    const struct psc_event *b)
{
	const struct psc_event *after = NULL, *before = NULL;

	for (const struct psc_event *e = all->at; e < all->at + all->count; e++) {
		if (!after && is_program_order(a, e) && !is_same_location(a, e))
			after = e;
		if (is_program_order(e, b) && !is_same_location(e, b))
			before = e;
		if (is_program_order(e, b) && e->joined == a->task)
			return true;
	}
	return after && before && (after == before || happens_before(after, before));
}

static bool is_scb(const struct events *all, const struct psc_event *a, const struct psc_event *b)
{
	return is_program_order(a, b) || (is_same_location(a, b) && happens_before(a, b)) ||
	    (b->writes && is_older(a, b)) || is_before_through_others(all, a, b);
}

/* hb; eco; hb of two fences. */
static bool is_older_beside(const struct events *all, const struct psc_event *a,
    const struct psc_event *b)
{
	for (const struct psc_event *e = all->at; e < all->at + all->count; e++)
		for (const struct psc_event *f = all->at;
		     happens_before(a, e) && f < all->at + all->count; f++)
			if (is_older(e, f) && happens_before(f, b))
				return true;
	return false;
}

static bool is_fence_before_access(const struct events *all, const struct psc_event *a,
    const struct psc_event *b)
{
	for (const struct psc_event *e = all->at; e < all->at + all->count; e++)
		if ((e == a || happens_before(a, e)) && e != b && is_scb(all, e, b))
			return true;
	return false;
}

static bool is_access_before_fence(const struct events *all, const struct psc_event *a,
    const struct psc_event *b)
{
	for (const struct psc_event *e = all->at; e < all->at + all->count; e++)
		if ((e == b || happens_before(e, b)) && e != a && is_scb(all, a, e))
			return true;
	return false;
}

static bool is_before(const struct events *all, const struct psc_event *a,
    const struct psc_event *b)
{
	if (a->is_fence && b->is_fence)
		return happens_before(a, b) || is_older_beside(all, a, b);
	if (a->is_fence)
		return is_fence_before_access(all, a, b);
	if (b->is_fence)
		return is_access_before_fence(all, a, b);
	return is_scb(all, a, b);
}

/* Removes what nothing comes before, until nothing is left.  BEFORE[I * COUNT + J]: I is before J. */
static bool is_acyclic(const bool *before, size_t count)
{
	bool *gone = gcx_room(NULL, count, sizeof *gone), found = true;
	size_t left = count;

	memset(gone, 0, count * sizeof *gone);
	while (found) {
		found = false;
		for (size_t j = 0; j < count; j++) {
			bool first = !gone[j];

			for (size_t i = 0; first && i < count; i++)
				first = gone[i] || !before[i * count + j];
			if (!first)
				continue;
			gone[j] = found = true;
			left--;
		}
	}
	free(gone);
	return left == 0;
}

bool gcx_is_psc(const struct psc_event *events, size_t count)
{
	const struct events all = { events, count };
	const struct psc_event **strong = gcx_room(NULL, count + 1, sizeof *strong);
	size_t strong_count = 0;
	bool *before, result;

	for (size_t i = 0; i < count; i++)
		if (events[i].is_strong)
			strong[strong_count++] = &events[i];
	before = gcx_room(NULL, strong_count * strong_count + 1, sizeof *before);
	for (size_t i = 0; i < strong_count; i++)
		for (size_t j = 0; j < strong_count; j++)
			before[i * strong_count + j] =
			    i != j && is_before(&all, strong[i], strong[j]);
	result = strong_count < 2 || is_acyclic(before, strong_count);
	free(before);
	free(strong);
	return result;
}
