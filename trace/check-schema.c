/* check-schema.c: the members of each line, and their types. */
#include "trace/check-internal.h"

#include <string.h>

#include "trace/marks-json.h"

enum {
	TEXT = 1 << JSON_STRING,
	WHOLE = 1 << JSON_INTEGER,
	YES_NO = 1 << JSON_TRUE | 1 << JSON_FALSE,
	LIST = 1 << JSON_ARRAY,
	OBJECT = 1 << JSON_OBJECT,
	NOTHING = 1 << JSON_NULL,
	NEW = 1 << 16 /* traces of earlier releases do not have it */
};
struct member {
	const char *name;
	unsigned types;
	const struct member *of; /* of an object, or of the elements of a list */
};

static const struct member place[] = { { "file", TEXT, NULL }, { "line", WHOLE, NULL },
	{ "column", WHOLE, NULL }, { NULL, 0, NULL } };
static const struct member thread[] = { { "name", TEXT, NULL }, { "role", TEXT, NULL },
	{ NULL, 0, NULL } };
static const struct member unit[] = { { "kind", TEXT, NULL }, { "unit", TEXT, NULL },
	{ "buffer", TEXT | NOTHING, NULL }, { NULL, 0, NULL } };
static const struct member object[] = { { "object", TEXT, NULL }, { "live", YES_NO, NULL },
	{ "reachable", YES_NO, NULL }, { "metadata", OBJECT, NULL }, { "fields", OBJECT, NULL },
	{ "on", LIST | NEW, NULL }, { NULL, 0, NULL } };
static const struct member region[] = { { "region", TEXT, NULL }, { "sort", TEXT, NULL },
	{ "in", TEXT | NOTHING, NULL }, { "metadata", OBJECT, NULL }, { NULL, 0, NULL } };
static const struct member wait[] = { { "for", TEXT, NULL }, { "binding", TEXT | NOTHING, NULL },
	{ "since", WHOLE, NULL }, { NULL, 0, NULL } };
static const struct member property[] = { { "state", TEXT, NULL }, { "since", WHOLE, NULL },
	{ "waits", LIST, wait }, { NULL, 0, NULL } };
static const struct member collector_state[] = { { "heap", LIST, object },
	{ "regions", LIST | NEW, region }, { "roots", OBJECT, NULL }, { "held", LIST | NEW, NULL },
	{ "buckets", OBJECT, NULL }, { "phases", OBJECT, NULL }, { "mutators", OBJECT, NULL },
	{ "pending", LIST, unit }, { "running", LIST, unit },
	{ "property", OBJECT | NOTHING, property }, { NULL, 0, NULL } };
static const struct member other_state[] = { { "memory", OBJECT, NULL },
	{ "registers", OBJECT, NULL }, { NULL, 0, NULL } };
static const struct member heading[] = { { "version", WHOLE, NULL }, { "kind", TEXT, NULL },
	{ "name", TEXT, NULL }, { "file", TEXT, NULL }, { "collector", TEXT | NOTHING, NULL },
	{ "mutant", TEXT | NOTHING, NULL }, { "scenario", TEXT | NOTHING, NULL },
	{ "options", TEXT | NOTHING, NULL }, { "memory", TEXT, NULL },
	{ "workers", TEXT | NOTHING, NULL }, { "source", TEXT | NEW, NULL },
	{ "weak", LIST | NEW, NULL }, { "references", LIST | NEW, NULL },
	{ "threads", LIST, thread }, { "locations", LIST, NULL }, { "start", OBJECT, NULL },
	{ "command", TEXT | NOTHING, NULL }, { NULL, 0, NULL } };
static const struct member operation[] = { { "op", TEXT, NULL }, { "order", TEXT | NOTHING, NULL },
	{ "location", TEXT | NOTHING, NULL }, { "found", TEXT | NOTHING, NULL },
	{ "stored", TEXT | NOTHING, NULL }, { "where", OBJECT | NOTHING, place },
	{ "store", WHOLE | NOTHING, NULL }, { NULL, 0, NULL } };
