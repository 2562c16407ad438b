/* operation.c: uses of the built-in operations: where one stands, its orders and arguments. */
#include "compiler/sema/internal.h"
#include "compiler/sema/orders.h"

#include <string.h>

/* -------------------------------------------------------------------- orders */
static bool is_legal(enum syn_order order, bool reads, bool writes)
{
	return order == SYN_ORDER_NONE || gd_order_is_legal(order - SYN_RELAXED, reads, writes);
}

static void bad_order(struct sem_scope *s, const struct syn_expr *call, enum syn_order order,
    const char *why, const char *legal, const char *when)
{
	struct gd_diag *diag = sem_error(s->c, GD_E_order_not_allowed, call->loc,
	    "`%s` cannot be %s: %s", call->name.text, syn_order_text(order), why);

	if (legal)
		gd_help(diag, "it can be %s%s", legal, when);
}

/* A fence needs an order, because without one it has no effect. */
static void check_fence(struct sem_scope *s, const struct syn_expr *call)
{
	enum syn_order order = sem_order_or(call->order, SYN_RELAXED);

	if (!is_legal(order, false, false) && !s->c->after_syntax_errors)
		gd_help(sem_error(s->c, GD_E_order_not_allowed, call->loc,
			    "a fence needs an order: a relaxed one orders nothing"),
		    "name %s", gd_legal_orders(s->c->context->arena, false, false));
}

static void check_order(struct sem_scope *s, const struct syn_expr *call,
    const struct gd_operation *memory)
{
	struct gd_arena *arena = s->c->context->arena;
	enum syn_order order = call->order, failure = call->order_on_failure;

	if (!memory) {
		if (order != SYN_ORDER_NONE)
			bad_order(s, call, order, "it is not a memory operation", NULL, "");
		return;
	}
	if (gd_is_fence(memory))
		check_fence(s, call);
	else if (!is_legal(order, memory->reads, memory->writes))
		bad_order(s, call, order,
		    memory->reads ? "a load publishes nothing" : "a store observes nothing",
		    gd_legal_orders(arena, memory->reads, memory->writes), "");
	if (failure == SYN_ORDER_NONE)
		return;
	if (!memory->has_failure)
		bad_order(s, call, failure, "only `cas` has a second order", NULL, "");
	else if (!is_legal(failure, true, false))
		bad_order(s, call, failure, "a failing `cas` is a load and publishes nothing",
		    gd_legal_orders(arena, true, false), " on failure");
}

/* -------------------------------------------------------- memory operations */
/* The type inside the location that a memory operation works on. */
static struct sem_type location_argument(struct sem_scope *s, const struct syn_expr *call)
{
	const struct syn_expr *arg = call->args.at[0];
	struct sem_type type = sem_expr(s, arg, NULL);
	const char *text = syn_expr_text(s->c->context->arena, arg);
	struct gd_diag *diag;

	if (type.kind == SEM_LOCATION)
		return *type.inside;
	if (type.kind == SEM_POISON)
		return type;
	diag = sem_error(s->c, GD_E_not_a_location, arg->loc, "`%s` needs a location; `%s` is %s",
	    call->name.text, text, sem_type_text(s->c->context->arena, &type));
	if (type.kind == SEM_GROUP)
		gd_help(diag, "name one slot, `%s[0]`, or write `for s in %s { … %s(s) … }`", text,
		    text, call->name.text);
	else if (type.kind == SEM_ROOTS)
		gd_help(diag, "write `for s in %s { … %s(s) … }`", text, call->name.text);
	else
		gd_help(diag,
		    "locations are `o.mark`, `o.field[0]`, and the slots of "
		    "`for s in o.field` and `for s in m.roots`");
	return sem_type_simple(SEM_POISON);
}

