/* emit-slice.c: variables that nothing reads are no part of the state.
 *
 * Note [Unread variables]: left out of the state are variables whose value no step depends on: each
 * place that names one is an assignment to it, or an assignment to another such variable, or a line
 * of a replay.  Two states that differ only in them have the same steps, break the same properties,
 * and lead to states that again differ only in them.  So they are bisimilar.  The variables become
 * `hidden': SPIN keeps them outside of the state.  A replay goes forward from the first state, so it
 * still prints their values.
 *
 * Which variables are unread depends on the properties and the scenario: ghosts that are for other
 * properties, the record of units that were left out (doubt_K) where nobody asks for such units, views of
 * phases that no barrier reads, marks of late stores that nobody can meet.
 *
 * The text decides, because it has all readers: guards, steps, checks, claims, generated C and the
 * support files.  What is not surely an assignment counts as a reader, and so does C that prints a
 * value in the search.  With a guide, which compares the lines of a replay in the search, nothing is
 * left out.  Compared by: tests/differential (models, clients), tests/run/reductions.sh. */
#include "promela-backend/emit-slice.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/text-scan.h"

#include <string.h>

struct variable {
	const char *name;
	size_t length;
	bool is_read;
	GD_VEC(size_t) sources; /* variables whose values it is assigned */
};

struct slice {
	struct pml_model *model;
	struct gd_arena *arena;
	GD_VEC(struct variable) all;
	GD_VEC(size_t) found; /* read, and their sources are still to be looked at */
};

static const char *line_end(const char *at)
{
	return at + strcspn(at, "\n");
}

/* The number of the candidate whose name is AT, or the number of candidates. */
static size_t candidate(const struct slice *s, const char *at, size_t length)
{
	size_t i = 0;

	while (i < s->all.count &&
	    (s->all.at[i].length != length || memcmp(s->all.at[i].name, at, length) != 0))
		i++;
	return i;
}

/* ------------------------------------------------------------------ declarations */
/* The name that LINE declares, alone on its line, or NULL. */
static const char *declared(struct gd_arena *arena, const char *line)
{
	static const char *const types[] = { "byte ", "bool ", "short ", "int " };

	if (memchr(line, ',', strcspn(line, ";\n")))
		return NULL;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (pml_begins(line, types[i])) {
			const char *name = line + strlen(types[i]);

			return gd_arena_strndup(arena, name, pml_name_length(name));
		}
	return NULL;
}

static bool is_sort(const char *name)
{
	static const char *const sorts[] = { "doubt_", "ghost_", "seen_", "late_", "ended_" };

	for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
		if (pml_begins(name, sorts[i]))
			return true;
	return false;
}

static void find_candidates(struct slice *s, const char *text)
{
	for (const char *at = text; *at; at = line_end(at) + (*line_end(at) != '\0')) {
		const char *name = declared(s->arena, at);

		if (name && is_sort(name))
			GD_PUSH(s->arena, s->all,
			    ((struct variable){ .name = name, .length = strlen(name) }));
	}
}

/* ------------------------------------------------------------------------- reads */
static void read_by(struct slice *s, size_t variable, size_t owner)
{
	struct variable *v = &s->all.at[variable];

	if (owner == variable)
		return;
	if (owner < s->all.count)
		GD_PUSH(s->arena, s->all.at[owner].sources, variable);
	else if (!v->is_read) {
		v->is_read = true;
		GD_PUSH(s->arena, s->found, variable);
	}
}

/* The position after the brackets, quotes or comment that begin AT; AT itself if none do. */
static const char *past_group(const char *at)
{
	int depth = 0;

	if (pml_past_quoted(at) != at)
		return pml_past_quoted(at);
	if (*at != '(' && *at != '[')
		return at;
	do {
		const char *next = *at == '"' ? pml_past_quoted(at) : at + 1;

		depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
		at = next;
	} while (*at && depth);
	return at;
}

/* Where the value ends that is assigned AT. */
static const char *end_of_value(const char *at)
{
	while (*at && !strchr(";\n})]", *at) && !pml_begins(at, "->") && !pml_begins(at, "::") &&
	    !pml_begins(at, " fi") && !pml_begins(at, " od")) {
		const char *past = past_group(at);

		at = past > at ? past : at + 1;
	}
	return at;
}

/* If the name of LENGTH characters AT is assigned to there: the end of the assignment.  Otherwise
 * NULL. */
