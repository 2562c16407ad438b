/* gcrt-packets.h: memory for packets of work: Note [Packets].  The scheduler's lock is held. */
#ifndef GCRT_PACKETS_H
#define GCRT_PACKETS_H

#include "gcrt-scheduler.h"

/* false: there is no address space. */
bool gcrt_reserve_init(struct gcrt_reserve *reserve, size_t heap_bytes);
void gcrt_reserve_destroy(struct gcrt_reserve *reserve);
/* NULL: there is no memory.  Does not use the reserve. */
struct gcrt_packet *gcrt_try_packet(struct gcrt_scheduler *s, unsigned queue);
struct gcrt_packet *gcrt_get_packet(struct gcrt_scheduler *s, unsigned queue);
void gcrt_put_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet);
void gcrt_free_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet);
/* Frees unused packets.  Unless ALL, some are kept for the next cycle. */
void gcrt_free_spares(struct gcrt_scheduler *s, bool all);
/* How many packets may wait: Note [Packets]. */
size_t gcrt_budget(const struct gcrt_scheduler *s);

#endif
