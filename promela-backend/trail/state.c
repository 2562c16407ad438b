/* state.c: heap, roots, buckets and mutators, as the events change them. */
#include "promela-backend/trail/internal.h"

#include <string.h>

static size_t cell_count(const struct trail *trail)
{
	return trail->scenario->object_count;
}

static size_t slot_count(const struct trail *trail)
{
	return cell_count(trail) * trail->scenario->slots_per_object;
}

static void allocate(struct gd_arena *arena, const struct trail *trail, struct trail_heap *heap)
{
	const struct ir_spec *spec = trail->spec;

	memset(heap, 0, sizeof *heap);
	heap->live = GD_NEW_ARRAY(arena, bool, cell_count(trail) + 1);
	heap->held = GD_NEW_ARRAY(arena, bool, cell_count(trail) + 1);
	heap->reachable = GD_NEW_ARRAY(arena, bool, cell_count(trail) + 1);
	heap->meta = GD_NEW_ARRAY(arena, long, cell_count(trail) * spec->meta_count + 1);
	heap->slot = GD_NEW_ARRAY(arena, int, slot_count(trail) + 1);
	heap->root = GD_NEW_ARRAY(arena, int, trail->root_count + 1);
	heap->open = GD_NEW_ARRAY(arena, bool, spec->bucket_count + 1);
	heap->opened = GD_NEW_ARRAY(arena, bool, spec->bucket_count + 1);
	heap->phase = GD_NEW_ARRAY(arena, bool, spec->phase_count + 1);
	heap->requested = GD_NEW_ARRAY(arena, bool, spec->cycle_count + 1);
	heap->existed = GD_NEW_ARRAY(arena, bool, cell_count(trail) + 1);
	heap->origin = GD_NEW_ARRAY(arena, long, cell_count(trail) + 1);
	heap->space = GD_NEW_ARRAY(arena, size_t, spec->space_count + 1);
	heap->ghost = GD_NEW_ARRAY(arena, long, spec->ghost_count + 1);
	heap->stopped = GD_NEW_ARRAY(arena, bool, trail->scenario->mutator_count + 1);
	heap->away = GD_NEW_ARRAY(arena, bool, trail->scenario->mutator_count + 1);
}

static void fresh(const struct trail *trail, struct trail_heap *heap, size_t object)
{
	const struct ir_spec *spec = trail->spec;
	size_t slots = trail->scenario->slots_per_object;

	for (size_t i = 0; i < spec->meta_count; i++)
		if (!spec->metas[i]->region || !heap->existed[object])
			heap->meta[object * spec->meta_count + i] = spec->metas[i]->init;
	for (size_t i = 0; i < slots; i++)
		heap->slot[object * slots + i] = -1;
}

void trail_state_init(struct gd_arena *arena, struct trail *trail, struct trail_heap *heap)
{
	const struct ir_scenario *scenario = trail->scenario;
	size_t root = 0;

	allocate(arena, trail, heap);
	for (size_t i = 0; i < trail->spec->space_count; i++)
		heap->space[i] = i;
	for (size_t i = 0; i < cell_count(trail); i++) {
		fresh(trail, heap, i);
		heap->origin[i] = heap->origins++;
		heap->live[i] = heap->existed[i] = i < scenario->named;
		for (size_t j = 0; heap->live[i] && j < trail->spec->meta_count; j++)
			heap->meta[i * trail->spec->meta_count + j] = scenario->objects[i].metas[j];
		for (size_t j = 0; i < scenario->named && j < scenario->slots_per_object; j++)
			heap->slot[i * scenario->slots_per_object + j] =
			    scenario->objects[i].slots ? scenario->objects[i].slots[j] : -1;
	}
	for (size_t i = 0; i < trail->spec->ghost_count; i++)
		heap->ghost[i] = trail->spec->ghosts[i]->init;
	for (size_t i = 0; i < scenario->mutator_count; i++) {
		heap->away[i] = scenario->mutators[i].joins && !scenario->client;
		for (size_t j = 0; j < scenario->mutators[i].root_count; j++)
			if (root < trail->root_count)
				heap->root[root++] = scenario->mutators[i].roots[j].initial;
	}
	trail_state_reach(trail, heap);
}

