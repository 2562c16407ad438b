/* faithful.c: what mutators would find if there were no collector.
 *
 * Each allocation makes an object with an identity of its own.  Beside the heap of cells there is a heap
 * of identities, which only the program's own operations change, and which loses nothing that the
 * program can still reach.  `faithful' breaks where a mutator uses a root, or reads a slot or a word, and finds
 * something else than in that heap.  Only which identities are equal matters, so after each step they get the
 * numbers in which they are come upon. */
#include "tests/differential/semantics/internal.h"

#include <string.h>

enum { MORE_IDENTITIES = 8 };
/* Of each mutator: 1 + the number of the slot or word that it is loading, or 0; and what the load would have found before
 * stores of others, each once. */
enum { RACED = 4, RACING = 1 + RACED, NOTHING = -9 };

static void fail(struct making *making, enum sx_check check, const char *name)
{
	if (making->step->failed || (making->machine->options.unchecked >> check & 1))
		return;
	making->step->failed = true;
	making->step->check = check;
	making->step->name = name;
}

static bool is_word(const struct sx_spec *spec, unsigned meta)
{
	return spec->metas[meta].is_word;
}

void sx_lay_out_identities(struct sx_spec *spec, unsigned *at)
{
	if (!spec->has_identities)
		return;
	spec->identities = spec->object_count + MORE_IDENTITIES;
	spec->at_origin = *at;
	*at += spec->object_count;
	spec->at_meant_roots = *at;
	*at += spec->root_count;
	spec->at_meant_operands = *at;
	*at += 2 * spec->mutator_count;
	spec->at_meant_slots = *at;
	*at += spec->identities * spec->slots;
	spec->at_meant_metas = *at;
	*at += spec->identities * spec->meta_count;
	spec->loads_race = spec->redirects_loads && spec->mutator_count > 1;
	spec->at_racing = *at;
	*at += spec->loads_race ? RACING * spec->mutator_count : 0;
}

static cell *racing(struct state *s, const struct sx_spec *spec, unsigned m)
{
	return &s->at[spec->at_racing + RACING * m];
}

static cell *meant_root(struct making *making, unsigned m, int root)
{
	const struct sx_spec *spec = making->machine->spec;

	return &making->state
		    ->at[spec->at_meant_roots + spec->mutators[m].first_root + (unsigned)root];
}

static cell *meant_slot(struct making *making, int identity, unsigned slot)
{
	const struct sx_spec *spec = making->machine->spec;

	return &making->state->at[spec->at_meant_slots + (unsigned)identity * spec->slots + slot];
}

static cell *meant_word(struct making *making, int identity, unsigned meta)
{
	const struct sx_spec *spec = making->machine->spec;

	return &making->state
		    ->at[spec->at_meant_metas + (unsigned)identity * spec->meta_count + meta];
}

/* ------------------------------------------------------------------------- numbers */
struct numbering {
	const struct sx_spec *spec;
	struct state *state;
	cell to[CELLS];
	unsigned count;
	cell found[CELLS]; /* in this order */
};

static void come_upon(struct numbering *n, cell identity)
{
	if (identity < 0 || n->to[identity] >= 0)
		return;
	n->to[identity] = (cell)n->count;
	n->found[n->count++] = identity;
}

/* How many objects the mutator might find by its load of a slot. */
static unsigned raced_objects(const struct numbering *n, unsigned m)
{
	const cell *at;
	unsigned count = 0;

	if (!n->spec->loads_race)
		return 0;
	at = racing(n->state, n->spec, m);
	while (at[0] && at[0] <= (cell)n->spec->slots && count < RACED && at[1 + count] != NOTHING)
		count++;
	return count;
}

static void come_upon_all(struct numbering *n)
{
	const struct sx_spec *spec = n->spec;

	for (unsigned i = 0; i < spec->root_count; i++)
		come_upon(n, n->state->at[spec->at_meant_roots + i]);
	for (unsigned i = 0; i < 2 * spec->mutator_count; i++)
		come_upon(n, n->state->at[spec->at_meant_operands + i]);
	for (unsigned i = 0; i < spec->object_count; i++)
		come_upon(n, n->state->at[spec->at_origin + i]);
	for (unsigned m = 0; m < spec->mutator_count; m++)
		for (unsigned i = 1; i <= raced_objects(n, m); i++)
			come_upon(n, racing(n->state, spec, m)[i]);
	for (unsigned i = 0; i < n->count; i++)
		for (unsigned k = 0; k < spec->slots; k++)
			come_upon(n,
			    n->state->at[spec->at_meant_slots +
				(unsigned)n->found[i] * spec->slots + k]);
}

