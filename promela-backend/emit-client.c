/* emit-client.c: the most general client: its options, and the heap that a run begins with.
 *
 * The run begins with any heap: every way in which at most so many objects can
 * be reachable from the roots.  Each heap is made once and not once for each
 * way of numbering its objects: roots and then slots are filled one after the
 * other, and a reference is null, an object that has a number already, or the
 * next number; cells without a number are free.  Where the order of cells counts, because a unit may wait in the middle of
 * a loop over all objects, a reference is to any cell, and each numbering is a heap of its own: Note [Taken cells]. */
#include "promela-backend/emit-client.h"
#include "promela-backend/emit-bound.h"
#include "promela-backend/emit-guide.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/reference.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/action.h"
#include "promela-backend/steps/client.h"
#include "promela-backend/steps/expr.h"

void pml_declare_client(struct pml_model *model, struct gd_out *out)
{
	if (!model->scenario->client)
		return;
	if (pml_client_quits(model->request))
		gd_out_line(out, "bool quiet;                     // nothing is begun any more\n");
	if (model->scenario->client->steps >= 0)
		gd_out_line(out, "byte acted[MUTATORS];           // operations begun\n");
}

/* While this process waits at `progress', no run counts as endless: it is the client that
 * goes on.  The client pauses between operations, when all is stored: a pause in the middle of an
 * operation is a pause after it.  When the collection is over, the client goes on. */
void pml_quit_process(struct pml_model *model, struct gd_out *out)
{
	const char *busy = "false", *rests = "mem_quiet";
	const char *of = pml_step_of(model, PML_ENVIRONMENT);
	struct pml_line quit, go_on;

	if (!pml_client_quits(model->request))
		return;
	quit = PML_STEP_LINE(model, quit, .thread = pml_text("environment"),
	    .where = pml_at(model, model->scenario->client->loc));
	go_on = PML_STEP_LINE(model, go_on, .thread = pml_text("environment"),
	    .where = pml_at(model, model->scenario->client->loc));
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		busy = gd_arena_printf(model->arena, "%s || requested_%s || running_%s", busy,
		    model->spec->cycles[i]->name, model->spec->cycles[i]->name);
	for (size_t i = 0; i < model->mutators; i++)
		rests = gd_arena_printf(model->arena, "%s && !IN_OPERATION(%zu)", rests, i);
	gd_out_line(out,
	    "// The client may pause while a cycle is asked for or runs.  As long as it does not, this "
	    "process is at a");
	gd_out_line(out,
	    "// progress label, and a run that never ends is no error; from the pause on the collector "
	    "has to end the cycle alone.");
	gd_out_line(out, "proctype leaving() {");
	gd_out_line(out, "progress_client:");
	gd_out_line(out, "\tdo");
	gd_out_line(out, "\t:: d_step { !finished && (%s) && %s ->", busy, rests);
	gd_out_line(out, "\t\t%s%s%s;", of ? of : "", pml_line_text(model, &quit),
	    pml_guide_text(model, &quit));
	gd_out_line(out, "\t\tquiet = true%s };", pml_canonical(model));
	gd_out_line(out, "\td_step { !finished && !(%s) ->", busy);
	gd_out_line(out, "\t\t%s%s%s;", of ? of : "", pml_line_text(model, &go_on),
	    pml_guide_text(model, &go_on));
	gd_out_line(out, "\t\tquiet = false%s };", pml_canonical(model));
	gd_out_line(out, "\tod");
	gd_out_line(out, "}\n");
}

/* -------------------------------------------------------------------- options */
/* What a root would hold without a collector. */
static const char *meant_root(const struct pml_client *c, size_t number)
{
	return gd_arena_printf(c->model->arena, "MEANT(FIRST_ROOT + %zu)",
	    pml_first_root(c->model, c->mutator) + number);
}

