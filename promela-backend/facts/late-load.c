/* late-load.c: loads that may be done after their place.
 *
 * Note [Late loads]: under `relaxed' a store may become visible before an earlier load of its thread is done (load
 * buffering).  In a model the unit then passes the load's place without it, and does the load in a step of its own,
 * before any later access, or before whatever needs it to be done:
 *
 * - a statement that reads the variable that gets what was found, whatever it does with it: as in litmus tests, a
 *   value is received before it is used; and one that gives this variable another value;
 * - a statement that changes a variable of the load's address;
 * - an access to the same location: by the text, or, where only the run says it, by the step's guard;
 * - a store or read-modify-write that releases, and a fence;
 * - what the runtime does under a lock, or with the heap; `copy'; and `emit', after which another worker may run the
 *   unit, and that orders all that came before it.
 *
 * A load that acquires is never late: everything after it waits for it.  Nor is a load whose value is used after its
 * round of a loop has ended, or a read-modify-write (doc/model.md, "What a model leaves out").  Nobody can tell that a load
 * is late if no other thread writes to its location or takes its object away, if its value is not used, or if no later
 * store comes before it.
 *
 * Such a unit is claimed in a step of its own, as one with early loads.  Compared by: tests/differential (semantics,
 * which has late loads of its own), tests/run/late-load.sh. */
#include "promela-backend/facts/late-load.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/early-noticed.h"
#include "promela-backend/facts/early.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/live.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/variables.h"

/* ------------------------------------------------------------------ what needs a load */
bool pml_may_be_same_place(const struct ir_place *a, const struct ir_place *b)
{
	return (a->kind == IR_PLACE_META) == (b->kind == IR_PLACE_META) && a->meta == b->meta;
}

bool pml_needs_loads(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	switch (ir_op_info[stmt->op].effect) {
	case IR_EFFECT_FENCE:
	case IR_EFFECT_COPY:
	case IR_EFFECT_POOL: return true;
	case IR_EFFECT_STORE:
	case IR_EFFECT_RMW: return ir_releases(stmt->order);
	case IR_EFFECT_WORLD: return stmt->op != IR_OP_alloc;
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_CHOICE:
	case IR_EFFECT_LOAD: break;
	}
	return pml_is_under_lock(kernel, stmt);
}

/* Whether LOAD must be done before STMT, whatever the run. */
static bool is_needed(const struct ir_stmt *load, const struct ir_stmt *stmt)
{
	uint64_t found = pml_var_bit(load->dst), sets = pml_var_bit(stmt->dst);

	return pml_stmt_vars(stmt) & found || sets & (found | pml_stmt_vars(load)) ||
	    (stmt->place && stmt != load && pml_is_same_place(stmt->place, load->place));
}

static uint64_t needed_by(const struct pml_kernel *kernel, const struct ir_stmt *stmt)
{
	uint64_t needed = pml_needs_loads(kernel, stmt) ? UINT64_MAX : 0;

	for (size_t i = 0; i < kernel->late_loads.count; i++)
		if (is_needed(kernel->late_loads.at[i].load, stmt))
			needed |= UINT64_C(1) << i;
	return needed;
}

static uint64_t needed_within(const struct pml_kernel *kernel, const struct ir_stmt *list)
{
	uint64_t needed = 0;

	for (; list; list = list->next)
		needed |= needed_by(kernel, list) | needed_within(kernel, list->body) |
		    needed_within(kernel, list->otherwise);
	return needed;
}

/* ------------------------------------------------------------------------------ ways */
/* What is known of a kernel on the way through it.  Without NODES its statements have no node yet. */
struct way {
	struct pml_kernel *kernel;
	bool nodes;
	uint64_t passed; /* result: loads that a store may come before */
};

static uint64_t loads_in(const struct pml_kernel *kernel, const struct ir_stmt *list)
{
	uint64_t loads = 0;

	for (size_t i = 0; i < kernel->late_loads.count; i++)
		if (ir_list_any(list, pml_early_is_it, kernel->late_loads.at[i].load))
			loads |= UINT64_C(1) << i;
	return loads;
}

