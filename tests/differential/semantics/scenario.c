/* scenario.c: a heap and scripts, from JSON. */
#include "tests/differential/semantics/reader.h"

#include <string.h>

static int number_or_null(const json_t *json)
{
	return json_is_integer(json) ? (int)json_integer_value(json) : -1;
}

/* ------------------------------------------------------------------------- heap */
static void read_layout(struct sx_spec *spec, const json_t *cells)
{
	const json_t *first = json_array_get(cells, 0);

	for (unsigned g = 0; g < spec->group_count; g++) {
		struct group *group = &spec->groups[g];

		group->first = spec->slots;
		group->size = (unsigned)json_array_size(
		    json_object_get(json_object_get(first, "slots"), group->name));
		spec->slots += group->size;
	}
}

/* The metadata of the objects that exist at the start: as at allocation, or as given. */
static const int *read_metas(struct sx_spec *spec, const json_t *cells)
{
	unsigned count = (unsigned)json_array_size(cells);
	int *metas = GD_NEW_ARRAY(spec->arena, int, count * spec->meta_count + 1);

	for (unsigned i = 0; i < count * spec->meta_count; i++) {
		const struct value *meta = &spec->metas[i % spec->meta_count];
		const json_t *given =
		    json_object_get(json_object_get(json_array_get(cells, i / spec->meta_count),
					"metadata"),
			meta->name);

		metas[i] = given ? sx_constant(spec, meta, given) : meta->initial;
	}
	return metas;
}

static void read_cells(struct sx_spec *spec, const json_t *cells)
{
	unsigned count = (unsigned)json_array_size(cells);
	int *initial;

	read_layout(spec, cells);
	initial = GD_NEW_ARRAY(spec->arena, int, count * spec->slots + 1);
	spec->objects = GD_NEW_ARRAY(spec->arena, const char *, count + 1);
	for (unsigned o = 0; o < count; o++) {
		const json_t *cell = json_array_get(cells, o);
		const char *name = json_string_value(json_object_get(cell, "name"));

		spec->objects[o] = name ? gd_arena_strdup(spec->arena, name)
					: gd_arena_printf(spec->arena, "cell%u", o);
		spec->named += json_is_true(json_object_get(cell, "allocated"));
		for (unsigned g = 0; g < spec->group_count; g++) {
			const json_t *slots =
			    json_object_get(json_object_get(cell, "slots"), spec->groups[g].name);

			for (unsigned i = 0; i < spec->groups[g].size; i++)
				initial[o * spec->slots + spec->groups[g].first + i] =
				    number_or_null(json_array_get(slots, i));
		}
	}
	spec->object_count = count;
	spec->initial = initial;
	spec->initial_meta = read_metas(spec, cells);
}

/* ----------------------------------------------------------------------- scripts */
static void read_targets(struct sx_spec *spec, const json_t *json, struct action *action)
{
	unsigned count = (unsigned)json_array_size(json);
	unsigned *targets = GD_NEW_ARRAY(spec->arena, unsigned, count + 1);

	for (unsigned i = 0; i < count; i++)
		targets[i] = (unsigned)json_integer_value(json_array_get(json, i));
	action->targets = targets;
	action->target_count = count;
}

/* What an action does with data words, or asserts. */
static void read_names(struct scope *scope, const json_t *json, struct action *action)
{
	const json_t *forgets = json_object_get(json, "forgets");
	const char *word = sx_string(json, "word");

	for (unsigned i = 0; i < scope->spec->meta_count; i++)
		if (strcmp(scope->spec->metas[i].name, word) == 0)
			action->word = i;
	if (action->kind == A_WRITE_WORD || action->kind == A_ASSERT)
		action->expr = sx_read_expr(scope, json_object_get(json, "value"));
	action->name = gd_arena_strdup(scope->spec->arena, sx_string(json, "name"));
	for (size_t i = 0; i < json_array_size(forgets); i++)
		action->forgotten |= UINT64_C(1)
		    << sx_variable(scope, json_string_value(json_array_get(forgets, i)), "");
}

static void read_action(struct sx_spec *spec, const json_t *json, struct code *names,
    struct action *action)
{
	static const char *const words[] = { [A_READ] = "read",
		[A_WRITE] = "write",
		[A_ALLOCATE] = "allocate",
		[A_DROP] = "drop",
		[A_PIN] = "pin",
		[A_COLLECT] = "collect",
		[A_YIELD] = "yield",
		[A_GHOST] = "ghost",
		[A_CHOOSE] = "choose",
		[A_RECEIVE] = "receive",
		[A_JOIN] = "join",
		[A_LEAVE] = "leave",
		[A_READ_WORD] = "read_word",
		[A_WRITE_WORD] = "write_word",
		[A_ASSERT] = "assert" };
	struct code none = { 0 };
	struct scope scope = { .spec = spec, .code = &none },
		     script = { .spec = spec, .code = names };

