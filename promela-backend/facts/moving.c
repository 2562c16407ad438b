/* moving.c: `alloc' and `copy', with which kernels move objects.
 *
 * Note [Room]: an `alloc' takes a free cell, or gives null.  A heap may be full at any moment, because what
 * fills it is a matter of sizes, which a model does not have.  So an `alloc' whose result the kernel
 * tests may always give null.  If the kernel does not test it, it promises that there is room, and
 * null is given only if no cell is free; then the model fails as the code does.
 *
 * Note [Taken cells]: left out are runs that differ in the names of objects only.  Cells that have never held an
 * object are alike, except for whether a property expects their objects: nothing can refer to them.  So of
 * those that are alike the first one is taken.  A cell that was freed may be referred to still, which is a mistake of
 * the collector, so each of them may be taken.  No cells are alike if a unit may wait in the middle of a loop over
 * all objects, whose position depends on the order of the numbers.  Compared by: tests/differential
 * (semantics, whose explorer decides the same from the instructions; models, clients).
 *
 * Note [Copies]: `copy(o, n)' is one step, and nobody else may store to the slots of o, or access those of
 * n, while it goes on.  In a model it goes on from the moment in which its unit waits in the place
 * before it, and has no late load left to do.  Nothing else than the unit itself decides when it takes the step, so whatever can be
 * done by others while the unit waits could be done in the middle of the copy as well.  And what others do
 * in the middle of a copy they can do as well if the copy is begun just before.  So there is no step for
 * the beginning of a copy.  `copying' says for each cell how many copies read it, or that one
 * writes it.  It follows from where units are, so it adds no states.  A unit gets to that place in a
 * step of its own: a unit that is claimed in its first step would not wait there (fold-claims.c).
 * Compared by: tests/differential (semantics, whose copies have two steps).
 *
 * Note [Origins]: an object has an identity, which `copy' gives to its copy, so that two cells may hold the same
 * object.  A new object of a mutator gets the smallest identity that no cell has.  So a model has as many as cells.
 * When no cell has an identity any more, what the program would still find through it is lost (support/faithful.pml),
 * so no reference is left that could be to the next object with this identity.  A cell that a kernel has allocated has
 * no identity until it is copied to.  Who copies part by part gives the identity with the first part that is stored:
 * from then on the cell stands for the object, and what it does not hold yet is missing (`faithful' fails if a mutator
 * finds it so).  Before that nobody could tell whose copy it will be.  Without copies the identity of an object is
 * the number of its cell.
 * Compared by: tests/differential (semantics, whose identities are never used again).
 *
 * Note [Spaces]: the cells of a scenario are divided among the spaces once and for all, as many to each.  What
 * changes is which of these parts has which name.  Kernels exchange names only while all mutators are stopped, and no
 * unit exists that looks at spaces, except the one that exchanges them; a model fails otherwise (use:spaces).  So to a
 * unit, and to a mutator in the middle of an operation, names are constants: a test of a kernel is no access,
 * and is done in the step in which it stands.  A kernel that exchanges names has no such test (E0341).  No thread reads
 * a name while it changes, so no memory model makes a difference.  Cells of different spaces are not alike:
 * Note [Taken cells] is about those of one space, and no renaming of objects is sound (no canonical form).
 * Compared by: tests/differential (semantics, models).
 *
 * Note [Overlays]: a reference that lies over its object is a variable like other metadata, null until it is stored.  In C
 * the object's first word is there until then, and afterwards it is lost.  So a model fails where this would be noticed.
 * Who accesses a slot or a word, or asks for the shape, of an object whose overlay is not null finds no object
 * (use:overlaid).  Who loads the overlay while the value that tells of it is not in memory, or finds null, finds no
 * reference (use:overlay).  The store is one to the object, so it is in the way of a copy (use:copy).  A store that
 * is held back counts when it has reached memory.  A loop over slots is no access itself; its rounds access them.
 * Nothing is kept but the variable.  A new object, and one that is freed, has null there.
 * Compared by: tests/differential (semantics).
 *
 * Note [Slides]: `slide' gives each object that its condition selects a place: the lowest cell of its space that no
 * selected object before it has got.  The number of a cell stands for its address.  All places are computed in one
 * step.  In C that takes a while, so nobody else may do anything then: mutators are stopped, and there is no other unit
 * that could run.  A model fails otherwise (use:slide), and it does so in some run whenever another unit could run
 * in the middle: nothing but the unit itself decides when it takes the step, so it can also take it when the other
 * unit is pending or runs.  For that no unit may be left out, and no bucket opens
 * sooner than in the plain model: the foldings `sets' and `openings' are not applied.  Cells are not alike any
 * more, because their order counts: each free cell may be taken (Note [Taken cells]), the first heap of a client
 * may have any cells that are free, and no renaming of objects is sound (no canonical form).
 * Compared by: tests/differential (semantics).
 *
 * Note [Moves]: `relocate(o, n)' is one step, too.  Mutators are stopped.  Other units may run, and what they could do in the
 * middle of the move is an error in another run.  An access to o can as well come after the move, when there is no
 * object in the cell any more (no_freed_access); or o is n, and nothing is moved.  An access to n can as well come
 * before, when there is no object in the cell yet.  If there still is one, the move itself fails (use:move), and
 * if somebody takes the cell before the move, it fails, too.  Both `slide' and `relocate' begin and end with full fences in C.  So
 * what their worker has stored is in memory, and no load of it comes early past them.
 * Compared by: tests/differential (semantics). */
