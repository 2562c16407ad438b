/* imports.h: functions that a program calls and that gcexplore does not have: what they access is not
 * seen. */
#ifndef GCX_IMPORTS_H
#define GCX_IMPORTS_H

#include <stddef.h>

/* Their names, separated by commas, as far as there is room in TEXT; of a shared object, BYTES in memory,
 * that the loader accepts. */
void gcx_find_imports(const char *bytes, size_t size, char *text, size_t room);

#endif
