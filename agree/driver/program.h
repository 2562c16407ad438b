/* program.h: a scenario as a table, and what its program needs of the collector
 * inline; both are made for one specification, beside the generated C. */
#ifndef DRIVER_PROGRAM_H
#define DRIVER_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include "seen.h"

struct gc_mutator;

/* As in the IR: numbers of the mutator's roots, -1 for none. */
enum act {
	ACT_READ,
	ACT_WRITE,
	ACT_ALLOCATE,
	ACT_DROP,
	ACT_PIN,
	ACT_COLLECT,
	ACT_YIELD,
	ACT_CHOOSE,
	ACT_NOTHING,
	ACT_RECEIVE,
	ACT_JOIN,
	ACT_LEAVE,
	ACT_READ_WORD,
	ACT_WRITE_WORD,
	ACT_ASSERT
};
/* What an assert has read, and the script does not know any more: a root, or a number. */
struct forgotten {
	bool is_root;
	unsigned which;
};
/* What a script writes to a word, or asserts, of its roots and numbers. */
typedef long script_value(const uintptr_t *root, const long *number);
struct action {
	enum act act;
	int dst, object, source;
	unsigned slot, cycle, giver;
	unsigned next; /* action_count: the end */
	unsigned target[8], target_count;
	unsigned word;       /* READ_WORD, WRITE_WORD: which of the object */
	script_value *value; /* WRITE_WORD, ASSERT */
	const struct forgotten *forgotten;
	unsigned forgotten_count;
	const char *file; /* of the specification, */
	int line;         /* and where the action is in it */
};
struct script {
	const int *root;
	unsigned root_count; /* objects that they hold at first; -1: null */
	const struct action *action;
	unsigned action_count;
};
/* A sort of regions of the heap.  Regions are numbered from 0 on. */
struct sort {
	const char *name;
	unsigned shift, count;
	const char *const *metadata;            /* their names */
	unsigned metadata_from, metadata_count; /* where they are among those of all regions */
	const int *first, *last;                /* by cell: the regions on which it lies */
	const int *around; /* by region: the larger one around it; NULL: there is no larger sort */
};
struct program {
	const char *const *object; /* the name of every cell */
	unsigned objects, named, slots;
	/* Data words of an object, which come after its slots.  As locations, and in ends, they are metadata
	 * behind those of the collector. */
	const char *const *word; /* their names */
	unsigned words;
	const int *slot;     /* of the named objects, one after the other */
	const int *metadata; /* the same for their metadata */
	const struct script *script;
	unsigned scripts;
	bool collects;   /* scripts request cycles; else the environment does */
	unsigned cycles; /* so many */
	const unsigned *asks_for;
	unsigned asks;
	bool joins; /* mutators without roots make no difference */
	/* By kind: the types of its parameters: o, an object; m, a mutator; s, a slot; n, a number. */
	const char *const *parameters;
	bool moves; /* kernels allocate, or objects slide, or the heap is divided */
	/* So many of the cells are in each part of a heap that is divided, one part after the other; 0: it is not. */
	unsigned part;
	/* The heap has regions: its sorts, in the order of their declaration, and which of them is the smallest.  sorts
	 * 0: it has none.  Then each cell has its place (regions.c). */
	const struct sort *sort;
	unsigned sorts, smallest;
};
extern const struct program program;
extern const struct guide guide; /* count 0: none */
/* How far the program is in a part of the state. */
struct part_state {
	uint16_t value; /* the story's value that it has at least reached */
	bool is_beyond; /* the program has done there what the story does not tell */
};
extern struct part_state part_states[]; /* by part of the guide */

void *program_allocate(struct gc_mutator *m, size_t size);
void program_store(struct gc_mutator *m, void *object, size_t size, void **slot, void *value);
/* The object of the access, which comes next.  SLOT is NULL if it is to a word. */
void *program_to_load(struct gc_mutator *m, void *object, void **slot);
void *program_to_store_word(struct gc_mutator *m, void *object);
void program_received(struct gc_mutator *m, void *object);
void program_safepoint(struct gc_mutator *m);

#endif
