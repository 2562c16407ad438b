/* words.c: how many data words objects have, and which numbers the words can hold in a model.
 *
 * A program decides both.  A model needs bounds, so it has the words that the scenarios, kernels and
 * properties name, and the numbers from the least to the largest one that is written as the value of a word. */
#include "compiler/sema/internal.h"

#include <string.h>

struct measure {
	const struct sem_spec *spec;
	const struct sem_variant *variant;
	struct sem_word_group *groups;
	struct sem_words *words;
};

static struct sem_word_group *group_of(struct measure *m, const struct syn_expr *place)
{
	if (place->kind == SYN_EXPR_INDEX)
		place = place->args.at[0];
	for (size_t i = 0; place->kind == SYN_EXPR_MEMBER && i < m->words->count; i++)
		if (m->groups[i].name.text == place->name.text)
			return &m->groups[i];
	return NULL;
}

static void need(struct sem_word_group *group, long size, struct gd_loc loc)
{
	if (!group->is_array || size <= (long)group->size)
		return;
	group->size = (size_t)size;
	group->last = loc;
}

static void note_value(struct measure *m, const struct syn_expr *value)
{
	long number;

	if (!sem_constant(m->spec, m->variant, value, &number))
		return;
	if (number < m->words->low)
		m->words->low = number;
	if (number > m->words->high)
		m->words->high = number;
}

/* A call that may write a word: its place names one, or is a variable, or n[s], which may be one. */
static bool writes_word(struct measure *m, const struct syn_expr *call)
{
	const struct syn_expr *place = call->args.count > 1 ? call->args.at[0] : NULL;

	return place &&
	    (place->kind == SYN_EXPR_NAME || group_of(m, place) ||
		(place->kind == SYN_EXPR_INDEX && place->args.at[0]->kind == SYN_EXPR_NAME));
}

static void see_expr(void *data, const struct syn_expr *expr)
{
	static const char *const writing[] = { "write", "store", "swap", "cas" };
	struct measure *m = data;
	struct sem_word_group *group;
	long index;

	if (expr->kind == SYN_EXPR_INDEX && (group = group_of(m, expr)) &&
	    sem_constant(m->spec, m->variant, expr->args.at[1], &index) && index < GD_MOST_slots)
		need(group, index + 1, expr->loc);
	for (size_t i = 0; expr->kind == SYN_EXPR_CALL && i < 4; i++)
		if (!strcmp(expr->name.text, writing[i]) && writes_word(m, expr))
			for (size_t j = 1; j < expr->args.count; j++)
				note_value(m, expr->args.at[j]);
}

static void see_scenario(struct measure *m, const struct syn_decl *scenario)
{
	for (size_t i = 0; i < m->words->count; i++)
		need(&m->groups[i], scenario->words, scenario->words_loc);
	for (size_t i = 0; scenario->word_values && i < scenario->word_values->args.count; i++)
		note_value(m, scenario->word_values->args.at[i]);
	if (scenario->any_client.mutators && !scenario->word_values && m->words->high < 1)
		m->words->high = 1; /* such a client writes 0 and 1 */
	for (size_t i = 0; i < scenario->inits.count; i++) {
		const struct syn_object_init *init = &scenario->inits.at[i];

		for (size_t j = 0; init->value->kind == SYN_EXPR_SET && j < m->words->count; j++) {
			if (m->groups[j].name.text != init->field.text)
				continue;
			need(&m->groups[j], (long)init->value->args.count, init->field.loc);
			for (size_t k = 0; k < init->value->args.count; k++)
				note_value(m, init->value->args.at[k]);
		}
	}
	for (size_t i = 0; i < scenario->scripts.count; i++)
		sem_walk_stmt(scenario->scripts.at[i].body, NULL, see_expr, m);
}

static void find_groups(struct measure *m, struct gd_arena *arena)
{
	GD_VEC(struct sem_word_group) groups = { 0 };
	struct syn_decl **decls;
	size_t count = sem_decls(m->spec, m->variant, SYN_DECL_OBJECT, arena, &decls);

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < decls[i]->members.count; j++) {
			const struct syn_member *member = &decls[i]->members.at[j];
			struct sem_word_group group = { member->name, member->type.is_array, 1,
				member->name.loc };

			if (member->type.kind == SYN_TYPE_WORD && !member->init)
				GD_PUSH(arena, groups, group);
		}
	m->groups = groups.at;
	m->words->groups = groups.at;
	m->words->count = groups.count;
}

static void see_code(struct measure *m, struct gd_arena *arena)
{
	static const enum syn_decl_kind kinds[] = { SYN_DECL_WORK, SYN_DECL_FUNCTION,
		SYN_DECL_BARRIER, SYN_DECL_PROPERTY };

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		struct syn_decl **decls;
		size_t count = sem_decls(m->spec, m->variant, kinds[k], arena, &decls);

		for (size_t i = 0; i < count; i++) {
			sem_walk_stmt(decls[i]->body, NULL, see_expr, m);
			sem_walk_expr(decls[i]->expr, see_expr, m);
		}
	}
}

static bool is_wanted(const char *name, const char *const *scenarios, size_t count)
{
	for (size_t i = 0; scenarios && i < count; i++)
		if (!strcmp(scenarios[i], name))
			return true;
	return !scenarios;
}

struct sem_words sem_words(const struct sem_spec *spec, const struct sem_variant *variant,
    const char *const *scenarios, size_t scenario_count, struct gd_arena *arena)
{
	struct sem_words words = { 0 };
	struct measure m = { spec, variant, NULL, &words };
	struct syn_decl **decls;
	size_t count;

	find_groups(&m, arena);
	if (!words.count)
		return words;
	see_code(&m, arena);
	count = sem_decls(spec, variant, SYN_DECL_SCENARIO, arena, &decls);
	for (size_t i = 0; i < count; i++)
		if (is_wanted(decls[i]->name.text, scenarios, scenario_count))
			see_scenario(&m, decls[i]);
	return words;
}
