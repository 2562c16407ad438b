/* trace-options.h: how gcdsl trace shows a run as text. */
#ifndef DRIVER_TRACE_OPTIONS_H
#define DRIVER_TRACE_OPTIONS_H

#include <argp.h>
#include "trace/style.h"

struct trace_options { /* the input of trace_options_argp */
	struct gd_arena *arena;
	struct style style;
};
extern const struct argp trace_options_argp;

#endif
