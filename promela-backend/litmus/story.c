/* story.c: one run of a litmus test as text, one line for each step. */
#include "promela-backend/litmus/run.h"

#include <string.h>
#include "trace/lanes.h"

struct story {
	struct gd_arena *arena;
	const struct style *style;
	FILE *out;
	struct lanes lanes;
};

/* What a thread's own operation does: "finds 0", "is 1". */
static const char *effect_of(struct story *s, const struct litmus_operation *operation)
{
	const struct marks_access *access = &operation->access;

	if (strcmp(access->op, "let") == 0)
		return gd_arena_printf(s->arena, "is %s", access->stored);
	if (strcmp(access->op, "hold") == 0 || strcmp(access->op, "issue") == 0)
		return "";
	if (access->found && access->stored)
		return gd_arena_printf(s->arena, "finds %s, then %s is %s", access->found,
		    access->location, access->stored);
	return access->found ? gd_arena_printf(s->arena, "finds %s", access->found) : "";
}

/* What reaches memory, or is answered. */
static const char *performed(struct story *s, const struct litmus_operation *operation)
{
	const struct marks_access *access = &operation->access;

	return access->stored
	    ? gd_arena_printf(s->arena, "%s = %s is in memory", access->location, access->stored)
	    : gd_arena_printf(s->arena, "a load of %s finds %s", access->location, access->found);
}

/* The thread's own operation first: the memory's ones are there because of it. */
static const char *effects_of(struct story *s, const struct litmus_step *step)
{
	bool is_memory = strcmp(step->name, "memory") == 0;
	size_t count = step->operation_count, own = is_memory || count == 0 ? count : count - 1;
	const char *text = own < count ? effect_of(s, &step->operations[own]) : "";

	for (size_t i = 0; i < own; i++)
		text = gd_arena_printf(s->arena, "%s%s%s", text, *text ? "; " : "",
		    performed(s, &step->operations[i]));
	return text;
}

static const char *action_of(struct story *s, const struct litmus_step *step)
{
	return strcmp(step->name, "memory") == 0
	    ? gd_arena_printf(s->arena, "performs what thread %zu began", step->thread + 1)
	    : step->statement;
}

static void write_line(struct story *s, const struct litmus_step *step, const char *effects)
{
	const char *line = gd_arena_printf(s->arena, "%3ld  %-9s %-36s %s", step->number,
	    step->name, action_of(s, step), effects);

	if (step->where.file)
		fprintf(s->out, "%-76s  %s:%u\n", line, step->where.file, step->where.line);
	else
		fprintf(s->out, "%s\n", line);
}

/* Whether a store begins to wait in STEP. */
static bool holds(const struct litmus_step *step)
{
	return step->operation_count &&
	    strcmp(step->operations[step->operation_count - 1].access.op, "hold") == 0;
}

static void write_step(struct story *s, const struct litmus_step *step)
{
	const char *effects = effects_of(s, step);

	if (holds(step))
		fprintf(s->out, "%s", style_colour(s->style, STYLE_WAITS));
	if (s->style->lanes)
		lanes_write(&s->lanes, step->number, step->name,
		    gd_arena_printf(s->arena, "%s%s%s", action_of(s, step), *effects ? ": " : "",
			effects));
	else
		write_line(s, step, effects);
	if (holds(step))
		fprintf(s->out, "%s", style_colour(s->style, STYLE_END));
	style_write_marks(s->style, step->red, step->red_count, s->out);
}

/* --------------------------------------------------------------------- the run */
static bool is_shown(const struct style *style, const struct litmus_step *step)
{
	bool is_about = style_is_about(style, NULL);

	for (size_t i = 0; i < step->operation_count; i++)
		is_about |= style_is_about(style, step->operations[i].access.location);
	return is_about && style_shows_thread(style, step->name) &&
	    (!style->red || step->red_count);
}

static void name_lanes(struct story *s, const struct litmus_run *run)
{
	s->lanes.out = s->out;
	for (size_t i = 0; i < run->test->thread_count; i++)
		lanes_add(s->arena, &s->lanes, gd_arena_printf(s->arena, "thread %zu", i + 1));
	for (size_t i = 0; i < run->step_count; i++)
		if (is_shown(s->style, &run->steps[i]))
			lanes_add(s->arena, &s->lanes, run->steps[i].name);
	lanes_head(&s->lanes);
}

void litmus_write_story(struct gd_arena *arena, const struct ir_litmus *test, enum ir_memory memory,
    const struct litmus_outcome *outcome, const struct style *style, FILE *out)
{
	const struct litmus_run *run = litmus_run(arena, test, memory, outcome);
	struct story story = { arena, style, out, { { 0 }, out } };

	if (style->lanes)
		name_lanes(&story, run);
	for (size_t i = 0; i < run->step_count; i++)
		if (is_shown(style, &run->steps[i]))
			write_step(&story, &run->steps[i]);
	fprintf(out, "     at the end: %s\n", litmus_outcome_text(arena, test, outcome));
}
