// ROUNDS => 0 verified
// ROUNDS --memory=c11 => 0 verified
// SERIAL => 0 verified
// DESTROYED => 1 barrier that is not initialised
// SEMAPHORES => 0 verified
// TOO_FEW => 1 no task can go on
// FUTEX_ONE => 1 no task can go on
// FUTEX_ALL => 0 verified
// FUTEX_TWICE => 0 verified
// KEYS => 0 verified
// DELETED => 0 verified
// AGAIN => 0 verified
// RESULT => 0 verified
// ONCE --memory=c11 => 0 verified
// READERS_WAIT => 0 verified
/* What barriers, semaphores, futexes and keys promise. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_key_t key, other_key;
static sem_t semaphore;
static atomic_int word, serial, waiting, destroyed;
static int number, values[2], made;

static void make(void)
{
	made = 1;
}

static long futex(int what, unsigned value)
{
	return syscall(SYS_futex, &word, what, value, NULL, NULL, 0);
}

/* A destructor that sets a value again is called again. */
static void destroy(void *value)
{
	if (++destroyed == 1)
		pthread_setspecific(key, value);
}

static void *other(void *own)
{
#if defined ROUNDS
	for (int i = 0; i < 2; i++) {
		*(int *)own = i + 1;
		pthread_barrier_wait(&barrier);
		assert(values[0] == i + 1 && values[1] == i + 1);
		pthread_barrier_wait(&barrier);
	}
#elif defined SERIAL
	serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
#elif defined FUTEX_ONE || defined FUTEX_ALL || defined FUTEX_TWICE
	waiting++;
	futex(FUTEX_WAIT, 0);
#elif defined KEYS
	assert(!pthread_getspecific(key));
	pthread_setspecific(key, own);
	assert(pthread_getspecific(key) == own);
#elif defined DELETED
	pthread_setspecific(key, own);
	pthread_key_delete(key);
#elif defined ONCE
	pthread_once(&once, make);
	assert(made == 1);
#elif defined READERS_WAIT
	pthread_rwlock_wrlock(&rwlock);
	number++;
	number++;
	pthread_rwlock_unlock(&rwlock);
#endif
	return own;
}

static void wake(void)
{
	while (waiting < 2)
		;
#if defined FUTEX_ALL
	word = 1;
	futex(FUTEX_WAKE, 2);
#elif defined FUTEX_ONE
	futex(FUTEX_WAKE, 1);
#else
	word = 1;
	futex(FUTEX_WAKE, 1);
	futex(FUTEX_WAKE, 1);
#endif
}

/* What one task does. */
static void alone(void)
{
#if defined DESTROYED
	pthread_barrier_destroy(&barrier);
	pthread_barrier_wait(&barrier);
#elif defined SEMAPHORES
	int value;

	sem_init(&semaphore, 0, 2);
	assert(sem_getvalue(&semaphore, &value) == 0 && value == 2);
	sem_wait(&semaphore);
	assert(sem_trywait(&semaphore) == 0);
	assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
	sem_post(&semaphore);
	assert(sem_trywait(&semaphore) == 0);
#elif defined TOO_FEW
	sem_init(&semaphore, 0, 1);
	sem_wait(&semaphore);
	sem_wait(&semaphore);
#elif defined READERS_WAIT
	pthread_rwlock_rdlock(&rwlock);
	assert(number % 2 == 0);
	pthread_rwlock_unlock(&rwlock);
#elif defined FUTEX_ONE || defined FUTEX_ALL || defined FUTEX_TWICE
	wake();
#elif defined DELETED || defined AGAIN
	/* a key that is made again has no value */
	pthread_setspecific(other_key, &number);
	pthread_key_delete(other_key);
	assert(!pthread_getspecific(other_key));
	pthread_key_create(&other_key, NULL);
	assert(!pthread_getspecific(other_key));
#endif
}

int main(void)
{
	pthread_t threads[2];
	void *result;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_key_create(&key, destroy);
	pthread_key_create(&other_key, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, other, &values[i]);
	alone();
	for (int i = 0; i < 2; i++) {
		pthread_join(threads[i], &result);
		assert(result == &values[i]);
	}
#if defined SERIAL
	assert(serial == 1);
#elif defined KEYS
	assert(destroyed == 3);
#elif defined DELETED
	assert(destroyed == 0);
#elif defined READERS_WAIT
	assert(number == 4);
#endif
	return 0;
}
