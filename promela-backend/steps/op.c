/* op.c: one operation; one function a form of ir.def. */
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/asked.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/steps/failure.h"
#include "promela-backend/steps/late.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/reach.h"
#include "promela-backend/facts/late.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/region.h"
#include "promela-backend/steps/machine.h"
#include "promela-backend/steps/step.h"
#include "promela-backend/steps/window.h"

/* ------------------------------------------------------------------ helpers */
const char *pml_order(enum ir_order order)
{
	static const char *const names[] = {
#define MEMORY_ORDER(NAME, ...) [IR_##NAME] = "MEM_" #NAME,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
	};

	return names[order];
}

static const char *expr(struct pml_step *step, const struct ir_expr *e)
{
	return pml_expr(step->model, &step->env, e);
}

static const struct ir_stmt *loop_of_slot(struct pml_step *step, const struct ir_place *place)
{
	return place->kind == IR_PLACE_SLOT ? step->kernel->loop_of[place->slot->index] : NULL;
}

const char *pml_cell_of(struct pml_step *step, const struct ir_place *place)
{
	const struct ir_stmt *loop = loop_of_slot(step, place);

	if (place->kind != IR_PLACE_SLOT)
		return expr(step, place->object);
	if (loop)
		return loop->domain == IR_DOMAIN_SLOTS ? expr(step, loop->args[0]) : NULL;
	return gd_arena_printf(step->model->arena, "OWNER_OF(%s)",
	    pml_address(step->model, &step->env, place));
}

/* The access is to metadata of a region.  There is none if the region is none: that of null. */
static void check_region(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	const char *region = expr(step, stmt->place->object);

	pml_breach_when(step->code, IR_NO_FREED_ACCESS,
	    gd_arena_printf(model->arena, "%s == %zu", region,
		ir_regions_of(model->scenario, stmt->place->meta->region)),
	    PML_LINE(model, fail, .property = pml_text("no_freed_access"),
		.binding = pml_number("-1"), .where = pml_at(model, stmt->loc)));
}

static struct gd_loc loc_of(const struct ir_stmt *stmt)
{
	return stmt->place && stmt->place->loc.line ? stmt->place->loc : stmt->loc;
}

static struct pml_value where(struct pml_step *step, const struct ir_stmt *stmt)
{
	return pml_at(step->model, loc_of(stmt));
}

/* What a line says of PLACE. */
struct place_values {
	struct pml_value at, slot, object, root, mutator, address;
};

static struct place_values place_values(struct pml_step *step, const struct ir_place *place)
{
	struct gd_arena *arena = step->model->arena;
	const struct ir_stmt *loop = loop_of_slot(step, place);
	const char *at = pml_address(step->model, &step->env, place);
	const char *cell = pml_cell_of(step, place);
	const struct ir_group *group = place->kind == IR_PLACE_FIELD ? place->group
	    : place->kind == IR_PLACE_LIKE ? step->kernel->loop_of[place->slot->index]->group
	    : loop                         ? loop->group
					   : NULL;
	struct pml_value object =
	    pml_number(cell ? gd_arena_printf(arena, "SHOWN(%s)", cell) : NULL);

	if (ir_is_of_region(place)) /* SHOWN is for objects */
		object = pml_number(cell);
	if (place->kind == IR_PLACE_META)
		return (struct place_values){ .at = pml_text(place->meta->name), .object = object };
	if (loop && loop->domain == IR_DOMAIN_ROOTS)
		return (struct place_values){ .at = pml_text("root"),
			.root = pml_number(gd_arena_printf(arena, "%s - FIRST_ROOT", at)),
			.mutator = pml_number(expr(step, loop->args[0])) };
	if (group)
		return (struct place_values){ .at = pml_text(group->name),
			.slot = pml_number(
			    gd_arena_printf(arena, "%s - FIRST_OF_%s(%s)", at, group->name, cell)),
			.object = object };
	return (struct place_values){ .at = pml_text("slot"), .address = pml_number(at) };
}

