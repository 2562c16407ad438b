/* heaps.c: the states in which a run may begin; those of a most general client.
 *
 * Every heap is tried, whatever numbers its objects have: a search that has had its equal with other numbers
 * takes longer, and misses nothing. */
#include "tests/differential/semantics/internal.h"

/* Choices that are made one after the other, again and again until all have been made in all ways. */
enum { MOST_CHOICES = 200 };
struct choices {
	unsigned made[MOST_CHOICES], of[MOST_CHOICES], count, at;
};

static unsigned choose(struct choices *c, unsigned of)
{
	if (c->at == c->count) {
		c->made[c->count] = 0;
		c->of[c->count++] = of;
	}
	return c->made[c->at++];
}

/* false: that were all. */
static bool choose_otherwise(struct choices *c)
{
	c->at = 0;
	while (c->count && c->made[c->count - 1] + 1 == c->of[c->count - 1])
		c->count--;
	if (c->count)
		c->made[c->count - 1]++;
	return c->count > 0;
}

/* Where the places of objects count, they may be anywhere. */
static bool places_count(const struct sx_spec *spec)
{
	for (unsigned i = 0; i < spec->kind_count; i++)
		for (unsigned pc = 0; pc < spec->kinds[i].code.count; pc++)
			if (spec->kinds[i].code.at[pc].op == DO_SLIDE)
				return true;
	return spec->region_count > 0;
}

/* Whether a loop over all objects does more than emit: it visits them in the order of their addresses. */
static bool order_counts(const struct sx_spec *spec)
{
	for (unsigned i = 0; i < spec->kind_count; i++) {
		const struct code *code = &spec->kinds[i].code;

		for (unsigned pc = 0; pc < code->count; pc++)
			for (unsigned k = pc + 1; code->at[pc].op == DO_NEXT &&
			     code->at[pc].domain == IN_OBJECTS && k < code->at[pc].target;
			     k++)
				if (code->at[k].op != DO_EMIT && code->at[k].op != DO_JUMP)
					return true;
	}
	return false;
}

static void choose_objects(const struct sx_spec *spec, struct choices *c, struct state *s)
{
	unsigned cells =
	    spec->space_count ? spec->object_count / spec->space_count : spec->object_count;
	bool anywhere = places_count(spec) || order_counts(spec);
	unsigned first = anywhere ? 0 : choose(c, cells + 1);

	for (unsigned o = 0; o < cells; o++)
		s->at[spec->at_live + o] = s->at[spec->at_held + o] =
		    (cell)(anywhere ? choose(c, 2) : o < first);
}

/* One of VALUES (NULL: null), or any object. */
static cell choose_value(const struct sx_spec *spec, struct choices *c, const struct state *s,
    const struct beginning *values)
{
	static int none = -1;
	static const struct beginning any_slot = { &none, 1, true };
	const struct beginning *from = values ? values : &any_slot;
	unsigned objects = 0, chosen;

	for (unsigned o = 0; from->any_object && o < spec->object_count; o++)
		objects += s->at[spec->at_live + o] != 0;
	chosen = choose(c, from->count + objects);
	if (chosen < from->count)
		return (cell)from->values[chosen];
	chosen -= from->count;
	for (unsigned o = 0;; o++)
		if (s->at[spec->at_live + o] && chosen-- == 0)
			return (cell)o;
}

static void choose_object(const struct sx_spec *spec, struct choices *c, struct state *s,
    unsigned object)
{
	for (unsigned i = 0; i < spec->slots; i++)
		s->at[spec->at_slots + object * spec->slots + i] = choose_value(spec, c, s, NULL);
	for (unsigned i = 0; i < spec->meta_count; i++)
		if (spec->metas[i].region < 0)
			s->at[spec->at_meta + object * spec->meta_count + i] =
			    choose_value(spec, c, s, &spec->client->begins[i]);
}

/* Where the places of objects do not count, a run begins without objects that nobody can reach. */
static bool is_first_heap(const struct machine *machine, struct state *s)
{
	for (unsigned o = 0; o < machine->spec->object_count && !places_count(machine->spec); o++)
		if (s->at[machine->spec->at_live + o] && !sx_is_reachable(machine, s, (int)o))
			return false;
	return true;
}

void sx_begin_each(const struct machine *machine, sx_begins *begins, void *context)
{
	const struct sx_spec *spec = machine->spec;
	struct choices c = { .count = 0 };
	struct state first, s;

	sx_initial(machine, &first);
	if (!spec->client) {
		begins(context, &first);
		return;
	}
	do {
		s = first;
		choose_objects(spec, &c, &s);
		for (unsigned i = 0; i < spec->root_count; i++)
			s.at[spec->at_roots + i] = choose_value(spec, &c, &s, NULL);
		for (unsigned o = 0; o < spec->object_count; o++)
			if (s.at[spec->at_live + o])
				choose_object(spec, &c, &s, o);
		if (!is_first_heap(machine, &s))
			continue;
		sx_first_identities(machine, &s);
		begins(context, &s);
	} while (choose_otherwise(&c));
}
