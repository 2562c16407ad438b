/* campaign.c: which job is next, and what to do when a signal comes. */
#include "promela-backend/campaign/campaign.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "promela-backend/campaign/command.h"
#include "promela-backend/campaign/digest.h"
#include "promela-backend/campaign/elsewhere.h"
#include "promela-backend/campaign/key.h"
#include "promela-backend/campaign/live.h"
#include "promela-backend/campaign/memory.h"
#include "promela-backend/campaign/order.h"
#include "promela-backend/campaign/panout.h"
#include "promela-backend/campaign/parking.h"
#include "promela-backend/campaign/places.h"
#include "promela-backend/campaign/scratch.h"
#include "promela-backend/campaign/signals.h"
#include "promela-backend/campaign/store.h"
#include "promela-backend/campaign/task.h"
#include "promela-backend/campaign/tools.h"
#include "promela-backend/campaign/verifiers.h"
#include "promela-backend/campaign/watch.h"

enum { VERIFIERS = 512 << 20 }; /* bytes that are kept */

struct slot {
	struct camp_task task;
	bool busy;
};
struct campaign {
	struct gd_arena *arena;
	const struct camp_options *options;
	struct camp_tools tools;
	struct camp_scratch scratch;
	struct camp_digest tools_digest; /* with which each key begins */
	struct camp_store *store;
	struct camp_job *jobs;
	size_t count, done;
	bool *started;       /* by job */
	const char **keys;   /* by job; made when they are needed */
	const size_t *order; /* in which jobs begin */
	struct slot *slots;
	unsigned slot_count;
	camp_parking parking; /* tasks that wait for memory, and have no slot */
	struct camp_memory memory;
	struct camp_live live;
	struct camp_pace pace;
	size_t failures, kept;
	bool said_limit;
	bool could_not_keep;
	size_t decided; /* the first job whose unwanted verdict was found; or `count' */
};

/* -------------------------------------------------------------------- tools */
static const char *make_scratch(struct campaign *campaign)
{
	const char *why = camp_scratch_make(&campaign->scratch, campaign->arena,
	    camp_from_environment("TMPDIR", "/tmp"));

	campaign->tools.scratch = campaign->scratch.path;
	if (!why)
		campaign->tools.shared =
		    gd_arena_printf(campaign->arena, "%s/verifiers", campaign->scratch.path);
	return why;
}

/* The key is made when it is needed first. */
static const char *key_of(struct campaign *campaign, const struct camp_job *job)
{
	const char **key = &campaign->keys[job - campaign->jobs];
	char text[65];

	if (!*key) {
		camp_make_key(campaign->arena, &campaign->tools_digest, campaign->options, job,
		    text);
		*key = gd_arena_strdup(campaign->arena, text);
	}
	return *key;
}

/* --------------------------------------------------------------------- jobs */
static void warn(struct campaign *campaign, const char *text)
{
	camp_live_clear(&campaign->live);
	fprintf(stderr, "gcdsl: warning: %s\n", text);
}

/* Gives each text of RESULT that names places of JOB's models the text that CHANGED makes of it.  false: one
 * has a place of another model. */
static bool change_places(const struct campaign *campaign, const struct camp_job *job,
    struct camp_result *result,
    const char *(*changed)(const struct camp_places *places, const char *text))
{
	struct gd_out text;
	struct camp_places *places;

	if (result->verdict != CAMP_FAILS)
		return true;
	gd_out_init(&text, 0);
	places = camp_number_places(campaign->arena, job, &text);
	gd_out_free(&text);
	result->events = changed(places, result->events);
	result->property = changed(places, result->property);
	return result->events && result->property;
}

static bool get_kept(struct campaign *campaign, struct camp_job *job)
{
	struct camp_result kept;

	if (!camp_store_get(campaign->store, campaign->arena, key_of(campaign, job), &kept) ||
	    !change_places(campaign, job, &kept, camp_places_name))
		return false;
	job->result = kept;
	return true;
}

static void keep_result(struct campaign *campaign, const struct camp_job *job)
{
	struct camp_result kept = job->result;
	const char *why;

	if (!campaign->store || campaign->could_not_keep || kept.hurried || job->cut ||
	    !change_places(campaign, job, &kept, camp_places_number))
		return;
	if (camp_store_put(campaign->store, key_of(campaign, job), job->name, &kept, &why))
		return;
	campaign->could_not_keep = true;
	warn(campaign,
	    gd_arena_printf(campaign->arena, "results cannot be kept in %s: %s",
		campaign->options->results, why));
}

