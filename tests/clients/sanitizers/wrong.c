/* wrong.c: a program with one mistake, which a sanitizer is to report; or with none.
 *
 *	wrong nothing | kept      no mistake
 *	wrong freed | large       reads an object that has been freed
 *	wrong beyond              writes beyond the end of one
 *	wrong lost                loses memory together with the objects that refer to it
 *	wrong race                two threads write a field of one object */
#include "part.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gc-allocate.h"
#include "gc-null-event-listener.h"

static struct gc_heap *heap;
static struct gc_mutator *m;
static struct gc_mutator_roots roots;

static struct pair *allocate(size_t bytes)
{
	return (struct pair *)gc_allocate(m, bytes, GC_ALLOCATION_TAGGED);
}

static __attribute__((noinline)) int read_value(const struct pair *pair)
{
	return pair->value != NULL;
}

static int freed(size_t bytes)
{
	struct pair *pair = allocate(bytes);
	gc_collect(m, GC_COLLECTION_MAJOR);
	return read_value(pair);
}

static __attribute__((noinline)) void write_beyond(char *object)
{
	object[40] = 1;
}

static __attribute__((noinline)) void make_list(void)
{
	for (int i = 0; i < 100; i++) {
		struct pair *pair = allocate(sizeof *pair);
		pair->value = malloc(100);
		pair->next = roots.list;
		roots.list = pair;
	}
}

static int writing;

static void *write_value(void *data)
{
	struct gc_mutator *mine = gc_init_for_thread(gc_empty_stack_addr(), heap);
	(void)data;
	gc_atomic_fetch_add_relaxed(&writing, 1);
	while (gc_atomic_load_relaxed(&writing) < 2)
		continue;
	/* Volatile, so that each access is a real store.  If two threads store at the same moment,
	 * the sanitizer may miss it. */
	void *volatile *value = (void *volatile *)&roots.list->value;
	for (int i = 0; i < 10000; i++)
		*value = &roots;
	gc_finish_for_thread(mine);
	return NULL;
}

static void race(void)
{
	pthread_t threads[2];
	roots.list = allocate(sizeof *roots.list);
	gc_deactivate(m);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, write_value, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	gc_reactivate(m);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "nothing";
	struct gc_event_listener listener = GC_NULL_EVENT_LISTENER;
	if (!gc_init(NULL, gc_empty_stack_addr(), &heap, &m, listener, NULL))
		return 3;
	gc_mutator_set_roots(m, &roots);
	if (!strcmp(what, "freed") || !strcmp(what, "large"))
		return freed(*what == 'l' ? 20000 : sizeof(struct pair)) ? 4 : 0;
	if (!strcmp(what, "beyond"))
		write_beyond((char *)allocate(40));
	if (!strcmp(what, "kept") || !strcmp(what, "lost"))
		make_list();
	if (!strcmp(what, "lost"))
		roots.list = NULL;
	if (!strcmp(what, "race"))
		race();
	gc_collect(m, GC_COLLECTION_MAJOR);
	return 0;
}
