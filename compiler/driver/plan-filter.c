/* plan-filter.c: which cells the options of the command line select.
 *
 * A word that fits no cell is a mistake, and is reported.  A filter may lie within another one: the options of a
 * campaign's part.  A cell is wanted if both admit it. */
#include "compiler/driver/litmus.h"
#include "compiler/driver/plan-internal.h"

#include <stdio.h>
#include <string.h>

void plan_complain(struct planner *p, const char *help, const char *format, ...)
{
	va_list args;
	char text[512];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!p->quiet)
		driver_error(help, "%s: %s", p->plan->file, text);
	else if (!p->why)
		p->why = gd_arena_strdup(p->arena, text);
	p->failed = true;
}

static bool has_word(const plan_words *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (strcmp(words->at[i], word) == 0)
			return true;
	return false;
}

static bool admits(const plan_words *words, const char *word)
{
	return words->count == 0 || has_word(words, word);
}

static void check_word(struct planner *p, const char *wanted, const char *option,
    const plan_words *known)
{
	if (!has_word(known, wanted))
		plan_complain(p, driver_suggest(p->arena, wanted, known->at, known->count),
		    "nothing is verified with --%s `%s`", option, wanted);
}

static bool has_values(const struct planner *p, const struct plan_filter *filter,
    const struct sem_variant *variant)
{
	for (size_t i = 0; i < sem_option_count(p->plan->spec->sem); i++) {
		const struct sem_option *option = sem_option_at(p->plan->spec->sem, i);
		const char *text = gd_arena_printf(p->arena, "%s=%s", option->name,
		    sem_option_value_text(p->arena, option, variant->values[i]));
		size_t length = strlen(option->name);

		for (size_t j = 0; j < filter->sets.count; j++)
			if (strncmp(filter->sets.at[j], text, length + 1) == 0 &&
			    strcmp(filter->sets.at[j], text) != 0)
				return false;
	}
	return true;
}

/* The workers of a cell as they are written on the command line: "any", "2", "2 mark_obj". */
static const char *workers_text(struct gd_arena *arena, const struct syn_workers *workers)
{
	if (workers->kind == SYN_WORKERS_ANY)
		return "any";
	if (workers->kind == SYN_WORKERS_OF_ONE)
		return gd_arena_printf(arena, "%ld %s", workers->count, workers->of.text);
	return gd_arena_printf(arena, "%ld", workers->count);
}

static bool is_wanted(const struct planner *p, const struct plan_filter *filter,
    const struct sem_cell *cell)
{
	if (cell->mutant) {
		if (filter->no_mutants || !admits(&filter->mutants, cell->mutant->name.text))
			return false;
	} else if (filter->mutants.count) {
		return false;
	}
	if (cell->scenario ? !admits(&filter->scenarios, cell->scenario)
			   : filter->scenarios.count > 0)
		return false;
	return admits(&filter->memories, cell->memory) && has_values(p, filter, cell->variant) &&
	    admits(&filter->workers, workers_text(p->arena, cell->workers));
}

bool plan_wants_cell(const struct planner *p, const struct sem_cell *cell)
{
	return is_wanted(p, p->filter, cell) &&
	    (!p->filter->within || is_wanted(p, p->filter->within, cell));
}

bool plan_wants_property(const struct planner *p, const char *name)
{
	return admits(&p->filter->properties, name) &&
	    (!p->filter->within || admits(&p->filter->within->properties, name));
}

bool plan_wants_memory(const struct planner *p, const char *name)
{
	return admits(&p->filter->memories, name) &&
	    (!p->filter->within || admits(&p->filter->within->memories, name));
}

static const char *scenario_word(struct planner *p, const struct sem_cell *cell)
{
	(void)p;
	return cell->scenario;
}

static const char *memory_word(struct planner *p, const struct sem_cell *cell)
{
	(void)p;
	return cell->memory;
}

static const char *workers_word(struct planner *p, const struct sem_cell *cell)
{
	return workers_text(p->arena, cell->workers);
}

static const char *mutant_word(struct planner *p, const struct sem_cell *cell)
{
	(void)p;
	return cell->mutant ? cell->mutant->name.text : NULL;
}

typedef const char *word_function(struct planner *p, const struct sem_cell *cell);

/* A litmus test is selected by its name, like a scenario. */
static void litmus_words(struct planner *p, const char *option, plan_words *known)
{
	bool all = p->filter->only_litmus;

	for (size_t i = 0; p->tests && i < p->tests->litmus_count; i++) {
		const struct ir_litmus *test = p->tests->litmus[i];

		if (strcmp(option, "scenario") == 0)
			GD_PUSH(p->arena, *known, test->name);
		for (int m = 0; m < IR_MEMORY_COUNT && strcmp(option, "memory") == 0; m++)
			if ((all || litmus_has_claims(test, m)) &&
			    !has_word(known, ir_memory_name[m]))
				GD_PUSH(p->arena, *known, ir_memory_name[m]);
	}
}

