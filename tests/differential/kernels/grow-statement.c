/* grow-statement.c: random statements. */
#include "tests/differential/kernels/grow.h"

struct stmt *new_stmt(struct grower *g, enum stmt_kind kind)
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

/* Writes `if r != null …', in whose body the object of r may be accessed. */
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
	s->local =
	    new_local(g, kind == FOR_MUTATORS ? "m" : "s", kind == FOR_MUTATORS ? MUTATOR : SLOT);
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

	/* a kernel that runs for all objects cannot have such a loop in C */
	if (g->is_plain || g->is_listed || g->function || g->program->frees)
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
	if (chance(g, 30)) /* only for its effect */
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

	if (g->is_plain || (s->kind == FREE ? !local || !g->program->frees : g->function != NULL))
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

struct stmt *grow_return(struct grower *g)
{
	struct stmt *s = new_stmt(g, RETURN);

	if (g->function->result != NOTHING)
		s->expr =
		    grow_value(g, g->function->result, g->function->low, g->function->high, 2);
	return s;
}

bool always_returns(const struct stmt *s)
{
	for (; s; s = s->next)
		if (s->kind == RETURN ||
		    (s->kind == IF && s->otherwise && always_returns(s->body) &&
			always_returns(s->otherwise)))
			return true;
	return false;
}

struct stmt *grow_list(struct grower *g, unsigned length, unsigned depth)
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
