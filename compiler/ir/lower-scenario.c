/* lower-scenario.c: heaps and scripts.  Scripts are straight lines: conditions
 * over options are decided, repetitions written out. */
#include "compiler/ir/lower-internal.h"

#include <string.h>

struct received {
	size_t action;
	struct syn_name root;
}; /* a `receive`, and the root from which */
struct script {
	struct lower *l;
	const struct syn_decl *scenario;
	const struct syn_script *syn;
	GD_VEC(struct ir_root) roots;
	GD_VEC(struct ir_action) actions;
	GD_VEC(struct received) received;
	GD_VEC(struct ir_number) numbers;
	GD_VEC(const struct ir_var *) root_vars; /* those that expressions name */
	long collects, allocates, rounds;
	unsigned reads; /* of asserts */
	bool too_long, joins, leaves;
};

/* An object's number, or -1: null. */
static int object_index(const struct syn_decl *scenario, const char *name)
{
	for (size_t i = 0; i < scenario->objects.count; i++)
		if (scenario->objects.at[i].text == name)
			return (int)i;
	return -1;
}

/* --------------------------------------------------------------------- roots */
static int find_root(struct script *s, const char *name)
{
	for (size_t i = 0; i < s->roots.count; i++)
		if (s->roots.at[i].name == name)
			return (int)i;
	return -1;
}

/* A name that is dropped and assigned again keeps its slot. */
static int root_of(struct script *s, struct syn_name name, int initial)
{
	struct ir_root root = { name.text, name.loc, initial };
	int found = find_root(s, name.text);

	if (found >= 0)
		return found;
	GD_PUSH(s->l->arena, s->roots, root);
	return (int)s->roots.count - 1;
}

static int root_named(struct script *s, const struct syn_expr *expr)
{
	int root = expr->kind == SYN_EXPR_NAME ? find_root(s, expr->name.text) : -1;

	if (root < 0 && expr->kind != SYN_EXPR_NULL)
		ir_lower_unknown(s->l, expr->loc,
		    expr->kind == SYN_EXPR_NAME ? expr->name.text : "this");
	return root;
}

/* ------------------------------------------------------------------- actions */
static void too_long(struct script *s, struct gd_loc loc)
{
	if (!s->too_long)
		gd_help(
		    ir_lower_error(s->l, GD_E_script_too_long, loc,
			"the script of `%s` has more than %d steps when its repetitions are written out",
			s->syn->name.text, GD_MOST_steps),
		    "%s", gd_limit_info(GD_LIMIT_steps)->way_out);
	s->too_long = true;
}

static void push(struct script *s, struct ir_action action)
{
	action.next = s->actions.count + 1;
	if (s->actions.count < GD_MOST_steps)
		GD_PUSH(s->l->arena, s->actions, action);
	else
		too_long(s, action.loc);
}

static struct gd_loc head_of(const struct syn_stmt *stmt)
{
	return stmt->head.line ? stmt->head : stmt->loc;
}

static struct ir_action new_action(enum ir_script_op op, const struct syn_stmt *stmt)
{
	return (struct ir_action){ .op = op,
		.loc = head_of(stmt),
		.dst = -1,
		.object = -1,
		.source = -1 };
}

/* The number that a script calls NAME, or -1. */
static int find_number(const struct script *s, const char *name)
{
	for (size_t i = 0; i < s->numbers.count; i++)
		if (s->numbers.at[i].name == name)
			return (int)i;
	return -1;
}

static struct ir_var *script_var(struct script *s, struct syn_name name, size_t index,
    struct ir_type type)
{
	struct ir_var *var = GD_NEW(s->l->arena, struct ir_var);

	*var = (struct ir_var){ name.text, name.loc, type, index };
	return var;
}

/* A name is a root, or holds data words: never both. */
static void check_one_sort(struct script *s, struct syn_name name, bool taken)
{
	if (taken)
		gd_help(ir_lower_error(s->l, GD_E_duplicate_name, name.loc,
			    "`%s` is a root in one place, and a data word in another", name.text),
		    "give the data word another name");
}

static int number_of(struct script *s, struct syn_name name)
{
	struct ir_type word = { .kind = IR_INT, .low = s->l->words.low, .high = s->l->words.high };
	struct ir_number number = { name.text, name.loc, NULL };
	int found = find_number(s, name.text);

	if (found >= 0)
		return found;
	check_one_sort(s, name, find_root(s, name.text) >= 0);
	number.var = script_var(s, name, s->numbers.count, word);
	GD_PUSH(s->l->arena, s->numbers, number);
	return (int)s->numbers.count - 1;
}

