/* gcrt-phase.h: phases, and what mutators see of them. */
#ifndef GCRT_PHASE_H
#define GCRT_PHASE_H

#include <stdbool.h>

struct gc_mutator;
struct gcrt_scheduler;

/* Locked.  Guards and kernels see the change at once, barriers when it is published: Note [Settled
 * phases]. */
void gcrt_change_phase(struct gcrt_scheduler *s, unsigned phase, bool on);
void gcrt_show_phases(struct gcrt_scheduler *s);
/* The world's lock is held.  Makes M see the current phases.  M is inactive, or is the caller. */
void gcrt_see_phases(struct gc_mutator *m);

#endif