#define COPY(member, count) memcpy(to->member, from->member, (count) * sizeof *to->member)

void trail_state_copy(struct gd_arena *arena, const struct trail *trail,
    const struct trail_heap *from, struct trail_heap *to)
{
	allocate(arena, trail, to);
	COPY(live, cell_count(trail));
	COPY(held, cell_count(trail));
	COPY(meta, cell_count(trail) * trail->spec->meta_count);
	COPY(slot, slot_count(trail));
	COPY(root, trail->root_count);
	COPY(open, trail->spec->bucket_count);
	COPY(opened, trail->spec->bucket_count);
	COPY(phase, trail->spec->phase_count);
	COPY(requested, trail->spec->cycle_count);
	COPY(existed, cell_count(trail));
	COPY(origin, cell_count(trail));
	to->origins = from->origins;
	COPY(space, trail->spec->space_count);
	COPY(ghost, trail->spec->ghost_count);
	COPY(stopped, trail->scenario->mutator_count);
	COPY(away, trail->scenario->mutator_count);
	to->stopping = from->stopping;
	to->cycle = from->cycle;
	to->number = from->number;
	to->pending = GD_NEW_ARRAY(arena, struct trail_unit, from->pending_count + 1);
	to->running = GD_NEW_ARRAY(arena, struct trail_unit, from->running_count + 1);
	to->pending_count = from->pending_count;
	to->running_count = from->running_count;
	for (size_t i = 0; i < from->pending_count; i++)
		to->pending[i] = from->pending[i];
	for (size_t i = 0; i < from->running_count; i++)
		to->running[i] = from->running[i];
	trail_state_reach(trail, to);
}

void trail_reach_from(const struct trail *trail, const struct trail_heap *heap, long object,
    bool *reached)
{
	const struct ir_scenario *scenario = trail->scenario;

	if (object < 0 || (size_t)object >= cell_count(trail) || reached[object])
		return;
	reached[object] = true;
	for (size_t i = 0; i < trail->spec->meta_count; i++)
		if (ir_holds_reference(trail->spec->metas[i]))
			trail_reach_from(trail, heap,
			    heap->meta[(size_t)object * trail->spec->meta_count + i], reached);
	for (size_t g = 0; g < trail->spec->group_count; g++) {
		if (trail->spec->groups[g]->strength == IR_WEAK)
			continue;
		for (size_t i = 0; i < scenario->group_size[g]; i++)
			trail_reach_from(trail, heap,
			    heap->slot[(size_t)object * scenario->slots_per_object +
				scenario->group_first[g] + i],
			    reached);
	}
}

void trail_state_reach(const struct trail *trail, struct trail_heap *heap)
{
	memset(heap->reachable, 0, cell_count(trail) * sizeof *heap->reachable);
	for (size_t i = 0; i < trail->root_count; i++)
		trail_reach_from(trail, heap, heap->root[i], heap->reachable);
	for (size_t i = 0; i < cell_count(trail); i++)
		if (heap->held[i])
			trail_reach_from(trail, heap, (long)i, heap->reachable);
}

/* ------------------------------------------------------------------- events */
static bool valid_object(const struct trail *trail, long object)
{
	return object >= 0 && (size_t)object < cell_count(trail);
}

static void apply_access(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event)
{
	const struct ir_scenario *scenario = trail->scenario;
	long object = trail_number(event, TRAIL_KEY_object, -1),
	     root = trail_number(event, TRAIL_KEY_root, -1);
	long slot = trail_number(event, TRAIL_KEY_slot, -1),
	     value = trail_number(event, TRAIL_KEY_stored, -1);
	const struct ir_meta *meta = trail_find_meta(trail->spec, trail_value(event, TRAIL_KEY_at));
	const struct ir_group *group =
	    trail_find_group(trail->spec, trail_value(event, TRAIL_KEY_at));

	if (!trail_value(event, TRAIL_KEY_stored))
		return;
	if (root >= 0 && (size_t)root < trail->root_count)
		heap->root[root] = (int)value;
	else if (slot >= 0 && group && valid_object(trail, object) &&
	    (size_t)slot < scenario->group_size[group->index])
		heap->slot[(size_t)object * scenario->slots_per_object +
		    scenario->group_first[group->index] + (size_t)slot] = (int)value;
	else if (meta && valid_object(trail, object))
		heap->meta[(size_t)object * trail->spec->meta_count + meta->index] = value;
}

