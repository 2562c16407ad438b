/* What kernels do to reference slots that hold what is no reference. */
#include "test.h"

#include "gcrt-collector.h"
#include "test-embedder.h"

#define IMMEDIATE ((uintptr_t)7)

/* Other threads write to the slot between two reads of a cas: see below. */
static uintptr_t others[4], *others_at;

#undef gcrt_cas
#define gcrt_cas(loc, expected, value, order, order_on_failure) disturbed_cas(loc, expected, value)

static uintptr_t disturbed_cas(uintptr_t *slot, uintptr_t expected, uintptr_t value)
{
	uintptr_t found = expected;

	if (others_at && *others_at)
		__atomic_store_n(slot, *others_at++, __ATOMIC_RELAXED);
	__atomic_compare_exchange_n(slot, &found, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return found;
}

static uintptr_t cas(uintptr_t *slot, uintptr_t expected, uintptr_t value)
{
	return gc_ref_value(gcrt_cas_slot(gc_edge(slot), expected, value, seq_cst, relaxed));
}

static void an_immediate_is_null(void **state)
{
	uintptr_t slot = IMMEDIATE;

	(void)state;
	assert_int_equal(gc_ref_value(gcrt_load_slot(gc_edge(&slot), relaxed)), 0);
	assert_int_equal(cas(&slot, 0, 64), 0);
	assert_int_equal(slot, 64); /* a cas that reports null has replaced it */
}

static void nothing_else_is(void **state)
{
	uintptr_t slot = 32;

	(void)state;
	assert_int_equal(cas(&slot, 0, 64), 32);
	assert_int_equal(slot, 32);
	assert_int_equal(cas(&slot, 32, 64), 32);
	assert_int_equal(slot, 64);
	assert_int_equal(cas(&slot, 64, 0), 64);
	assert_int_equal(cas(&slot, 0, 96), 0);
	assert_int_equal(slot, 96);
}

static void an_immediate_is_no_object(void **state)
{
	uintptr_t slot = IMMEDIATE;

	(void)state;
	assert_int_equal(cas(&slot, 32, 64), 0);
	assert_int_equal(slot, IMMEDIATE);
}

/* The slot changes each time before the cas reads it.  An immediate is replaced at the last read;
 * an object is found. */
static void it_changes_meanwhile(void **state)
{
	uintptr_t slot = 0;

	(void)state;
	memcpy(others, (uintptr_t[]){ 3, 5, 7, 0 }, sizeof others);
	others_at = others;
	assert_int_equal(cas(&slot, 0, 64), 0);
	assert_int_equal(slot, 64);
	memcpy(others, (uintptr_t[]){ 3, 5, 32, 0 }, sizeof others);
	others_at = others;
	assert_int_equal(cas(&slot, 0, 64), 32);
	assert_int_equal(slot, 32);
	others_at = NULL;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_immediate_is_null),
		cmocka_unit_test(nothing_else_is),
		cmocka_unit_test(an_immediate_is_no_object),
		cmocka_unit_test(it_changes_meanwhile),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
