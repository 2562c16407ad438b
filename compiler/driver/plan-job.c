/* plan-job.c: a job of a plan: its model, the runs of its verifier, and the models with fewer foldings. */
#include "compiler/driver/plan.h"

#include <string.h>

static bool has_flag(const char *const *flags, const char *flag)
{
	for (; *flags; flags++)
		if (strcmp(*flags, flag) == 0)
			return true;
	return false;
}

static const char *const safety_cc[] = { "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", NULL };
static const char *const safety_pan[] = { "-b", "-E", NULL };
static const char *const short_pan[] = { "-E", NULL };

void plan_add_safety_run(struct gd_arena *arena, struct camp_job *job)
{
	struct camp_run *run = GD_NEW(arena, struct camp_run);

	*run = (struct camp_run){ .cc_flags = safety_cc,
		.pan_flags = safety_pan,
		.assertions = true,
		.short_cc_flags = safety_cc,
		.short_pan_flags = short_pan };
	job->runs = run;
	job->run_count = 1;
}

/* If no property asks for the end of runs, an endless run only makes the result unknown.  Then
 * assertions are searched first, on their own. */
void plan_add_runs(struct gd_arena *arena, const struct pml_request *request, struct camp_job *job)
{
	struct camp_run *runs = GD_NEW_ARRAY(arena, struct camp_run, 2), *run = &runs[1];
	const char *ends = NULL;
	bool two;

	for (size_t i = 0; i < request->property_count; i++)
		if (request->properties[i]->builtin == IR_CYCLE_ENDS)
			ends = request->properties[i]->name;
	run->cc_flags = pml_cc_flags(arena, request);
	run->pan_flags = pml_pan_flags(arena, request);
	run->assertions = true;
	run->cycles = has_flag(run->pan_flags, "-l") || has_flag(run->pan_flags, "-a");
	run->end_states = !run->cycles && !has_flag(run->pan_flags, "-E");
	run->on_end_state = ends;
	run->on_cycle = request->strategy == PML_LTL ? request->properties[0]->name : ends;
	/* without -b, because shorter runs are found by cutting the search */
	run->short_cc_flags = request->strategy == PML_LTL ? NULL : safety_cc;
	run->short_pan_flags = short_pan;
	two = run->cycles && !run->on_cycle;
	runs[0] = *run;
	runs[0].cc_flags = safety_cc;
	runs[0].pan_flags = safety_pan;
	runs[0].cycles = false;
	job->runs = two ? runs : run;
	job->run_count = two ? 2 : 1;
}

const char *plan_model_text(struct gd_arena *arena, const struct pml_request *request,
    const char **why)
{
	const char *text = NULL;
	struct gd_out out;

	gd_out_init(&out, 0);
	if (pml_emit(arena, request, &out, why))
		text = gd_arena_strndup(arena, out.text, out.length);
	gd_out_free(&out);
	return text;
}

/* What models with fewer foldings are made of. */
struct fallback_of {
	struct gd_arena *arena;
	struct pml_request request;
};

bool plan_fewer_foldings(size_t index, unsigned *no_fold)
{
	enum { DOUBTS = 1u << PML_FOLD_DOUBTS, CELLS = DOUBTS | 1u << PML_FOLD_CELLS };
	static const unsigned less[] = { 0, DOUBTS, CELLS, CELLS | 1u << PML_FOLD_OPENINGS,
		CELLS | 1u << PML_FOLD_SETS | 1u << PML_FOLD_PRIVATE, PML_NO_FOLD };
	bool is_there = index < sizeof less / sizeof *less;

	if (is_there)
		*no_fold = less[index];
	return is_there;
}

static const char *fallback(const void *fallback_of, size_t index)
{
	const struct fallback_of *of = fallback_of;
	struct pml_request next = of->request;
	const char *text = NULL, *why;
	unsigned less;

	for (; !text && plan_fewer_foldings(index + 1, &less); index++) {
		next.no_fold = of->request.no_fold | less;
		text = plan_model_text(of->arena, &next, &why);
	}
	return text;
}

/* The models in which stores of workers are late.  They are much larger, so they are searched only where that
 * makes a difference.  They have no canonical form. */
static void add_late(struct gd_arena *arena, const struct pml_request *request,
    struct camp_job *job)
{
	struct pml_request late = *request;
	const char *why;

	if (!job->model || !strstr(job->model, "FAILED_LATE)"))
		return;
	late.late_stores = true;
	late.canonical = false;
	late.window_bound = NULL;
	late.premises = NULL;
	late.refusal = NULL;
	job->late = plan_model_text(arena, &late, &why);
	late.no_fold = PML_NO_FOLD;
	if (job->whole)
		job->late_whole = plan_model_text(arena, &late, &why);
}

static bool keeps_loops(const char *model)
{
	return model && strstr(model, " * " PML_KEEPS_LOOPS) != NULL;
}

bool plan_keeps_loops(const struct camp_job *job)
{
	return keeps_loops(job->model) || keeps_loops(job->whole) || keeps_loops(job->late) ||
	    keeps_loops(job->late_whole);
}

void plan_add_fallbacks(struct gd_arena *arena, const struct pml_request *request,
    struct camp_job *job)
{
	struct fallback_of *of = GD_NEW(arena, struct fallback_of);

	*of = (struct fallback_of){ arena, *request };
	of->request.window_bound = NULL;
	of->request.premises = NULL;
	job->fallback_of = of;
	job->fallback = fallback;
	add_late(arena, request, job);
}