/* "root != NIL": it holds an object, or should. */
static const char *is_set(const struct pml_client *c, size_t number)
{
	return pml_is_faithful(c->model)
	    ? gd_arena_printf(c->model->arena, "(%s != NIL || %s != NIL)",
		  pml_client_root(c, number), meant_root(c, number))
	    : gd_arena_printf(c->model->arena, "%s != NIL", pml_client_root(c, number));
}

/* Two roots with the same object count as one, so operations use only the first of them. */
static const char *first_of_its_kind(const struct pml_client *c, size_t number)
{
	const char *text = "";

	if (!pml_client_sorts(c->model))
		return "";
	for (size_t i = 0; i < number; i++)
		text = gd_arena_printf(c->model->arena,
		    pml_is_faithful(c->model) ? "%s && (%s != %s || %s != %s)" : "%s && %s != %s",
		    text, pml_client_root(c, i), pml_client_root(c, number), meant_root(c, i),
		    meant_root(c, number));
	return text;
}

static void option_when(const struct pml_client *c, struct gd_out *out, const char *ready,
    const char *guard, const char *step)
{
	const struct pml_model *model = c->model;
	const char *bound = model->scenario->client->steps < 0
	    ? ""
	    : gd_arena_printf(model->arena, " && acted[%zu] < %ld", c->mutator,
		  model->scenario->client->steps);
	const char *goes_on = pml_client_quits(model->request) ? " && !quiet" : "";

	pml_option(c->model, out, c->loc,
	    gd_arena_printf(model->arena, "!finished%s && %s%s && %s", goes_on, ready, bound,
		guard),
	    gd_arena_printf(model->arena, "%s()", step));
}

static void option(const struct pml_client *c, struct gd_out *out, const char *guard,
    const char *step)
{
	option_when(c, out, pml_may_act(c->model, c->mutator), guard, step);
}

static const char *holds_object(const struct pml_client *c, size_t from)
{
	return gd_arena_printf(c->model->arena, "%s%s", is_set(c, from),
	    first_of_its_kind(c, from));
}

/* Loading null has the same effect as dropping the root, so it is not offered, unless the access
 * may be an error. */
static void load_option(const struct pml_client *c, struct gd_out *out, size_t from, size_t slot,
    size_t to)
{
	const char *finds = c->model->windows || c->model->operations[IR_BEFORE_LOAD].ir
	    ? "" /* the load may not return the value in memory */
	    : gd_arena_printf(c->model->arena,
		  pml_is_faithful(c->model)
		      ? " && (!live[%s] || mem_peek(SLOT_OF(%s, %zu)) != NIL || "
			"MEANT(SLOT_OF(%s, %zu)) != NIL)"
		      : " && (!live[%s] || mem_peek(SLOT_OF(%s, %zu)) != NIL)",
		  pml_client_root(c, from), pml_client_root(c, from), slot,
		  pml_client_root(c, from), slot);

	option(c, out,
	    gd_arena_printf(c->model->arena, "%s%s%s", holds_object(c, from), finds,
		first_of_its_kind(c, to)),
	    pml_client_step(c, "load", from, slot, to));
}

static void store_option(const struct pml_client *c, struct gd_out *out, size_t at, size_t slot,
    size_t value)
{
	const char *guard = holds_object(c, at);

	if (!c->model->operations[IR_BEFORE_STORE].ir)
		guard = gd_arena_printf(c->model->arena, "mem_room(%zu) && %s", c->mutator, guard);
	if (value < c->roots)
		guard = gd_arena_printf(c->model->arena, "%s && %s%s", guard, is_set(c, value),
		    first_of_its_kind(c, value));
	option(c, out, guard, pml_client_step(c, "store", at, slot, value));
}

