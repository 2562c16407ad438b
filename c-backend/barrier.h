/* barrier.h: what can be seen of barriers and phases in a specification. */
#ifndef CGEN_BARRIER_H
#define CGEN_BARRIER_H

#include "c-backend/emit.h"

/* What is known of a condition with the options bound; NULL, or by index which locals are
 * known to be null. */
enum cgen_truth { CGEN_FALSE, CGEN_TRUE, CGEN_OPEN };
enum cgen_truth cgen_truth(const struct ir_expr *e, const bool *null);
bool cgen_is_null(const struct ir_expr *e, const bool *null);
bool cgen_does_nothing(const struct ir_stmt *list);
struct cgen_gate cgen_gate(const struct ir_barrier *barrier);
/* Barriers read it in the mutator's view. */
bool cgen_is_viewed(const struct ir_spec *spec, const struct ir_phase *phase);
void cgen_pass_refill(struct cgen *c);
/* Whether mutators have it in C: it does something, and not at refill. */
bool cgen_has_barrier(const struct cgen *c, enum ir_barrier_when when);

#endif
