/* reached.c: which places of the specification an exploration comes to. */
#include "tests/differential/semantics/reader.h"

#include <jansson.h>

struct sx_reached *sx_reached_at(struct sx_spec *spec, const struct json_t *object,
    enum sx_reached_what what)
{
	const json_t *at = json_object_get(object, "at");
	struct sx_reached *reached = GD_NEW(spec->arena, struct sx_reached);

	reached->what = what;
	reached->line = (unsigned)json_integer_value(json_object_get(at, "line"));
	reached->column = (unsigned)json_integer_value(json_object_get(at, "column"));
	GD_PUSH(spec->arena, spec->reached, reached);
	return reached;
}

void sx_reach(struct sx_reached *reached)
{
	if (reached)
		reached->is = true;
}

void sx_forget_reached(const struct sx_spec *spec)
{
	for (size_t i = 0; i < spec->reached.count; i++)
		spec->reached.at[i]->is = false;
}
