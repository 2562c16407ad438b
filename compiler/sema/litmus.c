/* litmus.c: small tests of the memory models themselves. */
#include "compiler/sema/internal.h"

static void add_locations(struct sem_scope *s, const struct syn_decl *litmus)
{
	for (size_t i = 0; i < litmus->members.count; i++) {
		const struct syn_member *member = &litmus->members.at[i];
		struct sem_scope constant = { .c = s->c, .place = SEM_IN_CONSTANT };
		struct sem_type number = sem_type_int(0, 255);

		if (member->init)
			sem_wants(&constant, member->init, &number, "a location");
		sem_local_add(s, member->name, sem_type_location(s->c, number, false));
	}
}

static void collect_let(void *data, const struct syn_stmt *stmt)
{
	struct sem_scope *s = data;

	if ((stmt->kind == SYN_STMT_LET || stmt->kind == SYN_STMT_RECEIVE) &&
	    !sem_local_find(s, stmt->name.text))
		sem_local_add(s, stmt->name, sem_type_int(0, 255));
}

static void check_outcome(struct sem_scope *s, const struct syn_outcome *outcome)
{
	sem_candidates models = { 0 };

	if (outcome->condition)
		sem_condition(s, outcome->condition);
	for (size_t i = 0; sem_memory_models[i]; i++)
		GD_PUSH(s->c->context->arena, models, sem_memory_models[i]);
	for (size_t i = 0; i < outcome->memories.count; i++)
		if (outcome->memories.at[i].text &&
		    !sem_is_memory_model(outcome->memories.at[i].text))
			sem_unknown(s->c, outcome->memories.at[i], SEM_MEMORY, &models);
}

static void check_test(struct sem_checker *c, const struct syn_decl *litmus)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_LITMUS, .decl = litmus };
	struct sem_local *shared;

	add_locations(&scope, litmus);
	shared = scope.locals;
	for (size_t i = 0; i < litmus->scripts.count; i++) {
		scope.locals = shared;
		sem_stmt(&scope, litmus->scripts.at[i].body);
	}
	scope.locals = shared;
	for (size_t i = 0; i < litmus->scripts.count; i++)
		sem_walk_stmt(litmus->scripts.at[i].body, collect_let, NULL, &scope);
	scope.place = SEM_IN_PROPERTY;
	for (size_t i = 0; i < litmus->outcomes.count; i++)
		check_outcome(&scope, &litmus->outcomes.at[i]);
}

void sem_check_litmus(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_LITMUS)
			check_test(c, c->decls.at[i]);
}
