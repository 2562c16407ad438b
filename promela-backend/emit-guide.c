/* emit-guide.c: models whose runs follow a guide.
 *
 * The place in the guide is a variable of the model.  After each line of a replay that a guide can
 * have, the run is cut unless it is the next event. */
#include "promela-backend/emit-guide.h"

#include <stdlib.h>
#include <string.h>

/* Lines that a guide can have.  Of what mutators do with their own roots it says nothing. */
static const char *const watched[] = { "step:claim", "step:script", "step:request", "step:begin",
	"step:end", "step:open", "step:close", "open", "close", "phase", "all_stopped", "resume",
	"collect", "access", "answer", "free", "allocate", "made", "full", "done", NULL };

/* A run that breaks a check is cut: the search is for the end of the guide, or for checks that are
 * broken late enough.  Where nothing is known the search ends. */
static void declare_failures(const struct pml_request *request, struct gd_out *out)
{
	if (request->seeks_failure)
		gd_out_line(out, "#define SOUGHT(number) guide_at >= %zu", request->fails_from);
	else
		gd_out_line(out, "#define SOUGHT(number) number == %d", PML_FAILED_OUTCOME);
	gd_out_line(out, "#undef FAIL");
	gd_out_line(out,
	    "#define FAIL(number) if :: !failed && (SOUGHT(number) || number >= FAILED_FULL && number <= "
	    "FAILED_BOUND) -> failed_property = number; assert(failed_property != number) "
	    ":: else -> failed = true fi");
}

void pml_declare_guide(struct pml_model *model, struct gd_out *out)
{
	if (!model->request->guide)
		return;
	if (!model->request->outcomes)
		gd_out_line(out,
		    "bool failed;                    // this run does not follow the guide");
	gd_out_line(out, "short guide_at;                 // so many of its events have happened");
	if (!model->request->outcomes)
		declare_failures(model->request, out);
}

/* ---------------------------------------------------------------- one value */
/* The text up to the next comma that is in no parentheses; *AT is moved past it. */
static const char *next_part(struct pml_model *model, const char **at)
{
	const char *from = *at, *to = from;
	int depth = 0;

	for (; *to && (*to != ',' || depth > 0); to++)
		depth += (*to == '(') - (*to == ')');
	*at = to + (*to == ',');
	while (*from == ' ')
		from++;
	return gd_arena_strndup(model->arena, from, (size_t)(to - from));
}

/* Adds to *CONDITION that VALUE, which may have parts, is WANTED. false: it never is. */
static bool add_value(struct pml_model *model, const struct pml_value *value, const char *wanted,
    const char **condition)
{
	const char *format = value->format, *args = value->args ? value->args : "";

	while (*format) {
		const char *part = next_part(model, &format), *want = next_part(model, &wanted);

		if (strcmp(part, "%d") == 0)
			*condition = gd_arena_printf(model->arena, "%s && (%s) == %s", *condition,
			    next_part(model, &args), want);
		else if (strcmp(part, "?") != 0 && strcmp(part, want) != 0)
			return false;
	}
	return true;
}

/* ------------------------------------------------------------------ one event */
/* TOLD: a line as in a request.  When LINE is it, to be added to *CONDITION. false: never. */
static bool may_be(struct pml_model *model, const struct pml_line *line, const char *told,
    const char **condition)
{
	const char *name = pml_line_name(model, line);
	size_t length = strcspn(told, " ");
	bool good = length == strlen(name) && strncmp(told, name, length) == 0;

	for (told += length; good && *told; told += length) {
		size_t key = strcspn(++told, "=");
		const struct pml_value *value =
		    pml_line_value(line, gd_arena_strndup(model->arena, told, key));

		length = strcspn(told, " ");
		good = value &&
		    add_value(model, value,
			gd_arena_strndup(model->arena, told + key + 1, length - key - 1),
			condition);
	}
	return good;
}

static bool is_last(const struct pml_model *model, size_t event)
{
	const struct pml_request *request = model->request;

	return event + 1 == request->guide_count && !request->seeks && !request->outcomes &&
	    !request->seeks_failure && !request->seeks_pass;
}

