/* expr.c: types of expressions.  A mistake is reported once: what depends on
 * it has the type `poison` and is not complained about. */
#include "compiler/sema/internal.h"

#include <string.h>

#define RUNNING                                                                                    \
	(SEM_IN_CODE | SEM_IN_FILL | SEM_IN_GUARD | SEM_IN_PROPERTY | SEM_IN_ASSERT | SEM_IN_GHOST)
#define LARGE 1000000000L

static struct sem_type poison(void)
{
	return sem_type_simple(SEM_POISON);
}

/* --------------------------------------------------------------------- names */
static struct sem_type option_type(struct sem_checker *c, const struct syn_decl *decl)
{
	return sem_type_of(c, &decl->type);
}

static struct sem_type not_here(struct sem_scope *s, const struct syn_expr *expr,
    const struct syn_decl *decl)
{
	enum gd_code code =
	    s->place == SEM_IN_CONSTANT ? GD_E_not_constant : GD_E_operation_not_here;
	struct gd_diag *diag =
	    sem_error(s->c, code, expr->loc, "`%s` is %s and cannot be used in %s", expr->name.text,
		sem_thing_text(sem_thing_of(decl)), sem_place_text(s->place));

	gd_note(diag, decl->head, "declared here");
	if (decl->kind == SYN_DECL_GHOST)
		gd_help(diag, "only properties, assertions and ghost statements can use ghosts");
	else if (s->place == SEM_IN_CONSTANT)
		gd_help(diag, "only options and literals are known when the collector is built");
	else if (s->place == SEM_IN_BARRIER)
		gd_help(diag, "code that runs on a mutator can test phases, but not cycles");
	return poison();
}

static struct sem_type state_name(struct sem_scope *s, const struct syn_expr *expr,
    const struct syn_decl *decl)
{
	unsigned places = RUNNING;

	if (decl->kind == SYN_DECL_OPTION)
		return option_type(s->c, decl);
	if (decl->kind == SYN_DECL_CYCLE)
		places &= ~(unsigned)SEM_IN_BARRIER;
	if (decl->kind == SYN_DECL_GHOST)
		places = SEM_IN_PROPERTY | SEM_IN_ASSERT | SEM_IN_GHOST;
	if (!(places & s->place))
		return not_here(s, expr, decl);
	return decl->kind == SYN_DECL_GHOST ? sem_type_of(s->c, &decl->type)
					    : sem_type_simple(SEM_BOOL);
}

static struct sem_type wrong_thing(struct sem_scope *s, const struct syn_expr *expr,
    const struct syn_decl *decl)
{
	const char *name = expr->name.text;
	struct gd_diag *diag = sem_error(s->c, GD_E_wrong_kind_of_name, expr->loc,
	    "`%s` is %s, which has no value", name, sem_thing_text(sem_thing_of(decl)));

	gd_note(diag, decl->head, "`%s` is declared here", name);
	if (decl->kind == SYN_DECL_BUCKET)
		gd_help(diag, "write drained(%s) or open(%s)", name, name);
	else if (decl->kind == SYN_DECL_WORK)
		gd_help(diag, "write drained(%s), or `emit %s(…)`", name, name);
	else if (decl->kind == SYN_DECL_FUNCTION || decl->kind == SYN_DECL_POLICY)
		gd_help(diag, "call it: %s(…)", name);
	else if (decl->kind == SYN_DECL_SPACE)
		gd_help(diag, "write `o in %s`", name);
	return poison();
}

static const struct syn_name *find_tag(const struct syn_type *type, const char *name)
{
	for (size_t i = 0; type->kind == SYN_TYPE_TAGS && i < type->tags.count; i++)
		if (type->tags.at[i].text == name)
			return &type->tags.at[i];
	return NULL;
}

/* Whether the name is a tag of another type.  Then it is not reported as an unknown name. */
static bool is_tag_elsewhere(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted)
{
	const struct syn_name *tag = NULL;
	struct gd_diag *diag;

	if (!wanted || wanted->kind == SEM_POISON)
		return false;
	for (size_t i = 0; i < s->c->decls.count && !tag; i++) {
		const struct syn_decl *decl = s->c->decls.at[i];

		tag = find_tag(&decl->type, expr->name.text);
		for (size_t j = 0; decl->kind == SYN_DECL_OBJECT && !tag && j < decl->members.count;
		     j++)
			tag = find_tag(&decl->members.at[j].type, expr->name.text);
	}
	if (!tag)
		return false;
	diag =
	    sem_error(s->c, GD_E_type_mismatch, expr->loc, "%s is needed here, but `%s` is a tag",
		sem_type_text(s->c->context->arena, wanted), expr->name.text);
	gd_note(diag, tag->loc, "it is a value of this type");
	return true;
}

