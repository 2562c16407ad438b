/* verify.c: is the verify block about something, and not about its opposite? */
#include "compiler/sema/cells.h"

#include <string.h>

static void check_memories(struct sem_checker *c, const syn_names *names)
{
	sem_candidates models = { 0 };

	for (size_t i = 0; sem_memory_models[i]; i++)
		GD_PUSH(c->context->arena, models, sem_memory_models[i]);
	for (size_t i = 0; i < names->count; i++)
		if (names->at[i].text && !sem_is_memory_model(names->at[i].text))
			sem_unknown(c, names->at[i], SEM_MEMORY, &models);
	sem_check_duplicates(c, names, "list");
}

static void check_workers(struct sem_checker *c, const struct syn_decl *verify)
{
	for (size_t i = 0; i < verify->workers.count; i++) {
		const struct syn_workers *workers = &verify->workers.at[i];

		if (workers->kind != SYN_WORKERS_ANY &&
		    (workers->count < 1 || workers->count > GD_MOST_workers))
			sem_error(c, GD_E_worker_count, workers->loc,
			    "%ld workers: a cell has 1 to %d, or `any`", workers->count,
			    GD_MOST_workers);
		if (workers->kind == SYN_WORKERS_OF_ONE)
			sem_resolve(c, workers->of, SEM_KIND);
	}
}

static void check_option_value(struct sem_checker *c, const struct sem_option *option,
    const struct syn_decl *decl, const struct syn_expr *expr)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_CONSTANT };
	struct sem_type type = sem_type_of(c, &decl->type);
	size_t errors = gd_error_count(c->context->sink);
	long value;

	sem_wants(&scope, expr, &type, gd_arena_printf(c->context->arena, "`%s`", option->name));
	if (errors == gd_error_count(c->context->sink) && expr->kind != SYN_EXPR_ERROR &&
	    !sem_option_value(option, expr, &value))
		sem_error(c, GD_E_not_constant, expr->loc, "name a value of `%s`", option->name);
}

static void check_options(struct sem_checker *c, const struct syn_decl *verify)
{
	syn_names names = { 0 };

	for (size_t i = 0; i < verify->options.count; i++) {
		const struct syn_option_values *values = &verify->options.at[i];
		int index;

		GD_PUSH(c->context->arena, names, values->option);
		if (!sem_resolve(c, values->option, SEM_OPTION))
			continue;
		index = sem_option_index(c->spec, values->option.text);
		for (size_t j = 0; index >= 0 && j < values->values.count; j++)
			check_option_value(c, &c->spec->options[index],
			    c->spec->option_decls[index], values->values.at[j]);
	}
	sem_check_duplicates(c, &names, "list of options");
}

static void check_expect(struct sem_checker *c, const struct syn_expect *expect)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_CONSTANT };
	sem_candidates names = { 0 };

	for (size_t i = 0; sem_builtin_properties[i]; i++)
		GD_PUSH(c->context->arena, names, sem_builtin_properties[i]);
	sem_candidates_decls(c, &names, SEM_PROPERTY);
	for (size_t i = 0; i < expect->properties.count; i++) {
		struct syn_name name = expect->properties.at[i];
		bool is_known = sem_lookup(c, name.text, SEM_PROPERTY) != NULL;

		for (size_t j = 0; name.text && sem_builtin_properties[j]; j++)
			is_known |= !strcmp(name.text, sem_builtin_properties[j]);
		if (!is_known)
			sem_unknown(c, name, SEM_PROPERTY, &names);
	}
	sem_check_duplicates(c, &expect->properties, "list");
	for (size_t i = 0; i < expect->scenarios.count; i++)
		sem_resolve(c, expect->scenarios.at[i], SEM_SCENARIO);
	check_memories(c, &expect->memories);
	if (expect->when)
		sem_condition(&scope, expect->when);
}

/* -------------------------------------------- expectations against the cells */
struct matching {
	struct sem_checker *c;
	const struct syn_decl *verify;
	bool *applies; /* by expect */
	bool *clashes; /* by expect: reported */
	bool *lacks;   /* by expect: it was reported that the scenario has no expected objects */
};

static void check_clash(struct matching *m, size_t later, const char *scenario, const char *memory,
    const long *values)
{
	const struct syn_expect *b = &m->verify->expects.at[later];

	for (size_t i = 0; i < later && !m->clashes[later]; i++) {
		const struct syn_expect *a = &m->verify->expects.at[i];

		if (a->holds == b->holds ||
		    !sem_expect_applies(m->c->spec, a, scenario, memory, values))
			continue;
		for (size_t j = 0; j < b->properties.count; j++) {
			const char *name = b->properties.at[j].text;
			struct gd_diag *diag;

			if (!name || !sem_names_have(&a->properties, name))
				continue;
			m->clashes[later] = true;
			diag = sem_error(m->c, GD_E_contradiction, b->loc,
			    "`%s` is expected to hold and to fail", name);
			gd_note(diag, a->loc, "the other expectation");
			gd_help(diag, "both apply in scenario %s, memory %s%s%s", scenario, memory,
			    m->c->spec->option_count ? ", options " : "",
			    sem_assignment_text(m->c->spec, m->c->context->arena, values));
			return;
		}
	}
}

/* Reports a property over `expected` in a scenario without expected objects, where it always
 * holds. */
