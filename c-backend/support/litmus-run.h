/* litmus-run.h: runs litmus tests on this machine, and counts what comes of them.
 *
 * A test is made for many runs at a time: each location is an array of cells, one
 * for each run.  The threads go through the runs together, waiting for each other
 * before each by spinning, and so race in every one.  In which order cells are
 * used, how far they lie apart and how long a thread hesitates is left to chance
 * and changes from round to round, because what a machine shows depends on it.
 *
 * Outcomes are counted; an outcome that the test forbids in a model that holds
 * here (C11 everywhere, TSO where the processor has it) is an error. */
#ifndef LITMUS_RUN_H
#define LITMUS_RUN_H

#include "litmus-test.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- rounds */
enum { LITMUS_SPREAD = 64 }; /* at most so many cells are between the cells of two runs */

struct litmus_round {
	const struct litmus_test *test;
	size_t size; /* number of runs */
	size_t *at;  /* the cell of each run */
	litmus_cell *cells[LITMUS_LOCATIONS];
	uint8_t *values[LITMUS_REGISTERS];
	struct litmus_shared *shared;
	unsigned linger, hesitation; /* masks */
	size_t processors,
	    first;       /* number of processors for the threads, 0: any; the first of them */
	bool is_crowded; /* fewer processors than threads */
};
struct litmus_worker {
	pthread_t thread;
	struct litmus_round *round;
	size_t me;
	uint64_t random;
};

static inline uint64_t litmus_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 11;
}

/* Returns when all threads of the run have arrived. */
static void litmus_meet(const struct litmus_round *round, struct litmus_shared *shared)
{
	unsigned threads = (unsigned)round->test->thread_count;
	unsigned patience = round->is_crowded ? 16 : 1u << 16;

	atomic_fetch_add_explicit(&shared->arrived, 1, memory_order_acq_rel);
	for (unsigned spins = 1;
	     atomic_load_explicit(&shared->arrived, memory_order_acquire) < threads; spins++)
		if (spins % patience == 0)
			sched_yield();
}

/* Threads that share a processor do not race.  A scheduler that is busy with other programs often
 * puts them on one. */
static size_t litmus_processors(void)
{
#ifdef __linux__
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return (size_t)CPU_COUNT(&set);
#endif
	return 0;
}

static void litmus_settle(const struct litmus_round *round, size_t me)
{
#ifdef __linux__
	size_t wanted = round->processors > 0 ? (round->first + me) % round->processors : 0;
	cpu_set_t all, one;

	if (round->processors == 0 || sched_getaffinity(0, sizeof all, &all) != 0)
		return;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &all) || wanted-- > 0)
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		sched_setaffinity(0, sizeof one, &one); /* if this fails, the thread runs anyway */
		return;
	}
#else
	(void)round;
	(void)me;
#endif
}

static void *litmus_work(void *data)
{
	struct litmus_worker *worker = data;
	struct litmus_round *round = worker->round;
	const struct litmus_thread *thread = &round->test->threads[worker->me];
	struct litmus_run run = { .me = worker->me, .threads = round->test->thread_count };

	litmus_settle(round, worker->me);
	for (size_t i = 0; i < round->size; i++) {
		uint64_t chance = litmus_random(&worker->random);

		for (size_t k = 0; k < round->test->location_count; k++)
			run.cell[k] = &round->cells[k][round->at[i]];
		run.shared = &round->shared[i];
		run.linger = (unsigned)chance & round->linger;
		run.spins = 0;
		litmus_meet(round, run.shared);
		for (volatile unsigned wait = (unsigned)(chance >> 16) & round->hesitation;
		     wait > 0; wait--)
			;
		thread->body(&run);
		for (size_t k = thread->first; k < thread->first + thread->count; k++)
			round->values[k][i] = run.value[k];
	}
	return NULL;
}

static void *litmus_memory(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (memory == NULL) {
		fputs("there is not enough memory: try a smaller -s\n", stderr);
		exit(2);
	}
	return memory;
}