	action->kind = (enum action_kind)sx_word(spec, words, ACTIONS, sx_string(json, "do"));
	action->runs = sx_reached_at(spec, json, SX_RUNS);
	action->to = number_or_null(json_object_get(json, "to"));
	action->object = number_or_null(json_object_get(json, "object"));
	action->value = number_or_null(json_object_get(json, "value"));
	action->giver = (unsigned)json_integer_value(json_object_get(json, "giver"));
	action->next = (unsigned)json_integer_value(json_object_get(json, "next"));
	if (json_object_get(json, "group"))
		action->slot = spec->groups[sx_named(spec, json, "group")].first +
		    (unsigned)json_integer_value(json_object_get(json, "slot"));
	if (json_object_get(json, "cycle"))
		action->cycle = (unsigned)sx_named(spec, json, "cycle");
	if (action->kind == A_GHOST) {
		action->ghost = (unsigned)sx_named(spec, json, "ghost");
		action->expr = sx_read_expr(&scope, json_object_get(json, "value"));
	}
	if (action->kind >= A_READ_WORD)
		read_names(&script, json, action);
	read_targets(spec, json_object_get(json, "targets"), action);
}

/* Only scripts with data words, or with asserts, have expressions. */
static void name_all(struct sx_spec *spec, const json_t *json, struct mutator *mutator)
{
	struct scope scope = { .spec = spec, .code = &mutator->names };

	if (mutator->roots + mutator->numbers > VARS) {
		sx_cannot(spec, "the script of `%s' has too many names", mutator->name);
		return;
	}
	for (unsigned i = 0; i < mutator->roots; i++)
		sx_variable(&scope, mutator->root_names[i], "ref");
	for (unsigned i = 0; i < mutator->numbers; i++)
		sx_variable(&scope,
		    json_string_value(json_array_get(json_object_get(json, "numbers"), i)), "int");
}

static bool has_names(const json_t *json)
{
	const json_t *script = json_object_get(json, "script");

	for (size_t i = 0; i < json_array_size(script); i++)
		if (strcmp(sx_string(json_array_get(script, i), "do"), "assert") == 0)
			return true;
	return json_array_size(json_object_get(json, "numbers")) > 0;
}

static void read_mutator(struct sx_spec *spec, const json_t *json, struct mutator *mutator)
{
	const json_t *roots = json_object_get(json, "roots");
	const json_t *script = json_object_get(json, "script");
	struct action *actions;
	int *initial;

	mutator->name = gd_arena_strdup(spec->arena, sx_string(json, "name"));
	mutator->first_root = spec->root_count;
	mutator->roots = (unsigned)json_array_size(roots);
	mutator->root_names = GD_NEW_ARRAY(spec->arena, const char *, mutator->roots + 1);
	initial = GD_NEW_ARRAY(spec->arena, int, mutator->roots + 1);
	for (unsigned i = 0; i < mutator->roots; i++) {
		const json_t *root = json_array_get(roots, i);

		mutator->root_names[i] = gd_arena_strdup(spec->arena, sx_string(root, "name"));
		initial[i] = number_or_null(json_object_get(root, "initial"));
	}
	mutator->initial = initial;
	spec->root_count += mutator->roots;
	mutator->first_number = spec->number_count;
	mutator->numbers = (unsigned)json_array_size(json_object_get(json, "numbers"));
	spec->number_count += mutator->numbers;
	if (has_names(json))
		name_all(spec, json, mutator);
	mutator->actions = (unsigned)json_array_size(script);
	actions = GD_NEW_ARRAY(spec->arena, struct action, mutator->actions + 1);
	for (unsigned i = 0; i < mutator->actions; i++)
		read_action(spec, json_array_get(script, i), &mutator->names, &actions[i]);
	mutator->script = actions;
}

/* ----------------------------------------------------------------------- all of it */
static void read_environment(struct sx_spec *spec, const json_t *json)
{
	const json_t *of = json_object_get(json, "of_cycles");

	spec->environment = strcmp(sx_string(json, "asked_by"), "environment") == 0;
	spec->asks = (unsigned)json_integer_value(json_object_get(json, "cycles"));
	for (size_t i = 0; i < json_array_size(of); i++) {
		json_t *one = json_pack("{s:O}", "cycle", json_array_get(of, i));

		spec->cycles_of |= 1u << sx_named(spec, one, "cycle");
		json_decref(one);
	}
	if (!spec->cycles_of)
		spec->cycles_of = ~0u;
}

void sx_read_scenario(struct sx_spec *spec, const json_t *json)
{
	const json_t *mutators = json_object_get(json, "mutators");
	const json_t *expected = json_object_get(json, "expected");
	int *objects = GD_NEW_ARRAY(spec->arena, int, json_array_size(expected) + 1);

	read_cells(spec, json_object_get(json, "objects"));
	spec->mutator_count = (unsigned)json_array_size(mutators);
	spec->mutators = GD_NEW_ARRAY(spec->arena, struct mutator, spec->mutator_count + 1);
	for (unsigned i = 0; i < spec->mutator_count; i++)
		read_mutator(spec, json_array_get(mutators, i), &spec->mutators[i]);
	read_environment(spec, json);
	sx_read_client(spec, json);
	for (size_t i = 0; i < json_array_size(expected); i++)
		objects[i] = (int)json_integer_value(json_array_get(expected, i));
	spec->expected = objects;
	spec->expected_count = (unsigned)json_array_size(expected);
}
