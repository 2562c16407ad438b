/* junit.c: a test suite for each file; a test case for each cell, mutant and litmus test.
 *
 * A search that a limit has ended is an `error', so that no CI server shows it as passed. */
#include "compiler/driver/junit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compiler/driver/counterexample.h"
#include "compiler/driver/litmus.h"
#include "compiler/driver/xml.h"

struct totals {
	size_t tests, failures, errors, skipped;
	double seconds;
};
struct junit {
	struct gd_out suites; /* all that are finished */
	struct totals totals;
	plan_words files; /* that have a suite */
};
struct suite {
	struct gd_arena *arena;
	const char *file, *path; /* as it is called; as it was named */
	struct gd_out cases;
	struct totals totals;
};
/* One test case. */
struct test {
	const char *name;
	enum plan_outcome outcome;
	double seconds;      /* that were needed now */
	const char *message; /* one line; NULL where all is as expected */
	const char *text;    /* more about it; or "" */
};

/* What an outcome is in JUnit. */
static const char *const element_of[] = { [PLAN_AS_EXPECTED] = NULL,
	[PLAN_DIFFERS] = "failure",
	[PLAN_INCONCLUSIVE] = "error",
	[PLAN_TOOL_FAILED] = "error",
	[PLAN_NOT_RUN] = "skipped" };
static const char *const type_of[] = { [PLAN_AS_EXPECTED] = "",
	[PLAN_DIFFERS] = "differs",
	[PLAN_INCONCLUSIVE] = "inconclusive",
	[PLAN_TOOL_FAILED] = "tool failed",
	[PLAN_NOT_RUN] = "not run" };

void junit_begin(struct verify_arguments *a)
{
	if (!a->junit)
		return;
	a->junit_suites = GD_NEW(a->arena, struct junit);
	gd_out_init(&a->junit_suites->suites, 0);
}

/* --------------------------------------------------------------------- test cases */
static void put(struct gd_out *out, const char *text)
{
	gd_out_raw(out, text, strlen(text));
}

static void count(struct totals *totals, const struct test *test)
{
	totals->tests++;
	totals->seconds += test->seconds;
	switch (test->outcome) {
	case PLAN_AS_EXPECTED: break;
	case PLAN_DIFFERS: totals->failures++; break;
	case PLAN_INCONCLUSIVE:
	case PLAN_TOOL_FAILED: totals->errors++; break;
	case PLAN_NOT_RUN: totals->skipped++; break;
	}
}

static void put_outcome(struct gd_out *out, const struct test *test)
{
	const char *element = element_of[test->outcome];

	put(out, "   <");
	put(out, element);
	xml_attribute(out, "message", test->message ? test->message : type_of[test->outcome]);
	if (test->outcome == PLAN_NOT_RUN) { /* has no other attribute, and no text */
		put(out, "/>\n");
		return;
	}
	xml_attribute(out, "type", type_of[test->outcome]);
	put(out, ">");
	xml_text(out, test->text);
	put(out, "</");
	put(out, element);
	put(out, ">\n");
}

static void add_test(struct suite *suite, const struct test *test)
{
	struct gd_out *out = &suite->cases;

	count(&suite->totals, test);
	put(out, "  <testcase");
	xml_attribute(out, "classname", suite->file);
	xml_attribute(out, "name", test->name);
	xml_attribute(out, "time", gd_arena_printf(suite->arena, "%.3f", test->seconds));
	if (!element_of[test->outcome]) {
		put(out, "/>\n");
		return;
	}
	put(out, ">\n");
	put_outcome(out, test);
	put(out, "  </testcase>\n");
}

/* ------------------------------------------------------------------- what was found */
static const struct camp_result *result_of(const struct plan *plan, const struct plan_check *check)
{
	return &plan->jobs.at[check->job].result;
}

/* The time that the searches of CELL have taken now.  A result that was kept has taken none. */
static double seconds_of(const struct plan *plan, const struct plan_cell *cell)
{
	double seconds = 0;

	for (size_t i = 0; i < cell->checks.count; i++)
		if (!result_of(plan, &cell->checks.at[i])->kept)
			seconds += result_of(plan, &cell->checks.at[i])->seconds;
	return seconds;
}

/* "none_lost fails, and is expected to hold" */
static const char *check_message(const struct plan *plan, const struct plan_check *check)
{
	const struct camp_result *result = result_of(plan, check);

	switch (result->verdict) {
	case CAMP_FAILS:
		return gd_arena_printf(plan->arena, "%s fails%s", result->property,
		    pml_is_assert(result->property) ? ""
			: check->expected == SEM_FAILS
			? ", and another property is expected to fail"
			: ", and is expected to hold");
	case CAMP_HOLDS:
		return gd_arena_printf(plan->arena, "%s holds, and is expected to fail",
		    check->properties[0]->name);
	case CAMP_BOUNDED:
	case CAMP_INCONCLUSIVE:
	case CAMP_TOOL_FAILED:
	case CAMP_NOT_RUN: break;
	}
	return result->reason ? gd_arena_printf(plan->arena, "%s: %s",
				    camp_verdict_name[result->verdict], result->reason)
			      : camp_verdict_name[result->verdict];
}

