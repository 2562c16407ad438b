/* gcrt-room.h: what mutators do for room. */
#ifndef GCRT_ROOM_H
#define GCRT_ROOM_H

#include "gcrt-scheduler.h"

/* M has been given memory: requests a cycle beside M, if it is time for one. */
void gcrt_room_taken(struct gc_mutator *m);
/* M will ask for memory: waits for a cycle, if it is time for one.  Note [Fresh memory]. */
void gcrt_room_wanted(struct gc_mutator *m);
/* M does a part of a loop over all objects, or waits for a part. false: no loop runs. */
bool gcrt_help_loop(struct gc_mutator *m);
/* Waits for the end of a cycle that has stopped mutators and resumed them. false: none runs. */
bool gcrt_fall_back(struct gc_mutator *m);
/* Reports that M has waited for room since the time SINCE. */
void gcrt_fell_back(struct gc_mutator *m, uint64_t since);

#endif
