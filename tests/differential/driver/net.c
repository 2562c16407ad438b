/* net.c: runs a specification's program under many random schedules.
 *
 *	program SEED RUNS [tight]
 *
 * Each run is a process of its own, and prints
 *
 *	run NUMBER workers=… gap=… joiners=… room=…
 *	open …                         what happened, in order: trace.c
 *	outcome end …                  how it ended: outcome.c
 *
 * or, instead of the last line, one of
 *
 *	@ stuck WHY                    nothing goes on, nothing is over
 *	@ stopped WHY                  a signal, after what the runtime said
 *	@ no_room OBJECTS of ROOM      an allocation failed
 *	@ slow                         it was given up
 *	@ endless                      so were its events, of which there are too many */
#include "net.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ASLEEP_SAMPLES = 4, SAMPLE_MICROSECONDS = 10000, RUN_SECONDS = 60, CPU_SECONDS = 8 };
struct schedule schedule;
struct net net;
static bool tight; /* heaps may get full */

unsigned below(unsigned limit)
{
	return limit ? (unsigned)(noise_random() % limit) : 0;
}

unsigned driver_choose(unsigned limit)
{
	return below(limit);
}

/* The net compares what the machine does.  What units and mutators do may come in any order. */
void driver_machine(unsigned what, unsigned which, unsigned detail)
{
	driver_note(&(struct seen){ .what = (uint8_t)what,
	    .which = (int16_t)which,
	    .detail = (int16_t)detail });
}

void driver_acts(struct gc_mutator *m, unsigned script, unsigned action)
{
	(void)m;
	(void)script;
	(void)action;
}

struct seen driver_begin_unit(unsigned kind, const uintptr_t *unit)
{
	(void)kind;
	(void)unit;
	return (struct seen){ 0 };
}

void driver_end_unit(struct seen before)
{
	(void)before;
}

/* Of a script: those of kernels are the runtime's. */
void driver_check_assert(int holds, const char *file, int line)
{
	if (holds)
		return;
	fprintf(stderr, "the assert at %s:%d does not hold\n", file, line);
	abort();
}

void driver_has_allocated(uintptr_t object)
{
	driver_lock_names();
	driver_names_new(object, (unsigned)driver_next_cell(object, driver_part_of(object)));
	driver_unlock_names();
}

struct driver_turn driver_before(enum seen_access how, const void *place)
{
	(void)how;
	(void)place;
	return (struct driver_turn){ 0 };
}

void driver_after(enum seen_access how, struct driver_turn turn, uintptr_t found, uintptr_t stored)
{
	(void)how;
	(void)turn;
	(void)found;
	(void)stored;
}

void driver_cycles_changed(void)
{
}

void driver_units_ran(unsigned kind, size_t times)
{
	(void)kind;
	(void)times;
}

void driver_write(const char *text, size_t length)
{
	while (length > 0) {
		ssize_t written = write(1, text, length);

		if (written <= 0)
			return;
		text += written;
		length -= (size_t)written;
	}
}

void start(void *(*body)(void *), void *argument)
{
	struct gcrt_thread thread;

	if (!gcrt_thread_create(&thread, body, argument))
		_exit(3);
}

/* ---------------------------------------------------------------- one schedule */
/* Small objects share one block, which is the whole heap. */
static void choose_heap(void)
{
	driver_set_size(16);
	if (!tight || below(3) == 0)
		return;
	shape.large = below(2);
	driver_size = shape.large ? 12288 : 8192;
	shape.room = shape.large ? program.named + below(2) : 4;
	if (shape.room >= program.objects || shape.room < program.named)
		shape.room = 0;
}

static void choose_schedule(uint64_t seed)
{
	static const unsigned gaps[] = { 0, 3, 10, 10, 40, 40, 150 };

	noise_set(seed, 0);
	shape.workers = 1 + below(4);
	schedule = (struct schedule){ .seed = seed,
		.gap = gaps[below(sizeof gaps / sizeof *gaps)],
		.joiners = program.joins && below(3) == 0 ? 1 + below(2) : 0 };
	choose_heap();
	noise_set(seed, schedule.gap);
	noise_left = ~0u;
}

static void start_all(void)
{
	start(be_mutator, NULL);
	if (!program.collects)
		start(be_environment, NULL);
	for (unsigned i = 0; i < schedule.joiners; i++)
		start(be_joiner, NULL);
}

static void finish(const char *how)
{
	fflush(stdout);
	driver_put_trace();
	driver_flush();
	if (driver_trace_is_full())
		printf("@ endless\n");
	else if (__atomic_load_n(&run.no_room, __ATOMIC_SEQ_CST))
		printf("@ no_room %u of %u\n", run.there, shape.room);
	else if (strcmp(how, "end") == 0)
		driver_put_outcome(how);
	else
		printf("@ stuck: done %u of %u, cycle %d, requested %x, parked %u of %u\n",
		    net.done, program.scripts, run.heap ? run.heap->scheduler.cycle : -2,
		    run.heap ? run.heap->scheduler.requested : 0,
		    run.heap ? run.heap->scheduler.parked : 0, shape.workers);
	driver_flush();
	fflush(stdout);
	_exit(0);
}

static _Noreturn void watch(void)
{
	unsigned asleep = 0;

	for (unsigned polls = 1;; polls++) {
		usleep(200);
		if (run.heap && (driver_trace_is_full() || is_over()))
			finish("end");
		if (polls % (SAMPLE_MICROSECONDS / 200))
			continue;
		asleep = is_asleep() ? asleep + 1 : 0;
		if (asleep >= ASLEEP_SAMPLES)
			finish("stuck");
	}
}

static void stopped(int signal)
{
	(void)signal;
	driver_put_trace();
	driver_flush();
	_exit(4);
}

static _Noreturn void be_run(uint64_t seed)
{
	struct rlimit cpu = { CPU_SECONDS, CPU_SECONDS };

	choose_schedule(seed);
	printf("workers=%u gap=%u joiners=%u room=%u%s\n", shape.workers, schedule.gap,
	    schedule.joiners, shape.room, shape.large ? " large" : "");
	fflush(stdout);
	dup2(1, 2);
	signal(SIGABRT, stopped);
	signal(SIGSEGV, stopped);
	signal(SIGBUS, stopped);
	setrlimit(RLIMIT_CPU, &cpu);
	alarm(RUN_SECONDS);
	start_all();
	watch();
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	unsigned runs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;

	tight = argc > 3;
	for (unsigned i = 0; i < runs; i++) {
		int status = 0;
		pid_t child;

		printf("run %u ", i);
		fflush(stdout);
		child = fork();
		if (child == 0)
			be_run(seed * 1000003 + i);
		if (child < 0 || waitpid(child, &status, 0) < 0)
			return 2;
		if (WIFSIGNALED(status))
			printf("@ slow\n");
		else if (WEXITSTATUS(status) == 4)
			printf("@ stopped\n");
		else if (WEXITSTATUS(status) != 0)
			return 2;
	}
	return 0;
}
