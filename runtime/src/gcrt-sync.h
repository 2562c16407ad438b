/* gcrt-sync.h: the one door to threads, locks and atomics.
 *
 * Nothing else in the runtime or in generated C uses pthread_*, atomic_* or
 * __atomic_*: a systematic scheduler replaces this header (and gcrt-sync.c)
 * and then owns every step that another thread can see.  A test greps for it.
 *
 * Atomics take their order by name and every order is written, relaxed too:
 *
 *	gcrt_modify(fetch_or, &byte, 1, relaxed)
 *
 * They are C11 atomics on plain locations (the compiler's __atomic builtins):
 * the locations that a collector reads and writes are the program's own
 * fields and the bytes of side tables, which no _Atomic can be put on. */
#ifndef GCRT_SYNC_H
#define GCRT_SYNC_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GCRT_ORDER_relaxed __ATOMIC_RELAXED
#define GCRT_ORDER_acquire __ATOMIC_ACQUIRE
#define GCRT_ORDER_release __ATOMIC_RELEASE
#define GCRT_ORDER_acq_rel __ATOMIC_ACQ_REL
#define GCRT_ORDER_seq_cst __ATOMIC_SEQ_CST

#define gcrt_load(loc, order)         __atomic_load_n((loc), GCRT_ORDER_##order)
#define gcrt_store(loc, value, order) __atomic_store_n((loc), (value), GCRT_ORDER_##order)
#define gcrt_swap(loc, value, order)  __atomic_exchange_n((loc), (value), GCRT_ORDER_##order)
/* Any read-modify-write of a number that C11 has: fetch_add, fetch_or, … Returns the former
 * value. */
#define gcrt_modify(op, loc, value, order) __atomic_##op((loc), (value), GCRT_ORDER_##order)
#define gcrt_fetch_add(loc, value, order)  gcrt_modify(fetch_add, loc, value, order)
#define gcrt_fetch_sub(loc, value, order)  gcrt_modify(fetch_sub, loc, value, order)
/* A strong compare-and-swap.  Returns the value that was found.  It was replaced if and only if
 * that is `expected`. */
