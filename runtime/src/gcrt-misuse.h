/* gcrt-misuse.h: saying what a program does wrong: what happened, the rule, and a way out.
 *
 * What a slow path can tell for nothing is told in all builds, else in the debug build. */
#ifndef GCRT_MISUSE_H
#define GCRT_MISUSE_H

#include <stdbool.h>

#include "gcrt-debug.h"

struct gc_heap;
struct gc_mutator;

enum gcrt_misuse {
#define GCRT_MISUSE(name, mistake, noticed, rule, way_out) GCRT_MISUSE_##name,
#include "gcrt-misuse.def"
#undef GCRT_MISUSE
};

/* Prints the message FORMAT… about M (NULL: about no certain mutator), and stops the program. */
void gcrt_misused(enum gcrt_misuse misuse, const struct gc_mutator *m, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* The same, but the program continues. */
void gcrt_misuse_seen(enum gcrt_misuse misuse, const struct gc_mutator *m, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same as gcrt_check_use (gcrt-debug.h), but M may be inactive. */
void gcrt_check_there(const struct gc_mutator *m, const char *what);
/* Checks that HEAP was made by this process, and not by its parent. */
void gcrt_check_process(const struct gc_heap *heap, const struct gc_mutator *m, const char *what);

/* Debug builds: the number of active mutators of this thread, in all heaps of this process; adds
 * one to it or subtracts one. */
int gcrt_active_mutators(void);
void gcrt_count_active(int change);

/* From now on this thread runs kernels, and in them the embedder's functions, for HEAP; NULL: for
 * no heap.  Returns the former value. */
const struct gc_heap *gcrt_collects_for(const struct gc_heap *heap);

#endif