/* UNLESS is "" or "… && ", and makes the condition false where there is no access to a cell. */
static void fail_if_freed(struct pml_code *code, const char *unless, const char *cell,
    struct gd_loc loc)
{
	struct gd_arena *arena = code->model->arena;
	struct pml_value binding = pml_number(gd_arena_printf(arena, "SHOWN(%s)", cell));

	pml_breach_when(code, IR_NO_FREED_ACCESS,
	    gd_arena_printf(arena, "%s!live[%s]", unless, cell),
	    PML_LINE(code->model, fail, .property = pml_text("no_freed_access"), .binding = binding,
		.where = pml_at(code->model, loc)));
}

void pml_fail_if_freed(struct pml_code *code, const char *cell, struct gd_loc loc)
{
	fail_if_freed(code, "", cell, loc);
}

/* Whether `copy' copies what is at PLACE. */
static bool is_payload(const struct ir_place *place)
{
	return place->kind != IR_PLACE_META || place->meta->is_word;
}

/* Checks that the access of STMT to a slot or word is not in the way of a copy.  A store that waits in a window is no
 * access yet. */
static void check_copied(struct pml_step *step, const struct ir_stmt *stmt, const char *cell,
    bool may_be_root)
{
	struct pml_model *model = step->model;
	enum pml_way way =
	    ir_op_info[stmt->op].effect == IR_EFFECT_LOAD ? PML_WAY_LOADS : PML_WAY_STORES;

	if (!pml_guards_payload(model) || pml_holds_back(model, step->kernel, stmt))
		return;
	if (may_be_root)
		cell = gd_arena_printf(model->arena, "(IS_ROOT(%s) -> NIL : %s)",
		    pml_address(model, &step->env, stmt->place), cell);
	pml_check_payload(step->code, way, cell, pml_at(model, loc_of(stmt)));
}

/* Checks that the access of STMT is not to a cell without an object.  A slot that is a unit's
 * parameter may be a root, which is never freed. */
static void check_access(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct ir_place *place = stmt->place;
	bool may_be_root = place->kind == IR_PLACE_SLOT && !loop_of_slot(step, place);
	const char *cell = pml_cell_of(step, place);

	if (!cell)
		return;
	if (ir_is_of_region(place)) {
		check_region(step, stmt);
		return;
	}
	fail_if_freed(step->code,
	    !may_be_root ? ""
			 : gd_arena_printf(step->model->arena, "!IS_ROOT(%s) && ",
			       pml_address(step->model, &step->env, place)),
	    cell, loc_of(stmt));
	if (is_payload(place))
		check_copied(step, stmt, cell, may_be_root);
}

void pml_check_early_copied(struct pml_step *step, const struct ir_stmt *load)
{
	const char *cell = is_payload(load->place) ? pml_cell_of(step, load->place) : NULL;

	if (cell)
		check_copied(step, load, cell,
		    load->place->kind == IR_PLACE_SLOT && !loop_of_slot(step, load->place));
}

static const char *found_in(struct pml_step *step, const struct ir_stmt *stmt)
{
	return stmt->dst ? step->kernel->var_name[stmt->dst->index] : "x_found";
}

/* Whether STMT is about a slot that objects of the scenario do not have.  C stops the program there, and
 * so nothing is accessed; the models that look no further than this have a null. */
static bool misses_slot(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct ir_place *place = stmt->place;
	struct pml_model *model = step->model;

	if (!pml_misses_slot(model, place))
		return false;
	PML_EVENT(step->code, fail, .property = pml_text(PML_USE_PREFIX "slot"),
	    .binding =
		pml_number(gd_arena_printf(model->arena, "SHOWN(%s)", pml_cell_of(step, place))),
	    .where = where(step, stmt));
	pml_fail(step->code, "FAILED_ASSERT");
	pml_set(step->code, found_in(step, stmt), "NIL");
	return true;
}

/* What an effect at PLACE writes. */
static struct pml_object object_of(struct pml_step *step, const struct ir_place *place)
{
	const struct ir_stmt *loop = loop_of_slot(step, place);
	struct pml_object of = { .by_mutator = step->kernel->barrier || step->kernel->window };

