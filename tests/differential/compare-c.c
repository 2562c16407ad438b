/* compare-c.c: runs of a specification's C, and what the specification allows.
 *
 * Only where no run of the specification breaks a built-in property or an
 * assert: what can break has no C that is right.  But where each run stops or resumes mutators
 * when it may not, each run of the C must stop the program. */
#include "tests/differential/differential.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compiler/ir/dump.h"
#include "tests/differential/semantics/semantics.h"

enum { MOST_STATES = 400000, MOST_ACCEPTED = 400000, SHOWN_OUTCOMES = 8, MOST_EVENTS = 4100 };
enum { MOST_FREED = 4 }; /* cycles that each have freed something */

struct leg {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct variant *variant;
	const char *directory;
	struct report *report;
	struct sx_spec *meaning;
	struct sx_options options;
	struct sx_exploration all;
	bool tight;    /* allocations request cycles */
	bool stops;    /* each run stops the program */
	unsigned slow; /* runs that took too long */
};

static void say(struct leg *leg, enum comparison is, const char *format, ...)
{
	size_t used = strlen(leg->report->text);
	va_list args;

	leg->report->is = is;
	va_start(args, format);
	vsnprintf(leg->report->text + used, sizeof leg->report->text - used, format, args);
	va_end(args);
}

/* --------------------------------------------------------------- the reference */
static bool read_meaning(struct leg *leg)
{
	const char *why = NULL;
	struct gd_out json;

	gd_out_init(&json, 0);
	ir_dump_json(leg->spec, &json);
	leg->meaning = sx_read(leg->arena, gd_arena_strndup(leg->arena, json.text, json.length),
	    json.length, leg->spec->scenarios[0]->name, &why);
	gd_out_free(&json);
	if (!leg->meaning)
		say(leg, UNDECIDED, "%s", why);
	return leg->meaning;
}

static void say_what_breaks(struct leg *leg)
{
	for (int i = 0; i < SX_CHECKS; i++)
		if (leg->all.failed[i])
			say(leg, BREAKS, " %s", sx_check_name[i]);
}

/* Whether nothing breaks. */
static bool holds(struct leg *leg, bool tight)
{
	leg->report->is = SAME;
	leg->report->text[0] = '\0';
	leg->tight = tight;
	leg->options = (struct sx_options){ .max_states = MOST_STATES,
		.drops_first = true,
		.collects = tight ? 2 : 0,
		.seen = SX_SEEN_ALL };
	sx_explore(leg->arena, leg->meaning, &leg->options, &leg->all);
	leg->report->models++;
	leg->report->states += leg->all.states;
	say_what_breaks(leg);
	if (leg->report->is == SAME && !leg->all.complete)
		say(leg, UNDECIDED, "%s", leg->all.why ? leg->all.why : "too many states");
	return leg->report->is == SAME;
}

/* Whether each run reaches a statement that stops the program, and breaks nothing else. */
static bool stops_always(const struct leg *leg)
{
	for (int i = 0; i < SX_CHECKS; i++)
		if (leg->all.failed[i] != (i == SX_STOPPED_ONCE))
			return false;
	return leg->all.complete && leg->all.outcome_count == 0;
}

/* If nothing is allocated, the heap is never full.  If objects move, the program itself counts what there is (agree/driver/moving.c). */
static bool may_be_tight(const struct leg *leg)
{
	const struct ir_spec *spec = leg->spec;
	const struct ir_scenario *scenario = spec->scenarios[0];

	return leg->variant->number % 2 == 0 && scenario->object_count > scenario->named &&
	    !spec->space_count && !spec->region_count && !ir_kernels_have(spec, IR_OP_alloc) &&
	    !ir_kernels_have(spec, IR_OP_slide);
}

/* Whether the specification determines what its C must do. */
static bool has_reference(struct leg *leg)
{
	if (!read_meaning(leg))
		return false;
	if ((may_be_tight(leg) && holds(leg, true)) || holds(leg, false))
		return true;
	leg->stops = stops_always(leg);
	if (leg->stops) {
		leg->report->is = SAME;
		leg->report->text[0] = '\0';
	}
	return leg->stops;
}

