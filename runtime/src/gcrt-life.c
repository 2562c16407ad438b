/* gcrt-life.c: what mutators do for the collector when they join, rest, stop, run handshakes and leave.
 *
 * Which acts are done at which point, and in which order, is said in gcrt-machine.def.  Here is how
 * each is done.  When the points come is decided by who calls these functions. */
#define GC_IMPL 1
#include "gcrt-life.h"

#include "gcrt-buffers.h"
#include "gcrt-heap.h"
#include "gcrt-packets.h"
#include "gcrt-phase.h"
#include "gcrt-queues.h"
#include "gcrt-record.h"

/* What happens to mutator M, or to all of WORLD. */
struct point {
	struct gcrt_world *world;
	struct gc_mutator *m;
	bool scheduler_locked, world_locked;
};

#define GCRT_ROWS           GCRT_ROWS_OF_MUTATORS
#define ACT(name, of, what) static void act_##name(struct point point);
#define RULE(name, of, what, guard, acts)                                                          \
	static bool may_##name(const struct gcrt_world *world);                                    \
	static void take_##name(struct point point);
#define POINT(name, of, what, acts) static void take_##name(struct point point);
#include "gcrt-machine.def"

#define GCRT_ROWS GCRT_ROWS_OF_MUTATORS
#define DO(act)   act_##act(point);
#define RULE(name, of, what, guard, acts)                                                          \
	static bool may_##name(const struct gcrt_world *world)                                     \
	{                                                                                          \
		return guard;                                                                      \
	}                                                                                          \
	POINT(name, of, what, acts)
#define POINT(name, of, what, acts)                                                                \
	static void take_##name(struct point point)                                                \
	{                                                                                          \
		acts                                                                               \
	}
#include "gcrt-machine.def"

/* --------------------------------------------------------------------- acts */

static void act_ask_to_stop(struct point point)
{
	gcrt_world_ask(point.world);
}

static void act_end_stop(struct point point)
{
	gcrt_world_resume(point.world);
}

/* Without the lock only by M's own thread, which alone fills its buffers.  One that has left has no
 * buffers any more, and that of the heap never had any. */
static void act_flush_buffers(struct point point)
{
	struct gc_mutator *m = point.m;
	struct gcrt_scheduler *s = &m->heap->scheduler;
	if (point.scheduler_locked) {
		if (m->buffers.out[0])
			gcrt_publish_all(s, &m->buffers);
	} else if (gcrt_has_buffered(m, gcrt_collector.buffered)) {
		gcrt_mutex_lock(&s->lock);
		gcrt_publish_all(s, &m->buffers);
		gcrt_mutex_unlock(&s->lock);
	}
}

static void act_see_phases(struct point point)
{
	if (!point.world_locked)
		gcrt_mutex_lock(&point.world->lock);
	gcrt_see_phases(point.m);
	if (!point.world_locked)
		gcrt_mutex_unlock(&point.world->lock);
}

static void act_come(struct point point)
{
	gcrt_world_add(point.world, point.m);
}

static void act_drop_roots(struct point point)
{
	gcrt_world_forget_roots(point.world, point.m);
}

/* Units may name it: during a cycle it stays, and is inactive. */
static void act_go(struct point point)
{
	struct gc_mutator *m = point.m;
	struct gcrt_scheduler *s = &m->heap->scheduler;
	gcrt_mutex_lock(&s->lock);
	for (unsigned q = 0; q < gcrt_collector.queue_count; q++) {
		gcrt_put_packet(s, m->buffers.out[q]);
		m->buffers.out[q] = NULL;
	}
	gcrt_world_leave(point.world, m);
	gcrt_cond_broadcast(&s->work);
	if (s->cycle < 0 && !s->verifying)
		gcrt_world_bury(point.world);
	gcrt_mutex_unlock(&s->lock);
}

/* ------------------------------------------------------------------- points */

/* Note [Joining]: both locks, when M may run. */
static void lock_to_join(struct gcrt_scheduler *s, struct gcrt_world *world,
    const struct gc_mutator *m)
{
	gcrt_mutex_lock(&s->lock);
	gcrt_mutex_lock(&world->lock);
	while (!may_join(world) || gcrt_world_keeps(world, m)) {
		gcrt_mutex_unlock(&s->lock);
		gcrt_cond_wait(&world->resumed, &world->lock);
		gcrt_mutex_unlock(&world->lock);
		gcrt_mutex_lock(&s->lock);
		gcrt_mutex_lock(&world->lock);
	}
}

void gcrt_join(struct gc_mutator *m)
{
	struct gcrt_scheduler *s = &m->heap->scheduler;
	struct gcrt_world *world = &m->heap->world;
	lock_to_join(s, world, m);
	take_join((struct point){ world, m, .scheduler_locked = true, .world_locked = true });
	gcrt_mutex_unlock(&world->lock);
	gcrt_record_joined(m); /* nothing has happened to it yet */
	gcrt_mutex_unlock(&s->lock);
}

void gcrt_rest(struct gc_mutator *m)
{
	gcrt_check_newest(m);
	take_rest((struct point){ .m = m, .world = &m->heap->world });
}

void gcrt_leave(struct gc_mutator *m)
{
	take_leave((struct point){ .m = m, .world = &m->heap->world });
}

void gcrt_begin_handshake(struct gc_mutator *m)
{
	gcrt_check_newest(m);
	take_handshake(
	    (struct point){ .m = m, .world = &m->heap->world, .scheduler_locked = true });
}

bool gcrt_begin_stop(struct gc_heap *heap)
{
	struct gcrt_world *world = &heap->world;
	gcrt_mutex_lock(&world->lock);
	if (gcrt_is_wrong_stop(world))
		gcrt_fatal("`stop mutators` runs while the mutators are stopped already");
	take_stop((struct point){ .world = world, .world_locked = true });
	bool some = world->running != 0;
	gcrt_mutex_unlock(&world->lock);
	return some;
}

void gcrt_await_stop(struct gc_heap *heap)
{
	struct gcrt_world *world = &heap->world;
	gcrt_mutex_lock(&world->lock);
	gcrt_world_wait(world);
	for (struct gc_mutator *m = world->mutators; m; m = m->next)
		take_stopped((struct point){ .m = m, .world = world, .world_locked = true });
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_check_resume(struct gc_heap *heap)
{
	struct gcrt_world *world = &heap->world;
	gcrt_mutex_lock(&world->lock);
	if (gcrt_is_wrong_resume(world))
		gcrt_fatal("`resume mutators` runs while the mutators are not stopped");
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_end_stop(struct gc_heap *heap)
{
	struct gcrt_world *world = &heap->world;
	gcrt_mutex_lock(&world->lock);
	take_resume((struct point){ .world = world, .world_locked = true });
	gcrt_mutex_unlock(&world->lock);
}
