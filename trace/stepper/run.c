/* run.c: reads a trace, line by line. */
#include "trace/stepper/run.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stepper/words.h"

struct kind {
	const char *name;
	bool is_marking;
};
struct reader {
	struct gd_arena *arena;
	struct step_run *run;
	json_t *before; /* the step before */
	GD_VEC(struct kind) kinds;
};

/* ------------------------------------------------------------------------- units */
/* A unit is written with or without its kind. */
static const char *arguments(const json_t *unit)
{
	const char *text = step_text(unit, "unit"), *open = strchr(text, '(');

	return open ? open + 1 : text;
}

const char *step_unit(struct gd_arena *arena, const json_t *unit)
{
	const char *buffer = step_text(unit, "buffer"), *of = arguments(unit);

	return gd_arena_printf(arena, "%s(%.*s)%s%s", step_text(unit, "kind"),
	    (int)strcspn(of, ")"), of, *buffer ? " in the buffer of " : "", buffer);
}

bool step_unit_is_about(const json_t *unit, const char *name)
{
	const char *of = arguments(unit);
	size_t length = strcspn(of, ",)");

	return strlen(name) == length && strncmp(of, name, length) == 0;
}

static struct kind *kind_named(struct reader *r, const char *name, size_t length)
{
	for (size_t i = 0; i < r->kinds.count; i++)
		if (strlen(r->kinds.at[i].name) == length &&
		    strncmp(r->kinds.at[i].name, name, length) == 0)
			return &r->kinds.at[i];
	return NULL;
}

static bool is_about_object(const json_t *heap, const json_t *unit)
{
	const json_t *object;
	size_t i;

	json_array_foreach(heap, i,
	    object) if (step_unit_is_about(unit, step_text(object, "object"))) return true;
	return false;
}

static void note_units(struct reader *r, const json_t *step, const char *member)
{
	const json_t *unit;
	size_t i;

	json_array_foreach(json_object_get(step, member), i, unit)
	{
		const char *name = step_text(unit, "kind");

		if (!kind_named(r, name, strlen(name)) &&
		    is_about_object(json_object_get(step, "heap"), unit))
			GD_PUSH(r->arena, r->kinds,
			    ((struct kind){ gd_arena_strdup(r->arena, name),
				!strstr(name, "sweep") && !strstr(name, "free") }));
	}
}

/* Units that free objects make none grey. */
static void note_kinds(struct reader *r, const json_t *step)
{
	const char *subject = step_text(step, "subject");
	const json_t *operation;
	struct kind *kind;
	size_t i;

	note_units(r, step, "pending");
	note_units(r, step, "running");
	kind = kind_named(r, subject, strcspn(subject, "("));
	json_array_foreach(json_object_get(step, "operations"), i, operation) if (kind &&
	    strcmp(step_text(operation, "op"), "free") == 0) kind->is_marking = false;
}

/* ------------------------------------------------------------------------- lanes */
static size_t lane_of(struct reader *r, const char *name, const char *role)
{
	struct step_run *run = r->run;

	if (!*name)
		return STEP_NO_LANE;
	for (size_t i = 0; i < run->lanes.count; i++)
		if (strcmp(run->lanes.at[i].name, name) == 0)
			return i;
	GD_PUSH(r->arena, run->lanes,
	    ((struct step_lane){ gd_arena_strdup(r->arena, name), gd_arena_strdup(r->arena, role),
		0 }));
	return run->lanes.count - 1;
}

static void read_threads(struct reader *r)
{
	const json_t *thread;
	size_t i;

	json_array_foreach(json_object_get(r->run->heading, "threads"), i, thread)
	    lane_of(r, step_text(thread, "name"), step_text(thread, "role"));
}

/* ------------------------------------------------------------------------ stores */
static struct step_store *find_store(const struct step_run *run, json_int_t number)
{
	for (size_t i = run->stores.count; i-- > 0;)
		if (run->stores.at[i].number == number)
			return &run->stores.at[i];
	return NULL;
}

const struct step_store *step_run_store(const struct step_run *run, long number)
{
	return find_store(run, number);
}

static bool is_taken(const struct step_run *run, size_t lane, size_t column, size_t step)
{
	for (size_t i = 0; i < run->stores.count; i++)
		if (run->stores.at[i].lane == lane && run->stores.at[i].column == column &&
		    run->stores.at[i].took >= step)
			return true;
	return false;
}

static void begin_store(struct reader *r, json_int_t number, size_t lane, size_t step)
{
	struct step_run *run = r->run;
	size_t column = 0;

	if (lane == STEP_NO_LANE)
		return;
	while (is_taken(run, lane, column, step))
		column++;
	GD_PUSH(r->arena, run->stores,
	    ((struct step_store){ (long)number, lane, step, STEP_NEVER, column, STEP_NEVER }));
	if (run->lanes.at[lane].columns <= column)
		run->lanes.at[lane].columns = column + 1;
}

/* Returns the step in which the store began that the step brings into memory; 0: none. */
static size_t read_stores(struct reader *r, const json_t *step, size_t lane, size_t number)
{
	const json_t *operation;
	size_t i, began = 0;

	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		const json_t *store = json_object_get(operation, "store");
		struct step_store *found = find_store(r->run, json_integer_value(store));

		if (!json_is_integer(store))
			continue;
		if (strcmp(step_text(operation, "op"), "hold") == 0) {
			begin_store(r, json_integer_value(store), lane, number);
		} else if (found) {
			found->took = number;
			began = found->began;
		}
	}
	return began;
}

