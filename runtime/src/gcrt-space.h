/* gcrt-space.h: blocks of cells, large objects, and how much of the heap is used.
 *
 * A small object lives in a cell of a block; all cells of a block have one
 * size class.  A large object has blocks of its own, at the block's start; of
 * its last block only the pages it covers are touched and counted. */
#ifndef GCRT_SPACE_H
#define GCRT_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-collector.h"
#include "gcrt-layout.h"
#include "gcrt-mutator.h"
#include "gcrt-size-class.h"
#include "gcrt-sync.h"

#define GCRT_PAGE        4096
#define GCRT_BLOCK_PAGES (GCRT_BLOCK_BYTES / GCRT_PAGE)

enum gcrt_block_state {
	GCRT_BLOCK_UNUSED, /* never used */
	GCRT_BLOCK_FREE,   /* on the list dirty or the list clean */
	GCRT_BLOCK_OWNED,  /* a mutator owns it, with its free cells */
	GCRT_BLOCK_READY,  /* has free cells, on the list ready of its class */
	GCRT_BLOCK_THIN,   /* free cells only in pages that it does not hold: on the list thin */
	GCRT_BLOCK_FULL,
	GCRT_BLOCK_LOOPED, /* small, and a loop over all objects must still visit it */
	GCRT_BLOCK_LARGE,  /* first block of a large object */
	GCRT_BLOCK_TAIL    /* a later block of a large object */
};

/* Note [Reserve]: most of what programs allocate is small and dies young.  If blocks of small cells
 * could take every page, some object would stay in each of them, and a collection would give back
 * many cells and no page.  So the last pages are kept for objects of more than GCRT_FINE bytes.
 * Smaller ones get these pages only after a collection.  The reserve grows with the bytes that are
 * allocated in objects of more than GCRT_FINE, and each cycle makes it smaller. */
#define GCRT_FINE    1024
#define GCRT_RESERVE 16 /* the reserve is this part of the pages */

/* All is under the space's lock, except for what the owner of a block accesses (Note [Free cells]).
 *
 * Note [Held pages]: of a small block only the pages that it holds count as used.  A cell is
 * allocated only if the block holds all pages of the cell.  A block with few live cells gives up
 * the pages without objects.  So one object in a block costs a page and not a block. */
struct gcrt_block {
	uint8_t
	    state; /* written atomically: whoever has an object reads whether its block is that of a large one */
	uint8_t size_class;
	uint8_t held;            /* bit p: page p counts as used; 0 for large objects */
	uint8_t touched;         /* bit p: page p may be not zero */
	uint32_t live;           /* cells that are not free; 1 for a large object */
	uint32_t loops;          /* atomic; how many loops over all objects must still visit it */
	uint32_t next, previous; /* on a list; 0: none */
	union {
		uint32_t span; /* of a large object */
		uint32_t
		    choice; /* of a small block: the last for which it was chosen; Note [Leaving blocks].
			     * In a heap with regions atomic: GCRT_CHOSEN or another number */
	};
	union {
		uint32_t pages; /* of a large object */
		uint32_t
		    left; /* of a small block: what lived in it when mutators went on; Note [Sparse blocks] */
	};
	uint32_t part; /* atomic; of a heap that is divided: Note [Parts] */
};

/* What was free after a cycle had freed everything that it frees.  What mutators have taken since
 * then counts as free.  It answers whether there was room for an allocation. */
struct gcrt_census {
	size_t free_pages;
	uint64_t ready; /* bit c: a block of class c had free cells */
	size_t live_bytes;
};

/* What share of the granules in chosen blocks copies need: Note [Sparse blocks]. */
struct gcrt_share {
	size_t share; /* of 256 */
	size_t chosen,
	    wanted; /* granules in blocks that were chosen last, and those `alloc' was asked for */
};

/* When to begin a cycle beside running mutators, counted in allocated_bytes. */
struct gcrt_pace {
	uint64_t trigger;  /* atomic; the next cycle begins at this count */
	uint64_t at_begin; /* the count when the running cycle began */
	uint64_t at_loop;
	uint64_t lead;            /* bytes that mutators allocate while a cycle runs */
	uint64_t room_after_full; /* bytes that the last full cycle left */
	bool full_next;           /* atomic; the next cycle is to be a full one */
	bool fell_back;           /* an allocation had to wait for the end of this cycle */
};

