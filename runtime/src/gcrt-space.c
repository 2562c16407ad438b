#define GC_IMPL 1
#include "gcrt-space.h"

#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-memory.h"
#include "gcrt-redzone.h"
#include "gcrt-sanitize.h"
#include "gcrt-worker.h"

#define FIRST_BLOCK                                                                                \
	((GCRT_RECORDS_AT + GCRT_BLOCKS * sizeof(struct gcrt_block)) / GCRT_BLOCK_BYTES + 1)
#define CHUNK ((size_t)128) /* the memory of so many blocks is made usable at once */

_Static_assert(GCRT_SIZE_CLASSES <= 64, "a set of classes is a word");
_Static_assert(sizeof(struct gcrt_block) == GCRT_RECORD_BYTES, "kernels find records");
_Static_assert(offsetof(struct gcrt_block, part) == GCRT_PART_OFFSET, "kernels find parts");
_Static_assert(offsetof(struct gcrt_block, choice) == GCRT_CHOICE_OFFSET, "policies find choices");

/* ------------------------------------------------------------------- memory */

/* Makes usable: the blocks up to END, their records, and their part of the tables. */
bool gcrt_space_commit(struct gcrt_space *space, size_t end)
{
	while (space->committed < end) {
		size_t block = space->committed;
		uintptr_t at = gcrt_block_address(space, block);
		if (block + CHUNK > GCRT_BLOCKS || !gcrt_memory_use(at, CHUNK * GCRT_BLOCK_BYTES) ||
		    !gcrt_memory_use((uintptr_t)&space->blocks[block],
			CHUNK * sizeof(struct gcrt_block)))
			return false;
		for (unsigned table = 0; table < GCRT_TABLES; table++)
			if ((table < space->tables || table == GCRT_BEYOND_TABLE) &&
			    !gcrt_memory_use((uintptr_t)gcrt_table(at, table),
				CHUNK * GCRT_BLOCK_GRANULES))
				return false;
		if (space->line_shift && !gcrt_regions_commit(space, at, CHUNK * GCRT_BLOCK_BYTES))
			return false;
		for (unsigned k = 0; space->references >> k; k++)
			if ((space->references >> k & 1) &&
			    !gcrt_memory_use((uintptr_t)gcrt_reference_word(at, k),
				CHUNK * GCRT_BLOCK_GRANULES * sizeof(uintptr_t)))
				return false;
		space->committed += CHUNK;
	}
	return true;
}

/* Note [To-space]: where the heap is divided, mutators fill at most their share of it, and kernels allocate in
 * the other parts.  They are not held to the heap's size.  A kernel that copies what has survived needs no more than
 * mutators have filled, but for one block of each size class: all workers take cells of a class from one list, and a
 * copy is never in a larger cell than its original.  So it is at most by these blocks that the heap exceeds its size
 * while a cycle runs; the pages of them that have no object are given up when the cycle ends.
 *
 * That the system has the memory is seen to before: a mutator gets a block only if as many addresses are usable as
 * copies of all blocks that are in use may need.  A small block needs any other block.  A large object needs blocks
 * in a row, so for it there are addresses beyond all that have been used.  If the system refuses them, it refuses
 * the mutator, whose allocation fails when a collection has not helped.  So a kernel finds room, unless it allocates
 * more than it copies.  Nobody can ask mutators when one cycle follows another without an allocation in between: then
 * large objects may find no blocks in a row, and the program stops with a message, if the system refuses more. */
bool gcrt_space_secure(struct gcrt_space *space, size_t more)
{
	if (space->parts == 1)
		return true;
	size_t used = space->frontier - space->first - space->free_blocks;
	size_t small = used - space->large_blocks + GCRT_SIZE_CLASSES;
	size_t beyond = space->large_blocks + 2 * more; /* what is allocated, and its copy */
	if (small > space->free_blocks)
		beyond += small - space->free_blocks;
	return gcrt_space_commit(space, space->frontier + beyond);
}

static size_t first_block(void)
{
	return (FIRST_BLOCK + CHUNK - 1) / CHUNK * CHUNK;
}

size_t gcrt_space_most_bytes(void)
{
	return (GCRT_BLOCKS - first_block()) * GCRT_BLOCK_BYTES;
}

