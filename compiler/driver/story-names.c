/* story-names.c: the names in a story, as numbers. */
#include "compiler/driver/story-names.h"

#include <stdlib.h>
#include <string.h>
#include "agree/seen.h"

/* ------------------------------------------------------------------------- names */
int story_unknown(struct story_terms *t, const char *what, const char *name)
{
	if (!t->why)
		t->why = gd_arena_printf(t->arena, "there is no %s `%s' here", what, name);
	return -1;
}

#define FIND(t, list, count, what, name)                                                           \
	do {                                                                                       \
		for (size_t i = 0; i < (count); i++)                                               \
			if (strcmp((list)[i] FIND_NAME, (name)) == 0)                              \
				return (int)i;                                                     \
		return story_unknown(t, what, name);                                               \
	} while (0)
#define FIND_NAME ->name
int story_kind(struct story_terms *t, const char *name)
{
	FIND(t, t->spec->kinds, t->spec->kind_count, "kind", name);
}

int story_bucket(struct story_terms *t, const char *name)
{
	FIND(t, t->spec->buckets, t->spec->bucket_count, "bucket", name);
}

int story_cycle(struct story_terms *t, const char *name)
{
	FIND(t, t->spec->cycles, t->spec->cycle_count, "cycle", name);
}

int story_phase(struct story_terms *t, const char *name)
{
	FIND(t, t->spec->phases, t->spec->phase_count, "phase", name);
}

static int story_meta(struct story_terms *t, const char *name)
{
	FIND(t, t->spec->metas, t->spec->meta_count, "metadata", name);
}

/* "data[1]".  -1: it is no word. */
static int find_word(const struct story_terms *t, const char *name)
{
	for (size_t i = t->spec->meta_count - t->spec->word_count; i < t->spec->meta_count; i++)
		if (strcmp(t->spec->metas[i]->name, name) == 0)
			return (int)i;
	return -1;
}

static int story_group(struct story_terms *t, const char *name)
{
	FIND(t, t->spec->groups, t->spec->group_count, "field", name);
}
#undef FIND_NAME
#define FIND_NAME .name
int story_mutator(struct story_terms *t, const char *name)
{
	FIND(t, t->scenario->mutators, t->scenario->mutator_count, "mutator", name);
}
#undef FIND_NAME

/* -1: null */
int story_object(struct story_terms *t, const char *name)
{
	if (strcmp(name, "null") == 0)
		return -1;
	for (size_t i = 0; i < t->scenario->named; i++)
		if (strcmp(t->scenario->objects[i].name, name) == 0)
			return (int)i;
	if (strncmp(name, "new", 3) == 0 && atoi(name + 3) > 0 &&
	    t->scenario->named + (size_t)atoi(name + 3) <= t->scenario->object_count)
		return (int)t->scenario->named + atoi(name + 3) - 1;
	return story_unknown(t, "object", name);
}

/* "line0": -1: it is no region of this sort. */
static int find_region(const struct story_terms *t, const struct ir_region *region,
    const char *name)
{
	for (size_t i = 0; i < ir_regions_of(t->scenario, region); i++)
		if (strcmp(gd_arena_printf(t->arena, "%s%zu", region->name, i), name) == 0)
			return (int)i;
	return -1;
}

int story_region(struct story_terms *t, const struct ir_region *region, const char *name)
{
	int number = find_region(t, region, name);

	if (number >= 0)
		return number;
	if (strcmp(gd_arena_printf(t->arena, "no %s", region->name), name) != 0)
		return story_unknown(t, "region", name);
	return (int)ir_regions_of(t->scenario, region);
}

/* ---------------------------------------------------------------------- locations */
int story_slots_from(const struct story_terms *t)
{
	return (int)(t->scenario->object_count * t->spec->meta_count);
}

int story_roots_from(const struct story_terms *t)
{
	return story_slots_from(t) +
	    (int)(t->scenario->object_count * t->scenario->slots_per_object);
}

/* "m.x", which begins like `a.mark'; -1: it is no root */
static int find_root(struct story_terms *t, const char *owner, const char *name)
{
	int number = story_roots_from(t);

	for (size_t i = 0; i < t->scenario->mutator_count; i++) {
		const struct ir_mutator *m = &t->scenario->mutators[i];

		for (size_t j = 0; j < m->root_count; j++, number++)
			if (strcmp(m->name, owner) == 0 && strcmp(m->roots[j].name, name) == 0)
				return number;
	}
	return -1;
}

/* "line0" and "live"; -1: it is no metadata of a region. */
static int find_of_region(const struct story_terms *t, const char *owner, const char *member)
{
	for (size_t i = 0; i < t->spec->meta_count; i++) {
		const struct ir_meta *meta = t->spec->metas[i];

		if (!meta->region || strcmp(meta->name, member) != 0)
			continue;
		if (find_region(t, meta->region, owner) >= 0)
			return find_region(t, meta->region, owner) * (int)t->spec->meta_count +
			    (int)i;
	}
	return -1;
}

int story_location(struct story_terms *t, const char *text)
{
	size_t dot = strcspn(text, "."), length;
	const char *owner = gd_arena_strndup(t->arena, text, dot), *member, *index;
	int object, root;

	if (!text[dot])
		return story_unknown(t, "location", text);
	member = text + dot + 1;
	length = strcspn(member, "[");
	index = member + length;
	root = find_root(t, owner, member);
	if (root >= 0)
		return root;
	if (find_of_region(t, owner, member) >= 0)
		return find_of_region(t, owner, member);
	object = story_object(t, owner);
	if (find_word(t, member) >= 0)
		return object * (int)t->spec->meta_count + find_word(t, member);
	member = gd_arena_strndup(t->arena, member, length);
	if (!*index)
		return object * (int)t->spec->meta_count + story_meta(t, member);
	return story_slots_from(t) + object * (int)t->scenario->slots_per_object +
	    (int)t->scenario->group_first[story_group(t, member) < 0 ? 0 : story_group(t, member)] +
	    atoi(index + 1);
}

int story_number(const struct ir_type *type, const char *text)
{
	for (size_t i = 0; i < type->tag_count; i++)
		if (strcmp(type->tags[i], text) == 0)
			return (int)i;
	return strcmp(text, "true") == 0 ? 1 : atoi(text);
}

int story_typed(struct story_terms *t, const struct ir_type *type, const char *text)
{
	if (type->kind != IR_REF)
		return story_number(type, text);
	for (size_t i = 0; i < type->tag_count; i++)
		if (type->tags[i] && strcmp(type->tags[i], text) == 0)
			return (int)ir_tag_as_reference(i);
	return story_object(t, text);
}

int16_t story_value(struct story_terms *t, int location, const char *text)
{
	if (!text)
		return SEEN_NOTHING;
	if (location >= story_slots_from(t))
		return (int16_t)story_object(t, text);
	return (int16_t)story_typed(t,
	    &t->spec->metas[(size_t)location % t->spec->meta_count]->type, text);
}