struct gcrt_space {
	struct gcrt_mutex lock;
	uintptr_t arena;
	struct gcrt_block *blocks;
	unsigned tables;     /* tables in use: 1 + metadata */
	unsigned references; /* bit k: metadata k is a reference; behind the arena */
	const struct gcrt_collector *collector;
	unsigned line_shift; /* of a heap with regions: that of the smallest ones; otherwise 0 */
	bool trims;          /* the system takes back pieces smaller than a block */
	unsigned unit;       /* so many pages of a block get memory together */
	size_t first, committed; /* block numbers */
	size_t frontier;         /* atomic; written under the lock; Note [Frontier] */
	size_t limit_pages, maximum_pages, used_pages, wanted_pages;
	size_t red_bytes;     /* atomic; debug builds: Note [Red zones] */
	size_t red_pages;     /* so many pages the limits are higher because of red_bytes */
	size_t touched_pages; /* pages that have memory, in use or not */
	size_t loose_pages;   /* of these, those of small blocks that do not hold them */
	size_t free_blocks;   /* on the lists dirty and clean */
	size_t reserve_pages; /* Note [Reserve] */
	bool copies;          /* kernels copy, and the heap is not divided, and has no regions */
	bool evacuates;       /* kernels copy in a heap with regions: Note [Sparse blocks] */
	uint32_t choices;     /* how often blocks have been chosen: Note [Leaving blocks] */
	uint32_t choice;      /* atomic; the last of these, until mutators run again; then 0 */
	size_t chosen_pages;  /* that copies of what is in chosen blocks may still need */
	struct gcrt_share
	    shares[2];       /* of blocks in which the last cycle has left nothing; of others */
	size_t next_sparse;  /* where the next choice begins */
	size_t large_blocks; /* of large objects */
	uint32_t dirty, clean;
	uint32_t ready[GCRT_MAX_SPACES][GCRT_SIZE_CLASSES],
	    thin[GCRT_MAX_SPACES][GCRT_SIZE_CLASSES];
	unsigned parts;                     /* 1: the heap is not divided */
	size_t part_pages[GCRT_MAX_SPACES]; /* of the used pages */
	size_t next_run;   /* where the next search for free blocks in a row begins */
	size_t live_bytes; /* of cells that are not free */
	/* Since the cycle began, or its last loop over all objects: */
	uint64_t found_ready;            /* bit c: free cells were found in a block of class c */
	size_t taken_pages, taken_bytes; /* by mutators */
	uint64_t allocated_bytes;        /* atomic */
	struct gcrt_census census;
	struct gcrt_pace pace;
};

enum gcrt_grant {
	GCRT_GRANTED,
	GCRT_FULL,   /* the heap's size does not allow more */
	GCRT_REFUSED /* the system gives no more */
};

/* false, with nothing left allocated: there is no address space. */
bool gcrt_space_init(struct gcrt_space *space, size_t limit, size_t maximum,
    const struct gcrt_collector *collector);
void gcrt_space_destroy(struct gcrt_space *space);
/* No heap can have more bytes. */
size_t gcrt_space_most_bytes(void);

/* The free cells of one block, which the mutator owns.  Block 0: none. */
struct gcrt_free_cells {
	void **list;
	uint32_t *block;
};
/* Gives back the rest of CELLS.  Gets a list of zeroed cells that are large enough for SIZE_CLASS,
 * with these metadata.  LAST_RESORT: cells of larger classes will do, too. */
enum gcrt_grant gcrt_space_cells(struct gcrt_space *space, size_t size_class,
    const uint8_t *metadata, bool last_resort, struct gcrt_free_cells cells);
void gcrt_space_return(struct gcrt_space *space, struct gcrt_free_cells cells);
/* Every block with free cells that no mutator owns gives up the pages without live cells. */
void gcrt_space_give_up_pages(struct gcrt_space *space);
/* The same for a kernel, in the part of the heap that space S is: Note [To-space].  Of a heap that is not divided S
 * is 0.  SURELY: the kernel counts on it, so anything will do. */
enum gcrt_grant gcrt_space_kernel_cells(struct gcrt_space *space, unsigned s, size_t size_class,
    const uint8_t *metadata, bool surely, struct gcrt_free_cells cells);
enum gcrt_grant gcrt_space_kernel_large(struct gcrt_space *space, unsigned s, size_t bytes,
    const uint8_t *metadata, bool surely, void **object);
/* gcrt-hole.c: small objects of a heap with regions.  Their blocks have this size class: a cell is a granule. */
#define GCRT_PLACED_CLASS 0
enum gcrt_taker {
	GCRT_MUTATOR,
	GCRT_MUTATOR_AGAIN, /* after a collection */
	GCRT_KERNEL,
	GCRT_KERNEL_SURELY
};
/* A place for an object of BYTES, at most GCRT_LARGE_THRESHOLD: zeroed, with these metadata, in one of HOLES, which the
 * caller owns. */
enum gcrt_grant gcrt_space_place(struct gcrt_space *space, struct gcrt_hole holes[GCRT_HOLES],
    size_t bytes, const uint8_t *metadata, enum gcrt_taker taker, void **object);