/* All checks of a cell that are not as expected, with the worst first. */
static const char *cell_message(const struct plan *plan, const struct plan_cell *cell)
{
	enum plan_outcome worst = plan_cell_outcome(plan, cell);
	const char *first = NULL, *others = "";

	for (size_t i = 0; i < cell->checks.count; i++) {
		const struct plan_check *check = &cell->checks.at[i];
		enum plan_outcome outcome = plan_check_outcome(plan, check);

		if (outcome == PLAN_AS_EXPECTED)
			continue;
		if (outcome == worst && !first)
			first = check_message(plan, check);
		else
			others = gd_arena_printf(plan->arena, "%s; %s", others,
			    check_message(plan, check));
	}
	return gd_arena_printf(plan->arena, "%s%s", first ? first : "", others);
}

static const char *cell_text(const struct plan *plan, const struct plan_cell *cell,
    const char *message)
{
	const struct counterexample *c = cell->counterexample;
	const char *text = gd_arena_printf(plan->arena, "%s\n", message);

	for (size_t i = 0; i < cell->checks.count; i++)
		if (result_of(plan, &cell->checks.at[i])->detail)
			text = gd_arena_printf(plan->arena, "%s%s\n", text,
			    result_of(plan, &cell->checks.at[i])->detail);
	if (c && c->explanation)
		text = gd_arena_printf(plan->arena, "%s%s\n", text, c->explanation);
	if (report_told(plan, cell))
		text = gd_arena_printf(plan->arena, "%sto see it again: %s\n", text,
		    report_command(plan, cell));
	return text;
}

static void add_cell(struct suite *suite, const struct plan *plan, const struct plan_cell *cell)
{
	struct test test = { .name = cell->name,
		.outcome = plan_cell_outcome(plan, cell),
		.seconds = seconds_of(plan, cell) };

	if (test.outcome != PLAN_AS_EXPECTED) {
		test.message = cell_message(plan, cell);
		test.text = cell_text(plan, cell, test.message);
	}
	add_test(suite, &test);
}

/* Why a mutant has no verdict.  NULL: it is not known. */
static const char *mutant_reason(const struct plan *plan, size_t first, size_t last,
    enum plan_outcome outcome)
{
	for (size_t i = first; i < last; i++)
		for (size_t j = 0; j < plan->cells.at[i].checks.count; j++) {
			const struct plan_check *check = &plan->cells.at[i].checks.at[j];

			if (plan_check_outcome(plan, check) == outcome &&
			    result_of(plan, check)->reason)
				return check_message(plan, check);
		}
	return NULL;
}

static void add_mutant(struct suite *suite, const struct plan *plan, size_t first, size_t last)
{
	const char *name = plan->cells.at[first].cell->mutant->name.text, *reason;
	const struct plan_cell *caught;
	struct test test = { .name = gd_arena_printf(plan->arena, "mutant %s", name),
		.outcome = plan_mutant_outcome(plan, first, last, &caught) };

	for (size_t i = first; i < last; i++)
		test.seconds += seconds_of(plan, &plan->cells.at[i]);
	reason = mutant_reason(plan, first, last, test.outcome);
	test.message = test.outcome == PLAN_DIFFERS
	    ? "not caught: nothing that should catch the mutant fails"
	    : reason ? reason
		     : type_of[test.outcome];
	test.text =
	    gd_arena_printf(plan->arena, "%s\nto try it again: gcdsl verify %s --mutant %s\n",
		test.message, plan_quoted(plan->arena, plan->file), name);
	add_test(suite, &test);
}

static void add_litmus(struct suite *suite, const struct plan *plan, const struct plan_litmus *cell)
{
	const struct camp_result *result = &plan->jobs.at[cell->job].result;
	const char *reason = litmus_reason(plan, cell);
	struct test test = { .name = cell->name,
		.outcome = plan_litmus_outcome(plan, cell),
		.seconds = result->kept ? 0 : result->seconds };

	test.message = test.outcome == PLAN_DIFFERS ? "a claim is not true"
	    : reason                                ? reason
						    : type_of[test.outcome];
	test.text = gd_arena_printf(plan->arena, "%s\nto see it again: %s\n",
	    cell->counterexample && cell->counterexample->explanation
		? cell->counterexample->explanation
		: test.message,
	    plan_litmus_command(plan, cell));
	add_test(suite, &test);
}

