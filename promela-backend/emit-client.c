/* emit-client.c: mutators that do anything: the most general client.
 *
 * The run begins with any heap: every way in which at most so many objects can
 * be reachable from the roots.  Each heap is made once and not once for each
 * way of numbering its objects: roots and then slots are filled one after the
 * other, and a reference is null, an object that has a number already, or the
 * next number; cells without a number are free.
 *
 * Then each mutator, whenever it is at a yield point, may load a slot of an
 * object that it has a root of, store a root or null there, drop a root, or
 * allocate; where the scenario says so also get a reference from another's root, ask
 * for a cycle and wait for its end, join or leave, and use roots of the heap's own.
 * Its roots are a set: they are kept in order, unless some unit that waits remembers the number
 * of a root. */
#include "promela-backend/emit-client.h"
#include "promela-backend/emit-action.h"
#include "promela-backend/emit-op.h"
#include "promela-backend/emit-operation.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/emit-root.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"

struct client {
	struct pml_model *model;
	size_t mutator, roots;
	struct gd_loc loc;
};

static struct client client_of(struct pml_model *model, size_t mutator)
{
	return (struct client){ model, mutator, pml_root_count(model, mutator),
		model->scenario->client->loc };
}

/* ------------------------------------------------------------ roots in order */
static const char *root(const struct client *c, size_t number)
{
	return gd_arena_printf(c->model->arena, "mem[FIRST_ROOT + %zu]",
	    pml_first_root(c->model, c->mutator) + number);
}

/* "0,2,1": all roots, with AT and AT + 1 exchanged. */
static const char *exchanged(struct pml_model *model, size_t at)
{
	const char *text = "";

	for (size_t i = 0; i < model->roots; i++)
		text = gd_arena_printf(model->arena, "%s%s%zu", text, i ? "," : "",
		    i == at           ? at + 1
			: i == at + 1 ? at
				      : i);
	return text;
}

static void sort_inline(const struct client *c)
{
	struct gd_out *out = c->model->out;

	if (!pml_client_sorts(c->model) || c->model->request->canonical)
		return;
	gd_out_line(out, "inline sort_roots_%zu() {", c->mutator);
	out->indent++;
	for (size_t round = 1; round < c->roots; round++)
		for (size_t i = 0; i + round < c->roots; i++) {
			gd_out_line(out, "if");
			gd_out_line(out, ":: %s > %s ->", root(c, i), root(c, i + 1));
			gd_out_line(out, "\tx_object = %s; %s = %s; %s = x_object;", root(c, i),
			    root(c, i), root(c, i + 1), root(c, i + 1));
			gd_out_line(out, "\tprintf(\"@ renamed roots=%s\\n\")",
			    exchanged(c->model, pml_first_root(c->model, c->mutator) + i));
			gd_out_line(out, ":: else -> skip");
			gd_out_line(out, "fi;");
		}
	gd_out_line(out, "x_object = 0");
	out->indent--;
	gd_out_line(out, "}\n");
}

/* ------------------------------------------------------------------ operations */
static void begin_inline(const struct client *c, const char *name, const char *op)
{
	struct gd_out *out = c->model->out;

	gd_out_line(out, "inline %s() {", name);
	out->indent++;
	gd_out_line(out,
	    "printf(\"@ step do=client thread=mutator mutator=%zu op=%s where=%s\\n\");",
	    c->mutator, op, pml_where(c->model, c->loc));
	if (c->model->scenario->client->steps >= 0)
		gd_out_line(out, "acted[%zu]++;", c->mutator);
}

static void end_inline(const struct client *c, struct pml_set *writes)
{
	struct gd_out *out = c->model->out;

	pml_after_step(c->model, out, writes);
	if (pml_client_sorts(c->model) && !c->model->request->canonical)
		gd_out_line(out, "sort_roots_%zu();", c->mutator);
	out->indent--;
	gd_out_line(out, "}\n");
}

/* A name for the operation, such as `load' from SLOT of the object at root FROM to root TO. */
static const char *name(const struct client *c, const char *op, size_t from, size_t slot, size_t to)
{
	return gd_arena_printf(c->model->arena, "client_%s_%zu_%zu_%zu_%zu", op, c->mutator, from,
	    slot, to);
}

