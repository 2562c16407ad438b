/* layout.c: `heap { block [a -] [- -] }', which says where the places of a scenario are. */
#include "compiler/sema/internal.h"

#include <string.h>

/* The sorts of regions: the smallest one, and the one around it, or NULL. */
struct sorts {
	const struct syn_decl *line, *block;
};

static struct sorts sorts_of(struct sem_checker *c)
{
	struct sorts sorts = { NULL, NULL };

	for (size_t i = 0; i < c->decls.count; i++)
		if (c->decls.at[i]->kind == SYN_DECL_REGION &&
		    (!sorts.line || c->decls.at[i]->inside.text))
			sorts.line = c->decls.at[i];
	if (sorts.line && sorts.line->inside.text)
		sorts.block = sem_lookup(c, sorts.line->inside.text, SEM_REGION);
	return sorts;
}

static struct gd_diag *wrong(struct sem_checker *c, struct gd_loc loc, const char *what)
{
	return sem_error(c, GD_E_heap_layout, loc, "%s", what);
}

static void needs_layout(struct sem_checker *c, const struct syn_decl *scenario, struct sorts sorts)
{
	bool is_client = scenario->any_client.mutators;
	const char *example = gd_arena_printf(c->context->arena, "heap { %s%s[%s -] [- -] }",
	    sorts.block ? sorts.block->name.text : "", sorts.block ? " " : "",
	    is_client ? "-" : "a");

	gd_help(sem_error(c, GD_E_heap_layout, scenario->head,
		    "`%s` does not say on which regions its objects lie", scenario->name.text),
	    "write `%s`: a pair of brackets is a `%s`, %s", example, sorts.line->name.text,
	    is_client ? "and `-` a place where an object can be"
		      : "a name the place of an object, and `-` a free place");
}

/* Whether the place at I is one with the same object's before, in the line before. */
static bool goes_on(const struct syn_decl *scenario, size_t i)
{
	const struct syn_place *at = scenario->layout.at;

	return i >= 2 && at[i - 1].kind == SYN_PLACE_LINE && at[i - 2].kind == SYN_PLACE_OBJECT &&
	    at[i - 2].name.text == at[i].name.text;
}

static bool stands_before(const struct syn_decl *scenario, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (scenario->layout.at[j].kind == SYN_PLACE_OBJECT &&
		    scenario->layout.at[j].name.text == scenario->layout.at[i].name.text)
			return true;
	return false;
}

static void check_place(struct sem_checker *c, const struct syn_decl *scenario, size_t i)
{
	const struct syn_place *place = &scenario->layout.at[i];

	if (place->kind == SYN_PLACE_OBJECT && stands_before(scenario, i) && !goes_on(scenario, i))
		gd_help(wrong(c, place->name.loc, "an object has one place"),
		    "a name stands once, or at the end of one line and at the beginning of the "
		    "next in the same block");
}

/* A client begins with any heap.  So a name stands for no object, and only says that two ends are one place. */
static void check_place_of_client(struct sem_checker *c, const struct syn_decl *scenario, size_t i)
{
	struct syn_name name = scenario->layout.at[i].name;
	size_t count = 0;

	for (size_t j = 0; j < scenario->layout.count; j++)
		count += scenario->layout.at[j].kind == SYN_PLACE_OBJECT &&
		    scenario->layout.at[j].name.text == name.text;
	if (scenario->any_client.mutators && scenario->layout.at[i].kind == SYN_PLACE_OBJECT &&
	    count == 1)
		gd_help(wrong(c, name.loc,
			    "a most general client begins with objects at any places"),
		    "write `-`; a name is for a place at the end of one line and at the beginning of "
		    "the next");
}

static void check_region(struct sem_checker *c, const struct syn_decl *scenario, struct sorts sorts,
    size_t i)
{
	const struct syn_place *place = &scenario->layout.at[i];
	bool last = i + 1 == scenario->layout.count;

	if (place->kind == SYN_PLACE_OUTER &&
	    (!sorts.block || place->name.text != sorts.block->name.text))
		gd_help(wrong(c, place->name.loc,
			    sorts.block ? "this is not the name of the region around lines"
					: "no region lies around others here"),
		    sorts.block ? "write `%s`" : "write only `[…]`, which are of the sort `%s`",
		    sorts.block ? sorts.block->name.text : sorts.line->name.text);
	if (place->kind == SYN_PLACE_OUTER &&
	    (last || scenario->layout.at[i + 1].kind != SYN_PLACE_LINE))
		gd_help(wrong(c, place->name.loc, "there is nothing in this region"),
		    "write the regions in it: `[- -]`");
	if (place->kind == SYN_PLACE_LINE && sorts.block && i == 0)
		gd_help(wrong(c, place->name.loc, "this region lies in no other"),
		    "write `%s` before it", sorts.block->name.text);
}

static bool is_placed(const struct syn_decl *scenario, const char *name)
{
	for (size_t i = 0; i < scenario->layout.count; i++)
		if (scenario->layout.at[i].kind == SYN_PLACE_OBJECT &&
		    scenario->layout.at[i].name.text == name)
			return true;
	return false;
}

size_t sem_places(const struct syn_decl *scenario)
{
	size_t places = 0;

	for (size_t i = 0; i < scenario->layout.count; i++) {
		enum syn_place_kind kind = scenario->layout.at[i].kind;

		places += kind == SYN_PLACE_FREE ||
		    (kind == SYN_PLACE_OBJECT && !stands_before(scenario, i));
	}
	return places;
}

/* Regions are numbered, and so are places; a model keeps the metadata of both in tables of one length. */
static void check_count(struct sem_checker *c, const struct syn_decl *scenario)
{
	size_t lines = 0;

	for (size_t i = 0; i < scenario->layout.count; i++)
		lines += scenario->layout.at[i].kind == SYN_PLACE_LINE;
	if (lines > sem_places(scenario))
		gd_help(wrong(c, scenario->layout_loc, "there are more lines than places"),
		    "give some line more places, or leave out a line");
}

void sem_check_layout(struct sem_checker *c, const struct syn_decl *scenario)
{
	struct sorts sorts = sorts_of(c);

	if (!sorts.line && scenario->layout_loc.line) {
		gd_help(wrong(c, scenario->layout_loc, "the heap has no regions"),
		    "write `objects a, b;`, or declare `region line : 128 B { … }`");
		return;
	}
	if (!sorts.line)
		return;
	if (!scenario->layout_loc.line) {
		needs_layout(c, scenario, sorts);
		return;
	}
	for (size_t i = 0; i < scenario->layout.count; i++) {
		check_place(c, scenario, i);
		check_place_of_client(c, scenario, i);
		check_region(c, scenario, sorts, i);
	}
	for (size_t i = 0; i < scenario->objects.count; i++)
		if (!is_placed(scenario, scenario->objects.at[i].text))
			gd_help(wrong(c, scenario->objects.at[i].loc, "this object has no place"),
			    "write its name in a line of `heap { … }`");
	if (scenario->more_objects > 0)
		gd_help(wrong(c, scenario->head, "free places are part of the layout"),
		    "write `-` in a line of `heap { … }`");
	check_count(c, scenario);
}
