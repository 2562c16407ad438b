/* emit-expr.c: expressions and locations as Promela, and what they read. */
#include "promela-backend/machine.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- sets */
static size_t cell_base(const struct pml_model *model, enum pml_cell cell)
{
	const struct ir_spec *spec = model->spec;
	size_t base = 4;

	switch (cell) {
	case PML_CELL_SLOTS: return 0;
	case PML_CELL_ROOTS: return 1;
	case PML_CELL_LIVE: return 2;
	case PML_CELL_STOPPED: return 3;
	case PML_CELL_META: return base;
	case PML_CELL_OPEN: return base + spec->meta_count;
	case PML_CELL_UNITS: return base + spec->meta_count + spec->bucket_count;
	case PML_CELL_BUSY: break;
	case PML_CELL_PHASE: base += spec->kind_count; break;
	case PML_CELL_RUNNING: base += spec->kind_count + spec->phase_count; break;
	case PML_CELL_REQUESTED:
		base += spec->kind_count + spec->phase_count + spec->cycle_count;
		break;
	case PML_CELL_GHOST:
		base += spec->kind_count + spec->phase_count + 2 * spec->cycle_count;
		break;
	}
	return base + spec->meta_count + spec->bucket_count + spec->kind_count;
}

void pml_set_add(struct pml_model *model, struct pml_set *set, enum pml_cell cell, size_t index)
{
	size_t bit = cell_base(model, cell) + index;

	set->word[bit / 64] |= UINT64_C(1) << bit % 64;
}

void pml_set_join(struct pml_set *set, const struct pml_set *other)
{
	for (size_t i = 0; i < PML_SET_BITS / 64; i++)
		set->word[i] |= other->word[i];
}

bool pml_set_meets(const struct pml_set *a, const struct pml_set *b)
{
	for (size_t i = 0; i < PML_SET_BITS / 64; i++)
		if (a->word[i] & b->word[i])
			return true;
	return false;
}

void pml_set_fill(struct pml_set *set)
{
	memset(set, 0xff, sizeof *set);
}

/* ---------------------------------------------------------------- domains */
size_t pml_domain_size(const struct pml_model *model, const struct ir_expr *quantifier)
{
	size_t most = 0;

	switch (quantifier->domain) {
	case IR_DOMAIN_MUTATORS: return model->mutators;
	case IR_DOMAIN_EXPECTED: return model->scenario->expected_count;
	case IR_DOMAIN_OBJECTS: return model->objects;
	case IR_DOMAIN_SLOTS: return model->scenario->group_size[quantifier->group->index];
	case IR_DOMAIN_ROOTS: break;
	}
	for (size_t i = 0; i < model->mutators; i++)
		most = pml_root_count(model, i) > most ? pml_root_count(model, i) : most;
	return most;
}

/* The mutator has a number here: only a quantifier can have named it. */
static const char *root_at(struct pml_model *model, const char *mutator, size_t index)
{
	size_t number = strtoul(mutator, NULL, 10);

	return index >= pml_root_count(model, number)
	    ? NULL
	    : gd_arena_printf(model->arena, "(FIRST_ROOT + %zu)",
		  pml_first_root(model, number) + index);
}

const char *pml_domain_at(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *quantifier, size_t index)
{
	switch (quantifier->domain) {
	case IR_DOMAIN_MUTATORS:
	case IR_DOMAIN_OBJECTS: break;
	case IR_DOMAIN_EXPECTED:
		return gd_arena_printf(model->arena, "%d", model->scenario->expected[index]);
	case IR_DOMAIN_SLOTS:
		return gd_arena_printf(model->arena, "(FIRST_OF_%s(%s) + %zu)",
		    quantifier->group->name, pml_expr(model, env, quantifier->args[1]), index);
	case IR_DOMAIN_ROOTS:
		return root_at(model, pml_expr(model, env, quantifier->args[1]), index);
	}
	return gd_arena_printf(model->arena, "%zu", index);
}

