/* image.h: a copy of a shared object, whose constructors and destructors are not run when it is loaded
 * and unloaded: each execution runs them, as tasks may use threads there. */
#ifndef GCX_IMAGE_H
#define GCX_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A table of functions, relative to where the object is loaded. */
struct gcx_functions {
	uintptr_t at;
	size_t count;
};

struct gcx_image {
	int file; /* in memory: nothing is left behind */
	char name[64];
	struct gcx_functions first, last; /* before main, and at the end */
	char imports[200];                /* imports.h */
};

/* NULL, or why there is none. */
const char *gcx_make_image(struct gcx_image *image, const char *file);
void gcx_drop_image(struct gcx_image *image);

#endif