#include "promela-backend/facts/moving.h"
#include "compiler/ir/walk.h"
#include "promela-backend/facts/kernel.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/words.h"

static bool may_wait_inside(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	if (stmt->op != IR_OP_for || stmt->domain != IR_DOMAIN_OBJECTS)
		return false;
	for (const struct ir_stmt *inner = stmt->body; inner; inner = inner->next)
		if (inner->op != IR_OP_emit)
			return true;
	return false;
}

/* Whether STMT stores to n[s]. */
static bool fills_copy(const struct ir_stmt *stmt, const void *unused)
{
	enum ir_effect effect = ir_op_info[stmt->op].effect;

	(void)unused;
	return stmt->place && stmt->place->from &&
	    (effect == IR_EFFECT_STORE || effect == IR_EFFECT_RMW);
}

bool pml_makes_copies(const struct pml_model *model)
{
	return model->copies || model->fills_copies || model->moves;
}

void pml_plan_moving(struct pml_model *model)
{
	model->allocs = ir_kernels_have(model->spec, IR_OP_alloc);
	model->copies = ir_kernels_have(model->spec, IR_OP_copy);
	model->swaps_spaces = ir_kernels_have(model->spec, IR_OP_swap_spaces);
	model->slides = ir_kernels_have(model->spec, IR_OP_slide);
	model->cells_differ = model->slides || model->spec->region_count;
	model->moves = ir_kernels_have(model->spec, IR_OP_move);
	model->fills_copies = ir_spec_any(model->spec, IR_OF_KINDS, fills_copy, NULL);
	model->lists_slowly = ir_spec_any(model->spec, IR_OF_KINDS, may_wait_inside, NULL);
	model->order_counts = model->cells_differ || model->lists_slowly;
}

static bool compares_origins(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return expr->kind == IR_SAME_ORIGIN;
}

bool pml_has_origins(const struct pml_model *model)
{
	return pml_makes_copies(model) &&
	    (pml_is_faithful(model) || ir_redirects(model->spec, IR_BEFORE_LOAD) ||
		ir_redirects(model->spec, IR_BEFORE_STORE) ||
		pml_look(model, compares_origins, NULL) != 0);
}

bool pml_copies_first(const struct ir_kind *kind)
{
	return kind->kernel.body && kind->kernel.body->op == IR_OP_copy;
}

const struct ir_stmt *pml_alloc_at(const struct pml_place *place)
{
	const struct pml_node *node = place->point == PML_BEFORE ? place->node : NULL;

	return node && node->stmt->op == IR_OP_alloc ? node->stmt : NULL;
}

bool pml_begins_a_step(const struct ir_stmt *stmt)
{
	return stmt->op == IR_OP_alloc || stmt->op == IR_OP_copy || stmt->op == IR_OP_ask;
}

size_t pml_space_of_cell(const struct pml_model *model, size_t cell)
{
	size_t cells = ir_cells_of_space(model->spec, model->scenario);

	return cells ? cell / cells : 0;
}

static bool is_untested(const struct ir_stmt *stmt, const void *body)
{
	return stmt->op == IR_OP_alloc && !ir_handles_no_room(body, stmt);
}

bool pml_promises_room(const struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct ir_stmt *body = model->spec->kinds[i]->kernel.body;

		if (ir_list_any(body, is_untested, body))
			return true;
	}
	return false;
}

/* ---------------------------------------------------------- objects that nobody knows */
/* Adds the variables that get their values from those in VARS; or, of SOURCES, the ones that give them theirs. */
static uint64_t with_copies(const struct pml_kernel *kernel, uint64_t vars, bool sources)
{
	uint64_t before;

	do {
		before = vars;
		for (size_t i = 0; i < kernel->node_count; i++) {
			const struct ir_stmt *stmt = kernel->nodes[i].stmt;
			uint64_t gets = pml_var_bit(stmt->dst), gives;

			if (stmt->op != IR_OP_let)
				continue;
			gives = pml_expr_vars(stmt->args[0]);
			if (vars & (sources ? gets : gives))
				vars |= sources ? gives : gets;
		}
	} while (vars != before);
	return vars;
}