void gcrt_space_return_holes(struct gcrt_space *space, struct gcrt_hole holes[GCRT_HOLES]);
/* Metadata of regions have changed, so there may be holes where there were none. */
void gcrt_space_renew_holes(struct gcrt_space *space);
/* Locked.  Bit c: an object of size class c fits into a hole that nobody owns. */
uint64_t gcrt_space_hole_classes(const struct gcrt_space *space);
/* Whether a large object of PAGES pages may be placed at the beginning of a block. */
bool gcrt_space_fits_large(const struct gcrt_space *space, size_t block, size_t pages);
/* Marks where OBJECT ends, of so many granules in its block. */
void gcrt_set_end(uintptr_t object, size_t granules);
/* The last granule that OBJECT has in its block; how many it has there. */
uintptr_t gcrt_last_granule(uintptr_t object);
size_t gcrt_granules(uintptr_t object);
/* The bytes of the place of an object: a cell, or whole pages. */
size_t gcrt_place_bytes(const struct gcrt_space *space, uintptr_t object);

/* Memory for a large object, zeroed, with these metadata. */
enum gcrt_grant gcrt_space_large(struct gcrt_space *space, size_t bytes, const uint8_t *metadata,
    void **object);

/* gcrt-copies.c: which objects may move, where the heap is not divided.
 *
 * All mutators are stopped, and have given back their cells.  Chooses the blocks whose objects may leave them. */
void gcrt_space_choose(struct gcrt_space *space);
/* Mutators are about to run: all objects may leave. */
void gcrt_space_choose_no_more(struct gcrt_space *space);
/* Whether a kernel may allocate something like OBJECT, of SIZE bytes, if it can do without. */
bool gcrt_space_may_leave(const struct gcrt_space *space, uintptr_t object, size_t size);

/* gcrt-sparse.c: Note [Sparse blocks].  So much of a heap with regions is kept for copies; of a heap of fewer blocks
 * one block, and none of a heap of fewer than GCRT_SPARE_LEAST. */
#define GCRT_SPARE       32
#define GCRT_SPARE_LEAST 16
/* Mutators leave so many pages. */
size_t gcrt_space_spare(const struct gcrt_space *space);
/* All mutators are stopped, and have given back their holes.  Chooses the blocks that should be emptied. */
void gcrt_space_choose_sparse(struct gcrt_space *space);
void gcrt_space_begin_shares(struct gcrt_space *space);
/* A kernel wants room for a copy of OBJECT; the caller has the lock of workers' cells. */
void gcrt_space_wants_copy(struct gcrt_space *space, uintptr_t object, size_t bytes);
/* Mutators are about to run. */
void gcrt_space_note_left(struct gcrt_space *space);

/* gcrt-loop.c: gcrt_space_loop begins a loop, which must visit every block that has objects; no
 * mutator runs. gcrt_space_next_looped returns the first such block after AFTER; 0: there are no
 * more. */
void gcrt_space_loop(struct gcrt_space *space);
size_t gcrt_space_next_looped(const struct gcrt_space *space, size_t after);
/* One of them has visited it. */
void gcrt_space_visited(struct gcrt_space *space, size_t block);
/* The cells of a block that a loop must visit. */
struct gcrt_cells gcrt_space_looped_cells(const struct gcrt_space *space, size_t block);

void gcrt_space_census(struct gcrt_space *space);
bool gcrt_space_contains(const struct gcrt_space *space, uintptr_t address);

static inline size_t gcrt_pages(size_t bytes)
{
	return bytes / GCRT_PAGE + (bytes % GCRT_PAGE != 0);
}

static inline uintptr_t gcrt_block_address(const struct gcrt_space *space, size_t block)
{
	return space->arena + (block << GCRT_BLOCK_SHIFT);
}

static inline size_t gcrt_block_cells(size_t size_class)
{
	return GCRT_BLOCK_BYTES / gcrt_class_bytes(size_class);
}

/* Bit p: page p of a block has some of the bytes from OFFSET to OFFSET + BYTES. */
static inline uint8_t gcrt_page_mask(size_t offset, size_t bytes)
{
	size_t first = offset / GCRT_PAGE, last = (offset + bytes - 1) / GCRT_PAGE;
	return (uint8_t)((2u << last) - (1u << first));
}

static inline size_t gcrt_mask_pages(uint8_t mask)
{
	/* adds up pairs of bits, fours, and eight, because there may be no instruction for it */
	unsigned pairs = mask - (mask >> 1 & 0x55u);
	unsigned fours = (pairs & 0x33u) + (pairs >> 2 & 0x33u);
	return (fours + (fours >> 4)) & 0xfu;
}

/* The part of the heap that space S is now: 0 is where mutators allocate. */
static inline unsigned gcrt_space_part(const struct gcrt_space *space, unsigned s)
{
	return space->parts == 1 ? 0 : gcrt_load(gcrt_part_of_space(space->arena, s), relaxed);
}

