/* gc-stack-addr.h: where a thread's stack begins, for collectors that look at
 * stacks; exact ones take the empty address. */
#ifndef GC_STACK_ADDR_H
#define GC_STACK_ADDR_H

#include <stdint.h>

#include "gc-assert.h"
#include "gc-inline.h"
#include "gc-visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gc_stack_addr {
	uintptr_t addr;
};

static inline struct gc_stack_addr gc_empty_stack_addr(void)
{
	struct gc_stack_addr none = { 0 };
	return none;
}

static inline int gc_stack_addr_is_empty(struct gc_stack_addr address)
{
	return !address.addr;
}

static inline struct gc_stack_addr gc_stack_addr(uintptr_t address)
{
	struct gc_stack_addr result = { address };
	GC_ASSERT(address);
	return result;
}

static inline char *gc_stack_addr_as_pointer(struct gc_stack_addr address)
{
	GC_ASSERT(!gc_stack_addr_is_empty(address));
	return (char *)address.addr;
}

/* Calls F with an address that is colder than all of F's frames: further from the top of the
 * stack. */
GC_API_ void *gc_call_with_stack_addr(void *(*f)(struct gc_stack_addr, void *),
    void *data) GC_NEVER_INLINE;

#ifdef __cplusplus
}
#endif

#endif