/* a.field[1], or a.key where there is only one slot */
static void set_slot(struct script *s, struct ir_action *action, const struct syn_expr *place)
{
	const struct syn_expr *member = place;
	long slot = 0;

	if (place->kind == SYN_EXPR_INDEX) {
		member = place->args.at[0];
		sem_constant(s->l->sem, s->l->variant, place->args.at[1], &slot);
	}
	if (member->kind != SYN_EXPR_MEMBER) {
		ir_lower_unknown(s->l, place->loc, "this");
		return;
	}
	action->object = root_named(s, member->args.at[0]);
	action->group = ir_lower_group(s->l, member->name.text);
	action->slot = slot;
	action->word = action->group ? NULL : ir_lower_word(s->l, member->name.text, (size_t)slot);
	if (!action->group && !action->word)
		ir_lower_unknown(s->l, member->loc, member->name.text);
}

/* receive(n.a): which root of n this is becomes known when all scripts are lowered. */
static void script_receive(struct script *s, const struct syn_stmt *stmt, struct ir_action *action)
{
	const struct syn_expr *root = stmt->expr->args.at[0];
	struct received received = { s->actions.count, root->name };

	action->op = IR_SCRIPT_RECEIVE;
	if (root->kind != SYN_EXPR_MEMBER || root->args.at[0]->kind != SYN_EXPR_NAME) {
		ir_lower_unknown(s->l, root->loc, "this");
		return;
	}
	for (size_t i = 0; i < s->scenario->scripts.count; i++)
		if (s->scenario->scripts.at[i].name.text == root->args.at[0]->name.text)
			action->giver = i;
	GD_PUSH(s->l->arena, s->received, received);
}

static bool calls(const struct syn_stmt *stmt, const char *name)
{
	return !strcmp(stmt->expr->name.text, name);
}

/* The result of ACTION is called NAME from now on. */
static void read_into(struct script *s, struct ir_action *action, struct syn_name name)
{
	if (action->word) {
		action->op = IR_SCRIPT_READ_WORD;
		action->dst = number_of(s, name);
		return;
	}
	check_one_sort(s, name, find_number(s, name.text) >= 0);
	action->dst = root_of(s, name, -1);
}

static void script_let(struct script *s, const struct syn_stmt *stmt)
{
	struct ir_action action =
	    new_action(calls(stmt, "read") ? IR_SCRIPT_READ : IR_SCRIPT_ALLOCATE, stmt);

	if (calls(stmt, "receive"))
		script_receive(s, stmt, &action);
	else if (calls(stmt, "read"))
		set_slot(s, &action, stmt->expr->args.at[0]);
	else
		s->allocates++;
	read_into(s, &action, stmt->name);
	push(s, action);
}

/* A `read` or `allocate` whose result is not used: it gets a root for a moment. */
static void script_forget(struct script *s, const struct syn_stmt *stmt, struct ir_action action)
{
	static const char unnamed[] = "_"; /* no name in the script is equal to this pointer */
	struct ir_action drop = new_action(IR_SCRIPT_DROP, stmt);

	action.dst = drop.dst = root_of(s, (struct syn_name){ unnamed, stmt->loc }, -1);
	push(s, action);
	push(s, drop);
}

/* A name for what an assert reads: no script has it. */
static struct syn_name temporary(struct script *s, struct gd_loc loc)
{
	return (struct syn_name){ gd_arena_printf(s->l->arena, "read.%u", ++s->reads), loc };
}

/* The number that ACTION reads is not used. */
static void forget_number(struct script *s, struct ir_action *action)
{
	const struct ir_var **forgotten = GD_NEW_ARRAY(s->l->arena, const struct ir_var *, 1);

	forgotten[0] = s->numbers.at[action->dst].var;
	action->forgotten = forgotten;
	action->forgotten_count = 1;
}

static const struct ir_var *root_var(struct script *s, size_t root)
{
	for (size_t i = 0; i < s->root_vars.count; i++)
		if (s->root_vars.at[i]->index == root)
			return s->root_vars.at[i];
	struct ir_var *var = script_var(s,
	    (struct syn_name){ s->roots.at[root].name, s->roots.at[root].loc }, root, ir_type_ref);

	GD_PUSH(s->l->arena, s->root_vars, var);
	return var;
}

