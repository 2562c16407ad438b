/* frame.c: the part of a model that does not depend on which of its tests is searched. */
#include "promela-backend/litmus/frame.h"

#include <string.h>

#include "promela-backend/emit-line.h"
#include "promela-backend/steps/event.h"
#include "promela-backend/steps/op.h"

enum { MOST_OUTCOMES = 500 };

bool litmus_has_windows(const struct litmus_model *m)
{
	return m->sizes.window > 0;
}

bool litmus_counts_reorderings(const struct litmus_model *m)
{
	return litmus_has_windows(m) && m->request->counts_reorderings;
}

static void raise(size_t *number, size_t to)
{
	if (*number < to)
		*number = to;
}

/* What the tests have in common is that of the first. */
static void enlarge(struct litmus_frame *frame, const struct ir_litmus *test)
{
	struct litmus_sizes sizes;

	raise(&frame->locations, test->location_count);
	raise(&frame->threads, test->thread_count);
	raise(&frame->observed, test->observed_count);
	frame->has_critical |= test->has_critical;
	if (!litmus_size(test, frame->memory, &sizes))
		return;
	raise(&frame->sizes.window, sizes.window);
	raise(&frame->sizes.answers, sizes.answers);
	raise(&frame->sizes.messages, sizes.messages);
	raise(&frame->sizes.sc_events, sizes.sc_events);
}

struct litmus_frame litmus_frame(struct litmus_model *m, const struct ir_litmus *const *tests,
    size_t count)
{
	const struct ir_litmus *first = tests[0];
	struct litmus_frame frame = { .tests = tests,
		.count = count,
		.memory = m->memory,
		.sizes = m->sizes,
		.locations = first->location_count,
		.threads = first->thread_count,
		.observed = first->observed_count,
		.has_critical = first->has_critical };

	for (size_t i = 1; i < count; i++)
		enlarge(&frame, tests[i]);
	return frame;
}

/* ------------------------------------------------------------------ the memory */
static void define_if(struct litmus_model *m, bool is_so, const char *name)
{
	if (is_so)
		gd_out_line(m->out, "#define %s", name);
}

static bool some_waits(const struct litmus_model *m, const struct ir_litmus_stmt *stmt,
    enum ir_op op)
{
	for (; stmt; stmt = stmt->next)
		if ((stmt->memory == op && litmus_rmw_waits(stmt, m->memory)) ||
		    some_waits(m, stmt->body, op) || some_waits(m, stmt->otherwise, op))
			return true;
	return false;
}

static bool waits_in_any(const struct litmus_model *m, const struct litmus_frame *frame,
    enum ir_op op)
{
	for (size_t i = 0; i < frame->count; i++)
		for (size_t j = 0; j < frame->tests[i]->thread_count; j++)
			if (some_waits(m, frame->tests[i]->threads[j].body, op))
				return true;
	return false;
}

const char *litmus_rmw_macro(struct gd_arena *arena, enum ir_op op)
{
	return gd_arena_printf(arena, "MEM_%s", ir_op_info[op].name);
}

/* The read-modify-writes that wait: their numbers in a window, and what each of them does later. */
static void define_results(struct litmus_model *m, const struct litmus_frame *frame)
{
	const char *text = "found";
	size_t number = 0;

	if (!frame->sizes.rmw_waits)
		return;
	for (enum ir_op op = 0; op < IR_OP_COUNT; op++) {
		if (op == IR_OP_cas || !waits_in_any(m, frame, op))
			continue;
		gd_out_line(m->out, "#define %s %zu", litmus_rmw_macro(m->arena, op), ++number);
		text = gd_arena_printf(m->arena, "((op) == %s -> %s : %s)",
		    litmus_rmw_macro(m->arena, op),
		    gd_result_text(m->arena, ir_memory(op), "found", "operand"), text);
	}
	gd_out_line(m->out, "#define MEM_RESULT(op, found, operand) %s", text);
}

