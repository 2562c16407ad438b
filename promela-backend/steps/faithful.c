/* faithful.c: the property `faithful': a mutator finds what it would find without a collector.
 *
 * Note [A heap without a collector]: the model has a second heap, `meant' (support/faithful.pml), which the
 * collector never touches.  What the program stores is stored there in the same step, and what it reads is
 * compared: a slot must hold the object that it would hold, a word the number; and a root that a mutator uses must
 * hold the object that it would.  After a comparison without a failure both are the same, so what is
 * put into a root is put there from the real one.
 *
 * Under weak memory several values may be right.  Those that the second heap gives are right: each store
 * waits in its window together with its counterpart, so the second heap is one that the memory model gives to
 * the program without a collector, in the run in which its stores reach memory at the same moments.  A collector
 * only adds moments at which stores must have reached memory, and never forbids one.  So a difference is a
 * mistake of the collector, and without one there is none.
 *
 * Note [Racing loads]: where a barrier answers before each load, others may store between the barrier and the load.
 * If the store reaches memory there, the load may find what was there before: it goes on beside the store, and the run
 * in which it comes first has the same outcome.  So each load under way keeps what it would have found before
 * each such store of another mutator, as bits: bit v for the object, or the number, v.  Numbers that are equal modulo
 * 32 have the same bit.
 *
 * While a cell is allocated the identity of its object is the number of the cell.  References to an object whose
 * cell was freed are LOST.  An object of which some reference is lost is one that the program could still
 * reach, so using this reference counts as a failure even if the cell, which another object may have by now, holds what
 * the lost one held.  Compared by: tests/differential (semantics: the explorer has identities that are never used
 * again, and keeps all that the program can reach). */
#include "promela-backend/steps/faithful.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/failure.h"

const char *pml_origin(struct pml_model *model, const char *object)
{
	return gd_arena_printf(model->arena, "ORIGIN(%s)", object);
}

/* --------------------------------------------------------------------- failures */
/* WHAT: a slot or word, which was loaded; MEANT: what would be there. */
static struct pml_line failure(struct pml_model *model, const char *what, const char *meant,
    struct gd_loc loc)
{
	return PML_LINE(model, fail, .property = pml_text("faithful"), .binding = pml_text("-"),
	    .meta = pml_text(what), .value = pml_number(meant), .where = pml_at(model, loc));
}

static struct pml_line failure_of_root(struct pml_model *model, const char *at, struct gd_loc loc)
{
	return PML_LINE(model, fail, .property = pml_text("faithful"), .binding = pml_text("-"),
	    .root = pml_number(gd_arena_printf(model->arena, "%s - FIRST_ROOT", at)),
	    .meta = pml_text("root"),
	    .value = pml_number(gd_arena_printf(model->arena, "SHOWN_MEANT(MEANT(%s))", at)),
	    .where = pml_at(model, loc));
}

void pml_use_root(struct pml_code *code, const char *at, struct gd_loc loc)
{
	struct pml_model *model = code->model;

	if (!pml_is_faithful(model))
		return;
	pml_breach_when(code, IR_FAITHFUL,
	    gd_arena_printf(model->arena, "!IS_MEANT(mem_peek(%s), MEANT(%s))", at, at),
	    failure_of_root(model, at, loc));
}

/* The text of what the load of WHO would find at AT. */
static const char *would_find(struct pml_model *model, const char *who, const char *at)
{
	return model->windows ? gd_arena_printf(model->arena, "MEANT_SEEN(%s, %s)", who, at)
			      : gd_arena_printf(model->arena, "MEANT(%s)", at);
}

bool pml_loads_race(const struct pml_model *model)
{
	return pml_is_faithful(model) && ir_redirects(model->spec, IR_BEFORE_LOAD) &&
	    model->mutators > 1;
}

static const char *unless_raced(struct pml_model *model, const char *who, const char *found)
{
	return pml_loads_race(model)
	    ? gd_arena_printf(model->arena, " && !MEANT_RACED(%s, %s)", who, found)
	    : "";
}