/* Begins B, in which each name of the script is a variable. */
static void begin_expression(struct script *s, struct body *b, struct gd_loc loc)
{
	ir_lower_begin(b, s->l, loc);
	b->observing = true;
	for (size_t i = 0; i < s->roots.count; i++)
		ir_lower_bind(b, s->roots.at[i].name, ir_expr_var(b, root_var(s, i), loc), NULL);
	for (size_t i = 0; i < s->numbers.count; i++)
		ir_lower_bind(b, s->numbers.at[i].name, ir_expr_var(b, s->numbers.at[i].var, loc),
		    NULL);
}

static void write_word(struct script *s, struct ir_action *action, const struct syn_expr *value)
{
	struct body b;

	action->op = IR_SCRIPT_WRITE_WORD;
	action->redirected = ir_redirects(s->l->ir, IR_BEFORE_STORE);
	begin_expression(s, &b, value->loc);
	action->value = ir_lower_expr(&b, value, &action->word->type);
	push(s, *action);
}

/* A copy of EXPR in which each `read(…)` is a name, into which a step has read. */
static const struct syn_expr *read_first(struct script *s, const struct syn_stmt *stmt,
    const struct syn_expr *expr, struct ir_action *asserts)
{
	struct syn_expr *copy = GD_NEW(s->l->arena, struct syn_expr);

	*copy = *expr;
	if (expr->kind == SYN_EXPR_CALL && !strcmp(expr->name.text, "read")) {
		struct ir_action action = new_action(IR_SCRIPT_READ, stmt);
		const struct ir_var **forgotten = (const struct ir_var **)asserts->forgotten;

		copy->kind = SYN_EXPR_NAME;
		copy->name = temporary(s, expr->loc);
		set_slot(s, &action, expr->args.at[0]);
		read_into(s, &action, copy->name);
		forgotten[asserts->forgotten_count++] =
		    action.word ? s->numbers.at[action.dst].var : root_var(s, (size_t)action.dst);
		push(s, action);
		return copy;
	}
	copy->args.at = GD_NEW_ARRAY(s->l->arena, struct syn_expr *, expr->args.count + 1);
	for (size_t i = 0; i < expr->args.count; i++)
		copy->args.at[i] =
		    (struct syn_expr *)read_first(s, stmt, expr->args.at[i], asserts);
	return copy;
}

static size_t count_exprs(const struct syn_expr *expr)
{
	size_t count = 1;

	for (size_t i = 0; i < expr->args.count; i++)
		count += count_exprs(expr->args.at[i]);
	return count;
}

/* What an assert reads is read first, in steps of their own. */
static void script_assert(struct script *s, const struct syn_stmt *stmt)
{
	struct ir_action action = new_action(IR_SCRIPT_ASSERT, stmt);
	const struct syn_expr *condition;
	struct body b;

	action.forgotten =
	    GD_NEW_ARRAY(s->l->arena, const struct ir_var *, count_exprs(stmt->expr));
	condition = read_first(s, stmt, stmt->expr, &action);
	begin_expression(s, &b, action.loc);
	action.value = ir_lower_expr(&b, condition, NULL);
	action.name = stmt->name.text;
	push(s, action);
}

/* write(a.field[0], x) and pin(a); also read and allocate whose result is not used */
static void script_call(struct script *s, const struct syn_stmt *stmt)
{
	const struct syn_expr *call = stmt->expr;
	struct ir_action action = new_action(IR_SCRIPT_WRITE, stmt);

	if (calls(stmt, "receive")) {
		script_receive(s, stmt, &action);
		script_forget(s, stmt, action);
		return;
	}
	if (calls(stmt, "allocate")) {
		action.op = IR_SCRIPT_ALLOCATE;
		s->allocates++;
		script_forget(s, stmt, action);
		return;
	}
	if (calls(stmt, "pin")) {
		action.op = IR_SCRIPT_PIN;
		action.source = root_named(s, call->args.at[0]);
		push(s, action);
		return;
	}
	set_slot(s, &action, call->args.at[0]);
	if (calls(stmt, "read") && action.word) {
		read_into(s, &action, temporary(s, stmt->loc));
		forget_number(s, &action);
		push(s, action);
		return;
	}
	if (calls(stmt, "read")) {
		action.op = IR_SCRIPT_READ;
		script_forget(s, stmt, action);
		return;
	}
	if (action.word) {
		write_word(s, &action, call->args.at[1]);
		return;
	}
	action.source = root_named(s, call->args.at[1]);
	push(s, action);
}

static const struct ir_cycle *quick_cycle(const struct ir_spec *spec)
{
	struct ir_collections asked = ir_collections(spec);

	return asked.quick ? asked.quick : spec->cycles[0];
}

