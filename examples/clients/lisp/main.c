/* main.c: the command line, the heap, and the programs that it is given.
 *
 *	lisp [-v] [-c BYTES] [-o NAME=VALUE,…] FILE…
 *
 *	-o  options of the heap: heap-size=4m,parallelism=2 (gc-options.h)
 *	-c  collect whenever so many bytes have been allocated
 *	-v  say at the end what was collected, and how much lived at most
 *
 * Exit status: 0; 1, a program has an error that it does not catch; 2, wrong usage. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile.h"
#include "error.h"
#include "eval.h"
#include "machine.h"
#include "primitives.h"
#include "reader.h"
#include "table.h"
#include "threads.h"

struct command {
	const char *gc_options;
	bool verbose;
	char **files;
	int status;
};

static struct machine machine = { .lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
	.threads = 1 };

static _Noreturn void die(const char *what, const char *detail)
{
	fprintf(stderr, "lisp: %s%s\n", what, detail);
	exit(2);
}

/* ------------------------------------------------------------------------ programs */

struct program {
	size_t file;
	char *text;
	size_t length;
};

static void read_file(const char *name, struct program *program)
{
	FILE *in = fopen(name, "r");
	size_t room = 0, got = 1;

	if (!in)
		die("cannot open ", name);
	*program = (struct program){ .file = machine.file_count };
	if (machine.file_count == MOST_FILES)
		die("too many files: ", name);
	machine.files[machine.file_count++] = name;
	while (got) {
		if (program->length == room)
			program->text = realloc(program->text, room = 2 * room + 4096);
		if (!program->text)
			die("no memory for ", name);
		got = fread(program->text + program->length, 1, room - program->length, in);
		program->length += got;
	}
	if (ferror(in))
		die("cannot read ", name);
	fclose(in);
}

static void run_program(struct thread *t, void *data)
{
	struct program *program = data;
	struct reader reader = { .thread = t,
		.at = program->text,
		.end = program->text + program->length,
		.file = program->file,
		.line = 1,
		.line_start = program->text };
	value *at = enter(t, 1);

	while (read_next(&reader, &at[0])) {
		at[0] = compile(t, at[0]);
		evaluate(t, at[0], 0);
	}
	join_all(t);
}

static bool run_file(struct thread *t, const char *name)
{
	struct program program;
	bool right;

	read_file(name, &program);
	right = attempt(t, run_program, &program);
	free(program.text);
	if (!right) {
		fflush(stdout);
		fprintf(stderr, "%s\n", t->message);
	}
	return right;
}

/* ---------------------------------------------------------------------- the heap */

/* What gc_allocate returns when there is no room: an error of the language comes of it. */
static void *no_room(struct gc_heap *heap, size_t bytes)
{
	(void)heap, (void)bytes;
	return NULL;
}

static struct gc_mutator *start_heap(const char *text)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_mutator *mutator;

	if (!options || (text && !gc_options_parse_and_set_many(options, text)))
		die("these are not options of a heap: ", text ? text : "none");
	if (!gc_init(options, gc_empty_stack_addr(), &machine.heap, &mutator, GC_BASIC_STATS,
		&machine.stats))
		die("cannot make a heap", "");
	gc_heap_set_allocation_failure_handler(machine.heap, no_room);
	return mutator;
}

static void make_world(struct thread *t, void *data)
{
	(void)data;
	t->roots.world = machine.world = make_vector(t, WORLD_SLOTS, 0);
	set(t, machine.world, WORLD_SYMBOLS, make_table(t));
	define_primitives(t);
}

static void report(void)
{
	const struct gc_basic_stats *stats = &machine.stats;

	fflush(stdout);
	fprintf(stderr,
	    "lisp: %" PRIu64 " collections, at most %zu bytes live, heap of %zu bytes\n",
	    stats->major_collection_count + stats->minor_collection_count,
	    stats->max_live_data_size, stats->max_heap_size);
}

static void *run_all(void *data)
{
	struct command *command = data;
	struct gc_mutator *mutator = start_heap(command->gc_options);
	struct thread t;

	if (!begin_thread(&t, &machine, mutator) || !attempt(&t, make_world, NULL))
		die("the heap is too small", "");
	for (char **file = command->files; *file && command->status == 0; file++)
		command->status = run_file(&t, *file) ? 0 : 1;
	gc_basic_stats_finish(&machine.stats);
	if (command->verbose)
		report();
	fflush(stdout);
	/* Other threads may run on after an error, and use the heap. */
	_Exit(command->status);
}

int main(int argc, char **argv)
{
	struct command command = { .gc_options = NULL };
	pthread_t thread;
	int option;

	while ((option = getopt(argc, argv, "vc:o:")) != -1)
		switch (option) {
		case 'v': command.verbose = true; break;
		case 'c': machine.collect_every = strtol(optarg, NULL, 10); break;
		case 'o': command.gc_options = optarg; break;
		default: die("usage: lisp [-v] [-c BYTES] [-o NAME=VALUE,…] FILE…", "");
		}
	command.files = argv + optind;
	if (optind == argc)
		die("usage: lisp [-v] [-c BYTES] [-o NAME=VALUE,…] FILE…", "");
	if (!start_thread(run_all, &command, &thread))
		die("cannot start a thread", "");
	pthread_join(thread, NULL);
	return command.status;
}
