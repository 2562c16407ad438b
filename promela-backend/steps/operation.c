/* operation.c: what barriers make of a mutator's store or allocation.
 *
 * Without a barrier a store is one step.  With one it is an operation: the
 * steps of before_store, the program's own store, the steps of after_store.
 * The own store is an exchange if after_store gets what it overwrites: then it is never held back.
 * An allocation is the cell, the steps of allocated, and the root.
 * A mutator is in one place at a time, so op_at[m] is the number of the place
 * (0: at a yield point) and op_values[m] the values of its live variables. */
#include "promela-backend/steps/operation.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/operation.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/action.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/early.h"
#include "promela-backend/steps/late-load.h"
#include "promela-backend/steps/faithful.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/walk.h"
#include "promela-backend/steps/root.h"

/* -------------------------------------------------------------------- steps */
void pml_end_operation(struct pml_step *step)
{
	PML_EVENT(step->code, completed, .mutator = pml_number("x_who"));
	PML_DO(step->code, end_operation, PML_NOTHING);
}

/* The line for a store of VALUE, or an exchange, to a slot of GROUP at AT. */
static struct pml_line store_line(struct pml_model *model, const struct ir_group *group,
    const char *at, const char *value, struct gd_loc loc)
{
	struct gd_arena *arena = model->arena;
	struct pml_value name = pml_text(group->name), where = pml_at(model, loc);
	struct pml_value slot = pml_number(
	    gd_arena_printf(arena, "x_slot - %zu", model->scenario->group_first[group->index]));
	struct pml_value object = pml_number(gd_arena_printf(arena, "OWNER_OF(%s)", at));
	struct pml_value shown = pml_number(gd_arena_printf(arena, "SHOWN(%s)", value));
	const struct ir_barrier *exchange = ir_exchange(model->spec);

	if (exchange)
		return PML_LINE(model, access, .op = pml_text("swap"),
		    .order = pml_text(ir_order_name[exchange->order]), .at = name, .slot = slot,
		    .object = object, .found = pml_number("SHOWN(x_found)"), .stored = shown,
		    .where = where);
	if (model->windows)
		return PML_LINE(model, hold, .at = name, .slot = slot, .object = object,
		    .value = shown, .where = where);
	return PML_LINE(model, access, .op = pml_text("store"), .order = pml_text("relaxed"),
	    .at = name, .slot = slot, .object = object, .stored = shown, .where = where);
}

/* Which group the slot is in is known by its number. */
static void store_event(struct pml_code *code, const char *at, const char *value, struct gd_loc loc)
{
	struct pml_model *model = code->model;

	pml_set(code, "x_slot", "(%s - FIRST_SLOT) %% SLOTS_PER_OBJECT", at);
	pml_if(code);
	for (size_t i = 0; i < model->spec->group_count; i++) {
		size_t first = model->scenario->group_first[i];

		pml_flat_case(code, "x_slot >= %zu && x_slot < %zu", first,
		    first + model->scenario->group_size[i]);
		pml_put_event(code, store_line(model, model->spec->groups[i], at, value, loc));
	}
	pml_else_skip(code);
	pml_end(code);
}

/* The program's own store: under a weak memory it waits in the mutator's window, unless it is an exchange. */
static void store(struct pml_code *code, const char *at, const char *value, struct gd_loc loc)
{
	const struct ir_barrier *exchange = ir_exchange(code->model->spec);

	if (!code->model->windows || exchange)
		pml_check_payload(code, PML_WAY_STORES,
		    gd_arena_printf(code->model->arena, "OWNER_OF(%s)", at),
		    pml_at(code->model, loc));
	if (exchange)
		PML_DO(code, modify, .of.place = PML_PLACE_SLOTS, .of.by_mutator = true,
		    .who = "x_who", .at = at, .order = pml_order(exchange->order), .value = value,
		    .found = "x_found");
	else if (code->model->windows)
		PML_DO(code, hold, .who = "x_who", .at = at, .order = "MEM_RELAXED",
		    .value = value);
	else
		PML_DO(code, store, .of.place = PML_PLACE_SLOTS, .who = "x_who", .at = at,
		    .order = "MEM_RELAXED", .value = value);
	store_event(code, at, value, loc);
}

/* The parameters of after_store get the values of before_store's.  Their names may be exchanged, so
 * all are read first. */
static void pass_on(struct pml_step *step, const struct pml_kernel *from,
    const struct pml_kernel *to)
{
	static const char *const kept[] = { "x_object", "x_slot", "x_new" };

	for (size_t i = 0; i < 3; i++)
		pml_set(step->code, kept[i], "%s", from->var_name[i]);
	for (size_t i = 0; i < 3; i++)
		pml_set(step->code, to->var_name[i], "%s", kept[i]);
	if (to->barrier->old)
		pml_set(step->code, to->var_name[to->barrier->old->index], "x_found");
}

