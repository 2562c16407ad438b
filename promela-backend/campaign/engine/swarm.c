/* swarm.c: jobs made different, and their results put together again. */
#include "promela-backend/campaign/engine/swarm.h"

#include <string.h>

/* How steps are ordered.  Each row is a verifier of its own to compile, so there are few. */
static const char *const orders[][3] = { { NULL }, { "-DP_RAND", NULL },
	{ "-DREVERSE", "-DT_REVERSE", NULL }, { "-DT_RAND", "-DP_RAND", NULL } };
enum { ORDERS = sizeof orders / sizeof *orders, HASH_FUNCTIONS = 100 };

typedef GD_VEC(const char *) flag_list;

static void add_all(struct gd_arena *arena, flag_list *list, const char *const *flags)
{
	for (; flags && *flags; flags++)
		GD_PUSH(arena, *list, *flags);
}

static const char *const *cc_flags(struct gd_arena *arena, const char *const *flags, unsigned index)
{
	flag_list list = { 0 };

	add_all(arena, &list, flags);
	add_all(arena, &list, orders[index % ORDERS]);
	GD_PUSH(arena, list, NULL);
	return list.at;
}

static const char *const *pan_flags(struct gd_arena *arena, const char *const *flags,
    unsigned index)
{
	flag_list list = { 0 };

	add_all(arena, &list, flags);
	GD_PUSH(arena, list, gd_arena_printf(arena, "-h%u", index % HASH_FUNCTIONS));
	GD_PUSH(arena, list, gd_arena_printf(arena, "-RS%u", 1 + index));
	GD_PUSH(arena, list, NULL);
	return list.at;
}

static struct camp_job one_of(struct gd_arena *arena, const struct camp_job *job, unsigned index)
{
	struct camp_run *runs = GD_NEW_ARRAY(arena, struct camp_run, job->run_count + 1);
	struct camp_job one = *job;

	for (size_t i = 0; i < job->run_count; i++) {
		runs[i] = job->runs[i];
		runs[i].short_cc_flags = NULL;
		runs[i].cc_flags = i && job->runs[i].cc_flags == job->runs[i - 1].cc_flags
		    ? runs[i - 1].cc_flags
		    : cc_flags(arena, job->runs[i].cc_flags, index);
		runs[i].pan_flags = pan_flags(arena, job->runs[i].pan_flags, index);
	}
	one.name = gd_arena_printf(arena, "%s #%u", job->name, index + 1);
	one.runs = runs;
	one.use_whole = CAMP_NO_WHOLE;
	one.premises = NULL; /* only an exhaustive search can say that one is never met */
	one.shortest = false;
	one.group = 0;
	one.large = true;
	one.bits = true;
	return one;
}

static bool may_swarm(const struct camp_job *job)
{
	return job->model && !job->collects && !job->outcomes && !job->smallest;
}

struct camp_swarm camp_swarm_of(struct gd_arena *arena, const struct camp_job *jobs,
    size_t job_count, unsigned count)
{
	struct camp_swarm swarm = { 0 };

	swarm.jobs = GD_NEW_ARRAY(arena, struct camp_job, job_count * count + 1);
	swarm.of = GD_NEW_ARRAY(arena, size_t, job_count * count + 1);
	for (size_t i = 0; i < job_count; i++)
		for (unsigned j = 0; j < (may_swarm(&jobs[i]) ? count : 1); j++) {
			swarm.of[swarm.count] = i;
			swarm.jobs[swarm.count++] =
			    may_swarm(&jobs[i]) ? one_of(arena, &jobs[i], j) : jobs[i];
		}
	return swarm;
}

/* ------------------------------------------------------------------------ results */
/* Which of two results of the same model counts.  No search here shows that something holds. */
static int weight(enum camp_verdict verdict)
{
	switch (verdict) {
	case CAMP_FAILS: return 5;
	case CAMP_TOOL_FAILED: return 4;
	case CAMP_NOT_RUN: return 3;
	case CAMP_INCONCLUSIVE: return 2;
	case CAMP_BOUNDED: return 1;
	case CAMP_HOLDS: break;
	}
	return 0;
}

static void add_result(struct camp_result *sum, const struct camp_result *one, bool is_first)
{
	struct camp_result before = *sum;

	if (is_first || weight(one->verdict) > weight(sum->verdict))
		*sum = *one;
	if (is_first)
		return;
	sum->seconds = before.seconds + one->seconds;
	if (before.memory > sum->memory)
		sum->memory = before.memory;
	if (sum->verdict == CAMP_BOUNDED && one->states > sum->states)
		sum->states = one->states;
	sum->kept = before.kept && one->kept;
}

void camp_swarm_collect(struct gd_arena *arena, const struct camp_swarm *swarm,
    struct camp_job *jobs, size_t job_count)
{
	unsigned *count = GD_NEW_ARRAY(arena, unsigned, job_count + 1);

	for (size_t i = 0; i < swarm->count; i++) {
		struct camp_job *job = &jobs[swarm->of[i]];

		add_result(&job->result, &swarm->jobs[i].result, count[swarm->of[i]]++ == 0);
	}
	for (size_t i = 0; i < job_count; i++)
		if (jobs[i].result.verdict == CAMP_BOUNDED)
			jobs[i].result.reason = gd_arena_printf(arena,
			    "%u different bitstate searches found no error; states that all of them lost were not looked at",
			    count[i]);
}
