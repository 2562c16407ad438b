/* act.h: what the rules of the collector's machine do (runtime/src/gcrt-machine.def). */
#ifndef PML_STEPS_ACT_H
#define PML_STEPS_ACT_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/machine.h"

/* The line of a replay for BUCKET that opens in a step of others. */
void pml_open_event(struct pml_code *code, const struct ir_bucket *bucket);
/* The rule by which an interval begins, or ends. */
enum pml_rule pml_interval_rule(bool begins);
/* In a releaser's step: phases whose intervals begin or end with it. */
void pml_settle_phases(struct pml_code *code);

#endif
