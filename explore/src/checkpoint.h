/* checkpoint.h: an exploration that goes on in another process. */
#ifndef GCX_CHECKPOINT_H
#define GCX_CHECKPOINT_H

#include <stdbool.h>
#include "explore/gcexplore.h"

struct explorer;

/* Between two executions: writes the state, if the options ask for it, and if it is time or the
 * exploration ends here. */
void gcx_checkpoint(struct explorer *x, bool at_end);
/* Nothing is left to be explored. */
void gcx_drop_checkpoint(struct explorer *x);
/* Reads the state, if the options ask for it.  false: that fails, and WRONG says why. */
bool gcx_resume(struct explorer *x, char wrong[GCX_TEXT]);

struct text;
/* What was counted is written, and read instead of what is there. */
void gcx_put_counts(const struct explorer *x, struct text *text);
void gcx_get_counts(struct explorer *x, struct text *text);

/* Files of such text begin with the options that say what is explored, and end with a sum. */
void gcx_put_options(const struct explorer *x, struct text *text);
void gcx_check_options(const struct explorer *x, struct text *text);
/* Writes PATH.tmp, and renames it.  NULL: it was written; else why not. */
const char *gcx_write_whole(const char *path, const struct text *text);
/* Reads it, and checks the options and the sum.  false: there is none. */
bool gcx_read_whole(const struct explorer *x, const char *path, struct text *text);

#endif
