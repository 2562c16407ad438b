/* grow-expression.c: locals, random expressions and conditions. */
#include "tests/differential/kernels/grow.h"

#include <string.h>

/* --------------------------------------------------------------------------- locals */
struct local *new_local(struct grower *g, const char *letter, enum type type)
{
	/* names that C, its library and the runtime use, too */
	static const char *const odd[] = { "worker", "heap", "EOF", "errno", "NULL", "data",
		"uint8_t", "K_META_mark", "gc_ref", "outer", "stdin", "_own", "units", "mutator_",
		"i" };
	struct local *local = GD_NEW(g->program->arena, struct local);

	if (chance(g, 10))
		snprintf(local->name, sizeof local->name, "%s%s", odd[pick(g, 15)],
		    chance(g, 50) ? "_" : "");
	else
		snprintf(local->name, sizeof local->name, "%s%u", letter, g->names++ % 7);
	for (unsigned i = 0; i < g->scope_count; i++)
		if (!strcmp(g->scope[i]->name, local->name))
			snprintf(local->name, sizeof local->name, "%s%u", letter, 100 + g->names++);
	local->type = type;
	return local;
}

void enter(struct grower *g, struct local *local)
{
	if (g->scope_count < SCOPE)
		g->scope[g->scope_count++] = local;
}

/* A local of TYPE.  NULL: there is none. */
struct local *find(struct grower *g, enum type type, bool not_null)
{
	struct local *found = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < g->scope_count; i++)
		if (g->scope[i]->type == type && !(not_null && g->scope[i]->is_null) &&
		    pick(g, ++count) == 0)
			found = g->scope[i];
	return found;
}

/* ---------------------------------------------------------------------- expressions */
struct expr *new_expr(struct grower *g, enum expr_kind kind, enum type type)
{
	struct expr *e = GD_NEW(g->program->arena, struct expr);

	e->kind = kind;
	e->type = type;
	e->meta = -1;
	return e;
}

struct expr *constant(struct grower *g, enum type type, long number)
{
	struct expr *e = new_expr(g, CONSTANT, type);

	e->number = e->low = e->high = number;
	return e;
}

struct expr *use(struct grower *g, struct local *local)
{
	struct expr *e = new_expr(g, LOCAL, local->type);

	e->local = local;
	e->low = local->low;
	e->high = local->high;
	return e;
}

/* A number that is in the range, as far as the compiler can tell. */
struct expr *grow_within(struct grower *g, long low, long high, unsigned depth)
{
	struct expr *e = depth ? grow_expr(g, NUMBER, depth) : NULL;

	/* a value that goes through a function may turn out to be constant */
	if (e &&
	    (e->kind == CALL || e->kind == LOCAL ? e->low >= low && e->high <= high
						 : e->low <= high && e->high >= low))
		return e;
	return constant(g, NUMBER, low + (long)pick(g, (unsigned)(high - low) + 1));
}

struct expr *grow_value(struct grower *g, enum type type, long low, long high, unsigned depth)
{
	return type == NUMBER ? grow_within(g, low, high, depth) : grow_expr(g, type, depth);
}

static int memory_order(struct grower *g, enum expr_kind kind)
{
	static const int loads[] = { -1, 0, 1, 4 }, stores[] = { -1, 0, 2, 4 };

	if (kind == LOAD)
		return loads[pick(g, 4)];
	return kind == STORE ? stores[pick(g, 4)] : (int)pick(g, 6) - 1;
}

/* An operation on metadata or a slot with a value of TYPE.  For STORE, TYPE is NOTHING. */
struct expr *grow_memory(struct grower *g, enum expr_kind kind, enum type type, int meta,
    unsigned depth)
{
	struct expr *e = new_expr(g, kind, type);

	e->meta = meta;
	e->local = meta < 0 ? find(g, SLOT, false) : find(g, REF, true);
	e->order = memory_order(g, kind);
	e->order_on_failure = kind == CAS ? (int[]){ -1, 0, 1, 4 }[pick(g, 4)] : -1;
	if (meta >= 0)
		e->high = meta_high[meta];
	for (int i = 0; i < (kind == LOAD ? 0 : kind == CAS ? 2 : 1); i++)
		e->args[i] = grow_value(g,
		    meta < 0                ? REF
			: meta == META_TAGS ? TAG
					    : NUMBER,
		    0, e->high, chance(g, 50) ? 0 : depth);
	return e;
}

