/* code.c: a kernel's statements as a list of instructions.
 *
 * A unit rests only before an instruction that is `shared', so its place and
 * the variables that are read from there on are all that there is to know. */
#include "tests/differential/semantics/reader.h"

#include <string.h>

static const char *const words[] = { [DO_LET] = "let",
	[DO_LOAD] = "load",
	[DO_AWAIT] = "await",
	[DO_STORE] = "store",
	[DO_SWAP] = "swap",
	[DO_CAS] = "cas",
	[DO_ADD] = "fetch_add",
	[DO_SUB] = "fetch_sub",
	[DO_AND] = "fetch_and",
	[DO_OR] = "fetch_or",
	[DO_FENCE] = "fence",
	[DO_IF] = "if",
	[DO_NEXT] = "for",
	[DO_EMIT] = "emit",
	[DO_FREE] = "free",
	[DO_ALLOC] = "alloc",
	[DO_ASK] = "ask",
	[DO_COPY] = "copy",
	[DO_FREE_SPACE] = "free_space",
	[DO_FREE_REGION] = "free_region",
	[DO_SWAP_SPACES] = "swap_spaces",
	[DO_SLIDE] = "slide",
	[DO_MOVE] = "relocate",
	[DO_STOP] = "stop",
	[DO_RESUME] = "resume",
	[DO_BEGIN] = "begin",
	[DO_END] = "end",
	[DO_REQUEST] = "request",
	[DO_GHOST] = "ghost",
	[DO_ASSERT] = "assert" };

struct insn *sx_add_insn(struct scope *scope, enum op op, const char *text)
{
	struct code *code = scope->code;
	struct insn *insn;

	if ((code->count & (code->count + 1)) == 0) { /* one less than a power of two */
		insn = GD_NEW_ARRAY(scope->spec->arena, struct insn, 2 * code->count + 3);
		if (code->count)
			memcpy(insn, code->at, code->count * sizeof *insn);
		code->at = insn;
	}
	insn = &code->at[code->count++];
	*insn = (struct insn){ .op = op,
		.dst = -1,
		.listed = -1,
		.into = -1,
		.load = -1,
		.text = gd_arena_strdup(scope->spec->arena, text) };
	return insn;
}

/* ------------------------------------------------------------------- statements */
static bool acquires(const json_t *json, const char *key)
{
	const char *order = sx_string(json, key);

	return strcmp(order, "acquire") == 0 || strcmp(order, "acq_rel") == 0 ||
	    strcmp(order, "seq_cst") == 0;
}

static bool releases(const json_t *json)
{
	const char *order = sx_string(json, "order");

	return strcmp(order, "release") == 0 || strcmp(order, "acq_rel") == 0 ||
	    strcmp(order, "seq_cst") == 0;
}

static void read_subjects(struct scope *scope, const json_t *json, struct insn *insn)
{
	static const char *const keys[] = { "group", "kind", "phase", "cycle", "ghost" };
	const json_t *args = json_object_get(json, "args");

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (json_object_get(json, keys[i]))
			insn->index = (unsigned)sx_named(scope->spec, json, keys[i]);
	insn->acquires = acquires(json, "order");
	insn->acquires_on_failure = acquires(json, "order_on_failure");
	insn->releases = releases(json);
	insn->is_total = strcmp(sx_string(json, "order"), "seq_cst") == 0;
	insn->into = sx_named(scope->spec, json, "bucket");
	if (json_object_get(json, "space"))
		insn->space = (unsigned)sx_named(scope->spec, json, "space");
	if (json_object_get(json, "other"))
		insn->other = (unsigned)sx_named(scope->spec, json, "other");
	insn->place = sx_read_place(scope, json_object_get(json, "place"));
	for (size_t i = 0; i < json_array_size(args) && i < 2; i++)
		insn->args[i] = sx_read_expr(scope, json_array_get(args, i));
	if (json_object_get(json, "var"))
		insn->dst = (int)sx_variable(scope, sx_string(json, "var"), "");
}

static void read_emit(struct scope *scope, const json_t *json, struct insn *insn)
{
	struct kind *kind = &scope->spec->kinds[insn->index];

	insn->unit = sx_read_unit(scope, json_object_get(json, "unit"), &insn->unit_count);
	if (insn->into < 0 && kind->buckets)
		insn->into = __builtin_ctz(kind->buckets);
	if (insn->into < 0)
		sx_cannot(scope->spec, "kind `%s' is in no bucket", kind->name);
}

