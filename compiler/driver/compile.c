/* compile.c: gcdsl compile.  Everything is made before anything is written. */
#include "compiler/driver/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c-backend/cgen.h"
#include "compiler/ir/dump.h"

static const char *const target_names[] = { [TARGET_NONE] = "",
	[TARGET_PROMELA] = "promela",
	[TARGET_C] = "c",
	[TARGET_IR] = "ir",
	[TARGET_DOT] = "dot",
	[TARGET_JSON] = "json" };

/* -------------------------------------------------------------------- options */
enum {
	KEY_SET = 0x100,
	KEY_SCENARIO,
	KEY_MEMORY,
	KEY_WORKERS,
	KEY_MUTANT,
	KEY_STRATEGY,
	KEY_PROPERTY,
	KEY_UNTIL,
	KEY_NO_PASS
};

/* The memory models that collectors can have. */
#define ALSO_sc(name)
#define ALSO_buffers(name) ", `" #name "'"
#define ALSO_c11(name)
static const char memory_help[] = "the memory model: `sc' (the default)"
#define MEMORY_MODEL(NAME, name, module, ...) ALSO_##module(name)
#include "compiler/base/memory-models.def"
#undef MEMORY_MODEL
    ;

static const struct argp_option options[] = {
	{ "target", 't', "TARGET", 0,
	    "what to make: `promela' (models for SPIN), `c' (a collector "
	    "for the runtime), `ir' (what the specification means, as pseudo-source), `dot' (its "
	    "buckets and kinds as a graph) or `json' (the same for tools)",
	    1 },
	{ "output", 'o', "DIR", 0,
	    "write files into DIR, which is made when it is missing, and say which; by "
	    "default models and C go into the current directory, all else to standard output",
	    1 },
	{ "set", KEY_SET, "OPTION=VALUE", 0, "give an option of the specification a value", 2 },
	{ "mutant", KEY_MUTANT, "NAME", 0, "apply this mutant's changes first", 2 },
	{ "scenario", KEY_SCENARIO, "NAME", 0, "this scenario only", 2 },
	{ NULL, 0, NULL, 0, "For promela:", 3 },
	{ "memory", KEY_MEMORY, "MODEL", 0, memory_help, 3 },
	{ "workers", KEY_WORKERS, "W", 0,
	    "how many units may run at once: `any' (the default), a "
	    "number for each kind of work, or `2 mark_obj': a number for one kind, 1 for each other",
	    3 },
	{ "property", KEY_PROPERTY, "NAME", 0,
	    "check this property; may be repeated; by default "
	    "all of them",
	    3 },
	{ "strategy", KEY_STRATEGY, "HOW", 0,
	    "`safety' (the default): properties as assertions; "
	    "`ltl': one property as a formula",
	    3 },
	{ "until", KEY_UNTIL, "NAME", 0,
	    "end every run when this bucket is drained, or this phase has "
	    "ended",
	    3 },
	{ NULL, 0, NULL, 0, "For c:", 4 },
	{ "no-pass", KEY_NO_PASS, "PASS", 0,
	    "without this transformation: `refill' (the barrier for "
	    "new objects is done when a mutator gets free memory); may be repeated",
	    4 },
	{ 0 }
};

static error_t set_target(struct compile *c, const char *name)
{
	for (enum target t = TARGET_PROMELA; t <= TARGET_JSON; t++)
		if (!strcmp(name, target_names[t])) {
			c->target = t;
			return 0;
		}
	driver_error(driver_suggest(c->arena, name, target_names + 1, TARGET_JSON),
	    "there is no target `%s`", name);
	return EINVAL;
}

static error_t without_pass(struct compile *c, const char *name)
{
	size_t count = 0;

	for (; cgen_passes[count]; count++)
		if (!strcmp(name, cgen_passes[count])) {
			c->without_passes |= 1u << count;
			return 0;
		}
	driver_error(driver_suggest(c->arena, name, cgen_passes, count), "there is no pass `%s`",
	    name);
	return EINVAL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct compile *c = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &c->common;
		state->child_inputs[1] = &c->model;
		return 0;
	case ARGP_KEY_ARG: GD_PUSH(c->arena, c->files, arg); return 0;
	case 't': return set_target(c, arg);
	case 'o': c->directory = arg; return 0;
	case KEY_SET: GD_PUSH(c->arena, c->settings, arg); return 0;
	case KEY_PROPERTY: GD_PUSH(c->arena, c->properties, arg); return 0;
	case KEY_SCENARIO: c->scenario = arg; return 0;
	case KEY_MEMORY: c->memory = arg; return 0;
	case KEY_WORKERS: c->workers = arg; return 0;
	case KEY_MUTANT: c->mutant = arg; return 0;
	case KEY_STRATEGY: c->strategy = arg; return 0;
	case KEY_UNTIL: c->until = arg; return 0;
	case KEY_NO_PASS: return without_pass(c, arg);
	}
	return ARGP_ERR_UNKNOWN;
}

/* ------------------------------------------------------------------ dump targets */
static int compile_dump(struct compile *c, struct driver_spec *spec, const struct ir_spec *ir)
{
	struct product product = { .from = spec->path };
	struct gd_out out;

	gd_out_init(&out, 0);
	if (c->target == TARGET_IR)
		ir_dump_text(ir, &out);
	else if (c->target == TARGET_DOT)
		ir_dump_dot(ir, &out);
	else
		ir_dump_json(ir, &out);
	if (c->directory && strcmp(c->directory, "-") != 0) {
		compile_add(c, spec->path,
		    gd_arena_printf(c->arena, "%s.%s", driver_base_name(c->arena, spec->path),
			target_names[c->target]),
		    &out);
		return DRIVER_OK;
	}
	product.text = out.text;
	product.length = out.length;
	GD_PUSH(c->arena, c->products, product);
	return DRIVER_OK;
}

