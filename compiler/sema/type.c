/* type.c: what a value can be. */
#include "compiler/sema/internal.h"

#include <string.h>

#define METADATA_HIGHEST 255 /* the largest value of a piece of metadata, which is at most a byte */

struct sem_type sem_type_simple(enum sem_type_kind kind)
{
	return (struct sem_type){ .kind = kind };
}

struct sem_type sem_type_int(long low, long high)
{
	return (struct sem_type){ .kind = SEM_INT, .low = low, .high = high };
}

struct sem_type sem_type_location(struct sem_checker *c, struct sem_type inside, bool is_slot)
{
	struct sem_type *copy = GD_NEW(c->context->arena, struct sem_type);

	*copy = inside;
	return (struct sem_type){ .kind = SEM_LOCATION, .inside = copy, .is_slot = is_slot };
}

/* A type that is written as a name must be a declared kind of objects.  If not, reports it. */
static bool object_kind_exists(struct sem_checker *c, const struct syn_type *type)
{
	static const char *const types[] = { "bool", "bit", "ref", "word", "mutator" };
	GD_VEC(const char *) names = { 0 };
	struct gd_diag *diag;
	const char *meant;

	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_OBJECT && c->decls.at[i]->name.text) {
			if (c->decls.at[i]->name.text == type->object_kind.text)
				return true;
			GD_PUSH(c->context->arena, names, c->decls.at[i]->name.text);
		}
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		GD_PUSH(c->context->arena, names, types[i]);
	meant = gd_did_you_mean(type->object_kind.text, names.at, names.count);
	if (c->after_syntax_errors && !meant)
		return false;
	diag = sem_error(c, GD_E_unknown_name, type->object_kind.loc,
	    "there is no type called `%s`%s%s%s", type->object_kind.text,
	    meant ? "; did you mean `" : "", meant ? meant : "", meant ? "`?" : "");
	if (meant)
		gd_fixit(diag, type->object_kind.loc, meant);
	else
		gd_help(diag,
		    "types are `bool`, `bit`, `ref`, `ref*`, `mutator`, ranges such as "
		    "`0 .. 3`, tags such as `{ a, b }`, and kinds of objects");
	return false;
}

struct sem_type sem_type_region(const struct syn_decl *region)
{
	return (struct sem_type){ .kind = SEM_IN_REGION, .region = region };
}

bool sem_region_type(struct sem_checker *c, const char *name, struct sem_type *type)
{
	const struct syn_decl *region = name ? sem_lookup(c, name, SEM_REGION) : NULL;

	if (region)
		*type = sem_type_region(region);
	return region != NULL;
}

struct sem_type sem_type_of(struct sem_checker *c, const struct syn_type *type)
{
	struct sem_type result = { 0 };

	if (type->object_kind.text && sem_region_type(c, type->object_kind.text, &result))
		return result;
	if (type->object_kind.text && !object_kind_exists(c, type))
		return result;

	switch (type->kind) {
	case SYN_TYPE_NONE: return result;
	case SYN_TYPE_BOOL: return sem_type_simple(SEM_BOOL);
	case SYN_TYPE_BIT: return sem_type_int(0, 1);
	case SYN_TYPE_RANGE:
		return type->low > type->high ? result : sem_type_int(type->low, type->high);
	case SYN_TYPE_TAGS:
		result.kind = SEM_TAGS;
		result.tags = &type->tags;
		return result;
	case SYN_TYPE_REF:
		result.kind = SEM_REF;
		result.tags = type->tags.count ? &type->tags : NULL;
		return result;
	case SYN_TYPE_WORD: return sem_type_simple(SEM_WORD);
	case SYN_TYPE_MUTATOR: return sem_type_simple(SEM_MUTATOR);
	case SYN_TYPE_SLOT: return sem_type_location(c, sem_type_simple(SEM_REF), true);
	case SYN_TYPE_DATUM: return sem_type_location(c, sem_type_simple(SEM_WORD), false);
	}
	return result;
}

