/* embed.h: a text file that the program carries; see build-aux/embed.sh. */
#ifndef GD_EMBED_H
#define GD_EMBED_H

#include <stddef.h>

struct gd_embedded {
	const char *name; /* without its folder */
	const char *text; /* NUL-terminated */
	size_t length;    /* strlen(text) */
};

#endif
