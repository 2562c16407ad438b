/* regions.c: a heap with regions, in a program that is explored, or runs under random schedules.
 *
 * Note [Places]: the places of the scenario have addresses that never change, so a cell is always at the same one.  The
 * first blocks of the heap are those of the scenario, the first lines of each are its lines, and the objects
 * on a line are in the order of their numbers.  An object on two lines begins with the last granule of the first one.
 * All objects have one size.  The other lines of the blocks are not visited.
 *
 * In a model an allocation takes any place that is free and fits.  The runtime would look for the next hole.  So who
 * explores the program chooses the place, and the runtime gets a hole that is this place alone.  Who has taken
 * which lines is noted here, as in models (Note [Holes] in promela-backend/facts/region.c): it is a signal, because
 * what others find depends on it.  What the condition of a line loads is read by the generated code.
 *
 * No block is taken or given back by the runtime: it counts more objects than a block has. */
#include "driver.h"

#include "gcrt-sanitize.h"
#include <gcexplore.h>

enum { HEAD = GCRT_GRANULE, FULL = 1 << 24 };

static uintptr_t first_block, line_at[DRIVER_CELLS], place_at[DRIVER_CELLS];
static uint32_t taken[DRIVER_TAKERS][DRIVER_CELLS]; /* signals; by line */

/* -------------------------------------------------------------------- where things are */
static const struct sort *lines(void)
{
	return &program.sort[program.smallest];
}

/* How many lines of the same block are before. */
static unsigned lines_before(unsigned line)
{
	unsigned count = 0;

	while (count < line &&
	    (!lines()->around || lines()->around[line - count - 1] == lines()->around[line]))
		count++;
	return count;
}

static bool begins_before(unsigned cell, unsigned line)
{
	return lines()->first[cell] < (int)line && lines()->last[cell] == (int)line;
}

static bool is_whole_on(unsigned cell, unsigned line)
{
	return lines()->first[cell] == (int)line && lines()->last[cell] == (int)line;
}

static size_t place_size(void)
{
	return (driver_size + GCRT_GRANULE - 1) / GCRT_GRANULE * GCRT_GRANULE;
}

static void put_places(unsigned line)
{
	uintptr_t at = line_at[line], end = at + ((uintptr_t)1 << lines()->shift);

	for (unsigned i = 0; i < program.objects; i++)
		if (begins_before(i, line))
			at += place_size() - HEAD;
	for (unsigned i = 0; i < program.objects; i++) {
		if (is_whole_on(i, line)) {
			place_at[i] = at;
			at += place_size();
		} else if (lines()->first[i] == (int)line) {
			place_at[i] = end - HEAD;
		}
	}
}

static uintptr_t line_address(unsigned line)
{
	uintptr_t block = lines()->around ? (uintptr_t)lines()->around[line] : 0;

	return first_block + block * GCRT_BLOCK_BYTES +
	    ((uintptr_t)lines_before(line) << lines()->shift);
}

/* Blocks of the heap up to the last line. */
static unsigned blocks(void)
{
	return (unsigned)((line_address(lines()->count - 1) - first_block) / GCRT_BLOCK_BYTES) + 1;
}

static void take_block(struct gcrt_space *space)
{
	struct gcrt_block *record = &space->blocks[gcrt_space_free_block(space)];

	record->size_class = GCRT_PLACED_CLASS;
	record->state = GCRT_BLOCK_FULL;
	record->live = FULL;
	gcrt_block_hold(space, record, UINT8_MAX);
	gcrt_block_touch(space, (size_t)(record - space->blocks));
	space->live_bytes += FULL * GCRT_GRANULE;
}

void driver_make_regions(struct gcrt_space *space)
{
	first_block = gcrt_block_address(space, space->first);
	for (unsigned k = 0; k < lines()->count; k++)
		line_at[k] = line_address(k);
	for (unsigned b = 0; b < blocks(); b++)
		take_block(space);
	for (unsigned k = 0; k < lines()->count; k++)
		put_places(k);
}

