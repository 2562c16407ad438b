/* graph-build.c: the sites at which kernels, fills and barriers do something,
 * functions inlined and switched-off branches left out. */
#include "compiler/sema/graph.h"

#include <string.h>

struct binding { /* a variable that names a location */
	const char *name;
	bool is_heap_slot;
	struct binding *outer;
};

struct walking {
	struct sem_graph *g;
	enum sem_owner owner;
	size_t index;
	const struct sem_cond *conds;
	struct binding *bindings;
	bool is_stopped, is_for_objects; /* in a loop over all objects */
	unsigned depth;
	unsigned budget; /* calls that may still be inlined; it limits the time for wrong input */
};

static void add_site(struct walking *w, enum sem_effect effect, size_t target, size_t into,
    struct gd_loc loc)
{
	struct sem_site site = { .owner = w->owner,
		.index = w->index,
		.effect = effect,
		.target = target,
		.into = into,
		.loc = loc,
		.conds = w->conds,
		.is_stopped = w->is_stopped,
		.is_for_objects = w->is_for_objects };

	GD_PUSH(w->g->arena, w->g->sites, site);
}

/* -------------------------------------------------------------- expressions */
static void walk(struct walking *w, const struct syn_stmt *stmt);

static bool is_heap_slot(struct walking *w, const struct syn_expr *place)
{
	const struct syn_member *member;

	if (place->kind == SYN_EXPR_NAME) {
		for (struct binding *b = w->bindings; b; b = b->outer)
			if (b->name == place->name.text)
				return b->is_heap_slot;
		return false;
	}
	if (place->kind == SYN_EXPR_INDEX && place->args.at[0]->kind == SYN_EXPR_NAME)
		return is_heap_slot(w, place->args.at[1]); /* n[s] */
	if (place->kind == SYN_EXPR_INDEX)
		place = place->args.at[0];
	if (place->kind != SYN_EXPR_MEMBER)
		return false;
	member = sem_member_find(w->g->c, place->name.text);
	return member && member->type.kind == SYN_TYPE_REF && !sem_member_is_metadata(member);
}

static void bind(struct walking *w, const char *name, bool is_slot)
{
	struct binding *binding = GD_NEW(w->g->arena, struct binding);

	*binding = (struct binding){ name, is_slot, w->bindings };
	w->bindings = binding;
}

static void inline_call(struct walking *w, const struct syn_decl *function,
    const struct syn_expr *call)
{
	struct walking inner = *w;

	if (w->depth > 64 || w->budget == 0) {
		add_site(w, SEM_ACTS, SEM_NONE, SEM_NONE, call->loc);
		return;
	}
	inner.depth++;
	inner.budget = w->budget - 1;
	for (size_t i = 0; i < function->params.count && i < call->args.count; i++)
		bind(&inner, function->params.at[i].name.text, is_heap_slot(w, call->args.at[i]));
	walk(&inner, function->body);
	w->budget = inner.budget;
}

static void see_operation(struct walking *w, const struct syn_expr *call,
    const struct sem_operation *operation)
{
	bool of_spaces =
	    operation->memory && call->args.count > 0 && sem_names_space(w->g->c, call->args.at[0]);
	bool touches = call->args.count > 0 && operation->memory && !of_spaces;

	if (operation->class == SEM_OP_FREE || operation->class == SEM_OP_MOVE)
		add_site(w, SEM_FREES, SEM_NONE, SEM_NONE, call->loc);
	if (operation->class == SEM_OP_COPY || operation->class == SEM_OP_MOVE)
		add_site(w, SEM_TOUCHES, SEM_NONE, SEM_NONE, call->loc);
	if (operation->class == SEM_OP_COPY || operation->class == SEM_OP_MOVE ||
	    operation->class == SEM_OP_ALLOC || of_spaces)
		add_site(w, SEM_ACTS, SEM_NONE, SEM_NONE, call->loc);
	if (operation->memory && gd_is_fence(operation->memory))
		add_site(w, SEM_ACTS, SEM_NONE, SEM_NONE, call->loc);
	if (touches)
		add_site(w, SEM_TOUCHES, SEM_NONE, SEM_NONE, call->loc);
	if (!touches || sem_operation_is_load(operation))
		return;
	add_site(w, SEM_ACTS, SEM_NONE, SEM_NONE, call->loc);
	if (is_heap_slot(w, call->args.at[0]))
		add_site(w, SEM_SETS_SLOT, SEM_NONE, SEM_NONE, call->loc);
}

static void see_expr(void *data, const struct syn_expr *expr)
{
	struct walking *w = data;
	const struct sem_operation *operation;
	const struct syn_decl *function;

	if (expr->kind != SYN_EXPR_CALL)
		return;
	operation = sem_operation_find(expr->name.text);
	function = operation ? NULL : sem_lookup(w->g->c, expr->name.text, SEM_FUNCTION);
	if (operation)
		see_operation(w, expr, operation);
	else if (function)
		inline_call(w, function, expr);
}

