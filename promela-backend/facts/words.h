/* words.h: words of the program's data. */
#ifndef PML_FACTS_WORDS_H
#define PML_FACTS_WORDS_H

#include "promela-backend/facts/model.h"

/* Whether anything depends on what words hold (Note [Unread words]). */
bool pml_reads_words(const struct pml_model *model);
/* Whether the model has them. */
bool pml_has_words(const struct pml_model *model);
/* Those of the scenario's objects, also if the model does not have them. */
size_t pml_word_count(const struct pml_model *model);
const struct ir_meta *pml_word(const struct pml_model *model, size_t number);

/* Whether `faithful' is checked, so that the model has the heap without a collector. */
bool pml_is_faithful(const struct pml_model *model);

#endif
