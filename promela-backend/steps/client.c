/* client.c: steps of mutators that do anything: the most general client.
 *
 * Each mutator, whenever it is at a yield point, may load a slot of an
 * object that it has a root of, store a root or null there, drop a root, or
 * allocate; where the scenario says so also get a reference from another's root, ask
 * for a cycle and wait for its end, join or leave, and use roots of the heap's own.
 * Its roots are a set: they are kept in order, unless some unit that waits remembers the number
 * of a root. */
#include "promela-backend/steps/client.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/action.h"
#include "promela-backend/steps/check.h"
#include "promela-backend/steps/copied.h"
#include "promela-backend/steps/faithful.h"
#include "promela-backend/steps/op.h"
#include "promela-backend/steps/operation.h"
#include "promela-backend/steps/redirect.h"
#include "promela-backend/steps/root.h"
#include "promela-backend/steps/word.h"
#include "promela-backend/facts/words.h"

struct pml_client pml_client_of(struct pml_model *model, size_t mutator)
{
	return (struct pml_client){ model, mutator, pml_root_count(model, mutator),
		model->scenario->client->loc };
}

/* ------------------------------------------------------------ roots in order */
const char *pml_client_root(const struct pml_client *c, size_t number)
{
	return gd_arena_printf(c->model->arena, "mem[FIRST_ROOT + %zu]",
	    pml_first_root(c->model, c->mutator) + number);
}