enum expr_kind memory_kind(struct grower *g, enum type type)
{
	static const enum expr_kind kinds[] = { LOAD, LOAD, SWAP, CAS, FETCH_ADD, FETCH_SUB,
		FETCH_AND, FETCH_OR };

	return kinds[pick(g, type == NUMBER ? 8 : 4)];
}

static struct expr *grow_access(struct grower *g, enum type type, unsigned depth)
{
	static const int numbers[] = { 0, 1, 3 };
	int meta = type == REF ? -1 : type == TAG ? META_TAGS : numbers[pick(g, 3)];

	if (g->is_observer || type == BOOLEAN || type > REF ||
	    !(meta < 0 ? find(g, SLOT, false) : find(g, REF, true)))
		return NULL;
	return grow_memory(g, memory_kind(g, type), type, meta, depth);
}

struct expr *grow_call(struct grower *g, enum type type, unsigned depth)
{
	struct function *f = g->functions ? &g->program->functions[pick(g, g->functions)] : NULL;
	struct expr *e;

	if (!f || f->result != type || g->is_observer)
		return NULL;
	e = new_expr(g, CALL, type);
	e->function = f;
	e->low = f->low;
	e->high = f->high;
	for (unsigned i = 0; i < f->param_count; i++) {
		const struct local *param = f->params[i];

		if (param->type == SLOT || param->type == REF) {
			struct local *local = find(g, param->type, true);

			if (!local)
				return NULL;
			e->args[i] = use(g, local);
		} else {
			e->args[i] = grow_value(g, param->type, param->low, param->high, depth);
			if (param->high == 255 && chance(g, 60) && find(g, REF, true))
				e->args[i] = grow_memory(g, memory_kind(g, NUMBER), NUMBER, 0, 1);
		}
	}
	return e;
}

static struct expr *grow_number(struct grower *g, unsigned depth)
{
	struct expr *e = NULL;
	bool add = chance(g, 60);

	if (depth && chance(g, 35)) {
		struct expr *a = grow_expr(g, NUMBER, depth - 1);
		struct expr *b = grow_expr(g, NUMBER, depth - 1);

		e = new_expr(g, add ? ADD : SUB, NUMBER);
		e->args[0] = a;
		e->args[1] = b;
		e->low = a->low + (add ? b->low : -b->high);
		e->high = a->high + (add ? b->high : -b->low);
	} else if (depth && chance(g, 5)) {
		e = new_expr(g, NEGATE, NUMBER);
		e->args[0] = grow_expr(g, NUMBER, depth - 1);
		e->low = -e->args[0]->high;
		e->high = -e->args[0]->low;
	} else if (chance(g, 10)) {
		e = new_expr(g, OPTION, NUMBER);
		e->number = pick(g, 2);
		e->low = e->high = g->program->options[e->number];
	} else if (chance(g, 15)) {
		e = constant(g, NUMBER, chance(g, 70) ? (long)pick(g, 4) : (long)pick(g, 300));
	}
	return e ? e : constant(g, NUMBER, pick(g, 4));
}

/* ------------------------------------------------------------------------ conditions */
bool is_never_null(const struct expr *e)
{
	return e->kind == LOCAL && !e->local->is_null;
}

static struct expr *grow_equal(struct grower *g, unsigned depth)
{
	static const enum type types[] = { NUMBER, NUMBER, NUMBER, REF, TAG, BOOLEAN };
	enum type type = types[pick(g, 6)];
	unsigned kinds = type == NUMBER ? GE - EQ + 1 : 2;
	struct expr *e = new_expr(g, EQ + (enum expr_kind)pick(g, kinds), BOOLEAN);

	for (int i = 0; i < 2; i++)
		e->args[i] = grow_expr(g, type, depth);
	if (type == TAG && e->args[0]->kind == CONSTANT && e->args[1]->kind == CONSTANT)
		return NULL; /* a tag alone has no type */
	if (type == REF && (is_never_null(e->args[0]) || is_never_null(e->args[1])) &&
	    (e->args[0]->kind == NULL_REF || e->args[1]->kind == NULL_REF))
		return NULL; /* if they are equal, its object may be null */
	return e;
}

