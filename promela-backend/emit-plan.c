/* emit-plan.c: kernels as control-flow graphs.
 *
 * A unit that runs is a token.  It waits in a place, which is a location of its
 * kernel just before a shared access; its colour is the values of the variables
 * that the rest of the kernel still reads.  This file finds the locations, the
 * live variables, and which references cannot be null there. */
#include "promela-backend/emit.h"

#include <string.h>

/* ------------------------------------------------------------------- nodes */
static bool op_is_shared(enum ir_op op)
{
	switch (ir_op_info[op].effect) {
	case IR_EFFECT_LOAD:
	case IR_EFFECT_STORE:
	case IR_EFFECT_RMW:
	case IR_EFFECT_FENCE:
	case IR_EFFECT_WORLD: return true;
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL: break;
	}
	return false;
}

/* A load of roots that PML_FOLD_PRIVATE has found to be nobody else's business, or
 * a store that nobody sees yet. */
static bool is_private(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	return (kernel->roots_are_private && pml_is_memory(stmt)) ||
	    (kernel->holds_back && ir_op_info[stmt->op].effect == IR_EFFECT_STORE);
}

/* A ghost is the observer's: whatever it looks at, it is no access. */
static bool stmt_is_shared(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	if (stmt->op == IR_OP_ghost)
		return kernel->ghosts_are_steps;
	return (op_is_shared(stmt->op) && !is_private(kernel, stmt)) ||
	    pml_expr_is_shared(kernel, stmt->args[0]) || pml_expr_is_shared(kernel, stmt->args[1]);
}

static bool list_is_shared(const struct pml_kernel *kernel, const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if (stmt_is_shared(kernel, list) || list_is_shared(kernel, list->body) ||
		    list_is_shared(kernel, list->otherwise))
			return true;
	return false;
}

/* There may be no room for what it stores: it must be able to wait there. */
static bool list_may_wait(const struct pml_kernel *kernel, const struct ir_stmt *list)
{
	for (; kernel->holds_back && list; list = list->next)
		if (ir_op_info[list->op].effect == IR_EFFECT_STORE ||
		    list_may_wait(kernel, list->body) || list_may_wait(kernel, list->otherwise))
			return true;
	return false;
}

static bool list_emits(const struct ir_stmt *list)
{
	for (; list; list = list->next)
		if (list->op == IR_OP_emit || list_emits(list->body) || list_emits(list->otherwise))
			return true;
	return false;
}

static size_t count_stmts(const struct ir_stmt *list)
{
	size_t count = 0;

	for (; list; list = list->next)
		count += 1 + count_stmts(list->body) + count_stmts(list->otherwise);
	return count;
}

/* Which objects there are is shared: a loop over all of them looks for its next one at a
 * time of its own when others can come in between its accesses. */
static bool chooses_object(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_OBJECTS;
}

/* Who is there is shared when some join, and nobody joins from a stop to its resume. */
static bool lists_mutators(const struct pml_kernel *kernel, const struct ir_stmt *stmt,
    const struct ir_stmt *before)
{
	return stmt->op == IR_OP_for && kernel->listed[stmt->dst->index] &&
	    !(before && before->op == IR_OP_stop);
}

static bool collect_inside(struct pml_kernel *kernel, struct pml_node *node, bool stopped);

/* Which objects there are may change between the access before the loop and the loop. */
static bool looks_for_objects(const struct pml_kernel *kernel, const struct ir_stmt *stmt,
    bool stopped)
{
	return chooses_object(stmt) && kernel->kind && !(stopped && kernel->frees_apart);
}

/* The array was counted before, so pointers into it stay good.  STOPPED: the kernel itself has
 * stopped the mutators before LIST; whether it has behind it. */