static void script_collect(struct script *s, const struct syn_stmt *stmt)
{
	struct ir_action action = new_action(IR_SCRIPT_COLLECT, stmt);

	action.cycle =
	    stmt->name.text ? ir_lower_cycle(s->l, stmt->name.text) : quick_cycle(s->l->ir);
	if (!action.cycle)
		ir_lower_unknown(s->l, stmt->name.loc, stmt->name.text);
	s->collects++;
	push(s, action);
}

static void script_drop(struct script *s, const struct syn_stmt *stmt)
{
	struct ir_action action = new_action(IR_SCRIPT_DROP, stmt);

	action.dst = find_root(s, stmt->name.text);
	if (action.dst < 0)
		ir_lower_unknown(s->l, stmt->name.loc, stmt->name.text);
	push(s, action);
}

static void script_stmt(struct script *s, const struct syn_stmt *stmt);

/* An action that would continue at END, where the next block of a choice begins, continues at
 * BEHIND instead. */
static void leave(struct ir_action *action, size_t end, size_t behind)
{
	if (action->next == end)
		action->next = behind;
	for (size_t i = 0; i < action->target_count; i++)
		if (action->targets[i] == end)
			((size_t *)action->targets)[i] = behind;
}

static void script_repeat(struct script *s, const struct syn_stmt *stmt)
{
	for (long i = 0; i < stmt->number && !s->too_long; i++) {
		if (++s->rounds > GD_MOST_steps) /* rounds without a step count, too */
			too_long(s, head_of(stmt));
		else
			script_stmt(s, stmt->body);
	}
}

/* A choice is one step that continues with any of the blocks.  After each block comes what follows
 * the choice.  A block may be empty, so it begins with a step of its own. */
static void script_choose(struct script *s, const struct syn_stmt *stmt)
{
	struct ir_action choice = new_action(IR_SCRIPT_CHOOSE, stmt);
	size_t count = stmt->stmts.count, first = s->actions.count;
	size_t *targets = GD_NEW_ARRAY(s->l->arena, size_t, count + 1);
	size_t *ends = GD_NEW_ARRAY(s->l->arena, size_t, count + 1);

	choice.targets = targets;
	choice.target_count = count;
	push(s, choice);
	for (size_t i = 0; i < count && !s->too_long; i++) {
		targets[i] = s->actions.count;
		script_stmt(s, stmt->stmts.at[i]);
		ends[i] = s->actions.count;
	}
	for (size_t i = 0; i < count && !s->too_long; i++) {
		if (targets[i] == ends[i])
			targets[i] = s->actions.count;
		for (size_t k = first + 1; k < s->actions.count; k++)
			if (k >= targets[i] && k < ends[i])
				leave(&s->actions.at[k], ends[i], s->actions.count);
	}
}

static void script_ghost(struct script *s, const struct syn_stmt *stmt)
{
	struct ir_action action = new_action(IR_SCRIPT_GHOST, stmt);
	struct body b;

	ir_lower_begin(&b, s->l, action.loc);
	b.observing = true;
	action.ghost = ir_lower_ghost(s->l, stmt->name.text);
	if (!action.ghost) {
		ir_lower_unknown(s->l, stmt->name.loc, stmt->name.text);
		return;
	}
	action.value = ir_lower_expr(&b, stmt->expr, &action.ghost->type);
	ir_lower_check_fits(&b, action.value, &action.ghost->type);
	push(s, action);
}

static void script_block(struct script *s, const struct syn_stmt *stmt)
{
	for (size_t i = 0; i < stmt->stmts.count; i++)
		script_stmt(s, stmt->stmts.at[i]);
}

static void script_if(struct script *s, const struct syn_stmt *stmt)
{
	long value = 0;

	sem_constant(s->l->sem, s->l->variant, stmt->expr, &value);
	script_stmt(s, value ? stmt->body : stmt->otherwise);
}

static void script_yield(struct script *s, const struct syn_stmt *stmt)
{
	push(s, new_action(IR_SCRIPT_YIELD, stmt));
}

static void script_join(struct script *s, const struct syn_stmt *stmt)
{
	s->joins = true;
	push(s, new_action(IR_SCRIPT_JOIN, stmt));
}

static void script_leave(struct script *s, const struct syn_stmt *stmt)
{
	s->leaves = true;
	push(s, new_action(IR_SCRIPT_LEAVE, stmt));
}