static bool decides(const struct camp_job *job)
{
	return job->result.verdict == CAMP_FAILS &&
	    !(job->passes_asserts && pml_is_assert(job->result.property));
}

/* Whether an earlier job of the same group has no result yet. *decided: one of them failed as
 * expected, so this job is not needed. */
static bool must_wait(const struct campaign *campaign, size_t index, bool *decided)
{
	const struct camp_job *job = &campaign->jobs[index];

	*decided = false;
	for (size_t i = 0; job->group && i < index; i++) {
		if (campaign->jobs[i].group != job->group)
			continue;
		if (decides(&campaign->jobs[i]))
			*decided = true;
		else if (!campaign->started[i] ||
		    (campaign->jobs[i].result.verdict == CAMP_NOT_RUN &&
			!campaign->jobs[i].result.reason))
			return true;
	}
	return false;
}

/* To be called when JOB has its result. */
static void note_result(struct campaign *campaign, const struct camp_job *job)
{
	size_t index = (size_t)(job - campaign->jobs);

	campaign->done++;
	camp_pace_add(&campaign->pace, job);
	if (campaign->options->done) {
		camp_live_clear(&campaign->live);
		campaign->failures += campaign->options->done(campaign->options->done_data, index);
	}
	if (job->unwanted && job->result.verdict == job->unwanted && index < campaign->decided)
		campaign->decided = index;
	if (campaign->options->watch)
		campaign->options->watch->finished(campaign->options->watch->data, job,
		    job->model ? key_of(campaign, job) : "");
}

/* A job before the deciding one may decide as well.  So those are waited for, and the result does
 * not depend on the speed of the machine. */
static bool is_decided(const struct campaign *campaign)
{
	for (unsigned i = 0; i < campaign->slot_count; i++)
		if (campaign->slots[i].busy &&
		    campaign->slots[i].task.job < campaign->jobs + campaign->decided)
			return false;
	for (size_t i = 0; i < campaign->parking.count; i++)
		if (campaign->parking.at[i].task.job < campaign->jobs + campaign->decided)
			return false;
	return campaign->decided < campaign->count;
}

static bool may_be_kept(const struct campaign *campaign, const struct camp_job *job)
{
	return campaign->store && !campaign->options->ignore_kept && !job->cut &&
	    !campaign->options->keep;
}

static bool is_same(struct campaign *campaign, const struct camp_job *a, const struct camp_job *b)
{
	return strcmp(key_of(campaign, a), key_of(campaign, b)) == 0;
}

/* Whether the same model is being checked for another job, whose result this job will use. */
static bool is_under_way(struct campaign *campaign, const struct camp_job *job)
{
	if (!job->model || !may_be_kept(campaign, job))
		return false;
	for (unsigned i = 0; i < campaign->slot_count; i++)
		if (campaign->slots[i].busy && is_same(campaign, campaign->slots[i].task.job, job))
			return true;
	for (size_t i = 0; i < campaign->parking.count; i++)
		if (is_same(campaign, campaign->parking.at[i].task.job, job))
			return true;
	return false;
}

/* Whether the verifier that JOB needs is being made for another job. */
static bool is_being_made(const struct campaign *campaign, const struct camp_job *job)
{
	for (unsigned i = 0; i < campaign->slot_count && job->shared; i++) {
		const struct camp_task *task = &campaign->slots[i].task;

		if (campaign->slots[i].busy && task->is_shared &&
		    task->job->shared == job->shared && camp_is_building(task))
			return true;
	}
	return false;
}

/* Whether JOB has its result without being run. */
static bool needs_no_run(struct campaign *campaign, struct camp_job *job)
{
	const struct camp_watch *watch = campaign->options->watch;

	memset(&job->result, 0, sizeof job->result);
	if (!job->model) {
		job->result.verdict = CAMP_INCONCLUSIVE;
		job->result.reason = job->no_model;
		return true;
	}
	job->key = key_of(campaign, job);
	if (may_be_kept(campaign, job) && get_kept(campaign, job)) {
		campaign->kept++;
		return true;
	}
	return watch && !watch->admit(watch->data, job, key_of(campaign, job));
}

