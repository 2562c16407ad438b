#define GC_IMPL 1
#include "gcrt-scheduler.h"

#include <stdlib.h>
#include <string.h>

#include "gcrt-debug.h"
#include "gcrt-heap.h"

#define WORKER_SPARES 8      /* empty packets that a worker keeps */
#define HEAP_SPARES 64       /* that are kept between cycles */
#define BLOCKS_A_PACKET 16
#define WORTH_SHARING 16     /* words: less is not worth another worker's while */

static const struct gcrt_kind *kind_of(unsigned queue)
{
	return &gcrt_collector.kinds[gcrt_collector.queues[queue].kind];
}

static bool is_open(const struct gcrt_scheduler *s, unsigned bucket)
{
	return s->open >> bucket & 1;
}

static bool queue_is_open(const struct gcrt_scheduler *s, unsigned queue)
{
	return is_open(s, gcrt_collector.queues[queue].bucket);
}

/* ------------------------------------------------------------------ packets */

static struct gcrt_packet *get_packet(struct gcrt_scheduler *s, unsigned queue)
{
	struct gcrt_packet *packet = s->spare;
	if (packet) {
		s->spare = packet->next;
		s->spares--;
	} else {
		packet = malloc(sizeof *packet);
		if (!packet)
			gcrt_fatal("no memory for a packet of work");
	}
	packet->next = NULL;
	packet->used = 0;
	packet->queue = (uint16_t)queue;
	packet->blocks = false;
	return packet;
}

static void put_packet(struct gcrt_scheduler *s, struct gcrt_packet *packet)
{
	packet->next = s->spare;
	s->spare = packet;
	s->spares++;
}

static void free_spares(struct gcrt_scheduler *s, unsigned keep)
{
	while (s->spares > keep) {
		struct gcrt_packet *packet = s->spare;
		s->spare = packet->next;
		s->spares--;
		free(packet);
	}
}

/* Locked.  Wakes a worker that may run it. */
static void publish(struct gcrt_scheduler *s, struct gcrt_packet *packet)
{
	gcrt_assert(packet->used);
	packet->next = s->pending[packet->queue];
	s->pending[packet->queue] = packet;
	if (gcrt_load(&s->parked, relaxed))
		gcrt_cond_signal(&s->work);
}

/* Locked.  Afterwards the worker holds no unit. */
static void publish_all(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (worker->out[q]->used) {
			publish(s, worker->out[q]);
			worker->out[q] = get_packet(s, q);
		}
}

static void lock_unless_locked(struct gcrt_worker *worker)
{
	if (!worker->locked)
		gcrt_mutex_lock(&worker->heap->scheduler.lock);
}

static void unlock_unless_locked(struct gcrt_worker *worker)
{
	if (!worker->locked)
		gcrt_mutex_unlock(&worker->heap->scheduler.lock);
}

struct gcrt_packet *gcrt_packet_full(struct gcrt_worker *worker, unsigned queue)
{
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	lock_unless_locked(worker);
	publish(s, worker->out[queue]);
	struct gcrt_packet *packet = worker->out[queue] = get_packet(s, queue);
	unlock_unless_locked(worker);
	return packet;
}

/* ------------------------------------------------------------ finding work */

/* A packet of the worker's own; later queues first, as they are nearer to
 * being done with.  A limited kind is only taken from its queue. */
static struct gcrt_packet *take_own(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;) {
		struct gcrt_packet *packet = worker->out[q];
		if (!packet->used || !queue_is_open(s, q) || kind_of(q)->at_most)
			continue;
		worker->out[q] = worker->spare;
		if (worker->spare) {
			worker->spare = NULL;
		} else {
			gcrt_mutex_lock(&s->lock);
			worker->out[q] = get_packet(s, q);
			gcrt_mutex_unlock(&s->lock);
		}
		worker->out[q]->queue = (uint16_t)q;
		return packet;
	}
	return NULL;
}

