/* trace-options.h: which run gcdsl trace and gcdsl view show, and how it is shown as text. */
#ifndef DRIVER_TRACE_OPTIONS_H
#define DRIVER_TRACE_OPTIONS_H

#include <argp.h>
#include "trace/style.h"

/* Which run is searched.  Its input is a struct verify_arguments. */
extern const struct argp trace_search_argp;

struct trace_options { /* the input of trace_options_argp */
	struct gd_arena *arena;
	struct style style;
	bool step;          /* on the whole terminal, with keys */
	const char *events; /* show this trace; NULL: search one */
};
extern const struct argp trace_options_argp;

#endif