/* Arithmetic needs numbers.  Other types were reported already. */
static void check_taken(struct sem_scope *s, const struct syn_expr *call, enum gd_takes takes,
    struct sem_type *inside)
{
	if (takes == GD_TAKES_ANY || inside->kind == SEM_POISON || inside->kind == SEM_INT ||
	    inside->kind == SEM_WORD || (inside->kind == SEM_BOOL && takes == GD_TAKES_BITS))
		return;
	gd_help(sem_error(s->c, GD_E_type_mismatch, call->args.at[0]->loc,
		    "`%s` needs a number; this location holds %s", call->name.text,
		    sem_type_text(s->c->context->arena, inside)),
	    "use `swap` or `cas`");
	*inside = sem_type_simple(SEM_POISON);
}

static bool is_counted(const struct gd_operation *memory)
{
	return memory->stores == GD_STORES_SUM || memory->stores == GD_STORES_DIFFERENCE;
}

/* What an operation may be given for a location that holds INSIDE.  A number to add or to subtract
 * is not stored itself: it fits unless no sum of it and a number in the range is in the range. */
static struct sem_type operand_type(const struct gd_operation *memory,
    const struct sem_type *inside)
{
	struct sem_type type = *inside;

	if (type.kind == SEM_INT && is_counted(memory)) {
		type.high = inside->high - inside->low;
		type.low = -type.high;
	}
	return type;
}

static struct sem_type memory_operation(struct sem_scope *s, const struct syn_expr *call,
    const struct sem_operation *operation)
{
	struct gd_arena *arena = s->c->context->arena;
	struct sem_type inside, operand;
	const char *what;

	if (operation->memory->takes == GD_TAKES_NOTHING)
		return sem_type_simple(SEM_VOID);
	inside = location_argument(s, call);
	sem_check_overlay_use(s->c, call, false);
	check_taken(s, call, operation->memory->takes, &inside);
	operand = operand_type(operation->memory, &inside);
	what = syn_expr_text(arena, call->args.at[0]);
	what = is_counted(operation->memory)
	    ? gd_arena_printf(arena, "`%s` of `%s`", call->name.text, what)
	    : gd_arena_printf(arena, "`%s`", what);
	for (size_t i = 1; i < call->args.count; i++)
		sem_wants(s, call->args.at[i], &operand, what);
	return operation->has_result ? inside : sem_type_simple(SEM_VOID);
}

/* --------------------------------------------------------- other operations */
static struct sem_type bucket_operation(struct sem_scope *s, const struct syn_expr *call)
{
	const struct syn_expr *arg = call->args.at[0];
	unsigned wanted = !strcmp(call->name.text, "drained") ? SEM_BUCKET | SEM_KIND : SEM_BUCKET;

	if (arg->kind == SYN_EXPR_NAME) {
		if (sem_resolve(s->c, arg->name, wanted) && !strcmp(call->name.text, "empty"))
			sem_help(
			    sem_warning(s->c, GD_W_empty_guard, call->loc,
				"`empty(%s)` does not look at running units, which can still emit",
				arg->name.text),
			    "write `drained(%s)`", arg->name.text);
	} else if (arg->kind != SYN_EXPR_ERROR) {
		sem_error(s->c, GD_E_type_mismatch, arg->loc, "`%s` needs the name of %s",
		    call->name.text, sem_things_text(s->c->context->arena, wanted));
	}
	return sem_type_simple(SEM_BOOL);
}

/* alloc(o), alloc(space, o): a new object of o's shape, or null */
static struct sem_type alloc_operation(struct sem_scope *s, const struct syn_expr *call)
{
	struct sem_type ref = sem_type_simple(SEM_REF);

	if (call->args.count == 2 && call->args.at[0]->kind == SYN_EXPR_NAME)
		sem_resolve(s->c, call->args.at[0]->name, SEM_SPACE);
	else if (call->args.count == 2 && call->args.at[0]->kind != SYN_EXPR_ERROR)
		gd_help(sem_error(s->c, GD_E_type_mismatch, call->args.at[0]->loc,
			    "`alloc` with two arguments needs the name of a space"),
		    "write `alloc(to, o)`: a cell of the space `to` for an object like `o`");
	sem_wants(s, call->args.at[call->args.count - 1], &ref, "`alloc`");
	return ref;
}