static const char *end_of_assignment(const char *at, size_t length)
{
	const char *past = at + length;

	if (*past == '[')
		past = past_group(past);
	if (pml_begins(past, "++") || pml_begins(past, "--"))
		return past + 2;
	return pml_begins(past, " = ") ? end_of_value(past + 3) : NULL;
}

/* If LEFT_OUT(…) is AT, which assigns a value of doubt_K that depends on doubt_K only: its end. */
static const char *left_out(const char *at, size_t length)
{
	static const char *const macros[] = { "LEFT_OUT", "LEFT_OUT_OF_BUFFER" };

	for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
		if (length == strlen(macros[i]) && pml_begins(at, macros[i]) && at[length] == '(')
			return past_group(at + length);
	return NULL;
}

/* Whether a line that begins AT declares a candidate. */
static bool is_declaration(const struct slice *s, const char *at)
{
	const char *name = declared(s->arena, at);

	return name && candidate(s, name, strlen(name)) < s->all.count;
}

/* C reads variables as now.NAME, also to print them in the search. */
static void look_at_c(struct slice *s, const char *at, const char *end)
{
	while ((at = memchr(at, 'n', (size_t)(end - at)))) {
		size_t variable = pml_begins(at, "now.")
		    ? candidate(s, at + 4, pml_name_length(at + 4))
		    : s->all.count;

		if (variable < s->all.count)
			read_by(s, variable, s->all.count);
		at++;
	}
}

/* Looks through the text from AT to END, which is part of an assignment to OWNER. */
static void look(struct slice *s, const char *at, const char *end, size_t owner)
{
	while (at < end) {
		size_t length = pml_name_length(at), variable;
		const char *past = NULL;

		if (*at == '"' || pml_begins(at, "//") || pml_begins(at, "/*")) {
			at = past_group(at);
			continue;
		}
		if (!length) {
			at++;
			continue;
		}
		variable = candidate(s, at, length);
		if (pml_begins(at, "printf(") && length == strlen("printf"))
			past = past_group(at + length);
		else if (owner == s->all.count && variable < owner)
			past = end_of_assignment(at, length);
		else if (owner == s->all.count)
			past = left_out(at, length);
		if (past && variable < s->all.count)
			look(s, at + length, past, variable);
		else if (!past && variable < s->all.count)
			read_by(s, variable, owner);
		at = past ? past : at + length;
	}
}

static void look_through(struct slice *s, const char *at, const char *end)
{
	while (at < end) {
		const char *line = line_end(at);

		look_at_c(s, at, line);
		if (!is_declaration(s, at) && !pml_is_unsound(s->model, PML_FOLD_UNREAD))
			look(s, at, line, s->all.count);
		at = line + 1;
	}
}

/* A variable whose value is assigned to one that is read is read. */
static void close_reads(struct slice *s)
{
	while (s->found.count) {
		const struct variable *v = &s->all.at[s->found.at[--s->found.count]];

		for (size_t i = 0; i < v->sources.count; i++)
			read_by(s, v->sources.at[i], s->all.count);
	}
}

/* ------------------------------------------------------------------------- model */
void pml_find_unread(struct pml_model *model, const char *text)
{
	struct slice s = { .model = model, .arena = model->arena };
	size_t count;
	const struct pml_support_file *files = pml_support_files(&count);

	if (!pml_folds(model, PML_FOLD_UNREAD) || model->request->guide)
		return;
	find_candidates(&s, text);
	if (!s.all.count)
		return;
	look_through(&s, text, text + strlen(text));
	for (size_t i = 0; i < count; i++)
		look_through(&s, files[i].text, files[i].text + files[i].length);
	close_reads(&s);
	for (size_t i = 0; i < s.all.count; i++)
		if (!s.all.at[i].is_read)
			GD_PUSH(model->arena, model->unread, s.all.at[i].name);
}

bool pml_is_unread(const struct pml_model *model, const char *name)
{
	for (size_t i = 0; i < model->unread.count; i++)
		if (strcmp(model->unread.at[i], name) == 0)
			return true;
	return false;
}

void pml_put_sliced(const struct pml_model *model, const char *text, size_t length,
    struct gd_out *out)
{
	for (const char *at = text, *end = text + length; at < end;) {
		const char *next = line_end(at) + 1;
		const char *name = model->unread.count ? declared(model->arena, at) : NULL;

		if (name && pml_is_unread(model, name))
			gd_out_puts(out, "hidden ");
		gd_out_raw(out, at, (size_t)(next - at));
		at = next;
	}
}