/* Of the arena, and of the tables behind it. */
static size_t reserved_bytes(const struct gcrt_space *space)
{
	size_t tables = 0;
	while (space->references >> tables)
		tables++;
	return tables || space->line_shift ? GCRT_REFERENCES_AT + tables * GCRT_REFERENCE_BYTES
					   : GCRT_ARENA_BYTES;
}

/* Space s is part s at first. */
static bool name_parts(struct gcrt_space *space)
{
	if (space->parts == 1)
		return true;
	if (!gcrt_memory_use((uintptr_t)&space->blocks[0], GCRT_RECORD_BYTES))
		return false;
	for (unsigned s = 0; s < space->parts; s++)
		gcrt_store(gcrt_part_of_space(space->arena, s), s, relaxed);
	return true;
}

bool gcrt_space_init(struct gcrt_space *space, size_t limit, size_t maximum,
    const struct gcrt_collector *collector)
{
	memset(space, 0, sizeof *space);
	space->collector = collector;
	space->line_shift = collector->line_shift;
	for (unsigned k = 0; k < collector->metadata_count; k++)
		space->references |=
		    (unsigned)(collector->metadata[k].is_reference &&
			!collector->metadata[k].is_in_header && !collector->metadata[k].is_overlay)
		    << k;
	space->arena = gcrt_memory_reserve(reserved_bytes(space), GCRT_ARENA_BYTES);
	if (!space->arena)
		return false;
	space->blocks = (struct gcrt_block *)(space->arena + GCRT_RECORDS_AT);
	space->tables = 1 + collector->metadata_count;
	space->trims = gcrt_memory_page() <= GCRT_BLOCK_BYTES;
	space->unit = space->trims ? (unsigned)(gcrt_memory_page() / GCRT_PAGE) : GCRT_BLOCK_PAGES;
	space->first = first_block();
	space->frontier = space->committed = space->first;
	space->limit_pages = limit / GCRT_PAGE;
	space->maximum_pages = maximum / GCRT_PAGE;
	space->parts = collector->space_count ? collector->space_count : 1;
	space->copies = collector->copies && space->parts == 1 && !space->line_shift;
	space->evacuates = collector->copies && space->line_shift;
	gcrt_space_begin_shares(space);
	if (!name_parts(space)) {
		gcrt_memory_release(space->arena, reserved_bytes(space));
		return false;
	}
	gcrt_mutex_init(&space->lock);
	gcrt_begin_roots_of_leaks(gcrt_block_address(space, space->first), gcrt_space_most_bytes());
	return true;
}

void gcrt_space_destroy(struct gcrt_space *space)
{
	uintptr_t first = gcrt_block_address(space, space->first);
	gcrt_mutex_destroy(&space->lock);
	gcrt_end_roots_of_leaks(first, gcrt_space_most_bytes());
	gcrt_open_memory(first, (space->frontier - space->first) * GCRT_BLOCK_BYTES);
	gcrt_memory_release(space->arena, reserved_bytes(space));
}

/* --------------------------------------------------------- lists of blocks */

void gcrt_block_push(struct gcrt_space *space, uint32_t *list, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	record->previous = 0;
	record->next = *list;
	if (*list)
		space->blocks[*list].previous = (uint32_t)block;
	*list = (uint32_t)block;
}

void gcrt_block_take(struct gcrt_space *space, uint32_t *list, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	if (record->previous)
		space->blocks[record->previous].next = record->next;
	else
		*list = record->next;
	if (record->next)
		space->blocks[record->next].previous = record->previous;
}

void gcrt_block_put_free(struct gcrt_space *space, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	gcrt_store(&record->state, GCRT_BLOCK_FREE, relaxed);
	space->free_blocks++;
	gcrt_block_push(space, record->touched ? &space->dirty : &space->clean, block);
}

void gcrt_block_take_free(struct gcrt_space *space, size_t block)
{
	space->free_blocks--;
	gcrt_block_take(space, space->blocks[block].touched ? &space->dirty : &space->clean, block);
}

uint8_t gcrt_touched_with(const struct gcrt_space *space, uint8_t pages)
{
	for (unsigned p = 0; space->unit > 1 && p < GCRT_BLOCK_PAGES; p += space->unit) {
		uint8_t unit = gcrt_page_mask(p * GCRT_PAGE, space->unit * (size_t)GCRT_PAGE);
		if (pages & unit)
			pages |= unit;
	}
	return pages;
}

