/* plan.c: cells to jobs.
 *
 * The claims of a cell that are expected to hold are checked together, in one
 * model: the first that is broken ends the search and names itself.  A claim
 * that is expected to fail gets a model of its own, with nothing else to fail
 * first.  A mutant's cells have one model each, of the properties that may
 * catch it, and form a group: the first failure decides. */
#include "compiler/driver/plan-internal.h"
#include "compiler/driver/litmus.h"

#include <string.h>

const char plan_built_in[] = "built-in";

typedef GD_VEC(const struct ir_property *) property_list;

static const struct ir_property *find_property(const struct ir_spec *ir, const char *name)
{
	for (size_t i = 0; i < ir->property_count; i++)
		if (strcmp(ir->properties[i]->name, name) == 0)
			return ir->properties[i];
	return NULL;
}

static bool memory_of(const char *name, enum ir_memory *memory)
{
	for (int i = 0; i < IR_MEMORY_COUNT; i++)
		if (strcmp(ir_memory_name[i], name) == 0) {
			*memory = (enum ir_memory)i;
			return true;
		}
	return false;
}

/* --------------------------------------------------------------------- jobs */
/* Reports once for each place that no model can be made.  The cell is inconclusive; the others
 * still run. */
static void no_model(struct planner *p, struct camp_job *job, const struct pml_refusal *refusal,
    const char *why)
{
	job->no_model = gd_arena_printf(p->arena, "no model can be made: %s", why);
	if (p->quiet)
		plan_complain(p, NULL, "%s: %s", job->name, job->no_model);
	else
		driver_no_model(p->context->sink, job->name, refusal, why);
	p->plan->unmodelled++;
}

/* Models of the most general client are large, so they are canonical by default.  If a canonical
 * model cannot be made, the plain states are searched. */
static void make_model(struct planner *p, struct pml_request *request, struct camp_job *job)
{
	enum driver_canonical canonical = p->filter->model.canonical;
	struct pml_refusal refusal = { 0 };
	const char *why = NULL;

	request->refusal = &refusal;
	request->canonical = canonical == DRIVER_YES ||
	    (canonical == DRIVER_AUTO && request->scenario->client &&
		request->strategy == PML_SAFETY);
	job->model = plan_model_text(p->arena, request, &why);
	if (!job->model && request->canonical && canonical == DRIVER_AUTO) {
		request->canonical = false;
		job->model = plan_model_text(p->arena, request, &why);
	}
	request->refusal = NULL;
	if (!job->model)
		no_model(p, job, &refusal, why ? why : "?");
	job->has_code = request->canonical;
	job->large = request->scenario->client != NULL;
}

/* Adds the model without reductions.  If no option chooses between them, this model decides.  For a
 * mutant, one failure somewhere is enough, so its models are reduced. */
static void add_whole(struct planner *p, const struct pml_request *request,
    const struct plan_cell *cell, enum sem_expectation expected, struct camp_job *job)
{
	const struct driver_model *asked = &p->filter->model;
	struct pml_request whole = *request;
	const char *why;

	if (!job->model)
		return;
	whole.no_fold = PML_NO_FOLD;
	whole.canonical = false;
	job->whole = plan_model_text(p->arena, &whole, &why);
	if (job->whole && strcmp(job->whole, job->model) == 0)
		job->whole = NULL;
	if (asked->no_fold || asked->always_fold || asked->canonical != DRIVER_AUTO ||
	    cell->cell->mutant)
		return;
	job->use_whole = expected == SEM_HOLDS ? CAMP_WHOLE_FIRST : CAMP_WHOLE_LAST;
}

struct pml_request plan_request(const struct plan *plan, const struct plan_cell *cell,
    const struct plan_check *check)
{
	struct pml_request request = { .spec = cell->ir,
		.scenario = cell->scenario,
		.memory = cell->memory,
		.workers = cell->workers,
		.properties = check->properties,
		.property_count = check->property_count,
		.strategy = check->strategy,
		.no_fold = plan->model.no_fold,
		.window = (unsigned)plan->model.window,
		.cuts_asserts = plan->cuts_asserts && check->strategy == PML_SAFETY,
		.file = pml_model_file(plan->arena, cell->ir->name) };

	driver_atomic(plan->arena, plan->file, plan->model.atomic, &request);
	if (plan->until)
		driver_until(plan->arena, plan->file, cell->ir, plan->until, &request);
	return request;
}

