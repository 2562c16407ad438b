/* names.c: what a name stands for, and what was meant when it is nothing. */
#include "compiler/sema/internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

/* The things whose names may be in expressions and statements have one namespace. */
#define SHARED                                                                                     \
	(SEM_OPTION | SEM_PHASE | SEM_KIND | SEM_CYCLE | SEM_BUCKET | SEM_FUNCTION | SEM_GHOST |   \
	    SEM_SPACE | SEM_POLICY | SEM_REGION)

static const struct thing {
	enum sem_thing thing;
	enum syn_decl_kind decl;
	const char *text;
} things[] = {
	{ SEM_OPTION, SYN_DECL_OPTION, "an option" },
	{ SEM_PHASE, SYN_DECL_PHASE, "a phase" },
	{ SEM_KIND, SYN_DECL_WORK, "a kind of work" },
	{ SEM_CYCLE, SYN_DECL_CYCLE, "a cycle" },
	{ SEM_BUCKET, SYN_DECL_BUCKET, "a bucket" },
	{ SEM_FUNCTION, SYN_DECL_FUNCTION, "a function" },
	{ SEM_GHOST, SYN_DECL_GHOST, "a ghost variable" },
	{ SEM_SPACE, SYN_DECL_SPACE, "a space" },
	{ SEM_POLICY, SYN_DECL_POLICY, "a policy" },
	{ SEM_REGION, SYN_DECL_REGION, "a region" },
	{ SEM_PROPERTY, SYN_DECL_PROPERTY, "a property" },
	{ SEM_SCENARIO, SYN_DECL_SCENARIO, "a scenario" },
	{ SEM_MUTANT, SYN_DECL_MUTANT, "a mutant" },
	{ SEM_LITMUS, SYN_DECL_LITMUS, "a litmus test" },
	{ SEM_BARRIER, SYN_DECL_BARRIER, "a barrier" },
	{ SEM_LOCAL, SYN_DECL_ERROR, "a local name" },
	{ SEM_OPERATION, SYN_DECL_ERROR, "a built-in operation" },
	{ SEM_TAG, SYN_DECL_ERROR, "a tag" },
	{ SEM_OBJECT_NAME, SYN_DECL_ERROR, "an object of the scenario" },
	{ SEM_MEMORY, SYN_DECL_ERROR, "a memory model" },
	{ SEM_MEMBER, SYN_DECL_ERROR, "a member of objects" },
};
#define THING_COUNT (sizeof things / sizeof *things)

const char *const sem_builtin_properties[] = {
#define BUILTIN_PROPERTY(NAME, text) text,
#include "compiler/base/properties.def"
	NULL
};

enum sem_thing sem_thing_of(const struct syn_decl *decl)
{
	for (size_t i = 0; i < THING_COUNT; i++)
		if (things[i].decl == decl->kind && decl->kind != SYN_DECL_ERROR)
			return things[i].thing;
	return 0;
}

const char *sem_thing_text(enum sem_thing thing)
{
	for (size_t i = 0; i < THING_COUNT; i++)
		if (things[i].thing == thing)
			return things[i].text;
	return "something else";
}

const char *sem_things_text(struct gd_arena *arena, unsigned set)
{
	const char *text = "";
	unsigned left = set;

	for (size_t i = 0; i < THING_COUNT; i++) {
		if (!(set & things[i].thing))
			continue;
		left &= ~(unsigned)things[i].thing;
		text = gd_arena_printf(arena, "%s%s%s", text,
		    !*text     ? ""
			: left ? ", "
			       : " or ",
		    things[i].text);
	}
	return text;
}

/* ------------------------------------------------------------------- reports */
/* Whether the code is about buckets and guards.  A mutant may be about such a mistake. */
static bool is_static_rule(enum gd_code code)
{
	return code >= GD_E_kind_in_no_bucket && code <= GD_E_cycle_never_ends;
}

