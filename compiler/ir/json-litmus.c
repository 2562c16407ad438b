/* json-litmus.c: litmus tests for tools. */
#include "compiler/ir/json-internal.h"
#include "compiler/ir/litmus.h"

static json_t *stmts_json(struct writer *w, const struct ir_litmus_stmt *stmt);

static json_t *stmt_json(struct writer *w, const struct ir_litmus_stmt *stmt)
{
	json_t *object = json_pack("{s:s,s:s}", "op", ir_litmus_spelling(stmt), "text",
	    ir_litmus_stmt_text(w->arena, stmt));

	set(object, "at", ir_json_loc(&stmt->loc));
#define IR_LITMUS_MEMBER(NAME, member, key, what)                                                  \
	if (ir_litmus_has(stmt, IR_LITMUS_HAS_##NAME))                                             \
		set(object, key, JSON_##what(w, stmt, member));
#include "compiler/ir/members.def"
	return object;
}

static json_t *stmts_json(struct writer *w, const struct ir_litmus_stmt *stmt)
{
	json_t *array = json_array();

	for (; stmt; stmt = stmt->next)
		json_array_append_new(array, stmt_json(w, stmt));
	return array;
}

static json_t *locations_json(const struct ir_litmus *test)
{
	json_t *array = json_array();

	for (size_t i = 0; i < test->location_count; i++) {
		const struct ir_location *location = test->locations[i];
		json_t *object = ir_json_named(location->name, &location->loc);

		set(object, "initial", json_integer(location->init));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *threads_json(struct writer *w, const struct ir_litmus *test)
{
	json_t *array = json_array();

	for (size_t i = 0; i < test->thread_count; i++) {
		const struct ir_litmus_thread *thread = &test->threads[i];
		json_t *object = json_object(), *registers = json_array();

		for (size_t k = 0; k < thread->register_count; k++)
			json_array_append_new(registers, json_string(thread->registers[k]->name));
		set(object, "at", ir_json_loc(&thread->loc));
		set(object, "registers", registers);
		set(object, "body", stmts_json(w, thread->body));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *observed_json(const struct ir_litmus *test)
{
	static const char *const kinds[] = { [IR_OBSERVED_REGISTER] = "register",
		[IR_OBSERVED_LOCATION] = "location",
		[IR_OBSERVED_OVERLAP] = "overlap" };
	json_t *array = json_array();

	for (size_t i = 0; i < test->observed_count; i++)
		json_array_append_new(array,
		    json_pack("{s:s,s:s}", "name", test->observed[i].name, "is",
			kinds[test->observed[i].kind]));
	return array;
}

static json_t *claims_json(struct writer *w, const struct ir_litmus *test)
{
	json_t *array = json_array();

	for (size_t i = 0; i < test->claim_count; i++) {
		const struct ir_litmus_claim *claim = &test->claims[i];
		json_t *object = json_object(), *under = json_array();

		for (int m = 0; m < IR_MEMORY_COUNT; m++)
			if (claim->under[m])
				json_array_append_new(under, json_string(ir_memory_name[m]));
		set(object, "at", ir_json_loc(&claim->loc));
		set(object, "allowed", json_boolean(claim->allowed));
		set(object, "condition", ir_json_formula(w, claim->condition));
		set(object, "under", under);
		json_array_append_new(array, object);
	}
	return array;
}

json_t *ir_json_litmus(struct writer *w)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->spec->litmus_count; i++) {
		const struct ir_litmus *test = w->spec->litmus[i];
		json_t *object = ir_json_named(test->name, &test->loc);

		set(object, "locations", locations_json(test));
		set(object, "threads", threads_json(w, test));
		set(object, "observed", observed_json(test));
		set(object, "complete", json_boolean(test->complete));
		set(object, "claims", claims_json(w, test));
		json_array_append_new(array, object);
	}
	return array;
}
