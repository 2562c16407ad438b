/* panout.c: pan's report, line by line.
 *
 * Nothing is taken for granted: "no error" counts only in a report that has
 * its beginning and its end, of a search that says it was exhaustive and looked
 * for what was asked.  SPIN prints counts of more than eight digits in
 * exponential form, so they are floating point here as well. */
#include "promela-backend/campaign/panout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

static bool has(const char *line, const char *what)
{
	return strstr(line, what) != NULL;
}

/* "never claim + (:np_:)": whether the sign after NAME is a plus. */
static bool plus(const char *line, const char *name)
{
	line += strlen(name);
	while (*line == ' ' || *line == '\t')
		line++;
	return *line == '+';
}

static void parse_checks(struct camp_pan *pan, const char *line)
{
	if (begins(line, "assertion violations"))
		pan->assertions = plus(line, "assertion violations");
	else if (begins(line, "invalid end states"))
		pan->end_states = plus(line, "invalid end states");
	else if (begins(line, "acceptance   cycles"))
		pan->cycles = plus(line, "acceptance   cycles");
	else if (begins(line, "non-progress cycles"))
		pan->cycles = plus(line, "non-progress cycles");
}

static void parse_error(struct camp_pan *pan, const char *line)
{
	const char *at = strstr(line, "(at depth ");

	if (begins(line, "pan: wrote ")) {
		pan->wrote_trail = true;
		return;
	}
	/* "pan:1: …" is an error, because it has a number; "pan: …" is not */
	if (!isdigit((unsigned char)line[4]) || pan->error != CAMP_NO_ERROR)
		return;
	line = strchr(line + 4, ':');
	if (!line)
		return;
	line += strspn(line, ": ");
	if (begins(line, "depth limit reached")) { /* with -b */
		pan->depth_too_small = true;
		return;
	}
	if (begins(line, "assertion violated"))
		pan->error = CAMP_ASSERTION;
	else if (begins(line, "invalid end state"))
		pan->error = CAMP_END_STATE;
	else if (begins(line, "acceptance cycle") || begins(line, "non-progress cycle") ||
	    begins(line, "accept stutter"))
		pan->error = CAMP_CYCLE;
	else if (begins(line, "end state in claim reached"))
		pan->error = CAMP_CLAIM;
	else
		pan->error = CAMP_OTHER_ERROR;
	if (at)
		pan->error_depth = strtol(at + strlen("(at depth "), NULL, 10);
	strncpy(pan->message, line, sizeof pan->message - 1);
}

/* "     70 states, stored (139 visited)" */
static void parse_count(struct camp_pan *pan, const char *line)
{
	char *end;
	double count = strtod(line, &end);

	if (end == line)
		return;
	end += strspn(end, " ");
	if (begins(end, "states, stored")) {
		pan->has_states = true;
		pan->states = count;
	} else if (begins(end, "transitions")) {
		pan->transitions = count;
	} else if (has(end, "total actual memory usage")) {
		pan->memory = count;
	}
}

static void parse_trouble(struct camp_pan *pan, const char *line)
{
	if (begins(line, "error: max search depth too small"))
		pan->depth_too_small = true;
	else if (has(line, "pan: reached -DMEMLIM bound") || has(line, "pan: out of memory"))
		pan->out_of_memory = true;
	else if (begins(line, "pan: time limit"))
		pan->out_of_time = true;
	else if (begins(line, "Interrupted"))
		pan->interrupted = true;
	else if (has(line, "Search not completed"))
		pan->not_completed = true;
}

static void parse_vector(struct camp_pan *pan, const char *line)
{
	const char *depth = strstr(line, "depth reached "), *errors = strstr(line, "errors: ");

	pan->vector = strtol(line + strlen("State-vector"), NULL, 10);
	if (depth)
		pan->depth = strtod(depth + strlen("depth reached "), NULL);
	if (errors && isdigit((unsigned char)errors[8])) {
		pan->has_errors = true;
		pan->errors = strtoul(errors + 8, NULL, 10);
	}
}