static void (*const lowerings[SYN_STMT_COUNT])(struct script *, const struct syn_stmt *) = {
	[SYN_STMT_BLOCK] = script_block,
	[SYN_STMT_IF] = script_if,
	[SYN_STMT_REPEAT] = script_repeat,
	[SYN_STMT_LET] = script_let,
	[SYN_STMT_CALL] = script_call,
	[SYN_STMT_DROP] = script_drop,
	[SYN_STMT_COLLECT] = script_collect,
	[SYN_STMT_YIELD] = script_yield,
	[SYN_STMT_JOIN] = script_join,
	[SYN_STMT_LEAVE] = script_leave,
	[SYN_STMT_CHOOSE] = script_choose,
	[SYN_STMT_GHOST] = script_ghost,
	[SYN_STMT_ASSERT] = script_assert,
};

static void script_stmt(struct script *s, const struct syn_stmt *stmt)
{
	if (!stmt || s->too_long)
		return;
	if (lowerings[stmt->kind])
		lowerings[stmt->kind](s, stmt);
	else
		ir_lower_unknown(s->l, head_of(stmt), "this");
}

/* ------------------------------------------------------------------ scenarios */
/* The number of slots of every object: each group has as many as the longest initial value or the
 * largest index in a script needs. */
struct layout {
	size_t *first, *size, total;
	struct gd_loc last; /* the place that needed most */
};

static void need_slots(struct layout *layout, const struct ir_group *group, size_t count,
    struct gd_loc loc)
{
	if (!group || !group->is_array || count <= layout->size[group->index])
		return;
	layout->size[group->index] = count;
	layout->last = loc;
}

static void needs_of_scripts(struct layout *layout, const struct ir_scenario *ir)
{
	for (size_t m = 0; m < ir->mutator_count; m++)
		for (size_t i = 0; i < ir->mutators[m].action_count; i++) {
			const struct ir_action *action = &ir->mutators[m].actions[i];

			need_slots(layout, action->group, (size_t)action->slot + 1, action->loc);
		}
}

static struct layout new_layout(struct lower *l, const struct syn_decl *scenario,
    const struct ir_scenario *ir)
{
	size_t groups = l->ir->group_count;
	struct layout layout = { GD_NEW_ARRAY(l->arena, size_t, groups + 1),
		GD_NEW_ARRAY(l->arena, size_t, groups + 1), 0, ir->loc };

	for (size_t g = 0; g < groups; g++)
		layout.size[g] =
		    scenario->slots > 0 && l->ir->groups[g]->is_array ? (size_t)scenario->slots : 1;
	for (size_t i = 0; i < scenario->inits.count; i++) {
		const struct syn_object_init *init = &scenario->inits.at[i];

		if (init->value->kind == SYN_EXPR_SET)
			need_slots(&layout, ir_lower_group(l, init->field.text),
			    init->value->args.count, init->field.loc);
	}
	needs_of_scripts(&layout, ir);
	for (size_t g = 0; g < groups; g++) {
		layout.first[g] = layout.total;
		layout.total += layout.size[g];
	}
	return layout;
}

static int slot_value(struct lower *l, const struct syn_decl *scenario,
    const struct syn_expr *value)
{
	int object = value->kind == SYN_EXPR_NAME ? object_index(scenario, value->name.text) : -1;

	if (object < 0 && value->kind != SYN_EXPR_NULL &&
	    !(value->kind == SYN_EXPR_NAME && !strcmp(value->name.text, "null")))
		ir_lower_unknown(l, value->loc,
		    value->kind == SYN_EXPR_NAME ? value->name.text : "this");
	return object;
}

static void fill_slots(struct lower *l, const struct syn_decl *scenario,
    const struct layout *layout, int *slots[])
{
	for (size_t i = 0; i < scenario->inits.count; i++) {
		const struct syn_object_init *init = &scenario->inits.at[i];
		const struct ir_group *group = ir_lower_group(l, init->field.text);
		int object = object_index(scenario, init->object.text);

		if (init->value->kind != SYN_EXPR_SET || ir_lower_word(l, init->field.text, 0))
			continue;
		if (!group || object < 0) {
			ir_lower_unknown(l, init->field.loc, init->field.text);
			continue;
		}
		for (size_t k = 0; k < init->value->args.count && k < layout->size[group->index];
		     k++)
			slots[object][layout->first[group->index] + k] =
			    slot_value(l, scenario, init->value->args.at[k]);
	}
}

