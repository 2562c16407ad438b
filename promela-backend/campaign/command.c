/* command.c: how SPIN, the compiler and verifiers are called.
 *
 * Most models are so small that compiling is all the cost: gcc -O0 takes half a second, clang
 * half of that, and -O1 some seconds.  Where clang compiles, gcc links: clang spends a tenth of the
 * time on starting itself twice more for it.  A search that lasts is stopped and built again with -O1,
 * which runs up to 1.6 times as fast; -O2 takes twice as long to compile and gains nothing more.  The
 * first seconds are lost then, and -O1 takes four to compile, or more than a minute for a model of 400 KB: a search
 * gains by it only if it would last three times as long as that.  So it is stopped after ten seconds of processor
 * time, or later if the model is large: what is built does not depend on what else the machine does.
 *
 * pan looks whether its table is too small only when it reports progress, which by itself it does
 * at each millionth state: by then the chains of the 2^16 entries that it begins with would take
 * nearly half of the time. */
#include "promela-backend/campaign/command.h"

#include <signal.h>
#include <string.h>

#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/memory.h"
#include "promela-backend/campaign/verifiers.h"

enum {
	UNOPTIMISED_SECONDS = 10,    /* longest search at -O0, in processor time, */
	BYTES_IN_A_SECOND = 4 << 10, /* or one second for so much of a model's text */
	SHORTER_SECONDS = 20,        /* longest search for a shorter trail */
	OUTPUT_LIMIT = 64 << 20,
	WHOLE_MEMORY = 64, /* MB; in the examples about 400,000 states */
	LEAST_ROOM = 64,   /* MB for states, where memory is short */
	MORE_ROOM = 4      /* times as much, after that did not suffice */
};

/* Whether the current model is large. */
bool camp_is_large(const struct camp_task *task)
{
	return task->job->large && !task->whole;
}

bool camp_has_code(const struct camp_task *task)
{
	return task->job->has_code && !task->whole;
}

long camp_whole_memory(const struct camp_options *options)
{
	return options->memory_limit < WHOLE_MEMORY ? options->memory_limit : WHOLE_MEMORY;
}

static long memory_limit(const struct camp_task *task)
{
	return task->whole ? camp_whole_memory(task->options) : task->options->memory_limit;
}

bool camp_went_well(const struct camp_process *process)
{
	return process->end == CAMP_EXITED && process->code == 0;
}

bool camp_was_killed(const struct camp_process *process)
{
	return process->end == CAMP_SIGNALLED && process->code == SIGKILL;
}

typedef GD_VEC(const char *) argument_list;

static void add(struct camp_task *task, argument_list *list, const char *argument)
{
	GD_PUSH(task->arena, *list, argument);
}

static void add_all(struct camp_task *task, argument_list *list, const char *const *arguments)
{
	for (; arguments && *arguments; arguments++)
		add(task, list, *arguments);
}

/* How long the current model's verifier may search at -O0, in seconds of processor time. */
static unsigned unoptimised_seconds(const struct camp_task *task)
{
	unsigned by_size = (unsigned)(strlen(task->model) / BYTES_IN_A_SECOND);

	return by_size > UNOPTIMISED_SECONDS ? by_size : UNOPTIMISED_SECONDS;
}

static bool begin(struct camp_task *task, enum camp_stage stage, argument_list *list,
    double seconds, long megabytes)
{
	bool may_be_optimised = stage == CAMP_PAN && !task->optimised && !task->whole;
	struct camp_limits limits = { seconds, (size_t)megabytes << 20, OUTPUT_LIMIT,
		may_be_optimised ? unoptimised_seconds(task) : 0 };

	add(task, list, NULL);
	camp_process_free(&task->process);
	camp_process_start_with(&task->process, task->directory,
	    task->is_shared ? task->job->choice : NULL, list->at, &limits);
	task->stage = stage;
	return false;
}

bool camp_begin_spin(struct camp_task *task)
{
	argument_list list = { 0 };

	add(task, &list, task->tools->spin);
	add(task, &list, "-a");
	add(task, &list, camp_model_file(task));
	return begin(task, CAMP_SPIN, &list, task->options->time_limit, 0);
}

/* A search for a shorter trail has a time limit, and finds more if it is fast. */
static bool is_optimised(const struct camp_task *task, enum camp_stage stage)
{
	return task->optimised || (stage == CAMP_SHORT_CC && camp_is_large(task));
}

/* The object of a compiler that is quick is linked by the other one. */
bool camp_is_linked_apart(const struct camp_task *task, enum camp_stage stage)
{
	return !is_optimised(task, stage) && task->tools->quick_cc != task->tools->cc;
}

