/* option.c: build-time switches, and what is constant over them. */
#include "compiler/base/out.h"
#include "compiler/sema/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A range is enumerated when cells are made, so it must be small. */

size_t sem_option_count(const struct sem_spec *spec)
{
	return spec->option_count;
}

const struct sem_option *sem_option_at(const struct sem_spec *spec, size_t index)
{
	return &spec->options[index];
}

const char *sem_option_value_text(struct gd_arena *arena, const struct sem_option *option,
    long value)
{
	switch (option->kind) {
	case SEM_OPTION_BOOL: return value ? "true" : "false";
	case SEM_OPTION_TAGS: return option->tags[value];
	case SEM_OPTION_INT: break;
	}
	return gd_arena_printf(arena, "%ld", value);
}

const char *sem_assignment_text(const struct sem_spec *spec, struct gd_arena *arena,
    const long *values)
{
	struct gd_out out;
	const char *text;

	gd_out_init(&out, 0);
	for (size_t i = 0; i < spec->option_count; i++)
		gd_out_printf(&out, "%s%s=%s", i ? " " : "", spec->options[i].name,
		    sem_option_value_text(arena, &spec->options[i], values[i]));
	text = gd_arena_strndup(arena, out.text ? out.text : "", out.length);
	gd_out_free(&out);
	return text;
}

bool sem_option_parse(const struct sem_option *option, const char *text, long *value)
{
	char *end;

	switch (option->kind) {
	case SEM_OPTION_BOOL:
		*value = !strcmp(text, "true");
		return *value || !strcmp(text, "false");
	case SEM_OPTION_TAGS:
		for (long i = 0; i <= option->high; i++)
			if (!strcmp(text, option->tags[i])) {
				*value = i;
				return true;
			}
		return false;
	case SEM_OPTION_INT: break;
	}
	errno = 0;
	*value = strtol(text, &end, 10);
	return !errno && end != text && !*end && *value >= option->low && *value <= option->high;
}

int sem_option_index(const struct sem_spec *spec, const char *name)
{
	for (size_t i = 0; i < spec->option_count; i++)
		if (spec->options[i].name == name)
			return (int)i;
	return -1;
}

bool sem_option_value(const struct sem_option *option, const struct syn_expr *expr, long *value)
{
	if (!expr)
		return false;
	if (option->kind == SEM_OPTION_TAGS)
		return expr->kind == SYN_EXPR_NAME &&
		    sem_option_parse(option, expr->name.text, value);
	if (option->kind == SEM_OPTION_BOOL) {
		*value = expr->number;
		return expr->kind == SYN_EXPR_BOOL;
	}
	if (!sem_fold(NULL, NULL, expr, value))
		return false;
	return *value >= option->low && *value <= option->high;
}

const long *sem_default_values(const struct sem_spec *spec, struct gd_arena *arena)
{
	long *values = GD_NEW_ARRAY(arena, long, spec->option_count + 1);

	for (size_t i = 0; i < spec->option_count; i++)
		values[i] = spec->options[i].initial;
	return values;
}

/* ------------------------------------------------------------------- folding */
/* The option that EXPR names, if its values are tags. */
static const struct sem_option *tag_option(const struct sem_spec *spec, const struct syn_expr *expr)
{
	int index =
	    spec && expr->kind == SYN_EXPR_NAME ? sem_option_index(spec, expr->name.text) : -1;

	return index >= 0 && spec->options[index].kind == SEM_OPTION_TAGS ? &spec->options[index]
									  : NULL;
}

static bool fold_compare(const struct sem_spec *spec, const long *values,
    const struct syn_expr *expr, long *value)
{
	const struct syn_expr *left = expr->args.at[0], *right = expr->args.at[1];
	const struct sem_option *of_left = tag_option(spec, left);
	const struct sem_option *of_right = tag_option(spec, right);
	long a, b;

	if (!(of_right && sem_option_value(of_right, left, &a)) &&
	    !sem_fold(spec, values, left, &a))
		return false;
	if (!(of_left && sem_option_value(of_left, right, &b)) &&
	    !sem_fold(spec, values, right, &b))
		return false;
	*value = syn_operator(expr->kind)->meaning(a, b);
	return true;
}

/* The value is constant also if one side decides. */
static bool fold_logic(const struct sem_spec *spec, const long *values, const struct syn_expr *expr,
    long *value)
{
	const struct gd_operator_info *info = syn_operator(expr->kind);
	long low[2] = { 0, 0 }, high[2] = { 1, 1 };

	for (size_t i = 0; i < expr->args.count; i++)
		if (sem_fold(spec, values, expr->args.at[i], value))
			low[i] = high[i] = !!*value;
	*value = info->meaning(low[0], low[1]);
	for (long a = low[0]; a <= high[0]; a++)
		for (long b = low[1]; b <= high[1]; b++)
			if (info->meaning(a, b) != *value)
				return false;
	return true;
}

static bool fold_arithmetic(const struct sem_spec *spec, const long *values,
    const struct syn_expr *expr, long *value)
{
	long of[2] = { 0, 0 };

	for (size_t i = 0; i < expr->args.count; i++)
		if (!sem_fold(spec, values, expr->args.at[i], &of[i]))
			return false;
	*value = syn_operator(expr->kind)->meaning(of[0], of[1]);
	return true;
}