static void unknown_value(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted)
{
	unsigned things = s->place == SEM_IN_CONSTANT ? SEM_OPTION : SEM_LOCAL;
	sem_candidates names = { 0 };
	struct gd_arena *arena = s->c->context->arena;

	if (s->place & (SEM_IN_PROPERTY | SEM_IN_ASSERT | SEM_IN_GHOST))
		things |= SEM_STATE_NAMES;
	else if (s->place == SEM_IN_GUARD)
		things = SEM_OPTION | SEM_PHASE | SEM_CYCLE;
	else if (s->place & (SEM_IN_CODE | SEM_IN_FILL))
		things |= SEM_OPTION | SEM_PHASE;
	if (wanted && wanted->tags)
		things = SEM_TAG | (s->locals ? SEM_LOCAL : 0);
	for (struct sem_local *local = s->locals; local; local = local->outer)
		if (local->name.text)
			GD_PUSH(arena, names, local->name.text);
	for (size_t i = 0; wanted && wanted->tags && i < wanted->tags->count; i++)
		if (wanted->tags->at[i].text)
			GD_PUSH(arena, names, wanted->tags->at[i].text);
	if (!(wanted && wanted->tags))
		sem_candidates_decls(s->c, &names, things);
	for (size_t i = 0; i < s->object_name_count; i++)
		if (s->object_names[i].text == expr->name.text) {
			struct gd_diag *diag = sem_error(s->c, GD_E_unknown_name, expr->loc,
			    "this mutator has no root called `%s`", expr->name.text);

			gd_note(diag, s->object_names[i].loc, "it is an object of the scenario");
			gd_help(diag, "put it on the stack, or read it from a slot");
			return;
		}
	if (!is_tag_elsewhere(s, expr, wanted))
		sem_unknown(s->c, expr->name, things, &names);
}

static struct sem_type name_type(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted)
{
	struct sem_local *local = sem_local_find(s, expr->name.text);
	struct syn_decl *decl;

	if (local && local->is_dropped && s->place != SEM_IN_CONSTANT) {
		struct gd_diag *diag = sem_error(s->c, GD_E_dropped_name, expr->loc,
		    "`%s` was dropped before", expr->name.text);

		gd_note(diag, local->dropped, "dropped here");
		local->is_dropped = false; /* each drop is reported once */
	}
	if (local && s->place == SEM_IN_CONSTANT) {
		gd_help(sem_error(s->c, GD_E_not_constant, expr->loc,
			    "`%s` is only known while the script runs", expr->name.text),
		    "an `if` in a script can only test options; a `choose` tries each of its "
		    "blocks");
		return poison();
	}
	if (local)
		return local->type;
	if (wanted && sem_is_tag_name(expr, wanted))
		return (struct sem_type){ .kind = SEM_TAGS, .tags = wanted->tags };
	if (!strcmp(expr->name.text, "requested") && (s->place & RUNNING & ~SEM_IN_BARRIER))
		return sem_type_simple(SEM_BOOL);
	decl = sem_lookup(s->c, expr->name.text, SEM_STATE_NAMES);
	if (decl)
		return state_name(s, expr, decl);
	decl = sem_lookup(s->c, expr->name.text,
	    SEM_BUCKET | SEM_KIND | SEM_FUNCTION | SEM_SPACE | SEM_POLICY | SEM_REGION);
	if (decl)
		return wrong_thing(s, expr, decl);
	unknown_value(s, expr, wanted);
	return poison();
}

/* ------------------------------------------------------------------- members */
static struct sem_type member_type(struct sem_checker *c, const struct syn_member *member)
{
	struct sem_type inside = sem_type_of(c, &member->type);
	struct sem_type type = sem_type_location(c, inside,
	    (member->type.kind == SYN_TYPE_REF || member->type.kind == SYN_TYPE_WORD) &&
		!sem_member_is_metadata(member));

	type.has_base = type.is_slot && member->type.is_array;
	if (member->type.is_array)
		type.kind = SEM_GROUP;
	return type;
}

static struct sem_type object_member(struct sem_scope *s, const struct syn_expr *expr)
{
	const struct syn_member *member = sem_member_find(s->c, expr->name.text);
	sem_candidates names = { 0 };
	const char *near;

