/* sealed.c: JSON with a digest of all of it. */
#include "promela-backend/campaign/engine/sealed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/base/out.h"
#include "promela-backend/campaign/digest.h"

enum { FORMAT = 1 };

/* ------------------------------------------------------------------- members */
/* JSON is UTF-8, and what tools print need not be.  Then each byte is a character: ["…"]. */
json_t *camp_sealed_text(struct gd_arena *arena, const char *text)
{
	json_t *plain = text ? json_string(text) : json_null();
	size_t length = plain ? 0 : strlen(text);
	char *bytes, *next;

	if (plain)
		return plain;
	next = bytes = gd_arena_alloc(arena, 2 * length + 1);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
		if (*c >= 0x80)
			*next++ = (char)(0xC0 | *c >> 6);
		*next++ = (char)(*c >= 0x80 ? 0x80 | (*c & 0x3F) : *c);
	}
	return json_pack("[s]", bytes);
}

const char *camp_sealed_text_of(struct gd_arena *arena, const json_t *json)
{
	const char *text = json_string_value(json_array_get(json, 0));
	char *bytes, *next;

	if (!text)
		return json_is_string(json) ? gd_arena_strdup(arena, json_string_value(json))
					    : NULL;
	next = bytes = gd_arena_alloc(arena, strlen(text) + 1);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c >= 0x80 && text[1])
			c = (unsigned char)((c & 3) << 6 | (*++text & 0x3F));
		*next++ = (char)c;
	}
	return bytes;
}

static json_t *member_json(struct gd_arena *arena, const struct sealed_row *row, const char *at)
{
	switch (row->sort) {
	case SEALED_TEXT: return camp_sealed_text(arena, *(const char *const *)at);
	case SEALED_NUMBER: return json_real(*(const double *)at);
	case SEALED_FLAG: return json_boolean(*(const bool *)at);
	case SEALED_LONG: return json_integer(*(const long *)at);
	case SEALED_SIZE: break;
	}
	return json_integer((json_int_t) * (const size_t *)at);
}

void camp_sealed_put_members(struct gd_arena *arena, const struct sealed_row *rows,
    const void *from, json_t *object)
{
	for (; rows->name; rows++)
		json_object_set_new(object, rows->name,
		    member_json(arena, rows, (const char *)from + rows->at));
}

static bool read_member(struct gd_arena *arena, const struct sealed_row *row, const json_t *json,
    char *to)
{
	switch (row->sort) {
	case SEALED_TEXT:
		*(const char **)to = camp_sealed_text_of(arena, json);
		return *(const char **)to || (!row->required && json_is_null(json));
	case SEALED_NUMBER: *(double *)to = json_number_value(json); return json_is_number(json);
	case SEALED_FLAG: *(bool *)to = json_is_true(json); return json_is_boolean(json);
	case SEALED_LONG:
		*(long *)to = (long)json_integer_value(json);
		return json_is_integer(json);
	case SEALED_SIZE: break;
	}
	*(size_t *)to = (size_t)json_integer_value(json);
	return json_is_integer(json);
}

bool camp_sealed_members(struct gd_arena *arena, const struct sealed_row *rows,
    const json_t *object, void *to, const char **why)
{
	for (; rows->name; rows++)
		if (!read_member(arena, rows, json_object_get(object, rows->name),
			(char *)to + rows->at)) {
			*why = gd_arena_printf(arena, "its member `%s' is missing or wrong",
			    rows->name);
			return false;
		}
	return true;
}

/* -------------------------------------------------------------------- files */
/* The digest of OBJECT, which has no seal. */
static const char *seal_of(struct gd_arena *arena, const json_t *object)
{
	char *text = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS), hex[65] = "";
	struct camp_digest digest;

	camp_digest_init(&digest);
	camp_digest_string(&digest, text ? text : "");
	camp_digest_end(&digest, hex);
	free(text);
	return gd_arena_strdup(arena, hex);
}

bool camp_sealed_write(struct gd_arena *arena, const char *path, json_t *object)
{
	bool good;
	char *text;

	json_object_set_new(object, "version", json_integer(FORMAT));
	json_object_set_new(object, "seal", json_string(seal_of(arena, object)));
	text = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
	good = text && gd_write_file(path, text, strlen(text));
	if (!text)
		errno = ENOMEM;
	free(text);
	json_decref(object);
	return good;
}

static bool is_sealed(struct gd_arena *arena, json_t *object)
{
	const char *seal = camp_sealed_text_of(arena, json_object_get(object, "seal"));

	json_object_del(object, "seal");
	return seal && strcmp(seal, seal_of(arena, object)) == 0;
}

enum camp_read camp_sealed_read(struct gd_arena *arena, const char *path, json_t **object,
    const char **why)
{
	json_error_t error;

	*why = NULL;
	*object = NULL;
	if (access(path, R_OK) != 0) {
		*why = strerror(errno);
		return errno == ENOENT ? CAMP_MISSING : CAMP_DAMAGED;
	}
	*object = json_load_file(path, 0, &error);
	if (!*object)
		*why = gd_arena_strdup(arena, error.text);
	else if (json_integer_value(json_object_get(*object, "version")) != FORMAT)
		*why = "it is not of this version of gcdsl";
	else if (!is_sealed(arena, *object))
		*why = "its seal does not fit to what it says";
	return *why ? CAMP_DAMAGED : CAMP_READ;
}
