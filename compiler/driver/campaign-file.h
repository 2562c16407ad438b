/* campaign-file.h: a campaign: many runs of `verify', listed in a file.
 *
 * Each line has a name for the part, a specification (beside the campaign file), and options of `gcdsl verify'
 * that select its cells and say how their models are made.  A line that begins with a blank continues the one
 * before it; `#' begins a comment; '…' keeps blanks together.  A line `options …' is for all parts. */
#ifndef DRIVER_CAMPAIGN_FILE_H
#define DRIVER_CAMPAIGN_FILE_H

#include "compiler/driver/plan.h"

struct campaign_part {
	const char *name, *file; /* the file's path as it can be opened */
	unsigned line;           /* where it begins */
	struct plan_filter filter;
};
struct campaign_file {
	const char *name, *path; /* "paper", "examples/paper/paper.campaign" */
	GD_VEC(struct campaign_part) parts;
};

/* Reads the campaign NAME: the path of a file, if it has a `/' or ends in `.campaign'; otherwise
 * NAME.campaign in the current folder, or a campaign that comes with the program.  All strings are in ARENA.
 * false: a message was written.  A wrong option ends the program after a message, like one on the command
 * line. */
bool campaign_read(struct gd_arena *arena, const char *name, struct campaign_file *campaign);

#endif