static bool collect(struct pml_kernel *kernel, const struct ir_stmt *list, struct pml_node *parent,
    bool stopped)
{
	const struct ir_stmt *before = NULL;

	for (; list; list = list->next) {
		struct pml_node *node = &kernel->nodes[kernel->node_count++];

		node->stmt = list;
		node->parent = parent;
		node->own_shared = stmt_is_shared(kernel, list);
		node->inner_shared = list_is_shared(kernel, list->body) ||
		    list_is_shared(kernel, list->otherwise) || list_may_wait(kernel, list->body) ||
		    list_may_wait(kernel, list->otherwise);
		node->own_shared |= node->inner_shared && chooses_object(list);
		node->advances_apart = node->own_shared;
		node->own_shared |= lists_mutators(kernel, list, before) ||
		    looks_for_objects(kernel, list, stopped);
		before = list;
		node->emits =
		    list->op == IR_OP_emit || list_emits(list->body) || list_emits(list->otherwise);
		if (list->op == IR_OP_for && list->dst)
			kernel->loop_of[list->dst->index] = list;
		stopped = collect_inside(kernel, node, stopped);
	}
	return stopped;
}

static bool collect_inside(struct pml_kernel *kernel, struct pml_node *node, bool stopped)
{
	const struct ir_stmt *stmt = node->stmt;

	if (stmt->op == IR_OP_stop || stmt->op == IR_OP_resume)
		return stmt->op == IR_OP_stop;
	if (stmt->op == IR_OP_for) /* its body may come again */
		stopped &= !ir_has(stmt->body, IR_OP_resume);
	bool either = collect(kernel, stmt->body, node, stopped);
	bool other = collect(kernel, stmt->otherwise, node, stopped);
	return stopped && either && other;
}

const struct pml_node *pml_node_of(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < kernel->node_count; i++)
		if (kernel->nodes[i].stmt == stmt)
			return &kernel->nodes[i];
	return NULL;
}

/* ---------------------------------------------------------------- liveness */
static uint64_t bit(const struct ir_var *var)
{
	return var ? UINT64_C(1) << var->index : 0;
}

/* A slot of a loop is known by its position in its object: that is read too. */
static uint64_t with_owners(const struct pml_kernel *kernel, uint64_t vars)
{
	for (size_t i = 0; i < kernel->ir->var_count; i++)
		if (vars >> i & 1 && kernel->loop_of[i] &&
		    kernel->ir->vars[i]->type.kind == IR_SLOT)
			vars |= pml_expr_vars(kernel->loop_of[i]->args[0]);
	return vars;
}

static uint64_t reads_of(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	uint64_t vars = pml_expr_vars(stmt->args[0]) | pml_expr_vars(stmt->args[1]);

	for (size_t i = 0; i < stmt->unit_count; i++)
		vars |= pml_expr_vars(stmt->units[i]);
	if (stmt->place)
		vars |= pml_expr_vars(stmt->place->object) | pml_expr_vars(stmt->place->index) |
		    bit(stmt->place->slot);
	return with_owners(kernel, vars);
}

static uint64_t live_list(struct pml_kernel *kernel, const struct ir_stmt *list, uint64_t out);

static uint64_t live_stmt(struct pml_kernel *kernel, const struct ir_stmt *stmt, uint64_t out)
{
	uint64_t reads = reads_of(kernel, stmt), kept, head;
	struct pml_node *node = (struct pml_node *)pml_node_of(kernel, stmt);

	node->live_after = out;
	if (stmt->op == IR_OP_if)
		return reads | live_list(kernel, stmt->body, out) |
		    live_list(kernel, stmt->otherwise, out);
	if (stmt->op != IR_OP_for)
		return (out & ~bit(stmt->dst)) | reads;
	kept = bit(stmt->dst) | bit(kernel->listed[stmt->dst->index]);
	head = out | kept | reads;
	for (;;) {
		uint64_t next = head | live_list(kernel, stmt->body, head);

		if (next == head)
			break;
		head = next;
	}
	node->live_head = head;
	return (head & ~kept) | reads;
}