/* ---------------------------------------------------------------------- the runs */
struct seen {
	const char *head, *all, *end;
	unsigned workers, joiners, room;
};

static unsigned number_behind(const char *text, const char *key)
{
	const char *found = strstr(text, key);

	return found ? (unsigned)strtoul(found + strlen(key), NULL, 10) : 0;
}

/* Reads the next run of TEXT, which is cut into strings. false: there is none. */
static bool next_run(char **text, struct seen *seen)
{
	char *head = strncmp(*text, "run ", 4) == 0 ? *text : strstr(*text, "\nrun ");
	char *next, *last;

	if (!head)
		return false;
	head += *head == '\n';
	next = strstr(head, "\nrun ");
	if (next)
		*next = '\0';
	*text = next ? next + 1 : head + strlen(head);
	if (!next && (last = head + strlen(head)) > head && last[-1] == '\n')
		last[-1] = '\0';
	seen->head = head;
	last = strrchr(head, '\n');
	seen->end = last ? last + 1 : head + strlen(head);
	if (last)
		*last = '\0';
	last = strchr(head, '\n');
	seen->all = last ? last + 1 : "";
	if (last)
		*last = '\0';
	seen->workers = number_behind(head, "workers=");
	seen->joiners = number_behind(head, "joiners=");
	seen->room = number_behind(head, "room=");
	return true;
}

/* Reports both traces: what was seen, and what the specification would have allowed. */
static void differs(struct leg *leg, const struct seen *seen, const char *what,
    const struct sx_acceptance *answer)
{
	say(leg, DIFFERENT, "%s\n%s\n%s\n%s\n", what, seen->head, seen->all, seen->end);
	if (!answer)
		return;
	say(leg, DIFFERENT, "the specification has the first %zu of these, for example by\n",
	    answer->event);
	for (size_t i = 0; i < answer->path_count; i++)
		say(leg, DIFFERENT, "\t%s\n", answer->path[i]);
	for (size_t i = 0; i < answer->possible_count && i < SHOWN_OUTCOMES; i++)
		say(leg, DIFFERENT, "then, instead of the next: %s\n", answer->possible[i]);
}

/* The events of the trace, and how it ended, without those that the explorer does not know. */
static size_t events_of(struct leg *leg, const struct seen *seen, const char **events)
{
	char *text = gd_arena_strdup(leg->arena, seen->all), *end;
	size_t count = 0;

	for (char *line = text; *line && count < MOST_EVENTS - 1; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		if (*line != '#' && strncmp(line, "gcdsl", 5) != 0)
			events[count++] = line;
	}
	return count;
}

/* How many threads may run units of one kind at once.  Mutators that look for free cells help with
 * loops over all objects. */
static unsigned runners(const struct leg *leg, const struct seen *seen)
{
	const struct ir_scenario *scenario = leg->spec->scenarios[0];

	return seen->workers +
	    (scenario->object_count > scenario->named ? (unsigned)scenario->mutator_count : 0);
}

static void accept_as(struct leg *leg, const struct seen *seen, const char *outcome,
    struct sx_acceptance *answer)
{
	const char **events = GD_NEW_ARRAY(leg->arena, const char *, MOST_EVENTS);
	size_t count = events_of(leg, seen, events);
	struct sx_options options = leg->options;

	if (outcome)
		events[count++] = outcome;
	options.joiners = seen->joiners;
	options.workers = runners(leg, seen);
	/* at the third time all other threads wait; then once more for each cycle that has freed
	 * something */
	options.collects = seen->room > 0 ? 3 + MOST_FREED : 0;
	options.max_states = MOST_ACCEPTED;
	sx_accept(leg->arena, leg->meaning, &options, events, count, answer);
	leg->report->states += answer->states;
}

/* Ghosts come last in an outcome, and C has none.  So one run may match several outcomes. */
static bool is_but_for_ghosts(const struct leg *leg, const char *outcome, const char *seen)
{
	const char *ghost = gd_arena_printf(leg->arena, " %s=", leg->spec->ghosts[0]->name);
	const char *found = strstr(outcome, ghost);

	return found && strlen(seen) == (size_t)(found - outcome) &&
	    strncmp(outcome, seen, strlen(seen)) == 0;
}

