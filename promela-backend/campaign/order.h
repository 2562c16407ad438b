/* order.h: in which order jobs begin: the longest first. */
#ifndef CAMP_ORDER_H
#define CAMP_ORDER_H

#include <stddef.h>

#include "promela-backend/campaign/campaign.h"

/* The indices of JOBS in the order in which they should begin, in ARENA. */
const size_t *camp_order(struct gd_arena *arena, const struct camp_job *jobs, size_t count);

#endif
