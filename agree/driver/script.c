/* script.c: mutators that follow the scenario's scripts. */
#include "driver.h"

#include "gc-null-event-listener.h"
#include "gcrt-request.h"

#include <stdlib.h>
#include <string.h>

/* In a heap with regions: room on each of two lines (agree/table.c has the same). */
enum { LEAST_PLACE = 2 * GCRT_GRANULE };

unsigned driver_slots;
size_t driver_size;

/* An action of a script reads and changes its root in one step, so no kernel may read roots at the
 * same time.  Kernels may loop over roots at the same time, also one that waits for others in its
 * loop: Note [Looking].
 *
 * A lock waits until the store buffer is empty, and the step of a model does not.  If the program follows
 * a story with store buffers, the story orders the accesses to roots: there is no lock, and what a script
 * stores in its root is there at once, as in a model.  The same holds if the story directs the program. */
static bool is_ordered(void)
{
	return guide.buffers || guide.directed;
}

static void lock(struct gc_mutator_roots *roots)
{
	if (is_ordered())
		return;
	gcrt_mutex_lock(&roots->lock);
	while (roots->readers)
		gcrt_cond_wait(&roots->unread, &roots->lock);
}

static void unlock(struct gc_mutator_roots *roots)
{
	if (!is_ordered())
		gcrt_mutex_unlock(&roots->lock);
}

void driver_begin_loop(struct gc_mutator_roots *roots)
{
	if (guide.directed)
		return;
	gcrt_mutex_lock(&roots->lock);
	roots->readers++;
	gcrt_mutex_unlock(&roots->lock);
}

void driver_end_loop(struct gc_mutator_roots *roots)
{
	if (guide.directed)
		return;
	gcrt_mutex_lock(&roots->lock);
	if (--roots->readers == 0)
		gcrt_cond_broadcast(&roots->unread);
	gcrt_mutex_unlock(&roots->lock);
}

static uintptr_t get(const uintptr_t *place)
{
	return __atomic_load_n(place, __ATOMIC_RELAXED);
}

static void set(uintptr_t *place, uintptr_t value)
{
	__atomic_store_n(place, value, __ATOMIC_RELAXED);
}

/* The same for what a script reads and changes that kernels or other scripts may, too.  What is read
 * is an address, which orders what is read through it: Note [New objects] and Note [Addresses] of the
 * runtime. */
static uintptr_t load(const uintptr_t *place)
{
	struct driver_turn turn = driver_before(SEEN_LOAD, place);
	uintptr_t found = gcrt_load_word(place, relaxed);

	driver_after(SEEN_LOAD, turn, found, 0);
	return found;
}

static void store(uintptr_t *place, uintptr_t value)
{
	struct driver_turn turn = driver_before(SEEN_STORE, place);

	if (guide.buffers)
		*place = value;
	else
		set(place, value);
	driver_after(SEEN_STORE, turn, 0, value);
}

/* --------------------------------------------------------------- the heap */
void driver_set_size(size_t least)
{
	size_t size = (program.slots + program.words) * sizeof(uintptr_t);

	if (program.sorts)
		least = LEAST_PLACE;
	driver_slots = program.slots;
	if (gcrt_collector.header_at)
		size = driver_header() + sizeof(uintptr_t);
	if (gcrt_collector.overlay_at)
		size = driver_overlay() + sizeof(uintptr_t);
	driver_size = size < least ? least : size;
}

static void *make_place(struct gc_heap *heap, unsigned object, const uint8_t *metadata)
{
	struct gcrt_hole hole = driver_hole(&heap->space, object, metadata);

	gcrt_set_end(hole.at, (hole.end - hole.at) / GCRT_GRANULE);
	return (void *)hole.at;
}

static void *make_object(struct gc_heap *heap, unsigned number, const uint8_t *metadata,
    struct gcrt_free_cells cells)
{
	size_t size_class = gcrt_size_class(driver_size);
	void *object = NULL;

	if (program.sorts) {
		object = make_place(heap, number, metadata);
	} else if (shape.large) {
		gcrt_space_large(&heap->space, driver_size, metadata, &object);
	} else {
		if (!*cells.list)
			gcrt_space_cells(&heap->space, size_class, metadata, false, cells);
		object = *cells.list;
		*cells.list = *(void **)object;
		*(void **)object = NULL;
	}
	*gcrt_object_byte((uintptr_t)object) = GCRT_OBJECT_TRACED;
	return object;
}

static void set_metadata(unsigned object)
{
	for (unsigned k = 0; k < driver_metas(); k++)
		if (!driver_is_of_region(k))
			driver_set_metadata(run.cell[object], k,
			    program.metadata[object * driver_metas() + k]);
}