/* copy(o, n): what the slots of o hold goes to the slots of n */
static struct sem_type copy_operation(struct sem_scope *s, const struct syn_expr *call)
{
	struct sem_type ref = sem_type_simple(SEM_REF);
	const struct syn_expr *from = call->args.at[0], *to = call->args.at[1];

	sem_wants(s, from, &ref, "`copy`");
	sem_wants(s, to, &ref, "`copy`");
	if (from->kind == SYN_EXPR_NAME && to->kind == SYN_EXPR_NAME &&
	    from->name.text == to->name.text && !s->c->after_syntax_errors)
		gd_help(sem_error(s->c, GD_E_copy_to_itself, call->loc, "`%s` is copied to itself",
			    from->name.text),
		    "write `copy(o, n)`: from `o` to `n`, which `alloc(o)` has given");
	return sem_type_simple(SEM_VOID);
}

/* relocate(o, n): the object o gets the cell n */
static struct sem_type move_operation(struct sem_scope *s, const struct syn_expr *call)
{
	struct sem_type ref = sem_type_simple(SEM_REF);

	for (size_t i = 0; i < 2; i++)
		sem_wants(s, call->args.at[i], &ref, "`relocate`");
	return sem_type_simple(SEM_VOID);
}

static bool has_mark(struct sem_checker *c)
{
	const struct syn_member *mark = sem_member_find(c, gd_intern(c->context->names, "mark"));

	return mark &&
	    (mark->type.kind == SYN_TYPE_BIT ||
		(mark->type.kind == SYN_TYPE_RANGE && mark->type.low == 0 && mark->type.high == 1));
}

static struct sem_type observe_operation(struct sem_scope *s, const struct syn_expr *call)
{
	struct sem_type ref = sem_type_simple(SEM_REF);
	const char *what = gd_arena_printf(s->c->context->arena, "`%s`", call->name.text);

	sem_wants(s, call->args.at[0], &ref, what);
	if (!strcmp(call->name.text, "marked") && !has_mark(s->c) && !s->c->after_syntax_errors)
		gd_help(sem_error(s->c, GD_E_no_mark, call->loc,
			    "`marked` reads `mark`, but objects have no `mark : bit`"),
		    "write `object { mark : bit = 0; … }`, or use peek(o.…)");
	return sem_type_simple(SEM_BOOL);
}

static struct sem_type pending_operation(struct sem_scope *s, const struct syn_expr *call)
{
	const struct syn_expr *unit = call->args.at[0];
	struct syn_decl *kind;

	if (unit->kind == SYN_EXPR_CALL) {
		kind = sem_resolve(s->c, unit->name, SEM_KIND);
		if (kind)
			sem_arguments(s, kind, unit->loc, unit->args.at, unit->args.count);
	} else if (unit->kind != SYN_EXPR_ERROR) {
		gd_help(sem_error(s->c, GD_E_type_mismatch, unit->loc, "`pending` needs a unit"),
		    "write `pending(kind(o))`");
	}
	return sem_type_simple(SEM_BOOL);
}

static struct sem_type peek_operation(struct sem_scope *s, const struct syn_expr *call)
{
	struct sem_type inside = location_argument(s, call);

	return inside;
}

/* read(a.field[0]), write(a.field[0], v): accesses of the mutator itself */
static struct sem_type script_access(struct sem_scope *s, const struct syn_expr *call)
{
	const struct syn_expr *place = call->args.at[0];
	struct sem_type type = sem_expr(s, place, NULL), inside = sem_type_simple(SEM_REF);

