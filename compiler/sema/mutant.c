/* mutant.c: changes to a specification that must be caught. */
#include "compiler/sema/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool may_change(enum syn_decl_kind kind)
{
	switch (kind) {
	case SYN_DECL_OBJECT:
	case SYN_DECL_PHASE:
	case SYN_DECL_WORK:
	case SYN_DECL_CYCLE:
	case SYN_DECL_BUCKET:
	case SYN_DECL_FUNCTION:
	case SYN_DECL_BARRIER:
	case SYN_DECL_GHOST:
	case SYN_DECL_ERROR: return true;
	case SYN_DECL_COLLECTOR:
	case SYN_DECL_IMPORT:
	case SYN_DECL_OPTION:
	case SYN_DECL_SPACE:
	case SYN_DECL_REGION:
	case SYN_DECL_PROPERTY:
	case SYN_DECL_SCENARIO:
	case SYN_DECL_VERIFY:
	case SYN_DECL_MUTANT:
	case SYN_DECL_LITMUS:
	case SYN_DECL_POLICY: break;
	}
	return false;
}

static bool check_change(struct sem_checker *c, const struct syn_decl *mutant, size_t index)
{
	const struct syn_decl *change = mutant->changes.at[index];

	if (!may_change(change->kind)) {
		gd_help(sem_error(c, GD_E_mutant_declaration, change->head,
			    "a mutant cannot change this"),
		    "it can change objects, phases, work, cycles, buckets, functions, barriers and "
		    "ghosts");
		return false;
	}
	for (size_t i = 0; change->name.text && i < index; i++)
		if (mutant->changes.at[i]->kind == change->kind &&
		    mutant->changes.at[i]->name.text == change->name.text) {
			gd_note(sem_error(c, GD_E_duplicate_name, change->name.loc,
				    "this mutant changes `%s` already", change->name.text),
			    mutant->changes.at[i]->head, "changed here first");
			return false;
		}
	if (change->kind == SYN_DECL_BUCKET && !change->has_kinds)
		return sem_resolve(c, change->name, SEM_BUCKET) != NULL;
	return true;
}

static void check_changes(struct sem_checker *c, const struct syn_decl *mutant)
{
	bool is_sound = true, differs = false;
	sem_decl_list after;

	for (size_t i = 0; i < mutant->changes.count; i++)
		is_sound &= check_change(c, mutant, i);
	if (!is_sound || c->after_syntax_errors)
		return;
	after = sem_apply_mutant(c->context->arena, &c->decls, mutant);
	for (size_t i = 0; i < after.count; i++)
		differs |= i >= c->decls.count || !sem_same_decl(c->decls.at[i], after.at[i]);
	if (!differs)
		gd_help(sem_error(c, GD_E_nothing_changed, mutant->head,
			    "the mutant `%s` does not change the specification", mutant->name.text),
		    "change something that a property should notice");
}

static void check_caught_by(struct sem_checker *c, const struct syn_decl *mutant)
{
	sem_candidates names = { 0 };

	for (size_t i = 0; sem_builtin_properties[i]; i++)
		GD_PUSH(c->context->arena, names, sem_builtin_properties[i]);
	sem_candidates_decls(c, &names, SEM_PROPERTY);
	for (size_t i = 0; i < mutant->caught_by.count; i++) {
		bool is_builtin = false;
		struct syn_name name = mutant->caught_by.at[i];

		for (size_t j = 0; name.text && sem_builtin_properties[j]; j++)
			is_builtin |= !strcmp(name.text, sem_builtin_properties[j]);
		if (!is_builtin && !sem_lookup(c, name.text, SEM_PROPERTY))
			sem_unknown(c, name, SEM_PROPERTY, &names);
	}
	sem_check_duplicates(c, &mutant->caught_by, "list");
	for (size_t i = 0; i < mutant->caught_in.count; i++)
		sem_resolve(c, mutant->caught_in.at[i], SEM_SCENARIO);
	names.count = 0;
	for (size_t i = 0; sem_memory_models[i]; i++)
		GD_PUSH(c->context->arena, names, sem_memory_models[i]);
	for (size_t i = 0; i < mutant->caught_under.count; i++)
		if (mutant->caught_under.at[i].text &&
		    !sem_is_memory_model(mutant->caught_under.at[i].text))
			sem_unknown(c, mutant->caught_under.at[i], SEM_MEMORY, &names);
}

void sem_check_mutants(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		if (c->decls.at[i]->kind != SYN_DECL_MUTANT)
			continue;
		check_changes(c, c->decls.at[i]);
		check_caught_by(c, c->decls.at[i]);
	}
}

/* A mutant that a model must catch has to be a valid specification.  Its behaviour may be wrong.
 * Warnings are muted, because they would only report that. */
void sem_check_mutant_bodies(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		struct sem_checker inner = *c;

		if (c->decls.at[i]->kind != SYN_DECL_MUTANT || c->decls.at[i]->caught_by_check)
			continue;
		inner.mutant = c->decls.at[i];
		inner.mute_warnings = true;
		inner.missed = NULL;
		inner.decls = sem_apply_mutant(c->context->arena, &c->decls, inner.mutant);
		sem_check_declarations(&inner);
	}
}

/* The reports of the static checks for SPEC with MUTANT (NULL: without a mutant), as text that the
 * caller frees. */
static char *verdict(struct syn_context *context, const struct sem_spec *spec,
    const struct syn_decl *mutant)
{
	struct syn_context scratch = *context;
	struct sem_checker c = { .context = &scratch,
		.spec = (struct sem_spec *)spec,
		.check_operation = sem_operation,
		.decls = sem_apply_mutant(context->arena, &spec->decls, mutant) };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	scratch.sink = gd_diag_sink_new(context->arena);
	sem_check_declarations(&c);
	gd_diag_write(scratch.sink, out, GD_DIAG_TEXT, false);
	return fclose(out) == 0 ? text : NULL;
}

/* A mutant is caught by reports that the specification itself does not get. */
size_t sem_check_mutant(struct syn_context *context, const struct sem_spec *spec,
    const struct syn_decl *mutant, const char **first)
{
	char *before = verdict(context, spec, NULL), *after = verdict(context, spec, mutant);
	size_t count = 0;

	if (first)
		*first = NULL;
	for (char *line = after, *end; before && line && *line; line = end) {
		size_t length = strcspn(line, "\n");

		end = line + length + (line[length] != '\0');
		line[length] = '\0';
		if ((!strstr(line, ": error: ") && !strstr(line, ": warning: ")) ||
		    strstr(before, line))
			continue;
		if (count++ == 0 && first)
			*first = gd_arena_strdup(context->arena, line);
	}
	free(before);
	free(after);
	return count;
}
