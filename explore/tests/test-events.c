/* What happens in an execution that is replayed, as lines of JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include "explore/gcexplore.h"

static uint64_t x, lock;

static void increment(void *unused)
{
	(void)unused;
	gcx_write_explicit(&x, 8, gcx_read_explicit(&x, 8, GCX_ACQUIRE) + 1, GCX_RELEASE);
}

static void lost_update(void *unused)
{
	(void)unused;
	x = lock = 0;
	gcx_name(&x, 8, "the \"number\"");
	gcx_name(&lock, 8, "lock");
	gcx_spawn(increment, NULL);
	gcx_acquire(&lock, 8, 7);
	gcx_cas(&lock, 8, 1, 2);
	gcx_cas(&lock, 8, 7, 0);
	gcx_modify(&x, 8, GCX_ADD, 40);
	gcx_join(1);
	gcx_fence(GCX_ACQUIRE);
	gcx_choose(3);
	gcx_assert(gcx_read(&x, 8) == 41);
}

static const char expected[] =
    "{\"event\":\"trace\",\"version\":1}\n"
    "{\"event\":\"step\",\"step\":1,\"do\":\"read\",\"thread\":\"task 1\",\"choice\":0,"
    "\"operations\":[{\"op\":\"read\",\"order\":\"acquire\",\"location\":\"the \\\"number\\\"\","
    "\"found\":\"0\",\"stored\":null}]}\n"
    "{\"event\":\"step\",\"step\":2,\"do\":\"acquire\",\"thread\":\"task 0\",\"choice\":0,"
    "\"operations\":[{\"op\":\"acquire\",\"order\":\"acquire\",\"location\":\"lock\","
    "\"found\":\"0\",\"stored\":\"7\"}]}\n"
    "{\"event\":\"step\",\"step\":3,\"do\":\"cas\",\"thread\":\"task 0\",\"choice\":0,"
    "\"operations\":[{\"op\":\"cas\",\"order\":\"seq_cst\",\"location\":\"lock\","
    "\"found\":\"7\",\"stored\":null}]}\n"
    "{\"event\":\"step\",\"step\":4,\"do\":\"cas\",\"thread\":\"task 0\",\"choice\":0,"
    "\"operations\":[{\"op\":\"cas\",\"order\":\"seq_cst\",\"location\":\"lock\","
    "\"found\":\"7\",\"stored\":\"0\"}]}\n"
    "{\"event\":\"step\",\"step\":5,\"do\":\"modify\",\"thread\":\"task 0\",\"choice\":0,"
    "\"operations\":[{\"op\":\"modify\",\"order\":\"seq_cst\",\"location\":\"the \\\"number\\\"\","
    "\"found\":\"0\",\"stored\":\"40\"}]}\n"
    "{\"event\":\"step\",\"step\":6,\"do\":\"write\",\"thread\":\"task 1\",\"choice\":0,"
    "\"operations\":[{\"op\":\"write\",\"order\":\"release\",\"location\":\"the \\\"number\\\"\","
    "\"found\":null,\"stored\":\"1\"}]}\n"
    "{\"event\":\"step\",\"step\":7,\"do\":\"join\",\"thread\":\"task 0\",\"choice\":0,"
    "\"operations\":[]}\n"
    "{\"event\":\"step\",\"step\":8,\"do\":\"fence\",\"thread\":\"task 0\",\"choice\":0,"
    "\"operations\":[]}\n"
    "{\"event\":\"step\",\"step\":9,\"do\":\"choose\",\"thread\":\"task 0\",\"choice\":2,"
    "\"operations\":[]}\n"
    "{\"event\":\"step\",\"step\":10,\"do\":\"read\",\"thread\":\"task 0\",\"choice\":0,"
    "\"operations\":[{\"op\":\"read\",\"order\":\"seq_cst\",\"location\":\"the \\\"number\\\"\","
    "\"found\":\"1\",\"stored\":null}]}\n"
    "{\"event\":\"fail\",\"property\":\"assertion\",\"why\":\"";

static const struct gcx_step schedule[] = { { 1, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 },
	{ 1, 0 }, { 0, 0 }, { 0, 0 }, { 0, 2 }, { 0, 0 } };

static void lines_of_json(void **state)
{
	struct gcx_options options = { .event = gcx_print_event };
	struct gcx_result result;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	options.event_argument = out;
	assert_int_equal(gcx_replay(&options, lost_update, NULL, schedule,
			     sizeof schedule / sizeof *schedule, &result),
	    GCX_FAILED);
	assert_int_equal(fclose(out), 0);
	assert_memory_equal(text, expected, sizeof expected - 1);
	assert_non_null(strstr(text + sizeof expected - 1, "gcx_read(&x, 8) == 41\"}\n"));
	free(text);
	free(result.schedule);
}

/* --------------------------------------------------------------- which there are, and when */
static unsigned counts[3];
static const char *last;

static void count(const struct gcx_event *event, void *unused)
{
	(void)unused;
	counts[event->kind]++;
	last = event->kind == GCX_STEP ? event->operation : "";
	assert_true(event->kind != GCX_STEP || event->step == counts[GCX_STEP]);
	assert_true(event->kind != GCX_STEP || event->operation != NULL);
}

static void *freed;

static void use_freed(void *unused)
{
	(void)unused;
	freed = gcx_allocate(8);
	gcx_free(freed);
	gcx_write(freed, 8, 1);
}

static void no_failure(void *unused)
{
	(void)unused;
	gcx_yield();
}

static void which_events_there_are(void **state)
{
	struct gcx_options options = { .event = count };
	struct gcx_result result;

	(void)state;
	memset(counts, 0, sizeof counts);
	gcx_replay(&options, use_freed, NULL, NULL, 0, &result);
	assert_int_equal(result.failure, GCX_MEMORY);
	assert_int_equal(counts[GCX_STEP], result.schedule_length);
	assert_int_equal(counts[GCX_END], 1);
	free(result.schedule);
	memset(counts, 0, sizeof counts);
	assert_int_equal(gcx_replay(&options, no_failure, NULL, NULL, 0, &result), GCX_VERIFIED);
	assert_int_equal(counts[GCX_BEGIN], 1);
	assert_int_equal(counts[GCX_STEP], 1);
	assert_int_equal(counts[GCX_END], 0);
	memset(counts, 0, sizeof counts);
	gcx_explore(&options, lost_update, NULL, &result);
	free(result.schedule);
	gcx_minimise(&options, lost_update, NULL, schedule, sizeof schedule / sizeof *schedule, 100,
	    &result);
	free(result.schedule);
	assert_int_equal(counts[GCX_BEGIN], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_json),
		cmocka_unit_test(which_events_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