/* ------------------------------------------------------------------- metadata */
/* Sets METAS as INIT says.  `any` keeps the value at allocation. */
static void give_metadata(struct lower *l, const struct syn_decl *scenario,
    const struct syn_object_init *init, long *metas)
{
	const struct ir_meta *meta = ir_lower_meta(l, init->field.text);
	int object = init->value->kind == SYN_EXPR_NAME
	    ? object_index(scenario, init->value->name.text)
	    : -1;
	long tag;

	if (!meta)
		ir_lower_unknown(l, init->field.loc, init->field.text);
	else if (ir_holds_reference(meta) && object >= 0 &&
	    !ir_lower_tag(&meta->type, init->value->name.text, &tag))
		metas[meta->index] = object;
	else if (!sem_is_any(init->value))
		metas[meta->index] = ir_lower_constant(l, init->field, init->value, &meta->type);
}

/* The metadata of objects that exist at the start.  NAME: settings of this object; NULL: of all
 * objects. */
static void give_all(struct lower *l, const struct syn_decl *scenario, const char *name,
    long *metas)
{
	for (size_t i = 0; i < scenario->inits.count; i++) {
		const struct syn_object_init *init = &scenario->inits.at[i];

		if (init->value->kind != SYN_EXPR_SET &&
		    (name ? !init->of_all && init->object.text == name : init->of_all))
			give_metadata(l, scenario, init, metas);
	}
}

static void give_words(struct lower *l, const struct syn_decl *scenario, const char *name,
    long *metas)
{
	for (size_t i = 0; i < scenario->inits.count; i++) {
		const struct syn_object_init *init = &scenario->inits.at[i];
		const struct ir_meta *word;

		if (init->value->kind != SYN_EXPR_SET || init->object.text != name)
			continue;
		for (size_t k = 0;
		     k < init->value->args.count && (word = ir_lower_word(l, init->field.text, k));
		     k++)
			metas[word->index] =
			    ir_lower_constant(l, init->field, init->value->args.at[k], &word->type);
	}
}

static const long *first_metas(struct lower *l, const struct syn_decl *scenario, const char *name,
    bool exists)
{
	long *metas = GD_NEW_ARRAY(l->arena, long, l->ir->meta_count + 1);

	for (size_t i = 0; i < l->ir->meta_count; i++)
		metas[i] = l->ir->metas[i]->init;
	if (exists)
		give_all(l, scenario, NULL, metas);
	if (exists && name)
		give_all(l, scenario, name, metas);
	if (exists && name)
		give_words(l, scenario, name, metas);
	return metas;
}

static const bool *any_metas(struct lower *l, const struct syn_decl *scenario)
{
	bool *any = GD_NEW_ARRAY(l->arena, bool, l->ir->meta_count + 1);

	for (size_t i = 0; i < scenario->inits.count; i++) {
		const struct syn_object_init *init = &scenario->inits.at[i];
		const struct ir_meta *meta = ir_lower_meta(l, init->field.text);

		if (meta && sem_is_any(init->value))
			any[meta->index] = true;
	}
	return any;
}

static void lower_objects(struct lower *l, const struct syn_decl *scenario, struct ir_scenario *ir,
    size_t spare)
{
	struct layout layout = new_layout(l, scenario, ir);
	/* each space has as many cells */
	size_t count =
	    (scenario->objects.count + spare) * (l->ir->space_count ? l->ir->space_count : 1);

	if (l->ir->region_count)
		count = ir_lower_places(scenario);

	if (ir_lower_is_over(l, GD_LIMIT_objects, count, ir->loc) ||
	    ir_lower_is_over(l, GD_LIMIT_slots, layout.total, layout.last))
		return;
	struct ir_cell_object *objects = GD_NEW_ARRAY(l->arena, struct ir_cell_object, count + 1);
	int **slots = GD_NEW_ARRAY(l->arena, int *, count + 1);

	for (size_t i = 0; i < count; i++) {
		slots[i] = GD_NEW_ARRAY(l->arena, int, layout.total + 1);
		for (size_t k = 0; k < layout.total; k++)
			slots[i][k] = -1;
		objects[i].slots = slots[i];
		if (i < scenario->objects.count && !ir->client)
			objects[i].name = scenario->objects.at[i].text;
		objects[i].metas =
		    first_metas(l, scenario, objects[i].name, objects[i].name || ir->client);
	}
	fill_slots(l, scenario, &layout, slots);
	ir->objects = objects;
	ir->object_count = count;
	ir->named = ir->client ? 0 : scenario->objects.count;
	ir->extents = ir_lower_layout(l, scenario);
	ir->slots_per_object = layout.total;
	ir->group_first = layout.first;
	ir->group_size = layout.size;
}

