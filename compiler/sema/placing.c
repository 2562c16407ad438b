/* placing.c: how regions nest, loops over them, and which places an allocation may take. */
#include "compiler/sema/internal.h"

#include <string.h>

static struct syn_decl *region_named(struct sem_checker *c, const char *name)
{
	return name ? sem_lookup(c, name, SEM_REGION) : NULL;
}

bool sem_has_regions(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_REGION)
			return true;
	return false;
}

bool sem_regions_loop(struct sem_scope *s, const struct syn_stmt *loop, struct sem_type *type)
{
	struct sem_type ref = sem_type_simple(SEM_REF);

	if (!sem_names_regions(s->c, loop->expr, type))
		return false;
	sem_wants(s, loop->expr->args.at[0], &ref,
	    gd_arena_printf(s->c->context->arena, "`.%s`", loop->expr->name.text));
	return true;
}

/* The `in b' of a loop over what TYPE says: lines, or objects. */
void sem_loop_in_region(struct sem_scope *s, const struct syn_stmt *loop,
    const struct sem_type *type)
{
	struct sem_type in = sem_value(s, loop->expr, NULL);
	const char *inside = type->kind == SEM_IN_REGION ? type->region->inside.text : NULL;

	if (in.kind == SEM_POISON || type->kind == SEM_POISON)
		return;
	if (in.kind == SEM_IN_REGION && (type->kind == SEM_REF || in.region->name.text == inside))
		return;
	gd_help(sem_error(s->c, GD_E_loop_domain, loop->expr->loc,
		    "a loop over %ss cannot be limited by %s",
		    loop->name2.text ? loop->name2.text : "object",
		    sem_type_text(s->c->context->arena, &in)),
	    "`in` takes a region in which what the loop visits lies: `for l : line in b`");
}

/* ----------------------------------------------------------------- declarations */
static long bytes_of(const struct syn_decl *region)
{
	static const struct {
		const char *unit;
		long bytes;
	} units[] = { { "B", 1 }, { "KiB", 1024 }, { "MiB", 1024L * 1024 } };

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (region->unit.text && !strcmp(units[i].unit, region->unit.text))
			return region->size * units[i].bytes;
	return 0;
}

static void check_size(struct sem_checker *c, const struct syn_decl *region)
{
	const struct syn_decl *around =
	    region->inside.text ? sem_resolve(c, region->inside, SEM_REGION) : NULL;
	long bytes = bytes_of(region), outer = around ? bytes_of(around) : 0;
	struct gd_diag *diag;

	if (!bytes || bytes & (bytes - 1))
		gd_help(sem_error(c, GD_E_region_size, region->unit.loc,
			    "the size of `%s` is no power of two of bytes", region->name.text),
		    "write for example `128 B` or `32 KiB`; the units are `B`, `KiB` and `MiB`");
	if (!outer || !bytes || (around != region && outer > bytes))
		return;
	diag = sem_error(c, GD_E_region_size, region->head, "`%s` does not fit into `%s`",
	    region->name.text, around->name.text);
	gd_note(diag, around->head, "this is the region around it");
	gd_help(diag, "a region is larger than those in it");
}

/* At most two sorts, one in the other. */
static void check_nesting(struct sem_checker *c)
{
	const struct syn_decl *first = NULL, *second = NULL;

	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if (decl->kind != SYN_DECL_REGION)
			continue;
		if (second) {
			gd_help(sem_error(c, GD_E_region_size, decl->head,
				    "there are more than two sorts of regions"),
			    "declare blocks and the lines in them");
			return;
		}
		*(first ? &second : &first) = decl;
	}
	if (second && first->inside.text != second->name.text &&
	    second->inside.text != first->name.text)
		gd_help(sem_error(c, GD_E_region_size, second->head, "`%s` and `%s` do not nest",
			    first->name.text, second->name.text),
		    "write `region %s : … in %s { … }`, or leave one of them out",
		    second->name.text, first->name.text);
}

static bool has_member(const struct syn_decl *decl, const struct syn_member *member)
{
	for (size_t i = 0; i < decl->members.count; i++)
		if (&decl->members.at[i] != member &&
		    decl->members.at[i].name.text == member->name.text)
			return true;
	return false;
}

/* Replays and the tables in models know metadata by their names. */
static void check_member_name(struct sem_checker *c, const struct syn_member *member)
{
	for (size_t i = 0; member->name.text && i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if ((decl->kind == SYN_DECL_OBJECT || decl->kind == SYN_DECL_REGION) &&
		    has_member(decl, member)) {
			struct gd_diag *diag = sem_error(c, GD_E_duplicate_name, member->name.loc,
			    "there is a member `%s` already", member->name.text);

			gd_note(diag, decl->head, "declared here");
			gd_help(diag, "choose another name");
			return;
		}
	}
}

static void check_members(struct sem_checker *c, const struct syn_decl *region)
{
	for (size_t i = 0; i < region->members.count; i++) {
		const struct syn_member *member = &region->members.at[i];

		check_member_name(c, member);
		if (member->when)
			gd_help(sem_error(c, GD_E_overlay_metadata, member->header,
				    "nothing lies over a region"),
			    "leave out the word `overlay`, and write a value");
		else if (member->type.kind == SYN_TYPE_REF || member->type.kind == SYN_TYPE_WORD)
			gd_help(sem_error(c, GD_E_member_type, member->type.loc,
				    "a region has no slots and no words"),
			    "its metadata is `bool`, `bit`, a range or tags, with a value");
		else
			sem_check_member(c, member);
		if (member->is_in_header)
			gd_help(sem_error(c, GD_E_header_metadata, member->header,
				    "a region has no header"),
			    "leave out the word `header`");
	}
}

