/* client.c: most general clients: all that their mutators may do, and the values with which they begin. */
#include "tests/differential/semantics/reader.h"

#include <string.h>

/* ----------------------------------------------------------------------- reading */
static struct beginning only(struct sx_spec *spec, int value)
{
	struct beginning beginning = { GD_NEW_ARRAY(spec->arena, int, 1), 1, false };

	beginning.values[0] = value;
	return beginning;
}

static struct beginning any_reference(struct sx_spec *spec, const struct value *meta)
{
	unsigned tags = (unsigned)json_array_size(meta->tags);
	struct beginning beginning = { GD_NEW_ARRAY(spec->arena, int, tags + 1), 1, true };

	beginning.values[0] = -1;
	for (unsigned i = 0; i < tags; i++)
		if (json_is_string(json_array_get(meta->tags, i)))
			beginning.values[beginning.count++] =
			    sx_ref_tag(spec, json_string_value(json_array_get(meta->tags, i)));
	return beginning;
}

static struct beginning any_value(struct sx_spec *spec, const struct value *meta)
{
	int tags = (int)json_array_size(meta->tags);
	int low = tags ? 0 : meta->range.low, high = tags ? tags - 1 : meta->range.high;
	struct beginning beginning = { GD_NEW_ARRAY(spec->arena, int, high - low + 1), 0, false };

	if (meta->is_ref)
		return any_reference(spec, meta);
	for (int value = low; value <= high; value++)
		beginning.values[beginning.count++] = value;
	return beginning;
}

static bool is_any(const json_t *client, const char *name)
{
	size_t i;
	const json_t *any;

	json_array_foreach(json_object_get(client, "any"), i, any)
	{
		if (strcmp(json_string_value(any), name) == 0)
			return true;
	}
	return false;
}

static struct beginning word_values(struct sx_spec *spec, const json_t *client)
{
	const json_t *json = json_object_get(client, "word_values"), *value;
	struct beginning words = { GD_NEW_ARRAY(spec->arena, int, json_array_size(json) + 1), 0,
		false };
	size_t i;

	json_array_foreach(json, i, value)
	{
		words.values[words.count++] = (int)json_integer_value(value);
	}
	return words;
}

static struct beginning beginning_of(struct sx_spec *spec, const json_t *json,
    const struct value *meta)
{
	const json_t *given = json_object_get(json_object_get(json, "metadata"), meta->name);

	if (meta->is_word)
		return word_values(spec, json);
	if (meta->region < 0 && is_any(json, meta->name))
		return any_value(spec, meta);
	return only(spec, given ? sx_constant(spec, meta, given) : meta->initial);
}

/* -------------------------------------------------------------------------- what they do */
struct offered {
	struct sx_spec *spec;
	unsigned m;
	GD_VEC(struct action) actions;
};

static void add(struct offered *offered, struct action action)
{
	GD_PUSH(offered->spec->arena, offered->actions, action);
}

static const struct expr *constant(struct sx_spec *spec, int value)
{
	struct expr *expr = GD_NEW(spec->arena, struct expr);

	*expr = (struct expr){ .op = E_CONST, .value = value };
	return expr;
}

/* What a mutator can do with the object in ROOT. */
static void add_accesses(struct offered *offered, int root, const struct beginning *words)
{
	struct sx_spec *spec = offered->spec;
	int roots = (int)spec->mutators[offered->m].roots;

	for (unsigned slot = 0; slot < spec->slots; slot++)
		for (int other = -1; other < roots; other++) {
			add(offered,
			    (struct action){ A_WRITE, .object = root, .slot = slot,
				.value = other });
			if (other >= 0)
				add(offered,
				    (struct action){ A_READ, .object = root, .slot = slot,
					.to = other });
		}
	for (unsigned i = 0; i < spec->meta_count; i++) {
		if (!spec->metas[i].is_word)
			continue;
		add(offered, (struct action){ A_READ_WORD, .object = root, .word = i, .to = -1 });
		for (unsigned k = 0; k < words->count; k++)
			add(offered,
			    (struct action){ A_WRITE_WORD, .object = root, .word = i,
				.expr = constant(spec, words->values[k]) });
	}
}

