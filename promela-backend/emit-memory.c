/* emit-memory.c: weak memory: stores of mutators that are held back.
 *
 * A mutator's store waits in its window (memory-buffers.pml) and is performed by
 * an option of its own, or by an operation of the mutator that must come after
 * it.  What a worker stores is performed in the step that stores it.  That is right
 * when nothing that the worker does later can overtake it; of the same unit that is
 * proved here, or else there is no model.  But the worker goes on: an emit is a store
 * to its own packet, and so may be all that is between the end of a unit and the
 * next unit's accesses.  Only when a cycle begins or a bucket opens have all workers been
 * parked, under a lock.  So a store with nothing behind it that waits for it is `late' until
 * then, and a model in which anybody meets its location meanwhile says nothing. */
#include "promela-backend/emit.h"

enum { MOST_HELD = 8, MOST_HELD_BY_CLIENTS = 2 };

static bool is_store(const struct ir_stmt *stmt)
{
	return ir_op_info[stmt->op].effect == IR_EFFECT_STORE;
}

/* ------------------------------------------------------------ who holds back what */
/* What takes an entry of a window: a store, or a fence whose mark stays there. */
static bool takes_room(const struct ir_stmt *stmt)
{
	return is_store(stmt) ||
	    (ir_op_info[stmt->op].effect == IR_EFFECT_FENCE && stmt->order != IR_SEQ_CST);
}

/* The most entries of LIST on one way through it; loops count as many. */
static size_t count_stores(const struct ir_stmt *list)
{
	size_t count = 0;

	for (; list; list = list->next) {
		size_t body = count_stores(list->body), otherwise = count_stores(list->otherwise);

		count += takes_room(list) +
		    (body > otherwise ? body : otherwise) *
			(list->op == IR_OP_for ? MOST_HELD + 1 : 1);
	}
	return count;
}

static size_t stores_of_barrier(const struct pml_model *model, enum ir_barrier_when when)
{
	const struct ir_barrier *barrier = model->spec->barriers[when];

	return barrier ? count_stores(barrier->kernel.body) : 0;
}

/* ACTION runs the barrier. */
static bool runs(const struct ir_action *action, enum ir_barrier_when when)
{
	switch (when) {
	case IR_BEFORE_STORE:
	case IR_AFTER_STORE: return action->op == IR_SCRIPT_WRITE;
	case IR_ALLOCATED: return action->op == IR_SCRIPT_ALLOCATE;
	case IR_RECEIVED: return action->op == IR_SCRIPT_RECEIVE;
	}
	return false;
}

/* Some mutator of the scenario runs the barrier. */
static bool some_run(const struct pml_model *model, enum ir_barrier_when when)
{
	const struct ir_client *client = model->scenario->client;

	if (client)
		return when != IR_RECEIVED || client->receives || client->globals > 0;
	for (size_t i = 0; i < model->mutators; i++)
		for (size_t j = 0; j < model->scenario->mutators[i].action_count; j++)
			if (runs(&model->scenario->mutators[i].actions[j], when))
				return true;
	return false;
}

static size_t stores_of_script(const struct pml_model *model, const struct ir_mutator *mutator)
{
	size_t count = 0;

	for (size_t i = 0; i < mutator->action_count; i++) {
		count += mutator->actions[i].op == IR_SCRIPT_WRITE;
		for (size_t when = 0; when < IR_BARRIER_COUNT; when++)
			if (runs(&mutator->actions[i], when))
				count += stores_of_barrier(model, when);
	}
	return count;
}

bool pml_holds_back(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt)
{
	return model->windows && kernel->barrier && is_store(stmt);
}

bool pml_needs_room(const struct pml_model *model, const struct pml_kernel *kernel,
    const struct ir_stmt *stmt)
{
	enum ir_memory memory = model->request->memory;

	return model->windows && kernel->barrier &&
	    (is_store(stmt) ||
		(takes_room(stmt) && (memory == IR_MEM_PSO || memory == IR_MEM_RELAXED)));
}

/* --------------------------------------------------------------- handshakes */
bool pml_releases(enum ir_order order)
{
	return order == IR_RELEASE || order == IR_ACQ_REL || order == IR_SEQ_CST;
}

