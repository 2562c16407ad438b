/* check.c: everything that is looked at, in order. */
#include "compiler/sema/internal.h"

/* Declarations that concern only the file itself, so an importer does not get them. */
static bool is_private(enum syn_decl_kind kind)
{
	return kind == SYN_DECL_COLLECTOR || kind == SYN_DECL_VERIFY || kind == SYN_DECL_MUTANT ||
	    kind == SYN_DECL_LITMUS;
}

struct merging {
	struct sem_spec *spec;
	GD_VEC(const struct syn_spec *) seen; /* each file once */
};

static void merge(struct merging *m, struct syn_spec *tree, bool is_root)
{
	struct gd_arena *arena = m->spec->context->arena;

	for (size_t i = 0; i < m->seen.count; i++)
		if (m->seen.at[i] == tree)
			return;
	GD_PUSH(arena, m->seen, tree);
	for (size_t i = 0; i < tree->decls.count; i++) {
		struct syn_decl *decl = tree->decls.at[i];

		if (decl->kind == SYN_DECL_IMPORT && decl->imported)
			merge(m, decl->imported, false);
		else if (is_root || !is_private(decl->kind))
			GD_PUSH(arena, m->spec->decls, decl);
	}
}

/* Tests of memory models need no collector. */
static bool is_litmus_only(const struct sem_checker *c)
{
	bool has_litmus = false;

	for (size_t i = 0; i < c->decls.count; i++) {
		enum syn_decl_kind kind = c->decls.at[i]->kind;

		if (kind != SYN_DECL_LITMUS && kind != SYN_DECL_OPTION && kind != SYN_DECL_IMPORT)
			return false;
		has_litmus |= kind == SYN_DECL_LITMUS;
	}
	return has_litmus;
}

static void check_collector(struct sem_checker *c)
{
	const struct syn_decl *first = NULL;

	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if (decl->kind != SYN_DECL_COLLECTOR)
			continue;
		if (first)
			gd_note(sem_error(c, GD_E_duplicate_name, decl->head,
				    "the collector is named twice"),
			    first->head, "named here first");
		else
			first = decl;
	}
	if (first || c->after_syntax_errors || is_litmus_only(c))
		return;
	struct gd_loc loc = { .source = c->spec->tree->source,
		.line = 1,
		.column = 1,
		.end_line = 1,
		.end_column = 1 };

	if (c->decls.count)
		loc = c->decls.at[0]->head;
	gd_help(sem_error(c, GD_E_no_collector, loc, "the collector has no name"),
	    "begin with `collector NAME;`");
}

/* Whether an option is used by some declaration.  An option without a use is probably a mistake. */
struct option_use {
	const char *name;
	bool found;
};

static void find_option(void *data, const struct syn_expr *expr)
{
	struct option_use *use = data;

	use->found |= expr->kind == SYN_EXPR_NAME && expr->name.text == use->name;
}

static void look_for_option(const struct syn_decl *decl, struct option_use *use)
{
	sem_walk_expr(decl->expr, find_option, use);
	sem_walk_expr(decl->from, find_option, use);
	sem_walk_expr(decl->to, find_option, use);
	sem_walk_expr(decl->guard, find_option, use);
#define BUCKET_GUARD(name, text, function) sem_walk_expr(decl->name, find_option, use);
#include "compiler/base/buckets.def"
	sem_walk_stmt(decl->body, NULL, find_option, use);
	sem_walk_stmt(decl->fill, NULL, find_option, use);
	for (size_t i = 0; i < decl->scripts.count; i++)
		sem_walk_stmt(decl->scripts.at[i].body, NULL, find_option, use);
	for (size_t i = 0; i < decl->members.count; i++)
		sem_walk_expr(decl->members.at[i].init, find_option, use);
	for (size_t i = 0; i < decl->inits.count; i++)
		sem_walk_expr(decl->inits.at[i].value, find_option, use);
	for (size_t i = 0; i < decl->outcomes.count; i++)
		sem_walk_expr(decl->outcomes.at[i].condition, find_option, use);
	for (size_t i = 0; i < decl->changes.count; i++)
		look_for_option(decl->changes.at[i], use);
}