static bool writes(const struct ir_stmt *stmt)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	return effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW;
}

/* Those of LOADS whose values are live in VARS. */
static uint64_t live_of(const struct pml_kernel *kernel, uint64_t loads, uint64_t vars)
{
	for (size_t i = 0; i < kernel->late_loads.count; i++)
		if (!(pml_var_bit(kernel->late_loads.at[i].load->dst) & vars))
			loads &= ~(UINT64_C(1) << i);
	return loads;
}

/* Notes what may wait before STMT.  Returns what of it may still wait when STMT begins. */
static uint64_t come_to(struct way *way, const struct ir_stmt *stmt, uint64_t in)
{
	uint64_t needed = needed_by(way->kernel, stmt);

	if (way->nodes) {
		const struct pml_node *node = pml_node_of(way->kernel, stmt);
		struct pml_late_load_at *at = &way->kernel->late_load_at[node - way->kernel->nodes];

		if (!node->inner_shared) /* it is done whole */
			needed |= needed_within(way->kernel, stmt->body) |
			    needed_within(way->kernel, stmt->otherwise);
		in = live_of(way->kernel, in, node->live_before);
		at->pending |= in;
		at->needed = needed;
	}
	return in & ~needed;
}

static uint64_t go(struct way *way, const struct ir_stmt *list, uint64_t in);

static uint64_t go_round(struct way *way, const struct ir_stmt *loop, uint64_t in)
{
	uint64_t kept = ~loads_in(way->kernel, loop->body);

	in |= go(way, loop->body, in) & kept;
	in |= go(way, loop->body, in) & kept;
	if (way->nodes)
		way->kernel->late_load_at[pml_node_of(way->kernel, loop) - way->kernel->nodes]
		    .head |= in;
	return in;
}

/* IN: what may wait before LIST.  Returns what may after it. */
static uint64_t go(struct way *way, const struct ir_stmt *list, uint64_t in)
{
	for (; list; list = list->next) {
		size_t number = pml_late_load_number(way->kernel, list);

		in = come_to(way, list, in);
		if (writes(list))
			way->passed |= in;
		if (number < way->kernel->late_loads.count)
			in |= UINT64_C(1) << number;
		if (list->op == IR_OP_for)
			in = go_round(way, list, in);
		else if (list->op == IR_OP_if)
			in = go(way, list->body, in) | go(way, list->otherwise, in);
	}
	return in;
}

/* ------------------------------------------------------------------------------ loads */
static bool may_be_late(const struct pml_early_scan *scan, const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_load && stmt->dst && !ir_acquires(stmt->order) &&
	    pml_early_has_slot(scan->model, stmt->place) && pml_early_is_used(scan, stmt) &&
	    (pml_early_is_written(scan, stmt->place) || pml_early_is_taken_away(scan, stmt->place));
}

static void add_all(const struct pml_early_scan *scan, const struct ir_stmt *list)
{
	for (; list; list = list->next) {
		if (may_be_late(scan, list))
			GD_PUSH(scan->model->arena, scan->kernel->late_loads,
			    (struct pml_late_load){ .load = list });
		add_all(scan, list->body);
		add_all(scan, list->otherwise);
	}
}

void pml_find_late_loads(struct pml_model *model, struct pml_kernel *kernel,
    const struct ir_kernel *ir)
{
	struct pml_early_scan scan = { .model = model, .kernel = kernel, .body = ir->body };
	struct way way = { .kernel = kernel };
	size_t kept = 0;

	if (!model->request->early_loads && !pml_loads_early(model->request->memory))
		return;
	if (ir->var_count > GD_MOST_variables)
		return; /* which is refused */
	add_all(&scan, ir->body);
	if (kernel->late_loads.count > GD_MOST_variables)
		return; /* the same, by the variables that they get */
	go(&way, ir->body, 0);
	for (size_t i = 0; i < kernel->late_loads.count; i++)
		if (way.passed >> i & 1)
			kernel->late_loads.at[kept++] = kernel->late_loads.at[i];
	kernel->late_loads.count = kept;
	model->has_early |= kept > 0;
}

