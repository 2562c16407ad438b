/* promela.c: from the steps of a replay to those of a trace. */
#include "trace/import/promela.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/index.h"
#include "trace/import/mmlib.h"
#include "trace/marks-json.h"
#include "trace/switches.h"

enum { MOST_PROCESSES = 256 }; /* SPIN has no more */
struct importer {
	const char *thread[MOST_PROCESSES];
	json_t *threads;
	struct gd_arena *arena;
	const struct promela_request *request;
	const struct spin_replay *replay;
	FILE *out;
	json_t *globals;     /* all values, as text, by name */
	json_t *registers;   /* by thread, then by name */
	struct mmlib *mmlib; /* NULL: the model has no MMLib */
	struct marks *marks;
	struct switches switches;
	long number;        /* of the last step */
	json_t *operations; /* of the step that is read */
};

static const char *global(const struct importer *im, const char *name)
{
	const char *value = json_string_value(json_object_get(im->globals, name));

	return value ? value : "";
}

/* ------------------------------------------------------------------ threads */
static bool is_memory(const struct importer *im, const struct spin_step *step)
{
	return im->mmlib && strcmp(step->name, "mem") == 0;
}

/* A process has its number in its name if there are several of its proctype. */
static const char *process_name(const struct importer *im, const struct spin_step *step)
{
	if (is_memory(im, step))
		return "memory";
	for (size_t i = 0; i < im->replay->step_count; i++) {
		const struct spin_step *other = &im->replay->steps[i];

		if (other->process != step->process && strcmp(other->name, step->name) == 0)
			return gd_arena_printf(im->arena, "process %s(%ld)", step->name,
			    step->process);
	}
	return gd_arena_printf(im->arena, "process %s", step->name);
}

/* Of processes that use a number again, the first one gives the name. */
static void name_threads(struct importer *im)
{
	for (size_t i = 0; i < im->replay->step_count; i++) {
		const struct spin_step *step = &im->replay->steps[i];

		if (step->process < 0 || step->process >= MOST_PROCESSES ||
		    im->thread[step->process])
			continue;
		im->thread[step->process] = process_name(im, step);
		json_object_set_new(im->registers, im->thread[step->process], json_object());
		json_array_append_new(im->threads,
		    json_pack("{s:s, s:s}", "name", im->thread[step->process], "role",
			is_memory(im, step) ? "memory" : "thread"));
	}
}

/* The thread that has this process number. */
static const char *thread_with(const struct importer *im, long process)
{
	return process >= 0 && process < MOST_PROCESSES && im->thread[process] ? im->thread[process]
									       : "process";
}

static const char *thread_of(const struct importer *im, const struct spin_step *step)
{
	return thread_with(im, step->process);
}

/* -------------------------------------------------------------------- state */
static void set_values(struct importer *im, const struct spin_values *values)
{
	for (size_t i = 0; i < values->count; i++) {
		const struct spin_value *value = &values->at[i];
		json_t *of = im->globals;

		if (strchr(value->name, '.'))
			continue; /* SPIN does not print assignments to members of structures */
		if (value->process >= MOST_PROCESSES ||
		    (value->process >= 0 && !im->thread[value->process]))
			continue; /* it takes no step */
		if (value->process >= 0) {
			const char *thread = thread_with(im, value->process);

			of = json_object_get(im->registers, thread);
		}
		json_object_set_new(of, value->name, json_string(value->value));
	}
}

static bool is_printed(const struct importer *im, const struct spin_value *value)
{
	for (size_t i = 0; i < im->replay->step_count; i++)
		for (size_t j = 0; j < im->replay->steps[i].after.count; j++) {
			const struct spin_value *other = &im->replay->steps[i].after.at[j];

			if (other->process == value->process &&
			    strcmp(other->name, value->name) == 0)
				return true;
		}
	return false;
}

/* A channel is not printed before a message is in it. */
static void set_channels(struct importer *im)
{
	const struct spin_values *end = &im->replay->end;

	for (size_t i = 0; i < end->count; i++)
		if (end->at[i].process < 0 && !json_object_get(im->globals, end->at[i].name))
			set_values(im,
			    &(struct spin_values){ &(struct spin_value){ end->at[i].name, "", -1 },
				1 });
}

/* What a process is given has its value all the time, if no step changes it. */
static void set_parameters(struct importer *im)
{
	const struct spin_values *end = &im->replay->end;

	for (size_t i = 0; i < end->count; i++)
		if (end->at[i].process >= 0 && !is_printed(im, &end->at[i]))
			set_values(im, &(struct spin_values){ &end->at[i], 1 });
}

