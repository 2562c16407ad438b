/* task.c: the steps from a model to a verdict.
 *
 *	spin -a          the verifier's source
 *	cc               once for each set of flags; neither is needed if such a verifier is kept
 *	pan              the search; again with a deeper stack if it wants one
 *	cc, pan -i       only when a short counterexample is wanted and likely
 *	spin -t, pan -r  the replay, which must show the same error
 *
 * Where there is a whole model its verdict counts, as it rests on no reduction.  Where its
 * search takes more memory than WHOLE_MEMORY, the reduced model decides.  Memory is the measure,
 * as it is the same on each machine.
 *
 * Most models are so small that compiling is all the cost: gcc -O0 takes half a second, clang
 * half of that, and -O1 some seconds.  Where clang compiles, gcc links: clang spends a tenth of the
 * time on starting itself twice more for it.  A search that lasts is stopped and built again with -O1,
 * which runs 1.6 times as fast; -O2 takes twice as long to compile and gains nothing more.  The
 * first seconds are lost then, and -O1 takes four to compile: a search gains by it only if it would
 * last for a quarter of a minute longer, so it is stopped after ten seconds of processor time: what is built does not depend on what else
 * the machine does.
 *
 * pan looks whether its table is too small only when it reports progress, which by itself it does
 * at each millionth state: by then the chains of the 2^16 entries that it begins with would take
 * nearly half of the time. */
#include "promela-backend/campaign/task.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "compiler/base/limits.h"
#include "promela-backend/campaign/panout.h"
#include "promela-backend/campaign/verifiers.h"

enum {
	FIRST_DEPTH = 20000,
	LAST_DEPTH = 8000000,
	DEPTH_FACTOR = 20,
	UNOPTIMISED_SECONDS = 10, /* longest search at -O0, in processor time */
	SHORTER_SECONDS = 20,     /* longest search for a shorter trail */
	SHORTEN_SECONDS = 60,     /* all of these searches together */
	VECTOR_FACTOR = 8,
	FIRST_VECTOR = 1024,
	LAST_VECTOR = 1 << 19, /* bytes of a state */
	SHORT_DEPTH = 24,      /* where a large search begins to look for a short trail */
	OUTPUT_LIMIT = 64 << 20,
	WHOLE_MEMORY = 64, /* MB; in the examples about 400,000 states */
	ROOM_FOR_PAN = 256 /* MB of address space beside the states */
};
static const char FIRST_TRAIL[] = "first.trail";
static const char PREMISES[] = "premises.h";
static const double SMALL = 1e5; /* a search of at most so many states may be repeated */

/* ------------------------------------------------------------------ results */
static bool show_whole(struct camp_task *task);

static bool finish(struct camp_task *task, enum camp_verdict verdict, const char *reason)
{
	if (task->known == CAMP_WHOLE_FAILS && verdict != CAMP_FAILS && verdict != CAMP_NOT_RUN)
		return show_whole(task);
	task->job->result.verdict = verdict;
	task->job->result.reason = reason;
	task->stage = CAMP_FINISHED;
	if (!task->options->keep && task->directory)
		camp_remove_tree(task->directory);
	return true;
}

const char *camp_last_lines(struct gd_arena *arena, const char *text, unsigned count)
{
	size_t length = strlen(text), start;

	while (length && strchr(" \t\n", text[length - 1]))
		length--;
	for (start = length; start > 0; start--)
		if (text[start - 1] == '\n' && count-- <= 1)
			break;
	return length ? gd_arena_strndup(arena, text + start, length - start) : NULL;
}

static bool is_full(const char *directory)
{
	struct statvfs vfs;

	return statvfs(directory, &vfs) == 0 && vfs.f_blocks > 0 &&
	    vfs.f_bavail * vfs.f_frsize < 128 << 10;
}

/* Reports that TOOL failed: HOW. */
static bool tool_failed(struct camp_task *task, const char *tool, const char *how)
{
	task->job->result.detail =
	    camp_last_lines(task->arena, task->process.output ? task->process.output : "", 12);
	return finish(task, CAMP_TOOL_FAILED,
	    gd_arena_printf(task->arena, "%s %s%s%s", tool, how,
		is_full(task->directory) ? "; no space is left in " : "",
		is_full(task->directory) ? task->directory : ""));
}

/* The child has ended, but not with status 0. */
static bool child_failed(struct camp_task *task, const char *tool)
{
	char how[200];

	camp_process_describe(&task->process, how, sizeof how);
	if (task->process.end == CAMP_OUT_OF_TIME)
		return finish(task, CAMP_INCONCLUSIVE,
		    gd_arena_printf(task->arena, "%s %s", tool, how));
	return tool_failed(task, tool, how);
}

