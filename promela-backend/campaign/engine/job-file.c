/* job-file.c: jobs and results, written and read.
 *
 * Members are rows of tables, which say what a struct's member is called in the file.  So what is written is
 * read again, too. */
#include "promela-backend/campaign/engine/job-file.h"

#include <errno.h>
#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/base/out.h"
#include "promela-backend/campaign/digest.h"

enum { FORMAT = 1, MOST_FALLBACKS = 16 };

/* -------------------------------------------------------------------- members */
enum sort { TEXT, NUMBER, FLAG, LONG, SIZE };
struct row {
	const char *name;
	enum sort sort;
	size_t at;     /* offset in the struct */
	bool required; /* a text that must be there */
};
#define OF(type, name, sort, member, required)                                                     \
	{                                                                                          \
		name, sort, offsetof(struct type, member), required                                \
	}

static const struct row job_file_rows[] = { OF(camp_job_file, "id", TEXT, id, true),
	OF(camp_job_file, "key", TEXT, key, true), OF(camp_job_file, "spin", TEXT, spin, true),
	OF(camp_job_file, "cc", TEXT, cc, true),
	OF(camp_job_file, "memory_limit", LONG, memory_limit, true),
	OF(camp_job_file, "time_limit", NUMBER, time_limit, true),
	OF(camp_job_file, "bitstate", FLAG, bitstate, true),
	OF(camp_job_file, "gives_up", FLAG, gives_up, true),
	OF(camp_job_file, "name", TEXT, job.name, true),
	OF(camp_job_file, "expected", TEXT, job.expected, false),
	OF(camp_job_file, "file", TEXT, job.file, true),
	OF(camp_job_file, "model", TEXT, job.model, true),
	OF(camp_job_file, "whole", TEXT, job.whole, false),
	OF(camp_job_file, "premises", TEXT, job.premises, false),
	OF(camp_job_file, "has_code", FLAG, job.has_code, true),
	OF(camp_job_file, "large", FLAG, job.large, true),
	OF(camp_job_file, "bits", FLAG, job.bits, true),
	OF(camp_job_file, "cut", FLAG, job.cut, true),
	OF(camp_job_file, "shortest", FLAG, job.shortest, true),
	OF(camp_job_file, "smallest", FLAG, job.smallest, true),
	OF(camp_job_file, "collects", FLAG, job.collects, true),
	OF(camp_job_file, "outcomes", FLAG, job.outcomes, true),
	OF(camp_job_file, "group", SIZE, job.group, true),
	OF(camp_job_file, "passes_asserts", FLAG, job.passes_asserts, true), { 0 } };
static const struct row run_rows[] = { OF(camp_run, "assertions", FLAG, assertions, true),
	OF(camp_run, "end_states", FLAG, end_states, true),
	OF(camp_run, "cycles", FLAG, cycles, true),
	OF(camp_run, "on_end_state", TEXT, on_end_state, false),
	OF(camp_run, "on_cycle", TEXT, on_cycle, false), { 0 } };
static const struct row result_rows[] = { OF(camp_result_file, "id", TEXT, id, true),
	OF(camp_result_file, "key", TEXT, key, true),
	OF(camp_result_file, "spin", TEXT, spin, true), OF(camp_result_file, "cc", TEXT, cc, true),
	OF(camp_result_file, "host", TEXT, host, true),
	OF(camp_result_file, "needs_memory", FLAG, needs_memory, true),
	OF(camp_result_file, "property", TEXT, result.property, false),
	OF(camp_result_file, "reason", TEXT, result.reason, false),
	OF(camp_result_file, "detail", TEXT, result.detail, false),
	OF(camp_result_file, "events", TEXT, result.events, false),
	OF(camp_result_file, "met", TEXT, result.met, false),
	OF(camp_result_file, "states", NUMBER, result.states, true),
	OF(camp_result_file, "transitions", NUMBER, result.transitions, true),
	OF(camp_result_file, "depth", NUMBER, result.depth, true),
	OF(camp_result_file, "seconds", NUMBER, result.seconds, true),
	OF(camp_result_file, "memory", NUMBER, result.memory, true),
	OF(camp_result_file, "reduced", FLAG, result.reduced, true),
	OF(camp_result_file, "hurried", FLAG, result.hurried, true), { 0 } };

/* JSON is UTF-8, and what tools print need not be.  Then each byte is a character: ["…"]. */
static json_t *text_json(struct gd_arena *arena, const char *text)
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

static const char *text_of(struct gd_arena *arena, const json_t *json)
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

static json_t *member_json(struct gd_arena *arena, const struct row *row, const char *at)
{
	switch (row->sort) {
	case TEXT: return text_json(arena, *(const char *const *)at);
	case NUMBER: return json_real(*(const double *)at);
	case FLAG: return json_boolean(*(const bool *)at);
	case LONG: return json_integer(*(const long *)at);
	case SIZE: break;
	}
	return json_integer((json_int_t) * (const size_t *)at);
}

