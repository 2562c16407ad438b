/* domain.c: how many there are of what the scenario has: roots, and what a quantifier ranges over. */
#include "promela-backend/facts/domain.h"

size_t pml_root_count(const struct pml_model *model, size_t mutator)
{
	return model->scenario->mutators[mutator].root_count;
}

size_t pml_first_root(const struct pml_model *model, size_t mutator)
{
	size_t first = 0;

	for (size_t i = 0; i < mutator; i++)
		first += pml_root_count(model, i);
	return first;
}

size_t pml_domain_size(const struct pml_model *model, const struct ir_expr *quantifier)
{
	size_t most = 0;

	switch (quantifier->domain) {
	case IR_DOMAIN_MUTATORS: return model->mutators;
	case IR_DOMAIN_EXPECTED: return model->scenario->expected_count;
	case IR_DOMAIN_OBJECTS: return model->objects;
	case IR_DOMAIN_REGIONS: return ir_regions_of(model->scenario, quantifier->var->type.region);
	case IR_DOMAIN_SLOTS: return model->scenario->group_size[quantifier->group->index];
	case IR_DOMAIN_ROOTS:
	case IR_DOMAIN_PAYLOAD:
	case IR_DOMAIN_WORDS: break;
	}
	for (size_t i = 0; i < model->mutators; i++)
		most = pml_root_count(model, i) > most ? pml_root_count(model, i) : most;
	return most;
}

size_t pml_most_roots(const struct pml_model *model)
{
	size_t most = 1;

	for (size_t i = 0; i < model->mutators; i++)
		if (pml_root_count(model, i) > most)
			most = pml_root_count(model, i);
	return most;
}