static void word_options(const struct pml_client *c, struct gd_out *out, size_t at)
{
	const struct pml_model *model = c->model;
	size_t count = pml_has_words(model) ? pml_word_count(model) : 1;
	const char *room = ir_redirects(model->spec, IR_BEFORE_STORE)
	    ? holds_object(c, at)
	    : gd_arena_printf(model->arena, "mem_room(%zu) && %s", c->mutator, holds_object(c, at));

	for (size_t i = 0; i < count && i < pml_word_count(model); i++) {
		option(c, out, holds_object(c, at), pml_client_step(c, "read", at, i, 0));
		for (size_t v = 0;
		     pml_has_words(model) && v < model->scenario->client->word_value_count; v++)
			option(c, out, room, pml_client_step(c, "write", at, i, v));
	}
}

static void allocate_option(const struct pml_client *c, struct gd_out *out, size_t to, size_t held)
{
	const char *guard = NULL;

	for (size_t i = 0; c->model->order_counts && i < c->model->objects;
	     i++) /* Notes [Slides], [Regions], [Taken cells] */
		option(c, out,
		    gd_arena_printf(c->model->arena, "%s%s", pml_is_free_cell(c->model, i, held),
			first_of_its_kind(c, to)),
		    pml_client_step(c, "allocate", to, held, i));
	for (size_t i = 0; !c->model->order_counts && i < c->model->objects; i++)
		guard = gd_arena_printf(c->model->arena, "%s%s",
		    guard ? gd_arena_printf(c->model->arena, "%s || ", guard) : "(",
		    pml_is_free_cell(c->model, i, held));
	if (guard)
		option(c, out,
		    gd_arena_printf(c->model->arena, "%s)%s", guard, first_of_its_kind(c, to)),
		    pml_client_step(c, "allocate", to, held, 0));
}

static void receive_options(const struct pml_client *c, struct gd_out *out, size_t giver)
{
	struct pml_client from = pml_client_of(c->model, giver);

	for (size_t i = 0; pml_client_gives(c, giver) && i < from.roots; i++)
		for (size_t to = 0; to < c->roots; to++)
			option(c, out,
			    gd_arena_printf(c->model->arena, "%s%s", holds_object(&from, i),
				first_of_its_kind(c, to)),
			    pml_client_step(c, "receive", to, giver, i));
}

static void give_options(const struct pml_client *c, struct gd_out *out, size_t global)
{
	struct pml_client heap = pml_client_of(c->model, c->model->mutators - 1);

	for (size_t value = 0; value <= c->roots; value++)
		option(c, out,
		    gd_arena_printf(c->model->arena, "%s%s",
			value < c->roots ? holds_object(c, value) : is_set(&heap, global),
			first_of_its_kind(&heap, global)),
		    pml_client_step(c, "give", heap.mutator, global, value));
}

static void collect_options(const struct pml_client *c, struct gd_out *out)
{
	const struct pml_model *model = c->model;

	for (size_t i = 0; model->scenario->client->collects && i < model->spec->cycle_count; i++)
		if (pml_may_ask_for(model, model->spec->cycles[i]))
			option(c, out,
			    gd_arena_printf(model->arena, "asked < %ld", model->scenario->cycles),
			    pml_client_step(c, "collect", i, 0, 0));
}

static void further_options(const struct pml_client *c, struct gd_out *out)
{
	const struct ir_mutator *m = &c->model->scenario->mutators[c->mutator];

	for (size_t giver = 0; giver < c->model->mutators; giver++)
		receive_options(c, out, giver);
	for (size_t i = 0; i < c->model->scenario->client->globals; i++)
		give_options(c, out, i);
	collect_options(c, out);
	if (m->joins)
		option_when(c, out, pml_may_join(c->model, c->mutator), "true",
		    pml_client_step(c, "join", 0, 0, 0));
	if (m->leaves)
		option(c, out, "true", pml_client_step(c, "leave", 0, 0, 0));
}