/* SPIN lists labels that a formula names among the variables. */
static bool is_label(const struct importer *im, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = im->request->text; (at = strstr(at, name)) != NULL; at += length)
		if ((at == im->request->text || isspace((unsigned char)at[-1])) &&
		    at[length] == ':' && at[length + 1] != ':')
			return true;
	return false;
}

/* The values of the variables, without those of the library. */
static json_t *memory(const struct importer *im)
{
	json_t *all = json_object();
	const json_t *value;
	const char *name;

	for (size_t i = 0; im->mmlib && i < im->mmlib->variables; i++)
		json_object_set_new(all, im->mmlib->names[i],
		    json_string(global(im, gd_arena_printf(im->arena, "shared_memory[%zu]", i))));
	json_object_foreach(im->globals, name,
	    value) if ((!im->mmlib || !mmlib_has(name)) && !is_label(im, name))
	    json_object_set_new(all, name, json_string(json_string_value(value)));
	return all;
}

/* Without the library's: what `mem' has, and what is left of a macro. */
static json_t *registers(const struct importer *im)
{
	json_t *all = json_deep_copy(im->registers), *values;
	const char *thread;
	void *next;

	if (!im->mmlib)
		return all;
	json_object_del(all, "memory");
	json_object_foreach_safe(all, next, thread, values)
	{
		json_object_del(values, "temp");
		json_object_del(values, "iterator");
	}
	return all;
}

static json_t *locations(const struct importer *im)
{
	json_t *all = json_array(), *values = memory(im), *value;
	const char *name;

	json_object_foreach(values, name, value) json_array_append_new(all, json_string(name));
	json_decref(values);
	return all;
}

/* What memory has for a variable of the library. */
static const char *shared(const struct importer *im, size_t variable)
{
	return global(im, gd_arena_printf(im->arena, "shared_memory[%zu]", variable));
}

static json_t *observed(const struct importer *im)
{
	json_t *all = json_object(), *thread;
	size_t i, j;

	for (j = 0; im->mmlib && j < im->mmlib->variables; j++) {
		json_t *values = json_object();

		json_array_foreach(im->threads, i, thread)
		{
			const char *name = json_string_value(json_object_get(thread, "name"));
			const char *value = marks_observed(im->marks, name, im->mmlib->names[j]);

			if (value && strcmp(value, shared(im, j)) != 0)
				json_object_set_new(values, name, json_string(value));
		}
		if (json_object_size(values))
			json_object_set(all, im->mmlib->names[j], values);
		json_decref(values);
	}
	return all;
}

/* -------------------------------------------------------------------- lines */
static void put(struct importer *im, json_t *line)
{
	json_dumpf(line, im->out, JSON_COMPACT);
	putc('\n', im->out);
	json_decref(line);
}

static bool is_model(const struct importer *im, const char *file)
{
	return file && strcmp(file, im->request->path) == 0;
}

static const char *shown_file(const struct importer *im, const char *file)
{
	return is_model(im, file) ? im->request->file : file;
}

static json_t *place(const struct importer *im, const char *file, unsigned line)
{
	return file ? marks_place_json(&(struct marks_place){ shown_file(im, file), line, 1 })
		    : json_null();
}

/* The line of the model, without what is around it. */
static const char *source_line(const struct importer *im, const char *file, unsigned line)
{
	const char *text = im->request->text, *end;

	if (!is_model(im, file) || line == 0)
		return "";
	while (--line && *text)
		text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
	text += strspn(text, " \t");
	end = text + strcspn(text, "\n");
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	return gd_arena_strndup(im->arena, text, (size_t)(end - text));
}

/* The library prints the name of an operation when it begins and when it ends. */
static const char *marker(const struct importer *im, const struct spin_step *step)
{
	static const char *const markers[] = { "printf('WRITE", "printf('FENCE", "printf('TFENCE",
		"printf('RFENCE" };

	for (size_t i = 0; im->mmlib && i < sizeof markers / sizeof *markers; i++)
		if (strncmp(step->text, markers[i], strlen(markers[i])) == 0)
			return markers[i];
	return NULL;
}