static const struct member waits[] = { { "store", WHOLE, NULL }, { "thread", TEXT, NULL },
	{ "op", TEXT, NULL }, { "location", TEXT, NULL }, { "value", TEXT | NOTHING, NULL },
	{ "began", WHOLE, NULL }, { "where", OBJECT | NOTHING, place }, { NULL, 0, NULL } };
static const struct member red[] = { { "store", WHOLE, NULL }, { "rule", TEXT, NULL },
	{ "thread", TEXT, NULL }, { "op", TEXT, NULL }, { "location", TEXT | NOTHING, NULL },
	{ "why", TEXT, NULL }, { NULL, 0, NULL } };
static const struct member step[] = { { "step", WHOLE, NULL }, { "time", WHOLE | NEW, NULL },
	{ "do", TEXT, NULL }, { "thread", TEXT, NULL }, { "subject", TEXT, NULL },
	{ "statement", TEXT, NULL }, { "because", TEXT | NOTHING, NULL },
	{ "where", OBJECT | NOTHING, place }, { "repeats", YES_NO, NULL },
	{ "operations", LIST, operation }, { "waiting", LIST, waits }, { "red", LIST, red },
	{ "observed", OBJECT, NULL }, { NULL, 0, NULL } };
static const struct member fail[] = { { "property", TEXT, NULL },
	{ "formula", TEXT | NOTHING, NULL }, { "binding", TEXT | NOTHING, NULL },
	{ "why", TEXT, NULL }, { "where", OBJECT | NOTHING, place }, { "reorderings", WHOLE, NULL },
	{ "needed", WHOLE | NOTHING, NULL }, { "switches", WHOLE | NEW, NULL },
	{ "fewest_switches", WHOLE | NOTHING | NEW, NULL },
	{ "operations", WHOLE | NOTHING | NEW, NULL },
	{ "fewest_operations", WHOLE | NOTHING | NEW, NULL },
	{ "objects", WHOLE | NOTHING | NEW, NULL },
	{ "fewest_objects", WHOLE | NOTHING | NEW, NULL }, { NULL, 0, NULL } };
static const struct member given[] = { { "text", TEXT, NULL }, { "values", OBJECT, NULL },
	{ "since", WHOLE | NOTHING | NEW, NULL }, { NULL, 0, NULL } };
static const struct member broken_part[] = { { "text", TEXT, NULL },
	{ "where", OBJECT | NOTHING, place }, { "binding", TEXT | NOTHING, NULL },
	{ "values", OBJECT, NULL }, { "given", LIST, given }, { "step", WHOLE, NULL },
	{ "since", WHOLE | NOTHING, NULL }, { "until", TEXT | NOTHING, NULL },
	{ "never", YES_NO, NULL }, { NULL, 0, NULL } };
static const struct member broken[] = { { "broken", OBJECT | NOTHING, broken_part },
	{ NULL, 0, NULL } };
static const struct member end[] = { { "claim", TEXT | NOTHING, NULL }, { "outcome", OBJECT, NULL },
	{ "why", TEXT, NULL }, { "where", OBJECT | NOTHING, place }, { "reorderings", WHOLE, NULL },
	{ "needed", WHOLE | NOTHING, NULL }, { "switches", WHOLE | NEW, NULL },
	{ "fewest_switches", WHOLE | NOTHING | NEW, NULL }, { NULL, 0, NULL } };

/* ----------------------------------------------------------------------- members */
static const char *types_text(struct gd_arena *arena, unsigned types)
{
	static const struct {
		unsigned type;
		const char *name;
	} names[] = { { TEXT, "a string" }, { WHOLE, "an integer" }, { YES_NO, "true or false" },
		{ LIST, "an array" }, { OBJECT, "an object" }, { NOTHING, "null" } };
	const char *text = "";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (types & names[i].type)
			text = gd_arena_printf(arena, "%s%s%s", text, *text ? " or " : "",
			    names[i].name);
	return text;
}

