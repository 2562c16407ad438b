/* bucket.c: buckets, their guards and fills, cycles, phases and ghosts. */
#include "compiler/sema/internal.h"

static bool any_decl(struct sem_checker *c, enum syn_decl_kind kind)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == kind)
			return true;
	return false;
}

static bool is_in_a_bucket(struct sem_checker *c, const char *kind)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		for (size_t j = 0; decl->kind == SYN_DECL_BUCKET && j < decl->kinds.count; j++)
			if (decl->kinds.at[j].text == kind)
				return true;
	}
	return false;
}

static void check_home(struct sem_checker *c, const struct syn_decl *kind)
{
	if (!kind->name.text || is_in_a_bucket(c, kind->name.text) || c->after_syntax_errors)
		return;
	gd_help(sem_error(c, GD_E_kind_in_no_bucket, kind->name.loc,
		    "`%s` is in no bucket, so its units never run", kind->name.text),
	    "write `bucket … { %s } open when …;`", kind->name.text);
}

static void check_bucket(struct sem_checker *c, const struct syn_decl *bucket)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_FILL, .decl = bucket };

	if ((!bucket->has_kinds || !bucket->kinds.count) && !c->after_syntax_errors)
		gd_help(sem_error(c, GD_E_bucket_without_kinds, bucket->head,
			    "the bucket `%s` has no kinds of work", bucket->name.text),
		    "write `bucket %s { kind, … } …`", bucket->name.text);
	for (size_t i = 0; i < bucket->kinds.count; i++)
		sem_resolve(c, bucket->kinds.at[i], SEM_KIND);
	sem_check_duplicates(c, &bucket->kinds, "bucket");
	for (size_t i = 0; i < bucket->cycles.count; i++)
		sem_resolve(c, bucket->cycles.at[i], SEM_CYCLE);
	sem_check_duplicates(c, &bucket->cycles, "list of cycles");
	sem_guard(c, bucket->guard);
#define BUCKET_GUARD(name, text, function) sem_guard(c, bucket->name);
#include "compiler/base/buckets.def"
	if (bucket->fill)
		sem_stmt(&scope, bucket->fill);
}

/* Whether the type is one that a ghost can have.  A ghost with a reference would have to be renamed
 * when models merge states that differ only in the names of objects. */
static bool can_be_ghost(enum syn_type_kind kind)
{
	switch (kind) {
	case SYN_TYPE_NONE:
	case SYN_TYPE_BOOL:
	case SYN_TYPE_BIT:
	case SYN_TYPE_RANGE:
	case SYN_TYPE_TAGS: return true;
	case SYN_TYPE_REF:
	case SYN_TYPE_WORD:
	case SYN_TYPE_MUTATOR:
	case SYN_TYPE_SLOT:
	case SYN_TYPE_DATUM: break;
	}
	return false;
}

static void check_ghost(struct sem_checker *c, const struct syn_decl *ghost)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_GHOST, .decl = ghost };
	struct sem_type type = sem_type_of(c, &ghost->type);

	if (!can_be_ghost(ghost->type.kind)) {
		gd_help(sem_error(c, GD_E_member_type, ghost->type.loc,
			    "a ghost variable cannot be `%s`",
			    syn_type_text(c->context->arena, &ghost->type)),
		    "ghosts are `bool`, `bit`, a range or tags; to record what happened to an "
		    "object, declare metadata");
		return;
	}
	if (ghost->expr)
		sem_wants(&scope, ghost->expr, &type, "the ghost variable");
}

static void check_cycles(struct sem_checker *c)
{
	const struct syn_decl *bucket = NULL;

	for (size_t i = 0; i < c->decls.count && !bucket; i++)
		if (c->decls.at[i]->kind == SYN_DECL_BUCKET)
			bucket = c->decls.at[i];
	if (bucket && !any_decl(c, SYN_DECL_CYCLE) && !c->after_syntax_errors)
		gd_help(sem_error(c, GD_E_no_cycle, bucket->head,
			    "no cycle is declared, so no bucket ever opens"),
		    "write `cycle gc from requested to drained(…);`");
}

void sem_check_buckets(struct sem_checker *c)
{
	check_cycles(c);
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		switch (decl->kind) {
		case SYN_DECL_WORK: check_home(c, decl); break;
		case SYN_DECL_BUCKET: check_bucket(c, decl); break;
		case SYN_DECL_CYCLE:
		case SYN_DECL_PHASE:
			sem_guard(c, decl->from);
			sem_guard(c, decl->to);
			break;
		case SYN_DECL_GHOST: check_ghost(c, decl); break;
		case SYN_DECL_ERROR:
		case SYN_DECL_COLLECTOR:
		case SYN_DECL_IMPORT:
		case SYN_DECL_OPTION:
		case SYN_DECL_OBJECT:
		case SYN_DECL_FUNCTION:
		case SYN_DECL_BARRIER:
		case SYN_DECL_PROPERTY:
		case SYN_DECL_SCENARIO:
		case SYN_DECL_VERIFY:
		case SYN_DECL_MUTANT:
		case SYN_DECL_LITMUS:
		case SYN_DECL_SPACE:
		case SYN_DECL_REGION:
		case SYN_DECL_POLICY: break;
		}
	}
}
