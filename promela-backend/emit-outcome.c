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

#include <stdlib.h>
#include <string.h>
#include "promela-backend/facts/reference.h"
#include "promela-backend/steps/event.h"

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

static size_t first_root(const struct pml_model *model)
{
	return first_slot(model) + (model->objects + 1) * model->slots;
}

static const char *cell_name(struct pml_model *model, size_t object)
{
	const char *name = model->scenario->objects[object].name;

	return name ? name : gd_arena_printf(model->arena, "cell%zu", object);
}

/* A tag is printed as it is in replays. */
static void print_metadata(struct pml_model *model, struct gd_out *out, const struct ir_meta *meta,
    size_t object, const char *comma)
{
	const char *label = gd_arena_printf(model->arena, "%s%s=", comma, meta->name);
	const char *at = gd_arena_printf(model->arena, "now.mem[%zu]",
	    meta->index * (model->objects + 1) + object);

	if (ir_holds_reference(meta))
		at = gd_arena_printf(model->arena, "%s < %zu ? %s : %zu - 1 - %s", at,
		    model->objects, at, model->objects, at);
	print_value(out, label, at);
}

/* Of object NUMBER (REGION: NULL), or of a region. */
static void print_all_metadata(struct pml_model *model, struct gd_out *out,
    const struct ir_region *region, size_t number)
{
	const char *comma = "";

	for (size_t i = 0; i < model->spec->meta_count; i++) {
		if (model->spec->metas[i]->region != region)
			continue;
		print_metadata(model, out, model->spec->metas[i], number, comma);
		comma = ",";
	}
}

static void print_regions(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->spec->region_count; i++) {
		const struct ir_region *region = model->spec->regions[i];

		for (size_t k = 0; k < ir_regions_of(model->scenario, region); k++) {
			gd_out_line(out, "printf(\" %s%zu:\");", region->name, k);
			print_all_metadata(model, out, region, k);
		}
	}
}

static void print_object(struct pml_model *model, struct gd_out *out, size_t object)
{
	struct gd_arena *arena = model->arena;

	gd_out_line(out, "printf(\" %s\");", cell_name(model, object));
	if (model->request->marks_new)
		gd_out_line(out, "if (now.is_new[%zu]) printf(\"*\");", object);
	gd_out_line(out, "printf(\":\");");
	gd_out_line(out, "if (!now.live[%zu]) printf(\"-\");", object);
	gd_out_line(out, "else {");
	out->indent++;
	print_all_metadata(model, out, NULL, object);
	for (size_t i = 0; i < model->slots; i++)
		print_reference(model, out, gd_arena_printf(arena, ",%zu=", i),
		    gd_arena_printf(arena, "mem[%zu]",
			first_slot(model) + object * model->slots + i));
	out->indent--;
	gd_out_line(out, "}");
}

/* ------------------------------------------------------------------ an end that is sought */
/* What is left of the text of the end, and the condition so far. */
struct sought {
	struct pml_model *model;
	const char *at, *condition;
};

/* The next number, which comes after a `=' or a comma. */
static long next_number(struct sought *sought)
{
	char *end;
	long number;

	sought->at += strcspn(sought->at, "=");
	number = strtol(sought->at + (*sought->at == '='), &end, 10);
	sought->at = end;
	return number;
}

static void require(struct sought *sought, const char *what, long value)
{
	sought->condition = gd_arena_printf(sought->model->arena, "%s && %s == %ld",
	    sought->condition, what, value);
}

static void require_reference(struct sought *sought, size_t location, long object)
{
	/* -2, which only the C has, is nothing that a model has */
	require(sought, gd_arena_printf(sought->model->arena, "mem[%zu]", location),
	    object == -1 ? (long)sought->model->objects : object);
}

/* Of object NUMBER (REGION: NULL), or of a region. */
static void require_metadata(struct sought *sought, const struct ir_region *region, size_t number)
{
	const struct pml_model *model = sought->model;

	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (model->spec->metas[i]->region == region)
			require(sought,
			    gd_arena_printf(model->arena, "mem[%zu]",
				i * (model->objects + 1) + number),
			    pml_known(model, &model->spec->metas[i]->type, next_number(sought)));
}

static void require_regions(struct sought *sought)
{
	const struct pml_model *model = sought->model;

	for (size_t i = 0; i < model->spec->region_count; i++)
		for (size_t k = 0; k < ir_regions_of(model->scenario, model->spec->regions[i]); k++)
			require_metadata(sought, model->spec->regions[i], k);
}

static void require_object(struct sought *sought, size_t object)
{
	const struct pml_model *model = sought->model;
	bool is_new;

	sought->at += strcspn(sought->at, "*:");
	is_new = *sought->at == '*';
	sought->at += is_new + 1;
	require(sought, gd_arena_printf(model->arena, "live[%zu]", object), *sought->at != '-');
	if (*sought->at == '-')
		return;
	if (model->request->marks_new)
		require(sought, gd_arena_printf(model->arena, "is_new[%zu]", object), is_new);
	require_metadata(sought, NULL, object);
	for (size_t i = 0; i < model->slots; i++)
		require_reference(sought, first_slot(model) + object * model->slots + i,
		    next_number(sought));
}

static void require_roots(struct sought *sought)
{
	for (size_t i = 0; i < sought->model->roots; i++) {
		long object =
		    i ? strtol(sought->at + 1, (char **)&sought->at, 10) : next_number(sought);

		require_reference(sought, first_root(sought->model) + i, object);
	}
}

static void put_end(struct pml_model *model, struct gd_out *out, const char *condition)
{
	struct pml_line line =
	    PML_LINE(model, fail, .property = pml_text(PML_OUTCOME), .binding = pml_text("-"));

	gd_out_line(out, "if");
	gd_out_line(out, ":: %s -> %s; FAIL(%d)", condition, pml_line_text(model, &line),
	    PML_FAILED_OUTCOME);
	gd_out_line(out, ":: else");
	gd_out_line(out, "fi;");
}

/* The run fails if it ends as the request seeks.  What ghosts are then makes no difference. */
static void put_sought(struct pml_model *model, struct gd_out *out)
{
	struct sought sought = { model, model->request->seeks, "true" };

	for (size_t i = 0; i < model->objects; i++)
		require_object(&sought, i);
	require_regions(&sought);
	require_roots(&sought);
	for (size_t i = 0; i < model->spec->phase_count; i++)
		require(&sought,
		    gd_arena_printf(model->arena, "(phase_%s == 1)", model->spec->phases[i]->name),
		    next_number(&sought));
	if (model->request->guide)
		require(&sought, "guide_at", (long)model->request->guide_count);
	put_end(model, out, sought.condition);
}

/* Prints that a run is over, and how it ended: HOW.  In a d_step. */
void pml_put_outcome(struct pml_model *model, struct gd_out *out, const char *how)
{
	if (model->request->seeks)
		put_sought(model, out);
	if (model->request->seeks_pass)
		put_end(model, out,
		    gd_arena_printf(model->arena, "guide_at == %zu", model->request->guide_count));
	if (!model->request->outcomes)
		return;
	gd_out_line(out, "c_code {");
	out->indent++;
	gd_out_line(out, "printf(\"@ outcome %s\");", how);
	for (size_t i = 0; i < model->objects; i++)
		print_object(model, out, i);
	print_regions(model, out);
	for (size_t i = 0; i < model->roots; i++)
		print_reference(model, out, i ? "," : " roots=",
		    gd_arena_printf(model->arena, "mem[%zu]", first_root(model) + i));
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
