/* grow.c: random kernels.  What they do makes no sense, but each is a specification:
 * nothing but a reference that is not null is looked into, and no value is one that
 * its place cannot have whatever the others are. */
#include "tests/differential/kernels/tree.h"

#include <string.h>

enum { SCOPE = 60, PLAIN = FUNCTIONS / 2 };

/* What may stand where something is grown. */
struct grower {
	struct program *program;
	uint64_t random;
	struct local *scope[SCOPE]; unsigned scope_count;
	unsigned names, functions;     /* that may be called: the first of them */
	bool is_plain, looks, is_phased; /* nothing that a barrier cannot do; conditions on the
	                                    state, on phases */
	bool is_barrier, has_looked;   /* a condition looks once */
	bool is_observer;              /* nothing but locals and the collector's state */
	bool in_loop;
	bool is_listed;                /* a kernel that a loop over all objects emits */
	const struct function *function;
};

uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

unsigned below(uint64_t *state, unsigned limit)
{
	return (unsigned)(random_next(state) % limit);
}

static unsigned pick(struct grower *g, unsigned limit)
{
	return below(&g->random, limit);
}

static bool chance(struct grower *g, unsigned percent)
{
	return pick(g, 100) < percent;
}

/* --------------------------------------------------------------------------- locals */
static struct local *new_local(struct grower *g, const char *letter, enum type type)
{
	/* names that C, the library and the runtime have, too */
	static const char *const odd[] = { "worker", "heap", "EOF", "errno", "NULL", "data", "uint8_t",
		"K_META_mark", "gc_ref", "outer", "stdin", "_own", "units", "mutator_", "i" };
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

static void enter(struct grower *g, struct local *local)
{
	if (g->scope_count < SCOPE)
		g->scope[g->scope_count++] = local;
}

/* A local of TYPE; NULL: there is none. */
static struct local *find(struct grower *g, enum type type, bool not_null)
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
static struct expr *grow_expr(struct grower *g, enum type type, unsigned depth);

static struct expr *new_expr(struct grower *g, enum expr_kind kind, enum type type)
{
	struct expr *e = GD_NEW(g->program->arena, struct expr);

	e->kind = kind;
	e->type = type;
	e->meta = -1;
	return e;
}

static struct expr *constant(struct grower *g, enum type type, long number)
{
	struct expr *e = new_expr(g, CONSTANT, type);

	e->number = e->low = e->high = number;
	return e;
}

static struct expr *use(struct grower *g, struct local *local)
{
	struct expr *e = new_expr(g, LOCAL, local->type);

	e->local = local;
	e->low = local->low;
	e->high = local->high;
	return e;
}

/* A number that may be in the range, as far as the compiler can tell. */
static struct expr *grow_within(struct grower *g, long low, long high, unsigned depth)
{
	struct expr *e = depth ? grow_expr(g, NUMBER, depth) : NULL;

	/* what goes through a function may turn out to be a constant */
	if (e && (e->kind == CALL || e->kind == LOCAL ? e->low >= low && e->high <= high
	    : e->low <= high && e->high >= low))
		return e;
	return constant(g, NUMBER, low + (long)pick(g, (unsigned)(high - low) + 1));
}

static struct expr *grow_value(struct grower *g, enum type type, long low, long high,
    unsigned depth)
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

/* An operation on metadata or a slot whose value is of TYPE; for STORE, NOTHING. */
static struct expr *grow_memory(struct grower *g, enum expr_kind kind, enum type type, int meta,
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
		e->args[i] = grow_value(g, meta < 0 ? REF : meta == META_TAGS ? TAG : NUMBER, 0, e->high,
		    chance(g, 50) ? 0 : depth);
	return e;
}

static enum expr_kind memory_kind(struct grower *g, enum type type)
{
	static const enum expr_kind kinds[] = { LOAD, LOAD, SWAP, CAS, FETCH_ADD, FETCH_SUB, FETCH_AND,
		FETCH_OR };

	return kinds[pick(g, type == NUMBER ? 8 : 4)];
}

static struct expr *grow_access(struct grower *g, enum type type, unsigned depth)
{
	static const int numbers[] = { 0, 1, 3 };
	int meta = type == REF ? -1 : type == TAG ? META_TAGS : numbers[pick(g, 3)];