uintptr_t driver_place(unsigned cell)
{
	return place_at[cell];
}

/* ----------------------------------------------------------------------------- regions */
static uintptr_t address_of(const struct sort *sort, unsigned region)
{
	if (region >= sort->count)
		return 0;
	return sort == lines() ? line_at[region] : first_block + region * GCRT_BLOCK_BYTES;
}

static const struct sort *sort_of(unsigned shift)
{
	const struct sort *sort = program.sort;

	while (sort->shift != shift)
		sort++;
	return sort;
}

uintptr_t driver_region(unsigned shift, unsigned region)
{
	return address_of(sort_of(shift), region);
}

static unsigned number_of(const struct sort *sort, uintptr_t region)
{
	unsigned i = 0;

	while (i < sort->count && address_of(sort, i) != region)
		i++;
	return i;
}

unsigned driver_region_number(bool is_smallest, uintptr_t region)
{
	return number_of(is_smallest ? lines() : &program.sort[!program.smallest], region);
}

/* OUTER is a block, or none. */
uintptr_t driver_end_of_lines(uintptr_t outer, unsigned shift)
{
	uintptr_t end = outer;

	for (unsigned k = 0; outer && k < lines()->count; k++)
		if (line_at[k] / GCRT_BLOCK_BYTES == outer / GCRT_BLOCK_BYTES)
			end = line_at[k] + ((uintptr_t)1 << shift);
	return end;
}

static const struct sort *sort_of_metadata(unsigned k)
{
	const struct sort *sort = program.sort;

	while (k < sort->metadata_from || k >= sort->metadata_from + sort->metadata_count)
		sort++;
	return sort;
}

unsigned driver_regions_with(unsigned k)
{
	return sort_of_metadata(k)->count;
}

uint8_t *driver_region_byte(unsigned k, unsigned region)
{
	const struct sort *sort = sort_of_metadata(k);

	return gcrt_region_byte(address_of(sort, region), sort->shift, k);
}

/* ------------------------------------------------------------------------ allocation */
/* What BY has taken stays its own, whatever the condition says now. */
static bool is_in_hole(enum driver_taker by, unsigned line)
{
	bool fits = !gcrt_collector.line_fits || gcx_see_signal(&taken[by][line]);

	if (fits)
		return true;
	driver_be_quiet(true);
	fits = gcrt_collector.line_fits(line_at[line]);
	driver_be_quiet(false);
	return fits;
}

/* A loop over all objects must still visit the block: the runtime places no object there.  Note [Loops] in gcrt-loop.c. */
static bool is_looped(unsigned cell)
{
	const struct gcrt_block *record = &run.heap->space.blocks[gcrt_block_of(place_at[cell])];
	bool loops = false;

	for (unsigned k = 0; k < gcrt_collector.kind_count; k++)
		loops |= gcrt_collector.kinds[k].run_blocks != NULL;
	return loops && gcx_read_explicit(&record->loops, sizeof record->loops, GCX_RELAXED);
}

bool driver_fits(enum driver_taker by, unsigned cell)
{
	if (is_looped(cell))
		return false;
	for (int k = lines()->first[cell]; k <= lines()->last[cell]; k++)
		if (!is_in_hole(by, (unsigned)k))
			return false;
	return true;
}

static bool are_of_one_block(int a, int b)
{
	return b >= 0 && b < (int)lines()->count &&
	    (!lines()->around || lines()->around[a] == lines()->around[b]);
}

/* From the place of CELL in both directions. */
void driver_take_hole(enum driver_taker by, unsigned cell)
{
	int from = lines()->first[cell];

	if (!gcrt_collector.line_fits)
		return;
	for (int way = -1; way <= 1; way += 2)
		for (int k = from; are_of_one_block(from, k) && is_in_hole(by, (unsigned)k);
		     k += way)
			if (!gcx_see_signal(&taken[by][k]))
				gcx_signal(&taken[by][k], 1);
}