static void read_if(struct scope *scope, const json_t *json, unsigned test)
{
	unsigned jump;

	sx_read_code(scope, json_object_get(json, "body"));
	jump = scope->code->count;
	sx_add_insn(scope, DO_JUMP, "");
	scope->code->at[test].target = scope->code->count;
	sx_read_code(scope, json_object_get(json, "else"));
	scope->code->at[jump].target = scope->code->count;
}

static enum domain domain_of(struct scope *scope, const json_t *json)
{
	static const char *const domains[] = { "slots", "roots", "objects", "mutators", NULL,
		"regions" };

	return (enum domain)sx_word(scope->spec, domains, 6, sx_string(json, "domain"));
}

/* If LOOP only emits a unit about each object, mutators help with these units. */
static void note_listed(struct scope *scope, unsigned head)
{
	const struct insn *loop = &scope->code->at[head], *body = loop + 1;
	const struct expr *unit = NULL;

	if (loop->domain == IN_OBJECTS && !loop->args[0] && scope->code->count == head + 2 &&
	    body->op == DO_EMIT && body->unit_count == 1)
		unit = body->unit[0];
	if (unit && unit->op == E_VAR && (int)unit->index == loop->dst)
		scope->spec->kinds[body->index].of_loop = true;
}

/* First the variable has no element.  Then, before each round, it gets the next one, or the code
 * continues after the loop. */
static void read_for(struct scope *scope, const json_t *json, const struct insn *loop)
{
	unsigned head = scope->code->count;
	struct insn *next = sx_add_insn(scope, DO_NEXT, loop->text);

	next->dst = loop->dst;
	next->args[0] = loop->args[0];
	next->index = loop->index;
	next->domain = loop->domain;
	next->sort = scope->code->region[loop->dst] - 1;
	next->in_sort = loop->args[0] ? sx_sort_of(scope->code, loop->args[0]) : -1;
	next->listed = loop->listed;
	sx_read_code(scope, json_object_get(json, "body"));
	note_listed(scope, head);
	sx_add_insn(scope, DO_JUMP, "")->target = head;
	scope->code->at[head].target = scope->code->count;
}

/* What only some operations have. */
static void read_details(struct scope *scope, const json_t *json, struct insn *insn)
{
	if (insn->op == DO_IF) {
		insn->is_true = sx_reached_at(scope->spec, json, SX_TRUE);
		insn->is_false = sx_reached_at(scope->spec, json, SX_FALSE);
	}
	if (insn->op == DO_ASSERT)
		insn->text = gd_arena_strdup(scope->spec->arena, sx_string(json, "name"));
	if (insn->op == DO_LOAD && insn->dst >= 0 && scope->code->loads < EARLY)
		insn->load = (int)scope->code->loads++;
	if (insn->op == DO_ASK) {
		insn->policy = &scope->spec->policies[sx_named(scope->spec, json, "policy")];
		insn->unit = sx_read_unit(scope, json_object_get(json, "unit"), &insn->unit_count);
	}
	if (insn->op == DO_FREE_REGION)
		insn->sort = sx_sort_of(scope->code, insn->args[0]);
	if (insn->op == DO_SLIDE) { /* about each object */
		insn->args[1] = insn->args[0];
		insn->args[0] = NULL;
	}
}

/* ------------------------------------------------------------------------- rounds */
typedef bool test_of_json(const json_t *json, const char *name);

static bool any_within(const json_t *json, test_of_json *test, const char *name)
{
	const char *key;
	const json_t *part;
	size_t i;
	bool found = test(json, name);

	if (json_is_array(json))
		json_array_foreach(json, i, part) found |= any_within(part, test, name);
	else if (json_is_object(json))
		json_object_foreach((json_t *)json, key, part) found |=
		    any_within(part, test, name);
	return found;
}

static bool is(const json_t *json, const char *key, const char *name)
{
	return strcmp(sx_string(json, key), name) == 0;
}

static bool loads_slot(const json_t *json, const char *name)
{
	return is(json, "op", "load") && is(json_object_get(json, "place"), "slot", name);
}

/* An expression that is the slot, or looks at it. */
static bool names_slot(const json_t *json, const char *name)
{
	const json_t *place = json_object_get(json, "place");

	return json_object_get(json, "expr") &&
	    (is(json, "var", name) || is(place, "slot", name) || is(place, "like", name));
}

static bool sets(const json_t *json, const char *name)
{
	return json_object_get(json, "op") && is(json, "var", name);
}

