/* list.c: no engine: somebody else runs the commands of the list. */
#include "promela-backend/campaign/engine/work.h"

static const char *nothing(struct work *work)
{
	(void)work;
	return NULL;
}

static const char *nothing_to_submit(struct work *work, struct work_submission *submission)
{
	(void)work;
	(void)submission;
	return NULL;
}

static void nothing_to_cancel(struct work *work)
{
	(void)work;
}

const struct work_kind camp_work_list = { .name = "list",
	.one_at_a_time = true,
	.chunk = 1,
	.check = nothing,
	.submit = nothing_to_submit,
	.resume = nothing_to_submit,
	.poll = nothing,
	.cancel = nothing_to_cancel };