	if (type.kind == SEM_LOCATION && type.is_slot)
		inside = *type.inside;
	if (type.kind != SEM_POISON && (type.kind != SEM_LOCATION || !type.is_slot)) {
		struct gd_diag *diag = sem_error(s->c, GD_E_not_a_location, place->loc,
		    "a mutator can only %s slots and words of objects; this is %s", call->name.text,
		    type.kind == SEM_LOCATION ? "metadata"
					      : sem_type_text(s->c->context->arena, &type));

		if (type.kind == SEM_LOCATION)
			gd_help(diag,
			    "metadata belongs to the collector: only kernels and barriers access "
			    "it");
		if (type.kind == SEM_GROUP)
			gd_help(diag, "name one slot: `%s[0]`",
			    syn_expr_text(s->c->context->arena, place));
	}
	if (call->args.count > 1)
		sem_wants(s, call->args.at[1], &inside,
		    inside.kind == SEM_WORD ? "the word" : "the slot");
	return call->args.count > 1 ? sem_type_simple(SEM_VOID) : inside;
}

/* ----------------------------------------------------- what another one hands over */
struct naming {
	const char *name;
	bool found;
};

static void see_let(void *data, const struct syn_stmt *stmt)
{
	struct naming *naming = data;

	naming->found |= stmt->kind == SYN_STMT_LET && stmt->name.text == naming->name;
}

static bool has_root(const struct syn_script *script, const char *name)
{
	struct naming naming = { name, false };

	for (size_t i = 0; i < script->stack.count; i++)
		naming.found |= script->stack.at[i].text == name;
	sem_walk_stmt(script->body, see_let, NULL, &naming);
	return naming.found;
}

static const struct syn_script *other_script(struct sem_scope *s, const char *name)
{
	for (size_t i = 0; i < s->decl->scripts.count; i++)
		if (s->decl->scripts.at[i].name.text == name &&
		    &s->decl->scripts.at[i] != s->script)
			return &s->decl->scripts.at[i];
	return NULL;
}

/* receive(n.a): the root a of another mutator n */
static struct sem_type receive_operation(struct sem_scope *s, const struct syn_expr *call)
{
	const struct syn_expr *root = call->args.at[0];
	const struct syn_script *other = NULL;
	struct gd_diag *diag = NULL;

	if (root->kind == SYN_EXPR_MEMBER && root->args.at[0]->kind == SYN_EXPR_NAME) {
		other = other_script(s, root->args.at[0]->name.text);
		if (!other)
			diag = sem_error(s->c, GD_E_unknown_name, root->args.at[0]->loc,
			    "no other mutator of this scenario is called `%s`",
			    root->args.at[0]->name.text);
		else if (!has_root(other, root->name.text))
			diag = sem_error(s->c, GD_E_unknown_name, root->name.loc,
			    "the mutator `%s` has no root called `%s`", other->name.text,
			    root->name.text);
	} else if (root->kind != SYN_EXPR_ERROR) {
		diag = sem_error(s->c, GD_E_type_mismatch, root->loc,
		    "a mutator receives the value of another mutator's root");
	}
	if (diag)
		gd_help(diag, "write `receive(n.a)`: what the root `a` of the mutator `n` holds");
	return sem_type_simple(diag ? SEM_POISON : SEM_REF);
}

/* pin(a): what a root refers to is to keep its place, and the collector says what that takes. */
static struct sem_type pin_operation(struct sem_scope *s, const struct syn_expr *call)
{
	const struct syn_expr *root = call->args.at[0];
	struct sem_type ref = sem_type_simple(SEM_REF);

	if (!sem_barrier(s->c, "pinned"))
		gd_help(sem_error(s->c, GD_E_pin_without_barrier, call->loc,
			    "the script pins an object, and the collector has no barrier `pinned`"),
		    "declare `barrier pinned(o) { … }`, which tells the collector that o stays");
	if (root->kind != SYN_EXPR_NAME && root->kind != SYN_EXPR_ERROR)
		gd_help(sem_error(s->c, GD_E_type_mismatch, root->loc,
			    "a mutator pins what one of its roots refers to"),
		    "give it a name first: `let r = …;  pin(r);`");
	else
		sem_wants(s, root, &ref, "`pin`");
	return sem_type_simple(SEM_VOID);
}