/* ------------------------------------------------------------- one specification */
/* Whether SCENARIO exists; it may be a litmus test.  (Lowering has looked only at the one that was
 * named.) */
static bool scenario_exists(struct compile *c, struct driver_spec *spec,
    const struct sem_variant *variant)
{
	static const enum syn_decl_kind kinds[] = { SYN_DECL_SCENARIO, SYN_DECL_LITMUS };
	GD_VEC(struct syn_decl *) all = { 0 };
	const char **names;
	size_t count;

	for (int k = 0; k < 2; k++) {
		struct syn_decl **decls;
		size_t some = sem_decls(spec->sem, variant, kinds[k], spec->arena, &decls);

		for (size_t i = 0; i < some; i++)
			GD_PUSH(spec->arena, all, decls[i]);
	}
	count = all.count;
	names = GD_NEW_ARRAY(spec->arena, const char *, count + 1);
	for (size_t i = 0; i < count; i++) {
		names[i] = all.at[i]->name.text;
		if (!strcmp(names[i], c->scenario))
			return true;
	}
	driver_error(count ? driver_suggest(spec->arena, c->scenario, names, count)
			   : "it has no scenarios",
	    "%s has no scenario `%s`", spec->path, c->scenario);
	return false;
}

static int make(struct compile *c, struct driver_spec *spec, const struct sem_variant *variant)
{
	/* No scenario is needed for C, so scenarios that cannot be built yet do not matter. */
	size_t scenarios = c->target == TARGET_C ? 0 : 1;
	struct ir_spec *(*lower)(struct syn_context *, const struct sem_spec *,
	    const struct sem_variant *, const char *const *, size_t) = c->target == TARGET_PROMELA
	    ? ir_lower_for_models
	    : c->target == TARGET_C ? ir_lower_for_code
				    : ir_lower_only;
	struct ir_spec *ir = lower(&spec->context, spec->sem, variant,
	    c->scenario || !scenarios ? &c->scenario : NULL, scenarios);

	if (!ir) {
		driver_write_diagnostics(spec, &c->common);
		return DRIVER_WRONG;
	}
	if (c->target == TARGET_PROMELA)
		return compile_promela(c, spec, variant, ir);
	if (c->target == TARGET_C)
		return compile_c(c, spec, ir);
	return compile_dump(c, spec, ir);
}

static int compile_file(struct compile *c, const char *path)
{
	struct driver_spec *spec = driver_open(&c->common, path);
	const struct sem_variant *variant =
	    spec->sem ? driver_variant(spec, c->settings.at, c->settings.count, c->mutant) : NULL;
	int status = DRIVER_WRONG;

	if (variant && (!c->scenario || scenario_exists(c, spec, variant)))
		status = make(c, spec, variant);
	driver_close(spec);
	return status;
}

/* ------------------------------------------------------------- the command line */
static bool only_for_promela(const struct compile *c, const char *option, const char *value)
{
	if (!value || c->target == TARGET_PROMELA)
		return true;
	driver_error(NULL, "%s is only for --target promela", option);
	return false;
}

static bool is_consistent(struct compile *c)
{
	if (c->target == TARGET_NONE) {
		driver_error("it can be promela, c, ir, dot or json", "--target is needed");
		return false;
	}
	if (!c->files.count) {
		driver_error("gcdsl compile FILE… --target TARGET", "a FILE is needed");
		return false;
	}
	if (c->directory && !*c->directory) {
		driver_error(NULL, "-o needs the name of a folder");
		return false;
	}
	if (c->directory && !strcmp(c->directory, "-") && c->target <= TARGET_C) {
		driver_error("name a folder",
		    "--target %s makes several files: they cannot go to "
		    "standard output",
		    target_names[c->target]);
		return false;
	}
	if (c->scenario && c->target == TARGET_C) {
		driver_error(NULL, "--scenario is not for --target c: C is made of no scenario");
		return false;
	}
	return only_for_promela(c, "--memory", c->memory) &&
	    only_for_promela(c, "--workers", c->workers) &&
	    only_for_promela(c, "--property", c->properties.count ? "" : NULL) &&
	    only_for_promela(c, "--strategy", c->strategy) &&
	    only_for_promela(c, "--until", c->until) &&
	    only_for_promela(c, c->model.given, c->model.given);
}

static int compile_all(struct compile *c)
{
	int status = DRIVER_OK;

	if (!is_consistent(c))
		return DRIVER_WRONG;
	for (size_t i = 0; i < c->files.count; i++) {
		int one = compile_file(c, c->files.at[i]);

		status = one > status ? one : status;
	}
	return status == DRIVER_OK ? compile_write(c) : status;
}

int driver_compile(int argc, char **argv)
{
	static const struct argp_child children[] = { { &driver_common_argp, 0, NULL, 90 },
		{ &driver_model_argp, 0, NULL, 5 }, { 0 } };
	static const struct argp argp = { .options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE... --target TARGET",
		.doc =
		    "Makes models, C and other forms of specifications.  Nothing is written unless "
		    "everything could be made." };
	struct compile c = { .arena = gd_arena_new() };
	int status = driver_parse(&argp, argc, argv, &c);

	if (status == DRIVER_OK)
		status = compile_all(&c);
	for (size_t i = 0; i < c.products.count; i++)
		free(c.products.at[i].text);
	gd_arena_free(c.arena);
	return status;
}
