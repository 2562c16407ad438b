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
#include "gcrt-size-class.h"
#include "gcrt-sync.h"

#define GCRT_PAGE        4096
#define GCRT_BLOCK_PAGES (GCRT_BLOCK_BYTES / GCRT_PAGE)

enum gcrt_block_state {
	GCRT_BLOCK_UNUSED, /* never used */
	GCRT_BLOCK_FREE,   /* on the list dirty or clean */
	GCRT_BLOCK_OWNED,  /* its free cells were given to a mutator */
	GCRT_BLOCK_READY,  /* has free cells, on the list ready of its class */
	GCRT_BLOCK_THIN,   /* only in pages that it has given up: on the list thin */
	GCRT_BLOCK_FULL,
	GCRT_BLOCK_LOOPED, /* small, and a loop over all objects is to look at it */
	GCRT_BLOCK_LARGE,  /* first block of a large object */
	GCRT_BLOCK_TAIL    /* another block of it */
};

/* Note [Reserve]: most of what programs allocate is small and dies young.  If blocks of small
 * cells could take every page, some object would stay in each of them, and a collection would
 * give back many cells and no page.  So the last pages are kept for objects of more than
 * GCRT_FINE bytes: finer ones take these only after a collection.  The reserve follows how much is
 * allocated of the former: it grows with that, and each cycle makes it smaller. */
#define GCRT_FINE    1024
#define GCRT_RESERVE 16 /* one of so many pages */

/* All under the space's lock, but what belongs to the mutator that owns a block
 * (Note [Free cells]).
 *
 * Note [Held pages]: of a small block those pages count as used that it holds;
 * a cell is allocated only where it holds all of the cell's pages.  A block in
 * which little is live gives up the pages without objects, so one object in a
 * block costs a page and not a block.  */
struct gcrt_block {
	uint8_t state, size_class;
	uint8_t held;            /* bit p: page p counts as used; 0 for large objects */
	uint8_t touched;         /* bit p: page p may hold what is not zero */
	uint32_t live;           /* cells that are not free; 1 for a large object */
	uint32_t loops;          /* atomic; over all objects that have still to look at it */
	uint32_t next, previous; /* on a list; 0: none */
	uint32_t span, pages;    /* of a large object */
	uint32_t unused[1];
};

/* What was free when a cycle had freed all that it frees, not counting what
 * mutators have taken since: whether there was room for an allocation. */
struct gcrt_census {
	size_t free_pages;
	uint64_t ready; /* bit c: a block of class c had free cells */
	size_t live_bytes;
};

/* When to begin a cycle beside running mutators, counted in allocated_bytes. */
struct gcrt_pace {
	uint64_t trigger;  /* atomic; the next cycle begins when so many are */
	uint64_t at_begin; /* of the cycle that runs */
	uint64_t at_loop;
	uint64_t lead;            /* bytes that mutators allocate while a cycle runs */
	uint64_t room_after_full; /* bytes that the last full cycle left */
	bool full_next;           /* atomic; the next one is to be full */
	bool fell_back;           /* in this cycle an allocation had to wait for its end */
};

struct gcrt_space {
	struct gcrt_mutex lock;
	uintptr_t arena;
	struct gcrt_block *blocks;
	unsigned tables;         /* that are used: 1 + metadata */
	bool trims;              /* the system takes back less than a block */
	unsigned unit;           /* pages of a block that have memory together */
	size_t first, committed; /* block numbers */
	size_t frontier;         /* atomic; written under the lock; Note [Frontier] */
	size_t limit_pages, maximum_pages, used_pages, wanted_pages;
	size_t red_bytes;     /* atomic; debug builds: Note [Red zones] */
	size_t red_pages;     /* by so many the limits are higher for it */
	size_t touched_pages; /* that have memory, in use or not */
	size_t loose_pages;   /* of these, in small blocks that do not hold them */
	size_t free_blocks;   /* on the lists dirty and clean */
	size_t reserve_pages; /* Note [Reserve] */
	uint32_t dirty, clean, ready[GCRT_SIZE_CLASSES], thin[GCRT_SIZE_CLASSES];
	size_t next_run;   /* where the search for free blocks in a row goes on */
	size_t live_bytes; /* of cells that are not free */
	/* Since the cycle began, or its last loop over all objects: */
	uint64_t found_ready;            /* bit c: a block of class c has got free cells */
	size_t taken_pages, taken_bytes; /* by mutators */
	uint64_t allocated_bytes;        /* atomic */
	struct gcrt_census census;
	struct gcrt_pace pace;
};

