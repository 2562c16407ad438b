/* parallel.c: several processes explore one program.  This one gives them parts of the tree, and executes
 * nothing itself (Note [Parts]). */
#include "explore/src/parallel.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/src/channel.h"
#include "explore/src/checkpoint.h"
#include "explore/src/explorer.h"
#include "explore/src/limit.h"
#include "explore/src/points.h"
#include "explore/src/room.h"
#include "explore/src/worker.h"

enum { TRIES = 2, PATIENCE = 20 /* milliseconds */ };

struct process {
	pid_t pid;
	int socket;
	struct part *part; /* NULL: it waits for one */
};

/* ------------------------------------------------------------------------ processes */
/* One that waits for a part ends by itself. */
static void end_process(struct process *process)
{
	close(process->socket);
	if (process->part)
		kill(process->pid, SIGKILL);
	while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static _Noreturn void be_process(struct office *office, int socket)
{
	for (unsigned i = 0; i < office->count; i++)
		close(office->processes[i].socket);
	gcx_work(office->x, socket);
	_Exit(0);
}

/* false: the system has none. */
static bool begin_process(struct office *office)
{
	struct process *process = &office->processes[office->count];
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return false;
	fflush(NULL);
	process->pid = fork();
	if (process->pid == 0) {
		close(ends[0]);
		be_process(office, ends[1]);
	}
	close(ends[1]);
	if (process->pid < 0) {
		close(ends[0]);
		return false;
	}
	process->socket = ends[0];
	process->part = NULL;
	office->count++;
	return true;
}

/* ------------------------------------------------------------------------ giving parts */
/* The points from the root to this one, and their labels. */
static void put_points(struct office *office, const struct part *part, struct text *text)
{
	uint32_t depth = part->point->depth + 1;
	const struct point **path = gcx_room(NULL, depth, sizeof *path);
	const struct point *point = part->point;

	for (uint32_t i = depth; i > 0; i--, point = point->above)
		path[i - 1] = point;
	for (uint32_t i = 0; i < depth; i++) {
		gcx_put_label(office->x, text,
		    i + 1 < depth ? &path[i + 1]->label : &part->branch->label);
		gcx_put_labels(office->x, text, i + 1 < depth ? &path[i]->asleep : &part->asleep);
	}
	gcx_put_tree(office->x, text, part->branch);
	free(path);
}

void gcx_put_part(struct office *office, const struct part *part, struct text *text, bool scouts)
{
	gcx_put(text, part->branch ? part->point->depth + 1 : 0);
	gcx_put(text, office->x->floor);
	gcx_put(text, scouts);
	gcx_put_tasks(office->x, text);
	if (part->branch)
		put_points(office, part, text);
}

static void give_part(struct office *office, struct process *process, struct part *part)
{
	office->text.length = 0;
	gcx_put_part(office, part, &office->text, office->scouts);
	process->part = part;
	part->tries++;
	gcx_send(process->socket,
	    &office->text); /* if it is over, the next look at it shows that */
}

static void give_parts(struct office *office)
{
	struct part *part;

	for (unsigned i = 0; i < office->count; i++)
		if (!office->processes[i].part) {
			part = gcx_take_part(&office->points);
			if (!part)
				return;
			give_part(office, &office->processes[i], part);
		}
}

/* ------------------------------------------------------------------------ what they say */
/* The first point of the path is the part's own: its step is known now as it is. */
static void add_path(struct office *office, struct part *part, struct text *text)
{
	uint64_t count = gcx_get(text, UINT32_MAX);
	struct point *point = part->point;

	for (uint64_t i = 0; i < count && !text->wrong; i++) {
		struct labels asleep = { 0 };
		struct branch *others;
		struct label label;

		gcx_get_label(office->x, text, &label);
		gcx_get_labels(office->x, text, &asleep);
		others = gcx_get_tree(office->x, text);
		if (part->has_path) { /* it was told before */
			free(asleep.at);
			gcx_free_tree(others);
			continue;
		}
		if (i == 0 && part->branch) {
			point->asleep.at[part->asleep.count] = label;
			part->branch->label = label;
			free(asleep.at);
			gcx_free_tree(others);
		} else {
			point->asleep = asleep;
			gcx_add_label(&point->asleep, &label);
			point->tree = others;
			point->open = 1;
		}
		part->last = point;
		if (i + 1 < count)
			point = gcx_add_point(&office->points, point, &label);
	}
	part->has_path = true;
	gcx_confirm_part(part);
}

static void insert_above(struct office *office, struct part *part, struct text *text)
{
	uint32_t depth = (uint32_t)gcx_get(text, UINT32_MAX);
	struct labels sequence = { 0 };

	gcx_get_labels(office->x, text, &sequence);
	if (!text->wrong)
		gcx_insert_at(part, depth, &sequence);
	free(sequence.at);
}

static void add_counts(struct office *office, struct text *text)
{
	struct explorer *x = office->x;
	const struct gcx_result before = *x->result;
	uint64_t executions = x->executions;
	bool cut = x->cut;
	char loop[sizeof x->loop];

	memcpy(loop, x->loop, sizeof loop);
	gcx_get_counts(x, text);
	x->result->complete += before.complete;
	x->result->blocked += before.blocked;
	x->result->pruned += before.pruned;
	x->result->steps += before.steps;
	if (before.deepest > x->result->deepest)
		x->result->deepest = before.deepest;
	x->executions += executions;
	if (cut)
		memcpy(x->loop, loop, sizeof loop);
	x->cut |= cut;
}

static void keep_failure(struct office *office, struct text *text)
{
	struct gcx_result *result = office->x->result;

	result->verdict = GCX_FAILED;
	result->failure = (enum gcx_failure)gcx_get(text, GCX_MISUSE);
	gcx_get_string(text, result->message, sizeof result->message);
	result->schedule_length = gcx_get(text, UINT32_MAX);
	result->schedule = gcx_room(NULL, result->schedule_length + 1, sizeof *result->schedule);
	for (size_t i = 0; i < result->schedule_length; i++) {
		struct gcx_step *step = &result->schedule[i];

		step->task = (__typeof__(step->task))gcx_get(text, UINT32_MAX);
		step->choice = (__typeof__(step->choice))gcx_get(text, UINT32_MAX);
	}
	add_counts(office, text);
	office->failed = true;
}

/* The process was killed. */
static void replace(struct office *office, struct process *process)
{
	struct part *part = process->part;
	int status = 0;

	close(process->socket);
	while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		snprintf(office->x->cause, sizeof office->x->cause, "was killed by signal %d",
		    WTERMSIG(status));
	else
		snprintf(office->x->cause, sizeof office->x->cause, "ended with status %d",
		    WEXITSTATUS(status));
	snprintf(office->x->result->note, sizeof office->x->result->note,
	    "a process %s, and its part was done again", office->x->cause);
	*process = office->processes[--office->count];
	begin_process(office);
	if (part && part->tries < TRIES) {
		part->next = office->points.again;
		office->points.again = part;
	} else if (part) {
		office->x->lost++;
		gcx_finish_part(&office->points, part);
	}
}

bool gcx_understand(struct office *office, struct part *part, struct text *text)
{
	switch ((enum letter)gcx_get(text, FAILURE)) {
	case PATH: add_path(office, part, text); return true;
	case ABOVE: insert_above(office, part, text); return true;
	case ALIVE: office->alive += gcx_get(text, UINT32_MAX); return true;
	case FAILURE: keep_failure(office, text); return false;
	case DONE: break;
	}
	if (!office->scouts)
		add_counts(office, text);
	return false;
}

static void listen_to(struct office *office, struct process *process)
{
	struct part *part = process->part;

	if (!gcx_receive(process->socket, &office->text)) {
		replace(office, process);
		return;
	}
	if (gcx_understand(office, part, &office->text) || office->failed)
		return;
	process->part = NULL;
	if (office->scouts)
		gcx_keep_part(&office->points, part);
	else
		gcx_finish_part(&office->points, part);
}

/* ------------------------------------------------------------------------ all of it */
/* Waits until a process sends something, but not long. */
static void listen_to_some(struct office *office)
{
	struct pollfd *ready = gcx_room(NULL, office->count, sizeof *ready);

	for (unsigned i = 0; i < office->count; i++)
		ready[i] = (struct pollfd){ .fd = office->processes[i].socket, .events = POLLIN };
	if (poll(ready, office->count, PATIENCE) > 0)
		for (unsigned i = 0; i < office->count && !office->failed; i++)
			if (ready[i].revents && office->processes[i].socket == ready[i].fd)
				listen_to(office, &office->processes[i]);
	free(ready);
}

static bool is_over(struct office *office)
{
	struct explorer *x = office->x;
	uint64_t done = x->executions;
	bool over;

	if (office->alive > done)
		x->executions = office->alive;
	over = gcx_is_over(x);
	x->executions = done;
	return over;
}

static bool is_busy(const struct office *office)
{
	for (unsigned i = 0; i < office->count; i++)
		if (office->processes[i].part)
			return true;
	return false;
}

static void begin_processes(struct office *office, unsigned wanted)
{
	office->processes = gcx_room(NULL, wanted, sizeof *office->processes);
	while (office->count < wanted && begin_process(office))
		;
}

/* The first part is everything. */
static void begin_parts(struct office *office)
{
	struct part *part = gcx_room(NULL, 1, sizeof *part);

	*part = (struct part){ .point = gcx_add_point(&office->points, NULL, NULL) };
	part->last = part->point;
	part->point->open = 1;
	part->point->unconfirmed = part;
	office->points.again = part;
}

void gcx_close_office(struct office *office)
{
	for (unsigned i = 0; i < office->count; i++) {
		struct part *part = office->processes[i].part;

		end_process(&office->processes[i]);
		if (part)
			gcx_free_part(part);
	}
	free(office->processes);
	gcx_free_points(&office->points);
	free(office->text.at);
	office->x->points = NULL;
}

/* How deep the tree is split depends on the length of one execution. */
static void look_at_one_execution(struct explorer *x)
{
	do
		gcx_execute(x);
	while (x->again);
	x->floor = x->options.split_depth ? x->options.split_depth : x->depth / 3 + 1;
	gcx_drop_nodes(x, 0);
	x->race_count = 0;
	x->diverges = 0;
}

void gcx_open_office(struct office *office, struct explorer *x, unsigned processes, bool scouts)
{
	*office = (struct office){ .x = x, .text.absolute = true, .scouts = scouts };
	x->options.reduction = GCX_SOURCE; /* Note [Parts] */
	look_at_one_execution(x);
	begin_processes(office, processes);
	begin_parts(office);
	x->points = &office->points;
	x->result->failure = GCX_NO_FAILURE;
}

void gcx_give_all(struct office *office)
{
	struct explorer *x = office->x;

	while (office->count > 0 && !office->failed && !is_over(office)) {
		give_parts(office);
		if (!is_busy(office))
			return;
		listen_to_some(office);
	}
	if (office->count == 0 && !office->failed && !x->stopped_by) {
		x->lost++;
		snprintf(x->cause, sizeof x->cause, "cannot be made");
	}
}

void gcx_explore_in_parallel(struct explorer *x)
{
	struct office office;

	gcx_open_office(&office, x, x->options.jobs, false);
	gcx_give_all(&office);
	gcx_close_office(&office);
	if (!office.failed)
		gcx_judge(x);
}