/* The words of OPTION that fit some cell. */
static void find_words(struct planner *p, const char *option, word_function *word_of,
    const struct sem_cell *cells, size_t count, plan_words *known)
{
	litmus_words(p, option, known);
	for (size_t i = 0; i < count; i++) {
		const char *word = word_of(p, &cells[i]);

		if (word && !has_word(known, word))
			GD_PUSH(p->arena, *known, word);
	}
}

/* Reports words of a filter that fit no cell. */
static void check_words(struct planner *p, const plan_words *words, const char *option,
    word_function *word_of, const struct sem_cell *cells, size_t count)
{
	plan_words known = { 0 };

	find_words(p, option, word_of, cells, count, &known);
	for (size_t i = 0; i < words->count; i++)
		check_word(p, words->at[i], option, &known);
}

static void find_properties(struct planner *p, const struct sem_cell *cells, size_t count,
    plan_words *known)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < cells[i].claim_count; j++)
			if (!has_word(known, cells[i].claims[j].property))
				GD_PUSH(p->arena, *known, cells[i].claims[j].property);
}

static void check_properties(struct planner *p, const struct sem_cell *cells, size_t count)
{
	plan_words known = { 0 };

	find_properties(p, cells, count, &known);
	for (size_t i = 0; i < p->filter->properties.count; i++)
		check_word(p, p->filter->properties.at[i], "property", &known);
}

/* Notes which words of `within' fit something in this specification. */
static void note_fitting(struct planner *p, const plan_words *words, const plan_words *known)
{
	for (size_t i = 0; i < words->count; i++)
		if (has_word(known, words->at[i]))
			GD_PUSH(p->filter->fitting_arena, *p->filter->fitting, words->at[i]);
}

static void note_words(struct planner *p, const plan_words *words, const char *option,
    word_function *word_of, const struct sem_cell *cells, size_t count)
{
	plan_words known = { 0 };

	find_words(p, option, word_of, cells, count, &known);
	note_fitting(p, words, &known);
}

/* "option=value" of each value that some cell has. */
static void find_sets(struct planner *p, const struct sem_cell *cells, size_t count,
    plan_words *known)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < sem_option_count(p->plan->spec->sem); j++) {
			const struct sem_option *option = sem_option_at(p->plan->spec->sem, j);
			const char *text = gd_arena_printf(p->arena, "%s=%s", option->name,
			    sem_option_value_text(p->arena, option, cells[i].variant->values[j]));

			if (!has_word(known, text))
				GD_PUSH(p->arena, *known, text);
		}
}

static void note_within(struct planner *p, const struct sem_cell *cells, size_t count)
{
	const struct plan_filter *within = p->filter->within;
	plan_words properties = { 0 }, sets = { 0 };

	if (!within || !p->filter->fitting)
		return;
	note_words(p, &within->scenarios, "scenario", scenario_word, cells, count);
	note_words(p, &within->memories, "memory", memory_word, cells, count);
	note_words(p, &within->workers, "workers", workers_word, cells, count);
	note_words(p, &within->mutants, "mutant", mutant_word, cells, count);
	find_properties(p, cells, count, &properties);
	note_fitting(p, &within->properties, &properties);
	find_sets(p, cells, count, &sets);
	note_fitting(p, &within->sets, &sets);
}

void plan_check_filter(struct planner *p, const struct sem_cell *cells, size_t count)
{
	const struct plan_filter *filter = p->filter;

	note_within(p, cells, count);

	check_words(p, &filter->scenarios, "scenario", scenario_word, cells, count);
	check_words(p, &filter->memories, "memory", memory_word, cells, count);
	check_words(p, &filter->workers, "workers", workers_word, cells, count);
	check_words(p, &filter->mutants, "mutant", mutant_word, cells, count);
	check_properties(p, cells, count);
	if (!driver_variant(p->plan->spec, filter->sets.at, filter->sets.count, NULL))
		p->failed = true; /* a message has been written */
}

/* Litmus tests have no workers, properties, mutants, options and buckets. */
static bool wants_tests(const struct plan_filter *filter)
{
	return !filter->workers.count && !filter->properties.count && !filter->mutants.count &&
	    !filter->sets.count && !filter->until;
}

bool plan_wants_test(const struct planner *p, const char *name)
{
	const struct plan_filter *within = p->filter->within;

	return wants_tests(p->filter) && admits(&p->filter->scenarios, name) &&
	    (!within || (wants_tests(within) && admits(&within->scenarios, name)));
}