	if (place->kind == IR_PLACE_META) {
		of.index = place->meta->index;
		of.place = PML_PLACE_META;
		return of;
	}
	if (!loop || loop->domain == IR_DOMAIN_SLOTS)
		of.place |= PML_PLACE_SLOTS;
	if (place->kind == IR_PLACE_SLOT && (!loop || loop->domain == IR_DOMAIN_ROOTS))
		of.place |= PML_PLACE_ROOTS;
	return of;
}

static struct ir_type place_type(const struct ir_place *place)
{
	return place->kind == IR_PLACE_META ? place->meta->type
					    : (struct ir_type){ .kind = IR_REF };
}

static const char *peek(struct pml_step *step, const struct ir_place *place)
{
	return gd_arena_printf(step->model->arena, "mem_peek(%s)",
	    pml_address(step->model, &step->env, place));
}

/* Prints the event of an access after it: the value found and the new value. */
static void access_event(struct pml_step *step, const struct ir_stmt *stmt, bool reads, bool writes)
{
	struct ir_type type = place_type(stmt->place);
	struct place_values place = place_values(step, stmt->place);
	struct pml_value none = { NULL, NULL };
	const char *now = peek(step, stmt->place);

	PML_EVENT(step->code, access, .op = pml_text(ir_memory(stmt->op)->name),
	    .order = pml_text(ir_order_name[stmt->order]), .at = place.at, .slot = place.slot,
	    .object = place.object, .root = place.root, .mutator = place.mutator,
	    .address = place.address,
	    .found = reads ? pml_number(pml_shown(step->model, &type, found_in(step, stmt))) : none,
	    .stored = writes ? pml_number(pml_shown(step->model, &type, now)) : none,
	    .where = where(step, stmt));
	if (writes && stmt->place->kind == IR_PLACE_META)
		pml_merge_check(step, stmt->place->meta, now,
		    stmt->op == IR_OP_store ? stmt->args[0] : NULL);
}

void pml_early_event(struct pml_step *step, const struct ir_stmt *stmt, const char *found,
    bool takes)
{
	struct ir_type type = place_type(stmt->place);
	struct place_values place = place_values(step, stmt->place);
	struct pml_value order = pml_text(ir_order_name[stmt->order]),
			 shown = pml_number(pml_shown(step->model, &type, found));

	if (takes)
		PML_EVENT(step->code, taken, .order = order, .at = place.at, .slot = place.slot,
		    .object = place.object, .root = place.root, .mutator = place.mutator,
		    .address = place.address, .found = shown, .where = where(step, stmt));
	else
		PML_EVENT(step->code, early, .order = order, .at = place.at, .slot = place.slot,
		    .object = place.object, .root = place.root, .mutator = place.mutator,
		    .address = place.address, .found = shown, .where = where(step, stmt));
}

void pml_late_load_event(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct place_values place = place_values(step, stmt->place);

	PML_EVENT(step->code, postponed, .order = pml_text(ir_order_name[stmt->order]),
	    .at = place.at, .slot = place.slot, .object = place.object, .root = place.root,
	    .mutator = place.mutator, .address = place.address, .where = where(step, stmt));
}

/* Prints the event of a store that its mutator holds back. */
static void hold_event(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct ir_type type = place_type(stmt->place);
	struct place_values place = place_values(step, stmt->place);

	PML_EVENT(step->code, hold, .at = place.at, .slot = place.slot, .object = place.object,
	    .root = place.root, .mutator = place.mutator, .address = place.address,
	    .value = pml_number(pml_shown(step->model, &type, expr(step, stmt->args[0]))),
	    .window = pml_window_value(step->model, step->kernel), .where = where(step, stmt));
}

/* The next step would take a NUMBER that is none of TAKER's for another one. */
static void check_number(struct pml_code *code, const struct pml_taker *taker, const char *number)
{
	struct ir_range range = ir_range_of(taker->type);
	struct pml_value none = { NULL, NULL }, name = pml_text(taker->name);

	pml_when(code, "%s < %ld || %s > %ld", number, range.low, number, range.high);
	PML_EVENT(code, fail, .property = pml_text("over-bound"), .binding = pml_text("-"),
	    .meta = taker->is_meta ? name : none, .value = taker->is_meta ? none : name,
	    .where = pml_at(code->model, taker->loc));
	pml_fail(code, "FAILED_BOUND");
	pml_end(code);
}

