/* key.h: under which key the result of a job is kept: the digest of all that it depends on. */
#ifndef CAMP_KEY_H
#define CAMP_KEY_H

#include "promela-backend/campaign/digest.h"
#include "promela-backend/campaign/places.h"
#include "promela-backend/campaign/task.h"

/* DIGEST becomes that of the tools, with which each key begins. */
void camp_digest_tools(const struct camp_tools *tools, struct camp_digest *digest);
/* The places of JOB's models, in ARENA.  TEXT gets the models' texts as they count for its key. */
struct camp_places *camp_number_places(struct gd_arena *arena, const struct camp_job *job,
    struct gd_out *text);
/* KEY becomes that of JOB. */
void camp_make_key(struct gd_arena *arena, const struct camp_digest *tools,
    const struct camp_options *options, const struct camp_job *job, char key[65]);

#endif