/* The pages of PAGES that are in whole pages of the system. */
static uint8_t whole_pages(const struct gcrt_space *space, uint8_t pages)
{
	return (uint8_t)~gcrt_touched_with(space, (uint8_t)~pages);
}

size_t gcrt_block_clean(struct gcrt_space *space, size_t block, uint8_t pages)
{
	struct gcrt_block *record = &space->blocks[block];
	pages = whole_pages(space, pages & record->touched);
	for (size_t p = 0; p < GCRT_BLOCK_PAGES; p++) {
		size_t count = 0;
		while (pages >> (p + count) & 1)
			count++;
		if (count)
			gcrt_memory_clean(gcrt_block_address(space, block) + p * GCRT_PAGE,
			    count * GCRT_PAGE);
		p += count;
	}
	record->touched &= (uint8_t)~pages;
	space->touched_pages -= gcrt_mask_pages(pages);
	return gcrt_mask_pages(pages);
}

/* Locked.  Gives back the memory of pages that blocks on LIST do not hold. */
static void trim_list(struct gcrt_space *space, uint32_t list)
{
	for (size_t block = list; block && space->loose_pages; block = space->blocks[block].next) {
		const struct gcrt_block *record = &space->blocks[block];
		space->loose_pages -= gcrt_block_clean(space, block, (uint8_t)~record->held);
	}
}

void gcrt_space_trim(struct gcrt_space *space)
{
	if (!space->trims)
		return;
	while (space->dirty && space->touched_pages > space->limit_pages) {
		size_t block = space->dirty;
		gcrt_block_take_free(space, block);
		gcrt_block_clean(space, block, UINT8_MAX);
		gcrt_block_put_free(space, block);
	}
	if (space->touched_pages <= space->limit_pages)
		return;
	for (unsigned p = 0; p < space->parts; p++)
		for (size_t c = 0; c < GCRT_SIZE_CLASSES && space->loose_pages; c++) {
			trim_list(space, space->ready[p][c]);
			trim_list(space, space->thin[p][c]);
		}
}

/* ------------------------------------------------------------ small blocks */

uint8_t gcrt_class_pages(size_t size_class)
{
	return gcrt_page_mask(0, gcrt_block_cells(size_class) * gcrt_class_bytes(size_class));
}

/* The cells from LOW to END are completely in the run of pages from FIRST to LAST. */
static void cells_of_run(unsigned first, unsigned last, size_t bytes, size_t *low, size_t *end)
{
	*low = (first * (size_t)GCRT_PAGE + bytes - 1) / bytes;
	*end = (last + 1) * (size_t)GCRT_PAGE / bytes;
}

size_t gcrt_cells_within(size_t size_class, uint8_t held)
{
	size_t bytes = gcrt_class_bytes(size_class), within = 0, low, end;
	for (unsigned first = 0; held >> first; first++) {
		unsigned last = first;
		if (!(held >> first & 1))
			continue;
		while (held >> (last + 1) & 1)
			last++;
		cells_of_run(first, last, bytes, &low, &end);
		within += end > low ? end - low : 0;
		first = last;
	}
	return within;
}

/* How many pages the system may have back. */
static size_t loose_pages(const struct gcrt_space *space, const struct gcrt_block *record)
{
	return gcrt_mask_pages(whole_pages(space, record->touched & (uint8_t)~record->held));
}

void gcrt_block_hold(struct gcrt_space *space, struct gcrt_block *record, uint8_t held)
{
	space->loose_pages -= loose_pages(space, record);
	space->used_pages += gcrt_mask_pages(held);
	space->used_pages -= gcrt_mask_pages(record->held);
	space->part_pages[record->part] += gcrt_mask_pages(held);
	space->part_pages[record->part] -= gcrt_mask_pages(record->held);
	record->held = held;
	space->loose_pages += loose_pages(space, record);
}

/* The pages of a block that have a live cell. */
static uint8_t live_pages(const struct gcrt_space *space, size_t block)
{
	uintptr_t first = gcrt_block_address(space, block);
	size_t bytes = gcrt_class_bytes(space->blocks[block].size_class);
	uint8_t pages = 0;
	for (size_t at = 0; at + bytes <= GCRT_BLOCK_BYTES; at += bytes)
		if (gcrt_load(gcrt_object_byte(first + at), acquire))
			pages |= gcrt_page_mask(at, bytes);
	return pages;
}

