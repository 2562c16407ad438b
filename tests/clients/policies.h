/* policies.h: answers to the policies of tests/run/choosy.gc, from the address of the object.  It is included before
 * all else (-include). */
#ifndef TESTS_CLIENTS_POLICIES_H
#define TESTS_CLIENTS_POLICIES_H

#include "gc-ref.h"

#if defined ANSWERS_LINKED
long answer_of_the_program(uintptr_t address);
#define ANSWER_ABOUT(address) answer_of_the_program(address)
#elif defined ANSWERS_WRONG
#define ANSWER_ABOUT(address) (3 + 0 * (long)(address))
#else
#define ANSWER_ABOUT(address) ((long)((uint32_t)((address) >> 4) * 2654435761u >> 16) % 3)
#endif

static inline long gcdsl_choosy_policy_wanted(struct gc_ref object)
{
	return ANSWER_ABOUT(gc_ref_value(object));
}
#define gcdsl_choosy_policy_wanted gcdsl_choosy_policy_wanted

#endif
