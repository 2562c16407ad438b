#define GC_IMPL 1
#include "waiting.h"

#include "gcrt-heap.h"

size_t waiting_packets(struct gc_heap *heap)
{
	struct gcrt_scheduler *s = &heap->scheduler;
	gcrt_mutex_lock(&s->lock);
	size_t packets = s->waiting;
	gcrt_mutex_unlock(&s->lock);
	return packets;
}
