/* threads.c: mutators that rest for random times, and what comes and goes beside them. */
#include "net.h"

#include <sched.h>
#include <unistd.h>

/* Between two actions the mutator is there for a while, or not at all. */
void driver_rest(struct gc_mutator *m)
{
	unsigned how = below(8), polls = how < 2 ? 0 : how < 6 ? 1 : below(30);

	for (; polls; polls--) {
		program_safepoint(m);
		if (below(2))
			sched_yield();
	}
	if (how == 7) {
		gc_deactivate(m);
		usleep(below(200));
		gc_reactivate(m);
	}
}

/* -------------------------------------------------------------------- threads */
static void wait_for(const bool *flag)
{
	while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST))
		usleep(20);
}

static void begin(unsigned number)
{
	if (number > 0) {
		wait_for(&net.go);
		return;
	}
	for (unsigned i = 1; i < program.scripts; i++)
		start(be_mutator, (void *)(uintptr_t)i);
	while (__atomic_load_n(&net.joined, __ATOMIC_SEQ_CST) + 1 < program.scripts)
		usleep(20);
	__atomic_store_n(&net.go, true, __ATOMIC_SEQ_CST);
}

static struct gc_mutator *join(unsigned n)
{
	return n < program.scripts ? driver_join(n)
				   : gc_init_for_thread(gc_empty_stack_addr(), run.heap);
}

/* Mutator N begins when all may begin.  Its script may begin with `join'. */
static struct gc_mutator *come(unsigned n)
{
	bool late = n && n < program.scripts && driver_joins_late(n);
	struct gc_mutator *m = NULL;

	if (!n) {
		m = driver_make_heap();
		driver_never_begin_early();
		driver_begin_moving();
	}
	if (n < program.scripts)
		driver_set_roots(n);
	if (!n && n < program.scripts)
		m->roots = &run.roots[n];
	if (n && !late)
		m = join(n);
	if (n)
		__atomic_fetch_add(&net.joined, 1, __ATOMIC_SEQ_CST);
	begin(n);
	if (late)
		usleep(below(400));
	return late ? join(n) : m;
}

void *be_mutator(void *number)
{
	unsigned n = (unsigned)(uintptr_t)number;
	struct gc_mutator *m = come(n);

	if (n >= program.scripts || driver_follow(m, n)) {
		driver_rest(m);
		gc_deactivate(m);
	}
	__atomic_fetch_add(&net.done, 1, __ATOMIC_SEQ_CST);
	for (;;)
		pause();
}

/* Requests cycles like the scenario's environment: not a second time before the cycle has begun. */
static bool ask(unsigned cycle)
{
	struct gcrt_scheduler *s = &run.heap->scheduler;
	bool asked;

	gcrt_mutex_lock(&s->lock);
	asked = !(s->requested >> cycle & 1);
	if (asked)
		driver_request(cycle);
	gcrt_mutex_unlock(&s->lock);
	return asked;
}

void *be_environment(void *nothing)
{
	unsigned wait = 0;

	(void)nothing;
	__atomic_store_n(&net.environment, gettid(), __ATOMIC_SEQ_CST);
	wait_for(&net.go);
	for (unsigned asked = 0; asked < program.cycles;) {
		usleep(wait + (below(3) ? below(100) : below(1000)));
		if (ask(program.asks_for[below(program.asks)])) {
			asked++;
			wait = 0;
		} else if (wait < 2000) {
			wait = 2 * wait + 100;
		}
	}
	__atomic_store_n(&net.environment_done, true, __ATOMIC_SEQ_CST);
	for (;;)
		pause();
}

/* A mutator without roots, which joins, stays for a while, and leaves. */
void *be_joiner(void *nothing)
{
	struct gc_mutator *m;

	(void)nothing;
	wait_for(&net.go);
	usleep(below(800));
	m = gc_init_for_thread(gc_empty_stack_addr(), run.heap);
	for (unsigned times = below(4); times; times--)
		driver_rest(m);
	gc_finish_for_thread(m);
	__atomic_fetch_add(&net.left, 1, __ATOMIC_SEQ_CST);
	for (;;)
		pause();
}