static void add_check(struct planner *p, struct plan_cell *cell, enum sem_expectation expected,
    const property_list *properties, enum pml_strategy strategy)
{
	struct plan_check check = { .job = p->plan->jobs.count,
		.expected = expected,
		.properties = properties->at,
		.property_count = properties->count,
		.strategy = strategy };
	struct pml_request request = plan_request(p->plan, cell, &check);
	struct camp_job job = { .name = cell->name,
		.expected = expected == SEM_HOLDS ? "holds" : "fails",
		.cut = p->filter->until != NULL };

	request.window_bound = &check.window;
	request.premises = &check.premises;
	request.marks_points = !cell->cell->mutant;
	if (cell->checks.count)
		job.name = gd_arena_printf(p->arena, "%s %s", cell->name, properties->at[0]->name);
	make_model(p, &request, &job);
	add_whole(p, &request, cell, expected, &job);
	plan_add_fallbacks(p->arena, &request, &job);
	plan_add_runs(p->arena, &request, &job);
	job.premises = pml_premises_source(p->arena, &check.premises);
	if (request.marks_points)
		job.coverage = pml_coverage_source(p->arena, cell->ir, cell->scenario);
	check.sees_all = pml_sees_all_states(&request);
	job.group = cell->cell->mutant ? p->group : 0;
	job.passes_asserts = true;
	job.file = request.file;
	job.shortest = p->filter->shortest || (!cell->cell->mutant && expected == SEM_HOLDS);
	GD_PUSH(p->arena, p->plan->jobs, job);
	GD_PUSH(p->arena, cell->checks, check);
}

/* Adds a check with LTL for each formula.  The built-in properties need a search for safety. */
static void add_ltl_checks(struct planner *p, struct plan_cell *cell, enum sem_expectation expected,
    const property_list *properties)
{
	property_list rest = { 0 };

	for (size_t i = 0; i < properties->count; i++) {
		property_list one = { 0 };

		if (!properties->at[i]->formula) {
			GD_PUSH(p->arena, rest, properties->at[i]);
			continue;
		}
		GD_PUSH(p->arena, one, properties->at[i]);
		add_check(p, cell, expected, &one, PML_LTL);
	}
	if (rest.count)
		add_check(p, cell, expected, &rest, PML_SAFETY);
}

static void add_checks(struct planner *p, struct plan_cell *cell, enum sem_expectation expected,
    const property_list *properties)
{
	if (properties->count == 0)
		return;
	if (p->filter->strategy == PML_LTL)
		add_ltl_checks(p, cell, expected, properties);
	else
		add_check(p, cell, expected, properties, PML_SAFETY);
}

/* The built-in properties that hold are checked beside each property that holds; if there is none, in a cell of
 * their own. */
static bool is_of_cell(const struct plan_cell *cell, const struct ir_property *property,
    const struct sem_claim *claim)
{
	if (!cell->property || strcmp(property->name, cell->property) == 0)
		return true;
	return !property->formula && claim->expected == SEM_HOLDS && !cell->is_failing;
}

/* Adds the built-in properties that hold to HOLDING if that has a formula to check with LTL: a search with a
 * claim does not look for deadlocks, and a run that is stuck satisfies many formulas. */
static void add_companions(struct planner *p, struct plan_cell *cell, property_list *holding)
{
	bool has_formula = false;

	for (size_t i = 0; i < holding->count; i++)
		has_formula |= holding->at[i]->formula != NULL;
	if (p->filter->strategy != PML_LTL || !has_formula)
		return;
	for (size_t i = 0; i < cell->cell->claim_count; i++) {
		const struct sem_claim *claim = &cell->cell->claims[i];
		const struct ir_property *property = find_property(cell->ir, claim->property);

		if (property && !property->formula && claim->expected == SEM_HOLDS &&
		    !plan_wants_property(p, claim->property))
			GD_PUSH(p->arena, *holding, property);
	}
}

static void add_claims(struct planner *p, struct plan_cell *cell)
{
	property_list holding = { 0 }, failing = { 0 };

	for (size_t i = 0; i < cell->cell->claim_count; i++) {
		const struct sem_claim *claim = &cell->cell->claims[i];
		const struct ir_property *property = find_property(cell->ir, claim->property);

		if (!plan_wants_property(p, claim->property) || !property ||
		    !is_of_cell(cell, property, claim))
			continue;
		if (claim->expected == SEM_HOLDS)
			GD_PUSH(p->arena, holding, property);
		else
			GD_PUSH(p->arena, failing, property);
	}
	add_companions(p, cell, &holding);
	add_checks(p, cell, SEM_HOLDS, &holding);
	if (cell->cell->mutant) {
		add_checks(p, cell, SEM_FAILS, &failing);
		return;
	}
	for (size_t i = 0; i < failing.count; i++) {
		property_list one = { 0 };

		GD_PUSH(p->arena, one, failing.at[i]);
		add_checks(p, cell, SEM_FAILS, &one);
	}
}