static void write_members(struct gd_arena *arena, const struct row *rows, const void *from,
    json_t *object)
{
	for (; rows->name; rows++)
		json_object_set_new(object, rows->name,
		    member_json(arena, rows, (const char *)from + rows->at));
}

static bool read_member(struct gd_arena *arena, const struct row *row, const json_t *json, char *to)
{
	switch (row->sort) {
	case TEXT:
		*(const char **)to = text_of(arena, json);
		return *(const char **)to || (!row->required && json_is_null(json));
	case NUMBER: *(double *)to = json_number_value(json); return json_is_number(json);
	case FLAG: *(bool *)to = json_is_true(json); return json_is_boolean(json);
	case LONG: *(long *)to = (long)json_integer_value(json); return json_is_integer(json);
	case SIZE: break;
	}
	*(size_t *)to = (size_t)json_integer_value(json);
	return json_is_integer(json);
}

static bool read_members(struct gd_arena *arena, const struct row *rows, const json_t *object,
    void *to, const char **why)
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

/* Writes OBJECT with a seal, and forgets it. */
static bool write_json(struct gd_arena *arena, const char *path, json_t *object)
{
	bool good;
	char *text;

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
	const char *seal = text_of(arena, json_object_get(object, "seal"));

	json_object_del(object, "seal");
	return seal && strcmp(seal, seal_of(arena, object)) == 0;
}

static enum camp_read read_json(struct gd_arena *arena, const char *path, json_t **object,
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

/* --------------------------------------------------------------------- jobs */
static json_t *flags_json(const char *const *flags)
{
	json_t *list = flags ? json_array() : json_null();

	for (; flags && *flags; flags++)
		json_array_append_new(list, json_string(*flags));
	return list;
}

static const char *const *flags_of(struct gd_arena *arena, const json_t *list)
{
	size_t count = json_array_size(list);
	const char **flags = GD_NEW_ARRAY(arena, const char *, count + 1);

	for (size_t i = 0; i < count; i++)
		if (!(flags[i] = text_of(arena, json_array_get(list, i))))
			flags[i] = "";
	return json_is_array(list) ? flags : NULL;
}

static json_t *runs_json(struct gd_arena *arena, const struct camp_job *job)
{
	json_t *list = json_array();

	for (size_t i = 0; i < job->run_count; i++) {
		const struct camp_run *run = &job->runs[i];
		json_t *one = json_object();

		write_members(arena, run_rows, run, one);
		json_object_set_new(one, "cc_flags", flags_json(run->cc_flags));
		json_object_set_new(one, "pan_flags", flags_json(run->pan_flags));
		json_object_set_new(one, "short_cc_flags", flags_json(run->short_cc_flags));
		json_object_set_new(one, "short_pan_flags", flags_json(run->short_pan_flags));
		json_array_append_new(list, one);
	}
	return list;
}

static bool are_same_flags(const char *const *a, const char *const *b)
{
	for (; *a && *b && strcmp(*a, *b) == 0; a++)
		b++;
	return !*a && !*b;
}

static bool read_run(struct gd_arena *arena, const json_t *one, struct camp_run *run,
    const char **why)
{
	if (!read_members(arena, run_rows, one, run, why))
		return false;
	run->cc_flags = flags_of(arena, json_object_get(one, "cc_flags"));
	run->pan_flags = flags_of(arena, json_object_get(one, "pan_flags"));
	run->short_cc_flags = flags_of(arena, json_object_get(one, "short_cc_flags"));
	run->short_pan_flags = flags_of(arena, json_object_get(one, "short_pan_flags"));
	if (!run->cc_flags || !run->pan_flags)
		*why = "a run has no flags";
	return !*why;
}

static bool read_runs(struct gd_arena *arena, const json_t *list, struct camp_job *job,
    const char **why)
{
	struct camp_run *runs = GD_NEW_ARRAY(arena, struct camp_run, json_array_size(list) + 1);

	job->runs = runs;
	job->run_count = json_array_size(list);
	for (size_t i = 0; i < job->run_count; i++) {
		if (!read_run(arena, json_array_get(list, i), &runs[i], why))
			return false;
		/* a task compares pointers to see whether it has compiled this already */
		if (i && are_same_flags(runs[i].cc_flags, runs[i - 1].cc_flags))
			runs[i].cc_flags = runs[i - 1].cc_flags;
	}
	if (!job->run_count)
		*why = "it has no runs";
	return job->run_count;
}

/* The models with fewer foldings.  Those that are equal to the one before are left out: a task would pass over
 * them, too. */
static json_t *fallbacks_json(struct gd_arena *arena, const struct camp_job *job)
{
	const char *before = job->model, *model;
	json_t *list = json_array();

	for (size_t i = 0; job->fallback && i < MOST_FALLBACKS; i++) {
		model = job->fallback(job->fallback_of, i);
		if (!model)
			break;
		if (strcmp(model, before) != 0)
			json_array_append_new(list,
			    job->whole && strcmp(model, job->whole) == 0 ? json_true()
									 : text_json(arena, model));
		before = model;
	}
	return list;
}

typedef GD_VEC(const char *) model_list;

static const char *fallback_of_file(const void *fallback_of, size_t index)
{
	const model_list *models = fallback_of;

	return index < models->count ? models->at[index] : NULL;
}

static void read_fallbacks(struct gd_arena *arena, const json_t *list, struct camp_job *job)
{
	model_list *models = GD_NEW(arena, model_list);

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *model = json_is_true(one) ? job->whole : text_of(arena, one);

		if (model)
			GD_PUSH(arena, *models, model);
	}
	job->fallback_of = models;
	job->fallback = fallback_of_file;
}

