/* words.c: the data words of programs, for those who have little to do with them. */
#include "compiler/ir/walk.h"

bool ir_is_word(const struct ir_place *place)
{
	return place->kind == IR_PLACE_META ? place->meta->is_word
					    : place->slot && place->slot->type.is_word;
}

static const struct ir_stmt *first_access(const struct ir_stmt *list)
{
	const struct ir_stmt *found = NULL;

	for (; list && !found; list = list->next) {
		if (list->place && ir_is_word(list->place))
			return list;
		found = first_access(list->body);
		if (!found)
			found = first_access(list->otherwise);
	}
	return found;
}

const struct ir_stmt *ir_word_access(const struct ir_spec *spec)
{
	const struct ir_stmt *found = NULL;

	for (size_t i = 0; i < spec->kind_count && !found; i++)
		found = first_access(spec->kinds[i]->kernel.body);
	for (size_t i = 0; i < IR_BARRIER_COUNT && !found; i++)
		if (spec->barriers[i])
			found = first_access(spec->barriers[i]->kernel.body);
	return found;
}

const struct ir_spec *ir_without_words(struct gd_arena *arena, const struct ir_spec *spec)
{
	struct ir_spec *copy = GD_NEW(arena, struct ir_spec);

	*copy = *spec;
	copy->meta_count -= copy->word_count;
	copy->word_count = 0;
	return copy;
}
