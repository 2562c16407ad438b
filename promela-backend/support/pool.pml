/* pool.pml: counters of units, and how a broken property ends the search.
 *
 * The pool of work is data: for each kind and each place where its units can
 * be, one counter a colour (doc/model.md).  A byte wraps silently at 255.  The
 * number of a kind's units, which no other counter of the kind can exceed,
 * grows through MORE, which ends the search before that.
 *
 * failed_property is written and read by one and the same step, so it is
 * hidden; the assertion's text carries the number to pan's message.  WHEN does its action where the
 * condition holds, and else nothing. */
#define FAILED_FULL 250         /* a counter of units: nothing is known */
#define FAILED_LATE 251         /* a store may be on its way: nothing is known */
#define FAILED_FOLD 252         /* a folding is not sound here: nothing is known */
#define FAILED_BOUND 253        /* a number leaves its range: nothing is known */
#define FAILED_ASSERT 254       /* an `assert` in a kernel */

hidden byte failed_property;

#define WHEN(condition, action) if :: condition -> action :: else -> skip fi
#ifdef FAILURES_ARE_DOUBTED     /* folding `doubts': the run may not be one of the collector's */
#define FAIL(number) failed_property = FAILED_FOLD; assert(failed_property != FAILED_FOLD)
#else
#define FAIL(number) failed_property = number; assert(failed_property != number)
#endif

/* The model knows which kind is counted, and so what a replay then prints. */
#define MORE(counter, said) \
	counter = counter + 1; \
	if \
	:: counter == 255 -> printf(said); FAIL(FAILED_FULL) \
	:: else -> skip \
	fi

/* A unit that would do nothing is left out, but is not over (doc/model.md, folding `sets').  It may
 * be in the pool (1), or in the pool or a buffer (2).  Or it was found in the pool (3), and another
 * one may be in a buffer (4). */
#define LEFT_OUT(doubt) doubt = (doubt == 0 -> 1 : doubt)
#define LEFT_OUT_OF_BUFFER(doubt) doubt = (doubt < 2 -> 2 : (doubt == 3 -> 4 : doubt))