void pml_check_fits(struct pml_code *code, const struct pml_taker *taker, const struct pml_env *env,
    const struct ir_expr *value)
{
	if (!ir_fits(taker->type, value))
		check_number(code, taker, pml_expr(code->model, env, value));
}

/* Checks that VALUE, of STMT, is in TYPE. */
static void check_fits(struct pml_step *step, const struct ir_stmt *stmt, const char *name,
    const struct ir_type *type, const struct ir_expr *value)
{
	struct pml_taker taker = { name, type, loc_of(stmt), stmt->place != NULL };

	pml_check_fits(step->code, &taker, &step->env, value);
}

/* Checks the number that is stored, or compared with the location: it must be one that the location
 * can have. */
static void check_operand(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct ir_meta *meta = stmt->place->meta;

	if (meta)
		check_fits(step, stmt, meta->name, &meta->type, stmt->args[0]);
}

/* Checks that the value written is one of the location's type. */
static void check_range(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct ir_type type = place_type(stmt->place);
	struct pml_taker taker = { .type = &type, .loc = loc_of(stmt), .is_meta = true };

	if (type.kind != IR_INT && !ir_may_leave_range(stmt))
		return;
	taker.name = stmt->place->meta->name;
	check_number(step->code, &taker, peek(step, stmt->place));
}

/* --------------------------------------------------------------- operations */
void pml_op_let(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_fits(step, stmt, stmt->dst->name, &stmt->dst->type, stmt->args[0]);
	pml_set(step->code, step->kernel->var_name[stmt->dst->index], "%s",
	    expr(step, stmt->args[0]));
}

void pml_op_load(struct pml_step *step, const struct ir_stmt *stmt)
{
	bool is_total = ir_is_total(stmt->order);

	check_access(step, stmt);
	if (misses_slot(step, stmt))
		return;
	pml_check_late(step, stmt);
	PML_DO(step->code, load,
	    .of.by_mutator = (step->kernel->barrier && is_total) || step->kernel->window,
	    .who = step->who, .at = pml_address(step->model, &step->env, stmt->place),
	    .order = pml_order(stmt->order), .found = found_in(step, stmt));
	access_event(step, stmt, true, false);
	pml_check_overlay(step, stmt, found_in(step, stmt));
}

void pml_wait_event(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct place_values place = place_values(step, stmt->place);

	PML_EVENT(step->code, waits, .at = place.at, .slot = place.slot, .object = place.object,
	    .root = place.root, .mutator = place.mutator, .address = place.address,
	    .where = where(step, stmt));
}

/* The step's guard has found that the value is one to wait for: Note [Waiting loads]. */
void pml_op_await(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_op_load(step, stmt);
}

/* It waits in its mutator's window: memory is as it was. */
static void hold(struct pml_step *step, const struct ir_stmt *stmt)
{
	PML_DO(step->code, hold, .who = step->who,
	    .at = pml_address(step->model, &step->env, stmt->place),
	    .order = pml_order(stmt->order), .value = expr(step, stmt->args[0]));
	hold_event(step, stmt);
	check_operand(step, stmt);
}

/* Checks that a worker's STMT does not make an object known to which a copy may be late. */
static void check_publication(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	const struct ir_expr *value = stmt->args[stmt->op == IR_OP_cas];
	const char *cell;

	if (!model->late_copy || step->kernel->barrier || !value || value->type.kind != IR_REF ||
	    value->kind == IR_NULL ||
	    pml_comes_after(model->request->memory, model->late_copy->stmt, stmt))
		return;
	cell = expr(step, value);
	if (ir_is_tagged(&value->type)) /* nothing was copied to where a tag refers to */
		cell = gd_arena_printf(model->arena, "(%s < NIL -> %s : NIL)", cell, cell);
	pml_check_copy_late(step->code, cell, where(step, stmt));
}

