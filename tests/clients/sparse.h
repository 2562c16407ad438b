/* sparse.h: the policy of examples/immix.gc: the blocks that the runtime would have emptied.  It is included before all
 * else (-include). */
#ifndef TESTS_CLIENTS_SPARSE_H
#define TESTS_CLIENTS_SPARSE_H

#include "gc-region.h"

#define gcdsl_immix_policy_fragmented(block) gc_region_chosen(block)

#endif
