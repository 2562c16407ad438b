/* window.h: windows of workers: Note [Late stores] in facts/late.c. */
#ifndef PML_STEPS_WINDOW_H
#define PML_STEPS_WINDOW_H

#include "promela-backend/steps/step.h"

/* The thread of a unit of KERNEL, for the memory module. */
const char *pml_worker(struct pml_model *model, const struct pml_kernel *kernel);
/* For an event of the unit: its window, from 0 on, or -1; nothing if there are none. */
struct pml_value pml_window_value(struct pml_model *model, const struct pml_kernel *kernel);
/* To be called before STMT, of a unit: what waits is performed, if the unit has a lock there. */
void pml_order_worker(struct pml_step *step, const struct ir_stmt *stmt);
/* The unit stores: it takes a window, if it has none. */
void pml_take_window(struct pml_step *step, const struct ir_stmt *stmt);
/* The step of the unit begins; it ends, and the unit goes on later; the unit has done its last statement. */
void pml_use_window(struct pml_step *step);
void pml_trim_window(struct pml_step *step);
void pml_leave_window(struct pml_step *step);
/* A unit of KIND was emitted: `UNIT_k(args)'. */
void pml_keep_unit(struct pml_step *step, const struct ir_kind *kind, const char *args);
/* `pick' is the number of a unit and of a window: the worker with that window takes the unit. */
void pml_take_with_window(struct pml_code *code, const struct pml_kernel *kernel);
/* So many numbers of `pick' are units. */
size_t pml_unit_picks(struct pml_model *model, const struct pml_kernel *kernel);
/* Workers without a unit have been parked. */
void pml_rest_workers(struct pml_code *code);
/* A bucket opens: the same if ALL_REST; and those, with a unit or not, whose stores are in memory because they have
 * run a kind of which GUARD, or NULL, says that it is drained. */
void pml_rest_at_opening(struct pml_code *code, const struct ir_expr *guard, const char *all_rest);

/* " && …": there is room in the window of the unit at PLACE, where the value of each variable is NAMES', if its step
 * needs that. */
const char *pml_has_room(struct pml_model *model, const struct pml_kernel *kernel,
    const struct pml_place *place, const char *const *names);

#endif
