/* emit-op.c: the text of one operation; one function a form of ir.def. */
#include "promela-backend/emit-op.h"
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-expr.h"
#include "promela-backend/emit-failure.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-reach.h"
#include "promela-backend/facts/look.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/sets.h"
#include "promela-backend/machine.h"
#include "promela-backend/step.h"

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

/* The cell that contains PLACE.  NULL: PLACE is a root, which is never freed. */
static const char *cell_of(struct pml_step *step, const struct ir_place *place)
{
	const struct ir_stmt *loop = loop_of_slot(step, place);

	if (place->kind != IR_PLACE_SLOT)
		return expr(step, place->object);
	if (loop)
		return loop->domain == IR_DOMAIN_SLOTS ? expr(step, loop->args[0]) : NULL;
	return gd_arena_printf(step->model->arena, "OWNER_OF(%s)",
	    pml_address(step->model, &step->env, place));
}

static const char *where(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct gd_loc loc = stmt->place && stmt->place->loc.line ? stmt->place->loc : stmt->loc;

	return pml_where(step->model, loc);
}

/* "at=mark object=%d" and its arguments. */
static void place_text(struct pml_step *step, const struct ir_place *place, const char **format,
    const char **args)
{
	struct gd_arena *arena = step->model->arena;
	const struct ir_stmt *loop = loop_of_slot(step, place);
	const char *at = pml_address(step->model, &step->env, place);
	const char *cell = cell_of(step, place);
	const struct ir_group *group = place->kind == IR_PLACE_FIELD ? place->group
	    : loop                                                   ? loop->group
								     : NULL;

	if (place->kind == IR_PLACE_META) {
		*format = gd_arena_printf(arena, "at=%s object=%%d", place->meta->name);
		*args = gd_arena_printf(arena, "SHOWN(%s)", cell);
	} else if (loop && loop->domain == IR_DOMAIN_ROOTS) {
		*format = "at=root root=%d mutator=%d";
		*args =
		    gd_arena_printf(arena, "%s - FIRST_ROOT, %s", at, expr(step, loop->args[0]));
	} else if (group) {
		*format = gd_arena_printf(arena, "at=%s slot=%%d object=%%d", group->name);
		*args = gd_arena_printf(arena, "%s - FIRST_OF_%s(%s), SHOWN(%s)", at, group->name,
		    cell, cell);
	} else {
		*format = "at=slot address=%d";
		*args = at;
	}
}

/* UNLESS is "" or "… && ", and makes the condition false where there is no access to a cell. */
static void fail_if_freed(struct pml_model *model, struct gd_out *out, const char *unless,
    const char *cell, const char *at_where)
{
	const char *breach = pml_breach(model, IR_NO_FREED_ACCESS,
	    gd_arena_printf(model->arena,
		"printf(\"@ fail property=no_freed_access binding=%%d where=%s\\n\", SHOWN(%s))",
		at_where, cell));

	if (!breach)
		return;
	gd_out_line(out, "WHEN(%s!live[%s], %s);", unless, cell, breach);
}

void pml_fail_if_freed(struct pml_model *model, struct gd_out *out, const char *cell,
    struct gd_loc loc)
{
	fail_if_freed(model, out, "", cell, pml_where(model, loc));
}

static void free_access(struct pml_step *step, const char *unless, const char *cell,
    const char *at_where)
{
	if (cell)
		fail_if_freed(step->model, step->out, unless, cell, at_where);
}

/* Checks that the access of STMT is not to a cell without an object.  A slot that is a unit's
 * parameter may be a root, which is never freed. */
static void check_access(struct pml_step *step, const struct ir_stmt *stmt)
{
	const struct ir_place *place = stmt->place;
	bool may_be_root = place->kind == IR_PLACE_SLOT && !loop_of_slot(step, place);

	free_access(step,
	    !may_be_root ? ""
			 : gd_arena_printf(step->model->arena, "!IS_ROOT(%s) && ",
			       pml_address(step->model, &step->env, place)),
	    cell_of(step, place), where(step, stmt));
}

static void note_write(struct pml_step *step, const struct ir_place *place)
{
	const struct ir_stmt *loop = loop_of_slot(step, place);

	if (place->kind == IR_PLACE_META) {
		pml_set_add(step->model, step->writes, PML_CELL_META, place->meta->index);
		return;
	}
	if (!loop || loop->domain == IR_DOMAIN_SLOTS)
		pml_set_add(step->model, step->writes, PML_CELL_SLOTS, 0);
	if (place->kind == IR_PLACE_SLOT && (!loop || loop->domain == IR_DOMAIN_ROOTS))
		pml_set_add(step->model, step->writes, PML_CELL_ROOTS, 0);
}

