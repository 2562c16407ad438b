/* compile.h: from C to a shared object that can be explored. */
#ifndef GCX_COMPILE_H
#define GCX_COMPILE_H

#include <stdbool.h>

/* Compiles and links the COUNT files of C or of objects with the compiler CC, in the folder, into
 * FOLDER/program.so.  FLAGS, which end with NULL, come last in each command of the compiler.  false:
 * a command has failed, and has said why. */
bool gcx_compile(const char *cc, char *const *files, int count, char *const *flags,
    const char *folder);
/* Prints the options that a program is to be compiled with, or linked. */
void gcx_print_flags(bool link);

#endif
