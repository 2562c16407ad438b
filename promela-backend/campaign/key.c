/* key.c: what a result depends on. */
#include "promela-backend/campaign/key.h"

#include <sys/utsname.h>

#include "promela-backend/campaign/command.h"

/* A part of every key.  It is changed when a kept result would be judged differently now.  A key has
 * the texts of the model with all foldings and of the one without any.  Models with some foldings
 * have no other verdicts: so a mistake that only they had is a reason to change this. */
static const char PROCEDURE[] = "gcdsl campaign 9";

static void add_flags(struct camp_digest *digest, const char *const *flags)
{
	for (; flags && *flags; flags++)
		camp_digest_string(digest, *flags);
	camp_digest_string(digest, "");
}

void camp_digest_tools(const struct camp_tools *tools, struct camp_digest *digest)
{
	struct utsname system;

	camp_digest_init(digest);
	camp_digest_string(digest, PROCEDURE);
	camp_digest_string(digest, tools->spin_version);
	camp_digest_string(digest, tools->cc_version);
	camp_digest_string(digest, uname(&system) == 0 ? system.machine : "");
	for (size_t i = 0; i < tools->support_count; i++)
		camp_digest_string(digest, tools->support[i].text);
}

struct camp_places *camp_number_places(struct gd_arena *arena, const struct camp_job *job,
    struct gd_out *text)
{
	struct camp_places *places = camp_places_new(arena);

	camp_places_model(places, job->model, text);
	gd_out_raw(text, "", 1);
	camp_places_model(places, job->whole ? job->whole : "", text);
	return places;
}

void camp_make_key(struct gd_arena *arena, const struct camp_digest *tools,
    const struct camp_options *options, const struct camp_job *job, char key[65])
{
	struct camp_digest digest = *tools;
	struct gd_out text;

	gd_out_init(&text, 0);
	camp_number_places(arena, job, &text);
	camp_digest_add(&digest, text.text, text.length + 1);
	gd_out_free(&text);
	if (job->whole && job->use_whole != CAMP_NO_WHOLE)
		camp_digest_string(&digest,
		    gd_arena_printf(arena, "%d %ld", (int)job->use_whole,
			camp_whole_memory(options)));
	camp_digest_string(&digest, job->premises ? job->premises : "");
	camp_digest_string(&digest, job->coverage ? job->coverage : "");
	if (job->bits)
		camp_digest_string(&digest, "bits");
	camp_digest_string(&digest,
	    job->smallest       ? "smallest"
		: job->shortest ? "shortest"
				: "any");
	for (size_t i = 0; i < job->run_count; i++) {
		const struct camp_run *run = &job->runs[i];

		add_flags(&digest, run->cc_flags);
		add_flags(&digest, run->pan_flags);
		camp_digest_string(&digest, run->on_end_state ? run->on_end_state : "");
		camp_digest_string(&digest, run->on_cycle ? run->on_cycle : "");
	}
	camp_digest_end(&digest, key);
}