const char *sem_type_text(struct gd_arena *arena, const struct sem_type *type)
{
	const char *text = "";

	switch (type->kind) {
	case SEM_POISON: return "something wrong";
	case SEM_VOID: return "nothing";
	case SEM_BOOL: return "true or false";
	case SEM_INT:
		return type->low == type->high
		    ? gd_arena_printf(arena, "the number %ld", type->low)
		    : gd_arena_printf(arena, "a number in %ld .. %ld", type->low, type->high);
	case SEM_TAGS:
		for (size_t i = 0; i < type->tags->count; i++)
			text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "",
			    type->tags->at[i].text);
		return gd_arena_printf(arena, "one of { %s }", text);
	case SEM_REF:
		for (size_t i = 0; type->tags && i < type->tags->count; i++)
			text = gd_arena_printf(arena, "%s, or `%s`", text, type->tags->at[i].text);
		return type->is_null ? "null" : gd_arena_printf(arena, "a reference%s", text);
	case SEM_WORD: return "a data word";
	case SEM_IDENTITY: return "the identity of an object";
	case SEM_PAYLOAD: return "what a part of an object holds";
	case SEM_MUTATOR: return "a mutator";
	case SEM_IN_REGION: return gd_arena_printf(arena, "a `%s`", type->region->name.text);
	case SEM_LOCATION: return "a location";
	case SEM_GROUP: return "a group of slots";
	case SEM_ROOTS: return "the roots of a mutator";
	}
	return "";
}

int sem_tag_index(const syn_names *tags, const char *name)
{
	for (size_t i = 0; tags && i < tags->count; i++)
		if (tags->at[i].text == name)
			return (int)i;
	return -1;
}

bool sem_is_tag_name(const struct syn_expr *expr, const struct sem_type *type)
{
	return expr->kind == SYN_EXPR_NAME && type && type->tags &&
	    sem_tag_index(type->tags, expr->name.text) >= 0;
}

static bool same_tags(const syn_names *a, const syn_names *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->at[i].text != b->at[i].text)
			return false;
	return true;
}

static void does_not_fit(struct sem_checker *c, struct gd_loc loc, const struct sem_type *wanted,
    const struct sem_type *got, const char *what)
{
	struct gd_arena *arena = c->context->arena;
	struct gd_diag *diag = sem_error(c, GD_E_value_out_of_range, loc, "%s takes %s; this is %s",
	    what, sem_type_text(arena, wanted), sem_type_text(arena, got));
	long low = got->low < wanted->low ? got->low : wanted->low;
	long high = got->high > wanted->high ? got->high : wanted->high;

	if (low >= 0 && high <= METADATA_HIGHEST)
		gd_help(diag, "write a number that fits, or declare a larger range: `%ld .. %ld`",
		    low, high);
}

void sem_may_be_tag(struct sem_checker *c, struct gd_loc loc, const struct sem_type *got,
    const char *what)
{
	const char *tag = got->tags->at[0].text;

	gd_help(sem_error(c, GD_E_may_be_tag, loc, "%s needs a reference; this may be `%s`", what,
		    tag),
	    "give it a name, and test the name before: `let x = …;  if x != %s { … }`", tag);
}

/* Whether all tags that GOT may be are tags of WANTED. */
static bool has_tags(const struct sem_type *wanted, const struct sem_type *got)
{
	for (size_t i = 0; got->tags && i < got->tags->count; i++)
		if (sem_tag_index(wanted->tags, got->tags->at[i].text) < 0)
			return false;
	return true;
}

static bool is_numeric(const struct sem_type *type)
{
	return type->kind == SEM_INT || type->kind == SEM_WORD;
}

