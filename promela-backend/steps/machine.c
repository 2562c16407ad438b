/* machine.c: what may be asked of the collector's machine, as Promela.
 *
 * Models define the primitives of runtime/src/gcrt-machine.def here.  The states that follow from
 * them are defined in that table, and only rewritten here: `drained(it)' of bucket b becomes
 * DRAINED_b, and a primitive becomes its text. */
#include "promela-backend/steps/machine.h"
#include "promela-backend/steps/assertion.h"
#include "promela-backend/steps/expr.h"
#include "promela-backend/facts/reads.h"
#include "promela-backend/facts/request.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ primitives */
/* Each text binds as tightly as a name. */
static const char *printed(struct pml_model *model, const char *format, const char *name)
{
	return gd_arena_printf(model->arena, "%s_%s", format, name);
}

const char *pml_runs_any(struct pml_model *model, const struct ir_bucket *bucket)
{
	const char *text = "";

	for (size_t i = 0; i < model->spec->cycle_count; i++)
		if (!bucket || ir_takes_part(bucket, model->spec->cycles[i]))
			text = gd_arena_printf(model->arena, "%s%srunning_%s", text,
			    *text ? " || " : "", model->spec->cycles[i]->name);
	return *text ? text : "false";
}

static const char *in_parentheses(struct pml_model *model, const char *text)
{
	return *text ? gd_arena_printf(model->arena, "(%s)", text) : "true";
}

static const char *condition(struct pml_model *model, const struct ir_expr *expr)
{
	return expr ? pml_expr(model, NULL, expr) : "true";
}

static const char *primitive_is_open(struct pml_model *model, const struct pml_it *it)
{
	if (!it->bucket)
		abort(); /* only buckets have it */
	return printed(model, "open", it->bucket->name);
}

static const char *primitive_opened(struct pml_model *model, const struct pml_it *it)
{
	return printed(model, pml_opens_again(it->bucket) ? "opened" : "open", it->bucket->name);
}

static const char *primitive_takes_part(struct pml_model *model, const struct pml_it *it)
{
	return in_parentheses(model, pml_runs_any(model, it->bucket));
}

static const char *primitive_open_when(struct pml_model *model, const struct pml_it *it)
{
	return condition(model, it->bucket->guard);
}

static const char *primitive_close_when(struct pml_model *model, const struct pml_it *it)
{
	return condition(model, it->bucket->close_when);
}

/* " && units_k == 0 && …". */
static const char *and_none_unfinished(struct pml_model *model, const struct ir_kind *kind,
    const char *text)
{
	return gd_arena_printf(model->arena, "%s%sunits_%s == 0%s", text, *text ? " && " : "",
	    kind->name, pml_none_in_doubt(model, &model->kinds[kind->index]));
}

static const char *primitive_none_unfinished(struct pml_model *model, const struct pml_it *it)
{
	const char *text = "";

	for (size_t i = 0; i < it->bucket->kind_count; i++)
		text = and_none_unfinished(model, it->bucket->kinds[i], text);
	return in_parentheses(model, text);
}

static const char *primitive_none_pending(struct pml_model *model, const struct pml_it *it)
{
	const char *text = "";

	for (size_t i = 0; i < it->bucket->kind_count; i++)
		text = gd_arena_printf(model->arena, "%s%sunits_%s == busy_%s", text,
		    *text ? " && " : "", it->bucket->kinds[i]->name, it->bucket->kinds[i]->name);
	return in_parentheses(model, text);
}

/* Only units that barriers emit can be in buffers. */
static const char *and_none_buffered(struct pml_model *model, const struct ir_kind *kind,
    const char *text)
{
	return !model->kinds[kind->index].buffered
	    ? text
	    : gd_arena_printf(model->arena, "%s%swaiting_%s == 0", text, *text ? " && " : "",
		  kind->name);
}

static const char *primitive_none_buffered(struct pml_model *model, const struct pml_it *it)
{
	const char *text = "";

	for (size_t i = 0; i < it->bucket->kind_count; i++)
		text = and_none_buffered(model, it->bucket->kinds[i], text);
	return in_parentheses(model, text);
}

static const char *primitive_kind_has_opened(struct pml_model *model, const struct pml_it *it)
{
	const char *text = "";

	for (size_t i = 0; i < it->kind->bucket_count; i++)
		text = gd_arena_printf(model->arena, "%s%s%s", text, *text ? " || " : "",
		    pml_state(model, PML_STATE_has_opened,
			&(struct pml_it){ .bucket = it->kind->buckets[i] }));
	return it->kind->bucket_count == 1 ? text : in_parentheses(model, text);
}

static const char *primitive_kind_none_unfinished(struct pml_model *model, const struct pml_it *it)
{
	return in_parentheses(model, and_none_unfinished(model, it->kind, ""));
}

static const char *primitive_kind_none_buffered(struct pml_model *model, const struct pml_it *it)
{
	return in_parentheses(model, and_none_buffered(model, it->kind, ""));
}

static const char *primitive_runs(struct pml_model *model, const struct pml_it *it)
{
	return printed(model, "running", it->cycle->name);
}

static const char *primitive_none_runs(struct pml_model *model, const struct pml_it *it)
{
	(void)it;
	return gd_arena_printf(model->arena, "!(%s)", pml_runs_any(model, NULL));
}

static const char *primitive_cycle_from(struct pml_model *model, const struct pml_it *it)
{
	return condition(model, it->cycle->from);
}