	if (member)
		return member_type(s->c, member);
	if (sem_maybe_lost(s->c, expr->name.text) ||
	    sem_missed_before(s->c, expr->name.text, SEM_MEMBER, expr->name.loc))
		return poison();
	sem_candidates_members(s->c, &names);
	near = gd_did_you_mean(expr->name.text, names.at, names.count);
	struct gd_diag *diag = sem_error(s->c, GD_E_no_such_member, expr->name.loc,
	    near ? "objects have no member `%s`; did you mean `%s`?"
		 : "objects have no member `%s`",
	    expr->name.text, near);
	sem_remember_missed(s->c, expr->name.text, SEM_MEMBER, diag);
	if (near) {
		gd_fixit(diag, expr->name.loc, near);
	} else if (names.count) {
		gd_help(diag, "they have %s", sem_list(s->c, &names));
	} else {
		gd_help(diag, "declare it: `object { %s : …; }`", expr->name.text);
	}
	return poison();
}

static struct sem_type member(struct sem_scope *s, const struct syn_expr *expr)
{
	struct sem_type base = sem_value(s, expr->args.at[0], NULL), type;

	if (base.kind == SEM_POISON)
		return base;
	if (base.kind == SEM_REF && base.tags) {
		sem_may_be_tag(s->c, expr->args.at[0]->loc, &base,
		    gd_arena_printf(s->c->context->arena, "`.%s`", expr->name.text));
		return poison();
	}
	if (sem_member_of_region(s, expr, &base, &type))
		return type;
	if (base.kind == SEM_REF)
		return object_member(s, expr);
	struct gd_diag *diag = NULL;

	if (base.kind == SEM_MUTATOR) {
		if (!strcmp(expr->name.text, "roots"))
			return sem_type_simple(SEM_ROOTS);
		diag = sem_error(s->c, GD_E_no_such_member, expr->name.loc,
		    "a mutator has no member `%s`", expr->name.text);
		gd_help(diag, "it has `roots`");
		return poison();
	}
	gd_help(sem_error(s->c, GD_E_no_such_member, expr->name.loc,
		    "`%s` is %s and has no members",
		    syn_expr_text(s->c->context->arena, expr->args.at[0]),
		    sem_type_text(s->c->context->arena, &base)),
	    "only an object and a mutator have members");
	return poison();
}

static struct sem_type index_of(struct sem_scope *s, const struct syn_expr *expr)
{
	struct sem_type base = sem_expr(s, expr->args.at[0], NULL);
	struct sem_type number = sem_type_int(-LARGE, LARGE);
	const struct syn_expr *index = expr->args.at[1];
	long value;

	if (base.kind == SEM_REF && s->place != SEM_IN_SCRIPT &&
	    expr->args.at[0]->kind == SYN_EXPR_NAME && index->kind == SYN_EXPR_NAME &&
	    sem_local_find(s, index->name.text))
		return sem_place_like(s, expr, &base);
	if (s->place == SEM_IN_SCRIPT && index->kind != SYN_EXPR_ERROR &&
	    !sem_fold(NULL, NULL, index, &value))
		gd_help(sem_error(s->c, GD_E_slot_index, index->loc,
			    "in a script the number of a slot must be a constant"),
		    "write `%s[0]`, `%s[1]`, …",
		    syn_expr_text(s->c->context->arena, expr->args.at[0]),
		    syn_expr_text(s->c->context->arena, expr->args.at[0]));
	else if (sem_fold(NULL, NULL, index, &value) && (value < 0 || value >= GD_MOST_slots))
		gd_help(sem_error(s->c, GD_E_slot_index, index->loc, "there is no slot %ld", value),
		    "slots count from 0 to %d", GD_MOST_slots - 1);
	else if (s->place != SEM_IN_SCRIPT)
		sem_wants(s, index, &number, "the number of a slot");
	if (base.kind == SEM_POISON)
		return base;
	if (base.kind == SEM_GROUP) {
		base.kind = SEM_LOCATION;
		base.has_base = false;
		return base;
	}
	gd_help(sem_error(s->c, GD_E_slot_index, expr->loc, "`%s` is %s and has no numbered slots",
		    syn_expr_text(s->c->context->arena, expr->args.at[0]),
		    sem_type_text(s->c->context->arena, &base)),
	    base.kind == SEM_ROOTS
		? "write `for s in %s { … }`"
		: "only a group such as `field : ref[]` has them, and `%s` is not a group",
	    syn_expr_text(s->c->context->arena, expr->args.at[0]));
	return poison();
}

