/* emit-await.c: units that wait, and no further worker: Note [No further worker]. */
#include "promela-backend/emit-await.h"
#include "promela-backend/emit-option.h"
#include "promela-backend/facts/await.h"
#include "promela-backend/steps/await.h"
#include "promela-backend/steps/colour.h"

typedef GD_VEC(const char *) texts;

/* "((a + b) + (c + d))": C compilers have a limit for the depth of parentheses, and SPIN writes one pair for each
 * operator of a chain. */
static const char *joined(struct pml_model *model, const char *op, const char *const *at,
    size_t count)
{
	size_t half = count / 2;

	if (count == 1)
		return *at;
	return gd_arena_printf(model->arena, "(%s %s %s)", joined(model, op, at, half), op,
	    joined(model, op, at + half, count - half));
}

static const char *blocked(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *colour)
{
	return pml_is_await(place)
	    ? pml_await_guard(model, kernel, place, pml_values_in(model, kernel, place, colour))
	    : "(ALL_STOPPED || !stop_requested)";
}

/* How many units are at PLACE, by colour; and that none of them can go on. */
static void count_place(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, texts *waiting, texts *none)
{
	for (size_t i = 0; i < place->colours; i++) {
		const char *at =
		    gd_arena_printf(model->arena, "at_%s_%zu[%zu]", kernel->name, place->number, i);

		GD_PUSH(model->arena, *waiting, at);
		GD_PUSH(model->arena, *none,
		    gd_arena_printf(model->arena, "(%s == 0 || !%s)", at,
			blocked(model, kernel, place, gd_arena_printf(model->arena, "%zu", i))));
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

/* If units can wait with many values, it is not asked whether some of them could go on.  Then they do, in the
 * next step or later, and are `stalled' no more. */
enum { MANY_VALUES = 200 };

void pml_declare_awaits(struct pml_model *model, struct gd_out *out)
{
	const char *busy = all_busy(model);
	texts waiting = { 0 }, none = { 0 };

	if (!pml_has_awaits(model))
		return;
	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		for (size_t j = 0; j < kernel->places.count; j++)
			if (pml_is_wait(kernel->places.at[j]))
				count_place(model, kernel, kernel->places.at[j], &waiting, &none);
	}
	gd_out_line(out,
	    "bool stalled;                   // all units that run wait, and there is no other worker");
	if (!waiting.count)
		gd_out_line(out, "#define ALL_WAIT false\n");
	else
		gd_out_line(out, "#define ALL_WAIT (%s > 0 && %s == %s && %s)\n", busy, busy,
		    joined(model, "+", waiting.at, waiting.count),
		    none.count > MANY_VALUES ? "true" : joined(model, "&&", none.at, none.count));
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
