/* gcrt-record-heap.c: objects, fields and roots as a trace shows them. */
#define GC_IMPL 1
#include "gcrt-record-heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcrt-heap.h"
#include "gcrt-overlay.h"
#include "gcrt-record-line.h"

#if GCRT_DEBUG
enum {
	LOCATION = 80,       /* bytes of its text */
	PLACES_AN_OBJECT = 8 /* that the heap may have on average: long arrays make long lines */
};

/* --------------------------------------------------------------------- objects */

void gcrt_record_heap_init(struct gcrt_record *r)
{
	r->shown.last = &r->shown.first;
	r->shown.most = (size_t)r->heap->settings.trace_heap;
	r->shown.on = r->shown.most > 0;
}

static void drop_places(struct gcrt_record *r, struct gcrt_record_places *places)
{
	r->shown.places -= places->count;
	free(places->at);
	*places = (struct gcrt_record_places){ 0 };
}

static void free_object(struct gcrt_record *r, struct gcrt_record_object *object)
{
	struct gcrt_record_name *name = gcrt_record_name_of(r, object->address);
	if (object->address && name)
		name->shown = NULL;
	drop_places(r, &object->fields);
	free(object);
}

void gcrt_record_heap_destroy(struct gcrt_record *r)
{
	for (struct gcrt_record_object *o = r->shown.first, *next; o; o = next) {
		next = o->next;
		free_object(r, o);
	}
	for (struct gcrt_record_roots *roots = r->shown.roots, *next; roots; roots = next) {
		next = roots->next;
		drop_places(r, &roots->places);
		free(roots);
	}
	r->shown.first = NULL;
	r->shown.last = &r->shown.first;
	r->shown.roots = NULL;
	r->shown.live = 0;
}

void gcrt_record_heap_stop(struct gcrt_record *r)
{
	gcrt_record_operation(r, "unrecorded", NULL, NULL, NULL);
	gcrt_record_heap_destroy(r);
	r->shown.on = false;
}

static struct gcrt_record_object *add_object(struct gcrt_record *r, uintptr_t address,
    size_t number)
{
	struct gcrt_record_object *object = calloc(1, sizeof *object);
	r->lost |= !object;
	if (!object)
		return NULL;
	object->address = address;
	object->number = number;
	*r->shown.last = object;
	r->shown.last = &object->next;
	return object;
}

void gcrt_record_heap_allocated(struct gcrt_record *r, const struct gc_mutator *m,
    uintptr_t address, size_t number)
{
	struct gcrt_record_name *name = gcrt_record_name_of(r, address);
	struct gcrt_record_object *object;
	if (!r->shown.on || !name)
		return;
	if (r->shown.live == r->shown.most) {
		gcrt_record_heap_stop(r);
		return;
	}
	if (!(object = add_object(r, address, number)))
		return;
	name->shown = object;
	object->holder = m;
	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++) {
		object->metadata[k] = gcrt_load(gcrt_table(address, 1 + k), relaxed);
		if (gcrt_collector.metadata[k].is_reference)
			object->refers[k].word = gcrt_reference_in(address, k);
	}
	r->shown.live++;
}

struct gcrt_record_object *gcrt_record_heap_object(struct gcrt_record *r, uintptr_t address)
{
	struct gcrt_record_name *name = gcrt_record_name_of(r, address);
	return name ? name->shown : NULL;
}

static void refer(struct gcrt_record_places *places)
{
	for (size_t i = 0; i < places->count; i++)
		if (places->at[i].to)
			places->at[i].to->referred = true;
}

void gcrt_record_heap_forget(struct gcrt_record *r)
{
	struct gcrt_record_object **link = &r->shown.first, *o;
	for (o = r->shown.first; o; o = o->next)
		o->referred = false;
	for (o = r->shown.first; o; o = o->next) {
		refer(&o->fields);
		for (unsigned k = 0; k < GCRT_MAX_METADATA; k++)
			if (o->refers[k].to)
				o->refers[k].to->referred = true;
	}
	for (struct gcrt_record_roots *roots = r->shown.roots; roots; roots = roots->next)
		refer(&roots->places);
	while ((o = *link))
		if (o->address || o->referred) {
			link = &o->next;
		} else {
			*link = o->next;
			free_object(r, o);
		}
	r->shown.last = link;
}

/* ---------------------------------------------------------------------- places */

const char *gcrt_record_roots_name(unsigned number, char *text, size_t bytes)
{
	if (number)
		snprintf(text, bytes, "m%u.roots", number);
	else
		snprintf(text, bytes, "heap.roots");
	return text;
}

struct gcrt_record_roots *gcrt_record_heap_roots(struct gcrt_record *r, unsigned number)
{
	struct gcrt_record_roots **link = &r->shown.roots;
	while (*link && (*link)->number != number)
		link = &(*link)->next;
	if (!*link && (*link = calloc(1, sizeof **link)))
		(*link)->number = number;
	r->lost |= !*link;
	return *link;
}

