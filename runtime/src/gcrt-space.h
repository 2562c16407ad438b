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

#define GCRT_PAGE 4096
#define GCRT_BLOCK_PAGES (GCRT_BLOCK_BYTES / GCRT_PAGE)

enum gcrt_block_state {
	GCRT_BLOCK_UNUSED,     /* never used */
	GCRT_BLOCK_FREE,       /* on the list dirty or clean */
	GCRT_BLOCK_OWNED,      /* its free cells were given to a mutator */
	GCRT_BLOCK_READY,      /* has free cells, on a list of its class */
	GCRT_BLOCK_FULL,
	GCRT_BLOCK_LARGE,      /* first block of a large object */
	GCRT_BLOCK_TAIL,       /* another block of it */
	GCRT_BLOCK_LOOPED,     /* small, waiting for a loop over all objects */
	GCRT_BLOCK_LARGE_LOOPED
};

/* All under the space's lock, but the state and class of a block that a loop
 * is at, which nobody else changes. */
struct gcrt_block {
	uint8_t state, size_class;
	bool dirty;            /* may hold what is not zero */
	uint32_t next, previous;   /* on a list; 0: none */
	uint32_t span, pages;      /* of a large object */
	uint32_t unused[3];
};

/* What was free when a cycle had looked at everything, not counting what
 * mutators have taken since they could allocate again: whether an allocation
 * that failed has to fail for good.  Exact: no mutator ran between the cycle's
 * first stop and its last look, so what was found live was live. */
struct gcrt_census {
	uint64_t cycle;
	bool exact;
	size_t free_pages;
	uint64_t ready;        /* bit c: a block of class c had free cells */
	size_t live_bytes;
};

/* When to begin a cycle beside running mutators, counted in allocated_bytes. */
struct gcrt_pace {
	uint64_t trigger;      /* atomic; the next cycle begins when so many are */
	uint64_t at_begin;     /* of the cycle that runs */
	uint64_t at_loop;
	uint64_t lead;         /* bytes that mutators allocate while a cycle runs */
	bool fell_back;        /* in this cycle an allocation had to wait for its end */
};

struct gcrt_space {
	struct gcrt_mutex lock;
	uintptr_t arena;
	struct gcrt_block *blocks;
	unsigned tables;           /* that are used: 1 + metadata */
	size_t first, committed;   /* block numbers */
	size_t frontier;           /* atomic; written under the lock; Note [Frontier] */
	size_t limit_pages, maximum_pages, used_pages, wanted_pages;
	size_t dirty_blocks, clean_blocks;   /* on the lists */
	uint32_t dirty, clean, ready[GCRT_SIZE_CLASSES];
	size_t live_bytes;         /* counted by the loop that runs */
	uint64_t looped_ready;     /* bit c: it has found a block of class c with free cells */
	size_t taken_pages;        /* by mutators since it began */
	uint64_t allocated_bytes;  /* atomic */
	struct gcrt_census census;
	struct gcrt_pace pace;
};

enum gcrt_grant {
	GCRT_GRANTED,
	GCRT_FULL,             /* the heap's size does not allow it */
	GCRT_REFUSED           /* the system does not */
};

/* false, with nothing left behind: no address space. */
bool gcrt_space_init(struct gcrt_space *space, size_t limit, size_t maximum,
    const struct gcrt_collector *collector);
void gcrt_space_destroy(struct gcrt_space *space);

/* A list of zeroed cells of SIZE_CLASS, with these metadata. */
enum gcrt_grant gcrt_space_cells(struct gcrt_space *space, size_t size_class,
    const uint8_t *metadata, void **list);
/* Memory for a large object, zeroed, with these metadata. */
enum gcrt_grant gcrt_space_large(struct gcrt_space *space, size_t bytes,
    const uint8_t *metadata, void **object);
/* Takes back the cells of a list that are left. */
void gcrt_space_return(struct gcrt_space *space, void **list);

/* Every block with objects is to be looped over: forgets the lists of blocks
 * with free cells.  Then each such block in turn, from AFTER; 0: no more. */
void gcrt_space_loop(struct gcrt_space *space);
size_t gcrt_space_next_looped(const struct gcrt_space *space, size_t after);

void gcrt_space_census(struct gcrt_space *space, uint64_t cycle, bool exact);
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

#endif