static void find_stops(const struct ir_stmt *list, bool *some, bool *others)
{
	for (; list; list = list->next) {
		if (list->op == IR_OP_stop)
			*(pml_releases(list->order) ? some : others) = true;
		find_stops(list->body, some, others);
		find_stops(list->otherwise, some, others);
	}
}

static bool is_plain(const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		enum ir_effect effect = ir_op_info[list->op].effect;

		if ((effect == IR_EFFECT_STORE && list->order != IR_RELAXED) ||
		    (effect == IR_EFFECT_FENCE && list->order != IR_SEQ_CST) ||
		    !is_plain(list->body) || !is_plain(list->otherwise))
			return false;
	}
	return true;
}

static void plan_stops(struct pml_model *model)
{
	bool some = false, others = false;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		find_stops(model->spec->kinds[i]->kernel.body, &some, &others);
	model->stops_differ = model->windows && some && others;
	model->no_stop_releases = others && !some;
}

void pml_order_handshake(struct pml_model *model, struct gd_out *out, const char *who,
    enum ir_order order)
{
	if (model->windows && pml_releases(order))
		gd_out_line(out, "mem_fence(%s, MEM_SEQ_CST);", who);
}

void pml_order_stop(struct pml_model *model, const char *who, struct pml_set *writes)
{
	if (!model->windows || model->no_stop_releases)
		return;
	pml_note_performed(model, writes);
	if (!model->stops_differ) {
		pml_order_handshake(model, model->out, who, IR_SEQ_CST);
		return;
	}
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: stop_releases ->");
	model->out->indent++;
	pml_order_handshake(model, model->out, who, IR_SEQ_CST);
	gd_out_line(model->out, "skip");
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

static bool stores(const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if (is_store(list) ||
		    (ir_op_info[list->op].effect == IR_EFFECT_RMW && !list->dst) ||
		    stores(list->body) || stores(list->otherwise))
			return true;
	return false;
}

static bool anybody_stores(const struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->kind_count; i++)
		if (stores(spec->kinds[i]->kernel.body))
			return true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (spec->barriers[i] && some_run(model, i) &&
		    stores(spec->barriers[i]->kernel.body))
			return true;
	return false;
}

void pml_plan_memory(struct pml_model *model)
{
	size_t most = model->request->window ? model->request->window
	    : model->scenario->client        ? MOST_HELD_BY_CLIENTS
					     : MOST_HELD;

	if (model->request->memory == IR_MEM_C11)
		pml_refuse(model,
		    "collectors have no models under c11: --memory=relaxed is the weakest");
	for (size_t i = 0; i < model->mutators; i++) {
		size_t stores = model->scenario->client
		    ? most + 1
		    : stores_of_script(model, &model->scenario->mutators[i]);

		if (stores)
			model->windows = i + 1;
		if (stores > model->window)
			model->window = stores;
	}
	model->any_memory = model->windows == 0 && !anybody_stores(model);
	if (model->request->memory == IR_MEM_SC)
		model->windows = 0;
	model->is_bounded = model->window > most;
	if (model->is_bounded)
		model->window = most;
	if (model->request->window_bound)
		*model->request->window_bound = model->windows && model->is_bounded ? most : 0;
	plan_stops(model);
	model->holds_plainly = true;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->spec->barriers[i])
			model->holds_plainly &= is_plain(model->spec->barriers[i]->kernel.body);
}

/* ------------------------------------------------- writes that nobody waits for */
/* All that follows one that acquires waits for it: nobody can tell that it is performed at once. */
bool pml_rmw_waits(enum ir_memory memory, enum ir_order order)
{
	bool acquires = order == IR_ACQUIRE || order == IR_ACQ_REL || order == IR_SEQ_CST;

	return memory == IR_MEM_PAPER || (memory == IR_MEM_RELAXED && !acquires);
}

/* A read-modify-write whose result is not used may be performed later, as a store is. */
static bool may_wait(enum ir_memory memory, const struct ir_stmt *stmt)
{
	if (is_store(stmt))
		return memory != IR_MEM_SC;
	return ir_op_info[stmt->op].effect == IR_EFFECT_RMW && !stmt->dst &&
	    pml_rmw_waits(memory, stmt->order);
}

