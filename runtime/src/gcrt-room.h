/* gcrt-room.h: what mutators do for room. */
#ifndef GCRT_ROOM_H
#define GCRT_ROOM_H

#include "gcrt-scheduler.h"

/* M has been given memory: is it time to begin a cycle beside it? */
void gcrt_room_taken(struct gc_mutator *m);
/* M will ask for memory: is it time for a cycle that it waits for?  Note [Fresh memory]. */
void gcrt_room_wanted(struct gc_mutator *m);
/* Part of a loop over all objects, done by M or waited for; false: no loop runs. */
bool gcrt_help_loop(struct gc_mutator *m);
/* Waits for the end of a cycle that has stopped mutators and let them go on;
 * false: none runs. */
bool gcrt_fall_back(struct gc_mutator *m);
/* M has waited for room SINCE then. */
void gcrt_fell_back(struct gc_mutator *m, uint64_t since);

#endif