void pml_client_options(struct pml_model *model, struct gd_out *out, size_t mutator)
{
	struct pml_client c = pml_client_of(model, mutator);

	further_options(&c, out);
	for (size_t from = 0; from < c.roots; from++) {
		for (size_t slot = 0; slot < model->slots; slot++) {
			for (size_t to = 0; to < c.roots; to++)
				load_option(&c, out, from, slot, to);
			for (size_t value = 0; value <= c.roots; value++)
				store_option(&c, out, from, slot, value);
		}
		word_options(&c, out, from);
		option(&c, out, holds_object(&c, from), pml_client_step(&c, "drop", from, 0, 0));
		if (model->operations[IR_PINNED].ir)
			option(&c, out, holds_object(&c, from),
			    pml_client_step(&c, "pin", from, 0, 0));
		for (size_t held = 0; held <= model->tells_held; held++)
			allocate_option(&c, out, from, held);
	}
}

/* -------------------------------------------------------------- the first heap */
/* Whether the first heap has the object; `numbered' counts those so far. */
static const char *exists(const struct pml_model *model, size_t object)
{
	return gd_arena_printf(model->arena, model->order_counts ? "live[%zu]" : "%zu < numbered",
	    object);
}

/* Where cells differ, any cells of the first space have objects: Notes [Slides], [Regions]. */
static void choose_cells(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0;
	     model->cells_differ && i < ir_cells_of_space(model->spec, model->scenario); i++)
		gd_out_line(out,
		    "if :: true -> live[%zu] = 1; numbered++ :: true -> live[%zu] = 0 fi;", i, i);
}

/* Chooses the value of AT: null, an object with a number that is at least LEAST (a location; or
 * NULL), or the next number; or a tag of TYPE, if that is not NULL.  `numbered` counts the objects so
 * far.  Where the order of cells counts, it is any cell, which then has an object. */
static void choose_reference(struct pml_model *model, struct gd_out *out, const char *at,
    const char *least, const struct ir_type *type)
{
	gd_out_line(out, "if");
	for (size_t i = 0; i < ir_cells_of_space(model->spec, model->scenario); i++) {
		const char *after =
		    !least ? "" : gd_arena_printf(model->arena, " && %s <= %zu", least, i);

		if (model->order_counts && !model->cells_differ)
			gd_out_line(out, ":: true%s -> %s = %zu; live[%zu] = 1", after, at, i, i);
		else if (model->cells_differ)
			gd_out_line(out, ":: live[%zu]%s -> %s = %zu", i, after, at, i);
		else
			gd_out_line(out,
			    ":: %zu <= numbered%s -> %s = %zu; "
			    "numbered = (numbered == %zu -> %zu : numbered)",
			    i, after, at, i, i, i + 1);
	}
	gd_out_line(out, ":: true -> %s = NIL", at);
	for (size_t i = 0; type && i < type->tag_count; i++)
		if (type->tags[i])
			gd_out_line(out, ":: true -> %s = %ld", at,
			    pml_known(model, type, ir_tag_as_reference(i)));
	gd_out_line(out, "fi;");
}

static void choose_roots(struct pml_model *model, struct gd_out *out, size_t mutator)
{
	struct pml_client c = pml_client_of(model, mutator);

	for (size_t j = 0; j < c.roots; j++)
		choose_reference(model, out, pml_client_root(&c, j),
		    j && pml_client_sorts(model) ? pml_client_root(&c, j - 1) : NULL, NULL);
}

/* A mutator that joins may not exist at the start.  The first mutator does. */
static void choose_mutator(struct pml_model *model, struct gd_out *out, size_t mutator)
{
	struct pml_line left = PML_LINE(model, left, .mutator = pml_count(model, mutator));

	if (!model->scenario->mutators[mutator].joins || mutator == 0) {
		choose_roots(model, out, mutator);
		return;
	}
	gd_out_line(out, "if");
	gd_out_line(out, ":: true -> there[%zu] = AWAY; %s%s", mutator, pml_line_text(model, &left),
	    pml_guide_text(model, &left));
	gd_out_line(out, ":: true ->");
	out->indent++;
	choose_roots(model, out, mutator);
	gd_out_line(out, "skip");
	out->indent--;
	gd_out_line(out, "fi;");
}

