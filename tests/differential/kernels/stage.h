/* stage.h: runs generated kernels one by one on a heap of five objects.
 *
 * It follows the generated source in one translation unit.  What kernels inline is the
 * runtime's; what it would call in the library stands here: the pool is a list of
 * packets, the collector's state is what the world says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "gc-barrier.h"

enum { OBJECTS = 5, SLOTS = 3, MUTATORS = 2, ROOTS = 2, METAS = 4, PARAMS = 4, PACKETS = 200 };

struct stage_world {
	int body;
	int meta[OBJECTS][METAS], field[OBJECTS][SLOTS], root[MUTATORS][ROOTS];
	unsigned phases, view, states;
	long args[PARAMS];
	int created;
};

static struct stage_world *world;
static struct stage_object *objects;
static struct gc_mutator mutators[MUTATORS];
static struct gc_mutator_roots roots[MUTATORS];
static struct gcrt_worker worker_;
static struct gcrt_packet packets[PACKETS];
static unsigned packet_count;
static uint32_t phases;
static unsigned states;
#ifdef STAGE_ASSERTS
static char asserts[4000];
static unsigned assert_count;
#endif

/* -------------------------------------------------------------------- values */
static uintptr_t to_word(long ref)
{
	return ref == -1 ? 3 : ref ? (uintptr_t)&objects[ref - 1] : 0;
}

static long from_word(uintptr_t word)
{
	return word == 3 ? -1 : word ? (struct stage_object *)word - objects + 1 : 0;
}

static uintptr_t *slot(long number)
{
	if (number < OBJECTS * SLOTS)
		return &objects[number / SLOTS].slot[number % SLOTS];
	number -= OBJECTS * SLOTS;
	return &roots[number / ROOTS].slot[number % ROOTS];
}

static long slot_number(uintptr_t address)
{
	for (long i = 0; i < OBJECTS * SLOTS + MUTATORS * ROOTS; i++)
		if ((uintptr_t)slot(i) == address)
			return i;
	return -99;
}

static uintptr_t encode(char type, long value)
{
	return type == 'r' ? to_word(value)
	    : type == 'm'  ? (uintptr_t)&mutators[value]
	    : type == 's'  ? (uintptr_t)slot(value)
			   : (uintptr_t)value;
}

static long decode(char type, uintptr_t word)
{
	return type == 'r' ? from_word(word)
	    : type == 's'  ? slot_number(word)
	    : type == 'm'  ? (struct gc_mutator *)word - mutators
			   : (long)word;
}

/* ------------------------------------------------------- the library's part */
struct gcrt_packet *gcrt_packet_full(struct gcrt_worker *w, unsigned queue)
{
	struct gcrt_packet *packet = &packets[packet_count++];

	if (packet_count == PACKETS)
		abort();
	packet->used = 0;
	packet->queue = (uint16_t)queue;
	packet->blocks = false;
	for (int m = 0; m < MUTATORS; m++)
		mutators[m].buffers.out[queue] = packet;
	worker_.out[queue] = packet;
	(void)w;
	return packet;
}

void gcrt_emit_now(struct gcrt_worker *w, unsigned queue, const uintptr_t *unit, unsigned words)
{
	gcrt_emit(w, queue, unit, words);
	gcrt_packet_full(w, queue);
}

void gcrt_emit_objects(struct gcrt_worker *w, unsigned queue)
{
	uintptr_t all = (uintptr_t)-7;

	gcrt_emit(w, queue, &all, 1);
}

bool gcrt_look(struct gcrt_worker *w, bool (*guard)(struct gcrt_scheduler *s))
{
	(void)w;
	return guard(NULL);
}

bool gcrt_drained(struct gcrt_scheduler *s, unsigned bucket)
{
	(void)s;
	return bucket == 1 && (states & 1);
}

bool gcrt_kind_drained(struct gcrt_scheduler *s, unsigned kind)
{
	(void)s;
	(void)kind;
	abort();
}

bool gcrt_idle(struct gcrt_scheduler *s, unsigned bucket)
{
	(void)s;
	return bucket == 2 && (states & 2);
}