/* Whether the current model is large. */
static bool is_large(const struct camp_task *task)
{
	return task->job->large && !task->whole;
}

static bool has_code(const struct camp_task *task)
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

static bool went_well(const struct camp_process *process)
{
	return process->end == CAMP_EXITED && process->code == 0;
}

/* ----------------------------------------------------------------- children */
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

static bool begin(struct camp_task *task, enum camp_stage stage, argument_list *list,
    double seconds, long megabytes)
{
	bool may_be_optimised = stage == CAMP_PAN && !task->optimised && !task->whole;
	struct camp_limits limits = { seconds, (size_t)megabytes << 20, OUTPUT_LIMIT,
		may_be_optimised ? UNOPTIMISED_SECONDS : 0 };

	add(task, list, NULL);
	camp_process_free(&task->process);
	camp_process_start(&task->process, task->directory, list->at, &limits);
	task->stage = stage;
	return false;
}

static bool begin_spin(struct camp_task *task)
{
	argument_list list = { 0 };

	add(task, &list, task->tools->spin);
	add(task, &list, "-a");
	add(task, &list, task->job->file);
	return begin(task, CAMP_SPIN, &list, task->options->time_limit, 0);
}

/* A search for a shorter trail has a time limit, and finds more if it is fast. */
static bool is_optimised(const struct camp_task *task, enum camp_stage stage)
{
	return task->optimised || (stage == CAMP_SHORT_CC && is_large(task));
}

/* The object of a compiler that is quick is linked by the other one. */
static bool is_linked_apart(const struct camp_task *task, enum camp_stage stage)
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
	add(task, &list, "-w");
	add(task, &list, "-DFREQ=100000"); /* states between two progress reports */
	add_all(task, &list,
	    stage == CAMP_SHORT_CC ? task->job->runs[task->run].short_cc_flags
				   : task->job->runs[task->run].cc_flags);
	add(task, &list, gd_arena_printf(task->arena, "-DMEMLIM=%ld", memory_limit(task)));
	if (task->vector)
		add(task, &list, gd_arena_printf(task->arena, "-DVECTORSZ=%ld", task->vector));
	if (stage == CAMP_SHORT_CC)
		add(task, &list, "-DREACH");
	if (stage == CAMP_CC && task->job->premises) {
		add(task, &list, "-include");
		add(task, &list, PREMISES);
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
	camp_digest_string(&digest, task->job->file);
	camp_digest_string(&digest, task->model);
	camp_digest_string(&digest, task->job->premises ? task->job->premises : "");
	camp_digest_end(&digest, task->key);
}

static const char *path_of(struct camp_task *task, const char *name)
{
	return gd_arena_printf(task->arena, "%s/%s", task->directory, name);
}

static bool compile(struct camp_task *task, enum camp_stage stage, argument_list *list)
{
	bool apart = is_linked_apart(task, stage);

	if (apart)
		add(task, list, "-c");
	add(task, list, "-o");
	add(task, list, apart ? "pan.o" : program_of(stage));
	add(task, list, "pan.c");
	return begin(task, stage, list, task->options->time_limit, 0);
}

static bool begin_pan(struct camp_task *task, enum camp_stage stage);

/* Continues with the search of STAGE's verifier, which is there. */
static bool has_compiled(struct camp_task *task, enum camp_stage stage)
{
	if (stage == CAMP_SHORT_CC || stage == CAMP_SHORT_LINK)
		return begin_pan(task, CAMP_SHORT_PAN);
	task->built = task->job->runs[task->run].cc_flags;
	return begin_pan(task, CAMP_PAN);
}

static bool make_verifier(struct camp_task *task, enum camp_stage stage, argument_list *list)
{
	task->wanted = stage;
	return task->has_source ? compile(task, stage, list) : begin_spin(task);
}

static bool begin_cc(struct camp_task *task, enum camp_stage stage)
{
	argument_list list = compilation(task, stage);

	task->key[0] = '\0';
	task->taken = false;
	if (task->tools->verifiers) {
		make_key(task, &list);
		task->taken = camp_verifier_take(task->arena, task->tools->verifiers, task->key,
		    path_of(task, program_of(stage)));
	}
	return task->taken ? has_compiled(task, stage) : make_verifier(task, stage, &list);
}

/* Whether the verifier that was taken is one of another machine. */
static bool is_foreign(const struct camp_task *task)
{
	const struct camp_process *process = &task->process;

	return task->taken &&
	    (process->end == CAMP_NOT_STARTED ||
		(process->end == CAMP_EXITED && (process->code == 126 || process->code == 127)) ||
		(process->end == CAMP_SIGNALLED && process->code == SIGILL));
}