static void go_on_with(struct pml_step *step, const struct pml_kernel *kernel)
{
	struct pml_step inner = *step;

	inner.kernel = (struct pml_kernel *)kernel;
	inner.env = (struct pml_env){ .kernel = kernel };
	inner.end = pml_end_operation;
	pass_on(step, step->kernel, kernel);
	pml_forget_loads(step->code, kernel, 0);
	pml_walk_kernel(&inner);
}

static void act(struct pml_step *step, const struct pml_node *node)
{
	struct pml_model *model = step->model;
	const char *at = step->kernel->var_name[1], *value = step->kernel->var_name[2];
	struct gd_loc loc = step->kernel->barrier->loc;

	(void)node;
	step->accessed = true;
	pml_fail_if_freed(step->code, gd_arena_printf(model->arena, "OWNER_OF(%s)", at), loc);
	store(step->code, at, value, loc);
	pml_mean_stored(step->code, at);
	if (model->operations[IR_AFTER_STORE].ir)
		go_on_with(step, &model->operations[IR_AFTER_STORE]);
	else
		pml_end_operation(step);
}

void pml_store_redirected(struct pml_step *step, size_t slot, struct gd_loc loc)
{
	struct gd_arena *arena = step->model->arena;
	const char *at = gd_arena_printf(arena, "SLOT_OF(%s, %zu)",
	    step->kernel->var_name[step->kernel->barrier->result->index], slot);

	store(step->code, at, step->kernel->var_name[2], loc);
	pml_mean_store(step->code, "x_who",
	    gd_arena_printf(arena, "SLOT_OF(%s, %zu)", pml_origin(step->model, "x_object"), slot),
	    pml_is_faithful(step->model) ? "meant_value[x_who]" : NULL);
}

void pml_go_on_after_store(struct pml_step *step, size_t slot)
{
	const struct pml_kernel *after = &step->model->operations[IR_AFTER_STORE];
	const struct pml_kernel *kernel = step->kernel;
	const char *result = kernel->var_name[kernel->barrier->result->index];

	if (!after->ir) {
		pml_end_operation(step);
		return;
	}
	pml_set(step->code, kernel->var_name[1], "SLOT_OF(%s, %zu)", result, slot);
	pml_set(step->code, kernel->var_name[0], "%s", result);
	go_on_with(step, after);
}

void pml_act(struct pml_step *step)
{
	bool begins = step->place && !step->place->node;
	bool waits = step->model->windows && !ir_exchange(step->model->spec);

	if ((step->accessed || step->emitted) && !(waits && step->kernel->holds_back))
		pml_go_to(step, NULL, PML_ACT);
	else if (waits && !begins)
		pml_hold_back(step, NULL, PML_ACT, act);
	else
		act(step, NULL);
}

/* ------------------------------------------------------------------- new objects */
/* "(mem_peek(…) == NIL -> 0 : …)": the first empty root of x_who. */
static const char *empty_root(struct pml_model *model)
{
	const char *text = "0";

	for (size_t i = pml_most_roots(model); i-- > 1;)
		text = gd_arena_printf(model->arena,
		    "(mem_peek(FIRST_ROOT_OF(x_who) + %zu) == NIL -> "
		    "%zu : %s)",
		    i, i, text);
	return text;
}

static void set_new_root(struct pml_step *step)
{
	struct pml_model *model = step->model;
	const struct pml_kernel *kernel = step->kernel;
	/* if a client's roots are sorted, their numbers change, and empty ones are alike */
	bool sorts = model->scenario->client && pml_client_sorts(model);

	pml_set(step->code, "x_slot", "FIRST_ROOT_OF(x_who) + %s",
	    pml_remembers_root(model) && !sorts
		? kernel->var_name[kernel->barrier->kernel.var_count]
		: empty_root(model));
	PML_DO(step->code, set_root, .at = "x_slot", .value = kernel->var_name[0]);
	pml_mean_rooted(step->code, "x_slot");
	PML_EVENT(step->code, root, .root = pml_number("x_slot - FIRST_ROOT"),
	    .value = pml_number(kernel->var_name[0]));
	pml_end_operation(step);
}

/* Setting the root is a step of its own if others may read roots in between. */
void pml_end_allocation(struct pml_step *step)
{
	if ((step->accessed || step->emitted || step->new_cell) && step->model->roots_are_seen) {
		pml_go_to(step, NULL, PML_ROOT);
		return;
	}
	if (step->new_cell)
		pml_pass_through(step, NULL, PML_ROOT);
	set_new_root(step);
}

