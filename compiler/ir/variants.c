/* variants.c: what is wrong in some variant only.
 *
 * Sema looks at a specification once, whatever its options are.  What becomes of it
 * under their values, where functions are written out, only lowering can say; so each
 * variant is lowered, and what was made is thrown away. */
#include "compiler/ir/lower-internal.h"

/* If there are more assignments of the options than this, only those are checked in which at most
 * one option differs from its default. */
#define MOST_ASSIGNMENTS 64

struct variants {
	struct syn_context *context;
	const struct sem_spec *spec;
	struct sem_variant variant;
	long *values;
};

/* The reports of the first attempt are thrown away.  If it met something that this release does not
 * build, they may be consequences of that.  Otherwise the second attempt makes them again. */
static void check_variant(struct variants *v)
{
	struct syn_context scratch = *v->context;
	struct lower l = { .context = &scratch, .sem = v->spec, .variant = &v->variant };

	scratch.arena = gd_arena_new();
	scratch.sink = gd_diag_sink_new(scratch.arena);
	ir_lower_variant(&l, NULL, 0);
	gd_arena_free(scratch.arena);
	if (l.failed && !l.unbuilt)
		ir_lower_only(v->context, v->spec, &v->variant, NULL, 0);
}

/* Checks the specification, and each mutant that is a complete specification. */
static void check_assignment(struct variants *v)
{
	struct syn_decl **mutants;
	size_t count;

	v->variant.mutant = NULL;
	check_variant(v);
	count = sem_decls(v->spec, &v->variant, SYN_DECL_MUTANT, v->context->arena, &mutants);
	for (size_t i = 0; i < count; i++) {
		if (mutants[i]->caught_by_check)
			continue;
		v->variant.mutant = mutants[i];
		check_variant(v);
	}
	v->variant.mutant = NULL;
}

static size_t count_assignments(const struct sem_spec *spec)
{
	size_t count = 1;

	for (size_t i = 0; i < sem_option_count(spec) && count <= MOST_ASSIGNMENTS; i++) {
		const struct sem_option *option = sem_option_at(spec, i);

		count *= (size_t)(option->high - option->low + 1);
	}
	return count;
}

/* Counts like an odometer. false: it has begun again. */
static bool next_assignment(struct variants *v)
{
	for (size_t i = 0; i < sem_option_count(v->spec); i++) {
		const struct sem_option *option = sem_option_at(v->spec, i);

		if (v->values[i]++ < option->high)
			return true;
		v->values[i] = option->low;
	}
	return false;
}

static void check_single_changes(struct variants *v)
{
	for (size_t i = 0; i < sem_option_count(v->spec); i++) {
		const struct sem_option *option = sem_option_at(v->spec, i);

		for (long value = option->low; value <= option->high; value++) {
			v->values[i] = value;
			if (value != option->initial)
				check_assignment(v);
		}
		v->values[i] = option->initial;
	}
}

/* The defaults are checked first, so that a mistake of all variants is not attributed to an
 * option. */
void ir_check_variants(struct syn_context *context, const struct sem_spec *spec)
{
	size_t count = sem_option_count(spec);
	struct variants v = { .context = context,
		.spec = spec,
		.values = GD_NEW_ARRAY(context->arena, long, count + 1) };

	for (size_t i = 0; i < count; i++)
		v.values[i] = sem_option_at(spec, i)->initial;
	v.variant.values = v.values;
	check_assignment(&v);
	if (count_assignments(spec) > MOST_ASSIGNMENTS) {
		check_single_changes(&v);
		return;
	}
	for (size_t i = 0; i < count; i++)
		v.values[i] = sem_option_at(spec, i)->low;
	for (bool more = count > 0; more; more = next_assignment(&v))
		check_assignment(&v);
}
