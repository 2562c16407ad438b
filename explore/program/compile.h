/* compile.h: from C to a shared object that can be explored. */
#ifndef GCX_COMPILE_H
#define GCX_COMPILE_H

#include <stdbool.h>

/* Compiles and links the COUNT files of C or of objects with the compiler CC, into the shared
 * object OUTPUT, with objects in FOLDER that it removes.  FLAGS, which end with NULL, come after its
 * own.  false:
 * a command has failed, and has said why. */
bool gcx_compile(const char *cc, char *const *files, int count, char *const *flags,
    const char *folder, const char *output);
/* Prints the options that a program is to be compiled with, or linked. */
void gcx_print_flags(bool link);

#endif
