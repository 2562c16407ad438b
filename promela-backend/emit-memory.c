/* emit-memory.c: the windows of mutators in which stores wait (memory-buffers.pml).
 * facts/memory.c says whose stores do. */
#include "promela-backend/emit-memory.h"
#include "promela-backend/emit-code.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/memory.h"

void pml_declare_memory(struct pml_model *model, struct gd_out *out)
{
	enum ir_memory memory = model->request->memory;

	if (pml_has_windows(model)) {
		gd_out_line(out, "#define %s", ir_memory_info[memory].macro);
		pml_declare_late_memory(model, out);
		gd_out_line(out,
		    "#define MEM_WINDOW %zu        // stores that each can hold back%s",
		    model->window, model->is_bounded ? ": a bound" : "");
		if (pml_is_faithful(model))
			gd_out_line(out, "#define MEM_MEANT");
		if (pml_is_faithful(model) && pml_has_origins(model))
			gd_out_line(out, "#define MEM_MEANT_MOVES");
		if (model->holds_plainly)
			gd_out_line(out, "#define MEM_PLAIN");
		if (pml_counts_held(model))
			gd_out_line(out, "#define MEM_REORDERINGS %u", model->request->reorderings);
		gd_out_line(out, "#define MEM_PERFORMED(who, at, value) performed(who, at, value)");
	}
	if (pml_counts_reorderings(model) && !pml_has_windows(model)) {
		gd_out_line(out, "byte mem_reorderings;           // loads that were early");
		gd_out_line(out, "#define mem_within (mem_reorderings <= %u)",
		    model->request->reorderings);
	}
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (model->late[i])
			gd_out_line(out,
			    "byte late_%s[OBJECTS + 1];   // what a worker stored may be on "
			    "its way",
			    model->spec->metas[i]->id);
	if (model->stops_differ)
		gd_out_line(out,
		    "bool stop_releases;             // what they wrote is in memory then");
	gd_out_line(out,
	    "#define CELL_AT(at) ((at) >= FIRST_SLOT -> OWNER_OF(at) : (at) %% (OBJECTS + 1))");
	gd_out_line(out, "#define MEM_REACH %s", model->windows ? "held_reach()" : "skip");
	gd_out_line(out, "#include \"memory-%s.pml\"",
	    ir_memory_info[pml_has_windows(model) ? memory : IR_MEM_SC].module);
}

/* Marks the VALUE of a held-back store to x_slot as reachable, if that is a reference as metadata. */
static void reach_metadata(const struct pml_model *model, struct gd_out *out, const char *value)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->meta_count; i++)
		if (ir_holds_reference(spec->metas[i]))
			gd_out_line(out,
			    "\t; if :: x_slot == AT_%s(CELL_AT(x_slot)) && %s < OBJECTS -> "
			    "cell_reached[%s] = 1 :: else -> skip fi",
			    spec->metas[i]->name, value, value);
}

/* Marks what is held back as reachable: the object that is stored to, and the object that is
 * stored. */
static void reach_inline(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "inline held_reach() {");
	out->indent++;
	for (size_t i = 0; i < model->windows; i++)
		for (size_t j = 0; j < model->window; j++) {
			gd_out_line(out, "if");
			gd_out_line(out, ":: MEM_HOLDS(%zu, %zu) ->", i, j);
			gd_out_line(out, "\tx_slot = MEM_HELD_AT(%zu, %zu);", i, j);
			gd_out_line(out, "\tcell_reached[CELL_AT(x_slot)] = 1;");
			gd_out_line(out,
			    "\tif :: x_slot >= FIRST_SLOT -> "
			    "cell_reached[MEM_HELD_VALUE(%zu, %zu)] = 1 :: else -> skip fi",
			    i, j);
			reach_metadata(model, out,
			    gd_arena_printf(model->arena, "MEM_HELD_VALUE(%zu, %zu)", i, j));
			gd_out_line(out, ":: else -> skip");
			gd_out_line(out, "fi;");
		}
	gd_out_line(out, "x_slot = 0");
	out->indent--;
	gd_out_line(out, "}\n");
}

void pml_emit_memory(struct pml_model *model, struct gd_out *out)
{
	pml_inlines inlines = { 0 };

	if (!pml_has_windows(model))
		return;
	pml_performed_inlines(model, &inlines);
	pml_put_inlines(out, &inlines);
	reach_inline(model, out);
}

void pml_memory_options(struct pml_model *model, struct gd_out *out)
{
	struct gd_arena *arena = model->arena;

	pml_line_back(model, out);
	for (size_t i = 0; i < model->windows; i++)
		for (size_t j = 0; j < model->window; j++)
			pml_option(model, out, (struct gd_loc){ 0 },
			    gd_arena_printf(arena, "mem_can_perform(%zu, %zu)", i, j),
			    gd_arena_printf(arena, "step_perform(%zu, %zu)", i, j));
	for (size_t i = 0; i < model->late_workers; i++)
		for (size_t j = 0; j < model->window; j++)
			pml_option(model, out, (struct gd_loc){ 0 },
			    gd_arena_printf(arena, "mem_can_perform(MEM_FIRST_WORKER + %zu, %zu)",
				i, j),
			    gd_arena_printf(arena, "step_perform_of_worker(%zu, %zu)", i, j));
}