/* Locked. */
static bool may_run(const struct gcrt_scheduler *s, unsigned queue)
{
	unsigned limit = kind_of(queue)->at_most;
	return s->pending[queue] && queue_is_open(s, queue) &&
	    (!limit || s->running[gcrt_collector.queues[queue].kind] < limit);
}

/* Locked. */
static bool work_waits(const struct gcrt_scheduler *s)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (may_run(s, q))
			return true;
	return false;
}

/* Locked. */
static struct gcrt_packet *take_pending(struct gcrt_scheduler *s)
{
	for (unsigned q = gcrt_collector.queue_count; q-- > 0;)
		if (may_run(s, q)) {
			struct gcrt_packet *packet = s->pending[q];
			s->pending[q] = packet->next;
			if (kind_of(q)->at_most)
				s->running[gcrt_collector.queues[q].kind]++;
			return packet;
		}
	return NULL;
}

/* Locked.  Half of a packet that only this worker would run. */
static void split(struct gcrt_scheduler *s, struct gcrt_packet *packet)
{
	unsigned words = packet->blocks ? 1 : kind_of(packet->queue)->words;
	unsigned give = packet->used / words / 2 * words;
	struct gcrt_packet *half = get_packet(s, packet->queue);
	packet->used -= give;
	half->used = give;
	half->blocks = packet->blocks;
	memcpy(half->word, packet->word + packet->used, give * sizeof half->word[0]);
	publish(s, half);
}

/* Others are parked: gives them what this worker would get to later. */
static void share(struct gcrt_scheduler *s, struct gcrt_worker *worker,
    struct gcrt_packet *packet)
{
	bool other = false;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		other |= worker->out[q]->used >= WORTH_SHARING && queue_is_open(s, q);
	if (!other && (packet->used < 2 * WORTH_SHARING || kind_of(packet->queue)->at_most))
		return;
	gcrt_mutex_lock(&s->lock);
	if (other)
		publish_all(s, worker);
	else
		split(s, packet);
	gcrt_mutex_unlock(&s->lock);
}

/* ------------------------------------------------- guards, buckets and cycles */

static bool in_running_cycle(const struct gcrt_scheduler *s, unsigned bucket)
{
	return s->cycle >= 0 && gcrt_collector.buckets[bucket].cycles >> s->cycle & 1;
}

bool gcrt_is_open(const struct gcrt_scheduler *s, unsigned bucket)
{
	return is_open(s, bucket);
}

static bool has_units(const struct gcrt_scheduler *s, unsigned bucket)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		if (gcrt_collector.queues[q].bucket == bucket && s->pending[q])
			return true;
	return false;
}

/* Guards are evaluated with all workers parked, where units are only in queues:
 * so `drained`, `idle` and `empty` come to the same. */
bool gcrt_drained(const struct gcrt_scheduler *s, unsigned bucket)
{
	return (is_open(s, bucket) || !in_running_cycle(s, bucket)) && !has_units(s, bucket);
}

bool gcrt_idle(const struct gcrt_scheduler *s, unsigned bucket)
{
	return gcrt_drained(s, bucket);
}

bool gcrt_empty(const struct gcrt_scheduler *s, unsigned bucket)
{
	return is_open(s, bucket) && !has_units(s, bucket);
}

bool gcrt_drained_kind(const struct gcrt_scheduler *s, unsigned kind)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++) {
		unsigned bucket = gcrt_collector.queues[q].bucket;
		if (gcrt_collector.queues[q].kind == kind &&
		    (s->pending[q] || (!is_open(s, bucket) && in_running_cycle(s, bucket))))
			return false;
	}
	return true;
}

bool gcrt_in_cycle(const struct gcrt_scheduler *s, unsigned cycle)
{
	return s->cycle == (int)cycle;
}

bool gcrt_requested(const struct gcrt_scheduler *s, unsigned cycle)
{
	return s->requested >> cycle & 1;
}

bool gcrt_all_stopped(const struct gcrt_scheduler *s)
{
	return gcrt_world_all_stopped(&s->heap->world);
}