struct gd_diag *sem_error(struct sem_checker *c, enum gd_code code, struct gd_loc loc,
    const char *format, ...)
{
	va_list args;
	char text[512];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	struct gd_diag *diag = gd_report(c->context->sink, code, loc, "%s", text);
	if (c->mutant)
		gd_note(diag, c->mutant->head,
		    is_static_rule(code)
			? "in the mutant `%s`: write `caught by check` if it should show this "
			  "mistake"
			: "in the mutant `%s`",
		    c->mutant->name.text);
	return diag;
}

bool sem_is_over(struct sem_checker *c, enum gd_limit limit, long count, struct gd_loc loc)
{
	if (count <= gd_limit_info(limit)->most)
		return false;
	gd_over_limit(c->context->sink, limit, loc);
	return true;
}

struct gd_diag *sem_warning(struct sem_checker *c, enum gd_code code, struct gd_loc loc,
    const char *format, ...)
{
	va_list args;
	char text[512];

	if (c->mute_warnings)
		return NULL;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return gd_report(c->context->sink, code, loc, "%s", text);
}

void sem_note(struct gd_diag *diag, struct gd_loc loc, const char *format, ...)
{
	va_list args;
	char text[512];

	if (!diag)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	gd_note(diag, loc, "%s", text);
}

void sem_help(struct gd_diag *diag, const char *format, ...)
{
	va_list args;
	char text[512];

	if (!diag)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	gd_help(diag, "%s", text);
}

/* -------------------------------------------------------------------- lookup */
struct syn_decl *sem_lookup(struct sem_checker *c, const char *name, unsigned set)
{
	for (size_t i = 0; name && i < c->decls.count; i++) {
		struct syn_decl *decl = c->decls.at[i];

		if (decl->name.text == name && (set & sem_thing_of(decl)))
			return decl;
	}
	return NULL;
}

void sem_candidates_decls(struct sem_checker *c, sem_candidates *names, unsigned set)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if ((set & sem_thing_of(c->decls.at[i])) && c->decls.at[i]->name.text)
			GD_PUSH(c->context->arena, *names, c->decls.at[i]->name.text);
}

struct syn_decl *sem_resolve(struct sem_checker *c, struct syn_name name, unsigned set)
{
	struct syn_decl *decl = sem_lookup(c, name.text, set);
	sem_candidates candidates = { 0 };

	if (decl || !name.text)
		return decl;
	decl = sem_lookup(c, name.text, ~0u);
	if (decl) {
		struct gd_diag *diag = sem_error(c, GD_E_wrong_kind_of_name, name.loc,
		    "`%s` is %s, but %s is needed here", name.text,
		    sem_thing_text(sem_thing_of(decl)), sem_things_text(c->context->arena, set));
		gd_note(diag, decl->head, "`%s` is declared here", name.text);
		return NULL;
	}
	sem_candidates_decls(c, &candidates, set);
	sem_unknown(c, name, set, &candidates);
	return NULL;
}

/* "there is no bucket or kind of work called `x`" */
static const char *without_articles(struct gd_arena *arena, const char *text)
{
	char *out = gd_arena_strdup(arena, text), *to = out;

	for (const char *at = out; *at;) {
		bool starts = at == out || at[-1] == ' ';
		size_t skip = !starts        ? 0
		    : !strncmp(at, "a ", 2)  ? 2
		    : !strncmp(at, "an ", 3) ? 3
					     : 0;

		at += skip;
		*to++ = *at++;
	}
	*to = '\0';
	return out;
}

bool sem_missed_before(struct sem_checker *c, const char *name, unsigned set, struct gd_loc loc)
{
	for (struct sem_missed *missed = c->missed; missed; missed = missed->next) {
		if (missed->name != name || !(missed->things & set))
			continue;
		if (missed->count++ < 2)
			gd_note(missed->diag, loc, "also here");
		return true;
	}
	return false;
}

void sem_remember_missed(struct sem_checker *c, const char *name, unsigned set,
    struct gd_diag *diag)
{
	struct sem_missed *missed = GD_NEW(c->context->arena, struct sem_missed);