/* ------------------------------------------------------------------ places */
const char *pml_where(struct pml_model *model, struct gd_loc loc)
{
	GD_VEC(char) text = { 0 };
	const char *path = loc.source ? gd_harmless(model->arena, loc.source->path) : "";

	if (!*path || loc.line == 0)
		return "-";
	for (; *path; path++) {
		if (*path == '%')
			GD_PUSH(model->arena, text, '%');
		GD_PUSH(model->arena, text, *path);
	}
	GD_PUSH(model->arena, text, '\0');
	return gd_arena_printf(model->arena, "%s:%u:%u", text.at, loc.line, loc.column);
}

const char *pml_shown(struct pml_model *model, const struct ir_type *type, const char *text)
{
	return type->kind == IR_REF ? gd_arena_printf(model->arena, "SHOWN(%s)", text) : text;
}

static const char *variable(struct pml_model *model, const struct pml_env *env,
    const struct ir_var *var)
{
	(void)model;
	for (; env; env = env->up) {
		if (env->var == var)
			return env->text;
		if (env->kernel && var->index < env->kernel->ir->var_count &&
		    env->kernel->ir->vars[var->index] == var)
			return env->kernel->var_name[var->index];
	}
	pml_refuse(model, "the name `%s' has no value here", var->name);
	return "0";
}

const char *pml_address(struct pml_model *model, const struct pml_env *env,
    const struct ir_place *place)
{
	switch (place->kind) {
	case IR_PLACE_META:
		return gd_arena_printf(model->arena, "AT_%s(%s)", place->meta->name,
		    pml_expr(model, env, place->object));
	case IR_PLACE_SLOT: return variable(model, env, place->slot);
	case IR_PLACE_FIELD:
		return gd_arena_printf(model->arena, "FIRST_OF_%s(%s) + %s", place->group->name,
		    pml_expr(model, env, place->object), pml_expr(model, env, place->index));
	}
	return "0";
}

/* ------------------------------------------------------------- expressions */
const char *pml_operator(enum ir_expr_kind kind)
{
	static const char *const text[] = { [IR_AND] = "&&",
		[IR_OR] = "||",
		[IR_EQ] = "==",
		[IR_NE] = "!=",
		[IR_LT] = "<",
		[IR_LE] = "<=",
		[IR_GT] = ">",
		[IR_GE] = ">=",
		[IR_ADD] = "+",
		[IR_SUB] = "-" };

	return (size_t)kind < sizeof text / sizeof *text ? text[kind] : NULL;
}

/* A quantifier is spelt out: one conjunct or disjunct an element. */
static const char *quantifier(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	bool all = expr->kind == IR_FORALL;
	size_t count = pml_domain_size(model, expr);
	const char *text = NULL;

	for (size_t i = 0; i < count; i++) {
		struct pml_env inner = { .var = expr->var, .up = env };
		const char *part;

		inner.text = pml_domain_at(model, env, expr, i);
		if (!inner.text)
			continue;
		part = pml_expr(model, &inner, expr->args[0]);
		if (pml_asks_held(model, expr)) /* an object: its number is its name */
			part = gd_arena_printf(model->arena,
			    all ? "(!held[%s] || %s)" : "(held[%s] && %s)", inner.text, part);
		text = text
		    ? gd_arena_printf(model->arena, "%s %s %s", text, all ? "&&" : "||", part)
		    : part;
	}
	return text ? gd_arena_printf(model->arena, "(%s)", text) : all ? "true" : "false";
}

static const char *all_running(struct pml_model *model, const struct ir_cycle *cycle)
{
	const char *text = NULL;

	if (cycle)
		return gd_arena_printf(model->arena, "running_%s", cycle->name);
	for (size_t i = 0; i < model->spec->cycle_count; i++) {
		const char *name = model->spec->cycles[i]->name;

		text = text ? gd_arena_printf(model->arena, "%s || running_%s", text, name)
			    : gd_arena_printf(model->arena, "(running_%s", name);
	}
	return text ? gd_arena_printf(model->arena, "%s)", text) : "false";
}

