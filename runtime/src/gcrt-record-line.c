/* gcrt-record-line.c: the state that a trace shows, and its lines (doc/events.md). */
#define GC_IMPL 1
#include "gcrt-record-line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcrt-clock.h"
#include "gcrt-heap.h"

#if GCRT_DEBUG
/* ----------------------------------------------------------------------- units */

static void add_argument(struct gcrt_record *r, struct gcrt_text *text, char letter, uintptr_t word)
{
	const struct gc_mutator *m = (const struct gc_mutator *)word;
	if (letter == 's')
		gcrt_text_add(text, "?"); /* a place has no name */
	else if (letter == 'n')
		gcrt_text_add(text, "%ld", (long)word);
	else if (!word)
		gcrt_text_add(text, "null");
	else if (letter == 'o' && word <= gcrt_collector.tag_count)
		gcrt_text_add(text, "%s", gcrt_collector.tags[word - 1]);
	else if (letter == 'o')
		gcrt_text_add(text, "o%zu", gcrt_record_object(r, word));
	else if (gcrt_is_heap_mutator(m))
		gcrt_text_add(text, "heap");
	else
		gcrt_text_add(text, "m%u", m->number);
}

static char *arguments(struct gcrt_record *r, unsigned kind, const uintptr_t *words)
{
	const char *letters = gcrt_collector.kinds[kind].parameters;
	struct gcrt_text text = { 0 };
	gcrt_text_add(&text, "%s", letters ? "" : "?");
	for (size_t i = 0; letters && letters[i]; i++) {
		gcrt_text_add(&text, "%s", i ? ", " : "");
		add_argument(r, &text, letters[i], words[i]);
	}
	r->lost |= text.lost;
	return text.at;
}

struct gcrt_record_unit *gcrt_record_new_unit(struct gcrt_record *r, unsigned kind, unsigned queue,
    const uintptr_t *words)
{
	struct gcrt_record_unit *unit = malloc(sizeof *unit);
	char *text = unit ? arguments(r, kind, words) : NULL;
	r->lost |= !text;
	if (!text) {
		free(unit);
		return NULL;
	}
	*unit = (struct gcrt_record_unit){ .kind = kind, .queue = queue, .arguments = text };
	return unit;
}

void gcrt_record_free_unit(struct gcrt_record_unit *unit)
{
	if (unit)
		free(unit->arguments);
	free(unit);
}

void gcrt_record_put(struct gcrt_record_units *units, struct gcrt_record_unit *unit)
{
	unit->next = NULL;
	*units->end = unit;
	units->end = &unit->next;
}

static void take_out(struct gcrt_record_units *units, struct gcrt_record_unit **link)
{
	if (units->end == &(*link)->next)
		units->end = link;
	*link = (*link)->next;
}

struct gcrt_record_unit *gcrt_record_take(struct gcrt_record_units *units,
    const struct gcrt_record_unit *like)
{
	struct gcrt_record_unit **link = &units->first, *unit;
	while ((unit = *link) &&
	    (unit->kind != like->kind || unit->buffer != like->buffer ||
		strcmp(unit->arguments, like->arguments) != 0))
		link = &unit->next;
	if (unit)
		take_out(units, link);
	return unit;
}

void gcrt_record_remove(struct gcrt_record_units *units, const struct gcrt_record_unit *unit)
{
	struct gcrt_record_unit **link = &units->first;
	while (*link != unit)
		link = &(*link)->next;
	take_out(units, link);
}

static void free_units(struct gcrt_record_units *units)
{
	for (struct gcrt_record_unit *unit = units->first, *next; unit; unit = next) {
		next = unit->next;
		gcrt_record_free_unit(unit);
	}
}

void gcrt_record_lines_init(struct gcrt_record *r)
{
	r->pending.end = &r->pending.first;
	r->running.end = &r->running.first;
	r->began = gcrt_now_nsec();
	gcrt_record_heap_init(r);
}

void gcrt_record_lines_destroy(struct gcrt_record *r)
{
	free_units(&r->pending);
	free_units(&r->running);
	gcrt_record_heap_destroy(r);
	for (size_t i = 0; i < GCRT_RECORD_NAMES; i++)
		for (struct gcrt_record_name *name = r->names[i], *next; name; name = next) {
			next = name->next;
			free(name);
		}
	free(r->mutators);
	gcrt_text_destroy(&r->heading);
	gcrt_text_destroy(&r->threads);
	gcrt_text_destroy(&r->line);
	gcrt_text_destroy(&r->subject);
	gcrt_text_destroy(&r->operations);
}

/* ----------------------------------------------------------------------- state */