static struct ir_type place_type(const struct ir_place *place)
{
	return place->kind == IR_PLACE_META ? place->meta->type
					    : (struct ir_type){ .kind = IR_REF };
}

static const char *found_in(struct pml_step *step, const struct ir_stmt *stmt)
{
	return stmt->dst ? step->kernel->var_name[stmt->dst->index] : "x_found";
}

/* Prints the event of an access after it: the value found and the new value. */
static void access_event(struct pml_step *step, const struct ir_stmt *stmt, bool reads, bool writes)
{
	struct ir_type type = place_type(stmt->place);
	const char *format, *args, *values = "";
	const char *at = pml_address(step->model, &step->env, stmt->place);
	struct gd_arena *arena = step->model->arena;

	place_text(step, stmt->place, &format, &args);
	if (reads)
		values = gd_arena_printf(arena, ", %s",
		    pml_shown(step->model, &type, found_in(step, stmt)));
	if (writes)
		values = gd_arena_printf(arena, "%s, %s", values,
		    pml_shown(step->model, &type, gd_arena_printf(arena, "mem_peek(%s)", at)));
	gd_out_line(step->out, "printf(\"@ access op=%s order=%s %s%s%s where=%s\\n\", %s%s);",
	    ir_op_info[stmt->op].spelling, ir_order_name[stmt->order], format,
	    reads ? " found=%d" : "", writes ? " stored=%d" : "", where(step, stmt), args, values);
	if (!writes)
		return;
	note_write(step, stmt->place);
	if (stmt->place->kind == IR_PLACE_META)
		pml_merge_check(step, stmt->place->meta, gd_arena_printf(arena, "mem_peek(%s)", at),
		    stmt->op == IR_OP_store ? stmt->args[0] : NULL);
}

/* Prints the event of a store that its mutator holds back. */
static void hold_event(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct ir_type type = place_type(stmt->place);
	const char *format, *args;

	place_text(step, stmt->place, &format, &args);
	gd_out_line(step->out, "printf(\"@ hold %s value=%%d where=%s\\n\", %s, %s);", format,
	    where(step, stmt), args, pml_shown(step->model, &type, expr(step, stmt->args[0])));
}

/* Checks NUMBER, because if it is outside TYPE the next step would take it for another number. */
static void check_number(struct gd_out *out, const struct ir_type *type, const char *number,
    const char *whose, const char *at_where)
{
	struct ir_range range = ir_range_of(type);

	gd_out_line(out,
	    "WHEN(%s < %ld || %s > %ld, printf(\"@ fail "
	    "property=over-bound binding=- %s where=%s\\n\"); FAIL(FAILED_BOUND));",
	    number, range.low, number, range.high, whose, at_where);
}

void pml_check_fits(struct pml_model *model, struct gd_out *out, const struct pml_taker *taker,
    const struct pml_env *env, const struct ir_expr *value)
{
	if (!ir_fits(taker->type, value))
		check_number(out, taker->type, pml_expr(model, env, value),
		    gd_arena_printf(model->arena, "%s=%s", taker->is_meta ? "meta" : "value",
			taker->name),
		    pml_where(model, taker->loc));
}

/* Checks that VALUE, of STMT, is in TYPE. */
static void check_fits(struct pml_step *step, const struct ir_stmt *stmt, const char *name,
    const struct ir_type *type, const struct ir_expr *value)
{
	struct pml_taker taker = { name, type,
		stmt->place && stmt->place->loc.line ? stmt->place->loc : stmt->loc,
		stmt->place != NULL };

	pml_check_fits(step->model, step->out, &taker, &step->env, value);
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

	if (type.kind != IR_INT && !ir_may_leave_range(stmt))
		return;
	check_number(step->out, &type,
	    gd_arena_printf(step->model->arena, "mem_peek(%s)",
		pml_address(step->model, &step->env, stmt->place)),
	    gd_arena_printf(step->model->arena, "meta=%s", stmt->place->meta->name),
	    where(step, stmt));
}

/* Stores that the mutator has held back may have to be performed first. */
static void performs(struct pml_step *step)
{
	if (step->kernel->barrier)
		pml_note_performed(step->model, step->writes);
}

/* --------------------------------------------------------------- operations */
void pml_op_let(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_fits(step, stmt, stmt->dst->name, &stmt->dst->type, stmt->args[0]);
	gd_out_line(step->out, "%s = %s;", step->kernel->var_name[stmt->dst->index],
	    expr(step, stmt->args[0]));
}

