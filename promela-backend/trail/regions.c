/* regions.c: where objects of a story lie, and regions of its heap in the order in which they are told. */
#include "promela-backend/trail/internal.h"

bool trail_lies_on(const struct trail *trail, long object, const struct ir_region *region,
    size_t number)
{
	const struct ir_extent *extent = &trail->scenario->extents[region->index];

	return object >= 0 && (size_t)object < trail->scenario->object_count &&
	    extent->first[object] <= number && number <= extent->last[object];
}

const char *trail_lines_text(struct gd_arena *arena, const struct trail *trail, long object)
{
	const struct ir_region *line = ir_smallest_region(trail->spec);
	const char *text = "";

	for (size_t i = 0; line && i < ir_regions_of(trail->scenario, line); i++)
		if (trail_lies_on(trail, object, line, i))
			text = gd_arena_printf(arena, "%s%s%s", text, *text ? ", " : "",
			    trail_region_name(arena, trail->scenario, line, (long)i));
	return text;
}

long trail_region_around(const struct trail *trail, const struct ir_region *region, size_t number)
{
	const struct ir_extent *extent = &trail->scenario->extents[region->index];

	return extent->around ? (long)extent->around[number] : -1;
}

static void add_regions(struct gd_arena *arena, const struct trail *trail,
    const struct ir_region *around, long of, trail_regions *all)
{
	for (size_t r = 0; r < trail->spec->region_count; r++) {
		const struct ir_region *region = trail->spec->regions[r];

		for (size_t i = 0;
		     region->inside == around && i < ir_regions_of(trail->scenario, region); i++) {
			if (trail_region_around(trail, region, i) != of)
				continue;
			GD_PUSH(arena, *all, ((struct trail_region){ region, i, around, of }));
			add_regions(arena, trail, region, (long)i, all);
		}
	}
}

trail_regions trail_all_regions(struct gd_arena *arena, const struct trail *trail)
{
	trail_regions all = { 0 };

	add_regions(arena, trail, NULL, -1, &all);
	return all;
}
