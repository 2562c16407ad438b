/* story.c: one run of a litmus test, told. */
#include "promela-backend/litmus/litmus.h"

#include <string.h>

#include "compiler/ir/dump.h"
#include "promela-backend/trail/event.h"

struct story {
	struct gd_arena *arena;
	const struct ir_litmus *test;
	FILE *out;
	unsigned step;
	const char *performed; /* what the next step performs: "x = 1" */
};

/* The statement at LINE, COLUMN. */
static const struct ir_litmus_stmt *find(const struct ir_litmus_stmt *stmt,
    const struct trail_place *place)
{
	const struct ir_litmus_stmt *found = NULL;

	for (; stmt && !found; stmt = stmt->next) {
		if (stmt->loc.line == place->line && stmt->loc.column == place->column)
			return stmt;
		found = find(stmt->body, place);
		if (!found)
			found = find(stmt->otherwise, place);
	}
	return found;
}

static const char *statement(struct story *s, const struct trail_event *event)
{
	const struct ir_litmus_stmt *stmt = NULL;

	for (size_t i = 0; i < s->test->thread_count && !stmt; i++)
		stmt = find(s->test->threads[i].body, &event->where);
	return stmt ? ir_litmus_stmt_text(s->arena, stmt) : "";
}

static const char *location(const struct story *s, const struct trail_event *event)
{
	long at = trail_number(event, TRAIL_KEY_at, -1);

	return at >= 0 && (size_t)at < s->test->location_count ? s->test->locations[at]->name : "?";
}

static void tell(struct story *s, const struct trail_event *event, const char *who,
    const char *what, const char *effect)
{
	const char *place = event->where.path
	    ? gd_arena_printf(s->arena, "%s:%u", event->where.path, event->where.line)
	    : "";
	const char *line = gd_arena_printf(s->arena, "%3u  %-9s %-36s %s%s%s", ++s->step, who, what,
	    effect, *s->performed && *effect ? "; " : "", s->performed);

	fprintf(s->out, *place ? "%-76s  %s\n" : "%s%s\n", line, place);
	s->performed = "";
}

static const char *effect_of(struct story *s, const struct trail_event *event)
{
	const char *found = trail_value(event, TRAIL_KEY_found),
		   *stored = trail_value(event, TRAIL_KEY_stored);
	const char *op = trail_value(event, TRAIL_KEY_op);

	if (op && strcmp(op, "load") != 0 && found && stored)
		return gd_arena_printf(s->arena, "finds %s, then %s is %s", found,
		    trail_value(event, TRAIL_KEY_at), stored);
	if (found)
		return gd_arena_printf(s->arena, "finds %s", found);
	if (trail_value(event, TRAIL_KEY_value))
		return gd_arena_printf(s->arena, "is %s", trail_value(event, TRAIL_KEY_value));
	return "";
}

static void tell_event(struct story *s, const struct trail_event *event)
{
	const char *thread =
	    gd_arena_printf(s->arena, "thread %ld", trail_number(event, TRAIL_KEY_thread, 0) + 1);

	if (event->is == TRAIL_EVENT_performed || event->is == TRAIL_EVENT_answered) {
		const char *text = event->is == TRAIL_EVENT_performed
		    ? gd_arena_printf(s->arena, "%s = %s is in memory", location(s, event),
			  trail_value(event, TRAIL_KEY_value))
		    : gd_arena_printf(s->arena, "a load of %s finds %s", location(s, event),
			  trail_value(event, TRAIL_KEY_value));

		s->performed = gd_arena_printf(s->arena, "%s%s%s", s->performed,
		    *s->performed ? "; " : "", text);
	} else if (event->is == TRAIL_EVENT_access || event->is == TRAIL_EVENT_let ||
	    event->is == TRAIL_EVENT_receive) {
		tell(s, event, thread, statement(s, event), effect_of(s, event));
	} else if (event->is == TRAIL_EVENT_enter || event->is == TRAIL_EVENT_leave) {
		tell(s, event, thread, event->is == TRAIL_EVENT_enter ? "critical {" : "}", "");
	}
}

/* A step of the memory.  The event after it shows what it performs. */
static void tell_memory(struct story *s, const char **events, long thread)
{
	struct trail_event event;

	if (!trail_read_line(s->arena, events, &event))
		return;
	tell_event(s, &event);
	tell(s, &(struct trail_event){ 0 }, "memory",
	    gd_arena_printf(s->arena, "performs what thread %ld began", thread + 1), "");
}

void litmus_write_story(struct gd_arena *arena, const struct ir_litmus *test,
    const struct litmus_outcome *outcome, FILE *out)
{
	struct story story = { .arena = arena, .test = test, .out = out, .performed = "" };
	const char *events = outcome->events;

	while (*events) {
		struct trail_event event;

		if (!trail_read_line(arena, &events, &event))
			continue;
		if (event.is == TRAIL_EVENT_perform)
			tell_memory(&story, &events, trail_number(&event, TRAIL_KEY_thread, 0));
		else
			tell_event(&story, &event);
	}
	fprintf(out, "     at the end: %s\n", litmus_outcome_text(arena, test, outcome));
}
