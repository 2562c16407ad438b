/* waiting.h: how many packets of work wait now, as the runtime knows. */
#ifndef WAITING_H
#define WAITING_H

#include <stddef.h>

struct gc_heap;

size_t waiting_packets(struct gc_heap *heap);

#endif