static const char *cell_name(struct planner *p, const struct plan_cell *cell)
{
	const char *options = cell->ir->options_text;

	return gd_arena_printf(p->arena, "%s%s%s%s%s %s %s%s%s",
	    cell->cell->mutant ? cell->cell->mutant->name.text : "", cell->cell->mutant ? ": " : "",
	    cell->scenario->name, *options ? " " : "", options, cell->cell->memory,
	    cell->workers->text, cell->property ? " " : "", cell->property ? cell->property : "");
}

/* Two lines of a `verify' block can describe the same run, but each job needs a name and a folder
 * of its own. */
static const char *unique_name(struct planner *p, const char *name)
{
	const char *unique = name;
	unsigned number = 1;

	for (size_t i = 0; i < p->plan->cells.count; i++)
		if (p->plan->cells.at[i].name && strcmp(p->plan->cells.at[i].name, unique) == 0) {
			unique = gd_arena_printf(p->arena, "%s (%u)", name, ++number);
			i = (size_t)-1;
		}
	return unique;
}

static void push_cell(struct planner *p, struct plan_cell *cell)
{
	cell->name = unique_name(p, cell_name(p, cell));
	add_claims(p, cell);
	if (cell->checks.count)
		GD_PUSH(p->arena, p->plan->cells, *cell);
}

/* Adds a cell for each property with a formula, and for each that is expected to fail. */
static void push_each_property(struct planner *p, const struct plan_cell *all)
{
	bool any_holds = false;
	struct plan_cell rest = *all;

	for (size_t i = 0; i < all->cell->claim_count && !p->failed; i++) {
		const struct sem_claim *claim = &all->cell->claims[i];
		const struct ir_property *property = find_property(all->ir, claim->property);
		struct plan_cell cell = *all;

		if (!property || !plan_wants_property(p, claim->property) ||
		    (!property->formula && claim->expected == SEM_HOLDS))
			continue;
		any_holds |= claim->expected == SEM_HOLDS;
		cell.property = property->name;
		cell.is_failing = claim->expected == SEM_FAILS;
		push_cell(p, &cell);
	}
	rest.property = plan_built_in;
	if (!any_holds && !p->failed)
		push_cell(p, &rest);
}

static void add_model_cell(struct planner *p, const struct sem_cell *sem)
{
	struct plan_cell cell = { .cell = sem, .ir = plan_lower(p, sem->variant, sem->scenario) };

	if (!cell.ir)
		return;
	if (!driver_atomic(p->arena, p->plan->file, p->filter->model.atomic,
		&(struct pml_request){ .spec = cell.ir }) ||
	    (p->filter->until &&
		!driver_until(p->arena, p->plan->file, cell.ir, p->filter->until,
		    &(struct pml_request){ 0 }))) {
		p->failed = true;
		return;
	}
	cell.scenario = plan_find_scenario(cell.ir, sem->scenario);
	cell.workers = ir_lower_workers(p->arena, cell.ir, sem->workers);
	if (!cell.scenario || !cell.workers || !memory_of(sem->memory, &cell.memory)) {
		plan_complain(p, NULL, "scenario `%s' cannot be verified under %s", sem->scenario,
		    sem->memory);
		return;
	}
	if (p->filter->each_property && !sem->mutant)
		push_each_property(p, &cell);
	else
		push_cell(p, &cell);
}

static void add_cell(struct planner *p, const struct sem_cell *sem)
{
	struct plan_cell cell = { .cell = sem };

	if (sem->mutant != p->mutant)
		p->group++;
	p->mutant = sem->mutant;
	if (!plan_wants_cell(p, sem) || p->failed)
		return;
	if (sem->scenario) {
		add_model_cell(p, sem);
		return;
	}
	cell.name = sem->mutant->name.text;
	cell.reports =
	    sem_check_mutant(p->context, p->plan->spec->sem, sem->mutant, &cell.first_report);
	GD_PUSH(p->arena, p->plan->cells, cell);
}

/* If there are no cells (in a file of litmus tests), nothing has been lowered yet, so what this
 * release does not build has not been reported. */
static const struct ir_spec *lower_first(struct planner *p)
{
	const struct sem_spec *spec = p->plan->spec->sem;
	long *values = GD_NEW_ARRAY(p->arena, long, sem_option_count(spec) + 1);
	struct sem_variant *variant = GD_NEW(p->arena, struct sem_variant);

	for (size_t i = 0; i < sem_option_count(spec); i++)
		values[i] = sem_option_at(spec, i)->initial;
	variant->values = values;
	return plan_lower(p, variant, NULL);
}

