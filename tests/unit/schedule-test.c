/* schedule-test.c: the order of jobs, the memory that they share, and the lines that show them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/base/out.h"
#include "promela-backend/campaign/live.h"
#include "promela-backend/campaign/memory.h"
#include "promela-backend/campaign/order.h"
#include "promela-backend/campaign/parking.h"
#include "promela-backend/campaign/watch.h"

static int set_up(void **state)
{
	*state = gd_arena_new();
	return 0;
}

static int tear_down(void **state)
{
	gd_arena_free(*state);
	return 0;
}

/* ------------------------------------------------------------------------- the order */
/* SECONDS: of each job, the last is negative.  GROUPS: of each job; 0: none. */
static const char *order_of(struct gd_arena *arena, const double *seconds, const size_t *groups,
    size_t unwanted)
{
	struct camp_job jobs[16] = { 0 };
	const char *text = "";
	const size_t *order;
	size_t count = 0;

	for (; seconds[count] >= 0; count++) {
		jobs[count].estimate.seconds = seconds[count];
		jobs[count].group = groups ? groups[count] : 0;
	}
	if (unwanted < count)
		jobs[unwanted].unwanted = CAMP_FAILS;
	order = camp_order(arena, jobs, count);
	for (size_t i = 0; i < count; i++)
		text = gd_arena_printf(arena, "%s%zu", text, order[i]);
	return text;
}

static void order(void **state)
{
	static const double seconds[] = { 1, 3, 2, 3, 0, -1 }, none[] = { -1 },
			    chain[] = { 1, 1, 9, 5, -1 };
	static const size_t groups[] = { 0, 7, 7, 0 };

	assert_string_equal(order_of(*state, seconds, NULL, 99), "13204");
	assert_string_equal(order_of(*state, none, NULL, 99), "");
	/* job 1 holds up job 2, which is long */
	assert_string_equal(order_of(*state, chain, groups, 99), "1230");
	assert_string_equal(order_of(*state, chain, NULL, 99), "2301");
	/* a verdict that ends the campaign: the list's own order */
	assert_string_equal(order_of(*state, seconds, NULL, 3), "01234");
}

/* ------------------------------------------------------------------------ the memory */
static void sizes(void **state)
{
	struct camp_memory memory = { 300, 0 };

	(void)state;
	for (long states = 1; states < 100000; states = states * 3 + 1) {
		long all = camp_memory_for(states);

		assert_true(all > states);
		assert_in_range(camp_memory_of_states(all), states - 1, states + 1);
		assert_true(camp_memory_for(camp_memory_of_states(all)) <= all);
	}
	assert_true(camp_memory_for(64) <= CAMP_MEMORY_OF_TOOLS); /* a whole model */
	assert_int_equal(camp_memory_of_states(3), 0);
	assert_true(camp_memory_fits(&memory, 300));
	assert_true(camp_memory_fits(&memory, 1000)); /* alone */
	camp_memory_take(&memory, 128);
	assert_true(camp_memory_fits(&memory, 172));
	assert_false(camp_memory_fits(&memory, 173));
	camp_memory_give(&memory, 128);
	assert_int_equal(memory.used, 0);
}

static struct camp_task waiting(struct camp_job *job, long wants)
{
	return (struct camp_task){ .job = job, .wants = wants };
}

/* The memory that the task has which goes on.  0: none does. */
static long next(camp_parking *parking, long used)
{
	struct camp_memory memory = { 1000, used };
	struct camp_task task;

	return camp_unpark(parking, &memory, &task) ? task.wants : 0;
}

static void parking(void **state)
{
	camp_parking parking = { 0 };
	struct camp_job job = { 0 };
	static const long wants[] = { 900, 500, 200, 100 };

	assert_int_equal(next(&parking, 0), 0);
	for (size_t i = 0; i < 4; i++) {
		struct camp_task task = waiting(&job, wants[i]);

		camp_park(*state, &parking, &task);
	}
	assert_int_equal(next(&parking, 800), 200); /* 900 and 500 do not fit */
	assert_int_equal(next(&parking, 950), 0);
	assert_int_equal(next(&parking, 500), 500);
	assert_int_equal(next(&parking, 500), 100);
	assert_int_equal(next(&parking, 500), 0);
	assert_true(camp_may_overtake(&parking));
	assert_int_equal(next(&parking, 0), 900);
	assert_int_equal(parking.count, 0);
}

/* Somebody who needs much is not overtaken for ever. */
static void starvation(void **state)
{
	camp_parking parking = { 0 };
	struct camp_job job = { 0 };
	struct camp_task large = waiting(&job, 900), small = waiting(&job, 10);
	unsigned passed = 0;

	camp_park(*state, &parking, &large);
	for (; camp_may_overtake(&parking) && passed < 1000; passed++)
		camp_overtake(&parking);
	assert_int_equal(passed, CAMP_MOST_OVERTAKE);
	camp_park(*state, &parking, &small);
	assert_int_equal(next(&parking, 500), 0);
	assert_int_equal(next(&parking, 100), 900);
	assert_int_equal(next(&parking, 500), 10);
	camp_park(*state, &parking, &large);
	for (passed = 0; passed < 1000; passed++) {
		camp_park(*state, &parking, &small);
		if (next(&parking, 500) != 10)
			break;
	}
	assert_int_equal(passed, CAMP_MOST_OVERTAKE);
}