static void start(struct campaign *campaign, struct slot *slot, struct camp_job *job)
{
	memset(&slot->task, 0, sizeof slot->task);
	if (needs_no_run(campaign, job)) {
		note_result(campaign, job);
		return;
	}
	if (campaign->options->only_kept) {
		job->result.reason = "not searched yet";
		note_result(campaign, job);
		return;
	}
	slot->task.arena = campaign->arena;
	slot->task.tools = &campaign->tools;
	slot->task.options = campaign->options;
	slot->task.job = job;
	slot->task.began = camp_now();
	slot->task.reserved = CAMP_MEMORY_OF_TOOLS;
	slot->busy = true;
	camp_memory_take(&campaign->memory, slot->task.reserved);
	camp_overtake(&campaign->parking);
	camp_task_start(&slot->task);
}

/* Whether job INDEX begins now in SLOT, or is done without. */
static void feed_one(struct campaign *campaign, struct slot *slot, size_t index)
{
	struct camp_job *job = &campaign->jobs[index];
	bool decided;

	if (campaign->started[index] || must_wait(campaign, index, &decided))
		return;
	if (!decided && (is_being_made(campaign, job) || is_under_way(campaign, job)))
		return;
	campaign->started[index] = true;
	if (decided) {
		job->result.reason = "not needed";
		note_result(campaign, job);
		return;
	}
	start(campaign, slot, job);
}

/* A search that needs all that it may have has less than --memory-limit: this is said once. */
static void say_limit(struct campaign *campaign, const struct camp_task *task)
{
	long most = campaign->tools.most_memory;

	if (campaign->said_limit || most >= campaign->options->memory_limit ||
	    task->wants < camp_memory_for(most))
		return;
	campaign->said_limit = true;
	warn(campaign,
	    gd_arena_printf(campaign->arena,
		"%s has %ld MB for its states, and not %ld: all searches together may take %ld MB "
		"(--memory-total)",
		task->job->name, most, campaign->options->memory_limit, campaign->memory.total));
}

/* Starts a job in SLOT, or continues with one, if there is one that can begin now. */
static void feed_once(struct campaign *campaign, struct slot *slot)
{
	if (camp_unpark(&campaign->parking, &campaign->memory, &slot->task)) {
		slot->busy = true;
		say_limit(campaign, &slot->task);
		camp_memory_take(&campaign->memory, slot->task.wants);
		camp_task_resume(&slot->task);
		return;
	}
	if (!camp_may_overtake(&campaign->parking) ||
	    !camp_memory_fits(&campaign->memory, CAMP_MEMORY_OF_TOOLS))
		return;
	for (size_t i = 0;
	     i < campaign->count && !slot->busy && campaign->decided == campaign->count; i++)
		feed_one(campaign, slot, campaign->order[i]);
}

/* The task of SLOT has its result, or waits for memory.  It has nothing reserved any more. */
static void leave(struct campaign *campaign, struct slot *slot)
{
	slot->busy = false;
	camp_memory_give(&campaign->memory, slot->task.reserved);
	slot->task.reserved = 0;
	if (slot->task.wants) {
		camp_park(campaign->arena, &campaign->parking, &slot->task);
		return;
	}
	slot->task.job->result.hurried = slot->task.hurried;
	keep_result(campaign, slot->task.job);
	note_result(campaign, slot->task.job);
}

/* A job whose verifier is kept may wait for memory at once. */
static void feed(struct campaign *campaign, struct slot *slot)
{
	while (!slot->busy) {
		feed_once(campaign, slot);
		if (!slot->busy || !slot->task.wants)
			return;
		leave(campaign, slot);
	}
}

static void poll_slots(struct campaign *campaign)
{
	for (unsigned i = 0; i < campaign->slot_count; i++) {
		struct slot *slot = &campaign->slots[i];

		if (slot->busy && (camp_task_poll(&slot->task) || slot->task.wants))
			leave(campaign, slot);
	}
	for (unsigned i = 0; i < campaign->slot_count; i++)
		feed(campaign, &campaign->slots[i]);
}

/* Waits until a child writes or ends, a signal comes, or a limit is near. */
static void wait_for_news(struct campaign *campaign)
{
	struct pollfd fds[campaign->slot_count + 1];
	double wait = 0.25;

	fds[0] = (struct pollfd){ camp_signals_fd(), POLLIN, 0 };
	for (unsigned i = 0; i < campaign->slot_count; i++) {
		const struct slot *slot = &campaign->slots[i];
		double left = slot->busy ? camp_process_left(&slot->task.process) : -1;

		fds[i + 1] = (struct pollfd){ slot->busy ? slot->task.process.fd : -1, POLLIN, 0 };
		if (left >= 0 && left < wait)
			wait = left;
	}
	poll(fds, campaign->slot_count + 1, (int)(wait * 1000) + 1);
	camp_signals_clear();
}

