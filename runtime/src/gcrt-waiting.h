/* gcrt-waiting.h: units of barriers that wait: Note [Waiting units]. */
#ifndef GCRT_WAITING_H
#define GCRT_WAITING_H

#include "gcrt-scheduler.h"

/* Locked: */
/* M's barriers have emitted WORDS more words of units, which wait. */
void gcrt_units_emitted(struct gc_mutator *m, size_t words);
/* A packet of them has been taken from its queue. */
void gcrt_units_taken(struct gcrt_scheduler *s);
/* A cycle has ended. */
void gcrt_units_left(struct gcrt_scheduler *s);
/* Not locked, and M is inactive.  Waits until fewer units wait, but not for long. */
void gcrt_await_units(struct gc_mutator *m);

#endif