/* -------------------------------------------------------------------------- variables */
const struct ir_kernel *pml_with_late_loads(struct pml_model *model, struct pml_kernel *kernel)
{
	const struct ir_kernel *old = kernel->ir;
	struct ir_var **added;
	const struct ir_kernel *ir = pml_with_more(model, old, kernel->late_loads.count, &added);

	for (size_t i = 0; i < kernel->late_loads.count; i++)
		kernel->late_loads.at[i].waits = pml_variable_of(model, &added[i],
		    old->var_count + i, kernel->late_loads.at[i].load->dst, "late",
		    (struct ir_type){ .kind = IR_BOOL });
	return ir;
}

/* What the loads need to be done later. */
static uint64_t vars_of(const struct pml_kernel *kernel, uint64_t loads)
{
	uint64_t vars = 0;

	for (size_t i = 0; i < kernel->late_loads.count; i++)
		if (loads >> i & 1)
			vars |= pml_var_bit(kernel->late_loads.at[i].waits) |
			    pml_with_owners(kernel, pml_stmt_vars(kernel->late_loads.at[i].load));
	return vars;
}

/* Those of VARS that are references, and that no slot among them is stored with. */
static uint64_t references(const struct pml_kernel *kernel, uint64_t vars)
{
	uint64_t kept = vars;

	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		if (vars >> i & 1 && kernel->ir->vars[i]->type.kind != IR_REF)
			kept &= ~(UINT64_C(1) << i);
		if (vars >> i & 1 && kernel->loop_of[i])
			kept &= ~pml_expr_vars(kernel->loop_of[i]->args[0]);
	}
	return kept;
}

/* Whether what LOAD finds is read after its round of a loop has ended. */
static bool outlives_round(const struct pml_kernel *kernel, const struct ir_stmt *load)
{
	const struct pml_node *node = pml_node_of(kernel, load);

	while ((node = node->parent))
		if (node->stmt->op == IR_OP_for && node->live_head & pml_var_bit(load->dst))
			return true;
	return false;
}

static void leave_out_outliving(struct pml_kernel *kernel)
{
	size_t kept = 0;

	for (size_t i = 0; i < kernel->late_loads.count; i++)
		if (!outlives_round(kernel, kernel->late_loads.at[i].load))
			kernel->late_loads.at[kept++] = kernel->late_loads.at[i];
	kernel->late_loads.count = kept;
}

void pml_find_late_loads_at(struct pml_model *model, struct pml_kernel *kernel)
{
	struct way way = { .kernel = kernel, .nodes = true };

	leave_out_outliving(kernel);
	if (!kernel->late_loads.count)
		return;
	kernel->late_load_at =
	    GD_NEW_ARRAY(model->arena, struct pml_late_load_at, kernel->node_count + 1);
	go(&way, kernel->ir->body, 0);
	for (size_t i = 0; i < kernel->node_count; i++) {
		struct pml_node *node = &kernel->nodes[i];
		struct pml_late_load_at *at = &kernel->late_load_at[i];
		uint64_t before = vars_of(kernel, at->pending), kept = node->live_before;

		at->only = references(kernel, before & ~kept);
		node->live_before |= before;
		node->live_head |= vars_of(kernel, at->head);
	}
}

const struct pml_late_load_at *pml_late_load_at(const struct pml_kernel *kernel,
    const struct pml_node *node)
{
	return kernel->late_load_at ? &kernel->late_load_at[node - kernel->nodes] : NULL;
}

size_t pml_late_load_number(const struct pml_kernel *kernel, const struct ir_stmt *load)
{
	size_t number = 0;

	while (number < kernel->late_loads.count && kernel->late_loads.at[number].load != load)
		number++;
	return number;
}
