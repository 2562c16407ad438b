/* emit-words.c: declarations for what scripts read, and for the heap without a collector. */
#include "promela-backend/emit-words.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/words.h"
#include "promela-backend/steps/faithful.h"
#include "promela-backend/steps/word.h"

void pml_declare_numbers(struct pml_model *model, struct gd_out *out)
{
	for (size_t i = 0; i < model->mutators && pml_has_words(model); i++)
		for (size_t j = 0; j < model->scenario->mutators[i].number_count; j++)
			gd_out_line(out, "MEM_TYPE %s;           // %s of %s",
			    pml_number_name(model, i, j),
			    model->scenario->mutators[i].numbers[j].name,
			    model->scenario->mutators[i].name);
}

/* What a cell or root begins with in a scenario with scripts; a client chooses it later. */
static void put_initial(struct pml_model *model, struct gd_out *out)
{
	const struct ir_scenario *s = model->scenario;
	size_t metas = model->spec->meta_count - model->spec->word_count;

	gd_out_puts(out, "#define MEANT_INITIAL { ");
	for (size_t i = 0; i < model->spec->word_count; i++)
		for (size_t o = 0; o <= model->objects; o++)
			gd_out_printf(out, "%ld, ",
			    o < s->named ? s->objects[o].metas[metas + i] : 0L);
	for (size_t o = 0; o <= model->objects; o++)
		for (size_t i = 0; i < model->slots; i++)
			gd_out_printf(out, "%d, ",
			    o < s->named && s->objects[o].slots[i] >= 0 ? s->objects[o].slots[i]
									: (int)model->objects);
	for (size_t m = 0; m < model->mutators; m++)
		for (size_t i = 0; i < pml_root_count(model, m); i++)
			gd_out_printf(out, "%d, ",
			    s->mutators[m].roots[i].initial >= 0 ? s->mutators[m].roots[i].initial
								 : (int)model->objects);
	gd_out_puts(out, "0 }\n");
}

static void put_origins(struct pml_model *model, struct gd_out *out)
{
	const char *used = "false";

	gd_out_puts(out, "#define ORIGIN_INITIAL { ");
	for (size_t i = 0; i < model->objects; i++) {
		gd_out_printf(out, "%zu, ", i < model->scenario->named ? i : model->objects + 2);
		used = gd_arena_printf(model->arena, "%s || origin[%zu] == (identity)", used, i);
	}
	gd_out_puts(out, "NIL }\n");
	gd_out_line(out, "#define ORIGIN_IS_USED(identity) (%s)", used);
	gd_out_line(out, "#define origin_lose(identity) %s",
	    pml_is_faithful(model) ? "meant_lose(identity)" : "skip");
	gd_out_line(out, "#include \"origin.pml\"");
}

void pml_define_faithful(struct pml_model *model, struct gd_out *out)
{
	if (!pml_is_faithful(model))
		return;
	if (!pml_has_origins(model))
		gd_out_line(out, "#define ORIGIN(object) (object)");
	gd_out_line(out, "#define WORDS %zu", model->spec->word_count);
	gd_out_line(out, "#define FIRST_MEANT (FIRST_SLOT - WORDS * (OBJECTS + 1))");
	gd_out_line(out, "#define MEANT_SIZE (END_ROOT - FIRST_MEANT + 1)");
	gd_out_line(out, "#define MEANT(at) meant[(at) - FIRST_MEANT]");
	if (pml_loads_race(model))
		gd_out_line(out, "#define MEANT_RACES");
	put_initial(model, out);
}

void pml_declare_faithful(struct pml_model *model, struct gd_out *out)
{
	if (pml_has_origins(model))
		put_origins(model, out);
	if (pml_is_faithful(model))
		gd_out_line(out, "#include \"faithful.pml\"");
}
