/* states.h: what follows from the conditions about buckets and kinds (`drained', `idle', …). */
#ifndef GD_STATES_H
#define GD_STATES_H

#include <stdbool.h>

/* STATE is a word of the language; of any other word nothing is known.
 *
 * Whenever it holds of a bucket that takes part in the running cycle, that has opened. */
bool gd_state_says_opened(const char *state);
/* Whenever it holds, no unit is pending, running or in a buffer. */
bool gd_state_says_none_left(const char *state);
/* Whether it holds depends on units. */
bool gd_state_asks_for_units(const char *state);

#endif
