/* gc-ref.h: a reference: null, the address of an object, or an immediate. */
#ifndef GC_REF_H
#define GC_REF_H

#include <stdint.h>

#include "gc-assert.h"
#include "gc-config.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gc_ref {
	uintptr_t value;
};

static inline struct gc_ref gc_ref(uintptr_t value)
{
	struct gc_ref ref = { value };
	return ref;
}

static inline uintptr_t gc_ref_value(struct gc_ref ref)
{
	return ref.value;
}

static inline struct gc_ref gc_ref_null(void)
{
	return gc_ref(0);
}

static inline int gc_ref_is_null(struct gc_ref ref)
{
	return !ref.value;
}

/* REF must not be null. */
static inline int gc_ref_is_immediate(struct gc_ref ref)
{
	GC_ASSERT(!gc_ref_is_null(ref));
	return GC_HAS_IMMEDIATES && (ref.value % sizeof(void *)) != 0;
}

static inline struct gc_ref gc_ref_immediate(uintptr_t value)
{
	GC_ASSERT(GC_HAS_IMMEDIATES && value % sizeof(void *));
	return gc_ref(value);
}

static inline int gc_ref_is_heap_object(struct gc_ref ref)
{
	return !gc_ref_is_immediate(ref);
}

static inline struct gc_ref gc_ref_from_heap_object_or_null(void *object)
{
	return gc_ref((uintptr_t)object);
}

static inline struct gc_ref gc_ref_from_heap_object(void *object)
{
	GC_ASSERT(object);
	return gc_ref_from_heap_object_or_null(object);
}

static inline void *gc_ref_heap_object(struct gc_ref ref)
{
	GC_ASSERT(gc_ref_is_heap_object(ref));
	return (void *)ref.value;
}

#ifdef __cplusplus
}
#endif

#endif