/* , "NAME": VALUE, with a comma if something comes before. */
static void member(struct gcrt_text *text, const char *name, const char *value)
{
	bool first = text->at[text->length - 1] == '{';
	gcrt_text_add(text, "%s\"%s\":%s", first ? "" : ",", name, value);
}

static void add_switches(struct gcrt_record *r, struct gcrt_text *text)
{
	const struct gcrt_collector *c = &gcrt_collector;
	gcrt_text_add(text, ",\"buckets\":{");
	for (unsigned b = 0; b < c->bucket_count && !text->lost; b++)
		member(text, c->buckets[b].name, r->open >> b & 1 ? "true" : "false");
	gcrt_text_add(text, "},\"phases\":{");
	for (unsigned p = 0; p < c->phase_count && !text->lost; p++)
		member(text, c->phases[p].name, r->phases >> p & 1 ? "true" : "false");
	gcrt_text_add(text, "}");
}

static void add_mutators(struct gcrt_record *r, struct gcrt_text *text)
{
	static const char *const states[] = { "away", "running", "stopped" };
	gcrt_text_add(text, ",\"mutators\":{\"heap\":\"never runs\"");
	for (unsigned i = 0; i < r->mutator_count; i++)
		gcrt_text_add(text, ",\"m%u\":\"%s\"", i + 1, states[r->mutators[i]]);
	gcrt_text_add(text, "}");
}

static void add_units(struct gcrt_text *text, const char *name,
    const struct gcrt_record_units *units)
{
	gcrt_text_add(text, ",\"%s\":[", name);
	for (const struct gcrt_record_unit *unit = units->first; unit; unit = unit->next) {
		gcrt_text_add(text, "%s{\"kind\":\"%s\",\"unit\":\"%s\",\"buffer\":",
		    unit == units->first ? "" : ",", gcrt_collector.kinds[unit->kind].name,
		    unit->arguments);
		if (unit->buffer)
			gcrt_text_add(text, "\"m%u\"}", unit->buffer->number);
		else
			gcrt_text_add(text, "null}");
	}
	gcrt_text_add(text, "]");
}

static void add_state(struct gcrt_record *r, struct gcrt_text *text)
{
	gcrt_record_heap_add(r, text);
	add_switches(r, text);
	add_mutators(r, text);
	gcrt_text_add(text, ",\"property\":null");
	add_units(text, "pending", &r->pending);
	add_units(text, "running", &r->running);
}

/* --------------------------------------------------------------------- heading */

static void add_work(struct gcrt_text *text)
{
	const struct gcrt_collector *c = &gcrt_collector;
	gcrt_text_add(text, ",\"work\":{");
	for (unsigned b = 0; b < c->bucket_count; b++) {
		const char *comma = "";
		gcrt_text_add(text, "%s\"%s\":[", b ? "," : "", c->buckets[b].name);
		for (unsigned q = 0; q < c->queue_count; q++)
			if (c->queues[q].bucket == b) {
				gcrt_text_add(text, "%s\"%s\"", comma,
				    c->kinds[c->queues[q].kind].name);
				comma = ",";
			}
		gcrt_text_add(text, "]");
	}
	gcrt_text_add(text, "}");
}

/* The metadata that refers to objects. */
static void add_references(const struct gcrt_record *r, struct gcrt_text *text)
{
	const char *before = ",\"references\":[";
	bool any = false;
	for (unsigned k = 0; gcrt_record_shows_heap(r) && k < gcrt_collector.metadata_count; k++) {
		if (!gcrt_collector.metadata[k].is_reference)
			continue;
		gcrt_text_add(text, "%s\"%s\"", before, gcrt_collector.metadata[k].name);
		before = ",";
		any = true;
	}
	gcrt_text_add(text, "%s", any ? "]" : "");
}

void gcrt_record_heading(struct gcrt_record *r)
{
	const struct gcrt_collector *c = &gcrt_collector;
	struct gcrt_text *text = &r->heading;
	gcrt_text_clear(text);
	gcrt_text_add(text, "{\"event\":\"trace\",\"version\":2,\"kind\":\"collector\",\"name\":");
	gcrt_text_add_string(text, c->name);
	gcrt_text_add(text, ",\"file\":");
	gcrt_text_add_string(text, c->file ? c->file : "");
	gcrt_text_add(text, ",\"collector\":");
	gcrt_text_add_string(text, c->name);
	gcrt_text_add(text,
	    ",\"source\":\"program\",\"mutant\":null,\"scenario\":null,"
	    "\"options\":null,\"memory\":\"machine\",\"workers\":\"%d\","
	    "\"locations\":[],\"command\":null,\"threads\":[%s]%s",
	    r->heap->settings.parallelism, r->threads.at,
	    gcrt_record_shows_heap(r) ? ",\"weak\":[]" : "");
	add_references(r, text);
	add_work(text);
	gcrt_text_add(text, ",\"start\":{\"heap\":[],\"roots\":{}%s,\"buckets\":{",
	    gcrt_record_shows_heap(r) ? ",\"held\":[]" : "");
	for (unsigned b = 0; b < c->bucket_count; b++)
		gcrt_text_add(text, "%s\"%s\":false", b ? "," : "", c->buckets[b].name);
	gcrt_text_add(text, "},\"phases\":{");
	for (unsigned p = 0; p < c->phase_count; p++)
		gcrt_text_add(text, "%s\"%s\":false", p ? "," : "", c->phases[p].name);
	gcrt_text_add(text,
	    "},\"mutators\":{\"heap\":\"never runs\"},\"property\":null,"
	    "\"pending\":[],\"running\":[]}}");
}

