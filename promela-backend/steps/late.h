/* late.h: stores that may still be on their way. */
#ifndef PML_STEPS_LATE_H
#define PML_STEPS_LATE_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

/* Writes what a handshake, a stop, or the end of mutator WHO does with the stores that it holds back.  A handshake
 * performs them if a read-modify-write of this ORDER does; a stop if its `stop mutators' releases. */
void pml_order_handshake(struct pml_code *code, const char *who, enum ir_order order);
void pml_order_stop(struct pml_code *code, const char *who);
/* Writes what a fence in a unit that a mutator runs does with the stores that this mutator holds back. */
void pml_order_fence(struct pml_step *step, enum ir_order order);
void pml_order_leaving(struct pml_code *code, const char *who);
/* The text that counts all stores of mutator WHO that wait as overtaken, and ends in a semicolon.
 * NULL: reorderings are not counted. */
const char *pml_overtakes(struct pml_model *model, const char *who);
/* Notes a worker's store to metadata that may be late after its step or its unit.  While it is,
 * accesses of others fail as `late'. */
void pml_note_late(struct pml_step *step, const struct ir_stmt *stmt);
/* Makes the model fail as `late' if a store to META of CELL may be late. */
void pml_late_check(struct pml_code *code, const struct ir_meta *meta, const char *cell,
    struct pml_value where);
void pml_check_late(struct pml_step *step, const struct ir_stmt *stmt);
void pml_check_none_late(struct pml_step *step, const char *cell, struct gd_loc loc);
/* Writes that no store of a worker is late: of none, or (CELL) to that cell. */
void pml_none_late(struct pml_code *code, const char *cell);
/* To be called when a bucket with this GUARD, or NULL, opens: if all workers are parked then, none of their stores is
 * late. */
void pml_order_opening(struct pml_code *code, const struct ir_expr *guard);

#endif