	*missed = (struct sem_missed){ name, set, diag, 0, c->missed };
	c->missed = missed;
}

const char *sem_list(struct sem_checker *c, const sem_candidates *names)
{
	const char *list = "";

	for (size_t i = 0; i < names->count; i++)
		list = gd_arena_printf(c->context->arena, "%s%s`%s`", list, i ? ", " : "",
		    names->at[i]);
	return list;
}

void sem_candidates_members(struct sem_checker *c, sem_candidates *names)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		for (size_t j = 0; decl->kind == SYN_DECL_OBJECT && j < decl->members.count; j++)
			if (decl->members.at[j].name.text)
				GD_PUSH(c->context->arena, *names, decl->members.at[j].name.text);
	}
}

void sem_unknown(struct sem_checker *c, struct syn_name name, unsigned set,
    const sem_candidates *candidates)
{
	/* locals of different bodies are separate mistakes */
	bool is_global = !(set & (SEM_LOCAL | SEM_OBJECT_NAME));

	if (!name.text || sem_maybe_lost(c, name.text) ||
	    (is_global && sem_missed_before(c, name.text, set, name.loc)))
		return;
	const char *near = gd_did_you_mean(name.text, candidates->at, candidates->count);
	struct gd_diag *diag = sem_error(c, GD_E_unknown_name, name.loc,
	    near ? "there is no %s called `%s`; did you mean `%s`?" : "there is no %s called `%s`",
	    without_articles(c->context->arena, sem_things_text(c->context->arena, set)), name.text,
	    near);

	if (is_global)
		sem_remember_missed(c, name.text, set, diag);
	if (near) {
		struct syn_decl *decl = sem_lookup(c, near, set);

		if (decl)
			gd_note(diag, decl->head, "`%s` is declared here", near);
		gd_fixit(diag, name.loc, near);
	} else if (candidates->count && candidates->count <= 8) {
		gd_help(diag, "there %s %s", candidates->count == 1 ? "is only" : "are",
		    sem_list(c, candidates));
	}
}

/* A declaration that could not be parsed still declares its name, so uses of it are not reported.
 * The text is searched for `keyword name`, also as in `keyword other, name`, and for `name :`. */
static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_back(const char *at, const char *start)
{
	while (at > start && isspace((unsigned char)at[-1]))
		at--;
	return at;
}

static bool follows_keyword(const char *start, const char *at)
{
	static const char *const words[] = { "work", "bucket", "phase", "option", "function",
		"property", "scenario", "cycle", "ghost", "mutator", "let", "for", "forall",
		"exists", "objects", "mutant", "location", "litmus", "receive", "space", "region",
		NULL };
	const char *before = skip_back(at, start);

	while (before > start && before[-1] == ',') {
		before = skip_back(before - 1, start);
		while (before > start && is_word_char(before[-1]))
			before--;
		before = skip_back(before, start);
	}
	for (size_t i = 0; before < at && words[i]; i++) {
		size_t n = strlen(words[i]);

		if ((size_t)(before - start) >= n && !strncmp(before - n, words[i], n))
			return true;
	}
	return false;
}

static bool declared_in(const struct gd_source *source, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = source->text; (at = strstr(at, name)); at++) {
		const char *after = at + length;

		if ((at > source->text && is_word_char(at[-1])) || is_word_char(*after))
			continue;
		after += strspn(after, " \t");
		if (*after == ':' || follows_keyword(source->text, at))
			return true;
	}
	return false;
}

static bool declared_in_spec(const struct syn_spec *spec, const char *name, unsigned depth)
{
	if (!spec || depth > 64)
		return false;
	if (spec->source && declared_in(spec->source, name))
		return true;
	for (size_t i = 0; i < spec->decls.count; i++)
		if (declared_in_spec(spec->decls.at[i]->imported, name, depth + 1))
			return true;
	return false;
}

