/* scenario.c: heaps, mutators and their scripts. */
#include "compiler/sema/internal.h"

#include <string.h>

static bool is_null(const char *text)
{
	return !strcmp(text, "null");
}

/* What stands in the heap of a most general client are places. */
static bool is_object(const struct syn_decl *scenario, const char *name)
{
	for (size_t i = 0; !scenario->any_client.mutators && i < scenario->objects.count; i++)
		if (scenario->objects.at[i].text == name)
			return true;
	return false;
}

static void resolve_object(struct sem_checker *c, const struct syn_decl *scenario,
    struct syn_name name)
{
	sem_candidates names = { 0 };

	if (!name.text || is_null(name.text) || is_object(scenario, name.text))
		return;
	for (size_t i = 0; !scenario->any_client.mutators && i < scenario->objects.count; i++)
		if (scenario->objects.at[i].text)
			GD_PUSH(c->context->arena, names, scenario->objects.at[i].text);
	sem_unknown(c, name, SEM_OBJECT_NAME, &names);
}

/* ------------------------------------------------------------ initial values */
static void check_value(struct sem_checker *c, const struct syn_decl *scenario,
    const struct syn_expr *value)
{
	if (value->kind == SYN_EXPR_NAME)
		resolve_object(c, scenario, value->name);
	else if (value->kind != SYN_EXPR_NULL && value->kind != SYN_EXPR_ERROR)
		sem_error(c, GD_E_type_mismatch, value->loc,
		    "a slot holds an object of the scenario or null");
}

static void check_word(struct sem_checker *c, const struct syn_expr *value)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_CONSTANT };
	struct sem_type word = sem_type_simple(SEM_WORD);
	size_t errors = gd_error_count(c->context->sink);
	long ignored;

	sem_wants(&scope, value, &word, "a data word");
	if (value->kind != SYN_EXPR_ERROR && gd_error_count(c->context->sink) == errors &&
	    !sem_fold(c->spec, sem_default_values(c->spec, c->context->arena), value, &ignored))
		sem_error(c, GD_E_not_constant, value->loc,
		    "the first value of a data word must be a constant");
}

static void no_such_member(struct sem_checker *c, struct syn_name name)
{
	sem_candidates names = { 0 };
	const struct syn_decl *ghost = sem_lookup(c, name.text, SEM_GHOST);
	const char *near;
	struct gd_diag *diag;

	sem_candidates_members(c, &names);
	near = gd_did_you_mean(name.text, names.at, names.count);
	if (sem_maybe_lost(c, name.text))
		return;
	diag = sem_error(c, GD_E_no_such_member, name.loc,
	    "objects have no slots and no metadata called `%s`", name.text);
	if (ghost) {
		gd_note(diag, ghost->head, "it is a ghost variable: there is only one");
		gd_help(diag, "write its first value there");
	} else if (near) {
		gd_fixit(diag, name.loc, near);
	} else if (names.count) {
		gd_help(diag, "they have %s", sem_list(c, &names));
	} else {
		gd_help(diag, "declare it: `object { %s : …; }`", name.text);
	}
}

/* Slots get a list in braces, metadata get a single value. */
static bool fits_member(struct sem_checker *c, const struct syn_object_init *init,
    const struct syn_member *member)
{
	bool is_set = init->value->kind == SYN_EXPR_SET;
	struct gd_diag *diag;

	if (sem_member_is_metadata(member) != is_set)
		return true;
	diag = sem_error(c, GD_E_wrong_kind_of_name, init->value->loc,
	    is_set ? "`%s` is metadata and takes one value"
		: member->type.kind == SYN_TYPE_WORD
		? "`%s` consists of data words and takes a list of numbers"
		: "`%s` consists of slots and takes a list of objects",
	    init->field.text);
	gd_note(diag, member->name.loc, "declared here");
	gd_help(diag, is_set ? "write it without braces: `%s.%s = …;`" : "write `%s.%s = { … };`",
	    init->object.text, init->field.text);
	return false;
}