static bool check_members(struct check *c, const json_t *value, const char *path,
    const struct member *members);

static bool check_value(struct check *c, const json_t *value, const char *path,
    const struct member *member)
{
	bool good = true;
	const json_t *element;
	size_t i;

	if (!value && member->types & NEW)
		return true;
	if (!value) {
		events_mistake(c, "missing", path, "it is not there");
		return false;
	}
	if (!(member->types & 1u << json_typeof(value))) {
		events_mistake(c, "type", path, "%s is needed",
		    types_text(c->arena, member->types));
		return false;
	}
	if (member->of && json_is_object(value))
		return check_members(c, value, path, member->of);
	if (member->of)
		json_array_foreach(value, i, element) good &= check_members(c, element,
		    gd_arena_printf(c->arena, "%s[%zu]", path, i), member->of);
	return good;
}

static bool check_members(struct check *c, const json_t *value, const char *path,
    const struct member *members)
{
	bool good = true;

	if (!json_is_object(value)) {
		events_mistake(c, "type", path, "an object is needed");
		return false;
	}
	for (; members->name; members++)
		good &= check_value(c, json_object_get(value, members->name),
		    gd_arena_printf(c->arena, "%s%s%s", path, *path ? "." : "", members->name),
		    members);
	return good;
}

/* --------------------------------------------------------------- values in objects */
static bool check_all(struct check *c, const json_t *all, const char *path, unsigned types)
{
	const struct member member = { NULL, types, NULL };
	bool good = true;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)all, key, value) good &=
	    check_value(c, value, gd_arena_printf(c->arena, "%s.%s", path, key), &member);
	return good;
}

static bool check_elements(struct check *c, const json_t *list, const char *path, unsigned types)
{
	const struct member member = { NULL, types, NULL };
	bool good = true;
	const json_t *value;
	size_t i;

	json_array_foreach(list, i, value) good &=
	    check_value(c, value, gd_arena_printf(c->arena, "%s[%zu]", path, i), &member);
	return good;
}

static bool check_tables(struct check *c, const json_t *tables, const char *path)
{
	bool good = check_all(c, tables, path, OBJECT);
	const char *key;
	json_t *table;

	if (good)
		json_object_foreach((json_t *)tables, key, table) good &=
		    check_all(c, table, gd_arena_printf(c->arena, "%s.%s", path, key), TEXT);
	return good;
}

static bool check_heap(struct check *c, const json_t *heap, const char *path)
{
	bool good = true;
	const json_t *one;
	size_t i;

	json_array_foreach(heap, i, one)
	{
		const json_t *fields = json_object_get(one, "fields");
		const char *key, *at = gd_arena_printf(c->arena, "%sheap[%zu]", path, i),
				 *in = gd_arena_printf(c->arena, "%s.fields", at);
		json_t *slots;

		good &= check_all(c, json_object_get(one, "metadata"),
		    gd_arena_printf(c->arena, "%s.metadata", at), TEXT | WHOLE | NOTHING);
		good &= check_elements(c, json_object_get(one, "on"),
		    gd_arena_printf(c->arena, "%s.on", at), TEXT);
		good &= check_all(c, fields, in, LIST);
		json_object_foreach((json_t *)fields, key, slots) good &= check_elements(c, slots,
		    gd_arena_printf(c->arena, "%s.%s", in, key), TEXT | NOTHING);
	}
	return good;
}

static bool check_regions(struct check *c, const json_t *regions, const char *path)
{
	bool good = true;
	const json_t *one;
	size_t i;

	json_array_foreach(regions, i, one) good &= check_all(c, json_object_get(one, "metadata"),
	    gd_arena_printf(c->arena, "%sregions[%zu].metadata", path, i), TEXT | WHOLE);
	return good;
}

/* ------------------------------------------------------------------------ states */
static bool check_word(struct check *c, const json_t *line, const char *path, const char *key,
    const char *const *words)
{
	const char *text = events_text(line, key), *all = "";

	for (; *words; words++) {
		if (strcmp(text, *words) == 0)
			return true;
		all = gd_arena_printf(c->arena, "%s%s%s", all, *all ? ", " : "", *words);
	}
	events_mistake(c, "value", path, "`%s' is none of %s", text, all);
	return false;
}