/* Makes the objects that exist from the beginning.  No barrier runs for them. */
static void make_objects(struct gc_heap *heap)
{
	uint8_t metadata[GCRT_MAX_METADATA] = { 0 };
	void *list = NULL;
	uint32_t block = 0;
	struct gcrt_free_cells cells = { &list, &block };

	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++)
		metadata[k] = gcrt_collector.metadata[k].initial;
	if (program.sorts)
		driver_make_regions(&heap->space);
	for (unsigned i = 0; i < program.named; i++)
		run.cell[i] = (uintptr_t)make_object(heap, i, metadata, cells);
	gcrt_space_return(&heap->space, cells);
	for (unsigned i = 0; i < program.named; i++)
		set_metadata(i);
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
 * must not, because no specification knows it.  Workers that have started take the lock before they
 * look at the collector. */
static void new_object(struct gc_mutator *m, struct gc_ref object)
{
	driver_has_allocated(gc_ref_value(object));
	if (gcrt_collector.allocated)
		gcrt_collector.allocated(m, object);
}

void driver_never_begin_early(void)
{
	static struct gcrt_collector calm;

	memcpy(&calm, &gcrt_collector, sizeof calm);
	calm.concurrent = false;
	if (guide.directed)
		calm.allocated = new_object; /* before its barrier, whose accesses are events */
	gcrt_mutex_lock(&run.heap->scheduler.lock);
	run.heap->collector = &calm;
	gcrt_store(&run.heap->space.pace.trigger, UINT64_MAX, relaxed);
	gcrt_mutex_unlock(&run.heap->scheduler.lock);
}

struct gc_mutator *driver_make_heap(void)
{
	struct gc_options *options = gc_allocate_options();
	struct gc_mutator *m;

	gc_options_set_int(options, GC_OPTION_PARALLELISM, (int)shape.workers);
	if (shape.room)
		gc_options_set_size(options, GC_OPTION_HEAP_SIZE,
		    shape.large ? shape.room * gcrt_pages(driver_size) * GCRT_PAGE
				: GCRT_BLOCK_BYTES);
	if (!gc_init(options, gc_empty_stack_addr(), &run.heap, &m, GC_NULL_EVENT_LISTENER, NULL))
		exit(3);
	gc_heap_set_allocation_failure_handler(run.heap, no_room);
	/* How much room there is, is the scenario's: Note [Leaving blocks] keeps it from objects that kernels have allocated. */
	run.heap->space.copies = false;
	make_objects(run.heap);
	return m;
}

/* ------------------------------------------------------------------ actions */
/* An allocation has failed.  Checks that there is no room, also after a cycle of each kind.  If
 * others run, they may have made some. */
static void out_of_room(struct gc_mutator *m)
{
	for (unsigned c = 0; c < gcrt_collector.cycle_count && program.scripts == 1; c++)
		gcrt_heap_await(m, gcrt_request_cycle(&run.heap->scheduler, c, false));
	run.there = driver_objects_there();
	__atomic_store_n(&run.no_room, true, __ATOMIC_SEQ_CST);
}

/* A root from which others may receive changes only while none does.  Who receives a new object is
 * ordered with its allocation by the lock: gc_received asks programs for that. */
static void set_root(struct gc_mutator_roots *roots, int number, uintptr_t value)
{
	lock(roots);
	store(&roots->slot[number], value);
	unlock(roots);
}

/* false: there is no room. */
static bool allocate(struct gc_mutator *m, struct gc_mutator_roots *roots, int number)
{
	uintptr_t object;

	driver_await_place(m);
	object = (uintptr_t)program_allocate(m, driver_size);

	if (!object) {
		out_of_room(m);
		return false;
	}
	if (!guide.directed)
		driver_has_allocated(object);
	set_root(roots, number, object);
	return true;
}

static void collect(struct gc_mutator *m, unsigned cycle)
{
	if (gcrt_collector.cycle_count == 1)
		gc_collect(m, GC_COLLECTION_MAJOR);
	else
		gcrt_heap_await(m, gcrt_request_cycle(&run.heap->scheduler, cycle, false));
}

/* The giver may drop the root after that. */
static void receive(struct gc_mutator *m, uintptr_t *root, const struct action *a)
{
	struct gc_mutator_roots *from = &run.roots[a->giver];
	uintptr_t object;

	lock(from);
	object = load(&from->slot[a->source]);
	store(root, object);
	unlock(from);
	if (object)
		program_received(m, (void *)object);
}

static void leave(struct gc_mutator *m, struct gc_mutator_roots *roots)
{
	for (unsigned i = 0; i < roots->count; i++)
		set_root(roots, (int)i, 0);
	run.leaves[roots - run.roots] = true;
	gc_finish_for_thread(m);
}

/* ------------------------------------------------------------- words and asserts */
/* Of each script, by its number: the numbers that it knows. */
static long numbers[DRIVER_SCRIPTS][DRIVER_NUMBERS];

static uintptr_t *word_of(uintptr_t object, const struct action *a)
{
	return (uintptr_t *)object + program.slots + a->word;
}

/* With store buffers the store waits there, as in a model. */
static void store_word(uintptr_t *place, uintptr_t value)
{
	struct driver_turn turn = driver_before(SEEN_STORE, place);

	set(place, value);
	driver_after(SEEN_STORE, turn, 0, value);
}

