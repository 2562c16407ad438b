/* variant.c: the declarations of a specification with a mutant applied. */
#include "compiler/sema/internal.h"

/* A bucket in a mutant replaces single clauses of the bucket; the others stay. */
static struct syn_decl *merge_bucket(struct gd_arena *arena, const struct syn_decl *old,
    const struct syn_decl *change)
{
	struct syn_decl *merged = GD_NEW(arena, struct syn_decl);

	*merged = *old;
	merged->loc = change->loc;
	merged->head = change->head;
	if (change->has_kinds) {
		merged->has_kinds = true;
		merged->kinds = change->kinds;
	}
	if (change->has_cycles) {
		merged->has_cycles = true;
		merged->cycles = change->cycles;
	}
	if (change->has_opening) {
		merged->has_opening = true;
		merged->opening = change->opening;
		merged->guard = change->guard;
	}
#define KEEP(name)                                                                                 \
	if (change->name)                                                                          \
		merged->name = change->name;
#define BUCKET_FLAG(name, text)            KEEP(name)
#define BUCKET_NUMBER(name, text)          KEEP(name)
#define BUCKET_GUARD(name, text, function) KEEP(name)
#include "compiler/base/buckets.def"
#undef KEEP
	if (change->fill)
		merged->fill = change->fill;
	return merged;
}

static struct syn_decl **find_same(sem_decl_list *decls, const struct syn_decl *change)
{
	for (size_t i = 0; i < decls->count; i++)
		if (decls->at[i]->kind == change->kind &&
		    decls->at[i]->name.text == change->name.text)
			return &decls->at[i];
	return NULL;
}

sem_decl_list sem_apply_mutant(struct gd_arena *arena, const sem_decl_list *decls,
    const struct syn_decl *mutant)
{
	sem_decl_list result = { 0 };

	for (size_t i = 0; i < decls->count; i++)
		GD_PUSH(arena, result, decls->at[i]);
	for (size_t i = 0; mutant && i < mutant->changes.count; i++) {
		struct syn_decl *change = mutant->changes.at[i];
		struct syn_decl **old = find_same(&result, change);

		if (!old)
			GD_PUSH(arena, result, change);
		else if (change->kind == SYN_DECL_BUCKET)
			*old = merge_bucket(arena, *old, change);
		else
			*old = change;
	}
	return result;
}

size_t sem_decls(const struct sem_spec *spec, const struct sem_variant *variant,
    enum syn_decl_kind kind, struct gd_arena *arena, struct syn_decl ***found)
{
	sem_decl_list all = sem_apply_mutant(arena, &spec->decls, variant ? variant->mutant : NULL);
	size_t count = 0;

	for (size_t i = 0; i < all.count; i++)
		if (all.at[i]->kind == kind)
			all.at[count++] = all.at[i];
	*found = all.at;
	return count;
}

struct syn_decl *sem_find(const struct sem_spec *spec, const struct sem_variant *variant,
    enum syn_decl_kind kind, const char *name)
{
	const char *text = name ? gd_intern(spec->context->names, name) : NULL;
	sem_decl_list all =
	    sem_apply_mutant(spec->context->arena, &spec->decls, variant ? variant->mutant : NULL);

	for (size_t i = 0; i < all.count; i++)
		if (all.at[i]->kind == kind && all.at[i]->name.text == text)
			return all.at[i];
	return NULL;
}
