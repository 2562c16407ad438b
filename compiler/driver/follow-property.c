/* follow-property.c: whether the property that fails in a story fails in the C that has followed it. */
#include "compiler/driver/follow.h"

#include <ctype.h>
#include <string.h>
#include "compiler/driver/seen-text.h"
#include "compiler/ir/walk.h"
#include "promela-backend/pml.h"

/* ------------------------------------------------------------- what a formula reads */
/* A ghost may stand for anything. */
static bool reads_other(const struct ir_expr *expr, const void *binder)
{
	const struct ir_place *place = expr->kind == IR_PEEK ? expr->place : NULL;

	return expr->kind == IR_GHOST ||
	    (place && place->kind == IR_PLACE_META &&
		!(place->object->kind == IR_VAR &&
		    place->object->var == ((const struct ir_expr *)binder)->var));
}

/* Reads the metadata of no object but the one that the story names. */
static bool reads_one(const struct ir_expr *formula)
{
	const struct ir_expr *binder = ir_outermost_quantifier(formula);

	return binder && !ir_expr_any(formula, reads_other, binder);
}

static bool reads_phase(const struct ir_expr *expr, const void *phase)
{
	return expr->kind == IR_GHOST || (expr->kind == IR_IN_PHASE && expr->phase == phase);
}

static const struct ir_expr *formula_of(const struct story *story, const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->property_count; i++)
		if (strcmp(spec->properties[i]->name, story->property) == 0)
			return spec->properties[i]->formula;
	return NULL;
}

/* ------------------------------------------------------------------ what is compared */
/* Of ends: what a property may read. */
struct view {
	const struct ir_spec *spec;
	const struct ir_expr *formula;
	const char *bound; /* the metadata of other objects are not read; NULL: all are */
};

static bool is_word(const char *text, size_t length, const char *word)
{
	return word && strlen(word) == length && strncmp(text, word, length) == 0;
}

/* WORD is "marking=1".  Roots are names. */
static bool is_unread_phase(const struct view *view, const char *word)
{
	size_t name = strcspn(word, ":=");

	if (!view->formula || word[name] != '=' || !isdigit((unsigned char)word[name + 1]))
		return false;
	for (size_t i = 0; i < view->spec->phase_count; i++)
		if (is_word(word, name, view->spec->phases[i]->name))
			return !ir_expr_any(view->formula, reads_phase, view->spec->phases[i]);
	return false;
}

/* The length of the metadata in WORD ("a:mark=1{null}"), after its NAME, that are not read; or 0. */
static size_t unread_metadata(const struct view *view, const char *word, size_t length, size_t name)
{
	return view->bound && name < length && word[name] == ':' && memchr(word, '{', length) &&
		!is_word(word, name, view->bound)
	    ? strcspn(word, "{") - name
	    : 0;
}

/* What of the end TEXT is read. */
static const char *what_is_read(struct gd_arena *arena, const struct view *view, const char *text)
{
	char *copy = gd_arena_alloc(arena, strlen(text) + 2), *to = copy;

	while (*text) {
		size_t word = strcspn(text, " "), name = strcspn(text, ":{ "),
		       unread = unread_metadata(view, text, word, name);

		if (!is_unread_phase(view, text)) {
			memcpy(to, text, name);
			memcpy(to + name, text + name + unread, word - name - unread);
			to += word - unread;
			*to++ = ' ';
		}
		text += word;
		text += strspn(text, " ");
	}
	*to = '\0';
	return copy;
}

/* What the formula does not read may differ: the C may have gone on there. */
static bool is_same_heap(const struct story *story, const struct ir_spec *spec, const char *c,
    const char *model)
{
	const char *bound = story->binding ? strstr(story->binding, " = ") : NULL;
	struct view view = { spec, formula_of(story, spec), NULL };

	if (!c || !model)
		return false;
	if (bound && reads_one(view.formula))
		view.bound = bound + strlen(" = ");
	return strcmp(what_is_read(story->arena, &view, c),
		   what_is_read(story->arena, &view, model)) == 0;
}

/* --------------------------------------------------- the machine that a formula reads */
/* Whether E changes what EXPR asks for. */
static bool changes(const struct seen *e, const struct ir_expr *expr)
{
	size_t which = (size_t)e->which;

	if (expr->kind == IR_IS_OPEN)
		return (e->what == SEEN_OPEN || e->what == SEEN_CLOSE) &&
		    (!expr->bucket || expr->bucket->index == which);
	if (expr->kind == IR_IN_CYCLE)
		return (e->what == SEEN_BEGIN || e->what == SEEN_END) &&
		    expr->cycle->index == which;
	if (expr->kind == IR_REQUESTED)
		return (e->what == SEEN_REQUEST || e->what == SEEN_BEGIN) &&
		    expr->cycle->index == which;
	return expr->kind == IR_ALL_STOPPED && (e->what == SEEN_STOPPED || e->what == SEEN_RESUME);
}

/* How often the story has changed it, less how often the C has.  Changes of one thing come in the
 * order of the story, so it is the same if none is missing or too much. */