static void litmus_round_make(struct litmus_round *round, const struct litmus_test *test,
    size_t size)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);

	memset(round, 0, sizeof *round);
	round->test = test;
	round->processors = litmus_processors();
	round->is_crowded =
	    (round->processors > 0 ? (long)round->processors : online) < (long)test->thread_count;
	round->at = litmus_memory(size, sizeof *round->at);
	for (size_t k = 0; k < test->location_count; k++)
		round->cells[k] = litmus_memory(size * LITMUS_SPREAD, sizeof *round->cells[k]);
	for (size_t t = 0; t < test->thread_count; t++)
		for (size_t k = 0; k < test->threads[t].count; k++)
			round->values[test->threads[t].first + k] = litmus_memory(size, 1);
	round->shared = litmus_memory(size, sizeof *round->shared);
}

static void litmus_round_free(struct litmus_round *round)
{
	free(round->at);
	for (size_t k = 0; k < LITMUS_LOCATIONS; k++)
		free((void *)round->cells[k]);
	for (size_t k = 0; k < LITMUS_REGISTERS; k++)
		free(round->values[k]);
	free(round->shared);
}

/* Sets by chance: the order of the cells, the distance between them, and how long threads wait. */
static void litmus_shuffle(struct litmus_round *round, size_t size, uint64_t *random)
{
	static const size_t spreads[] = { 1, 4, 16, LITMUS_SPREAD };
	static const unsigned masks[] = { 0, 0, 7, 31, 127 };
	size_t spread = spreads[litmus_random(random) % 4];
	bool in_order = litmus_random(random) % 4 == 0;

	round->size = size;
	round->first = (size_t)litmus_random(random) % 64;
	round->hesitation = masks[litmus_random(random) % 5];
	round->linger = masks[litmus_random(random) % 4];
	for (size_t i = 0; i < size; i++) {
		size_t j = in_order ? i : (size_t)(litmus_random(random) % (i + 1));

		round->at[i] = round->at[j];
		round->at[j] = i;
	}
	for (size_t i = 0; i < size; i++)
		round->at[i] *= spread;
	for (size_t k = 0; k < round->test->location_count; k++)
		for (size_t i = 0; i < size; i++)
			atomic_init(&round->cells[k][round->at[i]], round->test->initial[k]);
	for (size_t i = 0; i < size; i++)
		memset(&round->shared[i], 0, sizeof round->shared[i]);
}

static void litmus_race(struct litmus_round *round, uint64_t *random)
{
	struct litmus_worker workers[LITMUS_THREADS];

	for (size_t t = 0; t < round->test->thread_count; t++) {
		int error;

		workers[t] = (struct litmus_worker){ .round = round,
			.me = t,
			.random = litmus_random(random) | 1 };
		error = pthread_create(&workers[t].thread, NULL, litmus_work, &workers[t]);
		if (error != 0) {
			fprintf(stderr, "a thread cannot be made: %s\n", strerror(error));
			exit(2);
		}
	}
	for (size_t t = 0; t < round->test->thread_count; t++)
		pthread_join(workers[t].thread, NULL);
}

/* ----------------------------------------------------------------------- outcomes */
struct litmus_count {
	struct litmus_outcome outcome;
	unsigned long long times;
};
struct litmus_histogram {
	struct litmus_count *counts;
	size_t used, room;
	unsigned long long stuck;
};

static void litmus_count(struct litmus_histogram *histogram, const struct litmus_outcome *outcome,
    size_t observed)
{
	size_t i = 0;

	while (i < histogram->used &&
	    (histogram->counts[i].outcome.overlaps != outcome->overlaps ||
		memcmp(histogram->counts[i].outcome.value, outcome->value, observed) != 0))
		i++;
	if (i == histogram->used) {
		if (histogram->used == histogram->room) {
			histogram->room = histogram->room * 2 + 16;
			histogram->counts =
			    realloc(histogram->counts, histogram->room * sizeof *histogram->counts);
			if (histogram->counts == NULL) {
				fputs("there is not enough memory for so many outcomes\n", stderr);
				exit(2);
			}
		}
		histogram->counts[i].outcome = *outcome;
		histogram->counts[i].times = 0;
		histogram->used++;
	}
	histogram->counts[i].times++;
}

