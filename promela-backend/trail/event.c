/* event.c: `@ NAME key=value … where=FILE:LINE:COLUMN'. */
#include "promela-backend/trail/event.h"

#include <stdlib.h>
#include <string.h>

/* FILE:LINE:COLUMN, from its end: a path may hold colons. */
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

/* One `key=value', from PART to END. */
static void read_part(struct gd_arena *arena, const char *part, const char *end,
    struct trail_event *event)
{
	const char *equals = memchr(part, '=', (size_t)(end - part));

	if (!equals || event->count == TRAIL_MAX_KEYS)
		return;
	event->key[event->count] = gd_arena_strndup(arena, part, (size_t)(equals - part));
	event->value[event->count++] =
	    gd_arena_strndup(arena, equals + 1, (size_t)(end - equals - 1));
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
	read_parts(arena, at + length, end, event);
	return true;
}

const char *trail_value(const struct trail_event *event, const char *key)
{
	for (size_t i = 0; i < event->count; i++)
		if (strcmp(event->key[i], key) == 0)
			return event->value[i];
	return NULL;
}

long trail_number(const struct trail_event *event, const char *key, long otherwise)
{
	const char *value = trail_value(event, key);
	char *end;
	long number;

	if (!value)
		return otherwise;
	number = strtol(value, &end, 10);
	return end != value && *end == 0 ? number : otherwise;
}

bool trail_is(const struct trail_event *event, const char *name)
{
	return strcmp(event->name, name) == 0;
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
