/* noise.h: the door to threads, locks and atomics (gcrt-sync.h), disturbed.
 *
 * Included before all else (-include) by the runtime and the generated C of the
 * net: each operation at the door is the same, and before it the thread may
 * yield, spin or sleep for some microseconds.  Every wait may also end at once,
 * for no reason, and every signal may wake all: both are in the door's contract. */
#ifndef NET_NOISE_H
#define NET_NOISE_H

#include "gcrt-sync.h"

extern _Thread_local unsigned noise_left; /* operations until the next disturbance */
void noise_now(void);
/* Sets the noise of this process before its threads begin: SEED, and about how many operations are
 * between disturbances. 0: there are none. */
void noise_set(uint64_t seed, unsigned gap);
uint64_t noise_random(void); /* of this thread */

static inline void noise(void)
{
	if (__builtin_expect(noise_left-- == 0, 0))
		noise_now();
}

void noise_mutex_lock(struct gcrt_mutex *mutex);
void noise_mutex_unlock(struct gcrt_mutex *mutex);
void noise_cond_wait(struct gcrt_cond *cond, struct gcrt_mutex *mutex);
bool noise_cond_wait_for(struct gcrt_cond *cond, struct gcrt_mutex *mutex, unsigned milliseconds);
void noise_cond_signal(struct gcrt_cond *cond);
void noise_cond_broadcast(struct gcrt_cond *cond);

#define gcrt_mutex_lock     noise_mutex_lock
#define gcrt_mutex_unlock   noise_mutex_unlock
#define gcrt_cond_wait      noise_cond_wait
#define gcrt_cond_wait_for  noise_cond_wait_for
#define gcrt_cond_signal    noise_cond_signal
#define gcrt_cond_broadcast noise_cond_broadcast

#undef gcrt_load
#define gcrt_load(loc, order) (noise(), __atomic_load_n((loc), GCRT_ORDER_##order))
#undef gcrt_store
#define gcrt_store(loc, value, order)                                                              \
	(noise(), __atomic_store_n((loc), (value), GCRT_ORDER_##order), noise())
#undef gcrt_swap
#define gcrt_swap(loc, value, order)                                                               \
	(noise(), __atomic_exchange_n((loc), (value), GCRT_ORDER_##order))
#undef gcrt_modify
#define gcrt_modify(op, loc, value, order)                                                         \
	(noise(), __atomic_##op((loc), (value), GCRT_ORDER_##order))
#undef gcrt_cas
#define gcrt_cas(loc, expected, value, order, order_on_failure)                                    \
	__extension__({                                                                            \
		noise();                                                                           \
		__typeof__(*(loc)) gcrt_found_ = (expected);                                       \
		__atomic_compare_exchange_n((loc), &gcrt_found_, (value), 0, GCRT_ORDER_##order,   \
		    GCRT_ORDER_##order_on_failure);                                                \
		gcrt_found_;                                                                       \
	})
#undef gcrt_compare_exchange
#define gcrt_compare_exchange(loc, expected, value, weak, order, order_on_failure)                 \
	(noise(),                                                                                  \
	    __atomic_compare_exchange_n((loc), (expected), (value), (weak), GCRT_ORDER_##order,    \
		GCRT_ORDER_##order_on_failure))
#undef gcrt_fence
#ifdef GCRT_TSAN /* as gcrt-sync.h does */
#define gcrt_fence(order)                                                                          \
	(noise(), (void)__atomic_fetch_add(&gcrt_fence_word, 0, GCRT_ORDER_##order))
#else
#define gcrt_fence(order) (noise(), __atomic_thread_fence(GCRT_ORDER_##order))
#endif

#endif