static bool check_property(struct check *c, const json_t *property, const char *path)
{
	static const char *const states[] = { "holds", "waiting", "broken", NULL };

	return json_is_null(property) ||
	    check_word(c, property, gd_arena_printf(c->arena, "%sproperty.state", path), "state",
		states);
}

/* PATH: "" or "start." */
static bool check_state(struct check *c, const json_t *state, const char *path)
{
	const char *name = *path ? "start" : "";

	if (!events_is_collector(c))
		return check_members(c, state, name, other_state) &&
		    check_all(c, json_object_get(state, "memory"),
			gd_arena_printf(c->arena, "%smemory", path), TEXT) &&
		    check_tables(c, json_object_get(state, "registers"),
			gd_arena_printf(c->arena, "%sregisters", path));
	return check_members(c, state, name, collector_state) &&
	    check_heap(c, json_object_get(state, "heap"), path) &&
	    check_regions(c, json_object_get(state, "regions"), path) &&
	    check_elements(c, json_object_get(state, "held"),
		gd_arena_printf(c->arena, "%sheld", path), TEXT) &&
	    check_all(c, json_object_get(state, "roots"),
		gd_arena_printf(c->arena, "%sroots", path), TEXT | NOTHING) &&
	    check_all(c, json_object_get(state, "buckets"),
		gd_arena_printf(c->arena, "%sbuckets", path), YES_NO) &&
	    check_all(c, json_object_get(state, "phases"),
		gd_arena_printf(c->arena, "%sphases", path), YES_NO) &&
	    check_all(c, json_object_get(state, "mutators"),
		gd_arena_printf(c->arena, "%smutators", path), TEXT) &&
	    check_property(c, json_object_get(state, "property"), path);
}

/* ------------------------------------------------------------------------- lines */
static void check_roles(struct check *c, const json_t *threads)
{
	static const char *const roles[] = { "mutator", "worker", "releaser", "environment",
		"memory", "thread", NULL };
	const json_t *one;
	size_t i;

	json_array_foreach(threads, i, one)
	    check_word(c, one, gd_arena_printf(c->arena, "threads[%zu].role", i), "role", roles);
}

/* The kinds of each bucket; only collectors have them. */
static bool check_work(struct check *c, const json_t *work)
{
	const struct member member = { "work", OBJECT, NULL };
	bool good = !events_is_collector(c) ||
	    (check_value(c, work, "work", &member) && check_all(c, work, "work", LIST));
	const char *key;
	json_t *kinds;

	if (good && events_is_collector(c))
		json_object_foreach((json_t *)work, key, kinds) good &=
		    check_elements(c, kinds, gd_arena_printf(c->arena, "work.%s", key), TEXT);
	return good;
}

bool events_check_heading(struct check *c, json_t *line)
{
	static const char *const kinds[] = { "collector", "litmus", "model", NULL };
	const json_t *version = json_object_get(line, "version");

	if (json_is_integer(version) && json_integer_value(version) != TRACE_VERSION) {
		events_mistake(c, "version", "version",
		    "it is %" JSON_INTEGER_FORMAT ", and version %d can be read",
		    json_integer_value(version), TRACE_VERSION);
		return false;
	}
	if (!check_members(c, line, "", heading) || !check_word(c, line, "kind", "kind", kinds))
		return false;
	c->heading = line;
	check_roles(c, json_object_get(line, "threads"));
	return check_work(c, json_object_get(line, "work")) &&
	    check_elements(c, json_object_get(line, "locations"), "locations", TEXT) &&
	    check_elements(c, json_object_get(line, "weak"), "weak", TEXT) &&
	    check_elements(c, json_object_get(line, "references"), "references", TEXT) &&
	    check_state(c, json_object_get(line, "start"), "start.");
}