static void refuse_waiting_rmws(struct pml_model *model, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if (!is_store(list) && may_wait(model->request->memory, list))
			pml_refuse_at(model, list->loc,
			    "under %s the %s at %s, whose result nobody uses, may be "
			    "performed later, and mutators hold back only stores in models: use its "
			    "result%s",
			    ir_memory_name[model->request->memory], ir_op_info[list->op].spelling,
			    pml_where(model, list->loc),
			    pml_rmw_waits(model->request->memory, IR_ACQUIRE)
				? ""
				: ", or let it acquire");
		refuse_waiting_rmws(model, list->body);
		refuse_waiting_rmws(model, list->otherwise);
	}
}

/* --------------------------------------------------- what a worker has stored */
/* Walks from a store to wherever it must have been performed. */
struct overtaking {
	enum ir_memory memory;
	const struct ir_stmt *store;
	const struct ir_stmt *by; /* found: what may come first */
	bool late;                /* … and behind an emit, or the unit's end, anything may */
};

/* The access comes after the store in any case. */
static bool waits_for(const struct overtaking *o, const struct ir_stmt *access)
{
	bool tso = o->memory == IR_MEM_TSO;

	switch (ir_op_info[access->op].effect) {
	case IR_EFFECT_FENCE: return access->order == IR_SEQ_CST;
	case IR_EFFECT_RMW:
		return tso || o->memory == IR_MEM_PSO ||
		    (pml_releases(access->order) && o->memory != IR_MEM_PAPER);
	case IR_EFFECT_LOAD:
	case IR_EFFECT_STORE:
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL:
	case IR_EFFECT_WORLD: break;
	}
	return false;
}

/* Nothing is lost when the store is taken to come first. */
static bool is_harmless(const struct overtaking *o, const struct ir_stmt *access)
{
	switch (ir_op_info[access->op].effect) {
	case IR_EFFECT_FENCE: return true;
	case IR_EFFECT_LOAD: return o->store->order == IR_SEQ_CST && access->order == IR_SEQ_CST;
	case IR_EFFECT_STORE: return o->memory == IR_MEM_TSO || pml_releases(access->order);
	case IR_EFFECT_RMW:
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL:
	case IR_EFFECT_WORLD: break;
	}
	return false;
}

/* true: on every way through LIST the store has been performed, or is late. */
static bool is_performed(struct overtaking *o, const struct ir_stmt *list)
{
	for (; list && !o->by; list = list->next) {
		enum ir_effect effect = ir_op_info[list->op].effect;

		if (list->op == IR_OP_stop || list->op == IR_OP_resume)
			return true; /* under the world's lock */
		if (effect == IR_EFFECT_POOL || effect == IR_EFFECT_WORLD) {
			o->late = true;
			return true;
		}
		if (pml_is_memory(list)) {
			if (waits_for(o, list))
				return true;
			if (!is_harmless(o, list))
				o->by = list;
		} else if (list->op == IR_OP_if) {
			bool body = is_performed(o, list->body);

			if (is_performed(o, list->otherwise) && body)
				return true;
		} else if (list->op == IR_OP_for) {
			is_performed(o, list->body);
		}
	}
	return false;
}

static void note_late(struct pml_model *model, struct pml_node *node)
{
	const struct pml_node **first = &model->late[node->stmt->place->meta->index];

	node->late = true;
	if (!*first)
		*first = node;
}

/* Would the access that may come first come behind the store, if it released? */
static bool release_helps(const struct overtaking *o)
{
	struct ir_stmt releasing = *o->by;

	if (ir_op_info[o->by->op].effect == IR_EFFECT_LOAD)
		return false;
	releasing.order = IR_RELEASE;
	return waits_for(o, &releasing) || is_harmless(o, &releasing);
}

static void check_store(struct pml_model *model, const struct pml_kernel *kernel,
    struct pml_node *node)
{
	struct overtaking o = { model->request->memory, node->stmt, NULL, false };
	const struct pml_node *at = node;