static const struct ir_group *group_of(const struct pml_model *model, size_t slot)
{
	for (size_t i = 0; i < model->spec->group_count; i++)
		if (slot >= model->scenario->group_first[i] &&
		    slot < model->scenario->group_first[i] + model->scenario->group_size[i])
			return model->spec->groups[i];
	return NULL;
}

static void load_inline(const struct client *c, size_t from, size_t slot, size_t to)
{
	struct pml_model *model = c->model;
	const struct ir_group *group = group_of(model, slot);
	struct pml_set writes = { { 0 } };

	begin_inline(c, name(c, "load", from, slot, to), "load");
	gd_out_line(model->out, "x_object = %s;", root(c, from));
	pml_fail_if_freed(model, model->out, "x_object", c->loc);
	gd_out_line(model->out, "mem_load(%zu, SLOT_OF(x_object, %zu), MEM_RELAXED, x_found);",
	    c->mutator, slot);
	gd_out_line(model->out,
	    "printf(\"@ access op=load order=relaxed at=%s slot=%zu object=%%d "
	    "found=%%d where=%s\\n\", x_object, SHOWN(x_found));",
	    group->name, slot - model->scenario->group_first[group->index],
	    pml_where(model, c->loc));
	pml_set_root(model, c->mutator, (int)to, "x_found", &writes);
	end_inline(c, &writes);
}

/* VALUE: the number of a root, or the number after the last root for null. */
static void store_inline(const struct client *c, size_t at, size_t slot, size_t value)
{
	struct pml_model *model = c->model;
	struct pml_set writes = { { 0 } };

	begin_inline(c, name(c, "store", at, slot, value), "store");
	gd_out_line(model->out, "x_object = %s;", root(c, at));
	pml_fail_if_freed(model, model->out, "x_object", c->loc);
	pml_begin_store(model, c->mutator, "x_object",
	    gd_arena_printf(model->arena, "SLOT_OF(x_object, %zu)", slot),
	    value < c->roots ? root(c, value) : "NIL", c->loc, &writes);
	end_inline(c, &writes);
}

static void drop_inline(const struct client *c, size_t number)
{
	struct pml_set writes = { { 0 } };

	begin_inline(c, name(c, "drop", number, 0, 0), "drop");
	pml_set_root(c->model, c->mutator, (int)number, "NIL", &writes);
	end_inline(c, &writes);
}

/* Free cells are alike, except for whether they have HELD an object, where a formula asks that. */
static const char *is_free(const struct pml_model *model, size_t cell, size_t held)
{
	return !model->tells_held
	    ? gd_arena_printf(model->arena, "!live[%zu]", cell)
	    : gd_arena_printf(model->arena, "!live[%zu] && held[%zu] == %zu", cell, cell, held);
}

/* The first free cell is taken, because free cells are alike. */
static void allocate_inline(const struct client *c, size_t to, size_t held)
{
	struct pml_model *model = c->model;
	const char *cell = "NIL";
	struct pml_set writes = { { 0 } };

	for (size_t i = model->objects; i-- > 0;)
		cell = gd_arena_printf(model->arena, "(%s -> %zu : %s)", is_free(model, i, held), i,
		    cell);
	begin_inline(c, name(c, "allocate", to, held, 0), "allocate");
	gd_out_line(model->out, "x_object = %s;", cell);
	pml_begin_allocate(model, c->mutator, "x_object", (int)to, c->loc, &writes);
	end_inline(c, &writes);
}

static void receive_inline(const struct client *c, size_t to, size_t giver, size_t from)
{
	struct pml_set writes = { { 0 } };

	begin_inline(c, name(c, "receive", to, giver, from), "receive");
	pml_begin_receive(c->model, c->mutator, (int)to, giver, (int)from, &writes);
	end_inline(c, &writes);
}

