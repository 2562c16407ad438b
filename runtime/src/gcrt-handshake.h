/* gcrt-handshake.h: units that a mutator runs itself. */
#ifndef GCRT_HANDSHAKE_H
#define GCRT_HANDSHAKE_H

#include "gcrt-scheduler.h"

/* Not locked: */
/* The units in M's buffers go to their queues. */
void gcrt_flush(struct gc_mutator *m);
void gcrt_handshakes(struct gc_mutator *m);
/* After M has become inactive: workers may run its units now. */
void gcrt_offer_handshakes(struct gc_mutator *m);

#endif