static void check_given_slots(struct sem_checker *c, const struct syn_decl *scenario,
    const struct syn_object_init *init, const struct syn_member *member)
{
	for (size_t i = 0; i < init->value->args.count; i++)
		if (member->type.kind == SYN_TYPE_WORD)
			check_word(c, init->value->args.at[i]);
		else
			check_value(c, scenario, init->value->args.at[i]);
	if (!member->type.is_array && init->value->args.count != 1)
		gd_note(sem_error(c, GD_E_slot_index, init->value->loc,
			    "`%s` is one %s, and these are %zu values", init->field.text,
			    member->type.kind == SYN_TYPE_WORD ? "word" : "slot",
			    init->value->args.count),
		    member->name.loc, "declared here");
}

bool sem_is_any(const struct syn_expr *value)
{
	return value->kind == SYN_EXPR_NAME && value->name.text && !strcmp(value->name.text, "any");
}

/* A reference as metadata may be an object of the scenario. */
static bool is_object_given(struct sem_checker *c, const struct syn_decl *scenario,
    const struct syn_expr *value, const struct syn_member *member)
{
	struct sem_type type = sem_type_of(c, &member->type);

	if (type.kind != SEM_REF || value->kind != SYN_EXPR_NAME || sem_is_tag_name(value, &type))
		return false;
	return is_object(scenario, value->name.text);
}

static void check_given_metadata(struct sem_checker *c, const struct syn_decl *scenario,
    const struct syn_object_init *init, const struct syn_member *member)
{
	if (is_object_given(c, scenario, init->value, member))
		return;
	if (!sem_is_any(init->value))
		sem_check_metadata(c, member, init->value);
	else if (!scenario->any_client.mutators)
		gd_help(sem_error(c, GD_E_not_constant, init->value->loc,
			    "`any` can be used only in a most general client"),
		    "write one value, or a scenario for each value");
}

static bool is_given_before(struct sem_checker *c, const struct syn_decl *scenario, size_t index)
{
	const struct syn_object_init *init = &scenario->inits.at[index];

	for (size_t i = 0; i < index; i++) {
		const struct syn_object_init *other = &scenario->inits.at[i];

		if (other->object.text != init->object.text ||
		    other->field.text != init->field.text)
			continue;
		gd_note(sem_error(c, GD_E_duplicate_name, init->field.loc,
			    init->value->kind == SYN_EXPR_SET
				? "the slots of `%s.%s` are given twice"
				: "the value of `%s.%s` is given twice",
			    init->object.text, init->field.text),
		    other->field.loc, "given here first");
		return true;
	}
	return false;
}

static void check_init(struct sem_checker *c, const struct syn_decl *scenario, size_t index)
{
	const struct syn_object_init *init = &scenario->inits.at[index];
	const struct syn_member *member;

	if (!init->of_all)
		resolve_object(c, scenario, init->object);
	if (!init->field.text || !init->value || init->value->kind == SYN_EXPR_ERROR ||
	    is_given_before(c, scenario, index))
		return;
	member = sem_member_find(c, init->field.text);
	if (!member)
		no_such_member(c, init->field);
	else if (member->when)
		gd_help(sem_error(c, GD_E_overlay_metadata, init->field.loc,
			    "nothing lies over an object at the beginning"),
		    "leave it out; a kernel stores it");
	else if (!fits_member(c, init, member))
		return;
	else if (init->value->kind == SYN_EXPR_SET)
		check_given_slots(c, scenario, init, member);
	else
		check_given_metadata(c, scenario, init, member);
}

