/* marks-json.c: waiting stores and marks as JSON. */
#include "trace/marks-json.h"

enum { LONGEST = 4 }; /* character of UTF-8, in bytes */

/* Names of files may have any bytes, and JSON is UTF-8: each byte that is not UTF-8 becomes U+FFFD. */
static json_t *mended(const char *text)
{
	json_t *whole = json_string(""), *piece, *joined;

	while (*text) {
		size_t length = 1;

		/* the shortest piece that is UTF-8 is a character */
		for (piece = NULL; length <= LONGEST && text[length - 1]; length++)
			if ((piece = json_stringn(text, length)))
				break;
		if (!piece) {
			piece = json_string("\xef\xbf\xbd");
			length = 1;
		}
		joined = json_sprintf("%s%s", json_string_value(whole), json_string_value(piece));
		json_decref(whole);
		json_decref(piece);
		whole = joined;
		text += length;
	}
	return whole;
}

json_t *marks_text_json(const char *text)
{
	json_t *string = text ? json_string(text) : json_null();

	return string ? string : mended(text);
}

json_t *marks_place_json(const struct marks_place *place)
{
	if (!place->file)
		return json_null();
	return json_pack("{s:o, s:i, s:i}", "file", marks_text_json(place->file), "line",
	    (int)place->line, "column", (int)place->column);
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
