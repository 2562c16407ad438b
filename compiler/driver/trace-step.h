/* trace-step.h: gcdsl trace --step. */
#ifndef DRIVER_TRACE_STEP_H
#define DRIVER_TRACE_STEP_H

#include "compiler/driver/trace-options.h"
#include "trace/view.h"

/* false: there is no terminal for it, which has been reported. */
bool driver_can_step(struct gd_arena *arena);
/* Shows TRACE until the user quits.  Returns a driver_status. */
int driver_step(struct gd_arena *arena, const struct trace_options *options,
    const struct view_trace *trace);

#endif
