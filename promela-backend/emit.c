/* emit.c: one model: what is put where. */
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-await.h"
#include "promela-backend/emit-bound.h"
#include "promela-backend/emit-canon.h"
#include "promela-backend/emit-client.h"
#include "promela-backend/emit-code.h"
#include "promela-backend/emit-coverage.h"
#include "promela-backend/emit-fold.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-layout.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/emit-ltl.h"
#include "promela-backend/emit-memory.h"
#include "promela-backend/emit-mutator.h"
#include "promela-backend/emit-operation.h"
#include "promela-backend/emit-guide.h"
#include "promela-backend/emit-outcome.h"
#include "promela-backend/emit-phase.h"
#include "promela-backend/emit-premise.h"
#include "promela-backend/emit-presence.h"
#include "promela-backend/emit-process.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/emit-reach.h"
#include "promela-backend/emit-releaser.h"
#include "promela-backend/emit-slice.h"
#include "promela-backend/emit-unused.h"
#include "promela-backend/emit-words.h"
#include "promela-backend/facts/model.h"
#include "promela-backend/facts/plan.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/await.h"
#include "promela-backend/steps/client.h"
#include "promela-backend/steps/kernel.h"
#include "promela-backend/steps/memory.h"
#include "promela-backend/steps/mutator.h"
#include "promela-backend/steps/operation.h"
#include "promela-backend/steps/pool.h"
#include "promela-backend/steps/releaser.h"
#include "promela-backend/steps/unit.h"

/* ------------------------------------------------------------- header comment */
static const char *join(struct pml_model *model, const char *const *flags)
{
	const char *text = "";

	for (; *flags; flags++)
		text = gd_arena_printf(model->arena, "%s %s", text, *flags);
	return text;
}

/* A guide for engineers who read the model from its first line on. */
static void put_guide(struct gd_out *out)
{
	static const char *const lines[] = {
		"How to read it: begin with the processes, at the end.  Each option of a process is one",
		"atomic step of the system: a guard, and an inline that says what the step does.",
		"  run_K_N   a unit of kind K, from its place N to the next one; its counters are declared",
		"            under `work K', with the line where each place is in the specification",
		"  step_X    a step of the releaser, of a mutator, or of the environment",
		"The calls at the end of a step check the properties that read what the step may change.",
		NULL,
	};

	pml_put_lines(out, " * ", lines);
	gd_out_line(out, " *");
}

static void put_kept_loops(const struct pml_model *model, struct gd_out *out)
{
	bool any = false;

	for (size_t i = 0; i < model->spec->kind_count; i++)
		if (model->kinds[i].keeps_loops) {
			gd_out_printf(out, "%s %s", any ? "," : " * " PML_KEEPS_LOOPS ":",
			    model->kinds[i].name);
			any = true;
		}
	if (any)
		gd_out_line(out, "%s", "");
}

static void put_header(struct pml_model *model, struct gd_out *out)
{
	const struct pml_request *request = model->request;
	struct gd_arena *arena = model->arena;

	gd_out_line(out, "/* Made by gcdsl from %s: do not edit.",
	    gd_harmless(arena,
		model->spec->source ? model->spec->source->path : model->spec->name));
	gd_out_line(out, " *");
	gd_out_line(out, " * collector %s%s%s, options: %s", model->spec->name,
	    model->spec->mutant ? ", mutant " : "", model->spec->mutant ? model->spec->mutant : "",
	    *model->spec->options_text ? model->spec->options_text : "none");
	gd_out_line(out, " * scenario %s, memory %s, workers %s", model->scenario->name,
	    model->any_memory ? "any (nothing is late)"
		: pml_has_windows(model) || request->memory == IR_MEM_SC
		? ir_memory_name[request->memory]
		: "other than sc (no mutator stores)",
	    request->workers->text);
	gd_out_line(out, " * properties, by the number that pan prints in failed_property!=N:");
	for (size_t i = 0; i < request->property_count; i++)
		gd_out_line(out, " *   %zu %s", i + 1, request->properties[i]->name);
	pml_describe_folds(model, out);
	put_kept_loops(model, out);
	gd_out_line(out, " *");
	put_guide(out);
	gd_out_line(out, " * By hand, with its support files beside it:");
	gd_out_line(out, " *   spin -a %s", model->file);
	gd_out_line(out, " *   cc%s -o pan pan.c && ./pan%s",
	    join(model, pml_cc_flags(arena, request)), join(model, pml_pan_flags(arena, request)));
	gd_out_line(out, " *   %s%s     (replays an error as lines that begin with @) */",
	    request->canonical ? "./pan -n -r" : "spin -t -T ",
	    request->canonical ? "" : model->file);
	gd_out_line(out, "%s", "");
}

