/* object.c: what objects consist of. */
#include "compiler/sema/internal.h"

void sem_check_metadata(struct sem_checker *c, const struct syn_member *member,
    const struct syn_expr *value)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_CONSTANT };
	struct sem_type type = sem_type_of(c, &member->type);
	const char *what =
	    gd_arena_printf(c->context->arena, "`%s`", member->name.text ? member->name.text : "?");
	long ignored;

	size_t errors = gd_error_count(c->context->sink);

	sem_wants(&scope, value, &type, what);
	if (value->kind == SYN_EXPR_NULL || sem_is_tag_name(value, &type) ||
	    value->kind == SYN_EXPR_ERROR)
		return;
	if (gd_error_count(c->context->sink) == errors &&
	    !sem_fold(c->spec, sem_default_values(c->spec, c->context->arena), value, &ignored))
		sem_error(c, GD_E_not_constant, value->loc,
		    "the initial value of metadata must be a constant");
}

void sem_check_member(struct sem_checker *c, const struct syn_member *member)
{
	const struct syn_type *type = &member->type;
	bool holds_pointer = type->kind == SYN_TYPE_REF || type->kind == SYN_TYPE_WORD;
	struct gd_diag *diag = NULL;
	const char *text = syn_type_text(c->context->arena, type);

	if (type->kind == SYN_TYPE_NONE)
		return;
	sem_check_range(c, type, true);
	if (type->kind == SYN_TYPE_MUTATOR || type->kind == SYN_TYPE_SLOT ||
	    type->kind == SYN_TYPE_DATUM)
		diag = sem_error(c, GD_E_member_type, type->loc,
		    "a member of an object cannot be `%s`", text);
	else if (type->is_array && !holds_pointer)
		diag = sem_error(c, GD_E_member_type, type->loc,
		    "only references and words come in groups: `%s` is metadata", text);
	else if (type->is_weak && type->kind != SYN_TYPE_REF)
		diag = sem_error(c, GD_E_member_type, type->loc, "only a reference can be weak");
	else if (type->is_array && member->init)
		diag = sem_error(c, GD_E_member_type, member->init->loc,
		    "slots have no initial value: the mutator fills them in");
	if (diag) {
		gd_help(diag,
		    "metadata is `bool`, `bit`, a range or tags, with a value; slots are "
		    "`ref` or `ref[]`");
		return;
	}
	if (member->init)
		sem_check_metadata(c, member, member->init);
	else if (!holds_pointer)
		gd_help(sem_error(c, GD_E_metadata_without_value, member->name.loc,
			    "`%s` needs a value at allocation", member->name.text),
		    "write `%s : %s = %s;`", member->name.text, text,
		    type->kind == SYN_TYPE_BOOL                           ? "false"
			: type->kind == SYN_TYPE_TAGS && type->tags.count ? type->tags.at[0].text
									  : "0");
}

static bool is_in_header(const struct syn_member *member)
{
	return member->is_in_header;
}

static bool is_overlay(const struct syn_member *member)
{
	return member->when != NULL;
}

/* The first member of an object that IS so.  MEMBER is one. */
static const struct syn_member *first_that(const struct sem_checker *c,
    bool (*is)(const struct syn_member *), const struct syn_member *member)
{
	for (size_t i = 0; i < c->decls.count; i++)
		for (size_t j = 0;
		     c->decls.at[i]->kind == SYN_DECL_OBJECT && j < c->decls.at[i]->members.count;
		     j++)
			if (is(&c->decls.at[i]->members.at[j]))
				return &c->decls.at[i]->members.at[j];
	return member;
}

/* An object has one such word.  It is zero when a program gets the object, so it is null then. */
static void check_header(struct sem_checker *c, const struct syn_member *member)
{
	const struct syn_member *first = first_that(c, is_in_header, member);
	const struct syn_type *type = &member->type;

	if (!member->is_in_header || type->kind == SYN_TYPE_NONE || !member->name.text)
		return;
	if (type->kind != SYN_TYPE_REF || !sem_member_is_metadata(member)) {
		gd_help(sem_error(c, GD_E_header_metadata, member->header,
			    "only metadata that is a reference can lie in an object's header, not "
			    "`%s`",
			    member->name.text),
		    "leave out the word `header`");
	} else if (member->init->kind != SYN_EXPR_NULL) {
		gd_help(sem_error(c, GD_E_header_metadata, member->init->loc,
			    "what lies in an object's header is null at allocation"),
		    "write `= null`, or leave out the word `header`");
	} else if (member != first) {
		struct gd_diag *diag = sem_error(c, GD_E_header_metadata, member->header,
		    "only one piece of metadata can lie in an object's header");

		gd_note(diag, first->header, "`%s` does", first->name.text);
		gd_help(diag, "leave out the word `header` before one of them");
	}
}

