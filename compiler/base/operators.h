/* operators.h: what operators.def says of each operator. */
#ifndef GD_OPERATORS_H
#define GD_OPERATORS_H

#include <stdbool.h>

enum gd_operator {
#define OPERATOR(name, ...) GD_OPERATOR_##name,
#include "compiler/base/operators.def"
	GD_OPERATOR_COUNT
};
enum gd_level { /* how tightly an operator binds, loosest first */
	GD_LEVEL_FORMULA,
	GD_LEVEL_IMPLIES,
	GD_LEVEL_UNTIL,
	GD_LEVEL_OR,
	GD_LEVEL_AND,
	GD_LEVEL_NOT,
	GD_LEVEL_COMPARE,
	GD_LEVEL_ADD,
	GD_LEVEL_NEGATE,
	GD_LEVEL_ATOM
};
enum gd_form { GD_FORM_PREFIX, GD_FORM_INFIX, GD_FORM_BINDER };
enum gd_family {
	GD_FAMILY_NONE, /* not an operator */
	GD_FAMILY_LOGIC,
	GD_FAMILY_COMPARISON,
	GD_FAMILY_ARITHMETIC,
	GD_FAMILY_TEMPORAL,
	GD_FAMILY_QUANTIFIER
};
enum gd_use { GD_USE_ANYWHERE, GD_USE_PROPERTY };

struct gd_operator_info {
	const char *spelling, *key;
	enum gd_form form;
	enum gd_family family;
	enum gd_use use;
	enum gd_level level;
	const char *target;
	long (*meaning)(long a, long b);
};
extern const struct gd_operator_info gd_operator_info[GD_OPERATOR_COUNT];

#endif
