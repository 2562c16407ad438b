/* emit-client.h: mutators that do anything: the most general client. */
#ifndef PML_EMIT_CLIENT_H
#define PML_EMIT_CLIENT_H

#include "promela-backend/facts/model.h"

void pml_quit_process(struct pml_model *model, struct gd_out *out);
void pml_declare_client(struct pml_model *model, struct gd_out *out);
void pml_client_options(struct pml_model *model, struct gd_out *out, size_t mutator);
void pml_client_initial(struct pml_model *model,
    struct gd_out *out); /* in init: any heap, any roots */

#endif
