/* refusal.h: why there is no model, and places in the specification for messages. */
#ifndef PML_FACTS_REFUSAL_H
#define PML_FACTS_REFUSAL_H

#include "promela-backend/facts/model.h"

void pml_refuse(struct pml_model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Refuses the model because of the text at LOC; the function without LOC refuses it because of the
 * scenario. */
struct pml_refusal *pml_refuse_at(struct pml_model *model, struct gd_loc loc, const char *format,
    ...) __attribute__((format(printf, 3, 4)));
struct pml_refusal *pml_refuse_limit(struct pml_model *model, struct gd_loc loc,
    enum gd_limit limit);
/* "FILE:LINE:COLUMN", safe for a printf format. "-" if LOC has no text. */
const char *pml_where(struct pml_model *model, struct gd_loc loc);
/* For comments: "LINE:COLUMN" of the file that the model's first line names, else as pml_where. */
const char *pml_line_at(struct pml_model *model, struct gd_loc loc);

#endif