/* A quantifier's, so it is an object. */
static bool is_bound(const struct pml_env *env, const struct ir_expr *value)
{
	for (; env; env = env->up)
		if (value->kind == IR_VAR && env->var == value->var)
			return true;
	return false;
}

/* "VALUE … && ": it is a part that a unit of KERNEL's kind can have; "" when it surely is one. */
static const char *can_be_part(struct pml_model *model, const struct pml_kernel *kernel,
    size_t part, const struct pml_env *env, const struct ir_expr *value)
{
	const struct ir_type *type = &kernel->kind->kernel.vars[part]->type;
	const char *text = pml_expr(model, env, value);
	struct ir_range range = ir_range_of(type);

	if (!ir_fits(type, value))
		return gd_arena_printf(model->arena, "%s >= %ld && %s <= %ld && ", text, range.low,
		    text, range.high);
	if (type->kind == IR_REF && kernel->nonnull_params >> part & 1 && !is_bound(env, value))
		return gd_arena_printf(model->arena, "%s < OBJECTS && ", text);
	return "";
}

static const char *pending(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = &model->kinds[expr->kind_of_work->index];
	const char *units = "", *can_be = "";

	for (size_t i = 0; i < expr->unit_count; i++) {
		units = gd_arena_printf(model->arena, "%s%s%s", units, i ? ", " : "",
		    pml_expr(model, env, expr->units[i]));
		can_be = gd_arena_printf(model->arena, "%s%s", can_be,
		    can_be_part(model, kernel, i, env, expr->units[i]));
	}
	return gd_arena_printf(model->arena, "(%sholds_%s[UNIT_%s(%s)] > 0)", can_be, kernel->name,
	    kernel->name, units);
}

/* What a mutator has seen of a phase changes at its handshakes only, and there
 * is none while a barrier runs. */
static bool is_own_view(const struct pml_kernel *kernel, const struct ir_expr *expr)
{
	return kernel && kernel->barrier && expr->kind == IR_IN_PHASE &&
	    expr->phase->visible == IR_AT_HANDSHAKE;
}

static const char *phase_text(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = NULL;

	for (; env && !kernel; env = env->up)
		kernel = env->kernel;
	if (is_own_view(kernel, expr))
		return gd_arena_printf(model->arena, "seen_%s[x_who]", expr->phase->name);
	return gd_arena_printf(model->arena, "(phase_%s == 1)", expr->phase->name);
}

/* What a guard or property sees of the collector. */
static const char *state_expr(struct pml_model *model, const struct pml_env *env,
    const struct ir_expr *expr)
{
	struct pml_it it = { .bucket = expr->bucket, .kind = expr->kind_of_work };

	if (model->in_doubt && pml_asks_of_doubted(model, expr))
		return "false";
	switch (expr->kind) {
	case IR_DRAINED:
		return pml_state(model, it.bucket ? PML_STATE_drained : PML_STATE_kind_drained,
		    &it);
	case IR_IDLE: return pml_state(model, PML_STATE_idle, &it);
	case IR_EMPTY: return pml_state(model, PML_STATE_empty, &it);
	case IR_IS_OPEN: return gd_arena_printf(model->arena, "open_%s", expr->bucket->name);
	case IR_IN_PHASE: return phase_text(model, env, expr);
	case IR_IN_CYCLE: return all_running(model, expr->cycle);
	case IR_REQUESTED: return gd_arena_printf(model->arena, "requested_%s", expr->cycle->name);
	case IR_ALL_STOPPED: return "ALL_STOPPED";
	case IR_GHOST: return gd_arena_printf(model->arena, "ghost_%s", expr->ghost->name);
	case IR_PEEK:
		return gd_arena_printf(model->arena, "mem_peek(%s)",
		    pml_address(model, env, expr->place));
	case IR_FREED:
	case IR_REACHABLE:
		return gd_arena_printf(model->arena, "%s(%s)",
		    expr->kind == IR_FREED ? "FREED" : "REACHABLE",
		    pml_expr(model, env, expr->args[0]));
	case IR_PENDING: return pending(model, env, expr);
	case IR_FORALL:
	case IR_EXISTS: return quantifier(model, env, expr);
	case IR_CONST:
	case IR_NULL:
	case IR_VAR:
	case IR_NOT:
	case IR_AND:
	case IR_OR:
	case IR_EQ:
	case IR_NE:
	case IR_LT:
	case IR_LE:
	case IR_GT:
	case IR_GE:
	case IR_ADD:
	case IR_SUB:
	case IR_NEG:
	case IR_IMPLIES:
	case IR_UNTIL:
	case IR_ALWAYS:
	case IR_EVENTUALLY:
	case IR_OBSERVED: break;
	}
	pml_refuse(model,
	    "a formula with `always', `eventually' or `until' inside needs "
	    "--strategy ltl");
	return "true";
}

