// MUTEX => 0 verified: 6 complete
// MUTEX --symmetry => 0 verified: 3 complete
// TRY => 0 verified
// AGAIN => 1 no task can go on
// RECURSIVE => 0 verified
// NOT_LOCKED => 1 has not locked
// DESTROYED => 1 was destroyed
// ORDER => 1 no task can go on
// READERS => 0 verified
// WRITERS => 0 verified
// SPIN => 0 verified: 6 complete
// C11 => 0 verified: 6 complete
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static mtx_t mutex;
static int number;

static void *other(void *unused)
{
#if defined MUTEX
	pthread_mutex_lock(&lock);
	number++;
	pthread_mutex_unlock(&lock);
#elif defined TRY
	if (pthread_mutex_trylock(&lock) == 0) {
		number++;
		pthread_mutex_unlock(&lock);
	}
#elif defined ORDER
	pthread_mutex_lock(&second);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&second);
#elif defined READERS
	pthread_rwlock_rdlock(&both);
	assert(number == 0 || number == 2);
	pthread_rwlock_unlock(&both);
#elif defined WRITERS
	pthread_rwlock_wrlock(&both);
	number++;
	pthread_rwlock_unlock(&both);
#elif defined SPIN
	pthread_spin_lock(&spin);
	number++;
	pthread_spin_unlock(&spin);
#elif defined C11
	mtx_lock(&mutex);
	number++;
	mtx_unlock(&mutex);
#endif
	return unused;
}

static int c11(void *unused)
{
	other(unused);
	return 3;
}

static void before(void)
{
#if defined AGAIN
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock);
#elif defined RECURSIVE
	pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

	pthread_mutex_lock(&again);
	pthread_mutex_lock(&again);
	pthread_mutex_unlock(&again);
	pthread_mutex_unlock(&again);
#elif defined NOT_LOCKED
	pthread_mutex_unlock(&lock);
#elif defined DESTROYED
	pthread_mutex_destroy(&lock);
	pthread_mutex_lock(&lock);
#endif
}

int main(void)
{
	pthread_t threads[2];
	thrd_t more[2];
	int result = 3;

	pthread_spin_init(&spin, 0);
	mtx_init(&mutex, mtx_plain);
	before();
	for (int i = 0; i < 2; i++)
#ifdef C11
		thrd_create(&more[i], c11, NULL);
#else
		pthread_create(&threads[i], NULL, other, NULL);
#endif
#if defined ORDER
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&second);
	pthread_mutex_unlock(&second);
	pthread_mutex_unlock(&lock);
#elif defined READERS
	pthread_rwlock_wrlock(&both);
	number++;
	number++;
	pthread_rwlock_unlock(&both);
#elif !defined C11
		other(NULL);
#else
		c11(NULL);
#endif
	for (int i = 0; i < 2; i++)
#ifdef C11
		thrd_join(more[i], &result);
#else
		pthread_join(threads[i], NULL);
#endif
	assert(result == 3);
#if defined MUTEX || defined WRITERS || defined SPIN || defined C11
	assert(number == 3);
#elif defined TRY
	assert(number >= 1 && number <= 3);
#endif
	return 0;
}