/* VALUE: the number of a root, or the number after the last root for null.  No barrier runs. */
static void give_inline(const struct client *c, size_t heap, size_t global, size_t value)
{
	struct pml_set writes = { { 0 } };

	begin_inline(c, name(c, "give", heap, global, value), "give");
	gd_out_line(c->model->out, "x_object = %s;", value < c->roots ? root(c, value) : "NIL");
	pml_set_root(c->model, heap, (int)global, "x_object", &writes);
	end_inline(c, &writes);
}

static void collect_inline(const struct client *c, const struct ir_cycle *cycle)
{
	struct pml_set writes = { { 0 } };

	begin_inline(c, name(c, "collect", cycle->index, 0, 0), "collect");
	gd_out_line(c->model->out, "asked++;");
	pml_begin_collect(c->model, c->mutator, cycle, &writes);
	end_inline(c, &writes);
}

static void presence_inlines(const struct client *c)
{
	const struct ir_mutator *m = &c->model->scenario->mutators[c->mutator];
	struct pml_set writes = { { 0 } };

	if (m->joins) {
		begin_inline(c, name(c, "join", 0, 0, 0), "join");
		pml_join(c->model, c->mutator, &writes);
		end_inline(c, &writes);
	}
	if (m->leaves) {
		begin_inline(c, name(c, "leave", 0, 0, 0), "leave");
		pml_leave(c->model, c->mutator, &writes);
		end_inline(c, &writes);
	}
}

/* Whether a mutator may receive from GIVER: from the heap's own roots, and from other mutators if
 * the client receives. */
static bool gives(const struct client *c, size_t giver)
{
	const struct ir_scenario *scenario = c->model->scenario;

	return giver != c->mutator &&
	    (scenario->mutators[giver].of_heap || scenario->client->receives);
}

static void further_inlines(const struct client *c)
{
	const struct pml_model *model = c->model;

	for (size_t giver = 0; giver < model->mutators; giver++)
		for (size_t from = 0; gives(c, giver) && from < pml_root_count(model, giver);
		     from++)
			for (size_t to = 0; to < c->roots; to++)
				receive_inline(c, to, giver, from);
	for (size_t i = 0; i < model->scenario->client->globals; i++)
		for (size_t value = 0; value <= c->roots; value++)
			give_inline(c, model->mutators - 1, i, value);
	for (size_t i = 0; model->scenario->client->collects && i < model->spec->cycle_count; i++)
		if (pml_may_ask_for(model, model->spec->cycles[i]))
			collect_inline(c, model->spec->cycles[i]);
	presence_inlines(c);
}

/* While this process waits at `progress', no run counts as endless: it is the client that
 * goes on.  The client pauses between operations, when all is stored: a pause in the middle of an
 * operation is a pause after it.  When the collection is over, the client goes on. */
void pml_quit_process(struct pml_model *model)
{
	const char *busy = "false", *rests = "mem_quiet";
	struct gd_out *out = model->out;

	if (!pml_client_quits(model->request))
		return;
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
	gd_out_line(out, "\t\tprintf(\"@ step do=quit thread=environment where=%s\\n\");",
	    pml_where(model, model->scenario->client->loc));
	gd_out_line(out, "\t\tquiet = true%s };", pml_canonical(model));
	gd_out_line(out, "\td_step { !finished && !(%s) ->", busy);
	gd_out_line(out, "\t\tprintf(\"@ step do=go_on thread=environment where=%s\\n\");",
	    pml_where(model, model->scenario->client->loc));
	gd_out_line(out, "\t\tquiet = false%s };", pml_canonical(model));
	gd_out_line(out, "\tod");
	gd_out_line(out, "}\n");
}

void pml_client_operations(struct pml_model *model)
{
	if (pml_client_quits(model->request))
		gd_out_line(model->out,
		    "bool quiet;                     // nothing is begun any more\n");
	if (model->scenario->client->steps >= 0)
		gd_out_line(model->out, "byte acted[MUTATORS];           // operations begun\n");
	for (size_t i = 0; i < model->mutators; i++) {
		struct client c = client_of(model, i);

		sort_inline(&c);
		if (model->scenario->mutators[i].of_heap)
			continue;
		further_inlines(&c);
		for (size_t from = 0; from < c.roots; from++) {
			for (size_t slot = 0; slot < model->slots; slot++) {
				for (size_t to = 0; to < c.roots; to++)
					load_inline(&c, from, slot, to);
				for (size_t value = 0; value <= c.roots; value++)
					store_inline(&c, from, slot, value);
			}
			drop_inline(&c, from);
			for (size_t held = 0; held <= model->tells_held; held++)
				allocate_inline(&c, from, held);
		}
	}
}