bool camp_job_write(struct gd_arena *arena, const char *path, const struct camp_job_file *file)
{
	json_t *object = json_object();

	json_object_set_new(object, "version", json_integer(FORMAT));
	write_members(arena, job_file_rows, file, object);
	json_object_set_new(object, "use_whole", json_integer((json_int_t)file->job.use_whole));
	json_object_set_new(object, "runs", runs_json(arena, &file->job));
	json_object_set_new(object, "fallbacks", fallbacks_json(arena, &file->job));
	return write_json(arena, path, object);
}

static bool read_job(struct gd_arena *arena, const json_t *object, struct camp_job_file *file,
    const char **why)
{
	json_int_t use_whole = json_integer_value(json_object_get(object, "use_whole"));

	if (!read_members(arena, job_file_rows, object, file, why) ||
	    !read_runs(arena, json_object_get(object, "runs"), &file->job, why))
		return false;
	file->job.use_whole = use_whole == CAMP_WHOLE_FIRST ? CAMP_WHOLE_FIRST
	    : use_whole == CAMP_WHOLE_LAST                  ? CAMP_WHOLE_LAST
							    : CAMP_NO_WHOLE;
	read_fallbacks(arena, json_object_get(object, "fallbacks"), &file->job);
	if (file->memory_limit < 1 || file->time_limit < 0)
		*why = "its limits are no limits";
	if (strchr(file->job.file, '/') || file->job.file[0] == '.' || file->job.file[0] == '-')
		*why = "the name of its model is not the name of a file";
	return !*why;
}

enum camp_read camp_job_read(struct gd_arena *arena, const char *path, struct camp_job_file *file,
    const char **why)
{
	json_t *object;
	enum camp_read read = read_json(arena, path, &object, why);

	memset(file, 0, sizeof *file);
	if (read == CAMP_READ && !read_job(arena, object, file, why))
		read = CAMP_DAMAGED;
	json_decref(object);
	return read;
}

/* ------------------------------------------------------------------- results */
bool camp_result_write(struct gd_arena *arena, const char *path,
    const struct camp_result_file *file)
{
	json_t *object = json_object();

	json_object_set_new(object, "version", json_integer(FORMAT));
	json_object_set_new(object, "verdict",
	    json_string(camp_verdict_name[file->result.verdict]));
	write_members(arena, result_rows, file, object);
	return write_json(arena, path, object);
}

static bool verdict_of(const char *name, enum camp_verdict *verdict)
{
	for (int i = CAMP_NOT_RUN; name && i <= CAMP_BOUNDED; i++)
		if (strcmp(camp_verdict_name[i], name) == 0) {
			*verdict = (enum camp_verdict)i;
			return true;
		}
	return false;
}

/* What the store would not take is no result either. */
static bool is_whole(const struct camp_result *result)
{
	if (result->verdict == CAMP_FAILS)
		return result->property && result->events;
	return result->verdict != CAMP_HOLDS || result->states >= 1;
}

static bool read_result(struct gd_arena *arena, json_t *object, struct camp_result_file *file,
    const char **why)
{
	if (!verdict_of(json_string_value(json_object_get(object, "verdict")),
		&file->result.verdict))
		*why = "it has no verdict";
	else if (read_members(arena, result_rows, object, file, why) && !is_whole(&file->result))
		*why = "what belongs to its verdict is missing";
	return !*why;
}

enum camp_read camp_result_read(struct gd_arena *arena, const char *path,
    struct camp_result_file *file, const char **why)
{
	json_t *object;
	enum camp_read read = read_json(arena, path, &object, why);

	memset(file, 0, sizeof *file);
	if (read == CAMP_READ && !read_result(arena, object, file, why))
		read = CAMP_DAMAGED;
	json_decref(object);
	return read;
}
