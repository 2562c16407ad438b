/* property-json.c: how the property stands, and what breaks it, as JSON (doc/events.md). */
#include "promela-backend/trail/property-json.h"

#include "trace/marks-json.h"

static json_t *atoms_json(const struct trail_atoms *atoms)
{
	json_t *all = json_object();

	for (size_t i = 0; i < atoms->count; i++)
		json_object_set_new(all, atoms->at[i].name, json_string(atoms->at[i].value));
	return all;
}

static json_t *span_json(const struct trail_broken *broken)
{
	json_t *span = marks_place_json(
	    &(struct marks_place){ broken->where.path, broken->where.line, broken->where.column });

	if (broken->where.path && broken->loc.end_line) {
		json_object_set_new(span, "end_line", json_integer(broken->loc.end_line));
		json_object_set_new(span, "end_column", json_integer(broken->loc.end_column));
	}
	return span;
}

static json_t *given_json(const struct trail_broken *broken)
{
	json_t *all = json_array();

	for (size_t i = 0; i < broken->given_count; i++)
		json_array_append_new(all,
		    json_pack("{s:s, s:o, s:o}", "text", broken->given[i].text, "values",
			atoms_json(&broken->given[i].values), "since",
			broken->given[i].since < 0 ? json_null()
						   : json_integer(broken->given[i].since)));
	return all;
}

json_t *trail_broken_json(const struct trail_broken *broken)
{
	if (!broken)
		return json_null();
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:b}", "text", broken->text,
	    "where", span_json(broken), "binding", marks_text_json(broken->binding), "values",
	    atoms_json(&broken->values), "given", given_json(broken), "step",
	    (json_int_t)broken->step, "since",
	    broken->since < 0 ? json_null() : json_integer(broken->since), "until",
	    marks_text_json(broken->until), "never", broken->never);
}

json_t *trail_property_json(const struct trail_property *property)
{
	static const char *const names[] = { [TRAIL_HOLDS] = "holds",
		[TRAIL_WAITING] = "waiting",
		[TRAIL_BROKEN] = "broken" };
	json_t *waits = json_array();

	for (size_t i = 0; i < property->wait_count; i++)
		json_array_append_new(waits,
		    json_pack("{s:s, s:o, s:I}", "for", property->waits[i].expected, "binding",
			marks_text_json(property->waits[i].binding), "since",
			(json_int_t)property->waits[i].since));
	if (property->state == TRAIL_UNKNOWN) {
		json_decref(waits);
		return json_null();
	}
	return json_pack("{s:s, s:I, s:o}", "state", names[property->state], "since",
	    (json_int_t)property->since, "waits", waits);
}