/* So many pages mutators can have, of LIMIT for the whole heap. */
static inline size_t gcrt_space_share(const struct gcrt_space *space, size_t limit)
{
	return (limit - space->red_pages) / space->parts + space->red_pages;
}

/* PAGES of those that are for copies from chosen blocks have been taken. */
static inline void gcrt_space_use_chosen(struct gcrt_space *space, size_t pages)
{
	space->chosen_pages -= pages < space->chosen_pages ? pages : space->chosen_pages;
}

/* ------------------------------------------ for the parts of the space, locked */
/* Whether MORE pages can be used in PART; SPARE are to be left. */
bool gcrt_space_has_pages(const struct gcrt_space *space, unsigned part, size_t more, size_t spare);
void gcrt_block_push(struct gcrt_space *space, uint32_t *list, size_t block);
void gcrt_block_take(struct gcrt_space *space, uint32_t *list, size_t block);
void gcrt_space_reserve(struct gcrt_space *space, size_t pages); /* Note [Reserve] */
void gcrt_block_put_free(struct gcrt_space *space, size_t block);
void gcrt_block_take_free(struct gcrt_space *space, size_t block);
/* Puts a small block on the list where it belongs; no mutator owns it, and no loop must visit it
 * any more.  Before one of its cells is freed, or a loop begins, it is taken off that list. */
void gcrt_block_place(struct gcrt_space *space, size_t block);
void gcrt_block_displace(struct gcrt_space *space, size_t block);
/* A small block holds these pages from now on. */
void gcrt_block_hold(struct gcrt_space *space, struct gcrt_block *record, uint8_t held);
/* The memory that a block holds is written from now on.  Returns the pages that were touched before. */
uint8_t gcrt_block_touch(struct gcrt_space *space, size_t block);
/* Takes a block that is free, or that has never been used.  0: the system gives no more. */
size_t gcrt_space_free_block(struct gcrt_space *space);
void gcrt_space_free_large(struct gcrt_space *space, size_t block);
/* CELL, which has none, gets an object of the size class and in the part of LIKE: of another block, or its own.  false: it
 * cannot. */
bool gcrt_block_gain(struct gcrt_space *space, uintptr_t cell, const struct gcrt_block *like);
/* Not locked.  COUNT objects of the block were freed, whose bytes in table 0 are clear. */
void gcrt_block_freed(struct gcrt_space *space, size_t block, size_t count);
/* Not locked.  The same, of a heap with regions: COUNT granules, which may be counted later, but before
 * gcrt_count_now is over; whether nothing that is not freed lies in the block. */
void gcrt_count_freed(struct gcrt_worker *worker, size_t block, size_t count);
void gcrt_count_now(struct gcrt_worker *worker);
bool gcrt_nothing_lives(const struct gcrt_worker *worker, size_t block);
/* Gives unused memory back to the system, so that the process has no more than the heap's limit. */
void gcrt_space_trim(struct gcrt_space *space);
/* The pages of a block that get memory if PAGES are written: whole pages of the system. */
uint8_t gcrt_touched_with(const struct gcrt_space *space, uint8_t pages);
/* Gives the memory of PAGES of a block back to the system, in whole pages of the system.  These
 * read as zero afterwards.  Returns how many. */
size_t gcrt_block_clean(struct gcrt_space *space, size_t block, uint8_t pages);
bool gcrt_space_commit(struct gcrt_space *space, size_t end);
/* gcrt-ends.c: makes usable the tables for regions in BYTES from AT on, and sets their metadata. */
bool gcrt_regions_commit(const struct gcrt_space *space, uintptr_t at, size_t bytes);
/* Of a heap that is divided, addresses for copies of all that is in use, and of MORE blocks, are
 * usable.  false: the system gives no more. */
bool gcrt_space_secure(struct gcrt_space *space, size_t more);
/* The pages in which a block of SIZE_CLASS has cells; how many cells are completely in pages of HELD. */
uint8_t gcrt_class_pages(size_t size_class);
size_t gcrt_cells_within(size_t size_class, uint8_t held);
/* The word that is there already is not written: so pages of the tables get memory only where a
 * reference has been stored. */
static inline void gcrt_space_init_references(unsigned references, uintptr_t object,
    const uint8_t *metadata)
{
	for (unsigned k = 0; references >> k; k++)
		if ((references >> k & 1) &&
		    gcrt_load(gcrt_reference_word(object, k), relaxed) != metadata[k])
			gcrt_store(gcrt_reference_word(object, k), metadata[k], relaxed);
}

static inline void gcrt_space_init_metadata(const struct gcrt_space *space, uintptr_t object,
    const uint8_t *metadata)
{
	for (unsigned k = 0; k + 1 < space->tables; k++)
		gcrt_store(gcrt_table(object, 1 + k), metadata[k], relaxed);
	gcrt_space_init_references(space->references, object, metadata);
}

#endif