/* Operations of the library as the model has them; other steps as SPIN prints them. */
static const char *statement(const struct importer *im, const struct spin_step *step)
{
	const char *text = source_line(im, step->file, step->line);

	if (is_memory(im, step))
		return "";
	if (*text && (marker(im, step) || (im->mmlib && json_array_size(im->operations))))
		return text;
	return marker(im, step) ? marker(im, step) + strlen("printf('") : step->text;
}

static void put_heading(struct importer *im)
{
	const char *file = im->request->file;
	const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	size_t length = strcspn(name, ".");
	const char *model = !im->mmlib ? "sc" : im->mmlib->one_queue ? "tso" : "pso";
	json_t *line =
	    json_pack("{s:s, s:i, s:s, s:s%, s:s, s:n, s:n, s:s, s:s, s:s, s:n}", "event", "trace",
		"version", TRACE_VERSION, "kind", "model", "name", name, length, "file", file,
		"collector", "mutant", "scenario", "", "options", "", "memory", model, "workers");

	json_object_set_new(line, "threads", json_incref(im->threads));
	json_object_set_new(line, "locations", locations(im));
	json_object_set_new(line, "start",
	    json_pack("{s:o, s:o}", "memory", memory(im), "registers", registers(im)));
	json_object_set_new(line, "command", marks_text_json(im->request->command));
	put(im, line);
}

static void put_step(struct importer *im, const struct spin_step *step)
{
	const struct marks_red *red;
	size_t red_count = marks_end(im->marks, &red), waiting_count;
	const struct marks_store *const *waiting;
	json_t *line;

	waiting_count = marks_waiting(im->marks, &waiting);
	switches_step(&im->switches, is_memory(im, step) ? "perform" : "step", thread_of(im, step));
	line = json_pack("{s:s, s:I, s:s, s:s, s:s, s:s, s:n, s:o, s:b}", "event", "step", "step",
	    (json_int_t)im->number, "do",
	    is_memory(im, step)                   ? "perform"
		: json_array_size(im->operations) ? "access"
						  : "step",
	    "thread", thread_of(im, step), "subject", "", "statement", statement(im, step),
	    "because", "where",
	    is_memory(im, step) ? json_null() : place(im, step->file, step->line), "repeats",
	    step->repeats);
	json_object_set_new(line, "operations", im->operations);
	json_object_set_new(line, "memory", memory(im));
	json_object_set_new(line, "registers", registers(im));
	json_object_set_new(line, "waiting", marks_waiting_json(waiting, waiting_count));
	json_object_set_new(line, "red", marks_red_json(red, red_count));
	json_object_set_new(line, "observed", observed(im));
	put(im, line);
}

static void put_end(struct importer *im)
{
	const struct spin_replay *run = im->replay;
	const char *property = run->cycle ? "acceptance cycle" : "invalid end state", *why;
	bool of_claim = run->formula &&
	    (run->cycle || (run->assertion && run->file && strstr(run->file, ".tmp")));

	why = run->cycle ? "this can go on for ever"
			 : "here the trail ends, and not every process is at an end";
	if (run->cycle && of_claim) {
		property = run->claim;
	} else if (run->assertion) {
		property = of_claim ? run->claim : "assertion";
		why = of_claim ? "the formula is broken here" : "the assertion does not hold here";
	} else if (!run->cycle && !run->blocked) {
		property = "end of the trail";
		why = "here the trail ends, and nothing that it reports fails";
	}
	put(im,
	    json_pack("{s:s, s:s, s:o, s:n, s:s, s:o, s:I, s:n, s:I, s:n}", "event", "fail",
		"property", property, "formula",
		marks_text_json(of_claim ? run->formula : run->assertion), "binding", "why", why,
		"where", is_model(im, run->file) ? place(im, run->file, run->line) : json_null(),
		"reorderings", (json_int_t)marks_reorderings(im->marks), "needed", "switches",
		(json_int_t)im->switches.count, "fewest_switches"));
}

/* --------------------------------------------------------------- operations */
/* Returns the operation, to which the caller can add. */
static json_t *add_operation(struct importer *im, const char *op, const char *location,
    const char *found, const char *stored, long store)
{
	json_t *operation = json_pack("{s:s, s:n, s:o, s:o, s:o, s:n, s:n, s:o}", "op", op, "order",
	    "location", marks_text_json(location), "found", marks_text_json(found), "stored",
	    marks_text_json(stored), "because", "where", "store",
	    store ? json_integer(store) : json_null());

	json_array_append_new(im->operations, operation);
	return operation;
}