static void set_requested(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event, bool requested)
{
	const char *name = trail_value(event, TRAIL_KEY_cycle);

	for (size_t i = 0; name && i < trail->spec->cycle_count; i++)
		if (strcmp(trail->spec->cycles[i]->name, name) == 0)
			heap->requested[i] = requested;
}

static void apply_cycle(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event, bool begins)
{
	heap->cycle = begins ? trail_value(event, TRAIL_KEY_cycle) : NULL;
	heap->number = trail_number(event, TRAIL_KEY_number, 0);
	memset(heap->open, 0, trail->spec->bucket_count * sizeof *heap->open);
	memset(heap->opened, 0, trail->spec->bucket_count * sizeof *heap->opened);
	if (begins)
		set_requested(trail, heap, event, false);
}

static void set_bucket(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event, bool open)
{
	const struct ir_bucket *bucket =
	    trail_find_bucket(trail->spec, trail_value(event, TRAIL_KEY_bucket));

	if (!bucket)
		return;
	heap->open[bucket->index] = open;
	heap->opened[bucket->index] |= open;
}

static void apply_step(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event)
{
	long mutator = trail_number(event, TRAIL_KEY_mutator, -1);

	if (event->step == TRAIL_DO_open || event->step == TRAIL_DO_close) {
		set_bucket(trail, heap, event, event->step == TRAIL_DO_open);
	} else if (event->step == TRAIL_DO_begin || event->step == TRAIL_DO_end) {
		apply_cycle(trail, heap, event, event->step == TRAIL_DO_begin);
	} else if (event->step == TRAIL_DO_request) {
		set_requested(trail, heap, event, true);
	} else if (event->step == TRAIL_DO_stopped && mutator >= 0 &&
	    (size_t)mutator < trail->scenario->mutator_count) {
		heap->stopped[mutator] = true;
	}
}

static void apply_copied(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event)
{
	long to = trail_number(event, TRAIL_KEY_object, -1),
	     from = trail_number(event, TRAIL_KEY_value, -1);

	if (valid_object(trail, to) && valid_object(trail, from))
		heap->origin[to] = heap->origin[from];
}

static const struct ir_space *space_of(const struct trail *trail, const struct trail_event *event,
    enum trail_key key)
{
	const char *name = trail_value(event, key);

	for (size_t i = 0; name && i < trail->spec->space_count; i++)
		if (strcmp(trail->spec->spaces[i]->name, name) == 0)
			return trail->spec->spaces[i];
	return NULL;
}

static void apply_swapped(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event)
{
	const struct ir_space *a = space_of(trail, event, TRAIL_KEY_space),
			      *b = space_of(trail, event, TRAIL_KEY_other);

	if (a && b) {
		size_t former = heap->space[a->index];

		heap->space[a->index] = heap->space[b->index];
		heap->space[b->index] = former;
	}
}

static void apply_object(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event, bool live)
{
	long object = trail_number(event, TRAIL_KEY_object, -1),
	     root = trail_number(event, TRAIL_KEY_root, -1);
	size_t slots = trail->scenario->slots_per_object;

	if (!valid_object(trail, object))
		return;
	heap->live[object] = live;
	heap->existed[object] |= live;
	heap->origin[object] = event->is == TRAIL_EVENT_allocate ? heap->origins++ : -1;
	if (live)
		fresh(trail, heap, (size_t)object);
	for (size_t i = 0; !live && i < slots; i++)
		heap->slot[(size_t)object * slots + i] = -1;
	for (size_t i = 0; !live && i < trail->spec->meta_count; i++)
		if (ir_holds_reference(trail->spec->metas[i]))
			heap->meta[(size_t)object * trail->spec->meta_count + i] = IR_NO_OBJECT;
	if (live && root >= 0 && (size_t)root < trail->root_count)
		heap->root[root] = (int)object;
	else if (event->is == TRAIL_EVENT_allocate)
		heap->held[object] = true; /* by its mutator; what a kernel makes is held by none */
}