/* What happens when EVENT has happened. */
static const char *go_on(struct pml_model *model, size_t event)
{
	struct pml_line line =
	    PML_LINE(model, fail, .property = pml_text(PML_OUTCOME), .binding = pml_text("-"));
	const char *next = gd_arena_printf(model->arena, "guide_at = %zu", event + 1);

	if (model->request->outcomes)
		return gd_arena_printf(model->arena, "%s; c_code { printf(\"%s%zu\\n\"); }", next,
		    PML_GUIDED, event + 1);
	return is_last(model, event) ? gd_arena_printf(model->arena, "%s; %s; FAIL(%d)", next,
					   pml_line_text(model, &line), PML_FAILED_OUTCOME)
				     : next;
}

/* " :: guide_at == 3 && (v_o) == 0 -> guide_at = 4", for each way in which LINE is EVENT. */
static const char *alternatives(struct pml_model *model, const struct pml_line *line, size_t event)
{
	const char *told = model->request->guide[event], *text = "";

	while (*told) {
		size_t length = strcspn(told, "|");
		const char *condition =
		    gd_arena_printf(model->arena, "!failed && guide_at == %zu", event);

		if (may_be(model, line, gd_arena_strndup(model->arena, told, length), &condition))
			text = gd_arena_printf(model->arena, "%s :: %s -> %s", text, condition,
			    go_on(model, event));
		told += length + (told[length] == '|');
	}
	return text;
}

bool pml_guides_action(enum ir_script_op op)
{
	return op != IR_SCRIPT_COLLECT && op != IR_SCRIPT_JOIN && op != IR_SCRIPT_LEAVE;
}

static bool is_interval(const struct ir_spec *spec, const char *phase)
{
	for (size_t i = 0; i < spec->phase_count; i++)
		if (strcmp(spec->phases[i]->name, phase) == 0)
			return spec->phases[i]->from != NULL;
	return false;
}

/* The runtime gives new objects their metadata before, and C requests a cycle when a script does.
 * Intervals begin and end in the step of another event, and C has them at another time. */
static bool is_silent(const struct pml_model *model, const struct pml_line *line)
{
	const struct pml_value *mutator = pml_line_value(line, "mutator"),
			       *action = pml_line_value(line, "action"),
			       *op = pml_line_value(line, "op");
	const struct ir_scenario *scenario = model->scenario;

	if (op && strcmp(op->format, "fence") == 0)
		return true;
	if (line->event == PML_EVENT_access)
		return model->allocates;
	if (line->event == PML_EVENT_phase)
		return is_interval(model->spec, pml_line_value(line, "phase")->format);
	return line->event == PML_STEP_script &&
	    !pml_guides_action(
		scenario->mutators[atoi(mutator->format)].actions[atoi(action->format)].op);
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(*names, name) != 0)
		names++;
	return *names;
}

bool pml_is_in_guide(const char *name)
{
	static const char *const others[] = { "model", "fail", "switches", "operations", "renamed",
		NULL };

	return !is_one_of(name, others);
}

static bool is_watched(struct pml_model *model, const struct pml_line *line)
{
	const char *name = pml_line_name(model, line);

	if (model->request->guide_has_all)
		return pml_is_in_guide(name);
	return is_one_of(name, watched) && !is_silent(model, line);
}

const char *pml_guide_text(struct pml_model *model, const struct pml_line *line)
{
	const struct pml_request *request = model->request;
	const char *text = "";

	if (!request->guide || !is_watched(model, line))
		return "";
	for (size_t i = 0; i < request->guide_count; i++)
		text = gd_arena_printf(model->arena, "%s%s", text, alternatives(model, line, i));
	if (request->seeks_pass)
		text = gd_arena_printf(model->arena, "%s :: guide_at == %zu -> skip", text,
		    request->guide_count);
	return gd_arena_printf(model->arena, "; if%s :: else -> failed = true fi", text);
}
