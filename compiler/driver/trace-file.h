/* trace-file.h: a trace that has been written before. */
#ifndef DRIVER_TRACE_FILE_H
#define DRIVER_TRACE_FILE_H

#include "compiler/driver/driver.h"
#include "trace/view.h"

/* PATH: `-' is standard input.  Returns a driver_status. */
int trace_file_read(struct gd_arena *arena, const char *path, struct view_trace *trace);

#endif
