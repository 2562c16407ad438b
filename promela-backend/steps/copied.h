/* copied.h: what gets in the way of a copy, and copies that may be late. */
#ifndef PML_STEPS_COPIED_H
#define PML_STEPS_COPIED_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/step.h"

/* Where CONDITION holds, a kernel uses CELL in a way that is an error, whose name is NAME. */
void pml_misuse_when(struct pml_code *code, const char *condition, const char *name,
    const char *cell, struct pml_value where);
/* A unit comes to wait before STMT.  If that is a copy, it goes on from now on. */
void pml_wait_for_copy(struct pml_code *code, const struct pml_env *env,
    const struct ir_stmt *stmt);
/* Whether accesses to slots and words can be errors for a reason of this file. */
bool pml_guards_payload(const struct pml_model *model);
/* Makes the model fail if an access to a slot of CELL, whose object exists, gets in the way of a copy. */
enum pml_way { PML_WAY_LOADS, PML_WAY_STORES };
void pml_check_copied(struct pml_code *code, enum pml_way way, const char *cell,
    struct pml_value where);
/* Makes the model fail if something lies over the object of CELL, which may be NIL: Note [Overlays] in facts/moving.c. */
void pml_check_overlaid(struct pml_code *code, const char *cell, struct pml_value where);
/* Both. */
void pml_check_payload(struct pml_code *code, enum pml_way way, const char *cell,
    struct pml_value where);
/* STMT, an access to an overlay, has found or stores VALUE: makes the model fail if that means nothing. */
void pml_check_overlay(struct pml_step *step, const struct ir_stmt *stmt, const char *value);
/* The worker's step publishes VALUE, a reference, in an order that does not wait for a copy: makes the model
 * fail as `late' if a copy to it may be late. */
void pml_check_copy_late(struct pml_code *code, const char *cell, struct pml_value where);
/* No copy is late: of none, or (CELL) to that cell. */
void pml_no_copy_late(struct pml_code *code, const char *cell);

/* What a replay shows of TO, which has got what another cell holds: stores to its slots and words. */
void pml_copy_events(struct pml_code *code, const char *to, struct pml_value where);

/* After the operation STMT at n[s]: n holds what the object of s holds.  FOUND, of a cas: what it found; it has
 * stored only if that was expected. */
void pml_fill_copy(struct pml_step *step, const struct ir_stmt *stmt, const char *found);

#endif
