/* places.c: texts of models and of their runs, with the places in the source numbered. */
#include "promela-backend/campaign/places.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256, DIGITS = 9 };

/* Before and after a number.  No printed text has this character. */
#define MARK '\001'

struct place {
	const char *text; /* "46:1" */
	size_t length, number;
	struct place *next; /* in its bucket */
};
struct camp_places {
	struct gd_arena *arena;
	GD_VEC(struct place *) all;
	struct place *buckets[BUCKETS];
};

struct camp_places *camp_places_new(struct gd_arena *arena)
{
	struct camp_places *places = GD_NEW(arena, struct camp_places);

	places->arena = arena;
	return places;
}

static size_t bucket_of(const char *text, size_t length)
{
	size_t hash = 0;

	for (size_t i = 0; i < length; i++)
		hash = hash * 31 + (unsigned char)text[i];
	return hash % BUCKETS;
}

static const struct place *find(const struct camp_places *places, const char *text, size_t length)
{
	const struct place *place = places->buckets[bucket_of(text, length)];

	while (place && (place->length != length || memcmp(place->text, text, length) != 0))
		place = place->next;
	return place;
}

static const struct place *add(struct camp_places *places, const char *text, size_t length)
{
	const struct place *known = find(places, text, length);
	struct place **bucket = &places->buckets[bucket_of(text, length)], *place;

	if (known)
		return known;
	place = GD_NEW(places->arena, struct place);
	*place = (struct place){ gd_arena_strndup(places->arena, text, length), length,
		places->all.count, *bucket };
	*bucket = place;
	GD_PUSH(places->arena, places->all, place);
	return place;
}

static size_t digits(const char *text)
{
	size_t count = 0;

	while (isdigit((unsigned char)text[count]))
		count++;
	return count;
}

/* The length of LINE:COLUMN at TEXT; 0: there is none. */
static size_t place_length(const char *text)
{
	size_t line = digits(text), column;

	if (!line || line > DIGITS || text[line] != ':')
		return 0;
	column = digits(text + line + 1);
	return column && column <= DIGITS ? line + 1 + column : 0;
}

static void put_number(struct gd_out *out, const struct place *place)
{
	gd_out_printf(out, "%c%zu%c", MARK, place->number, MARK);
}

static const char *taken(struct camp_places *places, struct gd_out *out)
{
	const char *text = gd_arena_strndup(places->arena, out->text ? out->text : "", out->length);

	gd_out_free(out);
	return text;
}

/* -------------------------------------------------------------------- models */
/* The length of a comment or directive that begins at AT; 0: none does.  A line's end is not part of it. */
static size_t skipped(const char *at, bool line_starts)
{
	const char *end;

	if (line_starts && strncmp(at, "#line", strlen("#line")) == 0)
		return strcspn(at, "\n");
	if (at[0] != '/')
		return 0;
	if (at[1] == '/')
		return strcspn(at, "\n");
	if (at[1] != '*')
		return 0;
	end = strstr(at + 2, "*/");
	return end ? (size_t)(end - at) + 2 : strlen(at);
}

/* Appends the string or character that begins at AT.  Returns its length. */
static size_t put_quoted(struct camp_places *places, struct gd_out *out, const char *at)
{
	const char *from = at;
	char quote = *at;

	do {
		size_t length = *at == ':' ? place_length(at + 1) : 0;
		size_t taken_as_is = *at == '\\' && at[1] ? 2 : 1;

		gd_out_raw(out, at, taken_as_is);
		at += taken_as_is;
		if (length) {
			put_number(out, add(places, at, length));
			at += length;
		}
	} while (*at && *at != quote && *at != '\n');
	if (*at == quote)
		gd_out_raw(out, at++, 1);
	return (size_t)(at - from);
}

void camp_places_model(struct camp_places *places, const char *model, struct gd_out *out)
{
	bool line_starts = true;

	while (*model) {
		size_t skip = skipped(model, line_starts),
		       plain = strcspn(model + 1, "\"'/\n#") + 1;

		line_starts = false;
		if (skip)
			model += skip;
		else if (*model == '"' || *model == '\'')
			model += put_quoted(places, out, model);
		else {
			line_starts = plain == 1 && *model == '\n';
			gd_out_raw(out, model, plain);
			model += plain;
		}
	}
}

/* ---------------------------------------------------------------------- runs */
const char *camp_places_number(const struct camp_places *places, const char *text)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	for (bool after_colon = false; *text; after_colon = text[-1] == ':') {
		size_t length = after_colon ? place_length(text) : 0;
		const struct place *place = length ? find(places, text, length) : NULL;

		if (place) {
			put_number(&out, place);
			text += length;
		} else if (length) {
			gd_out_free(&out);
			return NULL;
		} else
			gd_out_raw(&out, text++, 1);
	}
	return taken((struct camp_places *)places, &out);
}

/* The place whose number is between marks at TEXT, and where the text goes on. */
static const struct place *numbered(const struct camp_places *places, const char **text)
{
	char *end;
	unsigned long number = strtoul(*text + 1, &end, 10);

	if (end == *text + 1 || *end != MARK || number >= places->all.count)
		return NULL;
	*text = end + 1;
	return places->all.at[number];
}

const char *camp_places_name(const struct camp_places *places, const char *text)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	while (*text) {
		const struct place *place;

		if (*text != MARK) {
			gd_out_raw(&out, text++, 1);
			continue;
		}
		place = numbered(places, &text);
		if (!place) {
			gd_out_free(&out);
			return NULL;
		}
		gd_out_raw(&out, place->text, place->length);
	}
	return taken((struct camp_places *)places, &out);
}