/* Whether loads of later rounds may come before earlier rounds: the loop loads its slots, and their addresses are known
 * (doc/memory.md). */
static bool has_known_rounds(const struct scope *scope, const json_t *loop)
{
	const json_t *body = json_object_get(loop, "body");
	const json_t *of = json_array_get(json_object_get(loop, "args"), 0);
	const char *slot = sx_string(loop, "var");

	return scope->writes_rounds && is(loop, "domain", "slots") && is(of, "expr", "var") &&
	    scope->spec->groups[sx_named(scope->spec, loop, "group")].size &&
	    any_within(body, loads_slot, slot) && !any_within(body, names_slot, slot) &&
	    !any_within(body, sets, sx_string(of, "var"));
}

static void write_rounds(struct scope *scope, const json_t *loop)
{
	struct insn *begin = sx_add_insn(scope, DO_JUMP, sx_string(loop, "text"));
	struct written_round round = { .around = scope->round,
		.name = sx_string(loop, "var"),
		.object = sx_read_expr(scope, json_array_get(json_object_get(loop, "args"), 0)),
		.group = (unsigned)sx_named(scope->spec, loop, "group") };

	begin->runs = sx_reached_at(scope->spec, loop, SX_RUNS);
	begin->target = scope->code->count;
	for (unsigned i = 0; i < scope->spec->groups[round.group].size; i++) {
		struct expr *index = GD_NEW(scope->spec->arena, struct expr);

		*index = (struct expr){ .op = E_CONST, .value = (int)i };
		round.index = index;
		scope->round = &round;
		sx_read_code(scope, json_object_get(loop, "body"));
	}
	scope->round = round.around;
}

static void read_statement(struct scope *scope, const json_t *json)
{
	enum op op = (enum op)sx_word(scope->spec, words, sizeof words / sizeof *words,
	    sx_string(json, "op"));
	unsigned at = scope->code->count;
	struct insn *insn, loop;

	if (op == DO_NEXT && has_known_rounds(scope, json)) {
		write_rounds(scope, json);
		return;
	}
	insn = sx_add_insn(scope, op, sx_string(json, "text"));
	read_subjects(scope, json, insn);
	insn->runs = sx_reached_at(scope->spec, json, SX_RUNS);
	read_details(scope, json, insn);
	if (op == DO_EMIT)
		read_emit(scope, json, insn);
	if (op == DO_IF)
		read_if(scope, json, at);
	if (op == DO_STOP)
		sx_add_insn(scope, DO_STOPPED, insn->text);
	if (op == DO_COPY) {
		struct insn copy = *insn;
		struct insn *end = sx_add_insn(scope, DO_COPIED, copy.text);

		end->args[0] = copy.args[0];
		end->args[1] = copy.args[1];
		return;
	}
	if (op == DO_NEXT) {
		insn->op = DO_BEFORE_FIRST;
		insn->domain = domain_of(scope, json);
		if (insn->domain == IN_REGIONS)
			scope->code->region[insn->dst] = sx_named(scope->spec, json, "region") + 1;
		if (insn->domain == IN_MUTATORS)
			insn->listed = (int)sx_variable(scope,
			    gd_arena_printf(scope->spec->arena, "listed %d", insn->dst), "");
		loop = *insn;
		insn->args[0] = NULL;
		read_for(scope, json, &loop);
	}
}

void sx_read_code(struct scope *scope, const json_t *json)
{
	for (size_t i = 0; i < json_array_size(json); i++)
		read_statement(scope, json_array_get(json, i));
}

/* ------------------------------------------------------------------------ shared */
/* Whether the answer may change through others.  A mutator's own view of a phase does not. */
static bool asks_others(const struct sx_spec *spec, const struct code *code,
    const struct expr *expr)
{
	if (!expr)
		return false;
	if (expr->op == E_IN_PHASE && code == &spec->operations)
		return !spec->phases[expr->index].at_handshake;
	return (expr->op >= E_DRAINED && expr->op <= E_SAME_ORIGIN && expr->op != E_GHOST) ||
	    asks_others(spec, code, expr->args[0]) || asks_others(spec, code, expr->args[1]);
}

