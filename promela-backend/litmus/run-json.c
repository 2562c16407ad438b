/* run-json.c: a run of a litmus test for tools. */
#include "promela-backend/litmus/run-json.h"

#include <stdio.h>
#include <string.h>

#include "trace/marks-json.h"

/* ------------------------------------------------------------------------- state */
static const char *thread_name(char name[], size_t size, size_t thread)
{
	snprintf(name, size, "thread %zu", thread + 1);
	return name;
}

static json_t *memory(const struct litmus_run *run, const struct litmus_step *step)
{
	json_t *all = json_object();

	for (size_t i = 0; step->memory && i < run->test->location_count; i++)
		json_object_set_new(all, run->test->locations[i]->name,
		    json_string(step->memory[i]));
	return all;
}

static bool is_register_of(const struct ir_litmus_thread *thread, const struct ir_var *var)
{
	for (size_t i = 0; i < thread->register_count; i++)
		if (thread->registers[i] == var)
			return true;
	return false;
}

static json_t *registers(const struct litmus_run *run, const struct litmus_step *step)
{
	json_t *all = json_object();

	for (size_t t = 0; t < run->test->thread_count; t++) {
		json_t *own = json_object();
		char name[32];

		for (size_t i = 0; i < run->test->register_count; i++)
			if (step->registers[i] &&
			    is_register_of(&run->test->threads[t], run->test->registers[i]))
				json_object_set_new(own, run->test->registers[i]->name,
				    json_string(step->registers[i]));
		json_object_set_new(all, thread_name(name, sizeof name, t), own);
	}
	return all;
}

static json_t *observed(const struct litmus_run *run, const struct litmus_step *step)
{
	size_t locations = run->test->location_count;
	json_t *all = json_object();

	for (size_t i = 0; i < locations; i++) {
		json_t *threads = json_object();
		char name[32];

		for (size_t t = 0; t < run->test->thread_count; t++)
			if (step->observed[t * locations + i])
				json_object_set_new(threads, thread_name(name, sizeof name, t),
				    json_string(step->observed[t * locations + i]));
		if (json_object_size(threads))
			json_object_set(all, run->test->locations[i]->name, threads);
		json_decref(threads);
	}
	return all;
}

/* ------------------------------------------------------------------------- lines */
static json_t *operation(const struct litmus_operation *operation)
{
	const struct marks_access *access = &operation->access;

	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "thread", access->thread, "op",
	    access->op, "order", marks_text_json(access->order), "location",
	    marks_text_json(access->location), "found", marks_text_json(access->found), "stored",
	    marks_text_json(access->stored), "where", marks_place_json(&access->where), "store",
	    operation->store ? json_integer(operation->store) : json_null());
}

static json_t *step_json(const struct litmus_run *run, const struct litmus_step *step)
{
	json_t *operations = json_array();
	json_t *line = json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:n, s:o, s:b}", "event", "step",
	    "step", (int)step->number, "do", step->what, "thread", step->name, "subject", "",
	    "statement", step->statement, "because", "where", marks_place_json(&step->where),
	    "repeats", false);

	for (size_t i = 0; i < step->operation_count; i++)
		json_array_append_new(operations, operation(&step->operations[i]));
	json_object_set_new(line, "operations", operations);
	json_object_set_new(line, "memory", memory(run, step));
	json_object_set_new(line, "registers", registers(run, step));
	json_object_set_new(line, "waiting",
	    marks_waiting_json(step->waiting, step->waiting_count));
	json_object_set_new(line, "red", marks_red_json(step->red, step->red_count));
	json_object_set_new(line, "observed", observed(run, step));
	return line;
}

static json_t *threads(const struct litmus_run *run)
{
	json_t *all = json_array();
	bool has_memory = false;

	for (size_t i = 0; i < run->test->thread_count; i++) {
		char name[32];

		json_array_append_new(all,
		    json_pack("{s:s, s:s}", "name", thread_name(name, sizeof name, i), "role",
			"thread"));
	}
	for (size_t i = 0; i < run->step_count; i++)
		has_memory |= strcmp(run->steps[i].name, "memory") == 0;
	if (has_memory)
		json_array_append_new(all,
		    json_pack("{s:s, s:s}", "name", "memory", "role", "memory"));
	return all;
}

static json_t *heading_json(const struct litmus_run *run, const struct litmus_heading *heading)
{
	json_t *locations = json_array();

	for (size_t i = 0; i < run->test->location_count; i++)
		json_array_append_new(locations, json_string(run->test->locations[i]->name));
	return json_pack(
	    "{s:s, s:i, s:s, s:s, s:s, s:n, s:n, s:s, s:s, s:s, s:n, s:o, s:o, s:{s:o, s:o}, s:o}",
	    "event", "trace", "version", TRACE_VERSION, "kind", "litmus", "name", run->test->name,
	    "file", heading->file, "collector", "mutant", "scenario", run->test->name, "options",
	    "", "memory", ir_memory_name[heading->memory], "workers", "threads", threads(run),
	    "locations", locations, "start", "memory", memory(run, &run->start), "registers",
	    registers(run, &run->start), "command", marks_text_json(heading->command));
}

static json_t *outcome_json(const struct litmus_run *run, const struct litmus_outcome *outcome)
{
	json_t *values = json_object();

	for (size_t i = 0; i < run->test->observed_count; i++)
		json_object_set_new(values, run->test->observed[i].name,
		    json_integer(outcome->values[i]));
	return values;
}

static json_t *last_json(const struct litmus_run *run, const struct litmus_outcome *outcome,
    const struct litmus_heading *heading)
{
	struct marks_place where = { heading->where.source ? heading->where.source->path : NULL,
		heading->where.line, heading->where.column };
	json_t *line = json_pack("{s:s, s:o}", "event", heading->fails ? "fail" : "end",
	    heading->fails ? "property" : "claim", marks_text_json(heading->claim));

	if (heading->fails) {
		json_object_set_new(line, "formula", json_null());
		json_object_set_new(line, "binding", json_null());
	}
	json_object_set_new(line, "outcome", outcome_json(run, outcome));
	json_object_set_new(line, "why", json_string(heading->why));
	json_object_set_new(line, "where", marks_place_json(&where));
	json_object_set_new(line, "reorderings", json_integer((json_int_t)run->reorderings));
	json_object_set_new(line, "needed",
	    heading->needed ? json_integer((json_int_t)*heading->needed) : json_null());
	json_object_set_new(line, "switches", json_integer((json_int_t)run->switches));
	json_object_set_new(line, "fewest_switches",
	    litmus_has_fewest(run) ? json_integer((json_int_t)run->switches) : json_null());
	return line;
}

json_t *litmus_run_json(const struct litmus_run *run, const struct litmus_outcome *outcome,
    const struct litmus_heading *heading)
{
	json_t *all = json_array();

	json_array_append_new(all, heading_json(run, heading));
	for (size_t i = 0; i < run->step_count; i++)
		json_array_append_new(all, step_json(run, &run->steps[i]));
	json_array_append_new(all, last_json(run, outcome, heading));
	return all;
}