static void accept_with_ghosts(struct leg *leg, const struct seen *seen,
    struct sx_acceptance *answer)
{
	accept_as(leg, seen, seen->end, answer);
	for (size_t i = 0; i < leg->all.outcome_count && answer->is == SX_REFUSED; i++)
		if (is_but_for_ghosts(leg, leg->all.outcomes[i], seen->end + strlen("outcome ")))
			accept_as(leg, seen,
			    gd_arena_printf(leg->arena, "outcome %s", leg->all.outcomes[i]),
			    answer);
}

/* A place that a slide has computed has no name if no object has been there (NO_OBJECT in agree/driver/metadata.c). */
static bool has_unnamed_place(const struct leg *leg, const struct seen *seen)
{
	return ir_kernels_have(leg->spec, IR_OP_slide) && strstr(seen->end, "=-1000");
}

/* ENDLESS: the run was given up, and only what it did until then is compared. */
static void accept_run(struct leg *leg, const struct seen *seen, bool endless)
{
	bool to_its_end = !endless && !has_unnamed_place(leg, seen);
	struct sx_acceptance answer;

	if (!to_its_end)
		accept_as(leg, seen, NULL, &answer);
	else if (leg->spec->ghost_count > 0)
		accept_with_ghosts(leg, seen, &answer);
	else
		accept_as(leg, seen, seen->end, &answer);
	if (answer.is == SX_REFUSED)
		differs(leg, seen, "no execution of the specification is like this", &answer);
	else if (answer.is == SX_UNDECIDED || !to_its_end)
		leg->report->unsure++;
	leg->slow += endless;
}

static void judge(struct leg *leg, const struct seen *seen)
{
	unsigned there, room;

	leg->report->runs++;
	if (leg->stops) {
		if (strncmp(seen->end, "@ stopped", 9) != 0)
			differs(leg, seen, "it does not stop itself", NULL);
	} else if (strncmp(seen->end, "outcome ", 8) == 0) {
		accept_run(leg, seen, false);
	} else if (strcmp(seen->end, "@ endless") == 0) {
		accept_run(leg, seen, true);
	} else if (strncmp(seen->end, "@ stuck", 7) == 0) {
		differs(leg, seen, "it hangs", NULL);
	} else if (strncmp(seen->end, "@ stopped", 9) == 0) {
		if (strstr(seen->all, "a loop over all objects begins while mutators run"))
			say(leg, NO_C,
			    "the runtime refuses a loop over all objects beside mutators");
		else
			differs(leg, seen, "it stops itself", NULL);
	} else if (sscanf(seen->end, "@ no_room %u of %u", &there, &room) == 2) {
		if (there < room)
			differs(leg, seen, "an allocation fails that has room", NULL);
	} else if (strcmp(seen->end, "@ slow") == 0) {
		leg->slow++;
		leg->report->unsure++;
	} else {
		differs(leg, seen, "it says something else", NULL);
	}
}

static void compare_runs(struct leg *leg)
{
	char *text = run_program(leg->arena, gd_arena_printf(leg->arena, "%s/c", leg->directory),
	    leg->variant->number + 1, leg->variant->runs, leg->tight);
	struct seen seen;

	while (leg->report->is == SAME && next_run(&text, &seen))
		judge(leg, &seen);
	/* a single slow run may be caused by a busy machine */
	if (leg->report->is == SAME && leg->slow > leg->report->runs / 2)
		say(leg, DIFFERENT, "most of its runs do not end in their time");
	if (leg->report->is == SAME && leg->report->runs == 0)
		say(leg, DIFFERENT, "its program does not run");
}

void compare_c(struct gd_arena *arena, const struct ir_spec *spec, const struct variant *variant,
    const char *directory, struct report *report)
{
	struct leg leg = { .arena = arena,
		.spec = spec,
		.variant = variant,
		.directory = directory,
		.report = report };
	const char *why, *in = gd_arena_printf(arena, "%s/c", directory);

	if (!write_program(arena, spec, in, &why))
		say(&leg, NO_C, "%s", why);
	else if (!has_reference(&leg))
		return;
	else if (!build_program(arena, in, &why))
		say(&leg, DIFFERENT, "%s", why);
	else
		compare_runs(&leg);
}