static void lower_expected(struct lower *l, const struct syn_decl *scenario, struct ir_scenario *ir)
{
	int *expected = GD_NEW_ARRAY(l->arena, int, scenario->expected.count + 1);

	for (size_t i = 0; i < scenario->expected.count; i++) {
		expected[i] = object_index(scenario, scenario->expected.at[i].text);
		if (expected[i] < 0)
			ir_lower_unknown(l, scenario->expected.at[i].loc,
			    scenario->expected.at[i].text);
	}
	ir->expected = expected;
	ir->expected_count = scenario->expected.count;
	ir->has_expected = scenario->has_expected;
}

/* The variables of roots by the number of the root. */
static const struct ir_var *const *vars_of_roots(struct script *s)
{
	const struct ir_var **vars;

	if (!s->root_vars.count)
		return NULL;
	vars = GD_NEW_ARRAY(s->l->arena, const struct ir_var *, s->roots.count + 1);
	for (size_t i = 0; i < s->root_vars.count; i++)
		vars[s->root_vars.at[i]->index] = s->root_vars.at[i];
	return vars;
}

static struct ir_mutator lower_mutator(struct script *s)
{
	for (size_t i = 0; i < s->syn->stack.count; i++) {
		struct syn_name name = s->syn->stack.at[i];

		root_of(s, name, object_index(s->scenario, name.text));
	}
	script_stmt(s, s->syn->body);
	ir_lower_is_over(s->l, GD_LIMIT_roots, s->roots.count + s->numbers.count, s->syn->loc);
	return (struct ir_mutator){ .name = s->syn->name.text,
		.loc = s->syn->loc,
		.roots = s->roots.at,
		.root_count = s->roots.count,
		.root_vars = vars_of_roots(s),
		.numbers = s->numbers.at,
		.number_count = s->numbers.count,
		.actions = s->actions.at,
		.action_count = s->actions.count,
		.joins = s->joins,
		.leaves = s->leaves };
}

/* The root of MUTATOR that a script calls NAME, or -1. */
static int root_index(const struct ir_mutator *mutator, const char *name)
{
	for (size_t i = 0; i < mutator->root_count; i++)
		if (mutator->roots[i].name == name)
			return (int)i;
	return -1;
}

static void find_givers(struct lower *l, struct script *script, const struct ir_mutator *mutators)
{
	for (size_t i = 0; i < script->received.count && !script->too_long; i++) {
		const struct received *received = &script->received.at[i];
		struct ir_action *action = &script->actions.at[received->action];

		action->source = root_index(&mutators[action->giver], received->root.text);
		if (action->source < 0)
			ir_lower_unknown(l, received->root.loc, received->root.text);
	}
}

/* If the scenario does not name cycles, all that can be requested are requested; none if none
 * can. */
static void all_cycles(struct lower *l, const struct ir_cycle **cycles, struct ir_scenario *ir)
{
	for (size_t i = 0; i < l->ir->cycle_count; i++)
		if (ir_can_be_asked_for(l->cycles[i]))
			cycles[ir->of_cycle_count++] = l->cycles[i];
	if (ir->of_cycle_count == l->ir->cycle_count)
		ir->of_cycle_count = 0;
	else if (ir->of_cycle_count == 0 && !ir->collects)
		ir->cycles = 0;
}

static void lower_cycles(struct lower *l, const struct syn_decl *decl, struct ir_scenario *ir)
{
	const struct ir_cycle **cycles = GD_NEW_ARRAY(l->arena, const struct ir_cycle *,
	    decl->cycle_names.count + l->ir->cycle_count + 1);

	for (size_t i = 0; i < decl->cycle_names.count; i++) {
		const struct syn_name *name = &decl->cycle_names.at[i];

		cycles[ir->of_cycle_count] = ir_lower_cycle(l, name->text);
		if (cycles[ir->of_cycle_count])
			ir->of_cycle_count++;
		else
			ir_lower_unknown(l, name->loc, name->text);
	}
	if (!decl->cycle_names.count)
		all_cycles(l, cycles, ir);
	ir->of_cycles = cycles;
}

static struct ir_mutator mutator_of_client(struct lower *l, const struct ir_client *client,
    const char *name, const char *root, size_t count)
{
	struct ir_root *roots = GD_NEW_ARRAY(l->arena, struct ir_root, count);

	for (size_t j = 0; j < count; j++)
		roots[j] = (struct ir_root){ gd_arena_printf(l->arena, "%s%zu", root, j),
			client->loc, -1 };
	return (struct ir_mutator){ .name = name,
		.loc = client->loc,
		.roots = roots,
		.root_count = count };
}