/* How the verifier of STAGE is compiled, without the name of what is written. */
static argument_list compilation(struct camp_task *task, enum camp_stage stage)
{
	argument_list list = { 0 };
	bool optimised = is_optimised(task, stage);

	add(task, &list, optimised ? task->tools->cc : task->tools->quick_cc);
	add(task, &list, optimised ? "-O1" : "-O0");
	if (optimised && task->tools->without)
		add(task, &list, task->tools->without);
	add(task, &list, "-w");
	add(task, &list, "-DFREQ=100000"); /* states between two progress reports */
	add_all(task, &list,
	    stage == CAMP_SHORT_CC ? task->job->runs[task->run].short_cc_flags
				   : task->job->runs[task->run].cc_flags);
	add(task, &list, gd_arena_printf(task->arena, "-DMEMLIM=%ld", memory_limit(task)));
	if (stage == CAMP_CC && task->storage == CAMP_AUTOMATON)
		add(task, &list, gd_arena_printf(task->arena, "-DMA=%ld", task->automaton));
	if (stage == CAMP_CC && task->storage == CAMP_BITS)
		add(task, &list, "-DBITSTATE");
	if (task->vector)
		add(task, &list, gd_arena_printf(task->arena, "-DVECTORSZ=%ld", task->vector));
	if (stage == CAMP_SHORT_CC)
		add(task, &list, "-DREACH");
	if (stage == CAMP_CC && (task->job->premises || task->job->coverage)) {
		add(task, &list, "-include");
		add(task, &list, camp_premises);
	}
	return list;
}

static const char *program_of(enum camp_stage stage)
{
	return stage == CAMP_SHORT_CC || stage == CAMP_SHORT_LINK ? "pan-short" : "pan";
}

/* What a verifier is made from: the tools, how they are called, the model and its files. */
static void make_key(struct camp_task *task, const argument_list *list)
{
	struct camp_digest digest = *task->tools->digest;

	camp_digest_string(&digest, task->tools->spin);
	camp_digest_string(&digest, task->tools->cc);
	for (size_t i = 0; i < list->count; i++)
		camp_digest_string(&digest, list->at[i]);
	camp_digest_string(&digest, camp_model_file(task));
	camp_digest_string(&digest, task->model);
	camp_digest_string(&digest, task->job->premises ? task->job->premises : "");
	camp_digest_string(&digest, task->job->coverage ? task->job->coverage : "");
	camp_digest_end(&digest, task->key);
}

static bool compile(struct camp_task *task, enum camp_stage stage, argument_list *list)
{
	bool apart = camp_is_linked_apart(task, stage);

	if (apart)
		add(task, list, "-c");
	add(task, list, "-o");
	add(task, list, apart ? "pan.o" : program_of(stage));
	add(task, list, "pan.c");
	return begin(task, stage, list, task->options->time_limit, 0);
}

/* Continues with the search of STAGE's verifier, which is there. */
static bool has_compiled(struct camp_task *task, enum camp_stage stage)
{
	if (stage == CAMP_SHORT_CC || stage == CAMP_SHORT_LINK)
		return camp_begin_pan(task, CAMP_SHORT_PAN);
	task->built = task->job->runs[task->run].cc_flags;
	return camp_begin_pan(task, CAMP_PAN);
}

static bool make_verifier(struct camp_task *task, enum camp_stage stage, argument_list *list)
{
	task->wanted = stage;
	return task->has_source ? compile(task, stage, list) : camp_begin_spin(task);
}

/* Where the current model's verifier is kept.  NULL: it is not. */
static const char *folder_of(const struct camp_task *task)
{
	if (task->tools->verifiers)
		return task->tools->verifiers;
	return task->is_shared ? task->tools->shared : NULL;
}

bool camp_begin_cc(struct camp_task *task, enum camp_stage stage)
{
	const char *folder = folder_of(task);
	argument_list list = compilation(task, stage);

	task->key[0] = '\0';
	task->taken = false;
	if (folder) {
		make_key(task, &list);
		task->taken = camp_verifier_take(task->arena, folder, task->key,
		    camp_path_of(task, program_of(stage)));
	}
	return task->taken ? has_compiled(task, stage) : make_verifier(task, stage, &list);
}

/* Whether the verifier that was taken is one of another machine. */
bool camp_is_foreign(const struct camp_task *task)
{
	const struct camp_process *process = &task->process;

	return task->taken &&
	    (process->end == CAMP_NOT_STARTED ||
		(process->end == CAMP_EXITED && (process->code == 126 || process->code == 127)) ||
		(process->end == CAMP_SIGNALLED && process->code == SIGILL));
}

bool camp_compile_anew(struct camp_task *task, enum camp_stage stage)
{
	argument_list list = compilation(task, stage);

	task->taken = false;
	return make_verifier(task, stage, &list);
}

/* The verifier of STAGE has been compiled. */
bool camp_keep_compiled(struct camp_task *task, enum camp_stage stage)
{
	if (task->key[0] &&
	    !camp_verifier_keep(task->arena, folder_of(task), task->key,
		camp_path_of(task, program_of(stage))) &&
	    task->is_shared)
		task->job->shared->failed = true; /* each job would compile it */
	return has_compiled(task, stage);
}

bool camp_begin_link(struct camp_task *task, enum camp_stage stage)
{
	argument_list list = { 0 };

	add(task, &list, task->tools->cc);
	add(task, &list, "-o");
	add(task, &list, program_of(stage));
	add(task, &list, "pan.o");
	return begin(task, stage, &list, task->options->time_limit, 0);
}