/* ------------------------------------------------------------------ inlines */
static void begin_inline(struct pml_model *model, const struct pml_kernel *kernel,
    pml_inlines *inlines)
{
	struct pml_inline begin = { .comment = gd_arena_printf(model->arena, "%s: %s",
					pml_line_at(model, kernel->barrier->loc),
					ir_barrier_name[kernel->barrier->when]),
		.head = gd_arena_printf(model->arena, "begin_%s()", kernel->name),
		.note = "        // x_who",
		.code = kernel->begin };

	GD_PUSH(model->arena, *inlines, begin);
}

static void run_inline(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, pml_inlines *inlines)
{
	pml_put_step(inlines, place->code,
	    gd_arena_printf(model->arena, "run_%s_%zu()", kernel->name, place->number));
	inlines->at[inlines->count - 1].note = "      // x_who";
	pml_put_load_steps(place, inlines);
}

void pml_operation_steps(struct pml_model *model, pml_inlines *inlines)
{
	if (model->op_places > GD_MOST_barrier_places)
		pml_refuse_limit(model,
		    model->operations[IR_BEFORE_STORE].ir
			? model->operations[IR_BEFORE_STORE].barrier->loc
			: (struct gd_loc){ 0 },
		    GD_LIMIT_barrier_places);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		const struct pml_kernel *kernel = &model->operations[i];

		if (!kernel->ir)
			continue;
		if (i != IR_AFTER_STORE)
			begin_inline(model, kernel, inlines);
		for (size_t j = 0; j < kernel->places.count; j++)
			if (kernel->places.at[j]->waits)
				run_inline(model, kernel, kernel->places.at[j], inlines);
	}
}

/* ------------------------------------------------------------------ beginnings */
static void begin(struct pml_code *code, const struct pml_kernel *kernel)
{
	PML_DO(code, begin_operation, .of = { .name = kernel->name, .kernel = kernel });
}

void pml_begin_store(struct pml_code *code, size_t mutator, const char *address, const char *value,
    struct gd_loc loc)
{
	const struct pml_kernel *kernel = &code->model->operations[IR_BEFORE_STORE];

	pml_set(code, "x_who", "%zu", mutator);
	if (!kernel->ir) {
		store(code, address, value, loc);
		pml_mean_store(code, "x_who",
		    pml_has_origins(code->model)
			? gd_arena_printf(code->model->arena, "ORIGIN_SLOT(%s)", address)
			: address,
		    pml_origin(code->model, value));
		return;
	}
	/* values first, because they may read what the assignments change */
	pml_set(code, "x_new", "%s", value);
	pml_set(code, "x_slot", "%s", address);
	pml_set(code, kernel->var_name[0], "OWNER_OF(x_slot)");
	pml_set(code, kernel->var_name[1], "x_slot");
	pml_set(code, kernel->var_name[2], "x_new");
	pml_mean_operation(code, "x_who", kernel->var_name[0], "x_new");
	begin(code, kernel);
}

/* A client drops the reference in the root before it allocates an object for that root. */
static void drop_root(struct pml_code *code, size_t mutator, int root)
{
	pml_if(code);
	pml_case(code, "mem_peek(FIRST_ROOT_OF(%zu) + %d) != NIL", mutator, root);
	pml_set_root(code, mutator, root, "NIL");
	pml_else_skip(code);
	pml_end(code);
}

static void allocate(struct pml_code *code, size_t mutator, int root)
{
	struct pml_model *model = code->model;
	struct pml_value none = { NULL, NULL };

	if (ir_has_holes(model->spec))
		PML_DO(code, mutator_takes_hole, .cell = "x_object");
	PML_DO(code, allocate, .cell = "x_object");
	if (pml_has_origins(model))
		PML_DO(code, new_origin, .cell = "x_object");
	pml_none_late(code, "x_object");
	PML_EVENT(code, allocate, .object = pml_number("x_object"),
	    .root = model->operations[IR_ALLOCATED].ir
		? none
		: pml_count(model, pml_first_root(model, mutator) + (size_t)root));
}

void pml_begin_allocate(struct pml_code *code, size_t mutator, const char *cell, int root)
{
	struct pml_model *model = code->model;
	const struct pml_kernel *kernel = &model->operations[IR_ALLOCATED];

	pml_set(code, "x_who", "%zu", mutator);
	pml_set(code, "x_object", "%s", cell);
	allocate(code, mutator, root);
	if (!kernel->ir) {
		pml_set_root(code, mutator, root, "x_object");
		return;
	}
	if (model->scenario->client)
		drop_root(code, mutator, root);
	pml_set(code, kernel->var_name[0], "x_object");
	pml_mean_operation(code, "x_who", "x_object", NULL);
	if (pml_remembers_root(model))
		pml_set(code, kernel->var_name[kernel->barrier->kernel.var_count], "%d", root);
	begin(code, kernel);
}