static cell renamed(const struct numbering *n, cell identity)
{
	return identity < 0 ? -1 : n->to[identity];
}

static void rename_cells(const struct numbering *n, unsigned first, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		n->state->at[first + i] = renamed(n, n->state->at[first + i]);
}

void sx_number_identities(const struct machine *machine, struct state *s)
{
	const struct sx_spec *spec = machine->spec;
	struct numbering n = { .spec = spec, .state = s };
	struct state old;

	if (!spec->has_identities)
		return;
	memset(n.to, -1, sizeof n.to);
	come_upon_all(&n);
	old = *s;
	for (unsigned i = 0; i < spec->identities; i++) {
		unsigned from = i < n.count ? (unsigned)n.found[i] : 0;

		for (unsigned k = 0; k < spec->slots; k++)
			s->at[spec->at_meant_slots + i * spec->slots + k] = i >= n.count
			    ? -1
			    : renamed(&n, old.at[spec->at_meant_slots + from * spec->slots + k]);
		for (unsigned k = 0; k < spec->meta_count; k++)
			s->at[spec->at_meant_metas + i * spec->meta_count + k] = i >= n.count
			    ? 0
			    : old.at[spec->at_meant_metas + from * spec->meta_count + k];
	}
	rename_cells(&n, spec->at_meant_roots, spec->root_count);
	rename_cells(&n, spec->at_meant_operands, 2 * spec->mutator_count);
	rename_cells(&n, spec->at_origin, spec->object_count);
	for (unsigned m = 0; m < spec->mutator_count; m++)
		rename_cells(&n, spec->at_racing + RACING * m + 1, raced_objects(&n, m));
}

/* -------------------------------------------------------------------- racing loads */
static void load_nothing(struct state *s, const struct sx_spec *spec, unsigned m)
{
	if (!spec->loads_race)
		return;
	racing(s, spec, m)[0] = 0;
	for (unsigned i = 1; i < RACING; i++)
		racing(s, spec, m)[i] = NOTHING;
}

/* M begins to load slot NUMBER, or, after all slots, a word, of the object that its operation is about. */
void sx_meant_load(struct making *making, unsigned m, unsigned number)
{
	const struct sx_spec *spec = making->machine->spec;

	if (spec->has_identities && spec->loads_race)
		racing(making->state, spec, m)[0] = (cell)(number + 1);
}

/* The load of the mutator might have found VALUE. */
static void add_raced(struct making *making, unsigned m, cell value)
{
	cell *at = racing(making->state, making->machine->spec, m);

	for (unsigned i = 1; i < RACING; i++) {
		if (at[i] == value)
			return;
		if (at[i] == NOTHING) {
			at[i] = value;
			return;
		}
	}
	fail(making, SX_IN_RANGE, "too many values that a load may find");
}

/* M is about to store to slot or word NUMBER of IDENTITY, which has VALUE. */
static void race(struct making *making, unsigned m, int identity, unsigned number, cell value)
{
	const struct sx_spec *spec = making->machine->spec;

	for (unsigned k = 0; k < spec->mutator_count && spec->loads_race; k++)
		if (k != m && racing(making->state, spec, k)[0] == (cell)(number + 1) &&
		    making->state->at[spec->at_meant_operands + 2 * k] == identity)
			add_raced(making, k, value);
}

/* FOUND: an identity or a number. */
static bool has_raced(struct making *making, unsigned m, cell found)
{
	const cell *at = racing(making->state, making->machine->spec, m);

	for (unsigned i = 1; i < RACING && making->machine->spec->loads_race; i++)
		if (at[i] == found && found != NOTHING)
			return true;
	return false;
}