/* ----------------------------------------------------------------- the model */
/* The place after the last action counts, too. */
static bool has_long_script(const struct pml_model *model)
{
	for (size_t i = 0; i < model->mutators; i++)
		if (model->scenario->mutators[i].action_count > UINT8_MAX)
			return true;
	return false;
}

static void put_globals(struct pml_model *model, struct gd_out *out)
{
	pml_put_layout(model, out);
	pml_put_all_stopped(model, out);
	gd_out_line(out, "#define SCRIPT_TYPE %s", has_long_script(model) ? "short" : "byte");
	pml_declare_presence(model, out);
	pml_declare_operations(model, out);
	if (model->handshakes)
		gd_out_line(out, "byte handshakes[MUTATORS];");
	gd_out_line(out, "#define HANDSHAKES(m) %s", model->handshakes ? "handshakes[m]" : "false");
	pml_declare_folds(model, out);
	if (model->doubts_early && !pml_is_unsound(model, PML_FOLD_DOUBTS))
		gd_out_line(out, "#define FAILURES_ARE_DOUBTED");
	gd_out_line(out, "#include \"pool.pml\"");
	pml_define_faithful(model, out);
	pml_declare_memory(model, out);
	gd_out_line(out, "#include \"heap.pml\"");
	pml_declare_faithful(model, out);
	gd_out_line(out, "#include \"stop.pml\"");
	pml_line_back(model, out);
	pml_declare_outcomes(model, out);
	pml_declare_guide(model, out);
	pml_declare_bounds(model, out);
	gd_out_line(out, "bool finished;");
	if (!model->scenario->collects)
		gd_out_line(out,
		    "byte asked;                     // cycles that the environment asked for");
	gd_out_line(out,
	    "short pick;                     // the unit that an option chose, or its variables in one number; 0 between steps");
	gd_out_line(out, "// variables of kernels: each step computes them again");
	for (size_t i = 0; i < model->scratch.count; i++)
		gd_out_printf(out, "%s%s%s", i % 8 ? ", " : "hidden int ", model->scratch.at[i],
		    i % 8 == 7 || i + 1 == model->scratch.count ? ";\n" : "");
	pml_declare_numbers(model, out);
	pml_declare_reach_now(model, out);
	pml_put_cells(model, out);
}

/* What cuts a run beside `until'; "" or a condition. */
static const char *cut_early(struct pml_model *model)
{
	const struct pml_request *request = model->request;
	bool may_fail = request->outcomes || request->guide;

	if (pml_is_bounded(model))
		return gd_arena_printf(model->arena, "(%s!%s)", may_fail ? "failed || " : "",
		    pml_within(model));
	return may_fail ? "failed" : "";
}

static void put_cut(struct pml_model *model, struct gd_out *out)
{
	const struct pml_request *request = model->request;
	const char *early = cut_early(model), * or = *early ? " || " : "";

	if (request->until)
		gd_out_line(out, "#define CUT (%s%sopen_%s && DRAINED_%s)", early, or,
		    request->until->name, request->until->name);
	else if (request->until_phase)
		gd_out_line(out, "#define CUT (%s%sended_%s)", early, or,
		    request->until_phase->name);
	else if (*early)
		gd_out_line(out, "#define CUT %s", early);
}