/* ---------------------------------------------------------------- all of them */
static void not_here(struct sem_scope *s, const struct syn_expr *call,
    const struct sem_operation *operation)
{
	enum gd_code code =
	    s->place == SEM_IN_GUARD ? GD_E_guard_not_pure : GD_E_operation_not_here;
	struct gd_diag *diag = sem_error(s->c, code, call->loc, "`%s` cannot be used in %s",
	    call->name.text, sem_place_text(s->place));

	if (s->place == SEM_IN_GUARD)
		gd_help(diag,
		    "a guard combines drained(…), idle(…), open(…), phases, `requested` and "
		    "`all mutators stopped`");
	else if (sem_operation_is_load(operation) && s->place == SEM_IN_PROPERTY)
		gd_help(diag, "write `peek(…)`, which shows the value without a memory operation");
	else if (s->place == SEM_IN_SCRIPT)
		gd_help(diag,
		    "a script has read(o.field[0]), write(o.field[0], v), allocate(), "
		    "receive(n.a) and pin(a)");
	else if (operation->class == SEM_OP_BUCKET && s->place == SEM_IN_BARRIER)
		gd_help(diag,
		    "code that runs on a mutator can test phases, but not the pool of work");
	else if (operation->class == SEM_OP_OBSERVE && (s->place & SEM_IN_CODE))
		gd_help(diag, "it is for properties; a kernel loads metadata: load(o.mark)");
}

/* free(o), free(space), free(l) */
static struct sem_type free_operation(struct sem_scope *s, const struct syn_expr *call)
{
	struct sem_type ref = sem_type_simple(SEM_REF), what;

	if (sem_names_space(s->c, call->args.at[0]))
		return sem_type_simple(SEM_VOID);
	what = sem_value(s, call->args.at[0], &ref);
	if (what.kind != SEM_IN_REGION)
		sem_assignable(s->c, call->args.at[0]->loc, &ref, &what, "`free`");
	return sem_type_simple(SEM_VOID);
}

struct sem_type sem_operation(struct sem_scope *s, const struct syn_expr *call,
    const struct sem_operation *operation)
{
	if (!(operation->places & s->place)) {
		not_here(s, call, operation);
		return sem_type_simple(SEM_POISON);
	}
	if (call->args.count != operation->arguments &&
	    !(operation->class == SEM_OP_ALLOC && call->args.count == 2 && sem_has_spaces(s->c))) {
		sem_error(s->c, GD_E_argument_count, call->loc,
		    "`%s` takes %zu argument%s, not %zu", call->name.text, operation->arguments,
		    operation->arguments == 1 ? "" : "s", call->args.count);
		return sem_type_simple(SEM_POISON);
	}
	if (operation->memory && call->args.count == 2 && !strcmp(call->name.text, "swap") &&
	    sem_names_space(s->c, call->args.at[0])) {
		check_order(s, call, NULL);
		return sem_swap_spaces(s, call);
	}
	check_order(s, call, operation->memory);
	switch (operation->class) {
	case SEM_OP_MEMORY: return memory_operation(s, call, operation);
	case SEM_OP_FREE: return free_operation(s, call);
	case SEM_OP_ALLOC: return alloc_operation(s, call);
	case SEM_OP_COPY: return copy_operation(s, call);
	case SEM_OP_MOVE: return move_operation(s, call);
	case SEM_OP_BUCKET: return bucket_operation(s, call);
	case SEM_OP_OBSERVE: return observe_operation(s, call);
	case SEM_OP_ORIGIN: {
		struct sem_type ref = sem_type_simple(SEM_REF);

		sem_wants(s, call->args.at[0], &ref, "`origin`");
		return sem_type_simple(SEM_IDENTITY);
	}
	case SEM_OP_PENDING: return pending_operation(s, call);
	case SEM_OP_PEEK: return peek_operation(s, call);
	case SEM_OP_READ:
	case SEM_OP_WRITE: return script_access(s, call);
	case SEM_OP_ALLOCATE: return sem_type_simple(SEM_REF);
	case SEM_OP_RECEIVE: return receive_operation(s, call);
	case SEM_OP_PIN: return pin_operation(s, call);
	}
	return sem_type_simple(SEM_POISON);
}
