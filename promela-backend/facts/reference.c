/* reference.c: references as numbers of the model. */
#include "promela-backend/facts/reference.h"

long pml_known(const struct pml_model *model, const struct ir_type *type, long known)
{
	long objects = (long)model->objects;

	if (type->kind != IR_REF || known >= 0)
		return known;
	return known == IR_NO_OBJECT ? objects : objects - 1 - known; /* the first tag is -2 */
}

size_t pml_references(const struct pml_model *model, const struct ir_type *type)
{
	return model->objects + 1 + type->tag_count;
}

bool pml_has_references(const struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (ir_holds_reference(model->spec->metas[i]))
			return true;
	return false;
}