static bool compile_anew(struct camp_task *task, enum camp_stage stage)
{
	argument_list list = compilation(task, stage);

	task->taken = false;
	return make_verifier(task, stage, &list);
}

/* The verifier of STAGE has been compiled. */
static bool keep_compiled(struct camp_task *task, enum camp_stage stage)
{
	if (task->key[0])
		camp_verifier_keep(task->arena, task->tools->verifiers, task->key,
		    path_of(task, program_of(stage)));
	return has_compiled(task, stage);
}

static bool begin_link(struct camp_task *task, enum camp_stage stage)
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

static bool begin_pan(struct camp_task *task, enum camp_stage stage)
{
	argument_list list = { 0 };

	add(task, &list, stage == CAMP_SHORT_PAN ? "./pan-short" : "./pan");
	add_all(task, &list,
	    stage == CAMP_SHORT_PAN ? task->job->runs[task->run].short_pan_flags
				    : task->job->runs[task->run].pan_flags);
	add(task, &list, "-n");
	if (!task->job->runs[task->run].bitstate) /* its flags have a size */
		add(task, &list, "-w16");
	add(task, &list,
	    gd_arena_printf(task->arena, "-m%ld",
		stage == CAMP_SHORT_PAN && is_large(task) ? task->short_depth : task->depth));
	if (stage == CAMP_SHORT_PAN && !is_large(task))
		add(task, &list, "-i");
	return begin(task, stage, &list, search_seconds(task, stage),
	    memory_limit(task) + ROOM_FOR_PAN);
}

