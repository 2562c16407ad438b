/* emit-operation.c: declarations and options of operations with barriers, and what they hold. */
#include "promela-backend/emit-operation.h"
#include "promela-backend/emit-code.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/memory.h"
#include "promela-backend/steps/colour.h"
#include "promela-backend/steps/late-load.h"

/* Those of an operation that waits at PLACE. */
static void put_values(struct pml_model *model, struct gd_out *out, const struct pml_kernel *kernel,
    const struct pml_place *place)
{
	struct pml_code *code = pml_code_new(model);

	pml_set(code, "pick", "op_values[x_mutator]");
	pml_decode(model, kernel, place->live, place->nonnull, code);
	pml_put_code(code, out);
}

/* Marks what operations under way hold as reachable. */
static void reach_inline(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "inline operations_reach() {");
	out->indent++;
	gd_out_line(out, "x_mutator = 0;");
	gd_out_line(out, "do");
	gd_out_line(out, ":: x_mutator < MUTATORS ->");
	out->indent++;
	gd_out_line(out, "if");
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		for (size_t j = 0; kernel->ir && j < kernel->places.count; j++) {
			const struct pml_place *place = kernel->places.at[j];

			gd_out_line(out, ":: op_at[x_mutator] == %zu ->", place->number);
			out->indent++;
			put_values(model, out, kernel, place);
			for (size_t k = 0; k < kernel->ir->var_count; k++) {
				enum ir_type_kind type = kernel->ir->vars[k]->type.kind;

				if (!(place->live >> k & 1) || (type != IR_REF && type != IR_SLOT))
					continue;
				gd_out_line(out,
				    ir_is_tagged(&kernel->ir->vars[k]->type)
					? "cell_reached[(%s < OBJECTS -> %s : NIL)] = 1;"
					: type == IR_REF ? "cell_reached[%s] = 1;"
							 : "cell_reached[OWNER_OF(%s)] = 1;",
				    kernel->var_name[k], kernel->var_name[k]);
			}
			out->indent--;
		}
	}
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
	gd_out_line(out, "x_mutator++");
	out->indent--;
	gd_out_line(out, ":: else -> break");
	gd_out_line(out, "od;");
	gd_out_line(out, "x_mutator = 0");
	out->indent--;
	gd_out_line(out, "}\n");
}

/* ------------------------------------------------------------------ declarations */
void pml_declare_operations(struct pml_model *model, struct gd_out *out)
{
	if (!model->operates) {
		gd_out_line(out, "#define OPERATIONS_REACH skip");
		gd_out_line(out, "#define IN_OPERATION(m) false");
		return;
	}
	gd_out_line(out, "byte op_at[MUTATORS];           // where in a store or allocation");
	gd_out_line(out, "short op_values[MUTATORS];      // with which values");
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		for (size_t j = 0; kernel->ir && j < kernel->places.count; j++) {
			const struct pml_place *place = kernel->places.at[j];

			gd_out_line(out, "#define VALUES_%s_%zu(%s) %s", kernel->name,
			    place->number, pml_variables(model, kernel, place->live, "a_"),
			    pml_colour(model, kernel, place->live, place->nonnull, "a_"));
		}
	}
	gd_out_line(out, "#define OPERATIONS_REACH operations_reach()");
	gd_out_line(out, "#define IN_OPERATION(m) (op_at[m] != 0)\n");
}

/* Before the checks, which may ask what is reachable. */
void pml_emit_operations_reach(struct pml_model *model, struct gd_out *out)
{
	if (model->operates)
		reach_inline(model, out);
}

/* ------------------------------------------------------------------ options */
/* The values in MUTATOR's operation, for a guard. */
static const char *const *values_of(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, size_t mutator)
{
	return pml_values_in(model, kernel, place,
	    gd_arena_printf(model->arena, "op_values[%zu]", mutator));
}

/* MUTATOR does a load early or late, or passes it by, before it goes on. */
static void load_option(struct pml_model *model, struct gd_out *out,
    const struct pml_kernel *kernel, const struct pml_place *place, size_t mutator,
    const struct pml_load_step *load)
{
	pml_option(model, out, load->loc,
	    gd_arena_printf(model->arena, "op_at[%zu] == %zu%s", mutator, place->number,
		load->guard(model, kernel, place, load->number,
		    values_of(model, kernel, place, mutator))),
	    gd_arena_printf(model->arena, "x_who = %zu; %s", mutator, load->call));
}

void pml_operation_options(struct pml_model *model, struct gd_out *out, size_t mutator)
{
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
		struct pml_kernel *kernel = &model->operations[i];

		for (size_t j = 0; kernel->ir && j < kernel->places.count; j++) {
			const struct pml_place *place = kernel->places.at[j];
			const char *guard = gd_arena_printf(model->arena, "op_at[%zu] == %zu%s%s",
			    mutator, place->number,
			    pml_needs_no_load(model, kernel, place,
				values_of(model, kernel, place, mutator)),
			    model->request->unsound >> PML_UNSOUND_GATES & 1 ? " && !stop_requested"
									     : "");

			if (!place->waits)
				continue;
			for (size_t k = 0; k < place->loads.count; k++)
				load_option(model, out, kernel, place, mutator,
				    &place->loads.at[k]);
			if ((place->point == PML_ACT && i != IR_BEFORE_LOAD &&
				!ir_exchange(model->spec)) ||
			    (place->point == PML_BEFORE && place->node &&
				pml_needs_room(model, kernel, place->node->stmt)))
				guard = gd_arena_printf(model->arena, "%s && mem_room(%zu)", guard,
				    mutator);
			pml_option(model, out, place->loc, guard,
			    gd_arena_printf(model->arena, "x_who = %zu; run_%s_%zu()", mutator,
				kernel->name, place->number));
		}
	}
}
