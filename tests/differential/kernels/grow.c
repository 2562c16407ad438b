/* grow.c: random kernels.  What they do makes no sense, but each is a specification:
 * nothing but a reference that is not null is looked into, and no value is one that
 * its place cannot have whatever the others are. */
#include "tests/differential/kernels/grow.h"

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

/* Functions that read a number once: in an assertion, or only on some paths. */
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

/* A condition on phases, perhaps combined with something else. */
static struct expr *grow_gate(struct grower *g, bool viewed)
{
	static const enum expr_kind kinds[] = { AND, OR, OR, NOT };
	struct expr *e = new_expr(g, kinds[pick(g, 4)], BOOLEAN);

	if (chance(g, 50))
		return phase(g, viewed);
	e->args[0] = phase(g, viewed);
	if (e->kind != NOT)
		e->args[1] =
		    chance(g, 70) ? phase(g, viewed && chance(g, 50)) : grow_expr(g, BOOLEAN, 2);
	return e;
}

/* Only stores of constants, on conditions that are phases: the C makes them when a mutator gets
 * cells. */
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
		program->options[i] =
		    option_low[i] + (long)pick(&g, (unsigned)(option_high[i] - option_low[i]) + 1);
	program->with_refill = chance(&g, 50);
	program->with_asserts = chance(&g, 50);
	program->is_calm = chance(&g, 60);
	program->frees = chance(&g, 50);
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
