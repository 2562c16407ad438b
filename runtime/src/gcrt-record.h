/* gcrt-record.h: debug builds record what a program's collector does as a trace (doc/events.md): the
 * option `trace'.
 *
 * Note [One order]: the lines are in an order in which the events really happened.  For this, doing
 * something and writing the line about it are one step for all threads that record.  Either the
 * recorder's lock is held during both; or no other thread can see what was done before the line is
 * written (a unit is recorded before others can take it), or could still see it after that.  The
 * recorder's lock comes after the scheduler's and before the world's.  A thread that has it may take it
 * again.  The last worker to park holds it while it evaluates guards and takes the step that they allow,
 * because mutators emit units without any other lock.
 *
 * Without the option a heap has no recorder, and all these functions return at once. */
#ifndef GCRT_RECORD_H
#define GCRT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcrt-debug.h"

struct gc_heap;
struct gc_mutator;
struct gcrt_worker;

#if GCRT_DEBUG
/* false: the file cannot be written; a line on stderr says why. */
bool gcrt_record_init(struct gc_heap *heap);
/* The heap is gone.  Its trace ends, unless it has. */
void gcrt_record_destroy(struct gc_heap *heap);

/* Between these nothing else is recorded.  What is recorded in between is one step. */
void gcrt_record_begin(struct gc_heap *heap);
void gcrt_record_end(struct gc_heap *heap);

void gcrt_record_joined(struct gc_mutator *m);
void gcrt_record_left(struct gc_mutator *m);
void gcrt_record_collect(struct gc_mutator *m); /* it will ask for a cycle */
/* OBJECT is new, and nobody but M's thread knows it. */
void gcrt_record_allocated(struct gc_mutator *m, uintptr_t object);
void gcrt_record_made(struct gcrt_worker *worker, uintptr_t object); /* by a kernel */
/* M is about to store VALUE at SLOT. */
void gcrt_record_store(struct gc_mutator *m, uintptr_t slot, uintptr_t value);
/* The units of QUEUE in M's buffer are no longer there. */
void gcrt_record_flush(struct gc_mutator *m, unsigned queue);
void gcrt_record_stop(struct gcrt_worker *worker);
/* A unit of QUEUE for each object of BLOCK. */
void gcrt_record_emit_block(struct gcrt_worker *worker, unsigned queue, size_t block);
/* Runs the kind of QUEUE for each object of COUNT blocks. */
void gcrt_record_run_blocks(unsigned queue, struct gcrt_worker *worker, const uintptr_t *blocks,
    size_t count);
#else
#define gcrt_record_begin(heap)                      ((void)0)
#define gcrt_record_end(heap)                        ((void)0)
#define gcrt_record_joined(m)                        ((void)0)
#define gcrt_record_left(m)                          ((void)0)
#define gcrt_record_collect(m)                       ((void)0)
#define gcrt_record_flush(m, queue)                  ((void)0)
#define gcrt_record_stop(worker)                     ((void)0)
#define gcrt_record_made(worker, object)             ((void)0)
#define gcrt_record_emit_block(worker, queue, block) ((void)0)
#define gcrt_record_run_blocks(queue, worker, blocks, count)                                       \
	gcrt_kind_of(queue)->run_blocks((worker), (blocks), (count))
#endif

#endif