/* ------------------------------------------------------------- comparisons */
static bool has_meaning(struct sem_scope *s, const struct syn_expr *expr)
{
	return expr->kind != SYN_EXPR_NAME || sem_local_find(s, expr->name.text) ||
	    sem_lookup(s->c, expr->name.text, ~0u);
}

static bool comparable(const struct sem_type *a, const struct sem_type *b, bool is_order)
{
	if (a->kind == SEM_POISON || b->kind == SEM_POISON)
		return true;
	if (a->kind == SEM_WORD || b->kind == SEM_WORD)
		return (a->kind == SEM_WORD || a->kind == SEM_INT) &&
		    (b->kind == SEM_WORD || b->kind == SEM_INT);
	if (is_order)
		return a->kind == SEM_INT && b->kind == SEM_INT;
	if (a->kind == SEM_TAGS && b->kind == SEM_REF)
		return b->tags != NULL;
	if (b->kind == SEM_TAGS && a->kind == SEM_REF)
		return a->tags != NULL;
	return a->kind == b->kind && a->kind != SEM_VOID && a->region == b->region;
}

/* Whether the comparison has the same result for all values of A and B: 0 or 1. -1: it depends on
 * them. */
static int decided(enum syn_expr_kind kind, const struct sem_type *a, const struct sem_type *b)
{
	long (*compare)(long, long) = syn_operator(kind)->meaning;
	bool is_apart = a->high < b->low || a->low > b->high;
	long first = compare(a->low, b->high), last = compare(a->high, b->low);

	if (kind == SYN_EXPR_EQ || kind == SYN_EXPR_NE)
		return is_apart ? (int)first : -1;
	return first == last ? (int)first : -1;
}

/* Whether the option has a value (*VALUE) outside the range of TYPE, so that a test for equality is
 * decided.  Comparisons of order with the option's own bounds are common, and not reported. */
static bool option_decides(struct sem_scope *s, const struct syn_expr *option,
    enum syn_expr_kind kind, const struct sem_type *type, long *value)
{
	struct sem_type range;

	if ((kind != SYN_EXPR_EQ && kind != SYN_EXPR_NE) || option->kind != SYN_EXPR_NAME ||
	    sem_local_find(s, option->name.text) ||
	    !sem_lookup(s->c, option->name.text, SEM_OPTION))
		return false;
	range = sem_type_of(s->c, &sem_lookup(s->c, option->name.text, SEM_OPTION)->type);
	if (range.kind != SEM_INT || type->low == type->high)
		return false;
	*value = range.low < type->low ? range.low : range.high;
	return range.low < type->low || range.high > type->high;
}

/* Reports a comparison that is decided by the ranges of both sides, or by the range of one side and
 * a value of an option. */
static void check_decided(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *a, const struct sem_type *b)
{
	const struct syn_expr *left = expr->args.at[0], *right = expr->args.at[1], *option = NULL;
	struct gd_arena *arena = s->c->context->arena;
	int outcome = decided(expr->kind, a, b);
	struct gd_diag *diag;
	long value;

	if (outcome < 0 && option_decides(s, left, expr->kind, b, &value))
		option = left;
	else if (outcome < 0 && option_decides(s, right, expr->kind, a, &value))
		option = right;
	if (option)
		outcome = expr->kind == SYN_EXPR_NE;
	if (outcome < 0)
		return;
	diag = option
	    ? sem_warning(s->c, GD_W_always_same, expr->loc, "this is always %s where `%s` is %ld",
		  outcome ? "true" : "false", option->name.text, value)
	    : sem_warning(s->c, GD_W_always_same, expr->loc, "this is always %s",
		  outcome ? "true" : "false");
	sem_note(diag, left->loc, "this is %s", sem_type_text(arena, a));
	sem_note(diag, right->loc, "this is %s", sem_type_text(arena, b));
	if (option)
		gd_help(diag, "give `%s` no values that the other side cannot have",
		    option->name.text);
}

/* The type of EXPR with all of its tags: a comparison may name one that tests exclude. */
static struct sem_type compared(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted)
{
	struct sem_type type = sem_value(s, expr, wanted);
	const struct sem_local *local =
	    expr->kind == SYN_EXPR_NAME ? sem_local_find(s, expr->name.text) : NULL;

	if (local && type.kind == SEM_REF)
		type.tags = local->declared;
	return type;
}