static void parse_line(struct camp_pan *pan, const char *line)
{
	line += strspn(line, " \t");
	parse_trouble(pan, line);
	if (begins(line, "pan:"))
		parse_error(pan, line);
	if (begins(line, "Full statespace search for:"))
		pan->exhaustive = true;
	else if (begins(line, "Bit statespace search") || has(line, "Hash-Compact"))
		pan->exhaustive = false;
	else if (begins(line, "State-vector"))
		parse_vector(pan, line);
	else if (begins(line, "pan: elapsed time"))
		pan->complete = true;
	else if (isdigit((unsigned char)*line))
		parse_count(pan, line);
	else
		parse_checks(pan, line);
}

void camp_pan_parse(struct camp_pan *pan, const char *text)
{
	memset(pan, 0, sizeof *pan);
	while (*text) {
		char line[512];
		size_t length = strcspn(text, "\n"), kept = length;

		if (kept > sizeof line - 1)
			kept = sizeof line - 1;
		memcpy(line, text, kept);
		line[kept] = 0;
		parse_line(pan, line);
		text += length + (text[length] == '\n');
	}
}

static double last_after(const char *text, const char *key)
{
	const char *at = NULL;

	for (const char *next = text; (next = strstr(next, key)); next++)
		at = next;
	return at ? strtod(at + strlen(key), NULL) : 0;
}

void camp_pan_progress(const char *text, double *states, double *memory)
{
	*states = last_after(text, "States=");
	*memory = last_after(text, "Memory=");
}

bool camp_pan_reached(const char *text, double *states, double *depth)
{
	struct camp_pan pan;

	camp_pan_parse(&pan, text);
	*states = pan.has_states ? pan.states : last_after(text, "States=");
	*depth = pan.has_states ? pan.depth : last_after(text, "Depth=");
	return *states > 0;
}

long camp_pan_automaton(const char *text)
{
	const char *wish = strstr(text, "MA too small");
	const char *bytes = wish ? strstr(wish, "N>") : NULL;

	return bytes ? strtol(bytes + strlen("N>"), NULL, 10) + 1 : wish ? 1 : 0;
}

static const char *unreliable(const struct camp_pan *pan, const struct camp_looked_for *wanted)
{
	if (!pan->complete || !pan->has_errors || !pan->has_states)
		return "its report is not whole";
	if (!pan->exhaustive && !wanted->bits)
		return "the search was not exhaustive";
	if (wanted->assertions && !pan->assertions)
		return "it did not look at assertions";
	if (wanted->end_states && !pan->end_states)
		return "it did not look for deadlocks";
	if (wanted->cycles && !pan->cycles)
		return "it did not look for cycles";
	if (pan->errors && (pan->error == CAMP_NO_ERROR || !pan->wrote_trail))
		return "it reports an error and does not show it";
	if (!pan->errors && pan->error != CAMP_NO_ERROR)
		return "it shows an error and does not count it";
	return NULL;
}

enum camp_outcome camp_pan_judge(const struct camp_pan *pan, const struct camp_looked_for *wanted,
    const char **why)
{
	*why = NULL;
	/* if memory ran out before the search began, the report cannot be relied on */
	if (pan->out_of_memory && !pan->errors) {
		*why = "the memory limit was reached";
		return CAMP_PAN_LIMIT;
	}
	if (pan->depth_too_small && (pan->error == CAMP_NO_ERROR || wanted->smallest))
		return CAMP_PAN_DEEPER;
	*why = unreliable(pan, wanted);
	if (*why)
		return CAMP_PAN_BAD;
	if (pan->errors)
		return CAMP_PAN_ERROR;
	if (pan->out_of_time || pan->interrupted) {
		*why = pan->out_of_time ? "the time limit was reached" : "it was interrupted";
		return CAMP_PAN_LIMIT;
	}
	if (pan->not_completed) {
		*why = "it says that the search was not completed";
		return CAMP_PAN_BAD;
	}
	if (pan->states < 1) {
		*why = "it found no state at all";
		return CAMP_PAN_BAD;
	}
	return CAMP_PAN_CLEAN;
}
