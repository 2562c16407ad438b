/* gcrt-overlay.c: what the debug build knows of references that lie over objects: Note [Overlays]. */
#define GC_IMPL 1
#include "gcrt-overlay.h"

#include "gcrt-debug.h"
#include "gcrt-heap.h"
#include "gcrt-record-step.h"
#include "gcrt-worker.h"

#if GCRT_DEBUG

/* There is one. */
static const char *name(void)
{
	unsigned k = 0;
	while (!gcrt_collector.metadata[k].is_overlay)
		k++;
	return gcrt_collector.metadata[k].name;
}

void gcrt_check_shape(struct gc_ref o, const char *what)
{
	gcrt_check_object(o, what);
	if (gcrt_is_overlaid(gc_ref_value(o)))
		gcrt_fatal("the object %p is %s, and a reference lies over it",
		    (void *)gc_ref_value(o), what);
}

void gcrt_check_overlay(struct gc_ref o, unsigned when, uint8_t value)
{
	gcrt_check_object(o, "looked at");
	if (!gcrt_is_overlaid(gc_ref_value(o)))
		gcrt_fatal("`%s' of the object %p is loaded, and nothing was stored over it",
		    name(), (void *)gc_ref_value(o));
	if (!gcrt_overlay_is_told(gc_ref_value(o), when, value))
		gcrt_fatal("`%s' of the object %p is loaded while its `%s' is not %u", name(),
		    (void *)gc_ref_value(o), gcrt_collector.metadata[when].name, value);
}

void gcrt_overlays(struct gc_ref o)
{
	struct gc_heap *heap;
	struct gcrt_record *r;
	gcrt_check_object(o, "stored over");
	heap = gcrt_checked_heap(gc_ref_value(o));
	r = heap ? gcrt_record_enter(heap) : NULL;
	(void)gcrt_modify(fetch_or, gcrt_object_byte(gc_ref_value(o)), GCRT_OBJECT_OVERLAID,
	    relaxed);
	if (r)
		gcrt_record_leave(r);
}

#endif