static struct sem_type compare(struct sem_scope *s, const struct syn_expr *expr)
{
	const struct syn_expr *left = expr->args.at[0], *right = expr->args.at[1];
	struct gd_arena *arena = s->c->context->arena;
	bool is_order = expr->kind != SYN_EXPR_EQ && expr->kind != SYN_EXPR_NE;
	struct sem_type a, b;

	if (has_meaning(s, left)) {
		a = compared(s, left, NULL);
		b = compared(s, right, &a);
	} else {
		b = compared(s, right, NULL);
		a = compared(s, left, &b);
	}
	if (!comparable(&a, &b, is_order)) {
		struct gd_diag *diag = sem_error(s->c, GD_E_type_mismatch, expr->loc,
		    is_order && a.kind == b.kind ? "%s cannot be ordered"
						 : "%s cannot be compared with %s",
		    sem_type_text(arena, &a), sem_type_text(arena, &b));

		gd_note(diag, left->loc, "this is %s", sem_type_text(arena, &a));
		gd_note(diag, right->loc, "this is %s", sem_type_text(arena, &b));
	} else if (a.kind == SEM_INT && b.kind == SEM_INT && (a.low != a.high || b.low != b.high)) {
		check_decided(s, expr, &a, &b);
	}
	return sem_type_simple(SEM_BOOL);
}

static struct sem_type arithmetic(struct sem_scope *s, const struct syn_expr *expr)
{
	struct sem_type number = sem_type_int(-LARGE, LARGE), type[2] = { number, number };
	long low, high;

	for (size_t i = 0; i < expr->args.count && i < 2; i++) {
		type[i] = sem_value(s, expr->args.at[i], NULL);
		if (!sem_assignable(s->c, expr->args.at[i]->loc, &number, &type[i], "arithmetic") ||
		    type[i].kind == SEM_POISON)
			return poison();
		if (type[i].kind == SEM_WORD)
			type[i] = number;
	}
	if (expr->kind == SYN_EXPR_NEGATE)
		return sem_type_int(-type[0].high, -type[0].low);
	bool add = expr->kind == SYN_EXPR_ADD;

	low = type[0].low + (add ? type[1].low : -type[1].high);
	high = type[0].high + (add ? type[1].high : -type[1].low);
	return sem_type_int(low < -LARGE ? -LARGE : low, high > LARGE ? LARGE : high);
}

/* --------------------------------------------------------------------- calls */
#define IN_A_LOOP "write `for s in o.field { … }`, and `s` for the slot"

void sem_arguments(struct sem_scope *s, const struct syn_decl *callee, struct gd_loc loc,
    struct syn_expr *const *args, size_t count)
{
	size_t wanted = callee->params.count;

	for (size_t i = 0; i < count; i++) {
		const struct syn_param *param = i < wanted ? &callee->params.at[i] : NULL;
		struct sem_type type = param ? sem_type_of(s->c, &param->type) : poison(), got;

		if (type.kind != SEM_LOCATION) {
			sem_wants(s, args[i], &type,
			    !param ? "this"
				   : gd_arena_printf(s->c->context->arena, "`%s` of `%s`",
					 param->name.text, callee->name.text));
			continue;
		}
		got = sem_expr(s, args[i], NULL);
		if (got.kind != SEM_POISON &&
		    (got.kind != SEM_LOCATION || got.inside->kind != type.inside->kind))
			gd_help(sem_error(s->c, GD_E_not_a_location, args[i]->loc,
				    "`%s` of `%s` must be a location of %s; this is %s",
				    param->name.text, callee->name.text,
				    sem_type_text(s->c->context->arena, type.inside),
				    sem_type_text(s->c->context->arena, &got)),
			    "%s", IN_A_LOOP);
		else if (got.kind == SEM_LOCATION && callee->kind == SYN_DECL_WORK &&
		    args[i]->kind != SYN_EXPR_NAME)
			gd_help(sem_error(s->c, GD_E_not_a_location, args[i]->loc,
				    "`%s` of `%s` must be the slot that a loop visits",
				    param->name.text, callee->name.text),
			    "%s", IN_A_LOOP);
	}
	if (count != wanted)
		gd_note(sem_error(s->c, GD_E_argument_count, loc,
			    "`%s` takes %zu argument%s, not %zu", callee->name.text, wanted,
			    wanted == 1 ? "" : "s", count),
		    callee->head, "declared here");
}