const char *pml_expr(struct pml_model *model, const struct pml_env *env, const struct ir_expr *expr)
{
	const char *left, *right, *op = pml_operator(expr->kind);

	switch (expr->kind) {
	case IR_CONST: return gd_arena_printf(model->arena, "%ld", expr->number);
	case IR_NULL: return "NIL";
	case IR_VAR: return variable(model, env, expr->var);
	case IR_NOT:
	case IR_NEG:
		/* SPIN reads `!!' as an operator of its own */
		return gd_arena_printf(model->arena, "(%s%s)", expr->kind == IR_NOT ? "!" : "-",
		    pml_expr(model, env, expr->args[0]));
	case IR_IMPLIES:
		left = pml_expr(model, env, expr->args[0]);
		right = pml_expr(model, env, expr->args[1]);
		return gd_arena_printf(model->arena, "(!%s || %s)", left, right);
	case IR_AND:
	case IR_OR:
	case IR_EQ:
	case IR_NE:
	case IR_LT:
	case IR_LE:
	case IR_GT:
	case IR_GE:
	case IR_ADD:
	case IR_SUB:
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY:
	case IR_IS_OPEN:
	case IR_IN_PHASE:
	case IR_IN_CYCLE:
	case IR_GHOST:
	case IR_REQUESTED:
	case IR_ALL_STOPPED:
	case IR_PEEK:
	case IR_FREED:
	case IR_REACHABLE:
	case IR_PENDING:
	case IR_FORALL:
	case IR_EXISTS:
	case IR_ALWAYS:
	case IR_EVENTUALLY:
	case IR_UNTIL:
	case IR_OBSERVED: break;
	}
	if (!op)
		return state_expr(model, env, expr);
	left = pml_expr(model, env, expr->args[0]);
	right = pml_expr(model, env, expr->args[1]);
	return gd_arena_printf(model->arena, "(%s %s %s)", left, op, right);
}

/* -------------------------------------------------- what an expression reads */
uint64_t pml_expr_vars(const struct ir_expr *expr)
{
	uint64_t vars = 0;

	if (!expr)
		return 0;
	if (expr->kind == IR_VAR)
		vars |= UINT64_C(1) << expr->var->index;
	for (size_t i = 0; i < 2; i++)
		vars |= pml_expr_vars(expr->args[i]);
	for (size_t i = 0; i < expr->unit_count; i++)
		vars |= pml_expr_vars(expr->units[i]);
	if (expr->place)
		vars |= pml_expr_vars(expr->place->object) | pml_expr_vars(expr->place->index) |
		    (expr->place->slot ? UINT64_C(1) << expr->place->slot->index : 0);
	return vars;
}

bool pml_expr_is_shared(const struct pml_kernel *kernel, const struct ir_expr *expr)
{
	if (!expr || is_own_view(kernel, expr))
		return false;
	if (expr->kind >= IR_DRAINED && expr->kind <= IR_PENDING && expr->kind != IR_GHOST)
		return true;
	return pml_expr_is_shared(kernel, expr->args[0]) ||
	    pml_expr_is_shared(kernel, expr->args[1]);
}

