/* states.h: the states of buckets and kinds in runtime/src/gcrt-machine.def, and what they read. */
#ifndef PML_FACTS_STATES_H
#define PML_FACTS_STATES_H

#include "promela-backend/facts/model.h"

enum pml_state {
#define GCRT_ROWS                GCRT_ROWS_OF_COLLECTOR
#define STATE(name, of, meaning) PML_STATE_##name,
#include "runtime/src/gcrt-machine.def"
	PML_STATES
};

/* The rows: the name of each state, its subject, and what it depends on. */
struct pml_state_info {
	const char *name;
	enum { PML_OF_bucket, PML_OF_kind } of;
	const char *meaning;
};
extern const struct pml_state_info pml_states[PML_STATES];

/* The state that EXPR (an IR_DRAINED, IR_IDLE or IR_EMPTY) asks for. */
enum pml_state pml_state_asked(const struct ir_expr *expr);
/* Adds to READS what the state of EXPR depends on. */
void pml_state_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads);

#endif
