// EXCHANGE => 1 waits for ever
// EXCHANGE --memory=c11 => 1 waits for ever
// SAME_VALUE --memory=c11 => 1 waits for ever
// OWN_STORE --memory=tso => 1 waits for ever
// OWN_STORE --memory=pso => 1 waits for ever
// CHOICE => 1 waits for ever
// NEVER_THERE --memory=pso => 1 assertion `!"both"' failed
// ASSUMED => 3 no execution is complete
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void gcx_await_value_explicit(const volatile void *location, unsigned size, unsigned long value,
    int order);

/* Loops that end never, or in few executions only. */
static atomic_int x, y;

static void *other(void *unused)
{
#if defined SAME_VALUE
	while (atomic_load(&x) != 2)
		;
#elif defined OWN_STORE
	(void)atomic_load(&x);
#elif defined NEVER_THERE
	/* y can be there before x */
	gcx_await_value_explicit(&y, sizeof y, 1, memory_order_relaxed);
	gcx_await_value_explicit(&x, sizeof x, 0, memory_order_relaxed);
	assert(!"both");
#endif
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, other, NULL);
#if defined EXCHANGE
	atomic_store(&x, 1);
	while (atomic_exchange(&x, 1) == 1)
		;
#elif defined SAME_VALUE
	pthread_t second;

	pthread_create(&second, NULL, other, NULL);
	atomic_store(&x, 0);
#elif defined OWN_STORE
	atomic_store_explicit(&x, 1, memory_order_release);
	while (atomic_load_explicit(&x, memory_order_acquire) &&
	    !atomic_load_explicit(&y, memory_order_acquire))
		;
#elif defined CHOICE
	x = __VERIFIER_nondet_bool();
	bool any = __VERIFIER_nondet_bool();

	while (x == 5 || y == 0)
		;
	(void)any;
#elif defined NEVER_THERE
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
#elif defined ASSUMED
	__VERIFIER_assume(0);
#endif
#ifdef NEVER_THERE
	pthread_detach(thread);
#else
	pthread_join(thread, NULL);
#endif
	return 0;
}
