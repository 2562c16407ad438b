/* points.c: the upper part of the tree of executions. */
#include "explore/src/points.h"

#include "explore/src/room.h"

struct point *gcx_add_point(struct points *points, struct point *above, const struct label *label)
{
	struct point *made = gcx_room(NULL, 1, sizeof *made);

	*made = (struct point){ .above = above, .next = points->all };
	if (above) {
		made->depth = above->depth + 1;
		made->label = *label;
	}
	points->all = made;
	return made;
}

static void free_point(struct points *points, struct point *point)
{
	struct point **at = &points->all;

	while (*at != point)
		at = &(*at)->next;
	*at = point->next;
	gcx_free_tree(point->tree);
	free(point->asleep.at);
	free(point);
}

void gcx_free_part(struct part *part)
{
	gcx_free_tree(part->branch);
	free(part->asleep.at);
	free(part);
}

static void free_parts(struct part *part)
{
	while (part) {
		struct part *next = part->next;

		gcx_free_part(part);
		part = next;
	}
}

void gcx_free_points(struct points *points)
{
	while (points->all)
		free_point(points, points->all);
	free_parts(points->again);
	free_parts(points->kept);
}

/* The deepest point is the first one, so that there are never many. */
static struct point *deepest(const struct points *points)
{
	struct point *found = NULL;

	for (struct point *point = points->all; point; point = point->next)
		if (point->tree && !point->unconfirmed && (!found || point->depth > found->depth))
			found = point;
	return found;
}

struct part *gcx_take_part(struct points *points)
{
	struct part *part = points->again;
	struct point *point;

	if (part) {
		points->again = part->next;
		part->next = NULL;
		return part;
	}
	point = deepest(points);
	if (!point)
		return NULL;
	part = gcx_room(NULL, 1, sizeof *part);
	*part = (struct part){ .point = point, .last = point, .branch = point->tree };
	for (size_t i = 0; i < point->asleep.count; i++)
		gcx_add_label(&part->asleep, &point->asleep.at[i]);
	point->tree = part->branch->next;
	part->branch->next = NULL;
	gcx_add_label(&point->asleep, &part->branch->label);
	point->open++;
	point->unconfirmed = part;
	return part;
}

void gcx_insert_at(struct part *part, uint32_t depth, struct labels *sequence)
{
	struct point *point = part->last;

	while (point->depth > depth)
		point = point->above;
	for (size_t i = 0; i < point->asleep.count; i++)
		if (gcx_covers(&point->asleep.at[i], sequence, true))
			return;
	gcx_insert(&point->tree, sequence, true);
}

void gcx_confirm_part(const struct part *part)
{
	if (part->point->unconfirmed == part)
		part->point->unconfirmed = NULL;
}

void gcx_keep_part(struct points *points, struct part *part)
{
	part->next = points->kept;
	points->kept = part;
}

void gcx_finish_part(struct points *points, struct part *part)
{
	struct point *point = part->last;

	gcx_confirm_part(part);
	point->open--;
	point->finished++;
	while (point && point->open == 0 && !point->tree) {
		struct point *above = point->above;

		free_point(points, point);
		point = above;
		if (point) {
			point->open--;
			point->finished++;
		}
	}
	gcx_free_part(part);
}

/* All branches of a point are thought to be alike. */
double gcx_fraction_of_points(const struct points *points)
{
	double done = 0;

	for (const struct point *point = points->all; point; point = point->next) {
		double share = point->finished;

		for (const struct point *at = point; at; at = at->above) {
			double branches = at->open + at->finished;

			for (const struct branch *branch = at->tree; branch; branch = branch->next)
				branches++;
			share /= branches > 0 ? branches : 1;
		}
		done += share;
	}
	return points->all ? done : 1;
}