/* --------------------------------------------------------------- statements */
static void walk_under(struct walking *w, const struct syn_stmt *stmt, const struct syn_expr *expr,
    bool is_negated)
{
	struct sem_cond cond = { expr, is_negated, w->conds }, *copy;

	if (!stmt)
		return;
	copy = GD_NEW(w->g->arena, struct sem_cond);
	*copy = cond;
	w->conds = copy;
	walk(w, stmt);
	w->conds = cond.outer;
}

static void walk_if(struct walking *w, const struct syn_stmt *stmt)
{
	bool before = w->is_stopped, after;
	long value;

	sem_walk_expr(stmt->expr, see_expr, w);
	if (stmt->expr && sem_fold(w->g->c->spec, w->g->values, stmt->expr, &value)) {
		walk(w, value ? stmt->body : stmt->otherwise);
		return;
	}
	walk_under(w, stmt->body, stmt->expr, false);
	after = w->is_stopped;
	w->is_stopped = before;
	walk_under(w, stmt->otherwise, stmt->expr, true);
	w->is_stopped &= after;
}

/* The statements after `if c return;`, which run if `not c`.  Otherwise NULL. */
static const struct syn_stmt *early_return(const struct syn_stmt *stmt)
{
	return stmt && stmt->kind == SYN_STMT_IF && stmt->expr && !stmt->otherwise &&
		sem_stmt_returns(stmt->body)
	    ? stmt
	    : NULL;
}

static void walk_block(struct walking *w, const struct syn_stmt *block)
{
	const struct sem_cond *outer = w->conds;

	for (size_t i = 0; i < block->stmts.count; i++) {
		const struct syn_stmt *stmt = early_return(block->stmts.at[i]);
		struct sem_cond *cond;
		long value;

		walk(w, block->stmts.at[i]);
		if (!stmt)
			continue;
		if (sem_fold(w->g->c->spec, w->g->values, stmt->expr, &value)) {
			if (value)
				break;
			continue;
		}
		cond = GD_NEW(w->g->arena, struct sem_cond);
		*cond = (struct sem_cond){ stmt->expr, true, w->conds };
		w->conds = cond;
	}
	w->conds = outer;
}

static void walk_loop(struct walking *w, const struct syn_stmt *stmt)
{
	struct binding *outer = w->bindings;
	bool was_for_objects = w->is_for_objects;

	sem_walk_expr(stmt->expr, see_expr, w);
	w->is_for_objects |= stmt->kind == SYN_STMT_FOR_DOMAIN &&
	    !(stmt->name2.text && !strcmp(stmt->name2.text, "mutator"));
	if (stmt->kind == SYN_STMT_FOR_IN) {
		add_site(w, SEM_TOUCHES, SEM_NONE, SEM_NONE, stmt->loc);
		bind(w, stmt->name.text,
		    stmt->expr &&
			(stmt->expr->kind == SYN_EXPR_NAME || is_heap_slot(w, stmt->expr)));
	}
	walk_under(w, stmt->body, NULL, false);
	w->bindings = outer;
	w->is_for_objects = was_for_objects;
}

static void walk_emit(struct walking *w, const struct syn_stmt *stmt)
{
	struct sem_graph *g = w->g;
	size_t kind = sem_graph_index(&g->kinds, stmt->name.text), into = SEM_NONE;

	for (size_t i = 0; i < stmt->args.count; i++)
		sem_walk_expr(stmt->args.at[i], see_expr, w);
	if (kind == SEM_NONE)
		return;
	if (stmt->into.text)
		into = sem_graph_index(&g->buckets, stmt->into.text);
	else if (w->owner == SEM_BY_FILL)
		into = w->index;
	for (size_t i = 0; into == SEM_NONE && i < g->buckets.count; i++)
		if (sem_bucket_holds(g, i, kind))
			into = i;
	add_site(w, SEM_EMITS, kind, into, stmt->loc);
}

static void walk_stop(struct walking *w, const struct syn_stmt *stmt)
{
	bool stops = stmt->kind == SYN_STMT_STOP;

	add_site(w, stops ? SEM_STOPS : SEM_RESUMES, SEM_NONE, SEM_NONE, stmt->loc);
	w->is_stopped = stops;
}

static void walk_phase(struct walking *w, const struct syn_stmt *stmt)
{
	add_site(w, stmt->kind == SYN_STMT_BEGIN ? SEM_BEGINS : SEM_ENDS,
	    sem_graph_index(&w->g->phases, stmt->name.text), SEM_NONE, stmt->loc);
}

static void walk_value(struct walking *w, const struct syn_stmt *stmt)
{
	sem_walk_expr(stmt->expr, see_expr, w);
}

