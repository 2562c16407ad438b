// LAST => 1 assertion `done == 2' failed
// LAST_DETACHED => 1 assertion `done == 2' failed
// ALONE => 1 assertion `done == 2' failed
// DESTRUCTOR => 1 assertion `done == 2' failed
// GRANDCHILD => 1 assertion `done == 2' failed
// DONE => 0 verified
// MAIN_JOINED => 0 verified
// QUICKLY => 1 assertion `done == 2' failed
// NOT_QUICKLY => 0 verified
// ON_EXIT => 1 calls on_exit, which cannot be explored
/* What is called when a process ends. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

#ifdef DESTRUCTOR
__attribute__((destructor))
#endif
static void
check(void)
{
	assert(done == 2);
}

#ifdef ON_EXIT
static void check_status(int status, void *unused)
{
	(void)unused;
	assert(status == 1);
}
#endif

static void *finish(void *unused)
{
	done = 2;
	return unused;
}

static void *other(void *first)
{
	pthread_t thread;

	(void)thread;
#if defined GRANDCHILD
	pthread_create(&thread, NULL, finish, NULL);
	pthread_join(thread, NULL);
	done = 3;
	atexit(check);
#elif defined DONE
	pthread_create(&thread, NULL, finish, NULL);
#elif defined MAIN_JOINED
	assert(pthread_join(*(pthread_t *)first, NULL) == 0);
	finish(NULL);
#endif
	return first;
}

int main(void)
{
	static pthread_t self;
	pthread_t thread;

	self = pthread_self();
	(void)check;
	(void)finish;
	(void)other;
	(void)thread;
#if defined QUICKLY || defined NOT_QUICKLY
	at_quick_exit(check);
#ifdef QUICKLY
	quick_exit(0);
#endif
	return 0;
#elif defined ON_EXIT
	on_exit(check_status, NULL);
	return 0;
#elif defined GRANDCHILD
	pthread_create(&thread, NULL, other, NULL);
#elif defined DESTRUCTOR
	pthread_exit(NULL);
#else
	atexit(check);
#if defined ALONE
	pthread_exit(NULL);
#endif
	pthread_create(&thread, NULL, other, &self);
#endif
#if defined LAST_DETACHED
	pthread_detach(thread);
#endif
	pthread_exit(NULL);
}