void driver_give_back_holes(enum driver_taker by)
{
	for (unsigned k = 0; program.sorts && k < lines()->count; k++)
		if (gcx_see_signal(&taken[by][k]))
			gcx_signal(&taken[by][k], 0);
}

static void prepare(struct gcrt_space *space, uintptr_t at, const uint8_t *metadata)
{
	gcrt_open_memory(at, place_size());
	for (size_t i = 0; i < place_size() / sizeof(uintptr_t); i++)
		((volatile uintptr_t *)at)[i] = 0;
	for (unsigned k = 0; k + 1 < space->tables; k++)
		*gcrt_table(at, 1 + k) = metadata[k];
	gcrt_space_init_references(space->references, at, metadata);
}

struct gcrt_hole driver_hole(struct gcrt_space *space, unsigned cell, const uint8_t *metadata)
{
	prepare(space, place_at[cell], metadata);
	return (struct gcrt_hole){ place_at[cell], place_at[cell] + place_size(), 0 };
}

/* In place of the runtime's search for a hole (agree/build.c). */
enum gcrt_grant __real_gcrt_space_place(struct gcrt_space *space,
    struct gcrt_hole holes[GCRT_HOLES], size_t bytes, const uint8_t *metadata,
    enum gcrt_taker taker, void **object);
enum gcrt_grant __wrap_gcrt_space_place(struct gcrt_space *space,
    struct gcrt_hole holes[GCRT_HOLES], size_t bytes, const uint8_t *metadata,
    enum gcrt_taker taker, void **object)
{
	if (program.sorts)
		holes[0] = driver_hole(space, driver_taken_place(), metadata);
	return __real_gcrt_space_place(space, holes, bytes, metadata, taker, object);
}

/* Policies answer by the schedule, whatever blocks the runtime would choose: and objects have their places without being
 * counted in their blocks, so it could not choose. */
void __wrap_gcrt_space_choose_sparse(struct gcrt_space *space);
void __wrap_gcrt_space_choose_sparse(struct gcrt_space *space)
{
	(void)space;
}

/* A loop has visited the block. */
void __real_gcrt_block_leave(struct gcrt_worker *worker, uintptr_t block);
void __wrap_gcrt_block_leave(struct gcrt_worker *worker, uintptr_t block)
{
	__real_gcrt_block_leave(worker, block);
	if (program.sorts)
		driver_places_change();
}

/* ---------------------------------------------------------------------------- freeing */
static bool lies_on(unsigned cell, uintptr_t region, unsigned shift)
{
	const struct sort *sort = sort_of(shift);
	int number = (int)number_of(sort, region);

	return sort->first[cell] <= number && number <= sort->last[cell];
}

/* As for a space: events that come one by one come when it is done, except for the first. */
void driver_before_free_region(uintptr_t region, unsigned shift, struct driver_freed *freed)
{
	freed->count = 0;
	for (unsigned i = 0; i < program.objects; i++) {
		struct seen e = driver_event(SEEN_FREE, (int)i, 0);

		if (!run.cell[i] || !*gcrt_object_byte(place_at[i]) || !lies_on(i, region, shift))
			continue;
		freed->object[freed->count] = place_at[i];
		if (freed->count == 0 || !guide.directed)
			freed->turn[freed->count] = driver_take_turn(&e);
		freed->count++;
	}
}

/* Another unit may have freed it, with another region on which it lies, and says so itself, or has. */
static bool was_freed(unsigned cell)
{
	uint8_t byte = *gcrt_object_byte(place_at[cell]);

	return !run.is_freed[cell] && (!byte || (guide.buffers && (byte & GCRT_OBJECT_CLAIMED)));
}

void driver_after_free_region(const struct driver_freed *freed)
{
	for (unsigned i = 0; i < freed->count; i++) {
		int number = driver_number_of(freed->object[i]);
		struct seen e = driver_event(SEEN_FREE, number, 0);

		if (!was_freed((unsigned)number))
			continue;
		driver_after_free(freed->object[i],
		    i > 0 && guide.directed ? driver_take_turn(&e) : freed->turn[i]);
	}
}
