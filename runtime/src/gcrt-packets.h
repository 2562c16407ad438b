/* gcrt-packets.h: memory for packets of work: Note [Packets].  The scheduler's lock is held. */
#ifndef GCRT_PACKETS_H
#define GCRT_PACKETS_H

#include "gcrt-scheduler.h"

/* false: no address space. */
bool gcrt_reserve_init(struct gcrt_reserve *reserve, size_t heap_bytes);
void gcrt_reserve_destroy(struct gcrt_reserve *reserve);
/* NULL: no memory, but for the reserve. */
struct gcrt_packet *gcrt_try_packet(struct gcrt_scheduler *s, unsigned queue);
struct gcrt_packet *gcrt_get_packet(struct gcrt_scheduler *s, unsigned queue);
void gcrt_put_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet);
void gcrt_free_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet);
/* Those that are kept between cycles stay, but for ALL. */
void gcrt_free_spares(struct gcrt_scheduler *s, bool all);
/* So many packets may wait: Note [Packets]. */
size_t gcrt_budget(const struct gcrt_scheduler *s);

#endif