static void define_lines(struct litmus_model *m)
{
	struct pml_value at = pml_number("at"), value = pml_number("value");
	struct pml_line performed = PML_LINE(&m->pml, performed, .at = at, .value = value);
	struct pml_line answered = PML_LINE(&m->pml, answered, .at = at, .value = value);

	gd_out_line(m->out, "#define MEM_PERFORMED(who, at, value) %s",
	    pml_line_text(&m->pml, &performed));
	gd_out_line(m->out, "#define MEM_ANSWERED(who, at, value) %s",
	    pml_line_text(&m->pml, &answered));
}

static void define_windows(struct litmus_model *m, const struct litmus_frame *frame)
{
	const struct litmus_sizes *sizes = &frame->sizes;

	gd_out_line(m->out, "#define %s", ir_memory_info[m->memory].macro);
	gd_out_line(m->out, "#define MEM_WINDOW %zu%s", sizes->window,
	    sizes->is_bounded
		? "        // a bound: a thread waits until there is room, and that is told"
		: "");
	define_if(m, sizes->is_plain, "MEM_PLAIN");
	define_if(m, sizes->splits && ir_memory_info[m->memory].late, "MEM_SPLIT");
	define_if(m, sizes->rmw_waits, "MEM_WAITING_RMW");
	define_results(m, frame);
	define_if(m, sizes->cas_waits, "MEM_WAITING_CAS");
	if (litmus_counts_reorderings(m))
		gd_out_line(m->out, "#define MEM_REORDERINGS %u", m->request->reorderings);
	define_lines(m);
}

static void define_histories(struct litmus_model *m, const struct litmus_sizes *sizes)
{
	gd_out_line(m->out, "#define MESSAGES %zu", sizes->messages);
	define_if(m, sizes->acquires && sizes->releases, "MEM_SYNC");
	define_if(m, sizes->acquire_fences, "MEM_ACQUIRE_FENCES");
	define_if(m, sizes->release_fences, "MEM_RELEASE_FENCES");
	define_if(m, sizes->rmws, "MEM_RMW");
	define_if(m, sizes->sc_fences, "MEM_SC_FENCES");
	define_if(m, sizes->sc_accesses, "MEM_SC_ACCESSES");
	if (sizes->sc_events)
		gd_out_line(m->out, "#define MEM_SC_EVENTS %zu", sizes->sc_events);
	gd_out_line(m->out, "#define MEM_FULL c_code { printf(\"@ full\\n\"); exit(0); }");
}

const char *litmus_at(const struct litmus_model *m, const char *location)
{
	return gd_arena_printf(m->arena, "AT_%s%s", location, m->suffix);
}

void litmus_put_locations(struct litmus_model *m)
{
	for (size_t i = 0; i < m->test->location_count; i++)
		gd_out_line(m->out, "#define %s %zu", litmus_at(m, m->test->locations[i]->name), i);
}

static const char *initial_text(struct gd_arena *arena, const struct ir_litmus *test,
    size_t locations)
{
	const char *text = "";

	for (size_t i = 0; i < locations; i++)
		text = gd_arena_printf(arena, "%s%s%ld", text, i ? ", " : "",
		    i < test->location_count ? test->locations[i]->init : 0);
	return text;
}