bool gcrt_empty(struct gcrt_scheduler *s, unsigned bucket)
{
	(void)s;
	(void)bucket;
	abort();
}

bool gcrt_is_open(struct gcrt_scheduler *s, unsigned bucket)
{
	(void)s;
	return bucket == 3 && (states & 4);
}

bool gcrt_in_cycle(struct gcrt_scheduler *s, unsigned cycle)
{
	(void)s;
	(void)cycle;
	abort();
}

bool gcrt_requested(struct gcrt_scheduler *s, unsigned cycle)
{
	(void)s;
	return cycle == 0 && (states & 8);
}

bool gcrt_all_stopped(struct gcrt_scheduler *s)
{
	(void)s;
	return (states & 16) != 0;
}

bool gcrt_in_phase(struct gcrt_scheduler *s, unsigned phase)
{
	(void)s;
	return phases >> phase & 1;
}

void gcrt_begin_phase(struct gcrt_worker *w, unsigned phase)
{
	(void)w;
	phases |= 1u << phase;
}
void gcrt_end_phase(struct gcrt_worker *w, unsigned phase)
{
	(void)w;
	phases &= ~(1u << phase);
}
void gcrt_request(struct gcrt_worker *w, unsigned cycle)
{
	(void)w;
	states |= 8u << cycle;
}
void gcrt_stop_mutators(struct gcrt_worker *w)
{
	(void)w;
	states |= 16;
}
void gcrt_resume_mutators(struct gcrt_worker *w)
{
	(void)w;
	states &= ~16u;
}
void gcrt_freed_elsewhere(struct gcrt_worker *w, struct gc_ref o)
{
	(void)w;
	(void)o;
}
struct gc_mutator_roots *gcrt_enter_roots(struct gc_mutator *m)
{
	return m->roots;
}
void gcrt_leave_roots(struct gc_mutator *m)
{
	(void)m;
}
void gcrt_begin_reading(struct gcrt_worker *worker, struct gc_mutator *m)
{
	(void)worker;
	(void)m;
}
void gcrt_end_reading(struct gcrt_worker *worker, struct gc_mutator *m)
{
	(void)worker;
	(void)m;
}
bool gcrt_is_heap_mutator(const struct gc_mutator *m)
{
	(void)m;
	return false;
}
struct gc_heap_roots *gcrt_heap_roots(const struct gc_heap *heap)
{
	(void)heap;
	return NULL;
}

struct gc_mutator *gcrt_first_mutator(struct gcrt_worker *w)
{
	(void)w;
	return mutators;
}

struct gc_mutator *gcrt_next_mutator(struct gcrt_worker *w, struct gc_mutator *m)
{
	(void)w;
	return m + 1 < mutators + MUTATORS ? m + 1 : NULL;
}

struct gcrt_cells gcrt_block_enter(struct gcrt_worker *w, uintptr_t block)
{
	(void)w;
	(void)block;
	abort();
}

void gcrt_block_leave(struct gcrt_worker *w, uintptr_t block)
{
	(void)w;
	(void)block;
}

void gcrt_no_ambiguous_roots(uintptr_t start, uintptr_t end, int possibly_interior,
    struct gc_heap *heap, void *data)
{
	(void)start;
	(void)end;
	(void)possibly_interior;
	(void)heap;
	(void)data;
	abort();
}

#ifdef STAGE_ASSERTS
static void stage_assert(int holds)
{
	asserts[assert_count++] = holds ? '1' : '0';
}
#endif

