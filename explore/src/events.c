/* events.c: what happens in an execution that is replayed, and as lines of JSON. */
#include "explore/src/events.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "explore/src/explorer.h"

/* ------------------------------------------------------------------------ events */
static bool is_wanted(const struct explorer *x)
{
	return x->options.event && x->once && !x->lenient;
}

void gcx_event_begin(struct explorer *x)
{
	const struct gcx_event event = { .kind = GCX_BEGIN };

	if (is_wanted(x))
		x->options.event(&event, x->options.event_argument);
}

static const char *order_of(const struct operation *operation)
{
	static const char *const names[] = { "relaxed", "acquire", "release", "acq_rel",
		"seq_cst" };

	return operation->size || operation->kind == OP_FENCE ? names[operation->order] : NULL;
}

/* DONE: the values are known. */
static void tell_step(struct explorer *x, const struct node *node,
    const struct operation *operation, bool done, uint64_t result)
{
	char name[32], location[80];
	struct gcx_event event = { .kind = GCX_STEP,
		.step = x->depth,
		.task = gcx_number(x, node->label.task),
		.choice = node->label.choice,
		.operation = name,
		.order = order_of(operation) };

	gcx_name_of_kind(operation->kind, name, sizeof name);
	if (operation->at) {
		gcx_name_of(x, operation->at, location, sizeof location);
		event.location = location;
	}
	event.has_found = done && operation->size && operation->kind != OP_WRITE;
	event.found = event.has_found ? result : 0;
	event.has_stored = done && operation->size && node->label.footprint == WRITES;
	event.stored = event.has_stored ? gcx_peek(operation->at, operation->size) : 0;
	x->options.event(&event, x->options.event_argument);
}

void gcx_event_step(struct explorer *x, const struct node *node, uint64_t result)
{
	if (is_wanted(x))
		tell_step(x, node, &node->operation, true, result);
}

/* A step that fails before it is done is told here. */
void gcx_event_end(struct explorer *x)
{
	const struct gcx_event event = { .kind = GCX_END,
		.failure = x->result->failure,
		.message = x->result->message };
	const struct node *last = x->depth ? &x->nodes[x->depth - 1] : NULL;

	if (!is_wanted(x) || x->end != FAILED)
		return;
	if (last && x->result->failure == GCX_MEMORY)
		tell_step(x, last, &x->tasks[last->label.task].next, false, 0);
	x->options.event(&event, x->options.event_argument);
}

/* ------------------------------------------------------------------------ JSON */
/* NULL: null. */
static void print_text(FILE *out, const char *member, const char *text)
{
	fprintf(out, ",\"%s\":", member);
	if (!text) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (iscntrl(c))
			fprintf(out, "\\u%04x", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

static void print_value(FILE *out, const char *member, bool has, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof digits, "%" PRIu64, value);
	print_text(out, member, has ? digits : NULL);
}

static void print_step(FILE *out, const struct gcx_event *event)
{
	char thread[24];

	snprintf(thread, sizeof thread, "task %u", event->task);
	fprintf(out, "{\"event\":\"step\",\"step\":%u", event->step);
	print_text(out, "do", event->operation);
	print_text(out, "thread", thread);
	fprintf(out, ",\"choice\":%u,\"operations\":[", event->choice);
	if (event->location) {
		fprintf(out, "{\"op\":\"%s\"", event->operation);
		print_text(out, "order", event->order);
		print_text(out, "location", event->location);
		print_value(out, "found", event->has_found, event->found);
		print_value(out, "stored", event->has_stored, event->stored);
		fputc('}', out);
	}
	fputs("]}\n", out);
}

void gcx_print_event(const struct gcx_event *event, void *stream)
{
	static const char *const failures[] = { [GCX_NO_FAILURE] = "",
		[GCX_ASSERTION] = "assertion",
		[GCX_DEADLOCK] = "deadlock",
		[GCX_LIVELOCK] = "livelock",
		[GCX_RACE] = "race",
		[GCX_MEMORY] = "memory",
		[GCX_MISUSE] = "misuse" };
	FILE *out = stream;

	switch (event->kind) {
	case GCX_BEGIN: fputs("{\"event\":\"trace\",\"version\":1}\n", out); return;
	case GCX_STEP: print_step(out, event); return;
	case GCX_END:
		fputs("{\"event\":\"fail\"", out);
		print_text(out, "property", failures[event->failure]);
		print_text(out, "why", event->message);
		fputs("}\n", out);
	}
}