#define SPARSE 16 /* cells; a block with so few may have pages without a cell */
#define FEW    32 /* few pages are left when less than this part of the heap is */

/* Whether a block may have pages without a cell, and it is worth looking for them. */
static bool may_give_up_pages(const struct gcrt_space *space, const struct gcrt_block *record)
{
	size_t cells = gcrt_block_cells(record->size_class);
	bool few = !gcrt_space_has_pages(space, record->part, 0,
	    gcrt_space_share(space, space->limit_pages) / FEW);
	return !space->line_shift && record->live < cells &&
	    (record->live <= SPARSE || (few && record->live <= cells - cells / GCRT_BLOCK_PAGES));
}

static uint32_t *list_of(struct gcrt_space *space, const struct gcrt_block *record)
{
	return record->state == GCRT_BLOCK_READY ? &space->ready[record->part][record->size_class]
	    : record->state == GCRT_BLOCK_THIN   ? &space->thin[record->part][record->size_class]
						 : NULL;
}

/* Puts a block with live cells on the list that fits its cells and pages. */
static void enlist(struct gcrt_space *space, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	size_t size_class = record->size_class;
	/* `live' may count a cell twice that is free and listed and about to be counted. */
	enum gcrt_block_state state = record->live >= gcrt_block_cells(size_class) ? GCRT_BLOCK_FULL
	    : record->live < gcrt_cells_within(size_class, record->held) ? GCRT_BLOCK_READY
									 : GCRT_BLOCK_THIN;
	gcrt_store(&record->state, state, relaxed);
	if (record->state == GCRT_BLOCK_READY && record->part == gcrt_space_part(space, 0))
		space->found_ready |= (uint64_t)1 << size_class;
	if (list_of(space, record))
		gcrt_block_push(space, list_of(space, record), block);
}

void gcrt_block_place(struct gcrt_space *space, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	if (!record->live) {
		gcrt_block_hold(space, record, 0);
		space->loose_pages -= gcrt_mask_pages(record->touched);
		gcrt_block_put_free(space, block);
		return;
	}
	if (may_give_up_pages(space, record))
		gcrt_block_hold(space, record, live_pages(space, block));
	enlist(space, block);
}

void gcrt_block_displace(struct gcrt_space *space, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	if (list_of(space, record))
		gcrt_block_take(space, list_of(space, record), block);
}

void gcrt_space_give_up_pages(struct gcrt_space *space)
{
	gcrt_mutex_lock(&space->lock);
	for (size_t block = space->first; !space->line_shift && block < space->frontier; block++) {
		struct gcrt_block *record = &space->blocks[block];
		if (!list_of(space, record))
			continue;
		gcrt_block_displace(space, block);
		gcrt_block_hold(space, record, live_pages(space, block));
		enlist(space, block);
	}
	gcrt_mutex_unlock(&space->lock);
}

/* The pages that the block holds, and those of its first cell that is not completely in them. */
static uint8_t one_more_cell(const struct gcrt_block *record)
{
	size_t bytes = gcrt_class_bytes(record->size_class);
	for (size_t at = 0; at + bytes <= GCRT_BLOCK_BYTES; at += bytes) {
		uint8_t pages = gcrt_page_mask(at, bytes);
		if (pages & ~record->held)
			return pages | record->held;
	}
	return record->held;
}

/* Who takes cells, and where. */
struct taker {
	unsigned part;
	bool is_kernel;   /* Note [To-space] */
	bool last_resort; /* it takes pages of the reserve, and larger cells */
};

bool gcrt_space_has_pages(const struct gcrt_space *space, unsigned part, size_t more, size_t spare)
{
	return space->used_pages + more + spare <= space->limit_pages &&
	    (space->parts == 1 ||
		space->part_pages[part] + more + spare <=
		    gcrt_space_share(space, space->limit_pages));
}

static bool fits(const struct gcrt_space *space, const struct gcrt_block *record, uint8_t held,
    size_t spare)
{
	size_t more = gcrt_mask_pages(held) - gcrt_mask_pages(record->held);
	return gcrt_space_has_pages(space, record->part, more, spare);
}

