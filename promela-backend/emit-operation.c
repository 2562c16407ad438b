/* emit-operation.c: what barriers make of a mutator's store or allocation.
 *
 * Without a barrier a store is one step.  With one it is an operation: the
 * steps of before_store, the program's own store, the steps of after_store.
 * An allocation is the cell, the steps of allocated, and the root.
 * A mutator is in one place at a time, so op_at[m] is the number of the place
 * (0: at a yield point) and op_colour[m] the values of its live variables. */
#include "promela-backend/emit-operation.h"
#include "promela-backend/emit-action.h"
#include "promela-backend/emit-colour.h"
#include "promela-backend/emit-expr.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-op.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/emit-root.h"
#include "promela-backend/emit-walk.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/operation.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"
#include "promela-backend/step.h"

/* -------------------------------------------------------------------- steps */
void pml_end_operation(struct pml_step *step)
{
	gd_out_line(step->out, "printf(\"@ completed mutator=%%d\\n\", x_who);");
	pml_set_add(step->model, step->writes, PML_CELL_ROOTS, 0);
}

/* "@ access …": the number of the slot determines its group. */
void pml_store_event(struct pml_step *step, const char *at, const char *value)
{
	struct pml_model *model = step->model;
	const char *where = pml_where(model, step->kernel->barrier->loc);
	const char *event = model->windows ? "hold" : "access op=store order=relaxed";
	const char *what = model->windows ? "value" : "stored";

	if (!model->windows)
		pml_set_add(model, step->writes, PML_CELL_SLOTS, 0);
	gd_out_line(step->out, "x_slot = (%s - FIRST_SLOT) %% SLOTS_PER_OBJECT;", at);
	gd_out_line(step->out, "if");
	for (size_t i = 0; i < model->spec->group_count; i++) {
		size_t first = model->scenario->group_first[i];

		gd_out_line(step->out,
		    ":: x_slot >= %zu && x_slot < %zu -> "
		    "printf(\"@ %s at=%s slot=%%d object=%%d %s=%%d where=%s\\n\", x_slot - %zu, "
		    "OWNER_OF(%s), SHOWN(%s))",
		    first, first + model->scenario->group_size[i], event,
		    model->spec->groups[i]->name, what, where, first, at, value);
	}
	gd_out_line(step->out, ":: else -> skip");
	gd_out_line(step->out, "fi;");
}

/* The parameters of after_store get the values of before_store's.  Their names may be exchanged, so
 * all are read first. */
static void pass_on(struct pml_step *step, const struct pml_kernel *from,
    const struct pml_kernel *to)
{
	static const char *const kept[] = { "x_object", "x_slot", "x_found" };

	for (size_t i = 0; i < 3; i++)
		gd_out_line(step->out, "%s = %s;", kept[i], from->var_name[i]);
	for (size_t i = 0; i < 3; i++)
		gd_out_line(step->out, "%s = %s;", to->var_name[i], kept[i]);
}

static void go_on_with(struct pml_step *step, const struct pml_kernel *kernel)
{
	struct pml_step inner = *step;

	inner.kernel = (struct pml_kernel *)kernel;
	inner.env = (struct pml_env){ .kernel = kernel };
	inner.end = pml_end_operation;
	pass_on(step, step->kernel, kernel);
	pml_walk_kernel(&inner);
	step->access = inner.access;
}

static void act(struct pml_step *step, const struct pml_node *node)
{
	struct pml_model *model = step->model;
	const char *at = step->kernel->var_name[1], *value = step->kernel->var_name[2];

	(void)node;
	step->accessed = true;
	pml_fail_if_freed(model, step->out, gd_arena_printf(model->arena, "OWNER_OF(%s)", at),
	    step->kernel->barrier->loc);
	gd_out_line(step->out, "mem_store(x_who, %s, MEM_RELAXED, %s);", at, value);
	pml_store_event(step, at, value);
	if (model->operations[IR_AFTER_STORE].ir)
		go_on_with(step, &model->operations[IR_AFTER_STORE]);
	else
		pml_end_operation(step);
}