/* ------------------------------------------------------------------------ the machine */
static void put(struct gd_arena *arena, const char *root, const char *folder, const char *name,
    const char *text)
{
	const char *in = gd_arena_printf(arena, "%s/%s", root, folder);
	FILE *out;

	assert_true(gd_make_directories(in));
	out = fopen(gd_arena_printf(arena, "%s/%s", in, name), "w");
	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

enum { GB = 1024 };

static void machine(void **state)
{
	struct gd_arena *arena = *state;
	char root[] = "machine.XXXXXX";
	const char *text = "MemTotal: 99999999 kB\nMemAvailable: 8388608 kB\n";

	assert_non_null(mkdtemp(root));
	assert_true(camp_memory_free(arena, root) < 1 * GB); /* nothing is known: little */
	put(arena, root, "proc", "meminfo", text);
	assert_int_equal(camp_memory_free(arena, root), 7 * GB); /* an eighth stays free */
	put(arena, root, "proc/self", "cgroup", "0::/a/b\n");
	assert_int_equal(camp_memory_free(arena, root), 7 * GB);
	put(arena, root, "sys/fs/cgroup/a/b", "memory.max", "max\n");
	put(arena, root, "sys/fs/cgroup/a/b", "memory.current", "4096\n");
	assert_int_equal(camp_memory_free(arena, root), 7 * GB);
	put(arena, root, "sys/fs/cgroup/a", "memory.max", "4294967296\n");
	put(arena, root, "sys/fs/cgroup/a", "memory.current", "3221225472\n");
	assert_int_equal(camp_memory_free(arena, root), 1 * GB - 128);
	put(arena, root, "sys/fs/cgroup/a", "memory.stat",
	    "anon 5\nactive_file 7\ninactive_file 1073741824\n");
	assert_int_equal(camp_memory_free(arena, root), 2 * GB - 256);
	put(arena, root, "sys/fs/cgroup/a", "memory.current", "4294967296\n");
	put(arena, root, "sys/fs/cgroup/a", "memory.stat", "");
	assert_int_equal(camp_memory_free(arena, root), CAMP_MEMORY_OF_TOOLS);
	put(arena, root, "proc/self", "cgroup", "9:cpu,memory:/old\n1:name=systemd:/a\n0::/\n");
	put(arena, root, "sys/fs/cgroup/memory/old", "memory.limit_in_bytes", "2147483648\n");
	put(arena, root, "sys/fs/cgroup/memory/old", "memory.usage_in_bytes", "0\n");
	assert_int_equal(camp_memory_free(arena, root), 2 * GB - 256);
	put(arena, root, "sys/fs/cgroup/memory/old", "memory.limit_in_bytes",
	    "9223372036854771712\n");
	assert_int_equal(camp_memory_free(arena, root), 7 * GB);
	put(arena, root, "proc/self", "cgroup", "no colons\n::\n4:memory\n");
	assert_int_equal(camp_memory_free(arena, root), 7 * GB);
	assert_int_equal(system(gd_arena_printf(arena, "rm -r %s", root)), 0);
}

/* -------------------------------------------------------------------------- the lines */
static void lines(void **state)
{
	struct camp_live_row row = { .name = "two_fields twice=true sc any",
		.states = 1250000,
		.rate = 310000,
		.memory = 120,
		.left = 12 };
	struct camp_live_total total = { 34, 582, 1, 2, 340, 18000, 7260 };
	char text[512];

	(void)state;
	camp_live_text_of_row(&row, 100, text, sizeof text);
	assert_string_equal(text,
	    "  two_fields twice=true sc any              1.25e+06 states"
	    "  3.1e+05/s    120 MB  about 12 s left");
	row.left = -1;
	camp_live_text_of_row(&row, 100, text, sizeof text);
	assert_null(strstr(text, "left"));
	row.doing = "compiling";
	camp_live_text_of_row(&row, 70, text, sizeof text);
	assert_string_equal(text, "  two_fi~true sc any  compiling");
	camp_live_text_of_total(&total, 200, text, sizeof text);
	assert_non_null(strstr(text,
	    "34/582 done, 1 not as expected, 2 waiting for memory; about "
	    "2.0 h left, until "));
	assert_non_null(strstr(text, "; 340 of 18000 MB"));
	for (size_t width = 1; width < 120; width++) {
		assert_true(camp_live_text_of_row(&row, width, text, sizeof text) <= width);
		assert_true(strlen(text) <= width);
		assert_true(camp_live_text_of_total(&total, width, text, sizeof text) <= width);
		assert_true(strlen(text) <= width);
	}
}

/* What was expected of a job is corrected by how the jobs before have done. */
static void pace(void **state)
{
	struct camp_pace pace = { 0 };
	struct camp_job job = { .estimate = { CAMP_GUESSED, 100, 0, 10, 1 } }, unknown = { 0 };

	(void)state;
	assert_true(camp_pace_of(&pace, &unknown) < 0);
	assert_true(camp_pace_of(&pace, &job) == 10);
	job.result = (struct camp_result){ .verdict = CAMP_HOLDS, .seconds = 20 };
	camp_pace_add(&pace, &job);
	assert_true(camp_pace_of(&pace, &job) == 20);
	assert_true(camp_pace_of(&pace, &unknown) == 20);
	job.result.kept = true;
	job.result.seconds = 1000;
	camp_pace_add(&pace, &job);
	assert_true(camp_pace_of(&pace, &job) == 20);
	job.result.kept = false;
	camp_pace_add(&pace, &job);
	assert_true(camp_pace_of(&pace, &job) == 100); /* at most ten times as much */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(order, set_up, tear_down),
		cmocka_unit_test(sizes),
		cmocka_unit_test_setup_teardown(parking, set_up, tear_down),
		cmocka_unit_test_setup_teardown(starvation, set_up, tear_down),
		cmocka_unit_test_setup_teardown(machine, set_up, tear_down),
		cmocka_unit_test(lines),
		cmocka_unit_test(pace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
