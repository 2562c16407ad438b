/* explore.c: all schedules of a scenario's program.
 *
 * The explorer is a process of its own: the program may do anything.  It reports by lines:
 *
 *	end N           then what the program has reported in the Nth execution, then a line `.'
 *	counts C B S D  complete, blocked; operations, most of them in one execution
 *	trace           what happened in the execution that failed, as `end'
 *	failed WHY, bounded WHY, verified */
#include "agree/explore.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "agree/interrupt.h"
#include "compiler/base/out.h"
#include "explore/gcexplore.h"
#include "explore/program/program.h"
#include "promela-backend/campaign/process.h"

/* ------------------------------------------------------------------- the explorer */
/* Ends that were reported, by hash. */
enum { MOST_KNOWN = 1 << 12, FIRST_PREEMPTIONS = 2 };
enum { GRACE = 10, FIRST_SECONDS = 3 }; /* seconds */
enum { DIRECTED_EXECUTIONS = 100 };
struct explorer {
	struct gcx_program *program;
	const char *said;
	void (*say_end)(void), (*say_trace)(void);
	bool (*is_over)(void);
	uint64_t known[MOST_KNOWN];
	FILE *out;
	struct gcx_result result;
	bool has_way;              /* `farthest' is one */
	const struct guide *guide; /* or NULL */
	const struct way *way;     /* of the program */
	bool (*waits)(void);
	bool (*may_perform)(unsigned task, const volatile void *at);
	void (*performed)(unsigned task, const volatile void *at);
	struct way *farthest; /* shared with who reads the report */
};
static struct explorer explorer;

static uint64_t hash(const char *text)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3u;
	return h | 1;
}

/* Whether the line TEXT is met for the first time.  When there is no room, all are. */
static bool is_new(struct explorer *x, const char *text)
{
	uint64_t h = hash(text);

	for (unsigned i = 0; i < MOST_KNOWN; i++) {
		uint64_t *known = &x->known[(h + i) % MOST_KNOWN];

		if (*known == h)
			return false;
		if (!*known) {
			*known = h;
			return true;
		}
	}
	return true;
}