void pml_act(struct pml_step *step)
{
	bool begins = step->place && !step->place->node;

	if ((step->accessed || step->emitted) && !step->kernel->holds_back)
		pml_go_to(step, NULL, PML_ACT);
	else if (step->model->windows && !begins)
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

	gd_out_line(step->out, "x_slot = FIRST_ROOT_OF(x_who) + %s;",
	    pml_remembers_root(model) && !sorts ? kernel->var_name[kernel->ir->var_count - 1]
						: empty_root(model));
	gd_out_line(step->out, "mem_poke(x_slot, %s);", kernel->var_name[0]);
	gd_out_line(step->out, "printf(\"@ root root=%%d value=%%d\\n\", x_slot - FIRST_ROOT, %s);",
	    kernel->var_name[0]);
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
static void run_inline(struct pml_model *model, struct pml_kernel *kernel, struct pml_place *place)
{
	gd_out_line(model->out, "inline run_%s_%zu() {      // x_who", kernel->name, place->number);
	gd_out_raw(model->out, place->text, place->text_length);
	model->out->indent++;
	pml_after_step(model, model->out, &place->writes);
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

static void begin_inline(struct pml_model *model, struct pml_kernel *kernel)
{
	gd_out_line(model->out, "// %s: %s", pml_line_at(model, kernel->barrier->loc),
	    ir_barrier_name[kernel->barrier->when]);
	gd_out_line(model->out, "inline begin_%s() {        // x_who", kernel->name);
	gd_out_raw(model->out, kernel->begin_text, kernel->begin_length);
	gd_out_line(model->out, "}\n");
}

/* Marks what operations under way hold as reachable. */
static void reach_inline(struct pml_model *model)
{
	gd_out_line(model->out, "inline operations_reach() {");
	model->out->indent++;
	gd_out_line(model->out, "x_mutator = 0;");
	gd_out_line(model->out, "do");
	gd_out_line(model->out, ":: x_mutator < MUTATORS ->");
	model->out->indent++;
	gd_out_line(model->out, "if");
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		for (size_t j = 0; kernel->ir && j < kernel->places.count; j++) {
			const struct pml_place *place = kernel->places.at[j];

			gd_out_line(model->out, ":: op_at[x_mutator] == %zu ->", place->number);
			model->out->indent++;
			gd_out_line(model->out, "pick = op_colour[x_mutator];");
			pml_decode(model, kernel, place->live, place->nonnull, model->out);
			for (size_t k = 0; k < kernel->ir->var_count; k++) {
				enum ir_type_kind type = kernel->ir->vars[k]->type.kind;

				if (!(place->live >> k & 1) || (type != IR_REF && type != IR_SLOT))
					continue;
				gd_out_line(model->out,
				    type == IR_REF ? "cell_reached[%s] = 1;"
						   : "cell_reached[OWNER_OF(%s)] = 1;",
				    kernel->var_name[k]);
			}
			model->out->indent--;
		}
	}
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
	gd_out_line(model->out, "x_mutator++");
	model->out->indent--;
	gd_out_line(model->out, ":: else -> break");
	gd_out_line(model->out, "od;");
	gd_out_line(model->out, "x_mutator = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

/* ------------------------------------------------------------------ declarations */
void pml_declare_operations(struct pml_model *model)
{
	if (!model->operates) {
		gd_out_line(model->out, "#define OPERATIONS_REACH skip");
		gd_out_line(model->out, "#define IN_OPERATION(m) false");
		return;
	}
	gd_out_line(model->out,
	    "byte op_at[MUTATORS];           // where in a store or allocation");
	gd_out_line(model->out, "short op_colour[MUTATORS];      // with which values");
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		for (size_t j = 0; kernel->ir && j < kernel->places.count; j++) {
			const struct pml_place *place = kernel->places.at[j];

			gd_out_line(model->out, "#define COLOUR_%s_%zu(%s) %s", kernel->name,
			    place->number, pml_variables(model, kernel, place->live, "a_"),
			    pml_colour(model, kernel, place->live, place->nonnull, "a_"));
		}
	}
	gd_out_line(model->out, "#define OPERATIONS_REACH operations_reach()");
	gd_out_line(model->out, "#define IN_OPERATION(m) (op_at[m] != 0)\n");
}

void pml_emit_operations(struct pml_model *model)
{
	if (model->op_places > GD_MOST_barrier_places)
		pml_refuse_limit(model,
		    model->operations[IR_BEFORE_STORE].ir
			? model->operations[IR_BEFORE_STORE].barrier->loc
			: (struct gd_loc){ 0 },
		    GD_LIMIT_barrier_places);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		if (!kernel->ir)
			continue;
		if (i != IR_AFTER_STORE)
			begin_inline(model, kernel);
		for (size_t j = 0; j < kernel->places.count; j++)
			if (kernel->places.at[j]->waits)
				run_inline(model, kernel, kernel->places.at[j]);
	}
}

/* Before the checks, which may ask what is reachable. */
void pml_emit_operations_reach(struct pml_model *model)
{
	if (model->operates)
		reach_inline(model);
}

/* ------------------------------------------------------------------ options */
void pml_operation_options(struct pml_model *model, size_t mutator)
{
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		for (size_t j = 0; kernel->ir && j < kernel->places.count; j++) {
			const struct pml_place *place = kernel->places.at[j];
			const char *guard = gd_arena_printf(model->arena, "op_at[%zu] == %zu%s",
			    mutator, place->number,
			    model->request->unsound >> PML_UNSOUND_GATES & 1 ? " && !stop_requested"
									     : "");

			if (!place->waits)
				continue;
			if (place->point == PML_ACT ||
			    (place->point == PML_BEFORE && place->node &&
				pml_needs_room(model, kernel, place->node->stmt)))
				guard = gd_arena_printf(model->arena, "%s && mem_room(%zu)", guard,
				    mutator);
			pml_option(model, place->loc, guard,
			    gd_arena_printf(model->arena, "x_who = %zu; run_%s_%zu()", mutator,
				kernel->name, place->number));
		}
	}
}

