#include "gc-stack-addr.h"

void *gc_call_with_stack_addr(void *(*f)(struct gc_stack_addr, void *), void *data)
{
	return f(gc_stack_addr((uintptr_t)__builtin_frame_address(0)), data);
}