/* Whether STMT may make an object of VARS known to others. */
static bool publishes(const struct ir_stmt *stmt, uint64_t vars)
{
	uint64_t given = 0;

	if (pml_is_memory(stmt))
		given = pml_expr_vars(stmt->args[0]) | pml_expr_vars(stmt->args[1]);
	for (size_t i = 0; i < stmt->unit_count; i++)
		given |= pml_expr_vars(stmt->units[i]);
	return given & vars;
}

static const struct pml_node *loop_around(const struct pml_node *node)
{
	while (node && node->stmt->op != IR_OP_for)
		node = node->parent;
	return node;
}

/* The variables get their values from `alloc' alone, in the same round of a loop as the copy. */
static bool are_new(const struct pml_kernel *kernel, const struct pml_node *copy, uint64_t vars)
{
	bool any = false;

	for (size_t i = 0; i < kernel->kind->param_count; i++)
		if (vars >> i & 1)
			return false;
	for (size_t i = 0; i < kernel->node_count; i++) {
		const struct pml_node *node = &kernel->nodes[i];

		if (!(pml_var_bit(node->stmt->dst) & vars) || node->stmt->op == IR_OP_let)
			continue;
		if (node->stmt->op != IR_OP_alloc || loop_around(node) != loop_around(copy))
			return false;
		any = true;
	}
	return any;
}

uint64_t pml_fresh_copy(const struct pml_kernel *kernel, const struct pml_node *node)
{
	uint64_t vars;

	if (node->stmt->op != IR_OP_copy || !kernel->kind)
		return 0;
	vars = with_copies(kernel, pml_expr_vars(node->stmt->args[1]), true);
	if (!are_new(kernel, node, vars))
		return 0;
	vars = with_copies(kernel, vars, false);
	for (const struct pml_node *before = kernel->nodes; before < node; before++)
		if (publishes(before->stmt, vars))
			return 0;
	return vars;
}

/* ------------------------------------------------------------------------- cells */
static bool is_expected(const struct pml_model *model, size_t cell)
{
	const struct ir_scenario *scenario = model->scenario;

	for (size_t i = 0; i < scenario->expected_count; i++)
		if ((size_t)scenario->expected[i] == cell)
			return true;
	return false;
}

const char *pml_is_in_space(const struct pml_model *model, const char *object,
    const struct ir_space *space)
{
	return gd_arena_printf(model->arena, "IN_SPACE(%s, space_%s)", object, space->name);
}

/* " && " and that CELL is in SPACE (NULL: the first one), if the heap is divided; that it fits WHOM, if its regions
 * decide. */
static const char *and_in_space(const struct pml_model *model, size_t cell,
    const struct ir_space *space, const char *whom)
{
	const struct ir_spec *spec = model->spec;

	if (spec->placing)
		return gd_arena_printf(model->arena, " && FITS_%s(%zu)", whom, cell);
	return !spec->space_count
	    ? ""
	    : gd_arena_printf(model->arena, " && %s",
		  pml_is_in_space(model, gd_arena_printf(model->arena, "%zu", cell),
		      space ? space : spec->spaces[0]));
}

const char *pml_is_free_for_mutators(const struct pml_model *model, size_t cell)
{
	return gd_arena_printf(model->arena, "!live[%zu]%s", cell,
	    and_in_space(model, cell, NULL, "mutators"));
}

const char *pml_may_take_cell(const struct pml_model *model, const struct ir_space *space,
    size_t cell)
{
	const char *text = gd_arena_printf(model->arena, "!live[%zu]%s", cell,
	    and_in_space(model, cell, space, "workers"));

	if (model->order_counts || is_expected(model, cell))
		return text;
	for (size_t i = 0; i < cell; i++)
		text = is_expected(model, i) ||
			pml_space_of_cell(model, i) != pml_space_of_cell(model, cell)
		    ? text
		    : gd_arena_printf(model->arena, "%s && (live[%zu] || held[%zu] || held[%zu])",
			  text, i, i, cell);
	return text;
}

const char *pml_may_find_no_room(const struct pml_model *model, const struct ir_space *space,
    bool tested)
{
	const char *text = "true";

	for (size_t i = 0; !tested && i < model->objects; i++)
		text = model->spec->space_count || model->spec->placing
		    ? gd_arena_printf(model->arena, "%s && !(!live[%zu]%s)", text, i,
			  and_in_space(model, i, space, "workers"))
		    : gd_arena_printf(model->arena, "%s && live[%zu]", text, i);
	return text;
}
