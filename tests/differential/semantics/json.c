/* json.c: words, names and numbers of JSON. */
#include "tests/differential/semantics/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sx_cannot(struct sx_spec *spec, const char *format, ...)
{
	char text[300];
	va_list args;

	if (spec->why)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	spec->why = gd_arena_strdup(spec->arena, text);
}

const char *sx_string(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

int sx_word(struct sx_spec *spec, const char *const *table, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (table[i] && strcmp(table[i], word) == 0)
			return (int)i;
	sx_cannot(spec, "`%s' is not known", word);
	return 0;
}

#define FIND(array, count)                                                                         \
	for (unsigned i = 0; i < (count); i++)                                                     \
		if (strcmp((array)[i].name, name) == 0)                                            \
	return (int)i

int sx_named(struct sx_spec *spec, const json_t *object, const char *key)
{
	const char *name = json_string_value(json_object_get(object, key));

	if (!name)
		return -1;
	switch (key[0]) {
	case 'b': FIND(spec->buckets, spec->bucket_count); break;
	case 'c': FIND(spec->cycles, spec->cycle_count); break;
	case 'g':
		if (key[1] == 'h') {
			FIND(spec->ghosts, spec->ghost_count);
		} else {
			FIND(spec->groups, spec->group_count);
		}
		break;
	case 'k': FIND(spec->kinds, spec->kind_count); break;
	case 'm': FIND(spec->metas, spec->meta_count); break;
	case 'p':
		if (key[1] == 'o') {
			FIND(spec->policies, spec->policy_count);
		} else {
			FIND(spec->phases, spec->phase_count);
		}
		break;
	case 'r': FIND(spec->regions, spec->region_count); break;
	case 's':
	case 'o': FIND(spec->spaces, spec->space_count); break; /* space, other */
	}
	sx_cannot(spec, "no %s is called `%s'", key, name);
	return 0;
}

int sx_ref_tag(struct sx_spec *spec, const char *name)
{
	size_t number = 0;

	while (number < spec->ref_tags.count && strcmp(spec->ref_tags.at[number], name) != 0)
		number++;
	if (number == spec->ref_tags.count)
		GD_PUSH(spec->arena, spec->ref_tags, gd_arena_strdup(spec->arena, name));
	return -2 - (int)number;
}

int sx_constant(struct sx_spec *spec, const struct value *value, const json_t *json)
{
	if (value->is_ref && json_is_string(json))
		return sx_ref_tag(spec, json_string_value(json));
	if (value->is_ref)
		return json_is_integer(json) ? (int)json_integer_value(json) : -1;
	if (!json_is_string(json))
		return json_is_integer(json) ? (int)json_integer_value(json) : json_is_true(json);
	for (size_t i = 0; i < json_array_size(value->tags); i++)
		if (json_equal(json_array_get(value->tags, i), json))
			return (int)i;
	return 0;
}
