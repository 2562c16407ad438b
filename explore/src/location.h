/* location.h: what has happened to each location in this execution. */
#ifndef GCX_LOCATION_H
#define GCX_LOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/gcexplore.h"
#include "explore/src/moments.h"

enum { NO_EVENT = UINT32_MAX };

struct version {
	uint32_t event;  /* the write */
	uint64_t before; /* the value that it has replaced */
};

struct location {
	uintptr_t at;              /* 0: unused */
	unsigned size;             /* 0: not accessed in this execution */
	uint64_t readers;          /* the tasks that have read it since the last write, as bits */
	uint32_t reads[GCX_TASKS]; /* their last reads: events */
	struct version *versions;  /* one for each write, in their order */
	size_t version_count, version_room;
	/* How often it had been written when a task accessed it last, plus 1; 0: never. */
	size_t seen[GCX_TASKS];
	size_t writes;          /* how often it was written, under each memory */
	struct moments carried; /* what acquiring what is there now makes known: sync.h */
	unsigned history;       /* views.h: which one, from 1 on; 0: none */
	unsigned waiting;       /* with tmc: tasks in gcx_await, as bits */
	/* Its writes by gcx_atomic are to be known, too, in all executions from now on. */
	bool watched;
	/* Some accesses to it are not ordered, in some execution until now: Note [Contended locations] in
	 * buffers.c. */
	bool contended;
};

struct locations {
	struct location *slots; /* a hash table */
	size_t room, used;
};

/* The location, which is new if it was not accessed before.  NULL: an overlapping one of another
 * size was, or AT is not a multiple of SIZE. */
struct location *gcx_location(struct locations *all, uintptr_t at, unsigned size);
/* NULL: not accessed in this execution. */
struct location *gcx_find_location(const struct locations *all, uintptr_t at);
/* Whether it is contended, also if it was not accessed in this execution. */
bool gcx_is_contended(const struct locations *all, uintptr_t at);
void gcx_add_version(struct location *location, uint32_t event, uint64_t before);
uint32_t gcx_last_write(const struct location *location); /* NO_EVENT: none */
void gcx_forget_locations(struct locations *all);         /* for the next execution */
void gcx_free_locations(struct locations *all);

#endif
