/* variant.c: which variant of a specification the command line asks for. */
#include "compiler/driver/driver.h"

#include <string.h>
#include "compiler/base/limits.h"

/* ---------------------------------------------------------------- --set a=b */
static const char *option_values(struct gd_arena *arena, const struct sem_option *option)
{
	GD_VEC(const char *) values = { 0 };
	const char *text = "";

	if (option->kind == SEM_OPTION_INT)
		return gd_arena_printf(arena, "it takes a number from %ld to %ld", option->low,
		    option->high);
	for (long i = option->low; i <= option->high; i++)
		GD_PUSH(arena, values, sem_option_value_text(arena, option, i));
	for (size_t i = 0; i < values.count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text,
		    !i                         ? ""
			: i + 1 < values.count ? ", "
					       : " or ",
		    values.at[i]);
	return gd_arena_printf(arena, "it can be %s", text);
}

static bool unknown_option(struct driver_spec *spec, const char *name)
{
	size_t count = sem_option_count(spec->sem);
	const char **names = GD_NEW_ARRAY(spec->arena, const char *, count + 1);

	for (size_t i = 0; i < count; i++)
		names[i] = sem_option_at(spec->sem, i)->name;
	driver_error(count ? driver_suggest(spec->arena, name, names, count) : "it has no options",
	    "%s has no option `%s`", spec->path, name);
	return false;
}

static bool set_option(struct driver_spec *spec, const char *setting, long *values)
{
	size_t length = strcspn(setting, "=");
	const char *name = gd_arena_strndup(spec->arena, setting, length);

	if (!setting[length]) {
		driver_error("write --set option=value", "--set cannot be `%s`", setting);
		return false;
	}
	for (size_t i = 0; i < sem_option_count(spec->sem); i++) {
		const struct sem_option *option = sem_option_at(spec->sem, i);

		if (strcmp(option->name, name) != 0)
			continue;
		if (sem_option_parse(option, setting + length + 1, &values[i]))
			return true;
		driver_error(option_values(spec->arena, option), "option `%s` of %s cannot be `%s`",
		    name, spec->path, setting + length + 1);
		return false;
	}
	return unknown_option(spec, name);
}

/* ----------------------------------------------------------------- --mutant */
static const struct syn_decl *find_mutant(struct driver_spec *spec, const struct sem_variant *plain,
    const char *name)
{
	struct syn_decl **decls;
	size_t count = sem_decls(spec->sem, plain, SYN_DECL_MUTANT, spec->arena, &decls);
	const char **names = GD_NEW_ARRAY(spec->arena, const char *, count + 1);

	for (size_t i = 0; i < count; i++) {
		names[i] = decls[i]->name.text;
		if (strcmp(names[i], name) != 0)
			continue;
		if (!decls[i]->caught_by_check)
			return decls[i];
		driver_error("`gcdsl verify` shows what they report",
		    "the static checks already reject the mutant `%s`, so nothing is made of it",
		    name);
		return NULL;
	}
	driver_error(count ? driver_suggest(spec->arena, name, names, count) : "it has no mutants",
	    "%s has no mutant `%s`", spec->path, name);
	return NULL;
}

const struct sem_variant *driver_variant(struct driver_spec *spec, const char *const *settings,
    size_t count, const char *mutant)
{
	struct sem_variant *variant = GD_NEW(spec->arena, struct sem_variant);
	size_t options = sem_option_count(spec->sem);
	long *values = GD_NEW_ARRAY(spec->arena, long, options + 1);

	for (size_t i = 0; i < options; i++)
		values[i] = sem_option_at(spec->sem, i)->initial;
	for (size_t i = 0; i < count; i++)
		if (!set_option(spec, settings[i], values))
			return NULL;
	variant->values = values;
	if (mutant && !(variant->mutant = find_mutant(spec, variant, mutant)))
		return NULL;
	return variant;
}

/* --------------------------------------------------------- --workers, --memory */
static bool find_kind(const struct ir_spec *spec, struct gd_arena *arena, const char *name)
{
	const char **names = GD_NEW_ARRAY(arena, const char *, spec->kind_count + 1);

	for (size_t i = 0; i < spec->kind_count; i++) {
		names[i] = spec->kinds[i]->name;
		if (!strcmp(names[i], name))
			return true;
	}
	driver_error(driver_suggest(arena, name, names, spec->kind_count),
	    "there is no kind of work `%s`", name);
	return false;
}

bool driver_workers(const struct ir_spec *spec, struct gd_arena *arena, const char *text,
    struct syn_workers *workers)
{
	size_t digits = strspn(text, "0123456789"), blanks = strspn(text + digits, " ");
	const char *number = gd_arena_strndup(arena, text, digits), *kind = text + digits + blanks;

	memset(workers, 0, sizeof *workers);
	workers->kind = SYN_WORKERS_ANY;
	if (!strcmp(text, "any"))
		return true;
	if (!driver_number(number, 1, GD_MOST_workers, &workers->count) || (*kind && !blanks)) {
		driver_error(
		    gd_arena_printf(arena,
			"write `any`, a number from 1 to %d (that many of every kind), or a "
			"number and a kind (1 of every other)",
			GD_MOST_workers),
		    "--workers cannot be `%s`", text);
		return false;
	}
	workers->kind = *kind ? SYN_WORKERS_OF_ONE : SYN_WORKERS_EACH;
	workers->of.text = *kind ? kind : NULL;
	return !*kind || !spec || find_kind(spec, arena, kind);
}

bool driver_memory(struct gd_arena *arena, const char *text, enum ir_memory *memory)
{
	for (size_t i = 0; i < IR_MEMORY_COUNT; i++) {
		if (strcmp(text, ir_memory_name[i]) != 0)
			continue;
		*memory = (enum ir_memory)i;
		return true;
	}
	driver_error(driver_suggest(arena, text, ir_memory_name, IR_MEMORY_COUNT),
	    "there is no memory model `%s`", text);
	return false;
}