bool sem_assignable(struct sem_checker *c, struct gd_loc loc, const struct sem_type *wanted,
    const struct sem_type *got, const char *what)
{
	struct gd_arena *arena = c->context->arena;

	if (wanted->kind == SEM_POISON || got->kind == SEM_POISON)
		return true;
	if (is_numeric(wanted) && is_numeric(got) &&
	    (wanted->kind == SEM_WORD || got->kind == SEM_WORD))
		return true; /* a data word can hold any number */
	if (wanted->kind == SEM_INT && got->kind == SEM_INT) {
		if (got->high >= wanted->low && got->low <= wanted->high)
			return true;
		does_not_fit(c, loc, wanted, got, what);
		return false;
	}
	if (wanted->kind == SEM_REF && got->kind == SEM_REF && !has_tags(wanted, got)) {
		sem_may_be_tag(c, loc, got, what);
		return false;
	}
	if (wanted->kind == got->kind && wanted->region == got->region &&
	    (wanted->kind != SEM_TAGS || same_tags(wanted->tags, got->tags)))
		return true;
	if (wanted->kind == SEM_REF && wanted->tags && got->kind == SEM_TAGS &&
	    same_tags(wanted->tags, got->tags))
		return true;
	struct gd_diag *diag = sem_error(c, GD_E_type_mismatch, loc, "%s needs %s; this is %s",
	    what, sem_type_text(arena, wanted), sem_type_text(arena, got));

	if (wanted->kind == SEM_BOOL && got->kind == SEM_INT)
		gd_help(diag, "compare it: `== 1`, `!= 0`, …");
	else if (wanted->kind == SEM_BOOL && got->kind == SEM_REF)
		gd_help(diag, "compare it: `!= null`");
	else if (wanted->kind == SEM_INT && got->kind == SEM_BOOL)
		gd_help(diag, "a bit is 0 or 1, not true or false");
	return false;
}

/* ------------------------------------------------------------------- objects */
bool sem_member_is_metadata(const struct syn_member *member)
{
	enum syn_type_kind kind = member->type.kind;

	return !(kind == SYN_TYPE_REF || kind == SYN_TYPE_WORD) || member->init;
}

const struct syn_member *sem_member_find(struct sem_checker *c, const char *name)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		for (size_t j = 0; decl->kind == SYN_DECL_OBJECT && j < decl->members.count; j++)
			if (decl->members.at[j].name.text == name)
				return &decl->members.at[j];
	}
	return NULL;
}

void sem_check_range(struct sem_checker *c, const struct syn_type *type, bool is_metadata)
{
	sem_type_of(c, type); /* reports a name that is not a type */
	if (sem_is_over(c, GD_LIMIT_tags, (long)type->tags.count, type->loc))
		return;
	if (type->kind == SYN_TYPE_TAGS)
		sem_check_duplicates(c, &type->tags, "choice");
	if (type->kind == SYN_TYPE_REF)
		sem_check_duplicates(c, &type->tags, "type");
	if (type->kind != SYN_TYPE_RANGE)
		return;
	if (type->low > type->high)
		sem_error(c, GD_E_bad_range, type->loc, "%ld .. %ld holds no value", type->low,
		    type->high);
	else if (is_metadata && (type->low < 0 || type->high > METADATA_HIGHEST))
		gd_help(sem_error(c, GD_E_bad_range, type->loc,
			    "metadata holds numbers from 0 to %d", METADATA_HIGHEST),
		    "a piece of metadata is at most a byte");
}

void sem_check_params(struct sem_checker *c, const syn_params *params)
{
	for (size_t i = 0; i < params->count; i++) {
		const struct syn_type *type = &params->at[i].type;

		if (sem_is_over(c, GD_LIMIT_parameters, (long)i + 1, type->loc))
			return;
		sem_check_range(c, type, false);
		if (type->is_array || type->is_weak)
			gd_help(sem_error(c, GD_E_member_type, type->loc,
				    "a parameter cannot be `%s`",
				    syn_type_text(c->context->arena, type)),
			    "pass the object (`ref`) or one slot of it (`ref*`)");
	}
}
