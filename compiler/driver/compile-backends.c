/* compile-backends.c: gcdsl compile --target promela and --target c. */
#include "compiler/driver/compile.h"

#include <string.h>
#include "c-backend/cgen.h"
#include "promela-backend/pml.h"

/* ------------------------------------------------------ what the model is of */
static const struct ir_property *find_property(struct driver_spec *spec, const struct ir_spec *ir,
    const char *name)
{
	const char **names = GD_NEW_ARRAY(spec->arena, const char *, ir->property_count + 1);

	for (size_t i = 0; i < ir->property_count; i++) {
		names[i] = ir->properties[i]->name;
		if (!strcmp(names[i], name))
			return ir->properties[i];
	}
	driver_error(driver_suggest(spec->arena, name, names, ir->property_count),
	    "%s has no property `%s`", spec->path, name);
	return NULL;
}

static bool choose_properties(const struct compile *c, struct driver_spec *spec,
    const struct ir_spec *ir, struct pml_request *request)
{
	const struct ir_property **chosen =
	    GD_NEW_ARRAY(spec->arena, const struct ir_property *, c->properties.count + 1);

	request->properties = ir->properties;
	request->property_count = ir->property_count;
	if (!c->properties.count)
		return true;
	for (size_t i = 0; i < c->properties.count; i++)
		if (!(chosen[i] = find_property(spec, ir, c->properties.at[i])))
			return false;
	request->properties = chosen;
	request->property_count = c->properties.count;
	return true;
}

static bool choose_strategy(const struct compile *c, struct driver_spec *spec,
    struct pml_request *request)
{
	static const char *const names[] = { "safety", "ltl" };

	request->strategy = PML_SAFETY;
	if (!c->strategy || !strcmp(c->strategy, "safety"))
		return true;
	request->strategy = PML_LTL;
	if (strcmp(c->strategy, "ltl") != 0) {
		driver_error(driver_suggest(spec->arena, c->strategy, names, 2),
		    "there is no strategy `%s`", c->strategy);
		return false;
	}
	if (request->property_count == 1 && request->properties[0]->formula)
		return true;
	driver_error("name it with --property",
	    "--strategy ltl checks one property that has a "
	    "formula");
	return false;
}

static bool fill_request(const struct compile *c, struct driver_spec *spec,
    const struct ir_spec *ir, struct pml_request *request)
{
	struct syn_workers workers;

	request->spec = ir;
	if (!driver_memory(spec->arena, c->memory ? c->memory : "sc", &request->memory) ||
	    !driver_workers(ir, spec->arena, c->workers ? c->workers : "any", &workers))
		return false;
	request->workers = ir_lower_workers(spec->arena, ir, &workers);
	request->no_fold = c->model.no_fold;
	request->window = (unsigned)c->model.window;
	request->canonical = c->model.canonical == DRIVER_YES; /* a model is for reading */
	return choose_properties(c, spec, ir, request) && choose_strategy(c, spec, request) &&
	    driver_atomic(spec->arena, spec->path, c->model.atomic, request) &&
	    (!c->until || driver_until(spec->arena, spec->path, ir, c->until, request));
}

/* ---------------------------------------------------------------------- models */
static int compile_model(struct compile *c, struct driver_spec *spec,
    const struct pml_request *request, const char *name)
{
	struct pml_request with_place = *request;
	struct pml_refusal refusal = { 0 };
	struct gd_out out;
	const char *why = "";

	with_place.refusal = &refusal;
	gd_out_init(&out, 0);
	if (pml_emit(spec->arena, &with_place, &out, &why)) {
		compile_add(c, spec->path, name, &out);
		return DRIVER_OK;
	}
	gd_out_free(&out);
	driver_no_model(spec->context.sink,
	    gd_arena_printf(spec->arena, "scenario `%s'", request->scenario->name), &refusal, why);
	driver_write_diagnostics(spec, &c->common);
	return DRIVER_WRONG;
}

/* Whether a file that will be written includes the support file NAME. */
static bool is_included(const struct compile *c, const char *name)
{
	const char *line = gd_arena_printf(c->arena, "#include \"%s\"", name);

	for (size_t i = 0; i < c->products.count; i++)
		if (strstr(c->products.at[i].text, line))
			return true;
	return false;
}