/* From the last statement to the first; OUT is live behind the list. */
static uint64_t live_list(struct pml_kernel *kernel, const struct ir_stmt *list, uint64_t out)
{
	struct pml_node *node;

	if (!list)
		return out;
	out = live_list(kernel, list->next, out);
	node = (struct pml_node *)pml_node_of(kernel, list);
	node->live_before = live_stmt(kernel, list, out);
	return node->live_before;
}

/* ---------------------------------------------------------- null or not null */
/* The variable that COND, when it is TRUTH, says is not null. */
static uint64_t says_nonnull(const struct ir_expr *cond, bool truth)
{
	const struct ir_expr *a = cond->args[0], *b = cond->args[1];

	if (cond->kind == IR_NOT)
		return says_nonnull(a, !truth);
	if (cond->kind == IR_AND)
		return truth ? says_nonnull(a, true) | says_nonnull(b, true) : 0;
	if (cond->kind == IR_OR)
		return truth ? 0 : says_nonnull(a, false) | says_nonnull(b, false);
	if (cond->kind != (truth ? IR_NE : IR_EQ))
		return 0;
	if (a->kind == IR_VAR && b->kind == IR_NULL)
		return bit(a->var);
	return b->kind == IR_VAR && a->kind == IR_NULL ? bit(b->var) : 0;
}

static bool is_nonnull(const struct ir_expr *expr, uint64_t known)
{
	return expr->kind == IR_VAR && known >> expr->var->index & 1;
}

static void nonnull_list(struct pml_kernel *kernel, const struct ir_stmt *list, uint64_t known)
{
	for (; list; list = list->next) {
		struct pml_node *node = (struct pml_node *)pml_node_of(kernel, list);

		node->nonnull = known;
		if (list->op == IR_OP_if) {
			nonnull_list(kernel, list->body, known | says_nonnull(list->args[0], true));
			nonnull_list(kernel, list->otherwise,
			    known | says_nonnull(list->args[0], false));
		} else if (list->op == IR_OP_for) {
			nonnull_list(kernel, list->body, known | bit(list->dst));
		} else if (list->op == IR_OP_let && is_nonnull(list->args[0], known)) {
			known |= bit(list->dst);
		}
	}
}

/* Takes back what the emits of KERNEL contradict; true when that was anything. */
static bool contradict(struct pml_model *model, struct pml_kernel *kernel)
{
	bool changed = false;

	for (size_t i = 0; i < kernel->node_count; i++) {
		const struct ir_stmt *stmt = kernel->nodes[i].stmt;
		uint64_t *params;

		if (stmt->op != IR_OP_emit)
			continue;
		params = &model->kinds[stmt->kind->index].nonnull_params;
		for (size_t j = 0; j < stmt->unit_count; j++) {
			if (!(*params >> j & 1) ||
			    is_nonnull(stmt->units[j], kernel->nodes[i].nonnull))
				continue;
			*params &= ~(UINT64_C(1) << j);
			changed |= stmt->units[j]->type.kind == IR_REF;
		}
	}
	return changed;
}

/* The greatest solution: a parameter is not null when no emit can make it so. */
static void solve_nonnull(struct pml_model *model)
{
	size_t kinds = model->spec->kind_count, fills = model->spec->bucket_count;
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < kinds + fills + IR_BARRIER_COUNT; i++) {
			struct pml_kernel *kernel = i < kinds ? &model->kinds[i]
			    : i < kinds + fills               ? &model->fills[i - kinds]
						: &model->operations[i - kinds - fills];

			if (!kernel->ir)
				continue;
			nonnull_list(kernel, kernel->ir->body, kernel->nonnull_params);
			changed |= contradict(model, kernel);
		}
	}
}

/* ------------------------------------------------------------------ places */
size_t pml_root_count(const struct pml_model *model, size_t mutator)
{
	return model->scenario->mutators[mutator].root_count;
}

size_t pml_first_root(const struct pml_model *model, size_t mutator)
{
	size_t first = 0;

	for (size_t i = 0; i < mutator; i++)
		first += pml_root_count(model, i);
	return first;
}

