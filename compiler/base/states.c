/* states.c: what follows from the conditions about buckets and kinds.
 *
 * runtime/src/gcrt-machine.def says what each means.  What follows from it is found by trying all
 * that the facts about one bucket can be. */
#include "compiler/base/states.h"

#include <string.h>

/* What is so at an instant: a set of these. */
enum {
	IS_OPEN = 1 << 0,
	OPENED = 1 << 1,
	TAKES_PART = 1 << 2,
	NONE_UNFINISHED = 1 << 3,
	NONE_PENDING = 1 << 4,
	NONE_BUFFERED = 1 << 5,
	INSTANTS = 1 << 6,
	OF_UNITS = NONE_UNFINISHED | NONE_PENDING | NONE_BUFFERED
};

#define is_open(it)         (((it)&IS_OPEN) != 0)
#define opened(it)          (((it)&OPENED) != 0)
#define takes_part(it)      (((it)&TAKES_PART) != 0)
#define none_unfinished(it) (((it)&NONE_UNFINISHED) != 0)
#define none_pending(it)    (((it)&NONE_PENDING) != 0)
#define none_buffered(it)   (((it)&NONE_BUFFERED) != 0)
#define has_opened(it)      means_has_opened(it)

/* Of a kind that is in one bucket. */
#define kind_has_opened(it)      has_opened(it)
#define kind_none_unfinished(it) none_unfinished(it)
#define kind_none_buffered(it)   none_buffered(it)

typedef bool meaning(unsigned it);

static bool means_open(unsigned it)
{
	return is_open(it);
}

#define GCRT_ROWS GCRT_ROWS_OF_COLLECTOR
#define STATE(name, of, meaning)                                                                   \
	static bool means_##name(unsigned it)                                                      \
	{                                                                                          \
		return meaning;                                                                    \
	}
#include "runtime/src/gcrt-machine.def"

static const struct {
	const char *name;
	meaning *holds;
} states[] = {
	{ "open", means_open }, /* a fact of the table, which a word of the language asks for */
#define GCRT_ROWS                GCRT_ROWS_OF_COLLECTOR
#define STATE(name, of, meaning) { #name, means_##name },
#include "runtime/src/gcrt-machine.def"
};

static meaning *meaning_of(const char *state)
{
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (!strcmp(states[i].name, state))
			return states[i].holds;
	return NULL;
}

/* What is open has opened, and a unit that is pending is not finished. */
static bool can_be(unsigned it)
{
	return (!is_open(it) || opened(it)) && (!none_unfinished(it) || none_pending(it));
}

static bool follows(const char *state, meaning *what)
{
	meaning *holds = meaning_of(state);

	for (unsigned it = 0; holds && it < INSTANTS; it++)
		if (can_be(it) && holds(it) && !what(it))
			return false;
	return holds != NULL;
}

static bool none_left(unsigned it)
{
	return none_unfinished(it) && none_buffered(it);
}

bool gd_state_says_opened(const char *state)
{
	return follows(state, means_has_opened);
}

bool gd_state_says_none_left(const char *state)
{
	return follows(state, none_left);
}

bool gd_state_asks_for_units(const char *state)
{
	meaning *holds = meaning_of(state);

	for (unsigned it = 0; holds && it < INSTANTS; it++)
		if (holds(it) != holds(it & ~OF_UNITS))
			return true;
	return false;
}