static const char *last_line(const char *text)
{
	const char *line = text;

	for (; *text; text++)
		if (*text == '\n' && text[1])
			line = text + 1;
	return line;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* An execution is complete. */
static void note_end(void *argument)
{
	struct explorer *x = &explorer;

	(void)argument;
	x->say_end();
	if (is_new(x, last_line(x->said))) {
		fprintf(x->out, "end %llu\n%s.\n", (unsigned long long)x->result.complete, x->said);
		fflush(x->out);
	}
}

static bool is_over(void *argument)
{
	(void)argument;
	return explorer.is_over();
}

/* ---------------------------------------------------------------- with a guide */
static void note_way(struct explorer *x)
{
	const struct way *best = x->farthest;

	if (!x->has_way || x->way->done > best->done ||
	    (x->way->done == best->done && x->way->difference.is && !best->difference.is))
		*x->farthest = *x->way;
	x->has_way = true;
}

/* An execution is over, or cannot go on as the guide says. */
static void note_followed(void *argument)
{
	struct explorer *x = &explorer;

	(void)argument;
	note_way(x);
	if (x->way->done == x->guide->count && x->guide->until == GUIDE_END && !x->waits()) {
		x->say_end();
		gcx_assert(!"followed");
	}
}

static bool is_over_or_waits(void *argument)
{
	return explorer.waits() || is_over(argument);
}

static bool may_perform(unsigned task, const volatile void *at, void *argument)
{
	(void)argument;
	return explorer.may_perform(task, at);
}

static void performed(unsigned task, const volatile void *at, void *argument)
{
	(void)argument;
	explorer.performed(task, at);
}

static void set_guided(struct gcx_options *options)
{
	options->complete = note_followed;
	options->is_over = is_over_or_waits;
	options->may_perform = may_perform;
	options->performed = performed;
	options->ignores_races = true;
}

/* Explores some schedules at random, then all, if there is time.  The schedule that is sought may be far
 * from the first one, so those at random come first. */
static void follow(struct explorer *x, const struct gcx_options *options,
    struct gcx_program_run *run)
{
	struct gcx_options some = *options;

	set_guided(&some);
	some.most_seconds = FIRST_SECONDS;
	if (options->most_seconds > 0 && options->most_seconds < 4 * FIRST_SECONDS)
		some.most_seconds = options->most_seconds / 4;
	if (gcx_explore(&some, gcx_program_main, run, &x->result) != GCX_BOUNDED)
		return;
	some.reduction = GCX_RANDOM;
	if (gcx_explore(&some, gcx_program_main, run, &x->result) == GCX_FAILED)
		return;
	some.reduction = GCX_OPTIMAL;
	some.most_seconds = options->most_seconds;
	gcx_explore(&some, gcx_program_main, run, &x->result);
}

/* The program does what the story says, if it can, whatever the schedule: Note [Directed] in
 * driver/direct.c.  Others are tried, too, for what a task does that waits for no event. */
static void direct(struct explorer *x, const struct gcx_options *options,
    struct gcx_program_run *run)
{
	struct gcx_options some = *options;

	set_guided(&some);
	some.bound_preemptions = options->memory == GCX_SC;
	some.most_preemptions = 0;
	some.most_executions = DIRECTED_EXECUTIONS;
	gcx_explore(&some, gcx_program_main, run, &x->result);
}

/* Where in the sources: ", at FILE:LINE", by addr2line if there is one. */
static void report_place(struct explorer *x, const char *file, const void *place)
{
	uintptr_t offset = place ? gcx_program_offset(x->program, place) : 0;
	char address[32];
	const char *argv[] = { "addr2line", "-s", "-e", file, address, NULL };
	struct camp_limits limits = { 30, 0, 1 << 16, 0 };
	struct camp_process process;

	if (!offset)
		return;
	/* the call before the place to which it returns */
	snprintf(address, sizeof address, "%#lx", (unsigned long)offset - 1);
	camp_process_run(&process, NULL, argv, &limits);
	if (process.end == CAMP_EXITED && process.output && process.output[0] != '?')
		fprintf(x->out, ", at %.*s", (int)strcspn(process.output, " \n"), process.output);
	camp_process_free(&process);
}

/* The program has done all that the guide says, and what was sought has happened.  It has reported its
 * end. */
static bool is_followed(const struct explorer *x)
{
	return x->guide && x->way->done == x->guide->count;
}

static void report_failure(struct explorer *x, const char *file, const char *schedule)
{
	char message[GCX_TEXT];
	bool kept = !schedule ||
	    gcx_write_schedule(schedule, "gcdsl", x->result.schedule, x->result.schedule_length,
		message);

	if (x->guide)
		note_way(x);
	if (!is_followed(x) || x->guide->until == GUIDE_FAIL)
		x->say_trace();
	fprintf(x->out, "trace\n%s.\n", x->said);
	fprintf(x->out, "failed %s", x->result.message);
	for (unsigned i = 0; i < sizeof x->result.places / sizeof *x->result.places; i++)
		report_place(x, file, x->result.places[i]);
	fprintf(x->out, kept ? "\n" : AGREE_NOT_KEPT "%s\n", message);
}

/* What is wrong with a schedule to be repeated begins with its name. */
static bool is_refused(const struct explorer *x, const char *replay)
{
	return replay && x->result.verdict == GCX_FAILED && x->result.failure == GCX_MISUSE &&
	    strncmp(x->result.message, replay, strlen(replay)) == 0;
}

static void report(struct explorer *x, const char *file, const char *schedule)
{
	fprintf(x->out, "counts %llu %llu %llu %u\n", (unsigned long long)x->result.complete,
	    (unsigned long long)x->result.blocked, (unsigned long long)x->result.steps,
	    x->result.deepest);
	switch (x->result.verdict) {
	case GCX_VERIFIED: fprintf(x->out, "verified\n"); break;
	case GCX_BOUNDED: fprintf(x->out, "bounded %s\n", x->result.message); break;
	case GCX_FAILED: report_failure(x, file, schedule); break;
	}
	fflush(x->out);
}

static _Noreturn void give_up(struct explorer *x, const char *how, const char *why)
{
	fprintf(x->out, "%s %s\n", how, why);
	fflush(x->out);
	_exit(0);
}

/* What is done if nobody asks for a bound of preemptions.  Small programs need little time.  Of
 * larger ones, executions with few preemptions come first, because most mistakes need few. */
static void explore_all(struct explorer *x, const struct gcx_options *options,
    struct gcx_program_run *run)
{
	struct gcx_options some = *options;
	bool is_short = options->most_seconds > 0 && options->most_seconds < 4 * FIRST_SECONDS;

	some.most_seconds = is_short ? options->most_seconds / 4 : FIRST_SECONDS;
	if (gcx_explore(&some, gcx_program_main, run, &x->result) != GCX_BOUNDED)
		return;
	if (options->memory == GCX_SC) {
		some.bound_preemptions = true;
		some.most_preemptions = FIRST_PREEMPTIONS;
	} else {
		some.reduction = GCX_PCT;
		some.seed = 1;
	}
	if (gcx_explore(&some, gcx_program_main, run, &x->result) != GCX_FAILED)
		gcx_explore(options, gcx_program_main, run, &x->result);
}

static void explore(struct explorer *x, const struct agree_bounds *bounds,
    struct gcx_program_run *run)
{
	struct gcx_options options = { .reduction = GCX_OPTIMAL,
		.memory = bounds->memory == IR_MEM_TSO ? GCX_TSO
		    : bounds->memory == IR_MEM_PSO     ? GCX_PSO
						       : GCX_SC,
		.instrumented = true,
		.orders_of_machine = true,
		.complete = note_end,
		.is_over = is_over,
		.most_seconds = (double)bounds->seconds,
		.bound_preemptions = bounds->preemptions >= 0,
		.most_preemptions = bounds->preemptions >= 0 ? (unsigned)bounds->preemptions : 0 };

	if (bounds->replay && x->guide)
		set_guided(&options);
	if (bounds->replay)
		gcx_replay_file(&options, gcx_program_main, run, bounds->replay, &x->result);
	else if (x->guide && x->guide->directed)
		direct(x, &options, run);
	else if (x->guide)
		follow(x, &options, run);
	else if (options.bound_preemptions)
		gcx_explore(&options, gcx_program_main, run, &x->result);
	else
		explore_all(x, &options, run);
}

static void find_symbols(struct explorer *x)
{
	x->said = gcx_program_symbol(x->program, "agree_said");
	*(void **)&x->say_end = gcx_program_symbol(x->program, "agree_say_end");
	*(void **)&x->say_trace = gcx_program_symbol(x->program, "agree_say_trace");
	*(void **)&x->is_over = gcx_program_symbol(x->program, "agree_is_over");
	*(void **)&x->waits = gcx_program_symbol(x->program, "agree_waits");
	*(void **)&x->may_perform = gcx_program_symbol(x->program, "agree_may_perform");
	*(void **)&x->performed = gcx_program_symbol(x->program, "agree_performed");
	x->way = gcx_program_symbol(x->program, "agree_way");
}

static _Noreturn void be_explorer(const char *file, const struct agree_bounds *bounds, int out)
{
	struct explorer *x = &explorer;
	char workers[20], name[] = "program", *argv[] = { name, workers, NULL };
	struct gcx_program_run run = { .argc = 2, .argv = argv };
	const char *why = "?";

	snprintf(workers, sizeof workers, "%u", bounds->workers);
	x->guide = bounds->guide;
	x->out = fdopen(out, "w");
	x->program = gcx_program_load(file, &why);
	if (!x->program)
		give_up(x, "crashed", why);
	find_symbols(x);
	run.program = x->program;
	explore(x, bounds, &run);
	if (is_refused(x, bounds->replay))
		give_up(x, "refused", x->result.message);
	report(x, file, bounds->replay ? NULL : bounds->schedule);
	_exit(0);
}

/* ---------------------------------------------------------------- what it reports */
struct reader {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	struct agree_ends *ends;
	struct agree_found *found;
	struct gd_out text; /* of an end or a trace, while it is read */
	enum { NO_TEXT, END, TRACE } reading;
	const struct agree_ends
	    *known; /* NULL: it is of no interest whether an end is one of them */
	bool enough;
};

static void end_text(struct reader *r)
{
	const char *text = gd_arena_strndup(r->arena, r->text.text, r->text.length);
	const char *line = last_line(text);
	struct agree_end *end = NULL;

	if (r->reading == TRACE)
		r->found->trace = text;
	else if (strncmp(line, "outcome ", 8) == 0)
		end = agree_add_end(r->arena, r->ends, r->spec, r->scenario, line + 8);
	if (end)
		end->trace = text;
	if (end && r->known && !agree_find_end(r->known, end->text))
		r->enough = true;
	r->reading = NO_TEXT;
}

static void conclude(struct reader *r, enum agree_exploration is, const char *why)
{
	r->found->is = is;
	r->found->why = gd_arena_strdup(r->arena, why);
}

static void begin_text(struct reader *r, int what)
{
	r->reading = what;
	r->text.length = 0;
}

static void read_line(struct reader *r, char *line)
{
	unsigned long long complete, blocked, steps, deepest;

	if (r->reading != NO_TEXT && strcmp(line, ".") == 0) {
		end_text(r);
	} else if (r->reading != NO_TEXT) {
		gd_out_line(&r->text, "%s", line);
	} else if (sscanf(line, "end %llu", &complete) == 1) {
		r->found->complete = complete;
		begin_text(r, END);
	} else if (strcmp(line, "trace") == 0) {
		begin_text(r, TRACE);
	} else if (sscanf(line, "counts %llu %llu %llu %llu", &complete, &blocked, &steps,
		       &deepest) == 4) {
		r->found->complete = complete;
		r->found->blocked = blocked;
		r->found->steps = steps;
		r->found->deepest = deepest;
	} else if (strcmp(line, "verified") == 0) {
		conclude(r, AGREE_ALL, "");
	} else if (strncmp(line, "bounded ", 8) == 0) {
		conclude(r, AGREE_SOME, line + 8);
	} else if (strncmp(line, "failed ", 7) == 0) {
		conclude(r, AGREE_WRONG, line + 7);
	} else if (strncmp(line, "refused ", 8) == 0) {
		conclude(r, AGREE_REFUSED, line + 8);
	} else if (strncmp(line, "crashed ", 8) == 0) {
		conclude(r, AGREE_CRASHED, line + 8);
	}
}

static void read_all(struct reader *r, int in)
{
	FILE *stream = fdopen(in, "r");
	char *line = NULL;
	size_t room = 0;
	ssize_t length;

	while (stream && !r->enough && (length = getline(&line, &room, stream)) > 0) {
		line[length - (line[length - 1] == '\n')] = '\0';
		read_line(r, line);
	}
	free(line);
	if (stream)
		fclose(stream);
}

/* The explorer has ended, with STATUS, and has not said what it found. */
static void explain(struct reader *r, int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		conclude(r, AGREE_SOME, "the time is over, before an execution has ended");
	else if (WIFSIGNALED(status))
		conclude(r, AGREE_CRASHED,
		    gd_arena_printf(r->arena, "the program was killed by signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status))));
	else
		conclude(r, AGREE_CRASHED, "the explorer has ended without a result");
}

/* Memory that both processes have. */
static struct way *share(struct gd_arena *arena)
{
	struct way *way =
	    mmap(NULL, sizeof *way, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return way != MAP_FAILED ? way : GD_NEW(arena, struct way);
}

void agree_explore(struct gd_arena *arena, const char *file, const struct agree_bounds *bounds,
    const struct ir_spec *spec, const struct ir_scenario *scenario, struct agree_ends *ends,
    struct agree_found *found)
{
	struct reader r = { arena, spec, scenario, ends, found, .known = bounds->known };
	double started = now();
	int ends_of_pipe[2], status = 0;
	pid_t child = -1;

	*found = (struct agree_found){ .is = AGREE_CRASHED };
	if (bounds->guide)
		found->way = explorer.farthest = share(arena);
	gd_out_init(&r.text, 0);
	fflush(NULL);
	if (pipe(ends_of_pipe) == 0 && (child = agree_fork_explorer()) == 0) {
		close(ends_of_pipe[0]);
		if (bounds->seconds)
			alarm((unsigned)bounds->seconds * 2 + GRACE);
		be_explorer(file, bounds, ends_of_pipe[1]);
	}
	if (child < 0) {
		conclude(&r, AGREE_CRASHED, strerror(errno));
		return;
	}
	close(ends_of_pipe[1]);
	read_all(&r, ends_of_pipe[0]);
	agree_forget_explorer();
	if (r.enough) {
		kill(child, SIGKILL);
		conclude(&r, AGREE_SOME, "it has shown a difference");
	}
	waitpid(child, &status, 0);
	if (!found->why)
		explain(&r, status);
	found->seconds = now() - started;
	gd_out_free(&r.text);
}