/* What is written was read before a barrier answers. */
static void write_word(struct gc_mutator *m, uintptr_t object, const struct action *a,
    uintptr_t value)
{
	object = (uintptr_t)program_to_store_word(m, (void *)object);
	store_word(word_of(object, a), value);
}

static long read_word(struct gc_mutator *m, uintptr_t object, const struct action *a)
{
	object = (uintptr_t)program_to_load(m, (void *)object, NULL);
	return (long)load(word_of(object, a));
}

static void forget(struct gc_mutator_roots *roots, long *number, const struct action *a)
{
	for (unsigned i = 0; i < a->forgotten_count; i++)
		if (a->forgotten[i].is_root)
			set_root(roots, (int)a->forgotten[i].which, 0);
		else
			number[a->forgotten[i].which] = 0;
}

static void act_with_numbers(struct gc_mutator *m, struct gc_mutator_roots *roots, uintptr_t object,
    const struct action *a)
{
	long *number = numbers[roots - run.roots];

	if (a->act == ACT_READ_WORD && object)
		number[a->dst] = read_word(m, object, a);
	else if (a->act == ACT_WRITE_WORD && object)
		write_word(m, object, a, (uintptr_t)a->value(roots->slot, number));
	else if (a->act == ACT_ASSERT)
		driver_check_assert(a->value(roots->slot, number) != 0, a->file, a->line);
	forget(roots, number, a);
}

static void read_slot(struct gc_mutator *m, struct gc_mutator_roots *roots, uintptr_t object,
    const struct action *a)
{
	if (object)
		object = (uintptr_t)program_to_load(m, (void *)object, (void **)object + a->slot);
	lock(roots);
	if (object)
		store(&roots->slot[a->dst], load((uintptr_t *)object + a->slot));
	unlock(roots);
}

/* false: the script ends here. */
static bool act(struct gc_mutator *m, struct gc_mutator_roots *roots, const struct action *a)
{
	uintptr_t object = a->object < 0 ? 0 : get(&roots->slot[a->object]);

	switch (a->act) {
	case ACT_READ: read_slot(m, roots, object, a); break;
	case ACT_WRITE:
		if (object)
			program_store(m, (void *)object, driver_size, (void **)object + a->slot,
			    a->source < 0 ? NULL : (void *)get(&roots->slot[a->source]));
		break;
	case ACT_ALLOCATE: return allocate(m, roots, a->dst);
	case ACT_DROP: set_root(roots, a->dst, 0); break;
	case ACT_PIN: gc_pin_object(m, gc_ref(get(&roots->slot[a->source]))); break;
	case ACT_RECEIVE: receive(m, &roots->slot[a->dst], a); break;
	case ACT_COLLECT: collect(m, a->cycle); break;
	case ACT_YIELD: program_safepoint(m); break;
	case ACT_LEAVE: leave(m, roots); break;
	case ACT_READ_WORD:
	case ACT_WRITE_WORD:
	case ACT_ASSERT: act_with_numbers(m, roots, object, a); break;
	case ACT_JOIN: /* be_mutator */
	case ACT_CHOOSE:
	case ACT_NOTHING: break;
	}
	return true;
}

bool driver_follow(struct gc_mutator *m, unsigned n)
{
	const struct script *script = &program.script[n];

	for (unsigned at = 0; at < script->action_count;) {
		const struct action *action = &script->action[at];

		driver_rest(m);
		if (action->act != ACT_JOIN) /* driver_join */
			driver_acts(m, n, at);
		if (!act(m, &run.roots[n], action))
			return true;
		if (action->act == ACT_LEAVE)
			return false;
		at = action->act == ACT_CHOOSE ? action->target[driver_choose(action->target_count)]
					       : action->next;
	}
	return true;
}

/* -------------------------------------------------------------------- mutators */
void driver_set_roots(unsigned n)
{
	static uintptr_t slots[DRIVER_SCRIPTS][64];
	const struct script *script = &program.script[n];
	struct gc_mutator_roots *roots = &run.roots[n];

	gcrt_mutex_init(&roots->lock);
	gcrt_cond_init(&roots->unread);
	roots->slot = slots[n];
	roots->count = script->root_count;
	for (unsigned i = 0; i < roots->count; i++)
		roots->slot[i] = script->root[i] < 0 ? 0 : run.cell[script->root[i]];
}

bool driver_joins_late(unsigned n)
{
	const struct script *script = &program.script[n];

	return script->action_count && script->action[0].act == ACT_JOIN;
}

struct gc_mutator *driver_join(unsigned n)
{
	struct gc_mutator *m;

	if (driver_joins_late(n))
		driver_acts(NULL, n, 0);
	m = gc_init_for_thread(gc_empty_stack_addr(), run.heap);
	m->roots = &run.roots[n]; /* no other thread has handed them over */
	return m;
}

void driver_request(unsigned cycle)
{
	struct gcrt_scheduler *s = &run.heap->scheduler;

	s->requested |= 1u << cycle;
	gcrt_traced(GCRT_TRACE_request, cycle);
	gcrt_cond_signal(&s->work);
}