	if (g->is_observer || type == BOOLEAN || type > REF || !(meta < 0 ? find(g, SLOT, false) : find(g, REF, true)))
		return NULL;
	return grow_memory(g, memory_kind(g, type), type, meta, depth);
}

static struct expr *grow_call(struct grower *g, enum type type, unsigned depth)
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
static bool is_never_null(const struct expr *e)
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
		return NULL; /* a tag alone has no meaning */
	if (type == REF && (is_never_null(e->args[0]) || is_never_null(e->args[1])) &&
	    (e->args[0]->kind == NULL_REF || e->args[1]->kind == NULL_REF))
		return NULL; /* where they are equal nothing can be looked into */
	return e;
}

/* Two numbers that are often near each other. */
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

static struct expr *grow_expr(struct grower *g, enum type type, unsigned depth)
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
	case REF: return (local = find(g, REF, false)) && chance(g, 70) ? use(g, local)
		: new_expr(g, NULL_REF, REF);
	case MUTATOR:
	case SLOT: return use(g, find(g, type, false));
	case NOTHING: break;
	}
	return NULL;
}

/* ------------------------------------------------------------------------ statements */
static struct stmt *grow_list(struct grower *g, unsigned length, unsigned depth);

static struct stmt *new_stmt(struct grower *g, enum stmt_kind kind)
{
	struct stmt *s = GD_NEW(g->program->arena, struct stmt);

	g->has_looked = false;
	s->kind = kind;
	return s;
}

static struct stmt *grow_let(struct grower *g)
{
	static const enum type types[] = { BOOLEAN, NUMBER, NUMBER, TAG, REF, REF };
	static const char *const letters[] = { "", "c", "n", "t", "r" };
	enum type type = types[pick(g, 6)];
	struct stmt *s = new_stmt(g, LET);

	s->expr = grow_expr(g, type, 3);
	if ((type == TAG && s->expr->kind == CONSTANT) || s->expr->kind == NULL_REF)
		return NULL;
	s->local = new_local(g, letters[type], type);
	s->local->is_null = type == REF && !is_never_null(s->expr);
	s->local->low = s->expr->low;
	s->local->high = s->expr->high;
	enter(g, s->local);
	return s;
}

static struct stmt *grow_block(struct grower *g, unsigned depth)
{
	unsigned scope = g->scope_count;
	struct stmt *body = grow_list(g, 1 + pick(g, 3), depth - 1);

	g->scope_count = scope;
	return body;
}

static struct local *find_null(struct grower *g)
{
	struct local *local = find(g, REF, false);

	return local && local->is_null ? local : NULL;
}

/* `if r != null …`, behind which r can be looked into. */
static void test_null(struct grower *g, struct stmt *s, struct local *local)
{
	struct expr *test = new_expr(g, NE, BOOLEAN);

	test->args[0] = use(g, local);
	test->args[1] = new_expr(g, NULL_REF, REF);
	if (chance(g, 40)) {
		struct expr *both = new_expr(g, AND, BOOLEAN);

		both->args[0] = test;
		both->args[1] = grow_expr(g, BOOLEAN, 2);
		test = both;
	}
	s->expr = test;
}

static struct stmt *grow_if(struct grower *g, unsigned depth)
{
	struct stmt *s = new_stmt(g, IF);
	struct local *local = chance(g, 60) ? find_null(g) : NULL;

	if (local)
		test_null(g, s, local);
	else
		s->expr = grow_expr(g, BOOLEAN, 3);
	if (local)
		local->is_null = false;
	s->body = grow_block(g, depth);
	if (local)
		local->is_null = true;
	if (chance(g, 45))
		s->otherwise = grow_block(g, depth);
	return s;
}

static struct stmt *grow_loop(struct grower *g, unsigned depth)
{
	static const enum stmt_kind kinds[] = { FOR_SLOTS, FOR_SLOTS, FOR_ROOTS, FOR_MUTATORS };
	enum stmt_kind kind = kinds[pick(g, 4)];
	struct stmt *s = new_stmt(g, kind);
	bool in_loop = g->in_loop;