static const char *root(const struct pml_client *c, size_t number)
{
	return pml_client_root(c, number);
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

/* Roots NUMBER and NUMBER + 1 change their places. */
static void exchange(struct pml_code *code, const struct pml_client *c, size_t number)
{
	const char *first = root(c, number), *second = root(c, number + 1);

	pml_if(code);
	pml_case(code, "%s > %s", first, second);
	PML_DO(code, exchange_roots, .first = first, .second = second);
	if (pml_is_faithful(c->model))
		PML_DO(code, exchange_meant,
		    .first = pml_root_at(c->model, c->mutator, (int)number),
		    .second = pml_root_at(c->model, c->mutator, (int)number + 1));
	PML_EVENT(code, renamed,
	    .roots = pml_text(exchanged(c->model, pml_first_root(c->model, c->mutator) + number)));
	pml_last(code);
	pml_else_skip(code);
	pml_end(code);
}

static void sort_inline(const struct pml_client *c, pml_inlines *inlines)
{
	struct pml_code *code = pml_code_new(c->model);
	struct pml_inline sort = { .note = "", .code = code };

	if (!pml_client_sorts(c->model) || c->model->request->canonical)
		return;
	for (size_t round = 1; round < c->roots; round++)
		for (size_t i = 0; i + round < c->roots; i++)
			exchange(code, c, i);
	pml_set(code, "x_object", "0");
	pml_last(code);
	sort.head = gd_arena_printf(c->model->arena, "sort_roots_%zu()", c->mutator);
	GD_PUSH(c->model->arena, *inlines, sort);
}

/* ------------------------------------------------------------------ operations */
/* A step while it is built. */
struct operation {
	const struct pml_client *c;
	struct pml_code *code;
	const char *name;
};

static struct operation begin(const struct pml_client *c, const char *name, const char *op)
{
	struct pml_code *code = pml_code_new(c->model);

	PML_STEP(code, client, .thread = pml_text("mutator"),
	    .mutator = pml_count(c->model, c->mutator), .op = pml_text(op),
	    .where = pml_at(c->model, c->loc));
	if (c->model->scenario->client->steps >= 0)
		PML_DO(code, count_operation,
		    .mutator = gd_arena_printf(c->model->arena, "%zu", c->mutator));
	if (c->model->request->counts_operations)
		PML_DO(code, spend_operation, PML_NOTHING);
	return (struct operation){ c, code, name };
}

static void end(const struct operation *operation, pml_inlines *inlines)
{
	const struct pml_client *c = operation->c;
	struct gd_arena *arena = c->model->arena;

	pml_put_step(inlines, operation->code, gd_arena_printf(arena, "%s()", operation->name));
	if (pml_client_sorts(c->model) && !c->model->request->canonical)
		PML_DO(operation->code, sort_roots,
		    .of.name = gd_arena_printf(arena, "%zu", c->mutator));
}

/* A name for the operation, such as `load' from SLOT of the object at root FROM to root TO. */
const char *pml_client_step(const struct pml_client *c, const char *op, size_t from, size_t slot,
    size_t to)
{
	return gd_arena_printf(c->model->arena, "client_%s_%zu_%zu_%zu_%zu", op, c->mutator, from,
	    slot, to);
}

/* The slots of a group come after those of the groups before it. */
static const struct ir_group *group_of(const struct pml_model *model, size_t slot)
{
	const struct ir_scenario *scenario = model->scenario;
	size_t i = 0;

	while (i + 1 < model->spec->group_count &&
	    slot >= scenario->group_first[i] + scenario->group_size[i])
		i++;
	return model->spec->groups[i];
}

/* x_object is the object in root NUMBER, which is accessed. */
static void use_object(const struct pml_client *c, struct pml_code *code, size_t number)
{
	pml_set(code, "x_object", "%s", root(c, number));
	pml_use_root(code, pml_root_at(c->model, c->mutator, (int)number), c->loc);
	pml_fail_if_freed(code, "x_object", c->loc);
}

/* If the barrier before it answers with the object to access: the operation begins, and the step is complete. */
static bool redirect(const struct operation *operation, struct pml_access access,
    pml_inlines *inlines)
{
	if (!pml_is_redirected(operation->c->model, &access))
		return false;
	pml_begin_redirected(operation->code, operation->c->mutator, &access);
	end(operation, inlines);
	return true;
}

static void load(const struct pml_client *c, size_t from, size_t slot, size_t to,
    pml_inlines *inlines)
{
	struct pml_model *model = c->model;
	const struct ir_group *group = group_of(model, slot);
	struct operation o = begin(c, pml_client_step(c, "load", from, slot, to), "load");

	use_object(c, o.code, from);
	if (redirect(&o, (struct pml_access){ .slot = slot, .target = (int)to }, inlines))
		return;
	pml_check_payload(o.code, PML_WAY_LOADS, "x_object", pml_at(model, c->loc));
	PML_DO(o.code, load, .who = gd_arena_printf(model->arena, "%zu", c->mutator),
	    .at = gd_arena_printf(model->arena, "SLOT_OF(x_object, %zu)", slot),
	    .order = "MEM_RELAXED", .found = "x_found");
	PML_EVENT(o.code, access, .op = pml_text("load"), .order = pml_text("relaxed"),
	    .at = pml_text(group->name),
	    .slot = pml_count(model, slot - model->scenario->group_first[group->index]),
	    .object = pml_number("x_object"), .found = pml_number("SHOWN(x_found)"),
	    .where = pml_at(model, c->loc));
	pml_found_as_meant(o.code, gd_arena_printf(model->arena, "%zu", c->mutator),
	    gd_arena_printf(model->arena, "SLOT_OF(%s, %zu)", pml_origin(model, "x_object"), slot),
	    false, c->loc);
	pml_set_root(o.code, c->mutator, (int)to, "x_found");
	end(&o, inlines);
}

/* VALUE: the number of a root, or the number after the last root for null. */
static void store(const struct pml_client *c, size_t at, size_t slot, size_t value,
    pml_inlines *inlines)
{
	struct operation o = begin(c, pml_client_step(c, "store", at, slot, value), "store");

	if (value < c->roots)
		pml_use_root(o.code, pml_root_at(c->model, c->mutator, (int)value), c->loc);
	use_object(c, o.code, at);
	if (redirect(&o,
		(struct pml_access){ .slot = slot,
		    .value = value < c->roots ? root(c, value) : "NIL" },
		inlines))
		return;
	pml_begin_store(o.code, c->mutator,
	    gd_arena_printf(c->model->arena, "SLOT_OF(x_object, %zu)", slot),
	    value < c->roots ? root(c, value) : "NIL", c->loc);
	end(&o, inlines);
}

/* VALUE: the number of one that the client writes, or SIZE_MAX: it reads. */
static void access_word(const struct pml_client *c, size_t at, size_t number, size_t value,
    pml_inlines *inlines)
{
	const struct ir_meta *word = pml_word(c->model, number);
	bool reads = value == SIZE_MAX;
	struct operation o = begin(c,
	    reads ? pml_client_step(c, "read", at, number, 0)
		  : pml_client_step(c, "write", at, number, value),
	    reads ? "read_word" : "write_word");

	use_object(c, o.code, at);
	if (redirect(&o,
		(struct pml_access){ .word = word,
		    .target = -1,
		    .value = reads ? NULL
				   : gd_arena_printf(c->model->arena, "%ld",
					 c->model->scenario->client->word_values[value]) },
		inlines))
		return;
	if (reads)
		pml_read_word(o.code, c->mutator, word, NULL, c->loc);
	else
		pml_write_word(o.code, c->mutator, word,
		    gd_arena_printf(c->model->arena, "%ld",
			c->model->scenario->client->word_values[value]),
		    c->loc);
	end(&o, inlines);
}

/* If the model has no words, all of these accesses are alike. */
static void access_words(const struct pml_client *c, size_t at, pml_inlines *inlines)
{
	size_t count = pml_has_words(c->model) ? pml_word_count(c->model) : 1;

	for (size_t i = 0; i < count && i < pml_word_count(c->model); i++) {
		access_word(c, at, i, SIZE_MAX, inlines);
		for (size_t v = 0;
		     pml_has_words(c->model) && v < c->model->scenario->client->word_value_count;
		     v++)
			access_word(c, at, i, v, inlines);
	}
}

static void drop(const struct pml_client *c, size_t number, pml_inlines *inlines)
{
	struct operation o = begin(c, pml_client_step(c, "drop", number, 0, 0), "drop");

	pml_set_root(o.code, c->mutator, (int)number, "NIL");
	end(&o, inlines);
}

static void pin(const struct pml_client *c, size_t number, pml_inlines *inlines)
{
	struct operation o;

	if (!c->model->operations[IR_PINNED].ir)
		return;
	o = begin(c, pml_client_step(c, "pin", number, 0, 0), "pin");
	pml_begin_pin(o.code, c->mutator, (int)number, c->loc);
	end(&o, inlines);
}

/* Free cells are alike, except for whether they have HELD an object, where a formula asks that. */
const char *pml_is_free_cell(const struct pml_model *model, size_t cell, size_t held)
{
	const char *is_free = pml_is_free_for_mutators(model, cell);

	return !model->tells_held
	    ? is_free
	    : gd_arena_printf(model->arena, "%s && held[%zu] == %zu", is_free, cell, held);
}

/* The first free cell is taken, because free cells are alike; or cell NUMBER, where their order counts. */
static void allocate(const struct pml_client *c, size_t to, size_t held, size_t number,
    pml_inlines *inlines)
{
	struct pml_model *model = c->model;
	struct operation o = begin(c, pml_client_step(c, "allocate", to, held, number), "allocate");
	const char *cell =
	    model->order_counts ? gd_arena_printf(model->arena, "%zu", number) : "NIL";

	for (size_t i = model->order_counts ? 0 : model->objects; i-- > 0;)
		cell = gd_arena_printf(model->arena, "(%s -> %zu : %s)",
		    pml_is_free_cell(model, i, held), i, cell);
	if (model->request->counts_operations)
		PML_DO(o.code, spend_object, PML_NOTHING);
	pml_set(o.code, "x_object", "%s", cell);
	pml_begin_allocate(o.code, c->mutator, "x_object", (int)to);
	end(&o, inlines);
}

static void receive(const struct pml_client *c, size_t to, size_t giver, size_t from,
    pml_inlines *inlines)
{
	struct operation o = begin(c, pml_client_step(c, "receive", to, giver, from), "receive");

	pml_begin_receive(o.code, c->mutator, (int)to, giver, (int)from);
	end(&o, inlines);
}

/* VALUE: the number of a root, or the number after the last root for null.  No barrier runs. */
static void give(const struct pml_client *c, size_t global, size_t value, pml_inlines *inlines)
{
	size_t heap = c->model->mutators - 1;
	struct operation o = begin(c, pml_client_step(c, "give", heap, global, value), "give");

	if (value < c->roots)
		pml_use_root(o.code, pml_root_at(c->model, c->mutator, (int)value), c->loc);
	pml_set(o.code, "x_object", "%s", value < c->roots ? root(c, value) : "NIL");
	pml_set_root(o.code, heap, (int)global, "x_object");
	end(&o, inlines);
}

static void collect(const struct pml_client *c, const struct ir_cycle *cycle, pml_inlines *inlines)
{
	struct operation o = begin(c, pml_client_step(c, "collect", cycle->index, 0, 0), "collect");

	PML_DO(o.code, count_request, PML_NOTHING);
	pml_begin_collect(o.code, c->mutator, cycle);
	end(&o, inlines);
}

static void presence(const struct pml_client *c, pml_inlines *inlines)
{
	const struct ir_mutator *m = &c->model->scenario->mutators[c->mutator];
	struct operation o;

	if (m->joins) {
		o = begin(c, pml_client_step(c, "join", 0, 0, 0), "join");
		pml_join(o.code, c->mutator);
		end(&o, inlines);
	}
	if (m->leaves) {
		o = begin(c, pml_client_step(c, "leave", 0, 0, 0), "leave");
		pml_leave(o.code, c->mutator);
		end(&o, inlines);
	}
}

/* Whether a mutator may receive from GIVER: from the heap's own roots, and from other mutators if
 * the client receives. */
bool pml_client_gives(const struct pml_client *c, size_t giver)
{
	const struct ir_scenario *scenario = c->model->scenario;

	return giver != c->mutator &&
	    (scenario->mutators[giver].of_heap || scenario->client->receives);
}

static void receive_from(const struct pml_client *c, size_t giver, pml_inlines *inlines)
{
	for (size_t from = 0; from < pml_root_count(c->model, giver); from++)
		for (size_t to = 0; to < c->roots; to++)
			receive(c, to, giver, from, inlines);
}

static void further_steps(const struct pml_client *c, pml_inlines *inlines)
{
	const struct pml_model *model = c->model;

	for (size_t giver = 0; giver < model->mutators; giver++)
		if (pml_client_gives(c, giver))
			receive_from(c, giver, inlines);
	for (size_t i = 0; i < model->scenario->client->globals; i++)
		for (size_t value = 0; value <= c->roots; value++)
			give(c, i, value, inlines);
	for (size_t i = 0; model->scenario->client->collects && i < model->spec->cycle_count; i++)
		if (pml_may_ask_for(model, model->spec->cycles[i]))
			collect(c, model->spec->cycles[i], inlines);
	presence(c, inlines);
}

static void accesses(const struct pml_client *c, size_t from, size_t slot, pml_inlines *inlines)
{
	for (size_t to = 0; to < c->roots; to++)
		load(c, from, slot, to, inlines);
	for (size_t value = 0; value <= c->roots; value++)
		store(c, from, slot, value, inlines);
}

static void client_steps(const struct pml_client *c, pml_inlines *inlines)
{
	struct pml_model *model = c->model;

	sort_inline(c, inlines);
	if (model->scenario->mutators[c->mutator].of_heap)
		return;
	further_steps(c, inlines);
	for (size_t from = 0; from < c->roots; from++) {
		for (size_t slot = 0; slot < model->slots; slot++)
			accesses(c, from, slot, inlines);
		access_words(c, from, inlines);
		drop(c, from, inlines);
		pin(c, from, inlines);
		for (size_t held = 0; held <= model->tells_held; held++)
			for (size_t i = 0; i < (c->model->order_counts ? c->model->objects : 1);
			     i++)
				allocate(c, from, held, i, inlines);
	}
}

void pml_client_steps(struct pml_model *model, pml_inlines *inlines)
{
	for (size_t i = 0; model->scenario->client && i < model->mutators; i++) {
		struct pml_client c = pml_client_of(model, i);

		client_steps(&c, inlines);
	}
}