static size_t slot_radix(const struct pml_model *model, const struct ir_stmt *loop)
{
	size_t most = 1;

	if (!loop)
		return (model->objects + 1) * model->slots + model->roots;
	if (loop->domain == IR_DOMAIN_SLOTS)
		return model->scenario->group_size[loop->group->index];
	for (size_t i = 0; i < model->mutators; i++)
		if (pml_root_count(model, i) > most)
			most = pml_root_count(model, i);
	return most;
}

static size_t radix(const struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    uint64_t nonnull)
{
	const struct ir_type *type = &kernel->ir->vars[var]->type;

	switch (type->kind) {
	case IR_BOOL: return 2;
	case IR_INT: return (size_t)(type->high - type->low + 1);
	case IR_TAGS: return type->tag_count;
	case IR_REF: return model->objects + !(nonnull >> var & 1);
	case IR_MUTATOR: return model->mutators;
	case IR_SLOT: return slot_radix(model, kernel->loop_of[var]);
	}
	return 1;
}

/* At least 1, so that a scenario without mutators has no array without elements. */
size_t pml_radix(const struct pml_model *model, const struct pml_kernel *kernel, size_t var,
    uint64_t nonnull)
{
	size_t values = radix(model, kernel, var, nonnull);

	return values ? values : 1;
}

/* Of a fill: where its first statement is. */
static struct gd_loc loc_of(const struct pml_kernel *kernel)
{
	return kernel->kind    ? kernel->kind->loc
	    : kernel->barrier  ? kernel->barrier->loc
	    : kernel->ir->body ? kernel->ir->body->loc
			       : (struct gd_loc){ 0 };
}

void pml_refuse_colours(struct pml_model *model, const struct pml_kernel *kernel)
{
	struct pml_refusal *refusal =
	    pml_refuse_limit(model, model->scenario->loc, GD_LIMIT_colours);

	refusal->note_at = loc_of(kernel);
	refusal->note = gd_arena_printf(model->arena,
	    "`%s' waits here with so many different values "
	    "of its variables",
	    kernel->name);
}

static size_t count_colours(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place)
{
	size_t colours = 1;

	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		if (place->live >> i & 1)
			colours *= pml_radix(model, kernel, i, place->nonnull);
		if (colours > GD_MOST_colours) {
			pml_refuse_colours(model, kernel);
			return 1;
		}
	}
	return colours;
}

struct pml_place *pml_place_at(struct pml_model *model, struct pml_kernel *kernel,
    const struct pml_node *node, enum pml_point point)
{
	struct pml_place *place;

	for (size_t i = 0; i < kernel->places.count; i++)
		if (kernel->places.at[i]->node == node && kernel->places.at[i]->point == point)
			return kernel->places.at[i];
	place = GD_NEW(model->arena, struct pml_place);
	place->node = node;
	place->point = point;
	place->number = kernel->barrier ? ++model->op_places : kernel->places.count;
	place->nonnull = node ? node->nonnull : kernel->nonnull_params;
	if (point == PML_HEAD)
		place->nonnull |= bit(node->stmt->dst);
	place->live = point == PML_OVER ? (kernel->kind->on ? bit(kernel->kind->on) : 0)
	    : !node                     ? kernel->live_at_end
	    : point == PML_BEFORE       ? node->live_before
	    : point == PML_HEAD         ? node->live_head
					: node->live_after;
	place->loc = node  ? node->stmt->loc
	    : kernel->kind ? kernel->kind->loc
			   : kernel->barrier->loc;
	place->colours = count_colours(model, kernel, place);
	GD_PUSH(model->arena, kernel->places, place);
	return place;
}