	if (kind != FOR_MUTATORS)
		s->over = find(g, kind == FOR_SLOTS ? REF : MUTATOR, true);
	if (g->is_plain || (kind != FOR_MUTATORS && !s->over))
		return NULL;
	s->local = new_local(g, kind == FOR_MUTATORS ? "m" : "s", kind == FOR_MUTATORS ? MUTATOR : SLOT);
	enter(g, s->local);
	g->in_loop = true;
	s->body = grow_block(g, depth);
	g->in_loop = in_loop;
	g->scope_count--;
	return s;
}

static struct stmt *grow_emit(struct grower *g)
{
	struct stmt *s = new_stmt(g, EMIT);
	const struct kind *kind = &g->program->kinds[pick(g, KINDS)];

	s->number = (int)(kind - g->program->kinds);
	s->bucket = kind->buckets[pick(g, kind->bucket_count)];
	g->has_looked = true; /* a unit does not */
	for (unsigned i = 0; i < kind->param_count; i++) {
		const struct local *param = kind->params[i];

		if ((param->type == MUTATOR || param->type == SLOT) && !find(g, param->type, false))
			return NULL;
		s->args[i] = grow_value(g, param->type, param->low, param->high, 2);
	}
	return s;
}

static struct stmt *grow_for_objects(struct grower *g)
{
	struct stmt *s = new_stmt(g, FOR_OBJECTS);

	/* C has no such loop in what is run for all objects */
	if (g->is_plain || g->is_listed || g->function)
		return NULL;
	s->number = (int)pick(g, SWEEPS);
	s->bucket = g->program->kinds[s->number].buckets[0];
	s->local = new_local(g, "o", REF);
	return s;
}

static struct stmt *grow_store(struct grower *g)
{
	struct stmt *s = new_stmt(g, EVALUATE);
	int meta = find(g, SLOT, false) && chance(g, 40) ? -1 : (int)pick(g, METAS);
	enum type type = meta < 0 ? REF : meta == META_TAGS ? TAG : NUMBER;

	if (meta >= 0 && !find(g, REF, true))
		return NULL;
	if (chance(g, 30)) /* for its effect only */
		s->expr = grow_memory(g, memory_kind(g, type), type, meta, 2);
	else
		s->expr = grow_memory(g, STORE, NOTHING, meta, 2);
	return s;
}

static struct stmt *grow_observer(struct grower *g)
{
	bool is_assertion = !g->is_barrier && chance(g, 40);
	struct stmt *s = new_stmt(g, is_assertion ? ASSERT : GHOST);
	struct local *local;

	g->is_observer = true;
	s->expr = is_assertion ? grow_expr(g, BOOLEAN, 2) : grow_within(g, 0, 3, 2);
	if (is_assertion && chance(g, 60) && (local = find(g, NUMBER, false))) {
		s->expr = new_expr(g, NE, BOOLEAN);
		s->expr->args[0] = use(g, local);
		s->expr->args[1] = constant(g, NUMBER, pick(g, 4));
	}
	g->is_observer = false;
	return s;
}

static struct stmt *grow_world(struct grower *g)
{
	static const enum stmt_kind kinds[] = { FREE, FREE, BEGIN, END, REQUEST, STOP, RESUME };
	struct stmt *s = new_stmt(g, kinds[pick(g, g->looks ? 7 : 2)]);
	struct local *local = find(g, REF, true);

	if (g->is_plain || (s->kind == FREE ? !local : g->function != NULL))
		return NULL;
	if (s->kind == FREE)
		s->expr = use(g, local);
	s->number = (int)pick(g, g->program->is_calm ? 1 : PHASES);
	return s;
}

static struct stmt *grow_call_stmt(struct grower *g)
{
	static const enum type types[] = { NOTHING, NOTHING, BOOLEAN, NUMBER, TAG, REF };
	struct stmt *s = new_stmt(g, EVALUATE);

	for (int i = 0; i < 3 && !s->expr; i++)
		s->expr = grow_call(g, types[pick(g, 6)], 2);
	return s->expr ? s : NULL;
}

static struct stmt *grow_stmt(struct grower *g, unsigned depth)
{
	struct stmt *s;