/* One support file may include another. */
static void add_support(struct compile *c)
{
	size_t count;
	const struct pml_support_file *files = pml_support_files(&count);
	bool *is_added = GD_NEW_ARRAY(c->arena, bool, count + 1), changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < count; i++) {
			if (is_added[i] || !is_included(c, files[i].name))
				continue;
			compile_add_shared(c, files[i].name, files[i].text, files[i].length);
			is_added[i] = changed = true;
		}
	}
}

/* The IR of the scenario NAME, without kernels that never run in it. */
static const struct ir_spec *lower_scenario(struct driver_spec *spec,
    const struct sem_variant *variant, const struct ir_spec *all, const char *name)
{
	if (all->scenario_count == 1)
		return all;
	return ir_lower_for_models(&spec->context, spec->sem, variant, &name, 1);
}

static int compile_scenario(struct compile *c, struct driver_spec *spec,
    const struct sem_variant *variant, const struct ir_spec *all, const char *name)
{
	const char *base = driver_base_name(c->arena, spec->path);
	const struct ir_spec *ir = lower_scenario(spec, variant, all, name);
	struct pml_request request = { 0 };

	if (!ir) {
		driver_write_diagnostics(spec, &c->common);
		return DRIVER_WRONG;
	}
	if (!fill_request(c, spec, ir, &request))
		return DRIVER_WRONG;
	request.scenario = ir->scenarios[0];
	request.file = pml_model_file(c->arena,
	    all->scenario_count == 1 ? base : gd_arena_printf(c->arena, "%s-%s", base, name));
	return compile_model(c, spec, &request, request.file);
}

int compile_promela(struct compile *c, struct driver_spec *spec, const struct sem_variant *variant,
    const struct ir_spec *ir)
{
	int status = DRIVER_OK;

	if (!ir->scenario_count && !ir->litmus_count) {
		driver_error(
		    "a model is made of a scenario: `scenario s { objects a; mutator m (stack "
		    "= { a }); }`",
		    "%s has no scenario", spec->path);
		return DRIVER_WRONG;
	}
	for (size_t i = 0; i < ir->scenario_count && status == DRIVER_OK; i++)
		status = compile_scenario(c, spec, variant, ir, ir->scenarios[i]->name);
	if (status == DRIVER_OK)
		status = compile_litmus_models(c, spec, ir);
	add_support(c);
	return status;
}

/* --------------------------------------------------------------------------- C */
static void compile_litmus(struct compile *c, struct driver_spec *spec, const struct ir_spec *ir)
{
	const struct cgen_support_file *support;
	struct gd_out out;
	size_t count;

	gd_out_init(&out, 0);
	cgen_litmus(c->arena, ir, &out);
	compile_add(c, spec->path, gd_arena_printf(c->arena, "%s-litmus.c", ir->name), &out);
	support = cgen_support_files(&count);
	for (size_t i = 0; i < count; i++)
		compile_add_shared(c, support[i].name, support[i].text, support[i].length);
}

int compile_c(struct compile *c, struct driver_spec *spec, const struct ir_spec *ir)
{
	const char *name = cgen_prefix(c->arena, ir->name);
	struct cgen_files files;
	struct cgen_refusal refusal;
	struct gd_diag *diag;

	if (ir->litmus_count)
		compile_litmus(c, spec, ir);
	if (!ir->has_collector)
		return DRIVER_OK;
	gd_out_init(&files.source, 0);
	gd_out_init(&files.header, 0);
	gd_out_init(&files.attrs, 0);
	if (cgen_emit(spec->arena, ir, CGEN_ALL_PASSES & ~c->without_passes, &files, &refusal)) {
		/* the files refer to each other by these names */
		compile_add(c, spec->path, gd_arena_printf(c->arena, "%s.c", name), &files.source);
		compile_add(c, spec->path, gd_arena_printf(c->arena, "%s-names.h", name),
		    &files.header);
		compile_add(c, spec->path, gd_arena_printf(c->arena, "%s-attrs.h", name),
		    &files.attrs);
		return DRIVER_OK;
	}
	gd_out_free(&files.source);
	gd_out_free(&files.header);
	gd_out_free(&files.attrs);
	diag = gd_report(spec->context.sink, GD_E_not_in_c_yet, refusal.where,
	    "no C is made of this yet: %s", refusal.why);
	if (refusal.help)
		gd_help(diag, "%s", refusal.help);
	driver_write_diagnostics(spec, &c->common);
	return DRIVER_WRONG;
}