/* Steps that BUILD makes. */
static void put(struct pml_model *model, struct gd_out *out,
    void (*build)(struct pml_model *, pml_inlines *))
{
	pml_inlines inlines = { 0 };

	build(model, &inlines);
	pml_put_inlines(out, &inlines);
}

/* All but the processes, and the canonical form, which must know all variables. */
static void put_parts(struct pml_model *model, struct gd_out *out)
{
	put_globals(model, out);
	pml_declare_releaser(model, out);
	pml_declare_kinds(model, out);
	pml_declare_late(model, out);
	pml_declare_awaits(model, out);
	put_cut(model, out);
	pml_emit_operations_reach(model, out);
	pml_emit_memory(model, out);
	pml_emit_premises(model, out);
	pml_declare_coverage(model, out);
	pml_emit_checks(model, out);
	put(model, out, pml_pool_inlines);
	pml_emit_phases(model, out);
	pml_emit_presence(model, out);
	put(model, out, pml_openings);
	put(model, out, pml_memory_steps);
	put(model, out, pml_unit_steps);
	put(model, out, pml_await_steps);
	put(model, out, pml_operation_steps);
	put(model, out, pml_releaser_steps);
	put(model, out, pml_mutator_steps);
	pml_declare_client(model, out);
	put(model, out, pml_client_steps);
	put(model, out, pml_environment_steps);
}

static void put_processes(struct pml_model *model, struct gd_out *out)
{
	pml_emit_processes(model, out);
	if (model->request->strategy == PML_LTL)
		pml_emit_ltl(model, out);
}

static void put_model(struct pml_model *model, struct gd_out *out)
{
	struct gd_out text;
	size_t processes;

	gd_out_init(&text, 0);
	put_parts(model, &text);
	processes = text.length;
	put_processes(model, &text);
	pml_find_unread(model, text.text);
	put_header(model, out);
	pml_put_sliced(model, text.text, processes, out);
	pml_emit_canonical(model, out);
	gd_out_raw(out, text.text + processes, text.length - processes);
	gd_out_free(&text);
}

bool pml_emit(struct gd_arena *arena, const struct pml_request *request, struct gd_out *out,
    const char **why)
{
	struct gd_out text;
	struct pml_model model = { .arena = arena,
		.request = request,
		.spec = request->spec,
		.scenario = request->scenario,
		.file = request->file ? request->file : "model.pml" };

	gd_out_init(&text, 0);
	model.file = gd_harmless(arena, model.file);
	pml_find_facts(&model);
	for (size_t i = 0; i < model.spec->kind_count && !model.why; i++)
		pml_generate_steps(&model, &model.kinds[i]);
	for (size_t i = 0; i < IR_BARRIER_COUNT && !model.why; i++)
		if (model.operations[i].ir)
			pml_generate_steps(&model, &model.operations[i]);
	if (model.wants_late && !model.why && !request->late_stores) {
		struct pml_request late = *request;

		gd_out_free(&text);
		late.late_stores = true;
		return pml_emit(arena, &late, out, why);
	}
	if (model.why && model.has_rounds) { /* Note [Rounds]: it may still be too large */
		struct pml_request loops = *request;

		gd_out_free(&text);
		loops.keeps_loops = true;
		return pml_emit(arena, &loops, out, why);
	}
	if (request->has_late)
		*request->has_late = model.late_workers > 0;
	if (!model.why)
		put_model(&model, &text);
	if (!model.why)
		pml_put_needed(arena, model.file, &text, out);
	gd_out_free(&text);
	*why = model.why;
	if (model.why && request->refusal)
		*request->refusal = model.refusal;
	return !model.why;
}
