/* trace.h: the run that `gcdsl trace' shows. */
#ifndef DRIVER_TRACE_H
#define DRIVER_TRACE_H

#include "compiler/driver/promela.h"
#include "compiler/driver/verify.h"
#include "trace/view.h"

/* Searches it, or replays that of a model in Promela.  A's member `json' is true.  Returns a
 * driver_status. */
int driver_trace_search(const struct verify_arguments *a, const struct promela_arguments *promela,
    struct view_trace *trace);

#endif