static void unknown_call(struct sem_scope *s, const struct syn_expr *expr)
{
	sem_candidates names = { 0 };
	const struct sem_operation *operation;
	struct syn_decl *decl = sem_lookup(s->c, expr->name.text, ~0u);

	if (decl) {
		struct gd_diag *diag = sem_error(s->c, GD_E_wrong_kind_of_name, expr->name.loc,
		    "`%s` is %s and cannot be called", expr->name.text,
		    sem_thing_text(sem_thing_of(decl)));

		gd_note(diag, decl->head, "`%s` is declared here", expr->name.text);
		if (decl->kind == SYN_DECL_WORK)
			gd_help(diag, "write `emit %s(…)`", expr->name.text);
		return;
	}
	for (size_t i = 0; (operation = sem_operation_at(i)); i++)
		if (operation->places & s->place)
			GD_PUSH(s->c->context->arena, names, operation->name);
	if (s->place & SEM_IN_CODE)
		sem_candidates_decls(s->c, &names, SEM_FUNCTION | SEM_POLICY);
	sem_unknown(s->c, expr->name, SEM_OPERATION | ((s->place & SEM_IN_CODE) ? SEM_FUNCTION : 0),
	    &names);
}

/* The embedder decides: only a step of a kernel can ask, because the answer may be another one each time. */
static struct sem_type policy_call(struct sem_scope *s, const struct syn_expr *expr,
    const struct syn_decl *policy)
{
	struct gd_diag *diag;

	if (!(s->place & (SEM_IN_KERNEL | SEM_IN_FUNCTION))) {
		diag = sem_error(s->c,
		    s->place == SEM_IN_GUARD ? GD_E_guard_not_pure : GD_E_operation_not_here,
		    expr->loc, "`%s` is a policy and cannot be asked in %s", expr->name.text,
		    sem_place_text(s->place));
		gd_help(diag,
		    s->place == SEM_IN_FILL
			? "emit a unit for each object, and let its kernel ask"
			: "only kernels, and functions that they call, can ask policies");
		return poison();
	}
	if (expr->order != SYN_ORDER_NONE)
		sem_error(s->c, GD_E_order_not_allowed, expr->loc,
		    "`%s` is a policy: it takes no memory order", expr->name.text);
	sem_arguments(s, policy, expr->loc, expr->args.at, expr->args.count);
	return sem_type_of(s->c, &policy->type);
}

static struct sem_type call(struct sem_scope *s, const struct syn_expr *expr)
{
	const struct sem_operation *operation = sem_operation_find(expr->name.text);
	struct syn_decl *function;

	if (operation)
		return s->c->check_operation(s, expr, operation);
	function = sem_lookup(s->c, expr->name.text, SEM_POLICY);
	if (function)
		return policy_call(s, expr, function);
	function = sem_lookup(s->c, expr->name.text, SEM_FUNCTION);
	if (!function) {
		unknown_call(s, expr);
		return poison();
	}
	if (!(s->place & SEM_IN_CODE)) {
		gd_help(sem_error(s->c,
			    s->place == SEM_IN_GUARD ? GD_E_guard_not_pure
						     : GD_E_operation_not_here,
			    expr->loc, "`%s` is a function and cannot be called in %s",
			    expr->name.text, sem_place_text(s->place)),
		    "only kernels, barriers and other functions can call functions");
		return poison();
	}
	if (expr->order != SYN_ORDER_NONE)
		sem_error(s->c, GD_E_order_not_allowed, expr->loc,
		    "`%s` is a function: it takes no memory order", expr->name.text);
	sem_arguments(s, function, expr->loc, expr->args.at, expr->args.count);
	if (function->type.kind == SYN_TYPE_NONE)
		return sem_type_simple(SEM_VOID);
	return sem_type_of(s->c, &function->type);
}

/* ------------------------------------------------------------------ formulas */
static struct sem_type unknown_domain(struct sem_scope *s, const struct syn_expr *expr)
{
	static const char *const known[] = { "object", "mutator", "expected" };
	const char *word = syn_operator(expr->kind)->spelling;
	const char *near = gd_did_you_mean(expr->domain.text, known, 3);
	struct gd_diag *diag = sem_error(s->c, GD_E_loop_domain, expr->domain.loc,
	    "a quantifier cannot range over `%s`", expr->domain.text);

	if (near)
		gd_fixit(diag, expr->domain.loc, near);
	else
		gd_help(diag,
		    "write `%s o`, `%s o in expected`, `%s s in o.field` or "
		    "`%s m : mutator`",
		    word, word, word, word);
	return poison();
}

