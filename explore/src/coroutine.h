/* coroutine.h: tasks as coroutines of one thread. */
#ifndef GCX_COROUTINE_H
#define GCX_COROUTINE_H

#include <stddef.h>

struct gcx_coroutine {
	void *stack_pointer; /* while it does not run */
	void (*body)(void *);
	void *argument;
	/* What the address sanitizer must know of stacks. */
	const void *stack;
	void *fake_stack;
	size_t stack_size;
};

/* Makes a coroutine that will call BODY(ARGUMENT) when it is switched to.  BODY must not return.
 * STACK has SIZE bytes, and belongs to the caller. */
void gcx_coroutine_make(struct gcx_coroutine *made, void *stack, size_t size, void (*body)(void *),
    void *argument);

/* Goes on with TO.  Returns when something switches back to FROM, which is the caller. */
void gcx_coroutine_switch(struct gcx_coroutine *from, struct gcx_coroutine *to);

#endif
