/* index.h: the index of an array, as SPIN prints it: "((_pid*3)+(0+1))". */
#ifndef TRACE_IMPORT_INDEX_H
#define TRACE_IMPORT_INDEX_H

#include <jansson.h>

/* The length of the index at the beginning of TEXT, up to its bracket. */
size_t index_length(const char *text);
/* Its value, in this process with these local variables.  -1: it cannot be said. */
long index_value(const char *text, long process, const json_t *locals);

#endif