/* ------------------------------------------------------------------------- the heap */
/* At the start object NUMBER has the identity NUMBER. */
void sx_first_identities(const struct machine *machine, struct state *s)
{
	const struct sx_spec *spec = machine->spec;

	if (!spec->has_identities)
		return;
	for (unsigned o = 0; o < spec->object_count; o++)
		s->at[spec->at_origin + o] = (cell)(s->at[spec->at_live + o] ? (int)o : -1);
	for (unsigned i = 0; i < spec->root_count; i++)
		s->at[spec->at_meant_roots + i] = s->at[spec->at_roots + i];
	for (unsigned i = 0; i < 2 * spec->mutator_count; i++)
		s->at[spec->at_meant_operands + i] = -1;
	for (unsigned m = 0; m < spec->mutator_count; m++)
		load_nothing(s, spec, m);
	for (unsigned i = 0; i < spec->identities * spec->slots; i++)
		s->at[spec->at_meant_slots + i] =
		    (cell)(i < spec->object_count * spec->slots ? s->at[spec->at_slots + i] : -1);
	for (unsigned i = 0; i < spec->object_count * spec->meta_count; i++)
		if (is_word(spec, i % spec->meta_count) &&
		    s->at[spec->at_live + i / spec->meta_count])
			s->at[spec->at_meant_metas + i] = s->at[spec->at_meta + i];
	sx_number_identities(machine, s);
}

/* A mutator has taken the cell OBJECT: its object is a new one. */
void sx_new_identity(struct making *making, unsigned object)
{
	const struct sx_spec *spec = making->machine->spec;
	int most = -1;

	if (!spec->has_identities)
		return;
	/* all that are in use have the smallest numbers */
	for (unsigned i = spec->at_origin;
	     i < spec->at_meant_slots + spec->identities * spec->slots; i++)
		if (making->state->at[i] > most)
			most = making->state->at[i];
	if (most + 1 >= (int)spec->identities) {
		fail(making, SX_IN_RANGE, "too many objects");
		return;
	}
	making->state->at[spec->at_origin + object] = (cell)(most + 1);
}

void sx_lose_identity(struct making *making, int object)
{
	const struct sx_spec *spec = making->machine->spec;

	if (spec->has_identities)
		making->state->at[spec->at_origin + (unsigned)object] = -1;
}

void sx_copy_identity(struct making *making, int from, int to)
{
	const struct sx_spec *spec = making->machine->spec;

	if (spec->has_identities)
		making->state->at[spec->at_origin + (unsigned)to] =
		    making->state->at[spec->at_origin + (unsigned)from];
}

int sx_origin(const struct machine *machine, const struct state *s, int object)
{
	return object < 0 ? -1 : s->at[machine->spec->at_origin + (unsigned)object];
}

/* ----------------------------------------------------------------------- mutators */
static void must_be(struct making *making, int object, int identity)
{
	bool same = object < 0
	    ? identity < 0
	    : identity >= 0 && sx_origin(making->machine, making->state, object) == identity;

	if (!same && making->machine->spec->asks_faithful)
		fail(making, SX_FAITHFUL, NULL);
}

void sx_use_root(struct making *making, unsigned m, int root)
{
	const struct sx_spec *spec = making->machine->spec;

	if (spec->has_identities && root >= 0)
		must_be(making,
		    making->state
			->at[spec->at_roots + spec->mutators[m].first_root + (unsigned)root],
		    *meant_root(making, m, root));
}

void sx_meant_copy(struct making *making, unsigned m, int root, unsigned giver, int from)
{
	if (making->machine->spec->has_identities)
		*meant_root(making, m, root) = from < 0 ? -1 : *meant_root(making, giver, from);
}

void sx_meant_new(struct making *making, unsigned m, int root, int object)
{
	if (making->machine->spec->has_identities)
		*meant_root(making, m, root) =
		    (cell)sx_origin(making->machine, making->state, object);
}

/* FOUND was read from SLOT of the object at root OBJECT, for root TO. */
void sx_meant_read(struct making *making, unsigned m, int object, unsigned slot, int to, int found)
{
	int identity;

	if (!making->machine->spec->has_identities ||
	    (identity = *meant_root(making, m, object)) < 0)
		return;
	identity = *meant_slot(making, identity, slot);
	must_be(making, found, identity);
	*meant_root(making, m, to) = (cell)identity;
}

