/* emit-act.h: what the rules of the collector's machine do (runtime/src/gcrt-machine.def), and
 * what that writes. */
#ifndef PML_EMIT_ACT_H
#define PML_EMIT_ACT_H

#include "promela-backend/facts/model.h"
#include "promela-backend/machine.h"

/* Prints the event that BUCKET opens in a step of another thread. */
void pml_open_event(struct pml_model *model, const struct ir_bucket *bucket);
/* Writes that PHASE begins or ends. */
void pml_change_phase(struct pml_model *model, struct gd_out *out, const struct ir_phase *phase,
    bool begins, struct pml_set *writes);
/* The rule for the beginning or the end of an interval. */
enum pml_rule pml_interval_rule(bool begins);
/* In a step of the releaser: begins and ends the phases whose intervals begin or end with it. */
void pml_settle_phases(struct pml_model *model, struct gd_out *out, struct pml_set *writes);

#endif
