/* check-common.c: mistakes in a trace, and what its members say. */
#include "trace/check-internal.h"

#include <stdarg.h>
#include <string.h>

void events_mistake(struct check *c, const char *code, const char *member, const char *format, ...)
{
	va_list args;

	if (++c->mistakes > EVENTS_MOST_SHOWN)
		return;
	fprintf(c->out, "%s:%zu: %s%s", c->name, c->line, member, *member ? ": " : "");
	va_start(args, format);
	vfprintf(c->out, format, args);
	va_end(args);
	fprintf(c->out, " [%s]\n", code);
}

const char *events_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

bool events_is(const json_t *object, const char *key, const char *text)
{
	const char *value = events_text(object, key);

	return value && strcmp(value, text) == 0;
}

const json_t *events_object(const json_t *state, const char *name)
{
	const json_t *object;
	size_t i;

	json_array_foreach(json_object_get(state, "heap"), i,
	    object) if (events_is(object, "object", name)) return object;
	return NULL;
}

bool events_is_collector(const struct check *c)
{
	return events_is(c->heading, "kind", "collector");
}

bool events_is_worker(const char *thread)
{
	static const char worker[] = "worker ";

	return strncmp(thread, worker, strlen(worker)) == 0;
}

const char *events_owner(struct check *c, const json_t *step, const json_t *operation)
{
	static const char memory[] = "memory of ";
	const char *thread = events_text(operation, "thread");

	if (!thread)
		thread = events_text(step, "thread");
	if (strncmp(thread, memory, strlen(memory)) != 0)
		return thread;
	thread += strlen(memory);
	return events_is_worker(thread) ? thread : gd_arena_printf(c->arena, "mutator %s", thread);
}
