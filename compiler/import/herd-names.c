/* herd-names.c: what is named in the file, and how the translation calls it. */
#include "compiler/import/herd-internal.h"
#include "compiler/syntax/syntax.h"

#include <ctype.h>
#include <string.h>

/* Names with a meaning in the language, besides its words. */
static const char *const reserved[] = {
#define MEMORY_OPERATION(name, ...) #name,
#include "compiler/base/memory-operations.def"
#undef MEMORY_OPERATION
#define MEMORY_ORDER(NAME, name, ...) #name,
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
#define QUERY(name, ...) #name,
#include "compiler/base/queries.def"
	"observe", "overlap", "critical", "requested", "read", "write", "allocate"
};

static bool is_reserved(const char *name)
{
	if (syn_is_word(name))
		return true;
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (!strcmp(reserved[i], name))
			return true;
	return false;
}

struct herd_name *herd_find(const herd_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->at[i]->name, name))
			return names->at[i];
	return NULL;
}

const char *herd_fresh(struct herd *h, const char *hint)
{
	char *plain =
	    gd_arena_printf(h->arena, "%s%.60s", isalpha((unsigned char)*hint) ? "" : "t", hint);
	const char *name = plain;
	struct herd_name *taken = GD_NEW(h->arena, struct herd_name);

	for (char *c = plain; *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
	for (unsigned n = 2; is_reserved(name) || herd_find(&h->taken, name); n++)
		name = gd_arena_printf(h->arena, "%s_%u", plain, n);
	taken->name = name;
	GD_PUSH(h->arena, h->taken, taken);
	return name;
}

static struct herd_name *make_name(struct herd *h, const char *name, const char *text)
{
	struct herd_name *made = GD_NEW(h->arena, struct herd_name);

	made->name = name;
	made->text = text;
	made->high = -1;
	made->low = 0;
	return made;
}

void herd_too_many(struct herd *h, enum gd_limit limit)
{
	const struct gd_limit_info *info = gd_limit_info(limit);

	gd_help(herd_error(h, GD_E_herd_too_large, h->loc, "more than %ld %s", info->most,
		    info->what),
	    "divide the test into several, or leave out parts of it");
}

static void count_register(struct herd *h)
{
	if (++h->registers > GD_MOST_registers)
		herd_too_many(h, GD_LIMIT_registers);
}

bool herd_is_too_long(const char *text)
{
	unsigned depth = 0, most = 0;

	for (const char *c = text; *c; c++) {
		depth += *c == '(';
		depth -= *c == ')';
		most = depth > most ? depth : most;
	}
	return most > HERD_BRACKETS || strlen(text) > HERD_TEXT;
}

struct herd_name *herd_temporary(struct herd *h)
{
	const char *name;

	count_register(h);
	name = herd_fresh(h,
	    gd_arena_printf(h->arena, "p%zu_t%u", h->number_of_thread, ++h->temporaries));
	return make_name(h, name, name);
}

static struct herd_name *add(struct herd *h, herd_names *names, const char *name, const char *hint)
{
	struct herd_name *added = make_name(h, name, "");

	added->text = herd_fresh(h, hint);
	if (!h->failed)
		GD_PUSH(h->arena, *names, added);
	return added;
}

struct herd_name *herd_add_location(struct herd *h, const char *name, const char *hint)
{
	if (h->locations.count >= GD_MOST_locations)
		herd_too_many(h, GD_LIMIT_locations);
	return add(h, &h->locations, name, hint);
}

struct herd_name *herd_add_register(struct herd *h, herd_names *registers, const char *name,
    const char *hint)
{
	count_register(h);
	return add(h, registers, name, hint);
}

static bool is_plain_type(const char *text)
{
	static const char *const words[] = { "int", "unsigned", "signed", "long", "short", "char",
		"uint", "ulong", "ushort", "uchar", "llong", "ullong", "_Bool", "bool", "volatile",
		"const", "restrict", "_Atomic", "intptr_t", "uintptr_t", "size_t", "u8", "u16",
		"u32", "u64" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(text, words[i]))
			return true;
	text += *text == 'u';
	return !strncmp(text, "int", 3) && isdigit((unsigned char)text[3]) &&
	    strlen(text) < sizeof "int64_t" && strchr(text, '_');
}

static bool is_type_word(const char *text)
{
	return is_plain_type(text) ||
	    (!strncmp(text, "atomic_", 7) && (is_plain_type(text + 7) || !strcmp(text + 7, "t")));
}

bool herd_type(struct herd *h)
{
	bool any = false;

	while (h->token == HERD_NAME && is_type_word(h->text)) {
		any = true;
		herd_next(h);
	}
	return any;
}

long herd_constant(struct herd *h)
{
	struct gd_loc loc = h->loc;
	bool negative = herd_take(h, "-");
	long number = h->number;

	if (h->token != HERD_NUMBER) {
		if (h->token == HERD_NAME || herd_is(h, "&"))
			gd_help(herd_error(h, GD_E_herd_no_equivalent, h->loc,
				    "locations hold numbers, not addresses"),
			    "use numbers instead: 1 for the first address, 2 for the second");
		else
			herd_expected(h, "a number");
		return 0;
	}
	if ((negative && number) || number < 0 || number > 255)
		gd_help(herd_error(h, GD_E_herd_value, gd_loc_join(loc, h->loc),
			    "a location holds 0 to 255, not %s%.40s", negative ? "-" : "", h->text),
		    "choose another number: only equal and different values matter in a test");
	herd_next(h);
	return number;
}
