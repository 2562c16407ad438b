/* gcrt-handshake.h: mutators' buffers, and units that a mutator runs itself.
 *
 * Note [Buffers]: a mutator's buffer moves to a queue when it is full, and
 * always before the mutator becomes inactive or runs a handshake: the buffers of
 * one that is not active are empty.  Moving needs the lock; so while a guard
 * looks, buffers can only grow, and if each is empty when it is looked at, all
 * were empty at the moment of the first look.  A guard that is held up by
 * buffers has them asked for (GCRT_POLL_FLUSH); what arrives wakes a worker. */
#ifndef GCRT_HANDSHAKE_H
#define GCRT_HANDSHAKE_H

#include "gcrt-scheduler.h"

/* Locked: */
bool gcrt_buffers_have(const struct gcrt_scheduler *s, uint32_t queues);
void gcrt_ask_for_buffers(struct gcrt_scheduler *s);
/* A unit of QUEUE, for ONLY, or (NULL) for a mutator that is not active, which
 * then is claimed.  NULL: there is none. */
struct gcrt_packet *gcrt_take_for_mutator(struct gcrt_scheduler *s, unsigned queue,
    struct gc_mutator *only);
bool gcrt_may_take_for_mutator(const struct gcrt_scheduler *s, unsigned queue);
struct gc_mutator *gcrt_unit_mutator(const struct gcrt_packet *packet);
/* Who can run the units of QUEUE, or of all queues of BUCKET, is asked to. */
void gcrt_deal(struct gcrt_scheduler *s, unsigned queue);
void gcrt_deal_bucket(struct gcrt_scheduler *s, unsigned bucket);
/* Not locked: */
bool gcrt_units_wait_for_mutators(const struct gc_heap *heap);
void gcrt_flush(struct gc_mutator *m);
void gcrt_handshakes(struct gc_mutator *m);
/* After M has become inactive: workers may run its units now. */
void gcrt_offer_handshakes(struct gc_mutator *m);

#endif