/* ------------------------------------------------------------------- scripts */
static void check_stack(struct sem_checker *c, const struct syn_decl *scenario,
    const struct syn_script *script)
{
	for (size_t i = 0; i < script->stack.count; i++) {
		struct syn_name name = script->stack.at[i];

		resolve_object(c, scenario, name);
		for (size_t j = 0; name.text && !is_null(name.text) && j < i; j++)
			if (script->stack.at[j].text == name.text) {
				gd_note(sem_error(c, GD_E_duplicate_name, name.loc,
					    "`%s` is on this stack twice", name.text),
				    script->stack.at[j].loc, "it is here already");
				break;
			}
	}
}

static void check_script(struct sem_checker *c, const struct syn_decl *scenario,
    const struct syn_script *script)
{
	struct sem_scope scope = { .c = c,
		.place = SEM_IN_SCRIPT,
		.decl = scenario,
		.script = script,
		.object_names = scenario->objects.at,
		.object_name_count = scenario->objects.count };

	check_stack(c, scenario, script);
	for (size_t i = 0; i < script->stack.count; i++)
		if (script->stack.at[i].text && !is_null(script->stack.at[i].text) &&
		    !sem_local_find(&scope, script->stack.at[i].text))
			sem_local_add(&scope, script->stack.at[i], sem_type_simple(SEM_REF));
	sem_stmt(&scope, script->body);
}

/* A client stands for every heap and every program, so the scenario may not describe them. */
static void check_client(struct sem_checker *c, const struct syn_decl *scenario)
{
	struct gd_diag *diag = NULL;

	if (scenario->more_objects <= 0 && !scenario->objects.count && !sem_places(scenario) &&
	    !c->after_syntax_errors)
		gd_help(sem_error(c, GD_E_client_scenario, scenario->any_client.loc,
			    "the client of `%s` has no objects", scenario->name.text),
		    scenario->layout_loc.line
			? "write a `-` in a line for each place where an object can be"
			: "write `objects 3;`: the heap is then any of at most three");
	else if (scenario->objects.count && !scenario->layout.count)
		diag = sem_error(c, GD_E_client_scenario, scenario->objects.at[0].loc,
		    "a most general client begins with every heap, so no object can have a name "
		    "such as `%s`",
		    scenario->objects.at[0].text);
	else if (scenario->scripts.count)
		diag = sem_error(c, GD_E_client_scenario, scenario->scripts.at[0].name.loc,
		    "a most general client has no mutators with scripts such as `%s`",
		    scenario->scripts.at[0].name.text);
	if (diag)
		gd_help(diag,
		    "write `objects %zu;` and only `mutators … any steps;`, or another "
		    "scenario",
		    scenario->objects.count ? scenario->objects.count : 3);
}

/* The number of operations of the client's mutators: for each object, for each group of slots, with
 * and without allocation. */
static long operations(struct sem_checker *c, const struct syn_decl *scenario)
{
	const struct syn_any_client *client = &scenario->any_client;
	long roots = client->roots, slots = 0, words = 0, others;
	long values = scenario->word_values ? (long)scenario->word_values->args.count : 2;

	for (size_t i = 0; i < c->decls.count; i++)
		for (size_t j = 0;
		     c->decls.at[i]->kind == SYN_DECL_OBJECT && j < c->decls.at[i]->members.count;
		     j++)
			if (sem_member_is_metadata(&c->decls.at[i]->members.at[j]))
				continue;
			else if (c->decls.at[i]->members.at[j].type.kind == SYN_TYPE_WORD)
				words += c->decls.at[i]->members.at[j].type.is_array &&
					scenario->words > 0
				    ? scenario->words
				    : 1;
			else
				slots += c->decls.at[i]->members.at[j].type.is_array &&
					scenario->slots > 0
				    ? scenario->slots
				    : 1;
	others = scenario->globals * 2 +
	    (client->with & SYN_WITH_RECEIVE ? (client->mutators - 1) * roots : 0) +
	    (sem_barrier(c, "pinned") != NULL);
	return client->mutators * roots *
	    (slots * (2 * roots + 1) + words * (1 + values) + 2 + others);
}

