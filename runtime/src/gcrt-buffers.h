/* gcrt-buffers.h: units that wait in mutators' buffers, or for a mutator.
 *
 * Note [Buffers]: a mutator's buffer moves to a queue when it is full, and
 * always before the mutator becomes inactive or runs a handshake: the buffers of
 * one that is not active are empty.  Moving needs the lock; so while a guard
 * looks, buffers can only grow, and if each is empty when it is looked at, all
 * were empty at the moment of the first look.  A guard that is held up by
 * buffers has them asked for (GCRT_POLL_FLUSH); what arrives wakes a worker. */
#ifndef GCRT_BUFFERS_H
#define GCRT_BUFFERS_H

#include "gcrt-scheduler.h"

/* Whether the buffers of M have units of QUEUES. */
bool gcrt_has_buffered(const struct gc_mutator *m, uint32_t queues);
/* The mutator that must run the unit at AT of PACKET, or the packet's only unit. */
struct gc_mutator *gcrt_unit_mutator_at(const struct gcrt_packet *packet, unsigned at);
struct gc_mutator *gcrt_unit_mutator(const struct gcrt_packet *packet);
/* Locked: */
bool gcrt_buffers_have(const struct gcrt_scheduler *s, uint32_t queues);
void gcrt_ask_for_buffers(struct gcrt_scheduler *s);
/* Whether a worker may run a unit of QUEUE, because the unit's mutator is not active. */
bool gcrt_may_take_for_mutator(const struct gcrt_scheduler *s, unsigned queue);
/* Asks the mutators that can run the units of QUEUE, or of all queues of BUCKET, to run them. */
void gcrt_deal(struct gcrt_scheduler *s, unsigned queue);
void gcrt_deal_bucket(struct gcrt_scheduler *s, unsigned bucket);

#endif