static void apply_root(const struct trail *trail, struct trail_heap *heap, long root, long value)
{
	if (root < 0 || (size_t)root >= trail->root_count)
		return;
	heap->root[root] = (int)value;
	if (valid_object(trail, value))
		heap->held[value] = false;
}

static void apply_phase(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event)
{
	const char *name = trail_value(event, TRAIL_KEY_phase);

	for (size_t i = 0; name && i < trail->spec->phase_count; i++)
		if (strcmp(trail->spec->phases[i]->name, name) == 0)
			heap->phase[i] = trail_number(event, TRAIL_KEY_on, 0) != 0;
}

static void apply_ghost(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event)
{
	const char *name = trail_value(event, TRAIL_KEY_ghost);

	for (size_t i = 0; name && i < trail->spec->ghost_count; i++)
		if (strcmp(trail->spec->ghosts[i]->name, name) == 0)
			heap->ghost[i] = trail_number(event, TRAIL_KEY_value, heap->ghost[i]);
}

void trail_state_apply(const struct trail *trail, struct trail_heap *heap,
    const struct trail_event *event)
{
	long root = trail_number(event, TRAIL_KEY_root, -1),
	     mutator = trail_number(event, TRAIL_KEY_mutator, -1);

	if (event->is == TRAIL_EVENT_step) {
		apply_step(trail, heap, event);
	} else if (event->is == TRAIL_EVENT_access) {
		apply_access(trail, heap, event);
	} else if (event->is == TRAIL_EVENT_open || event->is == TRAIL_EVENT_close) {
		set_bucket(trail, heap, event, event->is == TRAIL_EVENT_open);
	} else if (event->is == TRAIL_EVENT_stop) {
		heap->stopping = true;
	} else if (event->is == TRAIL_EVENT_resume) {
		heap->stopping = false;
		memset(heap->stopped, 0, trail->scenario->mutator_count * sizeof *heap->stopped);
	} else if (event->is == TRAIL_EVENT_free || event->is == TRAIL_EVENT_allocate ||
	    event->is == TRAIL_EVENT_made) {
		apply_object(trail, heap, event, event->is != TRAIL_EVENT_free);
	} else if (event->is == TRAIL_EVENT_copied) {
		apply_copied(trail, heap, event);
	} else if (event->is == TRAIL_EVENT_swapped) {
		apply_swapped(trail, heap, event);
	} else if (event->is == TRAIL_EVENT_root) {
		apply_root(trail, heap, root, trail_number(event, TRAIL_KEY_value, -1));
	} else if (event->is == TRAIL_EVENT_phase) {
		apply_phase(trail, heap, event);
	} else if (event->is == TRAIL_EVENT_ghost) {
		apply_ghost(trail, heap, event);
	} else if (event->is == TRAIL_EVENT_collect) {
		set_requested(trail, heap, event, true);
	} else if ((event->is == TRAIL_EVENT_joined || event->is == TRAIL_EVENT_left) &&
	    mutator >= 0 && (size_t)mutator < trail->scenario->mutator_count) {
		heap->away[mutator] = event->is == TRAIL_EVENT_left;
	}
}

enum trail_mutator trail_mutator_state(const struct ir_scenario *scenario,
    const struct trail_heap *heap, size_t mutator)
{
	return scenario->mutators[mutator].of_heap ? TRAIL_NEVER_RUNS
	    : heap->away[mutator]                  ? TRAIL_AWAY
	    : heap->stopped[mutator]               ? TRAIL_STOPPED
						   : TRAIL_RUNNING;
}
