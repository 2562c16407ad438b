/* preempt.h: executions with few preemptions. */
#ifndef GCX_PREEMPT_H
#define GCX_PREEMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explorer;
struct node;

/* A number for all beginnings of executions that are equivalent. */
struct prefix {
	uint64_t high, low;
};

/* Beginnings that were explored, as a hash table. */
struct prefixes {
	struct known_prefix *slots;
	size_t room, used;
	bool wanted;
	bool cut; /* the bound has cut something off */
};

/* Whether the task may take a step at the node without one preemption too many.  Remembers if not. */
bool gcx_is_affordable(struct explorer *x, const struct node *node, unsigned task);
/* The node's step is about to be taken. */
void gcx_count_preemption(struct explorer *x, struct node *node);
/* Whether all that follows the last step was explored after an equivalent beginning that has no more
 * preemptions; if not, it is from now on.  AT_END: nothing follows. */
bool gcx_is_known(struct explorer *x, bool at_end);
/* Whether this one is known, with as many preemptions or fewer; if not, it is from now on. */
bool gcx_remember(struct prefixes *prefixes, struct prefix key, uint32_t preemptions);
uint64_t gcx_mix(uint64_t hash, uint64_t value);
void gcx_free_prefixes(struct prefixes *prefixes);
struct text;
void gcx_put_prefixes(const struct prefixes *prefixes, struct text *text);
void gcx_get_prefixes(struct prefixes *prefixes, struct text *text);

#endif
