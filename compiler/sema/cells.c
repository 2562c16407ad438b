/* cells.c: the verify block, multiplied out.
 *
 * A cell is a scenario, an assignment of the options, a memory model and a
 * number of workers; its claims are the expectations that apply to it. */
#include "compiler/sema/cells.h"

#include <string.h>

const char *const sem_memory_models[] = {
#define MEMORY_MODEL(NAME, name, ...) #name,
#include "compiler/base/memory-models.def"
#undef MEMORY_MODEL
	NULL
};

bool sem_is_memory_model(const char *name)
{
	for (size_t i = 0; sem_memory_models[i]; i++)
		if (!strcmp(sem_memory_models[i], name))
			return true;
	return false;
}

bool sem_names_have(const syn_names *names, const char *text)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->at[i].text && !strcmp(names->at[i].text, text))
			return true;
	return false;
}

/* --------------------------------------------------------------- assignments */
struct when_options {
	const struct sem_spec *spec;
	bool *ranges;
};

static void note_option(void *data, const struct syn_expr *expr)
{
	struct when_options *when = data;
	int index =
	    expr->kind == SYN_EXPR_NAME ? sem_option_index(when->spec, expr->name.text) : -1;

	if (index >= 0)
		when->ranges[index] = true;
}

static const struct syn_option_values *values_of(const struct syn_decl *verify,
    const struct sem_option *option)
{
	for (size_t i = 0; verify && i < verify->options.count; i++)
		if (verify->options.at[i].option.text == option->name)
			return &verify->options.at[i];
	return NULL;
}

/* The number of values that option INDEX takes, and the value number N. */
static size_t value_count(const struct sem_spec *spec, const struct syn_decl *verify, size_t index,
    bool ranges)
{
	const struct sem_option *option = &spec->options[index];
	const struct syn_option_values *values = values_of(verify, option);

	if (values && values->values.count)
		return values->values.count;
	return values || ranges ? (size_t)(option->high - option->low + 1) : 1;
}

static long value_at(const struct sem_spec *spec, const struct syn_decl *verify, size_t index,
    bool ranges, size_t n)
{
	const struct sem_option *option = &spec->options[index];
	const struct syn_option_values *values = values_of(verify, option);
	long value = option->initial;

	if (values && values->values.count)
		sem_option_value(option, values->values.at[n], &value);
	else if (values || ranges)
		value = option->low + (long)n;
	return value;
}

size_t sem_assignments(const struct sem_spec *spec, const struct syn_decl *verify,
    struct gd_arena *arena, const long ***found)
{
	struct when_options when = { spec, GD_NEW_ARRAY(arena, bool, spec->option_count + 1) };
	size_t count = 1;
	const long **all;

	for (size_t i = 0; verify && i < verify->expects.count; i++)
		sem_walk_expr(verify->expects.at[i].when, note_option, &when);
	for (size_t i = 0; i < spec->option_count; i++) {
		size_t values = value_count(spec, verify, i, when.ranges[i]);

		count = count > GD_MOST_cells ? count : count * values;
	}
	*found = NULL;
	if (count > GD_MOST_cells)
		return 0; /* the check of the block reports it */
	all = GD_NEW_ARRAY(arena, const long *, count + 1);
	for (size_t n = 0; n < count; n++) {
		long *values = GD_NEW_ARRAY(arena, long, spec->option_count + 1);
		size_t left = n;

		for (size_t i = spec->option_count; i-- > 0;) {
			size_t room = value_count(spec, verify, i, when.ranges[i]);

			values[i] = value_at(spec, verify, i, when.ranges[i], left % room);
			left /= room;
		}
		all[n] = values;
	}
	*found = all;
	return count;
}

/* -------------------------------------------------------------- expectations */
bool sem_expect_applies(const struct sem_spec *spec, const struct syn_expect *expect,
    const char *scenario, const char *memory, const long *values)
{
	long holds = 1;

	if (expect->scenarios.count && !sem_names_have(&expect->scenarios, scenario))
		return false;
	if (expect->memories.count && !sem_names_have(&expect->memories, memory))
		return false;
	if (expect->when && !sem_fold(spec, values, expect->when, &holds))
		return false;
	return holds;
}

/* ---------------------------------------------------------------------- cells */
struct making {
	const struct sem_spec *spec;
	struct gd_arena *arena;
	const struct syn_decl *verify; /* NULL: every property is expected to hold */
	sem_cell_list cells;
};
typedef GD_VEC(struct sem_claim) claim_list;

static void add_claim(struct making *m, claim_list *claims, const char *property, bool holds,
    struct gd_loc loc)
{
	struct sem_claim claim = { property, holds ? SEM_HOLDS : SEM_FAILS, loc };

	for (size_t i = 0; i < claims->count; i++)
		if (!strcmp(claims->at[i].property, property))
			return;
	GD_PUSH(m->arena, *claims, claim);
}

bool sem_expects(const struct sem_spec *spec, const char *property)
{
	for (size_t i = 0; i < spec->decls.count; i++) {
		const struct syn_decl *decl = spec->decls.at[i];

		for (size_t j = 0; decl->kind == SYN_DECL_VERIFY && j < decl->expects.count; j++)
			if (sem_names_have(&decl->expects.at[j].properties, property))
				return true;
		if (decl->kind == SYN_DECL_MUTANT && sem_names_have(&decl->caught_by, property))
			return true;
	}
	return false;
}