/* Seconds until all jobs are done.  < 0: nobody knows. */
static double seconds_left(const struct campaign *campaign)
{
	double all = 0;

	for (size_t i = 0; i < campaign->count; i++) {
		double one =
		    campaign->started[i] ? 0 : camp_pace_of(&campaign->pace, &campaign->jobs[i]);

		if (one < 0)
			return -1;
		all += one;
	}
	for (unsigned i = 0; i < campaign->slot_count; i++) {
		const struct camp_task *task = &campaign->slots[i].task;
		double one = campaign->slots[i].busy
		    ? camp_pace_of(&campaign->pace, task->job) - (camp_now() - task->began)
		    : 0;

		all += one > 0 ? one : 0;
	}
	for (size_t i = 0; i < campaign->parking.count; i++)
		all += camp_pace_of(&campaign->pace, campaign->parking.at[i].task.job);
	return all / campaign->slot_count;
}

static void show_progress(struct campaign *campaign)
{
	struct camp_live_row rows[campaign->slot_count + 1];
	struct camp_live_total total = { .done = campaign->done,
		.all = campaign->count,
		.failures = campaign->failures,
		.waiting = campaign->parking.count,
		.memory_total = campaign->memory.total };
	size_t count = 0;

	if (!camp_live_is_due(&campaign->live))
		return;
	for (unsigned i = 0; i < campaign->slot_count; i++)
		if (campaign->slots[i].busy) {
			camp_watch_task(&campaign->slots[i].task, &rows[count]);
			total.memory += rows[count++].memory;
		}
	total.left = seconds_left(campaign);
	camp_live_show(&campaign->live, rows, count, &total);
}

static void run_all(struct campaign *campaign)
{
	poll_slots(campaign);
	while (
	    campaign->done < campaign->count && !camp_signal_to_stop() && !is_decided(campaign)) {
		wait_for_news(campaign);
		if (camp_signal_to_stop())
			break;
		poll_slots(campaign);
		show_progress(campaign);
	}
	for (unsigned i = 0; i < campaign->slot_count; i++)
		if (campaign->slots[i].busy)
			camp_task_cancel(&campaign->slots[i].task);
	for (size_t i = 0; i < campaign->parking.count; i++)
		camp_task_cancel(&campaign->parking.at[i].task);
}

static void open_store(struct campaign *campaign)
{
	const char *path = campaign->options->results, *why;

	if (!path)
		return;
	campaign->store = camp_store_open(campaign->arena, path, &why);
	if (!campaign->store)
		warn(campaign,
		    gd_arena_printf(campaign->arena,
			"%s cannot be used: %s; "
			"results are not kept (remove the file, or name another with --results)",
			path, why));
}

static unsigned processors(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 ? (unsigned)count : 1;
}

/* Kept results that are not used now say exactly what the same searches will need. */
static void estimate_from_store(struct campaign *campaign)
{
	if (!campaign->store || !campaign->options->ignore_kept)
		return;
	for (size_t i = 0; i < campaign->count; i++) {
		struct camp_job *job = &campaign->jobs[i];
		struct camp_result was;

		if (job->model && job->estimate.source != CAMP_MEASURED &&
		    camp_store_get(campaign->store, campaign->arena, key_of(campaign, job), &was))
			job->estimate = (struct camp_estimate){ CAMP_MEASURED, was.states,
				was.depth, was.seconds, was.memory };
	}
}

static void find_memory(struct campaign *campaign)
{
	const struct camp_options *options = campaign->options;
	struct camp_tools *tools = &campaign->tools;

	campaign->memory.total =
	    options->memory_total ? options->memory_total : camp_memory_free(campaign->arena, "");
	tools->most_memory = camp_memory_of_states(campaign->memory.total);
	if (tools->most_memory > options->memory_limit)
		tools->most_memory = options->memory_limit;
	tools->is_memory_plenty =
	    camp_memory_for(tools->most_memory) * campaign->slot_count <= campaign->memory.total;
}