static void kinds_read(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads)
{
	const struct ir_bucket *bucket = expr->bucket;

	if (!bucket) {
		const struct ir_kind *kind = expr->kind_of_work;

		pml_set_add(model, reads, PML_CELL_UNITS, kind->index);
		pml_set_add(model, reads, PML_CELL_BUSY, kind->index);
		for (size_t i = 0; i < kind->bucket_count; i++)
			pml_set_add(model, reads, PML_CELL_OPEN, kind->buckets[i]->index);
	} else {
		pml_set_add(model, reads, PML_CELL_OPEN, bucket->index);
		for (size_t i = 0; i < bucket->kind_count; i++) {
			pml_set_add(model, reads, PML_CELL_UNITS, bucket->kinds[i]->index);
			pml_set_add(model, reads, PML_CELL_BUSY, bucket->kinds[i]->index);
		}
	}
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		pml_set_add(model, reads, PML_CELL_RUNNING, i);
}

static void own_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads,
    bool *reachable)
{
	switch (expr->kind) {
	case IR_DRAINED:
	case IR_IDLE:
	case IR_EMPTY: kinds_read(model, expr, reads); break;
	case IR_IS_OPEN: pml_set_add(model, reads, PML_CELL_OPEN, expr->bucket->index); break;
	case IR_IN_PHASE: pml_set_add(model, reads, PML_CELL_PHASE, expr->phase->index); break;
	case IR_IN_CYCLE:
		for (size_t i = 0; i < model->spec->cycle_count; i++)
			pml_set_add(model, reads, PML_CELL_RUNNING, i);
		break;
	case IR_REQUESTED: pml_set_add(model, reads, PML_CELL_REQUESTED, expr->cycle->index); break;
	case IR_ALL_STOPPED: pml_set_add(model, reads, PML_CELL_STOPPED, 0); break;
	case IR_GHOST: pml_set_add(model, reads, PML_CELL_GHOST, expr->ghost->index); break;
	case IR_PEEK:
		if (expr->place->kind == IR_PLACE_META)
			pml_set_add(model, reads, PML_CELL_META, expr->place->meta->index);
		else
			pml_set_add(model, reads, PML_CELL_SLOTS, 0);
		if (expr->place->kind == IR_PLACE_SLOT) /* it may be a root */
			pml_set_add(model, reads, PML_CELL_ROOTS, 0);
		break;
	case IR_REACHABLE:
		*reachable = true;
		pml_set_add(model, reads, PML_CELL_SLOTS, 0);
		pml_set_add(model, reads, PML_CELL_ROOTS, 0);
		break;
	case IR_FREED: pml_set_add(model, reads, PML_CELL_LIVE, 0); break;
	case IR_PENDING:
		pml_set_add(model, reads, PML_CELL_UNITS, expr->kind_of_work->index);
		break;
	case IR_CONST:
	case IR_NULL:
	case IR_VAR:
	case IR_NOT:
	case IR_AND:
	case IR_OR:
	case IR_EQ:
	case IR_NE:
	case IR_LT:
	case IR_LE:
	case IR_GT:
	case IR_GE:
	case IR_ADD:
	case IR_SUB:
	case IR_NEG:
	case IR_IMPLIES:
	case IR_UNTIL:
	case IR_ALWAYS:
	case IR_EVENTUALLY:
	case IR_OBSERVED: break;
	case IR_FORALL:
	case IR_EXISTS:
		if (pml_asks_held(model, expr))
			pml_set_add(model, reads, PML_CELL_LIVE, 0);
		break;
	}
}

void pml_expr_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads,
    bool *reachable)
{
	if (!expr)
		return;
	own_reads(model, expr, reads, reachable);
	for (size_t i = 0; i < 2; i++)
		pml_expr_reads(model, expr->args[i], reads, reachable);
	for (size_t i = 0; i < expr->unit_count; i++)
		pml_expr_reads(model, expr->units[i], reads, reachable);
	if (expr->place) {
		pml_expr_reads(model, expr->place->object, reads, reachable);
		pml_expr_reads(model, expr->place->index, reads, reachable);
	}
}