/* Checks the size of a client: each model spells out every object, slot, root and operation. */
static void check_client_sizes(struct sem_checker *c, const struct syn_decl *scenario)
{
	const struct syn_any_client *client = &scenario->any_client;
	struct gd_loc head = scenario->head, loc = client->loc;
	bool is_over = sem_is_over(c, GD_LIMIT_client_objects,
	    scenario->more_objects + (long)sem_places(scenario), head);

	is_over |= sem_is_over(c, GD_LIMIT_client_slots, scenario->slots, head);
	is_over |= sem_is_over(c, GD_LIMIT_words, scenario->words, scenario->words_loc);
	is_over |= sem_is_over(c, GD_LIMIT_client_mutators, client->mutators, loc);
	is_over |= sem_is_over(c, GD_LIMIT_client_roots, client->roots, loc);
	is_over |=
	    sem_is_over(c, GD_LIMIT_client_globals, scenario->globals, scenario->globals_loc);
	is_over |= sem_is_over(c, GD_LIMIT_client_steps, client->steps, loc);
	if (!is_over)
		sem_is_over(c, GD_LIMIT_client_operations, operations(c, scenario), loc);
}

/* `objects 3 of 1 word { 0, 1 }`. */
static void check_words(struct sem_checker *c, const struct syn_decl *scenario)
{
	bool has_words = false;

	for (size_t i = 0; i < c->decls.count; i++)
		for (size_t j = 0;
		     c->decls.at[i]->kind == SYN_DECL_OBJECT && j < c->decls.at[i]->members.count;
		     j++)
			has_words |= c->decls.at[i]->members.at[j].type.kind == SYN_TYPE_WORD;
	if (scenario->words && !has_words)
		gd_help(sem_error(c, GD_E_no_such_member, scenario->words_loc,
			    "objects have no data words"),
		    "declare them: `object { data : word[]; }`");
	for (size_t i = 0; scenario->word_values && i < scenario->word_values->args.count; i++)
		check_word(c, scenario->word_values->args.at[i]);
}

static void check_sizes(struct sem_checker *c, const struct syn_decl *scenario)
{
	check_words(c, scenario);
	if (scenario->any_client.mutators)
		check_client_sizes(c, scenario);
	else
		sem_is_over(c, GD_LIMIT_mutators, (long)scenario->scripts.count, scenario->head);
	sem_is_over(c, GD_LIMIT_cycles_asked, scenario->cycle_count, scenario->cycle_count_loc);
}

/* Reports globals without a client, and operations of a client that its only mutator cannot do. */
static void check_others(struct sem_checker *c, const struct syn_decl *scenario)
{
	const struct syn_any_client *client = &scenario->any_client;

	if (scenario->globals && !client->loc.source)
		gd_help(sem_error(c, GD_E_client_scenario, scenario->globals_loc,
			    "only a most general client can have globals"),
		    "scripts pass references from mutator to mutator: `let x = receive(n.a);`");
	if ((client->with & (SYN_WITH_JOIN | SYN_WITH_LEAVE)) == SYN_WITH_JOIN &&
	    client->mutators == 1)
		sem_help(sem_warning(c, GD_W_vacuous_scenario, client->loc,
			     "the only mutator exists from the beginning, so none can join"),
		    "write `mutators 2 …`");
	if ((client->with & SYN_WITH_RECEIVE) && client->mutators < 2)
		sem_help(sem_warning(c, GD_W_vacuous_scenario, client->loc,
			     "there is only one mutator, so it can receive nothing"),
		    "write `mutators 2 …`");
}

