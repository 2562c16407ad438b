/* emit-machine.c: macros for the states of runtime/src/gcrt-machine.def. */
#include "promela-backend/emit-machine.h"
#include "promela-backend/steps/machine.h"

static void declare(struct pml_model *model, struct gd_out *out, enum pml_state state,
    const struct pml_it *it)
{
	gd_out_line(out, "#define %s (%s)", pml_state(model, state, it),
	    pml_state_meaning(model, state, it));
}

void pml_declare_bucket_states(struct pml_model *model, struct gd_out *out,
    const struct ir_bucket *bucket)
{
	for (size_t i = 0; i < PML_STATES; i++)
		if (pml_states[i].of == PML_OF_bucket)
			declare(model, out, (enum pml_state)i,
			    &(struct pml_it){ .bucket = bucket });
}

void pml_declare_kind_states(struct pml_model *model, struct gd_out *out,
    const struct ir_kind *kind)
{
	for (size_t i = 0; i < PML_STATES; i++)
		if (pml_states[i].of == PML_OF_kind)
			declare(model, out, (enum pml_state)i, &(struct pml_it){ .kind = kind });
}
