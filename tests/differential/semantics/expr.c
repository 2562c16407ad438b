/* expr.c: expressions and locations, from JSON. */
#include "tests/differential/semantics/reader.h"

#include <string.h>

static const char *const ops[E_OPS] = { [E_CONST] = "const",
	[E_VAR] = "var",
	[E_NOT] = "not",
	[E_NEGATE] = "negate",
	[E_AND] = "and",
	[E_OR] = "or",
	[E_EQ] = "==",
	[E_NE] = "!=",
	[E_LT] = "<",
	[E_LE] = "<=",
	[E_GT] = ">",
	[E_GE] = ">=",
	[E_ADD] = "+",
	[E_SUB] = "-",
	[E_IMPLIES] = "implies",
	[E_DRAINED] = "drained",
	[E_IDLE] = "idle",
	[E_EMPTY] = "empty",
	[E_OPEN] = "open",
	[E_IN_PHASE] = "in_phase",
	[E_IN_CYCLE] = "in_cycle",
	[E_REQUESTED] = "requested",
	[E_ALL_STOPPED] = "all_stopped",
	[E_GHOST] = "ghost",
	[E_PEEK] = "peek",
	[E_FREED] = "freed",
	[E_REACHABLE] = "reachable",
	[E_PENDING] = "pending",
	[E_SAME_ORIGIN] = "same_origin",
	[E_IN_SPACE] = "in_space",
	[E_REGION_OF] = "region_of",
	[E_FORALL] = "forall",
	[E_EXISTS] = "exists",
	[E_ALWAYS] = "always",
	[E_EVENTUALLY] = "eventually",
	[E_UNTIL] = "until" };

/* Variables are identified by their names, which are unique in a kernel. */
unsigned sx_variable(struct scope *scope, const char *name, const char *type)
{
	struct code *code = scope->code;

	for (unsigned i = scope->first; i < code->var_count; i++)
		if (strcmp(code->var[i], name) == 0)
			return i;
	if (code->var_count == VARS) {
		sx_cannot(scope->spec, "more than %d variables", VARS);
		return 0;
	}
	code->var[code->var_count] = gd_arena_strdup(scope->spec->arena, name);
	code->is_ref[code->var_count] = strcmp(type, "ref") == 0;
	code->is_slot[code->var_count] = strcmp(type, "slot") == 0;
	return code->var_count++;
}

/* The number of a tag is its position in its type; a tag of references has none. */
static int constant(struct sx_spec *spec, const json_t *json)
{
	const json_t *value = json_object_get(json, "value");

	if (json_is_string(value) && !json_object_get(json, "position"))
		return sx_ref_tag(spec, json_string_value(value));
	if (json_is_string(value))
		value = json_object_get(json, "position");
	return json_is_integer(value) ? (int)json_integer_value(value) : json_is_true(value);
}

static void read_args(struct scope *scope, const json_t *json, struct expr *expr)
{
	const json_t *args = json_object_get(json, "args");

	for (size_t i = 0; i < json_array_size(args) && i < 2; i++)
		expr->args[i] = sx_read_expr(scope, json_array_get(args, i));
}

