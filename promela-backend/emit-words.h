/* emit-words.h: declarations for what scripts read, and for the heap without a collector. */
#ifndef PML_EMIT_WORDS_H
#define PML_EMIT_WORDS_H

#include "promela-backend/facts/model.h"

/* Declares the numbers that scripts have read. */
void pml_declare_numbers(struct pml_model *model, struct gd_out *out);
/* What the memory module and faithful.pml need; and declarations, after heap.pml. */
void pml_define_faithful(struct pml_model *model, struct gd_out *out);
void pml_declare_faithful(struct pml_model *model, struct gd_out *out);

#endif
