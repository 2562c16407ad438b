/* Did you mean …? */
#include <string.h>

#include "compiler/base/diag.h"

enum { LONGEST = 64 };

/* The number of edits (insert, delete, change, swap neighbours) that make B of A. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *now = rows[2];

	for (size_t j = 0; j <= b_length; j++)
		last[j] = j;
	for (size_t i = 1; i <= a_length; i++) {
		size_t *unused;

		now[0] = i;
		for (size_t j = 1; j <= b_length; j++) {
			size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			now[j] = best;
		}
		unused = before;
		before = last;
		last = now;
		now = unused;
	}
	return last[b_length];
}

/* The one with the fewest edits, of those with LIMIT at most; NULL: there is none. */
static const char *nearest(const char *name, const char *const *candidates, size_t count,
    size_t limit)
{
	size_t length = strlen(name), best = 0;
	const char *found = NULL;

	if (length < 2 || length > LONGEST)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		size_t other, edits;

		if (candidates[i] == NULL)
			continue;
		other = strlen(candidates[i]);
		if (other > LONGEST || other + limit < length || length + limit < other)
			continue;
		edits = distance(name, length, candidates[i], other);
		if (edits > 0 && edits <= limit && (found == NULL || edits < best)) {
			found = candidates[i];
			best = edits;
		}
	}
	return found;
}

const char *gd_did_you_mean(const char *name, const char *const *candidates, size_t count)
{
	size_t third = strlen(name) / 3;

	return nearest(name, candidates, count, third ? third : 1);
}

const char *gd_nearest(const char *name, const char *const *candidates, size_t count)
{
	return nearest(name, candidates, count, LONGEST);
}
