/* operators.c: operators.def as a table, and what operators mean. */
#include "compiler/base/operators.h"

#include <limits.h>
#include <stddef.h>

/* Sums in a specification cannot overflow `long', because a file cannot be long enough. */
static long sum(long a, long b)
{
	long result;

	return __builtin_add_overflow(a, b, &result) ? a < 0 ? LONG_MIN : LONG_MAX : result;
}

#define OPERATOR(name, spelling, key, form, family, use, level, target, meaning)                   \
	static long meaning_of_##name(long a, long b)                                              \
	{                                                                                          \
		(void)a;                                                                           \
		(void)b;                                                                           \
		return meaning;                                                                    \
	}
#include "compiler/base/operators.def"

const struct gd_operator_info gd_operator_info[GD_OPERATOR_COUNT] = {
#define OPERATOR(name, spelling, key, form, family, use, level, target, meaning)                   \
	[GD_OPERATOR_##name] = { spelling, key, GD_FORM_##form, GD_FAMILY_##family, GD_USE_##use,  \
		GD_LEVEL_##level, target, meaning_of_##name },
#include "compiler/base/operators.def"
};