static const char *primitive_cycle_to(struct pml_model *model, const struct pml_it *it)
{
	return condition(model, it->cycle->to);
}

static const char *primitive_some_runs(struct pml_model *model, const struct pml_it *it)
{
	(void)it;
	return in_parentheses(model, pml_runs_any(model, NULL));
}

static const char *primitive_is_on(struct pml_model *model, const struct pml_it *it)
{
	return gd_arena_printf(model->arena, "(phase_%s == 1)", it->phase->name);
}

static const char *primitive_has_begun(struct pml_model *model, const struct pml_it *it)
{
	return gd_arena_printf(model->arena, "(phase_%s != 0)", it->phase->name);
}

static const char *primitive_phase_from(struct pml_model *model, const struct pml_it *it)
{
	return it->phase->from ? pml_expr(model, NULL, it->phase->from) : "false";
}

static const char *primitive_phase_to(struct pml_model *model, const struct pml_it *it)
{
	return it->phase->to ? pml_expr(model, NULL, it->phase->to) : "false";
}

static const char *primitive_stop_asked(struct pml_model *model, const struct pml_it *it)
{
	(void)model;
	(void)it;
	return "stop_requested";
}

static const char *primitive_all_stopped(struct pml_model *model, const struct pml_it *it)
{
	(void)model;
	(void)it;
	return "ALL_STOPPED";
}

/* ------------------------------------------------------------------- the table */
typedef const char *pml_primitive(struct pml_model *model, const struct pml_it *it);

static const struct {
	const char *name;
	pml_primitive *text;
} primitives[] = {
#define GCRT_ROWS                 (GCRT_ROWS_OF_COLLECTOR | GCRT_ROWS_OF_STOPS)
#define PRIMITIVE(name, of, what) { #name, primitive_##name },
#include "runtime/src/gcrt-machine.def"
};

static const char *const guards[] = {
#define RULE(name, of, what, guard, acts) #guard,
#define POINT(name, of, what, acts)       "",
#include "runtime/src/gcrt-machine.def"
};

static const char *const mistakes[] = {
#define MISTAKE(name, of, what, when) #when,
#include "runtime/src/gcrt-machine.def"
};

#define DO(act) PML_ACT_##act,
#define RULE(name, of, what, guard, acts)                                                          \
	static const enum pml_act acts_of_##name[] = { acts PML_ACTS };
#define POINT(name, of, what, acts) static const enum pml_act acts_of_##name[] = { acts PML_ACTS };
#include "runtime/src/gcrt-machine.def"

const enum pml_act *pml_acts(enum pml_rule rule)
{
	static const enum pml_act *const of[] = {
#define RULE(name, of, what, guard, acts) acts_of_##name,
#define POINT(name, of, what, acts)       acts_of_##name,
#include "runtime/src/gcrt-machine.def"
	};
	return of[rule];
}

/* ------------------------------------------------------------------- rewriting */
/* The text of NAME, of LENGTH bytes, for IT: NAME is a primitive or a state of the table. */
static const char *named(struct pml_model *model, const char *name, size_t length,
    const struct pml_it *it)
{
	for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
		if (strlen(primitives[i].name) == length &&
		    strncmp(primitives[i].name, name, length) == 0)
			return primitives[i].text(model, it);
	for (size_t i = 0; i < PML_STATES; i++)
		if (strlen(pml_states[i].name) == length &&
		    strncmp(pml_states[i].name, name, length) == 0)
			return pml_state(model, (enum pml_state)i, it);
	return "false";
}

/* TEXT of the table, for IT: each `name(it)' is replaced by its text in the model.  A conjunct that
 * is always true is left out; in other places it stays. */
static const char *rewritten(struct pml_model *model, const char *text, const struct pml_it *it)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_", and[] = " && ";
	const size_t and_length = strlen(and);
	const char *result = "";

	while (*text) {
		size_t length = strspn(text, letters), between, written = strlen(result);
		const char *name = length ? named(model, text, length, it) : "";
		bool after_and =
		    written >= and_length && strcmp(result + written - and_length, and) == 0;
		bool may_go = strcmp(name, "true") == 0 && (after_and || !written);

		text += length ? length + strlen("(it)") : 0;
		between = strcspn(text, letters);
		if (may_go && strncmp(text, and, and_length) == 0) {
			text += and_length;
			continue;
		}
		if (may_go && after_and && !*text)
			return gd_arena_strndup(model->arena, result, written - and_length);
		result =
		    gd_arena_printf(model->arena, "%s%s%.*s", result, name, (int)between, text);
		text += between;
	}
	return result;
}

const char *pml_guard(struct pml_model *model, enum pml_rule rule, const struct pml_it *it)
{
	return rewritten(model, guards[rule], it);
}

const char *pml_mistake(struct pml_model *model, enum pml_mistake mistake)
{
	return rewritten(model, mistakes[mistake], &(struct pml_it){ 0 });
}

const char *pml_state_meaning(struct pml_model *model, enum pml_state state,
    const struct pml_it *it)
{
	return rewritten(model, pml_states[state].meaning, it);
}

const char *pml_cut(const struct pml_model *model)
{
	const struct pml_request *request = model->request;

	bool ends_early =
	    pml_is_cut(model) || request->outcomes || request->guide || pml_is_bounded(model);

	if (request->canonical) /* canonical_state() wipes what distinguishes ends */
		return ends_early ? "!finished && !CUT && " : "!finished && ";
	return ends_early ? "!CUT && " : "";
}