static bool is_shared(const struct sx_spec *spec, const struct code *code, const struct insn *insn)
{
	switch (insn->op) {
	case DO_LOAD:
	case DO_AWAIT:
	case DO_STORE:
	case DO_SWAP:
	case DO_CAS:
	case DO_ADD:
	case DO_SUB:
	case DO_AND:
	case DO_OR:
	case DO_EMIT:
	case DO_FREE:
	case DO_ALLOC:
	case DO_ASK:
	case DO_COPY:
	case DO_COPIED:
	case DO_FREE_SPACE:
	case DO_FREE_REGION:
	case DO_SWAP_SPACES:
	case DO_SLIDE:
	case DO_MOVE:
	case DO_STOP:
	case DO_STOPPED:
	case DO_RESUME:
	case DO_BEGIN:
	case DO_END:
	case DO_REQUEST:
	case DO_ACT:
	case DO_ACCESS:
	case DO_ROOT:
	case DO_FENCE: /* ghosts after it are set in its step */ return true;
	case DO_NEXT: return insn->domain == IN_OBJECTS;
	case DO_BEFORE_FIRST: return insn->domain == IN_MUTATORS;
	case DO_LET:
	case DO_IF:
	case DO_ASSERT: return asks_others(spec, code, insn->args[0]);
	case DO_JUMP:
	case DO_GHOST:
	case DO_DONE:
	case DO_RETURN: return false;
	}
	return false;
}

/* ---------------------------------------------------------------------- liveness */
static uint64_t bit(int var)
{
	return var < 0 ? 0 : UINT64_C(1) << var;
}

static uint64_t live_behind(const struct code *code, unsigned pc)
{
	const struct insn *insn = &code->at[pc];
	uint64_t vars = 0;

	if (insn->op != DO_JUMP && insn->op != DO_DONE && insn->op != DO_RETURN)
		vars |= code->at[pc + 1].live;
	if (insn->op == DO_JUMP || insn->op == DO_IF || insn->op == DO_NEXT)
		vars |= code->at[insn->target].live;
	return vars;
}

/* A loop over all objects that only emits lists the objects of one moment, so all of it is one
 * step. */
static void join_listing(struct code *code, unsigned pc)
{
	const struct insn *head = &code->at[pc];

	if (head->op != DO_NEXT || head->domain != IN_OBJECTS)
		return;
	for (unsigned i = pc + 1; i < head->target; i++)
		if (code->at[i].shared && code->at[i].op != DO_EMIT)
			return;
	for (unsigned i = pc; i < head->target; i++)
		code->at[i].shared = false;
	code->at[pc - 1].shared = true; /* before the first */
}

void sx_finish_code(struct sx_spec *spec, struct code *code, uint64_t live_at_end)
{
	bool changed = true;

	while (changed && !spec->why) {
		changed = false;
		for (unsigned pc = code->count; pc-- > 0;) {
			struct insn *insn = &code->at[pc];
			uint64_t live = live_behind(code, pc);

			if (insn->op != DO_NEXT)
				live &= ~(bit(insn->dst) | bit(insn->listed));
			live |= sx_reads(insn) | (insn->op == DO_DONE ? 0 : live_at_end);
			changed |= live != insn->live;
			insn->live = live;
		}
	}
	sx_find_tested(code);
	for (unsigned pc = 0; pc < code->count; pc++)
		code->at[pc].shared = is_shared(spec, code, &code->at[pc]);
	for (unsigned pc = 0; pc < code->count; pc++)
		join_listing(code, pc);
}

/* -------------------------------------------------------------------------- ends */
static uint32_t asked_empty(const struct sx_spec *spec, const struct expr *expr)
{
	if (!expr)
		return 0;
	if (expr->op == E_EMPTY)
		return expr->of_kind ? UINT32_C(1) << expr->index
				     : spec->buckets[expr->index].kinds;
	return asked_empty(spec, expr->args[0]) | asked_empty(spec, expr->args[1]);
}

/* A unit ends with its last statement, except in a bucket that closes with its last unit, or that a
 * kernel asks about with `empty'.  There the end is a step of its own. */
void sx_find_exact(struct sx_spec *spec)
{
	uint32_t exact = 0;

	for (unsigned b = 0; b < spec->bucket_count; b++)
		if (spec->buckets[b].opening == WHENEVER)
			exact |= spec->buckets[b].kinds;
	for (unsigned k = 0; k < spec->kind_count; k++)
		for (unsigned pc = 0; pc < spec->kinds[k].code.count; pc++)
			exact |= asked_empty(spec, spec->kinds[k].code.at[pc].args[0]);
	for (unsigned k = 0; k < spec->kind_count; k++)
		spec->kinds[k].exact = exact >> k & 1;
}
