/* gcrt-record-operation.c: names of objects, and what happens in a step. */
#define GC_IMPL 1
#include <stdlib.h>

#include "gcrt-heap.h"
#include "gcrt-record-line.h"

#if GCRT_DEBUG
/* ----------------------------------------------------------------------- names */

static struct gcrt_record_name **name_of(struct gcrt_record *r, uintptr_t object)
{
	struct gcrt_record_name **link = &r->names[object / GCRT_GRANULE % GCRT_RECORD_NAMES];
	while (*link && (*link)->object != object)
		link = &(*link)->next;
	return link;
}

size_t gcrt_record_object(struct gcrt_record *r, uintptr_t object)
{
	struct gcrt_record_name **link = name_of(r, object);
	if (!*link && (*link = malloc(sizeof **link)))
		**link = (struct gcrt_record_name){ NULL, object, ++r->named, NULL };
	r->lost |= !*link;
	return *link ? (*link)->number : 0;
}

void gcrt_record_forget(struct gcrt_record *r, uintptr_t object)
{
	struct gcrt_record_name **link = name_of(r, object), *name = *link;
	if (!name)
		return;
	*link = name->next;
	free(name);
}

struct gcrt_record_name *gcrt_record_name_of(struct gcrt_record *r, uintptr_t object)
{
	return *name_of(r, object);
}

/* ------------------------------------------------------------------ operations */

static void add(struct gcrt_record *r, const char *op, const char *location, const char *found,
    const char *stored, const char *because)
{
	struct gcrt_text *text = &r->operations;
	if (!r->does)
		return;
	gcrt_text_add(text,
	    "%s{\"op\":\"%s\",\"order\":null,\"location\":", text->length ? "," : "", op);
	gcrt_text_add_string(text, location);
	gcrt_text_add(text, ",\"found\":");
	gcrt_text_add_string(text, found);
	gcrt_text_add(text, ",\"stored\":");
	gcrt_text_add_string(text, stored);
	gcrt_text_add(text, ",\"because\":");
	gcrt_text_add_string(text, because);
	gcrt_text_add(text, ",\"where\":null,\"store\":null}");
}

void gcrt_record_operation(struct gcrt_record *r, const char *op, const char *location,
    const char *stored, const char *because)
{
	add(r, op, location, NULL, stored, because);
}

void gcrt_record_change(struct gcrt_record *r, const char *op, const char *location,
    const char *found, const char *stored)
{
	add(r, op, location, found, stored, NULL);
}
#endif