/* Compares two numbers that are often close to each other. */
static struct expr *grow_near(struct grower *g, unsigned depth)
{
	struct expr *e = new_expr(g, EQ + (enum expr_kind)pick(g, GE - EQ + 1), BOOLEAN);
	struct expr *a = grow_access(g, NUMBER, depth), *sum;
	struct local *local = find(g, NUMBER, false);

	if (local && (!a || chance(g, 50)))
		a = use(g, local);
	if (!a)
		return NULL;
	e->args[0] = a;
	e->args[1] = constant(g, NUMBER, a->high > 3 ? pick(g, 256) : pick(g, 4));
	if (chance(g, 40) && (local = find(g, NUMBER, false))) {
		sum = new_expr(g, chance(g, 30) ? ADD : SUB, NUMBER);
		sum->args[0] = constant(g, NUMBER, pick(g, 6));
		sum->args[1] = chance(g, 50) ? use(g, local) : grow_number(g, 2);
		sum->low = -1000;
		sum->high = 1000;
		e->args[1] = sum;
	}
	if (chance(g, 30)) {
		struct expr *swapped = e->args[0];

		e->args[0] = e->args[1];
		e->args[1] = swapped;
	}
	return e;
}

static struct expr *grow_look(struct grower *g)
{
	struct expr *e = new_expr(g, STATE, BOOLEAN);
	bool phase = chance(g, 40);

	if (g->has_looked || !(phase ? g->is_phased : g->looks))
		return NULL;
	e->number = phase ? STATES + pick(g, PHASES) : pick(g, STATES);
	g->has_looked = !g->is_barrier;
	return e;
}

static struct expr *grow_condition(struct grower *g, unsigned depth)
{
	struct expr *e = NULL;

	switch (pick(g, depth ? 12 : 3)) {
	case 0:
		if (chance(g, 30))
			return constant(g, BOOLEAN, pick(g, 2));
		break;
	case 1:
		e = new_expr(g, OPTION, BOOLEAN);
		e->number = 2;
		return chance(g, 30) ? e : NULL;
	case 2: return grow_look(g);
	case 3:
		e = new_expr(g, NOT, BOOLEAN);
		e->args[0] = grow_expr(g, BOOLEAN, depth - 1);
		return e;
	case 4:
	case 5:
		e = new_expr(g, chance(g, 50) ? AND : OR, BOOLEAN);
		e->args[0] = grow_expr(g, BOOLEAN, depth - 1);
		e->args[1] = grow_expr(g, BOOLEAN, depth - 1);
		return e;
	case 6:
	case 7:
	case 8: return grow_equal(g, depth - 1);
	case 9:
	case 10:
	case 11: return grow_near(g, depth - 1);
	}
	return NULL;
}

static struct expr *grow_tag(struct grower *g)
{
	struct expr *e = new_expr(g, OPTION, TAG);

	e->number = 3;
	return chance(g, 20) ? e : constant(g, TAG, pick(g, 3));
}

struct expr *grow_expr(struct grower *g, enum type type, unsigned depth)
{
	struct local *local = chance(g, 40) ? find(g, type, false) : NULL;
	struct expr *e = NULL;

	if (local)
		return use(g, local);
	if (depth && chance(g, 40))
		e = grow_access(g, type, depth - 1);
	if (!e && depth && chance(g, 40))
		e = grow_call(g, type, depth - 1);
	if (!e && type == BOOLEAN)
		e = grow_condition(g, depth);
	if (e)
		return e;
	switch (type) {
	case BOOLEAN:
		e = new_expr(g, CONSTANT, BOOLEAN);
		e->number = pick(g, 2);
		return e;
	case NUMBER: return grow_number(g, depth);
	case TAG: return grow_tag(g);
	case REF:
		return (local = find(g, REF, false)) && chance(g, 70) ? use(g, local)
								      : new_expr(g, NULL_REF, REF);
	case MUTATOR:
	case SLOT: return use(g, find(g, type, false));
	case NOTHING: break;
	}
	return NULL;
}