static void read_marks(struct reader *r, const json_t *step, size_t number)
{
	const json_t *mark;
	size_t i;

	json_array_foreach(json_object_get(step, "red"), i, mark)
	{
		struct step_store *store =
		    find_store(r->run, json_integer_value(json_object_get(mark, "store")));

		if (store && store->overtaken == STEP_NEVER &&
		    strcmp(step_text(mark, "rule"), "A") == 0)
			store->overtaken = number;
	}
}

/* ------------------------------------------------------------------------- steps */
static const char *names_in(struct gd_arena *arena, const json_t *step)
{
	static const char *const members[] = { "location", "found", "stored" };
	const char *text = step_text(step, "subject");
	const json_t *operation;
	size_t i;

	json_array_foreach(json_object_get(step, "operations"), i, operation)
	{
		for (size_t j = 0; j < sizeof members / sizeof *members; j++)
			text =
			    gd_arena_printf(arena, "%s %s", text, step_text(operation, members[j]));
	}
	return gd_arena_strdup(arena, text);
}

static bool differs(const struct reader *r, const json_t *step, const char *member)
{
	const json_t *before = json_object_get(r->before, member),
		     *now = json_object_get(step, member);

	return before != now && !(before && now && json_equal(before, now));
}

static void read_place(struct reader *r, const json_t *step, struct step_row *row)
{
	const json_t *where = json_object_get(step, "where");
	const char *file = json_string_value(json_object_get(where, "file"));
	size_t count = r->run->rows.count;

	row->line_number = (long)json_integer_value(json_object_get(where, "line"));
	/* Most steps are in the file of the step before. */
	for (size_t i = count; file && i-- > 0 && i + 50 > count;)
		if (r->run->rows.at[i].file && strcmp(r->run->rows.at[i].file, file) == 0) {
			row->file = r->run->rows.at[i].file;
			return;
		}
	row->file = file ? gd_arena_strdup(r->arena, file) : NULL;
}

static void read_changes(const struct reader *r, const json_t *step, struct step_row *row)
{
	row->has[STEP_RED_MARK] = json_array_size(json_object_get(step, "red")) > 0;
	row->has[STEP_BUCKET] = differs(r, step, "buckets");
	row->has[STEP_PHASE] = differs(r, step, "phases");
	row->has[STEP_PROPERTY] = differs(r, step, "property");
}

/* Takes over STEP. */
static void read_step(struct reader *r, json_t *step, const char *line, size_t length)
{
	struct step_run *run = r->run;
	struct step_row row = { .line = line, .length = length };
	size_t number = run->rows.count, began;

	row.lane = lane_of(r, step_text(step, "thread"), "");
	began = read_stores(r, step, row.lane, number);
	read_marks(r, step, number);
	read_changes(r, step, &row);
	read_place(r, step, &row);
	note_kinds(r, step);
	row.words = step_words(r->arena, step, (long)began);
	row.effects = step_effects(r->arena, step);
	row.names = names_in(r->arena, step);
	row.search = gd_arena_printf(r->arena, "%s\t%s\t%s\t%s\t%s", step_text(step, "thread"),
	    row.words, row.effects, step_text(step, "statement"), row.names);
	row.repeats = json_is_true(json_object_get(step, "repeats"));
	run->loop = row.repeats && !run->loop ? number : run->loop;
	run->has_observed |= json_object_size(json_object_get(step, "observed")) > 0;
	GD_PUSH(r->arena, run->rows, row);
	json_decref(r->before);
	r->before = step;
}

static void read_heading(struct reader *r, json_t *heading)
{
	struct step_run *run = r->run;

	run->heading = heading;
	r->before = json_incref(json_object_get(heading, "start"));
	note_units(r, r->before, "pending");
	read_threads(r);
	GD_PUSH(r->arena, run->rows,
	    ((struct step_row){ .lane = STEP_NO_LANE,
		.words = "the state at the start",
		.effects = "",
		.search = "the state at the start",
		.names = "" }));
}

static void read_line(struct reader *r, const char *text, size_t length)
{
	json_t *line = json_loadb(text, length, 0, NULL);

	if (!r->run->heading)
		read_heading(r, line);
	else if (strcmp(step_text(line, "event"), "step") == 0)
		read_step(r, line, text, length);
	else
		r->run->end = line;
}

static void finish(struct reader *r)
{
	struct step_run *run = r->run;

	for (size_t i = 0; i < r->kinds.count; i++)
		if (r->kinds.at[i].is_marking)
			GD_PUSH(r->arena, run->marking, r->kinds.at[i].name);
	if (strcmp(step_text(run->end, "event"), "fail") == 0)
		run->rows.at[run->rows.count - 1].has[STEP_PROPERTY] = true;
	json_decref(r->before);
}

struct step_run *step_run_read(struct gd_arena *arena, const char *text, size_t length)
{
	struct reader r = { .arena = arena, .run = GD_NEW(arena, struct step_run) };

	r.run->arena = arena;
	for (const char *end = text + length; text < end;) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t size = (size_t)((newline ? newline : end) - text);

		read_line(&r, text, size);
		text += size + 1;
	}
	finish(&r);
	return r.run;
}

void step_run_free(struct step_run *run)
{
	json_decref(run->heading);
	json_decref(run->end);
}

/* ---------------------------------------------------------------------- questions */
size_t step_run_last(const struct step_run *run)
{
	return run->rows.count - 1;
}

json_t *step_run_state(const struct step_run *run, size_t step)
{
	const struct step_row *row = &run->rows.at[step];

	if (!row->line)
		return json_incref(json_object_get(run->heading, "start"));
	return json_loadb(row->line, row->length, 0, NULL);
}

size_t step_run_place(const struct step_run *run, size_t lane, size_t step)
{
	while (step > 0 && (run->rows.at[step].lane != lane || !run->rows.at[step].file))
		step--;
	return step;
}
