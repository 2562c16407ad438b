/* json-internal.h: what the parts that write JSON share. */
#ifndef IR_JSON_INTERNAL_H
#define IR_JSON_INTERNAL_H

#include <jansson.h>

#include "compiler/ir/dump.h"

struct writer {
	struct gd_arena *arena;
	const struct ir_spec *spec;
};

/* Members are written in the order in which they are set.  If memory runs out, jansson does nothing
 * and returns NULL, which ir_dump_json notices at the end. */
static inline void set(json_t *object, const char *key, json_t *value)
{
	if (value)
		json_object_set_new(object, key, value);
}

/* The JSON of a member (members.def); NULL: none.  A file that writes statements needs a function
 * stmts_json. */
#define JSON_NAMED(w, of, member)  (of)->member ? json_string((of)->member->name) : NULL
#define JSON_WORD(w, of, member)   (of)->member ? json_string((of)->member) : NULL
#define JSON_NUMBER(w, of, member) (of)->member ? json_integer((of)->member) : NULL
#define JSON_CONST(w, of, member)  ir_json_const(of)
#define JSON_TAG(w, of, member)    (of)->type.kind == IR_TAGS ? json_integer((of)->member) : NULL
#define JSON_ORDER(w, of, member)  json_string(ir_order_name[(of)->member])
#define JSON_DOMAIN(w, of, member) json_string(ir_domain_name[(of)->member])
#define JSON_PLACE(w, of, member)  (of)->member ? ir_json_place(w, (of)->member) : NULL
#define JSON_ARGS(w, of, member)   (of)->member[0] ? ir_json_exprs(w, (of)->member, 2) : NULL
#define JSON_UNITS(w, of, member)  ir_json_exprs(w, (of)->member, (of)->unit_count)
#define JSON_BODY(w, of, member)   stmts_json(w, (of)->member)
#define JSON_ELSE(w, of, member)   (of)->member ? stmts_json(w, (of)->member) : NULL

json_t *ir_json_loc(const struct gd_loc *loc); /* NULL: a built-in thing has no place */
json_t *ir_json_named(const char *name, const struct gd_loc *loc);
json_t *ir_json_type(const struct ir_type *type);
json_t *ir_json_const(const struct ir_expr *expr);
json_t *ir_json_place(struct writer *w, const struct ir_place *place);
json_t *ir_json_expr(struct writer *w, const struct ir_expr *expr);
json_t *ir_json_exprs(struct writer *w, const struct ir_expr *const *exprs, size_t count);
/* A formula has its text too, because most readers want that. */
json_t *ir_json_formula(struct writer *w, const struct ir_expr *expr);
json_t *ir_json_litmus(struct writer *w);

#endif