	if (depth && g->function && chance(g, 20))
		return grow_if(g, depth);
	switch (pick(g, depth ? 16 : 11)) {
	case 0:
	case 1:
	case 2: return grow_let(g);
	case 3:
	case 4: return grow_store(g);
	case 5: return grow_emit(g);
	case 6: return grow_observer(g);
	case 7: return grow_world(g);
	case 8: return grow_call_stmt(g);
	case 9:
		s = new_stmt(g, FENCE);
		s->number = 1 + (int)pick(g, 4);
		return s;
	case 10: return grow_for_objects(g);
	case 11:
	case 12:
	case 13: return grow_if(g, depth);
	}
	return grow_loop(g, depth);
}

static bool can_return(const struct grower *g)
{
	return g->function && !g->in_loop;
}

static struct stmt *grow_return(struct grower *g)
{
	struct stmt *s = new_stmt(g, RETURN);

	if (g->function->result != NOTHING)
		s->expr = grow_value(g, g->function->result, g->function->low, g->function->high, 2);
	return s;
}

static bool always_returns(const struct stmt *s)
{
	for (; s; s = s->next)
		if (s->kind == RETURN || (s->kind == IF && s->otherwise && always_returns(s->body) &&
		    always_returns(s->otherwise)))
			return true;
	return false;
}

static struct stmt *grow_list(struct grower *g, unsigned length, unsigned depth)
{
	struct stmt *first = NULL, **end = &first;

	for (unsigned i = 0; (i < length || !first) && !always_returns(first); i++) {
		struct stmt *s = grow_stmt(g, depth);

		if (!s)
			continue;
		*end = s;
		end = &s->next;
	}
	if (always_returns(first))
		return first;
	if (can_return(g) && depth < 3 && chance(g, 40))
		*end = grow_return(g);
	return first;
}

/* ---------------------------------------------------------------------- declarations */
static struct local *grow_param(struct grower *g, unsigned i, bool is_function)
{
	static const enum type types[] = { REF, NUMBER, NUMBER, BOOLEAN, TAG };
	static const char *const letters[] = { "", "c", "n", "t", "o", "m", "s" };
	static const long highs[] = { 1, 3, 255 };
	unsigned which = i ? pick(g, 6) : 0;
	enum type type = which < 5 ? types[which] : is_function ? SLOT : MUTATOR;
	struct local *param = new_local(g, letters[type], type);

	if (type == NUMBER)
		param->high = highs[pick(g, 3)];
	enter(g, param);
	return param;
}

static void grow_kind_head(struct grower *g, unsigned k)
{
	struct kind *kind = &g->program->kinds[k];

	g->scope_count = 0;
	snprintf(kind->name, sizeof kind->name, "k%u", k);
	kind->param_count = k < SWEEPS ? 1 : 1 + pick(g, PARAMS);
	for (unsigned i = 0; i < kind->param_count; i++)
		kind->params[i] = grow_param(g, i, false);
	kind->buckets[kind->bucket_count++] = 1 + (int)(k % (BUCKETS - 1));
	if (k % 4 == 3)
		kind->buckets[kind->bucket_count++] = 1 + (int)((k + 1) % (BUCKETS - 1));
}

static void grow_function(struct grower *g, unsigned i)
{
	static const enum type results[] = { NOTHING, BOOLEAN, NUMBER, NUMBER, TAG, REF };
	static const long highs[] = { 1, 3, 255 };
	struct function *f = &g->program->functions[i];
	struct stmt **end = &f->body;

	g->scope_count = 0;
	g->functions = i;
	g->is_plain = i < PLAIN;
	g->looks = i >= PLAIN;
	g->is_phased = i >= PLAIN;
	snprintf(f->name, sizeof f->name, "f%u", i);
	f->result = results[pick(g, 6)];
	f->high = f->result == NUMBER ? highs[pick(g, 3)] : 0;
	f->param_count = i < FUNCTIONS - 2 ? 1 + pick(g, PARAMS - 1) : 3;
	for (unsigned p = 0; p < f->param_count; p++)
		f->params[p] = grow_param(g, p, true);
	g->function = f;
	f->body = grow_list(g, 1 + pick(g, 4), 3);
	while (*end)
		end = &(*end)->next;
	if (f->result != NOTHING && !always_returns(f->body))
		*end = grow_return(g);
	g->function = NULL;
}