bool sem_maybe_lost(struct sem_checker *c, const char *name)
{
	return c->after_syntax_errors && declared_in_spec(c->spec->tree, name, 0);
}

/* ---------------------------------------------------------------- duplicates */
static void duplicate(struct sem_checker *c, struct syn_name name, struct gd_loc first,
    const char *what)
{
	struct gd_diag *diag = sem_error(c, GD_E_duplicate_name, name.loc,
	    "the name `%s` is taken by %s", name.text, what);

	gd_note(diag, first, "declared here first");
	if (sem_lookup(c, name.text, SEM_BARRIER))
		gd_help(diag, "there can be only one such barrier: put both into one");
	else
		gd_help(diag, "choose another name");
}

void sem_check_duplicates(struct sem_checker *c, const syn_names *names, const char *what)
{
	for (size_t i = 0; i < names->count; i++)
		for (size_t j = 0; j < i; j++)
			if (names->at[i].text && names->at[i].text == names->at[j].text) {
				struct gd_diag *diag =
				    sem_error(c, GD_E_duplicate_name, names->at[i].loc,
					"`%s` is in this %s twice", names->at[i].text, what);

				gd_note(diag, names->at[j].loc, "it is here already");
				break;
			}
}

static void check_operation_name(struct sem_checker *c, const struct syn_decl *decl)
{
	enum sem_thing thing = sem_thing_of(decl);
	struct gd_diag *diag = NULL;

	if ((thing & SHARED) &&
	    (sem_operation_find(decl->name.text) || !strcmp(decl->name.text, "requested"))) {
		diag = sem_error(c, GD_E_name_of_operation, decl->name.loc,
		    "`%s` is a built-in operation, so %s cannot be called that", decl->name.text,
		    sem_thing_text(thing));
	} else if (thing == SEM_PROPERTY) {
		for (size_t i = 0; sem_builtin_properties[i]; i++)
			if (!strcmp(decl->name.text, sem_builtin_properties[i]))
				diag = sem_error(c, GD_E_name_of_operation, decl->name.loc,
				    "`%s` is a built-in property, checked in every cell",
				    decl->name.text);
	}
	if (diag)
		gd_help(diag, "choose another name");
}

void sem_check_names(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];
		enum sem_thing thing = sem_thing_of(decl);
		unsigned set = (thing & SHARED) ? SHARED : thing;

		if (!decl->name.text || !thing)
			continue;
		check_operation_name(c, decl);
		for (size_t j = 0; j < i; j++) {
			const struct syn_decl *first = c->decls.at[j];

			if (first->name.text != decl->name.text || !(set & sem_thing_of(first)))
				continue;
			duplicate(c, decl->name, first->head, sem_thing_text(sem_thing_of(first)));
			break;
		}
	}
}

/* ------------------------------------------------------------------- locals */
struct sem_local *sem_local_find(struct sem_scope *s, const char *name)
{
	for (struct sem_local *local = s->locals; local; local = local->outer)
		if (local->name.text == name)
			return local;
	return NULL;
}

struct sem_local *sem_local_add(struct sem_scope *s, struct syn_name name, struct sem_type type)
{
	struct sem_local *local = GD_NEW(s->c->context->arena, struct sem_local);
	struct sem_local *hidden = name.text ? sem_local_find(s, name.text) : NULL;
	struct syn_decl *decl = sem_lookup(s->c, name.text, SEM_STATE_NAMES | SEM_SPACE);

	if (hidden && s->place == SEM_IN_SCRIPT && hidden->is_dropped)
		hidden = NULL;
	if (hidden)
		duplicate(s->c, name, hidden->name.loc, "a local name");
	else if (decl)
		duplicate(s->c, name, decl->head, sem_thing_text(sem_thing_of(decl)));
	local->name = name;
	local->type = type;
	local->declared = type.kind == SEM_REF ? type.tags : NULL;
	local->outer = s->locals;
	s->locals = local;
	return local;
}