/* Note [To-space]. */
static bool has_no_limit(const struct gcrt_space *space, const struct taker *taker)
{
	return taker->is_kernel && space->parts > 1;
}

/* Locked.  Makes the block hold more pages: all that it can have, or those of one cell more if few
 * are left. false: the heap's limit does not allow it. */
static bool hold_more(struct gcrt_space *space, size_t block, const struct taker *taker)
{
	struct gcrt_block *record = &space->blocks[block];
	uint8_t before = record->held, held = gcrt_class_pages(record->size_class);
	if (has_no_limit(space, taker)) {
		gcrt_block_hold(space, record, held);
		return true;
	}
	if (!fits(space, record, held, taker->is_kernel ? 0 : space->limit_pages / FEW))
		held = one_more_cell(record);
	if (!fits(space, record, held, 0))
		return false;
	gcrt_block_hold(space, record, held);
	if (!taker->is_kernel)
		space->taken_pages += gcrt_mask_pages(held) - gcrt_mask_pages(before);
	return true;
}

size_t gcrt_space_free_block(struct gcrt_space *space)
{
	size_t block = space->dirty ? space->dirty : space->clean;
	if (block) {
		gcrt_block_take_free(space, block);
	} else {
		if (!gcrt_space_commit(space, space->frontier + 1))
			return 0;
		block = space->frontier;
		gcrt_store(&space->frontier, block + 1, release);
	}
	return block;
}

/* Locked.  Takes a free block, for cells of SIZE_CLASS. 0: there is none, and *WHY says why. */
static size_t take_free(struct gcrt_space *space, size_t size_class, const struct taker *taker,
    enum gcrt_grant *why)
{
	size_t pages = gcrt_pages(gcrt_class_bytes(size_class)), kept = 0;
	if (!taker->last_resort && !taker->is_kernel && gcrt_class_bytes(size_class) <= GCRT_FINE)
		kept = space->reserve_pages;
	if (!has_no_limit(space, taker) && !gcrt_space_has_pages(space, taker->part, pages, kept))
		return 0;
	*why = GCRT_REFUSED;
	if (!taker->is_kernel && !gcrt_space_secure(space, 1))
		return 0;
	size_t block = gcrt_space_free_block(space);
	if (!block)
		return 0;
	struct gcrt_block *record = &space->blocks[block];
	record->size_class = (uint8_t)size_class;
	record->live = record->held = 0;
	record->choice = 0;
	gcrt_store(&record->part, taker->part, relaxed);
	space->loose_pages += gcrt_mask_pages(record->touched);
	hold_more(space, block, taker);
	if (taker->is_kernel)
		gcrt_space_use_chosen(space, gcrt_mask_pages(record->held));
	return block;
}

/* Note [Leaving blocks]: a kernel that may do without takes no cell of a block that others leave, and no page for a
 * block that has objects. */
static bool is_choosy(const struct gcrt_space *space, const struct taker *taker)
{
	return taker->is_kernel && !taker->last_resort && gcrt_load(&space->choice, relaxed);
}

/* Locked.  The first block on LIST that nobody leaves. */
static size_t first_staying(const struct gcrt_space *space, uint32_t list)
{
	size_t block = list;
	while (block && space->blocks[block].choice == gcrt_load(&space->choice, relaxed))
		block = space->blocks[block].next;
	return block;
}

/* Locked.  A block of SIZE_CLASS with free cells in pages that it holds. 0: there is none. */
static size_t take_ready(struct gcrt_space *space, size_t size_class, const struct taker *taker)
{
	uint32_t *ready = &space->ready[taker->part][size_class],
		 *thin = &space->thin[taker->part][size_class];
	size_t block = is_choosy(space, taker) ? first_staying(space, *ready) : *ready;
	if (block) {
		gcrt_block_take(space, ready, block);
		return block;
	}
	block = *thin;
	if (!block || is_choosy(space, taker) || !hold_more(space, block, taker))
		return 0;
	gcrt_block_take(space, thin, block);
	return block;
}

void gcrt_space_reserve(struct gcrt_space *space, size_t pages)
{
	size_t most = space->limit_pages / GCRT_RESERVE;
	space->reserve_pages += pages < most ? pages : most;
	if (space->reserve_pages > most)
		space->reserve_pages = most;
}