static void check_mutators(struct sem_checker *c, const struct syn_decl *scenario)
{
	syn_names names = { 0 };

	for (size_t i = 0; i < scenario->scripts.count; i++) {
		check_script(c, scenario, &scenario->scripts.at[i]);
		GD_PUSH(c->context->arena, names, scenario->scripts.at[i].name);
	}
	sem_check_duplicates(c, &names, "scenario");
	check_others(c, scenario);
	if (scenario->any_client.mutators > 0)
		check_client(c, scenario);
	if (scenario->any_client.loc.source && scenario->any_client.mutators < 1)
		sem_error(c, GD_E_no_mutator, scenario->any_client.loc,
		    "`mutators %ld`: at least one is needed", scenario->any_client.mutators);
	else if (!scenario->scripts.count && !scenario->any_client.mutators &&
	    !c->after_syntax_errors)
		gd_help(sem_error(c, GD_E_no_mutator, scenario->head,
			    "the scenario `%s` has no mutator", scenario->name.text),
		    "write `mutator m (stack = { … });`");
}

/* ------------------------------------------------------------------- vacuity */
struct activity {
	bool allocates;
};

static void see_expr(void *data, const struct syn_expr *expr)
{
	if (expr->kind == SYN_EXPR_CALL && !strcmp(expr->name.text, "allocate"))
		((struct activity *)data)->allocates = true;
}

static void check_vacuity(struct sem_checker *c, const struct syn_decl *scenario)
{
	struct activity activity = { scenario->any_client.mutators != 0 };

	for (size_t i = 0; i < scenario->scripts.count; i++)
		sem_walk_stmt(scenario->scripts.at[i].body, NULL, see_expr, &activity);
	if (!scenario->objects.count && scenario->more_objects <= 0 && !activity.allocates &&
	    !c->after_syntax_errors)
		sem_help(sem_warning(c, GD_W_vacuous_scenario, scenario->head,
			     "`%s` has no objects, so nothing is collected", scenario->name.text),
		    "write `objects a, b;`");
}

/* The first `collect` in a script that is there for all values of the options.  NULL: there is
 * none. */
static const struct syn_stmt *sure_collect(const struct syn_stmt *stmt)
{
	const struct syn_stmt *found = NULL;

	if (!stmt || stmt->kind == SYN_STMT_IF)
		return NULL;
	if (stmt->kind == SYN_STMT_COLLECT)
		return stmt;
	for (size_t i = 0; i < stmt->stmts.count && !found; i++)
		found = sure_collect(stmt->stmts.at[i]);
	return found ? found : sure_collect(stmt->body);
}

/* If scripts have a `collect`, only they request cycles. */
static void check_asked(struct sem_checker *c, const struct syn_decl *scenario)
{
	const struct syn_stmt *collect = NULL;
	struct gd_diag *diag;

	if (!scenario->cycle_count_loc.line)
		return;
	for (size_t i = 0; i < scenario->scripts.count && !collect; i++)
		collect = sure_collect(scenario->scripts.at[i].body);
	if (!collect)
		return;
	diag = sem_warning(c, GD_W_unused_cycles, scenario->cycle_count_loc,
	    "`cycles` has no effect: if a script has a `collect`, only the scripts ask for cycles");
	sem_note(diag, collect->head.line ? collect->head : collect->loc, "this asks for a cycle");
	sem_help(diag, "remove `cycles`, or each `collect`");
}

void sem_check_scenarios(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if (decl->kind != SYN_DECL_SCENARIO)
			continue;
		sem_check_duplicates(c, &decl->objects, "list of objects");
		sem_check_layout(c, decl);
		for (size_t j = 0; j < decl->inits.count; j++)
			check_init(c, decl, j);
		check_sizes(c, decl);
		check_mutators(c, decl);
		for (size_t j = 0; j < decl->cycle_names.count; j++)
			sem_resolve_asked(c, decl->cycle_names.at[j]);
		for (size_t j = 0; j < decl->expected.count; j++)
			resolve_object(c, decl, decl->expected.at[j]);
		sem_check_duplicates(c, &decl->expected, "set");
		check_vacuity(c, decl);
		check_asked(c, decl);
	}
}
