/* barrier.h: what can be seen of barriers and phases in a specification. */
#ifndef CGEN_BARRIER_H
#define CGEN_BARRIER_H

#include "c-backend/emit.h"

/* The value of a condition after the options are bound.  The second argument is NULL, or has by
 * index which locals are known to be null. */
enum cgen_truth { CGEN_FALSE, CGEN_TRUE, CGEN_OPEN };
enum cgen_truth cgen_truth(const struct ir_expr *e, const bool *null);
bool cgen_is_null(const struct ir_expr *e, const bool *null);
bool cgen_does_nothing(const struct ir_stmt *list);
struct cgen_gate cgen_gate(const struct ir_barrier *barrier);
/* Whether barriers read PHASE in the mutator's view. */
bool cgen_is_viewed(const struct ir_spec *spec, const struct ir_phase *phase);
void cgen_pass_refill(struct cgen *c);
/* Whether the C has the barrier: it does something, and that is not done when a mutator gets
 * cells. */
bool cgen_has_barrier(const struct cgen *c, enum ir_barrier_when when);
/* Whether the C has it, and it answers with the object to access. */
bool cgen_answers(const struct cgen *c, enum ir_barrier_when when);

#endif
