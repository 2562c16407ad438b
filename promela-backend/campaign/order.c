/* order.c: the longest first.
 *
 * Then the end of a campaign is short jobs, which keep all processors busy until nearly the last moment.  A
 * job of a group may hold up the later ones of its group, so it counts for as long as the longest of them.
 * Where a verdict ends the campaign the order of the list stays: the first job that has this verdict decides,
 * and those after it would be searched for nothing. */
#include "promela-backend/campaign/order.h"

#include <stdlib.h>

struct place {
	size_t index;
	double seconds;
};

static int by_seconds(const void *a, const void *b)
{
	const struct place *one = a, *other = b;

	if (one->seconds != other->seconds)
		return one->seconds > other->seconds ? -1 : 1;
	return one->index < other->index ? -1 : 1;
}

static bool is_any_unwanted(const struct camp_job *jobs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (jobs[i].unwanted)
			return true;
	return false;
}

/* The longest of the job INDEX and of those that wait for it.  The jobs of a group are not far apart. */
static double longest(const struct camp_job *jobs, size_t count, size_t index)
{
	double seconds = jobs[index].estimate.seconds;

	for (size_t i = index + 1; i < count && jobs[i].group == jobs[index].group; i++)
		if (jobs[index].group && jobs[i].estimate.seconds > seconds)
			seconds = jobs[i].estimate.seconds;
	return seconds;
}

const size_t *camp_order(struct gd_arena *arena, const struct camp_job *jobs, size_t count)
{
	struct place *places = GD_NEW_ARRAY(arena, struct place, count + 1);
	size_t *order = GD_NEW_ARRAY(arena, size_t, count + 1);
	bool stays = is_any_unwanted(jobs, count);

	for (size_t i = 0; i < count; i++)
		places[i] = (struct place){ i, stays ? 0 : longest(jobs, count, i) };
	qsort(places, count, sizeof *places, by_seconds);
	for (size_t i = 0; i < count; i++)
		order[i] = places[i].index;
	return order;
}