static void litmus_collect(const struct litmus_round *round, struct litmus_histogram *histogram)
{
	const struct litmus_test *test = round->test;

	for (size_t i = 0; i < round->size; i++) {
		struct litmus_outcome outcome = { .overlaps = round->shared[i].overlap };

		if (round->shared[i].stuck && !outcome.overlaps) {
			histogram->stuck++;
			continue;
		}
		for (size_t k = 0; k < test->observed_count; k++) {
			const struct litmus_observed *observed = &test->observed[k];

			if (observed->kind == LITMUS_OVERLAP)
				outcome.value[k] = outcome.overlaps;
			else if (outcome.overlaps)
				outcome.value[k] = 0;
			else if (observed->kind == LITMUS_REGISTER)
				outcome.value[k] = round->values[observed->index][i];
			else
				outcome.value[k] = round->cells[observed->index][round->at[i]];
		}
		litmus_count(histogram, &outcome, test->observed_count);
	}
}

/* Whether MODEL forbids the outcome, whatever is not known. *by becomes the claim that forbids it;
 * NULL: no claim allows it. */
static bool litmus_forbids(const struct litmus_test *test, const struct litmus_outcome *outcome,
    const char *model, const struct litmus_claim **by)
{
	bool is_named = false, is_allowed = false;

	*by = NULL;
	for (size_t i = 0; i < test->claim_count; i++) {
		const struct litmus_claim *claim = &test->claims[i];

		if (!strstr(claim->models, model))
			continue;
		is_named = true;
		if (claim->allowed) {
			is_allowed = is_allowed || claim->holds(outcome, true);
		} else if (claim->holds(outcome, false)) {
			*by = claim;
			return true;
		}
	}
	return test->complete && is_named && !is_allowed;
}

/* ------------------------------------------------------------------------- report */
static const struct {
	const char *name, *word; /* word: the name as it is written in a claim's models */
	bool holds_here;
} litmus_models[] = { { "c11", " c11 ", true },
#if defined __x86_64__ || defined __i386__ || defined _M_X64
	{ "tso", " tso ", true },
#endif
	{ "sc", " sc ", false } };

static int litmus_compare(const void *a, const void *b)
{
	const struct litmus_count *p = a, *q = b;

	if (p->outcome.overlaps != q->outcome.overlaps)
		return p->outcome.overlaps ? 1 : -1;
	return memcmp(p->outcome.value, q->outcome.value, sizeof p->outcome.value);
}

static void litmus_print_values(const struct litmus_test *test,
    const struct litmus_outcome *outcome)
{
	for (size_t k = 0; k < test->observed_count; k++) {
		const struct litmus_observed *observed = &test->observed[k];

		if (observed->kind == LITMUS_OVERLAP)
			fputs(outcome->overlaps ? "" : "  no overlap", stdout);
		else if (!outcome->overlaps)
			printf("  %s=%u", observed->name, outcome->value[k]);
	}
	if (outcome->overlaps)
		fputs("  overlap", stdout);
}

/* Prints the line of one outcome.  Returns false if it is forbidden. */
static bool litmus_print(const struct litmus_test *test, const struct litmus_count *count)
{
	const struct litmus_claim *by;
	bool is_right = true;

	printf("%12llu", count->times);
	litmus_print_values(test, &count->outcome);
	for (size_t m = 0; m < sizeof litmus_models / sizeof *litmus_models; m++) {
		if (!litmus_forbids(test, &count->outcome, litmus_models[m].word, &by))
			continue;
		if (!litmus_models[m].holds_here) {
			printf("    not under %s", litmus_models[m].name);
			continue;
		}
		is_right = false;
		printf("    FORBIDDEN under %s: ", litmus_models[m].name);
		if (by == NULL)
			printf("%s allows it not", test->place);
		else
			printf("%s %s", by->place, by->text);
	}
	putchar('\n');
	return is_right;
}

static bool litmus_report(const struct litmus_test *test, struct litmus_histogram *histogram,
    unsigned long long runs, double seconds)
{
	bool is_right = true;

	if (histogram->used > 0)
		qsort(histogram->counts, histogram->used, sizeof *histogram->counts,
		    litmus_compare);
	printf("litmus %s, %s: %llu runs in %.1f s, %zu outcome%s\n", test->name, test->place, runs,
	    seconds, histogram->used, histogram->used == 1 ? "" : "s");
	for (size_t i = 0; i < histogram->used; i++)
		is_right = litmus_print(test, &histogram->counts[i]) && is_right;
	if (histogram->stuck > 0)
		printf("%12llu  did not end: a thread waited in vain\n", histogram->stuck);
	fflush(stdout);
	return is_right;
}