/* Locked.  Takes a block with free cells for SIZE_CLASS, which is owned from now on. 0: there is
 * none, and *WHY says why. */
static size_t acquire_block(struct gcrt_space *space, size_t size_class, const struct taker *taker,
    enum gcrt_grant *why)
{
	size_t block = take_ready(space, size_class, taker);
	*why = GCRT_FULL;
	if (!block)
		block = take_free(space, size_class, taker, why);
	for (size_t c = size_class + 1; !block && taker->last_resort && c < GCRT_SIZE_CLASSES; c++)
		block = take_ready(space, c, taker);
	if (!block)
		return 0;
	gcrt_store(&space->blocks[block].state, GCRT_BLOCK_OWNED, relaxed);
	if (gcrt_class_bytes(size_class) > GCRT_FINE)
		gcrt_space_reserve(space, GCRT_BLOCK_PAGES);
	return block;
}

/* ------------------------------------------------------- cells for mutators */

/* Cells are multiples of 16 bytes.  A call would cost more than zeroing a small cell. */
static void zero_cell(uintptr_t cell, size_t bytes)
{
	if (bytes > 128)
		memset((void *)cell, 0, bytes);
	else
		for (uintptr_t at = cell; at < cell + bytes; at += GCRT_GRANULE)
			__builtin_memset((void *)at, 0, GCRT_GRANULE);
}

/* A cell that gets ready for a new object: ACT and POINT of gcrt-machine.def. */
struct cell {
	uintptr_t at;
	size_t bytes;
	bool is_dirty;
	uint8_t *byte; /* the first of its bytes in the tables */
	const uint8_t *metadata;
	unsigned pieces; /* of metadata */
	unsigned references;
};

static inline void act_set_metadata(struct cell cell)
{
	for (unsigned k = 0; k < cell.pieces; k++)
		gcrt_store(cell.byte + (k + 1) * GCRT_TABLE_BYTES, cell.metadata[k], relaxed);
	if (cell.references)
		gcrt_space_init_references(cell.references, cell.at, cell.metadata);
}

static inline void act_clear_slots(struct cell cell)
{
	if (cell.is_dirty)
		zero_cell(cell.at, cell.bytes);
}

#define GCRT_ROWS GCRT_ROWS_OF_CELLS
#define DO(act)   act_##act(cell);
#define POINT(name, of, what, acts)                                                                \
	static inline void take_##name(struct cell cell)                                           \
	{                                                                                          \
		acts                                                                               \
	}
#include "gcrt-machine.def"

/* Note [Free cells]: the mutator that owns a block makes a list of its free cells without the lock,
 * while workers may free other cells of the block.  A worker has finished with a cell before it
 * clears the cell's byte, with release.  The mutator that finds the byte clear, with acquire, may
 * write the cell; or a thread may give up the cell's page (litmus test free_cells).  `live` is
 * right as soon as the list has been counted.  A cell that is freed in the meantime was live, and
 * is counted either as freed and listed, or as freed.  Until then the block is owned, and no thread
 * reads `live`.
 *
 * Links the free cells, lowest first, and returns their number. */
static size_t thread_cells(const struct gcrt_space *space, size_t block, uint8_t touched,
    const uint8_t *metadata, void **list)
{
	uint8_t size_class = space->blocks[block].size_class, held = space->blocks[block].held;
	uint8_t all = gcrt_class_pages(size_class);
	size_t bytes = gcrt_class_bytes(size_class), count = 0, low, end;
	unsigned pieces = space->tables - 1;
	bool whole = held == all, clean = !(touched & all), dirty = (touched & all) == all;
	uintptr_t first = gcrt_block_address(space, block);
	uint8_t *table = gcrt_object_byte(first);
	void *head = NULL;
	bool told = __tsan_acquire, closes = gcrt_closes_memory(); /* Note [Sanitizers] */
	cells_of_run((unsigned)__builtin_ctz(held), 31 - (unsigned)__builtin_clz(held), bytes, &low,
	    &end);
	for (size_t at = end * bytes; at > low * bytes;) {
		at -= bytes;
		uint8_t *byte = table + at / GCRT_GRANULE;
		if (gcrt_load(byte, acquire) || (!whole && gcrt_page_mask(at, bytes) & ~held))
			continue;
		if (told)
			gcrt_say_acquire(byte);
		if (closes)
			gcrt_open_memory(first + at, bytes);
		take_allocate((struct cell){ first + at, bytes,
		    dirty || (!clean && gcrt_page_mask(at, bytes) & touched), byte, metadata,
		    pieces, space->references });
		*(void **)(first + at) = head;
		head = (void *)(first + at);
		if (closes)
			gcrt_close_memory(first + at, bytes);
		count++;
	}
	*list = head;
	return count;
}

