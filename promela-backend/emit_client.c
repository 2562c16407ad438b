/* emit_client.c: mutators that do anything: the most general client. */
#include "promela-backend/emit.h"

void pml_client_operations(struct pml_model *model)
{
	pml_refuse(model, "the most general client");
}

void pml_client_options(struct pml_model *model, size_t mutator)
{
	(void)model;
	(void)mutator;
}

void pml_client_initial(struct pml_model *model)
{
	(void)model;
}