static void check_expected(struct matching *m, size_t index, const struct syn_decl *scenario)
{
	const struct syn_expect *expect = &m->verify->expects.at[index];

	for (size_t i = 0; i < expect->properties.count && !m->lacks[index]; i++) {
		struct syn_decl *property =
		    sem_lookup(m->c, expect->properties.at[i].text, SEM_PROPERTY);
		const struct syn_expr *quantifier = property ? sem_uses_expected(property) : NULL;
		struct gd_diag *diag;

		if (!quantifier || scenario->has_expected)
			continue;
		m->lacks[index] = true;
		diag = sem_warning(m->c, GD_W_vacuous_property, expect->properties.at[i].loc,
		    "`%s` says nothing in the scenario `%s`", property->name.text,
		    scenario->name.text);
		sem_note(diag, quantifier->loc,
		    "it ranges over the objects that the scenario expects");
		sem_note(diag, scenario->head, "this scenario has no `expected { … }`");
		sem_help(diag, "write `expected { … }` there, or `in` here");
	}
}

static void match_cell(struct matching *m, const struct syn_decl *scenario, const char *memory,
    const long *values)
{
	for (size_t i = 0; i < m->verify->expects.count; i++) {
		if (!sem_expect_applies(m->c->spec, &m->verify->expects.at[i], scenario->name.text,
			memory, values))
			continue;
		m->applies[i] = true;
		check_clash(m, i, scenario->name.text, memory, values);
		check_expected(m, i, scenario);
	}
}

static size_t match_scenarios(struct matching *m, const long *const *values, size_t count)
{
	const struct syn_decl *verify = m->verify;
	size_t cells = 0;

	for (size_t i = 0; i < m->c->decls.count; i++) {
		const struct syn_decl *scenario = m->c->decls.at[i];

		if (scenario->kind != SYN_DECL_SCENARIO || !scenario->name.text ||
		    (verify->verify_scenarios.count &&
			!sem_names_have(&verify->verify_scenarios, scenario->name.text)))
			continue;
		for (size_t j = 0; j < count; j++)
			for (size_t k = 0; sem_memory_models[k]; k++) {
				const char *memory = sem_memory_models[k];

				if (verify->memories.count
					? !sem_names_have(&verify->memories, memory)
					: k > 0)
					continue;
				match_cell(m, scenario, memory, values[j]);
				cells++;
			}
	}
	return cells;
}

static void check_matches(struct sem_checker *c, const struct syn_decl *verify)
{
	struct gd_arena *arena = c->context->arena;
	size_t count = verify->expects.count;
	struct matching m = { c, verify, GD_NEW_ARRAY(arena, bool, count + 1),
		GD_NEW_ARRAY(arena, bool, count + 1), GD_NEW_ARRAY(arena, bool, count + 1) };
	const long **values;
	size_t assignments = sem_assignments(c->spec, verify, arena, &values);
	size_t cells = match_scenarios(&m, values, assignments);

	if (!assignments) {
		gd_help(sem_error(c, GD_E_too_many_cells,
			    verify->options.count ? verify->options.at[0].option.loc : verify->head,
			    "the options have more than %d assignments in this block",
			    GD_MOST_cells),
		    "list the values that matter, or write several `verify` blocks");
		return;
	}
	if (!cells && count)
		sem_help(sem_warning(c, GD_W_vacuous_scenario, verify->head,
			     "there is no scenario to verify"),
		    "declare one: `scenario s { … }`");
	for (size_t i = 0; cells && i < count; i++)
		if (!m.applies[i])
			sem_help(sem_warning(c, GD_W_vacuous_expectation, verify->expects.at[i].loc,
				     "this expectation applies to no cell"),
			    "check its scenarios, its memory models and its `when`");
}

/* ------------------------------------------------- properties without a claim */
static void check_unexpected(struct sem_checker *c)
{
	bool has_verify = false;

	for (size_t i = 0; i < c->decls.count; i++)
		has_verify |= c->decls.at[i]->kind == SYN_DECL_VERIFY;
	for (size_t i = 0; has_verify && i < c->decls.count; i++) {
		const struct syn_decl *property = c->decls.at[i];
		bool is_expected = property->kind != SYN_DECL_PROPERTY || !property->name.text;

		for (size_t j = 0; !is_expected && j < c->decls.count; j++) {
			const struct syn_decl *decl = c->decls.at[j];

			for (size_t k = 0; decl->kind == SYN_DECL_VERIFY && k < decl->expects.count;
			     k++)
				is_expected |= sem_names_have(&decl->expects.at[k].properties,
				    property->name.text);
		}
		if (!is_expected)
			sem_help(
			    sem_warning(c, GD_W_never_expected, property->name.loc,
				"`%s` is never expected to hold or to fail, so it is not checked",
				property->name.text),
			    "write `expect %s hold;` in `verify`", property->name.text);
	}
}

void sem_check_verify(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];
		size_t errors = gd_error_count(c->context->sink);

		if (decl->kind != SYN_DECL_VERIFY)
			continue;
		check_memories(c, &decl->memories);
		check_workers(c, decl);
		check_options(c, decl);
		for (size_t j = 0; j < decl->verify_scenarios.count; j++)
			sem_resolve(c, decl->verify_scenarios.at[j], SEM_SCENARIO);
		sem_check_duplicates(c, &decl->verify_scenarios, "list");
		for (size_t j = 0; j < decl->expects.count; j++)
			check_expect(c, &decl->expects.at[j]);
		if (errors == gd_error_count(c->context->sink) && !c->after_syntax_errors)
			check_matches(c, decl);
	}
	if (!c->after_syntax_errors)
		check_unexpected(c);
}
