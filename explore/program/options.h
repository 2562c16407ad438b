/* options.h: what the command line of gcexplore asks for. */
#ifndef GCX_OPTIONS_H
#define GCX_OPTIONS_H

#include <stdbool.h>
#include "explore/gcexplore.h"

enum status { STATUS_VERIFIED, STATUS_FAILED, STATUS_USAGE, STATUS_BOUNDED, STATUS_ERROR };

struct options {
	struct gcx_options explore;
	unsigned probes; /* of the estimate; 0: none */
	const char *schedule, *replay;
	bool minimises;
	const char *cc;
	char **flags; /* of the compiler; NULL ends them */
	char **files;
	int file_count;
};

/* Reads the command line, which it changes.  -1: *OPTIONS is what is wanted; else it has printed what
 * was asked for, or what is wrong: the program's exit status. */
int gcx_read_options(int argc, char **argv, struct options *options);

#endif
