/* redirect.c: accesses of mutators that a barrier redirects to the object that it answers.
 *
 * Note [Redirected accesses]: a barrier with a result runs before each access of its sort, to a slot or to a word.
 * The operation keeps which of them is accessed, as a number (slots, then words), and where what is found goes, or
 * which number is stored.  The access is a step of its own, like the program's own store after `before_store', so
 * others may come between; a stop and a handshake do not, because the mutator is in the middle of an operation.
 * It goes to the same slot or word of the result.  The result must hold the object that the mutator asked for: it is
 * o, or has the origin of o.  In the heap without a collector the access is to the object that o held when the
 * operation began.  Some foldings are not made of such barriers: stores that are held back, sorted roots of clients
 * (a load that is under way remembers the number of a root), canonical states.  The program's own load is never
 * early, so a model with early loads is refused if the barrier has a load after which it could be.
 * Compared by: tests/differential (semantics). */
#include "promela-backend/steps/redirect.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/faithful.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/operation.h"
#include "promela-backend/steps/walk.h"
#include "promela-backend/steps/word.h"

static enum ir_barrier_when barrier_of(const struct pml_access *access)
{
	return access->value ? IR_BEFORE_STORE : IR_BEFORE_LOAD;
}

bool pml_is_redirected(const struct pml_model *model, const struct pml_access *access)
{
	return ir_redirects(model->spec, barrier_of(access));
}

/* The word with number NUMBER among slots and words.  NULL: it is a slot. */
static const struct ir_meta *word_at(const struct pml_model *model, size_t number)
{
	return number < model->slots ? NULL : pml_word(model, number - model->slots);
}

static size_t number_of(const struct pml_model *model, const struct pml_access *access)
{
	size_t number = access->slot;

	if (access->word)
		for (number = model->slots; word_at(model, number) != access->word;)
			number++;
	return number;
}

/* ---------------------------------------------------------------------- beginning */
/* What the operation keeps beside the access. */
static const char *kept(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_access *access)
{
	const struct ir_type *type = &kernel->ir->vars[kernel->barrier->kernel.var_count + 1]->type;

	if (!access->value)
		return gd_arena_printf(model->arena, "%ld",
		    access->target < 0 ? type->high : (long)access->target);
	return access->word && pml_has_words(model)
	    ? access->value
	    : gd_arena_printf(model->arena, "%ld", type->low);
}

/* Where the load would go without a collector. */
static const char *meant_place(struct pml_model *model, const struct pml_access *access)
{
	return access->word
	    ? gd_arena_printf(model->arena, "AT_%s(meant_object[x_who])", access->word->id)
	    : gd_arena_printf(model->arena, "SLOT_OF(meant_object[x_who], %zu)", access->slot);
}

void pml_begin_redirected(struct pml_code *code, size_t mutator, const struct pml_access *access)
{
	struct pml_model *model = code->model;
	const struct pml_kernel *kernel = &model->operations[barrier_of(access)];
	size_t more = kernel->barrier->kernel.var_count;
	bool refers = access->value && !access->word;

	pml_set(code, "x_who", "%zu", mutator);
	/* values first, because they may read what the assignments change */
	if (refers)
		pml_set(code, "x_new", "%s", access->value);
	pml_set(code, kernel->var_name[more + 1], "%s", kept(model, kernel, access));
	pml_set(code, kernel->var_name[more], "%zu", number_of(model, access));
	pml_set(code, kernel->var_name[0], "x_object");
	pml_set(code, kernel->var_name[1], "SLOT_OF(x_object, %zu)",
	    access->word ? 0 : access->slot);
	if (access->value)
		pml_set(code, kernel->var_name[2], refers ? "x_new" : "NIL");
	pml_mean_operation(code, "x_who", kernel->var_name[0], refers ? "x_new" : NULL);
	if (!access->value && (!access->word || pml_has_words(model)))
		pml_mean_load(code, meant_place(model, access));
	PML_DO(code, begin_operation, .of = { .name = kernel->name, .kernel = kernel });
}

/* ------------------------------------------------------------------------ the access */
static void check_result(struct pml_step *step, const char *object, struct gd_loc loc)
{
	struct pml_model *model = step->model;

	pml_misuse_when(step->code,
	    gd_arena_printf(model->arena,
		pml_makes_copies(model) ? "x_object == NIL || !SAME_ORIGIN(x_object, %s)"
					: "x_object == NIL || x_object != %s",
		object),
	    "result", "x_object", pml_at(model, loc));
	pml_fail_if_freed(step->code, "x_object", loc);
	pml_redirected_as_meant(step->code, loc);
}