void pml_op_load(struct pml_step *step, const struct ir_stmt *stmt)
{
	if (ir_is_total(stmt->order))
		performs(step);
	check_access(step, stmt);
	pml_check_late(step, stmt);
	gd_out_line(step->out, "mem_load(%s, %s, %s, %s);", step->who,
	    pml_address(step->model, &step->env, stmt->place), pml_order(stmt->order),
	    found_in(step, stmt));
	access_event(step, stmt, true, false);
}

void pml_op_store(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_access(step, stmt);
	gd_out_line(step->out, "mem_store(%s, %s, %s, %s);", step->who,
	    pml_address(step->model, &step->env, stmt->place), pml_order(stmt->order),
	    expr(step, stmt->args[0]));
	if (pml_holds_back(step->model, step->kernel, stmt)) {
		hold_event(step, stmt);
		check_operand(step, stmt);
		return;
	}
	pml_check_late(step, stmt);
	access_event(step, stmt, false, true);
	check_range(step, stmt);
	pml_note_late(step, stmt);
}

/* Any read-modify-write with one operand.  Its result is the former value. */
void pml_op_modify(struct pml_step *step, const struct ir_stmt *stmt)
{
	performs(step);
	check_access(step, stmt);
	pml_check_late(step, stmt);
	gd_out_line(step->out, "mem_modify(%s, %s, %s, %s, %s);", step->who,
	    pml_address(step->model, &step->env, stmt->place), pml_order(stmt->order),
	    gd_result_text(step->model->arena, ir_memory(stmt->op), found_in(step, stmt),
		expr(step, stmt->args[0])),
	    found_in(step, stmt));
	access_event(step, stmt, true, true);
	check_range(step, stmt);
	pml_note_late(step, stmt);
}

void pml_op_swap(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_op_modify(step, stmt);
}

void pml_op_cas(struct pml_step *step, const struct ir_stmt *stmt)
{
	performs(step);
	check_access(step, stmt);
	pml_check_late(step, stmt);
	check_operand(step, stmt);
	gd_out_line(step->out, "mem_cas(%s, %s, %s, %s, %s, %s, %s);", step->who,
	    pml_address(step->model, &step->env, stmt->place), pml_order(stmt->order),
	    pml_order(stmt->order_on_failure), expr(step, stmt->args[0]), expr(step, stmt->args[1]),
	    found_in(step, stmt));
	access_event(step, stmt, true, true);
	check_range(step, stmt);
	pml_note_late(step, stmt);
}

void pml_op_fence(struct pml_step *step, const struct ir_stmt *stmt)
{
	performs(step);
	gd_out_line(step->out, "mem_fence(%s, %s);", step->who, pml_order(stmt->order));
	gd_out_line(step->out, "printf(\"@ access op=fence order=%s where=%s\\n\");",
	    ir_order_name[stmt->order], where(step, stmt));
}

void pml_op_emit(struct pml_step *step, const struct ir_stmt *stmt)
{
	struct gd_arena *arena = step->model->arena;
	const char *format = stmt->unit_count ? "" : "-", *args = "", *shown = "";

	for (size_t i = 0; i < stmt->unit_count; i++) {
		const struct ir_var *part = stmt->kind->kernel.vars[i];
		const char *text = expr(step, stmt->units[i]);

		check_fits(step, stmt, part->name, &part->type, stmt->units[i]);
		format = gd_arena_printf(arena, "%s%s%%d", format, i ? "," : "");
		args = gd_arena_printf(arena, "%s%s%s", args, i ? ", " : "", text);
		shown = gd_arena_printf(arena, "%s, %s", shown,
		    pml_shown(step->model, &part->type, text));
	}
	gd_out_line(step->out, "printf(\"@ emit kind=%s unit=%s where=%s\\n\"%s);",
	    stmt->kind->name, format, where(step, stmt), shown);
	gd_out_line(step->out, "%s_%s(%s);", step->kernel->barrier ? "buffer" : "emit",
	    stmt->kind->name, args);
	pml_set_add(step->model, step->writes, PML_CELL_UNITS, stmt->kind->index);
}

void pml_op_free(struct pml_step *step, const struct ir_stmt *stmt)
{
	const char *cell = expr(step, stmt->args[0]);

	free_access(step, "", cell, where(step, stmt));
	pml_check_none_late(step, cell, where(step, stmt));
	pml_merge_check(step, NULL, NULL, NULL);
	gd_out_line(step->out, "free_cell(%s);", cell);
	gd_out_line(step->out, "printf(\"@ free object=%%d where=%s\\n\", SHOWN(%s));",
	    where(step, stmt), cell);
	pml_set_add(step->model, step->writes, PML_CELL_LIVE, 0);
	pml_set_add(step->model, step->writes, PML_CELL_SLOTS, 0);
	for (size_t i = 0; i < step->model->spec->meta_count; i++)
		pml_set_add(step->model, step->writes, PML_CELL_META, i);
}

