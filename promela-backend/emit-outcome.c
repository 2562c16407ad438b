/* emit-outcome.c: models that tell how their runs end, instead of looking for
 * one that is wrong.
 *
 * Such a model never stops the search.  What pan prints is
 *
 *	@ outcome end a:mark=1,field=2 b:- roots=0,-1 marking=0 rounds=1
 *	@ outcome stuck …       a run that cannot go on
 *	@ failed 3              a run that breaks check 3, and is cut there
 *
 * once for each transition that ends a run.  Two models of one cell that differ
 * in their foldings print the same set of lines. */
#include "promela-backend/emit-outcome.h"

/* To be called after pool.pml was included. */
void pml_declare_outcomes(struct pml_model *model, struct gd_out *out)
{
	if (!model->request->outcomes)
		return;
	gd_out_line(out, "bool failed;                    // this run is over");
	gd_out_line(out, "#undef FAIL");
	gd_out_line(out,
	    "#define FAIL(number) if :: !failed -> failed = true; "
	    "c_code { printf(\"@ failed %%d\\n\", number); } :: else -> skip fi");
}

/* Promela's arrays and variables are members of pan's `now`. */
static void print_value(struct gd_out *out, const char *label, const char *at)
{
	gd_out_line(out, "printf(\"%s%%d\", (int)(%s));", label, at);
}

static void print_reference(struct pml_model *model, struct gd_out *out, const char *label,
    const char *at)
{
	gd_out_line(out, "printf(\"%s%%d\", now.%s == %zu ? -1 : (int)now.%s);", label, at,
	    model->objects, at);
}

static size_t first_slot(const struct pml_model *model)
{
	return model->spec->meta_count * (model->objects + 1);
}

static void print_object(struct pml_model *model, struct gd_out *out, size_t object)
{
	struct gd_arena *arena = model->arena;
	const char *name = model->scenario->objects[object].name;

	name = name ? name : gd_arena_printf(arena, "cell%zu", object);
	gd_out_line(out, "printf(\" %s:\");", name);
	gd_out_line(out, "if (!now.live[%zu]) printf(\"-\");", object);
	gd_out_line(out, "else {");
	out->indent++;
	for (size_t i = 0; i < model->spec->meta_count; i++)
		print_value(out,
		    gd_arena_printf(arena, "%s%s=", i ? "," : "", model->spec->metas[i]->name),
		    gd_arena_printf(arena, "now.mem[%zu]", i * (model->objects + 1) + object));
	for (size_t i = 0; i < model->slots; i++)
		print_reference(model, out, gd_arena_printf(arena, ",%zu=", i),
		    gd_arena_printf(arena, "mem[%zu]",
			first_slot(model) + object * model->slots + i));
	out->indent--;
	gd_out_line(out, "}");
}

/* Prints that a run is over, and how it ended: HOW.  In a d_step. */
void pml_put_outcome(struct pml_model *model, struct gd_out *out, const char *how)
{
	size_t roots = first_slot(model) + (model->objects + 1) * model->slots;

	if (!model->request->outcomes)
		return;
	gd_out_line(out, "c_code {");
	out->indent++;
	gd_out_line(out, "printf(\"@ outcome %s\");", how);
	for (size_t i = 0; i < model->objects; i++)
		print_object(model, out, i);
	for (size_t i = 0; i < model->roots; i++)
		print_reference(model, out,
		    i ? "," : " roots=", gd_arena_printf(model->arena, "mem[%zu]", roots + i));
	for (size_t i = 0; i < model->spec->phase_count; i++)
		print_value(out,
		    gd_arena_printf(model->arena, " %s=", model->spec->phases[i]->name),
		    gd_arena_printf(model->arena, "now.phase_%s == 1",
			model->spec->phases[i]->name));
	for (size_t i = 0; i < model->spec->ghost_count; i++)
		print_value(out,
		    gd_arena_printf(model->arena, " %s=", model->spec->ghosts[i]->name),
		    gd_arena_printf(model->arena, "now.ghost_%s", model->spec->ghosts[i]->name));
	gd_out_line(out, "printf(\"\\n\");");
	out->indent--;
	gd_out_line(out, "};");
}