	/* behind it, and behind each statement that it is in; a loop may come again */
	for (; at && !o.by && !is_performed(&o, at->stmt->next); at = at->parent)
		if (at->parent && at->parent->stmt->op == IR_OP_for)
			is_performed(&o, at->parent->stmt->body);
	if (o.by)
		pml_refuse_at(model, o.by->loc,
		    "under %s the store at %s of `%s' may be overtaken by the "
		    "access at %s of the same unit, and workers have no store buffers in models: %sput "
		    "`fence(seq_cst);' before it",
		    ir_memory_name[model->request->memory], pml_where(model, node->stmt->loc),
		    kernel->name, pml_where(model, o.by->loc),
		    release_helps(&o) ? "give the access release order, or " : "");
	if (!o.late && at)
		return;
	if (node->stmt->place->kind != IR_PLACE_META)
		pml_refuse_at(model, node->stmt->loc,
		    "under %s the store at %s of `%s' may still be on its way when the "
		    "unit is over, and workers have no store buffers in models: put "
		    "`fence(seq_cst);' behind it",
		    ir_memory_name[model->request->memory], pml_where(model, node->stmt->loc),
		    kernel->name);
	else
		note_late(model, node);
}

void pml_check_workers_stores(struct pml_model *model)
{
	model->late =
	    GD_NEW_ARRAY(model->arena, const struct pml_node *, model->spec->meta_count + 1);
	if (model->request->memory == IR_MEM_SC)
		return;
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->spec->barriers[i] && some_run(model, i))
			refuse_waiting_rmws(model, model->spec->barriers[i]->kernel.body);
	for (size_t i = 0; i < model->spec->kind_count; i++)
		for (size_t j = 0; j < model->kinds[i].node_count; j++)
			if (may_wait(model->request->memory, model->kinds[i].nodes[j].stmt))
				check_store(model, &model->kinds[i], &model->kinds[i].nodes[j]);
}

/* -------------------------------------------------------------- late stores */
void pml_note_late(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct pml_node *node = pml_node_of(step->kernel, stmt);

	if (!node || !node->late)
		return;
	gd_out_line(step->out, "late_%s[%s] = 1;", stmt->place->meta->name,
	    pml_expr(step->model, &step->env, stmt->place->object));
	pml_merge_check_late(step, stmt->place->meta);
}

static void late_check(struct pml_model *model, struct gd_out *out, const struct ir_meta *meta,
    const char *cell, const char *where)
{
	const struct pml_node *store = model->late[meta->index];

	if (!store)
		return;
	gd_out_line(out, "if");
	gd_out_line(out,
	    ":: late_%s[%s] -> printf(\"@ fail property=store-late binding=- store=%s "
	    "where=%s\\n\"); FAIL(FAILED_LATE)",
	    meta->name, cell, pml_where(model, store->stmt->loc), where);
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
}

void pml_check_late(struct pml_step *step, const struct ir_stmt *stmt)
{
	if (stmt->place->kind == IR_PLACE_META)
		late_check(step->model, step->out, stmt->place->meta,
		    pml_expr(step->model, &step->env, stmt->place->object),
		    pml_where(step->model, stmt->loc));
}

/* What is still on its way to a cell would hit whatever is there next. */
void pml_check_none_late(struct pml_step *step, const char *cell, const char *where)
{
	for (size_t i = 0; i < step->model->spec->meta_count; i++)
		late_check(step->model, step->out, step->model->spec->metas[i], cell, where);
}

void pml_none_late(struct pml_model *model, const char *cell)
{
	for (size_t i = 0; i < model->spec->meta_count; i++) {
		const char *name = model->spec->metas[i]->name;

		if (!model->late[i])
			continue;
		if (cell) {
			gd_out_line(model->out, "late_%s[%s] = 0;", name, cell);
			continue;
		}
		gd_out_line(model->out, "x_cell = 0;");
		gd_out_line(model->out,
		    "do :: x_cell < OBJECTS -> late_%s[x_cell] = 0; x_cell++ "
		    ":: else -> break od;",
		    name);
		gd_out_line(model->out, "x_cell = 0;");
	}
}

/* "busy_K == 0 && (units_K == 0 || !open_B) && …": no worker has anything to run. */
static const char *workers_rest(struct pml_model *model)
{
	const char *text = "true";

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct ir_kind *kind = model->spec->kinds[i];

		if (kind->bucket_count)
			text = gd_arena_printf(model->arena,
			    "%s && busy_%s == 0 && (units_%s == 0 || "
			    "!open_%s)",
			    text, kind->name, kind->name, kind->buckets[0]->name);
	}
	return text;
}

/* The last worker to park opens buckets.  In the model a bucket may open while units run or
 * could be run: those come before the opening in the code. */
