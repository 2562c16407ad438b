/* search.c: what a verifier's report leads to: a deeper search, a wider one, a shorter one, a replay. */
#include "promela-backend/campaign/search.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "promela-backend/campaign/command.h"
#include "promela-backend/campaign/ends.h"
#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/reached.h"
#include "promela-backend/campaign/settle.h"

enum {
	SHORTEN_SECONDS = 60, /* all searches for a shorter trail together */
	VECTOR_FACTOR = 8,
	FIRST_VECTOR = 1024,
	LAST_VECTOR = 1 << 19, /* bytes of a state */
	FIRST_AUTOMATON = 256,
	AUTOMATON_ROOM = 16, /* beside the largest state so far */
	SHORT_DEPTH = 24     /* where a large search begins to look for a short trail */
};
static const double SMALL = 1e5; /* a search of at most so many states may be repeated */

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
	char *from =
	    gd_arena_printf(task->arena, "%s/%s.trail", task->directory, camp_model_file(task));
	char *to = gd_arena_printf(task->arena, "%s/%s", task->directory, name);

	if (rename(from, to) != 0)
		return false;
	task->trail = name;
	return true;
}

/* The whole model fails.  Whether the reduced one can be searched for a short failure at once, which also
 * shows that it fails.  A search that keeps the depth of each state takes long if there are many. */
static bool may_be_direct(const struct camp_task *task, const struct camp_pan *pan)
{
	const struct camp_job *job = task->job;

	return pan->error == CAMP_ASSERTION && pan->states < SMALL && !job->large &&
	    !job->has_code && task->run == 0 && job->runs[0].short_cc_flags;
}

static bool found_error(struct camp_task *task, const struct camp_pan *pan)
{
	task->error = (int)pan->error;
	if (pan->error == CAMP_ASSERTION && camp_is_about(task, pan->message, PML_FAILED_FOLD))
		return camp_fold_less(task);
	if (pan->error == CAMP_ASSERTION && camp_is_about(task, pan->message, PML_FAILED_LATE) &&
	    camp_late_model(task))
		return camp_change_folding(task, camp_late_model(task));
	if (task->whole && pan->error == CAMP_ASSERTION &&
	    camp_is_about(task, pan->message, PML_FAILED_FULL))
		return camp_too_large(task, "a counter of units is full");
	if (task->whole && task->known == CAMP_NOTHING_KNOWN && task->job->shortest) {
		task->known = CAMP_WHOLE_FAILS;
		task->direct = may_be_direct(task, pan);
		return camp_try_model(task, false);
	}
	if (pan->error == CAMP_CYCLE && !task->job->runs[task->run].on_cycle)
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    "a run goes on for ever, and what must eventually happen may never happen: ask "
		    "for `cycle_ends' as well, or use --strategy ltl");
	if (!keep_trail(task, camp_first_trail))
		return camp_tool_failed(task, "pan", "wrote no trail");
	task->error_depth = pan->error_depth;
	task->short_depth = SHORT_DEPTH;
	task->shortening = camp_now();
	if (task->job->shortest && task->storage == CAMP_PLAIN &&
	    (pan->states < SMALL || camp_is_large(task)) && pan->error == CAMP_ASSERTION &&
	    task->job->runs[task->run].short_cc_flags)
		return camp_begin_cc(task, CAMP_SHORT_CC);
	return camp_begin_replay(task);
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
		return camp_too_large(task,
		    "a state of the model is larger than pan allows: "
		    "write fewer objects, slots and mutators in the scenario");
	return camp_build_otherwise(task);
}

/* The automaton has no room for a state: pan is built again. */
static bool widen_automaton(struct camp_task *task, long bytes)
{
	if (task->automaton > LAST_VECTOR)
		return camp_too_large(task, "a state of the model is larger than pan allows");
	task->automaton = (bytes > task->automaton ? bytes : task->automaton) * 2;
	return camp_begin_cc(task, CAMP_CC);
}

/* The current search has too little memory.  Another one keeps states in less. */
static bool store_less(struct camp_task *task, const struct camp_pan *pan, const char *why)
{
	const struct camp_job *job = task->job;

	switch (task->storage) {
	case CAMP_PLAIN:
		task->storage = CAMP_AUTOMATON;
		task->automaton = pan->vector > 0 ? pan->vector + AUTOMATON_ROOM : FIRST_AUTOMATON;
		return camp_build_otherwise(task);
	case CAMP_AUTOMATON:
		if (!task->options->bitstate || job->collects || job->outcomes || job->smallest)
			break;
		task->storage = CAMP_BITS;
		return camp_begin_cc(task, CAMP_CC);
	case CAMP_BITS: break;
	}
	return camp_too_large(task, camp_how_far(task, why));
}

/* Says so if there was less memory than --memory-limit allows. */
static const char *why_so_little(const struct camp_task *task, const char *why)
{
	if (task->tools->most_memory >= task->options->memory_limit)
		return why;
	return gd_arena_printf(task->arena,
	    "%s (%ld MB and not %ld, because all searches together may have no more)", why,
	    task->tools->most_memory, task->options->memory_limit);
}

/* A limit was reached: WHY. */
static bool met_limit(struct camp_task *task, const struct camp_pan *pan, const char *why)
{
	if (task->whole)
		return camp_too_large(task, why);
	if (pan->out_of_memory)
		why = why_so_little(task, why);
	if (pan->out_of_memory && !pan->out_of_time && !pan->interrupted &&
	    !task->options->gives_up)
		return store_less(task, pan, why);
	return camp_too_large(task, camp_how_far(task, why));
}

/* Nothing is left of what it has found. */
static bool was_killed(struct camp_task *task)
{
	struct camp_pan pan = { .out_of_memory = true };

	return met_limit(task, &pan,
	    "the system killed the verifier, as it does when memory is short");
}

