/* tool.h: other programs. */
#ifndef GCX_TOOL_H
#define GCX_TOOL_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the program, whose words end with NULL.  What it prints goes to TEXT, at most SIZE - 1 bytes
 * and a null, or to the standard output if TEXT is NULL.  false: it cannot be run, or has failed.
 * IS_QUIET: its messages are dropped. */
bool gcx_run_tool(char *const *words, char *text, size_t size, bool is_quiet);

#endif