void pml_order_opening(struct pml_model *model)
{
	bool any = false;

	for (size_t i = 0; i < model->spec->meta_count; i++)
		any |= model->late[i] != NULL;
	if (!any)
		return;
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: %s ->", workers_rest(model));
	model->out->indent++;
	pml_none_late(model, NULL);
	gd_out_line(model->out, "skip");
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

/* ----------------------------------------------------------------------- text */
void pml_declare_memory(struct pml_model *model)
{
	static const char *const macro[IR_MEMORY_COUNT] = { [IR_MEM_TSO] = "MEM_TSO",
		[IR_MEM_PSO] = "MEM_PSO",
		[IR_MEM_RELAXED] = "MEM_WEAK",
		[IR_MEM_PAPER] = "MEM_PAPER" };
	enum ir_memory memory = model->request->memory;
	struct gd_out *out = model->out;

	if (memory != IR_MEM_SC && model->windows) {
		gd_out_line(out, "#define MEM_MODEL %s", macro[memory]);
		gd_out_line(out, "#define MEM_THREADS %zu", model->windows);
		gd_out_line(out,
		    "#define MEM_WINDOW %zu        // stores that each can hold back%s",
		    model->window, model->is_bounded ? ": a bound" : "");
		if (model->holds_plainly)
			gd_out_line(out, "#define MEM_PLAIN");
		gd_out_line(out, "#define MEM_PERFORMED(at, value) performed(at, value)");
	}
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (model->late[i])
			gd_out_line(out,
			    "byte late_%s[OBJECTS + 1];   // what a worker stored may be on "
			    "its way",
			    model->spec->metas[i]->name);
	if (model->stops_differ)
		gd_out_line(out,
		    "bool stop_releases;             // what they wrote is in memory then");
	gd_out_line(out,
	    "#define CELL_AT(at) ((at) >= FIRST_SLOT -> OWNER_OF(at) : (at) %% (OBJECTS + 1))");
	gd_out_line(out, "#define MEM_REACH %s", model->windows ? "held_reach()" : "skip");
	gd_out_line(out, "#include \"memory-%s.pml\"",
	    memory != IR_MEM_SC && model->windows ? "buffers" : "sc");
}

/* Everything that a window can hold may have been written. */
void pml_note_performed(const struct pml_model *model, struct pml_set *writes)
{
	struct pml_model *m = (struct pml_model *)model;

	if (!model->windows)
		return;
	pml_set_add(m, writes, PML_CELL_SLOTS, 0);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		pml_set_add(m, writes, PML_CELL_META, i);
}

/* `:: AT is in this part of the cells ->`, for each part: what its locations are
 * called, and whether they hold references. */
struct part {
	const char *name;
	size_t first, count;
	bool is_meta;
};

static void put_performed_part(struct pml_model *model, const struct part *part)
{
	struct gd_out *out = model->out;

	if (part->is_meta) {
		gd_out_line(out, ":: a_at >= %zu && a_at < %zu ->", part->first,
		    part->first + part->count);
		gd_out_line(out,
		    "\tprintf(\"@ access op=store order=relaxed at=%s object=%%d "
		    "stored=%%d\\n\", a_at - %zu, a_value)",
		    part->name, part->first);
		return;
	}
	gd_out_line(out,
	    ":: a_at >= FIRST_SLOT && a_at < FIRST_ROOT && (a_at - FIRST_SLOT) %% "
	    "SLOTS_PER_OBJECT >= %zu && (a_at - FIRST_SLOT) %% SLOTS_PER_OBJECT < %zu ->",
	    part->first, part->first + part->count);
	gd_out_line(out,
	    "\tprintf(\"@ access op=store order=relaxed at=%s slot=%%d object=%%d "
	    "stored=%%d\\n\", (a_at - FIRST_SLOT) %% SLOTS_PER_OBJECT - %zu, OWNER_OF(a_at), "
	    "SHOWN(a_value))",
	    part->name, part->first);
}

/* The mark of a merged kind's unit may be taken back by a store that comes late; and
 * a worker's store to the same location may come later still. */
static void check_performed(struct pml_model *model)
{
	struct pml_set writes = { { 0 } };
	struct pml_step step = { .model = model, .out = model->out, .writes = &writes };
	size_t cells = model->objects + 1;

	for (size_t i = 0; i < model->spec->meta_count; i++) {
		gd_out_line(model->out, "if");
		gd_out_line(model->out, ":: a_at >= %zu && a_at < %zu ->", i * cells,
		    (i + 1) * cells);
		model->out->indent++;
		pml_merge_check(&step, model->spec->metas[i], "mem_peek(a_at)", NULL);
		late_check(model, model->out, model->spec->metas[i],
		    gd_arena_printf(model->arena, "a_at - %zu", i * cells), "-");
		gd_out_line(model->out, "skip");
		model->out->indent--;
		gd_out_line(model->out, ":: else -> skip");
		gd_out_line(model->out, "fi;");
	}
}

/* What a replay shows of a store that reaches memory, and what is wrong with one
 * that hits a cell which is free by now. */
static void performed_inline(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	const char *breach = pml_breach(model, IR_NO_FREED_ACCESS,
	    "printf(\"@ fail property=no_freed_access binding=%d\\n\", SHOWN(CELL_AT(a_at)))");
	size_t cells = model->objects + 1;
	struct gd_out *out = model->out;

	gd_out_line(out, "inline performed(a_at, a_value) {");
	out->indent++;
	gd_out_line(out, "if");
	for (size_t i = 0; i < spec->meta_count; i++)
		put_performed_part(model,
		    &(struct part){ spec->metas[i]->name, i * cells, cells, true });
	for (size_t i = 0; i < spec->group_count; i++)
		put_performed_part(model,
		    &(struct part){ spec->groups[i]->name, model->scenario->group_first[i],
			model->scenario->group_size[i], false });
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
	if (breach) {
		gd_out_line(out, "if");
		gd_out_line(out, ":: !live[CELL_AT(a_at)] -> %s", breach);
		gd_out_line(out, ":: else -> skip");
		gd_out_line(out, "fi;");
	}
	check_performed(model);
	gd_out_line(out, "skip");
	out->indent--;
	gd_out_line(out, "}\n");
}

static void perform_inline(struct pml_model *model)
{
	struct pml_set writes = { { 0 } };
	struct gd_out *out = model->out;

	gd_out_line(out, "inline step_perform(a_who, a_entry) {");
	out->indent++;
	gd_out_line(out, "printf(\"@ step do=perform thread=memory mutator=%%d\\n\", a_who);");
	gd_out_line(out, "x_slot = MEM_HELD_AT(a_who, a_entry);");
	gd_out_line(out, "mem_perform(a_who, a_entry);");
	pml_note_performed(model, &writes);
	pml_after_step(model, out, &writes);
	gd_out_line(out, "x_found = 0");
	out->indent--;
	gd_out_line(out, "}\n");
}

/* What is held back is reachable: the object that is stored to, and what is stored. */
static void reach_inline(struct pml_model *model)
{
	struct gd_out *out = model->out;

	gd_out_line(out, "inline held_reach() {");
	out->indent++;
	for (size_t i = 0; i < model->windows; i++)
		for (size_t j = 0; j < model->window; j++) {
			gd_out_line(out, "if");
			gd_out_line(out, ":: MEM_HOLDS(%zu, %zu) ->", i, j);
			gd_out_line(out, "\tx_slot = MEM_HELD_AT(%zu, %zu);", i, j);
			gd_out_line(out, "\tcell_reached[CELL_AT(x_slot)] = 1;");
			gd_out_line(out,
			    "\tif :: x_slot >= FIRST_SLOT -> "
			    "cell_reached[MEM_HELD_VALUE(%zu, %zu)] = 1 :: else -> skip fi",
			    i, j);
			gd_out_line(out, ":: else -> skip");
			gd_out_line(out, "fi;");
		}
	gd_out_line(out, "x_slot = 0");
	out->indent--;
	gd_out_line(out, "}\n");
}

void pml_emit_memory(struct pml_model *model)
{
	if (!model->windows)
		return;
	performed_inline(model);
	reach_inline(model);
}

void pml_memory_steps(struct pml_model *model)
{
	if (model->windows)
		perform_inline(model);
}

void pml_memory_options(struct pml_model *model)
{
	struct gd_arena *arena = model->arena;

	pml_line_back(model);
	for (size_t i = 0; i < model->windows; i++)
		for (size_t j = 0; j < model->window; j++)
			pml_option(model, (struct gd_loc){ 0 },
			    gd_arena_printf(arena, "mem_can_perform(%zu, %zu)", i, j),
			    gd_arena_printf(arena, "step_perform(%zu, %zu)", i, j));
}
