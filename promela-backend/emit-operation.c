/* emit-operation.c: what barriers make of a mutator's store or allocation.
 *
 * Without a barrier a store is one step.  With one it is an operation: the
 * steps of before_store, the program's own store, the steps of after_store.
 * An allocation is the cell, the steps of allocated, and the root.
 * A mutator is in one place at a time, so op_at[m] is the number of the place
 * (0: at a yield point) and op_colour[m] the values of its live variables. */
#include "promela-backend/emit.h"

/* ------------------------------------------------------------------ planning */
/* A store with nothing before it, where something comes behind it. */
static const struct ir_barrier *nothing_before(struct pml_model *model,
    const struct ir_barrier *after)
{
	static const char *const names[] = { "o", "s", "new" };
	static const enum ir_type_kind types[] = { IR_REF, IR_SLOT, IR_REF };
	struct ir_barrier *barrier = GD_NEW(model->arena, struct ir_barrier);
	struct ir_var **vars = GD_NEW_ARRAY(model->arena, struct ir_var *, 3);

	for (size_t i = 0; i < 3; i++) {
		vars[i] = GD_NEW(model->arena, struct ir_var);
		vars[i]->name = names[i];
		vars[i]->loc = after->loc;
		vars[i]->type.kind = types[i];
		vars[i]->index = i;
	}
	barrier->when = IR_BEFORE_STORE;
	barrier->loc = after->loc;
	barrier->param_count = 3;
	barrier->kernel = (struct ir_kernel){ vars, 3, NULL };
	return barrier;
}

static size_t most_roots(const struct pml_model *model)
{
	size_t most = 1;

	for (size_t i = 0; i < model->mutators; i++)
		if (pml_root_count(model, i) > most)
			most = pml_root_count(model, i);
	return most;
}

/* The roots of a client are a set: where nobody looks at them meanwhile a new object may
 * go to any root that is empty, and the client has emptied one for it. */
static bool remembers_root(const struct pml_model *model)
{
	return !model->scenario->client || model->roots_are_seen;
}

/* The kernel of `allocated`, and behind its variables the number of the root that the
 * new object is for. */
static const struct ir_kernel *with_root(struct pml_model *model, const struct ir_barrier *barrier)
{
	const struct ir_kernel *old = &barrier->kernel;
	struct ir_kernel *kernel = GD_NEW(model->arena, struct ir_kernel);
	struct ir_var **vars = GD_NEW_ARRAY(model->arena, struct ir_var *, old->var_count + 1);
	struct ir_var *root = GD_NEW(model->arena, struct ir_var);

	if (!remembers_root(model))
		return old;
	for (size_t i = 0; i < old->var_count; i++)
		vars[i] = old->vars[i];
	*root = (struct ir_var){ .name = "root",
		.loc = barrier->loc,
		.index = old->var_count,
		.type = { .kind = IR_INT, .high = (long)most_roots(model) - 1 } };
	vars[old->var_count] = root;
	*kernel = (struct ir_kernel){ vars, old->var_count + 1, old->body };
	return kernel;
}

/* What KERNEL's operation still reads when its statements are over. */
static uint64_t live_at_end(const struct pml_model *model, const struct pml_kernel *kernel)
{
	switch (kernel->barrier->when) {
	case IR_BEFORE_STORE: return model->spec->barriers[IR_AFTER_STORE] ? 7 : 6;
	case IR_AFTER_STORE:
	case IR_RECEIVED: return 0;
	case IR_ALLOCATED:
		return 1 | (remembers_root(model) ? UINT64_C(1) << (kernel->ir->var_count - 1) : 0);
	}
	return 0;
}

void pml_plan_operations(struct pml_model *model)
{
	const struct ir_barrier *const *barriers = model->spec->barriers;

	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		kernel->barrier = barriers[i];
		if (i == IR_BEFORE_STORE && !barriers[i] && barriers[IR_AFTER_STORE])
			kernel->barrier = nothing_before(model, barriers[IR_AFTER_STORE]);
		if (!kernel->barrier)
			continue;
		kernel->ir = i == IR_ALLOCATED ? with_root(model, kernel->barrier)
					       : &kernel->barrier->kernel;
		kernel->name = gd_arena_printf(model->arena, "op_%s", ir_barrier_name[i]);
		kernel->nonnull_params = 1;
		kernel->live_at_end = live_at_end(model, kernel);
		model->operates = true;
	}
}

/* -------------------------------------------------------------------- steps */
void pml_end_operation(struct pml_step *step)
{
	gd_out_line(step->out, "printf(\"@ completed mutator=%%d\\n\", x_who);");
	pml_set_add(step->model, step->writes, PML_CELL_ROOTS, 0);
}

/* "@ access …": which group the slot is in is known by its number. */
static void store_event(struct pml_step *step, const char *at, const char *value)
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

/* The parameters of after_store are those of before_store; names may be swapped. */
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
	store_event(step, at, value);
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
/* "(mem_peek(…) == NIL -> 0 : …)": the first root of x_who that is empty. */
static const char *empty_root(struct pml_model *model)
{
	const char *text = "0";

	for (size_t i = most_roots(model); i-- > 1;)
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
	/* where a client's roots are sorted, numbers change, and the empty ones are alike */
	bool sorts = model->scenario->client && pml_client_sorts(model);

	gd_out_line(step->out, "x_slot = FIRST_ROOT_OF(x_who) + %s;",
	    remembers_root(model) && !sorts ? kernel->var_name[kernel->ir->var_count - 1]
					    : empty_root(model));
	gd_out_line(step->out, "mem_poke(x_slot, %s);", kernel->var_name[0]);
	gd_out_line(step->out, "printf(\"@ root root=%%d value=%%d\\n\", x_slot - FIRST_ROOT, %s);",
	    kernel->var_name[0]);
	pml_end_operation(step);
}

