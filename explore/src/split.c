/* split.c: parts of an exploration as files, for processes on several machines.
 *
 * The upper part of the tree is kept nowhere.  Each gcx_split makes it again, in rounds: first it
 * takes all parts that there are, and those that their first executions bring up.  When all of them
 * are done, what they have told is added in the order of their numbers, and the next round begins.
 * So each call takes the same parts with the same numbers. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/src/checkpoint.h"
#include "explore/src/explorer.h"
#include "explore/src/limit.h"
#include "explore/src/parallel.h"
#include "explore/src/room.h"
#include "explore/src/worker.h"

struct round {
	struct part *parts; /* in the order of their numbers */
	unsigned first;     /* the number of the first one */
	unsigned pending;   /* are not done */
	bool failed;
};

/* The caller frees it. */
static char *path_of(const struct explorer *x, unsigned number, const char *end)
{
	size_t size = strlen(x->path) + 40;
	char *path = gcx_room(NULL, size, 1);

	snprintf(path, size, "%s/part-%u%s", x->path, number, end);
	return path;
}

static void refuse(struct explorer *x, const char *path, const char *wrong)
{
	char message[GCX_TEXT];

	snprintf(message, sizeof message, "%s: %s", path, wrong);
	gcx_refuse(x->result, message);
}

/* ------------------------------------------------------------------------ a round */
static void write_part(struct office *office, const struct part *part, unsigned number,
    struct round *round)
{
	char *path = path_of(office->x, number, "");
	struct text text = { 0 };
	const char *wrong;

	gcx_put_options(office->x, &text);
	gcx_put_part(office, part, &text, false);
	gcx_put_sum(&text);
	wrong = gcx_write_whole(path, &text);
	if (wrong) {
		refuse(office->x, path, wrong);
		round->failed = true;
	}
	free(text.at);
	free(path);
}

static void write_pending(struct office *office, struct round *round)
{
	unsigned number = round->first;

	for (const struct part *part = round->parts; part; part = part->next, number++) {
		char *done = path_of(office->x, number, ".done");

		if (access(done, F_OK) != 0 && !round->failed) {
			write_part(office, part, number, round);
			round->pending++;
		}
		free(done);
	}
}

/* What was told of the part is added. */
static void read_part(struct office *office, struct part *part, unsigned number,
    struct round *round)
{
	char *path = path_of(office->x, number, ".done");
	struct text text;

	if (!gcx_read_whole(office->x, path, &text))
		text.wrong = "there is none";
	while (!text.wrong && gcx_understand(office, part, &text))
		;
	if (text.wrong) {
		refuse(office->x, path, text.wrong);
		round->failed = true;
	}
	round->failed |= office->failed;
	free(text.at);
	free(path);
}

static void read_parts(struct office *office, struct round *round)
{
	office->scouts = false;
	while (round->parts) {
		struct part *part = round->parts;

		round->parts = part->next;
		if (!round->failed)
			read_part(office, part, round->first, round);
		round->first++;
		gcx_finish_part(&office->points, part);
	}
	office->scouts = true;
}

/* Whether there is another round. */
static bool end_round(struct office *office, struct round *round)
{
	if (office->failed || office->x->stopped_by || !office->points.kept)
		return false;
	while (office->points.kept) {
		struct part *part = office->points.kept;

		office->points.kept = part->next;
		part->next = round->parts;
		round->parts = part;
	}
	write_pending(office, round);
	if (round->pending == 0 && !round->failed) {
		read_parts(office, round);
		return !round->failed;
	}
	office->points.kept = round->parts;
	return false;
}

static void split(struct explorer *x)
{
	struct round round = { .first = 1 };
	struct office office;

	gcx_open_office(&office, x, 1, true);
	do
		gcx_give_all(&office);
	while (end_round(&office, &round));
	gcx_close_office(&office);
	if (office.failed || round.failed)
		return;
	gcx_judge(x);
	if (round.pending) {
		x->result->verdict = GCX_BOUNDED;
		snprintf(x->result->message, sizeof x->result->message, "%u parts are to be done",
		    round.pending);
	}
}

/* ------------------------------------------------------------------------ a part */
static void write_told(struct explorer *x, struct text *told)
{
	size_t size = strlen(x->path) + sizeof ".done";
	char *path = gcx_room(NULL, size, 1);
	struct text text = { .wrong = told->wrong };
	const char *wrong;

	snprintf(path, size, "%s.done", x->path);
	gcx_put_options(x, &text);
	gcx_move_text(&text, told);
	gcx_put_sum(&text);
	wrong = gcx_write_whole(path, &text);
	if (wrong)
		refuse(x, path, wrong);
	else
		remove(x->path);
	free(text.at);
	free(path);
}

static void do_part(struct explorer *x)
{
	struct text part, told = { 0 };

	x->options.reduction = GCX_SOURCE; /* Note [Parts] */
	if (!gcx_read_whole(x, x->path, &part))
		part.wrong = "there is no such file";
	if (part.wrong || !gcx_do_text(x, &part, &told)) {
		refuse(x, x->path, part.wrong);
	} else {
		if (x->end == FAILED)
			x->result->verdict = GCX_FAILED;
		write_told(x, &told);
	}
	free(told.at);
	free(part.at);
}

static enum gcx_verdict run(const struct gcx_options *options, void (*program)(void *),
    void *argument, const char *path, void (*drive)(struct explorer *), struct gcx_result *result)
{
	struct explorer wanted = { .options = *options,
		.program = program,
		.argument = argument,
		.path = path,
		.drive = drive };

	wanted.options.jobs = 2; /* what is wrong with jobs is wrong here */
	return gcx_run(&wanted, result);
}

enum gcx_verdict gcx_split(const struct gcx_options *options, void (*program)(void *),
    void *argument, const char *folder, struct gcx_result *result)
{
	return run(options, program, argument, folder, split, result);
}

enum gcx_verdict gcx_do_part(const struct gcx_options *options, void (*program)(void *),
    void *argument, const char *path, struct gcx_result *result)
{
	return run(options, program, argument, path, do_part, result);
}