/* Metadata that can say whether the overlay has been stored: a number or a tag. */
static bool can_tell(const struct syn_member *member)
{
	return sem_member_is_metadata(member) && member->type.kind != SYN_TYPE_REF &&
	    member->type.kind != SYN_TYPE_WORD && !member->type.is_array;
}

static void check_when(struct sem_checker *c, const struct syn_member *overlay)
{
	const struct syn_expr *when = overlay->when;
	const struct syn_expr *name = when->kind == SYN_EXPR_EQ ? when->args.at[0] : NULL;
	const struct syn_member *member =
	    name && name->kind == SYN_EXPR_NAME ? sem_member_find(c, name->name.text) : NULL;

	if (member && can_tell(member))
		sem_check_metadata(c, member, when->args.at[1]);
	else if (when->kind != SYN_EXPR_ERROR)
		gd_help(sem_error(c, GD_E_overlay_metadata, when->loc,
			    "the condition of `%s` compares no metadata of the same object with a "
			    "constant",
			    overlay->name.text),
		    "write `when state == moved`, where `state` is metadata that is no reference");
}

static void check_overlay(struct sem_checker *c, const struct syn_member *member)
{
	const struct syn_member *first = first_that(c, is_overlay, member);
	const struct syn_type *type = &member->type;

	if (type->kind == SYN_TYPE_NONE || !member->name.text)
		return;
	if (type->kind != SYN_TYPE_REF || type->is_array || type->is_weak || type->tags.count)
		gd_help(sem_error(c, GD_E_overlay_metadata, member->name.loc,
			    "what lies over an object is a reference, and never a tag"),
		    "write `overlay %s : ref when …;`", member->name.text);
	else if (member != first) {
		struct gd_diag *diag = sem_error(c, GD_E_overlay_metadata, member->header,
		    "only one reference can lie over an object");

		gd_note(diag, first->header, "`%s` does", first->name.text);
		gd_help(diag,
		    "leave out the word `overlay` before one of them, and give it a value");
	}
	check_when(c, member);
}

static void check_member_name(struct sem_checker *c, const struct syn_decl *object,
    const struct syn_member *member)
{
	for (size_t i = 0; member->name.text && i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		for (size_t j = 0; decl->kind == SYN_DECL_OBJECT && j < decl->members.count; j++) {
			if (decl == object && &decl->members.at[j] == member)
				return;
			if (decl->members.at[j].name.text != member->name.text)
				continue;
			struct gd_diag *diag = sem_error(c, GD_E_duplicate_name, member->name.loc,
			    "objects have a member `%s` already", member->name.text);
			gd_note(diag, decl->members.at[j].name.loc, "declared here first");
			gd_help(diag, "choose another name");
			return;
		}
	}
}

void sem_check_objects(struct sem_checker *c)
{
	const struct syn_decl *first = NULL;
	long members = 0;

	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if (decl->kind != SYN_DECL_OBJECT)
			continue;
		if (!decl->name.text && first) {
			struct gd_diag *diag = sem_error(c, GD_E_duplicate_name, decl->head,
			    "there can be only one `object { … }` without a name");

			gd_note(diag, first->head, "declared here first");
			gd_help(diag, "put all members into one");
		}
		if (!decl->name.text && !first)
			first = decl;
		for (size_t j = 0; j < decl->members.count; j++) {
			check_member_name(c, decl, &decl->members.at[j]);
			if (decl->members.at[j].when)
				check_overlay(c, &decl->members.at[j]);
			else
				sem_check_member(c, &decl->members.at[j]);
			check_header(c, &decl->members.at[j]);
			if (sem_is_over(c, GD_LIMIT_members, ++members,
				decl->members.at[j].name.loc))
				return;
		}
	}
}