/* The runtime stops the program then. */
static void check_use(struct pml_step *step, const struct ir_stmt *stmt, enum pml_mistake mistake,
    const char *name)
{
	gd_out_line(step->out,
	    "WHEN(%s, printf(\"@ fail property=" PML_USE_PREFIX "%s binding=- "
	    "where=%s\\n\"); FAIL(FAILED_ASSERT));",
	    pml_mistake(step->model, mistake), name, where(step, stmt));
}

/* Requests the stop.  The step that continues waits for ALL_STOPPED.  Another unit may use
 * ALL_STOPPED to open a bucket, and resume before this one continues.  Then the stop is over for
 * this one, too. */
void pml_op_stop(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_use(step, stmt, PML_MISTAKE_stop, "stop");
	pml_pass(step->model, step->out, PML_RULE_stop, &(struct pml_it){ 0 }, step->writes);
	if (step->model->stops_differ)
		gd_out_line(step->out, "stop_releases = %s;",
		    ir_releases(stmt->order) ? "true" : "false");
	gd_out_line(step->out, "printf(\"@ stop where=%s\\n\");", where(step, stmt));
}

void pml_op_resume(struct pml_step *step, const struct ir_stmt *stmt)
{
	check_use(step, stmt, PML_MISTAKE_resume, "resume");
	for (size_t i = 0; i < step->model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &step->model->kinds[i];

		if (!kernel->asserts_stopped)
			continue;
		gd_out_line(step->out, "WHEN(units_%s > 0, FAIL(FAILED_FOLD));", kernel->name);
	}
	pml_pass(step->model, step->out, PML_RULE_resume, &(struct pml_it){ 0 }, step->writes);
	gd_out_line(step->out, "printf(\"@ resume where=%s\\n\");", where(step, stmt));
}

static void phase(struct pml_step *step, const struct ir_stmt *stmt, int on)
{
	if (ir_only_stopped(step->model->spec, stmt->phase))
		check_use(step, stmt, PML_MISTAKE_phase, "phase");
	gd_out_line(step->out, "set_%s(%d);", stmt->phase->name, on);
	gd_out_line(step->out, "printf(\"@ phase phase=%s on=%d where=%s\\n\");", stmt->phase->name,
	    on, where(step, stmt));
	pml_set_add(step->model, step->writes, PML_CELL_PHASE, stmt->phase->index);
}

void pml_op_begin_phase(struct pml_step *step, const struct ir_stmt *stmt)
{
	phase(step, stmt, 1);
}

void pml_op_end_phase(struct pml_step *step, const struct ir_stmt *stmt)
{
	phase(step, stmt, 0);
}

void pml_op_assert(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_reach_now(step, stmt->args[0]);
	gd_out_line(step->out,
	    "WHEN(!%s, printf(\"@ fail property=" PML_ASSERT_PREFIX
	    "%s binding=- where=%s\\n\"); FAIL(FAILED_ASSERT));",
	    expr(step, stmt->args[0]), stmt->name ? stmt->name : "", where(step, stmt));
}

void pml_op_request(struct pml_step *step, const struct ir_stmt *stmt)
{
	pml_pass(step->model, step->out, PML_RULE_request, &(struct pml_it){ .cycle = stmt->cycle },
	    step->writes);
	gd_out_line(step->out, "printf(\"@ collect cycle=%s\\n\");", stmt->cycle->name);
}

/* The observer's, so it belongs to the step of the statement before. */
void pml_op_ghost(struct pml_step *step, const struct ir_stmt *stmt)
{
	if (!pml_reads_ghost(step->model, stmt->ghost)) {
		gd_out_line(step->out, "skip;");
		return;
	}
	pml_reach_now(step, stmt->args[0]);
	check_fits(step, stmt, stmt->ghost->name, &stmt->ghost->type, stmt->args[0]);
	gd_out_line(step->out, "ghost_%s = %s;", stmt->ghost->name, expr(step, stmt->args[0]));
	gd_out_line(step->out, "printf(\"@ ghost ghost=%s value=%%d where=%s\\n\", ghost_%s);",
	    stmt->ghost->name, where(step, stmt), stmt->ghost->name);
	pml_set_add(step->model, step->writes, PML_CELL_GHOST, stmt->ghost->index);
}
