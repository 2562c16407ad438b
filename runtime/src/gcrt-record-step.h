/* gcrt-record-step.h: the recorder's lock, and whose step it is. */
#ifndef GCRT_RECORD_STEP_H
#define GCRT_RECORD_STEP_H

#include "gcrt-record-line.h"

/* That this thread runs; NULL: none. */
extern _Thread_local struct gcrt_record_unit *gcrt_record_unit_in_hand;

/* NULL: nothing is recorded (any more).  Else the lock is held until gcrt_record_leave, which ends the
 * step. */
struct gcrt_record *gcrt_record_enter(struct gc_heap *heap);
void gcrt_record_leave(struct gcrt_record *r);
/* false: another thread keeps the lock for long. */
bool gcrt_record_enter_soon(struct gcrt_record *r);

/* With the lock: */
const char *gcrt_record_mutator_name(const struct gc_mutator *m, char name[GCRT_RECORD_NAME]);
/* A mutator that runs units is a worker, too. */
const char *gcrt_record_worker_name(struct gcrt_record *r, const struct gcrt_worker *worker,
    char name[GCRT_RECORD_NAME]);
/* A mutator that runs units is at a safepoint. */
void gcrt_record_note_safepoint(struct gcrt_record *r, struct gcrt_worker *worker);
/* A thread that the heading may not have. */
void gcrt_record_join(struct gcrt_record *r, const char *name, const char *role);
void gcrt_record_step_about(struct gcrt_record *r, const char *does, const char *thread,
    const struct gcrt_record_unit *of);
void gcrt_record_operation_about(struct gcrt_record *r, const char *op,
    const struct gcrt_record_unit *of);
/* The step of what a kernel or a barrier does.  In a fill it has begun. */
void gcrt_record_begin_own(struct gcrt_record *r, struct gcrt_worker *worker);

#endif