/* It waits in the window of the unit, or is done at once if there is none. */
static void store_of_worker(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct pml_kernel *kernel = step->kernel;

	check_operand(step, stmt);
	pml_take_window(step, stmt);
	PML_DO(step->code, store, .of = object_of(step, stmt->place), .who = step->who,
	    .at = pml_address(step->model, &step->env, stmt->place),
	    .order = pml_order(stmt->order), .value = expr(step, stmt->args[0]));
	pml_check_late(step, stmt);
	pml_if(step->code);
	pml_case(step->code, "%s", kernel->var_name[kernel->window->index]);
	hold_event(step, stmt);
	if (step->stores_at_once)
		PML_DO(step->code, perform_newest, .who = step->who);
	pml_last(step->code);
	pml_case(step->code, "else");
	access_event(step, stmt, false, true);
	pml_last(step->code);
	pml_end(step->code);
	pml_fill_copy(step, stmt, NULL);
}

void pml_op_store(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_publication(step, stmt);
	check_access(step, stmt);
	if (misses_slot(step, stmt))
		return;
	pml_check_overlay(step, stmt, expr(step, stmt->args[0]));
	if (pml_holds_back(step->model, step->kernel, stmt)) {
		hold(step, stmt);
		return;
	}
	if (pml_may_be_late(step->model, step->kernel, stmt)) {
		store_of_worker(step, stmt);
		return;
	}
	PML_DO(step->code, store, .of = object_of(step, stmt->place),
	    .who = pml_is_atomic(step->model->request->atomic, stmt) ? "COLLECTOR" : step->who,
	    .at = pml_address(step->model, &step->env, stmt->place),
	    .order = pml_order(stmt->order), .value = expr(step, stmt->args[0]));
	pml_check_late(step, stmt);
	access_event(step, stmt, false, true);
	pml_fill_copy(step, stmt, NULL);
	check_range(step, stmt);
	pml_note_late(step, stmt);
}

/* Any read-modify-write with one operand.  Its result is the former value. */
void pml_op_modify(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_publication(step, stmt);
	check_access(step, stmt);
	if (misses_slot(step, stmt))
		return;
	pml_check_late(step, stmt);
	PML_DO(step->code, modify, .of = object_of(step, stmt->place), .who = step->who,
	    .at = pml_address(step->model, &step->env, stmt->place),
	    .order = pml_order(stmt->order),
	    .value = gd_result_text(step->model->arena, ir_memory(stmt->op), found_in(step, stmt),
		expr(step, stmt->args[0])),
	    .found = found_in(step, stmt));
	access_event(step, stmt, true, true);
	pml_fill_copy(step, stmt, NULL);
	check_range(step, stmt);
	pml_note_late(step, stmt);
}

void pml_op_swap(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_op_modify(step, stmt);
}

void pml_op_cas(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_publication(step, stmt);
	check_access(step, stmt);
	if (misses_slot(step, stmt))
		return;
	pml_check_late(step, stmt);
	check_operand(step, stmt);
	PML_DO(step->code, cas, .of = object_of(step, stmt->place), .who = step->who,
	    .at = pml_address(step->model, &step->env, stmt->place),
	    .order = pml_order(stmt->order), .order_on_failure = pml_order(stmt->order_on_failure),
	    .expected = expr(step, stmt->args[0]), .value = expr(step, stmt->args[1]),
	    .found = found_in(step, stmt));
	access_event(step, stmt, true, true);
	pml_fill_copy(step, stmt, found_in(step, stmt));
	check_range(step, stmt);
	pml_note_late(step, stmt);
}

void pml_op_fence(struct pml_step *step, const struct ir_stmt *stmt)
{
	PML_DO(step->code, fence, .of.by_mutator = step->kernel->barrier || step->kernel->window,
	    .who = step->who, .order = pml_order(stmt->order));
	pml_order_fence(step, stmt->order);
	PML_EVENT(step->code, access, .op = pml_text("fence"),
	    .order = pml_text(ir_order_name[stmt->order]), .where = where(step, stmt));
}

/* Units of STMT's kind: "v_o, v_s"; checks that each part is one of its type. */
static const char *unit_arguments(struct pml_step *step, const struct ir_stmt *stmt,
    struct pml_value *shown)
{
	struct gd_arena *arena = step->model->arena;
	const char *args = "";