void pml_found_as_meant(struct pml_code *code, const char *who, const char *at, bool word,
    struct gd_loc loc)
{
	struct pml_model *model = code->model;
	const char *meant;

	if (!pml_is_faithful(model))
		return;
	meant = would_find(model, who, at);
	if (word)
		pml_breach_when(code, IR_FAITHFUL,
		    gd_arena_printf(model->arena, "x_found != %s%s", meant,
			unless_raced(model, who, "x_found")),
		    failure(model, "word", meant, loc));
	else
		pml_breach_when(code, IR_FAITHFUL,
		    gd_arena_printf(model->arena, "!IS_MEANT(x_found, %s)%s", meant,
			unless_raced(model, who, "ORIGIN(x_found)")),
		    failure(model, "slot", gd_arena_printf(model->arena, "SHOWN_MEANT(%s)", meant),
			loc));
}

/* ------------------------------------------------------------------------ stores */
void pml_mean_store(struct pml_code *code, const char *who, const char *at, const char *value)
{
	if (!pml_is_faithful(code->model))
		return;
	if (code->model->windows)
		PML_DO(code, mean_held, .who = who, .at = at, .value = value);
	else if (pml_loads_race(code->model))
		PML_DO(code, mean_racing, .who = who, .at = at, .value = value);
	else
		PML_DO(code, mean, .at = at, .value = value);
}

void pml_mean_root(struct pml_code *code, const char *at, const char *value)
{
	if (pml_is_faithful(code->model))
		PML_DO(code, mean, .at = at, .value = pml_origin(code->model, value));
}

void pml_mean_operation(struct pml_code *code, const char *who, const char *object,
    const char *value)
{
	if (pml_is_faithful(code->model))
		PML_DO(code, mean_operands, .who = who, .object = pml_origin(code->model, object),
		    .value = value ? pml_origin(code->model, value) : "NIL");
}

void pml_mean_load(struct pml_code *code, const char *at)
{
	if (pml_loads_race(code->model))
		PML_DO(code, mean_load, .who = "x_who", .at = at);
}

static void end_operation(struct pml_code *code)
{
	PML_DO(code, mean_operands, .who = "x_who", .object = "NIL", .value = "NIL");
	if (pml_loads_race(code->model))
		PML_DO(code, mean_load_over, .who = "x_who");
}

/* The object may have been lost since the operation began. */
void pml_mean_stored(struct pml_code *code, const char *at)
{
	struct pml_model *model = code->model;
	const char *meant = gd_arena_printf(model->arena,
	    "SLOT_OF(meant_object[x_who], (%s - FIRST_SLOT) %% SLOTS_PER_OBJECT)", at);

	if (!pml_is_faithful(model))
		return;
	pml_if(code);
	pml_case(code, "meant_object[x_who] != LOST");
	if (ir_exchange(model->spec)) /* it is in memory at once */
		PML_DO(code, mean, .at = meant, .value = "meant_value[x_who]");
	else
		pml_mean_store(code, "x_who", meant, "meant_value[x_who]");
	pml_last(code);
	pml_else_skip(code);
	pml_end(code);
	end_operation(code);
}

/* The object that the operation began with is the one in x_object. */
void pml_redirected_as_meant(struct pml_code *code, struct gd_loc loc)
{
	struct pml_model *model = code->model;

	if (!pml_is_faithful(model))
		return;
	pml_breach_when(code, IR_FAITHFUL,
	    gd_arena_printf(model->arena, "%s != meant_object[x_who]",
		pml_origin(model, "x_object")),
	    failure(model, "object", "SHOWN_MEANT(meant_object[x_who])", loc));
}

void pml_mean_over(struct pml_code *code)
{
	if (pml_is_faithful(code->model))
		end_operation(code);
}

void pml_mean_rooted(struct pml_code *code, const char *at)
{
	if (!pml_is_faithful(code->model))
		return;
	PML_DO(code, mean, .at = at, .value = "meant_object[x_who]");
	end_operation(code);
}
