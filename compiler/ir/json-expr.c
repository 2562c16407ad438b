/* json-expr.c: places, types, names and expressions for tools. */
#include "compiler/ir/json-internal.h"

json_t *ir_json_loc(const struct gd_loc *loc)
{
	if (!loc->line)
		return NULL;
	return json_pack("{s:s?,s:i,s:i,s:i,s:i}", "file", loc->source ? loc->source->path : NULL,
	    "line", (int)loc->line, "column", (int)loc->column, "end_line", (int)loc->end_line,
	    "end_column", (int)loc->end_column);
}

json_t *ir_json_named(const char *name, const struct gd_loc *loc)
{
	json_t *object = json_pack("{s:s}", "name", name);

	if (loc)
		set(object, "at", ir_json_loc(loc));
	return object;
}

json_t *ir_json_type(const struct ir_type *type)
{
	static const char *const names[] = { [IR_BOOL] = "bool",
		[IR_INT] = "int",
		[IR_TAGS] = "tags",
		[IR_REF] = "ref",
		[IR_MUTATOR] = "mutator",
		[IR_SLOT] = "slot",
		[IR_REGION] = "region" };
	json_t *object = json_pack("{s:s}", "type",
	    type->kind == IR_BOOL && type->is_bit ? "bit" : names[type->kind]);
	json_t *tags;

	if (type->kind == IR_REGION)
		set(object, "region", json_string(type->region->name));
	if (type->kind == IR_INT) {
		set(object, "low", json_integer(type->low));
		set(object, "high", json_integer(type->high));
	}
	if (type->kind == IR_TAGS || ir_is_tagged(type)) {
		tags = json_array();
		for (size_t i = 0; i < type->tag_count; i++)
			if (type->tags[i])
				json_array_append_new(tags, json_string(type->tags[i]));
		set(object, "tags", tags);
	}
	return object;
}

/* ----------------------------------------------------------------- expressions */
json_t *ir_json_exprs(struct writer *w, const struct ir_expr *const *exprs, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count && exprs[i]; i++)
		json_array_append_new(array, ir_json_expr(w, exprs[i]));
	return array;
}

json_t *ir_json_const(const struct ir_expr *expr)
{
	if (expr->type.kind == IR_TAGS && (size_t)expr->number < expr->type.tag_count)
		return json_string(expr->type.tags[expr->number]);
	if (expr->type.kind == IR_REF && expr->number < 0)
		return expr->number == IR_NO_OBJECT
		    ? json_null()
		    : json_string(ir_tag_of(&expr->type, expr->number));
	if (expr->type.kind == IR_BOOL && !expr->type.is_bit)
		return json_boolean(expr->number);
	return json_integer(expr->number);
}

json_t *ir_json_expr(struct writer *w, const struct ir_expr *expr)
{
	json_t *object = json_pack("{s:s}", "expr", ir_expr_info[expr->kind].key);

#define IR_EXPR_MEMBER(NAME, member, key, what)                                                    \
	if (ir_expr_has(expr, IR_EXPR_HAS_##NAME))                                                 \
		set(object, key, JSON_##what(w, expr, member));
#include "compiler/ir/members.def"
	return object;
}

json_t *ir_json_place(struct writer *w, const struct ir_place *place)
{
	json_t *object = json_object();

	if (place->kind == IR_PLACE_SLOT) {
		set(object, "slot", json_string(place->slot->name));
		return object;
	}
	set(object, "object", ir_json_expr(w, place->object));
	if (place->from)
		set(object, "from", ir_json_expr(w, place->from));
	if (place->kind == IR_PLACE_LIKE) {
		set(object, "like", json_string(place->slot->name));
		return object;
	}
	if (place->kind == IR_PLACE_META) {
		set(object, "metadata", json_string(place->meta->name));
	} else {
		set(object, "group", json_string(place->group->name));
		set(object, "index", ir_json_expr(w, place->index));
	}
	return object;
}

json_t *ir_json_formula(struct writer *w, const struct ir_expr *expr)
{
	json_t *object = ir_json_expr(w, expr);

	set(object, "text", json_string(ir_expr_text(w->arena, expr)));
	return object;
}