static void lower_word_values(struct lower *l, const struct syn_decl *decl,
    struct ir_client *client)
{
	const struct syn_expr *values = decl->word_values;
	size_t count = !l->ir->word_count ? 0 : values ? values->args.count : 2;
	long *numbers = GD_NEW_ARRAY(l->arena, long, count + 1);

	for (size_t i = 0; i < count; i++)
		if (values)
			sem_constant(l->sem, l->variant, values->args.at[i], &numbers[i]);
		else
			numbers[i] = (long)i;
	client->word_values = numbers;
	client->word_value_count = count;
}

static const struct ir_scenario *lower_client(struct lower *l, const struct syn_decl *decl,
    struct ir_scenario *ir)
{
	const struct syn_any_client *syn = &decl->any_client;
	size_t count = (size_t)syn->mutators;
	struct ir_mutator *mutators = GD_NEW_ARRAY(l->arena, struct ir_mutator, count + 2);
	struct ir_client *client = GD_NEW(l->arena, struct ir_client);

	*client = (struct ir_client){ .loc = syn->loc,
		.steps = syn->steps,
		.receives = syn->with & SYN_WITH_RECEIVE,
		.collects = syn->with & SYN_WITH_COLLECT,
		.globals = (size_t)decl->globals };
	for (size_t i = 0; i < count; i++) {
		mutators[i] = mutator_of_client(l, client, gd_arena_printf(l->arena, "m%zu", i),
		    "r", (size_t)syn->roots);
		mutators[i].joins = syn->with & SYN_WITH_JOIN;
		mutators[i].leaves = syn->with & SYN_WITH_LEAVE;
	}
	if (client->globals) {
		mutators[count] = mutator_of_client(l, client, "heap", "g", client->globals);
		mutators[count++].of_heap = true;
	}
	lower_word_values(l, decl, client);
	client->one_slot = decl->slots <= 0;
	client->any_meta = any_metas(l, decl);
	ir->client = client;
	ir->mutators = mutators;
	ir->mutator_count = count;
	lower_objects(l, decl, ir, (size_t)decl->more_objects);
	lower_expected(l, decl, ir);
	ir->cycles = decl->cycle_count_loc.line ? decl->cycle_count : 1;
	lower_cycles(l, decl, ir);
	return ir;
}

static const struct ir_scenario *lower_scenario(struct lower *l, const struct syn_decl *decl)
{
	struct ir_scenario *ir = GD_NEW(l->arena, struct ir_scenario);
	struct ir_mutator *mutators =
	    GD_NEW_ARRAY(l->arena, struct ir_mutator, decl->scripts.count + 1);
	struct script *scripts = GD_NEW_ARRAY(l->arena, struct script, decl->scripts.count + 1);
	long collects = 0, spare = decl->more_objects > 0 ? decl->more_objects : 0;

	ir->name = decl->name.text;
	ir->loc = decl->head;
	if (decl->any_client.mutators)
		return lower_client(l, decl, ir);
	for (size_t i = 0; i < decl->scripts.count; i++) {
		scripts[i] =
		    (struct script){ .l = l, .scenario = decl, .syn = &decl->scripts.at[i] };
		mutators[i] = lower_mutator(&scripts[i]);
		collects += scripts[i].collects;
		spare += scripts[i].allocates;
	}
	for (size_t i = 0; i < decl->scripts.count; i++)
		find_givers(l, &scripts[i], mutators);
	ir->mutators = mutators;
	ir->mutator_count = decl->scripts.count;
	lower_objects(l, decl, ir, (size_t)spare);
	lower_expected(l, decl, ir);
	ir->collects = collects > 0;
	ir->cycles = collects ? collects : decl->cycle_count_loc.line ? decl->cycle_count : 1;
	lower_cycles(l, decl, ir);
	return ir;
}

void ir_lower_scenarios(struct lower *l, const char *const *names, size_t count)
{
	GD_VEC(const struct ir_scenario *) scenarios = { 0 };
	struct syn_decl **decls;
	size_t decl_count = sem_decls(l->sem, l->variant, SYN_DECL_SCENARIO, l->arena, &decls);

	for (size_t i = 0; i < decl_count; i++) {
		bool is_wanted = names == NULL;

		for (size_t k = 0; names && k < count; k++)
			is_wanted |= !strcmp(names[k], decls[i]->name.text);
		if (is_wanted)
			GD_PUSH(l->arena, scenarios, lower_scenario(l, decls[i]));
	}
	l->ir->scenarios = scenarios.at;
	l->ir->scenario_count = scenarios.count;
}
