/* emit-coverage.c: flags for the points of the specification that a search reaches.
 *
 * facts/coverage.c says what they are about.  Steps set them with pml_mark.  The verifier prints them
 * when it exits; the model prints nothing, and a replay takes no notice of them. */
#include "promela-backend/emit-coverage.h"
#include "promela-backend/facts/coverage.h"

void pml_declare_coverage(struct pml_model *model, struct gd_out *out)
{
	if (!model->request->marks_points)
		return;
	gd_out_line(out,
	    "// Which points of the specification has the search reached?  Hidden: once set, an element "
	    "stays set in the whole search, and gcdsl reads it when pan ends.");
	gd_out_line(out, "hidden byte x_reached[%zu];\n",
	    pml_flag_count(model->spec, model->flags));
}

void pml_begin_coverage(struct pml_model *model, struct gd_out *out)
{
	const bool *doubted = model->request->marks_points ? pml_points_in_doubt(model) : NULL;

	for (size_t i = 0; doubted && i < model->spec->point_count; i++)
		if (doubted[i] && model->flags.of_point[i] != SIZE_MAX)
			gd_out_line(out, "x_reached[%zu] = 2; // steps about garbage may reach it",
			    model->flags.of_point[i]);
}

/* The output of a replay by the verifier must stay the same. */
const char *pml_coverage_source(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_scenario *scenario)
{
	size_t count = pml_flag_count(spec, pml_point_flags(arena, spec, scenario));

	if (count == 0)
		return NULL;
	return gd_arena_printf(arena,
	    "extern int printf(const char *, ...);\n"
	    "extern int putchar(int);\n"
	    "extern int readtrail;\n"
	    "extern unsigned char x_reached[%zu];\n"
	    "__attribute__((destructor)) static void tell_reached(void)\n"
	    "{\n"
	    "\tint i;\n"
	    "\n"
	    "\tif (readtrail)\n"
	    "\t\treturn;\n"
	    "\tprintf(\"\\n" PML_REACHED "\");\n"
	    "\tfor (i = 0; i < %zu; i++)\n"
	    "\t\tputchar('0' + x_reached[i]);\n"
	    "\tputchar('\\n');\n"
	    "}\n",
	    count, count);
}