static struct marks_access access_of(const struct importer *im, const struct spin_step *step,
    const char *op, const char *location)
{
	return (struct marks_access){ .thread = thread_of(im, step),
		.op = op,
		.location = location,
		.where = { shown_file(im, step->file), step->line, 1 } };
}

/* The variable's number, which may depend on local variables; -1: it cannot be said. */
static long number_of(const struct importer *im, const struct spin_step *step, const char *text)
{
	return index_value(text, step->process,
	    json_object_get(im->registers, thread_of(im, step)));
}

/* READ(x): (lcounter[…] == 0) -> shared_memory[x] : buffer[…] */
static void read_loads(struct importer *im, const struct spin_step *step)
{
	static const char memory_of[] = "-> (shared_memory[";
	const char *at = step->text;

	while ((at = strstr(at, memory_of)) != NULL) {
		long variable;
		size_t length = index_length(at += strlen(memory_of));
		const char *value, *own;
		struct marks_access load;

		variable = number_of(im, step, gd_arena_strndup(im->arena, at, length));
		if (variable < 0 || (size_t)variable >= im->mmlib->variables)
			continue;
		own = gd_arena_printf(im->arena, "[%ld]",
		    step->process * (long)im->mmlib->variables + variable);
		value = global(im, gd_arena_printf(im->arena, "%s%s", im->mmlib->counter, own));
		value = strcmp(value, "0") == 0
		    ? global(im, gd_arena_printf(im->arena, "shared_memory[%ld]", variable))
		    : global(im, gd_arena_printf(im->arena, "buffer%s", own));
		load = access_of(im, step, "load", im->mmlib->names[variable]);
		load.found = value;
		load.reads = true;
		marks_do(im->marks, &load);
		add_operation(im, "load", load.location, value, NULL, 0);
	}
}

/* The message number I of a queue "[1][2,0]"; NULL: there is none. */
static const char *message(struct importer *im, const char *queue, size_t i)
{
	for (; *queue == '['; queue = strchr(queue, ']') + 1) {
		const char *end = strchr(queue, ']');

		if (!end)
			return NULL;
		if (i-- == 0)
			return gd_arena_strndup(im->arena, queue + 1, (size_t)(end - queue - 1));
	}
	return NULL;
}

static size_t messages(struct importer *im, const char *queue)
{
	size_t count = 0;

	while (message(im, queue, count))
		count++;
	return count;
}

/* The variable and the value of a message.  false: it is a fence of the library's. */
static bool read_message(const struct importer *im, size_t queue, const char *message,
    size_t *variable, const char **value)
{
	*value = message;
	*variable = queue % im->mmlib->variables;
	if (im->mmlib->one_queue) {
		*variable = strtoul(message, NULL, 10);
		*value = strchr(message, ',') ? strchr(message, ',') + 1 : "";
	}
	return *variable < im->mmlib->variables && strcmp(*value, "-1") != 0;
}

static void queue_changes(struct importer *im, const struct spin_step *step, size_t queue,
    const char *before, const char *after)
{
	size_t had = messages(im, before), has = messages(im, after), variable;
	const char *text = has > had ? message(im, after, has - 1) : message(im, before, 0);
	const char *owner =
	    thread_with(im, (long)(im->mmlib->one_queue ? queue : queue / im->mmlib->variables));
	const struct marks_store *store;
	struct marks_access hold;
	const char *value;
	json_t *operation;

	if (has == had || !read_message(im, queue, text, &variable, &value))
		return;
	hold = access_of(im, step, "store", im->mmlib->names[variable]);
	hold.stored = value;
	hold.writes = true;
	if (has > had) {
		add_operation(im, "hold", hold.location, NULL, value, marks_hold(im->marks, &hold));
		return;
	}
	store = marks_reach(im->marks, owner, hold.location, NULL, value);
	operation =
	    add_operation(im, "store", hold.location, NULL, value, store ? store->number : 0);
	json_object_set_new(operation, "thread", json_string(owner));
}

/* Applies what the step changes, and adds the operations that it shows. */
static void read_changes(struct importer *im, const struct spin_step *step)
{
	for (size_t i = 0; i < step->after.count; i++) {
		const struct spin_value *value = &step->after.at[i];
		const char *before = gd_arena_strdup(im->arena, global(im, value->name));

		if (value->process >= 0 || strcmp(before, value->value) == 0)
			continue;
		if (im->mmlib && strncmp(value->name, "queue[", 6) == 0)
			queue_changes(im, step, strtoul(value->name + 6, NULL, 10), before,
			    value->value);
		else if (!im->mmlib || !mmlib_has(value->name))
			add_operation(im, "store", value->name, NULL, value->value, 0);
	}
	set_values(im, &step->after);
}

