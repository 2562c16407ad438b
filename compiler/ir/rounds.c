/* rounds.c: loops over the slots of an object, with their rounds written out.
 *
 *	for s in o.field { let c = load(s);  … }    becomes    let c = load(o.field[0]);  …  let c = load(o.field[1]);  …
 *
 * In a scenario all objects have equally many slots.  So the rounds are known, and with them the address of each access:
 * machines know it before the round, too.  Loops over data words are written out when the IR is made
 * (lower-stmt.c).
 *
 * A loop stays if it does something else with its variable than to access its location, such as to emit a unit about it;
 * if it loads none of its slots; if its body gives the object's variable another value; or if objects have no such slot. */
#include "compiler/ir/ir.h"
#include "compiler/ir/walk.h"

/* In a copy, the location that VAR denotes is OBJECT . GROUP [ INDEX ]. */
struct round {
	const struct round *around; /* NULL: there is no other */
	const struct ir_var *var;
	const struct ir_expr *object, *index;
	const struct ir_group *group;
};

static bool is_named(const struct ir_expr *expr, const void *var)
{
	return expr->var == var || (expr->place && expr->place->slot == var);
}

static bool loads(const struct ir_stmt *stmt, const void *var)
{
	return stmt->op == IR_OP_load && stmt->place->kind == IR_PLACE_SLOT &&
	    stmt->place->slot == var;
}

static bool sets(const struct ir_stmt *stmt, const void *var)
{
	return stmt->dst == var;
}

static bool is_written_out(const struct ir_stmt *stmt, const void *about)
{
	const struct ir_scenario *scenario = about;
	const struct ir_expr *of = stmt->args[0];

	return stmt->op == IR_OP_for && stmt->domain == IR_DOMAIN_SLOTS && of->kind == IR_VAR &&
	    scenario->group_size[stmt->group->index] && ir_list_any(stmt->body, loads, stmt->dst) &&
	    !ir_list_any_expr(stmt->body, is_named, stmt->dst) &&
	    !ir_list_any(stmt->body, sets, of->var);
}

static const struct ir_place *place_in(struct gd_arena *arena, const struct ir_place *place,
    const struct round *round)
{
	struct ir_place *there;

	while (round && place && round->var != place->slot)
		round = round->around;
	if (!round || !place)
		return place;
	there = GD_NEW(arena, struct ir_place);
	*there = *place;
	there->kind = IR_PLACE_FIELD;
	there->slot = NULL;
	there->group = round->group;
	there->index = round->index;
	if (place->kind == IR_PLACE_SLOT)
		there->object = round->object;
	return there;
}

/* What begins with a statement that INNER begins with, and OUTER as well. */
static const struct ir_begun *join(struct gd_arena *arena, const struct ir_begun *inner,
    const struct ir_begun *outer)
{
	struct ir_begun *begun;

	if (!inner)
		return outer;
	begun = GD_NEW(arena, struct ir_begun);
	*begun = (struct ir_begun){ inner->point, join(arena, inner->outer, outer) };
	return begun;
}

/* Copies LIST to where END points to.  Returns where the next statement belongs. */
static struct ir_stmt **copy(struct gd_arena *arena, const struct ir_stmt *list,
    const struct ir_scenario *scenario, const struct round *round, struct ir_stmt **end);

static struct ir_stmt **copy_rounds(struct gd_arena *arena, const struct ir_stmt *loop,
    const struct ir_scenario *scenario, const struct round *around, struct ir_stmt **end)
{
	size_t count = scenario->group_size[loop->group->index];
	struct ir_stmt **first = end;

	for (size_t i = 0; i < count; i++) {
		struct ir_expr *index = GD_NEW(arena, struct ir_expr);
		struct round round = { around, loop->dst, loop->args[0], index, loop->group };

		*index = (struct ir_expr){ .kind = IR_CONST,
			.loc = loop->loc,
			.type = { .kind = IR_INT, .low = (long)i, .high = (long)i },
			.number = (long)i };
		end = copy(arena, loop->body, scenario, &round, end);
	}
	(*first)->begins = join(arena, (*first)->begins, loop->begins);
	return end;
}

static struct ir_stmt **copy(struct gd_arena *arena, const struct ir_stmt *list,
    const struct ir_scenario *scenario, const struct round *round, struct ir_stmt **end)
{
	for (; list; list = list->next) {
		struct ir_stmt *stmt;

		if (is_written_out(list, scenario)) {
			end = copy_rounds(arena, list, scenario, round, end);
			continue;
		}
		stmt = *end = GD_NEW(arena, struct ir_stmt);
		*stmt = *list;
		stmt->place = place_in(arena, list->place, round);
		*copy(arena, list->body, scenario, round, &stmt->body) = NULL;
		*copy(arena, list->otherwise, scenario, round, &stmt->otherwise) = NULL;
		end = &stmt->next;
	}
	return end;
}

struct ir_stmt *ir_with_rounds(struct gd_arena *arena, struct ir_stmt *list,
    const struct ir_scenario *scenario)
{
	struct ir_stmt *copied = NULL;

	if (!ir_list_any(list, is_written_out, scenario))
		return list;
	*copy(arena, list, scenario, NULL, &copied) = NULL;
	return copied;
}