static void open_bucket(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned bucket)
{
	s->open |= 1u << bucket;
	if (!gcrt_collector.buckets[bucket].fill)
		return;
	worker->locked = true;
	gcrt_collector.buckets[bucket].fill(worker);
	worker->locked = false;
	publish_all(s, worker);
}

static void begin_cycle(struct gcrt_scheduler *s, struct gcrt_worker *worker, unsigned cycle)
{
	s->cycle = (int)cycle;
	s->requested &= ~(1u << cycle);
	s->begun++;
	s->stopped = s->looped = s->counted = s->roots_told = s->heap_told = false;
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (in_running_cycle(s, b) && !gcrt_collector.buckets[b].open_when)
			open_bucket(s, worker, b);
}

static void end_cycle(struct gcrt_scheduler *s)
{
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (in_running_cycle(s, b)) {
			if (has_units(s, b))
				gcrt_fatal("cycle %s ends with work left in bucket %s",
				    gcrt_collector.cycles[s->cycle].name,
				    gcrt_collector.buckets[b].name);
			s->open &= ~(1u << b);
		}
	if (!s->counted)
		gcrt_heap_census(s->heap);
	s->cycle = -1;
	s->ended++;
	free_spares(s, HEAP_SPARES);
	gcrt_cond_broadcast(&s->cycle_ended);
}

static void tell_roots_traced(struct gcrt_scheduler *s)
{
	bool any = false;
	for (unsigned k = 0; k < gcrt_collector.kind_count; k++)
		if (gcrt_collector.kinds[k].takes_mutator) {
			any = true;
			if (!gcrt_drained_kind(s, k))
				return;
		}
	if (any && !s->roots_told) {
		s->roots_told = true;
		s->heap->listener.roots_traced(s->heap->listener_data);
	}
}

/* One step, if any guard holds. */
static bool step(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	if (s->cycle < 0) {
		for (unsigned c = 0; c < gcrt_collector.cycle_count; c++)
			if (gcrt_collector.cycles[c].from(s)) {
				begin_cycle(s, worker, c);
				return true;
			}
		return false;
	}
	tell_roots_traced(s);
	for (unsigned b = 0; b < gcrt_collector.bucket_count; b++)
		if (in_running_cycle(s, b) && !is_open(s, b) &&
		    gcrt_collector.buckets[b].open_when(s)) {
			open_bucket(s, worker, b);
			return true;
		}
	if (work_waits(s) || !gcrt_collector.cycles[s->cycle].to(s))
		return false;
	end_cycle(s);
	return true;
}

/* Locked, all parked, no unit may be run: Note [Last to park]. */
static void last_to_park(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		gcrt_assert(!may_run(s, q) && !s->running[gcrt_collector.queues[q].kind]);
	while (step(s, worker) && !(s->cycle < 0 && s->shutdown))
		continue;
	if (s->cycle >= 0 && !work_waits(s) && gcrt_all_stopped(s))
		gcrt_fatal("cycle %s cannot go on: mutators are stopped, no work may be done "
		    "and no guard holds", gcrt_collector.cycles[s->cycle].name);
}

/* ------------------------------------------------------------------ workers */

static void set_parked(struct gcrt_scheduler *s, unsigned parked)
{
	gcrt_store(&s->parked, parked, relaxed);
}

/* A unit to run; NULL: the heap goes away. */
static struct gcrt_packet *park(struct gcrt_scheduler *s, struct gcrt_worker *worker)
{
	struct gcrt_packet *packet;
	gcrt_mutex_lock(&s->lock);
	publish_all(s, worker);
	while (!(packet = take_pending(s)) && !s->shutdown) {
		set_parked(s, s->parked + 1);
		if (s->parked == s->worker_count)
			last_to_park(s, worker);
		if (work_waits(s))
			gcrt_cond_broadcast(&s->work);  /* a bucket that opened has units */
		else
			gcrt_cond_wait(&s->work, &s->lock);
		set_parked(s, s->parked - 1);
	}
	gcrt_mutex_unlock(&s->lock);
	return packet;
}

