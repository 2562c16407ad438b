/* script.c: mutators that follow the scenario's scripts, and what comes and goes
 * beside them. */
#include "driver.h"

#include "gc-null-event-listener.h"
#include "gcrt-request.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

/* An action of a script reads and changes its root in one step, so no kernel may read roots at the
 * same time.  Kernels may loop over roots at the same time, also one that waits for others in its
 * loop: Note [Looking]. */
enum { ALONE = -1 };

static void lock(struct gc_mutator_roots *roots, bool alone)
{
	for (;;) {
		int readers = alone ? 0 : __atomic_load_n(&roots->readers, __ATOMIC_RELAXED);

		if (readers != ALONE &&
		    __atomic_compare_exchange_n(&roots->readers, &readers,
			alone ? ALONE : readers + 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return;
		sched_yield();
	}
}

static void unlock(struct gc_mutator_roots *roots)
{
	__atomic_store_n(&roots->readers, 0, __ATOMIC_RELEASE);
}

void driver_begin_loop(struct gc_mutator_roots *roots)
{
	lock(roots, false);
}

void driver_end_loop(struct gc_mutator_roots *roots)
{
	__atomic_sub_fetch(&roots->readers, 1, __ATOMIC_RELEASE);
}

static uintptr_t get(const uintptr_t *place)
{
	return __atomic_load_n(place, __ATOMIC_RELAXED);
}

static void set(uintptr_t *place, uintptr_t value)
{
	__atomic_store_n(place, value, __ATOMIC_RELAXED);
}

/* --------------------------------------------------------------- the heap */
/* Makes the objects that exist from the beginning.  No barrier runs for them. */
static void make_objects(struct gc_heap *heap)
{
	uint8_t metadata[GCRT_MAX_METADATA] = { 0 };
	size_t size_class = gcrt_size_class(driver_size);
	void *list = NULL;
	uint32_t block = 0;
	struct gcrt_free_cells cells = { &list, &block };

	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++)
		metadata[k] = gcrt_collector.metadata[k].initial;
	for (unsigned i = 0; i < program.named; i++) {
		void *object = NULL;

		if (schedule.large) {
			gcrt_space_large(&heap->space, driver_size, metadata, &object);
		} else {
			if (!list)
				gcrt_space_cells(&heap->space, size_class, metadata, false, cells);
			object = list;
			list = *(void **)object;
			*(void **)object = NULL;
		}
		*gcrt_object_byte((uintptr_t)object) = GCRT_OBJECT_TRACED;
		run.cell[i] = (uintptr_t)object;
	}
	gcrt_space_return(&heap->space, cells);
	for (unsigned i = 0; i < program.named * gcrt_collector.metadata_count; i++)
		*gcrt_table(run.cell[i / gcrt_collector.metadata_count],
		    1 + i % gcrt_collector.metadata_count) = (uint8_t)program.metadata[i];
	for (unsigned i = 0; i < program.named * program.slots; i++)
		if (program.slot[i] >= 0)
			((uintptr_t *)run.cell[i / program.slots])[i % program.slots] =
			    run.cell[program.slot[i]];
}

static void *no_room(struct gc_heap *heap, size_t size)
{
	(void)heap;
	(void)size;
	return NULL;
}

/* Scripts, the environment, and allocations that find no room request cycles.  The runtime's pacing
 * must not, because no specification knows it. */
static void never_begin_early(struct gc_heap *heap)
{
	static struct gcrt_collector calm;

	memcpy(&calm, &gcrt_collector, sizeof calm);
	calm.concurrent = false;
	heap->collector = &calm;
	gcrt_store(&heap->space.pace.trigger, UINT64_MAX, relaxed);
}

static struct gc_mutator *make_heap(void)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_mutator *m;

	gc_options_set_int(options, GC_OPTION_PARALLELISM, (int)schedule.workers);
	if (schedule.room)
		gc_options_set_size(options, GC_OPTION_HEAP_SIZE,
		    schedule.large ? schedule.room * gcrt_pages(driver_size) * GCRT_PAGE
				   : GCRT_BLOCK_BYTES);
	if (!gc_init(options, gc_empty_stack_addr(), &run.heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		_exit(3);
	gc_heap_set_allocation_failure_handler(run.heap, no_room);
	never_begin_early(run.heap);
	make_objects(run.heap);
	return m;
}

/* ------------------------------------------------------------------ actions */
/* A cell that is used again after its object was freed keeps its number. */
static void name_cell(uintptr_t object)
{
	unsigned at = program.named;

	gcrt_mutex_lock(&run.lock);
	for (unsigned i = 0; i < program.objects; i++)
		if (run.cell[i] == object)
			at = program.objects;
	while (at < program.objects && run.cell[at])
		at++;
	if (at < program.objects)
		run.cell[at] = object;
	gcrt_mutex_unlock(&run.lock);
}

static unsigned objects_there(void)
{
	unsigned there = 0;

	for (unsigned i = 0; i < program.objects; i++)
		there += run.cell[i] && gc_heap_contains(run.heap, gc_ref(run.cell[i]));
	return there;
}

/* An allocation has failed.  Checks that there is no room, also after a cycle of each kind.  If
 * others run, they may have made some. */
static void out_of_room(struct gc_mutator *m)
{
	for (unsigned c = 0; c < gcrt_collector.cycle_count && program.scripts == 1; c++)
		gcrt_heap_await(m, gcrt_request_cycle(&run.heap->scheduler, c, false));
	run.there = objects_there();
	__atomic_store_n(&run.no_room, true, __ATOMIC_SEQ_CST);
}

/* false: there is no room. */
static bool allocate(struct gc_mutator *m, uintptr_t *root)
{
	uintptr_t object = (uintptr_t)program_allocate(m, driver_size);

	if (!object) {
		out_of_room(m);
		return false;
	}
	name_cell(object);
	set(root, object);
	return true;
}

static void collect(struct gc_mutator *m, unsigned cycle)
{
	if (gcrt_collector.cycle_count == 1)
		gc_collect(m, GC_COLLECTION_MAJOR);
	else
		gcrt_heap_await(m, gcrt_request_cycle(&run.heap->scheduler, cycle, false));
}

/* A root from which others may receive changes only while none does. */
static void set_root(struct gc_mutator_roots *roots, int number, uintptr_t value)
{
	lock(roots, true);
	set(&roots->slot[number], value);
	unlock(roots);
}

/* The giver may drop the root after that. */
static void receive(struct gc_mutator *m, uintptr_t *root, const struct action *a)
{
	struct gc_mutator_roots *from = &run.roots[a->giver];
	uintptr_t object;

	lock(from, true);
	object = get(&from->slot[a->source]);
	set(root, object);
	unlock(from);
	if (object)
		program_received(m, (void *)object);
}

static void leave(struct gc_mutator *m, struct gc_mutator_roots *roots)
{
	for (unsigned i = 0; i < roots->count; i++)
		set_root(roots, (int)i, 0);
	gc_finish_for_thread(m);
}

/* false: the script ends here. */
static bool act(struct gc_mutator *m, struct gc_mutator_roots *roots, const struct action *a)
{
	uintptr_t object = a->object < 0 ? 0 : get(&roots->slot[a->object]);

	switch (a->act) {
	case ACT_READ:
		lock(roots, true);
		if (object)
			set(&roots->slot[a->dst], get((uintptr_t *)object + a->slot));
		unlock(roots);
		break;
	case ACT_WRITE:
		if (object)
			program_store(m, (void *)object, driver_size, (void **)object + a->slot,
			    a->source < 0 ? NULL : (void *)get(&roots->slot[a->source]));
		break;
	case ACT_ALLOCATE: return allocate(m, &roots->slot[a->dst]);
	case ACT_DROP: set_root(roots, a->dst, 0); break;
	case ACT_RECEIVE: receive(m, &roots->slot[a->dst], a); break;
	case ACT_COLLECT: collect(m, a->cycle); break;
	case ACT_YIELD: program_safepoint(m); break;
	case ACT_LEAVE: leave(m, roots); break;
	case ACT_JOIN: /* be_mutator */
	case ACT_CHOOSE:
	case ACT_NOTHING: break;
	}
	return true;
}

/* Between two actions the mutator is at a yield point: for a while, or not at all. */
static void rest(struct gc_mutator *m)
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

/* false: the mutator has left. */
static bool follow(struct gc_mutator *m, const struct script *script,
    struct gc_mutator_roots *roots)
{
	for (unsigned at = 0; at < script->action_count;) {
		const struct action *action = &script->action[at];

		rest(m);
		if (!act(m, roots, action))
			return true;
		if (action->act == ACT_LEAVE)
			return false;
		at = action->act == ACT_CHOOSE ? action->target[below(action->target_count)]
					       : action->next;
	}
	return true;
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
		wait_for(&run.go);
		return;
	}
	for (unsigned i = 1; i < program.scripts; i++)
		start(be_mutator, (void *)(uintptr_t)i);
	while (__atomic_load_n(&run.joined, __ATOMIC_SEQ_CST) + 1 < program.scripts)
		usleep(20);
	__atomic_store_n(&run.go, true, __ATOMIC_SEQ_CST);
}

static void set_roots(const struct script *script, struct gc_mutator_roots *roots)
{
	static uintptr_t slots[DRIVER_SCRIPTS][64];

	roots->slot = slots[script - program.script];
	roots->count = script->root_count;
	for (unsigned i = 0; i < roots->count; i++)
		roots->slot[i] = script->root[i] < 0 ? 0 : run.cell[script->root[i]];
}

static struct gc_mutator *join(unsigned n)
{
	struct gc_mutator *m = gc_init_for_thread(gc_empty_stack_addr(), run.heap);

	if (n < program.scripts)
		m->roots = &run.roots[n]; /* no other thread has handed them over */
	return m;
}

/* Mutator N begins when all may begin.  Its script may begin with `join'. */
static struct gc_mutator *come(unsigned n)
{
	const struct script *script = &program.script[n];
	bool late =
	    n && n < program.scripts && script->action_count && script->action[0].act == ACT_JOIN;
	struct gc_mutator *m = NULL;

	if (!n)
		m = make_heap();
	if (n < program.scripts)
		set_roots(script, &run.roots[n]);
	if (!n && n < program.scripts)
		m->roots = &run.roots[n];
	if (n && !late)
		m = join(n);
	if (n)
		__atomic_fetch_add(&run.joined, 1, __ATOMIC_SEQ_CST);
	begin(n);
	if (late)
		usleep(below(400));
	return late ? join(n) : m;
}

void *be_mutator(void *number)
{
	unsigned n = (unsigned)(uintptr_t)number;
	struct gc_mutator *m = come(n);

	if (n >= program.scripts || follow(m, &program.script[n], &run.roots[n])) {
		rest(m);
		gc_deactivate(m);
	}
	__atomic_fetch_add(&run.done, 1, __ATOMIC_SEQ_CST);
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
	if (asked) {
		s->requested |= 1u << cycle;
		gcrt_traced(GCRT_TRACE_request, cycle, 1);
		gcrt_cond_signal(&s->work);
	}
	gcrt_mutex_unlock(&s->lock);
	return asked;
}

void *be_environment(void *nothing)
{
	unsigned wait = 0;

	(void)nothing;
	__atomic_store_n(&run.environment, gettid(), __ATOMIC_SEQ_CST);
	wait_for(&run.go);
	for (unsigned asked = 0; asked < program.cycles;) {
		usleep(wait + (below(3) ? below(100) : below(1000)));
		if (ask(program.asks_for[below(program.asks)])) {
			asked++;
			wait = 0;
		} else if (wait < 2000) {
			wait = 2 * wait + 100;
		}
	}
	__atomic_store_n(&run.environment_done, true, __ATOMIC_SEQ_CST);
	for (;;)
		pause();
}

/* A mutator without roots, which joins, stays for a while, and leaves. */
void *be_joiner(void *nothing)
{
	struct gc_mutator *m;

	(void)nothing;
	wait_for(&run.go);
	usleep(below(800));
	m = gc_init_for_thread(gc_empty_stack_addr(), run.heap);
	for (unsigned times = below(4); times; times--)
		rest(m);
	gc_finish_for_thread(m);
	__atomic_fetch_add(&run.left, 1, __ATOMIC_SEQ_CST);
	for (;;)
		pause();
}