/* `o.line' and `o.lines' are about regions, so no member of objects has such a name. */
static void check_objects(struct sem_checker *c, const struct syn_decl *object)
{
	for (size_t i = 0; i < object->members.count; i++) {
		const struct syn_member *member = &object->members.at[i];
		struct syn_expr as = { .kind = SYN_EXPR_MEMBER, .name = member->name };
		struct sem_type type;

		if (region_named(c, member->name.text) || sem_names_regions(c, &as, &type))
			gd_help(sem_error(c, GD_E_duplicate_name, member->name.loc,
				    "`o.%s` already has a meaning: that of a region",
				    member->name.text),
			    "choose another name");
	}
}

/* -------------------------------------------------------- which places may be taken */
static bool reads_region(const struct syn_decl *space, const struct syn_expr *location)
{
	const struct syn_expr *of = location->kind == SYN_EXPR_MEMBER ? location->args.at[0] : NULL;

	if (of && of->kind == SYN_EXPR_MEMBER)
		of = of->args.at[0];
	return of && of->kind == SYN_EXPR_NAME && of->name.text == space->binder.text;
}

/* The first part of EXPR that is not about a line, its block, and constants.  NULL: there is none. */
static const struct syn_expr *stranger(struct sem_checker *c, const struct syn_decl *space,
    const struct syn_expr *expr)
{
	enum syn_expr_kind kind = expr->kind;

	if (kind == SYN_EXPR_ERROR || kind == SYN_EXPR_NUMBER || kind == SYN_EXPR_BOOL)
		return NULL;
	if (kind == SYN_EXPR_NAME)
		return sem_lookup(c, expr->name.text, SEM_STATE_NAMES & ~SEM_OPTION) ? expr : NULL;
	if (kind == SYN_EXPR_CALL)
		return !strcmp(expr->name.text, "load") && expr->args.count == 1 &&
			expr->order == SYN_ORDER_NONE && reads_region(space, expr->args.at[0])
		    ? NULL
		    : expr;
	if (syn_family(expr->kind) != GD_FAMILY_LOGIC &&
	    syn_family(expr->kind) != GD_FAMILY_COMPARISON &&
	    syn_family(expr->kind) != GD_FAMILY_ARITHMETIC)
		return expr;
	for (size_t i = 0; i < expr->args.count; i++) {
		const struct syn_expr *part = stranger(c, space, expr->args.at[i]);

		if (part)
			return part;
	}
	return NULL;
}

static const struct syn_decl *smallest(struct sem_checker *c)
{
	const struct syn_decl *found = NULL;

	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_REGION &&
		    (!found || c->decls.at[i]->inside.text))
			found = c->decls.at[i];
	return found;
}

static const struct syn_decl *largest(struct sem_checker *c)
{
	const struct syn_decl *line = smallest(c);
	const struct syn_decl *around = line ? region_named(c, line->inside.text) : NULL;

	return around ? around : line;
}

static void check_condition(struct sem_checker *c, const struct syn_decl *space,
    const struct syn_decl *line)
{
	struct sem_scope scope = { .c = c, .place = SEM_IN_KERNEL, .decl = space };
	const struct syn_expr *strange = stranger(c, space, space->expr);

	if (strange) {
		gd_help(sem_error(c, GD_E_place_condition, strange->loc,
			    "which places may be taken cannot depend on this"),
		    "the condition loads metadata of `%s` and of the region around it, without an "
		    "order, and compares them with each other, with constants and with options",
		    space->binder.text);
		return;
	}
	sem_local_add(&scope, space->binder, sem_type_region(line));
	sem_condition(&scope, space->expr);
}

/* space heap of block : bump over line l if P; */
static void check_placing(struct sem_checker *c, const struct syn_decl *space)
{
	const struct syn_decl *of = sem_resolve(c, space->inside, SEM_REGION);
	const struct syn_decl *over = sem_resolve(c, space->over, SEM_REGION);

	if (space->sort.text && strcmp(space->sort.text, "bump") != 0)
		gd_help(sem_error(c, GD_E_unknown_name, space->sort.loc,
			    "lines are handed out by `bump`, not by `%s`", space->sort.text),
		    "write `space %s of %s : bump over %s l if …;`", space->name.text,
		    space->inside.text, space->over.text);
	if (!of || !over)
		return;
	if (over != smallest(c) || of != largest(c)) {
		gd_help(sem_error(c, GD_E_region_size, space->head,
			    "a space consists of the largest regions, and hands out the smallest"),
		    "write `space %s of %s : bump over %s …`", space->name.text,
		    largest(c)->name.text, smallest(c)->name.text);
		return;
	}
	check_condition(c, space, over);
}

void sem_check_regions(struct sem_checker *c)
{
	size_t placing = 0;

	check_nesting(c);
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if (decl->kind == SYN_DECL_REGION) {
			check_size(c, decl);
			check_members(c, decl);
		}
		if (decl->kind == SYN_DECL_OBJECT)
			check_objects(c, decl);
		if (decl->kind != SYN_DECL_SPACE)
			continue;
		if (decl->over.text) {
			placing++;
			check_placing(c, decl);
		}
		if (sem_has_regions(c) && (!decl->over.text || placing > 1))
			gd_help(sem_error(c, GD_E_region_size, decl->head,
				    "a heap with regions is one space"),
			    "declare no space, or `space %s of … : bump over … l if …;`",
			    decl->name.text);
	}
}