#define gcrt_cas(loc, expected, value, order, order_on_failure)                                    \
	__extension__({                                                                            \
		__typeof__(*(loc)) gcrt_found_ = (expected);                                       \
		__atomic_compare_exchange_n((loc), &gcrt_found_, (value), 0, GCRT_ORDER_##order,   \
		    GCRT_ORDER_##order_on_failure);                                                \
		gcrt_found_;                                                                       \
	})
/* The same as C11's.  Returns whether the value was replaced. *expected becomes the value that was
 * found. */
#define gcrt_compare_exchange(loc, expected, value, weak, order, order_on_failure)                 \
	__atomic_compare_exchange_n((loc), (expected), (value), (weak), GCRT_ORDER_##order,        \
	    GCRT_ORDER_##order_on_failure)
/* Loads until UNTIL is true: LOAD, an atomic load, gives VALUE a value, which UNTIL looks at. */
#define gcrt_await(value, load, until)                                                             \
	do {                                                                                       \
		for (unsigned gcrt_tries_ = 0; (value) = (load), !(until);)                        \
			gcrt_tries_ = gcrt_wait_after(gcrt_tries_);                                \
	} while (0)
/* Lets other threads go on, after TRIES loads: at first the processor rests for a moment, then the thread yields it.
 * Returns the number for the next call. */
unsigned gcrt_wait_after(unsigned tries);
#if defined __SANITIZE_ADDRESS__
#define GCRT_ASAN 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define GCRT_ASAN 1
#endif
#endif
/* The thread sanitizer does not know fences.  In its builds a fence is an operation with the same
 * order. */
#if defined __SANITIZE_THREAD__
#define GCRT_TSAN 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define GCRT_TSAN 1
#endif
#endif
extern int gcrt_fence_word;
#ifdef GCRT_TSAN
#define gcrt_fence(order) ((void)__atomic_fetch_add(&gcrt_fence_word, 0, GCRT_ORDER_##order))
#else
#define gcrt_fence(order) __atomic_thread_fence(GCRT_ORDER_##order)
#endif
/* A fence where every access that it orders is atomic, or goes through a reference (below).  The
 * thread sanitizer reports no race if this fence is left out.  With it, it would assume an order
 * between threads that are not ordered.  So its builds leave it out. */
#ifdef GCRT_TSAN
#define gcrt_fence_atomics(order) ((void)0)
#else
#define gcrt_fence_atomics(order) gcrt_fence(order)
#endif
/* Slots of references.
 *
 * Note [Addresses]: where a slot is read with relaxed, or a reference is passed on to another slot
 * with relaxed, only the address orders the accesses to the object after the read.  The thread
 * sanitizer does not know this order.  It would report that a worker reads an object that was
 * filled before the reference to it was stored.  So in such builds, and only there, slots are read
 * with acquire and written with release, whatever order is asked for. */
#ifdef GCRT_TSAN
#define gcrt_load_word(loc, order)         gcrt_load(loc, seq_cst)
#define gcrt_store_word(loc, value, order) gcrt_store(loc, value, seq_cst)
#define gcrt_swap_word(loc, value, order)  gcrt_swap(loc, value, seq_cst)
#define gcrt_cas_word(loc, expected, value, order, order_on_failure)                               \
	gcrt_cas(loc, expected, value, seq_cst, seq_cst)
#else
#define gcrt_load_word(loc, order)         gcrt_load(loc, order)
#define gcrt_store_word(loc, value, order) gcrt_store(loc, value, order)
#define gcrt_swap_word(loc, value, order)  gcrt_swap(loc, value, order)
#define gcrt_cas_word(loc, expected, value, order, order_on_failure)                               \
	gcrt_cas(loc, expected, value, order, order_on_failure)
#endif

struct gcrt_mutex {
	pthread_mutex_t os;
};
#define GCRT_MUTEX_INITIALIZER                                                                     \
	{                                                                                          \
		PTHREAD_MUTEX_INITIALIZER                                                          \
	}
struct gcrt_cond {
	pthread_cond_t os;
};
struct gcrt_thread {
	pthread_t os;
};

/* A failure of these functions is a bug of the caller, and stops the program with a message.  A
 * wait may return at any time, so callers wait in a loop. */
void gcrt_mutex_init(struct gcrt_mutex *mutex);
void gcrt_mutex_destroy(struct gcrt_mutex *mutex);
void gcrt_mutex_lock(struct gcrt_mutex *mutex);
bool gcrt_mutex_try(struct gcrt_mutex *mutex); /* false: another thread has it */
void gcrt_mutex_unlock(struct gcrt_mutex *mutex);
void gcrt_cond_init(struct gcrt_cond *cond);
void gcrt_cond_destroy(struct gcrt_cond *cond);
void gcrt_cond_wait(struct gcrt_cond *cond, struct gcrt_mutex *mutex);
/* false: nothing woke it for MILLISECONDS. */
bool gcrt_cond_wait_for(struct gcrt_cond *cond, struct gcrt_mutex *mutex, unsigned milliseconds);
void gcrt_cond_signal(struct gcrt_cond *cond);
void gcrt_cond_broadcast(struct gcrt_cond *cond);

/* false: the system has no more threads. */
bool gcrt_thread_create(struct gcrt_thread *thread, void *(*body)(void *), void *argument);
void gcrt_thread_join(struct gcrt_thread thread);

/* A signal that the kernel sends to a thread because of what the thread does. */
struct gcrt_held_signal {
	sigset_t before;
	bool was_pending;
};
/* Until gcrt_let_signal it is not delivered to this thread. */
void gcrt_hold_signal(int signal, struct gcrt_held_signal *held);
/* CAUSED: the thread has caused one meanwhile, which is not delivered at all. */
void gcrt_let_signal(int signal, const struct gcrt_held_signal *held, bool caused);

/* How often this process has been made by a fork since the first call. */
unsigned gcrt_forks(void);
/* One lock of the process, for what all its heaps share.  In a forked child it is free, whichever
 * thread held it.  So what it protects must be consistent at any moment, or start empty in a
 * child. */
void gcrt_lock_process(void);
void gcrt_unlock_process(void);

#ifdef __cplusplus
}
#endif

#endif
