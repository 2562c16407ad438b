/* sample.c: executions that are chosen at random.  PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte:
 * A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010. */
#include "explore/src/sample.h"

#include "explore/src/explorer.h"

/* How many steps the first execution is thought to have. */
enum { SOME_STEPS = 64, USUAL_DEPTH = 3 };

/* Vigna: splitmix64. */
uint64_t gcx_random(uint64_t *state)
{
	uint64_t mixed = *state += 0x9e3779b97f4a7c15u;

	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
	return mixed ^ mixed >> 31;
}

bool gcx_is_sampled(const struct explorer *x)
{
	return x->options.reduction == GCX_RANDOM || x->options.reduction == GCX_PCT;
}

static unsigned changes(const struct explorer *x)
{
	unsigned depth = x->options.pct_depth ? x->options.pct_depth : USUAL_DEPTH;

	return depth - 1;
}

/* Each execution has numbers of its own, so that it does not depend on those before.  Priorities
 * that tasks begin with are above those that they change to. */
void gcx_begin_sample(struct explorer *x)
{
	struct sampler *sampler = &x->sampler;
	uint32_t steps = x->result->deepest ? x->result->deepest : SOME_STEPS;

	sampler->state = x->options.seed;
	sampler->state = gcx_random(&sampler->state) + x->executions;
	sampler->state = gcx_random(&sampler->state);
	for (unsigned i = 0; i < GCX_ACTORS; i++)
		sampler->priority[i] = gcx_random(&sampler->state) | UINT64_C(1) << 63;
	for (unsigned i = 0; i < changes(x); i++)
		sampler->change[i] = (uint32_t)(gcx_random(&sampler->state) % steps);
}

static bool is_possible(struct explorer *x, const struct node *node, unsigned task)
{
	return gcx_may_go_on(x, task) && gcx_is_affordable(x, node, task);
}

/* The task that can go on and has the highest priority; GCX_ACTORS: none. */
static unsigned highest(struct explorer *x, const struct node *node)
{
	const uint64_t *priority = x->sampler.priority;
	unsigned found = GCX_ACTORS;

	for (unsigned i = 0; i < gcx_actor_end(x); i = gcx_actor_after(x, i))
		if (is_possible(x, node, i) &&
		    (found == GCX_ACTORS || priority[i] > priority[found]))
			found = i;
	return found;
}

static unsigned by_priority(struct explorer *x, const struct node *node)
{
	for (unsigned i = 0; i < changes(x); i++) {
		unsigned task = highest(x, node);

		if (task < GCX_ACTORS && x->sampler.change[i] == x->depth)
			x->sampler.priority[task] = changes(x) - i;
	}
	return highest(x, node);
}

static unsigned any(struct explorer *x, const struct node *node)
{
	unsigned possible[GCX_ACTORS], count = 0;

	for (unsigned i = 0; i < gcx_actor_end(x); i = gcx_actor_after(x, i))
		if (is_possible(x, node, i))
			possible[count++] = i;
	return count ? possible[gcx_random(&x->sampler.state) % count] : GCX_ACTORS;
}

bool gcx_sample(struct explorer *x, struct node *node)
{
	unsigned task = x->options.reduction == GCX_PCT ? by_priority(x, node) : any(x, node);
	struct label label;
	unsigned choice;

	if (task == GCX_ACTORS)
		return false;
	choice = (unsigned)(gcx_random(&x->sampler.state) % gcx_alternatives(x, task));
	label = gcx_label(x, task, gcx_alternative(x, task, choice));
	node->tree = gcx_new_branch(&label);
	return true;
}