/* ------------------------------------------------------------------- the heap */
static void make_heap(void)
{
	char *space = mmap(NULL, 2 * GCRT_ARENA_BYTES, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (space == MAP_FAILED)
		abort();
	objects = (struct stage_object *)(gcrt_arena((uintptr_t)space + GCRT_ARENA_BYTES - 1) +
	    GCRT_ARENA_BYTES / 8 * 7);
	for (int m = 0; m < MUTATORS; m++) {
		mutators[m].roots = &roots[m];
		mutators[m].phases = &phases;
	}
}

static void set_up(struct stage_world *w)
{
	world = w;
	for (int o = 0; o < OBJECTS; o++) {
		*gcrt_object_byte((uintptr_t)&objects[o]) = 1;
		for (unsigned m = 0; m < METAS; m++)
			*gcrt_metadata(gc_ref((uintptr_t)&objects[o]), m) = (uint8_t)w->meta[o][m];
		for (int s = 0; s < SLOTS; s++)
			objects[o].slot[s] = to_word(w->field[o][s]);
	}
	for (int m = 0; m < MUTATORS; m++) {
		mutators[m].view = w->view;
		for (int r = 0; r < ROOTS; r++)
			roots[m].slot[r] = to_word(w->root[m][r]);
	}
	phases = w->phases;
	states = w->states;
	packet_count = 0;
#ifdef STAGE_ASSERTS
	assert_count = 0;
#endif
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		gcrt_packet_full(&worker_, q);
}

/* ---------------------------------------------------------------- what comes of it */
static void print_units(unsigned queue, const char *const *types)
{
	const struct gcrt_queue *q = &gcrt_collector.queues[queue];
	const struct gcrt_kind *kind = &gcrt_collector.kinds[q->kind];

	for (unsigned p = 0; p < packet_count; p++)
		for (unsigned i = 0; packets[p].queue == queue && i < packets[p].used;
		     i += kind->words) {
			printf(" %s.%s", gcrt_collector.buckets[q->bucket].name, kind->name);
			for (unsigned w = 0; w < kind->words; w++) {
				uintptr_t word = packets[p].word[i + w];

				printf(",%ld",
				    word == (uintptr_t)-7 && kind->run_blocks
					? -7
					: decode(types[q->kind][w], word));
			}
		}
}

static void print_result(const char *const *types)
{
	for (int o = 0; o < OBJECTS; o++) {
		printf(" o%d:%d", o + 1, *gcrt_object_byte((uintptr_t)&objects[o]));
		for (unsigned m = 0; m < METAS; m++)
			printf(",%d", *gcrt_metadata(gc_ref((uintptr_t)&objects[o]), m));
		for (int s = 0; s < SLOTS; s++)
			printf(",%ld", from_word(objects[o].slot[s]));
	}
	for (int m = 0; m < MUTATORS; m++)
		for (int r = 0; r < ROOTS; r++)
			printf(" %ld", from_word(roots[m].slot[r]));
	printf(" phases %u states %u", phases, states);
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		print_units(q, types);
#ifdef STAGE_ASSERTS
	printf(" asserts %.*s", (int)assert_count, asserts);
#endif
	printf("\n");
}

/* --------------------------------------------------------------------- runs */
/* Allocates like the runtime: first the stores that are made beforehand, then the barrier. */
static void allocate(struct gc_mutator *m, struct gc_ref o)
{
	for (unsigned i = 0; i < gcrt_collector.new_metadata_count; i++) {
		const struct gcrt_new_metadata *n = &gcrt_collector.new_metadata[i];

		if ((m->view & n->phases) == n->phases)
			*gcrt_metadata(o, n->metadata) = n->value;
	}
	if (gc_barrier_is_on(m, gc_allocated_test()))
		gc_allocated_barrier_slow(m, o);
}

static void run(struct stage_world *w, unsigned kinds, const char *const *types)
{
	unsigned kind = (unsigned)w->body + 1; /* the first one starts a cycle */
	uintptr_t unit[PARAMS] = { 0 };

	set_up(w);
	if (kind <= kinds) {
		for (unsigned i = 0; i < gcrt_collector.kinds[kind].words; i++)
			unit[i] = encode(types[kind][i], w->args[i]);
		gcrt_collector.kinds[kind].run(&worker_, unit, 1);
	} else if (kind == kinds + 1) {
		gc_store(&mutators[0], gc_ref(to_word(w->args[0])), sizeof *objects,
		    gc_edge(slot(w->args[1])), gc_ref(to_word(w->args[2])));
	} else {
		allocate(&mutators[0], gc_ref(to_word(w->args[0])));
	}
	print_result(types);
}
