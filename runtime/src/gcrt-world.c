#include "gcrt-world.h"

#include <string.h>

#include "gcrt-debug.h"

void gcrt_world_init(struct gcrt_world *world)
{
	memset(world, 0, sizeof *world);
	gcrt_mutex_init(&world->lock);
	gcrt_cond_init(&world->stopped);
	gcrt_cond_init(&world->resumed);
}

void gcrt_world_destroy(struct gcrt_world *world)
{
	gcrt_cond_destroy(&world->resumed);
	gcrt_cond_destroy(&world->stopped);
	gcrt_mutex_destroy(&world->lock);
}

static void wait_until_resumed(struct gcrt_world *world)
{
	while (gcrt_load(&world->flag, relaxed))
		gcrt_cond_wait(&world->resumed, &world->lock);
}

static void begin_running(struct gcrt_world *world, struct gc_mutator *m)
{
	wait_until_resumed(world);
	gcrt_assert(!m->active);
	m->active = true;
	world->running++;
}

static void end_running(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_assert(m->active && world->running);
	m->active = false;
	if (--world->running == 0 && gcrt_load(&world->flag, relaxed))
		gcrt_cond_signal(&world->stopped);
}

void gcrt_world_join(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	begin_running(world, m);
	m->previous = NULL;
	m->next = world->mutators;
	if (m->next)
		m->next->previous = m;
	world->mutators = m;
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_leave(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	if (m->previous)
		m->previous->next = m->next;
	else
		world->mutators = m->next;
	if (m->next)
		m->next->previous = m->previous;
	end_running(world, m);
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_activate(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	begin_running(world, m);
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_deactivate(struct gcrt_world *world, struct gc_mutator *m)
{
	gcrt_mutex_lock(&world->lock);
	end_running(world, m);
	gcrt_mutex_unlock(&world->lock);
}

bool gcrt_world_ask(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	if (gcrt_load(&world->flag, relaxed))
		gcrt_fatal("mutators are stopped that have been stopped already");
	gcrt_store(&world->flag, 1, relaxed);
	bool some = world->running != 0;
	gcrt_mutex_unlock(&world->lock);
	return some;
}

void gcrt_world_wait(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	while (world->running)
		gcrt_cond_wait(&world->stopped, &world->lock);
	world->all_stopped = true;
	gcrt_mutex_unlock(&world->lock);
}

void gcrt_world_resume(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	world->all_stopped = false;
	gcrt_store(&world->flag, 0, relaxed);
	gcrt_cond_broadcast(&world->resumed);
	gcrt_mutex_unlock(&world->lock);
}

bool gcrt_world_all_stopped(struct gcrt_world *world)
{
	gcrt_mutex_lock(&world->lock);
	bool all = world->all_stopped;
	gcrt_mutex_unlock(&world->lock);
	return all;
}