/* Locked.  The mutator no longer owns the block.  COUNT cells of its list were not used. */
static void disown(struct gcrt_space *space, size_t block, size_t count)
{
	struct gcrt_block *record = &space->blocks[block];
	size_t bytes = count * gcrt_class_bytes(record->size_class);
	gcrt_assert(record->state == GCRT_BLOCK_OWNED);
	record->live -= (uint32_t)count;
	space->live_bytes -= bytes;
	space->taken_bytes -= bytes < space->taken_bytes ? bytes : space->taken_bytes;
	gcrt_block_place(space, block);
}

/* Empties *CELLS, and returns how many there were. */
static size_t forget_list(const struct gcrt_space *space, struct gcrt_free_cells cells)
{
	size_t bytes = gcrt_class_bytes(space->blocks[*cells.block].size_class), count = 0;
	for (void *cell = *cells.list, *next; cell; cell = next) {
		gcrt_open_memory((uintptr_t)cell, sizeof next);
		next = *(void **)cell;
		gcrt_close_memory((uintptr_t)cell, sizeof next);
		if (GCRT_DEBUG)
			memset(cell, GCRT_POISON, bytes);
		count++;
	}
	*cells.list = NULL;
	return count;
}

void gcrt_space_return(struct gcrt_space *space, struct gcrt_free_cells cells)
{
	if (!*cells.block)
		return;
	size_t count = forget_list(space, cells);
	gcrt_mutex_lock(&space->lock);
	disown(space, *cells.block, count);
	gcrt_mutex_unlock(&space->lock);
	*cells.block = 0;
}

/* Locked.  Counts the memory of a block as touched, because mutators will write it.  Returns the
 * pages that were touched before. */
uint8_t gcrt_block_touch(struct gcrt_space *space, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	uint8_t before = record->touched;
	space->loose_pages -= loose_pages(space, record);
	record->touched |= gcrt_touched_with(space, record->held);
	space->loose_pages += loose_pages(space, record);
	space->touched_pages += gcrt_mask_pages(record->touched) - gcrt_mask_pages(before);
	gcrt_space_trim(space);
	return before;
}

/* Locked.  Whether a block of the size class and part of LIKE can have objects; then it is on no list.  It may have become
 * free since its cell was chosen. */
static bool is_like(struct gcrt_space *space, size_t block, const struct gcrt_block *like)
{
	struct gcrt_block *record = &space->blocks[block];
	if (record->state == GCRT_BLOCK_FREE) {
		gcrt_block_take_free(space, block);
		record->size_class = like->size_class;
		record->live = record->held = 0;
		gcrt_store(&record->part, like->part, relaxed);
		space->loose_pages += gcrt_mask_pages(record->touched);
		return true;
	}
	if (record->size_class != like->size_class || record->part != like->part)
		return false;
	gcrt_block_displace(space, block);
	return record->state == GCRT_BLOCK_READY || record->state == GCRT_BLOCK_THIN ||
	    record->state == GCRT_BLOCK_FULL || record->state == GCRT_BLOCK_LOOPED;
}

#if GCRT_DEBUG
/* The block held the pages BEFORE.  Free cells in the others are poisoned, as all are: a page that was given up has zeros. */
static void poison_gained(const struct gcrt_space *space, size_t block, uint8_t before)
{
	const struct gcrt_block *record = &space->blocks[block];
	size_t bytes = gcrt_class_bytes(record->size_class);
	for (size_t at = 0; at < gcrt_block_cells(record->size_class) * bytes; at += bytes) {
		uint8_t pages = gcrt_page_mask(at, bytes);
		uintptr_t cell = gcrt_block_address(space, block) + at;
		if (pages & ~before && !(pages & ~record->held) && !*gcrt_object_byte(cell))
			memset((void *)cell, GCRT_POISON, bytes);
	}
}
#endif

