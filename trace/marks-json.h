/* marks-json.h: waiting stores and marks as a step of a trace has them (doc/events.md). */
#ifndef TRACE_MARKS_JSON_H
#define TRACE_MARKS_JSON_H

#include <jansson.h>
#include "trace/marks.h"

enum { TRACE_VERSION = 2 };

json_t *marks_waiting_json(const struct marks_store *const *stores, size_t count);
json_t *marks_red_json(const struct marks_red *red, size_t count);
/* {"file", "line", "column"}, or null. */
json_t *marks_place_json(const struct marks_place *place);
json_t *marks_text_json(const char *text_or_null);

#endif