/* Functions that look at a number once: in an assertion, or not always. */
static void grow_glance(struct grower *g, unsigned i)
{
	struct function *f = &g->program->functions[i];
	bool is_assertion = i + 1 == FUNCTIONS;
	struct stmt *s = new_stmt(g, is_assertion ? ASSERT : RETURN);
	struct expr *test = new_expr(g, NE, BOOLEAN), *both = new_expr(g, AND, BOOLEAN);

	g->scope_count = 0;
	f->params[1]->type = BOOLEAN;
	f->params[1]->high = 0;
	f->params[2]->type = NUMBER;
	f->params[2]->high = 255;
	test->args[0] = use(g, f->params[2]);
	test->args[1] = constant(g, NUMBER, pick(g, 4));
	both->args[0] = use(g, f->params[1]);
	both->args[1] = test;
	s->expr = is_assertion ? test : both;
	f->result = is_assertion ? NOTHING : BOOLEAN;
	f->body = s;
}

static void grow_kernel(struct grower *g, unsigned k)
{
	struct kind *kind = &g->program->kinds[k];

	g->scope_count = 0;
	for (unsigned i = 0; i < kind->param_count; i++)
		enter(g, kind->params[i]);
	g->functions = k < SWEEPS ? PLAIN : FUNCTIONS;
	g->is_plain = false;
	g->is_listed = k < SWEEPS;
	g->looks = g->is_phased = !g->is_listed;
	kind->body = grow_list(g, 3 + pick(g, 8), 3);
	g->is_listed = false;
}

static struct expr *phase(struct grower *g, bool viewed)
{
	struct expr *e = new_expr(g, STATE, BOOLEAN);

	e->number = STATES + (viewed ? 0 : pick(g, PHASES));
	return e;
}

/* A condition on phases, and perhaps something else. */
static struct expr *grow_gate(struct grower *g, bool viewed)
{
	static const enum expr_kind kinds[] = { AND, OR, OR, NOT };
	struct expr *e = new_expr(g, kinds[pick(g, 4)], BOOLEAN);

	if (chance(g, 50))
		return phase(g, viewed);
	e->args[0] = phase(g, viewed);
	if (e->kind != NOT)
		e->args[1] = chance(g, 70) ? phase(g, viewed && chance(g, 50))
		    : grow_expr(g, BOOLEAN, 2);
	return e;
}

/* Nothing but constants on conditions that are phases: what is done beforehand. */
static struct stmt *grow_refill(struct grower *g, struct function *f)
{
	struct stmt *first = NULL, **end = &first;

	for (unsigned i = 0; i < 3; i++) {
		struct stmt *s = new_stmt(g, EVALUATE), *test = new_stmt(g, IF);
		int meta = (int)pick(g, METAS);

		s->expr = grow_memory(g, STORE, NOTHING, meta, 0);
		s->expr->local = f->params[0];
		s->expr->args[0] = constant(g, meta == META_TAGS ? TAG : NUMBER,
		    pick(g, (unsigned)meta_high[meta] + 1));
		test->expr = chance(g, 70) ? phase(g, chance(g, 70)) : grow_gate(g, chance(g, 70));
		test->body = s;
		if (chance(g, 40)) {
			test->body = new_stmt(g, IF);
			test->body->expr = phase(g, false);
			test->body->body = s;
		}
		*end = chance(g, 80) ? test : s;
		end = &(*end)->next;
	}
	return first;
}

static void grow_barrier(struct grower *g, unsigned i)
{
	static const char *const names[PARAMS] = { "o", "s", "new" };
	struct function *f = &g->program->barriers[i];

	g->scope_count = 0;
	f->param_count = i == 2 ? 1 : 3;
	for (unsigned p = 0; p < f->param_count; p++) {
		f->params[p] = new_local(g, names[p], barrier_param[p]);
		snprintf(f->params[p]->name, sizeof f->params[p]->name, "%s", names[p]);
		f->params[p]->is_null = p == 2;
		enter(g, f->params[p]);
	}
	g->function = f;
	g->functions = PLAIN;
	g->is_plain = g->is_barrier = g->is_phased = true;
	g->looks = false;
	f->body = i == 2 && chance(g, 60) ? grow_refill(g, f) : grow_list(g, 1 + pick(g, 4), 3);
	if (chance(g, 50)) {
		struct stmt *s = new_stmt(g, IF);

		s->expr = grow_gate(g, false);
		s->body = f->body;
		f->body = s;
	}
	g->function = NULL;
	g->is_barrier = false;
}