static void recycle(struct gcrt_scheduler *s, struct gcrt_worker *worker,
    struct gcrt_packet *packet, const struct gcrt_kind *kind)
{
	packet->used = 0;
	packet->blocks = false;
	if (!worker->spare && !kind->at_most) {
		worker->spare = packet;
		return;
	}
	gcrt_mutex_lock(&s->lock);
	if (kind->at_most)
		s->running[kind - gcrt_collector.kinds]--;
	put_packet(s, packet);
	gcrt_mutex_unlock(&s->lock);
}

static void run(struct gcrt_scheduler *s, struct gcrt_worker *worker,
    struct gcrt_packet *packet)
{
	const struct gcrt_kind *kind = kind_of(packet->queue);
	if (gcrt_load(&s->parked, relaxed))
		share(s, worker, packet);
	if (packet->blocks) {
		kind->run_blocks(worker, packet->word, packet->used);
		gcrt_fetch_sub(&s->loop_blocks, packet->used, acq_rel);
	} else {
		kind->run(worker, packet->word, packet->used / kind->words);
	}
	recycle(s, worker, packet, kind);
}

static void *work(void *argument)
{
	struct gcrt_worker *worker = argument;
	struct gcrt_scheduler *s = &worker->heap->scheduler;
	for (;;) {
		struct gcrt_packet *packet = take_own(s, worker);
		if (!packet)
			packet = park(s, worker);
		if (!packet)
			return NULL;
		run(s, worker, packet);
	}
}

/* ------------------------------------------------- what kernels ask of us */

/* Note [Loop blocks]: a block is taken off loop_blocks after it has been left;
 * resume reads the count.  acq_rel, so that who reads 0 sees what all loops did. */
void gcrt_emit_objects(struct gcrt_worker *worker, unsigned queue)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_scheduler *s = &heap->scheduler;
	size_t blocks = 0;
	if (!gcrt_all_stopped(s))
		gcrt_fatal("a loop over all objects begins while mutators run");
	if (gcrt_load(&s->loop_blocks, acquire))
		gcrt_fatal("a loop over all objects begins while another is not done");
	gcrt_for_mutators(worker, m)
		for (size_t c = 0; c < GCRT_SIZE_CLASSES; c++)
			gcrt_space_return(&heap->space, &m->freelist[c]);
#if GCRT_DEBUG
	gcrt_verify_marks(heap);
#endif
	gcrt_space_loop(&heap->space);
	lock_unless_locked(worker);
	s->looped = true;
	if (!s->heap_told) {
		s->heap_told = true;
		heap->listener.heap_traced(heap->listener_data);
		heap->listener.ephemerons_traced(heap->listener_data);
		heap->listener.finalizers_traced(heap->listener_data);
	}
	struct gcrt_packet *packet = NULL;
	for (size_t b = 0; (b = gcrt_space_next_looped(&heap->space, b)); blocks++) {
		if (!packet) {
			packet = get_packet(s, queue);
			packet->blocks = true;
		}
		packet->word[packet->used++] = b;
		gcrt_fetch_add(&s->loop_blocks, 1, relaxed);
		if (packet->used == BLOCKS_A_PACKET) {
			publish(s, packet);
			packet = NULL;
		}
	}
	if (packet)
		publish(s, packet);
	unlock_unless_locked(worker);
}

void gcrt_stop_mutators(struct gcrt_worker *worker)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_scheduler *s = &heap->scheduler;
	if (worker->locked)
		gcrt_fatal("a fill stops the mutators");
	heap->listener.requesting_stop(heap->listener_data);
	if (gcrt_world_ask(&heap->world))
		heap->listener.waiting_for_stop(heap->listener_data);
	gcrt_world_wait(&heap->world);
	heap->listener.mutators_stopped(heap->listener_data);
	gcrt_mutex_lock(&s->lock);
	bool first = !s->stopped;
	s->stopped = true;
	gcrt_mutex_unlock(&s->lock);
	if (first)
		heap->listener.prepare_gc(heap->listener_data, GC_COLLECTION_MAJOR,
		    gc_allocation_counter(heap));
}

