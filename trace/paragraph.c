/* paragraph.c: a trace in one paragraph.  All sentences are made of members of the trace, so they
 * are there for whoever wrote it. */
#include "trace/paragraph.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_STORES = 4 }; /* with a sentence each */

struct paragraph {
	struct gd_arena *arena;
	const json_t *heading, *last;
	const json_t *lines;
	const char *text;
};

json_t *paragraph_lines(const char *text, size_t length)
{
	const char *end = text + length;
	json_t *lines = json_array();

	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t size = (size_t)((newline ? newline : end) - text);
		json_t *line = json_loadb(text, size, 0, NULL);

		if (line)
			json_array_append_new(lines, line);
		text += size + 1;
	}
	return lines;
}

static const char *string(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static long number(const json_t *object, const char *key, long otherwise)
{
	const json_t *value = json_object_get(object, key);

	return json_is_integer(value) ? (long)json_integer_value(value) : otherwise;
}

/* Appends a sentence. */
static void say(struct paragraph *p, const char *sentence)
{
	char *copy;

	if (!*sentence)
		return;
	copy = gd_arena_strdup(p->arena, sentence);
	*copy = (char)toupper((unsigned char)*copy);
	p->text = gd_arena_printf(p->arena, "%s%s%s%s", p->text, *p->text ? " " : "", copy,
	    copy[strlen(copy) - 1] == '.' ? "" : ".");
}

/* " (at x.gc:3:5)" */
static const char *place(struct paragraph *p, const json_t *object)
{
	const json_t *where = json_object_get(object, "where");

	if (!json_is_object(where))
		return "";
	return gd_arena_printf(p->arena, " (%s:%ld:%ld)", string(where, "file"),
	    number(where, "line", 0), number(where, "column", 0));
}

/* ------------------------------------------------------------------- what fails */
/* "scenario pair, again=false, mutant early_sweep, memory tso, workers any" */
static const char *cell(struct paragraph *p)
{
	static const char *const keys[] = { "scenario", "options", "mutant", "memory", "workers" };
	const char *text = "";

	if (strcmp(string(p->heading, "kind"), "litmus") == 0)
		text = gd_arena_printf(p->arena, "litmus test %s", string(p->heading, "name"));
	for (size_t i = *text ? 1 : 0; i < sizeof keys / sizeof *keys; i++) {
		const char *value = string(p->heading, keys[i]);

		if (*value)
			text = gd_arena_printf(p->arena, "%s%s%s%s", text, *text ? ", " : "",
			    strcmp(keys[i], "options") == 0
				? ""
				: gd_arena_printf(p->arena, "%s ", keys[i]),
			    value);
	}
	return text;
}

/* "none_lost fails, with o = c: it does not hold here" */
static const char *failure(struct paragraph *p)
{
	const char *property = string(p->last, "property"), *binding = string(p->last, "binding"),
		   *why = string(p->last, "why");

	if (!*property || strcmp(property, "limit") == 0)
		return why;
	if (json_is_object(json_object_get(p->last, "outcome")))
		return gd_arena_printf(p->arena, "%s: %s", property, why);
	return gd_arena_printf(p->arena, "%s fails%s%s: %s", property, *binding ? ", with " : "",
	    binding, why);
}

/* ": b.mark = 0, reachable(b) = true"; "": there are none. */
static const char *values(struct paragraph *p, const json_t *object)
{
	const char *name, *text = "";
	json_t *value;

	json_object_foreach(json_object_get(object, "values"), name, value) text =
	    gd_arena_printf(p->arena, "%s%s%s = %s", text, *text ? ", " : ": ", name,
		json_string_value(value));
	return text;
}

/* " after step 3", " at the start" */
static const char *when(struct paragraph *p, long step)
{
	return step ? gd_arena_printf(p->arena, " after step %ld", step) : " at the start";
}

/* "step 3 on", "the start" */
static const char *from(struct paragraph *p, long since)
{
	return since > 0 ? gd_arena_printf(p->arena, "step %ld on", since) : "the start";
}

/* The step after which the condition GIVEN was true; -1: it is, where the part is false.  Traces of earlier
 * releases say it of all conditions together. */
static long given_since(const json_t *given, const json_t *broken)
{
	return number(json_object_get(given, "since") ? given : broken, "since", -1);
}

/* Why the part must be true. */
static void say_given(struct paragraph *p, const json_t *broken)
{
	const char *until = string(broken, "until");
	long since = number(broken, "since", -1);
	const json_t *given;
	size_t i;

	if (*until && !json_array_size(json_object_get(broken, "given")))
		say(p,
		    gd_arena_printf(p->arena, "it must be true from %s until `%s`", from(p, since),
			until));
	json_array_foreach(json_object_get(broken, "given"), i, given)
	{
		long was = given_since(given, broken);

		say(p,
		    gd_arena_printf(p->arena, "it must %s true%s, because `%s` %s true%s%s",
			json_is_true(json_object_get(broken, "never")) ? "come" : "be",
			*until ? gd_arena_printf(p->arena, " until `%s`", until) : "",
			string(given, "text"), was < 0 ? "is" : "was", was < 0 ? "" : when(p, was),
			values(p, given)));
	}
}

/* The part of the formula that is false. */
static void say_broken(struct paragraph *p, const json_t *broken)
{
	const char *binding = string(broken, "binding");
	bool never = json_is_true(json_object_get(broken, "never"));
	long step = number(broken, "step", 0), last = (long)json_array_size(p->lines) - 2;

	if (!json_is_object(broken))
		return;
	say(p,
	    gd_arena_printf(p->arena, "%s`%s` is false%s%s%s%s",
		never ? gd_arena_printf(p->arena,
			    "what from %s never comes true: ", from(p, number(broken, "since", 0)))
		      : "the part ",
		string(broken, "text"), *binding ? " for " : "", binding,
		never || step != last ? when(p, step) : "", values(p, broken)));
	say_given(p, broken);
}

static void say_failure(struct paragraph *p)
{
	const char *formula = string(p->last, "formula"), *of = cell(p);

	say(p,
	    gd_arena_printf(p->arena, "%s%s%s%s", *of ? "in " : "", of, *of ? ", " : "",
		failure(p)));
	if (*formula)
		say(p,
		    gd_arena_printf(p->arena, "the property is `%s`%s", formula,
			place(p, p->last)));
	say_broken(p, json_object_get(p->last, "broken"));
}

/* ------------------------------------------------------------------ reorderings */
static const char *count(struct paragraph *p, long reorderings, const char *after)
{
	return gd_arena_printf(p->arena, "%ld reordering%s%s", reorderings,
	    reorderings == 1 ? "" : "s", after);
}

static void say_count(struct paragraph *p)
{
	long run = number(p->last, "reorderings", 0), needed = number(p->last, "needed", -1);

	if (strcmp(string(p->heading, "memory"), "sc") == 0)
		say(p, "no store is reordered, because the memory is sequentially consistent");
	else if (strcmp(string(p->heading, "memory"), "c11") == 0)
		say(p, "reorderings are not counted under c11");
	else if (needed == 0)
		say(p,
		    json_is_object(json_object_get(p->last, "outcome"))
			? "no reordering is needed: it happens under sc, too"
			: "no reordering is needed: it fails under sc, too");
	else if (needed > 0)
		say(p, count(p, needed, needed == 1 ? " is needed" : " are needed"));
	else
		say(p,
		    gd_arena_printf(p->arena, "the run has %s; how many are needed is not known",
			count(p, run, "")));
}

/* The load RED of LINE is answered by a store of its own thread that waits, too. */
static bool is_forwarded(const json_t *line, const json_t *red)
{
	const json_t *store;
	size_t i;

	if (strcmp(string(red, "op"), "load") != 0)
		return false;
	json_array_foreach(json_object_get(line, "waiting"), i, store)
	{
		if (strcmp(string(store, "thread"), string(red, "thread")) == 0 &&
		    strcmp(string(store, "location"), string(red, "location")) == 0)
			return true;
	}
	return false;
}

/* The first mark of STORE by RULE; only of an access that memory answers, if IN_MEMORY.  NULL: it has
 * none. */
static const json_t *first_mark(const struct paragraph *p, long store, const char *rule,
    bool in_memory)
{
	const json_t *line, *red;
	size_t i, j;

	json_array_foreach(p->lines, i, line)
	{
		json_array_foreach(json_object_get(line, "red"), j, red)
		{
			if (number(red, "store", 0) == store &&
			    strcmp(string(red, "rule"), rule) == 0 &&
			    !(in_memory && is_forwarded(line, red)))
				return red;
		}
	}
	return NULL;
}

/* What overtakes the store, and which read misses it because of that. */
static void say_store(struct paragraph *p, const json_t *overtaken)
{
	long store = number(overtaken, "store", 0);
	const json_t *missed = first_mark(p, store, "B", false),
		     *in_memory = first_mark(p, store, "A", true);

	say(p, string(in_memory ? in_memory : overtaken, "why"));
	if (missed)
		say(p, string(missed, "why"));
}

static void say_stores(struct paragraph *p)
{
	const json_t *line, *red;
	size_t said = 0, i, j;

	json_array_foreach(p->lines, i, line)
	{
		json_array_foreach(json_object_get(line, "red"), j, red)
		{
			if (first_mark(p, number(red, "store", 0), "A", false) != red)
				continue;
			if (said++ < MOST_STORES)
				say_store(p, red);
		}
	}
	if (said > MOST_STORES)
		say(p,
		    gd_arena_printf(p->arena, "%zu more stores are overtaken", said - MOST_STORES));
}

/* ---------------------------------------------------------------------- the run */
const char *paragraph_step(struct gd_arena *arena, const json_t *step)
{
	const char *subject = string(step, "subject"), *statement = string(step, "statement");
	const char *text = gd_arena_printf(arena, "%s: ", string(step, "thread"));

	if (!*statement)
		return gd_arena_printf(arena, "%s%s%s%s", text, string(step, "do"),
		    *subject ? " " : "", subject);
	return gd_arena_printf(arena, "%s%s%s%s", text, subject, *subject ? ": " : "", statement);
}

static const json_t *first_repeated(const struct paragraph *p)
{
	const json_t *line;
	size_t i;

	json_array_foreach(p->lines, i, line)
	{
		if (json_is_true(json_object_get(line, "repeats")))
			return line;
	}
	return NULL;
}

static void say_run(struct paragraph *p)
{
	size_t steps = json_array_size(p->lines) - 2;
	const json_t *step = json_array_get(p->lines, steps), *repeated = first_repeated(p);

	if (!steps)
		return;
	say(p,
	    gd_arena_printf(p->arena, "the run has %zu step%s; the last is: %s%s", steps,
		steps == 1 ? "" : "s", paragraph_step(p->arena, step), place(p, step)));
	if (repeated)
		say(p,
		    gd_arena_printf(p->arena, "it repeats forever from step %ld on",
			number(repeated, "step", 0)));
}

const char *paragraph_text(struct gd_arena *arena, const json_t *lines)
{
	size_t count = json_array_size(lines);
	struct paragraph p = { arena, json_array_get(lines, 0),
		count ? json_array_get(lines, count - 1) : NULL, lines, "" };

	if (count < 2)
		return "";
	say_failure(&p);
	say_count(&p);
	say_stores(&p);
	say_run(&p);
	return p.text;
}