/* -------------------------------------------------------------------- steps */
static bool is_last(const struct spin_step *step, const char *marker)
{
	return strncmp(step->text, marker, strlen(marker)) == 0 ||
	    strncmp(step->text, "printf('done RFENCE", 19) == 0;
}

static bool begins_with(const struct spin_step *step, const char *text)
{
	return strncmp(step->text, text, strlen(text)) == 0;
}

/* `mem' takes a store from a queue, and then writes it to memory. */
static size_t end_of_commit(const struct importer *im, size_t begin)
{
	const struct spin_step *steps = im->replay->steps;
	size_t end = begin + 1;

	if (!begins_with(&steps[begin], "queue["))
		return end;
	while (end < im->replay->step_count && steps[end].process == steps[begin].process &&
	    !begins_with(&steps[end], "queue["))
		if (begins_with(&steps[end++], "shared_memory["))
			return end;
	return begin + 1;
}

/* The end of the operation that begins with this step.  It is atomic; but it is cut where a process
 * waits for room in its queue. */
static size_t end_of(const struct importer *im, size_t begin)
{
	const struct spin_step *steps = im->replay->steps, *first = &steps[begin];
	const char *of = marker(im, first);
	size_t end = begin + 1;

	if (is_memory(im, first))
		return end_of_commit(im, begin);
	while (of && end < im->replay->step_count && steps[end].process == first->process)
		if (is_last(&steps[end++], of))
			break;
	return end;
}

/* Local variables that are no longer as in BEFORE. */
static void add_lets(struct importer *im, const struct spin_step *step, const json_t *before)
{
	json_t *after = registers(im), *values, *value;
	const char *thread, *name;

	json_object_foreach(after, thread, values) json_object_foreach(values, name, value)
	{
		json_t *operation;

		if (json_equal(value, json_object_get(json_object_get(before, thread), name)))
			continue;
		operation = add_operation(im, "let", name, NULL, json_string_value(value), 0);
		if (strcmp(thread, thread_of(im, step)) != 0)
			json_object_set_new(operation, "thread", json_string(thread));
	}
	json_decref(after);
}

static void read_step(struct importer *im, size_t begin, size_t end)
{
	const struct spin_step *steps = im->replay->steps;
	const char *of = marker(im, &steps[begin]);
	json_t *before = registers(im);

	im->operations = json_array();
	marks_step(im->marks, im->number + 1);
	for (size_t i = begin; i < end; i++) {
		if (im->mmlib && !is_memory(im, &steps[i]))
			read_loads(im, &steps[i]);
		read_changes(im, &steps[i]);
	}
	if (of && strstr(of, "FENCE"))
		add_operation(im, "fence", NULL, NULL, NULL, 0);
	add_lets(im, &steps[begin], before);
	json_decref(before);
}

/* Of what `mem' does, only stores that reach memory are shown. */
static void read_steps(struct importer *im)
{
	for (size_t i = 0, end; i < im->replay->step_count; i = end) {
		const struct spin_step *step = &im->replay->steps[i];

		end = end_of(im, i);
		read_step(im, i, end);
		if (is_memory(im, step) && json_array_size(im->operations) == 0) {
			json_decref(im->operations);
			continue;
		}
		im->number++;
		put_step(im, step);
	}
}

bool promela_write(struct gd_arena *arena, const struct promela_request *request, FILE *out,
    const char **why)
{
	struct importer im = { .arena = arena,
		.request = request,
		.replay = request->replay,
		.out = out,
		.globals = json_object(),
		.registers = json_object(),
		.threads = json_array(),
		.marks = marks_new(arena) };
	bool good = true;

	set_values(&im, &request->initial->end);
	json_object_clear(im.registers);
	im.mmlib = mmlib_find(arena, im.globals);
	name_threads(&im);
	set_channels(&im);
	set_parameters(&im);
	if (request->mapping && !im.mmlib) {
		*why = "the model does not use MMLib, so it needs no names";
		good = false;
	}
	if (good && request->mapping)
		good = mmlib_name(arena, im.mmlib, request->mapping, why);
	if (good) {
		put_heading(&im);
		read_steps(&im);
		put_end(&im);
	}
	json_decref(im.globals);
	json_decref(im.registers);
	json_decref(im.threads);
	return good;
}
