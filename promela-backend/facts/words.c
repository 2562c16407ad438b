/* words.c: words of the program's data.
 *
 * In a model a word is a number of an object, at a place in memory as metadata are.  The program reads and
 * writes it; to the collector's code it is metadata that others write.
 *
 * Note [Unread words]: left out are the words, if nothing depends on what they hold: no kernel or barrier
 * accesses one, no formula that is checked, ghost or assert reads one, `faithful' is not checked, and how runs end
 * is not printed.  An access to a word is then a step that only asks whether the object is there.  Where stores
 * can be held back, words that mutators write stay: such a store keeps its object reachable, and is an access
 * when it is performed.  Checked by: tests/run/words.sh. */
#include "promela-backend/facts/words.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/request.h"

static bool accesses_word(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	return stmt->place && stmt->place->kind == IR_PLACE_META && stmt->place->meta->is_word;
}

static bool peeks_at_word(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return expr->place && expr->place->kind == IR_PLACE_META && expr->place->meta->is_word;
}

static bool is_number(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return expr->kind == IR_VAR && expr->type.kind == IR_INT;
}

/* Whether some assert of a script depends on a number that was read. */
static bool asserts_words(const struct pml_model *model)
{
	for (size_t i = 0; i < model->scenario->mutator_count; i++) {
		const struct ir_mutator *m = &model->scenario->mutators[i];

		for (size_t j = 0; j < m->action_count; j++)
			if (m->actions[j].op == IR_SCRIPT_ASSERT &&
			    ir_expr_any(m->actions[j].value, is_number, NULL))
				return true;
	}
	return false;
}

/* Whether a store to a word may be held back. */
static bool may_hold_back(const struct pml_model *model)
{
	bool writes = model->scenario->client != NULL;

	for (size_t i = 0; i < model->scenario->mutator_count; i++)
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			writes |=
			    model->scenario->mutators[i].actions[j].op == IR_SCRIPT_WRITE_WORD;
	return writes && ir_memory_info[model->request->memory].has_windows;
}

bool pml_reads_words(const struct pml_model *model)
{
	const struct pml_request *request = model->request;

	return request->spec->word_count > 0 &&
	    (may_hold_back(model) || request->outcomes || request->seeks ||
		pml_number_of(model, IR_FAITHFUL) ||
		ir_spec_any(model->spec, IR_OF_ALL, accesses_word, NULL) ||
		pml_look(model, peeks_at_word, NULL) || asserts_words(model));
}

bool pml_has_words(const struct pml_model *model)
{
	return model->spec->word_count > 0;
}

size_t pml_word_count(const struct pml_model *model)
{
	return model->request->spec->word_count;
}

const struct ir_meta *pml_word(const struct pml_model *model, size_t number)
{
	const struct ir_spec *spec = model->request->spec;

	return spec->metas[spec->meta_count - spec->word_count + number];
}

bool pml_is_faithful(const struct pml_model *model)
{
	return pml_number_of(model, IR_FAITHFUL) != 0;
}