/* All other statements are acts about which nothing more is known. */
static void (*const walks[SYN_STMT_COUNT])(struct walking *, const struct syn_stmt *) = {
	[SYN_STMT_BLOCK] = walk_block,
	[SYN_STMT_IF] = walk_if,
	[SYN_STMT_FOR_IN] = walk_loop,
	[SYN_STMT_FOR_DOMAIN] = walk_loop,
	[SYN_STMT_FOR_WAITING] = walk_loop,
	[SYN_STMT_EMIT] = walk_emit,
	[SYN_STMT_STOP] = walk_stop,
	[SYN_STMT_RESUME] = walk_stop,
	[SYN_STMT_BEGIN] = walk_phase,
	[SYN_STMT_END] = walk_phase,
	[SYN_STMT_ERROR] = walk_value,
	[SYN_STMT_LET] = walk_value,
	[SYN_STMT_CALL] = walk_value,
	[SYN_STMT_ISSUE] = walk_value,
	[SYN_STMT_RECEIVE] = walk_value,
};

static void walk(struct walking *w, const struct syn_stmt *stmt)
{
	if (!stmt)
		return;
	if (walks[stmt->kind]) {
		walks[stmt->kind](w, stmt);
		return;
	}
	add_site(w, SEM_ACTS, SEM_NONE, SEM_NONE, stmt->loc);
	walk_value(w, stmt);
}

/* ------------------------------------------------------------------ the graph */
static void collect(struct sem_graph *g)
{
	for (size_t i = 0; i < g->c->decls.count; i++) {
		const struct syn_decl *decl = g->c->decls.at[i];

		switch (decl->kind) {
		case SYN_DECL_WORK: GD_PUSH(g->arena, g->kinds, decl); break;
		case SYN_DECL_BUCKET: GD_PUSH(g->arena, g->buckets, decl); break;
		case SYN_DECL_PHASE: GD_PUSH(g->arena, g->phases, decl); break;
		case SYN_DECL_CYCLE: GD_PUSH(g->arena, g->cycles, decl); break;
		case SYN_DECL_BARRIER: GD_PUSH(g->arena, g->barriers, decl); break;
		case SYN_DECL_ERROR:
		case SYN_DECL_COLLECTOR:
		case SYN_DECL_IMPORT:
		case SYN_DECL_OPTION:
		case SYN_DECL_OBJECT:
		case SYN_DECL_FUNCTION:
		case SYN_DECL_PROPERTY:
		case SYN_DECL_SCENARIO:
		case SYN_DECL_VERIFY:
		case SYN_DECL_MUTANT:
		case SYN_DECL_LITMUS:
		case SYN_DECL_GHOST:
		case SYN_DECL_SPACE:
		case SYN_DECL_REGION:
		case SYN_DECL_POLICY: break;
		}
	}
}

static void walk_all(struct sem_graph *g, const sem_decl_refs *decls, enum sem_owner owner)
{
	for (size_t i = 0; i < decls->count; i++) {
		struct walking w = { .g = g, .owner = owner, .index = i, .budget = 2000 };
		const struct syn_decl *decl = decls->at[i];

		for (size_t j = 0; owner == SEM_BY_BARRIER && j < decl->params.count; j++)
			bind(&w, decl->params.at[j].name.text, false);
		walk(&w, owner == SEM_BY_FILL ? decl->fill : decl->body);
	}
}

static bool is_live(struct sem_graph *g, const struct sem_site *site)
{
	if (site->owner == SEM_BY_KIND && !g->possible.generated[site->index])
		return false;
	if (site->owner == SEM_BY_FILL && !g->possible.opened[site->index])
		return false;
	for (const struct sem_cond *cond = site->conds; cond; cond = cond->outer)
		if (cond->expr && !sem_may_hold(g, &g->possible, cond->expr, cond->is_negated))
			return false;
	return true;
}

struct sem_graph *sem_graph_build(struct sem_checker *c, const long *values)
{
	struct sem_graph *g = GD_NEW(c->context->arena, struct sem_graph);

	g->c = c;
	g->arena = c->context->arena;
	g->values = values;
	collect(g);
	walk_all(g, &g->kinds, SEM_BY_KIND);
	walk_all(g, &g->buckets, SEM_BY_FILL);
	walk_all(g, &g->barriers, SEM_BY_BARRIER);
	g->finished = GD_NEW_ARRAY(g->arena, bool *, g->buckets.count + 1);
	g->facts = GD_NEW_ARRAY(g->arena, struct sem_facts *, g->buckets.count + 1);
	g->ended = GD_NEW_ARRAY(g->arena, bool *, g->buckets.count + 1);
	g->possible = sem_graph_possible(g, SEM_NONE);
	for (size_t i = 0; i < g->sites.count; i++)
		g->sites.at[i].is_live = is_live(g, &g->sites.at[i]);
	return g;
}
