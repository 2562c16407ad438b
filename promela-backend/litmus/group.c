/* group.c: several litmus tests in one model. */
#include "promela-backend/litmus/group.h"

#include "promela-backend/emit-unused.h"
#include "promela-backend/litmus/frame.h"

static const char CHOICE[] = "GCDSL_LITMUS_TEST";

/* ---------------------------------------------------------------- which share a model */
static bool goes_on(const struct ir_litmus_stmt *stmt)
{
	for (; stmt; stmt = stmt->next)
		if ((stmt->op == IR_LITMUS_REPEAT && stmt->args[0]) || goes_on(stmt->body) ||
		    goes_on(stmt->otherwise))
			return true;
	return false;
}

/* Whether a run of TEST may meet the bounds of its model. */
static bool has_loop(const struct ir_litmus *test)
{
	for (size_t i = 0; i < test->thread_count; i++)
		if (goes_on(test->threads[i].body))
			return true;
	return false;
}

/* Windows for which the module has the same text, but for their number of entries. */
static size_t window_class(const struct litmus_sizes *sizes)
{
	size_t most = 2;

	if (!sizes->window || sizes->is_bounded)
		return sizes->window;
	while (most < sizes->window)
		most *= 2;
	return most;
}

static const char *initial_text(struct gd_arena *arena, const struct ir_litmus *test)
{
	const char *text = "";

	for (size_t i = 0; i < test->location_count; i++)
		if (test->locations[i]->init)
			text =
			    gd_arena_printf(arena, "%s %zu:%ld", text, i, test->locations[i]->init);
	return text;
}

/* What the module needs of windows: which parts entries have. */
static const char *window_text(struct gd_arena *arena, const struct litmus_sizes *sizes)
{
	if (!sizes->window)
		return sizes->splits ? "no windows splits" : "no windows";
	return gd_arena_printf(arena, "window %zu%s%s%s%s%s", window_class(sizes),
	    sizes->is_bounded ? " bounded" : "", sizes->is_plain ? " plain" : "",
	    sizes->splits ? " splits" : "", sizes->rmw_waits ? " rmw" : "",
	    sizes->cas_waits ? " cas" : "");
}

/* A view of one thread more would be part of each message, so the number of threads counts.  A run that
 * finds its history full ends the search: so do the sizes, where that may be. */
static const char *history_text(struct gd_arena *arena, const struct ir_litmus *test,
    const struct litmus_sizes *sizes)
{
	const char *text = gd_arena_printf(arena, "threads %zu%s%s%s%s%s%s%s%s", test->thread_count,
	    sizes->acquires && sizes->releases ? " sync" : "",
	    sizes->acquire_fences ? " acquire-fences" : "",
	    sizes->release_fences ? " release-fences" : "", sizes->rmws ? " rmws" : "",
	    sizes->sc_fences ? " sc-fences" : "", sizes->sc_accesses ? " sc-accesses" : "",
	    sizes->sc_events ? " sc-events" : "", sizes->splits ? " splits" : "");

	if (has_loop(test))
		text = gd_arena_printf(arena, "%s messages %zu events %zu", text, sizes->messages,
		    sizes->sc_events);
	return text;
}

const char *litmus_kind(struct gd_arena *arena, const struct ir_litmus *test, enum ir_memory memory)
{
	struct litmus_sizes sizes;

	if (!litmus_size(test, memory, &sizes))
		return NULL;
	return gd_arena_printf(arena, "%s%s; %s", ir_memory_name[memory], initial_text(arena, test),
	    memory == IR_MEM_C11 ? history_text(arena, test, &sizes) : window_text(arena, &sizes));
}

