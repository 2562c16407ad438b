/* folder.h: the folder in which programs are compiled. */
#ifndef GCX_FOLDER_H
#define GCX_FOLDER_H

#include <stdbool.h>

/* Makes it; NAME is as for mkdtemp.  Signals that end the process remove it, with all that is in it. */
bool gcx_make_folder(char *name);
void gcx_remove_folder(void);

#endif