/* ------------------------------------------------------------------- names */
/* Sibling scopes and inlined functions may use one name for two variables. */
static const char *name_variable(struct pml_model *model, const struct ir_kernel *ir, size_t var)
{
	const char *name = gd_arena_printf(model->arena, "v_%s", ir->vars[var]->name);

	for (size_t i = 0; i < ir->var_count; i++) {
		if (i != var && (i < var || name[strlen(name) - 1] == '_') &&
		    strcmp(name + 2, ir->vars[i]->name) == 0) {
			name = gd_arena_printf(model->arena, "%s_%zu_", name, var);
			i = (size_t)-1;
		}
	}
	for (size_t i = 0; i < model->scratch.count; i++)
		if (strcmp(model->scratch.at[i], name) == 0)
			return model->scratch.at[i];
	GD_PUSH(model->arena, model->scratch, name);
	return name;
}

static void plan_kernel(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kernel *ir = kernel->ir = pml_with_listed(model, kernel);
	size_t stmts = count_stmts(ir->body);

	if (ir->var_count > GD_MOST_variables) {
		pml_refuse_limit(model, loc_of(kernel), GD_LIMIT_variables);
		return;
	}
	kernel->ghosts_are_steps = model->request->unsound >> PML_UNSOUND_GHOSTS & 1;
	kernel->nodes = GD_NEW_ARRAY(model->arena, struct pml_node, stmts + 1);
	kernel->loop_of = GD_NEW_ARRAY(model->arena, const struct ir_stmt *, ir->var_count + 1);
	kernel->var_name = GD_NEW_ARRAY(model->arena, const char *, ir->var_count + 1);
	for (size_t i = 0; i < ir->var_count; i++)
		kernel->var_name[i] = name_variable(model, ir, i);
	kernel->frees_apart = pml_frees_apart(model, kernel);
	collect(kernel, ir->body, NULL, false);
	pml_set_emits_apart(model, kernel);
	live_list(kernel, ir->body, kernel->live_at_end);
}

static void find_buffers(struct pml_model *model, const struct pml_kernel *kernel)
{
	for (size_t i = 0; i < kernel->node_count; i++)
		if (kernel->nodes[i].stmt->op == IR_OP_emit)
			model->kinds[kernel->nodes[i].stmt->kind->index].buffered = model->buffers =
			    true;
}

void pml_plan(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->kind_count; i++) {
		struct pml_kernel *kernel = &model->kinds[i];

		kernel->kind = spec->kinds[i];
		kernel->name = spec->kinds[i]->name;
		kernel->ir = &spec->kinds[i]->kernel;
		kernel->nonnull_params = (UINT64_C(1) << spec->kinds[i]->param_count) - 1;
		kernel->live_at_end = kernel->holds ? kernel->nonnull_params : 0;
		if (kernel->kind->on)
			kernel->live_at_end |= bit(kernel->kind->on);
		kernel->ends_apart = pml_ends_apart(model, kernel->kind);
		if (spec->kinds[i]->bucket_count > 1)
			pml_refuse_at(model, kernel->kind->loc, "`%s' is in several buckets",
			    kernel->name)
			    ->help = "declare one kind for each bucket";
		model->handshakes |= kernel->kind->on != NULL;
	}
	for (size_t i = 0; i < spec->phase_count; i++)
		model->sees |= spec->phases[i]->visible == IR_AT_HANDSHAKE;
	pml_plan_folds(model);
	for (size_t i = 0; i < spec->kind_count; i++)
		plan_kernel(model, &model->kinds[i]);
	for (size_t i = 0; i < spec->bucket_count; i++) {
		model->fills[i].bucket = spec->buckets[i];
		model->fills[i].name = spec->buckets[i]->name;
		model->fills[i].ir = &spec->buckets[i]->fill;
		plan_kernel(model, &model->fills[i]);
	}
	pml_plan_operations(model);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->operations[i].ir) {
			model->operations[i].holds_back =
			    pml_folds_stores(model, &model->operations[i]);
			plan_kernel(model, &model->operations[i]);
			find_buffers(model, &model->operations[i]);
		}
	if (!model->why)
		solve_nonnull(model);
}
