/* buffers.c: a mutator emits units while a cycle runs.
 *
 *	note(i)  in notes, open from the beginning: what the mutator emits, by way of its buffer
 *	check    once in last, which opens when notes is drained
 *
 * ADDS: it emits, comes to a safepoint, emits, and waits for the next cycle.  ASKED: it emits, and
 * then does nothing but coming to safepoints, so the cycle can end only when its buffer is asked for.
 * FULL: it emits more than its buffer holds. */
#include "explored.h"

enum { NOTE, CHECK };
enum { NOTES, LAST };
enum { Q_NOTE, Q_CHECK };

/* A buffer has 32 words. */
#ifdef FULL
enum { WORDS = 4, MADE = 9 };
#else
enum { WORDS = 1, MADE = 2 };
#endif

static unsigned made;      /* atomic */
static unsigned ran[MADE]; /* by the unit's number */
static unsigned checked;   /* atomic */

static void note(struct gc_mutator *m)
{
	gcrt_buffer(m, Q_NOTE, ((uintptr_t[4]){ made }), WORDS);
	gcrt_store(&made, made + 1, seq_cst);
}

static void run_note(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	for (size_t i = 0; i < count; i++)
		ran[units[i * WORDS]]++;
}

static void run_check(struct gcrt_worker *worker, const uintptr_t *units, size_t count)
{
	(void)worker;
	(void)units;
	(void)count;
	gcrt_store(&checked, 1, seq_cst);
}

/* What was emitted before drained was asked for has run if it holds. */
static bool is_drained(struct gcrt_scheduler *s)
{
	unsigned before = gcrt_load(&made, seq_cst);

	if (!gcrt_drained(s, NOTES))
		return false;
	for (unsigned i = 0; i < before; i++)
		assert(ran[i] == 1);
	return true;
}

static void fill_last(struct gcrt_worker *worker)
{
	emit(worker, Q_CHECK, 0);
}

DRAINED(to, LAST)

static const struct gcrt_kind kinds[] = {
	[NOTE] = { .name = "note", .words = WORDS, .multiplicity = GCRT_BAG, .run = run_note },
	[CHECK] = { .name = "check", .words = 1, .run = run_check },
};
static const struct gcrt_queue queues[] = {
	[Q_NOTE] = { NOTE, NOTES },
	[Q_CHECK] = { CHECK, LAST },
};
static const struct gcrt_bucket buckets[] = {
	[NOTES] = { .name = "notes", .cycles = 1 },
	[LAST] = { .name = "last", .cycles = 1, .open_when = is_drained, .fill = fill_last },
};
static const struct gcrt_cycle cycles[] = { { "cycle", from_request, to } };
const struct gcrt_collector gcrt_collector = { .name = "buffers",
	.buffered = 1 << Q_NOTE,
	.concurrent = true,
	TABLES };

static void emit_and_collect(struct gc_mutator *m)
{
	for (unsigned i = 1; i < MADE; i++)
		note(m);
	gc_safepoint(m);
	note(m);
	gc_collect(m, GC_COLLECTION_ANY);
	for (unsigned i = 0; i < MADE; i++)
		assert(ran[i] == 1);
}

static void emit_and_poll(struct gc_mutator *m)
{
	note(m);
	while (!gcrt_load(&checked, seq_cst))
		gc_safepoint(m);
}

int main(void)
{
	struct gc_mutator *m = begin();

	gcrt_request_by_mutator(m, 0); /* the cycle runs beside what follows */
#ifdef ASKED
	emit_and_poll(m);
#else
	emit_and_collect(m);
#endif
	end(0);
}