	*shown = (struct pml_value){ stmt->unit_count ? "" : "-", "" };
	for (size_t i = 0; i < stmt->unit_count; i++) {
		const struct ir_var *part = stmt->kind->kernel.vars[i];
		const char *text = expr(step, stmt->units[i]), *comma = i ? ", " : "";

		check_fits(step, stmt, part->name, &part->type, stmt->units[i]);
		args = gd_arena_printf(arena, "%s%s%s", args, comma, text);
		shown->format = gd_arena_printf(arena, "%s%s%%d", shown->format, i ? "," : "");
		shown->args = gd_arena_printf(arena, "%s%s%s", shown->args, comma,
		    pml_shown(step->model, &part->type, text));
	}
	return args;
}

void pml_op_emit(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_value shown;
	const char *args = unit_arguments(step, stmt, &shown);

	PML_EVENT(step->code, emit, .kind = pml_text(stmt->kind->name), .unit = shown,
	    .where = where(step, stmt));
	if (step->kernel->barrier)
		PML_DO(step->code, buffer, .of = PML_OF(stmt->kind), .unit = args);
	else
		PML_DO(step->code, emit, .of = PML_OF(stmt->kind), .unit = args);
	pml_keep_unit(step, stmt->kind, args);
}

/* Frees CELL, which has an object. */
static void free_cell(struct pml_step *step, const struct ir_stmt *stmt, const char *cell)
{
	pml_check_none_late(step, cell, loc_of(stmt));
	pml_check_copied(step->code, PML_WAY_STORES, cell, where(step, stmt));
	pml_check_copy_late(step->code, cell, where(step, stmt));
	pml_merge_check(step, NULL, NULL, NULL);
	PML_DO(step->code, free, .cell = cell);
	PML_EVENT(step->code, free,
	    .object = pml_number(gd_arena_printf(step->model->arena, "SHOWN(%s)", cell)),
	    .where = where(step, stmt));
}

void pml_op_free(struct pml_step *step, const struct ir_stmt *stmt)
{
	const char *cell = expr(step, stmt->args[0]);

	pml_fail_if_freed(step->code, cell, loc_of(stmt));
	free_cell(step, stmt, cell);
}

/* Each object of the space, one after the other; nobody acts in between. */
void pml_op_free_space(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;

	for (size_t i = 0; i < model->objects; i++) {
		const char *cell = gd_arena_printf(model->arena, "%zu", i);

		pml_when(step->code, "live[%zu] && %s", i,
		    pml_is_in_space(model, cell, stmt->space));
		free_cell(step, stmt, cell);
		pml_end(step->code);
	}
}

/* Each object that lies on the region. */
void pml_op_free_region(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct pml_model *model = step->model;
	const struct ir_type *type = &stmt->args[0]->type;
	const char *region = expr(step, stmt->args[0]);

	for (size_t i = 0; i < model->objects; i++) {
		const char *cell = gd_arena_printf(model->arena, "%zu", i);

		pml_when(step->code, "live[%zu] && %s", i, pml_lies_on(model, cell, type, region));
		free_cell(step, stmt, cell);
		pml_end(step->code);
	}
}

/* The runtime stops the program then. */
static void check_use(struct pml_step *step, const struct ir_stmt *stmt, enum pml_mistake mistake,
    const char *name)
{
	pml_when(step->code, "%s", pml_mistake(step->model, mistake));
	PML_EVENT(step->code, fail,
	    .property = pml_text(gd_arena_printf(step->model->arena, PML_USE_PREFIX "%s", name)),
	    .binding = pml_text("-"), .where = where(step, stmt));
	pml_fail(step->code, "FAILED_ASSERT");
	pml_end(step->code);
}

/* Requests the stop.  The step that continues waits for ALL_STOPPED.  Another unit may use
 * ALL_STOPPED to open a bucket, and resume before this one continues.  Then the stop is over for
 * this one, too. */