static double litmus_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct litmus_options {
	unsigned long long runs, size, seed;
	const char *const *names;
	size_t name_count; /* 0: all tests */
};

static bool litmus_test(const struct litmus_test *test, const struct litmus_options *options)
{
	size_t size = (size_t)(options->size < options->runs ? options->size : options->runs);
	uint64_t random = options->seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
	struct litmus_histogram histogram = { NULL, 0, 0, 0 };
	double begin = litmus_seconds();
	struct litmus_round round;
	unsigned long long done = 0;
	bool is_right;

	random = random ? random : 1;
	litmus_round_make(&round, test, size);
	for (; done < options->runs && histogram.stuck < 10; done += round.size) {
		unsigned long long left = options->runs - done;

		litmus_shuffle(&round, left < size ? (size_t)left : size, &random);
		litmus_race(&round, &random);
		litmus_collect(&round, &histogram);
	}
	is_right = litmus_report(test, &histogram, done, litmus_seconds() - begin);
	litmus_round_free(&round);
	free(histogram.counts);
	return is_right;
}

/* ------------------------------------------------------------------------ options */
static const char litmus_usage[] =
    "usage: %s [-n RUNS] [-s SIZE] [--seed N] [TEST...]\n"
    "Runs litmus tests (all, or those that are named) on this machine.\n"
    "  -n RUNS    how often each is run (1000000)\n"
    "  -s SIZE    how many runs are prepared at a time (10000)\n"
    "  --seed N   of the order of cells and of delays (1)\n"
    "Exit status: 0, 1 when a forbidden outcome was seen, 2 when it cannot run.\n";

static bool litmus_number(const char *text, unsigned long long *number)
{
	char *end;

	errno = 0;
	if (text == NULL || *text < '0' || *text > '9')
		return false;
	*number = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0';
}

static bool litmus_option(int argc, char **argv, int *i, const char *name, unsigned long long least,
    unsigned long long *number)
{
	if (strcmp(argv[*i], name) != 0)
		return false;
	if (++*i == argc || !litmus_number(argv[*i], number) || *number < least) {
		fprintf(stderr, "%s needs a number of %llu or more\n", name, least);
		exit(2);
	}
	return true;
}

static bool litmus_is_wanted(const struct litmus_options *options, const char *name)
{
	for (size_t i = 0; i < options->name_count; i++)
		if (strcmp(options->names[i], name) == 0)
			return true;
	return options->name_count == 0;
}

static void litmus_check_names(const struct litmus_options *options,
    const struct litmus_test *tests, size_t count)
{
	for (size_t i = 0; i < options->name_count; i++) {
		bool is_known = false;

		for (size_t k = 0; k < count; k++)
			is_known = is_known || strcmp(tests[k].name, options->names[i]) == 0;
		if (is_known)
			continue;
		fprintf(stderr, "there is no test `%s'\n", options->names[i]);
		exit(2);
	}
}

static int litmus_main(int argc, char **argv, const struct litmus_test *tests, size_t count)
{
	struct litmus_options options = { .runs = 1000000, .size = 10000, .seed = 1 };
	const char **names = litmus_memory((size_t)argc, sizeof *names);
	bool is_right = true;

	for (int i = 1; i < argc; i++) {
		if (litmus_option(argc, argv, &i, "-n", 1, &options.runs) ||
		    litmus_option(argc, argv, &i, "-s", 1, &options.size) ||
		    litmus_option(argc, argv, &i, "--seed", 0, &options.seed))
			continue;
		if (argv[i][0] == '-') {
			bool is_help = strcmp(argv[i], "--help") == 0;

			fprintf(is_help ? stdout : stderr, litmus_usage, argv[0]);
			free(names);
			return is_help ? 0 : 2;
		}
		names[options.name_count++] = argv[i];
	}
	options.names = names;
	litmus_check_names(&options, tests, count);
	for (size_t i = 0; i < count; i++)
		if (litmus_is_wanted(&options, tests[i].name))
			is_right = litmus_test(&tests[i], &options) && is_right;
	free(names);
	return is_right ? 0 : 1;
}

#endif
