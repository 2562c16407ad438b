/* packets.c: units go from worker to worker, and buckets open.
 *
 *	seed(i)  in start: emits units
 *	unit(i)  in fan
 *	check    once in last: every unit has run, and was run once
 *
 * HAND: one seed emits three packets, which wait until their bucket opens.  FILL: the fill of fan emits them.  OWN:
 * units emit units into the same bucket.  PAIR: two seeds
 * emit a packet each.  BARE: the fill
 * of start emits the units, and there is no other bucket.  SPLIT: the units of one packet are divided.  ONE: at most
 * one unit of the kind runs at a time.
 *
 * With ALONE, main does not wait for the cycle: it requests the cycle, and rests before anything is explored.  The
 * orders of what main does and of what workers do are most of the executions, so three workers are explored
 * like this. */
static unsigned checked;
#ifdef ALONE
#define OVER_WHEN (checked == 1)
#endif
#include "explored.h"

enum { SEED, UNIT, CHECK };
enum { START, FAN, LAST };
enum { Q_SEED, Q_PAIR, Q_ONE, Q_TWO, Q_THREE, Q_CHECK };

#ifdef BARE
enum { HOME = START, FINAL = START };
#else
enum { HOME = FAN, FINAL = LAST };
#endif
#if defined SPLIT
enum { UNITS = 8, WORDS = 4, LIMIT = 0 };
#elif defined PAIR
enum { UNITS = 2, WORDS = 1, LIMIT = 0 };
#elif defined OWN
enum { UNITS = 4, WORDS = 1, LIMIT = 0 };
#elif defined ONE
enum { UNITS = 3, WORDS = 1, LIMIT = 1 };
#else
enum { UNITS = 3, WORDS = 1, LIMIT = 0 };
#endif

static unsigned seeded, paired[2], ran[UNITS], in_hand;

/* Unit I. */
static void emit_unit(struct gcrt_worker *worker, uintptr_t i)
{
#if defined SPLIT
	gcrt_emit(worker, Q_ONE, ((uintptr_t[]){ i, 0, 0, 0 }), WORDS);
#else
	emit(worker, Q_ONE + i % 3, i);
#endif
}

static void emit_units(struct gcrt_worker *worker)
{
	for (uintptr_t i = 0; i < UNITS; i++)
		emit_unit(worker, i);
}

static void run_seed(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)units;
	(void)count;
#ifdef PAIR
	paired[units[0]] = 1;
	emit_unit(worker, units[0]);
#else
	seeded = 1;
#endif
#if defined OWN
	emit_unit(worker, 0);
	emit_unit(worker, 1);
#elif !defined FILL && !defined PAIR
	emit_units(worker);
#endif
}

static void run_one(struct gcrt_worker *worker, uintptr_t i)
{
	ran[i]++;
#ifdef OWN
	if (i + 2 < UNITS)
		emit_unit(worker, i + 2);
#endif
	(void)worker;
}

static void run_unit(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	/* fan opens when start is drained */
	assert(seeded || (paired[0] && paired[1]) || HOME == START);
	if (LIMIT)
		assert(++in_hand == 1); /* a data race, if another worker has one in hand */
	assert(gcrt_load(&worker->heap->scheduler.open, relaxed) >> HOME & 1);
	for (size_t i = 0; i < count; i++)
		run_one(worker, units[i * WORDS]);
	if (LIMIT)
		in_hand--;
}

static void run_check(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	(void)count;
	for (unsigned i = 0; i < UNITS; i++)
		assert(ran[i] == 1); /* last opens when fan is drained */
	checked++;
}

static void fill_start(struct gcrt_worker *worker)
{
#ifdef BARE
	emit_units(worker);
#else
	emit(worker, Q_SEED, 0);
#endif
#ifdef PAIR
	emit(worker, Q_PAIR, 1);
#endif
}

static void fill_fan(struct gcrt_worker *worker)
{
#ifdef FILL
	emit_units(worker);
#endif
	(void)worker;
}

static void fill_last(struct gcrt_worker *worker)
{
	emit(worker, Q_CHECK, 0);
}

DRAINED(when_seeded, START)
DRAINED(when_run, FAN)
DRAINED(to, FINAL)

static const struct gcrt_kind kinds[] = {
	[SEED] = { .name = "seed", .words = 1, .run = run_seed },
	[UNIT] = { .name = "unit", .words = WORDS, .at_most = LIMIT, .run = run_unit },
	[CHECK] = { .name = "check", .words = 1, .run = run_check },
};
static const struct gcrt_queue queues[] = {
	[Q_SEED] = { SEED, START },
	[Q_PAIR] = { SEED, START },
	[Q_ONE] = { UNIT, HOME },
	[Q_TWO] = { UNIT, HOME },
	[Q_THREE] = { UNIT, HOME },
	[Q_CHECK] = { CHECK, LAST },
};
static const struct gcrt_bucket buckets[] = {
	[START] = { .name = "start", .cycles = 1, .fill = fill_start },
	[FAN] = { .name = "fan",
	    .cycles = FINAL == LAST,
	    .open_when = when_seeded,
	    .fill = fill_fan },
	[LAST] = { .name = "last",
	    .cycles = FINAL == LAST,
	    .open_when = when_run,
	    .fill = fill_last },
};
static const struct gcrt_cycle cycles[] = { { "cycle", from_request, to } };
const struct gcrt_collector gcrt_collector = { .name = "packets", TABLES };

int main(void)
{
	struct gc_mutator *m = begin();

#ifdef ALONE
	begin_cycle(m);
#else
	gc_collect(m, GC_COLLECTION_ANY);
	assert(checked == 1 || FINAL == START);
	for (unsigned i = 0; i < UNITS; i++)
		assert(ran[i] == 1);
#endif
	end(0);
}