static const struct ir_group *group_of(const struct pml_model *model, size_t slot)
{
	const struct ir_scenario *scenario = model->scenario;
	size_t i = 0;

	while (i + 1 < model->spec->group_count &&
	    slot >= scenario->group_first[i] + scenario->group_size[i])
		i++;
	return model->spec->groups[i];
}

/* x_found goes to the root that the operation keeps. */
static void set_root(struct pml_step *step, const char *target)
{
	pml_set(step->code, "x_slot", "FIRST_ROOT_OF(x_who) + %s", target);
	PML_DO(step->code, set_root, .at = "x_slot", .value = "x_found");
	pml_mean_root(step->code, "x_slot", "x_found");
	PML_EVENT(step->code, root, .root = pml_number("x_slot - FIRST_ROOT"),
	    .value = pml_number("SHOWN(x_found)"));
}

static void load_slot(struct pml_step *step, size_t slot, const char *target, struct gd_loc loc)
{
	struct pml_model *model = step->model;
	const struct ir_group *group = group_of(model, slot);

	pml_check_payload(step->code, PML_WAY_LOADS, "x_object", pml_at(model, loc));
	PML_DO(step->code, load, .who = "x_who",
	    .at = gd_arena_printf(model->arena, "SLOT_OF(x_object, %zu)", slot),
	    .order = "MEM_RELAXED", .found = "x_found");
	PML_EVENT(step->code, access, .op = pml_text("load"), .order = pml_text("relaxed"),
	    .at = pml_text(group->name),
	    .slot = pml_count(model, slot - model->scenario->group_first[group->index]),
	    .object = pml_number("x_object"), .found = pml_number("SHOWN(x_found)"),
	    .where = pml_at(model, loc));
	pml_found_as_meant(step->code, "x_who",
	    gd_arena_printf(model->arena, "SLOT_OF(%s, %zu)", pml_origin(model, "x_object"), slot),
	    false, loc);
	set_root(step, target);
}

/* The variable of the script that the operation keeps gets x_found. */
static void set_number(struct pml_step *step, const char *target)
{
	struct pml_model *model = step->model;

	pml_if(step->code);
	for (size_t m = 0; m < model->mutators; m++)
		for (size_t i = 0; i < model->scenario->mutators[m].number_count; i++) {
			pml_case(step->code, "x_who == %zu && %s == %zu", m, target, i);
			PML_DO(step->code, set_number, .number = pml_number_name(model, m, i),
			    .value = "x_found");
		}
	pml_else_skip(step->code);
	pml_end(step->code);
}

static void access_one(struct pml_step *step, size_t number, struct gd_loc loc)
{
	const struct pml_kernel *kernel = step->kernel;
	const struct ir_meta *word = word_at(step->model, number);
	const char *more = kernel->var_name[kernel->barrier->kernel.var_count + 1];

	if (kernel->barrier->when == IR_BEFORE_STORE && word) {
		pml_write_word_of(step->code, "x_who", word, more, loc);
	} else if (kernel->barrier->when == IR_BEFORE_STORE) {
		pml_store_redirected(step, number, loc);
	} else if (word) {
		pml_read_word_of(step->code, "x_who", word, loc);
		if (pml_has_words(step->model))
			set_number(step, more);
	} else {
		load_slot(step, number, more, loc);
	}
}

static void act(struct pml_step *step, const struct pml_node *node)
{
	struct pml_model *model = step->model;
	const struct pml_kernel *kernel = step->kernel;
	const struct ir_barrier *barrier = kernel->barrier;
	const char *access = kernel->var_name[barrier->kernel.var_count];

	(void)node;
	step->accessed = true;
	pml_set(step->code, "x_object", "%s", kernel->var_name[barrier->result->index]);
	check_result(step, kernel->var_name[0], barrier->loc);
	pml_if(step->code);
	for (size_t i = 0; i < model->slots + pml_word_count(model); i++) {
		pml_case(step->code, "%s == %zu", access, i);
		access_one(step, i, barrier->loc);
		pml_mean_over(step->code);
		if (i < model->slots && barrier->when == IR_BEFORE_STORE)
			pml_go_on_after_store(step, i);
		else
			pml_end_operation(step);
	}
	pml_end(step->code);
}

void pml_act_redirected(struct pml_step *step)
{
	bool begins = step->place && !step->place->node;

	if (step->accessed || step->emitted)
		pml_go_to(step, NULL, PML_ACT);
	else if (step->kernel->barrier->when == IR_BEFORE_STORE && step->model->windows && !begins)
		pml_hold_back(step, NULL, PML_ACT, act);
	else
		act(step, NULL);
}