static bool check_do(struct check *c, const json_t *line)
{
	static const char *const of_collectors[] = { "claim", "run", "open", "close", "begin",
		"end", "phase", "request", "stopped", "script", "operation", "client", "flush",
		"perform", "quit", "go_on", "finish", "stuck", "stall", NULL };
	static const char *const of_litmus[] = { "access", "let", "receive", "enter", "leave",
		"perform", NULL };

	if (events_is_collector(c))
		return check_word(c, line, "do", "do", of_collectors);
	return !events_is(c->heading, "kind", "litmus") ||
	    check_word(c, line, "do", "do", of_litmus);
}

bool events_check_step(struct check *c, json_t *line)
{
	static const char *const rules[] = { "A", "B", NULL };
	const json_t *mark;
	bool good = check_members(c, line, "", step) && check_state(c, line, "") &&
	    check_tables(c, json_object_get(line, "observed"), "observed") && check_do(c, line);
	size_t i;

	if (good)
		json_array_foreach(json_object_get(line, "red"), i, mark) good &= check_word(c,
		    mark, gd_arena_printf(c->arena, "red[%zu].rule", i), "rule", rules);
	return good;
}

static bool check_broken(struct check *c, const json_t *line)
{
	const json_t *part = json_object_get(line, "broken"), *one;
	bool good = check_members(c, line, "", broken) &&
	    check_all(c, json_object_get(part, "values"), "broken.values", TEXT);
	size_t i;

	if (good)
		json_array_foreach(json_object_get(part, "given"), i, one) good &=
		    check_all(c, json_object_get(one, "values"),
			gd_arena_printf(c->arena, "broken.given[%zu].values", i), TEXT);
	return good;
}

/* NAME is COUNT, the number of WHAT, and `fewest_NAME' is it, too, or null. */
static void check_count(struct check *c, const json_t *line, const char *name, const char *code,
    size_t count, const char *what)
{
	const char *of_fewest = gd_arena_printf(c->arena, "fewest_%s", name);
	const json_t *value = json_object_get(line, name),
		     *fewest = json_object_get(line, of_fewest);

	if (json_is_integer(value) && json_integer_value(value) != (json_int_t)count)
		events_mistake(c, code, name, "the run has %zu %s", count, what);
	if (json_is_integer(fewest) && json_integer_value(fewest) != (json_int_t)count)
		events_mistake(c, code, of_fewest, "it is null, or the number of %s of the run",
		    what);
}

/* A client has both numbers; scripts have neither, and no operations. */
static void check_operations(struct check *c, const json_t *line)
{
	const char *what = "operations of the client";

	check_count(c, line, "operations", "operations", c->operations.count, what);
	check_count(c, line, "objects", "operations", c->operations.objects, "objects");
	if (json_is_null(json_object_get(line, "operations")) && c->operations.count)
		events_mistake(c, "operations", "operations", "the run has %zu %s",
		    c->operations.count, what);
	if (json_is_null(json_object_get(line, "operations")) !=
	    json_is_null(json_object_get(line, "objects")))
		events_mistake(c, "operations", "objects", "it is null where `operations' is");
}

bool events_check_last(struct check *c, json_t *line)
{
	size_t count = marks_reorderings(c->marks);

	if (!check_members(c, line, "", events_is(line, "event", "fail") ? fail : end) ||
	    !check_all(c, json_object_get(line, "outcome"), "outcome", WHOLE))
		return false;
	if (events_is_collector(c) && events_is(line, "event", "fail") && !check_broken(c, line))
		return false;
	if (c->only_schema)
		return true;
	if (json_integer_value(json_object_get(line, "reorderings")) != (json_int_t)count)
		events_mistake(c, "reorderings", "reorderings",
		    "the run has %zu stores with a mark by rule A", count);
	if (json_integer_value(json_object_get(line, "needed")) > (json_int_t)count)
		events_mistake(c, "reorderings", "needed", "the run needs no more than it has");
	check_count(c, line, "switches", "switches", c->switches.count, "context switches");
	check_operations(c, line);
	return true;
}
