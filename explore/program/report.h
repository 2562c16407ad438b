/* report.h: what gcexplore says of an exploration. */
#ifndef GCX_REPORT_H
#define GCX_REPORT_H

#include "explore/gcexplore.h"
#include "explore/program/program.h"

/* Prints the verdict, the message, and where that is in the source of the program.  Returns the exit status. */
int gcx_report(const struct gcx_program *program, const struct gcx_result *result, double seconds);

#endif