/* The subject of an expression.  If it should be a cycle and none is named, the first one. */
static void read_subject(struct scope *scope, const json_t *json, struct expr *expr)
{
	static const char *const domains[] = { "slots", "roots", "objects", "mutators", "expected",
		"regions" };
	static const char *const keys[] = { "bucket", "kind", "phase", "cycle", "ghost", "space" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (json_object_get(json, keys[i])) {
			expr->index = (unsigned)sx_named(scope->spec, json, keys[i]);
			expr->of_kind = strcmp(keys[i], "kind") == 0;
		}
	if (expr->op == E_FORALL || expr->op == E_EXISTS)
		expr->domain =
		    (enum domain)sx_word(scope->spec, domains, DOMAINS, sx_string(json, "domain"));
	if (json_object_get(json, "group"))
		expr->group = (unsigned)sx_named(scope->spec, json, "group");
	if (expr->op == E_VAR || expr->op == E_FORALL || expr->op == E_EXISTS)
		expr->index = sx_variable(scope, sx_string(json, "var"), "");
	if (expr->domain == IN_REGIONS && (expr->op == E_FORALL || expr->op == E_EXISTS)) {
		expr->of_sort = sx_named(scope->spec, json, "region");
		scope->code->region[expr->index] = expr->of_sort + 1;
	}
	if (expr->op == E_REGION_OF)
		expr->index = (unsigned)sx_named(scope->spec, json, "region");
	if (expr->op == E_PEEK)
		expr->place = sx_read_place(scope, json_object_get(json, "place"));
	scope->spec->has_identities |= expr->op == E_SAME_ORIGIN;
	if (expr->op == E_PENDING)
		expr->unit = sx_read_unit(scope, json_object_get(json, "unit"), &expr->unit_count);
}

const struct expr *sx_read_expr(struct scope *scope, const json_t *json)
{
	struct expr *expr = GD_NEW(scope->spec->arena, struct expr);
	const char *word = sx_string(json, "expr");

	if (strcmp(word, "null") == 0) {
		expr->value = -1;
		return expr;
	}
	expr->op = (enum expr_op)sx_word(scope->spec, ops, E_OPS, word);
	if (expr->op == E_CONST)
		expr->value = constant(scope->spec, json);
	if (expr->op == E_IN_CYCLE && !json_object_get(json, "cycle"))
		sx_cannot(scope->spec, "`in_cycle' names no cycle");
	read_subject(scope, json, expr);
	read_args(scope, json, expr);
	if (expr->op == E_REGION_OF)
		expr->of_sort = sx_sort_of(scope->code, expr->args[0]);
	return expr;
}

const struct expr *const *sx_read_unit(struct scope *scope, const json_t *json, unsigned *count)
{
	const struct expr **unit;

	*count = (unsigned)json_array_size(json);
	unit = GD_NEW_ARRAY(scope->spec->arena, const struct expr *, *count + 1);
	for (unsigned i = 0; i < *count; i++)
		unit[i] = sx_read_expr(scope, json_array_get(json, i));
	return unit;
}

/* Whether NAME is the slot of a round that is written out: then PLACE becomes its place.  LIKE: in the object of PLACE. */
static bool is_of_round(const struct scope *scope, const char *name, bool like, struct place *place)
{
	const struct written_round *round = scope->round;

	while (round && strcmp(round->name, name) != 0)
		round = round->around;
	if (!round)
		return false;
	place->kind = AT_FIELD;
	place->group = round->group;
	place->index = round->index;
	if (!like)
		place->object = round->object;
	return true;
}

struct place sx_read_place(struct scope *scope, const json_t *json)
{
	struct place place = { .kind = NO_PLACE };

	if (!json)
		return place;
	if (json_object_get(json, "slot")) {
		if (is_of_round(scope, sx_string(json, "slot"), false, &place))
			return place;
		place.kind = AT_SLOT;
		place.var = sx_variable(scope, sx_string(json, "slot"), "slot");
		return place;
	}
	place.object = sx_read_expr(scope, json_object_get(json, "object"));
	if (json_object_get(json, "from"))
		place.from = sx_read_expr(scope, json_object_get(json, "from"));
	if (json_object_get(json, "like") &&
	    is_of_round(scope, sx_string(json, "like"), true, &place))
		return place;
	if (json_object_get(json, "like")) {
		place.kind = AT_LIKE;
		place.var = sx_variable(scope, sx_string(json, "like"), "slot");
	} else if (json_object_get(json, "metadata")) {
		place.kind = AT_META;
		place.meta = (unsigned)sx_named(scope->spec, json, "metadata");
	} else {
		place.kind = AT_FIELD;
		place.group = (unsigned)sx_named(scope->spec, json, "group");
		place.index = sx_read_expr(scope, json_object_get(json, "index"));
	}
	return place;
}
