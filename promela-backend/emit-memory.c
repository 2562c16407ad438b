/* emit-memory.c: the windows of mutators in which stores wait (memory-buffers.pml), and the
 * steps that perform them. facts/memory.c says whose stores do. */
#include "promela-backend/emit-memory.h"
#include "promela-backend/emit-assertion.h"
#include "promela-backend/emit-failure.h"
#include "promela-backend/emit-late.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/emit-property.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/step.h"

void pml_declare_memory(struct pml_model *model)
{
	enum ir_memory memory = model->request->memory;
	struct gd_out *out = model->out;

	if (model->windows) {
		gd_out_line(out, "#define %s", ir_memory_info[memory].macro);
		gd_out_line(out, "#define MEM_THREADS %zu", model->windows);
		gd_out_line(out,
		    "#define MEM_WINDOW %zu        // stores that each can hold back%s",
		    model->window, model->is_bounded ? ": a bound" : "");
		if (model->holds_plainly)
			gd_out_line(out, "#define MEM_PLAIN");
		gd_out_line(out, "#define MEM_PERFORMED(at, value) performed(at, value)");
	}
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (model->late[i])
			gd_out_line(out,
			    "byte late_%s[OBJECTS + 1];   // what a worker stored may be on "
			    "its way",
			    model->spec->metas[i]->name);
	if (model->stops_differ)
		gd_out_line(out,
		    "bool stop_releases;             // what they wrote is in memory then");
	gd_out_line(out,
	    "#define CELL_AT(at) ((at) >= FIRST_SLOT -> OWNER_OF(at) : (at) %% (OBJECTS + 1))");
	gd_out_line(out, "#define MEM_REACH %s", model->windows ? "held_reach()" : "skip");
	gd_out_line(out, "#include \"memory-%s.pml\"",
	    ir_memory_info[model->windows ? memory : IR_MEM_SC].module);
}

/* `:: AT is in this part of the cells ->`, for each part: what its locations are
 * called, and whether they hold references. */
struct part {
	const char *name;
	size_t first, count;
	bool is_meta;
};

static void put_performed_part(struct pml_model *model, const struct part *part)
{
	struct gd_out *out = model->out;

	if (part->is_meta) {
		gd_out_line(out, ":: a_at >= %zu && a_at < %zu ->", part->first,
		    part->first + part->count);
		gd_out_line(out,
		    "\tprintf(\"@ access op=store order=relaxed at=%s object=%%d "
		    "stored=%%d\\n\", a_at - %zu, a_value)",
		    part->name, part->first);
		return;
	}
	gd_out_line(out,
	    ":: a_at >= FIRST_SLOT && a_at < FIRST_ROOT && (a_at - FIRST_SLOT) %% "
	    "SLOTS_PER_OBJECT >= %zu && (a_at - FIRST_SLOT) %% SLOTS_PER_OBJECT < %zu ->",
	    part->first, part->first + part->count);
	gd_out_line(out,
	    "\tprintf(\"@ access op=store order=relaxed at=%s slot=%%d object=%%d "
	    "stored=%%d\\n\", (a_at - FIRST_SLOT) %% SLOTS_PER_OBJECT - %zu, OWNER_OF(a_at), "
	    "SHOWN(a_value))",
	    part->name, part->first);
}

/* A store that is performed late may undo what a merged kind relies on.  And a worker's late store
 * to the same location may come even later. */
static void check_performed(struct pml_model *model)
{
	struct pml_set writes = { { 0 } };
	struct pml_step step = { .model = model, .out = model->out, .writes = &writes };
	size_t cells = model->objects + 1;

	for (size_t i = 0; i < model->spec->meta_count; i++) {
		gd_out_line(model->out, "if");
		gd_out_line(model->out, ":: a_at >= %zu && a_at < %zu ->", i * cells,
		    (i + 1) * cells);
		model->out->indent++;
		pml_merge_check(&step, model->spec->metas[i], "mem_peek(a_at)", NULL);
		pml_late_check(model, model->out, model->spec->metas[i],
		    gd_arena_printf(model->arena, "a_at - %zu", i * cells), "-");
		gd_out_line(model->out, "skip");
		model->out->indent--;
		gd_out_line(model->out, ":: else -> skip");
		gd_out_line(model->out, "fi;");
	}
}

/* Prints the event that a store reaches memory, and checks that its cell is not free by then. */
static void performed_inline(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	const char *breach = pml_breach(model, IR_NO_FREED_ACCESS,
	    "printf(\"@ fail property=no_freed_access binding=%d\\n\", SHOWN(CELL_AT(a_at)))");
	size_t cells = model->objects + 1;
	struct gd_out *out = model->out;

	gd_out_line(out, "inline performed(a_at, a_value) {");
	out->indent++;
	gd_out_line(out, "if");
	for (size_t i = 0; i < spec->meta_count; i++)
		put_performed_part(model,
		    &(struct part){ spec->metas[i]->name, i * cells, cells, true });
	for (size_t i = 0; i < spec->group_count; i++)
		put_performed_part(model,
		    &(struct part){ spec->groups[i]->name, model->scenario->group_first[i],
			model->scenario->group_size[i], false });
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
	if (breach) {
		gd_out_line(out, "WHEN(!live[CELL_AT(a_at)], %s);", breach);
	}
	check_performed(model);
	out->indent--;
	gd_out_line(out, "}\n");
}

static void perform_inline(struct pml_model *model)
{
	struct pml_set writes = { { 0 } };
	struct gd_out *out = model->out;

	gd_out_line(out, "inline step_perform(a_who, a_entry) {");
	out->indent++;
	gd_out_line(out, "printf(\"@ step do=perform thread=memory mutator=%%d\\n\", a_who);");
	gd_out_line(out, "x_slot = MEM_HELD_AT(a_who, a_entry);");
	gd_out_line(out, "mem_perform(a_who, a_entry);");
	pml_note_performed(model, &writes);
	pml_after_step(model, out, &writes);
	out->indent--;
	gd_out_line(out, "}\n");
}

/* Marks what is held back as reachable: the object that is stored to, and the object that is
 * stored. */
static void reach_inline(struct pml_model *model)
{
	struct gd_out *out = model->out;

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
			gd_out_line(out, ":: else -> skip");
			gd_out_line(out, "fi;");
		}
	gd_out_line(out, "x_slot = 0");
	out->indent--;
	gd_out_line(out, "}\n");
}

void pml_emit_memory(struct pml_model *model)
{
	if (!model->windows)
		return;
	performed_inline(model);
	reach_inline(model);
}

void pml_memory_steps(struct pml_model *model)
{
	if (model->windows)
		perform_inline(model);
}

void pml_memory_options(struct pml_model *model)
{
	struct gd_arena *arena = model->arena;

	pml_line_back(model);
	for (size_t i = 0; i < model->windows; i++)
		for (size_t j = 0; j < model->window; j++)
			pml_option(model, (struct gd_loc){ 0 },
			    gd_arena_printf(arena, "mem_can_perform(%zu, %zu)", i, j),
			    gd_arena_printf(arena, "step_perform(%zu, %zu)", i, j));
}