/* -------------------------------------------------------------------- options */
/* Two roots with the same object count as one, so operations use only the first of them. */
static const char *first_of_its_kind(const struct client *c, size_t number)
{
	const char *text = "";

	if (!pml_client_sorts(c->model))
		return "";
	for (size_t i = 0; i < number; i++)
		text = gd_arena_printf(c->model->arena, "%s && %s != %s", text, root(c, i),
		    root(c, number));
	return text;
}

static void option_when(const struct client *c, const char *ready, const char *guard,
    const char *step)
{
	const struct pml_model *model = c->model;
	const char *bound = model->scenario->client->steps < 0
	    ? ""
	    : gd_arena_printf(model->arena, " && acted[%zu] < %ld", c->mutator,
		  model->scenario->client->steps);
	const char *goes_on = pml_client_quits(model->request) ? " && !quiet" : "";

	pml_option(c->model, c->loc,
	    gd_arena_printf(model->arena, "!finished%s && %s%s && %s", goes_on, ready, bound,
		guard),
	    gd_arena_printf(model->arena, "%s()", step));
}

static void option(const struct client *c, const char *guard, const char *step)
{
	option_when(c, pml_may_act(c->model, c->mutator), guard, step);
}

static const char *holds_object(const struct client *c, size_t from)
{
	return gd_arena_printf(c->model->arena, "%s != NIL%s", root(c, from),
	    first_of_its_kind(c, from));
}

/* Loading null has the same effect as dropping the root, so it is not offered, unless the access
 * may be an error. */
static void load_option(const struct client *c, size_t from, size_t slot, size_t to)
{
	const char *finds = c->model->windows
	    ? "" /* the load may not return the value in memory */
	    : gd_arena_printf(c->model->arena,
		  " && (!live[%s] || mem_peek(SLOT_OF(%s, %zu)) != NIL)", root(c, from),
		  root(c, from), slot);

	option(c,
	    gd_arena_printf(c->model->arena, "%s%s%s", holds_object(c, from), finds,
		first_of_its_kind(c, to)),
	    name(c, "load", from, slot, to));
}

static void store_option(const struct client *c, size_t at, size_t slot, size_t value)
{
	const char *guard = holds_object(c, at);

	if (!c->model->operations[IR_BEFORE_STORE].ir)
		guard = gd_arena_printf(c->model->arena, "mem_room(%zu) && %s", c->mutator, guard);
	if (value < c->roots)
		guard = gd_arena_printf(c->model->arena, "%s && %s != NIL%s", guard, root(c, value),
		    first_of_its_kind(c, value));
	option(c, guard, name(c, "store", at, slot, value));
}

static void allocate_option(const struct client *c, size_t to, size_t held)
{
	const char *guard = NULL;

	for (size_t i = 0; i < c->model->objects; i++)
		guard = gd_arena_printf(c->model->arena, "%s%s",
		    guard ? gd_arena_printf(c->model->arena, "%s || ", guard) : "(",
		    is_free(c->model, i, held));
	if (guard)
		option(c,
		    gd_arena_printf(c->model->arena, "%s)%s", guard, first_of_its_kind(c, to)),
		    name(c, "allocate", to, held, 0));
}

static void receive_options(const struct client *c, size_t giver)
{
	struct client from = client_of(c->model, giver);

	for (size_t i = 0; gives(c, giver) && i < from.roots; i++)
		for (size_t to = 0; to < c->roots; to++)
			option(c,
			    gd_arena_printf(c->model->arena, "%s%s", holds_object(&from, i),
				first_of_its_kind(c, to)),
			    name(c, "receive", to, giver, i));
}