static void add_litmus(struct planner *p, const struct ir_litmus *test)
{
	const struct plan_filter *filter = p->filter;
	struct pml_refusal refusal = { 0 };
	const char *why;

	for (int m = 0; m < IR_MEMORY_COUNT && !p->failed; m++) {
		if (!(filter->only_litmus || litmus_has_claims(test, m)) ||
		    !plan_wants_memory(p, ir_memory_name[m]) ||
		    litmus_add(p->plan, test, m, &refusal, &why))
			continue;
		p->failed = true;
		if (!p->quiet)
			driver_no_litmus_model(p->context->sink, test, m, &refusal, why);
		else if (!p->why)
			p->why = why;
	}
}

static void add_tests(struct planner *p)
{
	for (size_t i = 0; p->tests && i < p->tests->litmus_count; i++)
		if (plan_wants_test(p, p->tests->litmus[i]->name))
			add_litmus(p, p->tests->litmus[i]);
	if (!p->failed)
		litmus_share(&p->plan, 1);
}

static void make_cells(struct planner *p)
{
	struct sem_cell *cells = NULL;
	size_t count =
	    p->filter->only_litmus ? 0 : sem_cells(p->context, p->plan->spec->sem, &cells);

	if (litmus_is_any(p->plan->spec))
		p->tests = lower_first(p);
	plan_check_filter(p, cells, count);
	for (size_t i = 0; i < count && !p->failed; i++)
		add_cell(p, &cells[i]);
	if (count == 0 && !p->tests)
		lower_first(p);
	if (!p->failed)
		add_tests(p);
	if (!p->failed && !p->filter->within && p->plan->cells.count + p->plan->litmus.count == 0)
		plan_complain(p,
		    count || p->tests            ? "no cell has all that the options ask for"
			: p->filter->only_litmus ? "it has no litmus test: `litmus sb { … }`"
						 : "a specification is verified in its scenarios",
		    "there is nothing to verify");
}

bool plan_make(struct plan *plan, const struct driver_common *common, const char *file,
    const struct plan_filter *filter)
{
	struct planner p = { .plan = plan, .filter = filter };

	memset(plan, 0, sizeof *plan);
	plan->file = common->file_name ? common->file_name : file;
	plan->model = filter->model;
	plan->until = filter->until;
	plan->strategy = filter->strategy;
	plan->cuts_asserts = filter->cuts_asserts;
	plan->properties = filter->properties;
	plan->spec = driver_open(common, file);
	plan->arena = p.arena = plan->spec->arena;
	p.context = &plan->spec->context;
	if (!plan->spec->sem)
		return false;
	make_cells(&p);
	for (size_t i = 0; i < plan->cells.count; i++)
		if (plan->cells.at[i].ir)
			plan->collector = plan->cells.at[i].ir->name;
	driver_write_diagnostics(plan->spec, common);
	return !p.failed;
}

bool plan_check_words(const struct driver_common *common, const char *file,
    const struct plan_filter *filter)
{
	struct plan plan = { .file = file, .spec = driver_open(common, file) };
	struct planner p = { .plan = &plan,
		.filter = filter,
		.arena = plan.spec->arena,
		.context = &plan.spec->context,
		.failed = !plan.spec->sem };
	struct sem_cell *cells = NULL;

	plan.arena = p.arena;
	if (!p.failed) {
		size_t count = sem_cells(p.context, plan.spec->sem, &cells);

		if (litmus_is_any(plan.spec))
			p.tests = lower_first(&p);
		plan_check_filter(&p, cells, count);
	}
	driver_write_diagnostics(plan.spec, common);
	plan_free(&plan);
	return !p.failed;
}

bool plan_again(struct plan *plan, const struct plan *base, struct gd_arena *arena,
    const struct plan_filter *filter, const char **why)
{
	struct syn_context context = base->spec->context;
	struct planner p = { .plan = plan,
		.filter = filter,
		.arena = arena,
		.context = &context,
		.quiet = true };

	memset(plan, 0, sizeof *plan);
	context.arena = plan->arena = arena;
	context.sink = gd_diag_sink_new(arena);
	plan->file = base->file;
	plan->model = filter->model;
	plan->until = filter->until;
	plan->strategy = filter->strategy;
	plan->cuts_asserts = filter->cuts_asserts;
	plan->properties = filter->properties;
	plan->spec = base->spec;
	plan->collector = base->collector;
	make_cells(&p);
	*why = p.why ? p.why : "it cannot be built";
	return !p.failed;
}

void plan_free(struct plan *plan)
{
	driver_close(plan->spec);
}
