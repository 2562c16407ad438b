/* explain.c: gcdsl explain. */
#include "compiler/driver/driver.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "compiler/base/embed.h"

extern const struct gd_embedded driver_pages[]; /* doc/errors, made by embed.sh */

struct arguments {
	struct driver_common common;
	struct gd_arena *arena;
	GD_VEC(const char *) codes;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT: state->child_inputs[0] = &a->common; return 0;
	case ARGP_KEY_ARG: GD_PUSH(a->arena, a->codes, arg); return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static void list_codes(void)
{
	for (size_t i = 0; i < gd_code_count(); i++)
		printf("%s  %s\n", gd_code_at(i)->name, gd_code_at(i)->title);
}

static int unknown_code(struct gd_arena *arena, const char *code)
{
	const char **names = GD_NEW_ARRAY(arena, const char *, gd_code_count());
	const char *near;

	for (size_t i = 0; i < gd_code_count(); i++)
		names[i] = gd_code_at(i)->name;
	near = gd_did_you_mean(code, names, gd_code_count());
	driver_error(near ? gd_arena_printf(arena, "did you mean `%s`?", near)
			  : "`gcdsl explain` lists them",
	    "there is no diagnostic `%s`", code);
	return DRIVER_WRONG;
}

/* Finds CODE in any case, with or without its brackets. */
static const struct gd_code_info *find_code(struct gd_arena *arena, const char *code)
{
	char *name = gd_arena_strdup(arena, *code == '[' ? code + 1 : code);
	size_t length = strlen(name);

	if (length && name[length - 1] == ']')
		name[length - 1] = '\0';
	*name = (char)toupper((unsigned char)*name);
	return gd_code_find(name);
}

static int explain(struct gd_arena *arena, const char *code)
{
	const struct gd_code_info *info = find_code(arena, code);
	const char *page;

	if (!info)
		return unknown_code(arena, code);
	page = gd_arena_printf(arena, "%s.md", info->name);
	for (const struct gd_embedded *p = driver_pages; p->name; p++)
		if (!strcmp(p->name, page)) {
			driver_print(p->text, p->length);
			return DRIVER_OK;
		}
	printf("# %s: %s\n", info->name, info->title);
	return DRIVER_OK;
}

int driver_explain(int argc, char **argv)
{
	static const struct argp_child children[] = { { &driver_common_argp, 0, NULL, 90 }, { 0 } };
	static const struct argp argp = { .parser = parse,
		.children = children,
		.args_doc = "[CODE...]",
		.doc =
		    "Shows the page of a diagnostic (E0201, W0601, ...): what it means, an example "
		    "and the same example after the fix.  Without a code, lists all of them." };
	struct arguments a = { .arena = gd_arena_new() };
	int status = driver_parse(&argp, argc, argv, &a);

	if (status == DRIVER_OK && !a.codes.count)
		list_codes();
	for (size_t i = 0; status == DRIVER_OK && i < a.codes.count; i++) {
		if (i)
			putchar('\n');
		status = explain(a.arena, a.codes.at[i]);
	}
	gd_arena_free(a.arena);
	return status;
}
