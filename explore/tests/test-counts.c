/* How many executions programs have: the table of `Building a Tiny Model Checker', part 4, and what
 * better reductions need for the same programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include "explore/gcexplore.h"
#include "explore/tests/executions.h"

/* ------------------------------------------------------------------- the programs */
static unsigned tasks;
static uint64_t counter, next_ticket, owner, inside, head, tail, slot[2], data, flag;

static uint64_t get(const uint64_t *location)
{
	return gcx_read(location, sizeof *location);
}

static void put(uint64_t *location, uint64_t value)
{
	gcx_write(location, sizeof *location, value);
}

static void spawn_all(void (*body)(void *))
{
	for (unsigned i = 0; i < tasks; i++)
		gcx_spawn(body, NULL);
}

static void count(void *unused)
{
	(void)unused;
	gcx_modify(&counter, sizeof counter, GCX_ADD, 1);
}

static void shared_counter(void *unused)
{
	(void)unused;
	counter = 0;
	spawn_all(count);
}

static void produce(void *unused)
{
	(void)unused;
	for (uint64_t item = 1; item <= 3; item++) {
		uint64_t to = get(&tail), from = get(&head);

		if (to - from >= 2)
			return;
		put(&slot[to % 2], item);
		put(&tail, to + 1);
	}
}

static void consume(void *unused)
{
	(void)unused;
	for (;;) {
		uint64_t from = get(&head), to = get(&tail);

		if (from == to)
			return;
		gcx_assert(get(&slot[from % 2]) == from + 1);
		put(&head, from + 1);
	}
}

static void ring(void *unused)
{
	(void)unused;
	head = tail = slot[0] = slot[1] = 0;
	gcx_spawn(produce, NULL);
	gcx_spawn(consume, NULL);
}

static void leave(uint64_t mine)
{
	uint64_t others = get(&inside);

	gcx_assert(others == mine);
	put(&inside, others + 1);
	put(&owner, mine + 1);
}

static void poll_ticket(void *unused)
{
	uint64_t mine = gcx_modify(&next_ticket, sizeof next_ticket, GCX_ADD, 1);

	(void)unused;
	while (get(&owner) != mine)
		gcx_await(&owner, sizeof owner);
	leave(mine);
}

static void await_ticket(void *unused)
{
	uint64_t mine = gcx_modify(&next_ticket, sizeof next_ticket, GCX_ADD, 1);

	(void)unused;
	gcx_await_value(&owner, sizeof owner, mine);
	leave(mine);
}

static void ticket_lock(void *body)
{
	next_ticket = owner = inside = 0;
	spawn_all(*(void (**)(void *))body);
}

static void send(void *unused)
{
	(void)unused;
	put(&data, 42);
	put(&flag, 1);
}

static void receive(void *unused)
{
	(void)unused;
	if (get(&flag))
		gcx_assert(get(&data) == 42);
}

static void message(void *unused)
{
	(void)unused;
	data = flag = 0;
	gcx_spawn(send, NULL);
	for (unsigned i = 1; i < tasks; i++)
		gcx_spawn(receive, NULL);
}

/* --------------------------------------------------------------------- the counts */
struct row {
	void (*program)(void *);
	void (*body)(void *);
	unsigned tasks;
	uint64_t plain, sleeping, complete; /* with tmc; complete: of those with sleep sets */
	uint64_t optimal;
};

static const struct row rows[] = {
	{ shared_counter, NULL, 2, 6, 6, 6, 2 },
	{ shared_counter, NULL, 4, 2520, 2520, 2520, 24 },
	{ ring, NULL, 2, 385253, 1242, 198, 20 },
	{ ticket_lock, poll_ticket, 2, 130, 86, 26, 4 },
	{ ticket_lock, poll_ticket, 3, 502152, 32178, 12966, 60 },
	{ message, NULL, 4, 29760, 11352, 3288, 8 },
};
enum { ROWS = sizeof rows / sizeof *rows };

static void explore(const struct row *row, enum gcx_reduction reduction, bool tmc,
    struct gcx_result *result)
{
	struct gcx_options options = { .reduction = reduction, .tmc = tmc };
	void (*body)(void *) = row->body;

	tasks = row->tasks;
	assert_int_equal(gcx_explore(&options, row->program, &body, result), GCX_VERIFIED);
	assert_null(result->schedule);
	assert_int_equal(result->blocked, 0);
}

static void as_the_tiny_model_checker(void **state)
{
	unsigned most = executions_count(1000000); /* plain executions take long */
	struct gcx_result result;

	(void)state;
	for (unsigned i = 0; i < ROWS; i++) {
		if (rows[i].plain > most)
			continue;
		explore(&rows[i], GCX_NONE, true, &result);
		assert_int_equal(result.complete, rows[i].plain);
		explore(&rows[i], GCX_SLEEP, true, &result);
		assert_int_equal(result.complete, rows[i].complete);
		assert_int_equal(result.complete + result.pruned, rows[i].sleeping);
	}
}

static void one_execution_for_all_that_are_equivalent(void **state)
{
	struct gcx_result result;

	(void)state;
	for (unsigned i = 0; i < ROWS; i++)
		for (int reduction = GCX_OPTIMAL; reduction <= GCX_SLEEP; reduction++) {
			explore(&rows[i], (enum gcx_reduction)reduction, false, &result);
			assert_int_equal(result.complete, rows[i].optimal);
			assert_true(reduction != GCX_OPTIMAL || result.pruned == 0);
		}
}

static void an_await_of_a_value_is_not_polled(void **state)
{
	uint64_t factorial = 1;

	(void)state;
	for (unsigned n = 2; n <= 7; n++) {
		struct row row = { ticket_lock, await_ticket, n, 0, 0, 0, 0 };
		struct gcx_result result;

		factorial *= n;
		explore(&row, GCX_OPTIMAL, false, &result);
		assert_int_equal(result.complete, factorial);
		assert_int_equal(result.pruned, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_the_tiny_model_checker),
		cmocka_unit_test(one_execution_for_all_that_are_equivalent),
		cmocka_unit_test(an_await_of_a_value_is_not_polled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
