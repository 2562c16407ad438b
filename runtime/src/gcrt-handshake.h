/* gcrt-handshake.h: units that a mutator runs itself. */
#ifndef GCRT_HANDSHAKE_H
#define GCRT_HANDSHAKE_H

#include "gcrt-scheduler.h"

/* Not locked: */
/* Moves the units in M's buffers to their queues, if M was asked to FLUSH them, and runs its
 * handshakes. */
void gcrt_handshakes(struct gc_mutator *m, bool flush);
/* To be called after M has become inactive: workers may run its units now. */
void gcrt_offer_handshakes(struct gc_mutator *m);

#endif