/* Metadata that refers to any object of the heap is filled with the slots of its object: objects may be
 * reachable through it alone. */
static bool is_any_reference(const struct pml_model *model, size_t meta)
{
	return ir_holds_reference(model->spec->metas[meta]) &&
	    model->scenario->client->any_meta[meta];
}

/* Chooses the reference AT of OBJECT, if there is such an object.  TYPE: of metadata, which may also be a
 * tag; or NULL. */
static void choose_of_object(struct pml_model *model, struct gd_out *out, size_t object,
    const char *at, const struct ir_type *type)
{
	gd_out_line(out, "if");
	gd_out_line(out, ":: %s ->", exists(model, object));
	out->indent++;
	choose_reference(model, out, at, NULL, type);
	gd_out_line(out, "skip");
	out->indent--;
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
}

static void choose_references(struct pml_model *model, struct gd_out *out, size_t object)
{
	for (size_t k = 0; k < model->slots; k++)
		choose_of_object(model, out, object,
		    gd_arena_printf(model->arena, "mem[FIRST_SLOT + %zu]",
			object * model->slots + k),
		    NULL);
	for (size_t k = 0; k < model->spec->meta_count; k++)
		if (is_any_reference(model, k))
			choose_of_object(model, out, object,
			    gd_arena_printf(model->arena, "mem[AT_%s(%zu)]",
				model->spec->metas[k]->name, object),
			    &model->spec->metas[k]->type);
}

/* A slot of an object may make one of a smaller number exist, so these are filled in the order in which they come
 * to exist. */
static void fill_as_found(struct pml_model *model, struct gd_out *out)
{
	const char *before = "";

	gd_out_line(out, "do");
	for (size_t i = 0; i < ir_cells_of_space(model->spec, model->scenario); i++) {
		gd_out_line(out, ":: live[%zu] && !filled[%zu]%s ->", i, i, before);
		out->indent++;
		choose_references(model, out, i);
		gd_out_line(out, "filled[%zu] = true", i);
		out->indent--;
		before = gd_arena_printf(model->arena, "%s && (filled[%zu] || !live[%zu])", before,
		    i, i);
	}
	gd_out_line(out, ":: else -> break");
	gd_out_line(out, "od;");
	gd_out_line(out, "skip;"); /* a jump into a d_step is none of Promela */
}

static bool is_filled_as_found(const struct pml_model *model)
{
	return model->order_counts && !model->cells_differ;
}

static void choose_heap(struct pml_model *model, struct gd_out *out)
{
	choose_cells(model, out);
	for (size_t i = 0; i < model->mutators; i++)
		choose_mutator(model, out, i);
	if (is_filled_as_found(model)) {
		fill_as_found(model, out);
		return;
	}
	for (size_t i = 0; i < model->objects; i++)
		choose_references(model, out, i);
}

static bool is_given(const struct pml_model *model, size_t meta)
{
	return model->scenario->client->any_meta[meta] || model->spec->metas[meta]->is_word ||
	    (model->objects &&
		model->scenario->objects[0].metas[meta] != model->spec->metas[meta]->init);
}

/* Chooses the initial value: the one that is given for all objects, or any value of the type. */
static void choose_value(struct pml_model *model, struct gd_out *out, size_t meta, size_t object)
{
	const struct ir_meta *what = model->spec->metas[meta];

	if (what->is_word) {
		gd_out_line(out, "if");
		for (size_t v = 0; v < model->scenario->client->word_value_count; v++)
			gd_out_line(out, ":: true -> mem[AT_%s(%zu)] = %ld", what->id, object,
			    model->scenario->client->word_values[v]);
		gd_out_line(out, "fi");
		return;
	}
	if (!model->scenario->client->any_meta[meta]) {
		gd_out_line(out, "mem[AT_%s(%zu)] = %ld", what->id, object,
		    pml_known(model, &what->type, model->scenario->objects[object].metas[meta]));
		return;
	}
	gd_out_line(out, "if");
	for (long value = what->type.low; value <= what->type.high; value++)
		gd_out_line(out, ":: true -> mem[AT_%s(%zu)] = %ld", what->id, object, value);
	gd_out_line(out, "fi");
}