/* ------------------------------------------------------------------------- the model */
static void put_header(const struct litmus_group *group, struct gd_out *out)
{
	gd_out_line(out, "/* Made by gcdsl: do not edit.");
	gd_out_line(out, " *");
	gd_out_line(out, " * litmus tests, memory %s:", ir_memory_name[group->memory]);
	for (size_t i = 0; i < group->count; i++)
		gd_out_line(out, " *   %zu %s", i + 1, group->tests[i]->name);
	gd_out_line(out, " *");
	gd_out_line(out,
	    " * A search is that of one of them.  By hand, with the support files beside it:");
	gd_out_line(out, " *   spin -a %s", group->file);
	gd_out_line(out, " *   cc -DSAFETY -DNOFAIR -o pan pan.c && %s=1 ./pan -E -e -c0", CHOICE);
	gd_out_line(out, " *   %s=1 ./pan -r %s1.trail */", CHOICE, group->file);
	gd_out_line(out, "%s", "");
}

static void put_choice(const struct litmus_group *group, struct gd_out *out)
{
	gd_out_line(out, "hidden byte test;\n");
	gd_out_line(out,
	    "c_code {\n"
	    "\tstatic int chosen_test(void)\n"
	    "\t{\n"
	    "\t\tconst char *text = getenv(\"%s\");\n"
	    "\t\tint number = text ? atoi(text) : 0;\n"
	    "\n"
	    "\t\tif (number < 1 || number > %zu) {\n"
	    "\t\t\tprintf(\"%s is not the number of a test\\n\");\n"
	    "\t\t\texit(1);\n"
	    "\t\t}\n"
	    "\t\treturn number;\n"
	    "\t}\n"
	    "};\n",
	    CHOICE, group->count, CHOICE);
}

static void put_init(struct litmus_model *models, size_t count, struct gd_out *out)
{
	gd_out_line(out, "init {");
	gd_out_line(out, "\tatomic {");
	out->indent += 2;
	gd_out_line(out, "c_code { test = chosen_test(); };");
	gd_out_line(out, "if");
	for (size_t i = 0; i < count; i++) {
		gd_out_line(out, ":: test == %zu ->", i + 1);
		out->indent++;
		litmus_put_runs(&models[i]);
		out->indent--;
	}
	gd_out_line(out, "fi");
	out->indent -= 2;
	gd_out_line(out, "\t}");
	gd_out_line(out, "}");
}

static void put_model(struct litmus_model *models, const struct litmus_group *group,
    struct gd_out *out)
{
	struct litmus_frame frame = litmus_frame(&models[0], group->tests, group->count);

	put_header(group, out);
	for (size_t i = 0; i < group->count; i++)
		litmus_put_locations(&models[i]);
	litmus_put_memory(&models[0], &frame);
	litmus_put_outcomes(&models[0], &frame);
	put_choice(group, out);
	for (size_t i = 0; i < group->count; i++)
		litmus_put_test(&models[i]);
	litmus_put_memory_process(models, &frame);
	put_init(models, group->count, out);
}

bool litmus_emit_group(struct gd_arena *arena, const struct litmus_group *group, struct gd_out *out)
{
	static const struct litmus_request no_bounds;
	struct litmus_model models[LITMUS_MOST_TESTS];
	struct gd_out text;
	bool good = group->count > 0 && group->count <= LITMUS_MOST_TESTS;

	gd_out_init(&text, 0);
	for (size_t i = 0; good && i < group->count; i++) {
		models[i] = (struct litmus_model){ .arena = arena,
			.out = &text,
			.request = &no_bounds,
			.test = group->tests[i],
			.suffix = gd_arena_printf(arena, "_%zu", i + 1),
			.memory = group->memory,
			.pml = { .arena = arena, .file = group->file } };
		good = litmus_model_begin(&models[i]);
	}
	if (good)
		put_model(models, group, &text);
	for (size_t i = 0; good && i < group->count; i++)
		good = !models[i].pml.why;
	if (good)
		pml_put_needed(arena, group->file, &text, out);
	gd_out_free(&text);
	return good;
}

const char *litmus_choice(struct gd_arena *arena, size_t index)
{
	return gd_arena_printf(arena, "%s=%zu", CHOICE, index + 1);
}
