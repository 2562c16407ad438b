#include "test.h"

#include "gcrt-options.h"
#include "gcrt-space.h"

static void defaults(void **state)
{
	struct gc_options *o = gc_allocate_options();
	(void)state;
	assert_int_equal(o->heap_size_policy, GC_HEAP_SIZE_FIXED);
	assert_int_equal(o->heap_size, 6 * 1024 * 1024);
	assert_int_equal(o->maximum_heap_size, 0);
	assert_in_range(o->parallelism, 1, 8);
	free(o);
}

static void names(void **state)
{
	(void)state;
	assert_int_equal(gc_option_from_string("heap-size"), GC_OPTION_HEAP_SIZE);
	assert_int_equal(gc_option_from_string("parallelism"), GC_OPTION_PARALLELISM);
	assert_int_equal(gc_option_from_string("heap-size-policy"), GC_OPTION_HEAP_SIZE_POLICY);
	assert_int_equal(gc_option_from_string("heap-siz"), -1);
	assert_int_equal(gc_option_from_string("heap-sizes"), -1);
	assert_int_equal(gc_option_from_string(""), -1);
}

static void sizes(void **state)
{
	struct gc_options *o = gc_allocate_options();
	(void)state;
	assert_int_equal(gc_options_parse_and_set(o, GC_OPTION_HEAP_SIZE, "4096"), 1);
	assert_int_equal(o->heap_size, 4096);
	assert_int_equal(gc_options_parse_and_set(o, GC_OPTION_HEAP_SIZE, "12m"), 1);
	assert_int_equal(o->heap_size, 12 << 20);
	assert_int_equal(gc_options_parse_and_set(o, GC_OPTION_HEAP_SIZE, "3G"), 1);
	assert_true(o->heap_size == (size_t)3 << 30);
	static const char *const wrong[] = {
		"",
		"m",
		"-1",
		" 1",
		"1x",
		"1mm",
		"1 m",
		"0x10",
		"99999999999999999999",
		"18446744073709551615k",
		"1,2",
		"1.5m",
	};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		assert_int_equal(gc_options_parse_and_set(o, GC_OPTION_HEAP_SIZE, wrong[i]), 0);
		assert_true(o->heap_size == (size_t)3 << 30);
	}
	assert_int_equal(gc_options_set_size(o, GC_OPTION_HEAP_DOUBLE_THRESHOLD, 0), 0);
	free(o);
}

static void types_and_ranges(void **state)
{
	struct gc_options *o = gc_allocate_options();
	(void)state;
	assert_int_equal(gc_options_set_int(o, GC_OPTION_PARALLELISM, 3), 1);
	assert_int_equal(gc_options_set_int(o, GC_OPTION_PARALLELISM, 0), 0);
	assert_int_equal(gc_options_set_int(o, GC_OPTION_PARALLELISM, 65), 0);
	assert_int_equal(gc_options_set_int(o, GC_OPTION_HEAP_SIZE, 1), 0);
	assert_int_equal(gc_options_set_size(o, GC_OPTION_PARALLELISM, 1), 0);
	assert_int_equal(gc_options_set_int(o, GC_OPTION_HEAP_SIZE_POLICY, 2), 0);
	assert_int_equal(gc_options_set_int(o, -1, 1), 0);
	assert_int_equal(gc_options_set_int(o, 99, 1), 0);
	assert_int_equal(gc_options_parse_and_set(o, 99, "1"), 0);
	assert_int_equal(o->parallelism, 3);
	free(o);
}

static void many(void **state)
{
	struct gc_options *o = gc_allocate_options();
	(void)state;
	assert_int_equal(gc_options_parse_and_set_many(o, ""), 1);
	assert_int_equal(
	    gc_options_parse_and_set_many(o,
		"heap-size-policy=growable,heap-size=1m,maximum-heap-size=2m,parallelism=2"),
	    1);
	assert_int_equal(o->heap_size_policy, GC_HEAP_SIZE_GROWABLE);
	assert_int_equal(o->heap_size, 1 << 20);
	assert_int_equal(o->maximum_heap_size, 2 << 20);
	assert_int_equal(o->parallelism, 2);
	static const char *const wrong[] = {
		"heap-size",
		"heap-size=",
		"=1",
		",",
		"heap-size=1,",
		",heap-size=1",
		"heap-size=1;parallelism=1",
		"heap-size==1",
		"no-such=1",
		"heap-size-policy=adaptive",
		"parallelism=2 ",
		"parallelism=1k",
		"parallelism=-1",
	};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		assert_int_equal(gc_options_parse_and_set_many(o, wrong[i]), 0);
	free(o);
}

static void parse(const char *text)
{
	struct gc_options *o = gc_allocate_options();
	int parsed = gc_options_parse_and_set_many(o, text);
	free(o);
	_exit(!parsed);
}

static void misspelt(void)
{
	parse("heap-size=1m,heapsize=2m,parallelism=1");
}
static void no_value(void)
{
	parse("parallelism");
}
static void bad_size(void)
{
	parse("maximum-heap-size=12q");
}
static void bad_policy(void)
{
	parse("heap-size-policy=adaptive");
}
static void too_many(void)
{
	parse("parallelism=65");
}
static void bad_stress(void)
{
	parse("stress-allocations=x");
}
static void too_large(void)
{
	parse("heap-size=1000t");
}
static void too_large_later(void)
{
	parse("maximum-heap-size=1000t");
}

static void what_is_wrong_is_named(void **state)
{
	struct gc_options *o = gc_allocate_options();
	(void)state;
	assert_true(
	    test_dies(misspelt, "no option `heapsize'; there are heap-size-policy, heap-size,"));
	assert_true(test_dies(no_value,
	    "option `parallelism': write parallelism=VALUE, where VALUE "
	    "is a number from 1 to 64"));
	assert_true(
	    test_dies(bad_size, "option `maximum-heap-size=12q': write maximum-heap-size="));
	assert_true(test_dies(bad_policy, "where VALUE is fixed or growable"));
	assert_true(test_dies(bad_stress, "where VALUE is a number, 0 for none"));
	assert_true(test_dies(too_many, "option `parallelism=65'"));
	assert_true(test_dies(too_large, "heap-size: 1099511627776000 bytes are more than a heap"));
	assert_true(test_dies(too_large_later, "maximum-heap-size: 1099511627776000 bytes"));
	assert_false(test_dies(too_large, "write heap-size=")); /* the form of the value is right */
	assert_int_equal(gcrt_space_most_bytes() >> 30, 17);    /* as doc/embedding.md says */
	assert_int_equal(gc_options_parse_and_set_many(o,
			     "heap-size=17g,heap-double-threshold=1000t,safepoint-timeout=9"),
	    1);
	free(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(names),
		cmocka_unit_test(sizes),
		cmocka_unit_test(types_and_ranges),
		cmocka_unit_test(many),
		cmocka_unit_test(what_is_wrong_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
