/* hooks.c: what -fsanitize=thread makes a program call: before each plain access, and instead of
 * each atomic operation.  The interface is that of GCC and Clang (compiler-rt's
 * tsan_interface.h, tsan_interface_atomic.h). */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"

/* Programs that are loaded find them. */
#pragma GCC visibility push(default)

#define PLACE() GCX_CALLED()

void __tsan_init(void);
void __tsan_func_entry(const void *caller);
void __tsan_func_exit(void);
void __tsan_init(void)
{
}
void __tsan_func_entry(const void *caller)
{
	(void)caller;
}
/* Programs are compiled with frame pointers: above that of the function are the frame pointer and the
 * address that it returns to. */
void __tsan_func_exit(void)
{
	const void *const *own = __builtin_frame_address(0);

	gcx_leave_function((const void *const *)*own + 2);
}

/* -------------------------------------------------------------------------- accesses */
static bool is_operation(const void *at, size_t size)
{
	return gcx_program_options.volatiles && size <= 8 && (uintptr_t)at % size == 0;
}

/* The program itself reads what the operation has found, before any other task goes on. */
static void volatile_read(void *at, size_t size)
{
	if (is_operation(at, size))
		gcx_read(at, (unsigned)size);
	else
		gcx_plain_read(at, size);
}

static uint64_t value_at(const void *at, size_t size)
{
	uint64_t value = 0;

	memcpy(&value, at, size);
	return value;
}

/* What is written is not known yet.  The operation leaves the location as it is, and the program itself
 * writes it, before any other task goes on. */
static void volatile_write(void *at, size_t size)
{
	if (is_operation(at, size))
		gcx_write(at, (unsigned)size, value_at(at, size));
	else
		gcx_plain_write(at, size);
}

#define PLAIN(name, access, size)                                                                  \
	void name(void *at);                                                                       \
	void name(void *at)                                                                        \
	{                                                                                          \
		PLACE();                                                                           \
		access(at, size);                                                                  \
	}
#define PLAINS(size)                                                                               \
	PLAIN(__tsan_read##size, gcx_plain_read, size)                                             \
	PLAIN(__tsan_write##size, gcx_plain_write, size)                                           \
	PLAIN(__tsan_unaligned_read##size, gcx_plain_read, size)                                   \
	PLAIN(__tsan_unaligned_write##size, gcx_plain_write, size)                                 \
	PLAIN(__tsan_volatile_read##size, volatile_read, size)                                     \
	PLAIN(__tsan_volatile_write##size, volatile_write, size)
PLAINS(1)
PLAINS(2)
PLAINS(4)
PLAINS(8)
PLAINS(16)

void __tsan_read_range(void *at, size_t size);
void __tsan_read_range(void *at, size_t size)
{
	PLACE();
	if (size > 0)
		gcx_plain_read(at, size);
}
void __tsan_write_range(void *at, size_t size);
void __tsan_write_range(void *at, size_t size)
{
	PLACE();
	if (size > 0)
		gcx_plain_write(at, size);
}

/* Clang calls these for copies of its own. */
void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	return __wrap_memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size)
{
	return __wrap_memmove(to, from, size);
}
void *__tsan_memset(void *to, int byte, size_t size);
void *__tsan_memset(void *to, int byte, size_t size)
{
	return __wrap_memset(to, byte, size);
}

/* ------------------------------------------------------------------ atomic operations */
/* The compiler's numbers of orders: relaxed, consume, acquire, release, acq_rel, seq_cst. */
static enum gcx_order order_of(int number)
{
	static const enum gcx_order orders[] = { GCX_RELAXED, GCX_ACQUIRE, GCX_ACQUIRE, GCX_RELEASE,
		GCX_ACQ_REL, GCX_SEQ_CST };

	return number >= 0 && number <= 5 ? orders[number] : GCX_SEQ_CST;
}

#define MODIFY(bits, name, how)                                                                    \
	uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *at,                   \
	    uint##bits##_t value, int order);                                                      \
	uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *at,                   \
	    uint##bits##_t value, int order)                                                       \
	{                                                                                          \
		PLACE();                                                                           \
		return (uint##bits##_t)gcx_modify_explicit(at, (bits) / 8, how, value,             \
		    order_of(order));                                                              \
	}
/* The expected value is the program's own: it is read and written as any other.  The weak one may fail for no
 * reason: then it is a load. */
#define EXCHANGE(bits, name, fails)                                                                \
	int __tsan_atomic##bits##_compare_exchange_##name(volatile uint##bits##_t *at,             \
	    uint##bits##_t *expected, uint##bits##_t value, int order, int otherwise);             \
	int __tsan_atomic##bits##_compare_exchange_##name(volatile uint##bits##_t *at,             \
	    uint##bits##_t *expected, uint##bits##_t value, int order, int otherwise)              \
	{                                                                                          \
		uint##bits##_t wanted;                                                             \
		PLACE();                                                                           \
		gcx_plain_read(expected, (bits) / 8);                                              \
		wanted = *expected;                                                                \
		PLACE();                                                                           \
		bool failed = fails;                                                               \
		uint##bits##_t found = (uint##bits##_t)(failed                                     \
			? gcx_read_explicit(at, (bits) / 8, order_of(otherwise))                   \
			: gcx_cas_explicit(at, (bits) / 8, wanted, value, order_of(order),         \
			      order_of(otherwise)));                                               \
		if (found == wanted && !failed)                                                    \
			return 1;                                                                  \
		PLACE();                                                                           \
		gcx_plain_write(expected, (bits) / 8);                                             \
		*expected = found;                                                                 \
		return 0;                                                                          \
	}
#define ATOMICS(bits)                                                                              \
	uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *at, int order);   \
	uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *at, int order)    \
	{                                                                                          \
		PLACE();                                                                           \
		return (uint##bits##_t)gcx_read_explicit(at, (bits) / 8, order_of(order));         \
	}                                                                                          \
	void __tsan_atomic##bits##_store(volatile uint##bits##_t *at, uint##bits##_t value,        \
	    int order);                                                                            \
	void __tsan_atomic##bits##_store(volatile uint##bits##_t *at, uint##bits##_t value,        \
	    int order)                                                                             \
	{                                                                                          \
		PLACE();                                                                           \
		gcx_write_explicit(at, (bits) / 8, value, order_of(order));                        \
	}                                                                                          \
	uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *at,     \
	    uint##bits##_t expected, uint##bits##_t value, int order, int otherwise);              \
	uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *at,     \
	    uint##bits##_t expected, uint##bits##_t value, int order, int otherwise)               \
	{                                                                                          \
		PLACE();                                                                           \
		return (uint##bits##_t)gcx_cas_explicit(at, (bits) / 8, expected, value,           \
		    order_of(order), order_of(otherwise));                                         \
	}                                                                                          \
	EXCHANGE(bits, strong, false)                                                              \
	EXCHANGE(bits, weak, gcx_program_wakes_spuriously())                                       \
	MODIFY(bits, exchange, GCX_SWAP)                                                           \
	MODIFY(bits, fetch_add, GCX_ADD)                                                           \
	MODIFY(bits, fetch_sub, GCX_SUB)                                                           \
	MODIFY(bits, fetch_and, GCX_AND)                                                           \
	MODIFY(bits, fetch_or, GCX_OR)                                                             \
	MODIFY(bits, fetch_xor, GCX_XOR)                                                           \
	MODIFY(bits, fetch_nand, GCX_NAND)
ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
	PLACE();
	gcx_fence(order_of(order));
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
	(void)order;
}

#pragma GCC visibility pop
