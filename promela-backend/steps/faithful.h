/* faithful.h: the property `faithful': what mutators do to the heap without a collector, and what they find.
 *
 * Nothing is done where `faithful' is not checked.  The text is Promela: locations, and numbers of cells. */
#ifndef PML_STEPS_FAITHFUL_H
#define PML_STEPS_FAITHFUL_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/code.h"

/* Whether others may store between the beginning of a load and what it finds. */
bool pml_loads_race(const struct pml_model *model);

/* The identity of the object in the cell OBJECT. */
const char *pml_origin(struct pml_model *model, const char *object);

/* A mutator uses the root at AT. */
void pml_use_root(struct pml_code *code, const char *at, struct gd_loc loc);
/* WHO has found x_found at AT, a slot or WORD, in the object in the cell x_object. */
void pml_found_as_meant(struct pml_code *code, const char *who, const char *at, bool word,
    struct gd_loc loc);
/* WHO has stored VALUE at AT in an object; held back if others are. */
void pml_mean_store(struct pml_code *code, const char *who, const char *at, const char *value);
/* The root at AT has been set to VALUE, which the mutator has used or found. */
void pml_mean_root(struct pml_code *code, const char *at, const char *value);
/* The operation of WHO will store VALUE (NULL: allocates OBJECT). */
void pml_mean_operation(struct pml_code *code, const char *who, const char *object,
    const char *value);
/* The operation of x_who will load from AT.  (Note [Racing loads]) */
void pml_mean_load(struct pml_code *code, const char *at);
/* It has stored at AT, or has put the new object into the root at AT. */
void pml_mean_stored(struct pml_code *code, const char *at);
/* A redirected access is to x_object; and it is over. */
void pml_redirected_as_meant(struct pml_code *code, struct gd_loc loc);
void pml_mean_over(struct pml_code *code);
void pml_mean_rooted(struct pml_code *code, const char *at);

#endif
