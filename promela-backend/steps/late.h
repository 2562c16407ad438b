/* late.h: stores that may still be on their way. */
#ifndef PML_STEPS_LATE_H
#define PML_STEPS_LATE_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

/* A handshake of mutator WHO performs what it holds back when ORDER releases; one
 * with its stop as that `stop mutators' says. */
void pml_order_handshake(struct pml_code *code, const char *who, enum ir_order order);
void pml_order_stop(struct pml_code *code, const char *who);
/* A worker's store to metadata that may still be on its way when its unit goes on
 * or is over: accesses of others fail as `late' meanwhile. */
void pml_note_late(struct pml_step *step, const struct ir_stmt *stmt);
/* The model fails as `late' where a store to META of CELL may still be on its way. */
void pml_late_check(struct pml_code *code, const struct ir_meta *meta, const char *cell,
    struct pml_value where);
void pml_check_late(struct pml_step *step, const struct ir_stmt *stmt);
void pml_check_none_late(struct pml_step *step, const char *cell, struct gd_loc loc);
/* All that workers stored is in memory; all that they stored in CELL is. */
void pml_none_late(struct pml_code *code, const char *cell);
/* A bucket opens: where all workers are parked then, what they stored is in memory. */
void pml_order_opening(struct pml_code *code);

#endif
