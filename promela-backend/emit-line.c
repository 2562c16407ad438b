/* emit-line.c: lines of the model, and lines of the specification. */
#include "promela-backend/emit-line.h"

void pml_line(struct gd_out *out, struct gd_loc loc)
{
	const char *path = loc.source ? loc.source->path : "";

	for (const char *c = path; *c; c++)
		if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
			return;
	if (*path && loc.line > 0)
		gd_out_line(out, "#line %u \"%s\"", loc.line, path);
}

/* The number of the line is known only after unused definitions were left out (emit-unused.c). */
void pml_line_back(struct pml_model *model, struct gd_out *out)
{
	gd_out_line(out, "#line 0 \"%s\"", model->file);
}

void pml_put_lines(struct gd_out *out, const char *prefix, const char *const *lines)
{
	for (; *lines; lines++)
		gd_out_line(out, "%s%s", prefix, *lines);
}