static double search_seconds(const struct camp_task *task, enum camp_stage stage)
{
	double limit = task->options->time_limit;

	if (stage == CAMP_SHORT_PAN && (limit <= 0 || limit > SHORTER_SECONDS))
		return SHORTER_SECONDS;
	return limit;
}

/* The logarithm to base 2, rounded down, of a number of at least 1. */
static int log_of(double number)
{
	int log = 0;

	for (; number >= 2; number /= 2)
		log++;
	return log;
}

/* The table of states grows.  If it begins with the size that it will need, the last and largest copy of it is
 * not made: it takes 6 % less memory at 2.6 million states, and as much time. */
static int table_size(const struct camp_task *task)
{
	enum { LEAST = 16, MOST = 26 };
	const struct camp_estimate *estimate = &task->job->estimate;
	int log = estimate->source == CAMP_MEASURED && !task->whole ? log_of(estimate->states) : 0;

	return log < LEAST ? LEAST : log > MOST ? MOST : log;
}

/* The array of bits does not grow: it gets half of the memory. */
static void add_table(struct camp_task *task, enum camp_stage stage, argument_list *list)
{
	enum { BITS_OF_HALF_A_MB = 22, MOST = 35 };
	int bits = log_of((double)task->tools->most_memory) + BITS_OF_HALF_A_MB;

	if (stage != CAMP_PAN || task->storage != CAMP_BITS) {
		add(task, list, gd_arena_printf(task->arena, "-w%d", table_size(task)));
		return;
	}
	add(task, list, "-k3"); /* bits for each state */
	add(task, list, gd_arena_printf(task->arena, "-w%d", bits < MOST ? bits : MOST));
}

/* How much memory the states of a reduced model get first.  Where memory is short, an estimate decides: twice
 * as much as was measured, or four times as much as was guessed. */
static long first_room(const struct camp_task *task)
{
	const struct camp_estimate *estimate = &task->job->estimate;
	long most = task->tools->most_memory,
	     room = (long)estimate->memory * (estimate->source == CAMP_MEASURED ? 2 : 4);

	if (task->tools->is_memory_plenty || task->storage == CAMP_BITS || room > most)
		return most;
	if (room < LEAST_ROOM)
		room = LEAST_ROOM;
	return room < most ? room : most;
}

/* The address space for the search of the current model. */
static long memory_needed(struct camp_task *task)
{
	if (task->whole)
		return camp_memory_for(camp_whole_memory(task->options));
	if (!task->room || task->storage == CAMP_BITS)
		task->room = first_room(task);
	return camp_memory_for(task->room);
}

static bool wait_for_memory(struct camp_task *task, enum camp_stage stage, long needed)
{
	task->wants = needed;
	task->waits_for = stage;
	task->stage = CAMP_WAITING;
	return false;
}

bool camp_has_outgrown(const struct camp_task *task)
{
	const struct camp_process *process = &task->process;

	if (task->whole || task->room >= task->tools->most_memory ||
	    process->end == CAMP_OUT_OF_TIME || process->end == CAMP_NOT_STARTED)
		return false;
	return !camp_went_well(process) || strstr(process->output, "pan: out of memory") ||
	    strstr(process->output, "pan: reached -DMEMLIM bound");
}

bool camp_take_more(struct camp_task *task, enum camp_stage stage)
{
	long most = task->tools->most_memory;

	task->room = task->room * MORE_ROOM < most ? task->room * MORE_ROOM : most;
	return camp_begin_pan(task, stage);
}

bool camp_begin_pan(struct camp_task *task, enum camp_stage stage)
{
	long memory = memory_needed(task);
	argument_list list = { 0 };

	if (memory > task->reserved)
		return wait_for_memory(task, stage, memory);

	add(task, &list, stage == CAMP_SHORT_PAN ? "./pan-short" : "./pan");
	add_all(task, &list,
	    stage == CAMP_SHORT_PAN ? task->job->runs[task->run].short_pan_flags
				    : task->job->runs[task->run].pan_flags);
	add(task, &list, "-n");
	add_table(task, stage, &list);
	add(task, &list,
	    gd_arena_printf(task->arena, "-m%ld",
		stage == CAMP_SHORT_PAN && camp_is_large(task) ? task->short_depth : task->depth));
	if (stage == CAMP_SHORT_PAN && !camp_is_large(task))
		add(task, &list, "-i");
	return begin(task, stage, &list, search_seconds(task, stage), memory);
}

bool camp_begin_replay(struct camp_task *task)
{
	argument_list list = { 0 };

	if (camp_has_code(task)) {
		add(task, &list, "./pan");
		add(task, &list, "-n");
		add(task, &list, "-w10"); /* a small table: clearing 128 MB would take time */
		add(task, &list, "-r");
		add(task, &list, task->trail);
		return begin(task, CAMP_REPLAY, &list, task->options->time_limit, 0);
	}
	add(task, &list, task->tools->spin);
	add(task, &list, "-T");
	add(task, &list, "-t");
	add(task, &list, "-k");
	add(task, &list, task->trail);
	add(task, &list, camp_model_file(task));
	return begin(task, CAMP_REPLAY, &list, task->options->time_limit, 0);
}
