/* kernel.h: the steps of a kernel. */
#ifndef PML_STEPS_KERNEL_H
#define PML_STEPS_KERNEL_H

#include "promela-backend/facts/model.h"

void pml_generate_steps(struct pml_model *model, struct pml_kernel *kernel);

#endif