void gcrt_record_add_thread(struct gcrt_record *r, const char *name, const char *role)
{
	gcrt_text_add(&r->threads, "%s{\"name\":\"%s\",\"role\":\"%s\"}",
	    r->threads.length ? "," : "", name, role);
}

/* ----------------------------------------------------------------------- lines */

static void write_line(struct gcrt_record *r)
{
	gcrt_text_add(&r->line, "\n");
	r->lost |= r->line.lost || r->operations.lost || r->subject.lost || r->heading.lost;
	if (r->lost || !gcrt_record_file_add(&r->file, &r->line)) {
		gcrt_record_file_give_up(&r->file,
		    r->lost ? "there is no memory" : strerror(errno));
	}
}

/* doc/events.md, "The last line". */
static bool is_switch(const struct gcrt_record *r)
{
	return strcmp(r->does, "flush") != 0 && strcmp(r->does, "open") != 0 &&
	    strcmp(r->does, "close") != 0;
}

static void count_switch(struct gcrt_record *r)
{
	if (!is_switch(r))
		return;
	r->switches += *r->last_thread && strcmp(r->last_thread, r->thread) != 0;
	strcpy(r->last_thread, r->thread);
}

void gcrt_record_end_step(struct gcrt_record *r)
{
	if (!r->does)
		return;
	gcrt_text_clear(&r->line);
	gcrt_text_add(&r->line,
	    "{\"event\":\"step\",\"step\":%zu,\"time\":%llu,\"do\":\"%s\",\"thread\":\"%s\","
	    "\"subject\":",
	    ++r->steps, (unsigned long long)(gcrt_now_nsec() - r->began), r->does, r->thread);
	gcrt_text_add_string(&r->line, r->subject.at);
	gcrt_text_add(&r->line, ",\"statement\":\"\",\"because\":");
	gcrt_text_add_string(&r->line, r->because);
	gcrt_text_add(&r->line, ",\"where\":null,\"repeats\":false,\"operations\":[%s],",
	    r->operations.at);
	add_state(r, &r->line);
	gcrt_text_add(&r->line, ",\"waiting\":[],\"red\":[],\"observed\":{}}");
	count_switch(r);
	r->does = NULL;
	write_line(r);
	if (!gcrt_record_is_over(r) && r->file.size >= r->most)
		gcrt_record_last(r, false,
		    "the trace has reached the size that the option trace-size allows");
}

void gcrt_record_step(struct gcrt_record *r, const char *does, const char *thread,
    const char *subject, const char *because)
{
	gcrt_record_end_step(r);
	if (gcrt_record_is_over(r))
		return;
	r->does = does;
	snprintf(r->thread, sizeof r->thread, "%s", thread);
	r->because = because;
	gcrt_text_clear(&r->subject);
	gcrt_text_add(&r->subject, "%s", subject);
	gcrt_text_clear(&r->operations);
	gcrt_text_add(&r->operations, "%s", "");
	gcrt_record_look(r);
}

void gcrt_record_last(struct gcrt_record *r, bool failed, const char *why)
{
	gcrt_record_end_step(r);
	if (gcrt_record_is_over(r))
		return;
	gcrt_text_clear(&r->line);
	if (failed)
		gcrt_text_add(&r->line,
		    "{\"event\":\"fail\",\"property\":\"the program\",\"formula\":null,"
		    "\"binding\":null,\"broken\":null,\"why\":");
	else
		gcrt_text_add(&r->line,
		    "{\"event\":\"end\",\"claim\":null,\"outcome\":{},\"why\":");
	gcrt_text_add_string(&r->line, why);
	gcrt_text_add(&r->line,
	    ",\"where\":null,\"reorderings\":0,\"needed\":null,\"switches\":%zu,"
	    "\"fewest_switches\":null}",
	    r->switches);
	write_line(r);
	if (!gcrt_record_is_over(r))
		gcrt_record_file_end(&r->file);
}
#endif