static void choose_metadata(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->objects; i++)
		for (size_t k = 0; k < model->spec->meta_count; k++) {
			if (!is_given(model, k) || is_any_reference(model, k))
				continue;
			gd_out_line(out, "if");
			gd_out_line(out, ":: %s ->", exists(model, i));
			out->indent++;
			choose_value(model, out, k, i);
			out->indent--;
			gd_out_line(out, ":: else -> skip");
			gd_out_line(out, "fi;");
		}
}

static void given(struct pml_model *model, struct gd_out *out, struct pml_line line)
{
	gd_out_line(out, "%s%s;", pml_line_text(model, &line), pml_guide_text(model, &line));
}

static void show_objects(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->objects; i++) {
		if (!model->order_counts)
			gd_out_line(out, "live[%zu] = (%zu < numbered);", i, i);
		else if (!model->cells_differ)
			gd_out_line(out, "numbered = numbered + live[%zu]; filled[%zu] = false;", i,
			    i);
		if (model->tells_held)
			gd_out_line(out, "held[%zu] = live[%zu];", i, i);
		given(model, out,
		    PML_LINE(model, given, .object = pml_count(model, i),
			.live = pml_number(gd_arena_printf(model->arena, "live[%zu]", i))));
	}
}

static void show_metadata(struct pml_model *model, struct gd_out *out, size_t object,
    const struct ir_meta *meta)
{
	given(model, out,
	    PML_LINE(model, given, .object = pml_count(model, object), .meta = pml_text(meta->name),
		.value = pml_number(pml_shown(model, &meta->type,
		    gd_arena_printf(model->arena, "mem[AT_%s(%zu)]", meta->id, object)))));
}

static struct pml_value reference(struct pml_model *model, const char *first, size_t index)
{
	return pml_number(gd_arena_printf(model->arena, "SHOWN(mem[%s + %zu])", first, index));
}

/* Prints this heap, with which a replay's story begins. */
static void show_heap(struct pml_model *model, struct gd_out *out)
{
	show_objects(model, out);
	for (size_t i = 0; i < model->objects; i++)
		for (size_t k = 0; k < model->spec->meta_count; k++)
			if (is_given(model, k))
				show_metadata(model, out, i, model->spec->metas[k]);
	for (size_t i = 0; i < model->objects * model->slots; i++)
		given(model, out,
		    PML_LINE(model, given, .object = pml_count(model, i / model->slots),
			.slot = pml_count(model, i % model->slots),
			.value = reference(model, "FIRST_SLOT", i)));
	for (size_t i = 0; i < model->roots; i++)
		given(model, out,
		    PML_LINE(model, given, .root = pml_count(model, i),
			.value = reference(model, "FIRST_ROOT", i)));
}

void pml_client_initial(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "byte numbered;");
	if (is_filled_as_found(model))
		gd_out_line(out, "bool filled[%zu];", model->objects);
	gd_out_line(out, "atomic {");
	out->indent++;
	choose_heap(model, out);
	choose_metadata(model, out);
	gd_out_line(out, "d_step {");
	out->indent++;
	show_heap(model, out);
	if (model->request->counts_operations)
		gd_out_line(out, "objects_left = objects_left - numbered;");
	if (pml_is_faithful(model))
		gd_out_line(out, "meant_begin();");
	if (pml_has_origins(model))
		gd_out_line(out, "origin_begin();");
	gd_out_line(out, "numbered = 0;");
	pml_put_initial_checks(model, out);
	gd_out_line(out, "x_found = 0%s", pml_canonical(model));
	out->indent--;
	gd_out_line(out, "}");
	out->indent--;
	gd_out_line(out, "}");
}
