/* reference.c: references that are known when a model is made: an object's number, null, or a tag. */
#include "compiler/ir/ir.h"

enum { FIRST_TAG = -2 };

long ir_tag_as_reference(size_t k)
{
	return FIRST_TAG - (long)k;
}

const char *ir_tag_of(const struct ir_type *type, long number)
{
	size_t tag = (size_t)(FIRST_TAG - number);

	return number <= FIRST_TAG && tag < type->tag_count ? type->tags[tag] : NULL;
}

bool ir_is_tagged(const struct ir_type *type)
{
	return type->kind == IR_REF && type->tag_count > 0;
}

bool ir_holds_reference(const struct ir_meta *meta)
{
	return meta->type.kind == IR_REF;
}

const struct ir_meta *ir_header_meta(const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->meta_count; i++)
		if (spec->metas[i]->is_in_header)
			return spec->metas[i];
	return NULL;
}

const struct ir_meta *ir_overlay(const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->meta_count; i++)
		if (spec->metas[i]->when)
			return spec->metas[i];
	return NULL;
}
