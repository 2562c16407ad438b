/* reads.h: what expressions and statements read and write. */
#ifndef PML_FACTS_READS_H
#define PML_FACTS_READS_H

#include "promela-backend/facts/model.h"

/* It asks for what the mutator that runs KERNEL has seen of a phase. */
bool pml_is_own_view(const struct pml_kernel *kernel, const struct ir_expr *expr);
uint64_t pml_expr_vars(const struct ir_expr *expr);
/* Of STMT itself, not of its bodies. */
uint64_t pml_stmt_vars(const struct ir_stmt *stmt);
/* A test (compiler/ir/walk.h): it is the collector's state, and not the mutator's own view. */
bool pml_is_shared(const struct ir_expr *expr, const void *kernel);
/* It looks at the collector's state, not only at locals and constants. */
bool pml_expr_is_shared(const struct pml_kernel *kernel, const struct ir_expr *expr);
/* Adds to READS what decides which objects are reachable. */
void pml_reachable_reads(struct pml_model *model, struct pml_set *reads);
void pml_expr_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads,
    bool *reachable);
/* The bit of VAR in a set of variables; 0 when it is NULL. */
uint64_t pml_var_bit(const struct ir_var *var);
bool pml_is_memory(const struct ir_stmt *stmt);
/* `open_b' alone does not say whether BUCKET has opened in this cycle. */
bool pml_opens_again(const struct ir_bucket *bucket);
/* The parameters of KERNEL's kind, as a set of variables. */
uint64_t pml_params(const struct pml_kernel *kernel);

#endif