void gcrt_resume_mutators(struct gcrt_worker *worker)
{
	struct gc_heap *heap = worker->heap;
	struct gcrt_scheduler *s = &heap->scheduler;
	if (worker->locked)
		gcrt_fatal("a fill resumes the mutators");
	if (!gcrt_all_stopped(s))
		gcrt_fatal("mutators are resumed that have not been stopped");
	gcrt_mutex_lock(&s->lock);
	if (s->looped && !s->counted && !gcrt_load(&s->loop_blocks, acquire)) {
		gcrt_heap_census(heap);
		s->counted = true;
#if GCRT_DEBUG
		gcrt_verify_heap(heap);
#endif
	}
	gcrt_mutex_unlock(&s->lock);
	heap->listener.restarting_mutators(heap->listener_data);
	gcrt_world_resume(&heap->world);
}

struct gc_mutator *gcrt_first_mutator(struct gcrt_worker *worker)
{
	struct gc_mutator *first = worker->heap->world.mutators;
	return first ? first : &worker->heap->roots_mutator;
}

struct gc_mutator *gcrt_next_mutator(struct gcrt_worker *worker, struct gc_mutator *m)
{
	if (gcrt_is_heap_mutator(m))
		return NULL;
	return m->next ? m->next : &worker->heap->roots_mutator;
}

/* ----------------------------------------------------------------- requests */

uint64_t gcrt_request_cycle(struct gcrt_scheduler *s, unsigned cycle, bool soon)
{
	gcrt_mutex_lock(&s->lock);
	uint64_t number = s->begun;
	if (!(soon && s->cycle >= 0 && !s->stopped)) {
		number++;
		s->requested |= 1u << cycle;
		gcrt_cond_signal(&s->work);
	}
	gcrt_mutex_unlock(&s->lock);
	return number;
}

void gcrt_wait_for_cycle(struct gcrt_scheduler *s, uint64_t number)
{
	gcrt_mutex_lock(&s->lock);
	while (s->ended < number)
		gcrt_cond_wait(&s->cycle_ended, &s->lock);
	gcrt_mutex_unlock(&s->lock);
}

/* ------------------------------------------------------- beginning and end */

static bool start_worker(struct gcrt_scheduler *s, unsigned index)
{
	struct gcrt_worker *worker = &s->workers[index];
	worker->heap = s->heap;
	worker->index = index;
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
		worker->out[q] = get_packet(s, q);
	return gcrt_thread_create(&worker->thread, work, worker);
}

bool gcrt_scheduler_init(struct gcrt_scheduler *s, struct gc_heap *heap, unsigned workers)
{
	memset(s, 0, sizeof *s);
	s->heap = heap;
	s->cycle = -1;
	s->worker_count = workers;
	s->workers = calloc(workers, sizeof *s->workers);
	if (!s->workers)
		return false;
	gcrt_mutex_init(&s->lock);
	gcrt_cond_init(&s->work);
	gcrt_cond_init(&s->cycle_ended);
	/* Held so that no worker parks as the last before all have started. */
	gcrt_mutex_lock(&s->lock);
	while (s->started < workers && start_worker(s, s->started))
		s->started++;
	gcrt_mutex_unlock(&s->lock);
	if (s->started == workers)
		return true;
	gcrt_scheduler_destroy(s);
	return false;
}

void gcrt_scheduler_destroy(struct gcrt_scheduler *s)
{
	gcrt_mutex_lock(&s->lock);
	s->shutdown = true;
	gcrt_cond_broadcast(&s->work);
	gcrt_mutex_unlock(&s->lock);
	for (unsigned i = 0; i < s->started; i++)
		gcrt_thread_join(s->workers[i].thread);
	for (unsigned i = 0; i < s->worker_count; i++) {
		for (unsigned q = 0; q < gcrt_collector.queue_count; q++)
			free(s->workers[i].out[q]);
		free(s->workers[i].spare);
	}
	free_spares(s, 0);
	free(s->workers);
	gcrt_cond_destroy(&s->cycle_ended);
	gcrt_cond_destroy(&s->work);
	gcrt_mutex_destroy(&s->lock);
}