static struct sem_type quantifier(struct sem_scope *s, const struct syn_expr *expr)
{
	struct sem_local *outer = s->locals;
	struct sem_type type = sem_type_simple(SEM_REF);
	const char *domain = expr->domain.text;

	if (expr->args.count > 1)
		type = sem_slot_of(s, expr->args.at[1],
		    "`forall s in o.field` ranges over slots of "
		    "`o`, `forall s in m.roots` over the roots of `m`");
	else if (domain && !strcmp(domain, "mutator"))
		type.kind = SEM_MUTATOR;
	else if (domain && strcmp(domain, "object") && strcmp(domain, "expected") &&
	    !sem_region_type(s->c, domain, &type) && !sem_divides(s->c, domain))
		type = unknown_domain(s, expr);
	for (size_t i = 0; i < expr->binders.count; i++)
		sem_local_add(s, expr->binders.at[i], type);
	if (expr->args.count)
		sem_condition(s, expr->args.at[0]);
	s->locals = outer;
	return sem_type_simple(SEM_BOOL);
}

static struct sem_type formula(struct sem_scope *s, const struct syn_expr *expr)
{
	if (s->place != SEM_IN_PROPERTY) {
		sem_error(s->c,
		    s->place == SEM_IN_GUARD ? GD_E_guard_not_pure : GD_E_operation_not_here,
		    expr->op_loc.source ? expr->op_loc : expr->loc,
		    "`%s` can be used in a property, but not in %s",
		    syn_operator(expr->kind)->spelling, sem_place_text(s->place));
		return poison();
	}
	if (syn_family(expr->kind) == GD_FAMILY_QUANTIFIER)
		return quantifier(s, expr);
	for (size_t i = 0; i < expr->args.count; i++)
		sem_condition(s, expr->args.at[i]);
	return sem_type_simple(SEM_BOOL);
}

/* ----------------------------------------------------------- all expressions */
/* The right side is evaluated only if the left side does not decide the result. */
static struct sem_type logic(struct sem_scope *s, const struct syn_expr *expr)
{
	const struct sem_known *known = sem_known(s);

	for (size_t i = 0; i < expr->args.count; i++) {
		sem_condition(s, expr->args.at[i]);
		if (i + 1 < expr->args.count)
			sem_assume(s, expr->args.at[i], expr->kind != SYN_EXPR_OR);
	}
	sem_forget(known);
	return sem_type_simple(SEM_BOOL);
}

/* Where there is a waiting load, `let' checks it: await.c. */
static struct sem_type waiting(struct sem_scope *s, const struct syn_expr *expr)
{
	sem_error(s->c, GD_E_operation_not_here, expr->loc, "`await` cannot be used in %s",
	    sem_place_text(s->place));
	return poison();
}

static struct sem_type stopped(struct sem_scope *s, const struct syn_expr *expr)
{
	if (s->place & RUNNING & ~SEM_IN_BARRIER)
		return sem_type_simple(SEM_BOOL);
	sem_error(s->c, s->place == SEM_IN_CONSTANT ? GD_E_not_constant : GD_E_operation_not_here,
	    expr->loc, "`all mutators stopped` cannot be used in %s", sem_place_text(s->place));
	return poison();
}

static struct sem_type in_space(struct sem_scope *s, const struct syn_expr *expr)
{
	struct sem_type ref = sem_type_simple(SEM_REF);

	if (s->place & (SEM_IN_GUARD | SEM_IN_CONSTANT | SEM_IN_LITMUS | SEM_IN_SCRIPT)) {
		sem_error(s->c,
		    s->place == SEM_IN_GUARD ? GD_E_guard_not_pure : GD_E_operation_not_here,
		    expr->loc, "`in` cannot be used in %s", sem_place_text(s->place));
		return sem_type_simple(SEM_POISON);
	}
	sem_wants(s, expr->args.at[0], &ref, "`in`");
	sem_resolve(s->c, expr->name, SEM_SPACE);
	return sem_type_simple(SEM_BOOL);
}

static struct sem_type operator_type(struct sem_scope *s, const struct syn_expr *expr)
{
	if (syn_operator(expr->kind)->use == GD_USE_PROPERTY)
		return formula(s, expr);
	switch (syn_family(expr->kind)) {
	case GD_FAMILY_COMPARISON: return compare(s, expr);
	case GD_FAMILY_ARITHMETIC: return arithmetic(s, expr);
	case GD_FAMILY_NONE:
	case GD_FAMILY_LOGIC:
	case GD_FAMILY_TEMPORAL:
	case GD_FAMILY_QUANTIFIER: break;
	}
	return logic(s, expr);
}

