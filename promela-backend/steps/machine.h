/* machine.h: the rows of runtime/src/gcrt-machine.def, as data and as Promela.
 *
 * The table says what a state means, when the step of a rule may be taken, and what it does in
 * which order; the runtime expands the same table.  Only two things are particular to models, and
 * are said here: what the primitives are (machine.c), and how the acts are done (act.c, life.c). */
#ifndef PML_STEPS_MACHINE_H
#define PML_STEPS_MACHINE_H

#include "promela-backend/facts/model.h"
#include "promela-backend/facts/states.h"
#include "promela-backend/steps/code.h"

/* The subject of a state, rule or act: the member that its row names. */
struct pml_it {
	const struct ir_bucket *bucket;
	const struct ir_kind *kind;
	const struct ir_cycle *cycle; /* with a bucket: the cycle that ends */
	const struct ir_phase *phase;
	size_t mutator;
};

enum pml_act {
#define ACT(name, of, what) PML_ACT_##name,
#include "runtime/src/gcrt-machine.def"
	PML_ACTS
};

/* A point is a rule without a guard. */
enum pml_rule {
#define RULE(name, of, what, guard, acts) PML_RULE_##name,
#define POINT(name, of, what, acts)       PML_RULE_##name,
#include "runtime/src/gcrt-machine.def"
	PML_RULES
};

enum pml_mistake {
#define MISTAKE(name, of, what, when) PML_MISTAKE_##name,
#include "runtime/src/gcrt-machine.def"
	PML_MISTAKES
};

/* The acts of RULE, in order; PML_ACTS ends them. */
const enum pml_act *pml_acts(enum pml_rule rule);

/* Texts, in the model's arena. */
/* The model's name for STATE of IT: DRAINED_b. */
const char *pml_state(struct pml_model *model, enum pml_state state, const struct pml_it *it);
/* When the step may be taken; of a point nothing. */
const char *pml_guard(struct pml_model *model, enum pml_rule rule, const struct pml_it *it);
/* When the statement is wrong. */
const char *pml_mistake(struct pml_model *model, enum pml_mistake mistake);
/* " || running_c" for each cycle that BUCKET takes part in; NULL: for each cycle. */
const char *pml_runs_any(struct pml_model *model, const struct ir_bucket *bucket);

/* What it means. */
const char *pml_state_meaning(struct pml_model *model, enum pml_state state,
    const struct pml_it *it);

/* The text with which each guard begins: "", or "!CUT && " if the run is cut. */
const char *pml_cut(const struct pml_model *model);

/* Does ACT about IT. */
void pml_do_act(struct pml_code *code, enum pml_act act, const struct pml_it *it);
/* Does all acts of RULE. */
void pml_take(struct pml_code *code, enum pml_rule rule, const struct pml_it *it);
/* Does all acts of POINT: life.c. */
void pml_pass(struct pml_code *code, enum pml_rule point, const struct pml_it *it);

#endif
