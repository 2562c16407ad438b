// CONSTRUCTOR => 0 verified: 2 complete
// CONSTRUCTOR_FAILS => 1 assertion `early == 2' failed
// DESTRUCTOR => 1 assertion `early == 7' failed
// AT_EXIT => 1 assertion `early == 8' failed
// EXIT => 1 assertion `early == 8' failed
// QUIET_EXIT => 0 verified
// DETACHED => 0 verified
// BLOCKED => 0 verified
// SPINNING => 1 waits for ever
// SPINNING_DETACHED => 0 verified
// LOCKED => 1 no task can go on
// TIMED => 0 verified
// LATE => 1 assertion `flag == 0' failed
// LEFT_BY_EXIT => 1 no task can go on
// FRAME => 1 local variable of another task
/* How programs begin and end. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int flag;
static int early;

static void *other(void *argument)
{
#if defined CONSTRUCTOR || defined CONSTRUCTOR_FAILS
	pthread_mutex_lock(&lock);
	early++;
	pthread_mutex_unlock(&lock);
#elif defined DETACHED || defined BLOCKED || defined LEFT_BY_EXIT
	pthread_mutex_lock(&lock);
	for (;;)
		pthread_cond_wait(&cond, &lock);
#elif defined SPINNING || defined SPINNING_DETACHED
	while (!flag)
		;
#elif defined LOCKED
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock);
#elif defined TIMED
	const struct timespec soon = { 1, 0 };

	pthread_mutex_lock(&lock);
	for (;;)
		pthread_cond_timedwait(&cond, &lock, &soon);
#elif defined LATE
	assert(flag == 0);
#elif defined FRAME
	++*(int *)argument;
#endif
	return argument;
}

#if defined CONSTRUCTOR || defined CONSTRUCTOR_FAILS
__attribute__((constructor)) static void begin(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, other, NULL);
	other(NULL);
#ifdef CONSTRUCTOR
	pthread_join(thread, NULL);
#endif
	pthread_mutex_lock(&lock);
	assert(early == 2);
	pthread_mutex_unlock(&lock);
}
#elif defined DESTRUCTOR
__attribute__((destructor)) static void end(void)
{
	assert(early == 7);
}
#endif

static void at_exit(void)
{
	assert(early == 8);
}

int main(void)
{
	pthread_t thread;
	int local = 0;

#if defined DESTRUCTOR
	early = 6;
#elif defined AT_EXIT
	atexit(at_exit);
#elif defined EXIT
	atexit(at_exit);
	exit(0);
#elif defined QUIET_EXIT
	atexit(at_exit);
	_exit(0);
#elif !defined CONSTRUCTOR && !defined CONSTRUCTOR_FAILS
	pthread_create(&thread, NULL, other, &local);
#if defined DETACHED || defined SPINNING_DETACHED
	pthread_detach(thread);
#endif
#ifdef LATE
	flag = 1;
#endif
#ifdef LEFT_BY_EXIT
	pthread_exit(NULL);
#endif
#endif
	(void)thread;
	(void)local;
	return 0;
}
