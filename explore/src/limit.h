/* limit.h: what ends an exploration early, and what is said of it. */
#ifndef GCX_LIMIT_H
#define GCX_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct explorer;

uint64_t gcx_now(void); /* in nanoseconds */
void gcx_start_time(struct explorer *x);
double gcx_seconds(const struct explorer *x); /* since then */
/* What has ended the exploration. */
enum stop { NOTHING_STOPS, TOO_MANY, TOO_LONG, INTERRUPTED };

/* Whether the exploration is to end before the next execution, or before the next step: then
 * x->stopped_by says why. */
bool gcx_is_over(struct explorer *x);
/* An execution was cut: remembers what was repeated most in it. */
void gcx_find_loop(struct explorer *x);
/* Nothing fails: sets the verdict, and the message of what the bounds have cut off. */
void gcx_judge(struct explorer *x);

#endif
