/* emit-unused.c: macros, inlines and hidden variables that nothing in a model uses are left out.
 *
 * What a model needs is seen best when all of it is there: each part defines what others may ask
 * for.  What stands in no definition is needed, and what is needed needs the definitions that it
 * names.  No name is defined twice.  The lines that say where SPIN is in the model itself are numbered here, too. */
#include "promela-backend/emit-unused.h"
#include "promela-backend/text-scan.h"

#include <stdlib.h>
#include <string.h>

struct definition { /* lines FIRST to END - 1 */
	const char *name;
	size_t first, end;
	bool is_needed;
};

struct text {
	struct gd_arena *arena;
	const char *file;
	GD_VEC(const char *) lines;
	GD_VEC(struct definition) all;
	struct definition **by_hash;       /* a name is looked for from its own place on */
	size_t places;                     /* a power of two */
	GD_VEC(struct definition *) found; /* to be looked through */
};

/* ------------------------------------------------------------------ definitions */
static const char *name_at(struct text *t, const char *at)
{
	return gd_arena_strndup(t->arena, at, pml_name_length(at));
}

/* The name that line AT defines, or NULL. *end: the line after the definition. */
static const char *defined(struct text *t, size_t at, size_t *end)
{
	const char *line = t->lines.at[at];

	*end = at + 1;
	if (pml_begins(line, "#define "))
		return name_at(t, line + strlen("#define "));
	if (pml_begins(line, "hidden ") && !strchr(line, ','))
		return name_at(t, strchr(line + strlen("hidden "), ' ') + 1);
	if (!pml_begins(line, "inline "))
		return NULL;
	if (line[strlen(line) - 1] != '}')
		while (strcmp(t->lines.at[(*end)++], "}") != 0)
			continue;
	return name_at(t, line + strlen("inline "));
}

/* The place of the definition of the name of LENGTH characters AT, or a free place. */
static struct definition **place_of(const struct text *t, const char *at, size_t length)
{
	size_t hash = 5381;
	struct definition **place;

	for (size_t i = 0; i < length; i++)
		hash = hash * 33 + (unsigned char)at[i];
	for (;; hash++) {
		place = &t->by_hash[hash & (t->places - 1)];
		if (!*place ||
		    (strncmp((*place)->name, at, length) == 0 && !(*place)->name[length]))
			return place;
	}
}

static void hash_names(struct text *t)
{
	for (t->places = 16; t->places < 2 * t->all.count;)
		t->places *= 2;
	t->by_hash = GD_NEW_ARRAY(t->arena, struct definition *, t->places);
	for (size_t i = 0; i < t->all.count; i++)
		*place_of(t, t->all.at[i].name, strlen(t->all.at[i].name)) = &t->all.at[i];
}

/* Finds each definition, with the comment before it and the empty line after it. */
static void find_definitions(struct text *t)
{
	for (size_t i = 0, end, begin; i < t->lines.count; i = end) {
		const char *name = defined(t, i, &end);

		if (!name)
			continue;
		for (begin = i; begin && pml_begins(t->lines.at[i], "inline") &&
		     pml_begins(t->lines.at[begin - 1], "//");)
			begin--;
		if (end < t->lines.count && !*t->lines.at[end])
			end++;
		GD_PUSH(t->arena, t->all, ((struct definition){ name, begin, end, false }));
	}
	hash_names(t);
}

/* ------------------------------------------------------------------------- uses */
/* The word of LENGTH characters AT is used. */
static void need(struct text *t, const char *at, size_t length)
{
	struct definition *found = *place_of(t, at, length);

	if (!found || found->is_needed)
		return;
	found->is_needed = true;
	GD_PUSH(t->arena, t->found, found);
}

static void look_through(struct text *t, const char *at)
{
	while (*at) {
		size_t length = pml_name_length(at);

		const char *past = pml_past_quoted(at);

		if (length)
			need(t, at, length);
		at += length ? length : past != at ? (size_t)(past - at) : 1;
	}
}

/* The support files that TEXT includes, and those that they include. */
static void look_through_support(struct text *t, const char *text)
{
	static const char include[] = "#include \"";
	size_t count;
	const struct pml_support_file *files = pml_support_files(&count);

	for (const char *at = text; (at = strstr(at, include)); at += strlen(include))
		for (size_t i = 0; i < count; i++)
			if (pml_begins(at + strlen(include), files[i].name)) {
				look_through(t, files[i].text);
				look_through_support(t, files[i].text);
			}
}

static void find_needs(struct text *t)
{
	size_t next = 0;

	for (size_t i = 0; i < t->lines.count; i++) {
		if (next < t->all.count && i == t->all.at[next].first) {
			i = t->all.at[next++].end - 1;
			continue;
		}
		look_through(t, t->lines.at[i]);
		look_through_support(t, t->lines.at[i]);
	}
	while (t->found.count) {
		const struct definition *d = t->found.at[--t->found.count];

		for (size_t i = d->first; i < d->end; i++)
			look_through(t, t->lines.at[i]);
	}
}

/* ------------------------------------------------------------------------- text */
/* Whether LINE is `#line 12 "model.pml"', which returns to the model itself. */
static bool goes_back(const struct text *t, const char *line)
{
	const char *name = pml_begins(line, "#line ") ? strchr(line, '"') : NULL;

	return name && pml_begins(name + 1, t->file) && name[1 + strlen(t->file)] == '"';
}

static void put(const struct text *t, struct gd_out *out)
{
	size_t next = 0, written = 0;

	for (size_t i = 0; i < t->lines.count; i++) {
		bool is_definition = next < t->all.count && i == t->all.at[next].first;

		if (is_definition && !t->all.at[next++].is_needed) {
			i = t->all.at[next - 1].end - 1;
			continue;
		}
		if (goes_back(t, t->lines.at[i]) && i + 1 < t->lines.count &&
		    pml_begins(t->lines.at[i + 1], "#line "))
			continue;
		written++;
		if (goes_back(t, t->lines.at[i]))
			gd_out_line(out, "#line %zu \"%s\"", written + 1, t->file);
		else {
			gd_out_puts(out, t->lines.at[i]);
			gd_out_puts(out, "\n");
		}
	}
}

void pml_put_needed(struct gd_arena *arena, const char *file, const struct gd_out *text,
    struct gd_out *out)
{
	struct text t = { .arena = arena, .file = file };
	const char *at = text->text;

	for (size_t rest = text->length; rest;) {
		const char *end = memchr(at, '\n', rest);
		size_t length = end ? (size_t)(end - at) : rest;

		GD_PUSH(arena, t.lines, gd_arena_strndup(arena, at, length));
		at += length + (end != NULL);
		rest -= length + (end != NULL);
	}
	find_definitions(&t);
	find_needs(&t);
	put(&t, out);
}