bool sem_fold(const struct sem_spec *spec, const long *values, const struct syn_expr *expr,
    long *value)
{
	int index;

	switch (syn_family(expr->kind)) {
	case GD_FAMILY_LOGIC: return fold_logic(spec, values, expr, value);
	case GD_FAMILY_COMPARISON: return fold_compare(spec, values, expr, value);
	case GD_FAMILY_ARITHMETIC: return fold_arithmetic(spec, values, expr, value);
	case GD_FAMILY_TEMPORAL:
	case GD_FAMILY_QUANTIFIER: return false;
	case GD_FAMILY_NONE: break;
	}
	if (expr->kind == SYN_EXPR_NUMBER || expr->kind == SYN_EXPR_BOOL) {
		*value = expr->number;
		return true;
	}
	if (expr->kind != SYN_EXPR_NAME || !spec || !values)
		return false;
	index = sem_option_index(spec, expr->name.text);
	if (index >= 0)
		*value = values[index];
	return index >= 0;
}

bool sem_constant(const struct sem_spec *spec, const struct sem_variant *variant,
    const struct syn_expr *expr, long *value)
{
	return expr && sem_fold(spec, variant->values, expr, value);
}

/* -------------------------------------------------------------------- checks */
static void check_default(struct sem_checker *c, const struct syn_decl *decl,
    struct sem_option *option)
{
	struct gd_diag *diag;

	option->initial = option->low;
	if (!decl->expr || decl->expr->kind == SYN_EXPR_ERROR ||
	    sem_option_value(option, decl->expr, &option->initial))
		return;
	option->initial = option->low;
	if (option->kind == SEM_OPTION_TAGS && decl->expr->kind == SYN_EXPR_NAME) {
		sem_candidates tags = { 0 };

		for (size_t i = 0; i < decl->type.tags.count; i++)
			GD_PUSH(c->context->arena, tags, decl->type.tags.at[i].text);
		sem_unknown(c, decl->expr->name, SEM_TAG, &tags);
		return;
	}
	long value;

	if (option->kind == SEM_OPTION_INT && sem_fold(NULL, NULL, decl->expr, &value)) {
		diag = sem_error(c, GD_E_value_out_of_range, decl->expr->loc,
		    "%ld is not in %ld .. %ld", value, option->low, option->high);
		gd_note(diag, decl->type.loc, "the values of `%s`", option->name);
		return;
	}
	diag = sem_error(c, GD_E_type_mismatch, decl->expr->loc,
	    "the default of `%s` is not one of its values", option->name);
	gd_note(diag, decl->type.loc, "its values are %s",
	    syn_type_text(c->context->arena, &decl->type));
}

static void fill_tags(struct sem_checker *c, const struct syn_decl *decl, struct sem_option *option)
{
	size_t count = decl->type.tags.count;
	const char **tags = GD_NEW_ARRAY(c->context->arena, const char *, count + 1);

	for (size_t i = 0; i < count; i++)
		tags[i] = decl->type.tags.at[i].text ? decl->type.tags.at[i].text : "?";
	option->kind = SEM_OPTION_TAGS;
	option->tags = tags;
	option->high = count ? (long)count - 1 : 0;
	if (!count)
		tags[0] = "?";
	sem_check_duplicates(c, &decl->type.tags, "choice");
}

static void fill_range(struct sem_checker *c, const struct syn_decl *decl,
    struct sem_option *option)
{
	const struct syn_type *type = &decl->type;

	option->kind = SEM_OPTION_INT;
	option->low = type->low;
	option->high = type->high < type->low ? type->low : type->high;
	if (type->low > type->high)
		sem_error(c, GD_E_bad_range, type->loc, "%ld .. %ld holds no value", type->low,
		    type->high);
	else if (type->low < -1000000 || type->high > 1000000 ||
	    type->high - type->low >= GD_MOST_option_values)
		gd_help(sem_error(c, GD_E_bad_range, type->loc, "an option has at most %d values",
			    GD_MOST_option_values),
		    "%s", gd_limit_info(GD_LIMIT_option_values)->way_out);
}

/* Checks the options and enters them into the checker's spec, which has no other users yet. */
void sem_check_options(struct sem_checker *c)
{
	struct sem_spec *spec = c->spec;
	size_t count = 0;

	spec->options = GD_NEW_ARRAY(c->context->arena, struct sem_option, c->decls.count + 1);
	spec->option_decls =
	    GD_NEW_ARRAY(c->context->arena, const struct syn_decl *, c->decls.count + 1);
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];
		struct sem_option *option = &spec->options[count];

		if (decl->kind != SYN_DECL_OPTION || !decl->name.text)
			continue;
		option->name = decl->name.text;
		option->loc = decl->name.loc;
		option->high = 1;
		if (decl->type.kind == SYN_TYPE_TAGS && !decl->type.is_array)
			fill_tags(c, decl, option);
		else if (decl->type.kind == SYN_TYPE_RANGE && !decl->type.is_array)
			fill_range(c, decl, option);
		else if (decl->type.kind != SYN_TYPE_BOOL && decl->type.kind != SYN_TYPE_NONE)
			gd_help(sem_error(c, GD_E_option_type, decl->type.loc,
				    "an option cannot be %s",
				    syn_type_text(c->context->arena, &decl->type)),
			    "write `bool`, a range such as `1 .. 4`, or tags such as `{ a, b }`");
		check_default(c, decl, option);
		spec->option_decls[count++] = decl;
	}
	spec->option_count = count;
}