static void give_options(const struct client *c, size_t global)
{
	struct client heap = client_of(c->model, c->model->mutators - 1);

	for (size_t value = 0; value <= c->roots; value++)
		option(c,
		    gd_arena_printf(c->model->arena, "%s%s",
			value < c->roots
			    ? holds_object(c, value)
			    : gd_arena_printf(c->model->arena, "%s != NIL", root(&heap, global)),
			first_of_its_kind(&heap, global)),
		    name(c, "give", heap.mutator, global, value));
}

static void collect_options(const struct client *c)
{
	const struct pml_model *model = c->model;

	for (size_t i = 0; model->scenario->client->collects && i < model->spec->cycle_count; i++)
		if (pml_may_ask_for(model, model->spec->cycles[i]))
			option(c,
			    gd_arena_printf(model->arena, "asked < %ld", model->scenario->cycles),
			    name(c, "collect", i, 0, 0));
}

static void further_options(const struct client *c)
{
	const struct ir_mutator *m = &c->model->scenario->mutators[c->mutator];

	for (size_t giver = 0; giver < c->model->mutators; giver++)
		receive_options(c, giver);
	for (size_t i = 0; i < c->model->scenario->client->globals; i++)
		give_options(c, i);
	collect_options(c);
	if (m->joins)
		option_when(c, pml_may_join(c->model, c->mutator), "true",
		    name(c, "join", 0, 0, 0));
	if (m->leaves)
		option(c, "true", name(c, "leave", 0, 0, 0));
}

void pml_client_options(struct pml_model *model, size_t mutator)
{
	struct client c = client_of(model, mutator);

	further_options(&c);
	for (size_t from = 0; from < c.roots; from++) {
		for (size_t slot = 0; slot < model->slots; slot++) {
			for (size_t to = 0; to < c.roots; to++)
				load_option(&c, from, slot, to);
			for (size_t value = 0; value <= c.roots; value++)
				store_option(&c, from, slot, value);
		}
		option(&c,
		    gd_arena_printf(model->arena, "%s != NIL%s", root(&c, from),
			first_of_its_kind(&c, from)),
		    name(&c, "drop", from, 0, 0));
		for (size_t held = 0; held <= model->tells_held; held++)
			allocate_option(&c, from, held);
	}
}

/* -------------------------------------------------------------- the first heap */
/* Chooses the value of AT: null, an object with a number that is at least LEAST (a location; or
 * NULL), or the next number.  `numbered` counts the objects so far. */
static void choose_reference(struct pml_model *model, const char *at, const char *least)
{
	struct gd_out *out = model->out;

	gd_out_line(out, "if");
	for (size_t i = 0; i < model->objects; i++)
		gd_out_line(out,
		    ":: %zu <= numbered%s -> %s = %zu; "
		    "numbered = (numbered == %zu -> %zu : numbered)",
		    i, !least ? "" : gd_arena_printf(model->arena, " && %s <= %zu", least, i), at,
		    i, i, i + 1);
	gd_out_line(out, ":: true -> %s = NIL", at);
	gd_out_line(out, "fi;");
}

static void choose_roots(struct pml_model *model, size_t mutator)
{
	struct client c = client_of(model, mutator);

	for (size_t j = 0; j < c.roots; j++)
		choose_reference(model, root(&c, j),
		    j && pml_client_sorts(model) ? root(&c, j - 1) : NULL);
}

/* A mutator that joins may not exist at the start.  The first mutator does. */
static void choose_mutator(struct pml_model *model, size_t mutator)
{
	struct gd_out *out = model->out;

	if (!model->scenario->mutators[mutator].joins || mutator == 0) {
		choose_roots(model, mutator);
		return;
	}
	gd_out_line(out, "if");
	gd_out_line(out, ":: true -> there[%zu] = AWAY; printf(\"@ left mutator=%zu\\n\")", mutator,
	    mutator);
	gd_out_line(out, ":: true ->");
	out->indent++;
	choose_roots(model, mutator);
	gd_out_line(out, "skip");
	out->indent--;
	gd_out_line(out, "fi;");
}