static bool reads_other_state(const struct ir_expr *expr, const void *of)
{
	const struct agree_cell *cell = of;
	const char *trace = cell->found.trace ? cell->found.trace : "";
	long more = 0;
	struct seen e;

	for (unsigned i = 0; i < cell->guide->count; i++)
		more += changes(&cell->guide->at[i], expr);
	for (; *trace; trace += strcspn(trace, "\n"), trace += *trace == '\n')
		more -= seen_read(trace, &e) && changes(&e, expr);
	return more != 0;
}

/* ------------------------------------------------------------------- what is undecided */
static bool reads_ghost(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return expr->kind == IR_GHOST;
}

static bool reads_units(const struct ir_expr *expr, const void *unused)
{
	(void)unused;
	return expr->kind == IR_DRAINED || expr->kind == IR_IDLE || expr->kind == IR_EMPTY ||
	    expr->kind == IR_PENDING;
}

/* A program that is directed counts its units. */
static const char *twins_undecided(const struct agree_cell *cell)
{
	if (!cell->guide->directed)
		return "the runtime does not check it";
	return cell->found.way->has_twins ? NULL : "in C no such unit is there twice";
}

static bool is_builtin(const struct ir_spec *spec, const char *name)
{
	for (size_t i = 0; i < spec->property_count; i++)
		if (strcmp(spec->properties[i]->name, name) == 0)
			return spec->properties[i]->builtin;
	return false;
}

/* A read is not faithful if it finds something else than it would without a collector.  What it would find follows from
 * what the scripts do, and that is the same in the C.  What it finds is compared. */
const char *follow_undecided(const struct story *story, const struct agree_plan *plan,
    const struct agree_cell *cell, const char *c, const char *model)
{
	const struct ir_expr *formula = formula_of(story, plan->ir);

	if (strcmp(story->property, PML_OUTCOME) == 0)
		return c && model && strcmp(c, model) == 0 ? NULL
							   : "it does not end as the model does";
	if (strcmp(story->property, AGREE_THE_C) == 0)
		return "the story is of a C that fails, and the model does not";
	if (story_repeats(story))
		return "the model goes on forever, and the C is followed once";
	if (strcmp(story->property, "unit_unique") == 0)
		return twins_undecided(cell);
	if (is_builtin(plan->ir, story->property) && strcmp(story->property, "faithful") != 0)
		return "the C has no check of it";
	if (ir_expr_any(formula, reads_ghost, NULL))
		return "its formula reads a ghost, and the C has none";
	if (ir_expr_any(formula, reads_units, NULL))
		return "its formula asks for waiting units, which the C does not report";
	if (ir_expr_any(formula, reads_other_state, cell))
		return "its formula reads what is open or goes on, which differs in the C";
	return is_same_heap(story, plan->ir, c, model) ? NULL
						       : "its heap is not as that of the model";
}

/* ---------------------------------------------------------------------- how it fails */
/* What the explorer says of a program that fails as the story does: how it begins, and what follows. */
struct failure {
	const char *property, *said, *then; /* THEN may be NULL */
};

/* Whether the program fails in this way, in which PROPERTY can fail. */
static bool is_way(const struct failure *way, const struct story *story, const char *said)
{
	return strcmp(way->property, story->property) == 0 &&
	    strncmp(said, way->said, strlen(way->said)) == 0 &&
	    (!way->then || strstr(said, way->then));
}

static bool fails_as(const struct story *story, const char *said)
{
	static const struct failure ways[] = {
		{ PML_USE_PREFIX "stop", "the runtime stops the program: `stop mutators`", NULL },
		{ PML_USE_PREFIX "resume", "the runtime stops the program: `resume mutators`",
		    NULL },
		{ PML_USE_PREFIX "phase", "the runtime stops the program: phase ", NULL },
		{ PML_USE_PREFIX "slot", "the runtime stops the program: there is no slot ", NULL },
		{ "no_freed_access", "something that is not an object is accessed or freed", NULL },
		{ "cycle_ends", "no task can go on", NULL },
		{ "cycle_ends", "", " waits for ever: nobody will write " },
		{ "cycle_ends", "the runtime stops the program: cycle ", " is stuck: " }
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (is_way(&ways[i], story, said))
			return true;
	return false;
}

static bool is_on_line(const struct story *story, const char *said)
{
	const json_t *fail = json_array_get(story->lines, json_array_size(story->lines) - 1);
	json_int_t line =
	    json_integer_value(json_object_get(json_object_get(fail, "where"), "line"));

	return strstr(said, gd_arena_printf(story->arena, ":%lld does not hold", (long long)line));
}

bool follow_fails_alike(const struct story *story, const char *said)
{
	static const char assertion[] = "the assert at ";

	if (strncmp(story->property, PML_ASSERT_PREFIX, strlen(PML_ASSERT_PREFIX)) == 0)
		return strncmp(said, assertion, strlen(assertion)) == 0 && is_on_line(story, said);
	return fails_as(story, said);
}
