/* event.c: `@ NAME key=value … where=FILE:LINE:COLUMN'. */
#include "promela-backend/trail/event.h"

#include <stdlib.h>
#include <string.h>

/* Reads FILE:LINE:COLUMN from its end, because a path may contain colons. */
static void read_place(struct gd_arena *arena, const char *text, struct trail_place *place)
{
	char *copy = gd_arena_strdup(arena, text);
	char *column = strrchr(copy, ':'), *line;

	if (!column)
		return;
	*column++ = 0;
	line = strrchr(copy, ':');
	if (!line)
		return;
	*line++ = 0;
	place->path = copy;
	place->line = (unsigned)strtoul(line, NULL, 10);
	place->column = (unsigned)strtoul(column, NULL, 10);
}

#define K(key) #key " "
static const struct info {
	const char *name, *keys, *told;
} events[] = {
#define EVENT(name, keys, told) [TRAIL_EVENT_##name] = { #name, "" keys, told },
#include "promela-backend/events.def"
}, steps[] = {
#define STEP(name, keys, told) [TRAIL_DO_##name] = { #name, "" keys, told },
#include "promela-backend/events.def"
};
static const char *const keys[] = {
#define KEY(name) [TRAIL_KEY_##name] = #name,
#include "promela-backend/events.def"
};

const char *trail_event_told(enum trail_name name)
{
	return events[name].told;
}

const char *trail_step_told(enum trail_do step)
{
	return steps[step].told;
}

/* The position of NAME in LIST. 0: it is not there. */
static size_t find(const struct info *list, size_t count, const char *name)
{
	for (size_t i = 1; i < count; i++)
		if (strcmp(list[i].name, name) == 0)
			return i;
	return 0;
}

/* Whether KEY is a word of LIST. */
static bool has_key(const char *list, const char *key)
{
	size_t length = strlen(key);

	for (const char *at = list; (at = strstr(at, key)) != NULL; at += length)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
			return true;
	return false;
}

static bool may_have(const struct trail_event *event, enum trail_key key)
{
	if (event->is != TRAIL_EVENT_step)
		return has_key(events[event->is].keys, keys[key]);
	return key == TRAIL_KEY_do || key == TRAIL_KEY_thread ||
	    (event->step && has_key(steps[event->step].keys, keys[key]));
}

/* Reads one `key=value', from PART to END. */
static void read_part(struct gd_arena *arena, const char *part, const char *end,
    struct trail_event *event)
{
	const char *equals = memchr(part, '=', (size_t)(end - part)), *name;
	enum trail_key key = 0;

	if (!equals || event->is == TRAIL_NO_EVENT)
		return;
	name = gd_arena_strndup(arena, part, (size_t)(equals - part));
	while (key < TRAIL_KEYS && strcmp(keys[key], name) != 0)
		key++;
	if (key < TRAIL_KEYS)
		event->value[key] = gd_arena_strndup(arena, equals + 1, (size_t)(end - equals - 1));
	if (key == TRAIL_KEY_do && event->is == TRAIL_EVENT_step)
		event->step = (enum trail_do)find(steps, TRAIL_STEPS, event->value[key]);
	if (key == TRAIL_KEYS || !may_have(event, key) || (key == TRAIL_KEY_do && !event->step))
		event->unknown = gd_arena_strndup(arena, part, (size_t)(end - part));
}

static void read_parts(struct gd_arena *arena, const char *at, const char *end,
    struct trail_event *event)
{
	while (at < end) {
		const char *stop;

		at += strspn(at, " ");
		if (strncmp(at, "where=", 6) == 0) {
			read_place(arena, gd_arena_strndup(arena, at + 6, (size_t)(end - at - 6)),
			    &event->where);
			return;
		}
		stop = memchr(at, ' ', (size_t)(end - at));
		if (!stop)
			stop = end;
		read_part(arena, at, stop, event);
		at = stop;
	}
}

bool trail_read_line(struct gd_arena *arena, const char **text, struct trail_event *event)
{
	const char *at = *text, *end = at + strcspn(at, "\n");
	size_t length;

	*text = *end ? end + 1 : end;
	memset(event, 0, sizeof *event);
	at += strspn(at, " \t");
	if (at[0] != '@' || at[1] != ' ')
		return false;
	at += 2;
	length = strcspn(at, " \n");
	if (length == 0)
		return false;
	event->name = gd_arena_strndup(arena, at, length);
	event->is = (enum trail_name)find(events, TRAIL_EVENTS, event->name);
	event->unknown = event->is ? NULL : event->name;
	read_parts(arena, at + length, end, event);
	return true;
}

const char *trail_value(const struct trail_event *event, enum trail_key key)
{
	return event->value[key];
}

long trail_number(const struct trail_event *event, enum trail_key key, long otherwise)
{
	const char *value = trail_value(event, key);
	char *end;
	long number;

	if (!value)
		return otherwise;
	number = strtol(value, &end, 10);
	return end != value && *end == 0 ? number : otherwise;
}

size_t trail_split(struct gd_arena *arena, const char *list, const char ***parts)
{
	GD_VEC(const char *) found = { 0 };

	while (list && *list && strcmp(list, "-") != 0) {
		size_t length = strcspn(list, ",");

		GD_PUSH(arena, found, gd_arena_strndup(arena, list, length));
		list += length;
		if (*list != ',')
			break;
		list++;
	}
	*parts = found.at;
	return found.count;
}
