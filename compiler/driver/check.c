/* check.c: gcdsl check. */
#include "compiler/driver/outputs.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct verify_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->common;
		state->child_inputs[1] = a;
		return 0;
	case ARGP_KEY_ARG: GD_PUSH(a->arena, a->files, arg); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static bool check_one(struct driver_spec *spec, const struct driver_common *common)
{
	bool is_right;

	if (!spec->sem)
		return false;
	ir_check_variants(&spec->context, spec->sem);
	is_right = gd_error_count(spec->context.sink) == 0;
	driver_write_diagnostics(spec, common);
	return is_right;
}

static int check_all(const struct verify_arguments *a)
{
	int status = DRIVER_OK;

	for (size_t i = 0; i < a->files.count; i++) {
		struct driver_spec *spec = driver_open(&a->common, a->files.at[i]);

		status = check_one(spec, &a->common) ? status : DRIVER_WRONG;
		driver_close(spec);
	}
	return status;
}

int driver_check(int argc, char **argv)
{
	static const struct argp_child children[] = { { &driver_common_argp, 0, NULL, 90 },
		{ &outputs_sarif_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { .parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc = "Finds mistakes in specifications: in grammar and in meaning, and what is "
		       "legal and almost surely wrong.  Prints nothing when it finds none." };
	struct verify_arguments arguments;
	int status;

	verify_defaults(&arguments);
	status = driver_parse(&argp, argc, argv, &arguments);
	if (status == DRIVER_OK && !arguments.files.count) {
		driver_error("gcdsl check FILE…", "a FILE is needed");
		status = DRIVER_WRONG;
	}
	if (status == DRIVER_OK)
		status = outputs_prepare(&arguments);
	if (status == DRIVER_OK)
		status = outputs_finish(&arguments, check_all(&arguments), 0);
	gd_arena_free(arguments.arena);
	return status;
}