void pml_op_stop(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_use(step, stmt, PML_MISTAKE_stop, "stop");
	pml_pass(step->code, PML_RULE_stop, &(struct pml_it){ 0 });
	if (step->model->stops_differ)
		PML_DO(step->code, note_release,
		    .releases = ir_releases(stmt->order) ? "true" : "false");
	PML_EVENT(step->code, stop, .where = where(step, stmt));
}

void pml_op_resume(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_use(step, stmt, PML_MISTAKE_resume, "resume");
	for (size_t i = 0; i < step->model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &step->model->kinds[i];

		if (kernel->asserts_stopped)
			pml_fold_fails_when(step->code,
			    gd_arena_printf(step->model->arena, "units_%s > 0", kernel->name));
	}
	pml_pass(step->code, PML_RULE_resume, &(struct pml_it){ 0 });
	PML_EVENT(step->code, resume, .where = where(step, stmt));
}

static void phase(struct pml_step *step, const struct ir_stmt *stmt, const char *on)
{
	if (ir_only_stopped(step->model->spec, stmt->phase))
		check_use(step, stmt, PML_MISTAKE_phase, "phase");
	PML_DO(step->code, set_phase, .of = PML_OF(stmt->phase), .on = on);
	PML_EVENT(step->code, phase, .phase = pml_text(stmt->phase->name), .on = pml_text(on),
	    .where = where(step, stmt));
}

void pml_op_begin_phase(struct pml_step *step, const struct ir_stmt *stmt)
{
	phase(step, stmt, "1");
}

void pml_op_end_phase(struct pml_step *step, const struct ir_stmt *stmt)
{
	phase(step, stmt, "0");
}

/* An assert without a name has that of its place. */
static const char *assert_name(struct pml_model *model, const char *name, struct gd_loc loc)
{
	return name
	    ? gd_arena_printf(model->arena, PML_ASSERT_PREFIX "%s", name)
	    : gd_arena_printf(model->arena, PML_ASSERT_PREFIX "%u:%u", loc.line, loc.column);
}

void pml_assert_that(struct pml_code *code, const char *condition, const char *name,
    struct gd_loc loc)
{
	pml_when(code, "!%s", condition);
	PML_EVENT(code, fail, .property = pml_text(assert_name(code->model, name, loc)),
	    .binding = pml_text("-"), .where = pml_at(code->model, loc));
	pml_fail(code, "FAILED_ASSERT");
	pml_end(code);
}

void pml_op_assert(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_reach_now(step, stmt->args[0]);
	pml_when(step->code, "!%s", expr(step, stmt->args[0]));
	pml_tell_asked(step, stmt->args[0]);
	PML_EVENT(step->code, fail,
	    .property = pml_text(assert_name(step->model, stmt->name, stmt->loc)),
	    .binding = pml_text("-"), .where = where(step, stmt));
	pml_fail(step->code, "FAILED_ASSERT");
	pml_end(step->code);
}

void pml_op_request(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_pass(step->code, PML_RULE_request, &(struct pml_it){ .cycle = stmt->cycle });
	PML_EVENT(step->code, collect, .cycle = pml_text(stmt->cycle->name));
}

void pml_set_ghost(struct pml_code *code, const struct pml_env *env, const struct ir_ghost *ghost,
    const struct ir_expr *value, struct gd_loc loc)
{
	struct pml_taker taker = { ghost->name, &ghost->type, loc, false };

	pml_check_fits(code, &taker, env, value);
	PML_DO(code, set_ghost, .of = PML_OF(ghost), .value = pml_expr(code->model, env, value));
	PML_EVENT(code, ghost, .ghost = pml_text(ghost->name),
	    .value = pml_number(gd_arena_printf(code->model->arena, "ghost_%s", ghost->name)),
	    .where = pml_at(code->model, loc));
}

/* The observer's, so it belongs to the step of the statement before. */
void pml_op_ghost(struct pml_step *step, const struct ir_stmt *stmt)
{
	if (!pml_reads_ghost(step->model, stmt->ghost)) {
		pml_skip(step->code);
		return;
	}
	pml_reach_now(step, stmt->args[0]);
	pml_set_ghost(step->code, &step->env, stmt->ghost, stmt->args[0], loc_of(stmt));
}