/* ------------------------------------------------------------------ beginnings */
void pml_begin_store(struct pml_model *model, size_t mutator, const char *object,
    const char *address, const char *value, struct gd_loc loc, struct pml_set *writes)
{
	struct pml_kernel *kernel = &model->operations[IR_BEFORE_STORE];
	struct pml_step step = { .model = model,
		.kernel = kernel,
		.out = model->out,
		.writes = writes,
		.who = "x_who" };
	struct ir_barrier plain = { .loc = loc };

	(void)object;
	gd_out_line(model->out, "x_who = %zu;", mutator);
	if (!kernel->ir) {
		struct pml_kernel none = { .barrier = &plain };

		step.kernel = &none;
		gd_out_line(model->out, "mem_store(x_who, %s, MEM_RELAXED, %s);", address, value);
		pml_store_event(&step, address, value);
		return;
	}
	/* values first, because they may read what the assignments change */
	gd_out_line(model->out, "x_new = %s;", value);
	gd_out_line(model->out, "x_slot = %s;", address);
	gd_out_line(model->out, "%s = OWNER_OF(x_slot);", kernel->var_name[0]);
	gd_out_line(model->out, "%s = x_slot;", kernel->var_name[1]);
	gd_out_line(model->out, "%s = x_new;", kernel->var_name[2]);
	gd_out_line(model->out, "begin_%s();", kernel->name);
	pml_set_join(writes, &kernel->begin_writes);
}

/* A client drops the reference in the root before it allocates an object for that root. */
static void drop_root(struct pml_model *model, size_t mutator, int root, struct pml_set *writes)
{
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: mem_peek(FIRST_ROOT_OF(%zu) + %d) != NIL ->", mutator, root);
	model->out->indent++;
	pml_set_root(model, mutator, root, "NIL", writes);
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

void pml_begin_allocate(struct pml_model *model, size_t mutator, const char *cell, int root,
    struct gd_loc loc, struct pml_set *writes)
{
	struct pml_kernel *kernel = &model->operations[IR_ALLOCATED];

	(void)loc;
	gd_out_line(model->out, "x_who = %zu;", mutator);
	gd_out_line(model->out, "x_object = %s;", cell);
	gd_out_line(model->out, "allocate_cell(x_object);");
	pml_none_late(model, "x_object");
	gd_out_line(model->out, "printf(\"@ allocate object=%%d%s\\n\", x_object);",
	    kernel->ir ? ""
		       : gd_arena_printf(model->arena, " root=%zu",
			     pml_first_root(model, mutator) + (size_t)root));
	pml_note_new_cell(model, writes);
	if (!kernel->ir) {
		pml_set_root(model, mutator, root, "x_object", writes);
		return;
	}
	if (model->scenario->client)
		drop_root(model, mutator, root, writes);
	gd_out_line(model->out, "%s = x_object;", kernel->var_name[0]);
	if (pml_remembers_root(model))
		gd_out_line(model->out, "%s = %d;", kernel->var_name[kernel->ir->var_count - 1],
		    root);
	gd_out_line(model->out, "begin_%s();", kernel->name);
	pml_set_join(writes, &kernel->begin_writes);
}
