/* emit-await.c: units that wait, and no further worker: Note [No further worker]. */
#include "promela-backend/emit-await.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/await.h"
#include "promela-backend/steps/await.h"
#include "promela-backend/steps/colour.h"

/* "at_k_1[0] + …", and "(at_k_1[0] == 0 || !…) && …": how many units are at PLACE; all of them wait. */
static void count_place(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char **count, const char **blocked)
{
	struct gd_arena *arena = model->arena;

	for (size_t i = 0; i < place->colours; i++) {
		const char *colour = gd_arena_printf(arena, "%zu", i);
		const char *at =
		    gd_arena_printf(arena, "at_%s_%zu[%zu]", kernel->name, place->number, i);

		*count = gd_arena_printf(arena, "%s%s%s", *count, **count ? " + " : "", at);
		*blocked = gd_arena_printf(arena, "%s && (%s == 0 || !%s)", *blocked, at,
		    pml_is_await(place) ? pml_await_guard(model, kernel, place,
					      pml_values_in(model, kernel, place, colour))
					: "(ALL_STOPPED || !stop_requested)");
	}
}

static const char *all_busy(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->spec->kind_count; i++)
		text = gd_arena_printf(model->arena, "%s%sbusy_%s", text, i ? " + " : "",
		    model->spec->kinds[i]->name);
	return text;
}

void pml_declare_awaits(struct pml_model *model, struct gd_out *out)
{
	const char *count = "", *blocked = "", *busy = all_busy(model);

	if (!pml_has_awaits(model))
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		for (size_t j = 0; j < kernel->places.count; j++)
			if (pml_is_wait(kernel->places.at[j]))
				count_place(model, kernel, kernel->places.at[j], &count, &blocked);
	}
	gd_out_line(out,
	    "bool stalled;                   // all units that run wait, and there is no other worker");
	gd_out_line(out, "#define ALL_WAIT (%s > 0 && %s == %s%s)\n", busy, busy,
	    *count ? count : "-1", blocked);
}

void pml_await_option(struct pml_model *model, struct gd_out *out)
{
	if (pml_has_awaits(model))
		pml_option(model, out, model->spec->cycles[0]->loc, "!stalled && ALL_WAIT",
		    "step_stall()");
}

const char *pml_has_worker(struct pml_model *model, const struct pml_kernel *kernel,
    const size_t *mutator)
{
	if (!pml_has_awaits(model))
		return "";
	return kernel->kind->on && mutator
	    ? gd_arena_printf(model->arena, " && (!stalled || RUNS(%zu))", *mutator)
	    : " && !stalled";
}