enum gcrt_grant {
	GCRT_GRANTED,
	GCRT_FULL,   /* the heap's size does not allow it */
	GCRT_REFUSED /* the system does not */
};

/* false, with nothing left behind: no address space. */
bool gcrt_space_init(struct gcrt_space *space, size_t limit, size_t maximum,
    const struct gcrt_collector *collector);
void gcrt_space_destroy(struct gcrt_space *space);
/* No heap can have more. */
size_t gcrt_space_most_bytes(void);

/* The free cells of one block, which the mutator owns; 0: none. */
struct gcrt_free_cells {
	void **list;
	uint32_t *block;
};
/* Gives back what is left of CELLS, and gets a list of zeroed cells that are
 * large enough for SIZE_CLASS, with these metadata.  LAST_RESORT: larger ones too. */
enum gcrt_grant gcrt_space_cells(struct gcrt_space *space, size_t size_class,
    const uint8_t *metadata, bool last_resort, struct gcrt_free_cells cells);
void gcrt_space_return(struct gcrt_space *space, struct gcrt_free_cells cells);
/* All blocks with free cells that nobody owns keep the pages in which something lives. */
void gcrt_space_give_up_pages(struct gcrt_space *space);
/* Memory for a large object, zeroed, with these metadata. */
enum gcrt_grant gcrt_space_large(struct gcrt_space *space, size_t bytes, const uint8_t *metadata,
    void **object);

/* gcrt-loop.c: one more loop is to look at every block that has objects.  Then
 * each such block in turn, from AFTER; 0: no more.  No mutator runs. */
void gcrt_space_loop(struct gcrt_space *space);
size_t gcrt_space_next_looped(const struct gcrt_space *space, size_t after);

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

/* Bit p: page p of a block has some of the BYTES at OFFSET. */
static inline uint8_t gcrt_page_mask(size_t offset, size_t bytes)
{
	size_t first = offset / GCRT_PAGE, last = (offset + bytes - 1) / GCRT_PAGE;
	return (uint8_t)((2u << last) - (1u << first));
}

static inline size_t gcrt_mask_pages(uint8_t mask)
{
	/* by pairs of bits, fours, and eight: there may be no instruction for it */
	unsigned pairs = mask - (mask >> 1 & 0x55u);
	unsigned fours = (pairs & 0x33u) + (pairs >> 2 & 0x33u);
	return (fours + (fours >> 4)) & 0xfu;
}

/* ------------------------------------------ for the parts of the space, locked */
void gcrt_block_push(struct gcrt_space *space, uint32_t *list, size_t block);
void gcrt_block_take(struct gcrt_space *space, uint32_t *list, size_t block);
void gcrt_space_reserve(struct gcrt_space *space, size_t pages); /* Note [Reserve] */
void gcrt_block_put_free(struct gcrt_space *space, size_t block);
void gcrt_block_take_free(struct gcrt_space *space, size_t block);
/* A small block that nobody owns and no loop is to look at goes where it belongs;
 * and before one of its cells is freed, or a loop begins, it is taken from there. */
void gcrt_block_place(struct gcrt_space *space, size_t block);
void gcrt_block_displace(struct gcrt_space *space, size_t block);
void gcrt_space_free_large(struct gcrt_space *space, size_t block);
/* Memory that is not in use must not make the process larger than the heap may be. */
void gcrt_space_trim(struct gcrt_space *space);
/* The pages of a block that get memory when PAGES are written: whole pages of the system. */
uint8_t gcrt_touched_with(const struct gcrt_space *space, uint8_t pages);
/* Gives memory of PAGES of a block back to the system, whole pages of it; these read as zero
 * again.  How many. */
size_t gcrt_block_clean(struct gcrt_space *space, size_t block, uint8_t pages);
bool gcrt_space_commit(struct gcrt_space *space, size_t end);
static inline void gcrt_space_init_metadata(const struct gcrt_space *space, uintptr_t object,
    const uint8_t *metadata)
{
	for (unsigned k = 0; k + 1 < space->tables; k++)
		gcrt_store(gcrt_table(object, 1 + k), metadata[k], relaxed);
}

#endif
