/* stage.c: the C that runs generated kernels: their worlds, and stage.h. */
#include "tests/differential/kernels/tree.h"

static void print_world(struct gd_out *out, unsigned body, const struct world *w)
{
	gd_out_printf(out, "\t{ %u, {", body);
	for (int o = 0; o < OBJECTS; o++)
		gd_out_printf(out, " { %d, %d, %d, %d },", w->meta[o][0], w->meta[o][1],
		    w->meta[o][2], w->meta[o][3]);
	gd_out_puts(out, " }, {");
	for (int o = 0; o < OBJECTS; o++)
		gd_out_printf(out, " { %d, %d, %d },", w->field[o][0], w->field[o][1],
		    w->field[o][2]);
	gd_out_printf(out, " }, { { %d, %d }, { %d, %d } },", w->root[0][0], w->root[0][1],
	    w->root[1][0], w->root[1][1]);
	gd_out_printf(out, " %u, %u, %u, { %ld, %ld, %ld, %ld }, %d },\n", (unsigned)w->phases,
	    (unsigned)w->view, w->states, w->args[0], w->args[1], w->args[2], w->args[3],
	    w->created);
}

static void print_types(struct gd_out *out, const struct program *program)
{
	gd_out_puts(out, "static const char *const types[] = { \"-\",");
	for (int k = 0; k < KINDS; k++) {
		gd_out_puts(out, " \"");
		for (unsigned i = 0; i < program->kinds[k].param_count; i++)
			gd_out_printf(out, "%c", "-nnnrms"[program->kinds[k].params[i]->type]);
		gd_out_puts(out, "\",");
	}
	gd_out_puts(out, " };\n");
}

void print_stage(struct gd_out *out, const struct program *program, uint64_t seed)
{
	if (program->with_asserts)
		gd_out_puts(out, "#define STAGE_ASSERTS 1\n");
	gd_out_puts(out, "#include \"k.c\"\n#include \"stage.h\"\n\n");
	gd_out_puts(out, "static struct stage_world worlds[] = {\n");
	for (unsigned body = 0; body < BODIES; body++)
		for (unsigned i = 0; i < WORLDS; i++) {
			struct world world;

			random_world(&world, program, body, world_seed(seed, body, i));
			print_world(out, body, &world);
		}
	gd_out_puts(out, "};\n");
	print_types(out, program);
	gd_out_printf(out,
	    "\nint main(void)\n{\n\tmake_heap();\n"
	    "\tfor (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)\n"
	    "\t\trun(&worlds[i], %d, types);\n\treturn 0;\n}\n",
	    KINDS);
}
