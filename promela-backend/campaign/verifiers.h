/* verifiers.h: verifiers that were compiled before, kept under the digest of all that they were made from.
 *
 * To compile a verifier takes much longer than most searches, and `trace', `view' and `explore' search models
 * that `verify' has searched.  What is kept is no result: the search is made again. */
#ifndef CAMP_VERIFIERS_H
#define CAMP_VERIFIERS_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler/base/arena.h"

/* Copies the verifier of KEY (64 hexadecimal digits) from FOLDER to the program PATH.  false: there is none, or
 * it is damaged, or it cannot be copied; PATH is then as it was. */
bool camp_verifier_take(struct gd_arena *arena, const char *folder, const char *key,
    const char *path);
/* Keeps the program PATH as the verifier of KEY in FOLDER, which need not be there.  false: that is not
 * possible, and nothing is left behind: it is only compiled again. */
bool camp_verifier_keep(struct gd_arena *arena, const char *folder, const char *key,
    const char *path);
/* Removes those that were not used for the longest time, if all together have more than MOST bytes, until they have
 * at most half of that; and what processes that are no more have left. */
void camp_verifiers_trim(struct gd_arena *arena, const char *folder, size_t most);

#endif