static const char *const expected_anyway[] = {
#define OPTIONAL_PROPERTY(NAME, text)
#define BUILTIN_PROPERTY(NAME, text) text,
#include "compiler/base/properties.def"
	NULL
};

static void add_claims(struct making *m, struct sem_cell *cell, const struct syn_decl *scenario)
{
	claim_list claims = { 0 };
	const struct syn_decl *verify = m->verify;

	for (size_t i = 0; verify && i < verify->expects.count; i++) {
		const struct syn_expect *expect = &verify->expects.at[i];

		if (!sem_expect_applies(m->spec, expect, cell->scenario, cell->memory,
			cell->variant->values))
			continue;
		for (size_t j = 0; j < expect->properties.count; j++)
			add_claim(m, &claims, expect->properties.at[j].text, expect->holds,
			    expect->loc);
	}
	cell->is_unexpected = claims.count == 0;
	for (size_t i = 0; !verify && i < m->spec->decls.count; i++)
		if (m->spec->decls.at[i]->kind == SYN_DECL_PROPERTY)
			add_claim(m, &claims, m->spec->decls.at[i]->name.text, true,
			    m->spec->decls.at[i]->head);
	for (size_t i = 0; expected_anyway[i]; i++)
		add_claim(m, &claims, expected_anyway[i], true, scenario->head);
	cell->claims = claims.at;
	cell->claim_count = claims.count;
}

static struct syn_workers *make_workers(struct making *m, const struct syn_workers *from)
{
	struct syn_workers *workers = GD_NEW(m->arena, struct syn_workers);

	if (from)
		*workers = *from;
	else
		workers->kind = SYN_WORKERS_ANY;
	return workers;
}

/* The values of the dimension `workers`.  `n in turn` becomes one value for each kind that more
 * than one worker can run. */
static size_t expand_workers(struct making *m, const struct syn_workers ***found)
{
	GD_VEC(const struct syn_workers *) all = { 0 };
	size_t given = m->verify ? m->verify->workers.count : 0;

	for (size_t i = 0; i < given; i++) {
		const struct syn_workers *from = &m->verify->workers.at[i];

		if (from->kind != SYN_WORKERS_IN_TURN) {
			GD_PUSH(m->arena, all, make_workers(m, from));
			continue;
		}
		for (size_t j = 0; j < m->spec->decls.count; j++) {
			const struct syn_decl *decl = m->spec->decls.at[j];
			struct syn_workers *workers;

			if (decl->kind != SYN_DECL_WORK || decl->multiplicity == SYN_ONCE ||
			    decl->at_most == 1)
				continue;
			workers = make_workers(m, from);
			workers->kind = SYN_WORKERS_OF_ONE;
			workers->of = decl->name;
			GD_PUSH(m->arena, all, workers);
		}
	}
	if (!given)
		GD_PUSH(m->arena, all, make_workers(m, NULL));
	*found = all.at;
	return all.count;
}

static size_t memories_of(const struct syn_decl *verify, struct gd_arena *arena,
    const char ***found)
{
	const syn_names *names = verify ? &verify->memories : NULL;
	size_t count = names && names->count ? names->count : 1;
	const char **all = GD_NEW_ARRAY(arena, const char *, count);

	all[0] = sem_memory_models[0];
	for (size_t i = 0; names && i < names->count; i++)
		all[i] = names->at[i].text;
	*found = all;
	return count;
}

static const struct sem_variant *make_variant(struct making *m, const long *values)
{
	struct sem_variant *variant = GD_NEW(m->arena, struct sem_variant);

	variant->values = values;
	return variant;
}

static void add_scenario_cells(struct making *m, const struct syn_decl *scenario)
{
	const long **assignments;
	const char **memories;
	const struct syn_workers **workers;
	size_t assignment_count = sem_assignments(m->spec, m->verify, m->arena, &assignments);
	size_t memory_count = memories_of(m->verify, m->arena, &memories);
	size_t worker_count = expand_workers(m, &workers);

	for (size_t i = 0; i < assignment_count; i++) {
		const struct sem_variant *variant = make_variant(m, assignments[i]);

		for (size_t j = 0; j < memory_count; j++)
			for (size_t k = 0; k < worker_count; k++) {
				struct sem_cell cell = { .variant = variant,
					.scenario = scenario->name.text,
					.memory = memories[j],
					.workers = workers[k],
					.loc = scenario->head };

				add_claims(m, &cell, scenario);
				GD_PUSH(m->arena, m->cells, cell);
			}
	}
}

static void add_block(struct making *m)
{
	for (size_t i = 0; i < m->spec->decls.count; i++) {
		const struct syn_decl *decl = m->spec->decls.at[i];

		if (decl->kind == SYN_DECL_SCENARIO &&
		    (!m->verify || !m->verify->verify_scenarios.count ||
			sem_names_have(&m->verify->verify_scenarios, decl->name.text)))
			add_scenario_cells(m, decl);
	}
}

sem_cell_list sem_own_cells(const struct sem_spec *spec, struct gd_arena *arena)
{
	struct making m = { .spec = spec, .arena = arena };

	for (size_t i = 0; i < spec->decls.count; i++) {
		if (spec->decls.at[i]->kind != SYN_DECL_VERIFY)
			continue;
		m.verify = spec->decls.at[i];
		add_block(&m);
	}
	if (!m.verify)
		add_block(&m);
	return m.cells;
}
