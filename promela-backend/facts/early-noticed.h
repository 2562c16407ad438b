/* early-noticed.h: who may notice that a load is early (early.c). */
#ifndef PML_FACTS_EARLY_NOTICED_H
#define PML_FACTS_EARLY_NOTICED_H

#include "promela-backend/facts/model.h"

struct pml_early_seen { /* of a statement, in the order of the text */
	const struct ir_stmt *stmt;
	uint64_t assigned; /* variables that have their values before it */
	/* the load that is looked at may come before and after it: no operation holds it back */
	bool before, after;
};
struct pml_early_scan {
	struct pml_model *model;
	struct pml_kernel *kernel;
	const struct ir_stmt *body;
	struct pml_early_seen *seen;
	size_t count;
	uint64_t again; /* variables that get their value in several places: what a loop returns */
	const struct ir_stmt *load, *barred; /* BARRED: it holds the load back, too; or NULL */
};

/* Of a statement of the body. */
struct pml_early_seen *pml_early_seen(const struct pml_early_scan *scan,
    const struct ir_stmt *stmt);
/* Whether another thread may write to PLACE. */
bool pml_early_is_written(const struct pml_early_scan *scan, const struct ir_place *place);
/* Whether another thread may free the object of PLACE, or put an overlay there: who loads it later fails. */
bool pml_early_is_taken_away(const struct pml_early_scan *scan, const struct ir_place *place);
/* Whether what STMT finds is ever read. */
bool pml_early_is_used(const struct pml_early_scan *scan, const struct ir_stmt *stmt);
/* Whether the scenario's objects have the slot PLACE: they may have fewer.  Then a load of it stops the program. */
bool pml_early_has_slot(const struct pml_model *model, const struct ir_place *place);
/* Whether STMT is a load that acquires. */
bool pml_early_acquires(const struct ir_stmt *stmt);
/* Whether STMT is LOAD: for ir_list_any. */
bool pml_early_is_it(const struct ir_stmt *stmt, const void *load);
/* Whether somebody may notice that the load that SCAN looks at comes before statement I. */
bool pml_early_can_tell(const struct pml_early_scan *scan, size_t i);

#endif
