/* job-file.c: jobs and results, written and read.
 *
 * Members are rows of tables, which say what a struct's member is called in the file.  So what is written is
 * read again, too. */
#include "promela-backend/campaign/engine/job-file.h"

#include <stddef.h>
#include <string.h>

#include "promela-backend/campaign/engine/sealed.h"

enum { MOST_FALLBACKS = 16 };

#define OF(type, name, sort, member, required)                                                     \
	{                                                                                          \
		name, sort, offsetof(struct type, member), required                                \
	}

static const struct sealed_row job_file_rows[] = { OF(camp_job_file, "id", SEALED_TEXT, id, true),
	OF(camp_job_file, "key", SEALED_TEXT, key, true),
	OF(camp_job_file, "spin", SEALED_TEXT, spin, true),
	OF(camp_job_file, "cc", SEALED_TEXT, cc, true),
	OF(camp_job_file, "memory_limit", SEALED_LONG, memory_limit, true),
	OF(camp_job_file, "time_limit", SEALED_NUMBER, time_limit, true),
	OF(camp_job_file, "bitstate", SEALED_FLAG, bitstate, true),
	OF(camp_job_file, "gives_up", SEALED_FLAG, gives_up, true),
	OF(camp_job_file, "name", SEALED_TEXT, job.name, true),
	OF(camp_job_file, "expected", SEALED_TEXT, job.expected, false),
	OF(camp_job_file, "file", SEALED_TEXT, job.file, true),
	OF(camp_job_file, "model", SEALED_TEXT, job.model, true),
	OF(camp_job_file, "whole", SEALED_TEXT, job.whole, false),
	OF(camp_job_file, "late", SEALED_TEXT, job.late, false),
	OF(camp_job_file, "late_whole", SEALED_TEXT, job.late_whole, false),
	OF(camp_job_file, "premises", SEALED_TEXT, job.premises, false),
	OF(camp_job_file, "coverage", SEALED_TEXT, job.coverage, false),
	OF(camp_job_file, "has_code", SEALED_FLAG, job.has_code, true),
	OF(camp_job_file, "large", SEALED_FLAG, job.large, true),
	OF(camp_job_file, "bits", SEALED_FLAG, job.bits, true),
	OF(camp_job_file, "cut", SEALED_FLAG, job.cut, true),
	OF(camp_job_file, "shortest", SEALED_FLAG, job.shortest, true),
	OF(camp_job_file, "smallest", SEALED_FLAG, job.smallest, true),
	OF(camp_job_file, "collects", SEALED_FLAG, job.collects, true),
	OF(camp_job_file, "outcomes", SEALED_FLAG, job.outcomes, true),
	OF(camp_job_file, "group", SEALED_SIZE, job.group, true),
	OF(camp_job_file, "passes_asserts", SEALED_FLAG, job.passes_asserts, true), { 0 } };
static const struct sealed_row run_rows[] = { OF(camp_run, "assertions", SEALED_FLAG, assertions,
						  true),
	OF(camp_run, "end_states", SEALED_FLAG, end_states, true),
	OF(camp_run, "cycles", SEALED_FLAG, cycles, true),
	OF(camp_run, "on_end_state", SEALED_TEXT, on_end_state, false),
	OF(camp_run, "on_cycle", SEALED_TEXT, on_cycle, false), { 0 } };
static const struct sealed_row result_rows[] = { OF(camp_result_file, "id", SEALED_TEXT, id, true),
	OF(camp_result_file, "key", SEALED_TEXT, key, true),
	OF(camp_result_file, "spin", SEALED_TEXT, spin, true),
	OF(camp_result_file, "cc", SEALED_TEXT, cc, true),
	OF(camp_result_file, "host", SEALED_TEXT, host, true),
	OF(camp_result_file, "needs_memory", SEALED_FLAG, needs_memory, true),
	OF(camp_result_file, "property", SEALED_TEXT, result.property, false),
	OF(camp_result_file, "reason", SEALED_TEXT, result.reason, false),
	OF(camp_result_file, "detail", SEALED_TEXT, result.detail, false),
	OF(camp_result_file, "events", SEALED_TEXT, result.events, false),
	OF(camp_result_file, "met", SEALED_TEXT, result.met, false),
	OF(camp_result_file, "reached", SEALED_TEXT, result.reached, false),
	OF(camp_result_file, "states", SEALED_NUMBER, result.states, true),
	OF(camp_result_file, "transitions", SEALED_NUMBER, result.transitions, true),
	OF(camp_result_file, "depth", SEALED_NUMBER, result.depth, true),
	OF(camp_result_file, "seconds", SEALED_NUMBER, result.seconds, true),
	OF(camp_result_file, "memory", SEALED_NUMBER, result.memory, true),
	OF(camp_result_file, "reduced", SEALED_FLAG, result.reduced, true),
	OF(camp_result_file, "late", SEALED_SIZE, result.late, true),
	OF(camp_result_file, "hurried", SEALED_FLAG, result.hurried, true), { 0 } };

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
		if (!(flags[i] = camp_sealed_text_of(arena, json_array_get(list, i))))
			flags[i] = "";
	return json_is_array(list) ? flags : NULL;
}

static json_t *runs_json(struct gd_arena *arena, const struct camp_job *job)
{
	json_t *list = json_array();

	for (size_t i = 0; i < job->run_count; i++) {
		const struct camp_run *run = &job->runs[i];
		json_t *one = json_object();

		camp_sealed_put_members(arena, run_rows, run, one);
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
	if (!camp_sealed_members(arena, run_rows, one, run, why))
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
			    job->whole && strcmp(model, job->whole) == 0
				? json_true()
				: camp_sealed_text(arena, model));
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
		const char *model =
		    json_is_true(one) ? job->whole : camp_sealed_text_of(arena, one);

		if (model)
			GD_PUSH(arena, *models, model);
	}
	job->fallback_of = models;
	job->fallback = fallback_of_file;
}

bool camp_job_write(struct gd_arena *arena, const char *path, const struct camp_job_file *file)
{
	json_t *object = json_object();

	camp_sealed_put_members(arena, job_file_rows, file, object);
	json_object_set_new(object, "use_whole", json_integer((json_int_t)file->job.use_whole));
	json_object_set_new(object, "runs", runs_json(arena, &file->job));
	json_object_set_new(object, "fallbacks", fallbacks_json(arena, &file->job));
	return camp_sealed_write(arena, path, object);
}

static bool read_job(struct gd_arena *arena, const json_t *object, struct camp_job_file *file,
    const char **why)
{
	json_int_t use_whole = json_integer_value(json_object_get(object, "use_whole"));

	if (!camp_sealed_members(arena, job_file_rows, object, file, why) ||
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
	enum camp_read read = camp_sealed_read(arena, path, &object, why);

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

	json_object_set_new(object, "verdict",
	    json_string(camp_verdict_name[file->result.verdict]));
	camp_sealed_put_members(arena, result_rows, file, object);
	return camp_sealed_write(arena, path, object);
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
	else if (camp_sealed_members(arena, result_rows, object, file, why) &&
	    !is_whole(&file->result))
		*why = "what belongs to its verdict is missing";
	return !*why;
}

enum camp_read camp_result_read(struct gd_arena *arena, const char *path,
    struct camp_result_file *file, const char **why)
{
	json_t *object;
	enum camp_read read = camp_sealed_read(arena, path, &object, why);

	memset(file, 0, sizeof *file);
	if (read == CAMP_READ && !read_result(arena, object, file, why))
		read = CAMP_DAMAGED;
	json_decref(object);
	return read;
}
