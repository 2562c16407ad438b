/* spin.c: a replay is a line for each step, and after it a line for each variable. */
#include "trace/import/spin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct gd_arena *arena;
	struct spin_replay *replay;
	GD_VEC(struct spin_step) steps;
	GD_VEC(struct spin_value) values; /* after the last step */
	bool ended;
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Copies what is between the first OPEN in TEXT and the last CLOSE. */
static const char *between(struct gd_arena *arena, const char *text, char open, char close)
{
	const char *from = strchr(text, open), *to = strrchr(text, close);

	return from && to && to > from ? gd_arena_strndup(arena, from + 1, (size_t)(to - from - 1))
				       : NULL;
}

static void keep_values(struct reader *r)
{
	if (r->steps.count)
		r->steps.at[r->steps.count - 1].after =
		    (struct spin_values){ r->values.at, r->values.count };
	memset(&r->values, 0, sizeof r->values);
}

/* ------------------------------------------------------------------- values */
/* "x = 5", "queue 3 (queue[2]): [1]", "P(2):n = 1" */
static void read_value(struct reader *r, const char *line)
{
	struct spin_value value = { .process = -1 };
	const char *equals = strstr(line, " = "), *colon = strchr(line, ':'), *digits;

	if (begins(line, "queue ") && colon && strchr(line, '(')) {
		const char *head = gd_arena_strndup(r->arena, line, (size_t)(colon - line));

		value.name = between(r->arena, head, '(', ')');
		value.value = gd_arena_strdup(r->arena, colon + 1 + strspn(colon + 1, " "));
	} else if (equals) {
		bool local = colon && colon < equals && colon[-1] == ')';
		const char *name = local ? colon + 1 : line;

		value.name = gd_arena_strndup(r->arena, name, (size_t)(equals - name));
		value.value = gd_arena_strdup(r->arena, equals + 3);
		digits = local ? memchr(line, '(', (size_t)(colon - line)) : NULL;
		value.process = digits ? strtol(digits + 1, NULL, 10) : -1;
	}
	if (value.name)
		GD_PUSH(r->arena, r->values, value);
}

/* -------------------------------------------------------------------- steps */
/* "  7:	proc  3 (T1:1) peterson.pml:21 (state 4)	[queue!temp]" */
static void read_step(struct reader *r, const char *line)
{
	const char *at = strstr(line, "proc "), *name, *place, *colon,
		   *state = strstr(line, " (state "), *end = state ? strchr(state + 1, ')') : NULL;
	struct spin_step step = { .repeats = r->replay->cycle };

	if (!at || !end)
		return;
	if (!r->ended)
		keep_values(r);
	at += strlen("proc ");
	step.process = strtol(at, NULL, 10);
	name = strchr(at, '(');
	place = name ? strstr(name, ") ") : NULL;
	if (!place || place + 2 > state)
		return;
	if (at[strspn(at, " ")] == '-') { /* of the claim: no step of the model */
		if (!r->replay->claim)
			r->replay->claim =
			    gd_arena_strndup(r->arena, name + 1, strcspn(name + 1, ":)"));
		return;
	}
	step.name = begins(name, "(:init:")
	    ? "init"
	    : gd_arena_strndup(r->arena, name + 1, strcspn(name + 1, ":)"));
	place = gd_arena_strndup(r->arena, place + 2, (size_t)(state - place - 2));
	colon = strrchr(place, ':');
	step.file = colon ? gd_arena_strndup(r->arena, place, (size_t)(colon - place)) : place;
	step.line = colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
	step.text = between(r->arena, end, '[', ']');
	if (!step.text)
		r->replay->blocked |= r->ended && !strstr(state, "<valid end state>");
	else if (!r->ended)
		GD_PUSH(r->arena, r->steps, step);
}

/* "spin: m.pml:4, Error: assertion violated" */
static void read_message(struct reader *r, const char *line)
{
	const char *error = strstr(line, ", Error: "), *colon;

	if (begins(line, "text of failed assertion: "))
		r->replay->assertion = between(r->arena, line, '(', ')');
	if (begins(line, "trail ends after ")) {
		r->replay->done = strtol(line + strlen("trail ends after "), NULL, 10);
		keep_values(r);
		r->ended = true;
	}
	if (!error)
		return;
	line = gd_arena_strndup(r->arena, line, (size_t)(error - line));
	colon = strrchr(line, ':');
	if (!colon)
		return;
	r->replay->file = gd_arena_strndup(r->arena, line, (size_t)(colon - line));
	r->replay->line = (unsigned)strtoul(colon + 1, NULL, 10);
}

static void read_line(struct reader *r, const char *line)
{
	const char *word = line + strspn(line, " \t");

	if (begins(line, "spin: "))
		read_message(r, line + strlen("spin: "));
	else if (begins(word, "<<<<<START OF CYCLE"))
		r->replay->cycle = true;
	else if (begins(line, "ltl ") && strchr(line, ':'))
		r->replay->formula = gd_arena_strdup(r->arena,
		    strchr(line, ':') + 1 + strspn(strchr(line, ':') + 1, " "));
	else if (isdigit((unsigned char)*word) && strstr(word, ":\tproc "))
		read_step(r, word);
	else if (begins(line, "\t\t"))
		read_value(r, line + 2);
	if (begins(line, "ltl ") && strchr(line, ':'))
		r->replay->claim = gd_arena_strndup(r->arena, line + 4, strcspn(line + 4, ":"));
}

const struct spin_replay *spin_read(struct gd_arena *arena, const char *output, const char **why)
{
	struct reader r = { .arena = arena, .replay = GD_NEW(arena, struct spin_replay) };

	while (*output) {
		size_t length = strcspn(output, "\n");

		read_line(&r, gd_arena_strndup(arena, output, length));
		output += length + (output[length] == '\n');
	}
	r.replay->end = (struct spin_values){ r.values.at, r.values.count };
	r.replay->steps = r.steps.at;
	r.replay->step_count = r.steps.count;
	*why = r.ended ? NULL : "SPIN cannot replay it";
	return r.ended ? r.replay : NULL;
}

/* -------------------------------------------------------------------- trail */
/* Moves *text past "12:0:7" and the end of the line. */
static bool take_line(const char **text, long *step)
{
	char *end;

	*step = strtol(*text, &end, 10);
	for (int i = 0; i < 2; i++) {
		const char *from = end + 1;

		if (*end != ':')
			return false;
		(void)strtol(from, &end, 10);
		if (end == from)
			return false;
	}
	end += *end == '\r';
	if (*end && *end != '\n')
		return false;
	*text = end + (*end == '\n');
	return true;
}

long spin_trail_length(const char *text, size_t *line)
{
	long steps = 0, number;

	for (*line = 1; *text; ++*line) {
		const char *from = text;

		if (!take_line(&text, &number))
			return -1;
		/* negative numbers stand for notes, as where the cycle begins */
		steps += number >= 0 && isdigit((unsigned char)*from);
	}
	return steps;
}