static void check_unused_options(struct sem_checker *c)
{
	bool has_code = false; /* false: the file has only options, and is made to be imported */

	for (size_t i = 0; i < c->decls.count; i++)
		has_code |= c->decls.at[i]->kind == SYN_DECL_WORK;
	if (!has_code)
		return;
	for (size_t i = 0; i < c->spec->option_count; i++) {
		struct option_use use = { c->spec->options[i].name, false };

		for (size_t j = 0; j < c->decls.count && !use.found; j++)
			look_for_option(c->decls.at[j], &use);
		if (!use.found)
			sem_help(sem_warning(c, GD_W_unused_option, c->spec->options[i].loc,
				     "the option `%s` changes nothing", use.name),
			    "use it in a condition, or remove it");
	}
}

/* Declarations whose number is limited. */
static const struct limited {
	enum syn_decl_kind kind;
	enum gd_limit limit;
} limited[] = {
	{ SYN_DECL_OPTION, GD_LIMIT_options },
	{ SYN_DECL_PHASE, GD_LIMIT_phases },
	{ SYN_DECL_WORK, GD_LIMIT_kinds },
	{ SYN_DECL_CYCLE, GD_LIMIT_cycles },
	{ SYN_DECL_BUCKET, GD_LIMIT_buckets },
	{ SYN_DECL_FUNCTION, GD_LIMIT_functions },
	{ SYN_DECL_PROPERTY, GD_LIMIT_properties },
	{ SYN_DECL_SCENARIO, GD_LIMIT_scenarios },
	{ SYN_DECL_MUTANT, GD_LIMIT_mutants },
	{ SYN_DECL_LITMUS, GD_LIMIT_tests },
	{ SYN_DECL_GHOST, GD_LIMIT_ghosts },
	{ SYN_DECL_SPACE, GD_LIMIT_spaces },
	{ SYN_DECL_POLICY, GD_LIMIT_policies },
};

static bool has_too_many_of(struct sem_checker *c, const struct limited *limited)
{
	long count = 0;

	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == limited->kind &&
		    sem_is_over(c, limited->limit, ++count, c->decls.at[i]->head))
			return true;
	return false;
}

struct naming {
	struct sem_checker *c;
	long count;
	bool is_over;
};

static void count_name(void *data, const struct syn_stmt *stmt)
{
	struct naming *naming = data;

	if (stmt->kind == SYN_STMT_LET && !naming->is_over)
		naming->is_over =
		    sem_is_over(naming->c, GD_LIMIT_names, ++naming->count, stmt->name.loc);
}

static bool names_too_much(struct sem_checker *c, const struct syn_decl *decl)
{
	struct naming naming = { .c = c };

	sem_walk_stmt(decl->body, count_name, NULL, &naming);
	return naming.is_over;
}

static bool has_too_many(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (names_too_much(c, c->decls.at[i]))
			return true;
	for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
		if (has_too_many_of(c, &limited[i]))
			return true;
	return false;
}

struct sem_spec *sem_check(struct syn_context *context, struct syn_spec *tree)
{
	struct sem_spec *spec = GD_NEW(context->arena, struct sem_spec);
	struct merging merging = { .spec = spec };
	struct sem_checker c = { .context = context,
		.spec = spec,
		.check_operation = sem_operation };

	if (!tree)
		return NULL;
	spec->context = context;
	spec->tree = tree;
	merge(&merging, tree, true);
	c.decls = spec->decls;
	c.after_syntax_errors = gd_error_count(context->sink) > 0;
	if (has_too_many(&c))
		return NULL;
	check_collector(&c);
	sem_check_options(&c);
	sem_check_declarations(&c);
	sem_check_scenarios(&c);
	sem_check_litmus(&c);
	sem_check_verify(&c);
	sem_check_mutants(&c);
	if (gd_error_count(context->sink) == 0) {
		check_unused_options(&c);
		sem_check_mutant_bodies(&c);
		sem_check_blocks(&c);
	}
	return gd_error_count(context->sink) == 0 ? spec : NULL;
}
