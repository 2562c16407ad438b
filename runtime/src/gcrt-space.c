#define GC_IMPL 1
#include "gcrt-space.h"

#include <string.h>
#include <sys/mman.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-worker.h"

#define RECORDS_AT ((uintptr_t)(1 + GCRT_MAX_METADATA) * GCRT_TABLE_BYTES)
#define FIRST_BLOCK \
	((RECORDS_AT + GCRT_BLOCKS * sizeof(struct gcrt_block)) / GCRT_BLOCK_BYTES + 1)
#define CHUNK ((size_t)128)    /* blocks whose memory is made usable at once */

_Static_assert(CHUNK * sizeof(struct gcrt_block) % GCRT_PAGE == 0, "records fill pages");
_Static_assert(CHUNK * GCRT_BLOCK_GRANULES % GCRT_PAGE == 0, "tables fill pages");
_Static_assert(GCRT_SIZE_CLASSES <= 64, "a set of classes is a word");

/* ------------------------------------------------------------------- memory */

static uintptr_t reserve(uintptr_t hint, size_t bytes)
{
	void *got = mmap((void *)hint, bytes, PROT_NONE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return got == MAP_FAILED ? 0 : (uintptr_t)got;
}

/* The arena must be aligned to its size: asks for some aligned places before it
 * reserves twice as much and gives back what is too much. */
static uintptr_t reserve_arena(void)
{
	for (uintptr_t hint = 1; hint <= 4; hint++) {
		uintptr_t got = reserve(hint * GCRT_ARENA_BYTES, GCRT_ARENA_BYTES);
		if (got && gcrt_arena(got) == got)
			return got;
		if (got)
			munmap((void *)got, GCRT_ARENA_BYTES);
	}
	uintptr_t start = reserve(0, 2 * GCRT_ARENA_BYTES);
	if (!start)
		return 0;
	uintptr_t arena = gcrt_arena(start + GCRT_ARENA_MASK);
	if (arena != start)
		munmap((void *)start, arena - start);
	munmap((void *)(arena + GCRT_ARENA_BYTES), start + GCRT_ARENA_BYTES - arena);
	return arena;
}

static bool make_usable(uintptr_t address, size_t bytes)
{
	return !mprotect((void *)address, bytes, PROT_READ | PROT_WRITE);
}

/* Blocks up to END, their records and their part of the tables. */
static bool commit(struct gcrt_space *space, size_t end)
{
	while (space->committed < end) {
		size_t block = space->committed;
		uintptr_t at = gcrt_block_address(space, block);
		if (block + CHUNK > GCRT_BLOCKS ||
		    !make_usable(at, CHUNK * GCRT_BLOCK_BYTES) ||
		    !make_usable((uintptr_t)&space->blocks[block],
		        CHUNK * sizeof(struct gcrt_block)))
			return false;
		for (unsigned table = 0; table < space->tables; table++)
			if (!make_usable((uintptr_t)gcrt_table(at, table),
			    CHUNK * GCRT_BLOCK_GRANULES))
				return false;
		space->committed += CHUNK;
	}
	return true;
}

bool gcrt_space_init(struct gcrt_space *space, size_t limit, size_t maximum,
    const struct gcrt_collector *collector)
{
	memset(space, 0, sizeof *space);
	space->arena = reserve_arena();
	if (!space->arena)
		return false;
	space->blocks = (struct gcrt_block *)(space->arena + RECORDS_AT);
	space->tables = 1 + collector->metadata_count;
	space->first = (FIRST_BLOCK + CHUNK - 1) / CHUNK * CHUNK;
	space->frontier = space->committed = space->first;
	space->limit_pages = limit / GCRT_PAGE;
	space->maximum_pages = maximum / GCRT_PAGE;
	gcrt_mutex_init(&space->lock);
	return true;
}

void gcrt_space_destroy(struct gcrt_space *space)
{
	gcrt_mutex_destroy(&space->lock);
	munmap((void *)space->arena, GCRT_ARENA_BYTES);
}

/* --------------------------------------------------------- lists of blocks */

static void push(struct gcrt_space *space, uint32_t *list, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	record->previous = 0;
	record->next = *list;
	if (*list)
		space->blocks[*list].previous = (uint32_t)block;
	*list = (uint32_t)block;
}

static void take(struct gcrt_space *space, uint32_t *list, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	if (record->previous)
		space->blocks[record->previous].next = record->next;
	else
		*list = record->next;
	if (record->next)
		space->blocks[record->next].previous = record->previous;
}

static void put_free(struct gcrt_space *space, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	record->state = GCRT_BLOCK_FREE;
	*(record->dirty ? &space->dirty_blocks : &space->clean_blocks) += 1;
	push(space, record->dirty ? &space->dirty : &space->clean, block);
}

static void take_free(struct gcrt_space *space, size_t block)
{
	struct gcrt_block *record = &space->blocks[block];
	*(record->dirty ? &space->dirty_blocks : &space->clean_blocks) -= 1;
	take(space, record->dirty ? &space->dirty : &space->clean, block);
}

/* Gives the memory of blocks back to the system; they read as zero again. */
static void clean(struct gcrt_space *space, size_t block, size_t count)
{
	void *memory = (void *)gcrt_block_address(space, block);
	if (madvise(memory, count * GCRT_BLOCK_BYTES, MADV_DONTNEED) != 0)
		memset(memory, 0, count * GCRT_BLOCK_BYTES);   /* it is locked */
	for (size_t i = 0; i < count; i++)
		space->blocks[block + i].dirty = false;
}

/* Free blocks that still have memory must not make the process larger than
 * the heap may be. */
static void keep_within_limit(struct gcrt_space *space)
{
	while (space->dirty &&
	    space->used_pages + space->dirty_blocks * GCRT_BLOCK_PAGES > space->limit_pages) {
		size_t block = space->dirty;
		take_free(space, block);
		clean(space, block, 1);
		put_free(space, block);
	}
}

/* ---------------------------------------------------------- small objects */

/* A block with a free cell of SIZE_CLASS, now owned; 0 and *WHY. */
static size_t acquire_block(struct gcrt_space *space, size_t size_class, enum gcrt_grant *why)
{
	size_t block = space->ready[size_class];
	if (block) {
		take(space, &space->ready[size_class], block);
	} else {
		*why = GCRT_FULL;
		if (space->used_pages + GCRT_BLOCK_PAGES > space->limit_pages)
			return 0;
		block = space->dirty ? space->dirty : space->clean;
		if (block) {
			take_free(space, block);
		} else {
			*why = GCRT_REFUSED;
			if (!commit(space, space->frontier + 1))
				return 0;
			block = space->frontier;
			gcrt_store(&space->frontier, block + 1, release);
		}
		space->used_pages += GCRT_BLOCK_PAGES;
		space->taken_pages += GCRT_BLOCK_PAGES;
		space->blocks[block].size_class = (uint8_t)size_class;
		keep_within_limit(space);
	}
	space->blocks[block].state = GCRT_BLOCK_OWNED;
	return block;
}

static void init_metadata(const struct gcrt_space *space, uintptr_t object,
    const uint8_t *metadata)
{
	for (unsigned k = 0; k + 1 < space->tables; k++)
		gcrt_store(gcrt_table(object, 1 + k), metadata[k], relaxed);
}

/* Threads the free cells of an owned block, lowest first; *COUNT of them. */
static void *thread_cells(const struct gcrt_space *space, size_t block, bool zeroed,
    const uint8_t *metadata, size_t *count)
{
	size_t bytes = gcrt_class_bytes(space->blocks[block].size_class);
	uintptr_t first = gcrt_block_address(space, block);
	void *list = NULL;
	for (size_t i = GCRT_BLOCK_BYTES / bytes; i-- > 0;) {
		uintptr_t cell = first + i * bytes;
		if (*gcrt_object_byte(cell))
			continue;
		if (!zeroed)
			memset((void *)cell, 0, bytes);
		init_metadata(space, cell, metadata);
		*(void **)cell = list;
		list = (void *)cell;
		++*count;
	}
	return list;
}

enum gcrt_grant gcrt_space_cells(struct gcrt_space *space, size_t size_class,
    const uint8_t *metadata, void **list)
{
	enum gcrt_grant why = GCRT_GRANTED;
	gcrt_mutex_lock(&space->lock);
	size_t block = acquire_block(space, size_class, &why);
	bool zeroed = block && !space->blocks[block].dirty;
	if (block)
		space->blocks[block].dirty = true;
	gcrt_mutex_unlock(&space->lock);
	if (!block)
		return why;
	size_t count = 0;
	*list = thread_cells(space, block, zeroed, metadata, &count);
	gcrt_assert(count);
	gcrt_fence(release);    /* Note [Allocation buffers] */
	gcrt_fetch_add(&space->allocated_bytes, count * gcrt_class_bytes(size_class), relaxed);
	return GCRT_GRANTED;
}

void gcrt_space_return(struct gcrt_space *space, void **list)
{
	if (!*list)
		return;
	size_t block = gcrt_block_of((uintptr_t)*list);
	gcrt_mutex_lock(&space->lock);
	struct gcrt_block *record = &space->blocks[block];
#if GCRT_DEBUG
	for (void *cell = *list, *next; cell; cell = next) {
		next = *(void **)cell;
		memset(cell, GCRT_POISON, gcrt_class_bytes(record->size_class));
	}
#endif
	if (record->state == GCRT_BLOCK_OWNED) {
		record->state = GCRT_BLOCK_READY;
		push(space, &space->ready[record->size_class], block);
	}
	*list = NULL;
	gcrt_mutex_unlock(&space->lock);
}

/* ----------------------------------------------------------- large objects */

/* The first of SPAN free blocks in a row; 0: none, and the system refuses. */
static size_t find_run(struct gcrt_space *space, size_t span)
{
	size_t run = 0;
	if (space->dirty_blocks + space->clean_blocks >= span)
		for (size_t block = space->first; block < space->frontier; block++) {
			run = space->blocks[block].state == GCRT_BLOCK_FREE ? run + 1 : 0;
			if (run == span)
				return block + 1 - span;
		}
	if (span > GCRT_BLOCKS - space->frontier || !commit(space, space->frontier + span))
		return 0;
	size_t block = space->frontier;
	gcrt_store(&space->frontier, block + span, release);
	return block;
}

static void claim_run(struct gcrt_space *space, size_t block, size_t span, size_t pages)
{
	for (size_t i = 0; i < span; i++) {
		struct gcrt_block *record = &space->blocks[block + i];
		if (record->state == GCRT_BLOCK_FREE)
			take_free(space, block + i);
		if (record->dirty)
			clean(space, block + i, 1);
		record->state = GCRT_BLOCK_TAIL;
	}
	space->blocks[block].state = GCRT_BLOCK_LARGE;
	space->blocks[block].span = (uint32_t)span;
	space->blocks[block].pages = (uint32_t)pages;
	space->used_pages += pages;
	space->taken_pages += pages;
	keep_within_limit(space);
}

enum gcrt_grant gcrt_space_large(struct gcrt_space *space, size_t bytes,
    const uint8_t *metadata, void **object)
{
	enum gcrt_grant grant = GCRT_FULL;
	size_t pages = gcrt_pages(bytes);
	size_t span = (pages + GCRT_BLOCK_PAGES - 1) / GCRT_BLOCK_PAGES, block = 0;
	gcrt_mutex_lock(&space->lock);
	if (pages <= space->limit_pages && space->used_pages <= space->limit_pages - pages) {
		grant = GCRT_REFUSED;
		block = find_run(space, span);
	}
	if (block) {
		claim_run(space, block, span, pages);
		grant = GCRT_GRANTED;
	}
	gcrt_mutex_unlock(&space->lock);
	if (block) {
		*object = (void *)gcrt_block_address(space, block);
		init_metadata(space, (uintptr_t)*object, metadata);
		gcrt_fence(release);
		gcrt_fetch_add(&space->allocated_bytes, pages * GCRT_PAGE, relaxed);
	}
	return grant;
}

static void free_large(struct gcrt_space *space, size_t block)
{
	size_t span = space->blocks[block].span;
	space->used_pages -= space->blocks[block].pages;
	clean(space, block, span);
	for (size_t i = 0; i < span; i++)
		put_free(space, block + i);
}

/* ---------------------------------------------------- loops over all objects */

void gcrt_space_loop(struct gcrt_space *space)
{
	gcrt_mutex_lock(&space->lock);
	memset(space->ready, 0, sizeof space->ready);
	space->live_bytes = 0;
	space->looped_ready = 0;
	space->taken_pages = 0;
	space->pace.at_loop = gcrt_load(&space->allocated_bytes, relaxed);
	for (size_t block = space->first; block < space->frontier; block++) {
		uint8_t *state = &space->blocks[block].state;
		if (*state == GCRT_BLOCK_OWNED || *state == GCRT_BLOCK_READY ||
		    *state == GCRT_BLOCK_FULL)
			*state = GCRT_BLOCK_LOOPED;
		else if (*state == GCRT_BLOCK_LARGE)
			*state = GCRT_BLOCK_LARGE_LOOPED;
	}
	gcrt_mutex_unlock(&space->lock);
}

size_t gcrt_space_next_looped(const struct gcrt_space *space, size_t after)
{
	for (size_t block = after ? after + 1 : space->first; block < space->frontier; block++)
		if (space->blocks[block].state == GCRT_BLOCK_LOOPED ||
		    space->blocks[block].state == GCRT_BLOCK_LARGE_LOOPED)
			return block;
	return 0;
}

struct gcrt_cells gcrt_block_enter(struct gcrt_worker *worker, uintptr_t block)
{
	const struct gcrt_space *space = &worker->heap->space;
	const struct gcrt_block *record = &space->blocks[block];
	struct gcrt_cells cells = { gcrt_block_address(space, block), 0, 1 };
	worker->block = block;
	if (record->state == GCRT_BLOCK_LOOPED) {
		cells.stride = gcrt_class_bytes(record->size_class);
		cells.count = gcrt_block_cells(record->size_class);
	} else {
		gcrt_assert(record->state == GCRT_BLOCK_LARGE_LOOPED);
	}
	return cells;
}

void gcrt_block_leave(struct gcrt_worker *worker, uintptr_t block, size_t live)
{
	struct gcrt_space *space = &worker->heap->space;
	struct gcrt_block *record = &space->blocks[block];
	worker->block = 0;
	gcrt_mutex_lock(&space->lock);
	if (record->state == GCRT_BLOCK_LARGE_LOOPED) {
		record->state = GCRT_BLOCK_LARGE;
		space->live_bytes += live * record->pages * GCRT_PAGE;
		if (!live)
			free_large(space, block);
	} else if (!live) {
		space->used_pages -= GCRT_BLOCK_PAGES;
		put_free(space, block);
	} else {
		space->live_bytes += live * gcrt_class_bytes(record->size_class);
		record->state = GCRT_BLOCK_FULL;
		if (live < gcrt_block_cells(record->size_class)) {
			record->state = GCRT_BLOCK_READY;
			push(space, &space->ready[record->size_class], block);
			space->looped_ready |= (uint64_t)1 << record->size_class;
		}
	}
	gcrt_mutex_unlock(&space->lock);
}

void gcrt_freed_elsewhere(struct gcrt_worker *worker, struct gc_ref o)
{
	struct gcrt_space *space = &worker->heap->space;
	size_t block = gcrt_block_of(gc_ref_value(o));
	gcrt_mutex_lock(&space->lock);
	struct gcrt_block *record = &space->blocks[block];
	if (record->state == GCRT_BLOCK_LARGE) {
		free_large(space, block);
	} else if (record->state == GCRT_BLOCK_FULL) {
		record->state = GCRT_BLOCK_READY;
		push(space, &space->ready[record->size_class], block);
	}
	gcrt_mutex_unlock(&space->lock);
}

/* -------------------------------------------------------------- questions */

void gcrt_space_census(struct gcrt_space *space, uint64_t cycle, bool exact)
{
	struct gcrt_census *census = &space->census;
	size_t used = space->used_pages - (space->taken_pages < space->used_pages ?
	    space->taken_pages : space->used_pages);
	census->cycle = cycle;
	census->exact = exact;
	census->live_bytes = space->live_bytes;
	census->free_pages = used < space->limit_pages ? space->limit_pages - used : 0;
	census->ready = space->looped_ready;
	for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++)
		if (space->ready[c])
			census->ready |= (uint64_t)1 << c;
}

bool gcrt_space_contains(const struct gcrt_space *space, uintptr_t address)
{
	size_t block = gcrt_block_of(address);
	if (gcrt_arena(address) != space->arena || address % GCRT_GRANULE)
		return false;
	/* Note [Frontier]: who sees a block below the frontier sees, by acquire,
	 * that its tables are usable. */
	return block >= space->first && block < gcrt_load(&space->frontier, acquire) &&
	    gcrt_load(gcrt_object_byte(address), relaxed);
}
