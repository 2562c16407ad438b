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

/* Says that M (NULL: nobody in particular) FORMAT…, and stops the program. */
void gcrt_misused(enum gcrt_misuse misuse, const struct gc_mutator *m, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* Says it, and goes on. */
void gcrt_misuse_seen(enum gcrt_misuse misuse, const struct gc_mutator *m, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As gcrt_check_use (gcrt-debug.h), of one who may be inactive. */
void gcrt_check_there(const struct gc_mutator *m, const char *what);
/* HEAP is of this process. */
void gcrt_check_process(const struct gc_heap *heap, const struct gc_mutator *m, const char *what);

/* Debug builds: so many mutators of this thread are active, in all heaps of this process; and
 * one more or less. */
int gcrt_active_mutators(void);
void gcrt_count_active(int change);

/* This thread runs kernels, and the embedder's functions in them, for HEAP; NULL: not any
 * more.  What it was before. */
const struct gc_heap *gcrt_collects_for(const struct gc_heap *heap);

#endif