static bool begin_replay(struct camp_task *task)
{
	argument_list list = { 0 };

	if (has_code(task)) {
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
	add(task, &list, task->job->file);
	return begin(task, CAMP_REPLAY, &list, task->options->time_limit, 0);
}

/* -------------------------------------------------------------------- files */
/* Temporary files need no fsync. */
static bool write_text(struct camp_task *task, const char *name, const char *text)
{
	FILE *file = fopen(gd_arena_printf(task->arena, "%s/%s", task->directory, name), "w");
	bool good = file && fputs(text, file) >= 0;
	int saved = errno;

	if (file && fclose(file) != 0 && good) {
		saved = errno;
		good = false;
	}
	errno = saved;
	return good;
}

/* Writes the support files that TEXT includes, and those that they include. */
static bool write_included(struct camp_task *task, const char *text)
{
	static const char include[] = "#include \"";
	const struct camp_tools *tools = task->tools;

	for (const char *at = text; (at = strstr(at, include));) {
		at += strlen(include);
		for (size_t i = 0; i < tools->support_count; i++) {
			const struct pml_support_file *file = &tools->support[i];
			size_t length = strlen(file->name);

			if (strncmp(at, file->name, length) == 0 && at[length] == '"' &&
			    !(write_text(task, file->name, file->text) &&
				write_included(task, file->text)))
				return false;
		}
	}
	return true;
}

static bool write_model(struct camp_task *task, const char *model)
{
	task->model = model;
	return write_text(task, task->job->file, model) && write_included(task, model);
}

/* ----------------------------------------------------------------- progress */
static bool change_model(struct camp_task *task, const char *model);

static bool try_model(struct camp_task *task, bool whole)
{
	task->whole = whole;
	task->optimised = false;
	task->vector = 0;
	task->job->result.memory = 0;
	return change_model(task, whole ? task->job->whole : task->job->model);
}

/* The whole model fails and the reduced one does not show it: shows it in the whole model. */
static bool show_whole(struct camp_task *task)
{
	task->known = CAMP_REDUCED_SAYS_LESS;
	return try_model(task, true);
}

static bool keep_reduced(struct camp_task *task)
{
	double seconds = task->job->result.seconds;

	task->job->result = task->before;
	task->job->result.seconds = seconds;
	return finish(task, CAMP_HOLDS, NULL);
}

/* The current model is not decided, because of WHY. */
static bool too_large(struct camp_task *task, const char *why)
{
	if (!task->whole)
		return finish(task, CAMP_INCONCLUSIVE, why);
	switch (task->known) {
	case CAMP_NOTHING_KNOWN: return try_model(task, false);
	case CAMP_REDUCED_HOLDS: return keep_reduced(task);
	case CAMP_WHOLE_FAILS:
	case CAMP_REDUCED_SAYS_LESS: break;
	}
	return finish(task, CAMP_INCONCLUSIVE, why ? why : "the model is too large");
}

/* A tool did not finish with the whole model. */
static bool give_up_whole(struct camp_task *task)
{
	task->hurried |= task->process.end == CAMP_OUT_OF_TIME;
	return too_large(task, NULL);
}

/* No run of the current model has found an error. */
static bool found_nothing(struct camp_task *task)
{
	const struct camp_job *job = task->job;

	if (job->cut)
		return finish(task, CAMP_INCONCLUSIVE,
		    "no error before the point where runs are cut");
	for (size_t i = 0; i < job->run_count; i++)
		if (job->runs[i].bitstate)
			return finish(task, CAMP_BOUNDED, "a bitstate search found no error");
	if (task->whole || !job->whole || job->use_whole != CAMP_WHOLE_LAST)
		return finish(task, CAMP_HOLDS, NULL);
	task->known = CAMP_REDUCED_HOLDS;
	task->before = job->result;
	return try_model(task, true);
}

static bool begin_run(struct camp_task *task)
{
	const struct camp_job *job = task->job;

	if (task->run == job->run_count)
		return found_nothing(task);
	task->depth = FIRST_DEPTH;
	if (task->built && task->built == job->runs[task->run].cc_flags)
		return begin_pan(task, CAMP_PAN);
	return begin_cc(task, CAMP_CC);
}

static bool after_spin(struct camp_task *task)
{
	const char *source = path_of(task, "pan.c");

	if (!went_well(&task->process) && task->wanted == CAMP_SHORT_CC)
		return begin_replay(task); /* of the trail that is there */
	if (!went_well(&task->process) && task->process.output &&
	    strstr(task->process.output, "d_step sequence too long"))
		return too_large(task,
		    "a step of the model is longer than SPIN allows: "
		    "expect fewer properties of a cell, or write fewer objects in the scenario");
	if (task->whole && task->process.end == CAMP_OUT_OF_TIME)
		return give_up_whole(task);
	if (!went_well(&task->process))
		return child_failed(task, "spin");
	if (access(source, R_OK) != 0)
		return tool_failed(task, "spin", "ended well but made no pan.c");
	task->has_source = true;
	return begin_cc(task, task->wanted);
}

static bool after_cc(struct camp_task *task)
{
	if (task->whole && task->process.end == CAMP_OUT_OF_TIME)
		return give_up_whole(task);
	if (!went_well(&task->process) && !task->optimised &&
	    task->tools->quick_cc != task->tools->cc) {
		task->optimised = true; /* perhaps the other compiler can */
		return begin_cc(task, CAMP_CC);
	}
	if (!went_well(&task->process))
		return child_failed(task, task->tools->cc);
	if (task->stage == CAMP_CC && is_linked_apart(task, CAMP_CC))
		return begin_link(task, CAMP_LINK);
	return keep_compiled(task, CAMP_CC);
}

static bool after_short_cc(struct camp_task *task)
{
	if (!went_well(&task->process))
		return begin_replay(task);
	if (task->stage == CAMP_SHORT_CC && is_linked_apart(task, CAMP_SHORT_CC))
		return begin_link(task, CAMP_SHORT_LINK);
	return keep_compiled(task, CAMP_SHORT_CC);
}

static void count(struct camp_task *task, const struct camp_pan *pan)
{
	struct camp_result *result = &task->job->result;

	if (task->run == 0) { /* the later runs see the same states again */
		result->states = pan->states;
		result->transitions = pan->transitions;
		result->depth = pan->depth;
	}
	if (pan->memory > result->memory)
		result->memory = pan->memory;
}

/* Keeps what the verifier printed about premises at its exit. false: it did not print it. */
static bool note_met(struct camp_task *task)
{
	const char *line = strstr(task->process.output, "\n" PML_MET);
	const char *before = task->job->result.met;
	char *met;

	if (!task->job->premises)
		return true;
	if (!line)
		return false;
	line += strlen("\n" PML_MET);
	met = gd_arena_strndup(task->arena, line, strspn(line, "01"));
	for (size_t i = 0; before && before[i] && met[i]; i++)
		if (before[i] == '1')
			met[i] = '1';
	task->job->result.met = met;
	return true;
}

static bool keep_trail(struct camp_task *task, const char *name)
{
	char *from = gd_arena_printf(task->arena, "%s/%s.trail", task->directory, task->job->file);
	char *to = gd_arena_printf(task->arena, "%s/%s", task->directory, name);

	if (rename(from, to) != 0)
		return false;
	task->trail = name;
	return true;
}

/* Results of the model before do not count for the next one. */
static bool change_model(struct camp_task *task, const char *model)
{
	const struct camp_job *job = task->job;

	if (!write_model(task, model))
		return tool_failed(task, "gcdsl", "cannot write a model");
	task->run = 0;
	task->has_source = false;
	task->built = NULL;
	task->job->result.met = NULL;
	task->job->result.reduced = job->whole && strcmp(model, job->whole) != 0;
	return begin_run(task);
}

/* The next model with fewer foldings that is another one than the current one.  NULL: there is
 * none. */
static const char *next_fallback(struct camp_task *task)
{
	const struct camp_job *job = task->job;
	const char *model;

	do
		model = job->fallback ? job->fallback(job->fallback_of, task->fallback++) : NULL;
	while (model && strcmp(model, task->model) == 0);
	return model;
}

/* A side condition of the model's foldings does not hold, so the model shows nothing. */
static bool fold_less(struct camp_task *task)
{
	const char *model = next_fallback(task);

	if (!model)
		return tool_failed(task, "pan",
		    "met a folding that cannot be used, and there is no "
		    "model without it");
	return change_model(task, model);
}

/* Whether TEXT is about FAILURE.  TEXT is the message of an assertion, or the output of a
 * replay. */
static bool is_about(struct camp_task *task, const char *text, int failure)
{
	return strstr(text, gd_arena_printf(task->arena, "failed_property!=%d)", failure));
}

static bool found_error(struct camp_task *task, const struct camp_pan *pan)
{
	task->error = (int)pan->error;
	if (pan->error == CAMP_ASSERTION && is_about(task, pan->message, PML_FAILED_FOLD))
		return fold_less(task);
	if (task->whole && pan->error == CAMP_ASSERTION &&
	    is_about(task, pan->message, PML_FAILED_FULL))
		return too_large(task, "a counter of units is full");
	if (task->whole && task->known == CAMP_NOTHING_KNOWN && task->job->shortest) {
		task->known = CAMP_WHOLE_FAILS;
		return try_model(task, false);
	}
	if (pan->error == CAMP_CYCLE && !task->job->runs[task->run].on_cycle)
		return finish(task, CAMP_INCONCLUSIVE,
		    "a run goes on for ever, and what must eventually happen may never happen: ask "
		    "for `cycle_ends' as well, or use --strategy ltl");
	if (!keep_trail(task, FIRST_TRAIL))
		return tool_failed(task, "pan", "wrote no trail");
	task->error_depth = pan->error_depth;
	task->short_depth = SHORT_DEPTH;
	task->shortening = camp_now();
	if (task->job->shortest && (pan->states < SMALL || is_large(task)) &&
	    pan->error == CAMP_ASSERTION && task->job->runs[task->run].short_cc_flags)
		return begin_cc(task, CAMP_SHORT_CC);
	return begin_replay(task);
}

static bool search_deeper(struct camp_task *task)
{
	if (task->depth >= LAST_DEPTH)
		return too_large(task,
		    gd_arena_printf(task->arena, "a run has more than %ld steps", task->depth));
	task->depth *= DEPTH_FACTOR;
	return begin_pan(task, CAMP_PAN);
}

static bool wants_vector(const char *output)
{
	return output &&
	    (strstr(output, "VECTORSZ too small") || strstr(output, "VECTORSZ is too small"));
}

/* States are larger than pan has room for, so pan is built again. */
static bool widen(struct camp_task *task)
{
	task->vector = (task->vector ? task->vector : FIRST_VECTOR) * VECTOR_FACTOR;
	if (task->vector > LAST_VECTOR)
		return too_large(task,
		    "a state of the model is larger than pan allows: "
		    "write fewer objects, slots and mutators in the scenario");
	return begin_cc(task, CAMP_CC);
}

/* ------------------------------------------------------- jobs that want all errors */
/* With -e pan names its trails F1.trail, F2.trail … */
static bool replay_next(struct camp_task *task)
{
	struct camp_result *result = &task->job->result;

	if (task->replayed == task->trails) {
		result->property = PML_OUTCOME;
		result->events = task->collected;
		return finish(task, CAMP_FAILS, NULL);
	}
	task->trail =
	    gd_arena_printf(task->arena, "%s%lu.trail", task->job->file, task->replayed + 1);
	return begin_replay(task);
}

static bool collect(struct camp_task *task, const struct camp_pan *pan)
{
	if (pan->error != CAMP_NO_ERROR && pan->error != CAMP_ASSERTION)
		return tool_failed(task, "pan", "met an error that was not looked for");
	if (pan->not_completed || pan->depth_too_small)
		return search_deeper(task);
	task->trails = pan->errors;
	task->collected = strstr(task->process.output, "@ partial\n") ? "@ partial\n" : "";
	return replay_next(task);
}

static bool after_replay_of_one(struct camp_task *task)
{
	const char *output = task->process.output, *outcome = strstr(output, "@ outcome ");

	if (!went_well(&task->process))
		return child_failed(task, "pan, replaying,");
	if (!outcome || !strstr(output, "spin: trail ends after"))
		return tool_failed(task, "pan, replaying,", "did not get to the end of a trail");
	task->collected = gd_arena_printf(task->arena, "%s%s", task->collected, output);
	task->replayed++;
	return replay_next(task);
}

/* -------------------------------------------------- jobs that want the ends of all runs */
static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The lines of what the verifier has printed that say how runs end: each once, sorted. */
static const char *ends_of_runs(struct camp_task *task)
{
	GD_VEC(const char *) lines = { 0 };
	const char *text = "";
	struct gd_out out;

	for (char *line = strtok(task->process.output, "\n"); line; line = strtok(NULL, "\n"))
		if (strncmp(line, "@ outcome ", 10) == 0 || strncmp(line, "@ failed ", 9) == 0)
			GD_PUSH(task->arena, lines, line);
	if (lines.count)
		qsort(lines.at, lines.count, sizeof *lines.at, by_text);
	gd_out_init(&out, 0);
	for (size_t i = 0; i < lines.count; i++)
		if (i == 0 || strcmp(lines.at[i], lines.at[i - 1]) != 0)
			gd_out_line(&out, "%s", lines.at[i]);
	text = gd_arena_strndup(task->arena, out.text ? out.text : "", out.length);
	gd_out_free(&out);
	return text;
}

static bool has_failed(const char *ends, int failure)
{
	char line[40];

	snprintf(line, sizeof line, "@ failed %d\n", failure);
	return strstr(ends, line);
}

/* The search is complete. */
static bool keep_ends(struct camp_task *task)
{
	const char *ends = ends_of_runs(task);

	if (has_failed(ends, PML_FAILED_FOLD))
		return fold_less(task);
	if (has_failed(ends, PML_FAILED_FULL))
		return too_large(task, "a counter of units is full");
	if (has_failed(ends, PML_FAILED_BOUND))
		return finish(task, CAMP_INCONCLUSIVE, "a number leaves its range in the model");
	if (has_failed(ends, PML_FAILED_LATE))
		return finish(task, CAMP_INCONCLUSIVE,
		    "a store of a worker's may still be on its way when its location is met");
	task->job->result.property = PML_OUTCOME;
	task->job->result.events = ends;
	return finish(task, CAMP_FAILS, NULL);
}

static bool after_pan(struct camp_task *task)
{
	const struct camp_run *run = &task->job->runs[task->run];
	struct camp_looked_for wanted = { run->assertions, run->end_states, run->cycles,
		run->bitstate, task->job->smallest };
	struct camp_pan pan;
	const char *why;

	if (is_foreign(task))
		return compile_anew(task, CAMP_CC);
	if (task->process.end == CAMP_OUT_OF_TIME && task->process.code == SIGXCPU) {
		task->optimised = true;
		return begin_cc(task, CAMP_CC);
	}
	if (wants_vector(task->process.output))
		return widen(task);
	if (task->whole && !went_well(&task->process))
		return give_up_whole(task);
	if (!went_well(&task->process))
		return child_failed(task, "pan");
	camp_pan_parse(&pan, task->process.output);
	count(task, &pan);
	if (task->job->collects && strstr(task->process.output, "@ many"))
		return finish(task, CAMP_INCONCLUSIVE,
		    "the test has more outcomes than are collected "
		    "(500): observe less");
	if (task->job->collects && strstr(task->process.output, "@ full"))
		return finish(task, CAMP_INCONCLUSIVE, "a run needs more room than the model has");
	switch (camp_pan_judge(&pan, &wanted, &why)) {
	case CAMP_PAN_CLEAN:
		if (task->job->collects)
			return collect(task, &pan);
		if (task->job->outcomes)
			return keep_ends(task);
		if (strstr(task->process.output, "@ partial\n"))
			return finish(task, CAMP_INCONCLUSIVE,
			    "a thread can hold back more stores than the model has room for");
		if (!note_met(task))
			return tool_failed(task, "pan", "does not say which premises were met");
		task->run++;
		return begin_run(task);
	case CAMP_PAN_ERROR:
		if (task->job->collects)
			return collect(task, &pan);
		return found_error(task, &pan);
	case CAMP_PAN_DEEPER: return search_deeper(task);
	case CAMP_PAN_LIMIT: return too_large(task, why);
	case CAMP_PAN_BAD: break;
	}
	return tool_failed(task, "pan",
	    gd_arena_printf(task->arena, "cannot be relied on: %s", why));
}

/* A large search is repeated, each time a little deeper, so that the first error that it finds has
 * few steps. */
static bool look_deeper(struct camp_task *task)
{
	task->short_depth += task->short_depth / 4;
	if (!is_large(task) || task->short_depth >= task->error_depth ||
	    camp_now() - task->shortening > SHORTEN_SECONDS)
		return begin_replay(task);
	return begin_pan(task, CAMP_SHORT_PAN);
}

/* A shorter trail is only easier to read.  Without one, the first trail is shown. */
static bool after_short_pan(struct camp_task *task)
{
	struct camp_pan pan;

	if (is_foreign(task))
		return compile_anew(task, CAMP_SHORT_CC);
	camp_pan_parse(&pan, task->process.output);
	if (went_well(&task->process) && !pan.errors)
		return look_deeper(task);
	if (task->process.end == CAMP_OUT_OF_TIME ||
	    (went_well(&task->process) && pan.wrote_trail && (int)pan.error == task->error))
		keep_trail(task, "short.trail");
	return begin_replay(task);
}

/* ------------------------------------------------------------------- replay */
/* The value of the first "@ fail property=…" in OUTPUT, where the run ended.  NULL: there is
 * none. */
static const char *failed_property(struct camp_task *task, const char *output)
{
	static const char mark[] = "@ fail property=";
	const char *at = strstr(output, mark);

	if (!at)
		return NULL;
	at += strlen(mark);
	return gd_arena_strndup(task->arena, at, strcspn(at, " \n"));
}

/* SPIN translates a safety formula to an assertion in the claim. */
static bool is_of_claim(const struct camp_task *task, const char *output)
{
	return task->error == CAMP_CLAIM ||
	    (task->error == CAMP_ASSERTION && strstr(output, "spin: _spin_nvr.tmp:") &&
		strstr(output, "Error: assertion violated"));
}

/* The property that the replayed error breaks.  NULL: the replay shows another error, and *how
 * describes it. */
static const char *replayed_property(struct camp_task *task, const char *output, const char **how)
{
	const struct camp_run *run = &task->job->runs[task->run];
	const char *failed = failed_property(task, output);

	*how = NULL;
	if (!strstr(output, "spin: trail ends after"))
		*how = "did not get to the end of the trail that pan wrote";
	else if (task->error == CAMP_ASSERTION && !failed && !is_of_claim(task, output))
		*how = "met an assertion of the model's own, not a property";
	else if (task->error == CAMP_CYCLE && !strstr(output, "START OF CYCLE"))
		*how = "did not find the cycle again";
	else if (task->error == CAMP_END_STATE && failed)
		*how = "met a property where pan met a deadlock";
	else if (task->error == CAMP_OTHER_ERROR)
		*how = "cannot show an error of this kind";
	if (*how)
		return NULL;
	if (!failed && (task->error == CAMP_CYCLE || is_of_claim(task, output)))
		return run->on_cycle;
	return task->error == CAMP_END_STATE ? run->on_end_state : failed;
}

/* "@ fail property=store-late binding=- store=FILE:LINE:COLUMN where=…": models have no store
 * buffers for workers, and here one would make a difference. */
static bool met_late_store(struct camp_task *task)
{
	const char *line = strstr(task->process.output, "@ fail property=store-late ");
	const char *store = line ? strstr(line, "store=") : NULL;
	const char *where = store ? strstr(store, " where=") : NULL;

	task->job->result.property = NULL;
	if (!where)
		return tool_failed(task, "pan, replaying,", "does not say which store is late");
	store += strlen("store=");
	return finish(task, CAMP_INCONCLUSIVE,
	    gd_arena_printf(task->arena,
		"a store of a worker's, at %.*s, may still be on its way when its location is met at "
		"%.*s: put `fence(seq_cst);' after it",
		(int)(where - store), store, (int)strcspn(where + strlen(" where="), "\n"),
		where + strlen(" where=")));
}

/* The value of KEY in LINE: up to the next blank, or for `where' up to the end of the line. */
static const char *said(struct camp_task *task, const char *line, const char *key)
{
	const char *at = strstr(line, gd_arena_printf(task->arena, " %s=", key));
	size_t length = strcspn(line, "\n");

	if (!at || (size_t)(at - line) >= length)
		return NULL;
	at += strlen(key) + 2;
	return gd_arena_strndup(task->arena, at, strcspn(at, strcmp(key, "where") ? " \n" : "\n"));
}

/* "@ fail property=over-bound binding=- kind=K where=FILE:LINE:COLUMN", or meta=M, or value=V (a
 * local, a part of a unit, a ghost). */
static bool met_bound(struct camp_task *task)
{
	const char *line = strstr(task->process.output, "@ fail property=over-bound ");
	const char *kind = line ? said(task, line, "kind") : NULL;
	const char *meta = line ? said(task, line, "meta") : NULL;
	const char *value = meta ? meta : line ? said(task, line, "value") : NULL;
	const char *where = line ? said(task, line, "where") : NULL;

	task->job->result.property = NULL;
	if (kind && where)
		return finish(task, CAMP_INCONCLUSIVE,
		    gd_arena_printf(task->arena,
			"more than %d units of `%s', at %s, exist at once, and a model cannot "
			"count more: either units emit units for ever, or a barrier emits them "
			"while nobody runs them "
			"(make the kind a single read-modify-write, so that a model keeps one of each, or "
			"bound the client's steps)",
			GD_MOST_units, kind, where));
	if (value && where)
		return finish(task, CAMP_INCONCLUSIVE,
		    gd_arena_printf(task->arena,
			"`%s' leaves the range of its type at %s: test before whether the number "
			"fits, or give `%s' a larger range",
			value, where, value));
	return tool_failed(task, "pan, replaying,", "does not say which bound was met");
}

static bool after_replay(struct camp_task *task)
{
	struct camp_result *result = &task->job->result;
	const char *tool = has_code(task) ? "pan, replaying," : "spin, replaying,", *how = NULL;
	bool went = went_well(&task->process);
	const char *fallback;

	result->property = went ? replayed_property(task, task->process.output, &how) : NULL;
	/* The shortest error is an assertion of a folding.  A model without that folding may have
	 * shorter ones. */
	if (went && !result->property && is_about(task, task->process.output, PML_FAILED_FOLD) &&
	    (fallback = next_fallback(task)))
		return change_model(task, fallback);
	if (!result->property && strcmp(task->trail, FIRST_TRAIL) != 0) {
		task->trail = FIRST_TRAIL; /* the search for a shorter one was stopped in between */
		return begin_replay(task);
	}
	if (!went)
		return child_failed(task, tool);
	if (!result->property)
		return tool_failed(task, tool, how ? how : "met an error that was not looked for");
	result->events = gd_arena_strdup(task->arena, task->process.output);
	if (strcmp(result->property, "over-bound") == 0)
		return met_bound(task);
	if (strcmp(result->property, "store-late") == 0)
		return met_late_store(task);
	return finish(task, CAMP_FAILS, NULL);
}

/* --------------------------------------------------------------------- task */
static bool write_files(struct camp_task *task)
{
	const struct camp_job *job = task->job;

	return gd_make_directories(task->directory) &&
	    (!job->premises || write_text(task, PREMISES, job->premises)) &&
	    write_model(task, task->whole ? job->whole : job->model);
}

/* A job's name as the name of a directory. */
static char *file_name(struct gd_arena *arena, const char *name)
{
	char *copy = gd_arena_strdup(arena, name);

	for (char *c = copy; *c; c++)
		if (strchr("/ \t\n=*?\"'", *c))
			*c = '-';
	return copy;
}

void camp_task_start(struct camp_task *task)
{
	const char *root = task->options->keep ? task->options->keep : task->tools->scratch;

	task->directory =
	    gd_arena_printf(task->arena, "%s/%s", root, file_name(task->arena, task->job->name));
	task->whole = task->job->whole && task->job->use_whole == CAMP_WHOLE_FIRST;
	task->job->result.reduced = task->job->whole && !task->whole;
	if (write_files(task)) {
		begin_run(task);
		return;
	}
	finish(task, CAMP_TOOL_FAILED,
	    gd_arena_printf(task->arena, "cannot write in %s: %s", task->directory,
		strerror(errno)));
}

static bool next_stage(struct camp_task *task)
{
	task->job->result.seconds += task->process.seconds;
	switch (task->stage) {
	case CAMP_SPIN: return after_spin(task);
	case CAMP_CC:
	case CAMP_LINK: return after_cc(task);
	case CAMP_PAN: return after_pan(task);
	case CAMP_SHORT_CC:
	case CAMP_SHORT_LINK: return after_short_cc(task);
	case CAMP_SHORT_PAN: return after_short_pan(task);
	case CAMP_REPLAY:
		return task->job->collects ? after_replay_of_one(task) : after_replay(task);
	case CAMP_FINISHED: break;
	}
	return true;
}

bool camp_task_poll(struct camp_task *task)
{
	while (task->stage != CAMP_FINISHED) {
		if (!camp_process_poll(&task->process))
			return false;
		next_stage(task);
	}
	camp_process_free(&task->process);
	return true;
}

void camp_task_cancel(struct camp_task *task)
{
	camp_process_free(&task->process);
	memset(&task->job->result, 0, sizeof task->job->result);
	finish(task, CAMP_NOT_RUN, "interrupted");
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
	(void)info;
	(void)type;
	(void)walk;
	remove(path);
	return 0;
}

void camp_remove_tree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
