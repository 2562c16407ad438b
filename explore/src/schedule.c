/* schedule.c: schedules in files. */
#include "explore/src/schedule.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "explore/src/explorer.h"
#include "explore/src/room.h"

static const char magic[] = "gcexplore schedule 1 ";
enum { LINE = GCX_TEXT + sizeof magic };

/* ------------------------------------------------------------------------ writing */
static void write_head(FILE *file, const char *name)
{
	fputs(magic, file);
	for (unsigned i = 0; name[i] && i < GCX_TEXT - 1; i++)
		fputc(iscntrl((unsigned char)name[i]) ? ' ' : name[i], file);
	fputc('\n', file);
}

bool gcx_write_schedule(const char *path, const char *name, const struct gcx_step *schedule,
    size_t length, char message[GCX_TEXT])
{
	FILE *file = fopen(path, "w");
	bool good = file != NULL;

	if (good) {
		write_head(file, name);
		for (size_t i = 0; i < length; i++)
			fprintf(file, "%" PRIu64 " %" PRIu64 "\n", (uint64_t)schedule[i].task,
			    (uint64_t)schedule[i].choice);
		fprintf(file, "end %zu\n", length);
		good = !ferror(file);
		good &= fclose(file) == 0;
	}
	message[0] = '\0';
	if (!good)
		snprintf(message, GCX_TEXT, "%s: %s", path, strerror(errno));
	return good;
}

/* ------------------------------------------------------------------------ reading */
struct reader {
	FILE *file;
	const char *path;
	char *message;
	unsigned line;
	char text[LINE];
	struct gcx_step *steps;
	size_t count, room;
};

static bool wrong(const struct reader *reader, const char *what)
{
	snprintf(reader->message, GCX_TEXT, "%s:%u: %s", reader->path, reader->line, what);
	return false;
}

/* The next line without its end. */
static bool next_line(struct reader *reader)
{
	size_t length;

	reader->line++;
	if (!fgets(reader->text, sizeof reader->text, reader->file))
		return wrong(reader, ferror(reader->file) ? strerror(errno) : "the end is missing");
	length = strlen(reader->text);
	if (length == 0 || reader->text[length - 1] != '\n')
		return wrong(reader, "the line has no end, or is too long");
	reader->text[length - 1] = '\0';
	return true;
}

static bool read_head(struct reader *reader, char *name)
{
	if (!next_line(reader))
		return false;
	if (strncmp(reader->text, magic, sizeof magic - 3) != 0)
		return wrong(reader, "this is no schedule");
	if (strncmp(reader->text, magic, sizeof magic - 1) != 0)
		return wrong(reader, "this is a schedule of another version");
	if (name)
		snprintf(name, GCX_TEXT, "%s", reader->text + sizeof magic - 1);
	return true;
}

/* A number without sign, up to the character END. */
static bool read_number(const char **at, char end, uint64_t *number)
{
	char *after;

	if (!isdigit((unsigned char)**at))
		return false;
	errno = 0;
	*number = strtoull(*at, &after, 10);
	if (errno || *after != end)
		return false;
	*at = after + (end != '\0');
	return true;
}

static void add_step(struct reader *reader, const struct gcx_step *step)
{
	if (reader->count == reader->room)
		reader->steps = gcx_room(reader->steps, reader->room = reader->room * 2 + 64,
		    sizeof *reader->steps);
	reader->steps[reader->count++] = *step;
}

static bool read_step(struct reader *reader)
{
	const char *at = reader->text;
	struct gcx_step step = { 0 };
	uint64_t task, choice;

	if (!read_number(&at, ' ', &task) || !read_number(&at, '\0', &choice))
		return wrong(reader, "a step is a task and a choice");
	step.task = (__typeof__(step.task))task;
	step.choice = (__typeof__(step.choice))choice;
	if (step.task != task || step.choice != choice)
		return wrong(reader, "there is no such task or choice");
	add_step(reader, &step);
	return true;
}

static bool read_end(struct reader *reader)
{
	const char *at = reader->text + 4;
	uint64_t count;

	if (!read_number(&at, '\0', &count) || count != reader->count)
		return wrong(reader, "another number of steps was written");
	return fgetc(reader->file) == EOF || wrong(reader, "something follows the end");
}

static bool read_all(struct reader *reader, char *name)
{
	if (!read_head(reader, name))
		return false;
	for (;;) {
		if (!next_line(reader))
			return false;
		if (strncmp(reader->text, "end ", 4) == 0)
			return read_end(reader);
		if (!read_step(reader))
			return false;
	}
}

bool gcx_read_schedule(const char *path, char name[GCX_TEXT], struct gcx_step **schedule,
    size_t *length, char message[GCX_TEXT])
{
	struct reader reader = { .path = path, .message = message };
	FILE *file = fopen(path, "r");
	bool good;

	*schedule = NULL;
	*length = 0;
	message[0] = '\0';
	if (!file) {
		snprintf(message, GCX_TEXT, "%s: %s", path, strerror(errno));
		return false;
	}
	reader.file = file;
	good = read_all(&reader, name);
	fclose(file);
	if (good) {
		*schedule = reader.steps;
		*length = reader.count;
	} else {
		free(reader.steps);
	}
	return good;
}

enum gcx_verdict gcx_replay_file(const struct gcx_options *options, void (*program)(void *),
    void *argument, const char *path, struct gcx_result *result)
{
	struct explorer wanted = { .options = *options,
		.program = program,
		.argument = argument,
		.drive = gcx_search,
		.once = true,
		.schedule_file = path };
	struct gcx_step *schedule;
	char message[GCX_TEXT];
	enum gcx_verdict verdict;

	if (!gcx_read_schedule(path, NULL, &schedule, &wanted.schedule_length, message)) {
		memset(result, 0, sizeof *result);
		return gcx_refuse(result, message);
	}
	wanted.schedule = schedule;
	verdict = gcx_run(&wanted, result);
	free(schedule);
	return verdict;
}