void litmus_put_memory(struct litmus_model *m, const struct litmus_frame *frame)
{
	bool has_windows = frame->sizes.window > 0;

	gd_out_line(m->out, "#define LOCATIONS %zu", frame->locations);
	gd_out_line(m->out, "#define MEM_TYPE byte");
	gd_out_line(m->out, "#define MEM_INITIAL { %s }",
	    initial_text(m->arena, frame->tests[0], frame->locations));
	gd_out_line(m->out, "#define MEM_THREADS %zu", frame->threads);
	if (m->memory == IR_MEM_C11)
		define_histories(m, &frame->sizes);
	else if (has_windows)
		define_windows(m, frame);
	if (frame->sizes.splits) {
		gd_out_line(m->out, "#define ANSWER_THREADS %zu", frame->threads);
		gd_out_line(m->out, "#define ANSWERS %zu", frame->sizes.answers);
		define_if(m, ir_memory_info[m->memory].tagged, "ANSWERS_LATER");
		gd_out_line(m->out, "#include \"answers.pml\"");
	}
	gd_out_line(m->out, "#include \"memory-%s.pml\"",
	    m->memory == IR_MEM_C11 || has_windows ? ir_memory_info[m->memory].module
						   : ir_memory_info[IR_MEM_SC].module);
	pml_line_back(&m->pml, m->out);
}

/* ------------------------------------------------------------------- outcomes */
static bool is_register(const struct ir_litmus *test, const char *name)
{
	for (size_t i = 0; i < test->observed_count; i++)
		if (test->observed[i].kind == IR_OBSERVED_REGISTER &&
		    strcmp(test->observed[i].name, name) == 0)
			return true;
	return false;
}

/* Tests that observe registers of the same name keep them in the same variable. */
static void put_registers(struct litmus_model *m, const struct litmus_frame *frame)
{
	for (size_t i = 0; i < frame->count; i++)
		for (size_t j = 0; j < frame->tests[i]->observed_count; j++) {
			const struct ir_observed *observed = &frame->tests[i]->observed[j];
			bool is_there = observed->kind != IR_OBSERVED_REGISTER;

			for (size_t k = 0; k < i; k++)
				is_there |= is_register(frame->tests[k], observed->name);
			if (!is_there)
				gd_out_line(m->out, "byte out_%s;", observed->name);
		}
}

void litmus_put_outcomes(struct litmus_model *m, const struct litmus_frame *frame)
{
	size_t count = frame->observed;

	gd_out_line(m->out, "byte ended;                     // threads");
	if (frame->has_critical) {
		gd_out_line(m->out,
		    "byte busy;                      // threads in critical sections");
		gd_out_line(m->out, "bool overlap;");
	}
	put_registers(m, frame);
	gd_out_line(m->out, "hidden byte found;");
	gd_out_line(m->out, "hidden byte outcome[%zu];", count ? count : 1);
	gd_out_line(m->out, "hidden byte outcome_is_known;\n");
	gd_out_line(m->out,
	    "c_code {\n"
	    "\tstatic unsigned char known_outcomes[%d][%zu];\n"
	    "\tstatic int known_count;\n"
	    "\tstatic int look_up(const unsigned char *outcome)\n"
	    "\t{\n"
	    "\t\tfor (int i = 0; i < known_count; i++)\n"
	    "\t\t\tif (memcmp(known_outcomes[i], outcome, %zu) == 0)\n"
	    "\t\t\t\treturn 1;\n"
	    "\t\tif (known_count == %d) {\n"
	    "\t\t\tprintf(\"@ many\\n\");\n"
	    "\t\t\texit(0);\n"
	    "\t\t}\n"
	    "\t\tmemcpy(known_outcomes[known_count++], outcome, %zu);\n"
	    "\t\treturn 0;\n"
	    "\t}\n"
	    "};\n",
	    MOST_OUTCOMES, count ? count : 1, count, MOST_OUTCOMES, count);
	if (frame->sizes.is_bounded && !m->has_room)
		gd_out_line(m->out,
		    "c_code {\n"
		    "\tstatic int wants_room(void)\n"
		    "\t{\n"
		    "\t\tstatic int is_told;\n"
		    "\n"
		    "\t\tif (!is_told)\n"
		    "\t\t\tprintf(\"@ partial\\n\");\n"
		    "\t\tis_told = 1;\n"
		    "\t\treturn 0;\n"
		    "\t}\n"
		    "\\#define WANTS_ROOM wants_room()   // SPIN allows no calls in a c_expr\n"
		    "};\n");
}