/* -------------------------------------------------------------------------- suites */
static void put_totals(struct gd_arena *arena, struct gd_out *out, const struct totals *totals)
{
	const struct {
		const char *name;
		size_t count;
	} all[] = { { "tests", totals->tests }, { "failures", totals->failures },
		{ "errors", totals->errors }, { "skipped", totals->skipped } };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		xml_attribute(out, all[i].name, gd_arena_printf(arena, "%zu", all[i].count));
	xml_attribute(out, "time", gd_arena_printf(arena, "%.3f", totals->seconds));
}

static void put_property(struct gd_out *out, const char *name, const char *value)
{
	if (!value)
		return;
	put(out, "   <property");
	xml_attribute(out, "name", name);
	xml_attribute(out, "value", value);
	put(out, "/>\n");
}

static void put_suite(const struct verify_arguments *a, const struct suite *suite,
    const struct camp_summary *summary)
{
	struct junit *junit = a->junit_suites;
	struct gd_out *out = &junit->suites;
	time_t now = time(NULL);
	struct tm utc;
	char stamp[32];

	strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", gmtime_r(&now, &utc));
	put(out, " <testsuite");
	xml_attribute(out, "name", suite->file);
	put_totals(a->arena, out, &suite->totals);
	xml_attribute(out, "timestamp", stamp);
	put(out, ">\n  <properties>\n");
	put_property(out, "gcdsl", PACKAGE_VERSION);
	put_property(out, "spin", summary->spin_version);
	put_property(out, "cc", summary->cc_version);
	put(out, "  </properties>\n");
	gd_out_raw(out, suite->cases.text, suite->cases.length);
	put(out, " </testsuite>\n");
	junit->totals.tests += suite->totals.tests;
	junit->totals.failures += suite->totals.failures;
	junit->totals.errors += suite->totals.errors;
	junit->totals.skipped += suite->totals.skipped;
	junit->totals.seconds += suite->totals.seconds;
	GD_PUSH(a->arena, junit->files, gd_arena_strdup(a->arena, suite->path));
}

void junit_add_plan(const struct verify_arguments *a, const struct plan *plan,
    const struct camp_summary *summary)
{
	struct suite suite = { .arena = plan->arena,
		.file = plan_subject(plan),
		.path = plan->file };

	if (!a->junit_suites)
		return;
	gd_out_init(&suite.cases, 0);
	for (size_t i = 0; i < plan->cells.count; i = plan_mutant_end(plan, i))
		if (plan->cells.at[i].cell->mutant)
			add_mutant(&suite, plan, i, plan_mutant_end(plan, i));
		else
			for (size_t j = i; j < plan_mutant_end(plan, i); j++)
				add_cell(&suite, plan, &plan->cells.at[j]);
	for (size_t i = 0; i < plan->litmus.count; i++)
		add_litmus(&suite, plan, &plan->litmus.at[i]);
	put_suite(a, &suite, summary);
	gd_out_free(&suite.cases);
}

void junit_leave_out(const struct verify_arguments *a, const char *file)
{
	if (a->junit_suites)
		GD_PUSH(a->arena, a->junit_suites->files, file);
}

static void add_missing(const struct verify_arguments *a, const char *file, int interrupted_by)
{
	static const struct camp_summary nothing;
	struct suite suite = { .arena = a->arena, .file = file, .path = file };
	struct test test = { .name = "specification",
		.outcome = interrupted_by ? PLAN_NOT_RUN : PLAN_TOOL_FAILED,
		.message = interrupted_by
		    ? "the command was interrupted before"
		    : "nothing was checked: this file or one before is wrong, "
		      "or a tool failed",
		.text = "the messages of the command say why\n" };

	for (size_t i = 0; i < a->junit_suites->files.count; i++)
		if (strcmp(a->junit_suites->files.at[i], file) == 0)
			return;
	gd_out_init(&suite.cases, 0);
	add_test(&suite, &test);
	put_suite(a, &suite, &nothing);
	gd_out_free(&suite.cases);
}

bool junit_write(struct verify_arguments *a, int interrupted_by)
{
	struct junit *junit = a->junit_suites;
	struct gd_out page;
	bool written;

	if (!junit)
		return true;
	for (size_t i = 0; i < a->files.count; i++)
		add_missing(a, a->files.at[i], interrupted_by);
	gd_out_init(&page, 0);
	put(&page, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gcdsl\"");
	put_totals(a->arena, &page, &junit->totals);
	put(&page, ">\n");
	if (junit->suites.length)
		gd_out_raw(&page, junit->suites.text, junit->suites.length);
	put(&page, "</testsuites>\n");
	written = gd_write_file(a->junit, page.text, page.length);
	if (!written)
		driver_error(NULL, "cannot write %s: %s", a->junit, strerror(errno));
	gd_out_free(&page);
	gd_out_free(&junit->suites);
	a->junit_suites = NULL;
	return written;
}
