/* emit-bound.c: models whose runs have at most so many reorderings, context switches, operations of the
 * most general client, and objects, and in which no assert fails.
 *
 * Switches are counted down.  The first step of a run chooses with how many it begins: 0, 1, 2 …
 * The search tries these values in their order, and all runs with one value before the next.  So
 * the first failure that it finds has the fewest switches.  A state in which as many are left as in a
 * state that was met with another value is the same state, and is not searched twice.
 *
 * Operations and objects are counted down in the same way, in runs whose number of switches is given: 0
 * operations with each number of objects, then 1 operation …
 *
 * A run in which an assert of a kernel fails, or a use at which the runtime stops the program, is cut
 * there: the search is for another property, and such a run shows none.
 *
 * A search for a short run goes on after a failure.  It must not get to larger numbers then, so
 * fewest_found is hidden: it belongs to no state, and a search that goes back does not forget it. */
#include "promela-backend/emit-bound.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/steps/event.h"

const char *pml_within(const struct pml_model *model)
{
	const struct pml_request *request = model->request;

	return gd_arena_printf(model->arena, "(%s%s%s%s)",
	    pml_counts_reorderings(model) ? "mem_within" : "true",
	    request->counts_switches ? " && switches_within" : "",
	    request->counts_operations ? " && operations_within" : "",
	    request->cuts_asserts ? " && !assert_failed" : "");
}

void pml_declare_switches(struct gd_out *out)
{
	gd_out_line(out,
	    "short switches_left = -1;       // that the run may still have; below 0: it has more");
	gd_out_line(out,
	    "byte thread_now;                // whose step was the last one; 0: nobody's");
	gd_out_line(out, "#define switches_within (switches_left >= 0)");
	gd_out_line(out,
	    "#define STEP_OF(thread) switches_left = switches_left - "
	    "(thread_now != 0 && thread_now != thread); thread_now = thread");
}

void pml_declare_found(struct gd_out *out)
{
	gd_out_line(out, "hidden byte fewest_found;       // 1: a run has failed");
}

static void declare_operations(struct gd_out *out)
{
	gd_out_line(out,
	    "short operations_left, objects_left; // that the run may still have; below 0: it has more");
	gd_out_line(out, "#define operations_within (operations_left >= 0 && objects_left >= 0)");
}

/* A failure of a run with more than it may have is none. */
static void declare_failures(const struct pml_model *model, struct gd_out *out)
{
	const struct pml_request *request = model->request;
	bool counts = request->counts_switches || request->counts_operations,
	     cuts = request->cuts_asserts;

	gd_out_line(out, "#undef FAIL");
	gd_out_line(out,
	    "#define FAIL(number) %sfailed_property = number; %sassert(failed_property != number || !%s)%s",
	    cuts ? "if :: number == FAILED_ASSERT -> assert_failed = true :: else -> " : "",
	    counts ? gd_arena_printf(model->arena, "fewest_found = fewest_found || %s; ",
			 pml_within(model))
		   : "",
	    pml_within(model), cuts ? " fi" : "");
}

void pml_declare_bounds(struct pml_model *model, struct gd_out *out)
{
	bool counts_switches = model->request->counts_switches,
	     counts_operations = model->request->counts_operations;

	if (!pml_is_bounded(model))
		return;
	if (counts_switches || counts_operations)
		pml_declare_found(out);
	if (counts_switches)
		pml_declare_switches(out);
	if (counts_operations)
		declare_operations(out);
	if (model->request->cuts_asserts)
		gd_out_line(out,
		    "bool assert_failed;             // the run has broken what is not searched for");
	declare_failures(model, out);
}

void pml_choose_switches(unsigned least, unsigned most, struct gd_out *out)
{
	gd_out_line(out, "if");
	for (unsigned i = least; i <= most; i++)
		gd_out_line(out, ":: !fewest_found -> switches_left = %u", i);
	gd_out_line(out, "fi;");
}

void pml_tell_switches(struct pml_model *model, struct gd_out *out)
{
	struct pml_line line = PML_LINE(model, switches, .number = pml_number("switches_left"));

	gd_out_line(out, "%s;", pml_line_text(model, &line));
}

const char *pml_step_of(struct pml_model *model, size_t thread)
{
	return model->request->counts_switches
	    ? gd_arena_printf(model->arena, "STEP_OF(%zu); ", thread)
	    : NULL;
}

/* Note [Claims]: the number with which the run begins is the smallest, and the line says so, only if no run
 * is left out.  A model that counts reorderings takes each step of a mutator as an access of it
 * (doc/model.md), so it cuts runs that have few enough reorderings, and may have fewer switches. */
static bool leaves_out_none(const struct pml_model *model)
{
	return !pml_counts_reorderings(model);
}

/* A run with so many operations has at most as many objects more than it begins with. */
static void choose_operations(struct pml_model *model, struct gd_out *out)
{
	const struct pml_request *request = model->request;
	struct pml_line line = PML_LINE(model, operations, .number = pml_number("operations_left"),
	    .objects = pml_number("objects_left"));

	gd_out_line(out, "if");
	for (unsigned i = request->least_operations; i <= request->most_operations; i++)
		for (size_t j = request->least_objects; j <= model->objects + i; j++)
			gd_out_line(out,
			    ":: !fewest_found -> operations_left = %u; objects_left = %zu", i, j);
	gd_out_line(out, "fi;");
	if (leaves_out_none(model))
		gd_out_line(out, "%s;", pml_line_text(model, &line));
}

void pml_choose_bounds(struct pml_model *model, struct gd_out *out)
{
	const struct pml_request *request = model->request;

	if (request->counts_switches)
		pml_choose_switches(request->least_switches, request->most_switches, out);
	if (request->counts_switches && !request->operations_first && leaves_out_none(model))
		pml_tell_switches(model, out);
	if (request->counts_operations)
		choose_operations(model, out);
}