static void add_receives(struct offered *offered, int to)
{
	const struct sx_spec *spec = offered->spec;

	for (unsigned giver = 0; giver < spec->mutator_count; giver++)
		for (unsigned i = 0; giver != offered->m && i < spec->mutators[giver].roots; i++)
			add(offered,
			    (struct action){ A_RECEIVE, .to = to, .giver = giver,
				.value = (int)i });
}

static void add_all(struct offered *offered, const struct client *client)
{
	const struct sx_spec *spec = offered->spec;

	for (int root = 0; root < (int)spec->mutators[offered->m].roots; root++) {
		add_accesses(offered, root, client->words);
		add(offered, (struct action){ A_DROP, .to = root });
		add(offered, (struct action){ A_ALLOCATE, .to = root });
		add(offered, (struct action){ A_PIN, .value = root });
		if (client->receives)
			add_receives(offered, root);
	}
	for (unsigned cycle = 0; client->collects && cycle < spec->cycle_count; cycle++)
		if (spec->cycles_of >> cycle & 1)
			add(offered, (struct action){ A_COLLECT, .cycle = cycle });
}

static void refuse(struct sx_spec *spec, const json_t *json, const json_t *mutators)
{
	size_t i;
	const json_t *mutator;

	if (json_integer_value(json_object_get(json, "globals")) > 0)
		sx_cannot(spec, "a client has roots that belong to the heap");
	json_array_foreach(mutators, i, mutator)
	{
		if (json_is_false(json_object_get(mutator, "stays")))
			sx_cannot(spec, "mutators of a client join or leave");
	}
}

void sx_read_client(struct sx_spec *spec, const json_t *scenario)
{
	const json_t *json = json_object_get(scenario, "client");
	const json_t *steps = json_object_get(json, "steps");
	struct client *client = GD_NEW(spec->arena, struct client);
	struct beginning *begins =
	    GD_NEW_ARRAY(spec->arena, struct beginning, spec->meta_count + 1);

	if (!json)
		return;
	refuse(spec, json, json_object_get(scenario, "mutators"));
	client->steps = json_is_integer(steps) ? (int)json_integer_value(steps) : -1;
	client->receives = json_is_true(json_object_get(json, "receives"));
	client->collects = json_is_true(json_object_get(json, "collects"));
	for (unsigned i = 0; i < spec->meta_count; i++)
		begins[i] = beginning_of(spec, json, &spec->metas[i]);
	begins[spec->meta_count] = word_values(spec, json);
	client->begins = begins;
	client->words = &begins[spec->meta_count];
	client->offers = GD_NEW_ARRAY(spec->arena, struct offers, spec->mutator_count + 1);
	for (unsigned m = 0; m < spec->mutator_count; m++) {
		struct offered offered = { .spec = spec, .m = m };

		add_all(&offered, client);
		client->offers[m] =
		    (struct offers){ offered.actions.at, (unsigned)offered.actions.count };
	}
	spec->client = client;
}

/* A null root has nothing to access or to drop. */
bool sx_may_do(const struct machine *machine, const struct state *s, unsigned m,
    const struct action *action)
{
	const struct sx_spec *spec = machine->spec;
	bool of_giver = action->kind == A_RECEIVE;
	int root = action->kind == A_DROP       ? action->to
	    : of_giver || action->kind == A_PIN ? action->value
						: action->object;
	unsigned at = spec->mutators[of_giver ? action->giver : m].first_root + (unsigned)root;

	if (action->kind == A_ALLOCATE)
		return true;
	if (action->kind == A_PIN && !spec->pins)
		return false;
	if (action->kind == A_COLLECT)
		return s->at[spec->at_asked] < (cell)spec->asks;
	return s->at[spec->at_roots + at] >= 0 ||
	    (spec->has_identities && s->at[spec->at_meant_roots + at] >= 0);
}
