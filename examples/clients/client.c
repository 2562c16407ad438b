/* client.c: starting a heap and its threads. */
#include "client.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

/* The collector calls this when a collection did not make room; what it
 * returns, the allocation returns.  The clients test for NULL. */
static void *no_memory(struct gc_heap *heap, size_t bytes)
{
	(void)heap;
	(void)bytes;
	return NULL;
}

struct gc_heap *client_start(const struct heap_parameters *parameters, struct thread *thread)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_heap *heap;

	gc_options_set_int(options, GC_OPTION_HEAP_SIZE_POLICY, GC_HEAP_SIZE_FIXED);
	gc_options_set_size(options, GC_OPTION_HEAP_SIZE, parameters->bytes);
	if (parameters->workers &&
	    !gc_options_set_int(options, GC_OPTION_PARALLELISM, (int)parameters->workers)) {
		fprintf(stderr, "cannot have %ld workers\n", parameters->workers);
		exit(CLIENT_USAGE);
	}
	if (parameters->gc_options &&
	    !gc_options_parse_and_set_many(options, parameters->gc_options)) {
		fprintf(stderr, "cannot set GC options '%s'\n", parameters->gc_options);
		exit(CLIENT_USAGE);
	}
	if (!gc_init(options, gc_empty_stack_addr(), &heap, &thread->mut, parameters->listener,
		parameters->listener_data)) {
		fprintf(stderr, "cannot make a heap of %zu bytes\n", parameters->bytes);
		exit(CLIENT_NO_MEMORY);
	}
	gc_heap_set_allocation_failure_handler(heap, no_memory);
	thread->roots.frames = NULL;
	gc_mutator_set_roots(thread->mut, &thread->roots);
	return heap;
}

struct call {
	struct gc_heap *heap;
	struct thread *thread;
	void *(*body)(struct thread *, void *);
	void *data;
};

static void *call_with_stack(struct gc_stack_addr base, void *data)
{
	struct call *call = data;
	struct thread *thread = call->thread;
	void *result;

	thread->roots.frames = NULL;
	thread->mut = gc_init_for_thread(base, call->heap);
	gc_mutator_set_roots(thread->mut, &thread->roots);
	result = call->body(thread, call->data);
	gc_finish_for_thread(thread->mut);
	return result;
}

void *client_as_mutator(struct gc_heap *heap, struct thread *thread,
    void *(*body)(struct thread *, void *), void *data)
{
	struct call call = { heap, thread, body, data };
	return gc_call_with_stack_addr(call_with_stack, &call);
}

static void *join(struct gc_mutator *mut, void *data)
{
	(void)mut;
	int error = pthread_join(*(pthread_t *)data, NULL);
	if (error) {
		fprintf(stderr, "cannot join a thread: %s\n", strerror(error));
		exit(CLIENT_WRONG);
	}
	return NULL;
}

void client_join(struct thread *thread, pthread_t other)
{
	gc_deactivate_for_call(thread->mut, join, &other);
}

long client_integer(const char *option, const char *text, long low, long high)
{
	char *end;
	errno = 0;
	long value = strtol(text, &end, 0);
	if (errno || end == text || *end || value < low || value > high) {
		fprintf(stderr, "--%s: '%s' is not an integer from %ld to %ld\n", option, text, low,
		    high);
		exit(CLIENT_USAGE);
	}
	return value;
}

double client_double(const char *option, const char *text, double low, double high)
{
	char *end;
	errno = 0;
	double value = strtod(text, &end);
	if (errno || end == text || *end || !(value >= low && value <= high)) {
		fprintf(stderr, "--%s: '%s' is not a number from %g to %g\n", option, text, low,
		    high);
		exit(CLIENT_USAGE);
	}
	return value;
}