static const char *object_text(const struct gcrt_record_object *object, char *text)
{
	if (object)
		snprintf(text, LOCATION, "o%zu", object->number);
	else
		strcpy(text, "null");
	return text;
}

/* What WORD refers to.  Where no object is, there is one that has been freed. */
static struct gcrt_record_object *target(struct gcrt_record *r, uintptr_t word)
{
	struct gcrt_record_object *to = word ? gcrt_record_heap_object(r, word) : NULL;
	char text[LOCATION];
	if (!word || to)
		return to;
	if ((to = add_object(r, 0, ++r->named)))
		gcrt_record_operation(r, "unknown", object_text(to, text), NULL, NULL);
	return to;
}

/* What metadata that is a reference holds: an object, a tag, or null. */
static const char *reference_text(const struct gcrt_record_place *is, char *text)
{
	if (is->word && is->word <= gcrt_collector.tag_count)
		return gcrt_collector.tags[is->word - 1];
	return object_text(is->to, text);
}

void gcrt_record_heap_refer(struct gcrt_record *r, struct gcrt_record_object *o, unsigned k,
    uintptr_t word)
{
	char location[LOCATION], before[LOCATION], text[LOCATION];
	struct gcrt_record_place was = o->refers[k], is = { .word = word };
	if (was.word == word)
		return;
	if (word > gcrt_collector.tag_count)
		is.to = target(r, word);
	snprintf(location, sizeof location, "o%zu.%s", o->number, gcrt_collector.metadata[k].name);
	o->refers[k] = is;
	gcrt_record_change(r, "changed", location, reference_text(&was, before),
	    reference_text(&is, text));
}

void gcrt_record_heap_freed(struct gcrt_record *r, uintptr_t address)
{
	struct gcrt_record_object *object = gcrt_record_heap_object(r, address);
	if (!object)
		return;
	gcrt_record_name_of(r, address)->shown = NULL;
	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++)
		if (gcrt_collector.metadata[k].is_reference)
			gcrt_record_heap_refer(r, object, k, 0);
	object->address = 0;
	object->holder = NULL;
	drop_places(r, &object->fields);
	r->shown.live--;
}

static bool grow(struct gcrt_record *r, struct gcrt_record_places *places)
{
	size_t room = places->room ? 2 * places->room : 4;
	void *more = realloc(places->at, room * sizeof *places->at);
	r->lost |= !more;
	if (!more)
		return false;
	places->at = more;
	places->room = room;
	return true;
}

static void change(struct gcrt_record *r, const char *name, size_t index, const char *found,
    const char *stored)
{
	char location[LOCATION + 40];
	snprintf(location, sizeof location, "%s[%zu]", name, index);
	gcrt_record_change(r, "changed", location, found, stored);
}

void gcrt_record_heap_shrink(struct gcrt_record *r, struct gcrt_record_places *places,
    const char *name, size_t count)
{
	char text[LOCATION];
	while (places->count > count) {
		places->count--;
		r->shown.places--;
		change(r, name, places->count, object_text(places->at[places->count].to, text),
		    NULL);
	}
}

void gcrt_record_heap_set(struct gcrt_record *r, struct gcrt_record_places *places,
    const char *name, size_t index, struct gcrt_record_place is)
{
	bool new = index == places->count;
	char before[LOCATION], text[LOCATION];
	if (!new && places->at[index].word == is.word) {
		places->at[index].slot = is.slot;
		return;
	}
	if (new && places->count == places->room && !grow(r, places))
		return;
	is.to = target(r, is.word);
	object_text(new ? NULL : places->at[index].to, before);
	places->at[index] = is;
	change(r, name, index, new ? NULL : before, object_text(is.to, text));
	places->count += new;
	r->shown.places += new;
}

bool gcrt_record_heap_has_room(const struct gcrt_record *r)
{
	return r->shown.places < r->shown.most * PLACES_AN_OBJECT;
}

void gcrt_record_heap_left(struct gcrt_record *r, const struct gc_mutator *m)
{
	char name[LOCATION];
	if (!r->shown.on)
		return;
	struct gcrt_record_roots *roots = gcrt_record_heap_roots(r, m->number);
	if (roots)
		gcrt_record_heap_shrink(r, &roots->places,
		    gcrt_record_roots_name(m->number, name, sizeof name), 0);
}

/* LOCATION: what it is called. */
static struct gcrt_record_place *field_at(struct gcrt_record *r, uintptr_t slot, char *location)
{
	for (struct gcrt_record_object *o = r->shown.first; o; o = o->next)
		for (size_t i = 0; i < o->fields.count; i++)
			if (o->fields.at[i].slot == slot) {
				snprintf(location, LOCATION, "o%zu.field[%zu]", o->number, i);
				return &o->fields.at[i];
			}
	return NULL;
}

