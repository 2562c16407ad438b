/* act.h: what the rules of the collector's machine do (runtime/src/gcrt-machine.def). */
#ifndef PML_STEPS_ACT_H
#define PML_STEPS_ACT_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/machine.h"

/* Prints the event that BUCKET opens in a step of another thread. */
void pml_open_event(struct pml_code *code, const struct ir_bucket *bucket);
/* The rule for the beginning or the end of an interval. */
enum pml_rule pml_interval_rule(bool begins);
/* In a step of the releaser: begins and ends the phases whose intervals begin or end with it. */
void pml_settle_phases(struct pml_code *code);

#endif
