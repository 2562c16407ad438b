/* blocks.c: what only all verify blocks together say. */
#include "compiler/sema/cells.h"

#include <string.h>

static const struct syn_decl *find_verify(const struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_VERIFY)
			return c->decls.at[i];
	return NULL;
}

/* ------------------------------------------------ scenarios that no block has */
static bool is_verified(const struct sem_checker *c, const struct syn_decl *scenario)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_VERIFY &&
		    (!c->decls.at[i]->verify_scenarios.count ||
			sem_names_have(&c->decls.at[i]->verify_scenarios, scenario->name.text)))
			return true;
	return false;
}

/* Checks the scenarios of FILE.  The blocks of an imported file are not in this specification: that
 * file is verified on its own. */
static void check_scenarios(struct sem_checker *c, const struct gd_source *file)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *scenario = c->decls.at[i];

		if (scenario->kind == SYN_DECL_SCENARIO && scenario->head.source == file &&
		    !is_verified(c, scenario))
			sem_help(
			    sem_warning(c, GD_W_unverified_scenario, scenario->name.loc,
				"no `verify` block has the scenario `%s`, so nothing is checked in it",
				scenario->name.text),
			    "add it to the `scenarios` of a block, write a "
			    "block for it, or delete it");
	}
}

/* ---------------------------------------- the same cell, with another expectation */
/* Whether an expectation is written.  A default (everything holds) contradicts nothing. */
static bool is_said(const struct sem_cell *cell, const struct sem_claim *claim)
{
	return gd_loc_compare(&claim->loc, &cell->loc) != 0;
}

static const struct sem_claim *opposite(const struct sem_cell *cell, const struct sem_claim *claim)
{
	for (size_t i = 0; i < cell->claim_count; i++)
		if (cell->claims[i].expected != claim->expected &&
		    is_said(cell, &cell->claims[i]) &&
		    !strcmp(cell->claims[i].property, claim->property))
			return &cell->claims[i];
	return NULL;
}

static void report_clash(struct sem_checker *c, const struct sem_cell *cell,
    const struct sem_claim *claim, const struct sem_claim *other)
{
	struct gd_diag *diag = sem_error(c, GD_E_contradiction, claim->loc,
	    "`%s` is expected to hold and to fail", claim->property);

	gd_note(diag, other->loc, "the other expectation");
	gd_help(diag, "both apply in scenario %s, memory %s%s%s", cell->scenario, cell->memory,
	    c->spec->option_count ? ", options " : "",
	    sem_assignment_text(c->spec, c->context->arena, cell->variant->values));
}

typedef GD_VEC(struct gd_loc) loc_list;

/* Reports where the cell LATER contradicts EARLIER, once for each expectation. */
static void check_clash(struct sem_checker *c, loc_list *reported, const struct sem_cell *earlier,
    const struct sem_cell *later)
{
	for (size_t i = 0; i < later->claim_count; i++) {
		const struct sem_claim *claim = &later->claims[i],
				       *other = opposite(earlier, claim);
		bool is_new = other && is_said(later, claim);

		for (size_t k = 0; is_new && k < reported->count; k++)
			is_new = gd_loc_compare(&reported->at[k], &claim->loc) != 0;
		if (!is_new)
			continue;
		GD_PUSH(c->context->arena, *reported, claim->loc);
		report_clash(c, later, claim, other);
	}
}

static void check_clashes(struct sem_checker *c, const struct sem_blocks *blocks)
{
	const struct sem_sorted_cell *sorted = blocks->sorted;
	loc_list reported = { 0 };

	for (size_t i = 0; i < blocks->own.count; i++)
		for (size_t k = sorted[i].first; k < i; k++)
			check_clash(c, &reported, sorted[k].cell, sorted[i].cell);
}

/* --------------------------------------------------------- mutants without cells */
static void check_mutants(struct sem_checker *c, const struct sem_blocks *blocks)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *mutant = c->decls.at[i];

		if (mutant->kind == SYN_DECL_MUTANT && !mutant->caught_by_check &&
		    !sem_mutant_has_cell(blocks, mutant))
			gd_help(sem_error(c, GD_E_untried_mutant, mutant->head,
				    "nothing can catch the mutant `%s`", mutant->name.text),
			    "expect one of its properties to hold in a cell that its `in` and `under` "
			    "name");
	}
}

void sem_check_blocks(struct sem_checker *c)
{
	const struct syn_decl *verify = find_verify(c);
	struct sem_blocks blocks;

	if (!verify)
		return;
	check_scenarios(c, verify->head.source);
	blocks = sem_all_blocks(c->spec, c->context->arena);
	check_clashes(c, &blocks);
	check_mutants(c, &blocks);
}
