/* diag-internal.h: what a diagnostic is made of, for the files that write it. */
#ifndef GD_DIAG_INTERNAL_H
#define GD_DIAG_INTERNAL_H

#include "compiler/base/diag.h"

enum gd_child_kind { GD_CHILD_NOTE, GD_CHILD_HELP, GD_CHILD_FIXIT };
struct gd_diag_child {
	enum gd_child_kind kind;
	struct gd_loc loc; /* source NULL: the message has no place */
	const char *message;
	const char *replacement; /* only of a FIXIT */
};
struct gd_diag {
	struct gd_diag_sink *sink;
	const struct gd_code_info *info;
	struct gd_loc loc;
	const char *message;
	size_t serial;
	GD_VEC(struct gd_diag_child) children;
};
struct gd_diag_sink {
	struct gd_arena *arena;
	GD_VEC(struct gd_diag *) diags;
	size_t error_count, warning_count;
	bool told_of_more;
};
enum { GD_KEPT = 200 }; /* errors, and warnings; reports after that are only counted */

void gd_diag_write_text(const struct gd_diag *diag, FILE *out, bool color);
void gd_diag_write_json(const struct gd_diag *diag, FILE *out);

#endif