bool gcrt_block_gain(struct gcrt_space *space, uintptr_t cell, const struct gcrt_block *like)
{
	size_t block = gcrt_block_of(cell), bytes = gcrt_class_bytes(like->size_class);
	struct gcrt_block *record = &space->blocks[block];
	if (!is_like(space, block, like))
		return false;
#if GCRT_DEBUG
	uint8_t before = record->held;
#endif
	gcrt_block_hold(space, record,
	    record->held | gcrt_page_mask(cell - gcrt_block_address(space, block), bytes));
	gcrt_block_touch(space, block);
#if GCRT_DEBUG
	poison_gained(space, block, before);
#endif
	record->live++;
	space->live_bytes += bytes;
	if (record->state != GCRT_BLOCK_LOOPED)
		enlist(space, block);
	return true;
}

static enum gcrt_grant get_cells(struct gcrt_space *space, size_t size_class,
    const uint8_t *metadata, const struct taker *taker, struct gcrt_free_cells cells)
{
	enum gcrt_grant why;
	uint8_t touched = 0;
	gcrt_mutex_lock(&space->lock);
#if GCRT_DEBUG
	gcrt_redzone_limit(space);
#endif
	if (*cells.block)
		disown(space, *cells.block, 0);
	size_t block = acquire_block(space, size_class, taker, &why);
	if (block)
		touched = gcrt_block_touch(space, block);
	gcrt_mutex_unlock(&space->lock);
	*cells.block = (uint32_t)block;
	if (!block)
		return why;
	size_t count = thread_cells(space, block, touched, metadata, cells.list);
	size_t bytes = count * gcrt_class_bytes(space->blocks[block].size_class);
	gcrt_assert(count);
	gcrt_fence(release); /* Note [Allocation buffers] */
	gcrt_say_release(&gcrt_fence_word);
	gcrt_mutex_lock(&space->lock);
	space->blocks[block].live += (uint32_t)count;
	space->live_bytes += bytes;
	if (!taker->is_kernel)
		space->taken_bytes += bytes;
	gcrt_mutex_unlock(&space->lock);
	if (!taker->is_kernel)
		gcrt_fetch_add(&space->allocated_bytes, bytes, relaxed);
	return GCRT_GRANTED;
}

enum gcrt_grant gcrt_space_cells(struct gcrt_space *space, size_t size_class,
    const uint8_t *metadata, bool last_resort, struct gcrt_free_cells cells)
{
	return get_cells(space, size_class, metadata,
	    &(struct taker){ gcrt_space_part(space, 0), false, last_resort }, cells);
}

enum gcrt_grant gcrt_space_kernel_cells(struct gcrt_space *space, unsigned s, size_t size_class,
    const uint8_t *metadata, bool surely, struct gcrt_free_cells cells)
{
	return get_cells(space, size_class, metadata,
	    &(struct taker){ gcrt_space_part(space, s), true, surely }, cells);
}

/* -------------------------------------------------------------- questions */

void gcrt_space_census(struct gcrt_space *space)
{
	struct gcrt_census *census = &space->census;
	unsigned part = gcrt_space_part(space, 0);
	size_t limit = gcrt_space_share(space, space->limit_pages);
	size_t used = space->parts == 1 ? space->used_pages + gcrt_space_spare(space)
					: space->part_pages[part];
	used -= space->taken_pages < used ? space->taken_pages : used;
	census->live_bytes = space->live_bytes -
	    (space->taken_bytes < space->live_bytes ? space->taken_bytes : space->live_bytes);
	census->free_pages = used < limit ? limit - used : 0;
	census->ready = space->found_ready;
	for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++)
		if (space->ready[part][c])
			census->ready |= (uint64_t)1 << c;
}

bool gcrt_space_contains(const struct gcrt_space *space, uintptr_t address)
{
	size_t block = gcrt_block_of(address);
	if (gcrt_arena(address) != space->arena || address % GCRT_GRANULE)
		return false;
	/* Note [Frontier]: the acquire load orders this: a thread that sees a block below the
	 * frontier sees that the block's tables are usable. */
	return block >= space->first && block < gcrt_load(&space->frontier, acquire) &&
	    gcrt_load(gcrt_object_byte(address), relaxed);
}
