/* gcrt-handshake.h: units that a mutator runs itself. */
#ifndef GCRT_HANDSHAKE_H
#define GCRT_HANDSHAKE_H

#include "gcrt-scheduler.h"

/* Not locked: */
/* M gives its buffers away, if it was asked to FLUSH them, and runs its units. */
void gcrt_handshakes(struct gc_mutator *m, bool flush);
/* After M has become inactive: workers may run its units now. */
void gcrt_offer_handshakes(struct gc_mutator *m);

#endif