void grow(struct program *program, uint64_t seed)
{
	struct grower g = { .program = program, .random = seed };

	for (int i = 0; i < OPTIONS; i++)
		program->options[i] = option_low[i] +
		    (long)pick(&g, (unsigned)(option_high[i] - option_low[i]) + 1);
	program->with_refill = chance(&g, 50);
	program->with_asserts = chance(&g, 50);
	program->is_calm = chance(&g, 60);
	for (unsigned k = 0; k < KINDS; k++)
		grow_kind_head(&g, k);
	for (unsigned i = 0; i < FUNCTIONS; i++)
		grow_function(&g, i);
	for (unsigned i = FUNCTIONS - 2; i < FUNCTIONS; i++)
		grow_glance(&g, i);
	for (unsigned k = 0; k < KINDS; k++)
		grow_kernel(&g, k);
	for (unsigned i = 0; i < BARRIERS; i++)
		if (chance(&g, 80))
			grow_barrier(&g, i);
}

/* ---------------------------------------------------------------------------- worlds */
uint64_t world_seed(uint64_t seed, unsigned body, unsigned number)
{
	return seed * 1000003 + body * 101 + number;
}

static int random_slot(uint64_t *random)
{
	unsigned what = below(random, 10);

	return what < 3 ? 0 : what < 5 ? IMMEDIATE : 1 + (int)below(random, OBJECTS);
}

/* Slots are numbered: those of objects, then roots. */
static long random_arg(uint64_t *random, const struct local *param)
{
	switch (param->type) {
	case REF: return (param->is_null ? 0 : 1) + (long)below(random, OBJECTS);
	case SLOT: return (long)below(random, OBJECTS * SLOTS + MUTATORS * ROOTS);
	case MUTATOR: return (long)below(random, MUTATORS);
	case BOOLEAN: return (long)below(random, 2);
	case TAG: return (long)below(random, 3);
	case NUMBER: return param->low + (long)below(random, (unsigned)(param->high - param->low) + 1);
	case NOTHING: break;
	}
	return 0;
}

/* A slot that a mutator stores to is one of the object. */
static void fit_store(struct world *w, uint64_t *random)
{
	w->args[0] = 1 + (long)below(random, OBJECTS);
	w->args[1] = (w->args[0] - 1) * SLOTS + (long)below(random, SLOTS);
	w->args[2] = random_slot(random);
}

static void fit_allocation(struct world *w, uint64_t *random)
{
	w->args[0] = w->created = 1 + (int)below(random, OBJECTS);
	for (int m = 0; m < METAS; m++)
		w->meta[w->created - 1][m] = (uint8_t)meta_initial[m];
}

void random_world(struct world *w, const struct program *program, unsigned body, uint64_t seed)
{
	uint64_t random = seed;

	memset(w, 0, sizeof *w);
	for (int o = 0; o < OBJECTS; o++) {
		w->live[o] = true;
		for (int m = 0; m < METAS; m++)
			w->meta[o][m] = (uint8_t)below(&random, (unsigned)meta_high[m] + 1);
		for (int s = 0; s < SLOTS; s++)
			w->field[o][s] = random_slot(&random);
	}
	for (int m = 0; m < MUTATORS; m++)
		for (int r = 0; r < ROOTS; r++)
			w->root[m][r] = random_slot(&random);
	w->phases = below(&random, 1u << PHASES);
	w->view = w->phases ^ below(&random, 2); /* of `early' there are copies */
	w->states = below(&random, 1u << STATES);
	if (body == KINDS)
		fit_store(w, &random);
	else if (body > KINDS)
		fit_allocation(w, &random);
	for (unsigned i = 0; body < KINDS && i < program->kinds[body].param_count; i++)
		w->args[i] = random_arg(&random, program->kinds[body].params[i]);
}