bool camp_search_all(struct camp_task *task)
{
	task->direct = false;
	return camp_begin_cc(task, CAMP_CC);
}

/* Every run of the verifier's model was searched, and nothing found. */
static bool found_none(struct camp_task *task, const struct camp_pan *pan)
{
	if (task->job->collects)
		return camp_collect(task, pan);
	if (task->job->outcomes)
		return camp_keep_ends(task);
	if (strstr(task->process.output, "@ partial\n"))
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    "a thread can hold back more stores than the model has room for");
	task->bounded |= task->storage == CAMP_BITS;
	if (!task->bounded && !note_met(task))
		return camp_tool_failed(task, "pan", "does not say which premises were met");
	task->run++;
	return camp_begin_run(task);
}

static bool judge(struct camp_task *task, const struct camp_pan *pan)
{
	const struct camp_run *run = &task->job->runs[task->run];
	struct camp_looked_for wanted = { run->assertions, run->end_states, run->cycles,
		task->storage == CAMP_BITS, task->job->smallest };
	const char *why;

	switch (camp_pan_judge(pan, &wanted, &why)) {
	case CAMP_PAN_CLEAN: return found_none(task, pan);
	case CAMP_PAN_ERROR:
		return task->job->collects ? camp_collect(task, pan) : found_error(task, pan);
	case CAMP_PAN_DEEPER: return camp_search_deeper(task);
	case CAMP_PAN_LIMIT: return met_limit(task, pan, why);
	case CAMP_PAN_BAD: break;
	}
	return camp_tool_failed(task, "pan",
	    gd_arena_printf(task->arena, "cannot be relied on: %s", why));
}

/* The verifier has ended well. */
static bool read_report(struct camp_task *task)
{
	const char *output = task->process.output;
	struct camp_pan pan;

	if (task->storage == CAMP_AUTOMATON && camp_pan_automaton(output))
		return widen_automaton(task, camp_pan_automaton(output));
	camp_pan_parse(&pan, output);
	count(task, &pan);
	if (task->job->collects && strstr(output, "@ many"))
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    "the test has more outcomes than are collected "
		    "(500): observe less");
	if (task->job->collects && strstr(output, "@ full"))
		return camp_finish(task, CAMP_INCONCLUSIVE,
		    "a run needs more room than the model has");
	return judge(task, &pan);
}

bool camp_after_pan(struct camp_task *task)
{
	if (camp_is_foreign(task))
		return camp_compile_anew(task, CAMP_CC);
	camp_note_reached(task);
	if (task->process.end == CAMP_OUT_OF_TIME && task->process.code == SIGXCPU) {
		task->optimised = true;
		return camp_build_otherwise(task);
	}
	if (wants_vector(task->process.output))
		return widen(task);
	if (camp_has_outgrown(task))
		return camp_take_more(task, CAMP_PAN);
	if (task->whole && !camp_went_well(&task->process))
		return camp_give_up_whole(task);
	if (camp_was_killed(&task->process))
		return was_killed(task);
	if (!camp_went_well(&task->process))
		return camp_child_failed(task, "pan");
	return read_report(task);
}

/* A large search is repeated, each time a little deeper, so that the first error that it finds has
 * few steps. */
static bool look_deeper(struct camp_task *task)
{
	task->short_depth += task->short_depth / 4;
	if (!camp_is_large(task) || task->short_depth >= task->error_depth ||
	    camp_now() - task->shortening > SHORTEN_SECONDS)
		return camp_begin_replay(task);
	return camp_begin_pan(task, CAMP_SHORT_PAN);
}

/* The reduced model has been searched for a short failure only. */
static bool after_direct(struct camp_task *task, const struct camp_pan *pan)
{
	const struct camp_run *run = &task->job->runs[0];
	struct camp_looked_for assertions = { .assertions = true };
	bool good = camp_went_well(&task->process);
	const char *why;
	enum camp_outcome outcome = good ? camp_pan_judge(pan, &assertions, &why) : CAMP_PAN_BAD;

	if (good && camp_is_about(task, task->process.output, PML_FAILED_FOLD))
		return camp_fold_less(task);
	if (good && camp_is_about(task, task->process.output, PML_FAILED_LATE) &&
	    camp_late_model(task))
		return camp_change_folding(task, camp_late_model(task));
	if (outcome == CAMP_PAN_CLEAN && !run->cycles && !run->end_states)
		return camp_finish(task, CAMP_HOLDS, NULL); /* so the whole model shows it */
	if (outcome != CAMP_PAN_ERROR || pan->error != CAMP_ASSERTION ||
	    !keep_trail(task, camp_first_trail))
		return camp_search_all(task);
	count(task, pan);
	task->direct = false;
	task->error = CAMP_ASSERTION;
	return camp_begin_replay(task);
}

/* A shorter trail is only easier to read.  Without one, the first trail is shown. */
bool camp_after_short_pan(struct camp_task *task)
{
	struct camp_pan pan;

	if (camp_is_foreign(task))
		return camp_compile_anew(task, CAMP_SHORT_CC);
	if (camp_has_outgrown(task))
		return camp_take_more(task, CAMP_SHORT_PAN);
	camp_pan_parse(&pan, task->process.output ? task->process.output : "");
	if (task->direct)
		return after_direct(task, &pan);
	if (camp_went_well(&task->process) && !pan.errors)
		return look_deeper(task);
	if (task->process.end == CAMP_OUT_OF_TIME ||
	    (camp_went_well(&task->process) && pan.wrote_trail && (int)pan.error == task->error))
		keep_trail(task, "short.trail");
	return camp_begin_replay(task);
}
