#define GC_IMPL 1
#include "gcrt-misuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcrt-heap.h"

static const struct {
	const char *rule, *way_out;
} table[] = {
#define GCRT_MISUSE(name, mistake, noticed, rule, way_out) { rule, way_out },
#include "gcrt-misuse.def"
#undef GCRT_MISUSE
};

/* "mutator 2 (thread 4711, tiny) ". */
static void name_mutator(const struct gc_mutator *m)
{
	char path[64], name[32] = "";
	snprintf(path, sizeof path, "/proc/self/task/%d/comm", m->thread);
	FILE *file = fopen(path, "r");
	if (file) {
		if (fgets(name, sizeof name, file))
			name[strcspn(name, "\n")] = '\0';
		fclose(file);
	}
	fprintf(stderr, "mutator %u (thread %d%s%s) ", m->number, m->thread, *name ? ", " : "",
	    name);
}

static void say(enum gcrt_misuse misuse, const struct gc_mutator *m, const char *format,
    va_list args)
{
	flockfile(stderr);
	fputs("gcdsl runtime: ", stderr);
	if (m)
		name_mutator(m);
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n  the rule: %s\n  the way out: %s\n", table[misuse].rule,
	    table[misuse].way_out);
	funlockfile(stderr);
}

static void tell(const struct gc_mutator *m, const char *format, va_list args)
{
	char message[500];
	int length = m ? snprintf(message, sizeof message, "mutator %u ", m->number) : 0;
	vsnprintf(message + length, sizeof message - (size_t)length, format, args);
	gcrt_stops(message);
}

void gcrt_misused(enum gcrt_misuse misuse, const struct gc_mutator *m, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say(misuse, m, format, args);
	va_end(args);
	va_start(args, format);
	tell(m, format, args);
	va_end(args);
	abort();
}

void gcrt_misuse_seen(enum gcrt_misuse misuse, const struct gc_mutator *m, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	say(misuse, m, format, args);
	va_end(args);
}

static _Thread_local struct {
	int mutators;
	unsigned forks;
} active;

/* Mutators of the parent process do not count in a forked child. */
int gcrt_active_mutators(void)
{
	return active.forks == gcrt_forks() ? active.mutators : 0;
}

void gcrt_count_active(int change)
{
	active.mutators = gcrt_active_mutators() + change;
	active.forks = gcrt_forks();
}

static _Thread_local const struct gc_heap *collects_for;

const struct gc_heap *gcrt_collects_for(const struct gc_heap *heap)
{
	const struct gc_heap *before = collects_for;
	collects_for = heap;
	return before;
}

void gcrt_check_process(const struct gc_heap *heap, const struct gc_mutator *m, const char *what)
{
	if (heap->forks != gcrt_forks())
		gcrt_misused(GCRT_MISUSE_forked, m,
		    "%s in a child process, and the heap is its "
		    "parent's",
		    what);
}

/* The order of the checks matters: a mutator that was finished is inactive as well. */
void gcrt_check_there(const struct gc_mutator *m, const char *what)
{
	if (m->left)
		gcrt_misused(GCRT_MISUSE_finished, m, "%s after gc_finish_for_thread", what);
	gcrt_check_process(m->heap, m, what);
	if (collects_for == m->heap)
		gcrt_misused(GCRT_MISUSE_in_collection, m,
		    "%s in a function that the collector calls", what);
}

void gcrt_check_use(const struct gc_mutator *m, const char *what)
{
	gcrt_check_there(m, what);
	if (!m->active)
		gcrt_misused(GCRT_MISUSE_inactive, m, "%s while it is inactive", what);
}