/* A step of its own where somebody may look at roots meanwhile. */
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
	gd_out_line(model->out, "// %s", pml_where(model, place->loc));
	gd_out_line(model->out, "inline run_%s_%zu() {      // x_who", kernel->name, place->number);
	gd_out_raw(model->out, place->text, place->text_length);
	model->out->indent++;
	pml_after_step(model, model->out, &place->writes);
	gd_out_line(model->out, "x_found = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

static void begin_inline(struct pml_model *model, struct pml_kernel *kernel)
{
	gd_out_line(model->out, "// %s: %s", pml_where(model, kernel->barrier->loc),
	    ir_barrier_name[kernel->barrier->when]);
	gd_out_line(model->out, "inline begin_%s() {        // x_who", kernel->name);
	gd_out_raw(model->out, kernel->begin_text, kernel->begin_length);
	gd_out_line(model->out, "\tx_found = 0");
	gd_out_line(model->out, "}\n");
}

/* What operations under way hold is reachable. */
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
			gd_out_line(model->out, "skip");
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

/* -------------------------------------------------- reachable in the middle of a step
 * An operation holds what it held when its step began.  What others hold is decoded into the
 * variables of kernels, which this step still needs. */
static bool keeps_variables(const struct pml_model *model)
{
	return model->operates && model->reach_observed;
}

void pml_declare_reach_now(struct pml_model *model)
{
	size_t most = 1;

	if (!keeps_variables(model))
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].ir->var_count > most)
			most = model->kinds[i].ir->var_count;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->operations[i].ir && model->operations[i].ir->var_count > most)
			most = model->operations[i].ir->var_count;
	gd_out_line(model->out, "hidden int x_kept[%zu];", most);
	gd_out_line(model->out,
	    "hidden byte x_held_at;            // op_at, op_colour of x_who, "
	    "when its step began");
	gd_out_line(model->out, "hidden short x_held_colour;");
}

void pml_note_held(struct pml_step *step)
{
	if (!keeps_variables(step->model))
		return;
	gd_out_line(step->out, "x_held_at = op_at[x_who];");
	gd_out_line(step->out, "x_held_colour = op_colour[x_who];");
}

static void hold_again(struct pml_step *step, const char *at, const char *colour)
{
	if (!step->kernel->barrier)
		return;
	gd_out_line(step->out, "op_at[x_who] = %s;", at);
	gd_out_line(step->out, "op_colour[x_who] = %s;", colour);
}

void pml_reach_now(struct pml_step *step, const struct ir_expr *expr)
{
	const struct pml_kernel *kernel = step->kernel;
	size_t kept = keeps_variables(step->model) ? kernel->ir->var_count : 0;

	if (!pml_asks_reachable(expr))
		return;
	for (size_t i = 0; i < kept; i++)
		gd_out_line(step->out, "x_kept[%zu] = %s;", i, kernel->var_name[i]);
	hold_again(step, "x_held_at", "x_held_colour");
	gd_out_line(step->out, "heap_reach();");
	hold_again(step, "0", "0");
	for (size_t i = 0; i < kept; i++)
		gd_out_line(step->out, "%s = x_kept[%zu];", kernel->var_name[i], i);
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

const char *pml_may_act(struct pml_model *model, size_t mutator)
{
	return gd_arena_printf(model->arena, "RUNS(%zu)", mutator);
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
		store_event(&step, address, value);
		return;
	}
	/* values first: they may name what the assignments overwrite */
	gd_out_line(model->out, "x_new = %s;", value);
	gd_out_line(model->out, "x_slot = %s;", address);
	gd_out_line(model->out, "%s = OWNER_OF(x_slot);", kernel->var_name[0]);
	gd_out_line(model->out, "%s = x_slot;", kernel->var_name[1]);
	gd_out_line(model->out, "%s = x_new;", kernel->var_name[2]);
	gd_out_line(model->out, "begin_%s();", kernel->name);
	pml_set_join(writes, &kernel->begin_writes);
}

void pml_note_new_cell(struct pml_model *model, struct pml_set *writes)
{
	pml_set_add(model, writes, PML_CELL_LIVE, 0);
	pml_set_add(model, writes, PML_CELL_ROOTS, 0);
	pml_set_add(model, writes, PML_CELL_SLOTS, 0);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		pml_set_add(model, writes, PML_CELL_META, i);
}

/* A client drops what the root holds before it asks for an object to put there. */
static void drop_root(struct pml_model *model, size_t mutator, int root, struct pml_set *writes)
{
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: mem_peek(FIRST_ROOT_OF(%zu) + %d) != NIL ->", mutator, root);
	model->out->indent++;
	pml_set_root(model, mutator, root, "NIL", writes);
	gd_out_line(model->out, "skip");
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
	if (remembers_root(model))
		gd_out_line(model->out, "%s = %d;", kernel->var_name[kernel->ir->var_count - 1],
		    root);
	gd_out_line(model->out, "begin_%s();", kernel->name);
	pml_set_join(writes, &kernel->begin_writes);
}
