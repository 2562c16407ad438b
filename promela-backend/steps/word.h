/* word.h: what mutators do with data words. */
#ifndef PML_STEPS_WORD_H
#define PML_STEPS_WORD_H

#include "promela-backend/facts/model.h"
#include "promela-backend/steps/code.h"

/* MUTATOR reads or writes WORD of the object x_object.  TO: what gets the number; NULL: nothing does. */
void pml_read_word(struct pml_code *code, size_t mutator, const struct ir_meta *word,
    const char *to, struct gd_loc loc);
void pml_write_word(struct pml_code *code, size_t mutator, const struct ir_meta *word,
    const char *value, struct gd_loc loc);
/* The same of WHO, a mutator in Promela.  What is read is in x_found, if the model has words. */
void pml_read_word_of(struct pml_code *code, const char *who, const struct ir_meta *word,
    struct gd_loc loc);
void pml_write_word_of(struct pml_code *code, const char *who, const struct ir_meta *word,
    const char *value, struct gd_loc loc);
/* What ACTION writes into a word. */
const char *pml_written_number(struct pml_model *model, size_t mutator,
    const struct ir_action *action);
/* The actions of scripts with data words, and their asserts. */
void pml_access_word(struct pml_code *code, size_t mutator, const struct ir_action *action);
void pml_script_assert(struct pml_code *code, size_t mutator, const struct ir_action *action);
/* The variable of a number that a script has read. */
const char *pml_number_name(struct pml_model *model, size_t mutator, size_t number);

#endif