bool gcrt_record_heap_knows(struct gcrt_record *r, uintptr_t slot)
{
	char location[LOCATION];
	return field_at(r, slot, location) != NULL;
}

void gcrt_record_heap_store(struct gcrt_record *r, uintptr_t slot, uintptr_t word)
{
	char location[LOCATION], text[LOCATION];
	struct gcrt_record_place *place = field_at(r, slot, location);
	if (!place)
		return;
	place->word = word;
	place->to = target(r, word);
	gcrt_record_change(r, "store", location, NULL, object_text(place->to, text));
}

/* ------------------------------------------------------------------- traversal */

static void reach(struct gcrt_record_object *object, struct gcrt_record_object **todo)
{
	if (!object || object->reachable)
		return;
	object->reachable = true;
	object->todo = *todo;
	*todo = object;
}

static void reach_all(const struct gcrt_record_places *places, struct gcrt_record_object **todo)
{
	for (size_t i = 0; i < places->count; i++)
		reach(places->at[i].to, todo);
}

void gcrt_record_heap_traverse(struct gcrt_record *r,
    void (*visit)(struct gcrt_record *r, struct gcrt_record_object *object, void *data), void *data)
{
	struct gcrt_record_object *todo = NULL, *o;
	for (o = r->shown.first; o; o = o->next)
		o->reachable = false;
	for (struct gcrt_record_roots *roots = r->shown.roots; roots; roots = roots->next)
		reach_all(&roots->places, &todo);
	for (o = r->shown.first; o; o = o->next)
		if (o->holder)
			reach(o, &todo);
	while ((o = todo)) {
		todo = o->todo;
		if (visit && o->address)
			visit(r, o, data);
		reach_all(&o->fields, &todo);
		for (unsigned k = 0; k < GCRT_MAX_METADATA; k++)
			reach(o->refers[k].to, &todo);
	}
}

/* ------------------------------------------------------------------- the state */

static void add_reference(struct gcrt_text *text, const struct gcrt_record_object *to)
{
	if (to)
		gcrt_text_add(text, "\"o%zu\"", to->number);
	else
		gcrt_text_add(text, "null");
}

static void add_object_text(struct gcrt_text *text, const struct gcrt_record_object *o)
{
	char name[LOCATION];
	gcrt_text_add(text, "{\"object\":\"o%zu\",\"live\":%s,\"reachable\":%s,\"metadata\":{",
	    o->number, o->address ? "true" : "false", o->reachable ? "true" : "false");
	for (unsigned k = 0; k < gcrt_collector.metadata_count; k++) {
		gcrt_text_add(text, "%s\"%s\":", k ? "," : "", gcrt_collector.metadata[k].name);
		if (gcrt_collector.metadata[k].is_reference)
			gcrt_text_add_string(text,
			    o->refers[k].word ? reference_text(&o->refers[k], name) : NULL);
		else
			gcrt_text_add(text, "%u", o->metadata[k]);
	}
	gcrt_text_add(text, "},\"fields\":{\"field\":[");
	for (size_t i = 0; i < o->fields.count; i++) {
		gcrt_text_add(text, "%s", i ? "," : "");
		add_reference(text, o->fields.at[i].to);
	}
	gcrt_text_add(text, "]}}");
}

static void add_roots(struct gcrt_record *r, struct gcrt_text *text)
{
	const char *comma = "";
	char owner[LOCATION];
	gcrt_text_add(text, "],\"roots\":{");
	for (struct gcrt_record_roots *roots = r->shown.roots; roots; roots = roots->next)
		for (size_t i = 0; i < roots->places.count; i++) {
			gcrt_text_add(text, "%s\"%s[%zu]\":", comma,
			    gcrt_record_roots_name(roots->number, owner, sizeof owner), i);
			add_reference(text, roots->places.at[i].to);
			comma = ",";
		}
}

static void add_held(struct gcrt_record *r, struct gcrt_text *text)
{
	const char *comma = "";
	gcrt_text_add(text, "},\"held\":[");
	for (struct gcrt_record_object *o = r->shown.first; o; o = o->next)
		if (o->holder) {
			gcrt_text_add(text, "%s\"o%zu\"", comma, o->number);
			comma = ",";
		}
	gcrt_text_add(text, "]");
}

void gcrt_record_heap_add(struct gcrt_record *r, struct gcrt_text *text)
{
	const char *comma = "";
	gcrt_text_add(text, "\"heap\":[");
	if (!r->shown.most) {
		gcrt_text_add(text, "],\"roots\":{}");
		return;
	}
	gcrt_record_heap_traverse(r, NULL, NULL);
	for (struct gcrt_record_object *o = r->shown.first; o; o = o->next) {
		gcrt_text_add(text, "%s", comma);
		add_object_text(text, o);
		comma = ",";
	}
	add_roots(r, text);
	add_held(r, text);
}
#endif
