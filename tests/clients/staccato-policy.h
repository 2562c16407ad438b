/* staccato-policy.h: which objects examples/staccato.gc is to move: three of four, by their addresses, others in each
 * cycle.  It is included before all else (-include). */
#ifndef TESTS_CLIENTS_STACCATO_POLICY_H
#define TESTS_CLIENTS_STACCATO_POLICY_H

#include "gc-ref.h"

static inline long gcdsl_staccato_policy_wanted(struct gc_ref object)
{
	return ((uint32_t)(gc_ref_value(object) >> 4) * 2654435761u >> 16 & 3) != 0;
}
#define gcdsl_staccato_policy_wanted gcdsl_staccato_policy_wanted

#endif