void sx_meant_read_word(struct making *making, unsigned m, int object, unsigned meta, int found)
{
	int identity;

	if (!making->machine->spec->has_identities ||
	    (identity = *meant_root(making, m, object)) < 0)
		return;
	if (*meant_word(making, identity, meta) != found && making->machine->spec->asks_faithful)
		fail(making, SX_FAITHFUL, NULL);
}

void sx_meant_write_word(struct making *making, unsigned m, int object, unsigned meta, int value)
{
	const struct sx_spec *spec = making->machine->spec;
	int identity;

	if (spec->has_identities && (identity = *meant_root(making, m, object)) >= 0) {
		race(making, m, identity, spec->slots + meta, *meant_word(making, identity, meta));
		*meant_word(making, identity, meta) = (cell)value;
	}
}

/* What a store, or an allocation (VALUE -2), is about, until it is done. */
void sx_meant_begin(struct making *making, unsigned m, int object, int value)
{
	const struct sx_spec *spec = making->machine->spec;
	cell *at = &making->state->at[spec->at_meant_operands + 2 * m];

	if (!spec->has_identities)
		return;
	at[0] = *meant_root(making, m, object);
	at[1] = (cell)(value < 0 ? -1 : *meant_root(making, m, value));
}

void sx_meant_hold(struct making *making, unsigned m, int object)
{
	const struct sx_spec *spec = making->machine->spec;

	if (spec->has_identities)
		making->state->at[spec->at_meant_operands + 2 * m] =
		    (cell)sx_origin(making->machine, making->state, object);
}

void sx_meant_store(struct making *making, unsigned m, unsigned slot)
{
	const struct sx_spec *spec = making->machine->spec;
	cell *at = &making->state->at[spec->at_meant_operands + 2 * m];

	if (!spec->has_identities)
		return;
	if (at[0] >= 0) {
		race(making, m, at[0], slot, *meant_slot(making, at[0], slot));
		*meant_slot(making, at[0], slot) = at[1];
	}
	at[0] = at[1] = -1;
}

/* The access that a barrier has redirected is to OBJECT. */
void sx_meant_redirected(struct making *making, unsigned m, int object)
{
	const struct sx_spec *spec = making->machine->spec;

	if (spec->has_identities)
		must_be(making, object, making->state->at[spec->at_meant_operands + 2 * m]);
}

/* VALUE: an object, or the number in a word.  MEANT: what is in the heap without a collector. */
static void found_by_load(struct making *making, unsigned m, bool is_word, int value, cell meant,
    int target)
{
	cell found = (cell)(is_word ? value : sx_origin(making->machine, making->state, value));

	if (found != meant && (is_word || value < 0 || found >= 0) && has_raced(making, m, found))
		meant = found;
	if (!is_word)
		must_be(making, value, meant);
	else if (meant != value && making->machine->spec->asks_faithful)
		fail(making, SX_FAITHFUL, NULL);
	if (!is_word && target >= 0)
		*meant_root(making, m, target) = meant;
}

/* It has found or stored VALUE in slot NUMBER, or, after all slots, in a word; a load was for root TARGET. */
void sx_meant_access(struct making *making, unsigned m, unsigned number, bool loads, int value,
    int target)
{
	const struct sx_spec *spec = making->machine->spec;
	cell *at = &making->state->at[spec->at_meant_operands + 2 * m], *meant;
	bool is_word = number >= spec->slots;

	if (!spec->has_identities || at[0] < 0)
		return;
	meant = is_word ? meant_word(making, at[0], number - spec->slots)
			: meant_slot(making, at[0], number);
	if (!loads) {
		race(making, m, at[0], number, *meant);
		*meant = (cell)(is_word ? value : at[1]);
	} else {
		found_by_load(making, m, is_word, value, *meant, target);
	}
	at[0] = at[1] = -1;
	load_nothing(making->state, spec, m);
}

/* LOCATION: of a root. */
void sx_meant_rooted(struct making *making, unsigned m, unsigned root)
{
	const struct sx_spec *spec = making->machine->spec;
	cell *at = &making->state->at[spec->at_meant_operands + 2 * m];

	if (!spec->has_identities)
		return;
	making->state->at[spec->at_meant_roots + root] = at[0];
	at[0] = -1;
}