static const char *prepare(struct campaign *campaign)
{
	unsigned jobs = campaign->options->jobs ? campaign->options->jobs : processors();
	const char *why = camp_find_tools(campaign->arena, &campaign->tools);

	if (!why)
		why = make_scratch(campaign);
	if (why)
		return why;
	camp_digest_tools(&campaign->tools, &campaign->tools_digest);
	campaign->tools.digest = &campaign->tools_digest;
	if (!campaign->options->ignore_kept && !campaign->options->keep)
		campaign->tools.verifiers = camp_default_verifiers(campaign->arena);
	campaign->slot_count = jobs < campaign->count ? jobs : (unsigned)campaign->count;
	campaign->slots = GD_NEW_ARRAY(campaign->arena, struct slot, campaign->slot_count + 1);
	campaign->started = GD_NEW_ARRAY(campaign->arena, bool, campaign->count + 1);
	campaign->keys = GD_NEW_ARRAY(campaign->arena, const char *, campaign->count + 1);
	find_memory(campaign);
	camp_live_init(&campaign->live, campaign->options->progress);
	open_store(campaign);
	estimate_from_store(campaign);
	campaign->order = camp_order(campaign->arena, campaign->jobs, campaign->count);
	return NULL;
}

/* ---------------------------------------------------------------- elsewhere */
struct camp_field camp_field_of(const struct campaign *campaign)
{
	return (struct camp_field){ campaign->arena, campaign->options, campaign->jobs,
		campaign->count, campaign->tools.spin_version, campaign->tools.cc_version };
}

const char *camp_key(struct campaign *campaign, const struct camp_job *job)
{
	return key_of(campaign, job);
}

bool camp_is_done(struct campaign *campaign, struct camp_job *job)
{
	size_t index = (size_t)(job - campaign->jobs);

	if (!campaign->started[index] && needs_no_run(campaign, job)) {
		campaign->started[index] = true;
		note_result(campaign, job);
	}
	return campaign->started[index];
}

void camp_take_result(struct campaign *campaign, struct camp_job *job)
{
	campaign->started[job - campaign->jobs] = true;
	keep_result(campaign, job); /* before it is shown: what has been shown is kept */
	note_result(campaign, job);
}

bool camp_is_decided(const struct campaign *campaign, const struct camp_job *job)
{
	bool decided;

	must_wait(campaign, (size_t)(job - campaign->jobs), &decided);
	return decided;
}

bool camp_wait(struct campaign *campaign, int fd, double seconds)
{
	struct pollfd fds[] = { { camp_signals_fd(), POLLIN, 0 }, { fd, POLLIN, 0 } };

	(void)campaign;
	if (!camp_signal_to_stop())
		poll(fds, 2, (int)(seconds * 1000));
	camp_signals_clear();
	return !camp_signal_to_stop();
}

void camp_show(struct campaign *campaign, const char *text)
{
	struct camp_live_row row = { .name = text, .doing = "", .left = -1 };
	struct camp_live_total total = { .done = campaign->done,
		.all = campaign->count,
		.failures = campaign->failures,
		.left = -1 };

	if (camp_live_is_due(&campaign->live))
		camp_live_show(&campaign->live, &row, 1, &total);
}

void camp_warn(struct campaign *campaign, const char *text)
{
	warn(campaign, text);
}

/* ----------------------------------------------------------------- campaign */
static const char *run_somewhere(struct campaign *campaign)
{
	const struct camp_options *options = campaign->options;
	const char *why = NULL;

	if (options->elsewhere)
		why = options->elsewhere(options->elsewhere_data, campaign);
	else
		run_all(campaign);
	camp_live_clear(&campaign->live);
	return why;
}

void camp_run_jobs(struct gd_arena *arena, struct camp_job *jobs, size_t count,
    const struct camp_options *options, struct camp_summary *summary)
{
	struct campaign campaign = { .arena = arena,
		.options = options,
		.jobs = jobs,
		.count = count,
		.decided = count,
		.scratch = { NULL, -1 } };
	struct camp_signals signals;

	/* then write() fails if a file may not grow, and it is reported like a full disk */
	signal(SIGXFSZ, SIG_IGN);
	memset(summary, 0, sizeof *summary);
	summary->status = CAMP_CANNOT;
	summary->why = prepare(&campaign);
	if (!summary->why && !camp_signals_watch(&signals))
		summary->why = strerror(errno);
	summary->spin_version = campaign.tools.spin_version;
	summary->cc_version = campaign.tools.cc_version;
	if (!summary->why) {
		summary->why = run_somewhere(&campaign);
		camp_signals_unwatch(&signals);
		if (!summary->why)
			summary->status = camp_signal_to_stop() ? CAMP_INTERRUPTED : CAMP_DONE;
		summary->interrupted_by = camp_signal_to_stop();
		summary->kept = campaign.kept;
	}
	camp_store_close(campaign.store);
	if (campaign.tools.verifiers)
		camp_verifiers_trim(arena, campaign.tools.verifiers, VERIFIERS);
	camp_scratch_remove(&campaign.scratch);
}
