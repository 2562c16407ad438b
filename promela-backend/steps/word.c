/* word.c: what mutators do with data words, and what scripts assert. */
#include "promela-backend/steps/word.h"
#include "promela-backend/facts/words.h"
#include "compiler/ir/walk.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/faithful.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/root.h"

static const char *address(struct pml_model *model, const struct ir_meta *word)
{
	return gd_arena_printf(model->arena, "AT_%s(x_object)", word->id);
}

const char *pml_number_name(struct pml_model *model, size_t mutator, size_t number)
{
	return gd_arena_printf(model->arena, "number_%zu_%zu", mutator, number);
}

/* ------------------------------------------------------------------- accesses */
/* Without words in the model nobody knows what is found. */
static void read_event(struct pml_code *code, const struct ir_meta *word, struct gd_loc loc)
{
	struct pml_value none = { NULL, NULL };

	PML_EVENT(code, access, .op = pml_text("load"), .order = pml_text("relaxed"),
	    .at = pml_text(word->name), .object = pml_number("x_object"),
	    .found = pml_has_words(code->model) ? pml_number("x_found") : none,
	    .where = pml_at(code->model, loc));
}

void pml_read_word_of(struct pml_code *code, const char *who, const struct ir_meta *word,
    struct gd_loc loc)
{
	struct pml_model *model = code->model;

	if (!pml_has_words(model)) {
		read_event(code, word, loc);
		return;
	}
	pml_late_check(code, word, "x_object", pml_at(model, loc));
	pml_check_payload(code, PML_WAY_LOADS, "x_object", pml_at(model, loc));
	PML_DO(code, load, .who = who, .at = address(model, word), .order = "MEM_RELAXED",
	    .found = "x_found");
	read_event(code, word, loc);
	pml_found_as_meant(code, who,
	    gd_arena_printf(model->arena, "AT_%s(%s)", word->id, pml_origin(model, "x_object")),
	    true, loc);
}

void pml_read_word(struct pml_code *code, size_t mutator, const struct ir_meta *word,
    const char *to, struct gd_loc loc)
{
	pml_read_word_of(code, gd_arena_printf(code->model->arena, "%zu", mutator), word, loc);
	if (to && pml_has_words(code->model))
		PML_DO(code, set_number, .number = to, .value = "x_found");
}

static void write_event(struct pml_code *code, const struct ir_meta *word, const char *value,
    struct gd_loc loc)
{
	struct pml_model *model = code->model;
	struct pml_value name = pml_text(word->name), object = pml_number("x_object"),
			 stored = pml_number(value), where = pml_at(model, loc);

	if (model->windows && pml_has_words(model))
		PML_EVENT(code, hold, .at = name, .object = object, .value = stored,
		    .where = where);
	else
		PML_EVENT(code, access, .op = pml_text("store"), .order = pml_text("relaxed"),
		    .at = name, .object = object, .stored = stored, .where = where);
}

/* Under a weak memory the store waits in the mutator's window. */
void pml_write_word_of(struct pml_code *code, const char *who, const struct ir_meta *word,
    const char *value, struct gd_loc loc)
{
	struct pml_model *model = code->model;

	if (model->windows && pml_has_words(model)) {
		PML_DO(code, hold, .who = who, .at = address(model, word), .order = "MEM_RELAXED",
		    .value = value);
	} else if (pml_has_words(model)) {
		pml_check_payload(code, PML_WAY_STORES, "x_object", pml_at(model, loc));
		PML_DO(code, store, .of = { .index = word->index, .place = PML_PLACE_META },
		    .who = who, .at = address(model, word), .order = "MEM_RELAXED", .value = value);
		pml_late_check(code, word, "x_object", pml_at(model, loc));
	}
	if (pml_has_words(model))
		pml_mean_store(code, who,
		    gd_arena_printf(model->arena, "AT_%s(%s)", word->id,
			pml_origin(model, "x_object")),
		    value);
	write_event(code, word, value, loc);
}

void pml_write_word(struct pml_code *code, size_t mutator, const struct ir_meta *word,
    const char *value, struct gd_loc loc)
{
	pml_write_word_of(code, gd_arena_printf(code->model->arena, "%zu", mutator), word, value,
	    loc);
}

/* -------------------------------------------------------------------- scripts */
/* The names of a script as Promela. */
static const struct pml_env *env_of(struct pml_model *model, size_t mutator)
{
	const struct ir_mutator *m = &model->scenario->mutators[mutator];
	struct pml_env *env = NULL;

	for (size_t i = 0; i < m->root_count + m->number_count; i++) {
		bool is_root = i < m->root_count;
		const struct ir_var *var = !is_root ? m->numbers[i - m->root_count].var
		    : m->root_vars                  ? m->root_vars[i]
						    : NULL;
		struct pml_env *inner;

		if (!var)
			continue;
		inner = GD_NEW(model->arena, struct pml_env);
		inner->var = var;
		inner->up = env;
		inner->text = is_root ? gd_arena_printf(model->arena, "mem_peek(%s)",
					    pml_root_at(model, mutator, (int)i))
				      : pml_number_name(model, mutator, i - m->root_count);
		env = inner;
	}
	return env;
}

const char *pml_written_number(struct pml_model *model, size_t mutator,
    const struct ir_action *action)
{
	return pml_expr(model, env_of(model, mutator), action->value);
}

void pml_access_word(struct pml_code *code, size_t mutator, const struct ir_action *action)
{
	struct pml_model *model = code->model;

	if (action->op == IR_SCRIPT_READ_WORD)
		pml_read_word(code, mutator, action->word,
		    action->forgotten_count ? NULL
					    : pml_number_name(model, mutator, (size_t)action->dst),
		    action->loc);
	else
		pml_write_word(code, mutator, action->word,
		    pml_written_number(model, mutator, action), action->loc);
}

static void forget(struct pml_code *code, size_t mutator, const struct ir_var *var)
{
	if (var->type.kind == IR_REF)
		pml_set_root(code, mutator, (int)var->index, "NIL");
	else if (pml_has_words(code->model))
		PML_DO(code, set_number,
		    .number = pml_number_name(code->model, mutator, var->index), .value = "0");
}

/* Each root that EXPR names is used. */
static void use_named(struct pml_code *code, size_t mutator, const struct ir_expr *expr,
    struct gd_loc loc)
{
	const struct ir_expr *part;

	if (expr->kind == IR_VAR && expr->type.kind == IR_REF)
		pml_use_root(code, pml_root_at(code->model, mutator, (int)expr->var->index), loc);
	for (size_t i = 0; (part = ir_expr_part(expr, i)); i++)
		use_named(code, mutator, part, loc);
}

void pml_script_assert(struct pml_code *code, size_t mutator, const struct ir_action *action)
{
	struct pml_model *model = code->model;

	use_named(code, mutator, action->value, action->loc);
	pml_assert_that(code, pml_expr(model, env_of(model, mutator), action->value), action->name,
	    action->loc);
	for (size_t i = 0; i < action->forgotten_count; i++)
		forget(code, mutator, action->forgotten[i]);
}
