/* marks-json.c: waiting stores and marks as JSON. */
#include "trace/marks-json.h"

json_t *marks_text_json(const char *text)
{
	return text ? json_string(text) : json_null();
}

json_t *marks_place_json(const struct marks_place *place)
{
	if (!place->file)
		return json_null();
	return json_pack("{s:s, s:i, s:i}", "file", place->file, "line", (int)place->line, "column",
	    (int)place->column);
}

json_t *marks_waiting_json(const struct marks_store *const *stores, size_t count)
{
	json_t *all = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(all,
		    json_pack("{s:I, s:s, s:s, s:o, s:o, s:I, s:o}", "store",
			(json_int_t)stores[i]->number, "thread", stores[i]->access.thread, "op",
			stores[i]->access.op, "location",
			marks_text_json(stores[i]->access.location), "value",
			marks_text_json(stores[i]->access.stored), "began",
			(json_int_t)stores[i]->began, "where",
			marks_place_json(&stores[i]->access.where)));
	return all;
}

json_t *marks_red_json(const struct marks_red *red, size_t count)
{
	json_t *all = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(all,
		    json_pack("{s:I, s:s%, s:s, s:s, s:o, s:s}", "store",
			(json_int_t)red[i].store->number, "rule", &red[i].rule, (size_t)1, "thread",
			red[i].thread, "op", red[i].op, "location",
			marks_text_json(red[i].location), "why", red[i].why));
	return all;
}