struct sem_type sem_expr(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted)
{
	struct sem_type null = { .kind = SEM_REF, .is_null = true };

	switch (expr->kind) {
	case SYN_EXPR_ERROR: return poison();
	case SYN_EXPR_NUMBER: return sem_type_int(expr->number, expr->number);
	case SYN_EXPR_BOOL: return sem_type_simple(SEM_BOOL);
	case SYN_EXPR_NULL: return null;
	case SYN_EXPR_NAME: return expr->name.text ? name_type(s, expr, wanted) : poison();
	case SYN_EXPR_MEMBER: return expr->name.text ? member(s, expr) : poison();
	case SYN_EXPR_INDEX: return index_of(s, expr);
	case SYN_EXPR_CALL: return expr->name.text ? call(s, expr) : poison();
	case SYN_EXPR_SET:
		sem_error(s->c, GD_E_operation_not_here, expr->loc,
		    "a list of objects can be used only where a scenario gives slots their values");
		return poison();
	case SYN_EXPR_AWAIT: return waiting(s, expr);
	case SYN_EXPR_ALL_STOPPED: return stopped(s, expr);
	case SYN_EXPR_IN_SPACE: return in_space(s, expr);
#define OPERATOR(name, ...) case SYN_EXPR_##name:
#include "compiler/base/operators.def"
		return operator_type(s, expr);
	}
	return poison();
}

void sem_no_location(struct sem_scope *s, const struct syn_expr *expr, const struct sem_type *type)
{
	struct gd_arena *arena = s->c->context->arena;
	const char *text = syn_expr_text(arena, expr);
	struct gd_diag *diag = sem_error(s->c, GD_E_location_as_value, expr->loc,
	    "`%s` is %s, not a value", text, sem_type_text(arena, type));
	const char *look = s->place & SEM_IN_CODE ? "load"
	    : s->place == SEM_IN_SCRIPT           ? "read"
						  : "peek";

	if (type->kind == SEM_GROUP)
		gd_help(diag, "name one slot, `%s(%s[0])`, or write `for s in %s { … }`", look,
		    text, text);
	else if (type->kind == SEM_ROOTS)
		gd_help(diag, "write `for s in %s { … }`", text);
	else
		gd_fixit(diag, expr->loc, gd_arena_printf(arena, "%s(%s)", look, text));
}

struct sem_type sem_value(struct sem_scope *s, const struct syn_expr *expr,
    const struct sem_type *wanted)
{
	struct sem_type type = sem_expr(s, expr, wanted);

	if (type.kind == SEM_LOCATION || type.kind == SEM_GROUP || type.kind == SEM_ROOTS) {
		sem_no_location(s, expr, &type);
		return poison();
	}
	if (type.kind == SEM_VOID) {
		sem_error(s->c, GD_E_no_result, expr->loc, "`%s` has no result", expr->name.text);
		return poison();
	}
	return type;
}

void sem_wants(struct sem_scope *s, const struct syn_expr *expr, const struct sem_type *wanted,
    const char *what)
{
	struct sem_type type = sem_value(s, expr, wanted);

	sem_assignable(s->c, expr->loc, wanted, &type, what);
}

void sem_condition(struct sem_scope *s, const struct syn_expr *expr)
{
	struct sem_type truth = sem_type_simple(SEM_BOOL);

	sem_wants(s, expr, &truth, "a condition");
}

void sem_guard(struct sem_checker *c, const struct syn_expr *expr)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_GUARD };

	if (expr)
		sem_condition(&scope, expr);
}

struct sem_type sem_slot_of(struct sem_scope *s, const struct syn_expr *domain, const char *help)
{
	struct sem_type type = domain ? sem_expr(s, domain, NULL) : sem_type_simple(SEM_POISON);
	struct gd_arena *arena = s->c->context->arena;

	if (type.kind == SEM_GROUP) {
		type.kind = SEM_LOCATION;
		return type;
	}
	if (type.kind == SEM_ROOTS)
		return sem_type_location(s->c, sem_type_simple(SEM_REF), true);
	if (type.kind != SEM_POISON)
		gd_help(sem_error(s->c, GD_E_loop_domain, domain->loc,
			    "`%s` is %s and has no slots to visit", syn_expr_text(arena, domain),
			    sem_type_text(arena, &type)),
		    "%s", help);
	return sem_type_simple(SEM_POISON);
}