static void choose_heap(struct pml_model *model)
{
	struct gd_out *out = model->out;

	for (size_t i = 0; i < model->mutators; i++)
		choose_mutator(model, i);
	for (size_t i = 0; i < model->objects * model->slots; i++) {
		gd_out_line(out, "if");
		gd_out_line(out, ":: %zu < numbered ->", i / model->slots);
		out->indent++;
		choose_reference(model, gd_arena_printf(model->arena, "mem[FIRST_SLOT + %zu]", i),
		    NULL);
		gd_out_line(out, "skip");
		out->indent--;
		gd_out_line(out, ":: else -> skip");
		gd_out_line(out, "fi;");
	}
}

static bool is_given(const struct pml_model *model, size_t meta)
{
	return model->scenario->client->any_meta[meta] ||
	    (model->objects &&
		model->scenario->objects[0].metas[meta] != model->spec->metas[meta]->init);
}

/* Chooses the initial value: the one that is given for all objects, or any value of the type. */
static void choose_value(struct pml_model *model, size_t meta, size_t object)
{
	const struct ir_meta *what = model->spec->metas[meta];
	struct gd_out *out = model->out;

	if (!model->scenario->client->any_meta[meta]) {
		gd_out_line(out, "mem[AT_%s(%zu)] = %ld", what->name, object,
		    model->scenario->objects[object].metas[meta]);
		return;
	}
	gd_out_line(out, "if");
	for (long value = what->type.low; value <= what->type.high; value++)
		gd_out_line(out, ":: true -> mem[AT_%s(%zu)] = %ld", what->name, object, value);
	gd_out_line(out, "fi");
}

static void choose_metadata(struct pml_model *model)
{
	struct gd_out *out = model->out;

	for (size_t i = 0; i < model->objects; i++)
		for (size_t k = 0; k < model->spec->meta_count; k++) {
			if (!is_given(model, k))
				continue;
			gd_out_line(out, "if");
			gd_out_line(out, ":: %zu < numbered ->", i);
			out->indent++;
			choose_value(model, k, i);
			out->indent--;
			gd_out_line(out, ":: else -> skip");
			gd_out_line(out, "fi;");
		}
}

/* Prints this heap, with which a replay's story begins. */
static void show_heap(struct pml_model *model)
{
	struct gd_out *out = model->out;

	for (size_t i = 0; i < model->objects; i++) {
		gd_out_line(out, "live[%zu] = (%zu < numbered);", i, i);
		if (model->tells_held)
			gd_out_line(out, "held[%zu] = live[%zu];", i, i);
		gd_out_line(out, "printf(\"@ given object=%zu live=%%d\\n\", live[%zu]);", i, i);
	}
	for (size_t i = 0; i < model->objects; i++)
		for (size_t k = 0; k < model->spec->meta_count; k++)
			if (is_given(model, k))
				gd_out_line(out,
				    "printf(\"@ given object=%zu meta=%s value=%%d\\n\", "
				    "mem[AT_%s(%zu)]);",
				    i, model->spec->metas[k]->name, model->spec->metas[k]->name, i);
	for (size_t i = 0; i < model->objects * model->slots; i++)
		gd_out_line(out,
		    "printf(\"@ given object=%zu slot=%zu value=%%d\\n\", "
		    "SHOWN(mem[FIRST_SLOT + %zu]));",
		    i / model->slots, i % model->slots, i);
	for (size_t i = 0; i < model->roots; i++)
		gd_out_line(out,
		    "printf(\"@ given root=%zu value=%%d\\n\", SHOWN(mem[FIRST_ROOT + %zu]));", i,
		    i);
}

void pml_client_initial(struct pml_model *model)
{
	struct gd_out *out = model->out;

	gd_out_line(out, "byte numbered;");
	gd_out_line(out, "atomic {");
	out->indent++;
	choose_heap(model);
	choose_metadata(model);
	gd_out_line(out, "d_step {");
	out->indent++;
	show_heap(model);
	gd_out_line(out, "numbered = 0;");
	pml_initial_checks(model, out);
	gd_out_line(out, "x_found = 0%s", pml_canonical(model));
	out->indent--;
	gd_out_line(out, "}");
	out->indent--;
	gd_out_line(out, "}");
}
