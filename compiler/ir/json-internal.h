/* json-internal.h: what the parts that write JSON share. */
#ifndef IR_JSON_INTERNAL_H
#define IR_JSON_INTERNAL_H

#include <jansson.h>

#include "compiler/ir/dump.h"

struct writer {
	struct gd_arena *arena;
	const struct ir_spec *spec;
};

/* Members are written in the order in which they are set.  jansson returns NULL
 * and does nothing where memory runs out, which ir_dump_json sees at the end. */
static inline void set(json_t *object, const char *key, json_t *value)
{
	if (value)
		json_object_set_new(object, key, value);
}

json_t *ir_json_loc(const struct gd_loc *loc); /* NULL: what is built in */
json_t *ir_json_named(const char *name, const struct gd_loc *loc);
json_t *ir_json_type(const struct ir_type *type);
json_t *ir_json_const(const struct ir_expr *expr);
json_t *ir_json_place(struct writer *w, const struct ir_place *place);
json_t *ir_json_expr(struct writer *w, const struct ir_expr *expr);
json_t *ir_json_exprs(struct writer *w, const struct ir_expr *const *exprs, size_t count);
/* A formula also as text, which is what most readers want. */
json_t *ir_json_formula(struct writer *w, const struct ir_expr *expr);
json_t *ir_json_litmus(struct writer *w);

#endif
